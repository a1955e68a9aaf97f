/** Gathers, once, everything that a review rests on. The only place where machine, record and clock are asked. */

import { existsSync } from 'node:fs'
import type { Agent } from '../agents/agent.ts'
import { AGENTS } from '../agents/index.ts'
import { countingPattern } from '../behaviour/patterns/counting.ts'
import { PATTERNS } from '../behaviour/patterns/index.ts'
import { memo, once } from '../common/memo.ts'
import { dirname } from '../common/path.ts'
import type { SessionPin } from '../config/pin.ts'
import type { OwnCalculators } from '../config/plug-ins/calculators.ts'
import type { Modules } from '../config/plug-ins/index.ts'
import type { OwnPatterns } from '../config/plug-ins/patterns.ts'
import type { OwnRules } from '../config/plug-ins/rules.ts'
import { isModule, type Policy } from '../config/policy.ts'
import type { Config } from '../config/schema.ts'
import type { Reply } from '../content/reviewers/chain.ts'
import type { OpenQuestion } from '../content/reviewers/question.ts'
import { readRegular } from '../facts/files.ts'
import { findRepository } from '../facts/git-repository.ts'
import { freshLook, homes, liveFacts } from '../facts/live.ts'
import { liveMachine } from '../facts/machine.ts'
import type { CheckpointBudget } from '../judge/coverage.ts'
import type { Taint, Touched } from '../model/action.ts'
import type { AgentPlaces } from '../model/agent-places.ts'
import { isRegex } from '../model/condition.ts'
import type { InterventionDefinition, PatternDefinition, RuleDefinition } from '../model/define.ts'
import type { HookEvent } from '../model/event.ts'
import type { Facts, Machine } from '../model/facts.ts'
import type { SessionFact, Store } from '../model/record.ts'
import type { Glob, Situation } from '../model/rule.ts'
import type { Pause, Session } from '../model/session.ts'
import { userBytes } from '../record/checkpoints/usage.ts'
import { memoryOf, usedUp } from '../session/limits.ts'
import type { Declarations } from '../understand/paths/declared.ts'
import type { CommandModel, Models } from '../understand/shell/model.ts'
import type { PolicyNote } from './in-force.ts'
import type { Env, FindRegex, Parts } from './parts.ts'
import { type AgentUsage, movedBefore, parsed, type Recall, recallOf, sessionOf, usageOf } from './recall.ts'
import { remembering } from './review-cache.ts'

export interface Context {
  readonly event: HookEvent
  /** Whose event it is. */
  readonly agent: Agent
  readonly policy: Policy
  readonly facts: Facts
  readonly models: Models
  readonly glob: Glob
  readonly session: Session
  readonly situation: Situation
  readonly recall: Recall
  /** Tokens that the agent of this event used since the last event that asked; undefined where nothing is known. */
  readonly usage: () => AgentUsage | undefined
  readonly checkpointBudget: CheckpointBudget
  /** An intervention of the user's own; undefined where no module has it. Throws where one that may have it cannot be used. */
  readonly custom: (id: string) => InterventionDefinition | undefined
  /** Where what a user's regular expression describes stands in a text. */
  readonly findRegex: FindRegex
  /** Asks a reviewer that is a module. */
  readonly askModule: (question: OpenQuestion) => Reply
  /** What runs on the machine, for hints. */
  readonly machine: Machine
  /** The patterns that are watched for: built in, counted and from modules, as far as they are enabled; and what is broken. */
  readonly patterns: () => OwnPatterns
  /** Rules and risk calculators in modules; undefined where the configuration names none. */
  readonly ownModules: () => OwnModules
  /** Messages to the person about the policy and the program of the session. */
  readonly policyNotes: readonly PolicyNote[]
  /** What the session is held to from this event on; undefined where that is on record. */
  readonly pin: SessionPin | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** What was found before the review, and is to be remembered: who sends the events, what the session goes on from. */
  readonly noted: readonly SessionFact[]
  /** Verdicts on calls are only recorded for a while; undefined where they are not enforced anyway. */
  readonly pause: Pause | undefined
}

export interface OwnModules {
  readonly rules: OwnRules | undefined
  readonly calculators: OwnCalculators | undefined
}

/** Of what the core is given, what a review rests on. */
export type ReviewInputs = Omit<
  Parts,
  | 'policy'
  | 'inForce'
  | 'store'
  | 'sender'
  | 'pause'
  | 'callsIn'
  | 'spool'
  | 'outage'
  | 'checkpoints'
  | 'now'
  | 'elapsed'
  | 'mark'
  | 'agents'
  | 'recognised'
> & {
  readonly notes?: readonly PolicyNote[]
  readonly pin?: SessionPin | undefined
  /** Milliseconds since 1970: the same through all of a review. */
  readonly now: number
  readonly noted?: readonly SessionFact[]
  readonly paused?: Pause | undefined
}

/** So many of the paths that a session wrote last are looked through for what a program will run. */
const MOST_WRITTEN = 200

export function gather(event: HookEvent, compiled: Policy, store: Store | undefined, around: ReviewInputs): Context {
  const { enabled, review_mode } = compiled.config.step_reviewer
  const pause = enabled && review_mode === 'blocking' ? around.paused : undefined
  // Outputs are reviewed as ever.
  const policy = pause && event.name === 'PreToolUse' ? { ...compiled, config: whilePaused(compiled.config) } : compiled
  const projectRoot = policy.project_root
  const agent = around.agent ?? AGENTS[0]
  const recall = recallOf(event, store, projectRoot, around.now, agent, around.latches)
  const session = sessionOf(event, policy, store, around.latches, agent)
  const asked = remembering(around.modules.review, policy.config.step_reviewer.cache, store, around.now)
  const glob = globWith(around.matchGlob, around.matchRegex)
  const homesHere = homes(around.env, around.locations.home)
  const facts = liveFacts(
    {
      env: around.env,
      projectRoot,
      homes: homesHere,
      safetyControl: safetyControl(around, policy, agent.places, homesHere),
      credentialFiles: credentialFiles(policy, homesHere),
      agent: agent.places,
      declarations: declarationsOf(policy),
      glob,
      taints: path => parsed<readonly Taint[]>(recall.fact('tainted', path)?.value) ?? [],
      moved: () => movedBefore(event.session_id, store),
      written: path => recall.fact('made', path)?.value,
      pushed: directory => parsed<readonly string[]>(recall.fact('pushed', directory)?.value) ?? [],
      paths: () => store?.factKeys(event.session_id, 'made', MOST_WRITTEN) ?? [],
      started: () => store?.session(event.session_id)?.started ?? Infinity,
      now: around.now,
      changed: path => session.history.some(({ features }) => features.touched.some(each => isChange(each, path))),
    },
    around.past?.look ?? freshLook(around.deadline?.(policy.config.step_reviewer.performance.max_review_time_ms)),
  )
  return {
    event,
    agent,
    policy,
    facts,
    models: modelsOf(policy, around.builtinModels),
    glob,
    session,
    situation: {
      disposable: isDisposable(policy),
      attended: agent.isAttended(around.env),
      permission_mode: event.permission_mode,
      preset: policy.config.preset,
      over_limit: usedUp(policy.config.resources, () => ({
        ...session.counts,
        memory_mb: memoryOf(session.history, event.prompt_id),
      })),
      subagent: event.agent_id !== '',
      covered: policy.config.checkpoints.enabled,
    },
    recall,
    usage: once(() =>
      usageOf(event, recall, store?.session(event.session_id)?.started ?? around.now, {
        ...agent.transcripts,
        ...(around.past && { readUsage: around.past.usage }),
      }),
    ),
    checkpointBudget: checkpointBudgetOf(event, policy, around.locations.state),
    custom: customOf(policy, around.modules),
    findRegex: around.findRegex,
    askModule: question => asked({ ...question, sha256: policy.pinned[question.file] ?? '' }),
    machine: around.past?.machine ?? liveMachine(),
    patterns: once(() => patternsOf(policy, around.modules)),
    ownModules: once(() => ownModulesOf(policy, around.modules)),
    policyNotes: around.notes ?? [],
    pin: around.pin,
    now: around.now,
    noted: around.noted ?? [],
    pause,
  }
}

/** Verdicts on calls are only recorded; everything else stays as it is configured. */
function whilePaused(config: Config): Config {
  return { ...config, step_reviewer: { ...config.step_reviewer, review_mode: 'async' } }
}

function isChange({ path, verb }: Touched, changed: string): boolean {
  return path === changed && verb === 'write'
}

const MEGA = 1024 * 1024

function checkpointBudgetOf(event: HookEvent, { config }: Policy, state: string): CheckpointBudget {
  const { max_file_mb, max_session_mb } = config.checkpoints
  return {
    largest_file: max_file_mb * MEGA,
    room: once(() => max_session_mb * MEGA - userBytes(state, event.session_id)),
  }
}

/** Nothing is loaded before an escalation policy names an intervention that is not built in. */
function customOf({ config }: Policy, modules: Modules): Context['custom'] {
  const files = config.interventions.custom_interventions
  const loaded = once(() => (files.length === 0 ? undefined : modules.interventions(files)))
  return id => {
    const found = loaded()?.interventions.find(each => each.id === id)
    const broken = loaded()?.broken ?? []
    if (found || broken.length === 0) return found
    throw new Error(broken.map(({ pattern, error }) => `${pattern}: ${error}`).join('; '))
  }
}

function ownModulesOf({ config, rules }: Policy, modules: Modules): OwnModules {
  const { rules: about, risk_calculators } = config.step_reviewer
  const files = about.custom_rules_path.filter(isModule)
  const own = files.length === 0 ? undefined : modules.rules(files)
  const isEnabled = ({ id }: RuleDefinition) =>
    !about.disabled.includes(id) && about.decision[id] !== 'allow' && rules.every(rule => rule.id !== id)
  return {
    rules: own && { ...own, rules: own.rules.filter(isEnabled) },
    calculators: risk_calculators.length === 0 ? undefined : modules.calculators(risk_calculators),
  }
}

function patternsOf({ config, patterns }: Policy, { patterns: load }: Modules): OwnPatterns {
  const { enabled_patterns: enabled, custom_patterns: files } = config.patterns
  const modules = files.filter(isModule)
  const own: OwnPatterns = modules.length === 0 ? { patterns: [], broken: [] } : load(modules)
  const all = [...PATTERNS, ...patterns.map(countingPattern), ...own.patterns]
  const isEnabled = ({ id }: PatternDefinition) => enabled.includes('all') || enabled.includes(id)
  return { patterns: all.filter(isEnabled), broken: own.broken }
}

/**
 * The project that a session works on: the repository around its first working directory, unless that is a home; else the
 * directory itself.
 */
export function findProjectRoot(cwd: string, env: Env, home: string): string {
  const root = findRepository(cwd)?.root
  return root === undefined || root === '/' || homes(env, home).includes(root) ? cwd : root
}

/** The user's own command models stand in for the built-in ones of the same program. */
function modelsOf(policy: Policy, builtin: Models): Models {
  return memo(program => {
    const text = Object.hasOwn(policy.commands, program) ? policy.commands[program] : undefined
    if (text === undefined) return builtin(program)
    // What a program acts on is known of its name, whoever describes it.
    const reaches = builtin(program)?.reaches
    return { ...(reaches && { reaches }), ...(JSON.parse(text) as CommandModel) }
  })
}

/**
 * A pattern without glob characters is the text itself, and a text that lacks a part of the pattern does not fit it: the libraries are
 * only asked where they are needed.
 */
export function globWith(match: Glob, matchRegex: Glob): Glob {
  return (pattern, text) => {
    if (pattern === '*' || pattern === '**') return true
    if (isRegex(pattern)) return matchRegex(pattern, text)
    if (!/[*?[{!+@(]/.test(pattern)) return pattern === text
    return literalParts(pattern).every(part => text.includes(part)) && match(pattern, text)
  }
}

/** What each text that fits a glob holds; of one with alternatives nothing is known. */
const literalParts = memo((pattern: string): readonly string[] =>
  /[[{!+@(\\]/.test(pattern) ? [] : pattern.split(/[*?/]+/),
)

/** What the reviewer and the hooks of the client depend on. */
function safetyControl(
  { env, locations, own }: ReviewInputs,
  policy: Policy,
  places: AgentPlaces,
  homesHere: readonly string[],
): readonly string[] {
  const { project_root: projectRoot } = policy
  const { directory, protected_names, managed, programs_in_home } = places
  const named = env[places.directory_variable]
  const directories = [
    ...[...homesHere, projectRoot].map(each => `${each}/${directory}`),
    ...(named?.startsWith('/') ? [named] : []),
  ]
  return [
    locations.state,
    dirname(locations.user_config),
    `${projectRoot}/safety.config.yaml`,
    `${projectRoot}/safety.config.local.yaml`,
    ...directories.flatMap(each => protected_names.map(name => `${each}/${name}`)),
    managed,
    dirname(locations.managed_config),
    // What each hook is started with, and what starts the hooks.
    '/usr/bin/env',
    '/usr/local/lib/step-reviewer',
    ...homesHere.flatMap(home => [...programs_in_home.map(path => `${home}/${path}`), `${home}/.local/share/reviewer`]),
    ...own,
    // Also those that are pinned: changed, they would not run, and what they review would go unreviewed.
    ...policy.modules,
  ]
}

/** Files that the configuration names because what they hold is not to stand in it. */
function credentialFiles({ config }: Policy, homesHere: readonly string[]): readonly string[] {
  const { fleet, notify } = config
  const named = [
    ...fleet.ship_to.map(({ credentials }) => credentials?.file),
    fleet.reader?.credentials?.file,
    fleet.policy.credentials_file,
    ...notify.webhooks.map(address => /^file:(.*)/.exec(address)?.[1]),
  ]
  return named.flatMap(file => (file?.startsWith('~/') ? homesHere.map(home => home + file.slice(1)) : file || []))
}

function declarationsOf({ config }: Policy): Declarations {
  const { paths, branches } = config.protected
  return {
    protected_paths: paths,
    protected_branches: branches,
    production: config.production.contexts,
    scope: config.scope.paths,
  }
}

/** A container, by facts that nobody inside a session can set; the user's configuration has the last word. */
function isDisposable(policy: Policy): boolean {
  const declared = policy.config.environment.disposable
  return declared === 'auto' ? isContainer() : declared
}

const isContainer = once(
  () =>
    existsSync('/.dockerenv') ||
    existsSync('/run/.containerenv') ||
    /docker|kubepods|containerd|lxc/.test(readRegular('/proc/1/cgroup') ?? ''),
)
