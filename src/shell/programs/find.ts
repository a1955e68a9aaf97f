/** find: its expression decides what its actions reach. */
import type { Invocation } from '../invocation.ts'
import type { Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { deletionTarget, pathTargets } from '../targets.ts'
import { type Field, NOTHING, SOME, type Stream } from '../value.ts'

const NAME_TESTS = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-regex', '-iregex'])
const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const WRITES = new Set(['-fprint', '-fprint0', '-fprintf', '-fls'])
/** Tests that leave some files out, but say nothing of their names. */
const NARROWING = new Set([
  '-mtime',
  '-mmin',
  '-atime',
  '-ctime',
  '-newer',
  '-size',
  '-empty',
  '-user',
  '-perm',
  '-maxdepth',
  '-inum',
  '-amin',
  '-cmin',
  '-links',
])

export function find(call: Invocation, runner: Runner, scope: Scope, _stdin: Stream): Stream {
  const words = call.words
  const start = words.findIndex(word => /^[-(!]/.test(word.text) && !/^-[HLPDO]/.test(word.text))
  const bases = words.slice(0, start < 0 ? words.length : start).filter(word => !word.text.startsWith('-'))
  const expression = start < 0 ? [] : words.slice(start)
  const roots = bases.length > 0 ? bases : [{ text: '.', glob: false, taints: [] }]
  const found = roots.map(root => foundUnder(root, expression))
  for (let at = 0; at < expression.length; at++) {
    const word = expression[at]
    if (!word) break
    if (word.text === '-delete') for (const each of found) emitDelete(each, word, runner, scope, call)
    if (WRITES.has(word.text)) emitWrite(expression[at + 1], runner, scope, call)
    if (!RUNS.has(word.text)) continue
    const end = expression.findIndex((other, index) => index > at && (other.text === ';' || other.text === '+'))
    const command = expression.slice(at + 1, end < 0 ? undefined : end)
    for (const each of found)
      runner.runWords(
        command.map(part => substitute(part, each)),
        subshell(scope, { via: [...scope.via, 'find'] }),
        NOTHING,
      )
    at = end < 0 ? expression.length : end
  }
  for (const root of roots)
    for (const { target, certain } of pathTargets(root, scope, runner))
      runner.emit({ verb: 'read', target, certain, recursive: true }, scope, call)
  return { taints: [], words: found.map(each => each.text) }
}

/** A word that stands for all that is found: the start itself, or names of a pattern somewhere below it. */
function foundUnder(root: Field, expression: readonly Field[]): Field {
  const base = root.text.replace(/\/+$/, '') || '/'
  const nameAt = expression.findIndex(word => NAME_TESTS.has(word.text))
  const pattern = nameAt < 0 || expression[nameAt - 1]?.text === '!' ? undefined : expression[nameAt + 1]?.text
  const name = pattern?.slice(pattern.lastIndexOf('/') + 1)
  if (name !== undefined && name !== '' && !/^[*.]+$/.test(name))
    return { ...root, text: `${base}/${SOME}/${name}`, glob: true }
  const narrowed = nameAt >= 0 || expression.some(word => NARROWING.has(word.text))
  return narrowed ? { ...root, text: `${base}/${SOME}`, glob: false } : root
}

function substitute(word: Field, found: Field): Field {
  return word.text.includes('{}') ? { ...word, text: word.text.replaceAll('{}', found.text), glob: found.glob } : word
}

function emitDelete(found: Field, word: Field, runner: Runner, scope: Scope, call: Invocation): void {
  for (const reached of pathTargets(found, scope, runner)) {
    const { target, certain } = deletionTarget(reached, runner)
    runner.emit(
      { verb: 'delete', target, certain, recursive: true, ...(word.span && { span: word.span }) },
      scope,
      call,
    )
  }
}

function emitWrite(file: Field | undefined, runner: Runner, scope: Scope, call: Invocation): void {
  if (!file) return
  for (const { target, certain } of pathTargets(file, scope, runner))
    runner.emit({ verb: 'write', target, certain, ...(file.span && { span: file.span }) }, scope, call)
}
