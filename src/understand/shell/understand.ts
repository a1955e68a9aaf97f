/** From the text of a command to everything that it does. */

import { isInside } from '../../common/path.ts'
import type { Call, Effect, Moved, Traces, Written } from '../../model/action.ts'
import { inlineEffects } from '../code/index.ts'
import { TooMuch } from './budget.ts'
import { type CollectorInputs, MOST_EFFECTS } from './collector.ts'
import { originOf } from './emit.ts'
import type { ScriptLanguage } from './runner.ts'
import { newScope, type Scope } from './scope.ts'
import { isHidden, NOTHING, type Stream } from './value.ts'
import { ShellWalk } from './walk.ts'

export interface Understanding {
  readonly effects: readonly Effect[]
  /** Program, subcommand, flags and arguments of each command, for recognising the same action again. */
  readonly calls: readonly string[]
  /** The same calls with what they are made of, as many as are kept. */
  readonly commands: readonly Call[]
  /** Texts that are put into files, where they are known. */
  readonly written: readonly Written[]
  readonly problems: readonly string[]
  readonly traces: Traces
  /** What a file holds in the end that the command writes; undefined where that is not known. */
  readonly textOf: (path: string) => string | undefined
  readonly shows_secret: boolean
}

/** Everything that a command does. Never throws. */
export function understand(
  command: string,
  inputs: CollectorInputs,
  language: ScriptLanguage = 'shell',
): Understanding {
  const run = (walk: ShellWalk, scope: Scope): Stream =>
    walk.runScript(command, scope, { offset: 0 }, NOTHING, language)
  return understood(run, language === 'shell' ? command : '', inputs)
}

/**
 * Everything that a file of a language does when it is loaded, and when its functions are called. `isAlone`: by its own text, without
 * the modules of the session that it loads.
 */
export function understandCode(
  language: string,
  code: string,
  path: string,
  inputs: CollectorInputs,
  isAlone: boolean,
): Understanding {
  const run = (walk: ShellWalk, scope: Scope): Stream =>
    inlineEffects(language, code, { runner: walk, scope, isFile: true, isCalled: true, isAlone, path })
  return understood(run, '', inputs)
}

function understood(
  run: (walk: ShellWalk, scope: Scope) => Stream,
  command: string,
  inputs: CollectorInputs,
): Understanding {
  const walk = new ShellWalk(inputs, command)
  const moved = inputs.facts.moved()
  const { destinations } = inputs
  const scope = { ...newScope(inputs.cwd, moved), ...(destinations && { destinations }) }
  try {
    walk.shows(run(walk, scope), scope)
    for (const handler of scope.atExit) walk.runScript(handler.text, scope, originOf(handler), NOTHING)
  } catch (cause) {
    if (!(cause instanceof TooMuch) && !(cause instanceof RangeError)) throw cause
    walk.effects.length = Math.min(walk.effects.length, MOST_EFFECTS - 1)
    walk.problem('the command runs too much to be followed')
    walk.blind(newScope(inputs.cwd))
  }
  const { effects, calls, commands, problems } = walk
  return {
    effects,
    calls,
    commands,
    written: walk.written,
    problems,
    traces: tracesOf(scope, moved),
    textOf: path => textOf(path, scope, inputs),
    shows_secret: walk.showsSecret,
  }
}

/** Through a link that the command makes, where that leads. */
function textOf(path: string, { files, links }: Scope, { facts, projectRoot }: CollectorInputs): string | undefined {
  const led = links.get(path)
  if (led === undefined) return files.get(path)?.text
  return files.get(led)?.text ?? (isInside(led, projectRoot) ? facts.text(led) : undefined)
}

/** What of the scope outlives the command: files with contents from elsewhere, and what was moved away. */
function tracesOf({ files, moved }: Scope, before: readonly Moved[]): Traces {
  const tainted = [...files].flatMap(([path, stream]) => {
    // Whoever reads the file later reads what it says by then.
    const taints = stream.taints.filter(taint => taint.kind === 'secret' || isHidden(taint))
    return taints.length > 0 && path.startsWith('/') && !path.startsWith('/dev/') ? [{ path, taints }] : []
  })
  const known = new Set(before.map(({ path }) => path))
  const added = [...moved].flatMap(([path, target]) => (known.has(path) ? [] : [{ path, target }]))
  return { tainted, moved: added }
}
