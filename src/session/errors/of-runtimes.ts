/** How runtimes of languages, clouds and databases say of what they run what went wrong: one line of their output each. */
import { announced, continued, type ErrorKind, nextLines } from './kind.ts'
import { type ErrorStatement, exception, known, quotedNames, refused, saysAbsent } from './message.ts'
import { normalise } from './text.ts'

/** "Error: Failed to launch the browser!": why stands in what the program printed that was to be launched, right behind it. */
const LAUNCHES =
  /\b(?:failed|unable|could not|cannot|can't|error)\b.*\b(?:launch|start|spawn|load|run|exec|execute|initiali[sz]e|boot)/i
function toldBehind(name: string, message: string, lines: readonly string[], at: number): ErrorStatement | undefined {
  if (
    !/^(?:\w+\.)*\w*Error$/.test(name) ||
    saysAbsent(message) ||
    quotedNames(message) !== '' ||
    !LAUNCHES.test(message)
  )
    return undefined
  return nextLines(lines, at, 3)
    .flatMap(line => known(line) ?? [])
    .find(({ detail }) => detail !== '')
}

/** A container of services lacks one. Its name says which, whatever was to be built with it: ASP.NET, Angular, NestJS, Spring, Symfony, Laravel. */
export const UNREGISTERED =
  /Unable to resolve service for type '([\w.<>`]+)'|\bNo provider for (\w+)!|\bcan't resolve dependencies of the (\w+)|\bNo qualifying bean of type '([\w.$<>]+)'|\bhas a dependency on a non-existent service "([^"]+)"|\bTarget \[([\w\\]+)\] is not instantiable/

/** In the order of how much they say. */
export const RUNTIMES: readonly ErrorKind[] = [
  {
    id: 'unregistered',
    order: 115,
    pick: 'first',
    line: UNREGISTERED,
    read: match => ({ class: 'unresolved service', detail: match.slice(1).find(name => name !== undefined) ?? '' }),
  },
  {
    id: 'panic',
    order: 300,
    pick: 'last',
    line: /^(?:panic: (.*)|thread '[^']*' .*panicked at (.*)|fatal error: (?:all goroutines|concurrent map).*)$/,
    read: ([line, go, rust], lines, at) => ({
      class: 'panic',
      detail: normalise(go ?? (rust === undefined ? line : (lines[at + 1] ?? rust))),
    }),
    unmistakable: true,
  },
  {
    // Spring: what the context lacks stands at the end of a chain of causes, in the report of a test.
    id: 'bean',
    order: 320,
    pick: 'last',
    line: /\b(?:NoSuchBeanDefinition|UnsatisfiedDependency|NoUniqueBeanDefinition)Exception: .*\bbean of type '([^']+)'/,
    read: ([, type = '']) => ({ class: 'NoSuchBeanDefinitionException', detail: type.split('.').at(-1) ?? type }),
    unmistakable: true,
  },
  {
    // Python, JavaScript, Java, .NET
    id: 'exception',
    order: 330,
    pick: 'last',
    line: /^(?:E {2,}|Uncaught |Unhandled exception\. |Caused by: |Exception in thread "[^"]*" |\[(?=[^\]]*\]$))?((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Timeout|Expired|DoesNotExist)|Error|(?:[a-z]\w*\.)+exceptions?\.\w+)(?: \(0x[\dA-Fa-f]{8}\))?(?: (?=\[ERR_)|: |:$|$)(.*)$/,
    read: ([line, name = '', said = ''], lines, at) => {
      const message = line.startsWith('[') ? said.replace(/\]$/, '') : said
      // A heading or a sentence: "Error handling follows".
      return line.includes(': ') || message === '' || message.startsWith('[')
        ? (known(message) ??
            toldBehind(name, message, lines, at) ??
            announced(continued(exception(name, message), lines, at), message, lines, at))
        : undefined
    },
    unmistakable: true,
  },
  {
    // Clouds, clusters, databases
    id: 'refused',
    order: 380,
    pick: 'first',
    line: /^.*(?:authoriz|forbidden|ermission|denied|equire|scope|privilege|role|grant).*$/,
    read: ([line]) => refused(line),
  },
]
