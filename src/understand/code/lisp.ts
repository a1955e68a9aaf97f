/** Lisps: programs that they start and files that they delete, where these stand literally. */
import type { Span } from '../../model/action.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { type Field, NOTHING } from '../shell/value.ts'

/** What functions do with the texts behind them: as a script, as words, or as paths of a command. */
const FUNCTIONS: Readonly<Record<string, 'script' | 'words' | 'process' | 'process-script' | readonly string[]>> = {
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
  'make-process': 'process',
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
const TEXT = '"(?:[^"\\\\]|\\\\.)*"'
/** A call of texts alone, one that gives a text. */
const PURE = new RegExp(
  `\\(\\s*([a-z][\\w:/.-]*)(?:\\s+(?:'string|\\(quote string\\)))?((?:\\s+(?:${TEXT}|'\\(\\s*${TEXT}(?:\\s+${TEXT})*\\s*\\)))*)\\s*\\)`,
  'g',
)
/** `(setq d "x")`, `(let ((d "x"))`, `(def d "x")`. */
const NAMED = new RegExp(
  `\\(\\s*(?:(?:setq|setf|defvar|defconst|defparameter|def|define)\\s+)?([a-z][\\w*-]*)\\s+(${TEXT})\\s*\\)`,
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

/** The code with what its texts come to: `(concat "/e" "tc")` is `"/etc"`, and so is a name that stands for it. */
function workedOut(code: string, home: string): string {
  let now = code
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = now
    now = now.replace(PURE, (all, name: string, args: string) => {
      const make = Object.hasOwn(MADE, name.toLowerCase()) ? MADE[name.toLowerCase()] : undefined
      const made = make?.(
        [...args.matchAll(new RegExp(TEXT, 'g'))].map(([text]) => unquoted(text)),
        home,
      )
      return made === undefined ? all : JSON.stringify(made)
    })
    for (const [, name = '', text = ''] of now.matchAll(NAMED))
      if (!Object.hasOwn(FUNCTIONS, name))
        now = now.replace(new RegExp(`(?<=\\s)${escaped(name)}(?=\\s+[^\\s"]|\\s*\\))`, 'g'), () => text)
    if (now === before) return now
  }
  return now
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}

const LOOPS = /\((mapc|mapcar|dolist|seq-do|seq-doseq|for-each|doseq|run!|cl-loop|loop|map)\s/
/** The files of a loop, which a function that deletes has under a name. */
function looped(how: (typeof FUNCTIONS)[string], code: string): readonly string[] {
  if (typeof how === 'string' || !LOOPS.test(code)) return []
  return [...code.matchAll(/"((?:~|\/)[^"]*)"/g)].map(([, path = '']) => path)
}

const SCRIPTS: ReadonlySet<string> = new Set(['script', 'process-script'])
const TOKEN = /;[^\n]*|"((?:[^"\\]|\\.)*)"|[()[\]]|[^\s()[\]";]+/g

export function lispEffects(code: string, runner: Runner, scope: Scope, span: Span | undefined): void {
  const field = (text: string): Field => ({ text, glob: false, taints: [], ...(span && { span }) })
  let does: (typeof FUNCTIONS)[string] | undefined
  let texts: string[] = []
  let before = ''
  const end = (): void => {
    if (does) perform(does, texts)
    does = undefined
    texts = []
  }
  const made = workedOut(code, runner.facts.homes[0] ?? '~')
  const atHome = (text: string): Field => field(text.replace(/^~(?=\/|$)/, runner.facts.homes[0] ?? '~'))
  const perform = (how: (typeof FUNCTIONS)[string], given: readonly string[]): void => {
    if (typeof how === 'string' && SCRIPTS.has(how)) {
      // The name of the process comes first.
      const script = given.at(how === 'script' ? 0 : -1)
      if (script !== undefined) runner.runScript(script, scope, span ? { span } : {}, NOTHING)
      return
    }
    const words = how === 'process' ? given.slice(1) : given.length > 0 ? given : looped(how, made)
    const before = typeof how === 'string' ? [] : how
    if (words.length > 0) runner.runWords([...before.map(field), ...words.map(atHome)], scope, NOTHING)
  }
  for (const [token, text] of made.matchAll(TOKEN)) {
    if (text !== undefined) texts.push(text.replace(/\\(.)/gs, '$1'))
    else if (token === ')') end()
    else if (before === '(' && token === 'list' && does) before = token
    else if (before === '(' && !token.startsWith(';')) {
      end()
      does = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined
    }
    if (!token.startsWith(';')) before = token
  }
  end()
}
