/** What comes in: addresses that run programs, clones, and patches. */
import { resolvePath } from '../../common/path.ts'
import { isUserInfo } from '../shell/apply.ts'
import { noteCloned } from '../shell/cloned.ts'
import { taintsAt } from '../shell/contents.ts'
import { put } from '../shell/copies.ts'
import { emitNamed, emitPaths, word } from '../shell/emit.ts'
import { textOfFile } from '../shell/files.ts'
import type { Invocation } from '../shell/invocation.ts'
import { belongsElsewhere } from '../shell/issuers.ts'
import type { Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, type Stream, withoutHoles } from '../shell/value.ts'
import { discard, emitProtected } from './git-discard.ts'
import { noteSetting } from './git-push.ts'
import { gitSettingEffect } from './git-settings.ts'

/** A patch of more files than this is followed in part. */
export const MOST_FILES = 100
const TAKES_ADDRESS = /^(clone|fetch|pull|push|ls-remote|remote|submodule|archive)$/
/** The transport `ext` runs its address; an address that looks like an option of ssh becomes one. */
const RUNS_PROGRAM = /^ext::|^(\w+:\/\/)?-o\w*command/i

/** Addresses of remotes that are commands. */
export function checkAddresses(call: Invocation, runner: Runner, scope: Scope): void {
  if (!TAKES_ADDRESS.test(call.path[1] ?? '')) return
  for (const address of [...call.args, ...(call.options.get('remote') ?? []), ...(call.options.get('repo') ?? [])]) {
    sendInAddress(address, call, runner, scope)
    if (RUNS_PROGRAM.test(address.text)) gitSettingEffect('remote.origin.vcs', address, false, call, runner, scope)
  }
}

/** A secret in the name of a host or in a path is sent with the question for it, and so is one of another service that says who comes. */
function sendInAddress(address: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const authenticates = isUserInfo(address.text)
  const secret = address.taints.find(
    taint => taint.kind === 'secret' && (!authenticates || belongsElsewhere(taint, address.text, runner, scope)),
  )
  if (!secret || !/^[a-z+]+:\/\//.test(address.text) || (call.path[1] === 'remote' && !authenticates)) return
  const on = { kind: 'url', class: 'network', value: withoutHoles(address.text) } as const
  emitNamed('send', on, call, runner, scope, { details: { carries: secret.from } }, address)
}

/** The directory that a clone makes is named like what it comes from, where it is not named. */
export function gitClone(call: Invocation, runner: Runner, scope: Scope): void {
  const [from, named] = call.args
  const name = from && isKnown(from.text) ? /([^/:]+?)(?:\.git)?\/?$/.exec(from.text)?.[1] : undefined
  const into = named ?? (from && name !== undefined ? word(name, from) : undefined)
  if (into) emitPaths('write', into, call, runner, scope, { details: { makes: 'directory', fills: true } })
  for (const { target } of from && into ? pathTargets(into, scope, runner) : [])
    noteCloned(from?.text ?? '', target.value, runner, scope)
  const taints = from && !/^[a-z+]+:\/\//.test(from.text) ? pathTargets(from, scope, runner) : []
  const secrets = taints.flatMap(each => taintsAt(each, runner, scope)).filter(({ kind }) => kind === 'secret')
  for (const { target } of into && secrets.length > 0 ? pathTargets(into, scope, runner) : [])
    put(target.value, { taints: secrets }, scope)
}

/** `git remote set-url [--push] NAME ADDRESS` keeps a setting, and `git remote add NAME ADDRESS` is where a later push may go. */
export function gitRemote(call: Invocation, runner: Runner, scope: Scope): void {
  const [verb, name, address] = call.args
  if (verb?.text === 'add' && name && address) noteSetting(`remote.${name.text}.url`, address.text, runner, scope)
  if (verb?.text !== 'set-url' || !name || !address || call.flags.has('delete')) return
  // That was judged as every address is.
  if (RUNS_PROGRAM.test(address.text)) return
  const key = `remote.${name.text}.${call.flags.has('push') ? 'pushurl' : 'url'}`
  gitSettingEffect(key, address, true, call, runner, scope)
}

/** `git apply` and `git am`: the files that the patches name are written. */
export function gitApply(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): void {
  if (call.flags.has('dry_run') || call.flags.has('cached') || !isKnown(scope.cwd)) return
  const root = runner.facts.repository(scope.cwd)?.root ?? scope.cwd
  const [directory] = call.options.get('directory') ?? []
  if (directory) emitProtected([directory], call, runner, subshell(scope, { cwd: root }))
  const texts = call.args.length === 0 ? [stdin.text] : call.args.map(arg => textOfFile(arg, runner, scope))
  // Taken back from a file, a change can be put on again; taken back as it is asked from git, it is gone.
  if (call.flags.has('reverse') && texts.some(text => text === undefined) && !call.args.some(isFile))
    discard({ kinds: ['changed'], at: call.flagWords.get('reverse') }, call, runner, scope)
  const strip = Number(call.options.get('strip')?.[0]?.text ?? 1)
  const names = texts.flatMap(text => filesInPatch(text ?? '', strip))
  const base = directory ? resolvePath(root, directory.text) : root
  const deleted = call.flags.has('reverse') ? [] : texts.flatMap(text => filesDeletedBy(text ?? '', strip))
  for (const name of [...new Set(names)].slice(0, MOST_FILES))
    emitPaths(
      deleted.includes(name) ? 'delete' : 'write',
      word(name, call.args[0]),
      call,
      runner,
      subshell(scope, { cwd: base }),
    )
}

/** Files of which nothing is left. */
export function filesDeletedBy(text: string, strip: number): readonly string[] {
  return [...text.matchAll(/^(--- .*)\n\+\+\+ \/dev\/null/gm)].flatMap(([, header = '']) => filesInPatch(header, strip))
}

function isFile({ text }: Field): boolean {
  return isKnown(text) && !text.startsWith('/dev/')
}

/** Both sides of each file's header: a patch can be applied in reverse too. */
export function filesInPatch(text: string, strip: number): readonly string[] {
  return text.split('\n').flatMap(line => {
    const named = /^(?:\+\+\+|---|rename to|copy to) "?([^\t"]+)/.exec(line)
    const path = named?.[1]?.trim()
    if (path === undefined || path === '/dev/null') return []
    return line.startsWith('+') || line.startsWith('-') ? path.split('/').slice(strip).join('/') || [] : path
  })
}
