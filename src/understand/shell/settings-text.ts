/**
 * Settings of the client that a command gives a text which is known beforehand: where nothing changes in it that decides which hooks
 * run, it is for a person to decide, as it is for the tools that write files.
 */
import type { Detail, Severity, Target } from '../../model/action.ts'
import { isSettings, touchedBy } from '../tools/settings.ts'
import { changedByFilter } from './filters/json.ts'
import type { Invocation } from './invocation.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { pathTargets, type TargetReach } from './targets.ts'
import { isKnown } from './value.ts'

interface Mild {
  readonly severity: Severity
  readonly details: Readonly<Record<string, Detail>>
}

/** Undefined where it is no settings file, where the text is not known, or where it changes what is protected. */
export function mildChange(
  { value, class: kind }: Target,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): Mild | undefined {
  if (kind !== 'safety_control' || scope.place.kind !== 'local' || !isSettings(value, runner.facts.agent))
    return undefined
  if (call.path[0] === 'touch' && touchesNothing(value, runner))
    return { severity: 'high', details: { unchanged: true } }
  const text = comingText(value, call, runner, scope)
  if (text === undefined || !isKnown(text) || touchedBy(runner.facts.text(value), text, runner.facts.agent).length > 0)
    return undefined
  return { severity: 'high', details: { settings: true } }
}

/** An empty file says nothing, and what stands in one that is there stays. A link could lead to where an empty file is a switch. */
function touchesNothing(path: string, { facts }: Runner): boolean {
  return facts.path(path).real === path
}

/** The same of what `printf '…' > FILE` and `cat > FILE <<'EOF'` put into the file. */
export function mildOutput(
  { target, certain }: TargetReach,
  append: boolean,
  runner: Runner,
  scope: Scope,
): Mild | undefined {
  const { value, class: kind } = target
  if (
    kind !== 'safety_control' ||
    !certain ||
    append ||
    scope.place.kind !== 'local' ||
    !isSettings(value, runner.facts.agent)
  )
    return undefined
  const text = plainText(runner.command)
  const before = runner.facts.text(value)
  // Settings that say nothing are there to take away what stood in their place.
  if (!text?.includes('"') || (before === undefined && runner.facts.path(value).type !== 'missing')) return undefined
  if (touchedBy(before, text, runner.facts.agent).length > 0) return undefined
  return { severity: 'high', details: { settings: true } }
}

const WORD = '[\\w./=,:@%+~-]+'
const WORDS = `(?:\\s+(?:'[^']*'|"[^"$\`\\\\]*"|${WORD}))+`
/** One filter, and its result put in place where it ran well. */
const PLAIN_EDIT = new RegExp(
  `^\\s*(?:yq${WORDS}|jq${WORDS}\\s*>\\s*${WORD}\\s*&&\\s*(?:mv|cp)(?:\\s+-f)?\\s+${WORD}\\s+${WORD}(?:\\s*&&\\s*rm(?:\\s+-f)?\\s+${WORD})?)\\s*$`,
)

const BEFORE = `^\\s*(?:mkdir(?:\\s+-p)?\\s+${WORD}\\s*&&\\s*)?`
const AFTER = `(?:[ \\t]*(?:&&|;|\\n)\\s*(?:cat|ls|jq|git (?:status|diff))(?:[ \\t]+${WORD})*)*\\s*$`
/** One text written letter by letter, and nothing beside it but looking at it. */
const PLAIN_PRINT = new RegExp(`${BEFORE}(printf|echo)\\s+'([^']*)'\\s*>\\s*${WORD}${AFTER}`)
const PLAIN_HEREDOC = new RegExp(
  `${BEFORE}cat\\s*(?:>\\s*${WORD}\\s*<<\\s*'(\\w+)'|<<\\s*'(\\w+)'\\s*>\\s*${WORD})\\n([\\s\\S]*?\\n)\\1\\2${AFTER}`,
)

function plainText(command: string): string | undefined {
  const [, program, printed] = PLAIN_PRINT.exec(command) ?? []
  if (printed === undefined) return PLAIN_HEREDOC.exec(command)?.[3]
  const text = program === 'printf' ? printed.replaceAll('\\n', '\n') : printed
  // Shells differ in what they make of other escapes.
  return text.includes('\\') || (program === 'printf' && text.includes('%')) ? undefined : text
}

/**
 * What the call puts into the file. Only where the whole command is this one change: what runs beside it, where a program is looked
 * up, and what is done where a filter fails could each put something else there.
 */
function comingText(path: string, call: Invocation, runner: Runner, scope: Scope): string | undefined {
  if (!PLAIN_EDIT.test(runner.command)) return undefined
  if (call.path[0] === 'yq' && call.flags.has('in_place')) {
    // `yq FILTER FILE`, where the filter stands in the place of a subcommand, and `yq eval FILTER FILE`.
    const words = [...call.path.slice(1), ...call.args.map(({ text }) => text)]
    const [filter, file, more] = /^(?:e|eval)$/.test(words[0] ?? '') ? words.slice(1) : words
    const before = runner.facts.text(path)
    return filter && file && !more && !call.options.has('file') && before !== undefined
      ? changedByFilter(filter, before)
      : undefined
  }
  const isPlaced = call.model?.copies === 'move' || call.model?.copies === 'copy'
  return isPlaced && call.args.length === 2 ? writtenText(call, runner, scope) : undefined
}

/** The text of the one source, a file that this command has made: another one could be a link. */
function writtenText({ args }: Invocation, runner: Runner, scope: Scope): string | undefined {
  const [from, ...others] = args[0] ? pathTargets(args[0], scope, runner) : []
  if (!from?.certain || others.length > 0 || runner.facts.path(from.target.value).type !== 'missing') return undefined
  return scope.files.get(from.target.value)?.text
}
