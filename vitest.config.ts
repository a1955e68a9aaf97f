import { readdirSync, readFileSync } from 'node:fs'
import { minimatch } from 'minimatch'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongFirst } from './test/order.ts'

/**
 * A file that puts something else in the place of a source has a process of its own. All others leave nothing behind in theirs, so
 * that many share one and load the sources once.
 */
const ALONE = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts') && readFileSync(`test/${name}`, 'utf8').includes('vi.mock('))
  .map(name => `test/${name}`)
/**
 * Tests that take long: they start the program some hundred times, a browser, the real client or a throw-away machine, or replay some
 * hundred sessions. `npm run test:effects` runs them.
 */
export const EFFECTS = [
  'test/attacks/**/*.test.ts',
  'test/cli/allow.test.ts',
  'test/cli/as-json.test.ts',
  'test/cli/completion.test.ts',
  'test/cli/credentials.test.ts',
  'test/cli/doctor/**/*.test.ts',
  'test/cli/erase.test.ts',
  'test/cli/export/siem/siem.test.ts',
  'test/cli/feedback.test.ts',
  'test/cli/first-hour.test.ts',
  'test/cli/import/**/*.test.ts',
  'test/cli/init-managed.test.ts',
  'test/cli/init.test.ts',
  'test/cli/output/incident.test.ts',
  'test/cli/person/human.test.ts',
  'test/cli/report-page/**/*.test.ts',
  'test/cli/setup.test.ts',
  'test/cli/status.test.ts',
  'test/cli/system-error.test.ts',
  'test/cli/tune.test.ts',
  'test/cli/upgrade.test.ts',
  'test/cli/watch/terminal.test.ts',
  'test/client/**/*.test.ts',
  'test/config/effects.test.ts',
  'test/config/managed.test.ts',
  'test/docs.test.ts',
  'test/drill.test.ts',
  'test/emergency/**/*.test.ts',
  'test/faults/damage.test.ts',
  'test/faults/faults.test.ts',
  'test/faults/fuzz.test.ts',
  'test/faults/jobs.test.ts',
  'test/faults/together.test.ts',
  'test/fleet/**/*.effects.test.ts',
  'test/histories/unseen.test.ts',
  'test/hook/approved.test.ts',
  'test/hook/asks.test.ts',
  'test/hook/checkpoints.test.ts',
  'test/hook/declared.test.ts',
  'test/hook/emptied.test.ts',
  'test/hook/honesty.test.ts',
  'test/hook/interventions.test.ts',
  'test/hook/limits.test.ts',
  'test/hook/matrix.test.ts',
  'test/hook/own-modules.test.ts',
  'test/hook/production.test.ts',
  'test/hook/protected.test.ts',
  'test/hook/record.test.ts',
  'test/hook/reviewers.test.ts',
  'test/hook/unwritable.test.ts',
  'test/installers.test.ts',
  'test/limits/limits.test.ts',
  'test/npx.test.ts',
  'test/package.test.ts',
  'test/record/checkpoints/crash.test.ts',
  'test/specification/behaviour.test.ts',
  'test/specification/configuration.test.ts',
  'test/unseen.test.ts',
]
const LATER = ['test/soak/**', ...EFFECTS]
/**
 * Tests run most of their code a few times: V8 compiles each function at once, optimizes only what runs very often, and lets more
 * young objects come together before it clears up. A fifth less time for what runs in the workers themselves. Later Nodes know no
 * such budget.
 */
export const V8 = [
  '--always-sparkplug',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  ...(process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []),
]

/** Bundlers load what a source requires when it is first asked for; tests, which are no bundle, load it at once. */
export const onDemand = {
  name: 'on-demand',
  transform(code: string, id: string) {
    if (!/\/src\/(.+\/)?(on-demand|cli\/commands)\.ts$/.test(id)) return undefined
    const files = [...code.matchAll(/require\(["'](.+?)["']\)/g)].map(([, file]) => file)
    const imports = files.map((file, index) => `import * as part${index} from '${file}'\n`)
    let at = 0
    return imports.join('') + code.replace(/require\(["'].+?["']\)/g, () => `part${at++}`)
  },
}

/** Of these files, those that need a process of their own, and those that share one. */
export const projectsOf = (include: string[], exclude: string[] = []): TestProjectInlineConfiguration[] => [
  {
    extends: true,
    test: { name: 'alone', include: ALONE.filter(name => include.some(each => minimatch(name, each))), exclude },
  },
  { extends: true, test: { name: 'together', include, exclude: [...exclude, ...ALONE], isolate: false } },
]

export default defineConfig({
  plugins: [onDemand],
  test: {
    // Real processes and real clients on small machines; no test asserts how long something takes.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    execArgv: V8,
    setupFiles: ['test/seeds.ts'],
    sequence: { sequencer: LongFirst },
    projects: projectsOf(['test/**/*.test.ts'], LATER),
  },
})
