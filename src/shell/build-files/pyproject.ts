/** Tasks that pyproject.toml lists, for the runners that keep them there. */

const SECTION =
  /^\[tool\.(?:poe\.tasks|pdm\.scripts|hatch\.envs\.[\w-]+\.scripts|taskipy\.tasks|rye\.scripts|pixi\.tasks)(?:\.([\w-]+))?\]/
/** A basic or literal string of TOML on one line. */
const STRING = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g

/** Commands by the task's name. Values of several lines, and references to Python, are no shell text. */
export function pyprojectTasks(text: string): ReadonlyMap<string, readonly string[]> {
  const tasks = new Map<string, readonly string[]>()
  let inside = false
  let table = ''
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) {
      const section = SECTION.exec(line)
      inside = section !== null
      table = section?.[1] ?? ''
      continue
    }
    const equals = line.indexOf('=')
    if (!inside || equals < 0) continue
    const key = line
      .slice(0, equals)
      .trim()
      .replace(/^["']|["']$/g, '')
    const value = line.slice(equals + 1).trim()
    if (table !== '' && /^(cmd|shell)$/.test(key)) tasks.set(table, stringsIn(value).slice(0, 1))
    else if (table === '') tasks.set(key, commandsOf(value))
  }
  return tasks
}

function commandsOf(value: string): readonly string[] {
  if (/^["']/.test(value)) return stringsIn(value).slice(0, 1)
  if (value.startsWith('[')) return stringsIn(value)
  const command = /(?:^\{|,)\s*(?:cmd|shell)\s*=\s*(.*)$/s.exec(value)?.[1]
  return command === undefined ? [] : stringsIn(command).slice(0, 1)
}

function stringsIn(text: string): readonly string[] {
  return [...text.matchAll(STRING)].map(([, basic, literal]) => literal ?? (basic ?? '').replace(/\\(["\\])/g, '$1'))
}
