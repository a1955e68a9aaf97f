/** All files that make something run, by what starts them. */
import type { ScanSource } from '../model.ts'
import { AGENT_SOURCES } from './agents.ts'
import { BUILD_SOURCES } from './builds.ts'
import { CI_SOURCES } from './ci.ts'
import { PACKAGE_SOURCES } from './packages.ts'
import { PLACE_SOURCES } from './places.ts'

const SOURCES: readonly ScanSource[] = [
  ...AGENT_SOURCES,
  ...PLACE_SOURCES,
  ...PACKAGE_SOURCES,
  ...BUILD_SOURCES,
  ...CI_SOURCES,
]

/** The kind of a file, by its name below the scanned directory; undefined where nothing starts it. */
export function scanSourceOf(name: string): ScanSource | undefined {
  return SOURCES.find(({ files }) => files.test(name))
}
