/** What git prints: known beforehand, or where it came from. */

import { basename } from '../../common/path.ts'
import type { Taint } from '../../model/action.ts'
import { NOT_SECRET, SECRET_NAMES } from '../paths/credentials.ts'
import { taintsAt } from '../shell/contents.ts'
import { put } from '../shell/copies.ts'
import { word } from '../shell/emit.ts'
import { type Invocation, valuesOf } from '../shell/invocation.ts'
import { printsSecret } from '../shell/output.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, type Stream, UNKNOWN, withoutHoles } from '../shell/value.ts'
import { secretsInHistory, secretsOfPlace } from './git-sent.ts'

/** What prints or packs what commits, the index and a stash hold. */
const SHOWS_HELD = /^(show|log|diff|format-patch|bundle|fast-export|whatchanged|stash|archive|cat-file)$/

export function gitOutput(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const out = printedBy(call, runner, scope, stdin)
  if (!SHOWS_HELD.test(call.path[1] ?? '') || call.flags.has('help')) return out
  const held = mergeTaints(
    secretsInHistory(call, runner, scope),
    addedFiles(call, runner, scope),
    secretsOfPlace(runner, scope),
  )
  if (held.length === 0) return out
  const [verb, file] = [...call.path.slice(2).map(text => word(text)), ...call.args]
  if (call.path[1] === 'bundle' && verb?.text === 'create' && file) packSecrets(file, held, runner, scope)
  for (const into of valuesOf(['-o', '--output', '--output-directory'], call))
    packSecrets(word(into), held, runner, scope)
  return { ...out, taints: mergeTaints(out.taints, held) }
}

/** `git archive --add-file=.env`. */
function addedFiles(call: Invocation, runner: Runner, scope: Scope): readonly Taint[] {
  const files = call.words.flatMap((field, at) => {
    const [, joined] = /^--add-file(?:=(.+))?$/s.exec(field.text) ?? []
    const next = call.words[at + 1]
    return joined === undefined ? (field.text === '--add-file' && next ? [next] : []) : [word(joined, field)]
  })
  const reached = files.flatMap(file => pathTargets(file, scope, runner))
  return reached.flatMap(each => taintsAt(each, runner, scope)).filter(({ kind }) => kind === 'secret')
}

function packSecrets(file: Field, taints: readonly Taint[], runner: Runner, scope: Scope): void {
  for (const { target } of pathTargets(file, scope, runner)) put(target.value, { taints }, scope)
}

function printedBy(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const repository = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd) : undefined
  const has = (text: string): boolean => call.words.some(word => word.text === text)
  const known = (text: string | undefined): Stream => (text ? { text, taints: [] } : UNKNOWN)
  const isHead = has('HEAD') || has('@')
  switch (call.path[1]) {
    case 'rev-parse':
      if (has('--show-toplevel')) return known(repository?.root ?? runner.projectRoot)
      if (has('--git-dir') || has('--absolute-git-dir')) return known(repository?.git_dir)
      return has('--abbrev-ref') && isHead ? known(repository?.branch) : UNKNOWN
    case 'branch':
      return has('--show-current') ? known(repository?.branch) : UNKNOWN
    case 'symbolic-ref':
      return has('--short') && isHead ? known(repository?.branch) : UNKNOWN
    case 'credential':
      return call.path[2] === 'fill' ? printsSecret(call, 'git credentials') : UNKNOWN
    case 'archive':
      return {
        taints: (call.options.get('remote') ?? []).map(({ text }) => ({ kind: 'network', from: withoutHoles(text) })),
      }
    case 'show':
    case 'cat-file': {
      const isFile = call.args.some(({ text }) => /^[^:\s]+:./.test(text))
      return { taints: mergeTaints(...call.args.map(secretsOf)), ...(isFile && { isVersion: true }) }
    }
    default:
      return { taints: mergeTaints(stdin.taints, ...call.args.map(secretsOf)) }
  }
}

/** `show HEAD:id_rsa`, `diff .env`: by its name alone, since what git holds of it need not lie in the work tree. */
function secretsOf({ text, taints }: Field): readonly Taint[] {
  const name = basename(text.slice(text.indexOf(':') + 1))
  return SECRET_NAMES.test(name) && !NOT_SECRET.test(name) ? [...taints, { kind: 'secret', from: text }] : taints
}
