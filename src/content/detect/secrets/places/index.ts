/** Secrets that are known by where they stand: in a header, in an address, in a line of a file that is known. */
import { type WordFinder, wordFinders } from '../../words-in.ts'
import { isLiteral } from '../likely.ts'
import type { Secret } from '../model.ts'
import { longRuns } from '../tokens.ts'
import { ADDRESSES } from './addresses.ts'
import { SECRET_COMMANDS } from './commands.ts'
import { DEVICES } from './devices.ts'
import { DIALOGUES } from './dialogues.ts'
import { FILES } from './files.ts'
import { HEADERS } from './headers.ts'
import { LIST_HINTS, LOGIN_HINTS } from './hints.ts'
import { literals } from './literals.ts'
import { MESSAGES } from './messages.ts'
import type { Place } from './place.ts'
import { POSITIONS } from './positions.ts'
import { prefixed } from './prefixed.ts'
import { accounts, ROWS } from './rows.ts'
import { settingSecrets } from './settings.ts'
import { SIGNING_HINTS, signed } from './signed.ts'
import { WEAK } from './weak.ts'

export const PLACES = [
  ...ADDRESSES,
  ...HEADERS,
  ...SECRET_COMMANDS,
  ...FILES,
  ...DEVICES,
  ...DIALOGUES,
  ...ROWS,
  ...POSITIONS,
  ...MESSAGES,
  ...WEAK,
]

const finders = wordFinders(() => [
  ...PLACES.flatMap(({ hints }) => hints),
  ...SIGNING_HINTS,
  ...LIST_HINTS,
  ...LOGIN_HINTS,
])

/** Finds hints in a text: of places, of lists, of what signs. Several ask, one after the other. */
export function hintsIn(text: string): WordFinder {
  if (last?.text !== text) last = { text, has: finders(text) }
  return last.has
}
let last: { readonly text: string; readonly has: WordFinder } | undefined

/** The places of which a text has a hint, in their order. */
function likely(text: string): readonly Place[] {
  const has = hintsIn(text)
  return PLACES.filter(({ hints, gate }) => hints.some(has) && (!gate || gate().test(text)))
}

export function* inPlaces(text: string, strict: boolean): Generator<Secret> {
  for (const { kind, pattern, isCertain, isMasked, isAny } of likely(text)) {
    for (const { indices, groups = {} } of text.matchAll(pattern())) {
      const [start, end] = indices?.groups?.secret ?? [0, 0]
      const secret = groups.secret ?? ''
      const isFound = strict && isMasked ? isLiteral(secret) : (isAny || isLiteral(secret)) && isCertain(secret, groups)
      if (isFound) yield { kind, start, end }
    }
  }
  yield* prefixed(text)
  if (strict) return
  yield* accounts(text)
  yield* settingSecrets(text)
  if (SIGNING_HINTS.some(hintsIn(text))) yield* signed(text)
  yield* literals(text, longRuns(text))
}
