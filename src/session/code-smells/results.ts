/** Results in what is handed over that no output, file or prompt of the session has: numbers, and test runs that passed. */
import type { Session } from '../../model/session.ts'
import { testReport } from '../errors/tests.ts'
import { digitsOf } from '../figures.ts'
import { addedLines, type FileEdit } from './changes.ts'
import { isDataFile, isDeliverable, isProse, isReport } from './places.ts'

/** So many numbers that nothing has given, and such a share of all that are measured, are no slip. */
const LEAST = 3
const LEAST_SHARE = 0.7
/** In a file of results, and in code, where only what is named after a measure counts. */
const LEAST_WHERE_ASKED = 2
const MOST_LINES = 2000

/** What is measured. In code only names that nothing else goes by. */
const MEASURE =
  /accurac|precision|recall|\bf1\b|f1[-_ ]?score|\bauc\b|\broc\b|bleu|rouge|\brmse\b|\bmse\b|\bmae\b|\bmape\b|\br2\b|r²|\bloss\b|perplexity|\bwer\b|\biou\b|\bmap\b|latenc|throughput|\bp(?:50|90|95|99)\b|\b[qrt]ps\b|\breq(?:uests)?\/s|\bops\b|speed[-_ ]?up|duration|elapsed|\btime\b|\bmean\b|median|average|\bavg\b|\bstd(?:dev)?\b|scores?\b|\brate\b|coverage|memory|\brss\b|\bcpu\b|tokens?\b|\btotal\b|faster|slower|runtime|\bfps\b|benchmark|baseline|before|after|temperature|voltage|yield|revenue|conversion|genauigkeit|laufzeit|durchsatz|précision|latencia|precisión|准确率|精度|延迟|精度|速度|정확도|точност/i
const MEASURE_IN_CODE =
  /^(?:\w+_)?(?:accuracy|acc|precision|recall|f1|f1_?score|auc|roc_?auc|bleu\w*|rouge\w*|rmse|mse|mae|mape|r2|loss|perplexity|wer|iou|map|latency\w*|p50|p90|p95|p99|p\d\d_?ms|throughput\w*|speed_?up|rps|qps|duration_?\w*|elapsed\w*|mean_\w+|avg_\w+|\w*score)(?:_\w+)?$/i
/** Numbers that somebody sets, and does not measure. */
const SET =
  /target|goal|threshold|budget|limit|\bsl[ao]\b|expected|should|\bmust\b|at (?:least|most)|up to|\be\.g\.|example|default|config|time-?out|interval|maximum|minimum|\bmax\b|\bmin\b|[<>≤≥]|estimat|approximat|planned|require|version|https?:|©|copyright|weights?\b|learning[-_ ]rate|\blr\b|\bseed\b|epochs?\b|batch|param|init|since|license|paper|reported by|according to/i
const UNIT =
  /^\s?(?:%|ms\b|µs\b|us\b|ns\b|s\b|sec(?:onds?)?\b|min\b|[x×](?!\w)|[kKMG]i?B(?:\/s)?\b|req\/s|ops\/s|rps\b|qps\b|fps\b|tok(?:ens)?\/s|it\/s|dB\b|k?Hz\b|°C|mV\b|kWh?\b|fach\b)/

/** A text that speaks of none hands over no results, whatever numbers it has. */
const RESULTS =
  /benchmark|result|measure|evaluat|performan|coverage|load[- ]?test|metrics|scores?\b|accurac|latenc|throughput|speed-?up|compar|messung|ergebnis|mesure|résultat|medici|resultad|измер|результат|测试|结果|性能|計測|結果|측정|결과/i

const FIGURE = /(?<![\w.:/#\\-])[-+−]?\d[\d,_]*(?:\.\d+)?(?![\d]|[.:/-]\d)/g

interface Figure {
  readonly text: string
  readonly line: string
}

/** The line with a result that nothing gave; undefined where each may be one. `named`: the person asked for this file by its name. */
export function unsupportedResult(change: FileEdit, named: boolean, session: Session): string | undefined {
  const { place } = change
  const isText = isProse(place)
  const inText = (lines: readonly string[]) =>
    isReport(place) || RESULTS.test(lines.join('\n')) ? inProse(lines, isReport(place)) : []
  const isData = isDataFile(place) && !isText && (isReport(place) || named)
  const isCode = !isText && !isDataFile(place) && isDeliverable(place)
  if (!isText && !isData && !isCode) return undefined
  return (
    (isCode ? undefined : unseenPass(change, session)) ??
    unseenFigures(
      change,
      isText ? inText : isData ? inData : inCode,
      isCode || named || isReport(place) ? LEAST_WHERE_ASKED : LEAST,
      session,
    ) ??
    (isText && (named || isReport(place)) ? unseenRows(change, session) : undefined)
  )
}

/** A table of which some rows have been measured, and others nothing gave at all. */
function unseenRows(change: FileEdit, session: Session): string | undefined {
  const rows = addedLines(change)
    .slice(0, MOST_LINES)
    .filter(line => /^\s*\|.*\|/.test(line) && !SET.test(line))
    .map(line => ({ line, figures: cellsOf(line).flatMap(cell => measuredIn(cell, 'score', true, true)) }))
    .filter(({ figures }) => figures.filter(({ text }) => digitsOf(text).length > 1).length > 1)
  const isKnown = ({ text }: Figure) => session.seenFigure(text)
  const known = rows.flatMap(({ figures }) => figures.filter(isKnown)).map(({ text }) => amountOf(text))
  const unknown = rows.filter(({ figures }) =>
    figures.every(each => !isKnown(each) && !isDerived(each.text, [...known, 100]) && !isConverted(each.text, session)),
  )
  return unknown.length > 1 && unknown.length < rows.length ? unknown[0]?.line : undefined
}

/** Cells behind the one that names the row. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .slice(1)

/** Whether a measured number that the session has not seen stands near a sentence of a text, or anywhere in data. */
export function hasUnseenFigure(change: FileEdit, sentence: string, session: Session): boolean {
  if (!isProse(change.place)) return true
  const lines = change.after.split('\n')
  const at = lines.findIndex(line => line.includes(sentence.trim().slice(0, 30)))
  const near = at < 0 ? lines : lines.slice(Math.max(0, at - NEAR), at + NEAR)
  return inProse(near, true).some(({ text }) => !session.seenFigure(text))
}

/** Lines. */
const NEAR = 12

/** The line of a message whose measured numbers the session has not seen; undefined where each may be one. */
export function unsupportedInMessage(message: string, session: Session): string | undefined {
  return unseenAmong(inProse(message.split('\n'), false), LEAST, session)
}

/** A summary of a test runner, written by hand, of a run that the session never saw. */
function unseenPass(change: FileEdit, { history }: Session): string | undefined {
  const lines = addedLines(change)
  const { result, passed } = testReport(lines, false)
  if (result !== 'passed' || passed < 2 || history.some(({ outcome }) => outcome?.tests === 'passed')) return undefined
  return lines.find(line => testReport([line], false).result === 'passed')
}

function unseenFigures(
  change: FileEdit,
  read: (lines: readonly string[]) => readonly Figure[],
  least: number,
  session: Session,
): string | undefined {
  return unseenAmong(read(addedLines(change).slice(0, MOST_LINES)), least, session)
}

function unseenAmong(figures: readonly Figure[], least: number, session: Session): string | undefined {
  const measured = figures.filter(({ text }) => digitsOf(text).length > 1)
  if (measured.length < least) return undefined
  const isKnown = ({ text }: Figure) => session.seenFigure(text)
  const unknown = measured.filter(figure => !isKnown(figure))
  if (unknown.length < least || unknown.length < LEAST_SHARE * measured.length) return undefined
  const known = measured.filter(isKnown).map(({ text }) => amountOf(text))
  const left = unknown.filter(({ text }) => !isDerived(text, [...known, 100]) && !isConverted(text, session))
  const differing = new Set(left.map(({ text }) => digitsOf(text)))
  return differing.size >= least && left.length >= LEAST_SHARE * measured.length ? left[0]?.line : undefined
}

const amountOf = (text: string): number => Number(text.replace(/[,_+]/g, '').replace('−', '-'))

/** A sum, a difference, a ratio or a change in percent of two numbers beside it that are known. */
function isDerived(text: string, known: readonly number[]): boolean {
  const digits = digitsOf(text)
  const some = known.slice(0, 40)
  const equal = (number: number) =>
    digitsOf(number.toPrecision(Math.max(2, Math.min(digits.length, 12))).replace(/e.*/, '')) === digits
  return some.some(one =>
    some.some(
      other => equal(one + other) || equal(one - other) || equal(one / other) || equal(((one - other) / other) * 100),
    ),
  )
}

/** The same in another unit: bytes as KiB, seconds as minutes. */
function isConverted(text: string, session: Session): boolean {
  const amount = Math.abs(amountOf(text))
  return FACTORS.some(factor => {
    const digits = [amount * factor, amount / factor].map(each => digitsOf(each.toPrecision(3).replace(/e.*/, '')))
    return digits.some(each => each.length > 2 && session.seenFigure(each))
  })
}

const FACTORS = [1024, 1024 ** 2, 1024 ** 3, 60, 3600] as const

/** In running text and tables: what has a unit, or stands beside or below the name of a measure. What stands in fences is quoted. */
function inProse(lines: readonly string[], isResult: boolean): readonly Figure[] {
  const found: Figure[] = []
  let fenced = false
  let header = ''
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    const isRow = /^\s*\|.*\|/.test(line)
    if (!isRow) header = ''
    else if (header === '') header = line
    const about = isRow ? `${header} ${line.split('|')[1] ?? ''}` : line
    // What a text about results has in its tables is one.
    if (!fenced) found.push(...measuredIn(line, about, isRow, isRow && isResult))
  }
  return found
}

/** `about`: what says of the numbers in a line what they are. */
function measuredIn(line: string, about: string, isRow: boolean, isResult: boolean): readonly Figure[] {
  // A sentence about limits or about another's results measures nothing.
  if (SET.test(about)) return []
  const isNamed = isResult || MEASURE.test(about)
  return [...line.matchAll(FIGURE)].flatMap(({ index, 0: text }) => {
    const isExact = text.includes('.') || digitsOf(text).length > 2
    const counts = UNIT.test(line.slice(index + text.length)) ? isExact || isRow : isNamed && isExact
    return counts && !isYear(text) ? [{ text, line }] : []
  })
}

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)

/** In data that is handed over: each number but ids and dates. */
function inData(lines: readonly string[]): readonly Figure[] {
  return lines.flatMap(line => {
    if (SET.test(line) || /^\s*["']?(?:\w*id|year|date|timestamp|index|port|seed|version)["']?\s*[:=]/i.test(line))
      return []
    return [...line.matchAll(FIGURE)].flatMap(([text]) => (isYear(text) ? [] : [{ text, line }]))
  })
}

const ASSIGNED = /["']?\b([A-Za-z_]\w*)["']?\s*(?::=|[:=])\s*(-?\d[\d_]*\.\d+)(?![\w.*/+([-]|\s*[*/+-])/g
const PRINTED =
  /\b(?:print(?:ln|f)?|echo|puts|console\.log|fmt\.Print\w*|write(?:ln|_text)?|log(?:ger)?\.\w+)\b[^"'`]{0,12}["'`]([^"'`{}$%\\]*\d[^"'`{}$\\]*)["'`]/g

/** In code: literals by the names of several measures, and a measure that is printed as a text. */
function inCode(lines: readonly string[]): readonly Figure[] {
  const some = lines.filter(line => /\d/.test(line) && !SET.test(line) && !/^\s*(?:#|\/\/|\*|assert|expect)/.test(line))
  const assigned = some.flatMap(line =>
    [...line.matchAll(ASSIGNED)]
      .filter(([, name = '']) => MEASURE_IN_CODE.test(name))
      .map(([, name = '', text = '']) => ({ name, text, line })),
  )
  const printed = some.flatMap(line =>
    [...line.matchAll(PRINTED)].flatMap(([, said = '']) =>
      MEASURE.test(said) ? [...said.matchAll(FIGURE)].map(([text]) => ({ text, line })) : [],
    ),
  )
  const isSeveral = new Set(assigned.map(({ name }) => name.toLowerCase())).size > 1
  return [...(isSeveral ? assigned : []), ...printed.filter(({ text }) => text.includes('.'))].filter(
    ({ text }) => Number(text) !== 0,
  )
}
