import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/order.ts'

/** Tests of pure stages: they leave nothing behind in their process, so that many share one and load the sources once. */
const TOGETHER = [
  'test/{among,behaviour,nearest,review-cache}.test.ts',
  'test/{analysis,conclusion,decision,interventions,powershell,protocol,recovery,report,reviewers,session,shell,targets,tools}/**/*.test.ts',
  'test/patterns/!(own).test.ts',
]
const SOAK = ['test/soak/**', 'test/faults/{faults,fuzz,together}.test.ts']

export default defineConfig({
  test: {
    // Real processes and real clients on small machines; no test asserts how long something takes.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    globalSetup: ['test/prepared-setup.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...SOAK, ...TOGETHER] } },
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
    ],
  },
})
