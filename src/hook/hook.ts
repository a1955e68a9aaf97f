/** The hot entry: one event from standard input, one answer to standard output. Bundled by itself. */
import { existsSync } from 'node:fs'
import { bringBack } from '../checkpoints/bring-back.ts'
import { finishRestores } from '../checkpoints/journal.ts'
import type { Restored } from '../checkpoints/restore.ts'
import { type Saved, saveLosses } from '../checkpoints/save.ts'
import { settleCheckpoint } from '../checkpoints/settle.ts'
import { checkpointsIn } from '../checkpoints/usage.ts'
import { hookLocationsOr, type Locations } from '../config/locations.ts'
import type { Policy } from '../config/policy.ts'
import { cannotJudge } from '../core/fail-safe.ts'
import type { FindRegex } from '../core/parts.ts'
import { reviewText } from '../core/reviewer.ts'
import { question } from '../decision/wording.ts'
import { fileLatches } from '../emergency/latch.ts'
import { deadlineOf } from '../facts/deadline.ts'
import { builtinModels, ownFiles } from '../facts/knowledge.ts'
import type { Process } from '../facts/processes.ts'
import { callsIn } from '../facts/ran.ts'
import { senderOf } from '../facts/sender.ts'
import type { Modules } from '../modules/index.ts'
import { ProtocolError } from '../protocol/error.ts'
import { type Answer, render } from '../protocol/render.ts'
import { sniff } from '../protocol/sniff.ts'
import { type Begun, readStdin } from '../protocol/stdin.ts'
import { writeAll } from '../protocol/stdout.ts'
import type { Review } from '../review/model.ts'
import { anchorDue } from '../store/anchor.ts'
import { StoreError } from '../store/error.ts'
import { noteOutage } from '../store/outage.ts'
import { ingestSpool, spool } from '../store/spool.ts'
import { type LocalStore, openStore } from '../store/store.ts'
import { isTidyingDue } from '../store/tidying.ts'
import { type Cipher, type Vault, vaultOf } from '../store/vault.ts'
import type { CompileOptions } from './compile.ts'
import { policyInForce } from './pinned.ts'
import type { Keeping } from './tidy.ts'
import type { Mark } from './trace.ts'
import { withTyped } from './typed.ts'

export interface HookParts {
  /** Words after `hook`. */
  readonly args: readonly string[]
  /** Standard input as far as it was read before this bundle was loaded. */
  readonly begun: Begun
  /** Root of the installed package. */
  readonly packageRoot: string
  /** Whether a text fits a pattern with glob characters; loaded only when it is asked. */
  readonly matchGlob: (pattern: string, text: string) => boolean
  /** Whether a text holds what a regular expression of the user's describes; loaded only when it is asked. */
  readonly matchRegex: (pattern: string, text: string) => boolean
  /** Where what such an expression describes stands in a text. */
  readonly findRegex: FindRegex
  /** What the user added in modules of their own; loaded only when there are some. */
  readonly modules: Modules
  /** Loads what encrypts the record; asked only where that is encrypted. */
  readonly cipher: () => Cipher
  /** `process.hrtime.bigint()` at the start. */
  readonly began: bigint
  /** Told at the end of each stage, where somebody asks what takes the time. */
  readonly mark?: Mark
  /** Puts the checkpoints and the record in order in a process of its own. */
  readonly tidy: (state: string, keeping: Keeping) => void
  /** A process where there is no /proc; loaded only when it is asked. */
  readonly findProcess: (pid: number) => Process | undefined
  /** Compiles the policy of a project and keeps it; loaded only when the kept one is stale. */
  readonly compile: (locations: Locations, projectRoot: string, options: CompileOptions) => Policy
  /** SHA-256 of a long text in hex; loaded only when a session is pinned. */
  readonly digestOf: (text: string) => string
  /** Digest of the contents of the program's files; loaded only when a session begins or they changed. */
  readonly programContents: (packageRoot: string) => string
  /** Has the report on a session that was stopped written, and people told, by a process of its own. */
  readonly afterStop: (state: string, session: string) => void
}

export interface HookRun {
  /** 0, or 2 where the client must block. */
  readonly code: 0 | 2
  /** Runs of one kind run the same code: event, and whether a command was understood. */
  readonly kind: string
}

/** Answers one event. Never throws. */
export function runHook(parts: HookParts): HookRun {
  let store: LocalStore | undefined
  let text = ''
  let found: Review | undefined
  let reportStop: (() => void) | undefined
  let later: (() => void) | undefined
  let saved: Saved | undefined
  let restored: Restored | undefined
  try {
    const { locations, problem } = hookLocationsOr(homeArgument(parts.args))
    const latches = fileLatches(locations)
    const vault = vaultOf(locations.state, parts.cipher, process.env)
    const read = (): string => {
      text = readStdin(parts.begun)
      return text
    }
    found = reviewText(read, {
      env: process.env,
      locations,
      own: ownFiles(parts.packageRoot),
      builtinModels: builtinModels(`${parts.packageRoot}/dist`),
      matchGlob: parts.matchGlob,
      matchRegex: parts.matchRegex,
      findRegex: parts.findRegex,
      policy: root => parts.compile(locations, root, {}),
      inForce: (event, root, opened) => {
        const inForce = policyInForce(event, root, opened, { ...parts, locations, problem })
        later = () => careFor(found, locations.state, inForce.policy, parts)
        return inForce
      },
      modules: parts.modules,
      store: () => {
        if (!store) {
          store = openStore({ database: locations.database, vault })
          takeSpool(store, locations.state, vault)
        }
        return store
      },
      latches: {
        ...latches,
        set(stopped) {
          const latch = latches.set(stopped)
          reportStop = () => parts.afterStop(locations.state, stopped.session_id)
          return latch
        },
      },
      sender: (known, closely) => senderOf({ known, closely, named: process.env.CLAUDE_PID, find: parts.findProcess }),
      callsIn,
      spool: entry => spool(locations.state, entry, vault),
      outage: session => noteOutage(locations.state, session),
      checkpoints: {
        // An event that is judged anew, because another process was faster, has its checkpoint already.
        save: request => {
          saved ??= saveLosses({ state: locations.state, ...request })
          return saved
        },
        restore: (id, occasion) => {
          restored ??= bringBack(locations.state, id, occasion)
          return restored
        },
        settle: (session, id) => settleCheckpoint(locations.state, session, id),
      },
      now: Date.now,
      deadline: deadlineOf(),
      ...(parts.mark && { mark: parts.mark }),
      elapsed: () => Math.round(Number(process.hrtime.bigint() - parts.began) / 1000),
    })
  } catch (error) {
    try {
      // What was not come to yet still says whether anybody is asked.
      text ||= readStdin(parts.begun)
    } catch {
      // Then nothing is known.
    }
    found = lastResort(error, text)
  }
  const code = answer(found, text, parts.packageRoot)
  parts.mark?.('answer')
  try {
    reportStop?.()
    later?.()
    store?.release()
  } catch {
    // The answer is out; the next process folds the log into the database.
  }
  parts.mark?.('release')
  return { code, kind: found ? `${found.event}-${found.tool === 'Bash' ? 'command' : 'other'}` : 'ignored' }
}

/** What is left of checkpoints and restores, and what is too old, is looked after where nobody waits for a verdict. */
function careFor(
  found: Review | undefined,
  state: string,
  { config, project_root }: Policy,
  { tidy }: HookParts,
): void {
  const event = found?.event ?? ''
  if (event === 'SessionStart') finishRestores(state)
  const leaves = event === 'SessionEnd' && existsSync(checkpointsIn(state))
  // Some sessions never end: where the anchor moves, the day is looked at too.
  const looks = anchorDue(Number(found?.id.split('-')[1]), event)
  if (!leaves && !(looks && isTidyingDue(state, Date.now()))) return
  tidy(state, {
    project: project_root,
    checkpoints: config.checkpoints.keep_days,
    record: config.audit.retain_days,
  })
}

/** Trouble with what waits in the spool keeps nobody from being judged: it goes on waiting. */
function takeSpool(store: LocalStore, state: string, vault: Vault): void {
  try {
    ingestSpool(store, state, vault)
  } catch (error) {
    // A damaged database is set aside; one that only takes nothing can still tell what was.
    if (error instanceof StoreError && error.code === 'corrupt') throw error
  }
}

function homeArgument(args: readonly string[]): string | undefined {
  const at = args.indexOf('--home')
  return at < 0 ? undefined : args[at + 1]
}

/** Errors before a review could begin: bad input, broken installation. */
function lastResort(error: unknown, text: string): Review {
  const reason = error instanceof ProtocolError ? error.reason : error instanceof Error ? error.message : String(error)
  const signs = error instanceof ProtocolError ? error : sniff(text)
  const attended = process.env.CLAUDE_CODE_SESSION_ATTENDED !== '0'
  return cannotJudge({ reason, remedy: 'reviewer init' }, { signs, attended, configured: 'ask', now: Date.now() })
}

/** What is said of a review, and to whom. */
function saidOf(found: Review): Pick<Answer, 'decision' | 'reason' | 'context'> {
  const { decision, context, primary_reason } = found
  if (isQuestion(found)) {
    // The person reads the question. One that would reach nobody is a denial, which Claude reads.
    if (found.unasked !== undefined) return { decision: 'block', reason: context ?? found.explanation }
    return { decision, reason: question(found), ...(context !== undefined && { context }) }
  }
  if (decision === 'ask' || decision === 'block') return { decision, reason: context ?? found.explanation }
  // What was warned about before in this session is on record, but not said again.
  if (decision === 'warn' && context === undefined) return { decision: 'allow', reason: primary_reason }
  return { decision, reason: primary_reason, ...(context !== undefined && { context }) }
}

function isQuestion({ event, decision, updated_input }: Review): boolean {
  return event === 'PreToolUse' && (decision === 'ask' || (decision === 'modify' && !updated_input))
}

function answer(found: Review | undefined, text: string, packageRoot: string): 0 | 2 {
  if (!found) return 0
  const typed = (said: string): string => withTyped(said, { env: process.env, node: process.execPath, packageRoot })
  const stops = isQuestion(found) || found.decision === 'ask' || found.decision === 'block'
  try {
    const { decision, reason, context } = saidOf(found)
    const { stdout, stderr, exit } = render({
      event: found.event,
      decision,
      reason: typed(reason),
      ...(context !== undefined && { context: typed(context) }),
      ...(found.notice !== undefined && { notice: typed(found.notice) }),
      ...(found.stop !== undefined && { stop: typed(found.stop) }),
      ...(found.updated_input && { updated_input: found.updated_input }),
      ...(found.updated_output !== undefined && { updated_output: found.updated_output }),
    })
    const out = writeAll(1, stdout)
    writeAll(2, stderr)
    // An answer that did not get out whole counts for nothing: the exit code then speaks alone.
    return !out && stops ? 2 : exit
  } catch {
    writeAll(
      2,
      `The reviewer could not put its answer into words (${found.primary_reason.slice(0, 200) || sniff(text).event}).\n`,
    )
    return stops || found.decision === 'modify' ? 2 : 0
  }
}
