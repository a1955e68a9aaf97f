/** A scan for people: worst first, then what was not looked at. */
import { clip, printable } from '../../common/printable.ts'
import { SEVERITIES, type Severity } from '../../model/action.ts'
import type { ScanFinding, ScanReport } from '../scan/model.ts'
import { plural } from './counts.ts'
import type { OutputStyle, Paint } from './style.ts'

const STYLES = { critical: 'red', high: 'red', medium: 'yellow', low: 'dim' } as const satisfies Record<
  Severity,
  OutputStyle
>

export function scanLines(report: ScanReport, width: number, paint: Paint, all: boolean): readonly string[] {
  const shown = report.findings.filter(({ severity }) => all || severity !== 'low')
  const lines = shown.flatMap(finding => [...findingLines(finding, width, paint), ''])
  return [...lines, ...summaryLines(report, shown.length), ...unlookedLines(report, paint)]
}

function findingLines(finding: ScanFinding, width: number, paint: Paint): readonly string[] {
  const { severity, when, rule, file, line, message, evidence } = finding
  const head = `${paint(STYLES[severity], severity.toUpperCase().padEnd(8))}  ${printable(when)}`
  const body = [`${printable(file)}:${line}  (${rule})`, message]
  // What only repeats the message says nothing more.
  const rest = message.includes(evidence) ? [] : [paint('dim', clip(printable(evidence), width - 10))]
  return [
    head,
    ...body.map(each => `          ${clip(printable(each), Math.max(40, 2 * width - 20))}`),
    ...rest.map(each => `          ${each}`),
  ]
}

function summaryLines({ findings, files, commands, root }: ScanReport, shown: number): readonly string[] {
  const counts = [...SEVERITIES]
    .reverse()
    .map(severity => ({ severity, count: findings.filter(each => each.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
  const hidden = findings.length - shown
  const total = `${printable(root)}: ${plural(files, 'file')} from which something runs, ${plural(commands, 'command')}; ${counts.length === 0 ? 'no findings' : counts.join(', ')}`
  return [total, ...(hidden > 0 ? [`${plural(hidden, 'low finding')} not shown: --all`] : [])]
}

function unlookedLines({ not_looked_at }: ScanReport, paint: Paint): readonly string[] {
  if (not_looked_at.length === 0) return []
  return [
    paint('bold', 'not looked at'),
    ...not_looked_at.map(({ what, why }) => `  ${printable(what)}: ${printable(why)}`),
  ]
}
