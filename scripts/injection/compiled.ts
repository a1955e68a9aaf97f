/** What the compiled reading of the injection model is made of, in short: it is stale when that changes. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function sourcesDigest(root: string): string {
  const folder = join(root, 'assembly/injection')
  const hash = createHash('sha256')
  const names = readdirSync(folder).filter(name => name.endsWith('.ts'))
  for (const name of names.sort()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}
