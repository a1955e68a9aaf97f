/** What becomes of each entry of another guard's configuration: a rule or an exception that proves itself, or a reason why there is none. */
import { stringify } from 'yaml'
import { messageOf } from '../../common/message-of.ts'
import { loadKnowledge } from '../../config/on-demand.ts'
import type { Knowledge } from '../../config/rules/load.ts'
import { VERDICTS, type Verdict } from '../../model/action.ts'
import type { Review } from '../../model/review.ts'
import type { RuleExample, RuleSource } from '../../model/rule.ts'
import type { Examples } from '../examples/rules.ts'
import { isLocked } from '../learning/evidence.ts'
import type { ConfigEdit } from '../learning/model.ts'
import { type Imported, isWish, type Matcher, type Remainder, type Wish } from './model.ts'

export interface ImportLine {
  readonly from: string
  readonly as: 'mapped' | Remainder['as']
  /** The rule that was made, or why there is none. */
  readonly what: string
}

export interface ImportPlan {
  readonly edits: readonly ConfigEdit[]
  readonly lines: readonly ImportLine[]
}

export interface ImportOptions {
  /** `claude`, as the command names it. */
  readonly source: string
  /** The built-in rules, with their examples. */
  readonly sources: readonly RuleSource[]
  /** Which rules only the administrator of the machine changes. */
  readonly isFixed: (rule: string) => boolean
  /** What comes with a project approves nothing. */
  readonly mayAllow: boolean
}

interface Made {
  readonly line: ImportLine
  readonly edits: readonly ConfigEdit[]
}

const NOTHING: Knowledge = { rules: [], exceptions: [], commands: {} }

export function planImport(found: readonly Imported[], examples: Examples, options: ImportOptions): ImportPlan {
  const ids = new Set<string>()
  const made = found.map((each): Made => {
    if (!isWish(each)) return { line: { from: each.from, as: each.as, what: each.why }, edits: [] }
    try {
      return each.wants === 'allow'
        ? exceptionsFor(each, examples, options)
        : ruleFor(each, each.wants, ids, examples, options)
    } catch (error) {
      return none(each, 'lost', messageOf(error).split('\n')[0] ?? '')
    }
  })
  return { edits: made.flatMap(({ edits }) => edits), lines: made.map(({ line }) => line) }
}

const none = ({ from }: Wish, as: Remainder['as'], what: string): Made => ({ line: { from, as, what }, edits: [] })
const level = (verdict: Verdict): number => VERDICTS.indexOf(verdict)
const MOST_EXAMPLES = 3

/* What is to be stopped. */

function ruleFor(
  wish: Wish,
  decision: 'block' | 'ask' | 'warn',
  ids: Set<string>,
  examples: Examples,
  { source }: ImportOptions,
): Made {
  const { from, matcher, because } = wish
  const id = idOf(`imported.${source}.${from}`, ids)
  const rule: RuleSource = {
    id,
    description: `Imported from ${source}: ${from}`,
    severity: decision === 'block' ? 'high' : 'medium',
    when: matcher.when,
    decision,
    // Braces and brackets would be filled in.
    message: `${because ?? `The configuration of ${source} says so`} (${from}).`.replace(/[{}[\]]/g, ''),
    examples: { match: matcher.matches, pass: matcher.passes },
  }
  const own = checked('rules', rule)
  const run = examples.reviewer(own, id)
  const hits = (example: RuleExample): boolean => run(example).findings.some(finding => finding.id === id)
  const match = matcher.matches.filter(hits)
  const pass = matcher.passes.filter(example => !hits(example))
  if (match.length === 0)
    return none(
      wish,
      'lost',
      'no such call does anything that a rule could speak of, or it cannot be told what would be one',
    )
  if (pass.length === 0) return none(wish, 'lost', 'it would stop every call')
  const held = isPlain(matcher) ? holders(match, decision, examples) : undefined
  if (held !== undefined) return none(wish, 'held', held)
  const entry = { ...rule, examples: { match: match.slice(0, MOST_EXAMPLES), pass: pass.slice(0, MOST_EXAMPLES) } }
  checked('rules', entry)
  return {
    line: { from, as: 'mapped', what: `${decision}: ${id}` },
    edits: [{ file: 'rules', list: 'rules', entry: { ...entry } }],
  }
}

/** Whether the calls that prove it say all of it: of a pattern with wildcards they are only some. */
function isPlain({ when }: Matcher): boolean {
  const { command, tool, target } = when
  if (target !== undefined) return false
  return typeof command === 'string' ? !command.includes('.*') : typeof tool === 'string' && !tool.includes('*')
}

/** The built-in rules that decide at least as strictly of all these calls; undefined where one of them would pass. */
function holders(matches: readonly RuleExample[], wanted: Verdict, examples: Examples): string | undefined {
  const reviews = matches.map(examples.reviewer(NOTHING, ''))
  if (reviews.some(({ decision }) => level(decision) < level(wanted))) return undefined
  const rules = reviews.flatMap(review => stoppedBy(review).map(({ id }) => id))
  return rules.length === 0 ? undefined : [...new Set(rules)].join(', ')
}

/* What is to pass. */

function exceptionsFor(wish: Wish, examples: Examples, { source, sources, isFixed, mayAllow }: ImportOptions): Made {
  const { from, matcher } = wish
  const run = examples.reviewer(NOTHING, '')
  const reviews = matcher.matches.map(example => ({ example, review: run(example) }))
  const stopped = reviews.filter(({ review }) => level(review.decision) > level('warn'))
  if (stopped.length === 0) return none(wish, 'kept', 'the reviewer does not stop it')
  const rules = [...new Set(stopped.flatMap(({ review }) => stoppedBy(review).map(({ id }) => id)))]
  const named = rules.join(', ')
  if (!mayAllow) return none(wish, 'lost', `what comes with a project approves nothing (${named}); reviewer allow does`)
  if (stopped.some(({ review }) => review.decision === 'block')) return none(wish, 'lost', `blocked by ${named}`)
  const edits: ConfigEdit[] = []
  for (const id of rules) {
    const built = sources.find(each => each.id === id)
    if (built === undefined || isLocked(built, { sources })) return none(wish, 'lost', `${id} is never opened`)
    if (isFixed(id)) return none(wish, 'lost', `the policy of this machine fixes ${id}`)
    const entry = {
      rule: id,
      reason: `Imported from ${source}: ${from}`,
      unless: matcher.when,
      examples: { match: [] as RuleExample[], pass: [] as RuleExample[] },
    }
    const excepted = examples.reviewer(checked('exceptions', { ...entry, examples: built.examples }), id)
    const hits = (example: RuleExample): boolean => excepted(example).findings.some(finding => finding.id === id)
    const match = built.examples.match.filter(hits).slice(0, 1)
    const pass = stopped
      .filter(({ review }) => stoppedBy(review).some(each => each.id === id))
      .map(({ example }) => example)
    if (match.length === 0 || pass.length === 0 || pass.some(hits))
      return none(wish, 'lost', `no exception from ${id} would let it pass and leave the rule as it is`)
    edits.push({
      file: 'rules',
      list: 'exceptions',
      entry: { ...entry, examples: { match, pass: pass.slice(0, MOST_EXAMPLES) } },
    })
  }
  if (edits.length === 0) return none(wish, 'lost', 'no rule alone stops it; reviewer allow lets single calls pass')
  return { line: { from, as: 'mapped', what: `exception from ${named}` }, edits }
}

const stoppedBy = (review: Review) =>
  review.findings.filter(
    ({ source, decision }) => source === 'rule' && decision !== undefined && level(decision) > level('warn'),
  )

/** The entry as a file of rules holds it. Throws ConfigError where it may not be in one. */
function checked(list: 'rules' | 'exceptions', entry: object): Knowledge {
  return loadKnowledge().parseKnowledge(stringify({ [list]: [entry] }, { lineWidth: 0 }), 'imported.yaml')
}

const LONGEST_ID = 60

function idOf(text: string, taken: Set<string>): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/[-.]{2,}/g, '-')
    .slice(0, LONGEST_ID)
    .replace(/[-.]+$/, '')
  let id = words
  for (let next = 2; taken.has(id); next++) id = `${words}-${next}`
  taken.add(id)
  return id
}
