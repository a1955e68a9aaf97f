/** Reads the compact transcripts of labelled histories (README.md) and expands them into what the client sends its hooks. */

/** One line of a transcript with what belongs to it. */
export interface Entry {
  /** Line in its file, from 1 on. */
  readonly line: number
  readonly kind: string
  /** What stands behind the kind: a command, a path, a prompt. */
  head: string
  /** Lines that begin with `+ ` and `- `, without that. */
  readonly added: string[]
  readonly removed: string[]
  readonly output: string[]
  readonly labels: string[]
  /** Milliseconds. */
  duration: number
}

export interface History {
  readonly name: string
  readonly file: string
  readonly held_out: boolean
  readonly why: string
  /** Pattern → index of the entry by which it is to be found. */
  readonly expected: ReadonlyMap<string, number>
  readonly allowed: readonly string[]
  readonly cwd: string
  readonly home: string
  /** The machine may be lost: a container of a single task. */
  readonly container: boolean
  /** What a file of standing orders of the project says. */
  readonly instructions: string
  readonly entries: readonly Entry[]
}

/** A hook event of a history, as a line of a batch. */
export interface HookLine {
  /** Index of the entry that it comes from. */
  readonly entry: number
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Milliseconds since the history began. */
  readonly at: number
}

const HEADER = /^(why|allow|cwd|home|container|instructions): ?(.*)$/
const ENTRY =
  /^(>|\$x?&?|\$\d+|\$t\d+|x? ?(?:read!?|writex?|editx?|grep!?|glob|agent|fetch!?|search|tool|mcp|mode|as|stop):?)(?: (.*))?$/
const DURATION = / %% ([\d.]+)(ms|s|m)$/
const UNITS = { ms: 1, s: 1000, m: 60_000 }
const MOST_OUTPUT = 30_000

/** The histories of a file. Throws on a line that is none of the language. */
export function parseTranscript(text: string, file: string): readonly History[] {
  return text
    .split(/^(?==== )/m)
    .filter(part => part.startsWith('=== '))
    .reduce<{ readonly found: History[]; readonly line: number }>(
      ({ found, line }, part) => ({
        found: [...found, parseHistory(part, file, line)],
        line: line + part.split('\n').length - 1,
      }),
      { found: [], line: text.slice(0, Math.max(0, text.search(/^=== /m))).split('\n').length },
    ).found
}

function parseHistory(part: string, file: string, first: number): History {
  const [title = '', ...lines] = part.split('\n')
  const headers: Record<string, string> = {}
  const entries: Entry[] = []
  for (const [index, line] of lines.entries()) {
    const last = entries.at(-1)
    const header = last ? undefined : HEADER.exec(line)
    if (header) headers[header[1] as string] = header[2] as string
    else if (line === '' || line.startsWith('#') || (last && continues(last, line))) continue
    else entries.push(parseEntry(line, `${file}:${first + index + 1}`, first + index + 1))
  }
  const expected = new Map<string, number>()
  for (const [index, { labels }] of entries.entries())
    for (const label of labels)
      if (label !== 'stop' && label !== 'asked' && !expected.has(label)) expected.set(label, index)
  return {
    name: title.slice(4).replace(/ \*$/, ''),
    file,
    held_out: title.endsWith(' *'),
    why: headers.why ?? '',
    expected,
    allowed: headers.allow ? headers.allow.split(/, */) : [],
    cwd: headers.cwd ?? '/home/dev/app',
    home: headers.home ?? /^\/home\/\w+/.exec(headers.cwd ?? '')?.[0] ?? '/home/dev',
    container: headers.container === 'yes',
    instructions: unescaped(headers.instructions ?? ''),
    entries,
  }
}

/** Takes in a line that belongs to the entry above it. */
function continues(last: Entry, line: string): boolean {
  if (line.startsWith('  ')) pushOutput(last, line.slice(2))
  else if (/^\+(?: |$)/.test(line)) last.added.push(line.slice(2))
  else if (/^-(?: |$)/.test(line)) last.removed.push(line.slice(2))
  else if (line.startsWith('^ ')) last.labels.push(...line.slice(2).split(/, */))
  else if (last.kind === '>' && line.startsWith('> ')) last.head += `\n${line.slice(2)}`
  else return false
  return true
}

/** How long a call took may stand behind what it printed as well. */
function pushOutput(last: Entry, line: string): void {
  const took = DURATION.exec(line)
  if (took) last.duration = millisecondsOf(took)
  last.output.push(took ? line.slice(0, took.index) : line)
}

const millisecondsOf = ([, number, unit]: RegExpExecArray): number => Number(number) * UNITS[unit as keyof typeof UNITS]

/** The kind of a command that is cut off, with its limit in seconds. */
const CUT_OFF_AFTER = /^\$t(\d+)$/

function parseEntry(text: string, place: string, line: number): Entry {
  const found = ENTRY.exec(text)
  if (!found) throw new Error(`${place}: no line of a transcript: ${text}`)
  const [, kind = '', rest = ''] = found
  const took = DURATION.exec(rest)
  const limit = CUT_OFF_AFTER.exec(kind)?.[1]
  const duration = took ? millisecondsOf(took) : limit === undefined ? 400 : Number(limit) * 1000
  return {
    line,
    kind: kind.replace(/:$/, ''),
    head: took ? rest.slice(0, took.index) : rest,
    added: [],
    removed: [],
    output: [],
    labels: [],
    duration,
  }
}

/** Milliseconds that the model thinks between two calls. */
const PAUSE = 9_000

/** What the client would send its hooks. */
export function hookLines(history: History): readonly HookLine[] {
  const lines: HookLine[] = []
  const files = new Map<string, string>()
  const session = `history-${history.name}`
  let at = 0
  let prompt = 0
  let mode = 'default'
  let agent: string | undefined
  const push = (entry: number, event: string, more: Readonly<Record<string, unknown>>): void => {
    const subagent = agent === undefined ? {} : { agent_id: `a-${agent.toLowerCase()}`, agent_type: agent }
    const common = {
      session_id: session,
      transcript_path: `${history.home}/.claude/projects/${session}.jsonl`,
      cwd: history.cwd,
      prompt_id: `${session}-prompt-${prompt}`,
      permission_mode: mode,
    }
    lines.push({ entry, event, at, payload: { ...common, ...subagent, hook_event_name: event, ...more } })
  }
  for (const [index, entry] of history.entries.entries()) {
    at += PAUSE
    const { kind, head } = entry
    if (kind === '>') {
      prompt += 1
      push(index, 'UserPromptSubmit', { prompt: [head, ...entry.added].join('\n') })
    } else if (kind === 'mode') mode = head
    else if (kind === 'as') agent = head === 'main' ? undefined : head
    else if (kind === 'stop') {
      const said = [head, ...entry.output].join('\n')
      push(index, 'Stop', {
        stop_hook_active: false,
        last_assistant_message: said,
        background_tasks: [],
        session_crons: [],
      })
    } else {
      const call = callOf(entry, history, files)
      const shared = { tool_name: call.tool, tool_input: call.input, tool_use_id: `toolu_${history.name}_${index}` }
      push(index, 'PreToolUse', shared)
      if (isStopped(entry)) continue
      at += entry.duration
      if (call.error === undefined)
        push(index, 'PostToolUse', { ...shared, tool_response: call.response, duration_ms: entry.duration })
      else
        push(index, 'PostToolUseFailure', {
          ...shared,
          error: call.error,
          is_interrupt: false,
          duration_ms: entry.duration,
        })
    }
  }
  return lines
}

/** It is a premise of the history that this call does not run. */
export function isStopped({ kind }: Entry): boolean {
  return kind.startsWith('$x') || /^x |x$/.test(kind)
}

/** In a one-liner `\\n` stands for a line break. */
function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n')
}

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly response?: unknown
  readonly error?: string
}

function callOf(entry: Entry, { cwd, home }: History, files: Map<string, string>): Call {
  const { kind, head, added, removed } = entry
  const output = expand(entry.output)
  const absolute = (path: string) =>
    path.startsWith('~/') ? home + path.slice(1) : path.startsWith('/') ? path : `${cwd}/${path}`
  if (kind.startsWith('$')) return bash(entry, output)
  switch (kind.replace(/^x /, '').replace(/x$/, '')) {
    case 'read': {
      const file_path = absolute(head)
      const content = output || files.get(file_path) || ''
      const numLines = content.split('\n').length
      const file = { filePath: file_path, content, numLines, startLine: 1, totalLines: numLines }
      return { tool: 'Read', input: { file_path }, response: { type: 'text', file } }
    }
    case 'read!': {
      const error = output || `File does not exist. Note: your current working directory is ${cwd}.`
      return { tool: 'Read', input: { file_path: absolute(head) }, error }
    }
    case 'write': {
      const [path = '', inline] = head.split(/ :: (.*)/s)
      const file_path = absolute(path)
      const content = `${inline === undefined ? added.join('\n') : unescaped(inline)}\n`
      const originalFile = files.get(file_path) ?? null
      files.set(file_path, content)
      const type = originalFile === null ? 'create' : 'update'
      const response = { type, filePath: file_path, content, structuredPatch: [], originalFile, userModified: false }
      return { tool: 'Write', input: { file_path, content }, response }
    }
    case 'edit': {
      const [path = '', inline] = head.split(/ :: (.*)/s)
      const [from, to] = inline?.split(' => ').map(unescaped) ?? [removed.join('\n'), added.join('\n')]
      return edit(absolute(path), from ?? '', to ?? '', files)
    }
    case 'grep': {
      const [pattern = '', path] = head.split(' | ')
      const input = { pattern, ...(path && { path: absolute(path) }), output_mode: 'content', '-n': true }
      const numLines = output === '' ? 0 : output.split('\n').length
      const response = { mode: 'content', numFiles: 0, filenames: [], content: output, numLines, totalLines: numLines }
      return { tool: 'Grep', input, response }
    }
    case 'glob': {
      const filenames = output === '' ? [] : output.split('\n')
      const numFiles = filenames.length
      const counts = { durationMs: 11, numFiles, truncated: false, totalMatches: numFiles, countIsComplete: true }
      return { tool: 'Glob', input: { pattern: head }, response: { filenames, ...counts } }
    }
    case 'agent': {
      const [subagent_type = '', prompt = ''] = head.split(/: (.*)/s)
      const input = { description: prompt.slice(0, 30), prompt: [prompt, ...added].join('\n'), subagent_type }
      const content = [{ type: 'text', text: output }]
      const done = {
        status: 'completed',
        prompt,
        agentId: `a-${subagent_type.toLowerCase()}`,
        agentType: subagent_type,
      }
      return {
        tool: 'Agent',
        input,
        response: { ...done, content, totalDurationMs: entry.duration, totalTokens: 4200 },
      }
    }
    case 'fetch': {
      const page = { bytes: output.length, code: 200, codeText: 'OK', result: output, durationMs: 49, url: head }
      return { tool: 'WebFetch', input: { url: head, prompt: 'summarise' }, response: page }
    }
    case 'fetch!':
      return { tool: 'WebFetch', input: { url: head, prompt: 'summarise' }, error: output }
    case 'search': {
      const results = [{ tool_use_id: 'srvtoolu_1', content: [] }, output]
      const response = { query: head, results, durationSeconds: 0.4, searchCount: 1 }
      return { tool: 'WebSearch', input: { query: head }, response }
    }
    default: {
      const [tool = '', input = '{}'] = head.split(/ (.*)/s)
      const text = [{ type: 'text', text: output }]
      const shell = { stdout: output, stderr: '', interrupted: false, isImage: false }
      const other = output === '' ? { success: true } : tool === 'PowerShell' ? shell : text
      return { tool, input: JSON.parse(input), response: kind === 'mcp' ? text : other }
    }
  }
}

function bash({ kind, head, added, duration }: Entry, output: string): Call {
  const command = [head, ...added].join('\n')
  const limit = CUT_OFF_AFTER.exec(kind)?.[1]
  const code = /^\$(\d+)$/.exec(kind)?.[1]
  const asked = limit && limit !== '120' ? { timeout: Number(limit) * 1000 } : {}
  const background = kind.includes('&') ? { run_in_background: true } : {}
  const input = { command, ...asked, ...background }
  const answered = { stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  if (limit) {
    const said = `Exit code 143\nCommand timed out after ${Number(limit) < 60 ? `${limit}s` : `${Math.floor(Number(limit) / 60)}m 0s`}`
    return { tool: 'Bash', input, error: output === '' ? said : `${said}\n${output}` }
  }
  if (code) return { tool: 'Bash', input, error: `Exit code ${code}${output === '' ? '' : `\n${output}`}` }
  if (kind.includes('&'))
    return { tool: 'Bash', input, response: { stdout: '', ...answered, backgroundTaskId: `b${duration}` } }
  // The client keeps the whole in a file and says how large it is.
  const whole = output.length > MOST_OUTPUT && {
    persistedOutputPath: `/tmp/tool-results/${duration}.txt`,
    persistedOutputSize: Buffer.byteLength(output),
  }
  return { tool: 'Bash', input, response: { stdout: output.slice(0, MOST_OUTPUT), ...answered, ...whole } }
}

function edit(file_path: string, old_string: string, new_string: string, files: Map<string, string>): Call {
  const known = files.get(file_path)
  const originalFile = known?.includes(old_string) ? known : `${old_string}\n`
  files.set(
    file_path,
    originalFile.replace(old_string, () => new_string),
  )
  const lines = [
    ...old_string.split('\n').map(line => `-${line}`),
    ...(new_string === '' ? [] : new_string.split('\n').map(line => `+${line}`)),
  ]
  const patch = {
    oldStart: 1,
    oldLines: old_string.split('\n').length,
    newStart: 1,
    newLines: new_string.split('\n').length,
  }
  return {
    tool: 'Edit',
    input: { file_path, old_string, new_string, replace_all: false },
    response: {
      filePath: file_path,
      oldString: old_string,
      newString: new_string,
      originalFile,
      structuredPatch: [{ ...patch, lines }],
      userModified: false,
      replaceAll: false,
    },
  }
}

/** `@x400 line {i}` stands for 400 lines. */
function expand(lines: readonly string[]): string {
  return lines
    .flatMap(line => {
      const found = /^@x(\d+) (.*)$/.exec(line)
      if (!found) return [line]
      return Array.from({ length: Number(found[1]) }, (_, i) => (found[2] as string).replaceAll('{i}', String(i + 1)))
    })
    .join('\n')
}
