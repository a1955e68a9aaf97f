// Builds all that is shipped: the knowledge, the report page, the library, the program for Node, and the executable of this platform.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build as esbuild } from 'esbuild'
import { compileExecutable } from './executable.mjs'
import { generated } from './generate.mjs'
import { licencesOf } from './licences.mjs'
import { withOrder } from './order.mjs'
import { PLATFORMS, runtimeFor } from './platforms.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const ASSETS = 'dist/assets'
rmSync('dist', { recursive: true, force: true })
mkdirSync(ASSETS, { recursive: true })

/** The files that went into what is shipped: whose work it holds is written beside it. */
const inputs = new Set()

async function bundle(options) {
  const built = await esbuild({
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    legalComments: 'none',
    metafile: true,
    ...options,
  })
  for (const input of Object.keys(built.metafile.inputs)) inputs.add(input)
  return built
}

// What is generated and checked in is compiled below: it must say what it is made of.
for (const [file, text] of await generated())
  if (readFileSync(file, 'utf8') !== text) throw new Error(`${file} is not current: npm run generate`)

// Knowledge. Rules are read from YAML here, once: that takes half a second.
const loader = 'dist/load.mjs'
await bundle({ format: 'esm', entryPoints: ['src/config/rules/load.ts'], outfile: loader, packages: 'external' })
const { loadBuiltin, loadRules } = await import(pathToFileURL(loader).href)
const { rules, commands } = loadBuiltin('rules')
rmSync(loader)
// A hook needs two or three models out of hundreds: an index, ordered by program, says where in the text of all each stands.
const models = [...new Set(Object.values(commands))].join('\n')
const startOf = new Map()
let end = 0
for (const model of models.split('\n')) {
  startOf.set(model, end)
  end += Buffer.byteLength(model) + 1
}
const programs = Object.keys(commands)
  .toSorted()
  .map(name => `${name}\t${startOf.get(commands[name])}\t${Buffer.byteLength(commands[name])}\n`)
  .join('')
writeFileSync(`${ASSETS}/models.txt`, models)
writeFileSync(`${ASSETS}/programs.txt`, programs)
// What policies are compiled of: the rules, and of the models no more than tells them from those of another build.
const knowledge = JSON.stringify({ rules, models: createHash('sha256').update(programs).update(models).digest('hex') })
writeFileSync(`${ASSETS}/builtin.json`, knowledge)
// For the commands that show or change rules: with their examples.
writeFileSync(`${ASSETS}/rules.json`, JSON.stringify(loadRules('rules')))
// For people whose secret got out: whose it is, and where it is replaced.
await bundle({ format: 'esm', entryPoints: ['src/config/rules/secrets.ts'], outfile: loader, packages: 'external' })
const { loadSecrets } = await import(`${pathToFileURL(loader).href}?secrets`)
rmSync(loader)
const vendors = loadSecrets('rules/secrets').map(({ id, vendor, link, rotate = link }) => [id, { vendor, rotate }])
writeFileSync(`${ASSETS}/vendors.json`, JSON.stringify(Object.fromEntries(vendors)))
cpSync('rules', `${ASSETS}/rules`, { recursive: true })

// The report page's side in the browser: one script and one style, which name whose work is in them, wherever the page goes.
const plots = readFileSync('node_modules/uplot/LICENSE', 'utf8').trim()
await bundle({
  platform: 'browser',
  target: ['es2022'],
  format: 'iife',
  minify: true,
  entryPoints: { page: 'src/cli/report-page/browser/main.ts' },
  outdir: ASSETS,
  banner: { js: `/* uPlot: ${plots} */` },
})
await bundle({
  platform: 'browser',
  target: ['es2022'],
  minify: true,
  entryPoints: { page: 'src/cli/report-page/style.css' },
  outdir: ASSETS,
})

// The program for Node, and the library. What is loaded of files beside them is found by their own place.
const draft = await bundle({ ...program({ build: '' }), write: false })
const build = createHash('sha256').update(draft.outputFiles[0].text).update(knowledge).digest('hex').slice(0, 16)
await bundle(program({ build }))
await bundle({
  format: 'esm',
  packages: 'external',
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  define: constants({ build }),
})

function program(known) {
  return {
    format: 'cjs',
    minify: true,
    entryPoints: ['src/main.ts'],
    outfile: 'dist/reviewer.cjs',
    define: { ...constants(known), 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
  }
}

function constants({ build }) {
  return { REVIEWER_VERSION: JSON.stringify(version), REVIEWER_BUILD: JSON.stringify(build) }
}

if (process.argv.includes('--no-executable')) process.exit()
const executable = { outfile: 'dist/reviewer', constants: constants({ build }) }
compileExecutable(executable)
// Twice: the first tells in which order it needs its functions. Then for all platforms: what is put into their packages.
withOrder(executable.outfile, order => {
  compileExecutable({ ...executable, order })
  if (process.argv.includes('--all'))
    for (const { name, target, executable: file } of PLATFORMS)
      compileExecutable({
        ...executable,
        outfile: `dist/packages/${name}/${file}`,
        target,
        runtime: runtimeFor(target),
        order,
      })
})
writeFileSync('dist/LICENSES.txt', licencesOf(inputs))
