// Compiles assembly/injection to WebAssembly, and writes it as src/detect/injection/code.ts.
// Usage: node scripts/compile-injection.mjs
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--use', 'abort=']

const { default: asc } = await import('assemblyscript/asc')
const directory = mkdtempSync(join(tmpdir(), 'compile-injection-'))
const outFile = join(directory, 'code.wasm')
const { sourcesDigest } = await loadDigest()
const { error, stderr } = await asc.main(['assembly/injection/index.ts', ...OPTIONS, '--outFile', outFile])
if (error) throw new Error(stderr.toString())
const code = readFileSync(outFile)
rmSync(directory, { recursive: true })
writeFileSync(
  'src/detect/injection/code.ts',
  `/**
 * The reading of a text compiled to WebAssembly, written by scripts/compile-injection.mjs from assembly/injection.
 */
// biome-ignore format: made by a program.

/** Of the sources that it was compiled from. */
export const SOURCES = '${sourcesDigest('.')}'
/** ${code.length} bytes in base64. */
export const CODE =
  '${code.toString('base64')}'
`,
)
console.log(`${code.length} bytes`)

async function loadDigest() {
  const outfile = join(directory, 'digest.mjs')
  const entryPoints = ['scripts/injection/compiled.ts']
  await build({ entryPoints, bundle: true, format: 'esm', platform: 'node', outfile, logLevel: 'warning' })
  return import(pathToFileURL(outfile).href)
}
