/** Personal data: mail addresses, bank accounts, cards and telephone numbers, each with its own proof where it has one. */
import { token } from './token.ts'

/** Not part of a path or a URL, and not followed by the path of a remote repository. */
const EMAIL = /(?<![\w.%+/@:-])([\w.%+-]{1,64})@((?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24})(?![\w@-]|:[\w~/.])/g
/** Accounts of programs and machines, not of persons. */
const NOBODY =
  /^(?:git|hg|svn|root|admin|noreply|no-reply|\d+\+[\w-]+|ubuntu|ec2-user|debian|deploy|postgres|www-data)$/i
const NOBODY_AT = /(?:^|\.)noreply\.|^(?:localhost|local)\./i

const IBAN = /(?<![\w/.-])[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)(?![\w/-])/g
const CARD =
  /(?<![\w/.:+-])(?:[3-6]\d{12,18}|[2-6]\d{3}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3\d{3}([ -])\d{6}\2\d{5})(?![\w/.-]*\w)/g
const PHONE =
  /(?<![\w.+/:=-])(?:\+[1-9]\d{0,2}(?:[ .-]?\(\d{1,4}\))?(?:[ .-]?\d{2,5}){2,5}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4})(?![\w/-]|[.:]\d)/g

export function maskPersonal(text: string): string {
  let masked = text
  if (masked.includes('@')) {
    masked = masked.replace(EMAIL, (whole, local: string, domain: string) =>
      NOBODY.test(local) || NOBODY_AT.test(domain) ? whole : token('EMAIL', whole.toLowerCase()),
    )
  }
  if (!/\d{3}/.test(masked)) return masked
  return masked
    .replace(IBAN, account => (isIban(account) ? token('IBAN', account.replaceAll(' ', '')) : account))
    .replace(CARD, card => (isCard(card) ? token('CARD', card.replace(/\D/g, '')) : card))
    .replace(PHONE, phone => (isPhone(phone) ? token('PHONE', phone.replace(/\D/g, '')) : phone))
}

/** ISO 13616: the account, turned round and its letters as numbers, leaves 1 when it is divided by 97. */
function isIban(text: string): boolean {
  const account = text.replaceAll(' ', '')
  if (account.length < 15 || account.length > 34) return false
  let rest = 0
  for (const char of account.slice(4) + account.slice(0, 4)) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Luhn: every second digit from the right counts double, less 9 where that has two digits. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const counted = i % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits)
}

/** As many digits as a number with its country can have. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 10 && digits <= 15
}
