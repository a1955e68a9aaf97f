/** What Claude and the person are told about a verdict. */
import type { Decision, Finding } from '../model.ts'
import { strictestFirst } from './reasons.ts'

export interface Circumstances {
  /** A person is there to answer. */
  readonly attended: boolean
  /** How often the same action was stopped before in this session. */
  readonly denials: number
}

/** After so many identical denials the wording changes; after MOST_DENIALS the person is told. */
const FEW_DENIALS = 2
export const MOST_DENIALS = 4

/** For Claude, on ask and block: what matched, why, what to do instead, and that trying again will not help. */
export function stopReason(
  decision: Decision,
  findings: readonly Finding[],
  { attended, denials }: Circumstances,
): string {
  const first =
    strictestFirst(findings).find(finding => finding.decision === decision.verdict) ?? strictestFirst(findings)[0]
  const matched = first?.evidence.text ? ` [${first.evidence.text.slice(0, 200)}]` : ''
  const instead = first?.suggestion ?? decision.alternatives[0]
  const lines = [`${decision.primary_reason}${matched}`]
  if (denials >= FEW_DENIALS) {
    lines.unshift(`This was stopped ${denials} times before and will be stopped every time.`)
    lines.push(
      instead
        ? `The one way that is open: ${instead}`
        : 'Leave it out, go on with the rest of the task, and tell the user what you could not do and why.',
    )
    return lines.join('\n')
  }
  if (instead) lines.push(`Instead: ${instead}`)
  if (decision.verdict === 'ask' && !attended) lines.push('Nobody is there to confirm it, so it counts as denied.')
  lines.push(
    'Running it again, or in another spelling, will not change this. If the user needs exactly this, say so and let them run it.',
  )
  return lines.join('\n')
}

/** For Claude, on warn: what to be careful about. */
export function warning(findings: readonly Finding[]): string {
  return strictestFirst(findings)
    .filter(finding => finding.decision === 'warn')
    .map(finding => (finding.suggestion ? `${finding.message} ${finding.suggestion}` : finding.message))
    .join('\n')
}

/** For Claude, on modify: what runs instead of what it wrote. */
export function rewritten(summaries: readonly string[], reason: string): string {
  const done = summaries.map(summary => summary.replace(/\.$/, '')).join('; ')
  const why = done.includes(reason.replace(/\.$/, '')) ? '' : `${reason} `
  return `The reviewer changed this call before it ran: ${done}. ${why}The changed call is what ran; do not repeat the original.`
}
