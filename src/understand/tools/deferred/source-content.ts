/** What the statements of a program read and have at hand: contents of files, the environment, and addresses. */
import { pathAt } from './source-paths.ts'
import type { SourceToken, Statement } from './source-tokens.ts'
import { AUTHENTICATES, READS } from './source-words.ts'

export interface KnownContents {
  /** Values of variables that are paths. */
  readonly paths: Map<string, string>
  /** What variables and files hold: files by their paths, the environment, addresses. */
  readonly contents: Map<string, Set<string>>
  /** Variables of the program itself: its modules are none. */
  readonly declared: Set<string>
  /** What is written through another name: an archive, and the file that it is in. */
  readonly aliases: Map<string, string>
  /** Modules that are made of what was fetched: `data:text/javascript,…`. */
  readonly modules: Set<string>
}

export const HELD_ENVIRONMENT = '$'

export const lastOf = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('>'), name.lastIndexOf('/')) + 1)
export const isOne = (pattern: RegExp, name: string): boolean => pattern.test(name) || pattern.test(lastOf(name))

export const isHeldAddress = (text: string): boolean => /^(?:https?|wss?):\/\//.test(text)

/** A text as the address that it is: also `host:port`. */
export function heldAddress(text: string): string | undefined {
  if (/^(?:https?|wss?):\/\/[\w[]/.test(text)) return text.replace(/^ws/, 'http').replace(/[${\s].*$/s, '')
  return /^(?:[\w-]+\.)+[\w-]+:\d{2,5}$/.test(text) ? `http://${text}` : undefined
}

/** What takes a name of a host alone. */
const CONNECTS =
  /(?:^|[.:])(?:\w*FTP\w*|\w*SMTP\w*|\w*Socket\w*|Dial\w*|connect|create_connection|Connection|new|start)$/i

/** All that a statement reads or has at hand. */
export function heldBy(statement: Statement, known: KnownContents): readonly string[] {
  const connects = statement.some(({ kind, text }) => kind === 'name' && CONNECTS.test(text))
  const reads = statement.some(({ kind, text }) => kind === 'name' && isOne(READS, text))
  return statement.flatMap(({ kind, text }, at) => {
    if (kind === 'environment') return [HELD_ENVIRONMENT]
    const own =
      kind === 'text'
        ? heldByText(text, connects || isNamedHost(statement, at), known)
        : kind === 'name'
          ? heldByName(text, known)
          : undefined
    if (own !== undefined) return own
    const found = reads ? pathAt(statement, at, known.paths) : undefined
    return found === undefined || !/\/[^/]/.test(found.path) ? [] : [found.path]
  })
}

function heldByText(text: string, mayBeHost: boolean, { contents }: KnownContents): readonly string[] | undefined {
  const isHost = mayBeHost && /^(?:[a-z0-9-]+\.){1,4}[a-z]{2,8}$/.test(text)
  const address = isHost ? `http://${text}` : heldAddress(text)
  if (address !== undefined) return [address]
  const put = [...text.matchAll(/[$#]?\{([\w.$]+)\}|\$(\w+)/g)].flatMap(([, one, two]) => [
    ...(contents.get(one ?? two ?? '') ?? []),
  ])
  return put.length > 0 ? put : undefined
}

function heldByName(name: string, { paths, contents }: KnownContents): readonly string[] | undefined {
  const [base = ''] = name.split(/\.|::|->/)
  const held = contents.get(name) ?? contents.get(base)
  if (held !== undefined) return [...held]
  const path = paths.get(base)
  return path !== undefined && READS_ITSELF.test(name) ? [path] : undefined
}

/** `{ host: 'example.com', method: 'POST' }`. */
const isNamedHost = (statement: Statement, at: number): boolean =>
  /^[:=]$/.test(statement[at - 1]?.text ?? '') && /^(?:host|hostname)$/.test(statement[at - 2]?.text ?? '')

/** `file.readText()`. */
const READS_ITSELF = /[.:](?:text|getText|readText|readBytes|readLines|read_text|read_bytes|readAllBytes|bytes)$/

/** Without what stands behind a name of what a request authenticates itself with. */
export function withoutAuthentication(statement: Statement): Statement {
  const left: SourceToken[] = []
  for (let at = 0; at < statement.length; at++) {
    const { kind, text } = statement[at] as SourceToken
    if (kind === 'text' && /^(?:Bearer|Basic|token)\s|^Authorization$/i.test(text)) at += 3
    else if (kind !== 'name' || !isOne(AUTHENTICATES, text) || !isFollowed(statement, at))
      left.push(statement[at] as SourceToken)
    else
      at =
        /^[([{]$/.test(statement[at + 2]?.text ?? '') || statement[at + 1]?.text === '('
          ? closeOf(statement, at + 1)
          : at + 2
  }
  return left
}

/** By what it is given, or set to; a variable of such a name is none. */
function isFollowed(statement: Statement, at: number): boolean {
  const [name, next] = [statement[at]?.text ?? '', statement[at + 1]?.text ?? '']
  return /^[(:=.[]$/.test(next) || (next === ',' && name.startsWith('CURLOPT'))
}

/** Where a bracket is closed. */
export function closeOf(statement: Statement, from: number): number {
  let depth = 0
  for (let at = from; at < statement.length; at++) {
    const { text } = statement[at] as SourceToken
    if (/^[([{]$/.test(text)) depth++
    else if (/^[)\]}]$/.test(text) && --depth <= 0) return at
  }
  return statement.length
}
