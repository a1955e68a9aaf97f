/** Values that people give to options, checked and turned into what the commands use. */
import { InvalidArgumentError } from 'commander'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/**
 * Milliseconds since 1970 of a time that a person gave: so long ago (`7d`), or an ISO date, by the local clock where it
 * names no zone. Throws InvalidArgumentError.
 */
export function timeOf(text: string, _previous?: unknown, now = Date.now()): number {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0) * 1000
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text
  const time = /^\d{4}-\d\d-\d\dT/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time)) throw new InvalidArgumentError('give 7d, 2h, 30m, or a date like 2026-01-31.')
  return time
}

/** A whole number from 1 on. Throws InvalidArgumentError. */
export function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('give a whole number from 1.')
  return count
}

/** A TCP port, 0 for any that is free. Throws InvalidArgumentError. */
export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < 0 || port > 65_535) throw new InvalidArgumentError('a port is a number up to 65535.')
  return port
}
