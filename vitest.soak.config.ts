import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/order.ts'
import { onDemand, projectsOf, V8 } from './vitest.config.ts'

const filesWith = (text: string): readonly string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && readFileSync(`test/${name}`, 'utf8').includes(text))
    .map(name => `test/${name}`)
/** Tests of laws: here they try other inputs at each run. */
const LAWS = filesWith('fc.assert(')
/** Tests of which `npm test` makes a share. */
const SHARED = ['test/faults/{damage,fuzz,jobs,killed,together}.test.ts', ...filesWith("/faults/run.ts'")]
/** Another one at each run; the name of a test that failed says which it was, and `SOAK_SEED` repeats it. */
const SEED = process.env.SOAK_SEED ?? String(Math.floor(Math.random() * 2 ** 31))

const INCLUDED = ['test/soak/**/*.test.ts', ...SHARED, ...LAWS]

/** What takes many minutes: all of the faults, of which `npm test` makes a part, fuzzing, and comparison with the real shell. */
export default defineConfig({
  plugins: [onDemand],
  test: {
    env: { SOAK: '1', SOAK_SEED: SEED },
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
    execArgv: V8,
    setupFiles: ['test/seeds.ts'],
    sequence: { sequencer: LongFirst },
    projects: projectsOf(INCLUDED),
  },
})
