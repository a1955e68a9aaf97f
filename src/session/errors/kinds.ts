/** How compilers, runtimes, package managers, shells and others say what went wrong: one line of their output each. */
import { exception, known, named, nameOf, operandOf, refused, type Said, saysAbsent, shaped } from './message.ts'
import { normalise, shapeOf } from './text.ts'

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

/** The lines behind one that only announces what they say, without the frames that some put around them. */
function nextLines(lines: readonly string[], at: number, most: number): readonly string[] {
  const next: string[] = []
  for (const line of lines.slice(at + 1, at + 1 + most)) {
    const bare = line.replace(/^[\s│|╷╵•]+|^\[\w+\]\s+/g, '').trim()
    if (bare === '' && next.length > 0 && !/[│|]/.test(line)) break
    if (bare !== '' && !/^[-^~=─╰╭]+$/.test(bare)) next.push(bare)
  }
  return next
}

/** A message of which the lines behind it say what it is about. */
function continued(said: Said, lines: readonly string[], at: number): Said {
  if (said.detail !== '') return said
  const next = nextLines(lines, at, 8).filter(line => !/^(?:at|in|on|from) \S+/.test(line))
  const about =
    next.find(saysAbsent) ?? next.find(line => named(line) !== '') ?? next.find(line => /[$\\]\w|\w[._]\w/.test(line))
  if (about === undefined) return said
  const { detail } = shaped(about)
  return detail === '' ? said : { ...said, detail }
}

/** What a colon at its end announces stands in the next line. */
function announced(said: Said, message: string, lines: readonly string[], at: number): Said {
  if (!/[:[{(]$/.test(message) && !/\berrors? for \w+$/.test(message)) return said
  const next = nextLines(lines, at, 8).map(line => line.replace(/^-\s+/, ''))
  const told = /[:[{(]$/.test(message) ? next.slice(0, message.endsWith(':') ? 3 : 8).join(' ') : next[0]
  return told === undefined || told === '' ? said : { ...said, detail: normalise(told) }
}

/** What is not there, of a compiler for the JVM: it names it in a line of its own. */
function symbolBehind(lines: readonly string[], at: number): string | undefined {
  return lines
    .slice(at + 1, at + 5)
    .find(line => /^(?:\[ERROR\])?\s+symbol:/.test(line))
    ?.replace(/^(?:\[ERROR\])?\s+symbol:\s+/, '')
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
    // TypeScript, C#, MSBuild, NuGet, Visual C++
    id: 'typescript',
    pick: 'first',
    many: true,
    line: /\b(?:fatal )?error ([A-Z]{1,5}\d{3,5}) ?: (.*?)(?: \[[^\]]*proj\])?$/,
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
    line: /^\S.*?:\d+(?::\d+)?: ?(?:fatal )?(?:error|ERROR|Error):\s*(.*)$/,
    read: ([, text = ''], lines, at) => {
      const message = /^(?:\[[\w-]+\])?$/.test(text) ? (nextLines(lines, at, 2)[0] ?? text) : text
      const symbol = symbolBehind(lines, at)
      return known(message) ?? (symbol ? { class: shapeOf(message), detail: symbol } : shaped(message))
    },
    unmistakable: true,
  },
  {
    id: 'kotlin',
    pick: 'first',
    many: true,
    line: /^e: (?:file:\/\/)?\S+?:(?: \(\d+, \d+\):|\d+:\d+:?) (.*)$/,
    read: ([, message = '']) => shaped(message),
    unmistakable: true,
  },
  {
    id: 'sbt',
    pick: 'first',
    many: true,
    line: /^\[error\] (?:\S+:\d+(?::\d+)?: (.+)|\d* *\|\s+(.*\b(?:[Nn]ot found|not a member|not found|cannot be)\b.*))$/,
    read: ([, message, boxed]) => shaped(message ?? boxed ?? ''),
    unmistakable: true,
  },
  {
    id: 'linker',
    pick: 'first',
    many: true,
    line: /(?:\b(?:cannot find|library not found for|unable to find library) (-l\S+?):?(?: |$)|undefined (?:reference to|symbol:?) [`'"]?(.+?)(?:'|"|$)|unresolved external symbol (\S+)|^\s*"(_\w+)", referenced from:)/,
    read: ([, library, symbol, external, other]) =>
      library === undefined
        ? { class: 'undefined symbol', detail: symbol ?? external ?? other ?? '' }
        : { class: 'library not found', detail: library },
  },
  {
    id: 'cmake',
    pick: 'first',
    line: /^CMake Error(?: at [^\s:]+(?::\d+)?)?(?: \([\w ]+\))?:\s*(.*)$/,
    read: ([, message = ''], lines, at) => {
      const [line = message] = message === '' ? nextLines(lines, at, 4) : [message]
      const missing = line.match(/Could NOT find (\w+)/)?.[1]
      if (missing !== undefined) return { class: 'Could NOT find', detail: missing, line }
      return { ...shaped(message === '' ? nextLines(lines, at, 4).join(' ') : message), line }
    },
    unmistakable: true,
  },
  {
    id: 'latex',
    pick: 'first',
    line: /^! (?:(?:La)?TeX Error: |Package \w+ Error: )?(.*)$/,
    read: ([, message = ''], lines, at) => {
      const said = shaped(message)
      const place = lines.slice(at + 1, at + 8).find(line => /^l\.\d+ /.test(line))
      return said.detail === '' ? { ...said, detail: place?.match(/\\[A-Za-z@]+(?!.*\\[A-Za-z@])/)?.[0] ?? '' } : said
    },
    unmistakable: true,
  },
  {
    id: 'dart',
    pick: 'first',
    many: true,
    line: /^\s*error [•-] (?:\S+:\d+:\d+ [•-] )?(.+?) [•-] (?:\S+:\d+:\d+ [•-] )?(\w+)$/,
    read: ([, message = '', rule = '']) => ({ class: rule, detail: named(message) || normalise(message) }),
    unmistakable: true,
  },
  {
    id: 'go-modules',
    pick: 'first',
    line: /(?:no required module provides package ([^\s;]+)|missing go\.sum entry for module providing package (\S+?);|go: ([^\s@]+)@\S+: missing go\.sum entry|package (\S+) is not in (?:std|GOROOT))/,
    read: ([line, a, b, c, d]) => ({
      class: /go\.sum/.test(line) ? 'missing go.sum entry' : 'package not found',
      detail: a ?? b ?? c ?? d ?? '',
    }),
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
    line: /^\[ERROR\]\s+(?:\S+:\[\d+,\d+\] )?((?!COMPILATION ERROR|Tests run|\s*$|-> |symbol:|location:|For more information|To see the full|Re-run Maven|After correcting|\s*mvn ).+)$/,
    read: ([, message = ''], lines, at) => {
      const symbol = symbolBehind(lines, at)
      if (symbol !== undefined) return { class: shapeOf(message), detail: symbol }
      const artifact = message.match(/Could not (?:find|transfer) artifact (\S+)/)?.[1]
      return artifact === undefined ? shaped(message) : { class: 'Could not find artifact', detail: artifact }
    },
    unmistakable: true,
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
    id: 'r',
    pick: 'last',
    line: /^Error in .*? ?: (.*)$/,
    read: ([, message = '']) => known(message) ?? shaped(message),
    unmistakable: true,
  },
  {
    // mysql, sqlite
    id: 'sql',
    pick: 'first',
    line: /^(?:ERROR \d+ \(\w+\)(?: at line \d+)?|(?:Parse|Runtime) error(?: near line \d+)?|Error: near line \d+)(?:: |, )(.*)$|^Error: in prepare, (.*)$/,
    read: ([, message, other]) => shaped(message ?? other ?? ''),
    unmistakable: true,
  },
  {
    // Python, JavaScript, Java, .NET
    id: 'exception',
    pick: 'last',
    line: /^(?:E {2,}|Uncaught |Unhandled exception\. |Caused by: |Exception in thread "[^"]*" )?((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Expired|DoesNotExist)|Error|(?:[a-z]\w*\.)+exceptions?\.\w+)(?: (?=\[ERR_)|: |:$|$)(.*)$/,
    read: ([line, name = '', message = ''], lines, at) =>
      // A heading or a sentence: "Error handling follows".
      line.includes(': ') || message === '' || message.startsWith('[')
        ? (known(message) ?? announced(continued(exception(name, message), lines, at), message, lines, at))
        : undefined,
    unmistakable: true,
  },
  {
    id: 'ruby',
    pick: 'first',
    line: /^(?:.*?:\d+:in [`'].*?': |\S+:\d+: )?(.+) \(((?:[A-Z]\w*::)*[A-Z]\w*(?:Error|NotFound|Exception|Interrupt|Invalid|Missing|Timeout))\)$/,
    read: ([, message = '', name = '']) => exception(name, message),
    unmistakable: true,
  },
  {
    id: 'elixir',
    pick: 'last',
    line: /^\s*\*\* \(((?:[A-Z]\w*\.)*[A-Z]\w*)\) (.*)$/,
    read: ([, name = '', message = '']) => exception(name, message),
    unmistakable: true,
  },
  {
    id: 'julia',
    pick: 'first',
    line: /^ERROR: (?:LoadError: )*(\w+(?:Error|Exception)|\w+Error): (.*)$/,
    read: ([, name = '', message = '']) => exception(name, message),
    unmistakable: true,
  },
  {
    id: 'php',
    pick: 'first',
    line: /^(?:PHP )?(?:Fatal|Parse) error: +(?:Uncaught (?:[\w\\]*(?:Error|Exception)): )?(.*)$/,
    read: ([, message = '']) => shaped(message),
    unmistakable: true,
  },
  {
    // Clouds, clusters, databases
    id: 'refused',
    pick: 'first',
    line: /^.*(?:authoriz|forbidden|ermission|denied|equire|scope|privilege|role|grant).*$/,
    read: ([line]) => refused(line),
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
      const whose = said.find(each => /While resolving: /.test(each)) ?? ''
      return {
        class: code,
        detail: name ?? normalise([whose, line].map(each => each.replace(/^npm (?:ERR!|error) /, '')).join(' ')),
        ...(line && { line }),
      }
    },
    unmistakable: true,
  },
  {
    id: 'pip',
    pick: 'last',
    line: /^ERROR: (?:No matching distribution found for (\S+)|(?!.*--)(.+))$/,
    read: ([, name, message = ''], lines, at) =>
      name === undefined
        ? announced(shaped(message), message, lines, at)
        : { class: 'No matching distribution', detail: name.replace(/[=<>!~[;].*/, '') },
  },
  {
    id: 'shell-variable',
    pick: 'last',
    line: /^(?:\S+: )?(?:line )?(?:\d+: )?(\w+): ((?:unbound variable|parameter (?:null or )?not set|must be set).*)$/,
    read: ([, name = '', message = '']) => ({ class: normalise(message), detail: name }),
    unmistakable: true,
  },
  {
    id: 'apt',
    pick: 'first',
    line: /^E: (.*)$/,
    read: ([, message = '']) => known(message) ?? shaped(message),
    unmistakable: true,
  },
  {
    id: 'crash',
    pick: 'last',
    line: /\b(Segmentation fault|Bus error|Illegal instruction|Aborted(?= \(core|$| +\S+$)|JavaScript heap out of memory|MemoryError|Out of memory)\b/,
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
    line: /^(?:[\w.-]+: )?(fatal|error): (?!aborting due to|could not compile|test failed|process didn't exit|ld returned|linker command failed|linking with|Lean exited|build failed|Recipe `)(.+)$/,
    read: ([, , message = ''], lines, at) =>
      announced(known(message) ?? continued(shaped(message), lines, at), message, lines, at),
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
    read: ([, message = '']) => (/^\[/.test(message) ? undefined : shaped(message)),
    unmistakable: true,
  },
  {
    id: 'gradle',
    pick: 'first',
    line: /^\* What went wrong:$/,
    read: (_, lines, at) => {
      const next = nextLines(lines, at, 10)
      const deeper = next.filter(line => line.startsWith('> ')).map(line => line.slice(2))
      const line = deeper.findLast(saysAbsent) ?? next[0]
      return line === undefined ? undefined : { ...shaped(line), line }
    },
    unmistakable: true,
  },
  {
    id: 'generic',
    pick: 'first',
    line: /(?:^|[^\w-])(?:error|fatal|failed|failure|err)\]?\s*[:!~]\s*(?!\(base\) |\d+$)(\S.*)$/i,
    read: ([, message = ''], lines, at) =>
      announced(known(message) ?? continued(shaped(message), lines, at), message, lines, at),
  },
  {
    // What nobody puts in a form of its own.
    id: 'absent',
    pick: 'last',
    line: /^.*$/,
    read: ([line], lines, at) => {
      if (!saysAbsent(line) || /^\s*(?:#|\/\/|-- |at )/.test(line)) return undefined
      const said = known(line) ?? shaped(line.trim())
      return announced(said, line, lines, at)
    },
  },
  {
    id: 'build',
    pick: 'last',
    line: /^(?:\[\w+\] )?(?:BUILD (?:FAILED|FAILURE)|Build FAILED\.?|ERROR: Build failed.*|FAILURE: .*)$/,
    read: ([line]) => ({ class: 'build failed', detail: normalise(line.replace(/^\[\w+\] /, '')) }),
    unmistakable: true,
  },
  {
    // What make gave up on says less than whatever its command said.
    id: 'make-target',
    pick: 'first',
    line: /^g?make(?:\[\d+\])?: \*\*\* \[(?:[^\]:]+:\d+: )?([^\]]+)\]/,
    read: ([, target = '']) => ({ class: 'make', detail: target }),
    unmistakable: true,
  },
]
