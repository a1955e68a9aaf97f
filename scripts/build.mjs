// Builds the package: the hot bundle, its launcher, the policy compiler, the command line, the library and the knowledge.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist', { recursive: true })

// What the hook reads is ASCII only: read as bytes, without decoding. The bundler leaves regular expressions as they are.
const ascii = text => text.replace(/[\u007f-\uffff]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Parts that few calls need are set up when they are first called: their modules, and what those bring along, cost time at every
 * start otherwise. The sources import them as everything else; they export functions, and numbers.
 */
const LATER = [
  'src/shell/inline/index.ts',
  'src/shell/inline/sed.ts',
  'src/powershell/run.ts',
  'src/checkpoints/save.ts',
  'src/checkpoints/settle.ts',
  'src/checkpoints/journal.ts',
  'src/checkpoints/bring-back.ts',
  'src/observe.ts',
  'src/after-tool.ts',
  'src/recovery/hints/index.ts',
  'src/conclusion/conclude.ts',
  'src/conclusion/left-over.ts',
  'src/interventions/intervene.ts',
  'src/session/constraints.ts',
  'src/session/breaches.ts',
  'src/session/deeds.ts',
  'src/session/signs/index.ts',
  'src/session/topic.ts',
  'src/session/words.ts',
].map(file => resolve(file))
const later = {
  name: 'later',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ path: asked, importer, resolveDir, kind, namespace }) => {
      const path = resolve(resolveDir, asked)
      const isOwn = importer === path || namespace === 'later' || kind === 'require-call'
      return !isOwn && LATER.includes(path) ? { path, namespace: 'later' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const names = [...source.matchAll(/^export (?:function (\w+)|const (\w+) = \(.*=>)/gm)].map(
        ([, name, constant]) => name ?? constant,
      )
      const numbers = [...source.matchAll(/^export const (\w+) = ([\d_.]+)$/gm)]
      const lines = [
        ...names.map(name => `export const ${name} = (...given) => require(${JSON.stringify(path)}).${name}(...given)`),
        ...numbers.map(([, name, number]) => `export const ${name} = ${number}`),
      ]
      return { contents: lines.join('\n'), resolveDir: dirname(path), loader: 'js' }
    })
  },
}

const common = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning', legalComments: 'none' }
const hot = {
  ...common,
  format: 'cjs',
  minify: true,
  entryPoints: ['src/hook.ts'],
  write: false,
  outfile: 'dist/hook.cjs',
  plugins: [later],
  external: ['bindings'],
  define: {
    REVIEWER_VERSION: JSON.stringify(version),
    REVIEWER_BUILD: '"@build@"',
    'import.meta.filename': '__filename',
  },
  logOverride: { 'empty-import-meta': 'silent' },
}

// Knowledge first: the build id covers it, so that a changed rule makes every compiled policy stale.
const loader = 'dist/load.mjs'
await build({ ...common, format: 'esm', entryPoints: ['src/rules/load.ts'], outfile: loader, packages: 'external' })
const { loadBuiltin } = await import(pathToFileURL(loader).href)
const knowledge = JSON.stringify(loadBuiltin('rules'))
rmSync(loader)
writeFileSync('dist/builtin.json', knowledge)
// The hook needs the models of two or three programs out of thousands: a line each, in one file for each first letter.
const files = {}
for (const [program, model] of Object.entries(JSON.parse(knowledge).commands)) {
  const letter = program.codePointAt(0)
  files[letter] = `${files[letter] ?? '\n'}${program}\t${ascii(model)}\n`
}
mkdirSync('dist/commands')
for (const [letter, lines] of Object.entries(files)) writeFileSync(`dist/commands/${letter}.txt`, lines)

const draft = (await build(hot)).outputFiles[0].text
const id = createHash('sha256').update(draft).update(knowledge).digest('hex').slice(0, 16)
const define = { REVIEWER_VERSION: JSON.stringify(version), REVIEWER_BUILD: JSON.stringify(id) }
// Wrapped as a function: the launcher compiles it as it stands, without putting strings of this size together.
const parameters = 'exports, require, module, __filename, __dirname'
writeFileSync('dist/hook.cjs', `(function (${parameters}) {${ascii(draft.replaceAll('@build@', id))}\n})`)

for (const name of ['glob', 'regex'])
  await build({ ...common, format: 'cjs', minify: true, entryPoints: [`src/${name}.ts`], outfile: `dist/${name}.cjs` })
await build({
  ...common,
  format: 'cjs',
  minify: true,
  entryPoints: ['src/modules/index.ts'],
  outfile: 'dist/modules.cjs',
})
await build({
  ...common,
  format: 'esm',
  minify: true,
  entryPoints: ['src/modules/review-child.ts'],
  outfile: 'dist/review-module.mjs',
})
await build({
  ...common,
  format: 'cjs',
  minify: true,
  entryPoints: ['src/emergency/detach.ts'],
  outfile: 'dist/detach.cjs',
})
await build({
  ...common,
  format: 'cjs',
  minify: true,
  entryPoints: ['src/launch.ts'],
  outfile: 'dist/launch.cjs',
  define,
})
await build({
  ...common,
  format: 'cjs',
  entryPoints: ['src/compile.ts'],
  outfile: 'dist/compile.cjs',
  define,
  logOverride: { 'empty-import-meta': 'silent' },
})
await build({ ...common, format: 'cjs', minify: true, entryPoints: ['src/tidy.ts'], outfile: 'dist/tidy.cjs' })
await build({
  ...common,
  format: 'esm',
  splitting: true,
  packages: 'external',
  entryPoints: ['src/cli.ts', 'src/index.ts'],
  outdir: 'dist',
  define,
})
createRequire(import.meta.url)('node:fs').chmodSync('bin/reviewer.js', 0o755)
