/** What an answer to the question for a secret holds: a value by itself in a line has no name beside it. */

import { isLiteral } from './likely.ts'
import type { Secret } from './model.ts'
import { isSecretName } from './names.ts'
import {
  isChosen,
  isLettered,
  isMadeUp,
  isMixed,
  isPathLike,
  isPhrase,
  isRandom,
  isReference,
  isSeed,
  isStandIn,
} from './values.ts'

/**
 * How surely the answer is one: `value` where a store of secrets was asked for one; `likely` where the command or the file has
 * the name of a secret, and might print something else; `notes` where a person keeps several.
 */
export type ExpectedSecret = 'value' | 'likely' | 'notes'

/** A file that is encrypted entry by entry may be seen. */
const ENCRYPTED_FILE = /\bENC\[|\bsops:|SealedSecret|\$ANSIBLE_VAULT/
/** Longer answers are files or lists: what stands by itself in them is more likely a name. */
const FEW_LINES = 12
/** A line with nothing but a value, which may stand in quotes, behind the number of the line. */
const BARE =
  /^[ \t]*(?:\d{1,6}[\t→])?(?:\d{1,3}[.)] )?["'`]?(?<value>[^\s"'`]{4,4096}|[a-z]{3,9}(?:[ -][a-z]{3,9}){3,24})["'`]?[ \t\r]*$/gm
/** A row of accounts without a password, the name of an entry, a server. */
const ENTRY_NAME = /^[\w.-]+:[x*!]{0,2}:\d*:|^[a-z][\w-]*(?::[\w./*-]+){2,}$|^[a-z-]+(?:\.[a-z-]+)+$/
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const NAMED = /^[A-Za-z][\w.-]{1,60}=(?!=*$)/
/** Anything between blanks, quotes and signs, and the name before it. */
const ENTRY = /(?:["']?(?<name>[\w.-]{1,60})["']?[ \t]{0,8}[:=|][ \t]{0,8})?["']?(?<value>[^\s"'`,;{}[\]|]{6,1024})/g
/** What may look drawn by chance and is for everybody. */
const OPEN =
  /^(?:continue|next|cursor|marker|after|before|etag)$|signing_?key$|_ref$|family|id$|uuid|arn|ur[il]$|host|user|name|version|date|created|updated|expire|path|mail|fingerprint|sha\d*$|digest|public|modul|title|vault$/i
/** Digits behind what they open. */
const NOTED =
  /\b(?:pin|puk|tresor|safe|alarm\w{0,8}|code|t[uü]r\w{0,8}|door|gate|banking)\b[: =\t]{1,4}(?<code>\d{4,8})(?!\d)/gi
const IN_PUBLIC = /public_?key"\s{0,4}:\s{0,4}\{[^{}]{0,100}$/i
const CODE = /(?<=[ \t]|^)\d{6,8}[ \t\r]*$/gm

export function* inAnswer(whole: string, expected: ExpectedSecret): Generator<Secret> {
  if (expected === 'likely' && (ENCRYPTED_FILE.test(whole) || whole.includes('"kty"'))) return
  const text = withoutPublic(whole)
  const isForm = formsOf(text)
  const lines = text.trim().split('\n').length
  for (const match of text.matchAll(BARE)) {
    const value = match.groups?.value ?? ''
    // a row of a table: its cells are looked at by themselves
    if (value.includes('|') && expected === 'likely') continue
    // a name and its value: an entry
    if (NAMED.test(value) || ENTRY_NAME.test(value)) continue
    const isOnly = UUID.test(value) && text.match(/[\da-f]{8}-[\da-f]{4}-/g)?.length === 1
    const isFew = expected === 'value' && lines <= FEW_LINES
    if (!isOnly && !isForm(value) && !(isFew ? isAnswer(value) : isTelling(value))) continue
    const start = match.index + match[0].indexOf(value)
    yield { kind: 'secret', start, end: start + value.length }
  }
  yield* inEntries(text, expected)
  if (expected === 'notes') yield* noted(text)
  if (expected === 'value')
    for (const { 0: code, index } of text.matchAll(CODE))
      yield { kind: 'code', start: index, end: index + code.trimEnd().length }
}

/**
 * Whether a value is one of a list of codes: where most lines have the same form, and some of them look drawn, all of them were.
 */
function formsOf(text: string): (value: string) => boolean {
  const values = [...text.matchAll(BARE)].map(({ groups }) => groups?.value ?? '').filter(value => /\d/.test(value))
  const drawn = values.filter(isTelling)
  return value =>
    drawn.length >= 2 && /\d|-/.test(value) && drawn.some(other => formOf(other) === formOf(value)) && isValue(value)
}

function formOf(value: string): string {
  return value.replace(/[A-Za-z\d]/g, '0')
}

/** Blanks in the place of certificates and public keys, which are for everybody. */
function withoutPublic(text: string): string {
  if (!text.includes('-----BEGIN')) return text
  return text.replace(
    /-----BEGIN (?:[A-Z]+ )*(?:CERTIFICATE|PUBLIC KEY|X509 CRL)[A-Z ]*-----[\s\S]*?(?:-----END|$)/g,
    block => block.replace(/[^\n]/g, ' '),
  )
}

function* inEntries(text: string, expected: ExpectedSecret): Generator<Secret> {
  for (const { groups, index, 0: all } of text.matchAll(ENTRY)) {
    const { name = '', value = '' } = groups ?? {}
    if (name === 'key' && IN_PUBLIC.test(text.slice(Math.max(0, index - 120), index))) continue
    // a store that prints an entry calls it so
    const isSure = expected === 'value' || name === 'value' || isClear(value)
    if (/^x:\d+:\d+:|^[a-z][\w-]*:[\w./-]+\/[\w./-]*$/.test(value)) continue
    if (OPEN.test(name) || (UUID.test(value) && !isSecretName(name)) || !isTelling(value) || !isSure) continue
    const start = index + all.length - value.length
    yield { kind: 'secret', start, end: start + value.length }
  }
}

function* noted(text: string): Generator<Secret> {
  for (const { groups, index, 0: all } of text.matchAll(NOTED)) {
    const code = groups?.code ?? ''
    yield { kind: 'code', start: index + all.length - code.length, end: index + all.length }
  }
}

/** Any value: what a store was asked for may be a word. */
function isAnswer(value: string): boolean {
  if (isSeed(value)) return true
  return /[A-Za-z\d]{2}/.test(value) && !/[:{[(]$/.test(value) && isValue(value)
}

/** What looks drawn by chance, or chosen as a password. */
function isTelling(value: string): boolean {
  const looks =
    isMixed(value) ||
    isPhrase(value) ||
    isSeed(value) ||
    isRandom(value, 12) ||
    isLettered(value) ||
    /^(?:[0-9a-f]{20,}|[0-9A-F]{20,}|[A-Z]{20})$/.test(value)
  return looks && isValue(value)
}

/** Looks like nothing else, wherever it stands. */
function isClear(value: string): boolean {
  return isChosen(value) || isPhrase(value) || isRandom(value, 20)
}

/** Colours, as files of design tokens and diffs of them have them. */
const COLOUR = /^[-+]?#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

function isValue(value: string): boolean {
  if (COLOUR.test(value)) return false
  return isLiteral(value) && !isReference(value) && !isMadeUp(value) && !isStandIn(value) && !isPathLike(value)
}
