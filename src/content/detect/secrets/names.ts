/** Names of secrets: the words that they end in, and what those say of the value. */
import { recent } from '../../../common/memo.ts'
import {
  CODE_KINDS,
  FAR_PASSWORDS,
  FAR_TOKENS,
  FOREIGN_PASSWORDS,
  FOREIGN_TOKENS,
  KEPT_KEYS,
  PASSWORDS,
} from './words.ts'

export type NameKind = 'password' | 'token' | 'secret' | 'key' | 'code'

/** A word, and what has to stand before it: some are the end of much else too. */
type Word = readonly [word: string, kind: NameKind, before?: { readonly test: (text: string) => boolean }]

/** No letter before it. */
const APART = /(?:^|[^a-z])$/i

/** Whether what stands before the word `code` says that it opens something. */
export function isOpening(before: string): boolean {
  const kind = before.toLowerCase().replace(/[ _-]$/, '')
  return CODE_KINDS.some(word => kind.endsWith(word))
}
const OPENING = { test: isOpening }

/** What else a pass is: of light, of a filter, past something. */
const OTHER_PASSES =
  /(?:^|[^a-z])(?:[a-z]{0,12}(?:by|com|tres|sur|over|under|encom|multi|single|first|second|third|final|last|next|each|one|two|render|low|high|band|all|shader|blur|shadow|depth|post|opt|compiler|lint|transform|test)[_-]?)$|[a-z](?:ed|ing)_$/i

/** Phrases that are looked for or spoken. */
const OTHER_PHRASES =
  /(?:search|query|find|match|filter|exact|target|key|catch|noun|verb|wake|trigger|stop|sample|test|turn|buzz|re|para)[ _-]?$/i

/** All words of a list, of a kind. */
function wordsOf(list: readonly string[], kind: NameKind, before?: Word[2]): readonly Word[] {
  return list.map((word): Word => (before ? [word, kind, before] : [word, kind]))
}

/** Languages whose texts are written with ASCII too. */
const WORDS: readonly Word[] = [
  ...wordsOf(
    PASSWORDS.filter(word => word !== 'phrase'),
    'password',
  ),
  ['phrase', 'password', { test: before => !OTHER_PHRASES.test(before) }],
  ['key content', 'password'],
  ...wordsOf(FOREIGN_PASSWORDS, 'password'),
  ...wordsOf(FOREIGN_TOKENS, 'token', APART),
  ['passe', 'password', /mot de $/i],
  ['pass', 'password', { test: before => !OTHER_PASSES.test(before) }],
  [
    'pw',
    'password',
    /(?:^|[^a-z]|bind|root|user|db|admin|mqtt|smtp|ldap|wifi|wlan|service|master|login|server|ftp|sql|mail|vpn|host|web|proxy|sap|ssh|guest|gast|benutzer|system|kunden|default|start|init\w{0,4})$/i,
  ],
  ['code secret', 'code'],
  ['secret', 'secret'],
  ['credential', 'secret'],
  ['credentials', 'secret'],
  ['token', 'token'],
  ['_auth', 'token'],
  ['pat', 'token', /[a-z][_-]$/i],
  ['pin', 'code', APART],
  ['puk', 'code', APART],
  ['totp', 'code', APART],
  ['code', 'code', OPENING],
  ['key', 'key', /(?:^|[^a-z]|[a-z]{3}|[a-z]\d)$/i],
  ['key_base', 'key'],
  ['key-base', 'key'],
  ['keybase', 'key', /secret[_-]?$/i],
  ['key-data', 'key', /client-$/i],
  ['salt', 'key', /[a-z\d][_-]$|(?:password|link|url|auth|session|cookie|token|public)$/i],
]

/** Languages that have letters of their own. */
const FAR_WORDS: readonly Word[] = [...wordsOf(FAR_PASSWORDS, 'password'), ...wordsOf(FAR_TOKENS, 'token')]
const OWN_LETTERS = /[^\x00-\x7f]/

/** So far before a word is looked at. */
const LEAD = 24

/** How a value is written, behind what it is. */
const FORM =
  /[_-](?:hex|b64|base64|plain|plaintext|cleartext|te?mp\w{0,12}|prov\w{2,8}|ini[tcz]ial\w{0,2}|tymcz\w{2,6}|neu|alt|n[uo][ueo]v\w{1,4})$/

/** The last word begins with a capital. */
const JOINED = /[a-z](?:PIN|Pin|PUK|Puk|TOTP|Totp)$/

function apart(name: string): string {
  return name.replace(/([a-z])(?=[A-Z])/g, '$1_').toLowerCase()
}

/** The word that a name ends in, longest first, where it is one of a secret. Each name is asked for several times. */
const wordOf = recent(500, (name: string): Word | false => {
  const lower = name.toLowerCase().replace(FORM, '')
  const words = OWN_LETTERS.test(name) ? [...FAR_WORDS, ...WORDS] : WORDS
  // `adminPIN`: a word begins with a capital
  return endIn(words, lower) ?? (JOINED.test(name) ? endIn(words, apart(name)) : undefined) ?? false
})

function endIn(words: readonly Word[], name: string): Word | undefined {
  for (const each of words) {
    const word = each[0]
    if (!name.endsWith(word)) continue
    const before = each[2]
    const start = name.length - word.length
    if (!before || before.test(name.slice(Math.max(0, start - LEAD), start))) return each
  }
  return undefined
}

/** Whether a key of an object says by its name that its value is a secret. */
export function isSecretName(key: string): boolean {
  return wordOf(key) !== false
}

/** The kind of what stands behind a name. */
export function kindOf(name: string): NameKind {
  const word = wordOf(name)
  const kind = word ? word[1] : 'key'
  return kind === 'key' && SHARED_KEY.test(name) ? 'password' : kind
}
/** Chosen by people, as passwords are. */
const SHARED_KEY = /(?:shared|wpa\d?|wep|wi-?fi|wlan|network|network security)[ ._-]?key$/i

export function isPasswordName(name: string): boolean {
  return kindOf(name) === 'password'
}

/** Whether a name is that of a few digits. */
export function isCodeName(name: string): boolean {
  return kindOf(name) === 'code'
}

/** Whether a name, perhaps in the plural, says of a key that it is kept: `API key`, `signingKeys`. */
export function isKeyName(name: string): boolean {
  const stem = /^([\s\S]*?)[ ._-]?keys?$/.exec(name.toLowerCase())?.[1]
  return stem !== undefined && KEPT_KEYS.some(word => stem.endsWith(word))
}

/**
 * The whole name that ends in a word at `start`, up to `end`; undefined where the word is no name of a secret there. What
 * stands in the line before it belongs to it as programs join names, or as people say what a key is for.
 */
export function nameAt(text: string, start: number, end: number): string | undefined {
  const lead = plain(text.slice(Math.max(0, start - LEAD * 2), start))
  const name = (/[\w.-]*$/.exec(lead)?.[0] ?? '') + text.slice(start, end)
  if (wordOf(name)) return spoken(lead, name)
  const two = `${/[\w-]+(?: \w{1,3})? $/.exec(lead)?.[0] ?? ''}${name}`
  return wordOf(two) ? two : undefined
}

/** `API key` and `one-time code` are two words where people write. */
function spoken(lead: string, name: string): string {
  if (!lead.endsWith(' ')) return name
  const two = (/[\w-]+ $/.exec(lead)?.[0] ?? '') + name
  return isKeyName(two) || isCodeName(two) || isPasswordName(two) ? two : name
}

/** Without the colours of a terminal, and as long as before. */
function plain(text: string): string {
  return text.includes('\u001b') ? text.replace(/\u001b\[[\d;]{0,8}m/g, colour => ' '.repeat(colour.length)) : text
}
