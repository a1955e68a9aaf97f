/** What `reviewer policy` says. */
import { printable } from '../../common/printable.ts'
import type { Pulled } from '../../fleet/policy/pull.ts'
import type { PolicyComparison } from '../policy/compare.ts'
import type { PolicyStatus } from '../policy/state.ts'
import { localTime } from './audit.ts'
import { plural } from './counts.ts'
import type { Paint } from './style.ts'

export function policyStatusLines(status: PolicyStatus, paint: Paint): string {
  if (status.from === '')
    return 'this machine takes no policy from an organisation (fleet.policy of the policy of the machine)\n'
  const pulled = status.pulled === null ? 'nothing was pulled yet' : `last pulled ${localTime(status.pulled)}`
  const signed = status.signed === '' ? '' : ` · version ${status.seen} was signed ${printable(status.signed)}`
  const lines = [
    `${printable(status.audience)} from ${printable(status.from)}: ${forceWords(status)} · ${pulled}${signed}`,
    ...(status.failure === '' ? [] : [`${paint('red', 'the last pull failed')}: ${printable(status.failure)}`]),
    ...(status.late && status.pulled !== null ? [paint('yellow', LATE)] : []),
    ...status.keys.map((key, at) => `${at === 0 ? 'signed by' : 'and soon by'} ${key}`),
  ]
  return `${lines.join('\n')}\n`
}

const LATE = 'that was more than four days ago: a newer version may have been published since'

function forceWords({ in_force, seen }: PolicyStatus): string {
  const force = in_force === 0 ? 'no version is in force' : `version ${in_force} is in force`
  return seen > in_force ? `${force}; version ${seen} is published, and not in force here` : force
}

/** The same in a few words, for the line of `reviewer status`. */
export function policyWords(status: PolicyStatus): string {
  const pulled = status.pulled === null ? 'never pulled' : `pulled ${localTime(status.pulled)}`
  const failed = status.failure === '' ? '' : `; the last pull failed: ${printable(status.failure)}`
  const late = status.late && status.failure === '' && status.pulled !== null ? ', more than four days ago' : ''
  return `policy of ${printable(status.audience)}: ${forceWords(status)}, ${pulled}${late}${failed}`
}

export function pulledLine(pulled: Pulled): string {
  const { outcome, version } = pulled
  if (outcome === 'in_force')
    return `version ${version} is in force${pulled.before === 0 ? '' : `, in the place of version ${pulled.before}`}\n`
  const holds = version === 0 ? 'none is in force' : `version ${version} is in force`
  if (outcome === 'unchanged') return `nothing new: ${holds}\n`
  return `version ${pulled.published.version} is for ${pulled.published.share} % of machines, and this one is not among them yet: ${holds}\n`
}

/** Calls that would be judged otherwise, at most so many. */
const SHOWN = 20

export function comparisonLines({ calls, unreadable, changes, changed }: PolicyComparison, paint: Paint): string {
  const left = unreadable === 0 ? '' : ` (of ${unreadable} more, the input is not whole on record, or encrypted)`
  const total = Object.values(changes).reduce((sum, count) => sum + count, 0)
  const lines = [
    `${plural(calls, 'call')} on record judged under both policies${left}: ${total === 0 ? 'no verdict changes' : `${plural(total, 'verdict')} would change`}`,
    ...Object.entries(changes).map(([change, count]) => `  ${change}: ${count}`),
    ...changed
      .slice(0, SHOWN)
      .map(({ verdict, other, tool, subject, reason }) =>
        [
          `${paint(other === 'block' || other === 'ask' ? 'red' : 'green', `${verdict} → ${other}`)}  ${printable(tool)}: ${printable(subject).slice(0, 100)}`,
          `    ${printable(reason)}`,
        ].join('\n'),
      ),
    ...(total > SHOWN ? [`… and ${total - SHOWN} more (--json has up to 1000 of each kind)`] : []),
  ]
  return `${lines.join('\n')}\n`
}
