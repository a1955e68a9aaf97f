/** Permissions in the settings of Claude Code: `permissions.deny`, `ask` and `allow`. The rules in the settings stay as they are. */
import { isRecord } from '../../common/is-record.ts'
import { parseJsonc } from '../../understand/tools/deferred/structured.ts'
import type { Imported, Importer, Matcher, Wish } from './model.ts'
import { aloneMatcher, commandMatcher } from './patterns.ts'

export const claude: Importer = {
  files: (home, project) => [
    `${home}/.claude/settings.json`,
    `${project}/.claude/settings.json`,
    `${project}/.claude/settings.local.json`,
  ],
  read(text, { home }) {
    const settings = parseJsonc(text)
    if (!isRecord(settings)) throw new Error('no settings of Claude Code: not an object in JSON')
    const permissions = isRecord(settings.permissions) ? settings.permissions : {}
    return Object.entries(permissions).flatMap(([key, value]) => {
      const wants = LISTS[key]
      if (wants === undefined)
        return [{ from: `${key}: ${JSON.stringify(value)}`, as: 'kept', why: OTHER_KEYS[key] ?? CLIENTS }]
      return Array.isArray(value) ? value.map(rule => ruleOf(key, String(rule), wants, home)) : []
    })
  },
}

const LISTS: Readonly<Record<string, Wish['wants']>> = { deny: 'block', ask: 'ask', allow: 'allow' }
const CLIENTS = 'the client itself applies it'
const OTHER_KEYS: Readonly<Record<string, string>> = {
  defaultMode: 'the client applies it; the reviewer judges in every mode',
  additionalDirectories:
    'the client applies it; directories outside of the project are judged by what lies there (scope.paths names them)',
  disableBypassPermissionsMode: 'the client applies it; the reviewer judges in that mode too',
}

function ruleOf(list: string, rule: string, wants: Wish['wants'], home: string): Imported {
  const from = `${list}: ${rule}`
  const [, tool = '', inner] = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(rule) ?? []
  if (tool === '') return { from, as: 'lost', why: 'it is no rule of the form Tool or Tool(what)' }
  const matcher = matcherOf(tool, inner, wants, home)
  return typeof matcher === 'string'
    ? { from, as: wants === 'allow' ? 'kept' : 'lost', why: matcher }
    : { from, wants, matcher }
}

const WHOLE = /^\s*(\*|:\*)?\s*$/

function matcherOf(tool: string, inner: string | undefined, wants: Wish['wants'], home: string): Matcher | string {
  const isAll = inner === undefined || WHOLE.test(inner)
  if (isAll && wants === 'allow')
    return 'it allows all that a tool can do; the reviewer judges each call by what it does'
  if (/^(Bash|PowerShell)$/.test(tool)) {
    if (isAll)
      return ofTool(tool, [
        { tool, input: { command: 'ls -la' } },
        { tool, input: { command: 'rm notes/ideas.md' } },
      ])
    return ofCommand(inner, wants)
  }
  if (isAll)
    return ofTool(
      tool.startsWith('mcp__') && tool.split('__').length === 2 ? `${tool}__*` : tool,
      CALLS[tool] ?? [mcpCall(tool)],
    )
  if (/^(Read|Edit|Write|MultiEdit|NotebookEdit)$/.test(tool))
    return ofPath(tool, inner, wants === 'allow' ? '~' : home)
  if (tool === 'WebFetch' && inner.startsWith('domain:')) return ofDomain(inner.slice('domain:'.length).trim())
  return `the reviewer does not see what ${tool}(${inner}) names`
}

/** `npm run test:*` is a prefix, `git push *` a pattern, anything else the whole command. */
function ofCommand(text: string, wants: Wish['wants']): Matcher {
  const isPrefix = text.endsWith(':*')
  const isOpen = isPrefix || /\s\*$/.test(text)
  const words = text.replace(/:\*$|\s\*$/, '')
  const make = wants === 'allow' ? aloneMatcher : commandMatcher
  return make(words, !isOpen && !words.includes('*'))
}

const CALLS: Readonly<Record<string, Matcher['matches']>> = {
  Read: [{ tool: 'Read', input: { file_path: './README.md' } }],
  Edit: [{ tool: 'Edit', input: { file_path: './README.md', old_string: 'a', new_string: 'b' } }],
  Write: [{ tool: 'Write', input: { file_path: './docs/new.md', content: 'x' } }],
  NotebookEdit: [{ tool: 'NotebookEdit', input: { notebook_path: './a.ipynb', new_source: 'x' } }],
  WebFetch: [{ tool: 'WebFetch', input: { url: 'https://example.com/', prompt: 'x' } }],
  WebSearch: [{ tool: 'WebSearch', input: { query: 'x' } }],
  Glob: [{ tool: 'Glob', input: { pattern: '*.ts' } }],
  Grep: [{ tool: 'Grep', input: { pattern: 'x' } }],
}

function mcpCall(tool: string): Matcher['matches'][number] {
  const name = tool.split('__').length === 2 ? `${tool}__call` : tool.replaceAll('*', 'call')
  return { tool: name, input: {} }
}

function ofTool(tool: string, matches: Matcher['matches']): Matcher {
  return {
    when: { tool },
    matches,
    passes: [{ tool: tool === 'Glob' ? 'Read' : 'Glob', input: { pattern: '*.ts', file_path: './README.md' } }],
  }
}

/** `home`: what the calls that prove it have for `~`; the made-up project has a home of its own. Patterns as git's: `//x` is absolute, `~/x` in the home, all else is below any directory. */
function ofPath(tool: string, pattern: string, home: string): Matcher {
  const isAbsolute = pattern.startsWith('//') || pattern.startsWith('~')
  const rest = pattern
    .replace(/^~\//, `${home}/`)
    .replace(/^\/\//, '/')
    .replace(/^\.?\//, isAbsolute ? '/' : '')
  const bare = isAbsolute ? rest : `**/${rest.replace(/^\*\*\//, '')}`
  const globs = bare.endsWith('/**') ? [bare, bare.slice(0, -3)] : [bare, `${bare}/**`]
  const verb = tool === 'Read' ? (['read', 'send'] as const) : (['write', 'delete', 'metadata'] as const)
  const example = (isAbsolute ? rest : `./${rest.replace(/^\*\*\//, '')}`)
    .replace(/\/\*\*$/, '/a')
    .replace(/\*\*\//g, 'd/')
    .replace(/\*+/g, 'a')
  const own = tool === 'Read' ? { file_path: example } : { file_path: example, content: 'x' }
  const name = tool === 'Read' ? 'Read' : 'Write'
  return {
    when: { verb: [...verb], target: { value: globs } },
    matches: [{ tool: name, input: own }],
    passes: [{ tool: name, input: { ...own, file_path: './src/other.ts' } }],
  }
}

function ofDomain(domain: string): Matcher {
  const host = domain.replace(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '[^/]*')
  return {
    when: { tool: 'WebFetch', target: { value: `/^https?:\\/\\/([^/@]*\\.)?${host}([:\\/?#]|$)/` } },
    matches: [{ tool: 'WebFetch', input: { url: `https://${domain.replaceAll('*', 'a')}/x`, prompt: 'x' } }],
    passes: [{ tool: 'WebFetch', input: { url: 'https://elsewhere.example/x', prompt: 'x' } }],
  }
}
