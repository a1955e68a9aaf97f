/** Command lines of Claude Code and of the reviewer itself. */
import type { Detail } from '../../model.ts'
import { emitNamed, word } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Program } from '../runner.ts'
import { NOTHING, UNKNOWN } from '../value.ts'

const LOOKS = /^(list|ls|get|get-json|show|status|help|serve|validate|details?)$/

/** Another Claude Code: its settings change what guards it, and it may run without what guards this one. */
const claude: Program = (call, runner, scope) => {
  if (call.flags.has('help') || call.flags.has('version')) return NOTHING
  const words = call.args.map(arg => arg.text)
  const [area = '', action = ''] = words
  const named = words[1] === 'marketplace' ? (words[2] ?? 'list') : action
  if (/^(mcp|config|plugin|plugins|hooks|settings)$/.test(area)) {
    if (named === '' || LOOKS.test(named)) return UNKNOWN
    const touches = touchesOf(area, named, words)
    const severity = touches.includes('hooks') ? 'critical' : 'high'
    const details = { settings: true, touches }
    emitNamed(
      'write',
      { class: 'safety_control', value: `claude ${area}` },
      call,
      runner,
      scope,
      { severity, details },
      call.args[0],
    )
    return UNKNOWN
  }
  if (/^(update|upgrade|doctor|install|migrate-installer|setup-token|login|logout|auth|--version)$/.test(area))
    return UNKNOWN
  const mode = call.options.get('mode')?.at(-1)?.text
  const unguarded =
    call.flags.has('bare') ||
    call.flags.has('skip_permissions') ||
    mode === 'bypassPermissions' ||
    call.options.has('settings') ||
    ['CLAUDE_CONFIG_DIR', 'HOME', 'XDG_CONFIG_HOME', 'CLAUDE_CODE_SIMPLE'].some(
      name => scope.environment.has(name) || scope.variables.has(name),
    )
  const details: Readonly<Record<string, Detail>> = { agent: true, known: true, ...(unguarded && { bare: true }) }
  emitNamed(
    'execute',
    { value: 'claude' },
    call,
    runner,
    scope,
    { severity: unguarded ? 'high' : 'medium', details },
    word('claude'),
  )
  return UNKNOWN
}

function touchesOf(area: string, action: string, words: readonly string[]): readonly string[] {
  if (area === 'mcp') return ['mcp']
  if (/^plugins?$/.test(area))
    return /^(uninstall|remove|rm|disable)$/.test(action) ? ['hooks', 'plugins'] : ['plugins']
  const key = words[2] ?? ''
  return /hook|apiKeyHelper|statusLine|^env|disable/i.test(key) || area === 'hooks'
    ? ['hooks', 'env', 'switches']
    : ['other']
}

/** Commands of the reviewer that only a person may use; the others look. */
const reviewer: Program = (call, runner, scope) => {
  if (call.flags.has('help') || looks(call)) return UNKNOWN
  const value = call.path.slice(1).join(' ')
  emitNamed('write', { class: 'safety_control', value: `reviewer ${value}` }, call, runner, scope, {
    severity: 'critical',
    details: { human_only: true },
  })
  return UNKNOWN
}

/** Actions that only look, by area; the empty one where the area by itself does. */
const LOOKING: Readonly<Record<string, readonly string[]>> = {
  session: ['', 'list', 'show', 'limits', 'constraints'],
  checkpoint: ['', 'list', 'show', 'diff', 'status'],
  config: ['', 'show', 'validate', 'schema', 'path'],
  feedback: ['list', 'show'],
  keys: ['', 'status'],
  trust: ['', 'list'],
  human: ['', 'status'],
}

/** What makes a command that looks one that changes. */
const CHANGING_FLAGS = [
  '--reset',
  '--add',
  '--drop',
  '--apply',
  '--remove',
  '--false-positive',
  '--missed',
  '--confirmed',
]

function looks(call: Invocation): boolean {
  const [, area = ''] = call.path
  const action = call.args[0]
  const words = call.words.map(field => field.text)
  const changes = words.some(word => CHANGING_FLAGS.some(flag => word === flag || word.startsWith(`${flag}=`)))
  if (area === 'tune') return !changes
  // Of the record, only what shortens it comes here.
  if (area === 'init' || area === 'audit') return words.includes('--dry-run') && !changes
  const looking = Object.hasOwn(LOOKING, area) ? LOOKING[area] : undefined
  return looking !== undefined && !changes && looking.includes(action?.text ?? '')
}

export const AGENT_PROGRAMS: Readonly<Record<string, Program>> = { claude, reviewer }
