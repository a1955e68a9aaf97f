import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { onDemand } from './vitest.config.ts'

const filesWith = (text: string): readonly string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && readFileSync(`test/${name}`, 'utf8').includes(text))
    .map(name => `test/${name}`)
/** Tests of laws: here they try other inputs at each run. */
const LAWS = filesWith('fc.assert(')
/** Tests of which `npm test` makes a share. */
const SHARED = filesWith("/faults/run.ts'")
/** Another one at each run; the name of a test that failed says which it was, and `SOAK_SEED` repeats it. */
const SEED = process.env.SOAK_SEED ?? String(Math.floor(Math.random() * 2 ** 31))

/** What takes many minutes: all of the faults, of which `npm test` makes a part, fuzzing, and comparison with the real shell. */
export default defineConfig({
  plugins: [onDemand],
  test: {
    include: ['test/{faults,soak}/**/*.test.ts', ...SHARED, ...LAWS],
    env: { SOAK: '1', SOAK_SEED: SEED },
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
    setupFiles: ['test/seeds.ts'],
  },
})
