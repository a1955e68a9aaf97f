/** Tools that speak to a host without being made for it: what they take along is all that matters. */
import { resolvePath } from '../../common/path.ts'
import { applyModel, secretsIn } from '../shell/apply.ts'
import { carried } from '../shell/carried.ts'
import { noteCloned } from '../shell/cloned.ts'
import { emitNamed, originOf, word } from '../shell/emit.ts'
import { textOfFile } from '../shell/files.ts'
import type { Invocation } from '../shell/invocation.ts'
import { serviceHost } from '../shell/issuers.ts'
import { hostOf, network } from '../shell/network.ts'
import { secretAlong } from '../shell/packed.ts'
import { reachesProduction } from '../shell/production.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, type Stream, UNKNOWN, withoutHoles } from '../shell/value.ts'
import { runLocalCommands } from './remote.ts'
import { ordersLoss } from './request-body.ts'
import { judgeByWords } from './undescribed.ts'
import { through } from './wrappers.ts'

/** A look-up, a ping, a client of some protocol: of no interest but where a secret goes along, in a name or as its input. */
const speaks: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return UNKNOWN
  const host = hostField(call)
  const name = host ? withoutHoles(host.text) : ''
  const secrets = secretsIn(call, runner, scope, stdin)
  if (secrets.length > 0) {
    const details = carried(secrets, network('host', name))
    emitNamed('send', { kind: 'host', class: 'network', value: name }, call, runner, scope, { details }, host)
  }
  const texts = [
    ...(call.options.get('data') ?? []),
    ...call.args,
    ...(stdin.text === undefined ? [] : [word(stdin.text)]),
  ]
  const order = host && texts.find(({ text }) => ordersLoss(text))
  if (order) {
    const details = { destroys: true, by_words: true, ...(network('host', name).local === true && { local: true }) }
    const on = { kind: 'resource', class: 'remote', value: `${name} ${order.text.trim().slice(0, 60)}` } as const
    emitNamed('infrastructure', on, call, runner, scope, { severity: 'high', certain: false, details }, order)
  }
  return UNKNOWN
}

/** A client of services whose methods are called by name: what the name says is done there. */
const calls: ProgramHandler = (call, runner, scope, stdin) => {
  speaks(call, runner, scope, stdin)
  judgeByWords(call, runner, scope, NOTHING)
  return UNKNOWN
}

/** `openssl s_client`, telnet: a bare connection; what comes back was typed by somebody. */
const connects: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return UNKNOWN
  speaks(call, runner, scope, stdin)
  const host = hostField(call)
  if (!host || /^(localhost|127\.)/.test(host.text)) return UNKNOWN
  return { taints: [{ kind: 'network', from: hostOf(host.text) ?? withoutHoles(host.text), raw: true }] }
}

function hostField(call: Invocation): Field | undefined {
  const named = call.options.get('host')?.[0]
  return named ?? call.args.find(field => /[.:]/.test(field.text)) ?? call.args.at(-1)
}

/** sftp, lftp …: the files that their own commands name are sent. */
const transfer: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return UNKNOWN
  runLocalCommands(call, runner, scope)
  for (const program of call.options.get('program') ?? [])
    runner.runScript(program.text, through(scope, call.path), originOf(program), UNKNOWN)
  const batches = (call.options.get('-b') ?? []).flatMap(file => {
    const text = scope.files.get(file.text)?.text ?? textOfFile(file, runner, scope)
    return text === undefined ? [] : [word(text, file)]
  })
  const scripts = [
    ...(call.options.get('script') ?? []),
    ...batches,
    ...(stdin.text === undefined ? [] : [word(stdin.text)]),
  ]
  for (const script of scripts)
    for (const line of script.text.split('\n'))
      if (/^\s*!./.test(line)) runner.runScript(line.replace(/^\s*!/, ''), through(scope, call.path), {}, UNKNOWN)
  const words = scripts.flatMap(script => script.text.split(/[\s;"']+/).map(text => word(text, script)))
  removedThere(scripts, call, runner, scope)
  const typed = call.args.flatMap(({ text }, at) => (/^m?put$/.test(text) ? call.args.slice(at + 1) : []))
  const mirrored = words.findIndex(({ text }) => text === 'mirror')
  const directories = mirrored < 0 ? [] : words.slice(mirrored + 1)
  const sent = [
    ...words.filter((_, at) => /^(m?put|reput|send|append|mirror|-[rR])$/.test(words[at - 1]?.text ?? '')),
    ...directories,
    ...typed,
    ...(/^(ncftpput|ftpput)$/.test(call.path[0] ?? '') ? call.args.slice(1) : []),
  ]
  const named = call.args[0] ?? words[words.findIndex(({ text }) => text === 'open') + 1]
  applyModel(
    { ...call, words: [...call.words, ...sent], args: named ? [named, ...call.args.slice(1)] : [] },
    runner,
    scope,
    { ...stdin, taints: mergeTaints(stdin.taints, secretAlong(sent.filter(isNamed), call, runner, scope)) },
  )
  if (named && reachesProduction(runner, scope) && changesThere(call, scripts, runner, scope)) {
    const details = { ...network('host', named.text), uploads: true }
    emitNamed('send', { kind: 'host', class: 'network', value: withoutHoles(named.text) }, call, runner, scope, {
      details,
    })
  }
  return UNKNOWN
}

/** `rm *` and `rm -rf DIR` for the other side, among the lines of a script. */
function removedThere(scripts: readonly Field[], call: Invocation, runner: Runner, scope: Scope): void {
  for (const script of scripts)
    for (const line of script.text.split(/[\n;]/)) {
      const [, what] = /^\s*-?(?:m?rm|mdelete|deltree|glob rm|del)\s+(.+)$/.exec(line) ?? []
      if (
        what === undefined ||
        (!/[*?]/.test(what) && !/(^|\s)-\w*r/.test(what) && !/^\s*-?(mdelete|mrm|deltree)/.test(line))
      )
        continue
      const on = { kind: 'resource', class: 'remote', value: what.trim() } as const
      emitNamed('infrastructure', on, call, runner, scope, { severity: 'high', details: { destroys: true } }, script)
    }
}

function isNamed({ text }: Field): boolean {
  return text !== '' && !text.startsWith('-')
}

const CHANGES =
  /^[ \t]*-?@?(m?put|reput|rm|mrm|mirror|rename|mkdir|rmdir|chmod|chown|chgrp|ln|symlink|send|append|m?delete)\b/m

/** A list of commands that cannot be read may hold any. */
function changesThere(call: Invocation, scripts: readonly Field[], runner: Runner, scope: Scope): boolean {
  const at = call.path[0] === 'sftp' ? call.words.findIndex(({ text }) => text === '-b') : -1
  const list = call.words[at + 1]
  const batch = at < 0 || !list || list.text === '-' ? '' : textOfFile(list, runner, scope)
  return (
    batch === undefined ||
    [batch, ...scripts.map(({ text }) => text.replaceAll(';', '\n'))].some(text => CHANGES.test(text))
  )
}

/** A named pipe: what reads it runs or sends what anybody writes into it. */
const fifo: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  const [first, type] = call.args
  const pipes = call.path[0] === 'mknod' ? (first && type?.text === 'p' ? [first] : []) : call.args
  for (const field of pipes) markPipe(field, runner, scope)
  return UNKNOWN
}

function markPipe(field: Field, runner: Runner, scope: Scope): void {
  if (!isKnown(field.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return
  const path = resolvePath(scope.cwd, field.text)
  const before: Stream | undefined = scope.files.get(path)
  if (before || runner.facts.path(path).type === 'file') return
  scope.files.set(path, { taints: [{ kind: 'network', from: `the named pipe ${path}`, raw: true }] })
}

/** `gh repo clone OWNER/NAME [DIRECTORY]`. */
const forgeClone: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  const [from, named] = call.args
  if (!from || !isKnown(from.text) || call.flags.has('help')) return UNKNOWN
  const [, name = ''] = /([^/:]+?)(?:\.git)?\/?$/.exec(from.text) ?? []
  const address = /^[\w.-]+\/[\w.-]+$/.test(from.text)
    ? `https://${serviceHost(call.path[0] ?? '', runner) ?? 'github.com'}/${from.text}`
    : from.text
  for (const { target } of pathTargets(named ?? word(name, from), scope, runner))
    noteCloned(address, target.value, runner, scope)
  return UNKNOWN
}

export const TRANSFER_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  speaks,
  calls,
  connects,
  transfer,
  fifo,
  'forge-clone': forgeClone,
}
