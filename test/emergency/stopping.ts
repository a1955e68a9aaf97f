/** A build of the reviewer that stops a session at a marker, so that what follows a stop is tried whatever patterns exist. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { inject } from 'vitest'

/** A call whose command holds it stops the session before it runs; `MARKER_AFTER` once it ran. */
export const MARKER = 'stop-before'
export const MARKER_AFTER = 'stop-after'
export const REASON = 'The same error came back 6 times, token ghp_0123456789abcdefghijABCDEFGHIJ012345.'

const INTERVENE = `
export function intervene(matches, view) {
  const marker = view.action ? '${MARKER}' : '${MARKER_AFTER}'
  if (!view.step.signature.includes(marker)) return undefined
  return {
    id: 'emergency_stop',
    message: 'It goes in circles.',
    patterns: ['repetitive_errors'],
    severity: 0.95,
    ordinal: view.session.interventions.length + 1,
    recurred: [],
    problems: [],
    stop: ${JSON.stringify(REASON)},
  }
}`

/** Whatever the session does, the marker is a pattern. */
const DETECT = `
export function detect(patterns, view) {
  const marker = view.action ? '${MARKER}' : '${MARKER_AFTER}'
  if (!view.step.signature.includes(marker)) return { matches: [], broken: [] }
  const details = {}
  const evidence = [view.step.step]
  const problem = 'It goes in circles.'
  return {
    matches: [
      { pattern: 'repetitive_errors', severity: 'medium', confidence: 1, problem, next: 'Stop.', details, evidence },
    ],
    broken: [],
  }
}`

const stops: Plugin = {
  name: 'stops',
  setup({ onLoad }) {
    onLoad({ filter: /src\/interventions\/intervene\.ts$/ }, () => ({ contents: INTERVENE, loader: 'js' }))
    onLoad({ filter: /src\/patterns\/detect\.ts$/ }, () => ({ contents: DETECT, loader: 'js' }))
  },
}

/**
 * Waits until the process that reports on stops has done so: what it writes must not come after the test's directory is removed.
 */
export async function reported(state: string): Promise<void> {
  const directory = join(state, 'latches')
  const names = existsSync(directory) && statSync(directory).isDirectory() ? readdirSync(directory) : []
  const files = names.filter(name => name.endsWith('.json')).map(name => join(directory, name))
  const reports = files.flatMap(
    file => /"report":"([^"]+)\.md"/.exec(statSync(file).isFile() ? readFileSync(file, 'utf8') : '')?.[1] ?? [],
  )
  for (let waited = 0; waited < 10_000 && reports.some(report => !existsSync(`${report}.json`)); waited += 50)
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Builds it beside copies of all other parts, once for all tests; gives the path of its program. */
export async function buildStopping(): Promise<string> {
  const built = join(inject('prepared'), 'stopping')
  const program = join(built, 'bin', 'reviewer.js')
  if (existsSync(program)) return program
  const root = `${built}-${process.pid}`
  mkdirSync(root)
  const dist = join(root, 'dist')
  for (const part of ['bin', 'dist', 'package.json']) cpSync(resolve(part), join(root, part), { recursive: true })
  symlinkSync(realpathSync('node_modules'), join(root, 'node_modules'))
  mkdirSync(dist, { recursive: true })
  // Of the same id as what compiles policies: with another, each start would compile its policy anew.
  const id = /"[0-9a-f]{16}"/.exec(readFileSync('dist/launch.cjs', 'utf8'))?.[0]
  if (!id) throw new Error('the build has no id')
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: true,
    plugins: [stops],
    define: { REVIEWER_BUILD: id, 'import.meta.filename': '__filename' },
    logLevel: 'error',
    write: false,
  } satisfies BuildOptions
  const ascii = (text: string): string =>
    text.replace(/[\u007f-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const parameters = 'exports, require, module, __filename, __dirname'
  for (const [name, entry] of Object.entries({ hook: 'src/hook/start.ts', cli: 'src/cli.ts' })) {
    const { outputFiles } = await build({ ...common, entryPoints: [entry] })
    writeFileSync(join(dist, `${name}.cjs`), `(function (${parameters}) {${ascii(outputFiles[0]?.text ?? '')}\n})`)
  }
  if (!readFileSync(join(dist, 'hook.cjs'), 'utf8').includes(MARKER)) throw new Error('the marker is not in the build')
  try {
    renameSync(root, built)
  } catch (error) {
    // Another file with tests may have been first: what it built is the same.
    if (!existsSync(program)) throw error
  }
  return program
}
