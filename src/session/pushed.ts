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
/** What may make commits, or move a branch, whichever it is. */
const MOVES: ReadonlySet<string> = new Set(
  'commit merge rebase cherry-pick revert am reset pull update-ref filter-branch filter-repo'.split(' '),
)
/** What moves the branches that it names, by option. */
const MOVES_NAMED: readonly (readonly [verb: string, option: RegExp])[] = [
  ['checkout', /^-[a-zA-Z]*B/],
  ['switch', /^(?:-[a-zA-Z]*C|--force-create)/],
  ['branch', /^(?:-[a-zA-Z]*[fmMC]|--(?:force|move|copy))/],
]
/** A pull that made no commit: the remote has them all. */
const ONLY_FORWARD = /^(?:Already up[ -]to[ -]date|Fast-forward|Current branch \S+ is up to date)/m
/** ` 5fd8279..964ac21  topic -> topic`, ` * [new branch]  HEAD -> main`. */
const ARRIVED =
  /^(?:\* \[new branch\]|\+?\s*[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s+(\S+)\s+->\s+(\S+)(?:\s+\(forced update\))?$/
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
  const output = outputOf(event).text
  const parts = command.split(/[;&|\n]+/).map(wordsOfGit)
  const isMove = (words: readonly string[]): boolean => moverOf(words, output) !== undefined
  const pushed = parts.findLastIndex(words => words.includes('push'))
  const moved = parts.findLastIndex(words => isMove(words) || movesNamed(words))
  if (pushed < 0 && moved < 0) return undefined
  const [, entered, given] = PLACE.exec(command) ?? []
  const named = entered ?? given ?? ''
  const directory = named.startsWith('~/') ? `${home}${named.slice(1)}` : resolvePath(event.cwd, named)
  const known = before(directory)
  const lines = output.split('\n')
  const committed = lines.flatMap(line => COMMITTED.exec(line)?.[1] ?? [])
  const movers = parts.flatMap(words => moverOf(words, output) ?? [])
  const isOnlyCommit = committed.length > 0 && movers.every(mover => mover === 'commit')
  const gone = new Set([...committed, ...parts.filter(movesNamed).flat()])
  const kept = movers.length === 0 || isOnlyCommit ? known.filter(branch => !gone.has(branch)) : []
  const byHead = parts.some(words => words.includes('push') && words.includes('HEAD'))
  const arrived =
    event.name === 'PostToolUse' && pushed > moved ? lines.flatMap(line => arrivedIn(line.trim(), byHead)) : []
  const deleted = lines.flatMap(line => DELETED.exec(line)?.[1] ?? [])
  const branches = [...new Set([...kept, ...arrived])].filter(branch => !deleted.includes(branch))
  return branches.join('\n') === known.join('\n') ? undefined : { directory, branches }
}

/** The words from `git` on, of a command that has it. Expressions for the whole would try each `git` of a long line. */
function wordsOfGit(part: string): readonly string[] {
  const at = part.search(/\bgit\b|\bgh\s+pr\s+close\b/)
  return at < 0 ? [] : part.slice(at).split(/[\s"')]+/)
}

function moverOf([program, ...words]: readonly string[], output: string): string | undefined {
  if (program === 'gh') return 'close'
  return words.find(word => MOVES.has(word) && !(word === 'pull' && ONLY_FORWARD.test(output)))
}

function movesNamed(words: readonly string[]): boolean {
  return MOVES_NAMED.some(([verb, option]) => words.includes(verb) && words.some(word => option.test(word)))
}

/**
 * A fetch says the same of branches that it calls otherwise here. `byHead`: HEAD was pushed under the name of its branch, and not by
 * `HEAD:main` under another.
 */
function arrivedIn(line: string, byHead: boolean): readonly string[] {
  const [, from = '', to = ''] = ARRIVED.exec(line) ?? []
  return from !== '' && (from === to || (from === 'HEAD' && byHead)) ? [to] : []
}
