/** Masks and bounds what an entry carries, before any of it is written to the database or the spool. */

import { sha256 } from '../../common/digest.ts'
import type { Outcome } from '../../model/action.ts'
import type { Entry, SessionFactKind } from '../../model/record.ts'
import { loadDetectors } from '../on-demand.ts'
import { redact, redactDeep } from './redact.ts'
import { token } from './token.ts'

/** A payload is at most so many bytes of JSON. */
export const PAYLOAD_BYTES = 4096
/** A signature, and the key of a fact, are at most so many characters. */
const SIGNATURE_LENGTH = 1024
const VALUE_LENGTH = 4096

type Fields = Readonly<Record<string, unknown>>

/** The entry as it may be written: masked, and bounded. Doing it twice changes nothing. */
export function maskEntry(entry: Entry): Entry {
  return { ...maskRemembered(entry), payload: boundPayload(entry.payload) }
}

/** The entry with all that its session remembers masked and bounded; its payload is as it was. */
export function maskRemembered(entry: Entry): Entry {
  const { action, facts, outcome } = entry
  return {
    ...entry,
    ...(action && {
      action: {
        ...action,
        signature: maskSignature(action.signature),
        expected_input: maskInput(action.expected_input),
      },
    }),
    ...(outcome?.outcome && { outcome: { ...outcome, outcome: redactDeep(outcome.outcome) as Outcome } }),
    ...(facts && {
      facts: facts.map(({ kind, key, value, before }) => ({
        ...(before !== undefined && { before }),
        kind,
        key: maskFactKey(kind, key),
        value: isPath(kind) || AS_IT_IS.has(kind) ? value : shorten(redact(value), VALUE_LENGTH),
      })),
    }),
  }
}

/** Made of digests and of texts that were masked before. */
const AS_IT_IS: ReadonlySet<SessionFactKind> = new Set(['seen', 'learned'])

/**
 * The signature of an action whose whole text is known: a secret that only its option gives away (`--password X`) is known from
 * the text, which still has the option. Words below six characters are left: they stand in other words too.
 */
export function maskDescribed(signature: string, text: string): string {
  // Of longer ones the beginning is kept, and a digest: they need no more of the text than that.
  if (signature.length > MASKED_LENGTH) return maskDescribed(bounded(signature, MASKED_LENGTH), text)
  if (text.length > MOST_SEARCHED) return maskDescribed(signature, text.slice(0, MOST_SEARCHED))
  const masked = redact(text)
  if (masked === text) return signature
  const left = new Set(masked.split(WORD_ENDS))
  const hidden = [...new Set(text.split(WORD_ENDS))].filter(word => word.length >= 6 && !left.has(word))
  return hidden.reduce((rest, word) => rest.replaceAll(word, token('SECRET', word)), redact(signature))
}

/** A signature that is longer is bounded before it is masked. */
const MASKED_LENGTH = 4 * SIGNATURE_LENGTH
/** So much of a text is searched for the secrets of its signature. */
const MOST_SEARCHED = 64 * 1024

const WORD_ENDS = /[\s"'`=;|&<>()]+/

/** A signature as the store keeps it. Equal signatures stay equal: compare a new one with recorded ones in this form. */
export function maskSignature(signature: string): string {
  return bounded(redact(signature), SIGNATURE_LENGTH)
}

/** What understanding asks of texts with secrets. */
export const SECRET_TEXTS = {
  masked: (signature: string, command: string): string => maskSignature(maskDescribed(signature, command)),
  tokenIn: (text: string): string | undefined => loadDetectors().tokenIn(text),
  kindsIn: (text: string): readonly string[] =>
    loadDetectors()
      .findSecrets(text)
      .map(({ kind }) => kind),
}

/** The JSON of an input as the store keeps it in `expected_input`: compare what really ran in this form. */
export function maskInput(json: string): string {
  return bounded(redact(json), VALUE_LENGTH)
}

/** The key of a fact as the store keeps it. Paths stay as they are. */
export function maskFactKey(kind: SessionFactKind, key: string): string {
  return isPath(kind) ? key : maskSignature(key)
}

const isPath = (kind: SessionFactKind): boolean => PATH_KINDS.includes(kind)
const PATH_KINDS: readonly SessionFactKind[] = [
  'made',
  'settings',
  'tainted',
  'moved',
  'transcript',
  'pin',
  'fetched',
  'pushed',
]

/** Too long a text ends in its digest, so that different texts stay different. */
function bounded(text: string, length: number): string {
  if (text.length <= length || /…#[0-9a-f]{64}$/.test(text)) return text
  return `${text.slice(0, length - 66)}…#${sha256(text)}`
}

/** Strings longer than this lose their middle before they are masked; the final cut is far inside what is left. */
const WINDOW = 16_384
const MAX_DEPTH = 12
const MAX_ITEMS = 200
/** What one value may take when the whole is too big: characters of a string; a 16th of that in items. */
const WIDTHS = [2048, 1024, 512, 256, 128, 64, 32]
/** Left for each later key while an earlier one is fitted. */
const RESERVE = 48

/**
 * The payload with secrets masked, as at most PAYLOAD_BYTES of JSON. Where it is too big, long strings lose their
 * middle, lists their end, and at last whole keys are left out (`left_out` counts them), later keys before earlier ones.
 */
export function boundPayload(payload: Fields): Fields {
  const trimmed = Object.entries(payload).map(([key, value]) => [shorten(key, 256), trim(value, WINDOW, MAX_ITEMS, 1)])
  const masked = redactDeep(Object.fromEntries(trimmed)) as Fields
  if (bytes(masked) <= PAYLOAD_BYTES) return masked
  const entries = Object.entries(masked)
  const kept: [string, unknown][] = []
  let left = PAYLOAD_BYTES - RESERVE
  entries.forEach(([key, value], index) => {
    const share = left - Math.min(RESERVE * (entries.length - index - 1), left / 2)
    for (const width of WIDTHS) {
      const small = trim(value, width, Math.ceil(width / 16), 0)
      const size = bytes({ [key]: small })
      if (size > share) continue
      kept.push([key, small])
      left -= size
      return
    }
  })
  if (kept.length < entries.length) kept.push(['left_out', entries.length - kept.length])
  return Object.fromEntries(kept)
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function trim(value: unknown, width: number, items: number, depth: number): unknown {
  if (typeof value === 'string') return shorten(value, width)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return '…'
  const inner = (one: unknown) => trim(one, width, items, depth + 1)
  if (Array.isArray(value)) {
    const some = value.slice(0, items).map(inner)
    return value.length > items ? [...some, `…[${value.length - items} more]`] : some
  }
  const entries = Object.entries(value)
  const some = entries.slice(0, items).map(([key, one]) => [shorten(key, width), inner(one)] as const)
  if (entries.length > items) some.push(['left_out', entries.length - items])
  return Object.fromEntries(some)
}

/** Cuts the middle out of a text that is longer than `width` characters. */
function shorten(text: string, width: number): string {
  if (text.length <= width) return text
  const head = text.slice(0, Math.ceil(width * 0.6))
  const tail = text.slice(text.length - Math.floor(width * 0.3))
  return `${head}…[${text.length - head.length - tail.length} more]${tail}`
}
