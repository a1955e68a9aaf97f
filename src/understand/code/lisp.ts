/** Lisps: programs that they start and files that they delete, where these stand literally. */
import type { Span } from '../../model/action.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { type Field, NOTHING } from '../shell/value.ts'

/** What functions do with the texts behind them: as a script, as words, or as paths of a command. */
const FUNCTIONS: Readonly<
  Record<string, 'script' | 'words' | 'process' | 'keywords' | 'process-script' | readonly string[]>
> = {
  system: 'script',
  'system*': 'words',
  'shell-command': 'script',
  'shell-command-to-string': 'script',
  'async-shell-command': 'script',
  'call-process-shell-command': 'script',
  'shell-command-on-region': 'script',
  'start-process-shell-command': 'process-script',
  'process-lines': 'words',
  'process-file': 'words',
  'call-process': 'words',
  'make-process': 'keywords',
  'start-process': 'process',
  'uiop:run-program': 'script',
  'run-program': 'words',
  'sb-ext:run-program': 'words',
  'clojure.java.shell/sh': 'words',
  'shell/sh': 'words',
  sh: 'words',
  shell: 'script',
  'babashka.process/shell': 'script',
  'delete-file': ['rm', '-f'],
  'io/delete-file': ['rm', '-f'],
  'clojure.java.io/delete-file': ['rm', '-f'],
  'delete-directory': ['rm', '-rf'],
  'delete-directory/files': ['rm', '-rf'],
  'delete-tree': ['rm', '-rf'],
  'fs/delete-tree': ['rm', '-rf'],
  'babashka.fs/delete-tree': ['rm', '-rf'],
  'uiop:delete-directory-tree': ['rm', '-rf'],
}
/** More rounds than this are not made to work out texts within texts. */
const MOST_ROUNDS = 12
/** Longer texts are not made, and code that has grown longer is not worked out any further. */
const LONGEST = 10_000
const LONGEST_CODE = 200_000
/** A name that is given several texts may stand for any of them; so many are tried. */
const MOST_READINGS = 4
const TEXT = '"(?:[^"\\\\]|\\\\.)*"'
/** A call of texts alone, one that gives a text. */
const PURE = new RegExp(
  `\\(\\s*([a-z][\\w:/.-]*)(?:\\s+(?:'string|\\(quote string\\)))?((?:\\s+(?:${TEXT}|'\\(\\s*${TEXT}(?:\\s+${TEXT})*\\s*\\)))*)\\s*\\)`,
  'g',
)
/** What functions make of texts. */
const MADE: Readonly<Record<string, (texts: readonly string[], home: string) => string | undefined>> = {
  'expand-file-name': ([name = '', base]) => (base === undefined || /^[~/]/.test(name) ? name : `${base}/${name}`),
  'file-truename': ([name]) => name,
  'file-name-as-directory': ([name]) => name && `${name}/`,
  'directory-file-name': ([name]) => name,
  'substitute-in-file-name': ([name], home) => name?.replace(/\$\{?HOME\}?/g, home),
  'shell-quote-argument': ([name]) => name,
  'file-name-concat': names => names.join('/'),
  'io/file': names => names.join('/'),
  'fs/path': names => names.join('/'),
  'merge-pathnames': ([name]) => name,
  getenv: ([name], home) => (name === 'HOME' ? home : undefined),
  'uiop:getenv': ([name], home) => (name === 'HOME' ? home : undefined),
  'system/getenv': ([name], home) => (name === 'HOME' ? home : undefined),
  'user-homedir-pathname': (_names, home) => `${home}/`,
  concatenate: texts => texts.join(''),
  concat: texts => texts.join(''),
  str: texts => texts.join(''),
  'string-append': texts => texts.join(''),
  'string-join': texts => texts.slice(0, -1).join(texts.at(-1)),
  format: ([form = '', ...texts]) => form.replace(/%s/g, () => texts.shift() ?? ''),
}

/**
 * The code with what its texts come to: `(concat "/e" "tc")` is `"/etc"`, and so is a name that stands for it. `reading`: which of its texts
 * stands for a name that is given several.
 */
function workedOut(code: string, home: string, reading: number): string {
  let now = code
  for (let round = 0; round < MOST_ROUNDS && now.length <= LONGEST_CODE; round++) {
    const before = now
    let room = LONGEST_CODE
    const fitting = (text: string, instead: string): string => {
      room -= text.length
      return text.length > LONGEST || room < 0 ? instead : text
    }
    now = now.replace(PURE, (all, name: string, args: string) => {
      const make = Object.hasOwn(MADE, name.toLowerCase()) ? MADE[name.toLowerCase()] : undefined
      const made = make?.(
        [...args.matchAll(new RegExp(TEXT, 'g'))].map(([text]) => unquoted(text)),
        home,
      )
      return made === undefined ? all : fitting(JSON.stringify(made), all)
    })
    const names = namedTexts(now)
    now = now.replace(/(?<=\s)[a-z][\w*-]*(?=\s+[^\s"]|\s*\))/g, name => {
      const texts = names.get(name) ?? []
      const text = texts[Math.min(reading, texts.length - 1)]
      return text === undefined ? name : fitting(text, name)
    })
    if (now === before) return now
  }
  return now
}

const DEFINES = /^(set[qf]?|setq-\w+|setq!|def\w*)$/
const BINDS = /^([\w-]+-)?let\*?$/

/** The texts that names are given, each once, as they are written: `(setq d "x")`, `(def d "x")`, `(let ((d "x")) …)`. */
function namedTexts(code: string): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  const frames: Frame[] = []
  for (const [token, text] of code.matchAll(TOKEN)) {
    if (token.startsWith(';')) continue
    const frame = frames.at(-1)
    if (token === ')' || token === ']') frames.pop()
    else if (token === '(' || token === '[')
      frames.push({ head: '', last: '', words: 0, binds: frame?.words === 1 && BINDS.test(frame.head) })
    const [, name] = (text !== undefined && frame && /^'?([a-z][\w*-]*)$/.exec(frame.last)) || []
    const isGiven = frame && (frame.binds || DEFINES.test(frame.head) || frames.at(-2)?.binds === true)
    const texts = name === undefined ? [] : (names.get(name) ?? [])
    if (name !== undefined && isGiven && !texts.includes(token)) names.set(name, [...texts, token])
    if (frame && !/^[)\]]$/.test(token)) note(frame, token)
  }
  return names
}

function note(frame: Frame, token: string): void {
  if (frame.words === 0) frame.head = token
  frame.last = token
  frame.words++
}

/** What stands between two parentheses, up to a token. */
interface Frame {
  head: string
  last: string
  words: number
  /** A list of bindings: each in its own parentheses, or in Clojure one behind the other. */
  readonly binds: boolean
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}

const LOOPS = /^(mapc|mapcar|dolist|seq-do|seq-doseq|for-each|doseq|run!|cl-loop|loop|map)$/
/** The files that stand in a loop, which a function that deletes has under a name. */
function looped(code: string, start: number): readonly string[] {
  const texts: string[] = []
  let depth = 0
  for (const [token, text] of code.slice(start).matchAll(TOKEN)) {
    if (token === '(') depth++
    else if (token === ')' && --depth === 0) break
    else if (text !== undefined && /^[~/]/.test(text)) texts.push(unquoted(token))
  }
  return texts
}

const SCRIPTS: ReadonlySet<string> = new Set(['script', 'process-script'])
const TOKEN = /;[^\n]*|"((?:[^"\\]|\\.)*)"|[()[\]]|[^\s()[\]";]+/g

/** What stands between two parentheses. */
interface Form {
  readonly start: number
  head: string | undefined
  keyword: string
  readonly texts: string[]
  /** Of a loop, once it is asked for. */
  files?: readonly string[]
}

/** Lists stand in no more lists than this. */
const MOST_LISTS = 8

export function lispEffects(code: string, runner: Runner, scope: Scope, span: Span | undefined): void {
  const home = runner.facts.homes[0] ?? '~'
  const most = Math.max(1, ...[...namedTexts(code).values()].map(texts => texts.length))
  for (let reading = 0; reading < Math.min(most, MOST_READINGS); reading++)
    formEffects(workedOut(code, home, reading), runner, scope, span)
}

function formEffects(code: string, runner: Runner, scope: Scope, span: Span | undefined): void {
  const forms: Form[] = []
  const files = (): readonly string[] => {
    const loop = forms.findLast(({ head }) => LOOPS.test(head ?? ''))
    if (loop) loop.files ??= looped(code, loop.start)
    return loop?.files ?? []
  }
  const end = (form: Form | undefined): void => {
    if (form) perform(form, files, runner, scope, span)
  }
  for (const { 0: token, 1: text, index } of code.matchAll(TOKEN)) {
    if (token.startsWith(';')) continue
    if (token === ')') {
      end(forms.pop())
      continue
    }
    const form = forms.at(-1)
    if (text !== undefined) argumentOf(forms)?.push(unquoted(token))
    if (form && token.startsWith(':')) form.keyword = token
    if (form) form.head ??= text === undefined && token !== '(' ? token : ''
    if (token === '(') forms.push({ start: index, head: undefined, keyword: '', texts: [] })
  }
  while (forms.length > 0) end(forms.pop())
}

/** The arguments among which a text counts that comes next: those of the call that it stands in, through lists of texts. */
function argumentOf(forms: readonly Form[]): string[] | undefined {
  const call = forms.slice(-MOST_LISTS).findLast(({ head = '' }) => !/^(list|quote|)$/.test(head))
  return functionOf(call?.head) === 'keywords' && call?.keyword !== ':command' ? undefined : call?.texts
}

/** Runs what a call of a function comes to. `files`: those of the loop that it stands in. */
function perform(
  { head, texts }: Form,
  files: () => readonly string[],
  runner: Runner,
  scope: Scope,
  span: Span | undefined,
): void {
  const how = functionOf(head)
  if (how === undefined) return
  if (typeof how === 'string' && SCRIPTS.has(how)) {
    // The name of the process comes first.
    const script = texts.at(how === 'script' ? 0 : -1)
    if (script !== undefined) runner.runScript(script, scope, span ? { span } : {}, NOTHING)
    return
  }
  const field = (text: string): Field => ({ text, glob: false, taints: [], ...(span && { span }) })
  const atHome = (text: string): Field => field(text.replace(/^~(?=\/|$)/, runner.facts.homes[0] ?? '~'))
  const before = typeof how === 'string' ? [] : how
  const words = how === 'process' ? texts.slice(1) : before.length > 0 && texts.length === 0 ? files() : texts
  if (words.length > 0) runner.runWords([...before.map(field), ...words.map(atHome)], scope, NOTHING)
}

function functionOf(head = ''): (typeof FUNCTIONS)[string] | undefined {
  return Object.hasOwn(FUNCTIONS, head) ? FUNCTIONS[head] : undefined
}
