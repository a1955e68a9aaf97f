/** The tools of Claude Code 2.1.329 as data: what each does, and where in its input and its result our fields stand. */
import {
  AS_IT_WAS,
  type HeldBack,
  REASON,
  REASON_AS_BLOCKS,
  type ResultForm,
  type ToolField,
  type ToolForm,
  type ToolKind,
} from '../../model/tool.ts'

const RESULTS: ResultForm = {
  no_text: new Set([
    'filePath',
    'base64',
    'type',
    'tool_use_id',
    'agentId',
    'taskId',
    'task_id',
    'backgroundTaskId',
    'mode',
    'persistedOutputPath',
    'outputFile',
    'notebook_path',
  ]),
  stays: new Set(['filePath', 'notebook_path', 'agentId', 'taskId', 'task_id', 'tool_use_id', 'backgroundTaskId']),
  no_output: new Set([
    'filePath',
    'base64',
    'type',
    'originalFile',
    'original_file',
    'oldString',
    'newString',
    'prompt',
    'old_source',
  ]),
  picture: { isImage: true, type: 'image' },
  printed: 'stdout',
  errors: 'stderr',
  kept_in: 'persistedOutputPath',
  kept_bytes: 'persistedOutputSize',
  background: ['backgroundTaskId', 'isAsync'],
  interrupted: 'interrupted',
  answers: 'answers',
  exit_code: /^Exit code (\d+)(?:\n|$)/,
}

type Inputs = Partial<Record<ToolField, readonly string[]>>

/** Where a tool has parameters of these names, they mean the same in each, also in those of servers and of later versions. */
const COMMON: Inputs = {
  command: ['command'],
  path: ['file_path', 'notebook_path'],
  directory: ['path'],
  content: ['content', 'new_string', 'new_source'],
  replaced: ['old_string'],
  pattern: ['pattern'],
  url: ['url'],
  query: ['query'],
  prompt: ['prompt'],
  description: ['description'],
  in_background: ['run_in_background'],
}

/** Whatever the tool, any character may stand in the texts of these. */
export const FREE_TEXT: ReadonlySet<string> = new Set([
  ...(COMMON.content ?? []),
  ...(COMMON.replaced ?? []),
  ...(COMMON.prompt ?? []),
  ...(COMMON.description ?? []),
])

type More = Omit<Partial<ToolForm>, 'kind' | 'input' | 'results'>

function tool(kind: ToolKind, input: Inputs = {}, more: More = {}): ToolForm {
  return { kind, input: { ...COMMON, ...input }, results: RESULTS, ...more }
}

const COMMAND: Inputs = { timeout: ['timeout'], unsandboxed: ['dangerouslyDisableSandbox'] }

const COMMAND_SHAPE: NonNullable<ToolForm['shape']> = {
  command: 'string!',
  description: 'string',
  timeout: 'number',
  timeout_ms: 'number',
  run_in_background: 'boolean',
  dangerouslyDisableSandbox: 'boolean',
}

const PRINTED: readonly HeldBack[] = [{ fields: { stdout: REASON, stderr: '', isImage: false } }]

const HOUSEKEEPING = tool('housekeeping')

/** Runs the file of a skill or a command. */
export const SKILL = 'Skill'

/** By their names. */
export const CLAUDE_TOOLS: Readonly<Record<string, ToolForm>> = {
  Bash: tool('run_command', COMMAND, {
    shape: COMMAND_SHAPE,
    held_back: PRINTED,
    rest: 'To see the rest, write the output to a file and read parts of it, or narrow the command with grep, head or tail.',
  }),
  PowerShell: tool('run_command', COMMAND, {
    shell: 'powershell',
    shape: COMMAND_SHAPE,
    held_back: PRINTED,
    rest: 'To see the rest, write the output to a file and read parts of it, or use Select-Object -First or -Skip.',
  }),
  Monitor: tool('watch_command', COMMAND, { shape: COMMAND_SHAPE }),
  Write: tool(
    'write_file',
    { path: ['file_path'], content: ['content'] },
    { shape: { file_path: 'string!', content: 'string!' } },
  ),
  Edit: tool(
    'edit_file',
    { path: ['file_path'], replaced: ['old_string'], content: ['new_string'], everywhere: ['replace_all'] },
    { shape: { file_path: 'string!', old_string: 'string!', new_string: 'string!', replace_all: 'boolean' } },
  ),
  // Of earlier versions.
  MultiEdit: tool('edit_file_often', {
    path: ['file_path'],
    edits: ['edits'],
    replaced: ['old_string'],
    content: ['new_string'],
    everywhere: ['replace_all'],
  }),
  Read: tool(
    'read_file',
    { path: ['file_path'], limit: ['limit'], pages: ['pages'] },
    {
      shape: { file_path: 'string!', offset: 'number', limit: 'number', pages: 'string' },
      held_back: [
        {
          whole: true,
          fields: {
            type: 'text',
            file: { filePath: AS_IT_WAS, content: REASON, numLines: 1, startLine: 1, totalLines: 1 },
          },
        },
      ],
      rest: 'To see the rest, read the file with offset and limit.',
    },
  ),
  NotebookEdit: tool(
    'edit_notebook',
    { path: ['notebook_path'], content: ['new_source'], cell: ['cell_id'] },
    {
      shape: {
        notebook_path: 'string!',
        new_source: 'string!',
        cell_id: 'string',
        cell_type: 'string',
        edit_mode: 'string',
      },
    },
  ),
  // Of earlier versions.
  LS: tool('list_files'),
  Glob: tool(
    'search_files',
    {},
    {
      shape: { pattern: 'string!', path: 'string' },
      held_back: [{ fields: { filenames: [REASON] } }],
    },
  ),
  Grep: tool(
    'search_text',
    {},
    {
      shape: {
        pattern: 'string!',
        path: 'string',
        glob: 'string',
        type: 'string',
        output_mode: 'string',
        head_limit: 'number',
        offset: 'number',
        multiline: 'boolean',
        context: 'number',
        '-A': 'number',
        '-B': 'number',
        '-C': 'number',
        '-n': 'boolean',
        '-i': 'boolean',
        '-o': 'boolean',
      },
      held_back: [{ with: 'content', fields: { content: REASON } }, { fields: { filenames: [REASON] } }],
      rest: 'To see the rest, narrow the pattern or use head_limit and offset.',
    },
  ),
  LSP: tool('search_code'),
  // Of earlier versions.
  NotebookRead: tool('read_notebook'),
  WebFetch: tool(
    'fetch_url',
    {},
    {
      shape: { url: 'string!', prompt: 'string!', offset: 'number' },
      held_back: [{ fields: { result: REASON } }],
      rest: 'To see the rest, fetch with offset or ask a narrower question.',
    },
  ),
  WebSearch: tool(
    'search_web',
    {},
    {
      shape: { query: 'string!', allowed_domains: 'list', blocked_domains: 'list' },
      held_back: [{ fields: { results: [REASON] } }],
    },
  ),
  Agent: tool(
    'delegate',
    { agent: ['subagent_type'] },
    {
      shape: {
        description: 'string!',
        prompt: 'string!',
        subagent_type: 'string',
        model: 'string',
        run_in_background: 'boolean',
      },
      held_back: [{ with: 'content', fields: { content: REASON_AS_BLOCKS } }],
    },
  ),
  Workflow: tool('direct_agents', { agent: ['subagent_type'] }),
  SendMessage: tool('direct_agents', { agent: ['subagent_type'] }),
  CronCreate: tool('schedule'),
  RemoteTrigger: tool('schedule'),
  ScheduleWakeup: tool('wake_up'),
  EnterWorktree: tool('enter_worktree', { name: ['name'] }),
  ExitWorktree: tool('leave_worktree', { name: ['name'], action: ['action'] }),
  [SKILL]: tool('skill', { skill: ['skill', 'command', 'name'], arguments: ['args', 'arguments'] }),
  AskUserQuestion: tool('ask_person'),
  ExitPlanMode: tool('present_plan'),
  ListMcpResourcesTool: tool('list_resources'),
  ReadMcpResourceTool: tool(
    'read_resource',
    {},
    { held_back: [{ fields: { contents: [{ uri: '', text: REASON }] } }] },
  ),
  CronDelete: HOUSEKEEPING,
  CronList: HOUSEKEEPING,
  ListAgents: HOUSEKEEPING,
  ReportFindings: HOUSEKEEPING,
  TaskCreate: HOUSEKEEPING,
  TaskGet: HOUSEKEEPING,
  TaskList: HOUSEKEEPING,
  TaskOutput: HOUSEKEEPING,
  TaskStop: HOUSEKEEPING,
  TaskUpdate: HOUSEKEEPING,
  TodoWrite: HOUSEKEEPING,
  ToolSearch: HOUSEKEEPING,
}

/** Tools of servers: `mcp__github__create_pull_request`. */
const OF_SERVER = /^mcp__(.+?)__(.*)$/s
const EXTERNAL = tool('external')
const UNKNOWN = tool('unknown')

/** How the client writes the calls of a tool; one that nobody described is `unknown`, or `external` where a server has it. */
export function formOf(name: string): ToolForm {
  const known = Object.hasOwn(CLAUDE_TOOLS, name) ? CLAUDE_TOOLS[name] : undefined
  if (known) return known
  if (!name.startsWith('mcp__')) return UNKNOWN
  const [, server, operation = ''] = OF_SERVER.exec(name) ?? []
  return server === undefined ? EXTERNAL : { ...EXTERNAL, server, operation }
}

/** Names of the tools of some kinds, globs among them, in the order of the kinds; `*` stays. */
export function toolNames(kinds: readonly string[]): readonly string[] {
  return kinds.flatMap(kind => {
    if (kind === 'external') return ['mcp__*']
    const names = Object.keys(CLAUDE_TOOLS).filter(name => CLAUDE_TOOLS[name]?.kind === kind)
    return names.length > 0 ? names : [kind]
  })
}

/** Tools whose parameters are known. */
export const KNOWN_CLAUDE_TOOLS: readonly string[] = Object.keys(CLAUDE_TOOLS).filter(
  name => CLAUDE_TOOLS[name]?.shape !== undefined,
)
