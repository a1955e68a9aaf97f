/** What programs that pass text on print of a text that is known: all of it, its beginning or end, some of its lines changed. */
import { textOf } from './files.ts'
import type { Invocation } from './invocation.ts'
import { safePattern } from './pattern.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, isKnown, NOTHING, type Stream } from './value.ts'

/** Longer texts are not followed. */
const LONGEST = 64 * 1024

/** What `cat`, `head` and `tail` print; undefined where that is not known. */
export function passedText(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): string | undefined {
  const [program = ''] = call.path
  if (!/^(cat|head|tail)$/.test(program)) return undefined
  const { files, amount } = readWords(call.words)
  if (amount === undefined || (program === 'cat' && files.length < call.words.length)) return undefined
  const text = textOfAll(files, runner, scope, stdin)
  if (text === undefined || program === 'cat') return text
  return partOf(text, program, amount)
}

/** The texts of files one after the other, or what comes in where none is named. */
export function textOfAll(files: readonly Field[], runner: Runner, scope: Scope, stdin: Stream): string | undefined {
  const texts =
    files.length === 0
      ? [stdin === NOTHING ? undefined : stdin.text]
      : files.map(file => textOf(file, runner, scope, stdin))
  const text = texts.every(each => each !== undefined) ? texts.join('') : undefined
  return text !== undefined && isKnown(text) && text.length <= LONGEST ? text : undefined
}

interface FilterWords {
  readonly files: readonly Field[]
  /** `+2`, `5`, `c5`; undefined where an option means something else. */
  readonly amount: string | undefined
}

function readWords(words: readonly Field[]): FilterWords {
  const files: Field[] = []
  let amount: string | undefined = '10'
  for (let at = 0; at < words.length; at++) {
    const field = words[at]
    if (!field) break
    const option = /^-(?:(n|c)|-(?:lines)=)?(\+?\d*)$/.exec(field.text)
    if (field.text === '-' || !field.text.startsWith('-')) files.push(field)
    else if (option) amount = amountOf(option[1], option[2] || words[++at]?.text)
    else if (!/^-[qs]$/.test(field.text)) amount = undefined
  }
  return { files, amount }
}

function amountOf(unit: string | undefined, value = ''): string | undefined {
  return /^\+?\d+$/.test(value) ? `${unit === 'c' ? 'c' : ''}${value}` : undefined
}

function partOf(text: string, program: string, amount: string): string {
  const isBytes = amount.startsWith('c')
  const number = Number(amount.replace(/^c?\+?/, ''))
  const units = isBytes ? [...text] : text.split(/(?<=\n)/)
  if (program === 'head') return units.slice(0, number).join('')
  return (amount.includes('+') ? units.slice(Math.max(number - 1, 0)) : number === 0 ? [] : units.slice(-number)).join(
    '',
  )
}

/** What a script of sed makes of a text, where it only replaces, or prints or leaves out lines by number or pattern. */
export function sedText(script: string, isQuiet: boolean, text: string): string | undefined {
  let lines = text.split(/(?<=\n)/)
  for (const command of script
    .split(/[;\n]/)
    .map(each => each.trim())
    .filter(Boolean)) {
    const changed = replaced(command, lines) ?? chosen(command, isQuiet, lines)
    if (!changed) return undefined
    lines = [...changed]
  }
  return lines.join('')
}

function replaced(command: string, lines: readonly string[]): readonly string[] | undefined {
  const [, delimiter = '', pattern = '', by = '', flags = ''] =
    /^s([/|,#@!])((?:(?!\1).)*)\1((?:(?!\1).)*)\1([g]?)$/.exec(command) ?? []
  // What basic and extended expressions mean by these differs.
  if (delimiter === '' || /[\\+?(){}|&]/.test(pattern + by)) return undefined
  if (!safePattern(pattern)) return undefined
  const expression = new RegExp(pattern, flags)
  return lines.map(line => line.replace(/\n$/, '').replace(expression, () => by) + (line.endsWith('\n') ? '\n' : ''))
}

function chosen(command: string, isQuiet: boolean, lines: readonly string[]): readonly string[] | undefined {
  const [, from, to, does] = /^(\d+|\$)(?:,(\d+|\$))?([pd])$/.exec(command) ?? []
  if (from === undefined || (does === 'p') !== isQuiet) return undefined
  const number = (each: string): number => (each === '$' ? lines.length : Number(each))
  const isIn = (at: number): boolean => at + 1 >= number(from) && at + 1 <= number(to ?? from)
  return lines.filter((_, at) => isIn(at) === (does === 'p'))
}
