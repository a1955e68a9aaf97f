/** Where a call that only looks has looked: directories, packages, sites, tables, other machines. */

import { resolvePath } from '../common/path.ts'
import { redact } from '../content/redact/redact.ts'
import { type Action, actionCall, type Call } from '../model/action.ts'
import type { Facts } from '../model/facts.ts'
import { fieldIn, type ToolKind, textIn } from '../model/tool.ts'
import { isToolsOwn } from '../understand/paths/tools-own.ts'
import { isOfKind } from '../understand/program-kinds.ts'
import { isFilterCall, leadsTo, programOf, roleOfCall } from './calls.ts'
import { isActing, onlyTells, tellsByCommand } from './programs.ts'

const MOST = 6
/** Characters. */
const LONGEST = 48

/** Roles of calls that look, and of those that only surround them. */
const LOOKS: ReadonlySet<string> = new Set(['look', 'probe', 'watch', 'other'])

/**
 * The places, each named so that equal stays equal; empty where the call looks at none that could be told from others.
 * Undefined for a call that does more than look.
 */
export function placesOf(action: Action, facts: Facts): readonly string[] | undefined {
  const found = action.command === undefined ? ofTool(action) : ofCalls(action)
  if (!found) return undefined
  const named = found.flatMap(place =>
    place.startsWith('/') ? ofPath(place, action.scope.project_root, facts) : place,
  )
  return [...new Set(named.map(place => redact(place).slice(0, LONGEST)))].slice(0, MOST)
}

/** Tools that read files; what they read are the effects of the call. */
const READS: ReadonlySet<ToolKind> = new Set([
  'read_file',
  'read_notebook',
  'list_files',
  'search_files',
  'search_text',
  'search_code',
])
/** First words of what tools of servers are called that only look. */
const READING =
  /^(?:get|list|search|read|fetch|find|query|describe|show|view|lookup|browse|retrieve|count|inspect|explore|open|resolve|download|navigate|snapshot|screenshot|check|select|status|info|history|diff|tree|glob|grep|scan)(?=[_-]|[A-Z]|$)|(?:^|[_-])(?:get|list|search|read|fetch|find|query|describe|lookup|browse|retrieve|info|docs|tree|schema|navigate|snapshot|screenshot|view|show|code)(?=[_-]|$)/
/** Keys of parameters that say where. */
const WHERE =
  /^(?:path|file_?path|uri|url|dir(?:ectory)?|repo(?:sitory)?|owner|project(?:_?(?:id|key))?|table(?:_?name)?|database|schema|space(?:_?key)?|channel(?:_?id)?|collection|bucket|index|namespace|workspace|team|board|page(?:_?id)?|database_id|library(?:_?id|name)?|package|server|host|dataset|sheet|folder|wiki)$/i

/** `src/lib/*.ts`: "src/lib/". By search and not by an expression: one that starts at every character takes quadratic time. */
function beforeWildcards(path: string): string {
  const at = path.search(/[*?{[]/)
  return at < 0 ? path : path.slice(0, path.lastIndexOf('/', at) + 1)
}

function ofTool(action: Action): readonly string[] | undefined {
  const { form, parameters, effects } = action
  const { kind, server, operation: name } = form
  const texts = Object.entries(parameters).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  )
  if (READS.has(kind)) {
    const pattern = kind === 'search_files' ? textIn(actionCall(action), 'pattern') : ''
    const fixed = beforeWildcards(pattern)
    return effects
      .filter(({ verb, target }) => verb === 'read' && target.kind === 'path')
      .map(({ target }) => resolvePath(target.value, fixed === '' ? '.' : fixed))
  }
  if (kind === 'fetch_url') {
    const url = fieldIn(actionCall(action), 'url')
    return typeof url === 'string' ? [siteOf(url)] : []
  }
  if (kind === 'search_web') return []
  if (kind === 'read_resource' || kind === 'list_resources')
    return [texts.map(([, value]) => value.replace(/^(\w+:\/\/[^/]+\/[^/]*).*$/, '$1')).join(' ')]
  if (server === undefined || name === undefined || name === '' || !READING.test(name)) return undefined
  const sql = texts.find(([key]) => /^(sql|query|statement)$/i.test(key))?.[1] ?? ''
  if (/^\s*(?:with|select|show|describe|explain|pragma)\b/i.test(sql)) return tablesOf(sql)
  if (/^\s*(?:insert|update|delete|drop|alter|create|truncate|grant)\b/i.test(sql)) return undefined
  const where = texts.filter(([key]) => WHERE.test(key)).map(([, value]) => value)
  const files = where.filter(value => value.startsWith('/'))
  if (files.length > 0) return files
  const place = where.map(value => (/^https?:/.test(value) ? siteOf(value) : value.split('/').slice(0, 2).join('/')))
  return [`${server}:${place.length === 0 ? name : place.join(' ')}`]
}

function ofCalls({ calls = [], effects }: Action): readonly string[] | undefined {
  const writes = effects.some(
    ({ verb, target }) => /^(write|delete|metadata)$/.test(verb) && target.kind === 'path' && target.class !== 'temp',
  )
  if (writes || calls.length === 0) return undefined
  const found: string[] = []
  for (const [at, call] of calls.entries()) {
    if (isFilterCall(call) || call.scripted) continue
    const program = programOf(call)
    const led = leadsTo(call, calls[at + 1])
    if (!led && !LOOKS.has(roleOfCall(call)) && !isReadOnly(program, call)) return undefined
    if (led && !/^(ssh|docker|podman|nerdctl)$/.test(program)) continue
    found.push(...ofCall(program, call))
  }
  return found
}

/** SQL that reads, and what clients take beside it. */
const READS_TABLES =
  /^\s*(?:\\[dlz]|\.(?:schema|tables|databases|indexes)|select\b|with\b|show\b|desc(?:ribe)?\b|explain\b|pragma\b|ls\b)/i
const ADDRESS = /^(?:https?:\/\/|[\w-]+(?:\.[\w-]+)+(?:[/:]|$))/
const CHANGES_DATA =
  /\b(?:insert into|update \w+ set|delete from|drop (?:table|database|index)|alter table|create (?:table|index)|truncate)\b/
const SENDS =
  /^(?:-X(?!GET).*|--request|-d|--data(?:-\w+)?|-F|--form|-T|--upload-file|-o|-O|--output|--output-document|--post-data|--post-file|POST|PUT|DELETE|PATCH|--method|-f|--field|--input)$/
/** Code in the command itself that only prints what it finds. */
const PRINTS = /\b(?:print|puts|echo|var_dump|console\.log|p)\b|^[^=;]+$/
const DOES =
  /\b(?:write\w*|open|system|exec\w*|spawn\w*|subprocess|popen|post|fetch|urlopen|requests?|connect|unlink|remove|rename|mkdir\w*|assert\w*|train|fit|main|run|save|commit|delete|insert|update|create\w*)\s*\(/i

function isReadOnly(program: string, { words }: Call): boolean {
  const code = words[words.findIndex(word => /^(-[cepr]|--eval|--print)$/.test(word)) + 1]
  if (/^(python|node|ruby|php|perl|deno|bun|rscript|r)$/.test(program) && code !== undefined && words[0] !== code)
    return code.length <= 300 && PRINTS.test(code) && !DOES.test(code)
  if (words.some(acts)) return false
  const sends = isOfKind(program, 'web_client') || /^(gh|glab)$/.test(program)
  if (sends && words.some(word => SENDS.test(word))) return false
  if (program === 'gh' && words[0] === 'api') return true
  if (isOfKind(program, 'sql_client')) return words.some(word => READS_TABLES.test(word))
  if (isOfKind(program, 'web_client')) return words.some(word => ADDRESS.test(word))
  return onlyTells(program, words) ?? tellsByCommand(program, words)
}

function acts(word: string): boolean {
  const lower = word.toLowerCase()
  return isActing(lower) || ((lower.includes(' ') || lower.includes('truncate')) && CHANGES_DATA.test(lower))
}

/** Its places; of programs whose operands are no files those that they go by themselves. */
function ofCall(program: string, call: Call): readonly string[] {
  const { words, via } = call
  const operands = words.filter(word => !word.startsWith('-'))
  if (program === 'ssh') return [`ssh ${(operands[0] ?? '').replace(/^.*@/, '')}`]
  if (/^(docker|podman|nerdctl)$/.test(program)) return [`docker ${containerOf(operands)}`]
  if (via.some(each => /^(ssh|docker|podman|kubectl|oc|vagrant)\b/.test(each))) return []
  if (isOfKind(program, 'sql_client')) return words.flatMap(tablesOf)
  if (/^(mongosh|mongo)$/.test(program))
    return words.flatMap(word => [...word.matchAll(/\bdb\.(\w+)\./g)].map(([, name]) => `table ${name}`))
  if (/^(kubectl|oc|helm|argocd)$/.test(program)) return [cluster(program, words)]
  if (/^(gh|glab)$/.test(program)) return [hosted(words)]
  if (isOfKind(program, 'web_client')) return words.filter(word => /^https?:\/\//.test(word)).map(siteOf)
  if (isOfKind(program, 'reads_files') || isOfKind(program, 'searches_files')) return ofFiles(program, call)
  return isOfKind(program, 'many_commands') || /^(redis-cli|journalctl)$/.test(program)
    ? [`${program} ${operands.slice(0, program === 'aws' ? 1 : 2).join(' ')}`]
    : []
}

/** `docker exec -it web ls`, `docker compose logs web`: the container. */
function containerOf(operands: readonly string[]): string {
  const named = operands[0] === 'compose' || operands[0] === 'container' ? operands.slice(1) : operands
  return named[1] ?? named[0] ?? ''
}

function ofFiles(program: string, { words, cwd, path }: Call): readonly string[] {
  if (!cwd.startsWith('/') || cwd.includes('…')) return []
  const from = words[words.indexOf('-C') + 1]
  const base = program === 'git' && words.includes('-C') && from !== undefined ? resolvePath(cwd, from) : cwd
  // The first operand of these is what is looked for, not where.
  const skipped = isOfKind(program, 'searches_files') ? 1 : path.length - 1
  const operands = words.filter(word => !word.startsWith('-')).slice(skipped)
  const named = operands
    .map(word => beforeWildcards(word.replace(/^[\w~^@{}-]+:(?=[\w.])/, '')))
    .filter(word => /^[\w.@~/][\w.@~/ +-]*$/.test(word) && (word.includes('/') || !/^\d+$/.test(word)))
  const files = /^(git)$/.test(program) ? named.filter(word => word.includes('/') || /\.\w+$/.test(word)) : named
  return (files.length === 0 ? ['.'] : files).map(word => resolvePath(base, word))
}

function cluster(program: string, words: readonly string[]): string {
  const optionOf = (...names: readonly string[]) => words[words.findIndex(word => names.includes(word)) + 1] ?? ''
  const hasOption = (...names: readonly string[]) => words.some(word => names.includes(word))
  const space = hasOption('-n', '--namespace') ? optionOf('-n', '--namespace') : ''
  const context = hasOption('--context', '--kube-context') ? optionOf('--context', '--kube-context') : ''
  const kind = optionOf('get', 'describe', 'logs', 'status', 'history', 'list').split('/')[0] ?? ''
  return `${program} ${context} ${space} ${/^-/.test(kind) ? '' : kind}`.replace(/\s+/g, ' ').trim()
}

function hosted(words: readonly string[]): string {
  const at = words.findIndex(word => word === '-R' || word === '--repo')
  const repo =
    at >= 0 ? words[at + 1] : words.map(word => /^\/?repos\/([\w.-]+\/[\w.-]+)/.exec(word)?.[1]).find(Boolean)
  return `github.com/${repo ?? ''}`
}

/** The host; of a host that holds many projects the project. */
function siteOf(url: string): string {
  const [, host = '', path = ''] = /^(?:\w+:\/\/)?(?:www\.)?([^/?#\s]+)\/?([^?#\s]*)/.exec(url) ?? []
  const parts = path.split('/').filter(part => part !== '')
  if (/^(raw\.githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|api\.github\.com)$/.test(host))
    return `github.com/${parts
      .filter(part => part !== 'repos')
      .slice(0, 2)
      .join('/')}`
  if (host === 'github.com') return `github.com/${parts.slice(0, 2).join('/')}`
  if (/^(npmjs\.com|pypi\.org|crates\.io|docs\.rs|pkg\.go\.dev|hub\.docker\.com|medium\.com)$/.test(host))
    return `${host}/${parts.slice(0, 2).join('/')}`
  return host.replace(/:\d+$/, '')
}

/** Tables that a query reads. */
function tablesOf(text: string): readonly string[] {
  const named = [
    ...text.matchAll(/\b(?:from|join|describe|desc|table)\s+["'`[]?([\w.]+)/gi),
    ...text.matchAll(/^\s*(?:\\d\+?|\.schema)\s+([\w.]+)/g),
  ]
  return named.map(([, name = '']) => `table ${name.toLowerCase()}`).filter(name => !/ information_schema/.test(name))
}

/** Directories of a project that hold packages, each of which is a world of its own. */
const HOLDS_PACKAGES =
  /^(?:packages?|pkgs?|apps?|services?|libs?|lib|modules?|crates?|plugins?|extensions?|projects?|components?|gems|charts|roles|cmd|internal|addons|workspaces?|functions|lambdas|sites|microservices|engines|tools|src|backend|frontend|server|clients?|docs|examples|deploy|infra|terraform|environments|stacks|domains?|features|integrations|connectors|providers|themes)$/i

/** Inside the project a top directory, or a package; outside what lies beside the project, or two directories of the system. */
function ofPath(path: string, project: string, facts: Facts): readonly string[] {
  if (isToolsOwn(path, facts.homes)) return []
  const parts = partsOf(path)
  const own = partsOf(project)
  const shared = parts.findIndex((part, at) => part !== own[at])
  const common = shared < 0 ? parts.length : shared
  if (common >= own.length) {
    const directories = directoriesOf(parts.slice(own.length))
    const [top, second] = directories
    if (top === undefined) return ['.']
    return [second !== undefined && HOLDS_PACKAGES.test(top) ? `${top}/${second}` : top]
  }
  const beside = parts.slice(0, common + 1)
  return [`/${(common >= 2 ? beside : directoriesOf(parts).slice(0, 2)).join('/')}`]
}

const partsOf = (path: string): readonly string[] => path.split('/').filter(part => part !== '')

/** Without the file at its end, as far as its name shows that it is one. */
function directoriesOf(parts: readonly string[]): readonly string[] {
  return /.\.\w+$|^(?:Makefile|Dockerfile|Gemfile|Rakefile|Jenkinsfile|README|LICENSE|Procfile)$/.test(
    parts.at(-1) ?? '',
  )
    ? parts.slice(0, -1)
    : parts
}
