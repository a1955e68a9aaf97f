/** Names of secrets, and what they say of the value that stands behind them. */
import { once } from '../../memo.ts'
import {
  classesOf,
  isMadeUp,
  isMixed,
  isPathLike,
  isPhrase,
  isRandom,
  isReference,
  isSeed,
  isStandIn,
  isWebToken,
} from './values.ts'

const KEYS =
  'api|access|auth|private|signing|encryption|account|app|application|master|shared|session|storage|admin|licen[sc]e|service|service[_-]?role|hmac|jwt|crypt|cipher|subscription|deploy|webhook|primary|secondary|server|unseal|recovery|secret'
/** Passwords in languages whose texts are written with ASCII too, and in those that are not. */
const NEAR = 'mot de passe|contrasen[yi]a|pas[sw]wort|kennwort|zugangscode|senha|wachtwoord|passord|parola'
export const FAR =
  'パスワード|暗証番号|密码|密碼|口令|비밀번호|пароль|парол|contraseña|lösenord|hasło|heslo|jelszó|salasana|adgangskode|lozinka|parolă|şifre'
/** Keys in other languages. */
export const NEAR_KEYS = 'clave(?: (?:api|secreta|wi-?fi))?|chiave(?: (?:api|segreta))'
export const FAR_KEYS =
  '(?:netzwerk|wlan|api|sicherheits|geheim)-?schlüssel|clé (?:api|secrète|wi-?fi)|chave (?:api|secreta)|密钥|密鑰|秘密鍵|секретный ключ'
const FOREIGN = `${NEAR}|${FAR}`
const FOREIGN_KEYS = `${NEAR_KEYS}|${FAR_KEYS}`
/** Codes that open something, as people speak of them. */
export const CODE_KINDS =
  'one-?time|verification|security|login|sign-?in|access|safe|door|gate|alarm|unlock|2fa|mfa|sms|confirmation|activation|pairing|secret|recovery|backup|scratch|emergency|bestätigungs|wiederherstellungs'
const CODES = `(?:${CODE_KINDS})[ _-]?(?:pass)?code|code secret`
export const NAME = `(?:pass(?:word|wd|phrase|code)|pwd|(?<=[a-z0-9][_-]|db|user|smtp|mail|admin|root|ftp|redis|require|control|master|store|key|cert|ssl|pg|http|proxy|bind|login|wifi|vpn|api|auth|my|lo|enc|rpc|sftp|ssh|sys|sa)pass|psk|masterauth|${FOREIGN}|${FOREIGN_KEYS}|${CODES}|secret(?:[ _-]?(?:access[ _-]?)?key(?:[_-]?base)?)?|(?<![a-z])pw|(?<![a-z])pass|token|(?:${KEYS})[ ._-]?key|(?<=[a-z0-9])[_-]key|client-key-data|key content|(?<![a-z])(?:p[iu]n|puk)|(?<![a-z])totp|(?<=[a-z0-9][_-])salt|(?<=[a-z]{3})key|(?<![a-z0-9])key|_auth|(?<=[a-z][_-])pat|credentials?)`

const secretName = once(() => new RegExp(`${NAME}$`, 'i'))

/** Whether a key of an object says by its name that its value is a secret. */
export function isSecretName(key: string): boolean {
  return secretName().test(key)
}

const passwordName = once(
  () =>
    new RegExp(`(?:pass\\w{0,6}|pwd?|psk|masterauth|key content|shared[ ._-]?key|${FOREIGN}|${FOREIGN_KEYS})$`, 'i'),
)

export function isPasswordName(name: string): boolean {
  return passwordName().test(name)
}

const codeName = once(() => new RegExp(`(?:^p[iu]n|[^a-z]p[iu]n|puk|totp|${CODES})$`, 'i'))

/** Whether a name is that of a few digits. */
export function isCodeName(name: string): boolean {
  return codeName().test(name)
}

/** The kind of what stands behind a name. */
export function kindOf(name: string): string {
  if (isCodeName(name)) return 'code'
  if (isPasswordName(name)) return 'password'
  if (/token|_auth|pat$/i.test(name)) return 'token'
  return /secret|credential/i.test(name) ? 'secret' : 'key'
}

/** Words that stand where a value would, and are none. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|yes|no|on|off|string|str|number|int|integer|float|bool|boolean|bytes|any|unknown|object|never|void|required|optional|hidden|masked|redacted|changeme|[*x.•-]+)[.!?]?$/i
/** Begins a variable, a template, a pattern, another operator, a list, a home directory. */
const NOT_LITERAL =
  /^(?:[$<{[\\]|(?:[%*=~!?^])(?!(?=.{9})(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[^\s]*$)|\.[*+])|\$\{|#\{|\{\{|%[sdv]\b/
const PATH = /^(?:~|\.{1,2})?\/[a-z][\w.-]*(?:\/[\w.-]*)*$/
const TOKEN = /^\[[A-Z_]{2,24}:[0-9a-f]{4}\]$/

/** Whether a value may be a secret, and is no variable, no template, no word for one, no path, no token for one. */
export function isLiteral(value: string): boolean {
  if (TOKEN.test(value) || NO_VALUE.test(value) || NOT_LITERAL.test(value)) return false
  // a key of 40 characters of Base64 may look like a path
  return !(PATH.test(value) && value.length !== 40)
}

/** Whether a value is the token that stands for a masked one. */
export function isToken(value: string): boolean {
  return TOKEN.test(value)
}

/** Names that say of a token or a key that it is no secret. */
const OPEN_NAME =
  /(?:next|page|pagination|continuation|continue|cursor|sync|csrf|xsrf|cancel|cancellation|public|public[_-]?key|publishable|foreign|partition|sort|cache|idempotency|i18n|design|color|css|syntax|lexer|parser|[ebp]os|pad|unk|mask|sep|stop|special|max|min|num|input|output|total|prompt|completion|start|end|site|anon|resume|scroll|change|nonce|request|object|file|row|lookup|group|dedup\w*|hash|map|dict|tag|entity|item|image|asset|registry|routing|message|state|host|trace|s3|bucket|blob|path|column|unique|config|composite|index|range|natural|surrogate|sorting|query|react|node|i18n|ssh|known|build|lock|test|resource|event|data)[_.-]?$/i
const HASHED =
  /(?:hash|hashed|digest|checksum|fingerprint|encrypted|sealed|salt|salted)[_-]?(?:pass\w*|secret|token|key)$/i
/** Variables that name a working directory. */
const DIRECTORY = /^(?:OLD)?PWD$/

/** Of lines that speak of what may be drawn by chance, and is for everybody. */
const OPEN_LINE =
  /hash|sha\d|sha-|md5|integrity|digest|checksum|public|fingerprint|commit|etag|cache|cursor|next|page|csrf|nonce|\bid\b|request|trace|uuid|version|sealed|encrypted|\bENC\b|signature/i

export function isOpenLine(line: string): boolean {
  return OPEN_LINE.test(line)
}

/** Where a value stands: how surely something that looks like one is one. */
export type Setting = 'environment' | 'setting' | 'code'

/** A name or a word, as programs have them behind most names. */
const PLAIN = /^(?![a-z]*[b-df-hj-np-tv-z]{6})(?![A-Z]?[a-z]*[A-Z]{2}[a-zA-Z]*[a-z])[A-Za-z_.]+$/

/**
 * Whether the value behind a name is what a person or a machine keeps to itself: no reference, no stand-in, no label, no type.
 * `name` is the whole name: `DB_PASSWORD`, `nextToken`.
 */
export function isKept(name: string, value: string, where: Setting): boolean {
  if (
    (where !== 'environment' && value.length < 20 && PLAIN.test(value)) ||
    isWebToken(value) ||
    !isLiteral(value) ||
    isReference(value) ||
    isMadeUp(value) ||
    isPathLike(value) ||
    DIRECTORY.test(name) ||
    isName(value, name)
  )
    return false
  if (/phrase$/i.test(name) && isSeed(value)) return true
  if (isPasswordName(name)) return !HASHED.test(name) && isPasswordLike(value, where)
  if (isCodeName(name)) return isCode(value)
  const stem = name.replace(/(?:token|key)$/i, '')
  if (HASHED.test(name) || (stem !== name && OPEN_NAME.test(stem))) return false
  return isKeyLike(name, value, where)
}

/** Ends in the name itself, as constants and keys do that name it. */
function isName(value: string, name: string): boolean {
  return !/\d/.test(value) && value.toLowerCase().endsWith(name.toLowerCase().replace(/^.*[._-](?=.{4})/, ''))
}

/** A few digits, or what an authenticator starts with. */
function isCode(value: string): boolean {
  return (
    !IN_ORDER.test(value) &&
    /^\d{4,10}$|^[A-Z2-7]{16,64}$|^[A-Za-z\d]{3,8}-[A-Za-z\d-]{3,24}$/.test(value) &&
    /[\d]/.test(value)
  )
}

/** One word of letters, or several as programs name things. */
const WORD = /^[A-Za-z][a-z]*(?:[A-Z][a-z]+)*$|^[a-z]+$|^[A-Z]+$|^[A-Za-z]+(?:[-_./: ][A-Za-z]+)+$/

/** A password as people choose them; an environment file holds nothing but values, anywhere else a word may be a label. */
export function isPasswordLike(value: string, where: Setting): boolean {
  if (/^\d{6,16}$/.test(value)) return where !== 'code' && !isMadeUp(value) && !IN_ORDER.test(value)
  if (value.length < 6 || value.length > 256 || isStandIn(value) || isMadeUp(value) || isReference(value)) return false
  if (/\s/.test(value)) return false
  if (isPhrase(value)) return true
  const plain = value.replace(/[^\x20-\x7e]/g, 'a')
  if (WORD.test(plain)) return value.length >= 8 && (where === 'environment' || /[^aeiouy\W]{6}/.test(value))
  return /[a-z]/i.test(value) && classesOf(plain) >= 2
}

/** What everybody types who needs a number. */
const IN_ORDER = /^(?:0?1234567?8?9?0?1?|9?8?7?654321?0?|(\d{1,3})\1+)$/

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Names that say a key, and not of what. */
const VAGUE = /(?:^|[^_\-. ])key$|salt$/i

/** A token or a key as machines draw them; a UUID only where the name is plain. */
function isKeyLike(name: string, value: string, where: Setting): boolean {
  if (UUID.test(value)) return UUID_NAME.test(name) || (where !== 'code' && /^token$/i.test(name))
  if (isStandIn(value)) return false
  if (!KNOWN_KEY().test(name) && VAGUE.test(name)) return isDrawn(value)
  if (isRandom(value, /[_-]key$/i.test(name) ? 20 : 16)) return true
  const isSaid = /secret|credential|key$/i.test(name)
  if (isSaid && value.length >= 12 && classesOf(value) === 4 && !/\s/.test(value)) return true
  if (/secret$/i.test(name) && where !== 'code' && (isPhrase(value) || isMixed(value))) return true
  return where === 'environment' && isRandom(value, 10)
}

const UUID_NAME = /(?:api|access|auth)[_-]?(?:key|token)$|secret$|secret[_-]?key$/i
/** Whether a name, perhaps in the plural, says of a key that it is kept: `API key`, `signingKeys`. */
export function isKeyName(name: string): boolean {
  return KNOWN_KEY().test(name.replace(/s$/i, ''))
}

const KNOWN_KEY = once(() => new RegExp(`(?:${KEYS})[ ._-]?key$`, 'i'))

/** Drawn by chance as no name of a file or an entry is: of three classes, or as many hexadecimal digits as a key has. */
function isDrawn(value: string): boolean {
  if (/^(?:[0-9a-f]{32,}|[0-9A-F]{32,})$/.test(value)) return true
  return value.length >= 24 && /\d/.test(value) && classesOf(value.replace(/\W|_/g, '')) === 3 && isRandom(value, 24)
}
