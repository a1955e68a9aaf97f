/** The tools that reach the network, other agents, the calendar, or nothing at all; and those nobody knows. */
import type { Effect, Intent, Target } from '../model.ts'
import type { Json } from '../protocol/event.ts'
import { tokenIn } from '../redact/formats.ts'
import { network } from '../shell/network.ts'
import { classifyPath } from '../targets/classify.ts'
import { makeEffect, target } from '../targets/effect.ts'
import { isInside } from '../targets/path.ts'
import { type Described, path, type ToolContext, type ToolDescription, text } from './action.ts'
import { isSettings } from './settings.ts'

export const webFetch: ToolDescription = input => {
  const url = text(input, 'url')
  // What stands before an @ tells the server who comes.
  const kind = tokenIn(url.replace(/^([a-z]+:\/\/)[^/?#@]*@/i, '$1'))
  const carries = kind === undefined ? {} : { carries: `a ${kind.toLowerCase().replaceAll('_', ' ')} in the address` }
  const effect = makeEffect({
    verb: kind === undefined ? 'receive' : 'send',
    target: target('url', url, 'network'),
    details: { tool: true, ...network('url', url), ...carries },
  })
  return { type: 'network_request', intent: 'network_request', effects: [effect], signature: `WebFetch ${url}` }
}

export const webSearch: ToolDescription = input => {
  const query = text(input, 'query')
  const effect = makeEffect({
    verb: 'receive',
    target: target('none', 'search', 'network'),
    details: { tool: true, search: true },
  })
  return { type: 'network_request', intent: 'network_request', effects: [effect], signature: `WebSearch ${query}` }
}

/** Work handed to another agent: each of its calls is reviewed by itself. */
export const delegate: ToolDescription = (input, _context, tool) =>
  plain(
    tool,
    'delegation',
    [makeEffect({ verb: 'resource', target: target('resource', 'agent'), details: { delegates: true } })],
    text(input, 'prompt') || text(input, 'description'),
  )

/** A prompt that will run later, when nobody may be looking. */
export const schedule: ToolDescription = (input, _context, tool) =>
  plain(
    tool,
    'schedule',
    [makeEffect({ verb: 'process', target: target('resource', tool, 'persistence'), details: { schedules: tool } })],
    text(input, 'prompt'),
  )

/** Wakes this session up again: nothing outlives it. */
export const wakeUp: ToolDescription = (input, _context, tool) =>
  plain(tool, 'schedule', [makeEffect({ verb: 'resource', target: target('resource', tool) })], text(input, 'prompt'))

export const worktree: ToolDescription = (input, context, tool) => {
  const removes = tool === 'ExitWorktree' && text(input, 'action') === 'remove'
  const where = classifyPath(path(input, 'path', context), context)
  const effects: Effect[] = removes
    ? [makeEffect({ verb: 'delete', target: { ...where, class: 'session_made' }, details: { tool: true } })]
    : []
  return plain(tool, 'unknown', effects, text(input, 'name') || text(input, 'path'))
}

/** Tools that only speak with the client: lists of tasks, plans, questions. */
export const harmless: ToolDescription = (input, _context, tool) =>
  plain(tool, 'unknown', [], JSON.stringify(input).slice(0, 200))

/** MCP tools and tools of later clients: what they do is not known. */
export const unknown: ToolDescription = (input, context, tool) => {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1]
  const effect = makeEffect({
    verb: 'execute',
    target: target('resource', tool),
    certain: false,
    details: server === undefined ? { unknown_tool: true } : { mcp: server },
  })
  return {
    type: 'tool_use',
    intent: 'unknown',
    effects: [effect, ...pathsNamed(input, context, tool)],
    signature: `${tool} ${JSON.stringify(input).slice(0, 200)}`,
  }
}

function plain(tool: string, intent: Intent, effects: readonly Effect[], about: string): Described {
  return { type: 'tool_use', intent, effects, signature: `${tool} ${about}` }
}

/** Words in the name of a tool that say what it does with a path. */
const READS =
  /(^|[_-])(read|get|list|search|stat|view|find|grep|tree|info|head|tail|cat|open|show|fetch|query)([_-]|$)/i
const WRITES =
  /(^|[_-])(write|edit|create|append|update|insert|replace|patch|save|put|move|rename|copy|delete|remove|set)([_-]|$)/i

/** Parameters that hold text, which may begin like a path. */
const IS_TEXT = /^(contents?|text|body|data|message|prompt|query|pattern|((old|new)_?(text|str(ing)?|content)))$/i

/** A path that is given to a tool that nobody knows: what its name says is done there, and with the guard the worst. */
function pathsNamed(input: Json, context: ToolContext, tool: string): readonly Effect[] {
  const name = tool.replace(/^mcp__.+?__/, '').replace(/([a-z])([A-Z])/g, '$1_$2')
  const verb = WRITES.test(name) ? 'write' : READS.test(name) ? 'read' : undefined
  const values = Object.entries(input).flatMap(([key, value]) => (IS_TEXT.test(key) ? [] : value))
  return values.flatMap(value => {
    if (typeof value !== 'string' || !/^[~/.]/.test(value) || value.includes('\n')) return []
    const on = classifyPath(path({ value }, 'value', context), context)
    const details = { tool: true }
    if (on.class === 'safety_control') return verb === 'read' ? [] : [controlNamed(on, verb === 'write', context)]
    const isGrave = verb === 'write' ? on.class === 'persistence' : verb === 'read' && on.class === 'secret'
    return verb !== undefined && isGrave ? [makeEffect({ verb, target: on, details })] : []
  })
}

/** The review's own files are changed by nobody in a session; of other settings it is not known what would change. */
function controlNamed(on: Target, isWritten: boolean, { facts }: ToolContext): Effect {
  const isOwn = isWritten && !isSettings(on.value) && facts.safety_control.some(control => isInside(on.value, control))
  const more = isOwn ? {} : ({ certain: false, severity: 'high' } as const)
  return makeEffect({ verb: 'write', target: on, ...more, details: { tool: true } })
}
