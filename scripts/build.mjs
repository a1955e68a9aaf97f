// Builds the package: the hot bundle, its launcher, the policy compiler, the command line, the library and the knowledge.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { build as esbuild } from 'esbuild'
import { allOf, lazy, slotsOf, supported } from './lazy.mjs'
import { licencesOf } from './licences.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
rmSync('dist', { recursive: true, force: true })
mkdirSync('dist', { recursive: true })

// What the hook reads is ASCII only: read as bytes, without decoding. The bundler leaves regular expressions as they are.
const ascii = text => text.replace(/[\u007f-\uffff]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  supported,
  logLevel: 'warning',
  legalComments: 'none',
}

/**
 * The bundles of the hook, by the sources that they hold; the rest is in `hook`. Reading the text of a bundle costs time by its
 * length, so what few calls need, and what looks through texts, are in bundles of their own.
 */
const BUNDLES = {
  hook: undefined,
  rare: /^src\/(powershell|shell\/(inline|sql)|checkpoints|conclusion\/(?!left-over)|session\/(constraints|deeds|breaches)|interventions\/(?!limits|ladder)|store\/(verify|wipe|search|set-aside|pruned|system-entry|answers))/,
  git: /^src\/(shell\/(programs\/git|build-files\/git)|facts\/git-(?!repository))/,
  programs: /^src\/shell\/(programs\/(?!index|scripts\b|listing|sed\b)|build-files\/(?!read|package-))/,
  changes:
    /^src\/(session\/signs\/(tests|substitution|shown|denied|admitted|asked|places)|tools\/(ci-files|deferred-text))/,
  results: /^src\/(session\/(errors|invented|missing)|conclusion\/left-over|recovery\/)/,
  injection: /^src\/(detect\/injection\/|reviewers\/builtin\/injection)/,
  texts: /^src\/(detect\/(?!gate)|reviewers\/builtin\/(?!index))/,
}
const BEGINNINGS = { hook: `...${allOf('src/hook/start.ts')},` }

/**
 * Files of packages of which nothing is asked: a statement is prepared and run, of what else a database can do nothing is; schemas
 * speak English.
 */
const UNUSED = /better-sqlite3\/lib\/methods\/(?!wrappers)|zod\/v4\/locales\/(?!en\.|index\.)/

/** The files that went into what is shipped: whose work it holds is written beside it. */
const inputs = new Set()

async function build(options) {
  const built = await esbuild({ ...common, ...options, metafile: true })
  for (const input of Object.keys(built.metafile.inputs)) inputs.add(input)
  return built
}

function bundleOf(source) {
  return Object.keys(BUNDLES).find(name => BUNDLES[name]?.test(source)) ?? 'hook'
}

/** A bundle of the hook. `own`: what others ask of it. Gives its text, and what it asks of others. */
async function bundle(name, own) {
  const asked = new Set()
  const begin = BEGINNINGS[name] ?? ''
  const cases = [...own].map(source => `case '${source}': return parts[source] ??= ${allOf(source)}`)
  const part = `const parts = {}; function part(source) { switch (source) { ${cases.join('\n')} } }`
  const { outputFiles } = await build({
    format: 'cjs',
    minify: true,
    stdin: { contents: `${part}\nmodule.exports = { ${begin} part }`, resolveDir: '.' },
    write: false,
    plugins: [
      lazy({
        packages: ['unbash', 'better-sqlite3'],
        external: ['bindings'],
        unused: UNUSED,
        elsewhere: source => (bundleOf(source) === name ? undefined : bundleOf(source)),
        asked: source => asked.add(source),
      }),
    ],
    external: ['bindings'],
    define: { REVIEWER_VERSION: JSON.stringify(version), REVIEWER_BUILD: '"@build@"' },
  })
  return { text: `${slotsOf(source => bundleOf(source) === name)}${outputFiles[0].text}`, asked }
}

/** Each bundle has what the others ask of it: what is asked for grows until nothing new is. */
async function bundles() {
  const names = Object.keys(BUNDLES)
  const asked = new Set()
  for (let known = -1; ; ) {
    const made = {}
    for (const name of names) {
      const one = await bundle(
        name,
        [...asked].filter(source => bundleOf(source) === name),
      )
      made[name] = one.text
      for (const source of one.asked) asked.add(source)
    }
    if (asked.size === known) return made
    known = asked.size
  }
}

/** A class of a package that may not be there: asked for when one is made, so that what needs none runs all the same. */
function whenUsed(name) {
  const contents = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
export default function Late(...given) { return new (require('${name}'))(...given) }`
  return {
    name: 'when-used',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'when-used' }))
      build.onLoad({ filter: /./, namespace: 'when-used' }, () => ({ contents }))
    },
  }
}

// Knowledge first: the build id covers it, so that a changed rule makes every compiled policy stale.
const loader = 'dist/load.mjs'
await esbuild({ ...common, format: 'esm', entryPoints: ['src/rules/load.ts'], outfile: loader, packages: 'external' })
const { loadBuiltin, loadRules } = await import(pathToFileURL(loader).href)
const { rules, commands } = loadBuiltin('rules')
rmSync(loader)
// What policies are compiled of: the rules, and of the models no more than tells them from those of another build.
const models = createHash('sha256').update(JSON.stringify(commands)).digest('hex')
const knowledge = JSON.stringify({ rules, models })
writeFileSync('dist/builtin.json', knowledge)
// For the commands that show or change rules: with their examples.
writeFileSync('dist/rules.json', JSON.stringify(loadRules('rules')))
// The hook needs the models of two or three programs out of thousands: a line each, in one file for each first letter.
const files = {}
for (const [program, model] of Object.entries(commands)) {
  const letter = program.codePointAt(0)
  files[letter] = `${files[letter] ?? '\n'}${program}\t${ascii(model)}\n`
}
mkdirSync('dist/commands')
for (const [letter, lines] of Object.entries(files)) writeFileSync(`dist/commands/${letter}.txt`, lines)

const drafts = await bundles()
const id = createHash('sha256').update(Object.values(drafts).join('\n')).update(knowledge).digest('hex').slice(0, 16)
const define = { REVIEWER_VERSION: JSON.stringify(version), REVIEWER_BUILD: JSON.stringify(id) }
// Wrapped as a function: the launcher compiles it as it stands, without putting strings of this size together.
const parameters = 'exports, require, module, __filename, __dirname'
function writeWrapped(name, text) {
  writeFileSync(`dist/${name}.cjs`, `(function (${parameters}) {${ascii(text)}\n})`)
}
for (const [name, draft] of Object.entries(drafts)) writeWrapped(name, draft.replaceAll('@build@', id))

for (const name of ['glob', 'regex', 'trace', 'keep-code', 'processes'])
  await build({
    format: 'cjs',
    minify: true,
    entryPoints: [`src/hook/${name}.ts`],
    outfile: `dist/${name}.cjs`,
  })
await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/modules/index.ts'],
  outfile: 'dist/modules.cjs',
})
await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/keys/cipher.ts'],
  outfile: 'dist/cipher.cjs',
})
await build({
  format: 'esm',
  minify: true,
  entryPoints: ['src/modules/review-child.ts'],
  outfile: 'dist/review-module.mjs',
})
await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/emergency/detach.ts'],
  outfile: 'dist/detach.cjs',
})
const launcher = await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/hook/launch.ts'],
  write: false,
  define,
})
writeWrapped('launch', launcher.outputFiles[0].text)
await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/cold.ts'],
  outfile: 'dist/cold.cjs',
  define,
})
/** A bundle for starts of which there are few: each source in it is set up when it is used, those of packages too. */
async function writeCold(name, entry) {
  const { outputFiles } = await build({
    format: 'cjs',
    minify: true,
    stdin: { contents: `module.exports = ${allOf(entry)}`, resolveDir: '.' },
    write: false,
    plugins: [
      lazy({
        packages: ['unbash', 'better-sqlite3', 'commander', 'yaml', 'zod', 'minimatch', 're2js', 'ignore'],
        external: ['bindings'],
        unused: UNUSED,
        elsewhere: () => undefined,
        asked: () => undefined,
      }),
    ],
    external: ['bindings'],
    define,
  })
  writeWrapped(name, slotsOf(() => true) + outputFiles[0].text)
}
await writeCold('compile', 'src/hook/compile.ts')
await writeCold('cli', 'src/cli.ts')
await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/hook/tidy.ts'],
  outfile: 'dist/tidy.cjs',
  external: ['bindings'],
  define: { ...define, 'import.meta.filename': '__filename' },
})
// Needs nothing beside it: it is asked when something is missing.
await build({
  format: 'cjs',
  minify: true,
  entryPoints: ['src/doctor/main.ts'],
  outfile: 'dist/doctor.cjs',
  external: ['bindings'],
  define: { ...define, 'import.meta.filename': '__filename' },
  logOverride: { 'empty-import-meta': 'silent' },
})
// The report page's side in the browser: one script and one style, which name whose work is in them, wherever the page goes.
const plots = readFileSync('node_modules/uplot/LICENSE', 'utf8').trim()
await build({
  platform: 'browser',
  target: ['es2022'],
  format: 'iife',
  minify: true,
  entryPoints: { page: 'src/page/browser/main.ts' },
  outdir: 'dist',
  banner: { js: `/* uPlot: ${plots} */` },
})
await build({
  platform: 'browser',
  target: ['es2022'],
  minify: true,
  entryPoints: { page: 'src/page/style.css' },
  outdir: 'dist',
})
await build({
  format: 'esm',
  packages: 'external',
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  define,
  plugins: [whenUsed('better-sqlite3')],
})
writeFileSync('dist/LICENSES.txt', licencesOf(inputs))
createRequire(import.meta.url)('node:fs').chmodSync('bin/reviewer.js', 0o755)
