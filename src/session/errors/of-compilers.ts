/** How compilers, linters and build systems say of sources what went wrong: one line of their output each. */
import { type ErrorKind, nextLines, symbolBehind } from './kind.ts'
import { known, shaped } from './message.ts'
import { shapeOf } from './text.ts'

/** In the order of how much they say. */
export const COMPILERS: readonly ErrorKind[] = [
  {
    id: 'bundler',
    order: 120,
    pick: 'first',
    line: /(?:Can't resolve|Could not resolve|[Ff]ailed to resolve import) ['"][^'"]+['"]/,
    read: ([line]) => known(line),
  },
  {
    // gcc, clang, javac, swiftc, mypy
    id: 'compiler',
    order: 130,
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
    id: 'linker',
    order: 160,
    final: true,
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
    order: 170,
    pick: 'first',
    line: /^CMake Error(?: at [^\s:]+(?::\d+)?)?(?: \([\w ]+\))?:\s*(.*)$/,
    read: ([, message = ''], lines, at) => {
      // What CMake goes on to say of the run begins with two dashes.
      const end = lines.findIndex((each, index) => index > at && each.startsWith('-- '))
      const next = nextLines(end < 0 ? lines : lines.slice(0, end), at, 4)
      const [line = message] = message === '' ? next : [message]
      const missing = line.match(/Could NOT find (\w+)/)?.[1]
      if (missing !== undefined) return { class: 'Could NOT find', detail: missing, line }
      return { ...shaped(message === '' ? next.join(' ') : message), line }
    },
    unmistakable: true,
  },
  {
    id: 'latex',
    order: 180,
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
    id: 'go-modules',
    order: 200,
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
    order: 210,
    pick: 'first',
    many: true,
    line: /^\S+\.go:\d+:\d+: (.*)$/,
    read: ([, message = '']) => {
      const undefinedName = message.match(/^undefined: (\S+)/)?.[1]
      return undefinedName === undefined ? shaped(message) : { class: 'undefined', detail: undefinedName }
    },
  },
  {
    id: 'maven',
    order: 240,
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
]
