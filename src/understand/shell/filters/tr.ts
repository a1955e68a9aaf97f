/** tr: characters for others, or none of them. */
import { type Filter, readOptions } from './filter.ts'

/** In the order of their codes. */
const CLASSES: Readonly<Record<string, string>> = {
  '[:upper:]': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '[:lower:]': 'abcdefghijklmnopqrstuvwxyz',
  '[:digit:]': '0123456789',
  '[:space:]': '\t\n\v\f\r ',
  '[:blank:]': '\t ',
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '-': '-' }

/** A class, an escaped character, or a plain one. */
const ELEMENT = /\[:\w+:\]|\\(?:[0-7]{1,3}|.)|./gs

/** The characters of a set. */
function charactersOf(set: string): readonly string[] | undefined {
  const characters: string[] = []
  const elements = set.match(ELEMENT) ?? []
  // `[x*3]`, `[=x=]`, and `[:` that names no class: tr refuses that, or reads it as characters, by what stands behind it.
  if (/\[=|\[.\*|\[\\.+\*|\[:(?!\w+:\])/s.test(set)) return undefined
  for (let at = 0; at < elements.length; at++) {
    const first = elementOf(elements[at] ?? '')
    const isRange = elements[at + 1] === '-' && at + 2 < elements.length
    const last = isRange ? elementOf(elements[at + 2] ?? '') : first
    if (first === undefined || last === undefined) return undefined
    if (!isRange) {
      characters.push(...first)
      continue
    }
    const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
    if (first.length > 1 || last.length > 1 || to < from || to > 255) return undefined
    for (let code = from; code <= to; code++) characters.push(String.fromCharCode(code))
    at += 2
  }
  return characters
}

/** The characters of one element; undefined where it is not known. */
function elementOf(element: string): string | undefined {
  if (element.length === 1) return element === '\\' ? undefined : element
  if (element.startsWith('[')) return CLASSES[element]
  const name = element.slice(1)
  return /^[0-7]+$/.test(name) ? String.fromCharCode(Number.parseInt(name, 8) & 255) : ESCAPED[name]
}

export const tr: Filter = (words, input) => {
  const read = readOptions(words, '', 'd')
  const first = words.findIndex(word => !/^-./.test(word))
  // Behind the first set nothing is an option, not even `--`.
  if (!read || (first >= 0 && words.slice(first).some(word => /^-./.test(word)))) return undefined
  const [set = '', other = '', ...more] = read.args
  const isDeleting = read.given.has('d')
  if (read.args.length !== (isDeleting ? 1 : 2) || more.length > 0) return undefined
  // A class stands for letters in the place of others only where it faces the opposite one.
  if (other.includes('[:') && !/^\[:(upper|lower):\]$/.test(other)) return undefined
  if (other.includes('[:') && !/^\[:(upper|lower):\]$/.test(set)) return undefined
  const [from, to] = [charactersOf(set), charactersOf(other)]
  if (!from || !to || (!isDeleting && to.length === 0)) return undefined
  const by = new Map(from.map((character, at) => [character, isDeleting ? '' : (to[at] ?? to.at(-1) ?? '')]))
  return [...input].map(character => by.get(character) ?? character).join('')
}
