/** Rules as one text: a call parses those for its effects, a few of a hundred. */
import { memo, memoOf } from '../common/memo.ts'
import type { Effect } from '../model.ts'
import type { Rule } from './types.ts'

/** What each line of a policy's text is: verbs between bars, none where a rule asks for no verb, a tab, the rule as JSON. */
const texts = new WeakMap<object, string>()

export function foldRules(rules: readonly Rule[]): string {
  return rules.map(rule => `${verbsOf(rule)}\t${JSON.stringify(rule)}\n`).join('')
}

function verbsOf({ when }: Rule): string {
  if (when.verb === undefined) return ''
  return `|${typeof when.verb === 'string' ? when.verb : when.verb.join('|')}|`
}

/** The same policy with its rules, which are parsed when somebody asks for all of them. */
export function unfoldRules<P extends object>(policy: P, text: string): P & { readonly rules: readonly Rule[] } {
  let all: readonly Rule[] | undefined
  texts.set(policy, text)
  return Object.defineProperty(policy, 'rules', {
    enumerable: true,
    get: () => (all ??= parsed(text, () => true)),
  }) as P & { readonly rules: readonly Rule[] }
}

/** The rules of a policy that may speak of one of these effects, in their order. */
export function rulesFor(policy: { readonly rules: readonly Rule[] }, effects: readonly Effect[]): readonly Rule[] {
  const text = texts.get(policy)
  const verbs = [...new Set(effects.map(({ verb }) => `|${verb}|`))]
  if (text === undefined) return rulesBy(policy.rules)(verbs.join(''))
  return verbs.length === 0 ? [] : parsed(text, named => named === '' || verbs.some(verb => named.includes(verb)))
}

/** Of rules that are parsed already, those for some verbs. Without effects, what asks for no verb has nothing to speak of either. */
const rulesBy = memoOf((rules: readonly Rule[]) =>
  memo((verbs: string) => {
    if (verbs === '') return []
    const isAsked = (verb: string) => verbs.includes(`|${verb}|`)
    return rules.filter(({ when: { verb } }) => verb === undefined || [verb].flat().some(isAsked))
  }),
)

function parsed(text: string, fits: (verbs: string) => boolean): readonly Rule[] {
  const rules: Rule[] = []
  for (let at = 0; at < text.length; ) {
    const tab = text.indexOf('\t', at)
    const end = text.indexOf('\n', tab)
    if (tab < 0 || end < 0) throw new Error('the compiled policy is damaged')
    if (fits(text.slice(at, tab))) rules.push(JSON.parse(text.slice(tab + 1, end)))
    at = end + 1
  }
  return rules
}
