/** Tokens that begin with a word for their kind, as most makers of programs give them out by now: `live_…`, `acme_pat_…`. */
import { isProgramName } from '../expressions.ts'
import type { Secret } from '../model.ts'
import { classesOf, isMadeUp, isRandom } from '../values.ts'

/** A quick look: most texts have nothing of the kind. */
const GATE = /_(?:[A-Za-z\d]{30}|(?:live|prod|secret|sk|key|token|tok|pat|api|priv)_[\w-]{20})/
const TOKEN = /(?<![\w/+.=-])(?:[A-Za-z][A-Za-z\d]{1,12}_){1,3}(?<body>[A-Za-z\d]{30,128})(?![\w/+=-])/g
/** What names a thing, or is there for everybody. */
const OPEN =
  /^(?:pk|phc|pub|public|id|ids|sha\d*|md5|hash|cs|ca|arn|file|req|request|trace|span|msg|run|job|img|image|chunk|dpl|deploy|deployment|build|prj|team|evt|event)_|_(?:id|pub|public|hash|sha\d*)_$/i

/** Behind the name of an identifier: `"deploymentId": "`, `"idOrUrl": "`. */
const NAMED_ID =
  /(?:[a-z]Id|(?:^|[^A-Za-z])ids?|ID|[iI]dOr[A-Z]\w{0,12}|cursor|[dD]igest)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?$/
/** So far before a value its name is looked for. */
const LEAD = 40

/** Says that it opens something. */
const OPENS = /^[a-z\d]+_(?:live|prod|secret|sk|key|token|tok|pat|api|priv)_/i

/** What says by its second word that it opens something may be shorter, and hold other signs. */
const SHORTER =
  /(?<![\w/+.=-])[A-Za-z][A-Za-z\d]{1,12}_(?:live|prod|secret|sk|key|token|tok|pat|api|priv)_(?:[a-z]{2,8}_)?(?<body>[\w-]{20,128})(?![\w/+=-])/g

/** Longer than ids are, and no hash: with letters beyond those of a hexadecimal number. */
export function* prefixed(text: string): Generator<Secret> {
  if (!GATE.test(text)) return
  for (const { 0: token, index, groups } of text.matchAll(TOKEN)) {
    const body = groups?.body ?? ''
    if (
      OPEN.test(token.slice(0, -body.length)) ||
      (/^[\da-f]*$/i.test(body) && !OPENS.test(token)) ||
      (!OPENS.test(token) && NAMED_ID.test(text.slice(Math.max(0, index - LEAD), index))) ||
      classesOf(body) < 2
    )
      continue
    if (isRandom(body, 30) && /\d/.test(body) && !isMadeUp(body) && !isProgramName(token))
      yield { kind: 'token', start: index, end: index + token.length }
  }
  for (const { 0: token, index, groups } of text.matchAll(SHORTER)) {
    const body = groups?.body ?? ''
    if (
      !OPEN.test(token.slice(0, -body.length)) &&
      /\d.*\d/.test(body) &&
      classesOf(body) >= 3 &&
      isRandom(body, 20) &&
      !isMadeUp(token)
    )
      yield { kind: 'token', start: index, end: index + token.length }
  }
}
