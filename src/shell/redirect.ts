/** Redirections: files written and read, and what a command then has as its input. */
import type { Redirection } from 'unbash'
import type { Span } from '../model.ts'
import { target } from '../targets/effect.ts'
import { emitLoss } from './losses.ts'
import { network } from './network.ts'
import type { Runner } from './runner.ts'
import { type Expand, locate, type Scope } from './scope.ts'
import { pathTargets, type Reached } from './targets.ts'
import { EMPTY, type Field, NOTHING, type Stream } from './value.ts'
import { expandHeredoc } from './word.ts'

export interface Opened {
  readonly stdin: Stream
  /** Paths that standard output goes to instead. */
  readonly outputs: readonly Output[]
  /** The program's silence would be known for sure. */
  readonly certain: boolean
}

interface Output extends Reached, Pick<Field, 'span'> {
  readonly append: boolean
}

/** Programs whose silence is known for sure; an empty name is a redirection that stands alone. */
const PRINTS_WHAT_IS_KNOWN = /^(|:|true|false|echo|printf|cat)$/

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
  const outputs: Output[] = []
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
    if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(field.text)) continue
    const span = locate(scope.origin, redirect.pos, redirect.end)
    const reached = pathTargets(field, scope, runner)
    if (operator.startsWith('<') && operator !== '<>') {
      for (const each of reached) input = emitInput(each, field, runner, scope, span)
      continue
    }
    const append = keeps(operator)
    if (isStandardOutput(redirect)) outputs.push(...reached.map(each => ({ ...each, append, ...(span && { span }) })))
    for (const each of reached) emitOutput(each, append, runner, scope, { span, program })
  }
  return { stdin: input, outputs, certain: PRINTS_WHAT_IS_KNOWN.test(program) }
}

function isStandardOutput({ descriptor, operator }: Redirection): boolean {
  return operator.startsWith('&') || descriptor?.type !== 'FileDescriptor' || descriptor.value === 1
}

/** What stands in the file stays: `>>` adds to it, `<>` opens it as it is. */
function keeps(operator: string): boolean {
  return operator.includes('>>') || operator === '<>'
}

/** Opening a path for input reads it: what it holds may be known, or be a secret. */
function emitInput(reached: Reached, field: Field, runner: Runner, scope: Scope, span: Span | undefined): Stream {
  const path = reached.target.value
  runner.emit({ verb: 'read', target: reached.target, certain: reached.certain, ...(span && { span }) }, scope)
  const secret = reached.target.class === 'secret' ? [{ kind: 'secret' as const, from: path }] : []
  if (path === '/dev/null') return EMPTY
  return scope.files.get(path) ?? { file: path, taints: [...field.taints, ...secret] }
}

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
  if (/^\/dev\/(tcp|udp)\//.test(path)) {
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
  const isSilent = opened.certain && stream.text?.trim() === ''
  for (const output of opened.outputs) {
    const { append } = output
    const path = output.target.value
    if (isSilent && !append) emitLoss('empties', output, runner, scope, output)
    const before = append ? scope.files.get(path) : undefined
    if (append && !before) scope.files.set(path, { taints: stream.taints })
    else if (before) {
      const text = before.text !== undefined && stream.text !== undefined ? before.text + stream.text : undefined
      scope.files.set(path, { ...(text !== undefined && { text }), taints: [...before.taints, ...stream.taints] })
    } else scope.files.set(path, stream)
  }
  return NOTHING
}
