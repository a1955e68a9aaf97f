/** What `reviewer ship` says. */
import { printable } from '../../common/printable.ts'
import type { Shipped } from '../../fleet/ship.ts'
import type { ShipmentState } from '../ship/state.ts'
import { localTime } from './audit.ts'
import { plural } from './counts.ts'
import type { Paint } from './style.ts'

/** How one run ended, in a line; with a second one where something is to be done. */
export function shippedLines({ destination, outcome, rows, erasures, failure, remedy }: Shipped, paint: Paint): string {
  const sent = `${plural(rows, 'row')}${erasures > 0 ? ` and ${plural(erasures, 'erasure')}` : ''} sent`
  const to = printable(destination)
  if (outcome === 'complete') return `${paint('green', 'complete')}  ${to}: ${sent}\n`
  if (outcome === 'stopped') return `stopped  ${to}: ${sent}; what comes from now on waits\n`
  if (outcome === 'busy') return `busy  ${to}: ${printable(failure)}\n`
  return `${paint('red', 'failed')}  ${to}: ${reason(destination, failure)}; ${sent}, the rest waits\n${remedyLine(remedy)}`
}

/** A line for each destination, and what is to be done where something is. */
export function stateLines(state: ShipmentState, paint: Paint): string {
  const { destination, configured, waiting, shipped, failure, remedy } = state
  const last = shipped === null ? 'nothing sent yet' : `last sent ${localTime(shipped)}`
  const waits = waiting === 0 ? 'nothing waits' : `${plural(waiting, 'row')} ${waiting === 1 ? 'waits' : 'wait'}`
  const given = configured ? '' : ' · not in the configuration'
  const failed =
    failure === '' ? '' : `  ${paint('red', 'last try failed')}: ${reason(destination, failure)}\n${remedyLine(remedy)}`
  const forget = configured
    ? ''
    : remedyLine(`if nothing is to be sent there any more: reviewer ship --forget ${destination}`)
  return `${printable(destination)}: ${last} · ${waits}${given}\n${failed}${forget}`
}

/** The same in a few words, for `reviewer status`. */
export function shipmentWords({ destination, waiting, shipped, failure }: ShipmentState): string {
  const last = shipped === null ? 'nothing sent' : `sent ${localTime(shipped)}`
  const waits = waiting === 0 ? '' : `, ${plural(waiting, 'row')} ${waiting === 1 ? 'waits' : 'wait'}`
  const failed = failure === '' ? '' : ', the last try failed (reviewer ship --status)'
  return `${printable(destination)}: ${last}${waits}${failed}`
}

/** Without the address, which stands before it. */
const reason = (destination: string, failure: string): string =>
  printable(failure.startsWith(`${destination}: `) ? failure.slice(destination.length + 2) : failure)

const remedyLine = (remedy: string): string => (remedy === '' ? '' : `  what to do: ${printable(remedy)}\n`)
