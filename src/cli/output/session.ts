/** The story of a session on one screen: what was asked for, what was done, what mattered, and what holds at the moment. */
import type { Effectiveness } from '../../behaviour/interventions/effectiveness.ts'
import { clip, printable } from '../../common/printable.ts'
import type { AuditRecord, PromptCounts, SessionSummary } from '../../model/record.ts'
import type { Constraint, Counts, Latch, PastIntervention } from '../../model/session.ts'
import { localTime, subjectOf } from './audit.ts'
import { type Paint, verdictStyle } from './style.ts'
import { type TableColumn, tableLines } from './table.ts'

/** One screen. */
const LINES = 40
const COLUMNS = 100

export interface SessionLine extends SessionSummary {
  readonly latched: boolean
}

/** Everything that `session show` tells; `--json` prints it as it is. */
export interface SessionStory {
  readonly session: SessionSummary
  readonly latch: Latch | undefined
  /** Newest last. */
  readonly requests: readonly string[]
  readonly constraints: readonly Constraint[]
  /** What the person has allowed and still holds, in words; the newest last. */
  readonly allowed: readonly string[]
  readonly counts: Counts
  readonly prompts: readonly PromptCounts[]
  /** Oldest first. */
  readonly timeline: readonly SessionMoment[]
  /** Empty where none hold. */
  readonly limits: readonly string[]
  readonly effectiveness: readonly Effectiveness[]
}

/** Something that mattered. */
export interface SessionMoment {
  /** Milliseconds since 1970. */
  readonly ts: number
  /** A verdict, `approved`, `checkpoint`, `left over`, `tainted`, `person`, or a level of the escalation. */
  readonly kind: string
  readonly text: string
}

/** In less room, only what tells sessions apart and what was done in them. */
const ALL_COLUMNS = 110

/** A line a session, the newest last. */
export function sessionTable(sessions: readonly SessionLine[], columns: number, paint: Paint): string {
  if (sessions.length === 0) return 'no sessions are on record\n'
  const isWide = columns >= ALL_COLUMNS
  const time = (ts: number): string => localTime(ts).slice(isWide ? 0 : 5, 16)
  const shown: readonly (TableColumn & { readonly wide?: true; readonly cell: (each: SessionLine) => string })[] = [
    { head: 'session', cell: each => printable(each.session_id).slice(0, isWide ? 12 : 8) },
    { head: 'started', wide: true, cell: each => time(each.started) },
    { head: 'last', cell: each => time(each.last) },
    { head: 'prompts', right: true, wide: true, cell: each => String(each.prompts) },
    { head: 'actions', right: true, cell: each => String(each.actions) },
    { head: 'stopped', right: true, cell: each => String(each.stopped) },
    { head: 'approved', right: true, cell: each => String(each.approved) },
    { head: 'interventions', right: true, cell: each => String(each.interventions) },
    {
      head: 'project',
      gives: true,
      cell: each => (each.latched ? `STANDS STILL ${each.project_root}` : each.project_root),
    },
  ]
  const fitting = shown.filter(({ wide }) => isWide || !wide)
  const rows = sessions.map(each => fitting.map(({ cell }) => printable(cell(each))))
  const [head = '', ...lines] = tableLines(fitting, rows, columns, paint)
  const body = lines.map((line, index) => (sessions[index]?.latched ? paint('red', line) : line))
  return `${[head, ...body].join('\n')}\n`
}

/** At most 40 lines of 100 columns. */
export function sessionStory(story: SessionStory, paint: Paint): string {
  const fixed = [
    ...head(story, paint),
    ...requests(story, paint),
    ...constraints(story, paint),
    ...allowed(story, paint),
    ...totals(story, paint),
  ]
  const last = [...effects(story, paint), ...limits(story, paint)]
  const room = LINES - fixed.length - 1 - last.length
  const lines = [...fixed, ...timeline(story, Math.max(room, 2), paint), ...last]
  return `${lines.slice(0, LINES).join('\n')}\n`
}

function head({ session, latch }: SessionStory, paint: Paint): readonly string[] {
  const { session_id, project_root, started, last } = session
  return [
    paint('bold', oneLine(`session ${printable(session_id)}  ${printable(project_root)}`)),
    oneLine(`  started ${localTime(started)}, last seen ${localTime(last)}`),
    ...(latch
      ? [
          paint(
            'red',
            oneLine(
              `STANDS STILL since ${latch.ts === 0 ? 'an unknown time' : localTime(latch.ts)}: ${printable(latch.reason)}`,
            ),
          ),
          // Never cut: it is there to be copied.
          `  to resume it, in a terminal: ${printable(latch.resume)}`,
          ...(latch.report === '' ? [] : [`  report: ${printable(latch.report)}`]),
        ]
      : []),
  ]
}

function requests({ requests: all, session }: SessionStory, paint: Paint): readonly string[] {
  const shown = all.slice(-4)
  const more = session.prompts - shown.length
  const first = all.length > shown.length ? all[0] : undefined
  return titled(
    'requests',
    [
      ...(first === undefined
        ? []
        : [oneLine(`  ${printable(first)}`), `  … ${more > 1 ? `${more - 1} more` : ''}`.trimEnd()]),
      ...shown.map(text => oneLine(`  ${printable(text)}`)),
    ],
    paint,
  )
}

function constraints({ constraints: all }: SessionStory, paint: Paint): readonly string[] {
  const shown = all
    .slice(-4)
    .map(({ id, kind, text, source }) =>
      oneLine(
        `  ${printable(id)}  ${kind}  ${printable(text)}${source === undefined ? '' : `  (${printable(source)})`}`,
      ),
    )
  return titled(`limits that the person set${more(all.length, shown.length)}`, shown, paint)
}

function allowed({ allowed: all }: SessionStory, paint: Paint): readonly string[] {
  const shown = all.slice(-3).map(text => oneLine(`  ${printable(text)}`))
  return titled(`approvals${more(all.length, shown.length)}`, shown, paint)
}

const more = (all: number, shown: number): string => (all > shown ? ` (the last ${shown} of ${all})` : '')

const COLUMN_HEADS = ['actions', 'failures', 'stopped', 'approved', 'files', 'time', 'output', 'tokens']

function totals({ counts, prompts }: SessionStory, paint: Paint): readonly string[] {
  const shown = prompts.slice(-4)
  const rows = [
    ...shown.map((each, index) => [`prompt ${prompts.length - shown.length + index + 1}`, ...cells(each.counts)]),
    ['in all', ...cells(counts)],
  ]
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell, index) => (index === 0 ? cell.padEnd(11) : cell.padStart(10))).join('')}`
  return [paint('dim', line(['', ...COLUMN_HEADS])), ...rows.map(line)]
}

function cells({
  actions,
  failures,
  stopped,
  approved,
  file_operations,
  duration_ms,
  output_bytes,
  tokens,
}: Counts): readonly string[] {
  return [
    actions,
    failures,
    stopped,
    approved,
    file_operations,
    durationText(duration_ms),
    sizeText(output_bytes),
    tokens,
  ].map(String)
}

export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

export function sizeText(bytes: number): string {
  if (bytes < 10_000) return `${bytes} B`
  return bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`
}

function timeline({ timeline: all }: SessionStory, room: number, paint: Paint): readonly string[] {
  const shown = foremost(all, room - 1)
  const width = Math.max(...shown.map(({ kind }) => kind.length))
  const lines = shown.map(({ ts, kind, text }) => {
    const time = localTime(ts).slice(5, 16)
    const cut = clip(printable(text), COLUMNS - 2 - time.length - 2 - width - 2)
    return `  ${time}  ${paint(verdictStyle(kind), kind.padEnd(width))}  ${cut}`
  })
  if (lines.length === 0) return ['nothing was stopped, changed or noted']
  return titled(`what mattered${all.length > shown.length ? ` (${shown.length} of ${all.length})` : ''}`, lines, paint)
}

/** What matters most first: what was done about the session, what was stopped, what it left behind, the rest. */
function rank({ kind }: SessionMoment): number {
  if (kind === 'block' || kind === 'ask') return 1
  if (kind === 'left over') return 2
  return kind === 'checkpoint' || kind === 'warn' || kind === 'modify' || kind === 'approved' ? 3 : 0
}

/** The newest of what matters most, in the order of time; of each rank at least the newest, and of none more than its share. */
function foremost(all: readonly SessionMoment[], room: number): readonly SessionMoment[] {
  if (all.length <= room) return all
  const chosen = new Set<SessionMoment>()
  const ranks = [0, 1, 2, 3].map(wanted => all.filter(each => rank(each) === wanted).reverse())
  for (const ranked of ranks) for (const moment of ranked.slice(0, 1)) chosen.add(moment)
  for (const ranked of ranks) {
    const share = Math.ceil((room - chosen.size) * 0.6)
    for (const moment of ranked.slice(1, 1 + share)) chosen.add(moment)
  }
  for (const moment of [...all].reverse()) if (chosen.size < room) chosen.add(moment)
  return all.filter(moment => chosen.has(moment))
}

/** One line: what became of the interventions, those that failed most first. */
function effects({ effectiveness: all }: SessionStory, paint: Paint): readonly string[] {
  const shown = [...all].sort((a, b) => b.recurred - a.recurred || b.made - a.made)
  const said = shown.map(({ kind, pattern, made, worked, recurred }) => {
    const open = made - worked - recurred
    const came = [
      ...(worked > 0 ? [`worked ${worked}`] : []),
      ...(recurred > 0 ? [`recurred ${recurred}`] : []),
      ...(open > 0 ? [`open ${open}`] : []),
    ]
    return `${kind} for ${pattern}: ${came.join(', ')}`
  })
  return titled(
    'what became of interventions',
    said.length === 0 ? [] : [oneLine(`  ${printable(said.join('; '))}`)],
    paint,
  )
}

function limits({ limits: all }: SessionStory, paint: Paint): readonly string[] {
  return titled(
    'limits in force',
    all.slice(0, 3).map(text => oneLine(`  ${printable(text)}`)),
    paint,
  )
}

function titled(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : [paint('dim', title), ...lines]
}

const oneLine = (line: string): string => clip(line, COLUMNS)

/** What mattered of the rows, interventions and facts of a session, oldest first. */
export function momentsOf(
  rows: readonly AuditRecord[],
  interventions: readonly PastIntervention[],
  facts: readonly SessionMoment[],
): readonly SessionMoment[] {
  const moments = [
    ...rows.map(momentOf),
    ...interventions.map(({ ts, kind, ordinal, patterns, result, message }) => ({
      ts,
      kind,
      text: `#${ordinal} ${patterns.join(', ')} (${result}): ${message.split('\n', 1)[0]}`,
    })),
    ...facts,
  ]
  return moments.sort((a, b) => a.ts - b.ts)
}

function momentOf(row: AuditRecord): SessionMoment {
  const { ts, kind, decision, tool, payload, approved } = row
  if (kind !== 'review') return { ts, kind: 'person', text: `${decision}: ${payload?.what ?? row.event}` }
  const [reason = row.finding_ids] = Array.isArray(payload?.reasons) ? payload.reasons : []
  return { ts, kind: approved ? 'approved' : decision, text: `${tool || row.event} ${subjectOf(row)} — ${reason}` }
}
