/** What Claude is told. */
import { expect, test } from 'vitest'
import { rewritten, stopReason, warning } from '../../src/decision/wording.ts'
import type { Decision, Finding } from '../../src/model.ts'

const block: Finding = {
  id: 'a',
  source: 'rule',
  severity: 'high',
  message: 'It would be lost.',
  evidence: { text: 'rm x' },
  suggestion: 'move it aside',
  decision: 'block',
}
const decision: Decision = {
  verdict: 'block',
  primary_reason: 'It would be lost.',
  reasons: [],
  explanation: '',
  confidence: 1,
  alternatives: [],
  metadata: { steps: [] },
}

test('a stop says what matched, why, what to do instead, and that another spelling will not help', () => {
  const said = stopReason(decision, [block], { unasked: undefined, denials: 0 })
  for (const part of ['It would be lost.', 'rm x', 'move it aside', 'another spelling']) expect(said).toContain(part)
})

test('after two denials it names the one way that is open', () => {
  expect(stopReason(decision, [block], { unasked: undefined, denials: 2 })).toContain(
    'The one way that is open: move it aside',
  )
  const { suggestion: _suggestion, ...without } = block
  expect(stopReason(decision, [without], { unasked: undefined, denials: 2 })).toContain('tell the user')
})

test('a question that nobody can answer is said to be a denial', () => {
  const ask = { ...decision, verdict: 'ask' as const }
  expect(stopReason(ask, [], { unasked: 'nobody is there to ask', denials: 0 })).toContain('denied')
  expect(stopReason(ask, [], { unasked: undefined, denials: 0 })).not.toContain('denied')
})

test('warnings are those of findings that warn', () => {
  expect(warning([block, { ...block, decision: 'warn', message: 'Careful.' }])).toBe('Careful. move it aside')
})

test('a rewrite says what was changed', () => {
  expect(rewritten(['--force became --force-with-lease'], 'Why.')).toContain('--force became --force-with-lease')
})
