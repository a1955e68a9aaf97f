/** How package managers, shells and other tools say what went wrong: one line of their output each. */
import { announced, continued, type ErrorKind, nextLines } from './kind.ts'
import { known, operandOf, quotedNames, saysAbsent, shaped, withoutFolders } from './message.ts'
import { normalise, shapeOf } from './text.ts'

/** The innermost reason that Gradle gives, where it says more than that something failed. */
const GRADLE_CAUSE =
  /^(?:Failed to|Could not|Cannot|Unable to|Unsupported|Incompatible|No matching|Dependency|Unresolved|SDK location|Value ')/

/** What stands below its reasons; a quotation begins like them. */
const OF_GRADLE = /^(?:BUILD FAILED in |\* Try:)/

/** In the order of how much they say. */
export const TOOLS: readonly ErrorKind[] = [
  {
    id: 'npm',
    order: 510,
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
    order: 520,
    final: true,
    pick: 'last',
    line: /^ERROR: (?:No matching distribution found for (\S+)|(?!.*--)(.+))$/,
    read: ([, name, message = ''], lines, at) =>
      name === undefined
        ? announced(shaped(message), message, lines, at)
        : { class: 'No matching distribution', detail: name.replace(/[=<>!~[;].*/, '') },
  },
  {
    // esptool, and what is built on it
    id: 'fatal-occurred',
    order: 525,
    pick: 'last',
    line: /^A fatal error occurred: (.+)$/,
    read: ([, message = ''], lines, at) => announced(shaped(message), message, lines, at),
    unmistakable: true,
  },
  {
    id: 'shell-variable',
    order: 530,
    pick: 'last',
    line: /^(?:\S+: )?(?:line )?(?:\d+: )?(\w+): ((?:unbound variable|parameter (?:null or )?not set|must be set).*)$/,
    read: ([, name = '', message = '']) => ({ class: normalise(message), detail: name }),
    unmistakable: true,
  },
  {
    // git, cargo, clang, many others
    id: 'prefixed',
    order: 580,
    final: true,
    pick: 'first',
    line: /^(?:[\w.-]+: )?(fatal|error): (?!aborting due to|could not compile|test failed|process didn't exit|ld returned|linker command failed|linking with|Lean exited|build failed|Recipe `)(.+)$/,
    read: ([, , message = ''], lines, at) =>
      announced(known(message) ?? continued(shaped(message), lines, at), message, lines, at),
  },
  {
    id: 'operand',
    order: 600,
    pick: 'first',
    line: /^[\w./+-]+: .*(?:No such file or directory|Permission denied|Is a directory|Not a directory|Address already in use|Connection refused|No space left on device|No such process|Text file busy|Could not resolve host.*)$/,
    read: ([line]) => known(line) ?? { class: line.split(': ').at(-1) ?? '', detail: withoutFolders(operandOf(line)) },
  },
  {
    id: 'usage',
    order: 610,
    final: true,
    pick: 'first',
    line: /^(?:[\w./-]+: )?(.*(?:not a git command|[Uu]nknown (?:sub)?(?:command|option|argument)|bad option|unrecognized (?:option|argument)s?|invalid (?:option|choice)|No such (?:option|command)).*)$/,
    read: ([, message = '']) => {
      const about = quotedNames(message) || (message.match(/(?:: | )(--?[\w-]+)/)?.[1] ?? '')
      return { class: shapeOf(message.replace(about, '…')), detail: about }
    },
  },
  {
    // another build holds what this one needs, whatever else is said of it
    id: 'gradle-lock',
    order: 15,
    pick: 'first',
    line: /^\s*>? ?Timeout waiting to lock (.+?)\. It is currently in use by another Gradle instance/,
    read: ([, what = '']) => ({ class: 'Timeout waiting to lock', detail: what }),
    unmistakable: true,
  },
  {
    id: 'gradle',
    order: 640,
    pick: 'first',
    line: /^\* What went wrong:$/,
    read: (_, lines, at) => {
      const next = nextLines(lines, at, 10)
      const deeper = next.filter(line => line.startsWith('> ')).map(line => line.slice(2))
      const line = deeper.findLast(saysAbsent) ?? deeper.findLast(each => GRADLE_CAUSE.test(each)) ?? next[0]
      return line === undefined ? undefined : { ...shaped(line), line }
    },
    unmistakable: true,
  },
  {
    // the same where only the end of it is shown
    id: 'gradle-cause',
    order: 641,
    pick: 'last',
    line: /^\s*> (.+)$/,
    read: ([, cause = ''], lines, at) =>
      GRADLE_CAUSE.test(cause) && lines.slice(at).some(line => OF_GRADLE.test(line))
        ? { ...shaped(cause), line: cause }
        : undefined,
    unmistakable: true,
  },
  {
    id: 'generic',
    order: 650,
    pick: 'first',
    line: /(?:^|[^\w-])(?:error|fatal|failed|failure|err)\]?\s*[:!~]\s*(?!\(base\) |\d+$)(\S.*)$/i,
    read: ([, message = ''], lines, at) =>
      announced(known(message) ?? continued(shaped(message), lines, at), message, lines, at),
  },
  {
    // What nobody puts in a form of its own.
    id: 'absent',
    order: 660,
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
    order: 670,
    pick: 'last',
    line: /^(?:\[\w+\] )?(?:BUILD (?:FAILED|FAILURE)|Build FAILED\.?|ERROR: Build failed.*|FAILURE: .*)$/,
    read: ([line]) => ({ class: 'build failed', detail: normalise(line.replace(/^\[\w+\] /, '')) }),
    unmistakable: true,
  },
]
