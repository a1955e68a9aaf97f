/** What acts on Claude Code, or through it: settings, MCP servers, instructions, skills, commands, agents. */
import { isRecord } from '../../../common/is-record.ts'
import { isSecretName, tokenIn } from '../../../content/detect/index.ts'
import { findInjection } from '../../../content/detect/injection/index.ts'
import { wordFor } from '../../../understand/tools/deferred/text.ts'
import { embeddedCommands } from '../../../understand/tools/embedded-commands.ts'
import { frontMatterBlock, frontMatterWords, sectionsOf } from '../../../understand/tools/front-matter.ts'
import { lineAt, lineOf, lineOfKey } from '../lines.ts'
import type { Remark, ScannedCommand, ScannedFile, ScanSource, SourceResult, Trigger } from '../model.ts'
import { filesNamedIn } from './packages.ts'
import { jsonOf, listOf, stringsOf, textsUnder } from './texts.ts'
import { variableRemarks } from './variables.ts'

const byItself = (when: string): Trigger => ({ when, starts: 'by_itself' })
const STARTING = byItself('when Claude Code starts here')
const USING = byItself('when Claude Code uses it')

/** Keys whose value is a command that the client runs. */
const HELPERS: readonly (readonly [key: string, when: string])[] = [
  ['apiKeyHelper', 'when Claude Code starts here'],
  ['awsAuthRefresh', 'when Claude Code starts here'],
  ['awsCredentialExport', 'when Claude Code starts here'],
  ['gcpAuthRefresh', 'when Claude Code starts here'],
  ['otelHeadersHelper', 'when Claude Code starts here'],
  ['statusLine', 'when Claude Code starts here'],
  ['fileSuggestion', 'when Claude Code suggests files'],
]

function readSettings(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const helpers = HELPERS.flatMap(([key, when]) => {
    const value = data[key]
    const text = isRecord(value) ? value.command : value
    return typeof text === 'string' ? [{ ...byItself(when), text, line: lineOfKey(file.text, key) }] : []
  })
  const commands = [...hooksIn(data.hooks, file), ...helpers]
  return {
    commands,
    remarks: [
      ...permissionRemarks(data, file),
      ...switchRemarks(data, file),
      ...variableRemarks(textsUnder(data.env), file, STARTING.when),
    ],
    runs: commands.flatMap(filesNamedIn),
    ...(problem !== undefined && { problem }),
  }
}

function hooksIn(hooks: unknown, file: ScannedFile): readonly ScannedCommand[] {
  return (isRecord(hooks) ? Object.entries(hooks) : []).flatMap(([event, groups]) =>
    listOf(groups)
      .filter(isRecord)
      .flatMap(group => listOf(group.hooks).filter(isRecord))
      .flatMap(({ command }) =>
        typeof command === 'string' ? [{ ...hookTrigger(event), text: command, line: lineOf(file.text, command) }] : [],
      ),
  )
}

function hookTrigger(event: string): Trigger {
  if (/^(SessionStart|Setup)$/.test(event)) return STARTING
  if (/^(Pre|Post)ToolUse/.test(event)) return byItself('at each call of Claude Code')
  if (event === 'UserPromptSubmit') return byItself('at each prompt to Claude Code')
  return byItself(`at ${event} of Claude Code`)
}

/** Rules that allow everything a tool can do. */
const ALLOWS_ALL = /^(\*|Bash|PowerShell|(Bash|PowerShell)\(\s*(\*|:\*|\*:\*)?\s*\)|mcp__\*)$/
const ALLOWS_PROGRAMS =
  /^Bash\((sudo|sh|bash|zsh|eval|python3?|node|perl|ruby|curl|wget|ssh|rm|docker|npx|env|xargs)(\s|:\*|\*)[^)]*\)$/
const ALLOWS_SECRETS = /^(Read|Edit|Write)\((~|\/\/?|\$HOME)\/?(\*\*?|\.ssh|\.aws|\.config)?/

function permissionRemarks(data: Readonly<Record<string, unknown>>, file: ScannedFile): readonly Remark[] {
  const permissions = isRecord(data.permissions) ? data.permissions : {}
  const remarks = stringsOf(permissions.allow).flatMap((rule): readonly Remark[] => {
    const line = lineOf(file.text, rule)
    const remark = (severity: Remark['severity'], what: string): readonly Remark[] => [
      { rule: 'scan.permission', severity, message: `${rule} lets ${what} without a question.`, line, target: rule },
    ]
    if (ALLOWS_ALL.test(rule)) return remark('high', 'everything run')
    if (ALLOWS_PROGRAMS.test(rule)) return remark('medium', 'a program run that can do nearly everything')
    if (ALLOWS_SECRETS.test(rule)) return remark('medium', 'files outside of the project be used')
    return []
  })
  const mode = permissions.defaultMode
  if (mode === 'bypassPermissions' || mode === 'dontAsk')
    remarks.push({
      rule: 'scan.permission-mode',
      severity: mode === 'bypassPermissions' ? 'critical' : 'medium',
      message: `defaultMode ${mode} starts Claude Code without permission questions.`,
      line: lineOfKey(file.text, 'defaultMode'),
      target: mode,
    })
  for (const directory of stringsOf(permissions.additionalDirectories))
    if (
      /^(\/|~|\$HOME)\/?$|^(~|\/home\/[^/]+|\/Users\/[^/]+|\/root)\/?(\.ssh|\.aws|\.config|\.gnupg)?\/?$|^\/(etc|var|usr)?\/?$/.test(
        directory,
      )
    )
      remarks.push({
        rule: 'scan.permission-directory',
        severity: 'high',
        message: `Claude Code may work in ${directory}, which is no part of this repository.`,
        line: lineOf(file.text, directory),
        target: directory,
      })
  return remarks
}

function switchRemarks(data: Readonly<Record<string, unknown>>, file: ScannedFile): readonly Remark[] {
  const remarks: Remark[] = []
  const add = (key: string, rule: string, severity: Remark['severity'], message: string): void => {
    remarks.push({ rule, severity, message, line: lineOfKey(file.text, key), target: key })
  }
  if (data.enableAllProjectMcpServers === true)
    add(
      'enableAllProjectMcpServers',
      'scan.mcp-approved',
      'high',
      'All MCP servers of this repository start without a question.',
    )
  if (data.disableAllHooks === true)
    add('disableAllHooks', 'scan.hooks-off', 'high', 'Hooks are switched off, and with them any reviewer that is one.')
  if (isRecord(data.sandbox) && (data.sandbox.enabled === false || data.sandbox.allowUnsandboxedCommands === true))
    add('sandbox', 'scan.sandbox-off', 'medium', 'Commands may run outside of the sandbox.')
  if (data.skipDangerousModePermissionPrompt === true)
    add(
      'skipDangerousModePermissionPrompt',
      'scan.permission-mode',
      'high',
      'The warning before the mode without permission questions is skipped.',
    )
  const markets = isRecord(data.extraKnownMarketplaces) ? Object.keys(data.extraKnownMarketplaces) : []
  const enabled = isRecord(data.enabledPlugins) ? Object.keys(data.enabledPlugins) : stringsOf(data.enabledPlugins)
  if (markets.length > 0)
    add(
      'extraKnownMarketplaces',
      'scan.plugins',
      enabled.length > 0 ? 'medium' : 'low',
      `Plugins of ${markets.join(', ')} are offered${enabled.length > 0 ? ` and enabled (${enabled.join(', ')})` : ''}.`,
    )
  return remarks
}

const NAMES_FETCHED = /^(npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|bun|uv)$/
/** Makers of servers that many use; a package of theirs is no stranger's. */
const KNOWN_MAKERS =
  /^(@(modelcontextprotocol|anthropic-ai|playwright|upstash|sentry|supabase|stripe|cloudflare|notionhq|azure|microsoft|google|google-cloud|aws|awslabs|github|vercel|figma|linear|atlassian|browserbasehq|heroku|mongodb-js|elastic|hubspot|shopify|datadog|neondatabase|prisma|angular|wonderwhy-er|executeautomation|smithery)\/|awslabs\.|mcp-server-(git|fetch|time|sqlite)$|chrome-devtools-mcp|mcp-remote|next-devtools-mcp|figma-developer-mcp|shadcn|nx-mcp|firebase-tools)/

function readServers(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const servers = isRecord(data.mcpServers) ? data.mcpServers : isRecord(data.servers) ? data.servers : {}
  const entries = Object.entries(servers).flatMap(([name, server]) => (isRecord(server) ? [{ name, server }] : []))
  const commands = entries.flatMap(({ name, server }): readonly ScannedCommand[] => {
    if (typeof server.command !== 'string') return []
    const text = [server.command, ...stringsOf(server.args).map(wordFor)].join(' ')
    return [{ ...STARTING, text, line: lineOfKey(file.text, name) }]
  })
  return {
    commands,
    remarks: entries.flatMap(({ name, server }) => serverRemarks(name, server, file)),
    runs: commands.flatMap(filesNamedIn),
    ...(problem !== undefined && { problem }),
  }
}

function serverRemarks(name: string, server: Readonly<Record<string, unknown>>, file: ScannedFile): readonly Remark[] {
  const remarks: Remark[] = []
  const add = (rule: string, severity: Remark['severity'], message: string, target: string): void => {
    remarks.push({ ...STARTING, rule, severity, message, line: lineOfKey(file.text, name), target })
  }
  const args = stringsOf(server.args)
  const fetched = typeof server.command === 'string' && NAMES_FETCHED.test(server.command) ? packageIn(args) : undefined
  const given = [...textsUnder(server.env), ...textsUnder(server.headers)]
  const secrets = given.filter(([key, value]) => value !== '' && (isSecretName(key) || /^authorization$/i.test(key)))
  const to = fetched ?? (typeof server.url === 'string' ? server.url : '')
  for (const [key, value] of given)
    if (tokenIn(value) !== undefined)
      add('scan.secret-in-file', 'high', `${key} of the server ${name} is a secret that is written out.`, key)
  const strangers = secrets.filter(([key]) => !isOwnerOf(key, `${name} ${to}`.toLowerCase(), to.toLowerCase()))
  if (fetched !== undefined && !KNOWN_MAKERS.test(fetched)) {
    const named = secrets.map(([key]) => key).join(', ')
    if (strangers.length > 0)
      add(
        'scan.mcp-secrets',
        'high',
        `The server ${name} runs ${fetched} from a registry and is given ${named}.`,
        fetched,
      )
    else if (!isPinned(fetched))
      add(
        'scan.mcp-unpinned',
        secrets.length > 0 ? 'medium' : 'low',
        `The server ${name} runs whatever ${fetched} is in the registry at that time.`,
        fetched,
      )
  }
  if (/^http:\/\/(?!localhost|127\.|\[::1\]|host\.docker\.internal|0\.0\.0\.0)/.test(String(server.url)))
    add(
      'scan.plain-connection',
      secrets.length > 0 ? 'high' : 'medium',
      `The server ${name} is reached over a plain connection.`,
      String(server.url),
    )
  return [
    ...remarks,
    ...variableRemarks(
      textsUnder(server.env).filter(([key]) => !/BASE_URL|PROXY/.test(key)),
      file,
      STARTING.when,
    ),
  ]
}

/** The package that a runner is told to fetch. */
function packageIn(args: readonly string[]): string | undefined {
  const named = args.findIndex(each => /^(-p|--package|--from|--with)$/.test(each))
  if (named >= 0) return args[named + 1]
  return args.find(each => !each.startsWith('-') && !/^(exec|x|dlx|run|tool)$/.test(each))
}

const isPinned = (name: string): boolean => /.@[\d^~v]?\d|==\d/.test(name)

/** Whether a secret's name says that it belongs to who gets it: `GITHUB_TOKEN` for `server-github`. */
function isOwnerOf(key: string, where: string, address: string): boolean {
  const owner = /^([A-Za-z]{2,})_/.exec(key)?.[1]?.toLowerCase() ?? ''
  if (/^(api|access|auth|token|secret|client|my|app|mcp)$/.test(owner) || owner === '')
    return address !== '' && !/^(ANTHROPIC|AWS|NPM)/.test(key)
  return (
    address.includes(owner) ||
    (owner === 'aws' && where.includes('amazon')) ||
    (owner === 'gh' && address.includes('github'))
  )
}

/** What stands in a text for Claude: orders that are hidden, or that want what no instruction of a project wants. */
function readInstructions(file: ScannedFile): SourceResult {
  const remarks = findInjection(file.text).flatMap((found): readonly Remark[] => {
    const at = file.text.indexOf(found.passage.slice(0, 40))
    const severity = found.kind === 'order' ? 'medium' : 'high'
    const what = {
      order: 'an order that works against the user',
      hidden: 'text that is hidden from the eye',
      bidi: 'text that shows other than it is read',
      encoded: 'an order in disguise',
    }[found.kind]
    return [
      {
        rule: 'scan.instructions',
        severity,
        message: `This tells Claude something by ${what}: «${found.passage.slice(0, 160)}».`,
        line: at < 0 ? 1 : lineAt(file.text, at),
        target: found.kind,
      },
    ]
  })
  return { remarks }
}

function readSkill(file: ScannedFile): SourceResult {
  const { front } = sectionsOf(file.text)
  const embedded = embeddedCommands(file.text, { values: {} }).map(({ command, line }) => ({
    ...USING,
    text: command,
    line,
  }))
  const hooks = [
    ...frontMatterBlock(front, 'hooks').matchAll(/^[ \t]*(?:-[ \t]*)?command[ \t]*:[ \t]*(?:\r?\n[ \t]*)?(.+)$/gm),
  ].map(([, text = '']) => ({
    ...byItself('at each call of Claude Code'),
    text: text.trim().replace(/^(["'])(.*)\1$/, '$2'),
    line: lineOf(file.text, text),
  }))
  const tools = frontMatterBlock(front, 'allowed-tools')
  const allowed = frontMatterWords(front, 'allowed-tools')
  const remarks: readonly Remark[] =
    hooks.length > 0 && allowed.some(each => ALLOWS_ALL.test(each))
      ? [
          {
            rule: 'scan.permission',
            severity: 'medium',
            message: 'It brings hooks, and lets everything run without a question.',
            line: lineOf(file.text, tools),
            target: 'allowed-tools',
          },
        ]
      : []
  return {
    commands: [...embedded, ...hooks],
    remarks: [...remarks, ...(readInstructions(file).remarks ?? [])],
    runs: [...embedded, ...hooks].flatMap(filesNamedIn),
  }
}

function readPlugin(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const servers = readServers(file)
  const commands = [...hooksIn(data.hooks, file), ...(servers.commands ?? [])]
  return { ...servers, commands, runs: commands.flatMap(filesNamedIn), ...(problem !== undefined && { problem }) }
}

export const AGENT_SOURCES: readonly ScanSource[] = [
  { files: /\/\.claude\/settings(\.[\w-]+)?\.json$/, trigger: STARTING, read: readSettings },
  {
    files: /\/(\.mcp|\.cursor\/mcp|\.vscode\/mcp|\.gemini\/settings|\.roo\/mcp)\.json$/,
    trigger: STARTING,
    read: readServers,
  },
  { files: /\/(\.claude-plugin\/plugin|hooks\/hooks)\.json$/, trigger: STARTING, read: readPlugin },
  {
    files: /\/\.claude\/(.+\/)?(skills|commands|agents)\/.+\.md$|\/(skills\/.+\/)?SKILL\.md$/,
    trigger: USING,
    read: readSkill,
  },
  {
    files:
      /\/(CLAUDE(\.local)?|AGENTS?|GEMINI|CODEX|copilot-instructions)\.md$|\/\.(cursorrules|windsurfrules|clinerules|goosehints)$|\/\.(cursor|windsurf|github\/instructions|claude\/rules)\/.+\.(md|mdc)$/,
    trigger: { when: 'when Claude reads its instructions', starts: 'by_itself' },
    read: readInstructions,
  },
  { files: /\/\.(codex\/config\.toml|cursor\/[^/]+\.json|opencode\.json)$/, trigger: USING },
]
