/** MCP tools and tools of later clients: nobody describes them, but their names and inputs say something. */
import type { Effect, Target } from '../model.ts'
import type { Json } from '../protocol/event.ts'
import { understand } from '../shell/understand.ts'
import { classifyPath } from '../targets/classify.ts'
import { makeEffect, target } from '../targets/effect.ts'
import { isInside } from '../targets/path.ts'
import { path, type ToolContext, type ToolDescription, text } from './action.ts'
import { isSettings } from './settings.ts'

/** What such a tool does is not known; what its input says outright counts as if it were typed. */
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
    effects: [effect, ...pathsNamed(input, context, tool), ...commandsNamed(input, context, tool), ...destroyed(tool)],
    signature: `${tool} ${JSON.stringify(input).slice(0, 200)}`,
  }
}

/** Words in the name of a tool that say what it does with a path. */
const READS =
  /(^|[_-])(read|get|list|search|stat|view|find|grep|tree|info|head|tail|cat|open|show|fetch|query)([_-]|$)/i
const WRITES =
  /(^|[_-])(write|edit|create|append|update|insert|replace|patch|save|put|move|rename|copy|delete|remove|set)([_-]|$)/i

const DELETES = /(^|[_-])(delete|remove|rmdir|unlink|trash)([_-]|$)/i
const RUNS = /(^|[_-])(run|exec|execute|shell|bash|terminal|command|cmd|process|spawn)([_-]|$)/i
/** What is gone for everyone, and with it all that it holds. */
const DESTROYS =
  /(^|[_-])(delete|destroy|drop|purge|terminate)[_-](\w+[_-])?(repo|repository|project|database|db|bucket|cluster|namespace|volume|instance|stack|app|site|table|collection)([_-]|$)/i

/** Parameters that hold text, which may begin like a path. */
const IS_TEXT = /^(contents?|text|body|data|message|prompt|query|pattern|((old|new)_?(text|str(ing)?|content)))$/i

/** A path that is given to a tool that nobody knows: what its name says is done there, and with the guard the worst. */
function pathsNamed(input: Json, context: ToolContext, tool: string): readonly Effect[] {
  const name = nameOf(tool)
  const verb = WRITES.test(name) ? 'write' : READS.test(name) ? 'read' : undefined
  const values = Object.entries(input).flatMap(([key, value]) => (IS_TEXT.test(key) ? [] : value))
  return values.flatMap(value => {
    if (typeof value !== 'string' || !/^[~/.]/.test(value) || value.includes('\n')) return []
    const on = classifyPath(path({ value }, 'value', context), context)
    const details = { tool: true }
    if (on.class === 'safety_control') return verb === 'read' ? [] : [controlNamed(on, verb === 'write', context)]
    if (DELETES.test(name)) return [makeEffect({ verb: 'delete', target: on, recursive: true, details })]
    const isGrave = verb === 'write' ? on.class === 'persistence' : verb === 'read' && on.class === 'secret'
    const isFile = verb === 'write' && isOfFiles(tool)
    return verb !== undefined && (isGrave || isFile) ? [makeEffect({ verb, target: on, details })] : []
  })
}

/** A tool for the files of this machine, by its own name or its server's. */
function isOfFiles(tool: string): boolean {
  const server = /^mcp__(.+?)__/.exec(tool)?.[1] ?? ''
  if (AWAY.test(server)) return false
  if (/(^|[_-])(files?|notebook|directory|folder)([_-]|$)/i.test(nameOf(tool))) return true
  return /^(?:[\w-]*[_-])?(?:file-?systems?|files?|fs|disk|desktop[_-]commander|text[_-]?editor)$/i.test(server)
}

/** Servers whose paths lie in a repository or a store of somebody else's. */
const AWAY = /github|gitlab|bitbucket|gitea|s3|drive|dropbox|box|sharepoint|notion|confluence|ssh|sftp|remote/i

/** The review's own files are changed by nobody in a session; of other settings it is not known what would change. */
function controlNamed(on: Target, isWritten: boolean, { facts }: ToolContext): Effect {
  const isOwn = isWritten && !isSettings(on.value) && facts.safety_control.some(control => isInside(on.value, control))
  const more = isOwn ? {} : ({ certain: false, severity: 'high' } as const)
  return makeEffect({ verb: 'write', target: on, ...more, details: { tool: true } })
}

/** The tool's own name, its words apart. */
function nameOf(tool: string): string {
  return tool.replace(/^mcp__.+?__/, '').replace(/([a-z])([A-Z])/g, '$1_$2')
}

/** A shell command for a tool that runs one, and SQL for whoever takes it. */
function commandsNamed(input: Json, context: ToolContext, tool: string): readonly Effect[] {
  const named = ['command', 'cmd', 'script', 'shell_command'].map(key => text(input, key)).find(value => value !== '')
  const sql = ['sql', 'query', 'statement'].map(key => text(input, key)).find(value => STATEMENT.test(value))
  const commands = [
    ...(named !== undefined && RUNS.test(nameOf(tool)) ? [named] : []),
    ...(sql !== undefined && TAKES_SQL.test(nameOf(tool)) ? [`psql -c '${sql.replaceAll("'", "'\\''")}'`] : []),
  ]
  return commands
    .flatMap(command => understand(command, context).effects)
    .map(({ span: _span, flags: _flags, ...effect }) => effect)
}

const TAKES_SQL = /(^|[_-])(query|sql|execute|exec|run|statement|mutate)([_-]|$)/i
const STATEMENT = /^\s*(drop|truncate|delete|update|alter|grant|revoke)\s/i

function destroyed(tool: string): readonly Effect[] {
  if (!DESTROYS.test(nameOf(tool))) return []
  const on = target('resource', nameOf(tool), 'remote')
  return [makeEffect({ verb: 'infrastructure', target: on, certain: false, details: { tool: true, destroys: true } })]
}
