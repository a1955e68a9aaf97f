/** dd, sed, tar and chmod: their words are small languages of their own. */
import { basename } from '../../targets/path.ts'
import { emitPaths, originOf, tail, word } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, NOTHING, type Stream } from '../value.ts'

/** `if=` is read, `of=` is written. */
export const dd: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  for (const field of call.words) {
    if (field.text.startsWith('if=')) emitPaths('read', tail(field, 3), call, runner, scope)
    if (field.text.startsWith('of=')) emitPaths('write', tail(field, 3), call, runner, scope)
  }
  return call.words.some(field => field.text.startsWith('of=')) ? NOTHING : { taints: stdin.taints }
}

/** Reads its files, or writes them with `-i`; its script may write files and run commands. */
export const sed: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const { scripts, files, inPlace } = readSed(call.words)
  for (const file of files)
    emitPaths(inPlace ? 'write' : 'read', file, call, runner, scope, inPlace ? { details: { in_place: true } } : {})
  for (const script of scripts) followSed(script, call, runner, scope)
  return { taints: stdin.taints }
}

function readSed(words: readonly Field[]): { scripts: readonly Field[]; files: readonly Field[]; inPlace: boolean } {
  const scripts: Field[] = []
  const args: Field[] = []
  let inPlace = false
  let fromFile = false
  for (let at = 0; at < words.length; at++) {
    const field = words[at]
    if (!field) break
    const text = field.text
    if (text === '--') {
      args.push(...words.slice(at + 1))
      break
    }
    if (text.startsWith('--')) {
      if (text.startsWith('--in-place')) inPlace = true
      else if (text.startsWith('--expression=')) scripts.push(tail(field, 13))
      else if (text.startsWith('--file=')) fromFile = true
      continue
    }
    if (!/^-./.test(text)) {
      args.push(field)
      continue
    }
    const letters = /^-([nErsuzlbai]*?)(?:(i)(.*)|([ef])(.*))?$/i.exec(text)
    if (letters?.[2] !== undefined) {
      inPlace = true
      if (letters[3] === '' && words[at + 1]?.text === '') at++
    }
    if (letters?.[4] === undefined) continue
    const value = letters[5] === '' ? words[++at] : tail(field, text.length - (letters[5] ?? '').length)
    if (letters[4] === 'f') fromFile = true
    else if (value) scripts.push(value)
  }
  if (scripts.length > 0 || fromFile) return { scripts, files: args, inPlace }
  return { scripts: args.slice(0, 1), files: args.slice(1), inPlace }
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

interface Archive {
  mode: string
  directory?: Field
  file?: Field
  removes: boolean
  readonly commands: Field[]
  readonly members: Field[]
}

/** Long options of tar that matter, and their values. */
const TAR_LONG: Readonly<Record<string, string>> = {
  '--extract': 'x',
  '--get': 'x',
  '--create': 'c',
  '--list': 't',
  '--append': 'r',
  '--update': 'u',
  '--delete': 'd',
  '--diff': 't',
  '--compare': 't',
}
const TAR_VALUES =
  /^--(directory|file|to-command|use-compress-program|info-script|new-volume-script|rsh-command|checkpoint-action|exclude|exclude-from|files-from|transform|strip-components|owner|group|mode|mtime|newer|one-top-level|checkpoint)$/

/** Extracting writes below a directory, creating writes the archive; several options run commands. */
export const tar: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const archive = readTar(call.words)
  for (const command of archive.commands)
    runner.runScript(
      command.text.replace(/^exec=/, ''),
      subshell(scope, { via: [...scope.via, 'tar'] }),
      originOf(word('', command)),
      NOTHING,
    )
  const directory = archive.directory ?? word('.')
  if (archive.mode === 'x' && !call.words.some(field => /^(-O|--to-stdout)$/.test(field.text)))
    emitPaths('write', directory, call, runner, scope, { details: { unpacks: true } })
  if (/[cru]/.test(archive.mode)) {
    if (archive.file && archive.file.text !== '-') emitPaths('write', archive.file, call, runner, scope)
    for (const member of archive.members)
      emitPaths(archive.removes ? 'delete' : 'read', member, call, runner, scope, { recursive: true })
  }
  const secrets = archive.mode === 'c' ? archive.members.flatMap(member => secretOf(member, runner, scope)) : []
  const taints = [...stdin.taints, ...secrets]
  if (archive.file && archive.file.text !== '-' && secrets.length > 0) scope.files.set(archive.file.text, { taints })
  return { taints }
}

function secretOf(member: Field, runner: Runner, scope: Scope): Stream['taints'] {
  const written = scope.files.get(member.text)?.taints ?? []
  const secret = /(^|\/)(\.ssh|\.aws|\.gnupg|\.kube|\.env[\w.]*|id_rsa|id_ed25519)$/.test(member.text)
  return secret && runner.facts.homes.length > 0 ? [{ kind: 'secret', from: member.text }, ...written] : written
}

function readTar(words: readonly Field[]): Archive {
  const archive: Archive = { mode: '', removes: false, commands: [], members: [] }
  for (let at = 0; at < words.length; at++) {
    const field = words[at]
    if (!field) break
    const text = field.text
    if (text.startsWith('--')) {
      const equals = text.indexOf('=')
      const name = equals < 0 ? text : text.slice(0, equals)
      archive.mode = TAR_LONG[name] ?? archive.mode
      if (name === '--remove-files') archive.removes = true
      if (!TAR_VALUES.test(name)) continue
      const value = equals < 0 ? words[++at] : tail(field, equals + 1)
      if (!value) continue
      if (name === '--directory') archive.directory = value
      else if (name === '--file') archive.file = value
      else if (/command|program|script/.test(name) || value.text.startsWith('exec=')) archive.commands.push(value)
      continue
    }
    const bundle = at === 0 && /^[A-Za-z]+$/.test(text)
    if (!bundle && !/^-./.test(text)) {
      archive.members.push(field)
      continue
    }
    for (const letter of bundle ? text : text.slice(1)) {
      if (/[cxtru]/.test(letter)) archive.mode = letter
      if (letter === 'f') archive.file = words[++at] ?? field
      if (letter === 'C') archive.directory = words[++at] ?? field
      if (letter === 'I' || letter === 'F') archive.commands.push(words[++at] ?? field)
      if (letter === 'X' || letter === 'T') at++
    }
  }
  return archive
}

/** Mode `-x` looks like an option; modes that open a file to everybody have a narrower one. */
export const chmod: Program = (call, runner, scope) => {
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
export const FILE_PROGRAMS: Readonly<Record<string, Program>> = { dd, sed, tar, chmod }

/** Name of the file that a path or URL ends in; undefined where it ends in none. */
export function fileName(path: string): string | undefined {
  const name = basename(path.split(/[?#]/, 1)[0] ?? '')
  return name === '' || /^[a-z]+:$/.test(name) ? undefined : name
}
