/** sed: reads files, or writes them in place; its script may write others and run commands. */
import { emitPaths, originOf, word } from '../emit.ts'
import { cut, type Invocation } from '../invocation.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, NOTHING } from '../value.ts'

/** Reads its files, or writes them with `-i`; its script may write files and run commands. */
export const sed: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const { scripts, files, inPlace } = readSed(call.words)
  for (const file of files)
    emitPaths(inPlace ? 'write' : 'read', file, call, runner, scope, inPlace ? { details: { in_place: true } } : {})
  for (const script of scripts) followSed(script, call, runner, scope)
  return { taints: stdin.taints }
}

interface SedWords {
  readonly scripts: Field[]
  readonly args: Field[]
  inPlace: boolean
  fromFile: boolean
}

function readSed(words: readonly Field[]): { scripts: readonly Field[]; files: readonly Field[]; inPlace: boolean } {
  const found: SedWords = { scripts: [], args: [], inPlace: false, fromFile: false }
  for (let at = 0; at < words.length; at++) {
    const field = words[at]
    if (!field) break
    if (field.text === '--') {
      found.args.push(...words.slice(at + 1))
      break
    }
    if (field.text.startsWith('--')) readLong(field, found)
    else if (/^-./.test(field.text)) at += readLetters(field, words[at + 1], found)
    else found.args.push(field)
  }
  const { scripts, args, inPlace } = found
  if (scripts.length > 0 || found.fromFile) return { scripts, files: args, inPlace }
  return { scripts: args.slice(0, 1), files: args.slice(1), inPlace }
}

function readLong(field: Field, found: SedWords): void {
  if (field.text.startsWith('--in-place')) found.inPlace = true
  else if (field.text.startsWith('--expression=')) found.scripts.push(cut(field, 13))
  else if (field.text.startsWith('--file=')) found.fromFile = true
}

/** `-n`, `-i.bak`, `-e script`: how many of the words after it belong to it. `-i ''` is BSD's way of keeping no copy. */
function readLetters(field: Field, next: Field | undefined, found: SedWords): 0 | 1 {
  const letters = /^-([nErsuzlba]*)(?:([iI])(.*)|([ef])(.*))?$/.exec(field.text)
  const [, , inPlace, suffix, takes, value = ''] = letters ?? []
  if (inPlace !== undefined) {
    found.inPlace = true
    return suffix === '' && next?.text === '' ? 1 : 0
  }
  if (takes === undefined) return 0
  const own = value === '' ? next : cut(field, field.text.length - value.length)
  if (takes === 'f') found.fromFile = true
  else if (own) found.scripts.push(own)
  return value === '' ? 1 : 0
}

function followSed(script: Field, call: Invocation, runner: Runner, scope: Scope): void {
  for (const line of script.text.split(/[\n;]/)) {
    const command = /^\s*(?:[\d$,~+!]|\/(?:[^/\\]|\\.)*\/)*\s*([ewW])\s+(\S.*)$/.exec(line)
    if (command?.[1] === 'e')
      runner.runScript(
        command[2] ?? '',
        subshell(scope, { via: [...scope.via, 'sed'] }),
        originOf(word('', script)),
        NOTHING,
      )
    else if (command) emitPaths('write', word(command[2] ?? '', script), call, runner, scope)
    const written = /^\s*[\d$,]*s(.)(?:(?!\1)[^\\]|\\.)*\1(?:(?!\1)[^\\]|\\.)*\1[gpiIm0-9]*w\s+(\S+)/.exec(line)
    if (written) emitPaths('write', word(written[2] ?? '', script), call, runner, scope)
  }
}
