/** How a call went, as the client reports it and as its output says. */
import { memoOf } from '../common/memo.ts'
import type { Outcome, StepError } from '../model/action.ts'
import { eventCall, type ToolEvent } from '../model/event.ts'
import type { Session, Step } from '../model/session.ts'
import { fieldIn, type ToolKind } from '../model/tool.ts'
import { expectedIn } from './errors/expected.ts'
import { errorIn } from './errors/find.ts'
import {
  beforeAlternative,
  endsInAnotherCall,
  endsInError,
  hidesExit,
  isEssential,
  printedExit,
} from './errors/hidden.ts'
import { type TestReport, testReport } from './errors/tests.ts'
import { CUT_OFF, linesOfOutput } from './errors/text.ts'
import { exitCodeIn } from './exposed.ts'
import { inventedIn } from './invented.ts'
import { memoryIn } from './memory.ts'
import { exitOf, outputOf, type ToolOutput } from './output.ts'
import { isKeyword, sharesWord } from './words.ts'

/** Roles whose output may be that of tests; what others print is only about them. */
const TESTING = new Set<Step['features']['role']>(['test', 'check', 'run'])

/** The outcome of a step; all texts in it are masked. At most 2 KB as JSON. */
export function outcomeOf(event: ToolEvent, step: Step, session: Session): Outcome {
  const output = outputOf(event)
  const lines = linesOfOutput(output.text)
  const judged = output.interrupted || output.background ? NOTHING : judge(event, step, lines)
  const error = judged.error
  const command = fieldIn(eventCall(event), 'command')
  const code = event.name === 'PostToolUseFailure' ? exitOf(event).code : undefined
  return {
    failed: judged.failed,
    masked: judged.masked,
    timed_out: judged.timed_out,
    ...(error && { error }),
    duration_ms: event.duration_ms ?? null,
    output_bytes: output.bytes,
    ...(typeof command === 'string' && memoryIn(lines, code, command, step.features.role)),
    invented: output.interrupted || output.background ? [] : inventedIn(event, step, session, lines, judged.failed),
    ...sharesGoalOf(output, session, event.form.kind),
    ...(judged.tests && { tests: judged.tests }),
    ...(judged.tests_run && { tests_run: judged.tests_run }),
    ...(judged.nearly_passed && { nearly_passed: true }),
    ...(judged.tests === 'failed' && shownExpectations(lines)),
    ...reportedAt(step, session),
  }
}

function shownExpectations(lines: readonly string[]): Pick<Outcome, 'expected'> {
  const expected = expectedIn(lines)
  return expected.length === 0 ? {} : { expected }
}

function reportedAt({ step, agent_id }: Step, { history }: Session): Pick<Outcome, 'reported_at'> {
  const newest = history.findLast(past => past.agent_id === agent_id)?.step ?? step
  return newest > step ? { reported_at: newest } : {}
}

type Judged = Pick<Outcome, 'failed' | 'masked' | 'timed_out' | 'error' | 'tests' | 'tests_run' | 'nearly_passed'>

const NOTHING: Judged = { failed: false, masked: false, timed_out: false }

/** What is known of a call before it is judged. */
interface Ran {
  readonly role: Step['features']['role']
  /** Undefined for tools that run none. */
  readonly command: string | undefined
  readonly lines: readonly string[]
  readonly report: TestReport
  readonly ms: number
}

function judge(event: ToolEvent, step: Step, lines: readonly string[]): Judged {
  const { role } = step.features
  const given = fieldIn(eventCall(event), 'command')
  const command = typeof given === 'string' ? given : undefined
  const report = TESTING.has(role) && command !== undefined ? testReport(lines, role !== 'run') : NO_REPORT
  const ran: Ran = { role, command, lines, report, ms: event.duration_ms ?? 0 }
  if (event.name === 'PostToolUseFailure') {
    // What was cleared away afterwards, or asked, says nothing of a build or test before it.
    const isOwn = command === undefined || !isEssential(role) || !endsInAnotherCall(command)
    return isOwn ? judgeFailure(ran, exitOf(event).code) : judgeSuccess(ran, command, false)
  }
  const exit = exitCodeIn(lines.at(-1) ?? '')
  if (exit !== undefined) return judgeFailure(ran, exit)
  if (event.form.kind === 'external') return judgeServer(ran)
  return command !== undefined && isEssential(role)
    ? judgeSuccess(ran, command, event.form.shell === 'powershell')
    : NOTHING
}

function judgeFailure({ role, command, lines, report }: Ran, code: number | undefined): Judged {
  const timed_out = timedOut(lines, command, code, report)
  if (!timed_out && mayFail(role, code)) return NOTHING
  const tests = report.result ?? (role === 'test' && !timed_out ? 'failed' : undefined)
  const error = timed_out ? timeOut(lines) : errorIn(lines, report, code)
  return { failed: true, masked: false, timed_out, error, ...(tests && { tests }), ...nearly(report) }
}

const nearly = ({ failed, passed }: TestReport): Pick<Judged, 'nearly_passed' | 'tests_run'> => ({
  ...(failed + passed > 0 && { tests_run: failed + passed }),
  ...(failed > 0 && passed >= 9 * failed && { nearly_passed: true }),
})

/** The client saw exit code 0: that counts, unless it is the exit code of something else. */
const REFUSED = /^\W{0,3}(?:MCP )?(?:error|fatal|failed|exception|traceback|\w+(?:Error|Exception))\b/i

/** Servers often report what went wrong as an ordinary answer: it begins with that, and there is little else. */
function judgeServer({ lines }: Ran): Judged {
  const said = lines.filter(line => line.trim() !== '')
  if (said.length > 12 || !REFUSED.test(said[0] ?? '')) return NOTHING
  const timed_out = said.some(line => SAYS_SO.test(line))
  return {
    failed: true,
    masked: true,
    timed_out,
    error: timed_out ? timeOut(lines) : errorIn(lines, NO_REPORT, undefined),
  }
}

/** Installations of R end well whether or not anything was installed. */
const ENDS_WELL =
  /\b(?:install\.packages|BiocManager::install|(?:remotes|devtools|pak)::\w*install\w*|pkg_install)\s*\(/

function judgeSuccess(ran: Ran, text: string, always: boolean): Judged {
  const { role, command, report } = ran
  // PowerShell goes on after most errors.
  const hidden = always || ENDS_WELL.test(text) || hidesExit(text)
  const told = hidden ? beforeAlternative(text, ran.lines) : undefined
  const lines = told ?? ran.lines
  const printed = hidden ? printedExit(text, lines) : undefined
  const cut_off = hidden && printed === undefined && report.result === undefined && isCutOff(text, ran.ms)
  if (cut_off || told !== undefined || (hidden && hiddenFailure(text, printed, ran))) {
    const timed_out = cut_off || timedOut(lines, command, printed, report)
    const error = timed_out ? timeOut(lines) : errorIn(lines, report, printed)
    const tests = report.result ?? (role === 'test' && !timed_out ? 'failed' : undefined)
    return { failed: true, masked: true, timed_out, error, ...(tests && { tests }), ...nearly(report) }
  }
  // A summary counts more than an exit code that a script of the project's may have swallowed; but others than tests only quote one.
  const said = role === 'test' || report.result === 'passed' ? report.result : undefined
  const tests = said ?? (role === 'test' && (!hidden || printed === 0) ? 'passed' : undefined)
  return { ...NOTHING, ...(tests && { tests, ...nearly({ ...report, failed: 0 }) }) }
}

function hiddenFailure(command: string, printed: number | undefined, { role, lines, report }: Ran): boolean {
  if (printed !== undefined) return printed !== 0
  return report.result === 'failed' || (report.result === undefined && endsInError(role, command, lines))
}

const NO_REPORT: TestReport = { result: undefined, failed: 0, passed: 0, failing: [] }

const LIMIT = /\bg?timeout\s+(?:(?:-[ks]\s+\S+|-(?![ks]\s)\S+)\s+)*(\d+(?:\.\d+)?)([smh]?)\s/
const UNITS: Readonly<Record<string, number>> = { '': 1000, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds that a command gives a program by itself (`timeout 20 make`); 0 where it sets no limit. */
export function limitSetBy(command: string): number {
  const [, number = '', unit = ''] = command.match(LIMIT) ?? []
  return Number(number) * (UNITS[unit] ?? 0)
}

/** It took as long as the limit that the command itself sets, whose exit code something else hides. */
function isCutOff(command: string, ms: number): boolean {
  const limit = limitSetBy(command)
  return limit > 0 && ms >= limit && ms <= 1.1 * limit + 2000
}

/** A question that was answered with no: grep found nothing, diff found something, the run is not done. Not: the program is missing or was killed. */
function mayFail(role: Step['features']['role'], code: number | undefined): boolean {
  return (role === 'probe' || role === 'watch') && code !== undefined && code < 126
}

const CLIENT = /^(?:Command timed out after |.*\bcommand timed out after \d)/
const SAYS_SO =
  /\b(?:timed[ -]out|E(?:SOCKET)?TIMEDOUT|\w*Timeout(?:Error|Exception|Expired)|(?:Read|Connect|Pool|Request)Timeout|deadline exceeded|gateway time-?out|i\/o timeout|statement timeout|timeout (?:exceeded|expired|reached|was reached)|exceeded (?:the |its )?(?:timeout|time limit|maximum (?:execution )?time)|Maximum execution time|DUE TO TIME LIMIT|timeout of \d+ ?m?s(?:ec\w*)? exceeded)\b/i

/** Another machine does not answer: more time would change nothing. */
const UNREACHED = /UNREACHABLE!/

/** The command itself took too long; not: a test of it did, which is a failing test. */
function timedOut(
  lines: readonly string[],
  command: string | undefined,
  code: number | undefined,
  report: TestReport,
): boolean {
  const said = lines.filter(line => line.trim() !== '')
  if (
    said
      .slice(0, 1)
      .concat(said.slice(-3))
      .some(line => CLIENT.test(line))
  )
    return true
  if (code === 124) return true
  if (code === 137 && command !== undefined && /\btimeout\b/.test(command)) return true
  return report.result === undefined && said.slice(-3).some(line => SAYS_SO.test(line) && !UNREACHED.test(line))
}

function timeOut(lines: readonly string[]): StepError {
  const text = lines.findLast(line => CLIENT.test(line) || SAYS_SO.test(line)) ?? ''
  const { text: said } = errorIn([text === '' ? CUT_OFF : text], NO_REPORT, undefined)
  const count = lines.findLast(line => COUNTS.test(line))
  const [, done = '', all = ''] = count === undefined ? [] : (COUNTS.exec(count) ?? [])
  return {
    signature: 'timeout',
    class: 'timeout',
    detail: '',
    text: said,
    ...(done !== '' && { place: `${done}/${all}` }),
  }
}

/** How much of how much is left: `to-chk=31340/41902`, `left: 120/400`. What counts up may begin anew each time. */
const COUNTS = /\b(?:to-chk|ir-chk|to-check|remaining|left)\b\W{0,3}(\d{1,9})(?:\/| of )(\d{2,9})(?![\d/.:-])/

/** What a tool for files answers repeats what was written; what it reads is code, whose keywords say nothing. */
const REPEATS: ReadonlySet<ToolKind> = new Set(['write_file', 'edit_file', 'edit_file_often', 'edit_notebook'])
const SHOWS_CODE: ReadonlySet<ToolKind> = new Set(['read_file', 'read_notebook'])

const withoutKeywords = memoOf((words: readonly string[]) => words.filter(word => !isKeyword(word)))

function sharesGoalOf({ text }: ToolOutput, session: Session, kind: ToolKind): Pick<Outcome, 'on_topic'> {
  if (REPEATS.has(kind)) return {}
  const keywords = session.goal_keywords.length > 0 ? session.goal_keywords : session.goals
  const words = SHOWS_CODE.has(kind) ? withoutKeywords(keywords) : keywords
  return keywords.length === 0 ? {} : { on_topic: sharesWord(text.replaceAll(`${session.project_root}/`, ' '), words) }
}
