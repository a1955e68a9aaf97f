/** A policy of the organisation, tried without being in force. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memo } from '../../common/memo.ts'
import { ConfigError, isConfigError } from '../../config/error.ts'
import type { Locations } from '../../config/locations.ts'
import type { Policy } from '../../config/policy.ts'
import { POLICY_FILE } from '../../fleet/policy/bundle.ts'
import { loadExamples } from '../on-demand.ts'
import { compileStrictly, reviewParts } from '../parts.ts'

/**
 * Gives `work` the locations with which the files hold, as if they had been pulled. What is wrong with them is said of `path`, where they
 * come from.
 */
export function withPolicyFiles<T>(
  files: Readonly<Record<string, string>>,
  { path, locations }: { readonly path: string; readonly locations: Locations },
  work: (tried: Locations) => T,
): T {
  const directory = mkdtempSync(join(tmpdir(), 'reviewer-policy-'))
  const isOne = statSync(path).isFile()
  const named = (file: string): string =>
    file.startsWith(`${directory}/`) ? (isOne ? path : join(path, file.slice(directory.length + 1))) : file
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), text)
    }
    return work({ ...locations, tried_organisation: join(directory, POLICY_FILE) })
  } catch (error) {
    if (!isConfigError(error)) throw error
    throw new ConfigError(error.problems.map(problem => ({ ...problem, file: named(problem.file) })))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Compiles the policy as hooks would, and plays the examples of its rules; gives what it says in vain. Throws ConfigError where anything of it
 * does not hold.
 */
export function checkPolicy(tried: Locations, home: string | undefined): readonly string[] {
  // By itself: what the user who publishes or pulls has configured, right or wrong, is of no interest to other machines.
  const alone = { ...tried, user_config: join('/', 'no', 'configuration', 'of', 'a', 'user.yaml') }
  const policy = compileStrictly(alone, '/')
  const parts = { ...reviewParts(home), policy: memo((root: string): Policy => compileStrictly(alone, root)) }
  const own = policy.config.step_reviewer.rules.custom_rules_path.filter(path => /\.ya?ml$/.test(path))
  const failures = own.flatMap(path =>
    loadExamples()
      .testKnowledge(path, parts)
      .failures.map(message => ({ file: path, line: 0, column: 0, key: '', message })),
  )
  if (failures.length > 0) throw new ConfigError(failures)
  return policy.warnings
}
