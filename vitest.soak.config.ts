import { defineConfig } from 'vitest/config'

/** What takes minutes: all of the faults and the fuzzing, of which `npm test` does a tenth, and comparison with the real shell. */
export default defineConfig({
  test: {
    include: ['test/{faults,soak}/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 20 * 60_000,
    globalSetup: ['test/prepared-setup.ts'],
    env: { SOAK: '1' },
  },
})
