/** dd and chmod: their words are small languages of their own. */
import { basename } from '../../targets/path.ts'
import { emitPaths } from '../emit.ts'
import { cut, type Invocation } from '../invocation.ts'
import type { Program } from '../runner.ts'
import { NOTHING } from '../value.ts'

/** `if=` is read, `of=` is written. */
const dd: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  for (const field of call.words) {
    if (field.text.startsWith('if=')) emitPaths('read', cut(field, 3), call, runner, scope)
    if (field.text.startsWith('of=')) emitPaths('write', cut(field, 3), call, runner, scope)
  }
  return call.words.some(field => field.text.startsWith('of=')) ? NOTHING : { taints: stdin.taints }
}

/** Mode `-x` looks like an option; modes that open a file to everybody have a narrower one. */
const chmod: Program = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const words = call.words.filter(field => !/^-[RvfchLHP]+$|^--(?!reference)/.test(field.text))
  const [mode, ...files] = words
  if (!mode) return NOTHING
  const narrower = narrow(mode.text)
  const details = {
    mode: mode.text,
    ...(narrower !== undefined && { wide: true, narrower }),
    ...(/^[0-7]?[4-7][0-7]{3}$|^[ug]*\+[rwx]*s/.test(mode.text) && { setuid: true }),
  }
  const spelled: Invocation = { ...call, flagWords: new Map([...call.flagWords, ['mode', mode]]) }
  for (const file of files)
    emitPaths('metadata', file, spelled, runner, scope, { recursive: call.flags.has('recursive'), details })
  return NOTHING
}

/** The mode without write access for others; undefined where there is none, or it cannot be told. */
function narrow(mode: string): string | undefined {
  const octal = /^(0?)([0-7])([0-7])([0-7])$/.exec(mode)
  if (octal) {
    const [, zero = '', user = '', group = '', other = ''] = octal
    if ((Number(other) & 2) === 0) return undefined
    return `${zero}${user}${Number(group) & ~2}${Number(other) & ~2}`
  }
  const symbolic = /^(a|ugo|o|go)([+=])([rwx]+)$/.exec(mode)
  if (!symbolic?.[3]?.includes('w')) return undefined
  const rest = symbolic[3].replace('w', '')
  return symbolic[1] === 'o' || symbolic[1] === 'go'
    ? `${symbolic[1]}${symbolic[2]}${rest}`
    : `u${symbolic[2]}${symbolic[3]},go${symbolic[2]}${rest}`
}

/** Program names as they stand in models. */
export const FILE_PROGRAMS: Readonly<Record<string, Program>> = { dd, chmod }

/** Name of the file that a path or URL ends in; undefined where it ends in none. */
export function fileName(path: string): string | undefined {
  const name = basename(path.split(/[?#]/, 1)[0] ?? '')
  return name === '' || /^[a-z]+:$/.test(name) ? undefined : name
}
