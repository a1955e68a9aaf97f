/** Commands of the shell that set variables, and what setting them runs. */
import { emitPaths, originOf } from '../emit.ts'
import { textOfFile } from '../files.ts'
import { fieldFrom, type Invocation } from '../invocation.ts'
import { environmentEffect } from '../run.ts'
import type { ProgramHandler, Runner } from '../runner.ts'
import { type Scope, setPositional, setUnknownVariables } from '../scope.ts'
import { markSourced } from '../sourced.ts'
import { type Field, isKnown, MAYBE, NOTHING, SOME, type Stream, secretListed, UNKNOWN, unknownText } from '../value.ts'
import { splitAt } from '../word.ts'

/** So many of the words that may come in are followed one by one. */
const MOST_READ = 16

/** `history -w file`, `history -r file`: without a file it is the one that HISTFILE names. `history -s line` adds a line. */
export const history: ProgramHandler = (call, runner, scope) => {
  const does = (letters: RegExp): boolean => call.words.some(({ text }) => letters.test(text))
  const [first, ...more] = call.words.filter(({ text }) => !text.startsWith('-'))
  const file = first ?? historyFile(scope)
  if (does(/^-[a-z]*[wa]$/)) {
    if (file) emitPaths('write', file, call, runner, scope)
    return NOTHING
  }
  if (does(/^-[a-z]*[rn]$/)) {
    if (file) scope.history.push({ ...file, text: textOfFile(file, runner, scope) ?? MAYBE })
    return NOTHING
  }
  if (!does(/^-s$/)) return { taints: [{ kind: 'secret', from: 'the history of the shell' }] }
  if (first) scope.history.push({ ...first, text: [first, ...more].map(({ text }) => text).join(' ') })
  return NOTHING
}

function historyFile(scope: Scope): Field | undefined {
  return scope.variables.get('HISTFILE')?.[0]?.[0] ?? scope.environment.get('HISTFILE')
}

/** `fc -s word` runs a line of the history again, `fc -e editor` what the editor leaves of it: any line may be meant. */
export const fixCommand: ProgramHandler = (call, runner, scope) => {
  if (call.words.some(({ text }) => /^-[a-z]*l/.test(text)))
    return { taints: [{ kind: 'secret', from: 'the history of the shell' }] }
  const file = historyFile(scope)
  const before = file ? [{ ...file, text: textOfFile(file, runner, scope) ?? '' }] : []
  for (const line of [...before, ...scope.history]) runner.runScript(line.text, scope, originOf(line), NOTHING)
  return UNKNOWN
}

/** `declare -n a=b`: a is another name for b. */
export const declare: ProgramHandler = (call, runner, scope) => {
  const isReference = call.words.some(word => /^-[a-zA-Z]*n/.test(word.text))
  const isGlobal = /^(export|readonly)$/.test(call.path[0] ?? '') || call.words.some(word => /^-\w*g/.test(word.text))
  for (const word of call.words) {
    runSubscripts(word, runner, scope)
    if (!isGlobal) scope.locals?.add(/^\w*/.exec(word.text)?.[0] ?? '')
    const equals = word.text.indexOf('=')
    if (isReference || !isKnown(equals < 0 ? word.text : word.text.slice(0, equals))) setAny(word, runner, scope)
    if (equals <= 0 || !/^[A-Za-z_]\w*\+?$/.test(word.text.slice(0, equals))) continue
    const name = word.text.slice(0, equals)
    const value = fieldFrom(word, equals + 1)
    scope.variables.set(name, isReference ? (scope.variables.get(value.text) ?? named(value, runner)) : [[value]])
    environmentEffect(name, value, runner, scope, { lasts: true })
  }
  // Without a name it prints what there is.
  return call.args.length === 0 ? { taints: [{ kind: 'secret', from: 'the environment' }] } : NOTHING
}

/** `export $(grep = .env | xargs)`: names that are not known, but where they come from may be. */
function setAny({ taints }: Field, runner: Runner, scope: Scope): void {
  setUnknownVariables(scope)
  for (const { kind, from } of taints) if (kind === 'secret') markSourced(from, runner, scope)
}

function named(reference: Field, runner: Runner): readonly (readonly Field[])[] {
  const home = reference.text === 'HOME' ? runner.facts.homes[0] : undefined
  return [[{ ...reference, text: home ?? MAYBE }]]
}

export const unset: ProgramHandler = (call, runner, scope) => {
  for (const arg of call.args) {
    runSubscripts(arg, runner, scope)
    scope.variables.set(arg.text, [[{ text: '', glob: false, taints: [] }]])
    scope.functions.delete(arg.text)
  }
  return NOTHING
}

/** `-r`, `-d ''`, `-p prompt`, `-a`: the names behind the options of read, and how much it reads. */
function readOptions(words: readonly Field[]): { args: readonly Field[]; isArray: boolean; isWhole: boolean } {
  const args: Field[] = []
  let isArray = false
  let isWhole = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const [, letters, taking, joined] = /^-([a-zA-Z]*?)([adinNptu])(.*)$/s.exec(word?.text ?? '') ?? []
    if (!word || word.text === '--') continue
    if (letters === undefined && !/^-[ers]+$/.test(word.text)) args.push(word)
    isArray ||= taking === 'a'
    const value = joined === '' ? words[at + 1]?.text : joined
    isWhole ||= taking === 'd' && value === ''
    // The name behind -a is the list's.
    if (taking !== undefined && taking !== 'a' && joined === '') at++
  }
  return { args, isArray, isWhole }
}

/** The names as far as the shell takes them: at the first that cannot be a variable, read ends with an error. */
function validNames(args: readonly Field[]): string[] {
  const names = args.map(arg => arg.text)
  const refused = names.findIndex(name => isKnown(name) && !/^[A-Za-z_]\w*(\[.*\])?$/s.test(name))
  return refused < 0 ? names : names.slice(0, refused)
}

/** The first line that comes in, word by word; where only the form of what comes in is known, each of its words. */
export const read: ProgramHandler = (call, runner, scope, stdin) => {
  const { args, isArray, isWhole } = readOptions(call.words)
  const names = args.length > 0 ? validNames(args) : ['REPLY']
  for (const arg of args) runSubscripts(arg, runner, scope)
  const line = stdin === NOTHING ? undefined : isWhole ? stdin.text : stdin.text?.split('\n', 1)[0]
  const separators = scope.environment.get('IFS')?.text
  const words = line !== undefined && separators ? splitAt(line, separators) : line?.trim().split(/\s+/)
  if (words && isArray && args[0]) {
    const elements = words.map(text => ({ text, glob: /[*?]/.test(text), taints: stdin.taints }))
    scope.variables.set(args[0].text, [elements])
    return NOTHING
  }
  const listed = words
    ? []
    : [...(stdin.unsaved?.() ?? []), ...(stdin.words ?? [unknownText(stdin, SOME)])].slice(0, MOST_READ)
  const guarded = stdin.guarded?.() ?? []
  if (!names.every(isKnown)) setUnknownVariables(scope)
  const taints = [...stdin.taints, ...secretListed(stdin)]
  for (const [index, name] of names.entries()) {
    // A name that the shell refuses takes the rest of the line with it.
    const isLast = index === names.length - 1 && names.length >= args.length
    const known = words && (isLast ? words.slice(index).join(separators?.[0] ?? ' ') : (words[index] ?? ''))
    const texts = [...guarded, ...(known !== undefined ? [known] : listed)]
    scope.variables.set(
      name,
      texts.map(text => [{ text, glob: /[*?]/.test(text), taints }]),
    )
  }
  return NOTHING
}

/** All lines that come in, as an array; `-C` names a command that is run for each. */
export const mapfile: ProgramHandler = (call, runner, scope, stdin) => {
  const callback = call.words.findIndex(word => word.text === '-C')
  const command = callback < 0 ? undefined : call.words[callback + 1]
  if (command) runner.runScript(command.text, scope, command.span ? { span: command.span } : {}, UNKNOWN)
  const name = call.args.at(-1)?.text ?? 'MAPFILE'
  const lines = stdin === NOTHING ? undefined : stdin.text?.split('\n').filter(Boolean)
  const texts = [
    ...(stdin.guarded?.() ?? []),
    ...(lines ?? [...(stdin.unsaved?.() ?? []), ...(stdin.words ?? [unknownText(stdin, SOME)])]),
  ]
  const isGlob = (text: string): boolean => lines === undefined && /[*?]/.test(text)
  scope.variables.set(name, [texts.map(text => ({ text, glob: isGlob(text), taints: stdin.taints }))])
  return NOTHING
}

/** `set -- a b` gives the positional parameters. */
export const set: ProgramHandler = (call, _runner, scope) => {
  if (call.words.length === 0) return { taints: [{ kind: 'secret', from: 'the environment' }] }
  if (call.words.some(word => /^-\w*e/.test(word.text))) scope.exitsOnError = true
  const end = call.words.findIndex((word, at) => !/^[-+]./.test(word.text) && !/^[-+]\w*o$/.test(before(call, at)))
  const marked = call.words.findIndex(word => word.text === '--' || word.text === '-')
  const from = marked >= 0 && (end < 0 || marked <= end) ? marked + 1 : end
  if (from >= 0) setPositional(scope, call.words.slice(from))
  return NOTHING
}

function before(call: Invocation, at: number): string {
  return call.words[at - 1]?.text ?? ''
}

export const shift: ProgramHandler = (call, _runner, scope) => {
  const all = scope.variables.get('@')
  const count = Number(call.args[0]?.text ?? 1)
  if (all?.length === 1 && all[0] && Number.isInteger(count)) setPositional(scope, all[0].slice(count))
  else setPositional(scope, [{ text: MAYBE, glob: false, taints: [] }])
  return NOTHING
}

/** `getopts o: name` puts each option of the script in a variable. */
export const getopts: ProgramHandler = (call, _runner, scope) => {
  const name = call.words[1]?.text
  if (name === undefined || !isKnown(name)) setUnknownVariables(scope)
  else scope.variables.set(name, [[{ text: SOME, glob: false, taints: [] }]])
  return NOTHING
}

/** let and tests of variables evaluate their words. */
export const evaluate: ProgramHandler = (call, runner, scope) => {
  for (const word of call.words) runSubscripts(word, runner, scope)
  return NOTHING
}

/**
 * A subscript is evaluated as arithmetic wherever a variable's name may stand: `a[$(cmd)]` runs cmd, even where the shell took
 * the word itself as plain text.
 */
export function runSubscripts(word: Field, runner: Runner, scope: Scope): Stream {
  const inner = word.text.slice(word.text.indexOf('[') + 1, Math.max(0, word.text.lastIndexOf(']')))
  if (!word.text.includes('[') || !/\$\(|`/.test(inner)) return NOTHING
  return runner.runScript(`: "${inner}"`, scope, word.span ? { span: word.span } : {}, NOTHING)
}
