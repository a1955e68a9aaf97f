/** Which reviewers look at the calls of a tool. */

import type { ReviewerEntry } from '../../model/define.ts'
import type { Binding } from '../../model/reviewer.ts'
import type { Glob } from '../../model/rule.ts'
import type { ToolKind } from '../../model/tool.ts'

/** An entry of `reviewers:` in the configuration. */
export interface ConfiguredReviewer {
  /** Id of a built-in reviewer, or the absolute path of a module. */
  readonly use: string
  /** Empty: those that the built-in reviewer is made for; of a module, all, or none where it is for prompts. */
  readonly tools: readonly string[]
  /** The module is asked which limits a prompt sets. */
  readonly prompts: boolean
  readonly options: Readonly<Record<string, unknown>>
  readonly timeout_ms: number
  /** False takes away what a built-in reviewer does by default; what other entries say of it stays. */
  readonly enabled: boolean
}

/** What is to be known of a built-in reviewer. */
type Bindable = Pick<ReviewerEntry, 'id' | 'tools' | 'by_default'>

/** A tool by its agent's own name, and what it does. */
export interface BoundTool {
  readonly name: string
  readonly kind: ToolKind
}

/** Milliseconds that a built-in reviewer has: it only computes, and nothing interrupts it. */
const UNLIMITED = 0

/**
 * The reviewers that are bound to a tool, in order: built-in ones as they come, then modules as the configuration names them.
 * Entries add up: a project may add what it wants reviewed, and takes nothing away by that.
 */
export function bindingsFor(
  tool: BoundTool,
  builtIn: readonly Bindable[],
  entries: readonly ConfiguredReviewer[],
  glob: Glob,
): readonly Binding[] {
  const isBuiltIn = ({ use }: ConfiguredReviewer) => builtIn.some(({ id }) => id === use)
  const own: readonly ConfiguredReviewer[] = builtIn.flatMap(({ id, by_default }) => {
    const said = entries.filter(({ use }) => use === id)
    const holds = by_default && said.every(({ enabled }) => enabled)
    return [
      ...(holds ? [{ use: id, tools: [], prompts: false, options: {}, timeout_ms: UNLIMITED, enabled: true }] : []),
      ...said,
    ]
  })
  return [...own, ...entries.filter(entry => !isBuiltIn(entry))]
    .filter(({ enabled }) => enabled)
    .map(entry => ({ ...entry, kinds: entry.tools.length > 0 ? [] : defaultKinds(entry, builtIn) }))
    .filter(
      ({ tools, kinds }) =>
        tools.some(each => fits(each, tool.name, glob)) || kinds.some(each => each === '*' || each === tool.kind),
    )
    .map(({ use, tools, kinds, options, timeout_ms }) => ({
      use,
      tools: tools.length > 0 ? tools : kinds,
      options,
      timeout_ms,
    }))
}

/** Names have no slashes: a star at the end of one stands for any rest, and needs no library. */
function fits(pattern: string, tool: string, glob: Glob): boolean {
  return /^[\w-]+\*$/.test(pattern) ? tool.startsWith(pattern.slice(0, -1)) : glob(pattern, tool)
}

function defaultKinds({ use, prompts }: ConfiguredReviewer, builtIn: readonly Bindable[]): Bindable['tools'] {
  return builtIn.find(({ id }) => id === use)?.tools ?? (prompts ? [] : ['*'])
}
