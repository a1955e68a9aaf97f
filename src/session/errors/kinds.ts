/** How compilers, runtimes, package managers, shells and others say what went wrong: one line of their output each. */
import { basename } from '../../targets/path.ts'
import { normalise, quotedIn, shapeOf } from './text.ts'

/** What a line says, before it is masked. */
export interface Said {
  readonly class: string
  /** What differs between errors of one class. */
  readonly detail: string
  /** The line that says it, where it is another one than the one that was found. */
  readonly line?: string
}

export interface ErrorKind {
  readonly id: string
  /** Of several lines: compilers say the root of it first, runtimes last. */
  readonly pick: 'first' | 'last'
  readonly line: RegExp
  /** Undefined where the line is none after all. */
  readonly read: (match: RegExpMatchArray, lines: readonly string[], at: number) => Said | undefined
  /** One of many that stand in one output: which others do is part of what went wrong, since fewer are progress. */
  readonly many?: true
  /** Nobody but a program that failed prints this at the end of its output. */
  readonly unmistakable?: true
}

/** Names are kept as they are written, but not where they lie. */
const nameOf = (text: string): string =>
  /^(?:\/|[A-Za-z]:[\\/])/.test(text) ? basename(text.replaceAll('\\', '/')) : text.replace(/^(?:\.{1,2}\/)+/, '')

const named = (message: string): string => quotedIn(message).map(nameOf).join(' ')

/** A message as the kind of it and the names in it. */
const shaped = (message: string): Said => ({ class: shapeOf(message), detail: named(message) })

/** Messages whose kind is known by another name than the one they come under. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/No module named '?([\w.-]+)'?/, 'ModuleNotFoundError'],
  [/[Cc]annot find (?:module|package) ['"]([^'"]+)['"]/, 'MODULE_NOT_FOUND'],
  [/(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?['"]([^'"]+)['"]/, 'MODULE_NOT_FOUND'],
  [/cannot import name '([^']+)'/, 'ImportError'],
  [/\b(?:No such file or directory|no such file or directory)\b(?:[,:] (?:\w+ )?['"]([^'"]+)['"])?/, 'ENOENT'],
  [/\b[Pp]ermission denied\b(?:[,:] (?:\w+ )?['"]([^'"]+)['"])?/, 'EACCES'],
  [/\b(?:[Aa]ddress already in use|EADDRINUSE)\b/, 'EADDRINUSE'],
  [/\b(?:[Cc]onnection refused|ECONNREFUSED)\b/, 'ECONNREFUSED'],
  [/\b[Nn]o space left on device\b/, 'ENOSPC'],
  [/(?:Could not resolve host|getaddrinfo \w+|[Nn]ame or service not known)(?:: | )?(\S*)/, 'ENOTFOUND'],
  [/\b(E[A-Z]{3,}): [^,]*(?:, (?:\w+ )?'([^']+)')?/, ''],
]

/** What a message says, whatever it comes under; undefined where it is nothing known. */
function known(message: string): Said | undefined {
  for (const [pattern, name] of MESSAGES) {
    const match = message.match(pattern)
    if (!match) continue
    if (name !== '') return { class: name, detail: nameOf(match[1] ?? operandOf(message)) }
    return { class: match[1] ?? '', detail: nameOf(match[2] ?? named(message)) }
  }
  return undefined
}

/** `cat: notes.txt: No such file` is about notes.txt. */
function operandOf(message: string): string {
  const quoted = quotedIn(message).at(-1)
  if (quoted !== undefined) return quoted
  const parts = message.split(': ')
  const last = parts.at(-2) ?? ''
  // Compilers name the file first; what has no mark of a file is the program that complains.
  return parts.length > 2 || (parts.length === 2 && /^\S*[\w-][./]\w\S*$/.test(last)) ? last : ''
}

const exception = (name: string, message: string): Said => {
  const plain = name.slice(name.lastIndexOf('.') + 1)
  const code = message.match(/^\[(ERR_[A-Z_]+)\]:? ?/)?.[1]
  return known(message) ?? { class: code ?? plain, detail: normalise(message) }
}

/** In the order of how much they say: what a compiler says counts more than that make gave up. */
export const ERROR_KINDS: readonly ErrorKind[] = [
  {
    id: 'rust',
    pick: 'first',
    many: true,
    line: /^error\[(E\d{4})\]: (.*)$/,
    read: ([, code = '', message = '']) => ({ class: code, detail: named(message) || normalise(message) }),
    unmistakable: true,
  },
  {
    id: 'typescript',
    pick: 'first',
    many: true,
    line: /\berror (TS\d+): (.*)$/,
    read: ([, code = '', message = '']) => ({ class: code, detail: named(message) || normalise(message) }),
    unmistakable: true,
  },
  {
    id: 'bundler',
    pick: 'first',
    line: /(?:Can't resolve|Could not resolve|[Ff]ailed to resolve import) ['"][^'"]+['"]/,
    read: ([line]) => known(line),
  },
  {
    // gcc, clang, javac, swiftc, mypy
    id: 'compiler',
    pick: 'first',
    many: true,
    line: /^\S.*?:\d+(?::\d+)?: (?:fatal )?error: (.*)$/,
    read: ([, message = ''], lines, at) => {
      const symbol = lines
        .slice(at + 1, at + 5)
        .find(line => /^\s+symbol:/.test(line))
        ?.replace(/^\s+symbol:\s+/, '')
      return known(message) ?? (symbol ? { class: shapeOf(message), detail: symbol } : shaped(message))
    },
    unmistakable: true,
  },
  {
    id: 'go-compiler',
    pick: 'first',
    many: true,
    line: /^\S+\.go:\d+:\d+: (.*)$/,
    read: ([, message = '']) => {
      const undefinedName = message.match(/^undefined: (\S+)/)?.[1]
      return undefinedName === undefined ? shaped(message) : { class: 'undefined', detail: undefinedName }
    },
  },
  {
    // ruff, flake8, pylint
    id: 'python-linter',
    pick: 'first',
    many: true,
    line: /^\S+\.py:\d+:\d+: ([A-Z]+\d+):? (.*)$/,
    read: ([, code = '', message = '']) => ({ class: code, detail: named(message) || normalise(message) }),
  },
  {
    id: 'eslint',
    pick: 'first',
    many: true,
    line: /^\s+\d+:\d+\s+error\s+(.+?)\s{2,}(\S+)$/,
    read: ([, message = '', rule = '']) => ({ class: rule, detail: named(message) }),
    unmistakable: true,
  },
  {
    id: 'maven',
    pick: 'first',
    many: true,
    line: /^\[ERROR\]\s+(?:\S+:\[\d+,\d+\] )?((?!COMPILATION ERROR|Tests run|\s*$|-> ).+)$/,
    read: ([, message = '']) => shaped(message),
  },
  {
    id: 'panic',
    pick: 'last',
    line: /^(?:panic: (.*)|thread '[^']*' .*panicked at (.*)|fatal error: (?:all goroutines|concurrent map).*)$/,
    read: ([line, go, rust], lines, at) => ({
      class: 'panic',
      detail: normalise(go ?? (rust === undefined ? line : (lines[at + 1] ?? rust))),
    }),
    unmistakable: true,
  },
  {
    // Python, JavaScript, Java, .NET
    id: 'exception',
    pick: 'last',
    line: /^(?:E {2,}|Uncaught |Unhandled exception\. |Caused by: |Exception in thread "[^"]*" )?((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Expired|DoesNotExist)|Error|(?:[a-z]\w*\.)+exceptions?\.\w+)(?: (?=\[ERR_))?(?::? (.*))?$/,
    read: ([line, name = '', message = '']) =>
      // A heading or a sentence: "Error handling follows".
      line.includes(': ') || message === '' || message.startsWith('[') ? exception(name, message) : undefined,
    unmistakable: true,
  },
  {
    id: 'python-module',
    pick: 'last',
    line: /^\S*python[\d.]*: (No module named .+)$/,
    read: ([, message = '']) => known(message),
    unmistakable: true,
  },
  {
    id: 'shell-syntax',
    pick: 'first',
    line: /: (?:line \d+: )?syntax error(?: near unexpected token `(.*)')?/,
    read: ([, token = '']) => ({ class: 'syntax error', detail: token }),
  },
  {
    id: 'npm-script',
    pick: 'first',
    line: /(?:Missing script:? |Couldn't find a script named |error Command )"?([^"\s]+)"?/,
    read: ([, script = '']) => ({ class: 'Missing script', detail: script }),
    unmistakable: true,
  },
  {
    id: 'npm',
    pick: 'first',
    line: /^npm (?:ERR!|error) code (\S+)/,
    read: ([, code = ''], lines) => {
      const said = lines.filter(line => /^npm (?:ERR!|error) (?!code |syscall |errno |A complete log)/.test(line))
      const missing = said.map(line =>
        line.match(/'([^']+?)(?:@[^'@]*)?' is not in this registry|404 Not Found - GET \S+\/(\S+)/),
      )
      const name = missing.flatMap(match => match?.[1] ?? match?.[2] ?? [])[0]
      const line = said.find(each => /Could not|could not|Not [Ff]ound|not found|Found: /.test(each)) ?? said[0] ?? ''
      return { class: code, detail: name ?? normalise(line.replace(/^npm (?:ERR!|error) /, '')), ...(line && { line }) }
    },
    unmistakable: true,
  },
  {
    id: 'pip',
    pick: 'last',
    line: /^ERROR: (?:No matching distribution found for (\S+)|(?!.*--)(.+))$/,
    read: ([, name, message = '']) =>
      name === undefined
        ? shaped(message)
        : { class: 'No matching distribution', detail: name.replace(/[=<>!~[;].*/, '') },
  },
  {
    id: 'crash',
    pick: 'last',
    line: /\b(Segmentation fault|Bus error|Illegal instruction|Aborted|JavaScript heap out of memory|MemoryError|Out of memory)\b/,
    read: ([, what = '']) => ({ class: what, detail: '' }),
    unmistakable: true,
  },
  {
    id: 'merge',
    pick: 'first',
    line: /^CONFLICT \(([^)]*)\): .* in (.+)$/,
    read: ([, kind = '', path = '']) => ({ class: `CONFLICT ${kind}`, detail: nameOf(path) }),
    unmistakable: true,
  },
  {
    id: 'git',
    pick: 'first',
    line: /^fatal: (.+)$/,
    read: ([, message = '']) => known(message) ?? shaped(message),
    unmistakable: true,
  },
  {
    // git, cargo, clang, many others
    id: 'prefixed',
    pick: 'first',
    line: /^(?:[\w.-]+: )?(fatal|error): (?!aborting due to|could not compile|test failed|process didn't exit)(.+)$/,
    read: ([, , message = '']) => known(message) ?? shaped(message),
  },
  {
    id: 'command-not-found',
    pick: 'last',
    line: /(?:^|: )([^\s:]+): (?:command )?not found$|command not found: (\S+)$/,
    read: ([, a, b]) => ({ class: 'command not found', detail: a ?? b ?? '' }),
    unmistakable: true,
  },
  {
    id: 'operand',
    pick: 'first',
    line: /^[\w./+-]+: .*(?:No such file or directory|Permission denied|Is a directory|Not a directory|Address already in use|Connection refused|No space left on device|No such process|Text file busy|Could not resolve host.*)$/,
    read: ([line]) => known(line) ?? { class: line.split(': ').at(-1) ?? '', detail: nameOf(operandOf(line)) },
  },
  {
    id: 'usage',
    pick: 'first',
    line: /^(?:[\w./-]+: )?(.*(?:not a git command|[Uu]nknown (?:sub)?(?:command|option|argument)|bad option|unrecognized (?:option|argument)s?|invalid (?:option|choice)|No such (?:option|command)).*)$/,
    read: ([, message = '']) => {
      const about = named(message) || (message.match(/(?:: | )(--?[\w-]+)/)?.[1] ?? '')
      return { class: shapeOf(message.replace(about, '…')), detail: about }
    },
  },
  {
    id: 'curl',
    pick: 'last',
    line: /^curl: (\(\d+\)) (.*)$/,
    read: ([, code = '', message = '']) => known(message) ?? { class: `curl ${code}`, detail: normalise(message) },
  },
  {
    id: 'make',
    pick: 'first',
    line: /^g?make(?:\[\d+\])?: \*\*\* (.*)$/,
    read: ([, message = '']) => {
      const target = message.match(/^\[(?:[^\]:]+:\d+: )?([^\]]+)\]/)?.[1]
      return target === undefined ? shaped(message) : { class: 'make', detail: target }
    },
    unmistakable: true,
  },
  {
    id: 'gradle',
    pick: 'first',
    line: /^\* What went wrong:$/,
    read: (_, lines, at) => {
      const line = lines[at + 1]
      return line === undefined ? undefined : { ...shaped(line), line }
    },
    unmistakable: true,
  },
  {
    id: 'build',
    pick: 'last',
    line: /^(?:\[\w+\] )?(?:BUILD (?:FAILED|FAILURE)|Build FAILED\.?|ERROR: Build failed.*|FAILURE: .*)$/,
    read: ([line]) => ({ class: 'build failed', detail: normalise(line.replace(/^\[\w+\] /, '')) }),
    unmistakable: true,
  },
  {
    id: 'generic',
    pick: 'first',
    line: /(?:^|[^\w-])(?:error|fatal|failed|failure|err)\]?\s*[:!]\s*(\S.*)$/i,
    read: ([, message = '']) => known(message) ?? shaped(message),
  },
]
