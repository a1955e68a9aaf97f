/** What became of each entry that was read, for people. */
import { printable } from '../../common/printable.ts'
import type { ImportLine } from '../import/plan.ts'
import type { OutputStyle, Paint } from './style.ts'

const HEADS: readonly (readonly [as: ImportLine['as'], head: string, style: OutputStyle])[] = [
  ['mapped', 'mapped', 'green'],
  ['held', 'held by what is built in', 'green'],
  ['kept', 'needs nothing here', 'dim'],
  ['lost', 'not mapped', 'yellow'],
]

export function importLines(lines: readonly ImportLine[], paint: Paint): readonly string[] {
  return HEADS.flatMap(([as, head, style]) => {
    const of = lines.filter(line => line.as === as)
    if (of.length === 0) return []
    return [
      paint(style, `${head} (${of.length})`),
      ...of.map(({ from, what }) => `  ${printable(from)}\n      ${printable(what)}`),
    ]
  })
}
