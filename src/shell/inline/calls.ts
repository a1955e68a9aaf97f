/** What calls have in common: names, methods, keys of arguments and results that are not known. */
import type { Arguments } from './context.ts'
import type { Body } from './source.ts'
import { madeFrom, type Value } from './value.ts'

export function lastName(ref: string): string {
  return ref.slice(ref.lastIndexOf('.') + 1)
}

/** Methods of Python are given what they are called on first. */
export function isMethod(body: Body): boolean {
  const place = body.parameters[0]?.target.place
  return place === 'self' || place === 'cls'
}

/** The same for the same arguments; undefined where they are more than texts. */
export function keyOf(list: readonly Value[]): string | undefined {
  let key = ''
  for (const { text, glob, ref, items, entries, body, each, taints } of list) {
    if (items || entries || body || each || taints.length > 0) return undefined
    key += `${glob ? '*' : ''}${text ?? ''}\0${text === undefined ? (ref ?? '') : ''}\0`
  }
  return key
}

/** The result of a function that is not known: made from what it was given. */
export function resultOf(callee: Value, args: Arguments): Value {
  const made = madeFrom([callee.self, callee, ...args.list, ...args.named.values()])
  const each = callee.self?.each
  return { ...made, ...(made.taints.length === 0 && { vague: true }), ...(each && { each }) }
}
