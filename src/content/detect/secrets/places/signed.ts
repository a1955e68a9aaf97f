/** What a program signs or encrypts with: its variable may be called anything, and holds a literal in the same text. */
import type { Secret } from '../model.ts'
import { isMadeUp, isRandom, isStandIn } from '../values.ts'

/** A text without one of them has no such call. */
export const SIGNING_HINTS = [
  'hmac',
  'Hmac',
  'HMAC',
  'jwt.',
  'Jwts',
  'Fernet(',
  'AES',
  'Cipher',
  'Signer',
  'nacl',
  'sodium',
]
/** A call that takes a key, and what it is given. */
const CALL =
  /\b(?:\w{0,40}hmac\w{0,40}(?:[.:]{1,2}(?:new|New|digest|hexdigest|sign))?|jwt\.(?:sign|verify|encode|decode)|Fernet|AES\.new|create(?:Hmac|(?:Dec|C)ipher(?:iv)?)|SecretKeySpec|SecretBox|\w{0,20}Signer|secretbox|NewCipher)\(\s{0,8}(?<given>[^\n;{}]{1,160})/gi
const NAME = /(?<![\w."'])[A-Za-z_]\w{0,40}(?![\w("'])/g
const DIRECT = /b?["'](?<value>[\w+/=-]{24,256})["']/
const MOST = 12
const DRAWN = /(?:["']|^\[\[)(?<value>[\w+/=.~!@#$%^&*-]{16,256})(?:["']|$)/g

export function* signed(text: string): Generator<Secret> {
  const names = new Set<string>()
  for (const { groups, index, 0: whole } of text.matchAll(CALL)) {
    const literal = DIRECT.exec(groups?.given ?? '')?.groups?.value ?? ''
    if (literal !== '' && isRandom(literal, 24) && !isMadeUp(literal)) {
      const at = index + whole.indexOf(literal)
      yield { kind: 'key', start: at, end: at + literal.length }
    }
    for (const [name] of (groups?.given ?? '').matchAll(NAME)) names.add(name)
    if (names.size > MOST) break
  }
  for (const name of [...names].slice(0, MOST)) yield* heldBy(text, name)
}

/** The literals that a variable is given: one, or those of a map. */
function* heldBy(text: string, name: string): Generator<Secret> {
  const given = new RegExp(
    `(?<![\\w.])${name}(?:\\s{0,4}:\\s{0,4}[\\w&' ]{1,20}|\\[\\])?\\s{0,4}:?=\\s{0,4}(?:\\[\\]byte\\(|b|[\\w.:]{1,30}(?:\\(\\))?(?:\\.\\w{1,20})?\\()?(?=["'{[])`,
    'g',
  )
  for (const { index, 0: whole } of text.matchAll(given)) {
    const from = index + whole.length
    const opens = text.charAt(from)
    const stop = text.indexOf(opens === '{' ? '}' : opens === '[' ? ']' : '\n', from)
    const part = text.slice(from, Math.min(stop === -1 ? text.length : stop, from + 600))
    for (const { groups, index: at } of part.matchAll(DRAWN)) {
      const value = groups?.value ?? ''
      if (!isRandom(value, 16) || isMadeUp(value) || isStandIn(value)) continue
      const first = from + at + part.slice(at).indexOf(value)
      yield { kind: 'key', start: first, end: first + value.length }
    }
  }
}
