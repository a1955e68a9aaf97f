/** Command lines of the clients of agents, and of the reviewer itself. */

import { isInside } from '../../common/path.ts'
import type { Detail } from '../../model/action.ts'
import { emitNamed, word } from '../shell/emit.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, NOTHING, UNKNOWN } from '../shell/value.ts'

/** Another client of an agent: its settings change how this session is reviewed, and it may run without hooks. */
const client: ProgramHandler = (call, runner, scope) => {
  if (call.flags.has('help') || call.flags.has('version')) return NOTHING
  const { client: own } = runner.facts.agent
  const does = isOwn(call, runner)
    ? own.callOf({
        words: call.args.map(({ text }) => text),
        flags: call.flags,
        options: new Set(call.options.keys()),
        mode: call.options.get('mode')?.at(-1)?.text ?? '',
      })
    : ({ does: 'session', isUnreviewed: true } as const)
  if (does.does === 'settings') {
    const severity = does.touches.includes('hooks') ? 'critical' : 'high'
    const details = { settings: true, touches: does.touches }
    const on = { class: 'safety_control', value: `${own.name} ${does.what}` } as const
    emitNamed('write', on, call, runner, scope, { severity, details }, call.args[0])
  } else if (does.does === 'install') {
    const on = { class: 'safety_control', value: `${own.name} ${does.what}` } as const
    emitNamed('write', on, call, runner, scope, { severity: 'high', details: { guard: true } }, call.args[does.at])
  } else if (does.does === 'session') emitSession(call, runner, scope, does.isUnreviewed)
  return UNKNOWN
}

/** The client of the agent whose call is understood, and not that of another agent. */
function isOwn({ path }: Invocation, { facts }: Runner): boolean {
  const { name, aliases } = facts.agent.client
  // On some systems a program is found under its name in other letters, and with an ending.
  const program = (path[0] ?? '').toLowerCase().replace(/\.(exe|cmd|bat|ps1)$/, '')
  return program === name || aliases.includes(program)
}

function emitSession(call: Invocation, runner: Runner, scope: Scope, isUnreviewed: boolean): void {
  const { name, switches } = runner.facts.agent.client
  const bare =
    isUnreviewed ||
    [...switches, 'HOME', 'XDG_CONFIG_HOME'].some(each => scope.environment.has(each) || scope.variables.has(each)) ||
    isElsewhere(runner, scope)
  const details: Readonly<Record<string, Detail>> = { agent: true, known: true, ...(bare && { bare: true }) }
  const severity = bare ? 'high' : 'medium'
  const value = isOwn(call, runner) ? name : (call.path[0] ?? name)
  emitNamed('execute', { value }, call, runner, scope, { severity, details }, word(value))
}

/** Started as somebody else, in a container, or away from the project where only that has the hooks: with other settings. */
function isElsewhere({ facts, projectRoot }: Runner, scope: Scope): boolean {
  if (scope.place.kind === 'container' || scope.via.some(by => AS_ANOTHER.test(by))) return true
  if (scope.place.kind !== 'local' || !isKnown(scope.cwd) || isInside(scope.cwd, projectRoot)) return false
  const { directory, settings, client: own } = facts.agent
  const everywhere = [...facts.homes.map(home => `${home}/${directory}/${settings[0]}`), own.managed_hooks]
  return !everywhere.some(file => /reviewer/.test(facts.text(file) ?? ''))
}

const AS_ANOTHER = /^(sudo|doas|su|runuser|pkexec|machinectl shell|chroot|nsenter|unshare|bwrap|firejail)\b/

/** Commands of the reviewer that only a person may use; the others look. */
const reviewer: ProgramHandler = (call, runner, scope) => {
  if (call.flags.has('help') || looks(call) || triesOut(call, runner, scope)) return UNKNOWN
  const value = call.path.slice(1).join(' ')
  emitNamed('write', { class: 'safety_control', value: `reviewer ${value}` }, call, runner, scope, {
    severity: 'critical',
    details: { human_only: true },
  })
  return UNKNOWN
}

/** Events come from the client alone: told by somebody else, they forge what the person said and what ran. Elsewhere it is a trial. */
function triesOut(call: Invocation, runner: Runner, scope: Scope): boolean {
  if (call.path[1] !== 'hook') return false
  const at = call.words.findIndex(({ text }) => text === '--home' || text.startsWith('--home='))
  const home =
    at < 0 ? undefined : call.words[at]?.text === '--home' ? call.words[at + 1] : fieldFrom(call.words[at] as Field, 7)
  const places = home === undefined ? [] : pathTargets(home, scope, runner)
  return places.length > 0 && places.every(({ target, certain }) => certain && target.class !== 'safety_control')
}

/** Actions that only look, by area; the empty one where the area by itself does. */
const LOOKING: Readonly<Record<string, readonly string[]>> = {
  session: ['', 'list', 'show', 'limits', 'constraints'],
  checkpoint: ['', 'list', 'show', 'diff', 'status'],
  config: ['', 'show', 'validate', 'schema', 'path'],
  allow: ['list'],
  feedback: ['list', 'show'],
  keys: ['', 'status'],
  trust: ['', 'list'],
  rules: ['', 'list', 'show', 'test'],
  human: ['', 'status'],
  policy: ['', 'status', 'compare'],
}

/** What makes a command that looks one that changes. */
const CHANGING_FLAGS = [
  '--reset',
  '--add',
  '--drop',
  '--apply',
  '--remove',
  '--write',
  '--false-positive',
  '--missed',
  '--confirmed',
]

function looks(call: Invocation): boolean {
  const [, area = ''] = call.path
  const action = call.args[0]
  const words = call.words.map(field => field.text)
  const changes = words.some(word => CHANGING_FLAGS.some(flag => word === flag || word.startsWith(`${flag}=`)))
  if (area === 'tune' || area === 'import') return !changes
  // What is configured is sent in any case; another destination, or none, is for a person to choose.
  if (area === 'ship') return !words.some(word => /^--(to|forget)(=|$)/.test(word))
  // A trial of a policy changes nothing; what is signed with a key of the organisation is for a person to publish.
  if (area === 'policy' && action?.text === 'publish') return words.includes('--dry-run')
  // Of the record, only what shortens it comes here.
  if (/^(init|setup|upgrade|uninstall|audit)$/.test(area)) return words.includes('--dry-run') && !changes
  const looking = Object.hasOwn(LOOKING, area) ? LOOKING[area] : undefined
  return looking !== undefined && !changes && looking.includes(action?.text ?? '')
}

/** A word that is not known may be any of those commands. */
const reviewerUnknown: ProgramHandler = (call, runner, scope) => {
  const first = call.words.find(({ text }) => !text.startsWith('-'))
  if (first && !isKnown(first.text))
    emitNamed('write', { class: 'safety_control', value: 'reviewer' }, call, runner, scope, {
      severity: 'critical',
      certain: false,
      details: { human_only: true },
    })
  return UNKNOWN
}

export const AGENT_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  'agent-client': client,
  reviewer,
  'reviewer-unknown': reviewerUnknown,
}
