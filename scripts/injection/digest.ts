/** What the tables of the injection model are made of, in short: they are stale when it changes. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const FOLDER = 'test/outputs/injections'
/** Texts of an author whom the model does not know. */
export const HELD_OUT = 'held-out.jsonl'

const SOURCES = [
  ...[
    'cuts',
    'decode',
    'features',
    'letters',
    'lexicon',
    'meanings',
    'place',
    'readings',
    'sentences',
    'table',
    'tally',
  ],
  ...['tokens', 'view', 'words'],
]

/** Of the texts, the lexicon and the sources that the features come from. */
export function digestOf(root: string): string {
  const folder = join(root, FOLDER)
  const files = readdirSync(folder).filter(name => name !== HELD_OUT)
  const paths = [
    ...files.sort().map(name => join(folder, name)),
    ...SOURCES.map(name => join(root, `src/detect/injection/${name}.ts`)),
    ...['lexicon', 'model', 'texts', 'write'].map(name => join(root, `scripts/injection/${name}.mjs`)),
  ]
  const hash = createHash('sha256')
  for (const path of paths) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}
