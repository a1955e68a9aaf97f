/** What is drawn by chance in a line that speaks of a secret before it: `Your new token (shown once): …`. */
import type { Secret } from './model.ts'
import { classesOf, isMadeUp, isPathLike, isRandom, isReference, isWebToken } from './values.ts'

const SPEAKS =
  /(?:pass(?:word|phrase|code|wd)|secret|token|credential|(?:api|access|private|signing|encryption|master|auth|licen[cs]e|server|shared|unseal|recovery|admin) ?[_-]?key)/gi
/** Of lines that speak of what may be drawn by chance, and is for everybody. */
const OPEN_LINE =
  /hash|sha\d|sha-|md5|integrity|digest|checksum|public|fingerprint|commit|etag|cache|cursor|next|page|csrf|nonce|\bid\b|request|trace|uuid|version|sealed|encrypted|\bENC\[|signature/i
const RUN = /(?<=[\s"'`:(,>|])[\w+/~-]{24,512}={0,2}(?![\w./+@%(-])/g
/** Longer lines are of programs or of data. */
const LONGEST_LINE = 400

export function* besideNames(text: string): Generator<Secret> {
  let done = 0
  for (const { index } of text.matchAll(SPEAKS)) {
    if (index < done) continue
    const start = text.lastIndexOf('\n', index) + 1
    const next = text.indexOf('\n', index)
    const end = next === -1 ? text.length : next
    done = end
    if (end - start > LONGEST_LINE || OPEN_LINE.test(text.slice(start, end))) continue
    for (const { 0: run, index: at } of text.slice(start, end).matchAll(RUN))
      if (start + at > index && isDrawn(run)) yield { kind: 'secret', start: start + at, end: start + at + run.length }
  }
}

/** Of all three classes, and of no few: what people and programs name has fewer. */
function isDrawn(run: string): boolean {
  if (!/\d/.test(run) || classesOf(run.replace(/\W|_/g, '')) < 3 || isMadeUp(run)) return false
  if (isPathLike(run) || isReference(run) || isWebToken(run) || (run.match(/\//g)?.length ?? 0) > 3) return false
  return isRandom(run, 24)
}
