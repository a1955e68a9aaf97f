/** Secrets that are known by where they stand: in a header, in an address, in a line of a file that is known. */
import { once } from '../../../../common/memo.ts'
import { isLiteral } from '../likely.ts'
import type { Secret } from '../model.ts'
import { longRuns } from '../tokens.ts'
import { ADDRESSES } from './addresses.ts'
import { SECRET_COMMANDS } from './commands.ts'
import { DEVICES } from './devices.ts'
import { DIALOGUES } from './dialogues.ts'
import { FILES } from './files.ts'
import { HEADERS } from './headers.ts'
import { finderOf } from './hints.ts'
import { literals } from './literals.ts'
import { MESSAGES } from './messages.ts'
import type { Place } from './place.ts'
import { POSITIONS } from './positions.ts'
import { prefixed } from './prefixed.ts'
import { accounts, ROWS } from './rows.ts'
import { settingSecrets } from './settings.ts'
import { signed } from './signed.ts'
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

/** Places by their hints. */
const hinted = once(() => {
  const places = new Map<string, Place[]>()
  for (const place of PLACES)
    for (const hint of place.hints) {
      const others = places.get(hint)
      if (others) others.push(place)
      else places.set(hint, [place])
    }
  return { places, find: finderOf([...places.keys()]) }
})

/** The places of which a text has a hint, in their order. */
function likely(text: string): readonly Place[] {
  const { places, find } = hinted()
  const found = new Set([...find(text)].flatMap(hint => places.get(hint) ?? []))
  if (found.size === 0) return []
  return PLACES.filter(place => found.has(place) && (!place.gate || place.gate().test(text)))
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
  yield* signed(text)
  yield* literals(text, longRuns(text))
}
