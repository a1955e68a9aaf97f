/** Programs that give others what they are handed: a secret among that leaves the machine. Which programs do is data. */

import type { Effect, Taint } from '../../model/action.ts'
import { isUserInfo, secretsIn } from './apply.ts'
import { carried } from './carried.ts'
import { emitNamed } from './emit.ts'
import { type Invocation, valuesOf } from './invocation.ts'
import { addressesOf, belongsElsewhere } from './issuers.ts'
import { type CommandModel, type Sending, sendingKey } from './model.ts'
import { network } from './network.ts'
import { secretAlong } from './packed.ts'
import { isLike, wordsBehind } from './production.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { noteServer } from './served.ts'
import { type Field, isKnown, mergeTaints, type Stream, withoutHoles } from './value.ts'

/** Options that nearly every program authenticates with; what short ones mean differs. */
const CREDENTIALS =
  /^--(pass(word|phrase|wd)?|passphrase-file|password-file|token|api-?key|auth(-token|file)?|user|username|(secret|access)[-_]key(-id)?|key|key-?file|identity(-file)?|ssh-key(-file)?|private-key|credentials?(-file)?|service-account(-key)?|cert(ificate)?|ca-?cert|cacert|kubeconfig|config|profile|secret|client-(key|certificate|secret))$/

/** Emits what a call sends of secrets, unless that was seen already. */
export function emitSending(
  call: Invocation,
  model: CommandModel | undefined,
  seen: readonly Effect[],
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): void {
  if (call.flags.has('help') || call.flags.has('dry_run')) return
  if (seen.some(({ details }) => details.carries !== undefined || details.along !== undefined)) return
  const known = model?.sends ?? runner.models(sendingKey(call.path[0] ?? ''))?.sends
  for (const sending of known ?? (model ? [] : unknownSending(call)))
    if (isSent(sending, call)) {
      if (sending.serves) noteServer(sending, call, runner, scope)
      else emitSent(sending, call, runner, scope, stdin, known === undefined)
      return
    }
}

function isSent({ calls, keeps = [] }: Sending, call: Invocation): boolean {
  const isCalled = (first: string): boolean => beginsWith(first, call)
  return (calls === undefined || calls.some(isCalled)) && !keeps.some(isCalled)
}

function beginsWith(first: string, call: Invocation): boolean {
  return first === '' || wordsBehind(first, call) !== undefined
}

function emitSent(
  sending: Sending,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  isUnknown: boolean,
): void {
  if (sending.logs_in) {
    emitLogin(call, runner, scope, stdin)
    return
  }
  const to = receiver(sending, call)
  if (to === undefined && sending.otherwise === 'local') return
  const secrets = secretsSent(sending, to, call, runner, scope, stdin)
  if (secrets.length === 0) return
  const name = to === undefined ? (call.path[0] ?? '') : withoutHoles(to.text)
  const isUrl = name.includes('://')
  const where = to === undefined ? { local: false } : network(isUrl ? 'url' : 'host', name, sending.copies)
  const details = carried(secrets, where, sending.copies)
  const on = { kind: isUrl ? 'url' : 'host', class: 'network', value: name } as const
  emitNamed('send', on, call, runner, scope, { details, ...(isUnknown && { certain: false }) }, to)
}

/** `docker login -p $TOKEN registry.example.com`. */
function emitLogin(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): void {
  const taints = mergeTaints(stdin.taints, ...call.words.map(word => word.taints))
  for (const host of addressesOf(call)) {
    const foreign = taints.filter(taint => belongsElsewhere(taint, host, runner, scope))
    const on = { kind: 'host', class: 'network', value: host } as const
    const details = carried(foreign, network('host', host))
    if (foreign.length > 0) emitNamed('send', on, call, runner, scope, { details })
  }
}

/** Who gets it: as an option or an argument names them, or the first word that is an address. */
function receiver({ to = [], at, calls = [] }: Sending, call: Invocation): Field | undefined {
  const [named] = valuesOf(to, call)
  if (named !== undefined) return { text: named, glob: false, taints: [] }
  const words = [...call.path.slice(1).map(text => ({ text, glob: false, taints: [] })), ...call.args]
  const first = calls.find(each => each !== '' && wordsBehind(each, call) !== undefined)
  const behind = words.slice(first === undefined ? 0 : first.split(' ').length)
  if (at !== undefined) return behind.at(at)
  return call.words.find(({ text }) => isAddress(text))
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && !/^file/i.test(text)
}

function secretsSent(
  { words_only, directories, ignores, credentials: named = [], to: hosts = [] }: Sending,
  to: Field | undefined,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): readonly Taint[] {
  const credentials = [...named, ...hosts]
  const known = call.words.filter(
    ({ text }, at) => credentialBefore(call.words[at - 1], credentials) || isAttached(text, credentials),
  )
  // An address that is written out names the server by itself: what else stands in it is sent.
  const isExempt = (field: Field): boolean =>
    known.includes(field) || (field.taints === to?.taints && !isAddress(field.text))
  // Where the host is named, the name of it and who comes may come out of the settings.
  const words = call.words.filter(field => !isExempt(field) && !isUserInfo(field.text))
  if (words_only)
    return mergeTaints(...words.map(({ taints }) => taints)).filter(
      ({ kind, from }) => kind === 'secret' && !from.startsWith('$'),
    )
  const args = call.args.filter(field => !isExempt(field))
  const options = new Map([...call.options].map(([name, fields]) => [name, fields.filter(field => !isExempt(field))]))
  const along = directories
    ? secretAlong(args.length > 0 || !ignores ? args : [HERE], { ...call, ...(ignores && { ignores }) }, runner, scope)
    : []
  return mergeTaints(secretsIn({ ...call, words, args, options }, runner, scope, stdin, known), along)
}

const HERE: Field = { text: '.', glob: false, taints: [] }

function credentialBefore(option: Field | undefined, credentials: readonly string[]): boolean {
  return option !== undefined && (CREDENTIALS.test(option.text) || credentials.includes(option.text))
}

/** `--token=x`, `-px`. */
function isAttached(text: string, credentials: readonly string[]): boolean {
  const [name = ''] = text.split('=', 1)
  return (
    (text.includes('=') && CREDENTIALS.test(name)) ||
    credentials.some(each => text.length > each.length && text.startsWith(each))
  )
}

/** What a call prints, with the secrets that are known to stand in it. */
export function withDisclosed(out: Stream, call: Invocation, model: CommandModel | undefined, runner: Runner): Stream {
  const known = model?.discloses ?? runner.models(sendingKey(call.path[0] ?? ''))?.discloses
  const has = (patterns: readonly string[]): boolean =>
    call.words.some(({ text }) => patterns.some(pattern => isLike(pattern, text)))
  const disclosing = known?.find(({ with: needs, without = [], calls }) => {
    return calls.some(each => beginsWith(each, call)) && (!needs || has(needs)) && !has(without)
  })
  const named = disclosing?.calls.find(each => beginsWith(each, call))
  if (named === undefined || call.flags.has('help')) return out
  const from = named === '' ? call.path.join(' ') : `${call.path[0]} ${named}`
  return { ...out, taints: mergeTaints(out.taints, [{ kind: 'secret', from: `$(${from})` }]) }
}

/** Words that say that something is given away. */
const GIVES = /^(upload|send|share|paste|post|publish|transmit|put|beam|drop)(-?(file|text|message))?$/i
const GIVES_BY_NAME = /(upload|paste|share|gist|transfer|send)(er|\.sh|\.py)?$/i

/** A program that nobody described sends where its words say so, or name somebody else's machine. */
function unknownSending({ path, words, args }: Invocation): readonly Sending[] {
  const program = path[0] ?? ''
  const says = GIVES_BY_NAME.test(program) || args.slice(0, 2).some(({ text }) => GIVES.test(text))
  const names = words.some(({ text }) => isKnown(text) && isAddress(text))
  return says || names ? [{}] : []
}
