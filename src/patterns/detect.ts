/** Looks for all patterns in what a session does. */
import type { PatternDefinition } from '../define.ts'
import type { BehaviourView, Match } from '../session/model.ts'

/** The patterns that the step in question completes. A pattern that throws is left out: the others still count. */
export function detect(patterns: readonly PatternDefinition[], view: BehaviourView): readonly Match[] {
  return patterns.flatMap(({ id, severity, detect: look }) => {
    try {
      const found = look(view)
      return found ? [{ pattern: id, severity, ...found }] : []
    } catch {
      return []
    }
  })
}
