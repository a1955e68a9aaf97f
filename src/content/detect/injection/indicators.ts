/** Exact signs of an order to a model: what no honest text says, unless it speaks of such orders. Found before the model reads. */
import { once } from '../../../common/memo.ts'
import { wordFinder } from '../words-in.ts'
import { type Form, groupsOf } from './indicator-forms.ts'
import { sentencesBetween } from './sentences.ts'
import { type IndicatorKind, isSpokenOf } from './spoken-of.ts'

/** A place of a text that holds a sign. */
export interface InjectionIndicator {
  readonly start: number
  readonly end: number
  readonly kind: IndicatorKind
  /** Whether it is enough by itself; else it lowers the bar of what it stands in. */
  readonly isPlain: boolean
}

/** So many are looked at in a text: who writes more has written the first of them. */
const MOST = 60

const groups = once(() => groupsOf().map(group => ({ ...group, forms: once(group.forms) })))

/** Signs in a text that nothing around speaks of as such, in no order. `lower`: the text in lower case, of the same length. */
export function indicatorsIn(lower: string): readonly InjectionIndicator[] {
  const found: InjectionIndicator[] = []
  const has = wordFinder(lower)
  for (const group of groups())
    if (group.words?.some(has) !== false && group.hint?.test(lower) !== false)
      for (const form of group.forms()) if (form.hint?.test(lower) !== false) found.push(...foundBy(form, lower))
  return found
}

function foundBy(form: Form, lower: string): readonly InjectionIndicator[] {
  const found: InjectionIndicator[] = []
  let looked = 0
  for (const match of lower.matchAll(form.pattern)) {
    if (++looked > MOST) break
    const start = match.index
    const end = start + match[0].length
    if (form.not?.test(match[0] + lower.slice(end, end + AFTER))) continue
    if (form.lead !== undefined && !form.lead.test(lower.slice(Math.max(start - BEFORE, 0), start))) continue
    if (isSpokenOf(lower, start, end, form.kind)) continue
    found.push({ start, end, kind: form.kind, isPlain: form.isPlain?.(lower, start, end) ?? true })
  }
  return found
}

const BEFORE = 48
const AFTER = 24

/** A sentence is looked for so far around a sign. */
const AROUND = 400

/** The sentences that a sign stands in, and the next one: what is to be done comes after. */
export function passageOf(text: string, sign: InjectionIndicator): { readonly start: number; readonly end: number } {
  const from = Math.max(sign.start - AROUND, 0)
  const sentences = sentencesBetween(text, from, Math.min(sign.end + AROUND, text.length))
  let { start, end } = sign
  let more = 1
  for (const sentence of sentences) {
    const isWithin = sentence.start < sign.end && sign.start < sentence.end
    const isNext = sentence.start >= sign.end && more > 0 && sentence.start - end < 4
    if (isNext) more--
    if (!isWithin && !isNext) continue
    start = Math.min(start, sentence.start)
    end = Math.max(end, sentence.end)
  }
  return { start, end }
}
