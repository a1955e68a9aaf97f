/** Contracts of what can be added one file at a time. */
import type { Action, RiskFactor, Session } from './model.ts'

/** What a risk factor may look at. */
export interface RiskSubject {
  readonly action: Action
  readonly session: Session
}

export interface RiskFactorDefinition {
  readonly id: string
  /** Why this makes an action riskier. */
  readonly why: string
  /** What it adds to the score and the reason to show; undefined where it does not apply. Pure. */
  readonly measure: (subject: RiskSubject) => Omit<RiskFactor, 'id'> | undefined
}

/** Declares a modifier of the risk score; `src/analysis/factors/index.ts` lists it. */
export function defineRiskFactor(definition: RiskFactorDefinition): RiskFactorDefinition {
  return definition
}
