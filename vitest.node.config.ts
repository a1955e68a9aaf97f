import { defineConfig } from 'vitest/config'
import { onDemand, projectsOf } from './vitest.config.ts'

const FILES = [
  'test/hook.test.ts',
  'test/hook/{checkpoints,fork,payloads,reviewers}.test.ts',
  'test/record/**/*.test.ts',
  'test/keys.test.ts',
  'test/config/plug-ins/**/*.test.ts',
  'test/index.test.ts',
  'test/cli/init.test.ts',
  'test/cli/replay.test.ts',
]

/** What is killed at any moment is the same on every Node, and takes long. */
const KILLED = ['test/record/checkpoints/crash.test.ts']

/**
 * What one Node can do otherwise than another: the hook's process, the record, keys, modules, workers, the library, the registration. That it judges
 * alike is compared in the soak (`test/soak/runtimes.test.ts`).
 */
export default defineConfig({
  plugins: [onDemand],
  test: {
    // Tests start the program on this Node instead of the executable.
    env: { REVIEWER_RUNTIME: 'node' },
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['test/seeds.ts'],
    projects: projectsOf(FILES, KILLED),
  },
})
