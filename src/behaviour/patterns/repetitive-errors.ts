/** The same command fails with the same error again and again. */
import { definePattern } from '../../model/define.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import { COUNTS } from '../../session/errors/text.ts'
import { kindOfGoals } from '../../session/prompt-kinds.ts'
import { errorNote, looks, rerun, writes } from './plan.ts'
import {
  clipLine,
  confidenceOf,
  evidenceOf,
  hasFailed,
  hasWaited,
  hasWorked,
  includesCommand,
  isCommand,
  isInline,
  isOtherState,
  isOtherWork,
  isSameCommand,
  isSameInput,
  listed,
  mayMatter,
  otherPlaces,
  ownSteps,
  recentSteps,
  shifted,
  shownStep,
  triesIn,
} from './steps.ts'

/** So often without a change in between. */
const UNCHANGED = 3
/** So often in spite of changes, in so many steps. */
const IN_SPITE = 4
const WINDOW = 15
/** Further back nobody remembers what was tried. */
const LOOK_BACK = 25

/**
 * Severity medium. The third failure has confidence 0.6 (0.27: a note), each further one 0.1 more, up to 0.95. A failure that
 * the command hid (`|| true`, `| tail`) counts; a call that went well ends the count, and so does what the person said since,
 * who may have changed something too. Time-outs are a pattern of their own.
 */
export const repetitiveErrors = definePattern({
  id: 'repetitive_errors',
  order: 40,
  description:
    'The same command fails with the same error again and again: what is tried does not touch the cause, and time and tokens go.',
  severity: 'medium',
  when: 'after',
  escalation: ['soft_correction', 'context_reinforcement', 'resource_throttling', 'checkpoint_rollback'],
  plan: [
    { text: plan => `Look at the place that the error names${errorNote(plan)}.`, isDone: looks },
    { text: () => 'Change its cause there, not the call.', isDone: writes },
    rerun,
  ],
  detect(view) {
    const { step, sensitivity } = view
    const error = step.outcome?.error
    if (!isCounted(step) || !error) return undefined
    const unchanged = triesIn(failuresUnchanged(view))
    const inSpite = triesIn(failuresInSpite(view))
    if (inSpite.at(-1)?.step !== step.step) return undefined
    const few = shifted(UNCHANGED, sensitivity) + (isMixed(unchanged) ? MORE_MIXED : 0)
    const leastInSpite = shifted(IN_SPITE, sensitivity) + (isMixed(inSpite) ? MORE_MIXED : 0)
    // What the person said is read only where something would be said: that costs more than to count.
    if (unchanged.length < few && inSpite.length < leastInSpite) return undefined
    if (isKnownToFail(view) || isAskedFor(view)) return undefined
    const least = few + (mayPass(step) || unchanged.some(hasWaited) ? MORE_OFTEN : 0)
    const without = unchanged.length >= least
    if (!without && inSpite.length < leastInSpite) return undefined
    const failures = without && unchanged.length >= inSpite.length ? unchanged : inSpite
    const count = failures.length
    const text = clipLine(error.text || error.class, 150)
    const about = error.detail === '' ? '' : ` (${clipLine(error.detail, 60)})`
    const hidden = failures.some(each => each.outcome?.masked) ? ' The exit code hid that it failed.' : ''
    const between =
      failures === unchanged ? 'with nothing changed in between' : 'in spite of the changes made in between'
    return {
      confidence: failures === unchanged ? confidenceOf(count, least) : confidenceOf(count, leastInSpite),
      problem: `${commandsIn(failures)} failed ${count} times with the same error, ${between}: "${text}".${hidden}`,
      next:
        failures === unchanged
          ? `Do not run it again as it is: it will fail the same way. Find what makes "${clipLine(error.class, 40)}"${about} true here, change that, and run it once to see.`
          : `The changes so far do not touch the cause of "${clipLine(error.class, 40)}"${about}. Undo what did not help, look at what the failing code really gets, and test that one guess by itself before the next edit.`,
      details: { command: clipLine(step.features.skeleton, 200), error: text, count, changed: failures !== unchanged },
      evidence: evidenceOf(failures),
    }
  },
})

function isCounted(step: Step): boolean {
  return (
    hasFailed(step) &&
    step.features.skeleton !== '' &&
    (step.outcome?.error?.signature ?? '') !== '' &&
    step.outcome?.timed_out !== true
  )
}

/** By other commands the same error is met so much oftener before it counts: to see whether it is the command's is honest. */
const MORE_MIXED = 1

const isMixed = (failures: readonly Step[]): boolean =>
  failures.some(each => failures.some(other => !isSameCommand(each, other)))

function commandsIn(failures: readonly Step[]): string {
  const named = [...new Set(failures.map(each => shownStep(each, 40)))]
  return named.length > 1 && isMixed(failures) ? listed(named, 4) : shownStep(failures.at(-1) as Step)
}

/** Errors that many causes have, and lines that say only that something failed. */
const SAYS_LITTLE =
  /^(?:exit \d+|error|failed?|failure|timeout|EACCES|ENOENT|permission denied|no such file or directory|command not found|not found|syntax error|usage|assertionerror|killed)\W*$/i
const SHORTEST_TEXT = 15

/** Another command meets the very same error about the very same thing: it is not the command that is wrong. */
function isSameElsewhere(past: Step, step: Step): boolean {
  const [one, other] = [past.outcome?.error, step.outcome?.error]
  if (!one || !other || !isCommand(past) || !isCommand(step) || isOwnCode(past) || isOwnCode(step)) return false
  if (one.signature !== other.signature || one.detail !== other.detail) return false
  if (one.detail === '' && (SAYS_LITTLE.test(one.class) || one.text.length < SHORTEST_TEXT)) return false
  return TRIES.has(past.features.role) && TRIES.has(step.features.role)
}

/** Code in the call is another each time; a module that is run by its name is not. */
const isOwnCode = (step: Step): boolean => isInline(step) && !/^\S+ -m /.test(step.features.skeleton)

/** What is run so that it works, and not to find something out. */
const TRIES: ReadonlySet<string> = new Set(['test', 'check', 'install', 'run'])

function isSame(past: Step, step: Step): boolean {
  return (
    isCounted(past) &&
    past.agent_id === step.agent_id &&
    (isSameCommand(past, step) || isSameElsewhere(past, step)) &&
    // Of a tool that is no command the skeleton is its name alone: what it was given says whether it is the same call.
    (isCommand(step) || isSameInput(past, step)) &&
    past.outcome?.error?.signature === step.outcome?.error?.signature &&
    subjectOf(past) === subjectOf(step) &&
    !saysOther(past, step) &&
    !countsOther(past, step) &&
    // To ask the same of one place after another is no repetition.
    (STAYS.has(step.features.role) || !otherPlaces(past, step))
  )
}

/** A test that fails with other values fails in another way. */
function saysOther(past: Step, step: Step): boolean {
  const [before, now] = [past, step].map(({ outcome }) =>
    outcome?.tests === 'failed' ? (outcome.error?.text ?? '') : '',
  )
  return saysValues(before) && saysValues(now) && before !== now
}

const saysValues = (text = ''): boolean =>
  /^(?:E {2,}|Expected|Received|expected|got|want|assert|AssertionError|.*\bgot\b.*\bwant\b|(?:Class|Interface|Trait|Enum|Target class|Call to undefined|Undefined) )/.test(
    text,
  )

/** Of what is wrong there is more or less than before. Memory is full whatever the number says. */
function countsOther(past: Step, step: Step): boolean {
  const [before = '', now = ''] = [past, step].map(({ outcome }) => outcome?.error?.text ?? '')
  if (before === now) return false
  if (!COUNTS.test(before) || !COUNTS.test(now) || /memory|heap|disk|space left/i.test(now)) return false
  const numbers = (text: string) => (text.replace(NO_COUNT, '').match(/\d+/g) ?? []).join(' ')
  return numbers(before) !== numbers(now)
}

/** Places, which of several did it, and how long it took. */
const NO_COUNT =
  /(?:line |:)\d+|\b(?:executor|worker|task|stage|thread|pid|process|job|attempt|container|node|shard|partition|slot|port)[ #]+\d[\d.]*|(?:\bin |elapsed:? )\d[\d.]*\s?(?:m?s|seconds|min)?\b/gi

/** The place that failed was changed since, and now it is another one: one of several is done, and that is progress. */
function isMended(past: Step, step: Step, between: readonly Step[]): boolean {
  const [before, now] = [past, step].map(({ outcome }) => outcome?.error?.place)
  if (before === undefined || now === undefined || before === now) return false
  return between.some(
    each => hasWorked(each) && each.features.touched.some(({ path, verb }) => verb !== 'read' && isFile(path, before)),
  )
}

/** A program names a file from where it runs: by the end of its path. */
const isFile = (path: string, named: string): boolean => `/${path}`.endsWith(`/${named.replace(/^\.\//, '')}`)

/** What the error is about: its detail, or its words without numbers and ids. */
function subjectOf({ outcome }: Step): string {
  const { detail = '', text = '' } = outcome?.error ?? {}
  return detail === '' ? text.replace(/^E {2,}/, '').replace(/\b[0-9a-f]{6,}\b|\d+/gi, '') : detail
}

/** What may go away by itself is tried again; so much oftener before anything is said. */
const MORE_OFTEN = 2
const TRANSIENT =
  /ECONNRESET|EAI_AGAIN|socket hang up|too many requests|rate limit|\b(?:429|502|503|504)\b|TLS handshake|connection reset|could not get lock|is locked|resource busy|another (?:process|instance)|temporarily|try again/i
const mayPass = ({ outcome }: Step): boolean =>
  TRANSIENT.test(`${outcome?.error?.signature ?? ''} ${outcome?.error?.text ?? ''}`)

const TOLERATED =
  /\b(?:ignore|ignored|known|unrelated|pre-?existing|flaky|since ever|expected to fail|leave (?:it|that|them)|don't (?:care|worry|bother|fix)|not (?:yours|our|your)|ignorier\w*|bekannt\w*|ignora\w*|ignorez|conocido|connue?s?)\b/i

/** The person named the test that fails, and that it may. */
function isKnownToFail({ step, session }: BehaviourView): boolean {
  if (step.features.role !== 'test') return false
  const names = (step.outcome?.error?.detail ?? '').match(/[\w-]{5,}/g) ?? []
  return session.goals.some(goal =>
    goal.split(/[\n.!?;](?:\s|$)/).some(text => TOLERATED.test(text) && names.some(name => text.includes(name))),
  )
}

/** To find out how often it fails, or since when, it is run again and again. A flake is also a package of Nix. */
const MEASURED =
  /\b(?:flak(?:y|iness)|(?<!\b(?:the|our|my|your|this|an?|nix) )flakes?(?![.#])|intermittent\w*|sporadi\w*|how often|how many times|bisect\w*|(?:which|what|first bad) (?:commit|version|release|revision|build)|wie oft|seit wann|welche[rms]? (?:commit|version)|combien de fois|cu[aá]ntas veces|quantas vezes|\d+ (?:times|runs(?! (?:in|on|inside|under|as|locally|behind)\b)|mal|fois|veces|vezes)|\d+x)\b|\d+\s*[回次]|как часто|何回/i
/** What is not there yet is asked for until it is. */
const AWAITED =
  /\b(?:wait(?:ing)?|poll(?:ing)?|keep (?:trying|checking|an eye)|(?:try|check) (?:it )?again (?:every|until)|every \d+ ?(?:s|m)|retry until|warte\w*|attend\w*|espera\w*|aguard\w*|aspetta\w*)\b|等待|待っ|подожди|дожди/i
const ASKS_OTHERS = /^(?:curl|wget|http|https|xh|ssh|scp|openssl|psql|mysql|redis-cli|grpcurl|nc|telnet|dig|npm view)\b/
/** That somebody gets a no is what was to be shown. */
const TO_BE_REFUSED =
  /\b(?:check|verify|confirm|make sure|ensure|prove|show|test|assert|prüf\w*|sicherstell\w*|stell sicher|vérifi\w*|comprueba|verifica\w*)\b[^.\n]*\b(?:no|nobody|not|only|none|cannot|can't|rejects?|rejected|refus\w*|den(?:y|ies|ied)|forbidden|block(?:s|ed)|unauthori\w+|40[139]|429|fails?|nur|kein\w*|niemand|abgelehnt|seul\w*|solo|nadie|nessuno)\b/i
const REFUSAL =
  /\b(?:40[139]|422|429|denied|forbidden|reject\w*|refused|unauthori[sz]ed|not authorized|not allowed|permission|invalid|violates)\b/i

/** The person wants to see it fail, or to wait until it no longer does. */
function isAskedFor({ step, session: { goals } }: BehaviourView): boolean {
  const { role, skeleton } = step.features
  const said = `${step.outcome?.error?.signature ?? ''} ${step.outcome?.error?.text ?? ''}`
  return goals.some(
    goal =>
      ((role === 'test' || role === 'run') && MEASURED.test(goal)) ||
      (ASKS_OTHERS.test(skeleton) && AWAITED.test(goal)) ||
      (!STAYS.has(role) && REFUSAL.test(said) && TO_BE_REFUSED.test(goal)),
  )
}

/** What fails later may be another state of the world; but who is not let in is not let in a minute later. */
const waitedFor = (past: Step, { outcome }: Step): boolean =>
  hasWaited(past) && !FOR_GOOD.test(`${outcome?.error?.class ?? ''}: ${outcome?.error?.text ?? ''}`)
const FOR_GOOD =
  /\b(?:login|logon|authentication|authorization) (?:failed|denied|error)|\b(?:invalid|wrong|bad|incorrect|unknown) (?:credentials?|password|user(?:name)?|api[ -]?key|token)\b|\bunauthori[sz]ed\b|\b(?:access|permission) denied\b|\bsyntax ?error\b/i

/** What is not there yet may come by itself. */
const isWaiting = (past: Step, { outcome }: Step): boolean =>
  hasWaited(past) && NOT_YET.test(outcome?.error?.signature ?? '')
const NOT_YET = /ECONNREFUSED|ENOTFOUND|ECONNRESET|\b50[234]\b|not ready|starting up|unhealthy|pending/i

/** What fails in tests and builds has a name of its own, wherever they are run. */
const STAYS: ReadonlySet<string> = new Set(['test', 'check', 'install'])

const wentWell = (past: Step, step: Step): boolean =>
  includesCommand(past, step) &&
  !isOtherMode(past, step) &&
  !isCleaning(past, step) &&
  past.agent_id === step.agent_id &&
  hasWorked(past)

/** What was made is taken away, by the same program: that it went well says nothing of how it is made. */
function isCleaning(past: Step, { features }: Step): boolean {
  return CLEANS.test(past.features.skeleton) && !CLEANS.test(features.skeleton)
}

const CLEANS = / (?:--clean\S*|(?:dist|real|very)?clean(?:[-:]\w+)?|mrproper)(?: |;|$)|^latexmk (?:\S+ )*-[cC](?: |;|$)/

/** Of a program that is told by flags alone what to do, each of the two calls has one that the other has not: `godot --import`. */
function isOtherMode(one: Step, other: Step): boolean {
  const [mine, theirs] = [one, other].map(({ features }) => features.skeleton.split(' '))
  if (!mine || !theirs || other.features.role !== 'run') return false
  const isMode = (word: string, at: number) => at === 0 || word.startsWith('--')
  if (!mine.every(isMode) || !theirs.every(isMode)) return false
  return mine.some(word => !theirs.includes(word)) && theirs.some(word => !mine.includes(word))
}

/** The next of several places that the person wants done: each may fail, and in the same way. */
function isNext(past: Step, step: Step, goals: readonly string[]): boolean {
  if (past.signature === step.signature) return false
  if (isOtherWork(past, step, goals)) return true
  const { broad, one_by_one } = kindOfGoals(goals)
  return broad || one_by_one
}

/** Back from the step to the last thing that could have made a difference, whoever did it. Oldest first. */
function failuresUnchanged(view: BehaviourView): readonly Step[] {
  const { step, session } = view
  const failures = [step]
  // What a failing line itself changed came before its failure: the ones before it ran without that.
  if (mayMatter(step) || waitedFor(step, step)) return failures
  for (const past of recentSteps(view, LOOK_BACK).slice(0, -1).toReversed()) {
    const same = isSame(past, step) && !isNext(past, step, session.goals)
    if (failures.some(each => wentWell(past, each)) || past.prompt_id !== step.prompt_id) break
    if (same) failures.unshift(past)
    if (mayMatter(past) || waitedFor(past, step)) break
  }
  return failures
}

function failuresInSpite(view: BehaviourView): readonly Step[] {
  const { step, session } = view
  const window = ownSteps(view, WINDOW)
  const since = window.findLastIndex(past => wentWell(past, step) || isOtherState(past) || isWaiting(past, step)) + 1
  const tries = window.slice(since)
  return tries.filter(
    (past, at) =>
      isSame(past, step) && !isNext(past, step, session.goals) && !isMended(past, step, tries.slice(at + 1)),
  )
}
