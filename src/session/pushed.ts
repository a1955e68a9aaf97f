/**
 * Branches that the session has pushed, as git's own output says. Where no repository can be looked at, that is the evidence that a
 * remote holds the commits of a branch. Whatever may have added commits since takes it away again.
 */
import { resolvePath } from '../common/path.ts'
import { eventCall, type ToolEvent } from '../model/event.ts'
import { textIn } from '../model/tool.ts'
import { outputOf } from './output.ts'

export interface Pushed {
  /** Absolute: where git ran. */
  readonly directory: string
  readonly branches: readonly string[]
}

const PLACE = /^\s*cd\s+["']?([^\s;&"']+)["']?\s*(?:&&|;)|\bgit\s+-C\s+["']?([^\s;&"']+)/
const PUSHES = /\bgit\b[^;&|\n]*\bpush\b/g
/** What may make commits, or move a branch. */
const MOVES =
  /\bgit\b[^;&|\n]*\s(?:commit|merge|rebase|cherry-pick|revert|am|reset|update-ref|filter-branch|filter-repo)\b|\bgh\s+pr\s+close\b/g
/** ` 5fd8279..964ac21  topic -> topic`, ` * [new branch]  HEAD -> main`. */
const ARRIVED =
  /^\s*(?:\* \[new branch\]|[+ ]?\s*[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s+(\S+)\s+->\s+(\S+)(?:\s+\(forced update\))?$/
const DELETED = /^\s*- \[deleted\]\s+(?:\(none\)\s+->\s+)?(\S+)$/
const COMMITTED = /^\[([^\s\]]+)(?: \(root-commit\))? [0-9a-f]{7,40}\]/

/** What is known after a call, of the directory that it ran git in; undefined where the call changes nothing of it. */
export function pushedAfter(
  event: ToolEvent,
  home: string,
  before: (directory: string) => readonly string[],
): Pushed | undefined {
  if (event.form.kind !== 'run_command') return undefined
  const command = textIn(eventCall(event), 'command')
  const pushed = lastOf(command, PUSHES)
  const moved = lastOf(command, MOVES)
  if (pushed < 0 && moved < 0) return undefined
  const [, entered, given] = PLACE.exec(command) ?? []
  const named = entered ?? given ?? ''
  const directory = named.startsWith('~/') ? `${home}${named.slice(1)}` : resolvePath(event.cwd, named)
  const known = before(directory)
  const lines = outputOf(event).text.split('\n')
  const committed = lines.flatMap(line => COMMITTED.exec(line)?.[1] ?? [])
  const isOnlyCommit =
    moved >= 0 &&
    committed.length > 0 &&
    !/\bgit\b[^;&|\n]*\s(?!commit)(?:merge|rebase|cherry-pick|revert|am|reset|update-ref|filter-\w+)\b/.test(command)
  const kept = moved < 0 ? known : isOnlyCommit ? known.filter(branch => !committed.includes(branch)) : []
  const arrived = event.name === 'PostToolUse' && pushed > moved ? lines.flatMap(arrivedIn) : []
  const deleted = lines.flatMap(line => DELETED.exec(line)?.[1] ?? [])
  const branches = [...new Set([...kept, ...arrived])].filter(branch => !deleted.includes(branch))
  return branches.join('\n') === known.join('\n') ? undefined : { directory, branches }
}

/** A fetch says the same of branches that it calls otherwise here. */
function arrivedIn(line: string): readonly string[] {
  const [, from = '', to = ''] = ARRIVED.exec(line) ?? []
  return from !== '' && (from === to || from === 'HEAD') ? [to] : []
}

function lastOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1
}
