/**
 * Whether a short text may hold a secret or personal data at all: most texts of the hook hold neither, and need none of the
 * detectors. It lets through too much rather than too little.
 */

/** Nothing longer is looked through here: it would be looked through twice. */
const SHORT = 4000

/** What names a secret in the languages written with ASCII, or leads to one; and marks of what was taken out. */
const NAMED =
  /pass(?!ed|es\b|ing\b)|pwd?|psk|p[iu][nk]|phrase|secret|salt|senha|token|totp|key|kennwort|credential|clave|chiave|contrase|code|wachtwoord|auth|mnemonic|seed|word(?!s$)|recovery|backup|pat\b|parola|cookie|session|bearer|login|vault|sops|gpg|BEGIN|REDACTED|:\/\/|@|\x1b|[^\x00-\x7f]/i
/** A run of a token, digits and signs as in a password, or the digits of a number that says who somebody is. */
const DENSE =
  /(?=[\w+/=.-]{8})[A-Za-z_+/=.-]{0,40}\d|[a-z][A-Z]|[A-Z]{2}[a-z]|\d[^\s'"]{0,40}[!#%*^+~?&$]|[!#%*^+~?&$][^\s'"]{0,40}\d|\d[\d ./()-]{4}/

/** The client's own names of calls. */
const CALL = /^toolu_\w{1,40}$/

export function mayHold(text: string): boolean {
  if (CALL.test(text)) return false
  return text.length > SHORT || NAMED.test(text) || DENSE.test(text)
}
