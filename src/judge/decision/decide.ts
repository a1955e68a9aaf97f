/** From findings and scores to one verdict: the matrix of the specification first, then what raises it, strictest wins. */
import {
  type Decision,
  type DecisionStep,
  type Finding,
  type RationalityLevel,
  type RiskLevel,
  VERDICTS,
  type Verdict,
} from '../../model/action.ts'
import type { CallJudgement } from './judged.ts'
import { explain, reasonsFor } from './reasons.ts'

const MATRIX: Readonly<Record<Exclude<RiskLevel, 'negligible'>, Readonly<Record<RationalityLevel, Verdict>>>> = {
  low: { high: 'allow', medium: 'allow', low: 'warn' },
  medium: { high: 'allow', medium: 'warn', low: 'modify' },
  high: { high: 'warn', medium: 'modify', low: 'block' },
  critical: { high: 'block', medium: 'block', low: 'block' },
}

export function stricter(a: Verdict, b: Verdict): Verdict {
  return VERDICTS.indexOf(a) >= VERDICTS.indexOf(b) ? a : b
}

/**
 * Adding a finding never loosens the decision, unless the finding says that it lowers what the matrix alone gave, or brings
 * the rewrite that the matrix asks for.
 */
export function decide(judged: CallJudgement): Decision {
  const steps: DecisionStep[] = []
  const take = (verdict: Verdict, because: string): Verdict => {
    if (steps.at(-1)?.verdict !== verdict || steps.length === 0) steps.push({ verdict, because })
    return verdict
  }
  const { risk, rationality, side_effects, findings } = judged
  const level = risk.level === 'negligible' ? 'low' : risk.level
  let verdict = take(MATRIX[level][rationality.level], `matrix: ${risk.level} risk, ${rationality.level} rationality`)
  const isRecorded = level !== 'critical' && risk.score < judged.async_threshold
  if (isRecorded) verdict = take('allow', 'the risk is below async_threshold')
  if (verdict === 'warn' && judged.first_time) verdict = take('allow', 'first time in this session')
  const pattern = findings.find(finding => finding.source === 'pattern')
  if (verdict === 'warn' && pattern) verdict = take('modify', `detected pattern ${pattern.id}`)
  if (verdict === 'modify' && !rewriteOf(findings)) verdict = take('ask', 'there is no safer form to put in its place')
  const lowering = findings.find(finding => finding.lowers && finding.decision)
  if (lowering?.decision && stricter(verdict, lowering.decision) !== lowering.decision)
    verdict = take(lowering.decision, `${lowering.id} says so explicitly`)
  if (side_effects.severity === 'critical') verdict = take('block', 'critical side effects')
  for (const finding of findings) {
    if (!finding.decision || finding.lowers) continue
    const wanted = finding.decision === 'modify' && !finding.rewrite ? 'ask' : finding.decision
    if (stricter(verdict, wanted) !== verdict) verdict = take(wanted, finding.id)
  }
  const reasons = reasonsFor(judged, verdict)
  return {
    verdict,
    primary_reason: reasons[0] ?? '',
    reasons,
    explanation: explain(verdict, reasons),
    confidence: risk.confidence,
    alternatives: [...new Set([...findings.flatMap(finding => finding.suggestion ?? []), ...rationality.suggestions])],
    metadata: { steps },
  }
}

function rewriteOf(findings: readonly Finding[]): boolean {
  return findings.some(finding => finding.decision === 'modify' && finding.rewrite)
}
