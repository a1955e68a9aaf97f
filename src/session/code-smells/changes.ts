/** The texts that a call puts into files, and what stood there before. */

import { isInside, resolvePath } from '../../common/path.ts'
import { type Action, actionCall, type Call } from '../../model/action.ts'
import type { Facts } from '../../model/facts.ts'
import { fieldIn, textIn } from '../../model/tool.ts'
import { programOf } from '../calls.ts'

export interface FileEdit {
  /** Absolute. */
  readonly path: string
  /** From the project's root where it lies there, else absolute: what says what a file is for. */
  readonly place: string
  /** What stood there: the whole file, or the part that is replaced; undefined where nothing did or nobody knows. */
  readonly before: string | undefined
  readonly after: string
}

/** Longer texts are looked at up to here, in UTF-16 units. */
const LONGEST = 200_000
const MOST_CHANGES = 20

/** Everything that a call writes as far as its text is known. */
export function changesOf(action: Action, facts: Facts): readonly FileEdit[] {
  const found = action.command === undefined ? byTool(action, facts) : byCommand(action, facts)
  return found.slice(0, MOST_CHANGES).map(({ path, before, after }) => ({
    path,
    place: pathInProject(path, action.scope.project_root),
    before: before?.slice(0, LONGEST),
    after: after.slice(0, LONGEST),
  }))
}

export function pathInProject(path: string, root: string): string {
  return path !== root && isInside(path, root) ? path.slice(root === '/' ? 1 : root.length + 1) : path
}

type Found = Omit<FileEdit, 'place'>

function byTool(action: Action, facts: Facts): readonly Found[] {
  const call = actionCall(action)
  const path = resolvePath(action.scope.cwd, textIn(call, 'path'))
  const after = textIn(call, 'content')
  switch (call.form.kind) {
    case 'write_file':
      return [{ path, before: facts.text(path), after }]
    case 'edit_file':
      return [{ path, ...wholeLines(textIn(call, 'replaced'), after, facts.text(path)) }]
    case 'edit_notebook':
      return [{ path, before: undefined, after }]
    case 'edit_file_often': {
      const edits = fieldIn(call, 'edits')
      if (!Array.isArray(edits)) return []
      return edits
        .filter(input => typeof input === 'object' && input !== null)
        .map(input => ({ ...call, input }))
        .map(edit => ({ path, ...wholeLines(textIn(edit, 'replaced'), textIn(edit, 'content'), facts.text(path)) }))
    }
    default:
      return []
  }
}

/** A part of a line says what it does with the rest of the line: `< 1e-7` is a bound of what stands before it. */
function wholeLines(part: string, after: string, text: string | undefined): Omit<Found, 'path'> {
  const at = part === '' ? -1 : (text?.indexOf(part) ?? -1)
  // Where it stands more than once, nobody knows which line is meant.
  if (text === undefined || at < 0 || text.includes(part, at + 1)) return { before: part, after }
  const start = text.lastIndexOf('\n', at - 1) + 1
  const next = text.indexOf('\n', at + part.length)
  const [ahead, behind] = [text.slice(start, at), text.slice(at + part.length, next < 0 ? undefined : next)]
  if (part.endsWith('\n')) return { before: ahead + part, after: ahead + after }
  return { before: ahead + part + behind, after: ahead + after + behind }
}

function byCommand(action: Action, facts: Facts): readonly Found[] {
  const { written = [], calls = [], command = '' } = action
  const whole = written.map(({ path, text, append }) => ({
    path,
    before: append ? '' : facts.text(path),
    after: text,
  }))
  return [...whole, ...calls.flatMap(substituted), ...byCode(action, command)]
}

/** `sed -i 's/a/b/' file`, `sed -i '/a/d' file`, `sed -i '/a/i b' file`: the pattern stands for what was there. */
function substituted(call: Call): readonly Found[] {
  const isPlace = /^-[a-zE]*i|^--in-place/
  const edits = /^(?:sed|gsed|perl)$/.test(programOf(call)) && call.words.some(word => isPlace.test(word))
  if (!edits || call.scripted) return []
  const words = call.words.filter(word => !word.startsWith('-') && word !== '')
  const scripts = words.flatMap(word => word.split(/;\s*(?=s[/|#,@!]|\/|\d+[,\dsid])/).flatMap(scriptParts))
  const file = words.at(-1)
  if (file === undefined || !call.cwd.startsWith('/')) return []
  return scripts.map(([before, after]) => ({ path: resolvePath(call.cwd, file), before, after }))
}

function scriptParts(script: string): readonly (readonly [string, string])[] {
  return script.split(/;\s*(?=\S*?(?:s[/|#,@!]|\/))|\n/).flatMap(partsOf)
}

function partsOf(script: string): readonly (readonly [string, string])[] {
  const deletion = /^\/((?:[^/\\]|\\.)*)\/(?:,\S+)?d$/.exec(script)
  if (deletion) return [[deletion[1] ?? '', '']]
  // What is put before, behind or in the place of a line.
  const insertion = /^(?:\/(?:[^/\\]|\\.)*\/|\d+(?:,\d+)?|\$)\s*[iac]\s*\\?\s*([\s\S]+)$/.exec(script)
  if (insertion) return [['', insertion[1] ?? '']]
  const [, separator] = /^(?:\S*[\d$/])?s([/|#,@!])/.exec(script) ?? []
  if (separator === undefined) return []
  const [, before, after] = script.slice(script.indexOf(`s${separator}`)).split(separator)
  if (before === undefined || after === undefined) return []
  // A pattern's own signs are no text.
  const plain = (text: string) => text.replace(/^\^|\$$/g, '').replace(/\\(?=[()[\].*+?/"'])/g, '')
  return [[plain(before), plain(after)]]
}

/** Code in the command itself: what it replaces or writes letter by letter, in the one file that it changes. */
function byCode({ effects, scope }: Action, command: string): readonly Found[] {
  const run = effects.filter(
    ({ verb, details }) => verb === 'execute' && (details.source === 'inline' || details.source === 'stdin'),
  )
  if (run.length === 0) return []
  const code = run.map(({ details }) => (typeof details.code === 'string' ? details.code : '')).join('\n')
  const written = effects.filter(({ verb, target, certain }) => verb === 'write' && target.kind === 'path' && certain)
  const saved = [...code.matchAll(SAVES)].map(([, path = '']) => resolvePath(scope.cwd, path))
  const [only, more] = [...new Set([...written.map(({ target }) => target.value), ...saved])]
  if (only === undefined || more !== undefined) return []
  const text = command.slice(0, LONGEST)
  const found: Found[] = []
  for (const [, before, after] of text.matchAll(REPLACES))
    found.push({ path: only, before: unquoted(before), after: unquoted(after) })
  for (const [, before, after] of text.matchAll(SUBSTITUTES))
    found.push({ path: only, before: unquoted(before).replaceAll('\\', ''), after: unquoted(after) })
  // What code says of itself is said of what it makes.
  found.push({ path: only, before: '', after: code.slice(0, LONGEST) })
  for (const [, after] of text.matchAll(WRITES)) found.push({ path: only, before: undefined, after: unquoted(after) })
  return found
}

/** Libraries that write tables, arrays and pictures. */
const SAVES =
  /\.(?:to_(?:csv|json|parquet|excel|feather|pickle|hdf|markdown|html)|save(?:fig|txt|z|z_compressed)?|write_(?:csv|parquet|json|image|html)|tofile|dump)\(\s*(?:[\w.]+\s*,\s*)?r?["']([^"'\n]+\.\w+)["']/g

const STRING = String.raw`("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`
const REPLACES = new RegExp(String.raw`\.replace\(\s*${STRING}\s*,\s*${STRING}`, 'g')
/** A pattern stands for what was there, as with sed. */
const SUBSTITUTES = new RegExp(String.raw`\bre\.sub\(\s*r?${STRING}\s*,\s*r?${STRING}`, 'g')
const WRITES = new RegExp(String.raw`\.write(?:_text|FileSync|lines)?\(\s*(?:[\w'"./-]+\s*,\s*)?${STRING}`, 'g')

function unquoted(literal = ''): string {
  const width = /^("""|''')/.test(literal) ? 3 : 1
  return literal.slice(width, literal.length - width).replaceAll('\\n', '\n')
}

/** Lines that stand there afterwards and did not before. */
export function addedLines({ before = '', after }: FileEdit): readonly string[] {
  const known = new Set(before.split('\n').map(line => line.trim()))
  return after.split('\n').filter(line => line.trim() !== '' && line.length <= 2000 && !known.has(line.trim()))
}

/**
 * The first added line that fits a pattern, where more lines do so afterwards than before; undefined where none does. A pattern with
 * anchors has the flag m: the whole text is tried first.
 */
export function addedMatch(change: FileEdit, pattern: RegExp): string | undefined {
  if (!pattern.test(change.after)) return undefined
  const line = addedLines(change).find(each => pattern.test(each))
  if (line === undefined) return undefined
  return countLines(change.after, pattern) > countLines(change.before ?? '', pattern) ? line : undefined
}

function countLines(text: string, pattern: RegExp): number {
  return text.split('\n').filter(line => pattern.test(line)).length
}
