/** Texts that are valid Unicode: half a surrogate pair has no UTF-8, so that strict readers refuse all that holds one. */
import { isRecord } from './is-record.ts'

/** The JSON value with every half of a surrogate pair, in texts and keys, replaced by U+FFFD. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]))
}
