/** `reviewer pause`: for at most an hour nothing is stopped but what concerns the reviewer itself, secrets that leave, and what nothing brings back. */

import { existsSync } from 'node:fs'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import type { Pause } from '../../model/session.ts'
import { StoreError } from '../../record/error.ts'
import { beginPause, LONGEST_PAUSE, pauseAt, removePause } from '../../record/pause.ts'
import type { LocalStore } from '../../record/store.ts'
import { defineCommand } from '../command.ts'
import { localTime } from '../output/audit.ts'
import { humanEntry, requireHuman } from '../person/human.ts'
import { fail, withStore } from '../record.ts'

const MINUTE = 60_000
const REASON_LENGTH = 200

interface PauseOptions {
  readonly reason?: string
  readonly end?: true
  readonly json?: true
}

export default defineCommand({
  name: 'pause',
  order: 36,
  summary: 'let nearly everything pass for a while, on record (for people only)',
  examples: ['reviewer pause', 'reviewer pause 10m --reason "moving the data by hand"', 'reviewer pause --end'],
  register(command, { locations }) {
    command
      .argument('[time]', `for how long, up to ${LONGEST_PAUSE / MINUTE}m; without it, whether it is paused`)
      .option('--reason <text>', 'why, for the record and for whoever looks')
      .option('--end', 'end it now')
      .option('--json', 'as JSON')
      .action((time: string | undefined, options: PauseOptions) =>
        withStore(
          locations().database,
          store => {
            if (options.end) return end(store, locations(), options.json === true)
            return time === undefined
              ? show(store, locations(), options.json === true)
              : begin(store, locations(), time, options)
          },
          time === undefined ? 0 : 1,
        ),
      )
  },
})

/** Milliseconds; undefined where the text says no such time. */
function durationOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,4})([smh])?$/.exec(text) ?? []
  const duration = Number(amount) * ({ s: 1000, h: 60 * MINUTE }[unit ?? ''] ?? MINUTE)
  return duration > 0 && duration <= LONGEST_PAUSE ? duration : undefined
}

async function begin(store: LocalStore, locations: Locations, time: string, options: PauseOptions): Promise<void> {
  const { reason = '', json = false } = options
  const duration = durationOf(time)
  if (duration === undefined) {
    fail(`give a time of up to ${LONGEST_PAUSE / MINUTE} minutes, like 10m`, 2)
    return
  }
  if (reason.length > REASON_LENGTH) {
    fail(`a reason has at most ${REASON_LENGTH} characters`, 2)
    return
  }
  if (existsSync(locations.managed_config)) {
    fail(
      `the policy of this machine (${printable(locations.managed_config)}) keeps the reviewer at work; let single calls pass: reviewer allow`,
      1,
    )
    return
  }
  const minutes = `${Math.ceil(duration / MINUTE)} ${duration <= MINUTE ? 'minute' : 'minutes'}`
  const why = reason === '' ? '' : ` (${reason})`
  process.stdout.write(
    `For ${minutes}, in all sessions, what would be stopped or asked about runs, and is on record.\nStill stopped: what protects the reviewer, secrets that leave, and what nothing brings back.\n`,
  )
  const permission = await requireHuman(`pause the reviewer for ${minutes}${why}`, { locations })
  if (!permission.ok) {
    fail(`refused: ${printable(permission.why)}; nothing is paused`, 1)
    return
  }
  const entry = humanEntry(`paused the reviewer for ${minutes}${why}`, { ok: true }, {})
  const until = entry.row.ts + duration
  try {
    const paused = { ...entry, row: { ...entry.row, decision: 'paused' }, payload: { ...entry.payload, until } }
    beginPause(locations.state, store, paused, until, reason)
  } catch (error) {
    if (error instanceof StoreError) throw error
    fail(`${printable(messageOf(error))}; nothing is paused`, 1)
    return
  }
  process.stdout.write(
    json
      ? `${printableJson(pauseData({ until, reason }))}\n`
      : `paused until ${localTime(until).slice(11, 16)}; to end it before: reviewer pause --end\n`,
  )
}

/** `paused_until`: milliseconds since 1970; null where nothing is paused. */
function pauseData(pause: Pick<Pause, 'until' | 'reason'> | undefined): object {
  return { paused_until: pause?.until ?? null, reason: pause?.reason ?? '' }
}

function show(store: LocalStore, { state }: Locations, json: boolean): void {
  const pause = pauseAt(state, store, Date.now())
  if (json) {
    process.stdout.write(`${printableJson(pauseData(pause))}\n`)
    return
  }
  const why = pause && pause.reason !== '' ? ` (${printable(pause.reason)})` : ''
  process.stdout.write(
    pause
      ? `paused until ${localTime(pause.until).slice(11, 16)}${why}; to end it: reviewer pause --end\n`
      : 'not paused; to pause it: reviewer pause 10m\n',
  )
}

/** It makes things stricter: nobody is asked for a code. */
function end(store: LocalStore, { state }: Locations, json: boolean): void {
  const pause = pauseAt(state, store, Date.now())
  const wasPaused = pause !== undefined && removePause(state)
  if (wasPaused) {
    const entry = humanEntry('ended the pause of the reviewer', { ok: true }, {})
    store.record({ ...entry, row: { ...entry.row, decision: '' } })
  }
  const said = wasPaused ? 'ended: calls are judged as ever' : 'not paused'
  process.stdout.write(`${json ? printableJson(pauseData(undefined)) : said}\n`)
}
