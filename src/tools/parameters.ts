/** The texts of an input that nobody describes, wherever they stand in it: in lists, in objects, in JSON within a text. */
import { isDeeper, MAX_DEPTH } from '../protocol/bounds.ts'
import type { Json } from '../protocol/event.ts'

export interface Parameter {
  /** The nearest name above it. */
  readonly key: string
  readonly value: string
  /** The object that it stands in. */
  readonly beside: Json
}

/** Inputs are looked into so deep, and so many texts of them are. */
const DEEPEST = 6
const MOST_TEXTS = 500
/** A longer text is no parameter list. */
const LONGEST_JSON = 64 * 1024

/** Parameters that hold text for people or for a file, which may look like anything. */
const IS_TEXT =
  /^(contents?|text|body|data|message|messages|prompt|query|question|pattern|title|subject|summary|description|comment|note|notes|observations?|markdown|html|instructions?|((old|new)_?(text|str(ing)?|content)))$/i

export function isText(key: string): boolean {
  return IS_TEXT.test(key)
}

/** Texts of an input under the keys they stand under, also in lists and objects. */
export function parametersOf(input: Json): readonly Parameter[] {
  const found: Parameter[] = []
  walk(input, parameter => found.push(parameter) < MOST_TEXTS)
  return found
}

/** Every object of an input, the input first: each may be a call or an operation of its own. */
export function objectsOf(input: Json): readonly Json[] {
  const found: Json[] = []
  walk(
    input,
    () => true,
    object => found.push(object) < MOST_TEXTS,
  )
  return found
}

/** Goes through all that an input holds, until one of the two says that it is enough. */
function walk(input: Json, text: (found: Parameter) => boolean, object: (found: Json) => boolean = () => true): void {
  let goesOn = true
  const visit = (key: string, value: unknown, beside: Json, depth: number): void => {
    if (!goesOn || depth > DEEPEST) return
    if (typeof value === 'string') {
      goesOn = text({ key, value, beside })
      const inner = isText(key) ? undefined : jsonIn(value)
      if (inner !== undefined) visit(key, inner, beside, depth + 1)
    } else if (Array.isArray(value)) for (const each of value) visit(key, each, beside, depth + 1)
    else if (isObject(value)) {
      goesOn = object(value)
      for (const [name, each] of Object.entries(value)) visit(name, each, value, depth + 1)
    }
  }
  visit('', input, input, -1)
}

/** An object or a list that is handed over as a text. */
function jsonIn(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_JSON || !/^(\{[\s\S]*\}|\[[\s\S]*\])$/.test(trimmed)) return undefined
  try {
    const value = JSON.parse(trimmed) as object
    return isDeeper(value, MAX_DEPTH) ? undefined : value
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
