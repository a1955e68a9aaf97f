/** git push: which remote branches it moves, and whether commits of others can be lost by it. */
import { secretsIn } from '../apply.ts'
import { emitNamed } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Runner } from '../runner.ts'
import type { Scope } from '../scope.ts'
import { type Field, isKnown, NOTHING } from '../value.ts'

/** Branches that others build on. */
const MAIN = /^(main|master|trunk|develop|production|prod|stable|release([-/].+)?|gh-pages)$/

interface Refspec {
  readonly branch: string
  readonly forced: boolean
  readonly deletes: boolean
  readonly word?: Field
}

export function gitPush(call: Invocation, runner: Runner, scope: Scope): void {
  if (call.flags.has('dry_run') || call.flags.has('help')) return
  const { flags } = call
  // --force beside it forces past the lease.
  const lease = !flags.has('force') && (flags.has('force_with_lease') || flags.has('force_if_includes'))
  const forced = flags.has('force') || flags.has('mirror')
  const refs = refspecs(call, runner, scope)
  if (flags.has('no_verify')) noVerify(call, runner, scope)
  const remote = call.args[0]?.text ?? call.options.get('repo')?.[0]?.text ?? 'origin'
  if (/^ext::/.test(remote))
    emitNamed('execute', { class: 'vcs', value: remote }, call, runner, scope, {
      details: { source: 'git_config', known: false },
    })
  const [secret] = secretsIn({ ...call, words: call.args }, runner, scope, NOTHING)
  for (const { branch, forced: plus, deletes, word } of refs) {
    const facts = {
      main: MAIN.test(branch),
      lease,
      deletes,
      forced: plus || (flags.has('force') && !lease),
      mirror: flags.has('mirror'),
      prune: flags.has('prune'),
    }
    const holding = Object.fromEntries(Object.entries(facts).filter(([, holds]) => holds))
    const details = { remote, branch, ...holding, ...(secret && { carries: secret.from }) }
    const loses = forced || plus || deletes || facts.prune
    const rewrites = loses || lease
    const severity = loses && !(lease && !plus && !deletes) ? 'high' : 'low'
    emitNamed(
      rewrites ? 'rewrite_history' : 'send',
      { kind: 'ref', class: 'remote', value: branch },
      call,
      runner,
      scope,
      { severity, details },
      word,
    )
  }
}

function refspecs(call: Invocation, runner: Runner, scope: Scope): readonly Refspec[] {
  const named = call.args.slice(1)
  const deletes = call.flags.has('delete')
  if (call.flags.has('mirror') || (call.flags.has('all') && named.length === 0))
    return [{ branch: call.flags.has('mirror') ? 'all branches' : 'all local branches', forced: false, deletes: false }]
  if (named.length === 0) {
    const branch = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.branch : undefined
    return [
      { branch: branch === undefined || branch === '' ? 'the current branch' : branch, forced: false, deletes: false },
    ]
  }
  return named.map(word => {
    const plus = word.text.startsWith('+')
    const spec = plus ? word.text.slice(1) : word.text
    const colon = spec.lastIndexOf(':')
    const destination = colon < 0 ? spec : spec.slice(colon + 1)
    const current =
      destination === 'HEAD' && isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.branch : undefined
    const branch = (current || destination).replace(/^refs\/heads\//, '')
    return { branch, forced: plus, deletes: deletes || (colon === 0 && spec.length > 1), word }
  })
}

/** Skipping the hooks that guard a commit or a push. */
export function noVerify(call: Invocation, runner: Runner, scope: Scope): void {
  emitNamed('metadata', { kind: 'ref', class: 'vcs', value: 'HEAD' }, call, runner, scope, {
    details: { no_verify: true },
  })
}
