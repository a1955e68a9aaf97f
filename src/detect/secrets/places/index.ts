/** Secrets that are known by where they stand: in a header, in an address, in a line of a file that is known. */
import type { Secret } from '../model.ts'
import { isLiteral } from '../names.ts'
import { ADDRESSES } from './addresses.ts'
import { COMMANDS } from './commands.ts'
import { DEVICES } from './devices.ts'
import { FILES } from './files.ts'
import { HEADERS } from './headers.ts'

const PLACES = [...ADDRESSES, ...HEADERS, ...COMMANDS, ...FILES, ...DEVICES]

export function* inPlaces(text: string, strict: boolean): Generator<Secret> {
  for (const { kind, hints, pattern, isCertain, isMasked } of PLACES) {
    if (!hints.some(hint => text.includes(hint))) continue
    for (const { indices, groups = {} } of text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.secret ?? [0, 0]
      const secret = groups.secret ?? ''
      const isFound = strict && isMasked ? isLiteral(secret) : isLiteral(secret) && isCertain(secret, groups)
      if (isFound) yield { kind, start, end }
    }
  }
}
