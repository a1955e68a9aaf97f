/** Policies that a replay tries: each of a user configuration. */

import { memo } from '../../common/memo.ts'
import type { Policy } from '../../config/policy.ts'
import { compiledPolicy, reviewParts } from '../parts.ts'
import type { BareParts } from './replay.ts'

/** One for each of the configurations; none is read before a policy is asked for. `home`: where the reviewer keeps its state. */
export function policiesOf(home: string | undefined, configs: readonly string[]): readonly BareParts[] {
  const own = reviewParts(home)
  // Models of commands are asked for again and again: parsed once.
  const builtinModels = memo(own.builtinModels)
  return configs.map(user_config => {
    // Protected paths lie where they lie, whatever configuration is tried.
    const tried = { ...own.locations, user_config }
    const policy = memo((root: string) => asTried(compiledPolicy(tried, root)))
    return { ...own, builtinModels, policy }
  })
}

/**
 * Nothing goes on record: what would be written of each call there is not put together. Models that read prompts are not asked: hundreds
 * of prompts would take hours.
 */
function asTried(policy: Policy): Policy {
  const { config } = policy
  const reviewers = config.reviewers
    .filter(({ prompts, tools }) => !prompts || tools.length > 0)
    .map(each => ({ ...each, prompts: false }))
  return { ...policy, config: { ...config, reviewers, audit: { ...config.audit, log_level: 'error' } } }
}
