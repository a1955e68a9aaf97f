/** Whether the value behind a name is one that is kept: no reference, no stand-in, no word of a program. */
import { recent } from '../../../common/memo.ts'
import { isToken } from '../../redact/token.ts'
import { isCodeExpression, isProgramName } from './expressions.ts'
import { isCodeName, isKeyName, isPasswordName } from './names.ts'
import { isUnspoken } from './spoken.ts'
import {
  classesOf,
  isGrouped,
  isLettered,
  isMadeUp,
  isMixed,
  isOdd,
  isPathLike,
  isPhrase,
  isRandom,
  isReference,
  isSeed,
  isStandIn,
  isWebToken,
} from './values.ts'
import { OPEN_NAMES } from './words.ts'

/** Words that stand where a value would, and are none. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|yes|no|on|off|string|str|number|int|integer|float|bool|boolean|bytes|any|unknown|object|never|void|required|optional|hidden|masked|redacted|changeme|[*x.•-]+)[.!?]?$/i
/** Begins a variable, a template, a pattern, another operator, a list, a home directory. */
const NOT_LITERAL =
  /^(?:[$<{[\\]|(?:[%*=~!?^])(?!(?=.{9})(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[^\s]*$)|\.[*+])|\$\{|#\{|\{\{|%[sdv]\b/
const PATH = /^(?:~|\.{1,2})?\/[a-z][\w.-]*(?:\/[\w.-]*)*$/

/** Whether a value may be a secret, and is no variable, no template, no word for one, no path, no token for one. */
export const isLiteral = recent(500, (value: string): boolean => {
  if (isToken(value) || NO_VALUE.test(value) || NOT_LITERAL.test(value) || isCodeExpression(value)) return false
  // a key of 40 characters of Base64 may look like a path
  return !(PATH.test(value) && value.length !== 40)
})

/** Whether a name says of a token or a key that it is for everybody, or for nothing but the next page. */
export function isOpenToken(name: string): boolean {
  const stem = name.replace(/(?:token|key)$/i, '')
  return stem !== name && isOpenName(stem)
}

/** The few names of a text are asked for again and again. */
const isOpenName = recent(500, (stem: string): boolean => {
  const name = stem.toLowerCase().replace(/[_.-]$/, '')
  // an entity's key looks it up; whose identity a token proves does not
  if (name.endsWith('identity')) return false
  return OPEN_NAMES.some(word => name.endsWith(word))
})

const HASHED =
  /(?:hash|hashed|digest|checksum|fingerprint|encrypted|sealed|salt|salted)[_-]?(?:pass\w*|secret|token|key)$/i
/** Of lines that speak of what may be drawn by chance, and is for everybody. */
const OPEN_LINE =
  /applicationServerKey|vapid|site[-_]?key|hash|sha\d|sha-|md5|integrity|digest|checksum|public|fingerprint|commit|etag|cache|cursor|next[ _-]?(?:page|token|cursor|batch|marker)|\bpage\b|csrf|nonce|\bid\b|request|trace|uuid|version|sealed|encrypted|\bENC\b|signature|\bh1:/i

export function isOpenLine(line: string): boolean {
  return OPEN_LINE.test(line)
}

/** Where a value stands: how surely something that looks like one is one. */
export type Setting = 'environment' | 'setting' | 'code'

/** A name or a word, as programs have them behind most names. */
const PLAIN = /^(?![a-z]*(?:[b-df-hj-np-tv-xz]{5}|q[^u]|[jqvxz]{2}))(?!.*[A-Z]{2}.*[a-z].*[A-Z])[A-Za-z_.]+$/

/**
 * Whether the value behind a name is what a person or a machine keeps to itself: no reference, no stand-in, no label, no type.
 * `name` is the whole name: `DB_PASSWORD`, `nextToken`.
 */
export function isLikelySecret(name: string, value: string, where: Setting): boolean {
  if (isForMail(name, value)) return !isMadeUp(value)
  if (
    (where !== 'environment' && value.length < 20 && PLAIN.test(value) && !isLettered(value) && !isUnspoken(value)) ||
    isWebToken(value) ||
    !isLiteral(value) ||
    isReference(value) ||
    isMadeUp(value) ||
    isPathLike(value) ||
    isName(value, name)
  )
    return false
  if (isPasswordName(name) && isSeed(value)) return true
  if (isPasswordName(name)) return !HASHED.test(name) && isPasswordLike(value, where)
  if (isCodeName(name))
    return isCode(value) || (/code$/i.test(name) && value.length >= 10 && isMixed(value) && !/^v?\d+\./.test(value))
  // which key of a ring signs
  if (/signing_?key$/i.test(name) && /^(?:0x)?(?:[\dA-F]{8}|[\dA-F]{16}|[\dA-F]{40})$/.test(value)) return false
  if (HASHED.test(name) || isOpenToken(name)) return false
  return isKeyLike(name, value, where)
}

/** Sixteen letters that a provider of mail draws for a program. */
export function isForMail(name: string, value: string): boolean {
  return OF_MAIL.test(name) && FOR_PROGRAMS.test(value) && isPasswordName(name)
}
const OF_MAIL = /mail|smtp|imap|google|app[ ._-]?pass/i
const FOR_PROGRAMS = /^[a-z]{4}( ?)[a-z]{4}\1[a-z]{4}\1[a-z]{4}$/

/** Ends in the name itself, as constants and keys do that name it. */
function isName(value: string, name: string): boolean {
  const isNamed = value.toLowerCase().endsWith(name.toLowerCase().replace(/^.*[._-](?=.{4})/, ''))
  return isNamed && (!/\d/.test(value) || (/^[a-z]/i.test(value) && isProgramName(value)))
}

/** A few digits, or what an authenticator starts with. */
function isCode(value: string): boolean {
  return (
    !IN_ORDER.test(value) &&
    /^\d{4,10}$|^\d{2,4}(?:[ -]\d{2,4}){1,3}$|^[A-Z2-7]{16,64}$|^[A-Za-z\d]{3,8}-[A-Za-z\d-]{3,24}$|^(?=\S*[A-Z])[A-Z\d]{8,32}$/.test(
      value,
    ) &&
    /[\d]/.test(value)
  )
}

/** One word of letters, or several as programs name things. */
const WORD = /^[A-Za-z][a-z]*(?:[A-Z][a-z]+)*$|^[a-z]+$|^[A-Z]+$|^[A-Za-z]+(?:[-_./: ][A-Za-z]+)+$/

/** A password as people choose them; an environment file holds nothing but values, anywhere else a word may be a label. */
export function isPasswordLike(value: string, where: Setting): boolean {
  if (/^\d{6,20}$/.test(value))
    return (where !== 'code' || value.length >= 8) && !isMadeUp(value) && !IN_ORDER.test(value)
  if (value.length < 6 || value.length > 256 || isStandIn(value) || isMadeUp(value) || isReference(value)) return false
  if (/\s/.test(value)) return isGrouped(value)
  if (isPhrase(value)) return true
  const plain = value.replace(/[^\x20-\x7e]/g, 'a')
  if (WORD.test(plain))
    return (
      value.length >= 8 && (where === 'environment' || UNSPOKEN.test(value) || isUnspoken(value) || isLettered(value))
    )
  return /[a-z]/i.test(value) && classesOf(plain) >= 2
}

/** What everybody types who needs a number. */
const IN_ORDER = /^(?:0?1234567?8?9?0?1?|9?8?7?654321?0?|(\d{1,3})\1+)$/

/** Letters that follow each other in no word. */
const UNSPOKEN = /[b-df-hj-np-tv-xz]{5}|q[^u]|[jqvxz]{2}/

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const FINGERPRINT = /^(?:0x)?(?:[\dA-F]{8}|[\dA-F]{16}|[\dA-F]{40})$/
/** Names that say a key, and not of what. */
const VAGUE = /(?:^|[^_\-. ])key$|salt$/i

/** Whether a name says of an id that it opens something. */
function isLikelySecretId(name: string, where: Setting): boolean {
  return (
    [UUID_NAME, UUID_VARIABLE, UUID_TOKEN].some(each => each.test(name)) ||
    /^(?:(?:auth|access|api|bearer)[_-]?)?token$/i.test(name) ||
    (where !== 'code' && /_token$/i.test(name))
  )
}

/** Which key of a ring, or which entry of a catalogue. */
function isEntry(name: string, value: string, where: Setting): boolean {
  if (/^key$/i.test(name) && where === 'code' && /^[\da-f]{40}$/.test(value)) return true
  return /(?:^|[ _.-])key$/i.test(name) && FINGERPRINT.test(value)
}

/** A token or a key as machines draw them; a UUID only where the name is plain. */
function isKeyLike(name: string, value: string, where: Setting): boolean {
  if (UUID.test(value)) return isLikelySecretId(name, where)
  if (isStandIn(value)) return false
  if (!isKeyName(name) && VAGUE.test(name))
    return !isEntry(name, value, where) && isDrawn(value, /salt$/i.test(name) ? 16 : /[a-z]key$/i.test(name) ? 20 : 24)
  if (isRandom(value, /[_-]key$/i.test(name) ? 20 : 16)) return true
  if (isOfName(name, value, where)) return true
  if (value.length >= (where === 'code' ? 12 : 10) && isMixed(value) && (where !== 'code' || classesOf(value) >= 3))
    return true
  return where === 'environment' && isRandom(value, 10)
}

/** What looks less drawn, behind a name that says more. */
function isOfName(name: string, value: string, where: Setting): boolean {
  const isSecret = /secret$/i.test(name)
  const isSaid = /secret|credential|key$/i.test(name)
  if (isSaid && value.length >= 12 && classesOf(value) === 4 && !/\s/.test(value)) return true
  if ((isSaid || /token$/i.test(name)) && value.length >= 12 && isLettered(value)) return true
  if (isSecret && where !== 'code' && isOdd(value)) return true
  return isSecret && (isPhrase(value) || (/^[A-Z2-7]{16,64}$/.test(value) && /\d/.test(value)))
}

/** Names of a variable say enough: what is a handle only was let be before. */
const UUID_NAME = /(?:api|access|auth)[_-]?(?:key|token)$|secret$|secret[_-]?key$/i
const UUID_TOKEN =
  /(?:default|hec|splunk|server|account|deploy|project|write|ingest|push|source|join|bootstrap|acl|agent|master|initial|root|registry|bot|service|app|user|admin|consul|nomad)[ _-]?token$/i
const UUID_VARIABLE = /^[A-Z\d]+(?:_[A-Z\d]+)*_(?:TOKEN|API_?KEY|ACCESS_KEY|LICEN[CS]E_KEY|PAT)$/
/** Drawn by chance as no name of a file or an entry is: of three classes, or as many hexadecimal digits as a key has. */
function isDrawn(value: string, shortest: number): boolean {
  // an entry of a catalogue, and the one before the next
  if (/,$|^[A-Z]:/.test(value)) return false
  // words and a hash, as caches are keyed
  if ((value.match(/(?:^|[-_.:/])[A-Za-z][a-z]{2,}(?=[-_.:/])/g)?.length ?? 0) >= 2) return false
  if (/^(?:[0-9a-f]{32,}|[0-9A-F]{32,})$/.test(value)) return true
  // groups of capitals and digits, as licences have them
  if (/^(?=[^\s]*\d)[A-Z\d]{4,8}(?:-[A-Z\d]{4,8}){3,8}$/.test(value)) return true
  if (!/\d/.test(value) || !isRandom(value, shortest)) return false
  // small letters and digits: longer than what names a thing
  return classesOf(value.replace(/\W|_/g, '')) === 3 || /^[a-z\d]{30,128}$/.test(value)
}
