// Goes on with a change of the key in a process that a test can kill, and says when the first batch is done.
import { build } from 'esbuild'

const { outputFiles } = await build({
  entryPoints: ['src/keys/change.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  write: false,
})
const { mkdtempSync, writeFileSync } = await import('node:fs')
const { join } = await import('node:path')
const directory = mkdtempSync(join(process.cwd(), 'node_modules', '.keys-worker-'))
writeFileSync(join(directory, 'change.mjs'), outputFiles[0].text)
const { finish } = await import(join(directory, 'change.mjs'))
globalThis.finishKeys = database => finish(database, seq => process.stdout.write(`${seq}\n`))
