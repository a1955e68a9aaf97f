/** What was denied is tried again by another route: another program, a script written for it, a detour through another place. */

import { basename, isInside } from '../../common/path.ts'
import { maskSignature } from '../../content/redact/payload.ts'
import { type Action, type Effect, SEVERITIES, type Severity, type TargetClass, type Verb } from '../../model/action.ts'
import { type Detected, definePattern } from '../../model/define.ts'
import type { BehaviourView, Denial, DeniedEffect } from '../../model/session.ts'
import { DENIED_AGAIN } from '../../session/code-smells/denied.ts'
import { segmentsOf } from '../../session/commands.ts'
import { CHANGING_VERBS } from '../../understand/paths/effect.ts'

/** Its findings. */
export const CIRCUMVENTION = 'pattern.circumvention'

export const circumvention = definePattern({
  id: 'circumvention',
  order: 20,
  description:
    'After a call was denied, the same effect on the same thing is tried by another route: the denial was about what happens, not about how it is spelled.',
  severity: 'high',
  when: 'before',
  escalation: ['context_reinforcement', 'resource_throttling', 'emergency_stop'],
  detect,
})

function detect(view: BehaviourView): Detected | undefined {
  const { action, session, step } = view
  if (!action || session.denials.length === 0) return undefined
  const effects = action.effects.filter(effect => (isDeniable(effect) || showsSecret(effect)) && !isKept(effect))
  const signature = maskSignature(action.signature)
  const denials = session.denials.filter(denial => denial.step < step.step)
  // The same call again is repetition, which has words of its own.
  if (denials.some(denial => maskSignature(denial.signature) === signature)) return undefined
  // The first one says why; later ones may be detours themselves.
  for (const denial of denials) {
    if (isSuggested(action, denial)) continue
    for (const effect of effects) {
      const denied = denial.effects.find(each => isSame(effect, each, view))
      if (denied) return matchOf(said(effect), effect.certain, denial, step.step, denied)
    }
    const script = scriptFor(denial, action, view)
    if (script !== undefined) return matchOf(`run ${script}, written for it`, false, denial, step.step)
  }
  return undefined
}

function matchOf(operation: string, isCertain: boolean, denial: Denial, step: number, denied?: DeniedEffect): Detected {
  const [instead] = denial.alternatives ?? []
  return {
    confidence: isCertain ? 0.9 : 0.7,
    problem: `Step ${denial.step} was stopped: ${denial.reason} This does the same by another route (${operation}).`,
    next: instead
      ? `The one way that is open: ${instead}`
      : 'No spelling of it is allowed. Leave it out, go on with the rest, and tell the user what you could not do and why.',
    details: { denied_step: denial.step, operation },
    evidence: [denial.step, step],
    ...(isCertain && rank(denied?.severity ?? 'low') >= rank('high') && { harm: true }),
    // Whose limit it is may answer for it, by whatever route.
    decision: denial.asked === true && denied?.forbidden === true ? 'ask' : 'block',
  }
}

/** In words, what an effect does. */
function said({ verb, target, details }: Effect): string {
  const by = typeof details.program === 'string' ? `, by ${details.program}` : ''
  if (verb === 'delete' && details.discards === true) return `throw away what is not committed in ${target.value}${by}`
  return `${WORDS[verb] ?? verb} ${target.value}${by}`
}

const WORDS: Readonly<Partial<Record<Verb, string>>> = {
  metadata: 'change',
  send: 'send to',
  execute: 'run what comes from',
  process: 'end',
  system: 'change',
  rewrite_history: 'rewrite',
  data: 'change the data of',
  infrastructure: 'change',
  container: 'take away',
}

/** What a denial can be about: what leaves something changed, sent or running, and what runs a text of somebody else's unread. */
export function isDeniable({ verb, details }: Pick<Effect, 'verb' | 'details'>): boolean {
  return CHANGING_VERBS.has(verb) || (verb === 'execute' && details.origin === 'network')
}

/**
 * What a denial never rests on: nobody's work is lost with it, or it has no name that tells it from others (`…` stands for any), so that
 * a later call on what is called the same has nothing to do with it.
 */
export function isHarmless(effect: Effect): boolean {
  const { target, certain, details } = effect
  if (target.kind === 'ref' && details.made === true) return true
  // Of a table only the database is not known.
  const hasNoName = target.value.includes('…') && !/^…: \w/.test(target.value)
  return OF_NO_ACCOUNT.has(target.class) || (!certain && hasNoName)
}

const OF_NO_ACCOUNT: ReadonlySet<TargetClass> = new Set(['temp', 'session_made', 'regenerable'])

/** Programs that use a secret for what it is for, and show it to nobody. */
const USES =
  /^(?:source|\.|ssh[\w-]*|scp|sftp|rsync|mosh|git|ansible[\w-]*|docker|podman|kubectl|helm|terraform|tofu|node|python3?|ruby|php|direnv|env|export|chmod|chown|openssl|gpg)\b/

/** It reads credentials so that they can be seen. Denied by itself where nothing else was. */
export function showsSecret({ verb, target, details }: Pick<Effect, 'verb' | 'target' | 'details'>): boolean {
  return verb === 'read' && target.class === 'secret' && !USES.test(String(details.program ?? ''))
}

/** A file that was written for what was denied, and is run now; undefined where none is. */
function scriptFor(denial: Denial, action: Action, { history }: BehaviourView): string | undefined {
  const written = history
    .filter(({ step }) => step > denial.step)
    .flatMap(({ features, status }) =>
      status === 'stopped' ? [] : features.signs.filter(({ kind }) => kind === DENIED_AGAIN),
    )
  return written.find(({ path }) => runs(action, path))?.path
}

/** Files that say what a tool of the same name is to do. */
const BUILD_FILES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:GNU)?[Mm]akefile$|\.mk$/, /^(?:g?make|ninja)$/],
  [/^package\.json$/, /^(?:npm|pnpm|yarn|bun|npx)$/],
  [/^[Jj]ustfile$/, /^just$/],
  [/^Taskfile\.ya?ml$/, /^task$/],
  [/^Rakefile$|\.rake$/, /^(?:rake|rails)$/],
  [/^(?:docker-)?compose[^/]*\.ya?ml$/, /^docker(?:-compose)?$/],
  [/^Dockerfile/, /^docker$/],
  [/\.tf$/, /^(?:terraform|tofu)$/],
  [/^build\.gradle/, /gradlew?$/],
  [/^(?:conftest|setup|noxfile|tasks|fabfile)\.py$/, /^(?:pytest|python3?|nox|invoke|inv|fab)$/],
]

function runs({ effects, calls = [], command = '' }: Action, path: string): boolean {
  const name = basename(path)
  if (
    effects.some(
      ({ verb, target, details }) => verb === 'execute' && (target.value === path || details.script === path),
    )
  )
    return true
  const programs = calls.map(({ path: [program = ''] }) => basename(program))
  if (BUILD_FILES.some(([file, program]) => file.test(name) && programs.some(each => program.test(each)))) return true
  const looks = programs.every(program => LOOKS.test(program))
  return command !== '' && !looks && namesFile(command, name)
}

const LOOKS = /^(?:cat|bat|less|head|tail|ls|wc|grep|rg|sed|diff|git|file|stat|rm|mv|cp|echo|chmod|cd|mkdir|touch)$/

/** The file, or a module by its name without the ending. */
function namesFile(command: string, name: string): boolean {
  const stem = name.replace(/\.\w+$/, '')
  return command.split(/[\s'"=;&|(){}<>]+/).some(word => {
    const last = basename(word)
    return last === name || (stem.length > 3 && last === stem)
  })
}

/** Verbs that come to the same for what they are done to. */
const GROUPS: readonly (readonly Verb[])[] = [
  ['delete'],
  ['write', 'metadata'],
  ['send', 'publish', 'rewrite_history'],
  ['process', 'system'],
]

const alike = (a: Verb, b: Verb): boolean => a === b || GROUPS.some(group => group.includes(a) && group.includes(b))

/** A branch or tag whose commits another one still leads to, or a ref of the session's own: nothing of others is lost with it. */
function isKept({ target, reversible, details }: Effect): boolean {
  if (target.kind !== 'ref') return false
  return details.made === true || (reversible && details.covered !== true)
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

/** The same thing happens to the same target, to all of what was denied, or to what it was moved to. */
function isSame(effect: Effect, denied: DeniedEffect, view: BehaviourView): boolean {
  const { verb, target, details } = effect
  if (isByAddress(effect, denied)) return true
  // The same secrets, packed or encoded, or to another place.
  if (verb === 'send' && denied.carries !== undefined && details.carries === denied.carries) return true
  // A list that is handed over anew stands for the old one.
  if (target.kind === 'none' && target.value !== '' && target.value === denied.target && verb === 'write') return true
  if (!alike(verb, denied.verb) && !(denied.verb === 'delete' && empties(effect))) return false
  if (verb === 'send' && isAgain(effect, denied)) return false
  const wasFiles = verb === 'delete' || verb === 'write' || verb === 'metadata' || verb === 'read'
  if (!wasFiles) return isSameElsewhere(effect, denied, view)
  if (target.kind !== 'path') return target.value !== '' && target.value === denied.target
  // To put something aside is no loss: what is done to it there counts.
  if (verb === 'delete' && typeof details.moved_to === 'string') return false
  if (verb !== 'delete' && verb !== 'read' && !isGrave(effect) && denied.forbidden !== true) return false
  // Git puts back what it holds; that is to delete only for what it denied in the same way.
  if (discards(effect) !== discardsByGit(denied) && target.value !== denied.target) return false
  return originsOf(target.value, view).some(path => reaches(path, effect.recursive === true, denied))
}

/** The same request by the same program: a GET says all that it says in its address. */
function isAgain({ target, details }: Effect, denied: DeniedEffect): boolean {
  return (
    /^(?:GET|HEAD)$/.test(String(details.method ?? '')) &&
    [target.value, maskSignature(target.value)].includes(denied.target) &&
    details.program === denied.program
  )
}

/** What a file outside of the work is overwritten with as a whole is all that is left of it. */
function empties(effect: Effect): boolean {
  const { verb, details } = effect
  const isWhole = details.overwrites !== undefined && details.append !== true && details.tool !== true
  return verb === 'write' && isWhole && isGrave(effect)
}

const discards = ({ details }: Effect): boolean => details.discards === true && details.program !== 'git clean'
const discardsByGit = ({ program = '' }: DeniedEffect): boolean => /^git (?!clean|rm\b)/.test(program)

/** An ordinary write of a file was denied for what was written, and another text is another matter. */
function isGrave({ target, severity }: Effect): boolean {
  return rank(severity) >= rank('medium') || !['project', 'session_made', 'regenerable', 'temp'].includes(target.class)
}

/** Tools for several containers put the name of the directory before each of theirs. */
function isOfProject(name: string, root: string): boolean {
  const project = basename(root).toLowerCase()
  return ['_', '-'].some(joint => name.toLowerCase().startsWith(`${project}${joint}`))
}

/** All that a namespace holds, where it was not to go itself; or the namespace with all in it, where one thing was not to go. */
function isOfNamespace({ verb, target, details, flags }: Effect, denied: DeniedEffect): boolean {
  if (verb !== 'infrastructure' || details.destroys !== true) return false
  const isAll = flags?.all !== undefined && plainName(denied.target) === `namespace/${String(details.namespace)}`
  return isAll || (denied.namespace !== undefined && plainName(target.value) === `namespace/${denied.namespace}`)
}

/** What a tool was not to take down with all that it manages is taken down by the program of the cloud itself, under a name of its own. */
function isOfStack({ verb, details }: Effect, denied: DeniedEffect): boolean {
  return (
    verb === 'infrastructure' &&
    details.destroys === true &&
    typeof details.service === 'string' &&
    /^(?:terraform|tofu|terragrunt|pulumi|cdk|cdktf|sst|serverless|sls) (?:destroy|down|remove)\b/.test(
      denied.program ?? '',
    )
  )
}

/** The database of the project, which its own tasks call by the environment alone, is dropped by its name. */
function isDatabaseOfProject({ verb, details }: Effect, denied: DeniedEffect): boolean {
  if (verb !== 'data' || denied.verb !== 'data' || sameTool(details.program, denied.program)) return false
  const isUnnamed = /^(?:production|staging|development|test)$/.test(denied.target)
  return (
    isUnnamed &&
    /\bdb:|migrate:(?:fresh|reset)|ecto\.drop|database:/.test(denied.program ?? '') &&
    /^drop database\b/i.test(String(details.statement ?? ''))
  )
}

/** All that a database holds is dropped, where the database itself was not to go. */
function isSchemaOf({ verb, target, details }: Effect, denied: DeniedEffect): boolean {
  return (
    verb === 'data' &&
    denied.verb === 'data' &&
    target.value.startsWith(`${denied.target}: `) &&
    /^drop (?:schema|owned)\b/i.test(String(details.statement ?? ''))
  )
}

function isSameElsewhere(effect: Effect, denied: DeniedEffect, { session }: BehaviourView): boolean {
  const { verb, target, severity, details } = effect
  if (verb === 'execute') return target.value === denied.target || hostOf(target.value) === hostOf(denied.target)
  // What it takes away stands in no word: all of them, or those that are left.
  if (verb === 'container' && details.removes !== undefined && denied.removes === details.removes)
    return (
      !effect.certain ||
      /\ball\b|unused|of the project/.test(target.value) ||
      target.value === denied.target ||
      (denied.target.endsWith(' of the project') && isOfProject(target.value, session.project_root))
    )
  if (isOfNamespace(effect, denied) || isDatabaseOfProject(effect, denied) || isSchemaOf(effect, denied)) return true
  if (isOfStack(effect, denied)) return true
  if (!effect.certain && target.value.includes('…') && sameTool(details.program, denied.program)) return true
  if (!isSameName(verb, target.value, denied.target)) return false
  // Stashes go by one name, and have a commit each.
  const { commits } = details
  if (denied.commits && Array.isArray(commits) && !denied.commits.some(each => commits.includes(each))) return false
  // What policy allows by itself, such as a push without force, is narrower than what it denied.
  return verb === denied.verb || rank(severity) >= rank(denied.severity ?? 'low')
}

const hostOf = (url: string): string => /^\w+:\/\/([^/]+)/.exec(url)?.[1] ?? url

const sameTool = (a: unknown, b = ''): boolean => typeof a === 'string' && a.split(' ')[0] === b.split(' ')[0]

/** Without what only says what kind of name it is: `refs/heads/x`, `ns/x`, `namespace x`. */
function plainName(name: string): string {
  return name
    .replace(/^refs\/(?:heads|tags)\//, '')
    .replace(/^(?:namespaces?|ns)[/ ]/, 'namespace/')
    .replace(/^(?:deployments?|deploy)(?:\.apps)?[/ ]/, 'deployment/')
    .replace(/^(\w+?)s?[/ ](?=[^/ ]+$)/, '$1/')
}

/** A table may be named with its database, or without. */
function isSameName(verb: Verb, name: string, denied: string): boolean {
  if (plainName(name) === plainName(denied)) return true
  if (verb !== 'data') return false
  const [a, b] = [name, denied].map(each => /^([^:\s]+): (.+)$/.exec(each)?.slice(1) ?? ['', each])
  return (a?.[0] === '' || b?.[0] === '') && a?.[1] === b?.[1]
}

/** The same over the web: a method that changes, of an address that ends in the name of what was denied. */
function isByAddress({ verb, target, details }: Effect, denied: DeniedEffect): boolean {
  if (verb !== 'send' || !/^(?:DELETE|PATCH|PUT|POST)$/.test(String(details.method ?? ''))) return false
  if (!ELSEWHERE.has(denied.verb)) return false
  const address = target.value.toLowerCase()
  const name = plainName(denied.target).toLowerCase()
  if (name.length > 2 && name !== 'terraform state') {
    const last = name.slice(name.indexOf('/') + 1)
    return address.includes(`/${name}`) || address.endsWith(`/${last}`)
  }
  const [tool = ''] = (denied.program ?? '').split(' ')
  return (
    denied.verb === 'publish' &&
    tool !== '' &&
    REGISTRIES.some(([program, host]) => program.test(tool) && host.test(address))
  )
}

const ELSEWHERE: ReadonlySet<Verb> = new Set(['rewrite_history', 'infrastructure', 'publish', 'send'])
const REGISTRIES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:npm|pnpm|yarn|np|bun)$/, /registry\.npmjs|npm\.pkg/],
  [/^(?:twine|uv|poetry|flit|hatch|python3?)$/, /upload\.pypi|test\.pypi/],
  [/^cargo$/, /crates\.io/],
  [/^gem$/, /rubygems/],
]

/** Where a path was before it was moved, beside where it is. */
function originsOf(path: string, { facts }: BehaviourView): readonly string[] {
  const moved = facts.moved().flatMap(each => {
    if (isInside(each.path, path)) return [each.target.value]
    return isInside(path, each.path) ? [`${each.target.value}${path.slice(each.path.length)}`] : []
  })
  return [path, ...moved]
}

/** The target itself, what holds it, or everything in it. */
function reaches(path: string, recursive: boolean, denied: DeniedEffect): boolean {
  const whole = withoutRest(denied.target)
  const here = withoutRest(path)
  if (here === whole) return recursive || !denied.recursive || path === denied.target || path !== here
  return recursive && isInside(whole, here)
}

/** `/x/*` and `/x/…` are everything in `/x`. */
function withoutRest(path: string): string {
  return path.replace(/\/(?:\*\*?|…)$/, '') || '/'
}

/** Our own proposal, taken up, and nothing beside it. */
function isSuggested(action: Action, { alternatives = [] }: Denial): boolean {
  const command = (action.command ?? '').trim()
  const calls = (action.calls ?? []).filter(({ path: [program = ''], via }) => !CARRIES.test(program) || via.length > 0)
  const flags = segmentsOf(action.signature).flatMap(segment =>
    segment.split(' ').flatMap(word => (DESTROYS.test(word) ? [word.slice(1)] : [])),
  )
  const isForced = action.effects.some(({ details }) => details.forced === true || details.deletes === true)
  return alternatives.some(text => {
    if (command.length > 3 && text.includes(command)) return true
    if (isForced || calls.length === 0) return false
    const isMeant = calls.every(({ path }) => path.length > 1 && text.includes(path.join(' ')) && path[0] !== 'rm')
    return isMeant && flags.every(flag => text.includes(`--${flag}`))
  })
}

/** It carries another command, or does nothing. */
const CARRIES = /^(?:sudo|doas|env|bash|sh|zsh|xargs|nohup|time|timeout|cd|echo|true|ls|cat|pwd|export)$/

/** Options that nobody proposed change what a call does. */
const DESTROYS = /^\+(?:force(?!_with_lease)|delete|hard|mirror|prune|no.verify)/
