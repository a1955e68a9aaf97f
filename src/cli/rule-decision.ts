/** `reviewer rules set`: what a rule decides by the user's own configuration, shown as a diff; only a person makes it looser. */

import { messageOf } from '../common/message-of.ts'
import { printable } from '../common/printable.ts'
import { isConfigError } from '../config/error.ts'
import type { Locations } from '../config/locations.ts'
import type { Policy } from '../config/policy.ts'
import { VERDICTS, type Verdict } from '../model/action.ts'
import type { Rule } from '../model/rule.ts'
import { stampNow } from './allowances.ts'
import { fixedByMachine } from './exception.ts'
import { applyTexts, checkEdits, configTexts, type Files, filesOf } from './learning/apply.ts'
import { isLocked } from './learning/evidence.ts'
import { type ConfigTexts, diffOf, edited, projectSection } from './learning/files.ts'
import type { ConfigEdit } from './learning/model.ts'
import { painter } from './output/style.ts'
import { diffLines } from './output/tune.ts'
import { builtinRules, compiledPolicy, compileStrictly } from './parts.ts'
import { requireHuman } from './person/human.ts'
import { fail } from './record.ts'

/** What a person may type, and the decision that it means. */
export const DECISION_WORDS: Readonly<Record<string, Verdict | 'default'>> = {
  allow: 'allow',
  warn: 'warn',
  modify: 'modify',
  rewrite: 'modify',
  ask: 'ask',
  block: 'block',
  deny: 'block',
  default: 'default',
}

export interface DecisionChange {
  /** As it is written, before any configuration. */
  readonly rule: Rule
  readonly wanted: Verdict | 'default'
  /** Absolute root of the project that it is to hold in; undefined for all. */
  readonly project: string | undefined
  /** Where the person is: a project may decide otherwise. */
  readonly here: string
}

interface Planned {
  readonly files: Files
  readonly before: ConfigTexts
  readonly after: ConfigTexts
  /** What the rule decides now, where the change is to hold, and what it then decides. */
  readonly was: Verdict
  readonly becomes: Verdict
  /** What it then decides where the person is. */
  readonly becomesHere: Verdict
}

/** Says what was done, or why nothing was; a refusal sets the exit code. */
export async function setDecision(change: DecisionChange, locations: Locations): Promise<void> {
  try {
    const planned = plan(change, locations)
    if (planned === undefined) process.stdout.write(`${change.rule.id} is set like this already; nothing was changed\n`)
    else if (typeof planned === 'string') refuse(planned)
    else await carryOut(change, planned, locations)
  } catch (error) {
    if (isConfigError(error)) fail(error.message.split('\n').map(printable).join('\n'), 2)
    else refuse(printable(messageOf(error)))
  }
}

/** The change of the configuration; or why there is none; undefined where it is so already. Throws ConfigError. */
function plan({ rule, wanted, project, here }: DecisionChange, locations: Locations): Planned | string | undefined {
  const { id } = rule
  if (wanted === 'modify' && !rule.rewrite)
    return `${id} knows no safer form that could take the place of a call; use ask or block`
  const scope = project ?? locations.home
  const was = decisionIn(compiledPolicy(locations, scope), id)
  const why = forbidden(rule, wanted === 'default' ? rule.decision : wanted, was, locations, scope)
  if (why !== undefined) return why
  const files = filesOf(locations)
  const before = configTexts(files)
  const section = project === undefined ? [] : projectSection(before, project, locations.home)
  const rules = [...section, 'step_reviewer', 'rules']
  const edits: readonly ConfigEdit[] = [
    { file: 'config', path: [...rules, 'disabled'], remove: id },
    wanted === 'default'
      ? { file: 'config', path: [...rules, 'decision', id], unset: true }
      : { file: 'config', path: [...rules, 'decision', id], set: wanted },
  ]
  const isSaid = wanted !== 'default' && was === wanted
  const after = isSaid ? before : edited(before, edits)
  if (after.config === before.config) return undefined
  const decisions = new Map<string, Verdict>()
  checkEdits(files, after, locations.home, [scope, here], (user_config, root) =>
    decisions.set(root, decisionIn(compileStrictly({ ...locations, user_config }, root), id)),
  )
  const becomes = decisions.get(scope) ?? was
  if (wanted !== 'default' && becomes !== wanted)
    return `${id} would decide ${becomes} all the same: another part of the configuration says so (reviewer config show --origin)`
  return { files, before, after, was, becomes, becomesHere: decisions.get(here) ?? becomes }
}

/** What a rule decides by a policy that may have left it out. */
export function decisionIn({ rules }: Pick<Policy, 'rules'>, id: string): Verdict {
  return rules.find(rule => rule.id === id)?.decision ?? 'allow'
}

const rank = (verdict: Verdict): number => VERDICTS.indexOf(verdict)

/** Why nobody makes the rule that loose by this command; undefined where that may be. */
function forbidden(rule: Rule, next: Verdict, was: Verdict, locations: Locations, scope: string): string | undefined {
  const sources = builtinRules()
  const builtIn = sources.find(({ id }) => id === rule.id) ?? rule
  if (rank(next) < rank(was) && fixedByMachine(locations, scope)(rule.id))
    return `the policy of this machine (${locations.managed_config}) fixes ${rule.id}; ask who administers it`
  if (rank(next) < rank(builtIn.decision) && isLocked(builtIn, { sources }))
    return `${rule.id} guards the reviewer itself, or what nothing brings back: it decides ${builtIn.decision}, or what is stricter. If you want such a call done, run it yourself in a terminal; the reviewer restrains Claude, not you`
  return undefined
}

async function carryOut(
  { rule: { id }, wanted, project }: DecisionChange,
  { files, before, after, was, becomes, becomesHere }: Planned,
  locations: Locations,
): Promise<void> {
  const where = project === undefined ? 'in all projects' : `in ${project}`
  const diff = diffOf(printable(files.config), before.config, after.config)
  process.stdout.write(`${diffLines(diff, painter(process.stdout)).join('\n')}\n`)
  // What makes it stricter asks for no code.
  if (rank(becomes) < rank(was)) {
    const what = `let ${id} decide ${becomes} instead of ${was} ${where}`
    const permission = await requireHuman(what, { locations })
    if (!permission.ok) {
      refuse(`refused: ${printable(permission.why)}`)
      return
    }
  }
  const { kept, written } = applyTexts(files, before, after, stampNow())
  const lines = [
    ...written.map(file => `written: ${file}`),
    ...kept.map(file => `as it was: ${file}`),
    `${id} decides ${becomes} instead of ${was} ${where}: it holds for new sessions; for those at work after reviewer config reload`,
    ...(becomesHere === becomes
      ? []
      : [
          `in this project it decides ${becomesHere}: another part of the configuration says so (reviewer config show --origin)`,
        ]),
    ...(wanted === 'default'
      ? []
      : [`To take it back: reviewer rules set ${id} default${project === undefined ? '' : ' --project'}`]),
  ]
  process.stdout.write(`${lines.map(printable).join('\n')}\n`)
}

function refuse(why: string): void {
  fail(`${why.replace(/\.$/, '')}; nothing was changed`, 1)
}
