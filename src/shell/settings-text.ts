/**
 * Settings of the client that a command gives a text which is known beforehand: where nothing changes in it that decides which hooks
 * run, it is for a person to decide, as it is for the tools that write files.
 */
import type { Detail, Severity, Target } from '../model.ts'
import { isSettings, touchedBy } from '../tools/settings.ts'
import type { Invocation } from './invocation.ts'
import { changedByFilter } from './jq.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { pathTargets } from './targets.ts'
import { isKnown, type Stream } from './value.ts'

interface Mild {
  readonly severity: Severity
  readonly details: Readonly<Record<string, Detail>>
}

/** Undefined where it is no settings file, where the text is not known, or where it changes what guards. */
export function mildChange(
  { value, class: kind }: Target,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): Mild | undefined {
  if (kind !== 'safety_control' || scope.place.kind !== 'local' || !isSettings(value)) return undefined
  const text = comingText(value, call, runner, scope, stdin)
  if (text === undefined || !isKnown(text) || touchedBy(runner.facts.text(value), text).length > 0) return undefined
  return { severity: 'high', details: { settings: true } }
}

/** What the call puts into the file. */
function comingText(path: string, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): string | undefined {
  const [program] = call.path
  if (program === 'tee' || program === 'sponge') return call.flags.has('append') ? undefined : stdin.text
  if (program === 'yq' && call.flags.has('in_place')) {
    const [filter, file, more] = call.args
    const before = scope.files.has(path) ? scope.files.get(path)?.text : runner.facts.text(path)
    return filter && file && !more && isKnown(filter.text) && before !== undefined && !call.options.has('file')
      ? changedByFilter(filter.text, before)
      : undefined
  }
  const isPlaced = call.model?.copies === 'move' || call.model?.copies === 'copy'
  return isPlaced && call.args.length === 2 ? writtenText(call, runner, scope) : undefined
}

/** The text of the one source, which this command has written, and nothing else in it may have written too. */
function writtenText({ args }: Invocation, runner: Runner, scope: Scope): string | undefined {
  const [from, ...others] = args[0] ? pathTargets(args[0], scope, runner) : []
  if (!from?.certain || others.length > 0) return undefined
  const writes = runner.effects.filter(
    ({ verb, target, certain }) => verb === 'write' && (!certain || target.value === from.target.value),
  )
  return writes.length === 1 ? scope.files.get(from.target.value)?.text : undefined
}
