/** What a call is for, whatever its spelling. */
import type { Action, Call, Effect, Role } from '../model/action.ts'
import { asksForState, isFilterCall, leadsTo, programOf, roleOfCall } from './calls.ts'

/** A line with several commands is for the first of these that it has. */
const ORDER: readonly Role[] = ['test', 'check', 'run', 'install', 'change', 'watch', 'probe', 'look']
/** What a script runs tells what the script is for only where it is one of these. */
const TELLING: readonly Role[] = ['test', 'check', 'install']

const BY_TOOL: Readonly<Record<string, Role>> = {
  Read: 'look',
  Grep: 'probe',
  Glob: 'probe',
  LSP: 'probe',
  LS: 'probe',
  WebFetch: 'look',
  WebSearch: 'look',
  Write: 'change',
  Edit: 'change',
  MultiEdit: 'change',
  NotebookEdit: 'change',
}

/** What an action is for. */
export function roleOf(action: Action): Role {
  if (action.command === undefined) return roleOfTool(action)
  const { calls = [] } = action
  const roles = new Set<Role>()
  const waits = calls.some(call => programOf(call) === 'sleep')
  for (const [at, call] of calls.entries()) {
    const next = calls[at + 1]
    if (isFilterCall(call) || (leadsTo(call, next) && !next?.scripted)) continue
    const role = waits ? afterWaiting(call) : roleOfCall(call)
    if (!call.scripted || TELLING.includes(role)) roles.add(role)
  }
  const role = ORDER.find(each => roles.has(each))
  if (role && role !== 'probe' && role !== 'look' && role !== 'watch') return role
  if (action.effects.some(changesFiles)) return 'change'
  return role ?? (/^\s*(?:!\s*)?\[\[/.test(action.command) ? 'probe' : 'other')
}

/** Who sleeps first waits for something: what only looks then asks whether it has come. */
function afterWaiting(call: Call): Role {
  const role = roleOfCall(call)
  return role === 'probe' || role === 'look' || asksForState(call) || onlyAsks(call) ? 'watch' : role
}

/** A server is asked whether it answers; nothing is sent to it. */
function onlyAsks(call: Call): boolean {
  if (!/^(?:curl|wget|http|xh)$/.test(programOf(call))) return false
  return !call.words.some(word =>
    /^(?:-d|-F|-T|--data.*|--form.*|--upload-file|--json|--post.*|POST|PUT|PATCH|DELETE)$/.test(word),
  )
}

/** Notes in a directory for temporary files change nothing that counts. */
function changesFiles({ verb, target }: Effect): boolean {
  return (
    target.kind === 'path' && target.class !== 'temp' && (verb === 'write' || verb === 'delete' || verb === 'metadata')
  )
}

function roleOfTool({ tool, effects }: Action): Role {
  if (Object.hasOwn(BY_TOOL, tool)) return BY_TOOL[tool] ?? 'other'
  if (effects.some(changesFiles)) return 'change'
  return effects.some(({ verb, target }) => verb === 'read' && target.kind === 'path') ? 'look' : 'other'
}
