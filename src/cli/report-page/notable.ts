/** Calls worth knowing: what was stopped or changed, what was brought back, and what a person can still restore or answer. */

import { quoted, typedCommand } from '../../agents/typed.ts'
import { type Locations, usualState } from '../../config/locations.ts'
import { PROGRAM } from '../../facts/own-program.ts'
import type { AuditFilter, AuditRecord } from '../../model/record.ts'
import type { Checkpoint, Passable, PermanentReason } from '../../model/review.ts'
import { listNamed, sessionDirectory } from '../../record/checkpoints/usage.ts'
import { fileLatches } from '../../record/latch.ts'
import { isSelfTest } from '../../record/self-test.ts'
import type { RecordReader } from '../../record/store.ts'
import { isStillAllowed, parseAllowance } from '../../review/allowed.ts'
import { subjectOf } from '../output/audit.ts'
import type { NotableCall, PageCommand } from './data.ts'
import { cutText, SUBJECT_LENGTH } from './table.ts'

/** Of each verdict, the newest. */
const STOPPED = 80
/** Sessions, the newest, whose checkpoints, rollbacks and stops are looked for. */
const SESSIONS = 50
/** Of a session, the newest. */
const CHECKPOINTS = 30
const ALLOWANCES = 100
/** A question that is older has no answer to come: its client is gone. Milliseconds. */
const WAITS = 12 * 3_600_000
/** Restores by a person that are looked back for. */
const RESTORES = 500
const REASON_LENGTH = 300
/** What came while a session stood still says no more than that. */
const WHILE_STOPPED = 'session.latched'

/** Why no permission lets a call pass. */
const FINAL: Readonly<Record<PermanentReason, string>> = {
  self: 'It concerns what protects the reviewer, and no permission opens that.',
  secret: 'A secret would leave the machine, and no permission opens that.',
  hard_stop: 'Nothing brings back what it does, and no permission opens that.',
  reviewer: 'A reviewer of inputs refused it.',
  unread: 'Not all of it could be looked at.',
  too_many: 'It does too many things to say what would be allowed.',
}

export type NotableFilter = Pick<AuditFilter, 'session' | 'project' | 'since' | 'until'>

/** Where checkpoints and stopped sessions lie; and the words that start the program, as they can be typed here. */
export interface NotablePlaces {
  readonly locations: Pick<Locations, 'state' | 'home'>
  readonly env: Readonly<Record<string, string | undefined>>
}

type NotableRow = Omit<NotableCall, 'times'>

/** What waits for a person first, then the newest first. `feedback`: what was said of reviews, by their ids. Throws StoreError. */
export function notableCalls(
  store: RecordReader,
  filter: NotableFilter,
  feedback: ReadonlyMap<string, number>,
  { locations, env }: NotablePlaces,
): readonly NotableCall[] {
  const command = commandsIn(locations, env)
  const session = sessionReader(store)
  const rows = (['block', 'ask', 'modify'] as const)
    .flatMap(decision => [...store.audit({ ...filter, decision, kind: 'review', limit: STOPPED })])
    .filter(({ session_id, finding_ids }) => isWanted(session_id, filter) && finding_ids !== WHILE_STOPPED)
  const restored = restoredIn(store)
  const sessions = store.overview
    .sessions(SESSIONS)
    .filter(
      ({ session_id, project_root }) =>
        isWanted(session_id, filter) && (filter.project === undefined || project_root === filter.project),
    )
  const saved = new Map(
    sessions
      .flatMap(({ session_id }) => savedCalls(store, session_id, filter, restored, { locations, command }))
      .map(each => [each.seq, each]),
  )
  const stopped = rows.map(row => {
    const call = stoppedCall(row, session(row.session_id), feedback.get(row.id) ?? 0, command)
    const kept = saved.get(row.seq)
    saved.delete(row.seq)
    return kept ? withSaved(call, kept) : call
  })
  const others = sessions.flatMap(({ session_id }) => [
    ...latched(session_id, locations, command),
    ...rolledBack(store, session_id, filter),
  ])
  const all = [...stopped, ...saved.values(), ...others].sort(
    (a, b) => Number(isWaiting(b)) - Number(isWaiting(a)) || b.ts - a.ts || b.seq - a.seq,
  )
  return together(all)
}

/** A call that was stopped first and ran after all, of which a checkpoint has what it took. One that did not run took nothing. */
function withSaved(call: NotableRow, saved: NotableRow): NotableRow {
  if (call.state !== 'approved' && call.kind !== 'modify') return call
  return {
    ...call,
    state: saved.state,
    reason: [call.reason, saved.reason].filter(text => text !== '').join(' '),
    commands: [...saved.commands, ...call.commands],
  }
}

/** The page is about people's sessions, unless another one is asked for. */
const isWanted = (session: string, { session: asked }: NotableFilter): boolean =>
  asked === undefined ? !isSelfTest(session) : session === asked

const isWaiting = ({ state, kind }: Pick<NotableCall, 'state' | 'kind'>): boolean =>
  state === 'waiting' || kind === 'stopped'

type Command = (label: string, words: string, isAside?: boolean) => PageCommand

function commandsIn({ state, home }: NotablePlaces['locations'], env: NotablePlaces['env']): Command {
  const program = typedCommand(env, PROGRAM.command)
  const suffix = state === usualState(home) ? '' : ` --home ${quoted(state)}`
  return (label, words, isAside = false) => ({ label, line: `${program} ${words}${suffix}`, isAside })
}

/** What is asked of a session for each of its rows, read once. */
interface SessionFacts {
  readonly passable: ReadonlyMap<string, Passable>
  /** Numbers of the calls that a person lets pass. */
  readonly allowed: ReadonlyMap<number, 'open' | 'used'>
  /** The last row that is on record of it. */
  readonly last: number
  /** When that was so, in milliseconds since 1970. */
  readonly now: number
}

function sessionReader(store: RecordReader): (id: string) => SessionFacts {
  const known = new Map<string, SessionFacts>()
  const now = Date.now()
  return id => {
    const facts = known.get(id) ?? read(id)
    known.set(id, facts)
    return facts
  }

  function read(id: string): SessionFacts {
    const allowances = store.facts(id, 'allowed', ALLOWANCES).flatMap(text => parseAllowance(text) ?? [])
    return {
      now,
      passable: new Map(
        store.overview.facts(id, 'stop', STOPPED).flatMap(({ key, value }) => {
          const found = parsed<Passable>(value)
          return found ? [[key, found] as const] : []
        }),
      ),
      allowed: new Map(
        allowances
          .filter(each => each.revoked === undefined && (each.used.length > 0 || isStillAllowed(each, now)))
          .map(each => [each.seq, isStillAllowed(each, now) ? 'open' : 'used']),
      ),
      last: [...store.audit({ session: id, limit: 1 })][0]?.seq ?? 0,
    }
  }
}

function stoppedCall(row: AuditRecord, session: SessionFacts, feedback: number, command: Command): NotableRow {
  const { seq, decision, tool_use_id } = row
  const passable = session.passable.get(tool_use_id)
  const state = stateOf(row, session, passable)
  const words = {
    allow: command('Allow it once', `allow ${seq}`),
    wrong: command('false positive', `feedback ${seq} --false-positive`, true),
    right: command('was right', `feedback ${seq} --confirmed`, true),
  }
  const can = [
    ...(state === 'held' && passable ? [words.allow] : []),
    ...(feedback === 0 ? [words.wrong, words.right] : []),
  ]
  const final = passable?.permanent === undefined ? '' : FINAL[passable.permanent]
  return {
    ...aboutRow(row),
    kind: decision === 'block' || decision === 'ask' ? decision : 'modify',
    state,
    reason: [firstReason(row), final].filter(text => text !== '').join(' '),
    feedback,
    commands: can,
  }
}

function stateOf(
  { decision, approved, seq, ts, attended }: AuditRecord,
  { allowed, last, now }: SessionFacts,
  passable: Passable | undefined,
): NotableCall['state'] {
  if (decision === 'modify') return 'done'
  if (approved) return 'approved'
  if (allowed.has(seq)) return 'allowed'
  if (decision === 'ask' && attended === 1 && last === seq && ts > now - WAITS) return 'waiting'
  return passable?.permanent !== undefined ? 'final' : passable ? 'held' : 'done'
}

function aboutRow(row: AuditRecord): Pick<NotableCall, 'seq' | 'ts' | 'session' | 'tool' | 'subject' | 'rules'> {
  const { seq, ts, session_id, tool, event, finding_ids } = row
  return {
    seq,
    ts,
    session: session_id,
    tool: tool || event,
    subject: cutText(subjectOf(row), SUBJECT_LENGTH),
    rules: finding_ids.split(',').filter(id => id !== ''),
  }
}

function firstReason({ payload }: AuditRecord): string {
  const [reason] = Array.isArray(payload?.reasons) ? payload.reasons : []
  return typeof reason === 'string' ? cutText(reason, REASON_LENGTH) : ''
}

function latched(id: string, places: NotablePlaces['locations'], command: Command): readonly NotableRow[] {
  const latch = fileLatches(places).read(id)
  if (!latch) return []
  const { ts, reason } = latch
  return [
    {
      seq: 0,
      ts,
      session: id,
      kind: 'stopped',
      state: 'held',
      tool: '',
      subject: 'The session stands still: every further call is denied',
      reason: cutText(reason, REASON_LENGTH),
      rules: [],
      feedback: 0,
      commands: resumeOf(id, command),
    },
  ]
}

/** The id comes from the client, and may hold anything: what could act in a terminal that it is pasted into is not offered. */
function resumeOf(id: string, command: Command): readonly PageCommand[] {
  return /^\w[\w.-]{0,100}$/.test(id) ? [command('Let it go on', `session resume ${id}`)] : []
}

/** Why a session stands still; undefined where it does not. */
export function latchReason(id: string, { locations }: NotablePlaces): string | undefined {
  const latch = fileLatches(locations).read(id)
  return latch && cutText(latch.reason, REASON_LENGTH)
}

/** What is done by deleting: what only wrote over something is with its review. */
const DELETES = /^(delete|rewrite_history|data)$/

interface SavedPlace {
  readonly locations: NotablePlaces['locations']
  readonly command: Command
}

/** Deletions that ran, of something that is not made again by itself, and what a checkpoint still holds of it. */
function savedCalls(
  store: RecordReader,
  session: string,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: NotableFilter,
  restored: ReadonlySet<string>,
  { locations, command }: SavedPlace,
): readonly NotableRow[] {
  const facts = store.overview.facts(session, 'checkpoint', CHECKPOINTS).filter(({ ts }) => ts >= since && ts <= until)
  if (facts.length === 0) return []
  const kept = new Map(listNamed(sessionDirectory(locations.state, session)).map(each => [each.id, each]))
  return facts.flatMap(({ value, key }) => {
    const saved = parsed<Partial<Checkpoint>>(value)
    const name = kept.get(saved?.id ?? '')
    if (!saved || !name || name.machine) return []
    const row = rowOf(store, session, key)
    if (!row || !deletes(row)) return []
    const { files = 0, refs = 0, missing = 0 } = saved
    const held = [counted(files, 'file'), counted(refs, 'git reference')].filter(text => text !== '').join(', ')
    const isRestored = restored.has(name.id)
    return [
      {
        ...aboutRow(row),
        kind: 'saved',
        state: isRestored ? 'restored' : 'restorable',
        reason: `Saved before it ran: ${held}${missing > 0 ? `; ${missing} not saved` : ''}.`,
        feedback: 0,
        commands: isRestored
          ? []
          : [
              command('Bring it back', `checkpoint restore ${name.id}`),
              command('diff', `checkpoint diff ${name.id}`, true),
            ],
      },
    ]
  })
}

const counted = (value: number, one: string): string => (value === 0 ? '' : `${value} ${one}${value === 1 ? '' : 's'}`)

function deletes({ payload }: AuditRecord): boolean {
  const effects: readonly unknown[] = Array.isArray(payload?.effects) ? payload.effects : []
  return effects.some(
    each => typeof each === 'object' && each !== null && 'verb' in each && DELETES.test(String(each.verb)),
  )
}

/** The review of a call before it ran. */
function rowOf(store: RecordReader, session: string, toolUseId: string): AuditRecord | undefined {
  const found = store.ask(db =>
    db.get(
      "SELECT id FROM audit WHERE session_id = ? AND tool_use_id = ? AND timing = 'pre' ORDER BY seq DESC LIMIT 1",
      session,
      toolUseId,
    ),
  )
  return found && store.auditById(String(found.id))
}

/** What interventions brought back. */
function rolledBack(
  store: RecordReader,
  session: string,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: NotableFilter,
): readonly NotableRow[] {
  return store
    .interventions(session)
    .filter(({ kind, ts }) => kind.includes('rollback') && ts >= since && ts <= until)
    .map(({ ts, patterns, message }) => ({
      seq: 0,
      ts,
      session,
      kind: 'restored',
      state: 'done',
      tool: '',
      subject: 'The reviewer brought back what the session had changed',
      reason: cutText(message.split('\n', 1)[0] ?? '', REASON_LENGTH),
      rules: patterns.map(id => `pattern.${id}`),
      feedback: 0,
      commands: [],
    }))
}

/** Checkpoints that a person brought back. */
function restoredIn(store: RecordReader): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { payload } of store.audit({ kind: 'human', decision: 'granted', limit: RESTORES })) {
    const [, id] = /^restore checkpoint ([\da-z]+-[\da-z]+)(?: \(|$)/.exec(String(payload?.what)) ?? []
    if (id !== undefined) found.add(id)
  }
  return found
}

/** The same that came again and again in a session is one. */
function together(all: readonly NotableRow[]): readonly NotableCall[] {
  const found = new Map<string, NotableCall>()
  for (const each of all) {
    const { session, kind, state, subject, rules, tool } = each
    const key = JSON.stringify([session, kind, state === 'restorable' ? each.seq : state, tool, subject, rules])
    const known = found.get(key)
    found.set(key, known ? { ...known, times: known.times + 1 } : { ...each, times: 1 })
  }
  return [...found.values()]
}

function parsed<T>(text: string): T | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? (found as T) : undefined
  } catch {
    return undefined
  }
}
