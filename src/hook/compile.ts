/** The cold entry: compiles the policy of a project from its sources. A bundle of its own, loaded when something changed. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BUILD, VERSION } from '../build.ts'
import { saveCompiled } from '../config/cache.ts'
import { type Builtin, type CompilePatterns, compilePolicy } from '../config/compile.ts'
import type { Locations } from '../config/locations.ts'
import type { Policy } from '../config/policy.ts'
import type { Config } from '../config/schema.ts'
import { ownPatterns } from '../modules/patterns.ts'
import { PATTERNS } from '../patterns/index.ts'
import { compileRules } from '../rules/compile.ts'
import { compilePatterns, isData, unknownPatterns } from '../rules/patterns.ts'

/** Compiles the policy of a project and keeps it for the next process. Throws ConfigError. */
export function compileAndKeep(locations: Locations, projectRoot: string): Policy {
  const policy = compile(locations, projectRoot)
  saveCompiled(locations, policy)
  return policy
}

/** Compiles the policy of a project and writes nothing. Throws ConfigError. */
export function compile(locations: Locations, projectRoot: string): Policy {
  const { rules, models } = builtin(__dirname)
  return compilePolicy(
    locations,
    projectRoot,
    {
      version: VERSION,
      rules,
      models,
      compileRules: (config, read) => compileRules(rules, config, read),
      compilePatterns: patternsOf,
    },
    BUILD,
  )
}

function patternsOf({ patterns: { custom_patterns: files, enabled_patterns: enabled } }: Config, read: Read) {
  const patterns = compilePatterns(files, read)
  const known = [...PATTERNS, ...patterns].map(({ id }) => id)
  // Modules are only asked for their names where one of them could be meant.
  const isKnown = enabled.every(id => id === 'all' || known.includes(id))
  const modules = isKnown ? [] : files.filter(file => !isData(file))
  const theirs = ownPatterns(modules, createRequire(__filename)).patterns.map(({ id }) => id)
  return { patterns, warnings: unknownPatterns(enabled, [...known, ...theirs]) }
}

type Read = Parameters<CompilePatterns>[1]

/** What the build made of `rules/`. */
function builtin(dist: string): Pick<Builtin, 'rules' | 'models'> {
  return JSON.parse(readFileSync(join(dist, 'builtin.json'), 'utf8'))
}
