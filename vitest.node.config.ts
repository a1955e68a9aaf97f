import { defineConfig } from 'vitest/config'
import { onDemand } from './vitest.config.ts'

/** What one Node can do otherwise than another: the hook's process, the record, keys, modules, workers, the library, the registration. */
export default defineConfig({
  plugins: [onDemand],
  test: {
    include: [
      'test/hook.test.ts',
      'test/hook/{checkpoints,data-flow,denials,features,fork,git,growth,marked,payloads,retention,reviewers,session}.test.ts',
      'test/record/**/*.test.ts',
      'test/keys.test.ts',
      'test/config/plug-ins/**/*.test.ts',
      'test/index.test.ts',
      'test/cli/init.test.ts',
      'test/cli/replay.test.ts',
    ],
    // Tests start the program on this Node instead of the executable.
    env: { REVIEWER_RUNTIME: 'node' },
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['test/seeds.ts'],
    isolate: false,
  },
})
