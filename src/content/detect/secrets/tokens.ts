/** Secrets that are known by their own look: documented token formats and JSON Web Tokens. */
import { memo } from '../../../common/memo.ts'
import { wordFinder } from '../words-in.ts'
import { formats } from './formats.ts'
import type { Format, FormatShape, Secret, TextSpan } from './model.ts'
import { fromBase64, isMadeUp } from './values.ts'

/** A token begins after no letter or digit, but may after an escape, an encoded character or a colour of a terminal. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbfv]|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m|/bot))`

const shapeOf = memo((pattern: string) => new RegExp(pattern))

const formOf = memo((format: Format) => {
  const [, , , form, part] = format
  return new RegExp(`${START}(?:${form})`, part === 'body' ? 'dg' : 'g')
})

/** No token has a shorter part. */
const LONG = /[\w-]{14,}/g
/** None is of small letters or digits alone. Most texts of a record have none; the client's own ids are all over it. */
const MIXED = /^(?!toolu_|\d+$)(?=[\w-]{0,48}(?:\d|[A-Z][A-Z]?[a-z]?[A-Z]))(?=[\w-]{0,64}(?:[A-Z]|[a-z\d]{12}))/

export function tokens(text: string, strict: boolean): readonly Secret[] {
  const found: Secret[] = text.includes('eyJ') ? [...webTokens(text, strict)] : []
  const around = aroundLong(text)
  if (around === '') return found
  for (const format of likely(around)) {
    const [kind, words, , , part] = format
    for (const match of text.matchAll(formOf(format))) {
      const [start, end] = (part === 'body' && match.indices?.[1]) || [match.index, match.index + match[0].length]
      if (start === end || (!strict && isExample(text.slice(start, end), words))) continue
      found.push({ kind, start, end })
    }
  }
  return found
}

/** Where what may be part of a token stands: a text is looked through once for all that ask. */
export function longRuns(text: string): readonly TextSpan[] {
  if (last?.text !== text) {
    const runs: TextSpan[] = []
    for (const { index, 0: run } of text.matchAll(LONG))
      if (MIXED.test(run)) runs.push({ start: index, end: index + run.length })
    last = { text, runs }
  }
  return last.runs
}
let last: { readonly text: string; readonly runs: readonly TextSpan[] } | undefined

/** So far before and behind the longest run of letters and digits of a token what it is known by stands. */
const BEFORE = 60
const BEHIND = 24

/** The stretches of a text around what may be part of a token: often nothing. */
function aroundLong(text: string): string {
  let around = ''
  let done = 0
  for (const run of longRuns(text)) {
    const start = Math.max(done, run.start - BEFORE)
    const end = run.end + BEHIND
    if (start > done) around += '\n'
    if (end > done) around += text.slice(start, end)
    done = Math.max(done, end)
  }
  return around
}

/** The formats of which these stretches may hold some, in the order of the table. */
function likely(around: string): readonly Format[] {
  const has = wordFinder(around)
  const isShaped = ([pattern, leads]: FormatShape) =>
    (leads.length === 0 || leads.some(has)) && shapeOf(pattern).test(around)
  return formats().filter(([, words, shapes]) => words.some(has) || shapes.some(isShaped))
}

/** `words`: what tokens of the format begin with. That may say `TEST`, and each of them would be an example. */
function isExample(token: string, words: readonly string[]): boolean {
  const word = words.find(each => token.startsWith(each)) ?? ''
  const body = token.slice(word.length)
  return isMadeUp(body) || isMadeUp(body.slice(body.search(/[_-][A-Za-z0-9]{8,}$/) + 1))
}

/** What signs a link or names an account by design: pages are addressed with it. */
const IN_LINKS = /^(aws-key|aws-presigned-link|azure-sas|google-key|jwt|(?:slack|discord|teams|google-chat)-webhook)$/

/** The kind of a token that no address should hold; undefined where there is none. */
export function tokenIn(address: string): string | undefined {
  return tokens(address, true).find(({ kind }) => !IN_LINKS.test(kind))?.kind
}

/** A token begins after none of its own characters: they are many, and each of them would be looked at as a beginning. */
const APART = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbfv]|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m))`
/** Without its signature too: a text may have been cut. */
const WEB_TOKEN = new RegExp(`${APART}eyJ[\\w-]{10,8192}\\.eyJ[\\w-]{10,8192}(?:\\.[\\w-]{0,2048})?`, 'g')
const ENCRYPTED = new RegExp(
  `${APART}eyJ[\\w-]{10,2048}(?:\\.[\\w-]{0,1024}\\.[\\w-]{16,64}\\.[\\w-]{10,8192}\\.[\\w-]{16,64})(?![\\w-])`,
  'g',
)
/** A record in Base64, perhaps in several lines, and how one begins that holds a secret or is what a program joins a cluster with. */
const RECORD = new RegExp(
  `${APART}eyJ[A-Za-z0-9+/_-]{45,8192}(?:\\r?\\n[A-Za-z0-9+/]{60,76}){0,80}(?:\\r?\\n[A-Za-z0-9+/]{4,76})?={0,2}(?![\\w.-])`,
  'g',
)
const OF_SECRETS =
  /^\{"[\w-]{0,20}(?:token|secret|passw|pwd|api_?key|private)|^\{"(?:user(?:name)?|login|email|url|uri|endpoint|host)":\s?"[^"]{1,30}"?,?\s?(?:"(?:pass|pw|token|secret)|$)|^\{"(?:ver|a)":"|^\{"auths"/i
const SHORTEST_SIGNATURE = 20

/** Signed ones: without a signature a token opens nothing. */
function* webTokens(text: string, strict: boolean): Generator<Secret> {
  for (const { 0: token, index } of text.matchAll(WEB_TOKEN)) {
    const end = index + token.length
    if (strict || isSecretWebToken(token, end === text.length)) yield { kind: 'jwt', start: index, end }
  }
  if (strict) return
  for (const { 0: token, index } of text.matchAll(RECORD)) {
    const lead = fromBase64(token.slice(0, 64)) ?? ''
    if (OF_SECRETS.test(lead)) yield { kind: 'secret', start: index, end: index + token.length }
  }
  for (const { 0: token, index } of text.matchAll(ENCRYPTED))
    yield { kind: 'jwt', start: index, end: index + token.length }
}

/** Names the subject of the example that the standard's own site shows, and the project that every local database begins with. */
const SHOWN = /"sub"\s*:\s*"1234567890"|"iss"\s*:\s*"supabase-demo"|"role"\s*:\s*"anon"/

function isSecretWebToken(token: string, isCut: boolean): boolean {
  const [header = '', payload = '', signature] = token.split('.')
  const isSigned = signature === undefined ? isCut : signature.length >= SHORTEST_SIGNATURE && !isMadeUp(signature)
  if (!isSigned) return false
  const said = fromBase64(payload) ?? ''
  return !SHOWN.test(said) && !/"alg"\s*:\s*"none"/i.test(fromBase64(header) ?? '')
}
