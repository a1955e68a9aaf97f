import { defineConfig } from 'vitest/config'

/** What takes minutes: fuzzing, and comparison with the real shell. */
export default defineConfig({
  test: { include: ['test/soak/**/*.test.ts'], maxWorkers: 2, testTimeout: 20 * 60_000 },
})
