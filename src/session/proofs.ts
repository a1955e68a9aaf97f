/** What has to go well before something else may be done, and whether it did. Pure. */
import type { Step } from '../model/session.ts'
import { ofCommands, segmentsOf } from './commands.ts'
import type { ConstraintInputs } from './constraint-violations.ts'
import { PASSES, TESTS_PASS } from './constraints/triggers.ts'
import { isCheckRun, isTestRun } from './operations.ts'

/** Whether a target of an order names what has to go well first. */
export const isProof = (target: string): boolean => target === TESTS_PASS || target.startsWith(PASSES)

/** What had to go well before did: earlier, with no change since, or in the same line before it. */
export function isProven(target: string, { history, signature, command = '' }: ConstraintInputs): boolean {
  if (!isProof(target)) return false
  const [first, ...more] = segmentsOf(signature)
  const isFirst = more.length > 0 && /&&|\n/.test(command) && isProofRun(target, first ?? '')
  if (isFirst) return true
  if (target === TESTS_PASS) return testsPassed(history)
  for (const step of history.toReversed()) {
    const isRun = segmentsOf(step.signature).some(segment => isProofRun(target, segment))
    if (isRun || (isCheckRun(step) && !/\s/.test(target.slice(PASSES.length))))
      return step.status === 'done' && step.outcome?.failed !== true
    if (step.status === 'done' && changesCode(step)) return false
  }
  return false
}

/** A command that shows whether it holds. */
function isProofRun(target: string, segment: string): boolean {
  if (target === TESTS_PASS) return ofCommands('run_command', '', ` ${segment}`).some(({ about }) => about === 'test')
  const words = target.slice(PASSES.length).toLowerCase().split(/\s+/)
  const said = segment.toLowerCase()
  return words.every(word => said.includes(word.replace(/^--?/, '+')))
}

/** The last run of the tests went well, and no file of the project was changed since. */
export function testsPassed(history: readonly Step[]): boolean {
  for (const step of history.toReversed()) {
    if (step.outcome?.tests === 'passed' && step.status === 'done') return true
    if (isTestRun(step))
      return step.status === 'done' && step.outcome?.failed !== true && step.outcome?.tests !== 'failed'
    if (step.status === 'done' && changesCode(step)) return false
  }
  return false
}

/** It wrote or deleted files of the project. */
export function changesCode({ features }: Step): boolean {
  return features.touched.some(
    ({ verb, class: place, path }) =>
      (verb === 'write' || verb === 'delete') &&
      (place === 'project' || place === 'session_made') &&
      !/\.(?:md|txt|rst|adoc|log)$|(?:^|\/)docs?\//i.test(path),
  )
}
