/** The cold entry: compiles the policy of a project from its sources. A bundle of its own, loaded when something changed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD, VERSION } from './build.ts'
import { saveCompiled } from './config/cache.ts'
import { compilePolicy } from './config/compile.ts'
import type { Locations } from './config/locations.ts'
import type { Policy } from './config/policy.ts'
import { compileRules } from './rules/compile.ts'
import type { BuiltinKnowledge } from './rules/load.ts'

/** Compiles the policy of a project and keeps it for the next process. Throws ConfigError. */
export function compileAndKeep(locations: Locations, projectRoot: string): Policy {
  const policy = compile(locations, projectRoot)
  saveCompiled(locations, policy)
  return policy
}

/** Compiles the policy of a project and writes nothing. Throws ConfigError. */
export function compile(locations: Locations, projectRoot: string): Policy {
  const { rules, commands } = builtin(__dirname)
  return compilePolicy(
    locations,
    projectRoot,
    { version: VERSION, rules, commands, compileRules: (config, read) => compileRules(rules, config, read) },
    BUILD,
  )
}

/** What the build made of `rules/`. */
function builtin(dist: string): BuiltinKnowledge {
  return JSON.parse(readFileSync(join(dist, 'builtin.json'), 'utf8'))
}
