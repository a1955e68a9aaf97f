/** The status line of the client, in its settings: put there beside what a person has, and taken out again. */
import type { Settings } from './settings.ts'

/** What the client runs, with the session on standard input, and whose output it shows below the prompt. */
interface StatusLine {
  readonly type: 'command'
  readonly command: string
  readonly [key: string]: unknown
}

/** A command of ours: the program and the state are quoted words, and the comment at the end is for people. */
const OURS = /^'(?:[^']|'\\'')+' status --statusline(?: --home '(?:[^']|'\\'')+')? # reviewer$/

/** What one program shows stands above what ours does: each is given the same input. */
const BESIDE = /^session=\$\(cat\); printf %s "\$session" \| \(\n([\s\S]*)\n\); printf %s "\$session" \| (.*)$/

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** `state`: where the program keeps its state; absent where that is the usual place. */
export function statusLineCommand(program: string, state?: string): string {
  const home = state === undefined ? '' : ` --home ${quoted(state)}`
  return `${quoted(program)} status --statusline${home} # reviewer`
}

/** The status line that settings hold, in the client's shape; undefined where they hold none. */
function statusLineOf({ statusLine }: Settings): StatusLine | undefined {
  const line = statusLine as Partial<StatusLine> | undefined | null
  return line?.type === 'command' && typeof line.command === 'string' ? (line as StatusLine) : undefined
}

/** Whether somebody else's status line stands there, in any shape. */
export function hasOtherStatusLine(settings: Settings): boolean {
  return withoutStatusLine(settings).statusLine !== undefined
}

/** Ours in the settings; below another one, which stays as it is, where that has the client's shape. */
export function withStatusLine(settings: Settings, command: string): Settings {
  const kept = withoutStatusLine(settings)
  const other = statusLineOf(kept)
  if (other === undefined)
    return kept.statusLine === undefined ? { ...kept, statusLine: { type: 'command', command } } : kept
  const both = `session=$(cat); printf %s "$session" | (\n${other.command}\n); printf %s "$session" | ${command}`
  return { ...kept, statusLine: { ...other, command: both } }
}

/** The settings as they were before ours was put in. */
export function withoutStatusLine(settings: Settings): Settings {
  const line = statusLineOf(settings)
  if (line === undefined) return settings
  const [, other, ours = line.command] = BESIDE.exec(line.command) ?? []
  if (!OURS.test(ours)) return settings
  if (other !== undefined) return { ...settings, statusLine: { ...line, command: other } }
  const { statusLine: _statusLine, ...rest } = settings
  return rest
}
