/** One event from standard input, one answer to standard output. */

import { existsSync } from 'node:fs'
import type { Agent } from '../agents/agent.ts'
import { answerTo, asksPerson } from '../agents/answer.ts'
import { ProtocolError } from '../agents/error.ts'
import { AGENTS, KNOWN_TOOLS, machinePolicyDirectory } from '../agents/index.ts'
import { readStdin } from '../agents/stdin.ts'
import { withTyped } from '../agents/typed.ts'
import { messageOf } from '../common/message-of.ts'
import { writeAll } from '../common/stdout.ts'
import { hookLocationsOr } from '../config/locations.ts'
import { loadCompiler } from '../config/on-demand.ts'
import type { Policy } from '../config/policy.ts'
import { processDeadline } from '../facts/deadline.ts'
import { builtinModels } from '../facts/knowledge.ts'
import { PROGRAM } from '../facts/own-program.ts'
import { processFromPs } from '../facts/processes-from-ps.ts'
import { incidentWords, startDetached } from '../facts/start.ts'
import type { Review } from '../model/review.ts'
import { anchorDue } from '../record/anchor.ts'
import { bringBack } from '../record/checkpoints/bring-back.ts'
import { finishRestores } from '../record/checkpoints/journal.ts'
import type { Restored } from '../record/checkpoints/restore.ts'
import { type Saved, saveLosses } from '../record/checkpoints/save.ts'
import { settleCheckpoint } from '../record/checkpoints/settle.ts'
import { checkpointsIn } from '../record/checkpoints/usage.ts'
import { noteClient } from '../record/clients.ts'
import { StoreError } from '../record/error.ts'
import { fileLatches } from '../record/latch.ts'
import { loadCipher } from '../record/on-demand.ts'
import { noteOutage } from '../record/outage.ts'
import { pauseAt } from '../record/pause.ts'
import { ingestSpool, spool } from '../record/spool.ts'
import { startShipping } from '../record/start-shipping.ts'
import { startTidying } from '../record/start-tidying.ts'
import { type LocalStore, openStore } from '../record/store.ts'
import { isTidyingDue } from '../record/tidying.ts'
import { type Vault, vaultOf } from '../record/vault.ts'
import { reviewText } from '../review.ts'
import { cannotJudge } from './fail-safe.ts'
import { PARTS_ON_DEMAND } from './on-demand-parts.ts'
import { policyInForce } from './pinned.ts'
import type { Mark } from './trace.ts'

export interface HookTiming {
  /** `process.hrtime.bigint()` at the start. */
  readonly began: bigint
  /** Told at the end of each stage, where somebody asks what takes the time. */
  readonly mark?: Mark
}

/** Answers one event from standard input. `args`: the words after `hook`. Returns the exit code: 2 where the client must block. Never throws. */
export function runHook(args: readonly string[], { began, mark }: HookTiming): 0 | 2 {
  let store: LocalStore | undefined
  let text = ''
  let agent: Agent = AGENTS[0]
  let found: Review | undefined
  let reportStop: (() => void) | undefined
  let later: (() => void) | undefined
  let noteRun: (() => void) | undefined
  let saved: Saved | undefined
  let restored: Restored | undefined
  try {
    const { locations, problem } = hookLocationsOr(machinePolicyDirectory(), homeArgument(args))
    if (!args.includes('--plugin')) noteRun = () => noteClient(locations.state, process.ppid)
    const latches = fileLatches(locations)
    const vault = vaultOf(locations.state, () => loadCipher().cipher, process.env)
    const read = (): string => {
      text = readStdin()
      return text
    }
    found = reviewText(read, {
      recognised: sender => {
        agent = sender
      },
      env: process.env,
      locations,
      own: PROGRAM.files,
      builtinModels: builtinModels(PROGRAM.assets),
      ...PARTS_ON_DEMAND,
      policy: root => loadCompiler().compile(locations, root, { tools: KNOWN_TOOLS }),
      inForce: (event, root, opened) => {
        const inForce = policyInForce(event, root, opened, {
          locations,
          problem,
          modules: PARTS_ON_DEMAND.modules,
        })
        later = () => careFor(found, locations.state, inForce.policy)
        return inForce
      },
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
          reportStop = () => startDetached(incidentWords(locations.state, stopped.session_id))
          return latch
        },
      },
      sender: (known, closely) => agent.senderOf({ known, closely, env: process.env, find: processFromPs }),
      pause: (opened, now) => pauseAt(locations.state, opened, now),
      callsIn: (transcript, wait) => agent.transcripts.callsIn(transcript, wait),
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
      deadline: processDeadline,
      ...(mark && { mark }),
      elapsed: () => Math.round(Number(process.hrtime.bigint() - began) / 1000),
    })
  } catch (error) {
    try {
      // What was not come to yet still says whether anybody is asked.
      text ||= readStdin()
    } catch {
      // Then nothing is known.
    }
    found = lastResort(error, text, agent)
  }
  const code = answer(found, text, agent)
  mark?.('answer')
  try {
    noteRun?.()
    reportStop?.()
    later?.()
    store?.release()
  } catch {
    // The answer is out; the next process folds the log into the database.
  }
  mark?.('release')
  return code
}

/** What is left of checkpoints and restores, and what is too old, is looked after where nobody waits for a verdict. */
function careFor(found: Review | undefined, state: string, { config, project_root }: Policy): void {
  const event = found?.event ?? ''
  if (event === 'SessionStart') finishRestores(state)
  const { checkpoints, audit, fleet } = config
  if (event === 'SessionEnd' && fleet.after_session && fleet.ship_to.length > 0) startShipping(state, fleet.ship_to)
  const leaves = event === 'SessionEnd' && existsSync(checkpointsIn(state))
  // Some sessions never end: where the anchor moves, the day is looked at too.
  const looks = anchorDue(Number(found?.id.split('-')[1]), event)
  if (!leaves && !(looks && isTidyingDue(state, Date.now()))) return
  startTidying(state, {
    project: project_root,
    checkpoints: checkpoints.keep_days,
    record: audit.retain_days,
    ship_to: fleet.ship_to.map(({ to }) => to),
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
function lastResort(error: unknown, text: string, { sniff, questions, isAttended }: Agent): Review {
  const reason = error instanceof ProtocolError ? error.reason : messageOf(error)
  const partial = error instanceof ProtocolError ? error : sniff(text)
  const attended = isAttended(process.env)
  const situation = { partial, questions, attended, configured: 'ask', now: Date.now() } as const
  return cannotJudge({ reason, remedy: 'reviewer init' }, situation)
}

function answer(found: Review | undefined, text: string, { render, sniff }: Agent): 0 | 2 {
  if (!found) return 0
  const typed = (said: string): string => withTyped(said, process.env)
  const stops = asksPerson(found) || found.decision === 'ask' || found.decision === 'block'
  try {
    const { stdout, stderr, exit } = render(answerTo(found, typed))
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
