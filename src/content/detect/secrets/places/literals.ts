/** Literals that nothing but chance puts together, where neither their name nor their line says that they are for everybody. */
import { isProgramName } from '../expressions.ts'
import type { Secret, TextSpan } from '../model.ts'
import { classesOf, fromBase64, isMadeUp, isPathLike, isRandom, isReference } from '../values.ts'

/** What names a thing, checks it, or is there for everybody. */
const OPEN =
  /id\b|_id|Id\b|ids\b|sha|hash|commit|\brev|digest|sum\b|version|build|uuid|guid|fingerprint|pub|etag|cache|\btag|ref|ur[il]|path|host|name|nonce|trace|span|socket|\bdir|site|pixel|arn|cert|bucket|integrity|signature|head|address|stream|cursor|page|next|prev|state|csrf|xsrf|crumb|slug|file|image|img|src|href|video|doc|sheet|drive|folder|channel|object|blob|chunk|part|layer|revision|resolved|request|session_?id|data|content|body|raw|encoded|base64|font|svg|png|salt|cipher|sealed|encrypted|verif|continu|resume|marker|websocket|timestamp|signed|proof|test|expect|assert|sample|example|fixture|mock|snapshot|mapping|sourceMap|\bh\d:|peer|secure|\bfrom\b|\bto\b|\bb=|source|method|acme|\btxt\b|\becho\b|\bv\d:|account|customer|wallet|index|key:? ?\d|lock|preset|identifier|receipt|challenge|boundary|\bmac\b|parse|thumbprint|choice|verifier|vkey/i
/** An object of a service, by the kind that stands before its number: what opens something is called so. */
const OBJECT = /^(?!\w*(?:live|prod|sec|key|tok|priv|sk|pat|api)_)[A-Za-z]{1,10}_[A-Za-z\d]+$/
/** Named, or given to a call. */
const NAMED =
  /[\w\u0080-\uffff]{1,60}["'\])]{0,3}[ \t]{0,40}(?:[=:(>|]|=>|:=|\([^()\n]{0,60},)[ \t]{0,40}(?:\\?["'`]|[\w.]{0,40}\(["'`])?$/
const SHORTEST = 24
const DIGIT = /\d/
const LONGEST = 128
/** What it is made of, up to a place and from one on. */
const BEFORE = /[A-Za-z\d+/_-]*$/
const BEHIND = /[A-Za-z\d+/_-]*/y
/** So far before a literal what is said of it stands. */
const LEAD = 100

/** `runs`: where long runs of letters and digits stand. */
export function* literals(text: string, runs: readonly TextSpan[]): Generator<Secret> {
  let done = 0
  for (const run of runs) {
    if (run.start < done || !DIGIT.test(text.slice(run.start, run.end))) continue
    // of a longer one no more is needed than that it is
    const before = text.slice(Math.max(done, run.start - LONGEST), run.start)
    const start = run.start - (BEFORE.exec(before)?.[0].length ?? 0)
    BEHIND.lastIndex = run.end
    let end = run.end + (BEHIND.exec(text)?.[0].length ?? 0)
    while (text.charAt(end) === '=' && end < run.end + LONGEST) end++
    done = end
    if (end - start < SHORTEST || end - start > LONGEST || !isEnd(text, end)) continue
    // nothing names what begins its line, such as each line of an image in Base64
    const line = text.slice(Math.max(text.lastIndexOf('\n', start) + 1, start - LEAD), start)
    if (line === '') continue
    const value = text.slice(start, end)
    if (!/\d.*\d/.test(value) || classesOf(value.replace(/\W|_/g, '')) < 3) continue
    if (OPEN.test(memberOf(line)) || OBJECT.test(value) || !NAMED.test(line) || !isDrawn(value)) continue
    yield { kind: 'secret', start, end }
  }
}

/** Of an object in one line nothing but the member. */
function memberOf(line: string): string {
  return (
    /^(?!.*(?:kty|kid"|public|cursor|cert|sealed|page|state)).*?(?<member>[{,]\s?"[a-z]\w{3,40}"\s?:\s?")$/i.exec(line)
      ?.groups?.member ?? line
  )
}

/** A quote, a tag or the end of the line. */
function isEnd(text: string, end: number): boolean {
  return /^(?:\\?["'`<]|,?[ \t]*(?:\r?\n|$))/.test(text.slice(end, end + 8))
}

/** A word between strokes: what is put together of such names a thing. */
const PIECE = /(?:^|[-_+/])[A-Z]?[a-z]{4,}(?=[-_+/]|$)/

function isDrawn(value: string): boolean {
  return (
    isRandom(value, SHORTEST) &&
    !isMadeUp(value) &&
    !isReference(value) &&
    !isPathLike(value) &&
    !value.startsWith('eyJ') &&
    !isProgramName(value) &&
    !PIECE.test(value) &&
    !isText(value)
  )
}

/** Words in Base64, which nobody had to draw. */
function isText(value: string): boolean {
  return /^[\t\n\r\x20-\x7e]*[a-z]{2,}[.,:;]?\s[\t\n\r\x20-\x7e]*$/i.test(fromBase64(value) ?? '')
}
