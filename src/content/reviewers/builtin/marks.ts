/** Marks that stand where a secret was taken out: `[REDACTED:kind]`. */
import { mayHold } from '../../detect/gate.ts'
import { findSecrets, replaceSpans, type SearchOptions, type Secret } from '../../detect/secrets/index.ts'

/** What is looked for, and the kinds that are let through. */
export interface MarkSearch extends SearchOptions {
  /** Asked where something was found. */
  readonly allows?: (kind: string) => boolean
}

/** A mark as this reviewer writes it, and as a reader copies it. */
export const MARK = /\[REDACTED:([a-z][a-z0-9-]{0,40})\]/g

/** One secret taken out can bring out what stood beside it; more than this was never seen to be needed. */
const ROUNDS = 6

/**
 * The secrets of a text: without them it holds none any more, whatever stands beside the marks. Ascending, without overlaps.
 */
export function secretsOf(text: string, search: MarkSearch): readonly Secret[] {
  const { allows, formats = [], told } = search
  if (formats.length === 0 && told === undefined && !mayHold(text)) return []
  let spans: readonly Secret[] = []
  let masked = text
  for (let round = 0; round < ROUNDS; round++) {
    const found = findSecrets(masked, search).filter(({ kind }) => allows?.(kind) !== true)
    if (found.length === 0) break
    const places = placesOf(text, spans)
    const added = found.map(({ kind, start, end }) => ({ kind, ...inOriginal(places, start, end) }))
    spans = joined([...spans, ...added])
    masked = withMarks(text, spans)
  }
  return spans
}

/** The text with a mark in the place of each secret; as many lines as before. */
export function withMarks(text: string, secrets: readonly Secret[]): string {
  return replaceSpans(text, secrets, ({ kind }, secret) => {
    const before = /^\s*/.exec(secret)?.[0] ?? ''
    const lines = secret.slice(before.length).split('\n').length - 1
    return `${before}[REDACTED:${kind}]${'\n'.repeat(lines)}`
  })
}

/** Where a mark stands in a text, and the secret that it stands for; a mark that the text had before stands for itself. */
export interface MarkPosition {
  readonly kind: string
  /** Of the mark in the text with marks. */
  readonly start: number
  readonly end: number
  readonly original: string
}

/** A stretch of the text with marks, and the stretch of the original that it stands for. */
interface Stretch {
  readonly masked: readonly [start: number, end: number]
  readonly original: readonly [start: number, end: number]
}

function placesOf(text: string, spans: readonly Secret[]): readonly Stretch[] {
  let shift = 0
  return spans.map(({ kind, start, end }) => {
    const mark = withMarks(text.slice(start, end), [{ kind, start: 0, end: end - start }])
    const masked = [start + shift, start + shift + mark.length] as const
    shift += mark.length - (end - start)
    return { masked, original: [start, end] as const }
  })
}

/** Where a stretch of the text with marks is in the original; one that goes through a mark has all of what it stands for. */
function inOriginal(stretches: readonly Stretch[], start: number, end: number): { start: number; end: number } {
  const at = (offset: number, isEnd: boolean) => {
    let shift = 0
    for (const { masked, original } of stretches) {
      if (offset <= masked[0] && !(isEnd && offset > masked[0])) break
      if (offset < masked[1] || (isEnd && offset === masked[1])) return original[isEnd ? 1 : 0]
      shift = original[1] - masked[1]
    }
    return offset + shift
  }
  return { start: at(start, false), end: at(end, true) }
}

function joined(spans: readonly Secret[]): readonly Secret[] {
  const result: Secret[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last && span.start < last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) }
    else result.push(span)
  }
  return result
}

/** A text with marks, and what each of its marks stands for. */
export interface Marked {
  readonly text: string
  readonly marks: readonly MarkPosition[]
  /** The stretch of the original that one of this text stands for; undefined where it cuts a mark. */
  readonly original: (start: number, end: number) => string | undefined
}

export function marked(text: string, search: MarkSearch): Marked {
  const secrets = secretsOf(text, search)
  const stretches = placesOf(text, secrets)
  const masked = withMarks(text, secrets)
  const marks = [...masked.matchAll(MARK)].map(({ 0: mark, 1: kind = '', index }) => {
    const stretch = stretches.find(each => each.masked[0] <= index && index < each.masked[1])
    const end = stretch ? stretch.masked[1] : index + mark.length
    const start = stretch ? stretch.masked[0] : index
    return { kind, start, end, original: stretch ? text.slice(...stretch.original) : mark }
  })
  return {
    text: masked,
    marks,
    original: (start, end) => {
      const cuts = (offset: number) => stretches.some(each => each.masked[0] < offset && offset < each.masked[1])
      if (cuts(start) || cuts(end)) return undefined
      const span = inOriginal(stretches, start, end)
      return text.slice(span.start, span.end)
    },
  }
}

export function hasMarks(text: string): boolean {
  return text.search(MARK) >= 0
}
