/** What fleets of several sizes send and keep: computed from what was measured on one server. */
import { table } from './markdown.ts'

/** `npm run bench:ship`, on the machine that docs/scale.md names. */
const MEASURED = {
  /** Rows a second that one server took over one connection, with the figures that it keeps of them. */
  rowsPerSecond: 30_000,
  /** Machines a second that connected with a password, sent the rows of a session, and left. */
  shipsPerSecond: 50,
  /** Bytes that a row takes at rest, with its payload, its index, and its part of the figures. */
  bytesPerRow: 1185,
}

/** One developer who works with Claude Code all day. */
const DAY = { calls: 500, prompts: 60, sessions: 15, hours: 8 }
/** A row before each call and one after it, one for each prompt, and three for the beginning and the end of a session. */
const ROWS = 2 * DAY.calls + DAY.prompts + 3 * DAY.sessions
/** The busiest minutes of a working day, in times of its mean. */
const PEAK = 3
const WORKING_DAYS = 230

const SIZES = [100, 10_000, 1_000_000]

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const rounded = (value: number): string => (value < 10 ? value.toPrecision(2) : whole(value))

function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
  const at = Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
  return `${rounded(value / 1000 ** at)} ${units[at]}`
}

export function scaleSection(): string {
  const rows = SIZES.map(developers => {
    const perDay = developers * ROWS
    const perSecond = (PEAK * perDay) / (DAY.hours * 3600)
    const ships = (PEAK * developers * DAY.sessions) / (DAY.hours * 3600)
    return [
      whole(developers),
      whole(perDay),
      rounded(perSecond),
      rounded(ships),
      bytes(perDay * MEASURED.bytesPerRow),
      bytes(perDay * WORKING_DAYS * MEASURED.bytesPerRow),
      `${rounded((100 * perSecond) / MEASURED.rowsPerSecond)} % of ${whole(MEASURED.rowsPerSecond)} rows/s`,
      `${rounded((100 * ships) / MEASURED.shipsPerSecond)} % of ${whole(MEASURED.shipsPerSecond)} ships/s`,
    ]
  })
  const head = [
    'developers',
    'rows a day',
    'rows/s at peak',
    'ships/s at peak',
    'a day',
    'a year',
    'load of rows',
    'load of connections',
  ]
  return table(head, rows)
}
