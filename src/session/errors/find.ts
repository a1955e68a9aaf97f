/** Which line of an output says what went wrong, and the error in it: comparable, bounded and masked. */

import { sha256 } from '../../common/digest.ts'
import { redact } from '../../content/redact/redact.ts'
import type { StepError } from '../../model/action.ts'
import { ERROR_KINDS, type ErrorKind } from './kinds.ts'
import type { ErrorStatement } from './message.ts'
import { UNREGISTERED } from './of-runtimes.ts'
import type { TestReport } from './tests.ts'
import { COUNTS, cutToBytes, normalise } from './text.ts'

/** Bytes. */
const LONGEST = { class: 80, detail: 120, signature: 200, text: 200, place: 200 }

/** A line without any of these says nothing about an error: the patterns are not tried on it. */
const PERHAPS =
  /err|forbidden|authoriz|permission|scope|^e: |exception|fail|^! |not found|not in|not? |n't |un\w+|missing|required|must be|requires|referenced|no such|panic|fatal|cannot|can't|could not|denied|refused|not in|interrupt|timeout|expired|exist|script|conflict|fault|abort|memory|instruction|wrong|\.go:|\.py:|directory|in use|busy|space left|process|curl|\*\*\*|no module|syntax|bad option|invalid|unrecognized|unknown|not a git|\b(?:SC|DL)\d{4}\b|\bMD\d{3}\b/i

/** What package managers and runtimes remark before they begin, and sum up at the end: never what a call failed of. */
const REMARK =
  /^\s*(?:npm (?:warn|notice)\b|npm WARN|pnpm:? WARN|\[?WARN\]?\s+(?:deprecated|Issues)|yarn warn|warning (?:package\.json|\S+ > )|\(node:\d+\) |\(Use `node --trace|DEPRECATION:|\[notice\] |WARNING: (?:Running pip|You are using pip|Retrying)|ERROR: Required build target .* has no buildable providers|\[ERROR\] Failed to execute goal .*There (?:are|were) test failures)/i

/** The script that a package manager runs, as it announces it. */
const ANNOUNCED = /^> \S/

export interface RecognizedError extends ErrorStatement {
  readonly kind: ErrorKind
  readonly text: string
  /** Index of its line. */
  readonly at: number
}

/** The error that an output is about; undefined where no line says one. */
export function findSaid(
  lines: readonly string[],
  kinds: readonly ErrorKind[] = ERROR_KINDS,
): RecognizedError | undefined {
  const candidates = lines.flatMap((line, at) => (PERHAPS.test(line) && !REMARK.test(line) ? [at] : []))
  for (const kind of kinds) {
    for (const at of kind.pick === 'first' ? candidates : candidates.toReversed()) {
      const line = lines[at] ?? ''
      const match = line.match(kind.line)
      const said = match ? kind.read(match, lines, at) : undefined
      if (said && said.class !== '') return { ...said, kind, at, text: said.line ?? line }
    }
  }
  return undefined
}

/** The error of a call that failed. `code`: its exit code, where it has one. */
export function errorIn(lines: readonly string[], tests: TestReport, code: number | undefined): StepError {
  const { failing } = tests
  const unready = failing.length > 0 && isUnready(lines)
  const found =
    failing.length > 0 && !unready && !failing.every(isFile)
      ? undefined
      : (findSaid(lines) ?? findSaid(reasonsIn(lines)))
  if (failing.length > 0 && !(found && (unready || UNLOADABLE.test(found.class)))) return testFailure(lines, failing)
  const counted = countedIn(lines)
  if (found) {
    const text = GIVES_UP.test(found.kind.id) ? (counted ?? found.text) : found.text
    return { ...made(found, text, found.kind.many ? othersOf(found, lines) : ''), ...placeOf(found, lines) }
  }
  const signal = code === undefined ? undefined : SIGNALS[code]
  if (signal !== undefined) return made({ class: signal, detail: '' }, signal)
  const last = lines.findLast(line => line.trim() !== '' && !REMARK.test(line) && !ANNOUNCED.test(line)) ?? ''
  // Fewer failures than before are progress, though no name says so.
  const count = tests.failed > 0 ? ` (${tests.failed} failed)` : ''
  const detail = `${normalise(last)}${count}`
  return made({ class: code === undefined ? 'error' : `exit ${code}`, detail }, counted ?? last)
}

/** They say that a part failed, not what is wrong with it. */
const GIVES_UP = /^(?:make-target|build)$/

/** Lines from the end in which a tool sums up what it found. */
const NEAR_THE_END = 12

/** How much is wrong, as a linter or checker sums it up: fewer are progress. */
function countedIn(lines: readonly string[]): string | undefined {
  return lines
    .filter(line => line.trim() !== '')
    .slice(-NEAR_THE_END)
    .findLast(line => COUNTS.test(line))
}

/** A file and a line in it, as compilers, linters and Maven write them. */
const PLACE =
  /(?:^|\s|file:\/\/)((?:\/|\.{1,2}\/)?(?:(?:[\w@+.~-]+\/)+[\w@+.-]+|[\w@+-][\w@+.-]*\.[A-Za-z]\w{0,5}|[A-Z]\w*file))(?::\d+|\(\d+|:\[\d+| line \d+:$)/
/** Compilers that show the code have the place in a line of its own: so many lines before or behind what they say. */
const AROUND = 3

/** Where a compiler or linter says that it is. */
function placeOf({ kind, at, text }: RecognizedError, lines: readonly string[]): Pick<StepError, 'place'> {
  if (!kind.many) return {}
  const before = lines.slice(Math.max(0, at - AROUND), at).reverse()
  const place = [text, ...before, ...lines.slice(at + 1, at + 1 + AROUND)]
    .map(line => PLACE.exec(line)?.[1])
    .find(found => found !== undefined)
  return place === undefined ? {} : { place: cutToBytes(redact(place), LONGEST.place) }
}

/** What else of the same kind stands in an output, as a digest; empty where nothing does. */
function othersOf({ kind, class: cls, detail }: RecognizedError, lines: readonly string[]): string {
  const all = new Set<string>()
  lines.forEach((line, at) => {
    const match = PERHAPS.test(line) ? line.match(kind.line) : null
    const said = match ? kind.read(match, lines, at) : undefined
    if (said) all.add(`${said.class}: ${said.detail}`)
  })
  all.delete(`${cls}: ${detail}`)
  return all.size === 0 ? '' : ` +${all.size} ${sha256([...all].sort().join('\n')).slice(0, 8)}`
}

/** Files of tests fail as a whole where they cannot be loaded: why says more than which. */
const isFile = (name: string): boolean => /^[\w@./\\[\]-]+\.\w+(?: \[ .* \])?$/.test(name)
const UNLOADABLE =
  /^(?:ModuleNotFoundError|NoSuchBeanDefinitionException|unresolved service|ImportError|SyntaxError|IndentationError|MODULE_NOT_FOUND|ERR_|TS\d)/

/** What the tests need could not be made ready, so that none of them failed by itself. */
const isUnready = (lines: readonly string[]): boolean =>
  lines.some(line => /\bFailed to load ApplicationContext\b/.test(line) || UNREGISTERED.test(line)) ||
  (lines.some(line => /^ERROR \S+\.py::/.test(line)) && !lines.some(line => /^FAILED /.test(line)))

/** Why, as the summary of the runner says it. */
const reasonsIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap(line => /^ERROR \S+ - (.*)/.exec(line)?.[1] ?? [])

const SIGNALS: Readonly<Record<number, string>> = { 134: 'Aborted', 137: 'Killed', 139: 'Segmentation fault' }

/** What PHP lacks, in the words of an exception within a test's report. */
const ABSENT_IN_PHP =
  /^\s*(?:(?:Class|Interface|Trait|Enum) ["'].+["'] not found|Target class \[.+\] does not exist|Call to undefined \w+|Undefined (?:variable|property|constant|array key|method)\b)/

/** What a test got, or lacks, where it says so: other values are another failure. */
function valuesIn(lines: readonly string[]): string {
  const got = lines.find(line => /^\s*(?:Received|received|got|actual|but was)\b.*:/i.test(line))
  const line =
    got ??
    lines.find(each => ABSENT_IN_PHP.test(each)) ??
    lines.find(each =>
      /^E {2,}(?:assert |AssertionError)|\bgot\b.*\bwant\b|\bwant\b.*\bgot\b|expected:? .* (?:but was|got|to )/.test(
        each,
      ),
    )
  return (line ?? '').trim().replace(/0x[0-9a-f]+/gi, '#')
}

/** Another set of failing tests is another error: that is progress, or its opposite. */
function testFailure(lines: readonly string[], failing: readonly string[]): StepError {
  const names = [...new Set(failing.map(name => testName(name)))].sort().join(', ')
  const said = failing.length === 1 ? valuesIn(lines) : ''
  const text = said || (lines.find(line => line.includes(failing[0] ?? '')) ?? failing[0] ?? '')
  return made({ class: 'test failure', detail: names }, text)
}

/** Directories and times are not part of a test's name, numbers are. */
function testName(name: string): string {
  return name
    .replace(/(?:[\w@.+~-]*\/)+(?=[\w@.+~-])/g, '')
    .replace(/ \(?\d[\d.]*\s?m?s\)?$/, '')
    .trim()
}

/** Equal errors stay equal: masked before they are cut, and a long one ends in its digest. */
function made(said: ErrorStatement, text: string, others = ''): StepError {
  const cls = redact(said.class)
  const detail = redact(said.detail)
  return {
    signature: bounded(detail === '' ? cls : `${cls}: ${detail}`, LONGEST.signature - others.length) + others,
    class: cutToBytes(cls, LONGEST.class),
    detail: cutToBytes(detail, LONGEST.detail),
    text: cutToBytes(redact(text.trim()), LONGEST.text),
  }
}

function bounded(text: string, bytes: number): string {
  return Buffer.byteLength(text) <= bytes ? text : `${cutToBytes(text, bytes - 12)}…#${sha256(text).slice(0, 8)}`
}
