/** Rules as one text say what the same rules say as objects. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effect, Verb } from '../../src/model.ts'
import { foldRules, rulesFor, unfoldRules } from '../../src/rules/folded.ts'
import type { Rule } from '../../src/rules/types.ts'

const VERBS: readonly Verb[] = ['read', 'write', 'delete', 'send', 'container', 'container', 'execute']

const verb = fc.constantFrom(...VERBS)
const rules = fc.array(
  fc.record({
    verb: fc.option(fc.oneof(verb, fc.array(verb, { minLength: 1 })), { nil: undefined }),
    message: fc.string(),
  }),
)

function ruleOf({ verb: named, message }: { verb: Verb | Verb[] | undefined; message: string }, index: number): Rule {
  return {
    id: `test.${index}`,
    description: message,
    severity: 'low',
    when: { ...(named !== undefined && { verb: named }), certain: true },
    decision: 'warn',
    message,
  } as Rule
}

const effectOf = (named: Verb): Effect => ({ verb: named }) as Effect

describe('folded rules', () => {
  test('are the same rules, in their order, when all are asked for', () => {
    fc.assert(
      fc.property(rules, drafts => {
        const made = drafts.map(ruleOf)
        expect(unfoldRules({ id: 1 }, foldRules(made))).toEqual({ id: 1, rules: made })
      }),
    )
  })

  test('for effects are those that name one of their verbs, or none', () => {
    fc.assert(
      fc.property(rules, fc.array(verb), (drafts, verbs) => {
        const made = drafts.map(ruleOf)
        const wanted = made.filter(
          ({ when }) => when.verb === undefined || [when.verb].flat().some(each => verbs.includes(each)),
        )
        const found = rulesFor(unfoldRules({}, foldRules(made)), verbs.map(effectOf))
        expect(found).toEqual(verbs.length === 0 ? [] : wanted)
      }),
    )
  })

  test('of a policy that was not read from a file are the same', () => {
    fc.assert(
      fc.property(rules, fc.uniqueArray(fc.constantFrom(...VERBS)), (drawn, verbs) => {
        const made = drawn.map(ruleOf)
        const read = unfoldRules({}, foldRules(made))
        expect(rulesFor({ rules: made }, verbs.map(effectOf))).toEqual(rulesFor(read, verbs.map(effectOf)))
      }),
    )
  })

  test('that are damaged are no rules', () => {
    expect(() => rulesFor(unfoldRules({}, '|read|'), [effectOf('read')])).toThrow('damaged')
    expect(() => unfoldRules({}, '{}\n').rules).toThrow('damaged')
  })
})
