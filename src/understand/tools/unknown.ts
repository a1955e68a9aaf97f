/** MCP tools and tools of later clients: nobody describes them, but their names and inputs say something. */

import { isInside, resolvePath } from '../../common/path.ts'
import type { Effect, Intent, Target } from '../../model/action.ts'
import type { Json } from '../../model/event.ts'
import { loadServerTools } from '../on-demand.ts'
import { classifyPath, isCredential } from '../paths/classify.ts'
import { makeEffect, target } from '../paths/effect.ts'
import { hostOf, isLocalHost } from '../shell/network.ts'
import { understand } from '../shell/understand.ts'
import { secretsBelow } from '../shell/walked.ts'
import { absolute, type ToolContext, type ToolDescription } from './action.ts'
import { secretInAddress, secretInText } from './given-secrets.ts'
import { isRehearsal, operationEffects } from './named-operations.ts'
import { changesByName, type NamedProduction, productionNamed, statementsThere } from './named-production.ts'
import { pageEffects } from './page-code.ts'
import { codeIn, isElsewhere, isTerminal, type ParameterCode, shellQuoted, type ToolNames } from './parameter-code.ts'
import { isPathKey, placesIn } from './parameter-paths.ts'
import { isTextKey, type NamedParameter, type Parameters, parametersIn } from './parameters.ts'
import type { DescribedCall } from './servers.ts'
import { isSettings, touchedBy } from './settings.ts'
import { writtenEffects } from './written-files.ts'

/** What such a tool does is not known; what its input says outright counts as if it were typed. */
export const unknown: ToolDescription = ({ input, form, tool }, context) => {
  const { server } = form
  const parameters = parametersIn(input)
  const production = productionNamed(parameters, context)
  const names = { tool, server: server ?? '', name: nameOf(form.operation ?? tool) }
  const call: Call = { input, parameters, context, ...names, ...(production && { production }) }
  const described: Partial<DescribedCall> =
    server === undefined || isRehearsal(input) ? {} : loadServerTools().describedCall(input, call)
  const parts = [
    pathsNamed(call),
    secretsSent(call),
    secretsTold(call),
    commandsNamed(call, described.commands),
    operationsNamed(call, described),
    textsNamed(call),
  ]
  const isWhole = parameters.isWhole && parts.every(part => part.isWhole)
  const effects = parts.flatMap(part => part.effects)
  const effect = makeEffect({
    verb: 'execute',
    target: target('resource', tool),
    certain: false,
    details: {
      ...(server === undefined ? { unknown_tool: true } : { mcp: server }),
      ...(!isWhole && { unread_parameters: true }),
      ...(production && changesThere(call) && { changes: true, production: production.name }),
    },
  })
  return {
    type: 'tool_use',
    intent: intentOf(effects),
    ...(!isWhole && { unreadable: ['it holds more parameters than are looked at'] }),
    effects: [effect, ...effects],
    signature: `${tool} ${JSON.stringify(input).slice(0, 200)}`,
  }
}

/** What its name and its paths say that it is for. */
function intentOf(effects: readonly Effect[]): Intent {
  const onFiles = effects.filter(({ target }) => target.kind === 'path')
  if (onFiles.some(({ verb }) => verb === 'delete')) return 'file_deletion'
  const written = onFiles.find(({ verb }) => verb === 'write')
  if (!written) return 'unknown'
  return written.details.overwrites === false ? 'file_creation' : 'file_modification'
}

interface Call extends ToolNames {
  readonly input: Json
  readonly parameters: Parameters
  readonly context: ToolContext
  readonly production?: NamedProduction
}

/** What is given as a command or as a statement tells by itself what it changes. */
function changesThere(call: Call): boolean {
  const { input, parameters, production } = call
  const isTold =
    codeIn(input, parameters, call).length > 0 || (production && statementsThere(parameters, production).length > 0)
  return !isTold && changesByName(call, parameters)
}

/** What a part of an input says that the call does. */
interface Said {
  readonly effects: readonly Effect[]
  /** Whether all of that part was looked at. */
  readonly isWhole: boolean
}

/** Different paths, commands or statements of one call that are judged. No model writes as many into one call. */
const MOST_JUDGED = 1000

/** What each of them does, without those that repeat another by `identity`. */
function judgeEach<T>(all: readonly T[], identity: (one: T) => string, judge: (one: T) => readonly Effect[]): Said {
  const different = [...new Map(all.map(one => [identity(one), one])).values()]
  return { effects: different.slice(0, MOST_JUDGED).flatMap(judge), isWhole: different.length <= MOST_JUDGED }
}

/** Words in the name of a tool that say what it does with a path. */
const READS =
  /(^|[_-])(read|get|list|search|stat|view|find|grep|tree|info|head|tail|cat|open|show|fetch|query)([_-]|$)/i
const WRITES =
  /(^|[_-])(write|edit|create|append|apply|update|insert|replace|patch|save|put|move|rename|copy|delete|remove|rm|rmtree|set)([_-]|$)/i

/** What is copied out of a container or another machine is read there, and written here. */
const FETCHES = /(^|[_-])((copy|cp|get|fetch|pull|read)[_-](\w+[_-])?from|download|sftp[_-]get)([_-]|$)/i
const INTO = /^(to|into|dest|destination|local|target|output|out|save)/i

const DELETES = /(^|[_-])(delete|remove|rm|rmtree|rmdir|unlink|trash)([_-]|$)/i

/** A path that is given to a tool that nobody knows: what its name says is done there, and with the reviewer the worst. */
function pathsNamed(call: Call): Said {
  const { input, parameters, context } = call
  const named = [...parameters.texts, ...joinedNames(parameters)].flatMap(parameter => {
    const { key, value } = parameter
    if (isTextKey(key) || value === '' || value.includes('\n')) return []
    if (!MAY_BE_PATH.test(value.trim()) && !isPathKey(key)) return []
    return [{ parameter, manner: mannerOf(parameter, input, call) }]
  })
  return judgeEach(
    named,
    ({ parameter, manner }) => JSON.stringify([parameter.key, parameter.value, manner]),
    ({ parameter, manner }) =>
      placesIn(parameter.value, context).flatMap((place, index) =>
        placeNamed(place, index === 0, parameter, manner, context),
      ),
  )
}

/** A file with secrets, given by its path to a tool that sends what it is given: its contents leave the machine. */
function secretsSent({ parameters, context, tool, server, name }: Call): Said {
  const sends = SENDS.test(name) || SENDS_FILES.test(server)
  const files = parameters.texts.filter(({ key, value }) => {
    const isNamed = isPathKey(key) || IS_ATTACHMENT.test(key) || IS_SOURCE.test(key)
    const isFile = isNamed || /^(file:|(~|\.{0,2})\/)/i.test(value)
    // `@path` stands for the file in what else is a text.
    const isMeant = /^@\S+$/.test(value) || (isFile && !isTextKey(key))
    return sends && isMeant && !value.includes('\n') && value !== ''
  })
  return judgeEach(
    files,
    ({ value }) => value,
    ({ value }) => {
      const places = placesIn(value.replace(/^@/, ''), context)
      const [place] = places.flatMap(each => (isCredential(each, context) ? each : secretOf(each, context)))
      if (place === undefined) return []
      const on = target('resource', tool, 'remote')
      return [makeEffect({ verb: 'send', target: on, details: { tool: true, carries: place } })]
    },
  )
}

/** A secret below a directory, which goes along with it; what git holds is no secret any more. */
function secretOf(path: string, context: ToolContext): readonly string[] {
  if (context.facts.path(path).type !== 'directory') return []
  return secretsBelow(path, context).filter(each => !/^(clean|modified)$/.test(context.facts.git(each)))
}

/** Names of tools that give to others what they are given, and of servers that do nothing else. */
const SENDS =
  /(^|[_-])(upload|uploads|attach|attachment|send|post|publish|share|email|mail|message|request|import|transfer|sync|submit|put)([_-]|$)/i
const SENDS_FILES = /(^|[_-])(http|fetch|slack|gmail|mail|email|drive|dropbox|s3|discord|telegram|pastebin)([_-]|$)/i
/** Where what is sent comes from. */
const IS_SOURCE = /^(local|source|src|from|local_?(path|file)|input)$/i
const IS_ATTACHMENT = /attachments?$|^(blob|upload|media|document|image)s?$/i

/** A secret that stands in what a tool gives to others: a message, a page, an address. */
function secretsTold({ parameters, context: { secrets }, tool, server, name }: Call): Said {
  const isTold = (SENDS.test(name) || TELLS.test(name) || SENDS_FILES.test(server)) && !STAYS.test(`${server}_${name}`)
  if (!isTold) return { effects: [], isWhole: true }
  const texts = parameters.texts
    .filter(({ key, value }) => value.length >= SHORTEST_SECRET && !AUTHENTICATES.test(key))
    .slice(0, MOST_TEXTS)
  for (const { value } of texts) {
    const isAddress = /^https?:\/\/\S+$/.test(value)
    const host = isAddress ? hostOf(value) : undefined
    if (host !== undefined && isLocalHost(host)) continue
    const kind = isAddress ? secretInAddress(value, secrets) : secretInText(value, secrets)
    if (kind === undefined) continue
    const on = target('resource', tool, 'remote')
    const carries = `a ${kind.replaceAll('-', ' ')}`
    return { effects: [makeEffect({ verb: 'send', target: on, details: { tool: true, carries } })], isWhole: true }
  }
  return { effects: [], isWhole: true }
}

/** Names of tools that write where others read, or that go where they are told. */
const TELLS =
  /(^|[_-])(create|update|add|append|edit|comment|reply|note|issue|page|gist|snippet|ticket|card|document|navigate|goto|open|visit|browse|fetch|request|scrape|crawl|search|ask|chat|complete|completion)([_-]|$)/i
/** What stays on this machine, or is made to keep secrets. */
const STAYS =
  /(^|[_-])(file-?systems?|fs|disk|text[_-]?editor|memory|sqlite|terminal|shell|bash|local|secrets?|vault|keychain|credentials?|env|environment|variables?|login|sign[_-]?in|auth|connect|1password|bitwarden)([_-]|$)/i
/** Parameters by which the tool itself is let in. */
const AUTHENTICATES =
  /(token|api_?key|password|passwd|secret|authorization|credential|cookie|connection_?string|dsn)s?$/i
const SHORTEST_SECRET = 12
const MOST_TEXTS = 100

const MAY_BE_PATH = /^[~/.$%\\]|^["']?[\w+.-]+:\//

/** What is done with a path, by the names of the tool and of the operation that it stands in. */
interface PathManner {
  readonly verb: 'read' | 'write' | undefined
  readonly deletes: boolean
  readonly ofFiles: boolean
  /** Its paths are those of another machine or a store. */
  readonly isAway: boolean
}

function mannerOf({ key, beside }: NamedParameter, input: Json, call: Call): PathManner {
  const said = OPERATION.map(each => text(beside, each)).filter(each => /^[a-z_-]{2,40}$/i.test(each))
  const name = [call.name, ...said.map(each => each.replace(/([a-z])([A-Z])/g, '$1_$2'))].join('_')
  return {
    verb:
      FETCHES.test(name) && !INTO.test(key)
        ? 'read'
        : WRITES.test(name)
          ? 'write'
          : READS.test(name)
            ? 'read'
            : undefined,
    deletes: DELETES.test(name) && input.dry_run !== true,
    ofFiles: isOfFiles(call),
    isAway: AWAY.test(call.server),
  }
}

/** `isWritten`: as the path is written, not in another spelling that a program may take it for. */
function placeNamed(
  place: string,
  isWritten: boolean,
  { key, value, beside }: NamedParameter,
  { verb, deletes, ofFiles, isAway }: PathManner,
  context: ToolContext,
): readonly Effect[] {
  const on = classifyPath(place, context)
  if (on.class === 'safety_control') return verb === 'read' ? [] : [controlNamed(on, verb === 'write', beside, context)]
  const details = { tool: true }
  const isHere = isWritten && (/^[~/.]|^file:/i.test(value) || (deletes && isPathKey(key)))
  if (deletes) return isHere ? [makeEffect({ verb: 'delete', target: on, recursive: true, details })] : []
  const isGrave = verb === 'write' ? on.class === 'persistence' : verb === 'read' && on.class === 'secret'
  const isFile = verb === 'write' && isHere && ofFiles
  if (verb !== undefined && (isGrave || isFile)) return [makeEffect({ verb, target: on, details })]
  const own = verb === 'write' && !isAway && isPathKey(key) ? protectedAt(place, value, context) : undefined
  return own === undefined ? [] : [makeEffect({ verb: 'write', target: classifyPath(own, context), details })]
}

/** What the user protects, also by a path that starts where the project does. */
function protectedAt(place: string, value: string, { facts, projectRoot }: ToolContext): string | undefined {
  return [place, resolvePath(projectRoot, value.trim())].find(each => facts.declared.protection(each) !== undefined)
}

/** Parameters that say what an operation does. */
const OPERATION = ['op', 'type', 'action', 'operation', 'method', 'tool', 'tool_name', 'command']

/** A directory and a name in it, given apart. */
function joinedNames({ texts }: Parameters): readonly NamedParameter[] {
  const directories = texts.filter(({ key }) => IS_DIRECTORY.test(key))
  const names = texts.filter(({ key }) => IS_NAME.test(key))
  // One more of each than is judged, so that it shows that there are more.
  return directories
    .slice(0, MOST_JUDGED + 1)
    .flatMap(({ value: directory, beside }) =>
      names.slice(0, MOST_JUDGED + 1).map(({ value }) => ({ key: 'path', value: `${directory}/${value}`, beside })),
    )
}

const IS_DIRECTORY = /(^|_)(dir|directory|folder|parent|cwd|root|base)(_?path)?$/i
const IS_NAME = /^(name|file|file_?name|relative_?path|path)$/i

const FILE_SERVER = /^(?:[\w-]*[_-])?(?:file-?systems?|files?|fs|disk|desktop[_-]commander|text[_-]?editor)$/i

/** A tool for the files of this machine, by its own name or its server's. */
function isOfFiles({ name, server }: Call): boolean {
  if (AWAY.test(server)) return false
  if (/(^|[_-])(files?|notebook|directory|folder)([_-]|$)/i.test(name)) return true
  return FILE_SERVER.test(server)
}

/** A path that is there on this machine, or a server for nothing else: what becomes of it its own effect says. */
function namesFile({ parameters, context, server }: Call): boolean {
  if (FILE_SERVER.test(server)) return true
  return parameters.texts.some(
    ({ key, value }) =>
      isPathKey(key) && placesIn(value, context).some(place => context.facts.path(place).type !== 'missing'),
  )
}

/** Servers whose paths lie in a repository or a store of somebody else's. */
const AWAY = /github|gitlab|bitbucket|gitea|s3|drive|dropbox|box|sharepoint|notion|confluence|ssh|sftp|remote/i

/** The review's own files are changed by nobody in a session; of other settings, what would change where that is said. */
function controlNamed(on: Target, isWritten: boolean, beside: Json, { facts }: ToolContext): Effect {
  const isOwn =
    isWritten && !isSettings(on.value, facts.agent) && facts.safety_control.some(control => isInside(on.value, control))
  const content = ['content', 'contents', 'text', 'data'].map(key => text(beside, key)).find(value => value !== '')
  const touched =
    isWritten && isSettings(on.value, facts.agent) && content !== undefined
      ? touchedBy(facts.text(on.value), content, facts.agent)
      : []
  const switches = touched.some(key => key !== 'unreadable')
  const more = isOwn || switches ? {} : ({ certain: false, severity: 'high' } as const)
  return makeEffect({ verb: 'write', target: on, ...more, details: { tool: true } })
}

/** The words of a name apart. */
function nameOf(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2')
}

/** A shell command for a tool that runs one, SQL for whoever takes it, and files that change their place. */
function commandsNamed(call: Call, described: readonly ParameterCode[] = []): Said {
  const { input, parameters, context, name, production } = call
  const code = codeIn(input, parameters, call)
  const [from, to] = MOVES.test(name)
    ? [FROM, TO].map(keys => parameters.texts.find(({ key }) => keys.test(key))?.value)
    : []
  const commands: readonly ParameterCode[] = [
    ...code,
    ...(production ? statementsThere(parameters, production) : []),
    ...(production?.isMachine ? code.map(each => onMachine(production.name, each)) : []),
    ...(from !== undefined && to !== undefined
      ? [{ command: `mv ${shellQuoted(absolute(from, context))} ${shellQuoted(absolute(to, context))}` }]
      : []),
    ...statementsNamed(parameters, name).map(sql => ({ command: `psql -c ${shellQuoted(sql)}` })),
    ...typed(call),
    ...described,
    ...requestsNamed(input),
  ]
  return judgeEach(commands, JSON.stringify, ({ command, cwd, language, maybe }) => {
    const at = production === undefined ? context : { ...context, destinations: [production.name] }
    const around = cwd === undefined ? at : { ...at, cwd: directoryHere(cwd, context) }
    const { effects } = understand(command, around, language)
    return effects
      .filter(effect => !maybe || isGraveAnywhere(effect))
      .map(({ span: _span, flags: _flags, ...effect }) => effect)
  })
}

/** A directory as a server names it. One that runs in a container sees the project under another name. */
function directoryHere(named: string, context: ToolContext): string {
  const directory = absolute(named, context)
  return context.facts.path(directory).type === 'missing' ? context.projectRoot : directory
}

/** What no honest text does, whatever it is for. */
function isGraveAnywhere({ verb, severity, details }: Effect): boolean {
  return severity === 'critical' || (verb === 'execute' && /^(network|decoded)$/.test(String(details.origin ?? '')))
}

/** `{ server: 'web1', command: 'git pull' }`: the command runs there, if it does not already say so. */
function onMachine(name: string, code: ParameterCode): ParameterCode {
  return code.command.startsWith('ssh ')
    ? code
    : { ...code, command: `ssh ${shellQuoted(name)} ${shellQuoted(code.command)}` }
}

/** What is typed into a terminal is a command; where it is not known where it is typed, what no honest line does counts. */
function typed({ input, name, tool, server }: Call): readonly ParameterCode[] {
  if (!TYPES.test(name) || isElsewhere(tool)) return []
  const isSure = isTerminal(name, server)
  return ['text', 'input', 'keys', 'data', 'command']
    .map(key => keysIn(input[key]))
    .filter(line => line.trim() !== '')
    .map(command => ({ command, ...(!isSure && { maybe: true as const }) }))
}

/** Keys one by one or in pieces, as the text that they come to. */
function keysIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value
    .filter(each => typeof each === 'string')
    .map(key =>
      /^(Enter|Return|C-m|C-j|KPEnter|<Enter>|\\[rn])$/i.test(key) ? '\n' : /^Space$/i.test(key) ? ' ' : key,
    )
    .filter(key => !/^(C-.|M-.|Tab|Up|Down|Left|Right|Escape|Esc|BSpace|F\d+)$/.test(key))
    .join('')
}

/** A request that takes something away from whoever answers it. */
function requestsNamed(input: Json): readonly ParameterCode[] {
  const url = ['url', 'uri', 'endpoint'].map(key => text(input, key)).find(each => /^https?:/i.test(each))
  const method = text(input, 'method') || text(input, 'http_method')
  return url !== undefined && /^delete$/i.test(method) ? [{ command: `curl -X DELETE ${shellQuoted(url)}` }] : []
}

const TYPES = /(^|[_-])(type|send|write|interact|input|paste|keys|press)([_-]|$)/i

/** Texts that lose something if they are SQL, where the tool or the parameter says that they are. */
function statementsNamed({ texts }: Parameters, name: string): readonly string[] {
  return texts
    .filter(
      ({ key, value }) =>
        !ONLY_READS_SQL.test(name) &&
        (TAKES_SQL.test(name) || IS_SQL.test(key)) &&
        LOSES.test(value) &&
        !IS_SHELL.test(key),
    )
    .map(({ value }) => value)
}

const TAKES_SQL =
  /(^|[_-])(query|queries|sql|execute|exec|run|statement|statements|mutate|migration|migrate|transaction|batch)([_-]|$)/i
const ONLY_READS_SQL = /(^|[_-])(explain|format|parse|lint|validate|plan|translate|convert)([_-]|$)/i
const IS_SQL = /(^|_)(sql|statements?|ddl|dml)$/i
const IS_SHELL = /^(command|cmd|script|shell_command|code)$/i
const LOSES = /\b(drop|truncate|delete|update|alter|grant|revoke)\s|\bcopy\s[^;]*\bprogram\b/i
const MOVES = /(^|[_-])(move|rename|mv)([_-]|$)/i
const FROM = /^(source|src|from|old_?path|from_?path|source_?path|path)$/i
const TO = /^(destination|dest|dst|to|target|new_?path|to_?path|destination_?path|new_?name)$/i

/** Files whose text something runs later, and code for a page. */
function textsNamed({ parameters, context, tool, name }: Call): Said {
  const written =
    WRITES.test(name) || /(^|[_-])(push|commit)([_-]|$)/i.test(name) ? writtenEffects(parameters, context) : []
  return { effects: [...written, ...(isElsewhere(tool) ? pageEffects(parameters, tool) : [])], isWhole: true }
}

/** What it does for everyone, by its name and its parameters; what becomes of files their paths say. */
function operationsNamed(call: Call, described: Partial<DescribedCall>): Said {
  const effects = isOfFiles(call) && namesFile(call) ? [] : operationEffects(call, described)
  return { effects, isWhole: true }
}

/** A text under a name; empty where there is none. */
function text(input: Json, name: string): string {
  const value = input[name]
  return typeof value === 'string' ? value : ''
}
