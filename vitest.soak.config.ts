import { defineConfig } from 'vitest/config'

/** What takes minutes: a tenth of the faults (`SOAK=1`: all of them), fuzzing, and comparison with the real shell. */
export default defineConfig({
  test: {
    include: ['test/{faults,soak}/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 20 * 60_000,
    globalSetup: ['test/prepared-setup.ts'],
  },
})
