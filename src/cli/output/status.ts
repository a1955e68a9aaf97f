/** Whether the reviewer guards, and what it did, in one line: for people, for a shell's prompt, and for the client's status line. */

import { printable } from '../../common/printable.ts'
import { shortId } from '../../record/latch.ts'
import type { Status } from '../status/collect.ts'
import { localTime } from './audit.ts'
import { plural } from './counts.ts'
import { policyWords } from './policy.ts'
import { shipmentWords } from './ship.ts'
import type { OutputStyle, Paint } from './style.ts'

const STATES = { guarded: 'guarded', records_only: 'records only', not_guarded: 'NOT guarded' } as const
const STYLES: Readonly<Record<keyof typeof STATES, OutputStyle>> = {
  guarded: 'green',
  records_only: 'yellow',
  not_guarded: 'red',
}
const BETWEEN = ' · '

/** One line, with what is to be done where something is. */
export function statusLine(status: Status, paint: Paint): string {
  const { guard, session, stopped, approved, restorable, approvals_open: open, standing_still: still } = status
  const of = session === null ? 'today' : `in session ${printable(shortId(session))}`
  const remedy = guard.remedy === '' ? '' : ` (${printable(guard.remedy)})`
  const [head, style] = headOf(status)
  const parts = [
    `${paint(style, head)}: ${printable(guard.why)}${remedy}`,
    ...(status.paused_until === null ? [] : ['to end the pause: reviewer pause --end']),
    `${stopped} stopped ${of}${approved > 0 ? `, ${approved} asked and approved` : ''}`,
    restorable.length === 0 ? 'nothing to restore' : `${restorable.length} to restore (reviewer checkpoint list --all)`,
    ...(open === 0 ? [] : [`${plural(open, 'approval')} open (reviewer allow list)`]),
    ...(still.length === 0 ? [] : [paint('red', standing(still))]),
    ...status.shipments.map(each => paint(each.failure === '' ? 'dim' : 'yellow', shipmentWords(each))),
    ...(status.policy === null
      ? []
      : [paint(status.policy.failure === '' && !status.policy.late ? 'dim' : 'yellow', policyWords(status.policy))]),
    ...(status.unknown === '' ? [] : [paint('yellow', `the record cannot be read: ${printable(status.unknown)}`)]),
  ]
  return `${parts.join(BETWEEN)}\n`
}

function standing(sessions: readonly string[]): string {
  const [only = '', ...others] = sessions
  return others.length === 0
    ? `session ${printable(shortId(only))} stands still (reviewer session resume ${printable(shortId(only))})`
    : `${sessions.length} sessions stand still (reviewer session list)`
}

function headOf({
  guard: { state },
  paused_until: until,
}: Pick<Status, 'guard' | 'paused_until'>): readonly [string, OutputStyle] {
  const isPaused = until !== null && state === 'guarded'
  return isPaused ? [`paused until ${localTime(until).slice(11, 16)}`, 'yellow'] : [STATES[state], STYLES[state]]
}

/** A word or two. */
export function promptWords(status: Pick<Status, 'guard' | 'paused_until'>): string {
  return headOf(status)[0]
}

/** For the status line of a session: what is not so is left out. */
export function sessionWords(status: Status): string {
  if (!status.seen && status.guard.state === 'guarded') return 'NOT guarded: nothing of this session is on record'
  const [head] = headOf(status)
  const { stopped, approved, restorable, approvals_open: open } = status
  const parts = [
    ...(status.standing_still.length > 0 ? ['STANDS STILL'] : []),
    head,
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(approved > 0 ? [`${approved} approved`] : []),
    ...(restorable.length > 0 ? [`${restorable.length} to restore`] : []),
    ...(open > 0 ? [`${plural(open, 'approval')} open`] : []),
    ...(status.unknown === '' ? [] : ['the record cannot be read']),
  ]
  return parts.join(BETWEEN)
}
