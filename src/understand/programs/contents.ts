/** Programs that put something in the place of what a file holds: cp, mv, install, ln, truncate, dd, tee. */
import { applyModel } from '../shell/apply.ts'
import { pack, put } from '../shell/copies.ts'
import { emitPaths } from '../shell/emit.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import { emitLosses, emitReplaced } from '../shell/losses.ts'
import { output } from '../shell/output.ts'
import { sendSecret } from '../shell/redirect.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { EMPTY_INPUT, type Field, NOTHING, type Stream, withoutHoles } from '../shell/value.ts'

/** cp, mv, install, ln. Whoever keeps a backup, or replaces nothing, loses nothing. */
const place: ProgramHandler = (call, runner, scope) => {
  if (!['help', 'no_clobber', 'backup', 'directory'].some(flag => call.flags.has(flag))) emitLost(call, runner, scope)
  applyModel(call, runner, scope, NOTHING)
  return NOTHING
}

function emitLost(call: Invocation, runner: Runner, scope: Scope): void {
  const program = call.path[0]
  if (program === 'mv') emitThrownAway(call, runner, scope)
  if (program !== 'ln') emitReplaced(call, runner, scope)
  // A link that is pointed elsewhere loses nothing; a file in its place is gone.
  else if (call.flags.has('force')) emitReplaced(withoutLinks(call, runner, scope), runner, scope)
}

/** `mv FILE /dev/null` moves nothing anywhere. */
function emitThrownAway(call: Invocation, runner: Runner, scope: Scope): void {
  if (call.args.at(-1)?.text !== '/dev/null') return
  for (const source of call.args.slice(0, -1)) emitPaths('delete', source, call, runner, scope, { recursive: true })
}

function withoutLinks(call: Invocation, runner: Runner, scope: Scope): Invocation {
  const [end] = call.args.slice(-1).flatMap(into => pathTargets(into, scope, runner))
  const isLink = end !== undefined && runner.facts.path(end.target.value).real !== end.target.value
  return isLink ? { ...call, args: [] } : call
}

/** A size below the file's own cuts its end off; `+N`, `>N` and multiples only make it longer. */
const truncate: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  const size = call.options.get('size')?.at(-1)?.text ?? ''
  if (call.flags.has('help')) return NOTHING
  for (const file of call.args) if (isCut(size, file, runner, scope)) emitLosses('empties', file, runner, scope, call)
  return NOTHING
}

const UNITS = 'KMGTPE'

function isCut(text: string, file: Field, runner: Runner, scope: Scope): boolean {
  const parts = /^([-<]?)(\d+)([KMGTPE]?)(?:i?B)?$/i.exec(text)
  if (!parts) return false
  const [, sign, digits, unit = ''] = parts
  const bytes = Number(digits) * 1024 ** (unit === '' ? 0 : UNITS.indexOf(unit.toUpperCase()) + 1)
  if (sign === '-') return bytes > 0
  return pathTargets(file, scope, runner).some(({ target }) => {
    const { size } = runner.facts.path(target.value)
    return bytes === 0 || (size !== undefined && bytes < size)
  })
}

/** `if=` is read, `of=` is written; what stood there is gone, unless only a part of it is changed. */
const dd: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const field = (name: string): Field | undefined => {
    const found = call.words.findLast(each => each.text.startsWith(`${name}=`))
    return found && fieldFrom(found, name.length + 1)
  }
  const from = field('if')
  const to = field('of')
  if (from) emitPaths('read', from, call, runner, scope)
  if (!to) return { taints: stdin.taints }
  emitPaths('write', to, call, runner, scope)
  const isPart = /notrunc/.test(field('conv')?.text ?? '') || field('seek') !== undefined
  const isBlank = from !== undefined && /^\/dev\/(null|zero|u?random)$/.test(from.text)
  if (!isPart && (isBlank || field('count')?.text === '0')) emitLosses('empties', to, runner, scope, call)
  if (from) pack([from], to, runner, scope)
  else for (const { target } of pathTargets(to, scope, runner)) put(target.value, stdin, scope)
  return NOTHING
}

/** tee and sponge with nothing to write empty their files. */
const tee: ProgramHandler = (call, runner, scope, stdin) => {
  // A pipe of which nothing is known looks like one that nothing comes through.
  const isNothing = stdin === EMPTY_INPUT || (stdin.text?.trim() === '' && stdin.text !== '')
  if (isNothing && !call.flags.has('append') && !call.flags.has('help'))
    for (const file of call.args) emitLosses('empties', file, runner, scope, call)
  for (const file of call.args) {
    sendSecret(stdin, file.text, runner, scope)
    noteText(file, stdin, call.flags.has('append'), runner, scope)
  }
  applyModel(call, runner, scope, stdin)
  return output(call, runner, scope, stdin)
}

/** What stands in a file from then on, for what runs it later. */
function noteText(file: Field, { text }: Stream, append: boolean, runner: Runner, scope: Scope): void {
  if (!text || scope.place.kind !== 'local') return
  for (const { target, certain } of pathTargets(file, scope, runner))
    if (certain) runner.wrote({ path: target.value, text: withoutHoles(text), ...(append && { append }) })
}

/** rimraf and its like expand patterns themselves, quoted ones too. */
const globbing: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel({ ...call, args: call.args.map(arg => ({ ...arg, glob: true })) }, runner, scope, stdin)
  return NOTHING
}

/** Program names as they stand in models. */
export const CONTENT_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { place, truncate, dd, tee, globbing }
