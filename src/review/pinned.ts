/** Holds each session to the policy that it was begun with, and says what was changed behind it. */

import { statSync } from 'node:fs'
import { KNOWN_TOOLS } from '../agents/index.ts'
import { sha256 } from '../common/digest.ts'
import { loadCompiled } from '../config/cache.ts'
import { isConfigError } from '../config/error.ts'
import { INSTALL_FILE, type Locations, organisationDirectory } from '../config/locations.ts'
import { loadCompiler } from '../config/on-demand.ts'
import {
  changedSources,
  copiedModule,
  loadedState,
  makePin,
  type ProgramState,
  parsePin,
  pinnedPolicy,
  programState,
  readPin,
  type SessionPin,
} from '../config/pin.ts'
import type { Modules } from '../config/plug-ins/index.ts'
import type { Policy } from '../config/policy.ts'
import { BUILD, PROGRAM } from '../facts/own-program.ts'
import type { HookEvent } from '../model/event.ts'
import type { Store } from '../model/record.ts'
import { type InForce, isSeen, PIN_LOST, POLICY_CHANGED, type PolicyNote, PROGRAM_CHANGED } from './in-force.ts'

export interface Pinning {
  readonly locations: Locations
  /** Why the locations that `init` wrote down cannot be read, where that is so. */
  readonly problem: Error | undefined
  readonly modules: Modules
}

const RELOAD = 'reviewer config reload'

/** The policy of an event's session. Throws ConfigError. */
export function policyInForce(
  event: HookEvent,
  projectRoot: string,
  store: Store | undefined,
  pinning: Pinning,
): InForce {
  const { state } = pinning.locations
  const fact = store?.fact(event.session_id, 'pin', projectRoot)?.value
  const pin = fact === undefined ? readPin(state, event.session_id) : parsePin(fact)
  // What a person begins, or takes up again, goes by what they have written since.
  const begins = event.name === 'SessionStart' && event.source !== 'compact'
  const policy = pin && !begins ? pinnedPolicy(state, pin) : undefined
  const changed = pin && policy ? changedSources(policy, pin) : []
  // Nobody but an administrator changes it, so it need not wait for the next session.
  const ordered = changed.find(path => isOrdered(path, pinning.locations))
  if (pin && policy && ordered === undefined)
    return standing(event, store, { pin, policy, changed }, fact === undefined, pinning)
  return pinnedAnew(event, projectRoot, store, { pin, begins, ordered, isReloaded: fact === '' }, pinning)
}

/** Whether a source is the policy of the machine, or was pulled from the organisation. */
function isOrdered(path: string, locations: Locations): boolean {
  return path === locations.managed_config || path.startsWith(`${organisationDirectory(locations)}/`)
}

interface Standing {
  readonly pin: SessionPin
  readonly policy: Policy
  /** Sources that hold something else by now. */
  readonly changed: readonly string[]
}

/** A session goes on by its pinned policy. */
function standing(
  event: HookEvent,
  store: Store | undefined,
  { pin, policy, changed }: Standing,
  isUnrecorded: boolean,
  pinning: Pinning,
): InForce {
  const { locations, problem } = pinning
  const isMoved = problem !== undefined || pin.user_config !== locations.user_config || pin.home !== locations.home
  const files = [...(isMoved ? [`${locations.state}/${INSTALL_FILE}`] : []), ...changed]
  const isNew = (key: string): boolean =>
    isSeen(event.name) && store?.fact(event.session_id, 'warned', key)?.value === undefined
  const told = files.filter(file => isNew(policyKey(file)))
  const trouble = told.length > 0 ? troubleWith(policy.project_root, pinning) : ''
  const program = programSince(event, pin, isNew)
  const isOther = changed.some(path => policy.modules.includes(path))
  return {
    policy,
    locations: { ...locations, user_config: pin.user_config, home: pin.home },
    modules: isOther ? copied(pinning.modules, locations.state, pin) : pinning.modules,
    pin: isUnrecorded ? pin : undefined,
    notes: [...told.map(file => policyNote(file, trouble)), ...program],
  }
}

const policyKey = (file: string): string => `policy changed ${file}`

function policyNote(file: string, trouble: string): PolicyNote {
  return {
    id: POLICY_CHANGED,
    key: policyKey(file),
    message: `${file} was changed; this session goes on by what it said when it began.`,
    suggestion: `${trouble}If you made this change: it holds for sessions that start from now on; for this one too after, in a terminal: ${RELOAD}`,
  }
}

/** What is wrong with the sources as they are now: the person who just changed them hears it now. */
function troubleWith(projectRoot: string, { locations }: Pinning): string {
  try {
    const { broken } = loadCompiler().compile(locations, projectRoot, { tools: KNOWN_TOOLS })
    return broken.map(({ message }) => `It cannot be used as it is: ${message}. `).join('')
  } catch (error) {
    if (!isConfigError(error)) throw error
    return `It cannot be used as it is: ${error.message.split('\n', 1)[0]}. `
  }
}

/** The program is looked at whole where nobody waits for a call. */
function programSince(event: HookEvent, pin: SessionPin, isNew: (key: string) => boolean): readonly PolicyNote[] {
  const isSame =
    'tool_name' in event
      ? loadedState(PROGRAM.command) === pin.program.loaded
      : programState(PROGRAM.command).all === pin.program.all
  if (isSame || !isNew(PROGRAM_CHANGED)) return []
  const message = `the program of the reviewer (${PROGRAM.command.join(' ')}) was changed while this session runs.`
  const suggestion = 'If you did not install or upgrade it just now, look at it: reviewer doctor'
  return [{ id: PROGRAM_CHANGED, key: PROGRAM_CHANGED, message, suggestion }]
}

interface Before {
  /** What the session was held to, where that is known. */
  readonly pin: SessionPin | undefined
  readonly begins: boolean
  /** The file of the machine's policy, or the organisation's, that was changed. */
  readonly ordered: string | undefined
  /** A person asked for it. */
  readonly isReloaded: boolean
}

function pinnedAnew(
  event: HookEvent,
  projectRoot: string,
  store: Store | undefined,
  { pin, begins, ordered, isReloaded }: Before,
  pinning: Pinning,
): InForce {
  const { modules } = pinning
  const before = pin ?? parsePin(store?.overview.before(event.session_id, 'pin', projectRoot))
  const locations = usableLocations(before, pinning)
  const isTrusted =
    begins || isReloaded || ordered !== undefined || (pin === undefined && !isRecordLost(event, store, locations))
  const policy = policyFor(projectRoot, isTrusted, isTrusted ? before : pin, { ...pinning, locations })
  const program = programState(PROGRAM.command)
  const notes = [
    ...(begins && before ? sinceLast(before, policy, program) : []),
    ...(ordered === undefined ? [] : [orderedNote(ordered, locations)]),
    // Where nothing can be recorded, that is what is said.
    ...(isTrusted || !store ? [] : [lostNote(locations.state)]),
  ]
  const made = event.session_id === '' ? undefined : makePin(locations, event.session_id, policy, program)
  return { policy, locations, modules, pin: made, notes: isSeen(event.name) ? notes : [] }
}

/**
 * What is kept compiled counts where it is what the record expects; else the sources do. Where nobody knows what the session was begun
 * with, the user's configuration may only be stricter than the defaults.
 */
function policyFor(
  projectRoot: string,
  isTrusted: boolean,
  before: SessionPin | undefined,
  { locations }: Pinning,
): Policy {
  const kept = before || isTrusted ? loadCompiled(locations, projectRoot, BUILD) : undefined
  if (kept && (before === undefined || sha256(JSON.stringify(kept)) === before.policy)) return kept
  if (!isTrusted) return loadCompiler().compile(locations, projectRoot, { tools: KNOWN_TOOLS, tightens: true })
  const known = before && { ...before.sources, ...before.instead }
  return loadCompiler().compile(locations, projectRoot, { tools: KNOWN_TOOLS, keep: true, ...(known && { known }) })
}

/** Where the configuration is, as `init` wrote it down, or as the last session had it. */
function usableLocations(before: SessionPin | undefined, { locations, problem }: Pinning): Locations {
  if (!problem) return locations
  if (!before) throw problem
  return { ...locations, user_config: before.user_config, home: before.home }
}

/**
 * Whether the record is younger than the session: it was removed, or put in the place of another. What the session was begun with is not
 * known then. A record that cannot be opened tells nothing either.
 */
function isRecordLost({ transcript_path }: HookEvent, store: Store | undefined, { database }: Locations): boolean {
  if (!store) return true
  const [record, session] = [database, transcript_path].map(born)
  return record !== undefined && session !== undefined && session < record
}

/** When a file was made, in milliseconds since 1970, where the file system knows. */
function born(path: string): number | undefined {
  try {
    return (path !== '' && statSync(path, { throwIfNoEntry: false })?.birthtimeMs) || undefined
  } catch {
    return undefined
  }
}

const orderedNote = (file: string, { managed_config }: Locations): PolicyNote => ({
  id: POLICY_CHANGED,
  key: '',
  message: `${file}, the policy of ${file === managed_config ? 'this machine' : 'the organisation'}, was changed; it is in force now.`,
  suggestion: 'What it fixes: reviewer config show --origin',
})

const lostNote = (state: string): PolicyNote => ({
  id: PIN_LOST,
  key: PIN_LOST,
  message: `what this session was begun with is no longer in ${state}: somebody removed it. Until the next session begins, your configuration counts only where it is stricter than the defaults.`,
  suggestion: `To put all of it in force now, in a terminal: ${RELOAD}`,
})

/** Messages at the start of a session about changes of the policy and the hooks since the last one. */
function sinceLast(before: SessionPin, policy: Policy, program: ProgramState): readonly PolicyNote[] {
  const paths = new Set([...Object.keys(before.sources), ...Object.keys(policy.sources)])
  const changed = [...paths].filter(path => (before.sources[path] ?? 'missing') !== (policy.sources[path] ?? 'missing'))
  const isSameVersion = before.version === policy.version
  const isOther = before.program.all !== program.all
  return [
    ...(changed.length === 0
      ? []
      : [
          {
            id: POLICY_CHANGED,
            key: '',
            message: `since the last session here, ${changed.join(' and ')} was changed; that is in force now.`,
            suggestion: 'If that was not you: reviewer config show --origin',
          } as const,
        ]),
    ...(isSameVersion && isOther
      ? [
          {
            id: PROGRAM_CHANGED,
            key: '',
            message: `since the last session here, the program of the reviewer (${PROGRAM.command.join(' ')}) was changed, and its version is the same.`,
            suggestion: 'If you did not install or build it anew: reviewer doctor',
          } as const,
        ]
      : []),
  ]
}

/** Modules as they were when the session was pinned. */
function copied(modules: Modules, state: string, pin: SessionPin): Modules {
  const copy = (file: string): string => copiedModule(state, pin, file)
  return {
    patterns: files => modules.patterns(files.map(copy)),
    rules: files => modules.rules(files.map(copy)),
    calculators: files => modules.calculators(files.map(copy)),
    interventions: files => modules.interventions(files.map(copy)),
    review: question => modules.review({ ...question, file: copy(question.file) }),
  }
}
