/**
 * What filters make of a text that is known: the names of files that commands compute are so read as they come out. Whatever is not
 * certain to be the same as what the program prints is undefined.
 */
import { isAmong } from '../common/among.ts'
import { changedByFilter } from './jq.ts'

/** The words behind the program, and what it reads. */
type Filter = (words: readonly string[], input: string) => string | undefined

/** The lines of a text; a last one that is not ended is one too. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const ended = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('')

interface Options {
  readonly options: ReadonlyMap<string, string>
  readonly args: readonly string[]
}

/** Options of one letter: those of `values` take one. Undefined where there is another option, or more than `most` arguments. */
function optionsOf(words: readonly string[], values: string, flags: string, most = 0): Options | undefined {
  const read = allOptions(words, values, flags)
  return read && read.args.length <= most ? read : undefined
}

function allOptions(words: readonly string[], values: string, flags: string): Options | undefined {
  const options = new Map<string, string>()
  const args: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { options, args: [...args, ...words.slice(at + 1)] }
    if (!/^-./.test(word)) {
      args.push(word)
      continue
    }
    if (word.startsWith('--')) return undefined
    for (let letter = 1; letter < word.length; letter++) {
      const name = word[letter] ?? ''
      if (flags.includes(name)) options.set(name, '')
      else if (values.includes(name)) {
        const joined = word.slice(letter + 1)
        options.set(name, joined === '' ? (words[++at] ?? '') : joined)
        break
      } else return undefined
    }
  }
  return { options, args }
}

const rev: Filter = (words, input) =>
  words.length > 0
    ? undefined
    : linesOf(input)
        .map(line => [...line].reverse().join(''))
        .join('\n')
        .concat(input.endsWith('\n') ? '\n' : '')

const CLASSES: Readonly<Record<string, string>> = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  digit: '0123456789',
  space: ' \t\n\v\f\r',
  blank: ' \t',
}

/** The characters of a set of tr. */
function charactersOf(set: string): readonly string[] | undefined {
  const plain = set
    .replace(/\[:(\w+):\]/g, (whole, name: string) => CLASSES[name] ?? whole)
    .replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\([nt\\])/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter)
  if (/\[[:=.]|\[.\*/.test(plain)) return undefined
  const out: string[] = []
  const letters = [...plain]
  for (let at = 0; at < letters.length; at++) {
    const [from = '', dash, to] = letters.slice(at, at + 3)
    if (dash !== '-' || to === undefined) {
      out.push(from)
      continue
    }
    const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]
    if (last < first || last - first > 255) return undefined
    for (let code = first; code <= last; code++) out.push(String.fromCodePoint(code))
    at += 2
  }
  return out
}

const tr: Filter = (words, input) => {
  const read = optionsOf(words, '', 'ds', 2)
  if (!read) return undefined
  const { options, args } = read
  const [first, second] = args.map(charactersOf)
  if (!first) return undefined
  if (options.has('d')) return options.has('s') ? undefined : [...input].filter(each => !first.includes(each)).join('')
  if (!second || second.length === 0) return undefined
  if (options.has('s')) return undefined
  return [...input]
    .map(each => {
      const at = first.lastIndexOf(each)
      return at < 0 ? each : (second[at] ?? second.at(-1) ?? '')
    })
    .join('')
}

/** `1,3-4,6-`: from and to, counted from one. */
function rangesOf(list: string): readonly (readonly [number, number])[] | undefined {
  const ranges = list.split(',').map((range): readonly [number, number] | undefined => {
    const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(range) ?? []
    if (from === undefined || (from === '' && to === '')) return undefined
    const start = from === '' ? 1 : Number(from)
    return [start, dash === '' ? start : to === '' || to === undefined ? Number.POSITIVE_INFINITY : Number(to)]
  })
  return ranges.every(range => range !== undefined) ? ranges : undefined
}

const cut: Filter = (words, input) => {
  const read = optionsOf(words, 'dfcb', '')
  const list = read?.options.get('f') ?? read?.options.get('c') ?? read?.options.get('b')
  const ranges = list === undefined ? undefined : rangesOf(list)
  if (!read || !ranges) return undefined
  const isTaken = (_: string, at: number): boolean => ranges.some(([from, to]) => at + 1 >= from && at + 1 <= to)
  const separator = read.options.has('f') ? (read.options.get('d') ?? '\t') : ''
  return ended(
    linesOf(input).map(line =>
      separator !== '' && !line.includes(separator) ? line : line.split(separator).filter(isTaken).join(separator),
    ),
  )
}

const edge =
  (isHead: boolean): Filter =>
  (words, input) => {
    const read = optionsOf(
      words.map((word, at) => (/^-[nc]$/.test(words[at - 1] ?? '') ? word : word.replace(/^-(\d+)$/, '-n$1'))),
      'nc',
      '',
    )
    if (!read) return undefined
    const bytes = read.options.get('c')
    const count = bytes ?? read.options.get('n') ?? '10'
    const [, sign, digits] = /^([-+]?)(\d+)$/.exec(count) ?? []
    if (digits === undefined) return undefined
    const number = Number(digits)
    const units: readonly string[] = bytes === undefined ? linesOf(input) : [...input]
    const taken = isHead
      ? units.slice(0, sign === '-' ? Math.max(0, units.length - number) : number)
      : units.slice(sign === '+' ? Math.max(0, number - 1) : Math.max(0, units.length - number))
    return bytes === undefined ? ended(taken) : taken.join('')
  }

const sort: Filter = (words, input) => {
  const read = optionsOf(words, '', 'ru')
  if (!read) return undefined
  const lines = [...linesOf(input)].sort()
  const kept = read.options.has('u') ? [...new Set(lines)] : lines
  return ended(read.options.has('r') ? kept.reverse() : kept)
}

const uniq: Filter = (words, input) => {
  if (words.some(word => word.startsWith('-'))) return undefined
  const lines = linesOf(input)
  return ended(lines.filter((line, at) => line !== lines[at - 1]))
}

const fold: Filter = (words, input) => {
  const read = optionsOf(
    words.map(word => word.replace(/^-(\d+)$/, '-w$1')),
    'w',
    '',
  )
  const width = Number(read?.options.get('w') ?? 80)
  if (!read || !(width > 0)) return undefined
  return linesOf(input)
    .map(line => (line.match(new RegExp(`.{1,${Math.min(width, 10_000)}}`, 'gsu')) ?? ['']).join('\n'))
    .join('\n')
    .concat(input.endsWith('\n') ? '\n' : '')
}

const paste: Filter = (words, input) => {
  const read = optionsOf(words, 'd', 's', 1)
  const separator = read?.options.get('d') ?? '\t'
  if (!read?.options.has('s') || read.args.some(arg => arg !== '-') || separator.length !== 1) return undefined
  return `${linesOf(input).join(separator)}\n`
}

/** Letters, sets, dots, groups that do not repeat, and a few repeats of single things. */
const SIMPLE =
  /^(?:[\w\s,/@#%:=~"'<>&;!^$|-]|\\[.\w/*+?$^|()[\]{}-]|\.[*+?]?|[\w/](?=[*+?])[*+?]|\[\^?[^\][\\]+\][*+?]?|\(|\)(?![*+?{]))*$/
const MOST_REPEATS = 2

/** A pattern of sed or grep as JavaScript writes it; undefined where it says more than that, or could take long. */
function expressionOf(pattern: string, isExtended: boolean): RegExp | undefined {
  const source = isExtended
    ? pattern
    : pattern.replace(/\\([(){}|+?])|([(){}|+?])/g, (_, special?: string, plain?: string) => special ?? `\\${plain}`)
  const repeats = source.match(/[*+]/g)?.length ?? 0
  if (pattern.length > 200 || repeats > MOST_REPEATS || !SIMPLE.test(source)) return undefined
  if (/\\[1-9bBdDsSwW]|\[\^?\[|\[:|^\*/.test(source)) return undefined
  try {
    return new RegExp(source, 'g')
  } catch {
    return undefined
  }
}

/** One `s` or `y` command of sed. */
function substitution(script: string, isExtended: boolean): ((line: string) => string) | undefined {
  const mark = script[1] ?? ''
  if (!/^[sy][^\w\s\\]/.test(script)) return undefined
  const [, from = '', to = '', flags = ''] = parts(script, mark) ?? []
  if (script.startsWith('y')) {
    if (flags !== '' || from.includes('\\') || to.includes('\\') || from.length !== to.length) return undefined
    return line => [...line].map(each => (from.includes(each) ? (to[from.indexOf(each)] ?? '') : each)).join('')
  }
  const expression = from === '' ? undefined : expressionOf(from, isExtended)
  if (!expression || !/^g?$/.test(flags) || /\\[^\d&\\n/]/.test(to.replaceAll(`\\${mark}`, ''))) return undefined
  const all = flags === 'g' ? expression : new RegExp(expression.source)
  return line =>
    line.replace(all, (...found: readonly unknown[]) =>
      to.replace(/\\(.)|&/gs, (whole, escaped?: string) => {
        if (whole === '&') return String(found[0])
        if (/^[1-9]$/.test(escaped ?? '')) {
          const group = found[Number(escaped)]
          return typeof group === 'string' ? group : ''
        }
        return escaped === 'n' ? '\n' : (escaped ?? '')
      }),
    )
}

/** `s,a,b,g` between its marks, of which those behind a backslash are no ends. */
function parts(script: string, mark: string): readonly string[] | undefined {
  const found = ['']
  for (let at = 0; at < script.length; at++) {
    const letter = script[at] ?? ''
    if (letter === '\\' && script[at + 1] !== undefined) {
      const next = script[++at] ?? ''
      found[found.length - 1] += next === mark ? next : letter + next
    } else if (letter === mark) found.push('')
    else found[found.length - 1] += letter
  }
  return found.length === 4 ? found : undefined
}

const sed: Filter = (words, input) => {
  const read = optionsOf(words, 'e', 'Er', words.some(word => word.startsWith('-e')) ? 0 : 1)
  if (!read) return undefined
  const isExtended = read.options.has('E') || read.options.has('r')
  const given = words.filter((word, at) => words[at - 1] === '-e' || (word.startsWith('-e') && word.length > 2))
  const scripts = given.length > 0 ? given.map(word => word.replace(/^-e/, '')) : read.args.slice(0, 1)
  const changes = scripts
    .flatMap(script => script.split(/[;\n](?=\s*[sy][^\w\s])/))
    .map(script => substitution(script.trim(), isExtended))
  if (changes.length === 0 || !changes.every(change => change !== undefined)) return undefined
  return ended(linesOf(input).map(line => changes.reduce((text, change) => change(text), line)))
}

/** `{print $2}`, and what separates. */
const awk: Filter = (words, input) => {
  const read = optionsOf(words, 'F', '', 1)
  const field = /^\s*\{\s*print\s+\$(\d+|NF)\s*;?\s*\}\s*$/.exec(read?.args[0] ?? '')?.[1]
  const separator = read?.options.get('F') ?? ' '
  if (!read || field === undefined || (separator !== ' ' && !/^[^\\.*+?^$()[\]{}|]$/.test(separator))) return undefined
  return ended(
    linesOf(input).map(line => {
      const fields = separator === ' ' ? line.trim().split(/[ \t]+/) : line.split(separator)
      return field === '0' ? line : (fields[field === 'NF' ? fields.length - 1 : Number(field) - 1] ?? '')
    }),
  )
}

const grep: Filter = (words, input) => {
  const read = optionsOf(words, 'e', 'oEvF', words.some(word => word.startsWith('-e')) ? 0 : 1)
  const pattern = read?.options.get('e') ?? read?.args[0]
  if (!read || pattern === undefined || pattern === '') return undefined
  const { options } = read
  const source = options.has('F') ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern
  const expression = expressionOf(source, options.has('E') || options.has('F'))
  if (!expression) return undefined
  if (options.has('o'))
    return options.has('v') ? undefined : ended(linesOf(input).flatMap(line => line.match(expression) ?? []))
  return ended(linesOf(input).filter(line => (line.match(expression) !== null) !== options.has('v')))
}

/** `jq -r .a.b`: a text or a number that stands in the input; `jq '.a = 1'`: the whole with another value. */
const jq: Filter = (words, input) => jqValue(words, input) ?? jqChange(words, input)

/** Options that change how a document looks, not what it says. */
const JQ_LOOKS = /^(--monochrome-output|--tab|--raw-output|--ascii-output|-[Mra]+)$/

function jqChange(words: readonly string[], input: string): string | undefined {
  const variables = new Map<string, unknown>()
  const filters: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [name = '', value = ''] = words.slice(at + 1, at + 3)
    if (word === '--arg') variables.set(name, value)
    if (word === '--arg') at += 2
    else if (word === '--indent') at++
    else if (!word.startsWith('-')) filters.push(word)
    else if (!JQ_LOOKS.test(word)) return undefined
  }
  const [filter, more] = filters
  return filter !== undefined && more === undefined ? changedByFilter(filter, input, variables) : undefined
}

function jqValue(words: readonly string[], input: string): string | undefined {
  const read = optionsOf(words, '', 'rjMc', 1)
  const path = read?.args[0] ?? ''
  if (!read || !(read.options.has('r') || read.options.has('j'))) return undefined
  if (!/^(\.[A-Za-z_]\w*|\."[^"\\]*"|\.?\[\d+\]|\.?\["[^"\\]*"\])+$/.test(path)) return undefined
  let value: unknown
  try {
    value = JSON.parse(input)
  } catch {
    return undefined
  }
  for (const [, name, quoted, index, key] of path.matchAll(/\.([A-Za-z_]\w*)|\."([^"]*)"|\[(\d+)\]|\["([^"]*)"\]/g)) {
    if (typeof value !== 'object' || value === null) return 'null\n'
    value = (value as Readonly<Record<string, unknown>>)[name ?? quoted ?? index ?? key ?? ''] ?? null
  }
  if (typeof value === 'object' && value !== null) return undefined
  return `${String(value)}${read.options.has('j') ? '' : '\n'}`
}

const hexadecimal: Filter = (words, input) => {
  const letters = words.join('').replaceAll('-', '')
  if (!/^(rp|pr|revertp|psr|rps)$/.test(letters)) return undefined
  return Buffer.from(input.replace(/\s/g, ''), 'hex').toString('utf8')
}

const base64: Filter = (words, input) => {
  const letters = words.filter(word => word !== 'enc' && word !== 'base64').join(' ')
  if (/^(-d|-D|--decode|-d -i|-di|-base64 -d|-d -A|-A -d|-d -a|-a -d|-base64 -d -A|-d -base64|-a -d -A)$/.test(letters))
    return Buffer.from(input, 'base64').toString('utf8')
  if (!/^(-w *0)?$/.test(letters) || (letters === '' && input.length > 57)) return undefined
  return `${Buffer.from(input).toString('base64')}${letters === '' ? '\n' : ''}`
}

const FILTERS: Readonly<Record<string, Filter>> = {
  rev,
  tac: (words, input) => (words.length > 0 ? undefined : ended([...linesOf(input)].reverse())),
  tr,
  cut,
  head: edge(true),
  tail: edge(false),
  sort,
  uniq,
  fold,
  paste,
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  grep,
  egrep: (words, input) => grep(['-E', ...words], input),
  fgrep: (words, input) => grep(['-F', ...words], input),
  jq,
  xxd: hexadecimal,
  base64,
  openssl: base64,
  cat: (words, input) => (words.length > 0 ? undefined : input),
}

/** Programs that tell the sum or the size of what they read: a part of a name, never a path. */
const SUMS = 'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum cksum sum wc md5 xxhsum'

export function isSum(program: string): boolean {
  return isAmong(program, SUMS)
}

/** Longer texts are no names. */
const LONGEST = 16_384

export function isFilter(program: string): boolean {
  return Object.hasOwn(FILTERS, program)
}

/** What a filter prints of a text of ASCII; undefined where that is not certain. */
export function filtered(program: string, words: readonly string[], input: string): string | undefined {
  const isPlain = input.length <= LONGEST && /^[\t\n\r -~]*$/.test(input)
  return isPlain && isFilter(program) ? FILTERS[program]?.(words, input) : undefined
}
