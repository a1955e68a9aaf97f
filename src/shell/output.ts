/** What a described program prints: its text where that is known, and where it came from. */
import { fits, type Invocation } from './invocation.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { pathTargets } from './targets.ts'
import { type Field, isKnown, mergeTaints, SOME, type Stream, shown, type Taint, UNKNOWN } from './value.ts'

/** What a described program prints: what it was given, unless its model says otherwise. */
export function output(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const model = call.model
  if (model?.prints === 'cwd' || model?.prints === 'root')
    return { text: model.prints === 'cwd' ? scope.cwd : runner.projectRoot, taints: [] }
  if (model?.prints === 'temp') return { text: `${runner.facts.temps[0] ?? '/tmp'}/tmp.${SOME}`, taints: [] }
  if (model?.passes === false) return UNKNOWN
  const decodes = typeof model?.decodes === 'string' ? call.flags.has(model.decodes) : model?.decodes === true
  const files = call.args.map(arg => readFile(arg, runner, scope))
  const network = (model?.effects ?? []).some(effect => effect.verb === 'receive' && effect.kind === 'url')
  const url = network ? call.args.find(arg => arg.text.includes('.') || arg.text.includes('/')) : undefined
  const taints = mergeTaints(
    stdin.taints,
    ...files.map(file => file?.taints ?? []),
    ...(url ? [[{ kind: 'network' as const, from: shown(url.text) }]] : []),
    storedSecrets(call, runner),
  )
  if (decodes) return decoded(call, call.args.length > 0 ? (files[0] ?? UNKNOWN) : stdin, taints)
  const isCat = call.path[0] === 'cat' && call.flags.size === 0
  if (isCat && call.args.length === 0) return { ...stdin, taints }
  if (isCat && files.length === 1 && files[0]?.text !== undefined) return { text: files[0].text, taints }
  return { taints, ...(stdin.words && { words: stdin.words }) }
}

/** What a password store prints: `$(…)`, for it is made to authenticate with, as a variable is. */
function storedSecrets(call: Invocation, runner: Runner): readonly Taint[] {
  const glob = (pattern: string, text: string): boolean => runner.glob(pattern, text)
  const reads = (call.model?.effects ?? []).some(
    effect =>
      effect.verb === 'read' && effect.class === 'secret' && effect.kind === 'none' && fits(effect.when, call, glob),
  )
  return reads ? [{ kind: 'secret', from: `$(${call.path.join(' ')})` }] : []
}

function decoded(call: Invocation, from: Stream, taints: readonly Taint[]): Stream {
  const hidden = mergeTaints(taints, [{ kind: 'decoded', from: call.path.join(' ') }])
  if (call.path[0] === 'base64' && from.text !== undefined && isKnown(from.text))
    return { text: Buffer.from(from.text, 'base64').toString('utf8'), taints: hidden }
  return { taints: hidden }
}

/** What is known of a file that a program reads: written by this command, or a secret by its name. */
function readFile(arg: Field, runner: Runner, scope: Scope): Stream | undefined {
  if (!isKnown(arg.text) || arg.text.startsWith('-')) return undefined
  const [reached] = pathTargets(arg, scope, runner)
  if (!reached) return undefined
  const written = scope.files.get(reached.target.value)
  if (written) return written
  return reached.target.class === 'secret' ? { taints: [{ kind: 'secret', from: reached.target.value }] } : undefined
}
