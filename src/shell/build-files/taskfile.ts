/** Taskfile.yml, read by hand: its tasks are a small part of YAML, and a whole reader costs milliseconds at every call. */

export interface Task {
  /** Commands in their order; `{ task }` runs another task. */
  readonly commands: ({ readonly shell: string } | { readonly task: string })[]
  readonly dependencies: string[]
  directory: string | undefined
}

export interface Taskfile {
  readonly tasks: ReadonlyMap<string, Task>
  /** Variables with a plain value. */
  readonly variables: ReadonlyMap<string, string>
}

interface Line {
  readonly indent: number
  readonly text: string
}

export function parseTaskfile(text: string): Taskfile {
  const lines = linesOf(text)
  const tasks = new Map<string, Task>()
  const variables = new Map<string, string>()
  let section = ''
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? { indent: 0, text: '' }
    const end = blockEnd(lines, at)
    const [key, value] = keyValue(line.text)
    if (line.indent === 0) section = key
    else if (section === 'vars' && value !== '') variables.set(key, unquoted(value))
    else if (section === 'tasks') {
      tasks.set(key, parseTask(value, lines.slice(at + 1, end)))
      at = end
      continue
    }
    at++
  }
  return { tasks, variables }
}

function linesOf(text: string): readonly Line[] {
  return text.split(/\r?\n/).flatMap(raw => {
    const trimmed = raw.trimStart()
    return trimmed === '' || trimmed.startsWith('#')
      ? []
      : [{ indent: raw.length - trimmed.length, text: trimmed.trimEnd() }]
  })
}

/** The first line after this one that is not deeper. */
function blockEnd(lines: readonly Line[], at: number): number {
  const indent = lines[at]?.indent ?? 0
  let end = at + 1
  while (end < lines.length && (lines[end]?.indent ?? 0) > indent) end++
  return end
}

function keyValue(text: string): readonly [string, string] {
  const quoted = /^(["'])(.*?)\1\s*:(?:\s+(.*))?$/s.exec(text)
  if (quoted) return [quoted[2] ?? '', quoted[3] ?? '']
  const colon = text.endsWith(':') ? text.length - 1 : text.indexOf(': ')
  return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1).trim()]
}

function unquoted(text: string): string {
  if (/^".*"$/s.test(text)) return text.slice(1, -1).replace(/\\(["\\])/g, '$1')
  return /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text.replace(/\s#.*$/, '')
}

/** `[a, b]`, or nothing. */
function inlineList(text: string): readonly string[] {
  if (!/^\[.*\]$/s.test(text)) return []
  return (text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,\s][^,]*/g) ?? []).map(item => unquoted(item.trim()))
}

function parseTask(value: string, body: readonly Line[]): Task {
  const task: Task = { commands: [], dependencies: [], directory: undefined }
  for (const shell of inlineList(value)) task.commands.push({ shell })
  if (value !== '' && !value.startsWith('[') && !/^[|>]/.test(value)) task.commands.push({ shell: unquoted(value) })
  if (/^[|>]/.test(value)) task.commands.push({ shell: blockText(body) })
  if (body[0]?.text.startsWith('- ')) addCommands(task, body)
  for (let at = 0; at < body.length; ) {
    const end = blockEnd(body, at)
    const [key, own] = keyValue(body[at]?.text ?? '')
    const inner = itemsAfter(body, at)
    if (key === 'cmds' || key === 'cmd') {
      for (const shell of inlineList(own)) task.commands.push({ shell })
      if (/^[|>]/.test(own)) task.commands.push({ shell: blockText(inner) })
      else if (own !== '' && !own.startsWith('[')) task.commands.push({ shell: unquoted(own) })
      else addCommands(task, inner)
    } else if (key === 'deps') task.dependencies.push(...inlineList(own), ...inner.map(dependency).filter(Boolean))
    else if (key === 'dir') task.directory = unquoted(own)
    at = Math.max(end, at + 1 + inner.length)
  }
  return task
}

/** The lines of a value: deeper ones, and items of a list that stand as deep as its key. */
function itemsAfter(body: readonly Line[], at: number): readonly Line[] {
  const indent = body[at]?.indent ?? 0
  let end = at + 1
  while (end < body.length) {
    const line = body[end]
    if (!line || line.indent < indent || (line.indent === indent && !line.text.startsWith('- '))) break
    end++
  }
  return body.slice(at + 1, end)
}

function dependency({ text }: Line): string {
  const item = text.replace(/^-\s+/, '')
  return item.startsWith('task: ') ? unquoted(item.slice(6)) : text.startsWith('- ') ? unquoted(item) : ''
}

function addCommands(task: Task, lines: readonly Line[]): void {
  for (let at = 0; at < lines.length; ) {
    const end = blockEnd(lines, at)
    const item = (lines[at]?.text ?? '').replace(/^-\s*/, '')
    const [key, value] = keyValue(item)
    const block = lines.slice(at + 1, end)
    if (/^[|>][-+]?$/.test(item)) task.commands.push({ shell: blockText(block) })
    else if (key === 'task') task.commands.push({ task: unquoted(value) })
    else if (key === 'cmd' || key === 'defer')
      task.commands.push({ shell: /^[|>]/.test(value) ? blockText(block) : unquoted(value) })
    else if (item !== '' && !/^(vars|for|silent|platforms|ignore_error)$/.test(key))
      task.commands.push({ shell: unquoted(item) })
    at = end
  }
}

function blockText(lines: readonly Line[]): string {
  return lines.map(line => line.text).join('\n')
}
