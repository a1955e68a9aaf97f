/** Before all tests: a directory in which worlds keep for each other what a first start makes; removed after them. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    prepared: string
  }
}

export default function setup(project: TestProject): () => void {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-prepared-')))
  project.provide('prepared', directory)
  return () => rmSync(directory, { recursive: true, force: true })
}
