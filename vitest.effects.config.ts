import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { EFFECTS, onDemand } from './vitest.config.ts'

/** Tests that do one thing with a long list of others: attacks, faults, every command, every setting. */
const LISTS =
  /^(?:attacks\/|cli\/(?:as-json|completion|import\/)|config\/effects\.test|drill|faults\/(?:faults|fuzz|together)|unseen)/

/**
 * CI has 90 minutes: of these files it takes the share that its time allows (`EFFECTS_SHARE`, 0 to 1, see `.ci/run`), the next ones each day.
 * Everybody else runs all of them.
 */
function leftOut(): readonly string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && LISTS.test(name))
    .sort()
  const count = Math.ceil(files.length * Number(process.env.EFFECTS_SHARE ?? 1))
  const first = (Math.floor(Date.now() / 86_400_000) * count) % files.length
  return files.filter((_, at) => (at - first + files.length) % files.length >= count).map(name => `test/${name}`)
}

/** What really happens: attacks carried out on a throw-away machine, sessions of the real client, and tests that run the program some hundred times. */
export default defineConfig({
  plugins: [onDemand],
  test: {
    include: EFFECTS,
    exclude: [...leftOut()],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['test/seeds.ts'],
    isolate: false,
  },
})
