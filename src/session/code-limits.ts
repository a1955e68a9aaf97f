/** Whether what a call writes breaks a limit on the code itself, or on how much of it may change. */
import { escaped } from '../common/escaped.ts'
import type { Constraint } from '../model/session.ts'
import type { FileEdit } from './code-smells/changes.ts'
import { isTestFile } from './code-smells/places.ts'
import { codeWithoutComments } from './code-text.ts'
import type { ConstraintInputs, ConstraintViolation } from './constraint-violations.ts'
import { RECURSION } from './constraints/code/features.ts'
import { KEEPS, SIGNATURES } from './constraints/code/limits.ts'
import { codeShape, featureOf, isOfTexts, ruledOutIn } from './constraints/code/words.ts'

/** Texts that code is only spoken of in, and settings of what looks for it. */
const NO_CODE =
  /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:CHANGELOG|README)|(?:^|\/)\.?(?:eslint|biome|ruff|pylint|rubocop|oxlint)[\w.-]*$/i

/** A word that is not to be used and is now, a value that was to stay, or a function that is called otherwise than before. */
export function breaksInCode(constraint: Constraint, { edits }: ConstraintInputs): ConstraintViolation | undefined {
  const made = (edits?.() ?? []).filter(({ place }) => !NO_CODE.test(place))
  for (const target of constraint.targets)
    for (const edit of made) {
      const operation = brokenBy(edit, target, constraint.text)
      if (operation !== undefined) return { constraint, operation: `${operation} in ${edit.place}`, exact: true }
    }
  return undefined
}

function brokenBy(edit: FileEdit, target: string, said: string): string | undefined {
  if (target === SIGNATURES) return changedSignature(edit, said)
  return target.startsWith(KEEPS) ? changedValue(edit, target.slice(KEEPS.length)) : addedWord(edit, target, said)
}

function addedWord({ before = '', after, place }: FileEdit, word: string, said: string): string | undefined {
  const isTest = isTestFile(place)
  const only = ruledOutIn(word, said)
  // Tests may fail at once.
  if ((only === 'tests' && !isTest) || (isTest && (only === 'other code' || word === 'unwrap'))) return undefined
  const shape = codeShape(word, place)
  const count = (text: string): number => {
    if (isOfTexts(word)) return text.match(shape)?.length ?? 0
    const code = codeWithoutComments(text, place, featureOf(word)?.inStrings ?? featureOf(word) === undefined)
    return word === RECURSION ? recursionsIn(code, place) : (code.match(shape)?.length ?? 0)
  }
  return count(after) > count(before) ? `use ${word}` : undefined
}

/** Without numbers and versions: what two lines have in common that differ in those alone. */
const withoutValues = (line: string): string =>
  line.replace(/[\w.:@/-]+/g, word => (/\d/.test(word) ? '#' : word)).trim()

/** A line that had the value has another one now. */
function changedValue({ before = '', after, place }: FileEdit, kept: string): string | undefined {
  const [name = '', value = ''] = kept.split(' = ')
  const stands = new RegExp(`(?<![\\w.])${escaped(value)}(?![\\w]|\\.\\d)`)
  const words = name.split(/\s+/).filter(word => word.length > 1)
  // `FROM` names no image.
  const isNamed = (line: string): boolean =>
    (/image/.test(name) && /^\s*FROM\s/i.test(line)) || words.some(word => line.toLowerCase().includes(word))
  const lines = new Set(after.split('\n'))
  const shapes = new Set(Array.from(lines, now => (stands.test(now) ? '' : withoutValues(now))))
  const isChanged = before
    .split('\n')
    .some(line => stands.test(line) && isNamed(line) && !lines.has(line) && shapes.has(withoutValues(line)))
  return isChanged && !NO_CODE.test(place) ? `change the ${name} from ${value}` : undefined
}

interface Signature {
  readonly name: string
  readonly parameters: string
}

/** How functions, methods and classes begin in most languages: a name and what it is called with. */
const FUNCTION =
  /^[ \t]*(?:(?:export|default|public|protected|internal|static|final|abstract|override|async|open|virtual|pub(?:\([\w:]+\))?|unsafe|const|suspend|inline|@\w+)\s+)*(?:(?:def|function|func|fn|fun|sub|defp?|proc)\s+(?:\([^)\n]*\)\s*)?(?<name>[\w.:!?]+)|(?:[\w<>[\],.?:*&]+\s+)(?<method>\w+))\s*(?:<[^>\n]*>)?\(/gm
/** Of statements that look like it. */
const NO_FUNCTION =
  /^[ \t]*(?:return|new|throw|else|elif|await|if|for|while|switch|catch|case|yield|assert|delete|typeof|go|defer|var|let|in|not|and|or|raise|print|echo|select|insert|expect)\b/i
/** What follows the parameters of a function that begins: its body, or what it gives back. */
const BODY = /^\s*(?::|\{|=>|->|=|throws\b|where\b|const\b|override\b|noexcept\b|[\w.<>[\]*(]+(?:,\s*\w+\))?\s*\{|\s*$)/

/** Whether others can call it, as far as the line says so in the language of the file. */
function isOpen(head: string, name: string, place: string): boolean {
  if (/^[ \t]*private\b|^[ \t]*(?:async\s+)?def\s+_(?!_)/.test(head) || name.startsWith('_')) return false
  if (/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(place)) return /^\s*export\b/.test(head)
  if (/\.rs$/.test(place)) return /^\s*pub\b/.test(head)
  if (/\.go$/.test(place)) return /^\p{Lu}/u.test(name)
  return !/\.(?:java|cs)$/.test(place) || /\bpublic\b/.test(head)
}

function signaturesIn(text: string, place: string): readonly Signature[] {
  return [...text.matchAll(FUNCTION)].flatMap(match => {
    const [head] = match
    const name = match.groups?.name ?? match.groups?.method ?? ''
    if (NO_FUNCTION.test(head) || !isOpen(head, name, place)) return []
    const end = endOfParameters(text, match.index + head.length)
    if (end === undefined || !BODY.test(text.slice(end + 1, end + 80).split('\n', 1)[0] ?? '')) return []
    return [{ name, parameters: typesIn(text.slice(match.index + head.length, end), place) }]
  })
}

/** How many functions call themselves by their name, as far as their lines are indented deeper than their beginning. */
function recursionsIn(text: string, place: string): number {
  const made = [...text.matchAll(FUNCTION), ...text.matchAll(NAMED_ARROW)].filter(([head]) => !NO_FUNCTION.test(head))
  const names = made.map(({ groups }) => groups?.name ?? groups?.method ?? '')
  return made.filter((match, at) => {
    const name = names[at] ?? ''
    // Functions of one name call each other.
    if (!/^\w+$/.test(name) || names.indexOf(name) !== names.lastIndexOf(name)) return false
    const end = match.groups?.arrow
      ? match.index + match[0].length
      : endOfParameters(text, match.index + match[0].length)
    if (end === undefined) return false
    const parameters = text.slice(match.index + match[0].length, end)
    const [, receiver] = /\.go$/.test(place)
      ? (/func\s+\((\w+)/.exec(match[0]) ?? [])
      : (/^\s*(self|cls)\b/.exec(parameters) ?? [])
    const called =
      receiver === undefined ? `(?<![\\w.>]|::|\\bnew\\s)(?:(?:this|self|Self)(?:\\.|->|::))?` : `\\b${receiver}\\.`
    return new RegExp(`${called}${name}\\s*\\(`).test(bodyAt(text, end + 1, /^[ \t]*/.exec(match[0])?.[0].length ?? 0))
  }).length
}

/** `const walk = (node) =>` */
const NAMED_ARROW =
  /^[ \t]*(?:export\s+)?(?:const|let|var)\s+(?<name>\w+)\s*(?::[^=\n]{1,200})?=\s*(?:async\s*)?(?<arrow>(?:\([^()\n]{0,300}\)(?:\s*:\s*[\w<>[\]|][\w<>[\]| ]{0,99})?|\w+)\s*=>|function\s*\w*\s*\([^()\n]{0,300}\))/gm

const LONGEST_BODY = 10_000

/** The rest of the line, and the lines that are indented deeper. */
function bodyAt(text: string, start: number, indentation: number): string {
  const [first = '', ...lines] = text.slice(start, start + LONGEST_BODY).split('\n')
  const end = lines.findIndex(line => /\S/.test(line) && !/^\s*\{\s*$/.test(line) && line.search(/\S/) <= indentation)
  return [first, ...lines.slice(0, end < 0 ? undefined : end)].join('\n')
}

/** Where the parenthesis that ends them stands; undefined where none does. */
function endOfParameters(text: string, start: number): number | undefined {
  let depth = 1
  for (let at = start; at < text.length && at < start + 1000; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return undefined
}

/** What a caller sees of parameters: their names where they are passed by name, their types elsewhere. */
function typesIn(parameters: string, place: string): string {
  const list = parameters
    .replace(/\s+/g, ' ')
    .replace(/,\s*$/, '')
    .split(/,(?![^<([]*[>)\]])/)
    .map(each => each.trim())
  return list
    .map(each => {
      if (/\.pyi?$/.test(place))
        return each
          .replace(/:.*?(?==|$)/, '')
          .replace(/=.*$/, '=')
          .replace(/\s/g, '')
      if (/\.go$/.test(place)) return each.replace(/^\w+\s+(?=\S)/, '')
      if (/\.(?:java|cs|c|cc|cpp|h|hpp)$/.test(place)) return each.replace(/(?<=\S)\s*\b\w+$/, '')
      return /\.(?:rs|kts?|swift)$/.test(place) ? each.replace(/^.*?:\s*/, '') : each
    })
    .join(',')
}

function changedSignature({ before, after, place }: FileEdit, said: string): string | undefined {
  if (before === undefined || isTestFile(place)) return undefined
  const had = signaturesIn(before, place)
  const has = signaturesIn(after, place)
  for (const { name, parameters } of had) {
    // Whom the person named is meant otherwise.
    if (said.includes(`${name}(`)) continue
    const now = has.filter(each => each.name === name)
    if (now.length > 0 && !now.some(each => each.parameters === parameters)) return `change the signature of ${name}`
    const renamed = has.find(each => each.parameters === parameters && !had.some(old => old.name === each.name))
    if (now.length === 0 && renamed) return `rename ${name} to ${renamed.name}`
  }
  return undefined
}

/** More files than were to be changed since the limit was set, or more lines in one call. */
export function breaksAmount(
  constraint: Constraint,
  { edits, history, project_root }: ConstraintInputs,
): ConstraintViolation | undefined {
  const made = edits?.() ?? []
  for (const target of constraint.targets) {
    const [number = '', unit] = target.split(' ')
    const most = Number(number)
    const count = unit === 'lines' ? linesOf(made) : filesOf(made, history, constraint, project_root)
    if (made.length > 0 && count > most)
      return { constraint, operation: `change ${count} ${unit}${unit === 'lines' ? ' at once' : ''}`, exact: true }
  }
  return undefined
}

/** Lines that are added, or taken away where those are more; another indentation is no change, and tests are not counted. */
function linesOf(edits: readonly FileEdit[]): number {
  const linesIn = (text: string) => text.split('\n').map(line => line.trim())
  return edits
    .filter(({ place }) => !isTestFile(place))
    .reduce((sum, { before = '', after }) => {
      const [had, has] = [linesIn(before), linesIn(after)]
      const [old, now] = [new Set(had), new Set(has)]
      return sum + Math.max(had.filter(line => !now.has(line)).length, has.filter(line => !old.has(line)).length)
    }, 0)
}

function filesOf(
  edits: readonly FileEdit[],
  history: ConstraintInputs['history'],
  { prompt_id }: Constraint,
  root: string,
): number {
  const since = history.findIndex(step => step.prompt_id === prompt_id)
  const earlier = (since < 0 ? history : history.slice(since)).flatMap(({ status, features }) =>
    status === 'done' ? features.touched.filter(({ verb }) => verb === 'write').map(({ path }) => path) : [],
  )
  const all = new Set([...earlier, ...edits.map(({ path }) => path)])
  return [...all].filter(path => path.startsWith(`${root}/`)).length
}
