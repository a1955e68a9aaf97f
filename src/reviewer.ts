/** The synchronous core beneath hook, command line and library: text in, review out, recorded or failing safely. */
import { type Losses, lossesOf } from './analysis/coverage.ts'
import type { Restored } from './checkpoints/restore.ts'
import type { Limits, Occasion, Saved, SaveRequest } from './checkpoints/save.ts'
import { isConfigError } from './config/error.ts'
import type { Locations } from './config/locations.ts'
import type { Policy } from './config/policy.ts'
import { type Context, type Env, type FindRegex, findProjectRoot, gather, type Past } from './context.ts'
import { heldWithout, latched, unlatched } from './emergency/held.ts'
import type { Latches } from './emergency/latch.ts'
import { bareEntry, entryOf, type Read } from './entry.ts'
import { cannotJudge, cannotRecord } from './fail-safe.ts'
import type { Modules } from './modules/index.ts'
import { ProtocolError, type Signs } from './protocol/error.ts'
import type { HookEvent } from './protocol/event.ts'
import { parseEvent } from './protocol/parse.ts'
import { withLoss } from './record-lost.ts'
import { redact } from './redact.ts'
import { review } from './review.ts'
import { askedOnce } from './review-cache.ts'
import type { Checkpoint, Review, RolledBack } from './review-model.ts'
import type { Glob } from './rules/condition.ts'
import type { Models } from './shell/model.ts'
import { Conflict, StoreError } from './store/error.ts'
import type { Entry, Store } from './store/types.ts'
import type { Mark } from './trace.ts'

/** What the core is given by whoever runs it. */
export interface Parts {
  readonly env: Env
  readonly locations: Locations
  /** Directories and files of the running reviewer itself. */
  readonly own: readonly string[]
  /** Built-in command models. */
  readonly builtinModels: Models
  /** Whether a text fits a pattern with glob characters. */
  readonly matchGlob: Glob
  /** Whether a text holds what a regular expression `/…/` describes. */
  readonly matchRegex: Glob
  /** Where what it describes stands. */
  readonly findRegex: FindRegex
  /** What the user added in modules of their own. */
  readonly modules: Modules
  /** The policy of a project; throws ConfigError. */
  readonly policy: (projectRoot: string) => Policy
  /** Where sessions are remembered and reviews are recorded; `none` for a review by itself. Throws StoreError. */
  readonly store: 'none' | (() => Store)
  /** Which sessions stand still, and where a new stop is kept; none where nothing is remembered. */
  readonly latches?: Latches
  /** Who answers for the machine where events of the past are judged; the live one where nobody does. */
  readonly past?: Past
  /** Keeps an entry that the store would not take. */
  readonly spool?: (entry: Entry) => void
  /** Notes that the store takes nothing of a session; true where that has not been said in it. */
  readonly outage?: (session: string) => boolean
  /** What keeps checkpoints; absent where nothing is about to run, and so nothing is saved. */
  readonly checkpoints?: Checkpoints
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Microseconds that this review has taken so far. */
  readonly elapsed: () => number
  /** Told at the end of each stage. */
  readonly mark?: Mark
}

/** Keeps what actions are about to destroy. Neither throws. */
export interface Checkpoints {
  readonly save: (request: Omit<SaveRequest, 'state'>) => Saved
  /** Brings back what a checkpoint of the same session holds. Throws where nothing was touched. */
  readonly restore: (id: string, occasion: Occasion) => Restored
  /** The action has run, or failed: what of it lives on under two names is parted. */
  readonly settle: (session: string, id: string) => void
}

/** Reviews the raw text of one event, given or read by `text`. Never throws. Undefined for events that are answered with silence. */
export function reviewText(text: string | (() => string), parts: Parts): Review | undefined {
  return reviewRead(() => parseEvent(typeof text === 'string' ? text : text()), parts)
}

/** Reviews what `read` gives, or fails safely where that throws. Never throws. */
export function reviewRead(read: () => HookEvent, parts: Parts): Review | undefined {
  try {
    const event = read()
    parts.mark?.('input')
    return reviewEvent(event, parts)
  } catch (error) {
    return recordFailure(failure(error, error instanceof ProtocolError ? error : NO_SIGNS, parts, 'ask'), parts)
  }
}

const NO_SIGNS: Signs = { event: 'PreToolUse', tool: '', permission_mode: '', cwd: '', path: '' }

/** So often an event is judged anew because another process changed the session meanwhile. */
const MOST_ATTEMPTS = 5

/** Reviews one event. Never throws. Undefined for events that are answered with silence. */
export function reviewEvent(event: HookEvent, parts: Parts): Review | undefined {
  if (event.name === 'ignored') return undefined
  return attempted(event, {
    ...parts,
    modules: { ...parts.modules, review: askedOnce(parts.modules.review, parts.elapsed) },
  })
}

function attempted(event: HookEvent, parts: Parts, attempt = 1): Review {
  const { mark } = parts
  const opened = openStore(parts)
  mark?.('store')
  let policy: Policy | undefined
  let projectRoot = event.cwd
  try {
    const session = opened.store?.session(event.session_id)
    projectRoot = session?.project_root ?? findProjectRoot(event.cwd, parts.env, parts.locations.home)
    policy = parts.policy(projectRoot)
    mark?.('policy')
    const context = gather(event, policy, opened.store, { ...parts, now: parts.now() })
    const judged = review(context)
    mark?.('review')
    const found = rolledBack(stopping(kept(judged, context, parts), context, parts), context, parts)
    mark?.('savings')
    const recorded = recordOnce(withLoss(found, context), attempt, context, opened, parts)
    mark?.('record')
    return recorded
  } catch (error) {
    if (error instanceof Conflict) return attempted(event, parts, attempt + 1)
    if (error instanceof StoreError && !opened.error) {
      const without = { ...parts, store: () => raise(error) }
      return attempted(event, without, attempt)
    }
    const failed = failure(error, signsOf(event), parts, policy?.config.step_reviewer.fail_safe ?? 'ask')
    const latch = event.name === 'PreToolUse' ? parts.latches?.read(event.session_id) : undefined
    return recordFailure(latch ? heldWithout(failed, latch) : failed, parts, { event, projectRoot })
  }
}

/**
 * The last attempt leaves the word to whoever was faster; so does one that stopped the session or brought files back, which
 * is not undone.
 * Throws Conflict where the event is to be judged anew.
 */
function recordOnce(found: Review, attempt: number, context: Context, opened: Opened, parts: Parts): Review {
  const last = { ...found, interventions: [] }
  if (attempt >= MOST_ATTEMPTS) return record(last, context, opened, parts)
  try {
    return record(found, context, opened, parts)
  } catch (error) {
    if (error instanceof Conflict && (found.stop !== undefined || found.rolled_back))
      return record(last, context, opened, parts)
    throw error
  }
}

/** Keeps a new stop before anything else is done with it, so that it holds even where this process goes no further. */
function stopping(found: Review, { session, now }: Context, { latches }: Parts): Review {
  if (found.stop === undefined || !latches || session.latch) return found
  const speaking = found.findings.filter(({ source }) => source === 'pattern')
  const answered = found.interventions.map(({ id, message }) => ({ id, message }))
  try {
    const latch = latches.set({
      session_id: session.id,
      project_root: session.project_root,
      ts: now,
      reason: found.stop,
      by: 'reviewer',
      evidence: [...speaking, ...answered].map(({ id, message }) => ({ id, message })),
    })
    return latched(found, latch)
  } catch (error) {
    return unlatched(found, error instanceof Error ? error.message : String(error))
  }
}

/** Milliseconds that saving may take before the verdict. */
const SAVING_TIME = 250
const MEGA = 1024 * 1024

/** Saves what a call destroys that may run now. What could not be saved is judged anew, as lost. */
function kept(found: Review, context: Context, parts: Parts): Review {
  const { checkpoints } = parts
  if (!checkpoints || !context.policy.config.checkpoints.enabled) return found
  if (found.timing === 'post') settle(context, checkpoints)
  if (!found.action || !mayRun(found, context)) return found
  const losses = lossesOf(found.action, context.facts)
  if (losses.files.length === 0 && losses.refs.length === 0) return found
  const { checkpoint, failed } = checkpoints.save(requestOf(losses, context))
  const [first] = failed
  const judged =
    first && found.decision !== 'ask'
      ? review({ ...context, savings: { ...context.savings, failed: first.why } })
      : found
  return checkpoint ? { ...judged, checkpoint } : judged
}

/** Brings back what an intervention asks for, and says what came of it. */
function rolledBack(found: Review, context: Context, { checkpoints }: Parts): Review {
  const checkpoint = found.rollback?.checkpoint
  if (checkpoint === undefined || !checkpoints) return found
  const done = bringBack(checkpoint, context, checkpoints)
  const { written, failed, before } = done
  const lines = [
    written.length > 0 ? `Brought back from ${checkpoint}: ${namesOf(written)}.` : '',
    failed.length > 0 ? `Not brought back: ${namesOf(failed)}.` : '',
    before === '' ? '' : `What this overwrote is saved: reviewer checkpoint restore ${before}`,
  ]
  const said = lines.filter(line => line !== '').join('\n')
  const notice = `${found.notice ? `${found.notice}\n` : ''}${said}`
  return { ...found, rolled_back: done, context: `${found.context ?? ''}\n${said}`, notice }
}

function bringBack(checkpoint: string, context: Context, { restore }: Checkpoints): RolledBack {
  try {
    const occasion = { ...occasionOf(context), tool: 'reviewer', action: `rollback to ${checkpoint}` }
    const { written, refs, failed, before } = restore(checkpoint, occasion)
    return {
      checkpoint,
      written: [...written, ...refs].slice(0, 50),
      failed: failed.map(({ path, why }) => `${path} (${why})`).slice(0, 20),
      before: before?.id ?? '',
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { checkpoint, written: [], failed: [`${checkpoint} (${why})`], before: '' }
  }
}

function namesOf(names: readonly string[]): string {
  const more = names.length - 5
  return `${names.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What a person may confirm runs as well. */
function mayRun({ decision }: Review, { situation }: Context): boolean {
  return decision !== 'block' && (decision !== 'ask' || situation.attended)
}

function requestOf(losses: Losses, context: Context): Omit<SaveRequest, 'state'> {
  const { policy, facts, savings } = context
  const { max_session_mb } = policy.config.checkpoints
  const limits: Limits = { largest_file: savings.largest_file, session: max_session_mb * MEGA, time: SAVING_TIME }
  const occasion = occasionOf(context)
  return { occasion, losses, asks: facts, limits, link: losses.untouched }
}

function occasionOf({ event, policy, now }: Context): Occasion {
  const input = 'tool_input' in event ? event.tool_input : {}
  const said = [input.command, input.file_path, input.notebook_path].find(value => typeof value === 'string')
  const tool = 'tool_name' in event ? event.tool_name : ''
  return {
    session_id: event.session_id,
    project_root: policy.project_root,
    tool,
    tool_use_id: 'tool_use_id' in event ? event.tool_use_id : '',
    action: redact(`${said ?? tool}`.slice(0, 2000)).slice(0, 200),
    now,
  }
}

function settle({ event, recall }: Context, { settle: part }: Checkpoints): void {
  if (!('tool_use_id' in event) || !recall.recorded) return
  const made = recall.fact('checkpoint', event.tool_use_id)?.value
  if (made === undefined) return
  try {
    const { linked, id }: Checkpoint = JSON.parse(made)
    if (linked) part(event.session_id, id)
  } catch {
    // Masking may have made it unreadable: the job that tidies parts it.
  }
}

interface Opened {
  readonly store: Store | undefined
  readonly error: StoreError | undefined
}

function openStore({ store }: Parts): Opened {
  if (store === 'none') return { store: undefined, error: undefined }
  try {
    return { store: store(), error: undefined }
  } catch (error) {
    if (error instanceof StoreError) return { store: undefined, error }
    throw error
  }
}

function record(found: Review, context: Context, { store, error }: Opened, parts: Parts): Review {
  if (parts.store === 'none') return found
  const required = context.policy.config.audit.required
  if (error || !store) return unrecorded(found, context, error, required, parts)
  try {
    const locked = store.locked()
    const judged = locked
      ? cannotRecord(found, locked, required, parts.outage?.(context.event.session_id) ?? true)
      : found
    const row = store.record(entryOf(judged, context, parts.elapsed()))
    return { ...judged, id: row.id }
  } catch (caught) {
    if (!(caught instanceof StoreError)) throw caught
    return unrecorded(found, context, caught, required, parts)
  }
}

function unrecorded(
  found: Review,
  context: Context,
  error: StoreError | undefined,
  required: boolean,
  parts: Parts,
): Review {
  const kept = keep(entryOf(found, context, parts.elapsed()), parts)
  const reason = `${error?.message ?? 'there is no record'}${kept}`
  const isNew = parts.outage?.(context.event.session_id) ?? true
  return cannotRecord(found, { reason, remedy: error?.remedy ?? 'reviewer audit verify' }, required, isNew)
}

/** Spools an entry, and says where even that is not possible. */
function keep(entry: Entry, parts: Parts): string {
  try {
    parts.spool?.(entry)
    return ''
  } catch {
    return ', and this review itself could not be kept for later'
  }
}

function failure(error: unknown, signs: Signs, parts: Parts, configured: 'ask' | 'block'): Review {
  const attended = parts.env.CLAUDE_CODE_SESSION_ATTENDED !== '0'
  return cannotJudge(describeFailure(error), { signs, attended, configured, now: parts.now() })
}

function describeFailure(error: unknown): { readonly reason: string; readonly remedy: string } {
  if (error instanceof ProtocolError)
    return {
      reason: `the client's input could not be read (${error.reason})`,
      remedy: 'claude update, then reviewer init',
    }
  if (isConfigError(error))
    return { reason: `its configuration cannot be used: ${error.message}`, remedy: 'reviewer config validate' }
  const message = error instanceof Error ? error.message : String(error)
  return {
    reason: `an internal error: ${message.split('\n', 1)[0]}`,
    remedy: 'reviewer init --remove (and report the error)',
  }
}

/** What could not be judged is on record too, as far as that is possible. */
function recordFailure(found: Review, parts: Parts, read?: Read): Review {
  if (parts.store === 'none') return found
  const entry = bareEntry(found, parts.elapsed(), read)
  try {
    return { ...found, id: parts.store().record(entry).id }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    keep(entry, parts)
    return found
  }
}

function signsOf(event: HookEvent): Signs {
  const input = 'tool_input' in event ? event.tool_input : {}
  const path = [input.file_path, input.notebook_path, input.path].find(value => typeof value === 'string')
  return {
    event: event.name,
    tool: 'tool_name' in event ? event.tool_name : '',
    permission_mode: event.permission_mode,
    cwd: event.cwd,
    path: typeof path === 'string' ? path : '',
  }
}

function raise(error: Error): never {
  throw error
}
