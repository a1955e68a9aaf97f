/** Redirections: files written and read, and what a command then has as its input. */
import type { Redirection } from 'unbash'
import type { Span } from '../model.ts'
import { target } from '../targets/effect.ts'
import { network } from './network.ts'
import type { Runner } from './runner.ts'
import { type Expand, locate, type Scope } from './scope.ts'
import { pathTargets, type Reached } from './targets.ts'
import { type Field, NOTHING, type Stream, type Taint, UNKNOWN } from './value.ts'
import { expandHeredoc } from './word.ts'

export interface Opened {
  readonly stdin: Stream
  /** Paths that standard output goes to instead. */
  readonly outputs: readonly { readonly path: string; readonly append: boolean }[]
}

/** Emits what opening the redirections does, and tells what flows in and where the output goes. */
export function openRedirections(
  redirects: readonly Redirection[],
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  expand: Expand,
  program = '',
): Opened {
  let input = stdin
  const outputs: { path: string; append: boolean }[] = []
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') {
      const parts = redirect.delimiter?.quoted ? undefined : redirect.body.parts
      input = expandHeredoc(parts, redirect.body.text, expand.expander)
      continue
    }
    const field = redirect.target && expand.text(redirect.target)[0]
    if (!field) continue
    if (redirect.type === 'HereString') {
      input = { text: `${field.text}\n`, taints: field.taints }
      continue
    }
    const operator = redirect.operator
    if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(field.text)) {
      input = (operator === '<&' && scope.files.get(`/dev/fd/${Number.parseInt(field.text, 10)}`)) || input
      continue
    }
    const span = locate(scope.origin, redirect.pos, redirect.end)
    const reached = pathTargets(field, scope, runner)
    if (operator.startsWith('<') && operator !== '<>') {
      for (const each of reached) input = emitInput(each, field, runner, scope, span)
      continue
    }
    const append = operator.includes('>>')
    rememberSocket(redirect, reached, scope)
    outputs.push(...outputsOf(redirect, reached, append))
    for (const each of reached) emitOutput(each, append, runner, scope, { span, program })
  }
  return { stdin: input, outputs }
}

function outputsOf(redirect: Redirection, reached: readonly Reached[], append: boolean): Opened['outputs'] {
  const isOutput = descriptorOf(redirect) === 1 || redirect.operator.startsWith('&')
  return isOutput ? reached.map(({ target: { value } }) => ({ path: value, append })) : []
}

/** `exec 5<>/dev/tcp/host/99`: what is read from that descriptor later comes from there. */
function rememberSocket({ descriptor }: Redirection, reached: readonly Reached[], scope: Scope): void {
  const socket = reached.find(({ target: { value } }) => SOCKET.test(value))?.target.value
  if (socket === undefined || descriptor?.type !== 'FileDescriptor') return
  const taint: Taint = { kind: 'network', from: socket.split('/')[3] ?? '', raw: true }
  scope.files.set(`/dev/fd/${descriptor.value}`, { taints: [taint] })
}

function descriptorOf({ descriptor }: Redirection): number {
  return descriptor?.type === 'FileDescriptor' ? descriptor.value : 1
}

/** Opening a path for input reads it: what it holds may be known, or be a secret. */
function emitInput(reached: Reached, field: Field, runner: Runner, scope: Scope, span: Span | undefined): Stream {
  const path = reached.target.value
  runner.emit({ verb: 'read', target: reached.target, certain: reached.certain, ...(span && { span }) }, scope)
  const secret = reached.target.class === 'secret' ? [{ kind: 'secret' as const, from: path }] : []
  if (path === '/dev/null') return NOTHING
  return scope.files.get(path) ?? { ...UNKNOWN, taints: [...field.taints, ...secret] }
}

/** What bash connects to a host. */
const SOCKET = /^\/dev\/(tcp|udp)\//
const SHELL = /^(ba|z|k|da|a)?sh$/

/** Opening a path for output writes a file, or connects to a host: with a shell at this end, it is theirs. */
function emitOutput(
  reached: Reached,
  append: boolean,
  runner: Runner,
  scope: Scope,
  { span, program }: { readonly span: Span | undefined; readonly program: string },
): void {
  const path = reached.target.value
  if (/^\/dev\/(null|stdout|stderr|tty|fd\/\d+)$/.test(path)) return
  const place = span && { span }
  if (SOCKET.test(path)) {
    const host = path.split('/')[3] ?? ''
    const isShell = SHELL.test(program)
    const details = { program, raw: true, ...network('host', host), ...(isShell && { reverse_shell: true }) }
    const severity = isShell ? ({ severity: 'critical' } as const) : {}
    runner.emit({ verb: 'send', target: target('host', host, 'network'), ...severity, details, ...place }, scope)
    return
  }
  const { type } = runner.facts.path(path)
  const overwrites = type !== 'unknown' && { overwrites: type !== 'missing' }
  const details = { program: append ? '>>' : '>', append, ...overwrites }
  runner.emit({ verb: 'write', target: reached.target, certain: reached.certain, details, ...place }, scope)
}

/** Remembers what was written where; what goes to a file goes no further. */
export function outputTarget(stream: Stream, opened: Opened, runner: Runner, scope: Scope): Stream {
  if (opened.outputs.length === 0) return stream
  for (const { path, append } of opened.outputs) {
    const secret = SOCKET.test(path) && stream.taints.find(({ kind }) => kind === 'secret')
    if (secret) {
      const host = path.split('/')[3] ?? ''
      const details = { raw: true, ...network('host', host), carries: secret.from }
      runner.emit({ verb: 'send', target: target('host', host, 'network'), details }, scope)
    }
    const before = append ? scope.files.get(path) : undefined
    if (append && !before) scope.files.set(path, { taints: stream.taints })
    else if (before) {
      const text = before.text !== undefined && stream.text !== undefined ? before.text + stream.text : undefined
      scope.files.set(path, { ...(text !== undefined && { text }), taints: [...before.taints, ...stream.taints] })
    } else scope.files.set(path, stream)
  }
  return NOTHING
}
