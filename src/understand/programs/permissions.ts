/** chmod, chown, setfacl, chattr: who may do what with a file afterwards. */
import type { Detail } from '../../model/action.ts'
import { emitPaths, word } from '../shell/emit.ts'
import { protectedBelow } from '../shell/guarded.ts'
import type { Invocation } from '../shell/invocation.ts'
import { type Mode, NOT_MODE, readMode } from '../shell/mode.ts'
import { protectedTargetOf } from '../shell/protected-arguments.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, NOTHING } from '../shell/value.ts'

/** A mode such as `-x` looks like an option. */
const OPTION = /^-[RvfchLHP]+$|^--/

const chmod: ProgramHandler = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const words = call.words.filter(field => !OPTION.test(field.text))
  const reference = call.options.has('reference')
  const mode = reference ? undefined : words[0]
  if (!mode && !reference) return NOTHING
  const read = mode && readMode(mode.text)
  // Only a mode that leaves something to do can stand in for the one that was written.
  const spelled: Invocation =
    mode && read?.isNarrowing ? { ...call, flagWords: new Map([...call.flagWords, ['mode', mode]]) } : call
  const unread = new Set((call.options.get('reference') ?? []).map(field => field.text))
  const takesAway = read !== undefined && (read.locks || read.stops || read.freezes)
  for (const file of reference ? words.filter(field => !unread.has(field.text)) : words.slice(1)) {
    const spared = read && usableProtectedPath(read, file, runner, scope)
    emitPaths('metadata', file, spelled, runner, scope, {
      recursive: call.flags.has('recursive'),
      ...(spared !== undefined && { severity: 'high' }),
      details: {
        ...(mode && read && detailsOf(mode.text, read, file, runner, scope)),
        // Nobody runs settings: what may be read and written as before works as before.
        ...(!read?.freezes && spared?.endsWith('.json') && { unchanged: true }),
      },
    })
  }
  if (takesAway && call.flags.has('recursive'))
    for (const file of words.slice(1)) emitProtectedBelow(file, call, runner, scope)
  return NOTHING
}

/** Protected paths, in a tree that it may not be written or read in any more. */
function emitProtectedBelow(file: Field, call: Invocation, runner: Runner, scope: Scope): void {
  if (scope.place.kind !== 'local') return
  for (const { target } of pathTargets(file, scope, runner)) {
    const guard = protectedBelow(target.value, runner).find(({ isAbove }) => !isAbove)
    if (guard) emitPaths('metadata', word(guard.path, file), call, runner, scope, { details: { locks: true } })
  }
}

/** A protected path, if it works on under that mode and nobody else may change it: `chmod +x .claude/hooks/check.sh`. */
function usableProtectedPath(mode: Mode, file: Field, runner: Runner, scope: Scope): string | undefined {
  if (mode === NOT_MODE || mode.locks || mode.narrower !== undefined) return undefined
  const guard = protectedTargetOf(file, runner, scope)?.target.value
  return guard !== undefined && (!mode.stops || guard.endsWith('.json')) ? guard : undefined
}

/** Its owner alone may read and write it: what SSH asks of its files. */
const PRIVATE = /^(?:0{0,2}[67]00|(?:u[=+]rwx?,)?(?:go|og)(?:-rwx|=))$/

function detailsOf(text: string, mode: Mode, file: Field, runner: Runner, scope: Scope): Record<string, Detail> {
  const isFile = pathTargets(file, scope, runner).some(({ target }) => runner.facts.path(target.value).type === 'file')
  return {
    mode: text,
    ...(mode.narrower !== undefined && { wide: true, narrower: mode.narrower }),
    ...(mode.opens && { opens: true }),
    ...(PRIVATE.test(text) && { private: true }),
    ...(mode.locks && { locks: true }),
    ...((mode.setuid || (mode.setgid && isFile)) && { setuid: true }),
  }
}

/** `setfacl -m o::rwx` opens files to everybody as chmod does. */
const setfacl: ProgramHandler = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const entries = (call.options.get('modify') ?? []).flatMap(field => field.text.split(','))
  const isWide = entries.some(entry => /^(d|default)?:?o(ther)?::?\w*w/.test(entry))
  const details = isWide ? { wide: true, narrower: 'u+w', mode: entries.join(',') } : {}
  for (const file of call.args)
    emitPaths('metadata', file, call, runner, scope, { recursive: call.flags.has('recursive'), details })
  return NOTHING
}

/** `chattr +i` lets nobody change a file any more, its owner included. */
const chattr: ProgramHandler = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const [attributes, ...files] = call.words.filter(field => !OPTION.test(field.text))
  const details = /^(\+\w*i|u?schg|uchg)/.test(attributes?.text ?? '') ? { locks: true } : {}
  for (const file of files)
    emitPaths('metadata', file, call, runner, scope, { recursive: call.flags.has('recursive'), details })
  return NOTHING
}

/** Program names as they stand in models. */
export const PERMISSION_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { chmod, setfacl, chattr }
