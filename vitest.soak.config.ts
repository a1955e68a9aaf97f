import { defineConfig } from 'vitest/config'

/** What takes many minutes: all of the faults, of which `npm test` makes a part, fuzzing, and comparison with the real shell. */
export default defineConfig({
  test: {
    include: ['test/{faults,soak}/**/*.test.ts'],
    env: { SOAK: '1' },
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
    globalSetup: ['test/prepared-setup.ts'],
  },
})
