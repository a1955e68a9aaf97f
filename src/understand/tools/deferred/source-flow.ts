/**
 * What a program of any language does with homes, secrets and networks, by the statements in which their names meet: told as the commands that
 * do the same, so that these are judged. For languages of which nobody wrote down a grammar, and beside what is understood of one.
 */
import { downloadedAndRun } from './batch.ts'
import { filled, pathAt } from './source-paths.ts'
import { type SourceToken, type Statement, statementsOf } from './source-tokens.ts'
import {
  AUTHENTICATES,
  DELETES,
  DELETES_IF_TOLD,
  DELETES_ONE,
  DOWNLOADS,
  EVALUATES,
  PROGRAMS,
  READS,
  SAVES,
  SENDS,
  STARTING,
  STARTS,
  TOLD,
  WALKS,
} from './source-words.ts'
import { type DeferredText, wordFor } from './text.ts'

/** Words without which no program does what is looked for here; most programs have none of them together. */
const HAS_HOME =
  /\bHOME\b|USERPROFILE|UserProfile|user\.home|[Hh]ome_?[Dd]ir|\b(?:Dir|Path|os)\.home\b|expanduser|["'`]~\/|__dirname|["'`](?:\/|[A-Z]:\\)\w*\b/
const HAS_ENVIRONMENT =
  /os\.Environ\(|env::vars|getenv\(\s?\)|document\.cookie|GetEnvironmentVariables\(|processInfo\.environment|get_env\(\)|Platform\.environment|ENV\.(?:to_|inspect)|%\*ENV|envPairs|getEnvironment\b|OAuthToken|getScriptProperties|cookies\.getAll|get_uri\(/
const HAS_ADDRESS =
  /^(?![ \t]*(?:#|\/\/|\*|--|;)).*(?:https?|wss?):\/\/\w|["'`][\w-]+\.[\w.-]+:\d{2,5}["'`]|(?:FTP|SMTP|Socket|Dial|connect)\S{0,12}\(\s?["'][\w-]+\.[\w.-]+["']/m
const HAS_SECRET =
  /\.(?:ssh|aws|kube|gnupg|npmrc|netrc|pypirc|docker|cargo|config|m2|gradle|git-credentials|azure|mozilla)\b|["'`]Library["'`/]|credentials|\/etc\/shadow/
const HAS_DELETION =
  /Directory\.Delete|DeleteFolder|deleteRecursively|deleteDirectory|DeleteDirectory|forceDelete|removeDirectoryRecursive|removeDir\b|deleteDir\b|cleanDir\b|remove_dir_all|RemoveAll|removeItem|rm_rf|rmtree|rimraf|remove_tree|deleteTree|rmdirRecurse|delete-tree|remove\.all|rmSync|deleteSync|delete\(\s?recursive|Files?\.delete|File\.Delete|dir_delete|delete_directory|removePathForcibly/
const HAS_RUN =
  /\b(?:load|loadstring|include|dofile|eval\w*|Execute\w*|instance_eval|EVAL)\s?\(?\s?[\w$]+|["'`]-c["'`]|["'`]sh["'`]|\.Run\b|ExecWait|\.execute\(|Process\.[Ss]tart/
const HAS_FETCH =
  /\bURL\s?\(|(?:\b|[a-z_])(?:[Gg]et|GET|[Ff]etch|[Dd]ownload\w*|request|[Oo]pen|geturl|curl)\b[^\n]{0,80}["'`]https?:\/\/|https?:\/\/[^\n]{0,200}\.(?:get|download|text)\b/
const HAS_WINDOWS = /["'](?:mshta|regsvr32|rundll32|cmd(?:\.exe)? \/c|bitsadmin|certutil)\b/i
const HAS_COMMAND =
  /["'`](?:rm -r|(?:sudo )?(?:curl|wget) [^"'`\n]*["'`][^\n]{0,20}["'`](?:ba)?sh|(?:rm|dd|shred|wipefs|curl|nc)["'`]\s?,?\s?["'`])|\b(?:ba)?sh -c\b/

function mayMatter(source: string): boolean {
  if (HAS_COMMAND.test(source) || (HAS_HOME.test(source) && HAS_DELETION.test(source))) return true
  if (!HAS_ADDRESS.test(source)) return false
  return (
    HAS_ENVIRONMENT.test(source) ||
    HAS_WINDOWS.test(source) ||
    (HAS_SECRET.test(source) && HAS_HOME.test(source)) ||
    (HAS_FETCH.test(source) && HAS_RUN.test(source))
  )
}

/** More of one program is not looked at. */
const MOST = 40

interface Known {
  /** Values of variables that are paths. */
  readonly paths: Map<string, string>
  /** What variables and files hold: files by their paths, the environment, addresses. */
  readonly contents: Map<string, Set<string>>
  /** Variables of the program itself: its modules are none. */
  readonly declared: Set<string>
  /** What is written through another name: an archive, and the file that it is in. */
  readonly aliases: Map<string, string>
}

const ENVIRONMENT = '$'

export function flowTexts(source: string): readonly DeferredText[] {
  if (!mayMatter(source)) return []
  const known: Known = { paths: new Map(), contents: new Map(), declared: new Set(), aliases: new Map() }
  const found = new Set<string>()
  const statements = statementsOf(source)
  for (const [at, statement] of statements.entries()) {
    for (const text of commandsOf(statement, known, statements.slice(at, at + 8))) found.add(text)
    remember(statement, known)
    if (found.size >= MOST) break
  }
  return [...found].map(text => (/^Remove-Item/.test(text) ? { text, language: 'powershell' } : { text }))
}

function commandsOf(statement: Statement, known: Known, following: readonly Statement[]): readonly string[] {
  const names = statement.filter(({ kind }) => kind === 'name').map(({ text }) => text)
  return [
    ...deletions(statement, known, following),
    ...sendings(statement, names, known),
    ...runs(statement, names, known),
    ...started(statement, names, known),
  ]
}

/** Commands that are given as words, in parts, or with variables whose values are known. */
function started(statement: Statement, names: readonly string[], { paths }: Known): readonly string[] {
  if (!names.some(name => STARTING.test(name)) && !statement.some(({ text }) => SHELL.test(text))) return []
  return statement.flatMap(({ kind, text }, at) => (kind === 'text' ? commandAt(statement, at, text, paths) : []))
}

function commandAt(
  statement: Statement,
  at: number,
  text: string,
  paths: ReadonlyMap<string, string>,
): readonly string[] {
  const [last = '', before = ''] = [statement[at - 1]?.text, statement[at - 2]?.text]
  if (/^\s*(?:powershell|pwsh)\b.*-c(?:ommand)?\s*$/is.test(last)) return [`powershell -c ${wordFor(text)}`]
  if (/^[-/][a-z]*c$/i.test(before + last) || /(?:^|\s)(?:ba|z)?sh -l?c$|^-[a-z]*c\s*$/.test(last)) return [text]
  const isPiped = /^(?:curl|wget)\s/.test(text)
  if (isPiped && statement.slice(at + 1, at + 6).some(each => each.kind === 'text' && SHELL.test(each.text)))
    return [`${text} | sh`]
  const brought = downloadedAndRun(text)
  if (brought !== undefined) return [brought]
  if (/\s/.test(text)) {
    const whole = filled(text, paths)
    return whole === text || whole.includes('\0') ? [] : [whole]
  }
  if (!PROGRAMS.test(text) || statement[at - 1]?.kind === 'text') return []
  const words = wordsFrom(statement, at, paths)
  return words.length > 2 ? [words.map(wordFor).join(' ')] : []
}

const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/

/** Texts, and variables that are paths, with commas or spaces between. */
function wordsFrom(statement: Statement, from: number, paths: ReadonlyMap<string, string>): readonly string[] {
  const words: string[] = []
  for (let at = from; at < statement.length; at++) {
    const { kind, text } = statement[at] as SourceToken
    const value = kind === 'text' ? filled(text, paths) : kind === 'home' ? '~' : paths.get(text)
    if (text === ',' || text === '[') continue
    if (value === undefined || value.includes('\0')) break
    words.push(value)
  }
  return words
}

const lastOf = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('>'), name.lastIndexOf('/')) + 1)
const isOne = (pattern: RegExp, name: string): boolean => pattern.test(name) || pattern.test(lastOf(name))

function deletions(statement: Statement, { paths }: Known, following: readonly Statement[]): readonly string[] {
  const text = statement.map(token => token.text).join(' ')
  return statement.flatMap(({ kind, text: name }, at) => {
    if (kind !== 'name') return []
    const isWalk = isOne(WALKS, name)
    const isDeletion = isOne(DELETES, name) || (isOne(DELETES_IF_TOLD, name) && TOLD.test(text))
    if (!isWalk && !isDeletion) return []
    const target = argumentPath(statement, at, paths) ?? receiverPath(statement, at, paths)
    if (target === undefined) return []
    if (isDeletion) return [deletionOf(target)]
    const next = following.map(each => each.map(token => token.text).join(' ')).join('\n')
    return DELETES_ONE.test(next) && !/\bif\b|\bwhen\b|filter|\bunless\b|\?/.test(next) ? [deletionOf(target)] : []
  })
}

function deletionOf(path: string): string {
  return /^[A-Za-z]:/.test(path)
    ? `Remove-Item -Recurse -Force '${path.replaceAll('/', '\\')}'`
    : `rm -rf ${wordFor(path)}`
}

/** The path that a call is given, in the first of its arguments that is one. */
function argumentPath(statement: Statement, at: number, paths: ReadonlyMap<string, string>): string | undefined {
  for (let index = at + 1; index < Math.min(statement.length, at + 8); index++) {
    const token = statement[index] as SourceToken
    const found = pathAt(statement, index, paths)
    if (found !== undefined) return found.path
    if (token.kind === 'text' || token.kind === 'home' || token.text === ')') return undefined
    if (
      token.kind === 'name' &&
      token.text !== 'new' &&
      statement[index + 1]?.text !== '(' &&
      !/^[:=]$/.test(statement[index + 1]?.text ?? '')
    )
      return undefined
  }
  return undefined
}

/** `home.deleteRecursively()`, `Directory(home).deleteSync()`. */
function receiverPath(statement: Statement, at: number, paths: ReadonlyMap<string, string>): string | undefined {
  const { text } = statement[at] as SourceToken
  const [base = ''] = text.split(/\.|::|->/)
  if (base !== text && paths.has(base)) return paths.get(base)
  if (statement[at - 1]?.text !== '.') return undefined
  for (let index = 0; index < at; index++) {
    const found = pathAt(statement, index, paths)
    if (found !== undefined && found.next >= at - 2) return found.path
  }
  return undefined
}

/** Content and an address that meet in a statement that sends. */
function sendings(statement: Statement, names: readonly string[], known: Known): readonly string[] {
  if (!names.some(name => isOne(SENDS, name))) return []
  const addresses = heldBy(statement, known).filter(each => isAddress(each))
  if (addresses.length === 0) return []
  const payload = heldBy(withoutAuthentication(statement), known).filter(each => !isAddress(each))
  return addresses.slice(0, 2).flatMap(address => [...new Set(payload)].map(each => sendingOf(each, address)))
}

function sendingOf(content: string, address: string): string {
  const to = wordFor(address)
  return content === ENVIRONMENT
    ? `printenv | curl -s --data-binary @- ${to}`
    : `cat ${wordFor(content)} | curl -s --data-binary @- ${to}`
}

const isAddress = (text: string): boolean => /^(?:https?|wss?):\/\//.test(text)

/** A text as the address that it is: also `host:port`. */
function addressOf(text: string): string | undefined {
  if (/^(?:https?|wss?):\/\/[\w[]/.test(text)) return text.replace(/^ws/, 'http').replace(/[${\s].*$/s, '')
  return /^(?:[\w-]+\.)+[\w-]+:\d{2,5}$/.test(text) ? `http://${text}` : undefined
}

/** What takes a name of a host alone. */
const CONNECTS =
  /(?:^|[.:])(?:\w*FTP\w*|\w*SMTP\w*|\w*Socket\w*|Dial\w*|connect|create_connection|Connection|new|start)$/i

/** All that a statement reads or has at hand. */
function heldBy(statement: Statement, { paths, contents }: Known): readonly string[] {
  const connects = statement.some(({ kind, text }) => kind === 'name' && CONNECTS.test(text))
  const reads = statement.some(({ kind, text }) => kind === 'name' && isOne(READS, text))
  return statement.flatMap((token, at) => {
    const { kind, text } = token
    if (kind === 'environment') return [ENVIRONMENT]
    if (kind === 'text') {
      const isHost = connects && /^(?:[a-z0-9-]+\.){1,4}[a-z]{2,8}$/.test(text)
      const address = isHost ? `http://${text}` : addressOf(text)
      if (address !== undefined) return [address]
      const put = [...text.matchAll(/[$#]?\{([\w.$]+)\}|\$(\w+)/g)].flatMap(([, one, two]) => [
        ...(contents.get(one ?? two ?? '') ?? []),
      ])
      if (put.length > 0) return put
    }
    if (kind === 'name') {
      const [base = ''] = text.split(/\.|::|->/)
      const held = contents.get(text) ?? contents.get(base)
      if (held !== undefined) return [...held]
    }
    const found = reads ? pathAt(statement, at, paths) : undefined
    return found === undefined || !/\/[^/]/.test(found.path) ? [] : [found.path]
  })
}

/** Without what stands behind a name of what a request authenticates itself with. */
function withoutAuthentication(statement: Statement): Statement {
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

function closeOf(statement: Statement, from: number): number {
  let depth = 0
  for (let at = from; at < statement.length; at++) {
    const { text } = statement[at] as SourceToken
    if (/^[([{]$/.test(text)) depth++
    else if (/^[)\]}]$/.test(text) && --depth <= 0) return at
  }
  return statement.length
}

/** What came from an address is evaluated, given to a shell, or was saved and is started. */
function runs(statement: Statement, names: readonly string[], known: Known): readonly string[] {
  const saved = statement.flatMap(({ kind, text }, at) => {
    const isGiven = kind === 'name' ? startsWith(statement, at) : kind === 'text' && isFile(text)
    return isGiven ? [...(known.contents.get(savedName(kind, text)) ?? [])] : []
  })
  const addresses = [...heldBy(statement, known), ...saved].filter(isAddress)
  if (addresses.length === 0) return []
  const isEvaluated = statement.some(({ kind, text }, at) => {
    if (kind !== 'name' || !EVALUATES.test(text)) return false
    const [given, more] = [statement[at + 1], statement[at + 2]]
    const argument = given?.text === '(' ? more : given
    return (
      argument?.kind === 'name' &&
      (known.contents.get(argument.text) ?? known.contents.get(argument.text.split(/[.:]/)[0] ?? ''))?.size !==
        undefined
    )
  })
  const texts = statement.filter(({ kind }) => kind === 'text').map(({ text }) => text)
  const isShell =
    texts.some(text => /^[-/][a-z]*c$/i.test(text)) &&
    statement.some(({ kind, text }) => kind === 'name' && [...(known.contents.get(text) ?? [])].some(isAddress))
  const isStarted =
    names.some(name => isOne(STARTS, name)) && !names.some(name => isOne(SAVES, name)) && saved.some(isAddress)
  return isEvaluated || isShell || isStarted ? [`curl -s ${wordFor(addresses[0] ?? '')} | sh`] : []
}

/** `Process.Start(path)`: it is the program itself, not one of its arguments. */
function startsWith(statement: Statement, at: number): boolean {
  const before = statement[at - 1]?.text === '(' ? statement[at - 2] : statement[at - 1]
  return before?.kind === 'name' && isOne(STARTS, before.text)
}

const isFile = (text: string): boolean =>
  /^["']?[^\s"'|<>]*[\w-]\.\w{1,4}["']?(?:\s[-/]|$)/.test(text) && addressOf(text) === undefined
const savedName = (kind: string, text: string): string =>
  kind === 'name' ? `file of ${text}` : `file ${/([\w.-]+\.\w{1,4})["']?(?:\s|$)/.exec(text)?.[1] ?? ''}`

/** What variables hold after a statement. */
function remember(statement: Statement, known: Known): void {
  const { at, targets } = assignment(statement)
  const value = at < 0 ? statement : statement.slice(at + 1)
  const held = heldBy(value, known)
  for (const target of targets) {
    known.declared.add(target)
    noteAlias(target, statement, known)
    const path = partIn(statement, value) ?? pathIn(value, known.paths)
    if (path !== undefined) known.paths.set(target, path)
    else if (at >= 0) known.paths.delete(target)
    if (held.length > 0) add(known, target, target.length > 1 ? held : held.filter(each => each !== ENVIRONMENT))
  }
  if (held.length > 0) rememberTaken(statement, held, known)
}

/** The first of the names that a loop goes through: `for name in (".ssh", ".aws")`. */
function partIn(statement: Statement, value: Statement): string | undefined {
  const first = statement[0]?.text === 'for' ? value.find(({ kind }) => kind === 'text') : undefined
  return first !== undefined && /^\.\w/.test(first.text) ? first.text : undefined
}

/** `request.Body = x`, `stream.Write(x)`: an object takes up what it is given, and so does a file. */
function rememberTaken(statement: Statement, held: readonly string[], known: Known): void {
  const first = statement.slice(0, 4).find(({ kind }) => kind === 'name')
  const [base = '', method] = first?.text.split(/\.|::|->/) ?? []
  if (method !== undefined && known.declared.has(base)) add(known, base, held)
  const addresses = held.filter(isAddress)
  if (addresses.length === 0 || !statement.some(({ kind, text }) => kind === 'name' && isOne(SAVES, text))) return
  const isDownload = statement.some(({ kind, text }) => kind === 'name' && isOne(DOWNLOADS, text))
  for (const { kind, text } of statement.slice(1))
    if (kind === 'name' ? isDownload && known.declared.has(text) : kind === 'text' && isFile(text))
      add(known, savedName(kind, text), addresses)
}

/** `with tarfile.open(tmp.name, "w:gz") as tar`. */
function noteAlias(target: string, statement: Statement, { aliases, declared }: Known): void {
  if (!statement.some(({ kind, text }) => kind === 'text' && /^[wx](?:[b:|]|$)/.test(text))) return
  const file = statement.flatMap(({ kind, text }) => (kind === 'name' ? [text.split('.')[0] ?? ''] : []))
  const other = file.find(name => name !== target && declared.has(name))
  if (other !== undefined) aliases.set(target, other)
}

function add({ contents, aliases }: Known, name: string, held: readonly string[]): void {
  const other = aliases.get(name)
  if (other !== undefined && other !== name)
    for (const each of held) contents.set(other, (contents.get(other) ?? new Set()).add(each))
  const now = contents.get(name) ?? new Set()
  for (const each of held) now.add(each)
  contents.set(name, now)
}

/** The value as a path, where it begins with one. */
function pathIn(value: Statement, paths: ReadonlyMap<string, string>): string | undefined {
  for (let at = 0; at < Math.min(value.length, 6); at++) {
    const found = pathAt(value, at, paths)
    if (found !== undefined) return isRead(value.slice(0, at)) ? undefined : found.path
    const { kind, text } = value[at] as SourceToken
    if (kind === 'text' && !/^(?:\{\w*\}|%[sv])[\\/]/.test(text)) return undefined
  }
  return undefined
}

const isRead = (before: Statement): boolean =>
  before.some(
    ({ kind, text }) => kind === 'name' && isOne(READS, text) && !/^(?:new|File|file|String|URL)$/.test(lastOf(text)),
  )

interface Assignment {
  /** The token that the value stands behind; -1 where all of the statement is it. */
  readonly at: number
  readonly targets: readonly string[]
}

/** Where a value is assigned, and to what; the parameters of a function that is called back with it, too. */
function assignment(statement: Statement): Assignment {
  const at = operatorIn(statement)
  if (at >= 0) return { at, targets: [...assigned(statement.slice(0, at)), ...calledBack(statement)] }
  return (
    namedByWord(statement) ?? loopIn(statement) ?? { at: -1, targets: [...opened(statement), ...calledBack(statement)] }
  )
}

function operatorIn(statement: Statement): number {
  let depth = 0
  return statement.findIndex(({ kind, text }) => {
    if (kind !== 'mark') return false
    if (/^[([{]$/.test(text)) depth++
    else if (/^[)\]}]$/.test(text)) depth--
    return depth === 0 && (text === '=' || text === ':=' || text === '<-')
  })
}

/** `(def key …)`, `set key …`, `with … as file`. */
function namedByWord(statement: Statement): Assignment | undefined {
  // Basic: `Open path For Input As #f`.
  const channel = statement.findIndex(({ text }, at) => text === 'As' && statement[at + 1]?.text === '#')
  if (channel > 0) return { at: -1, targets: [statement[channel + 2]?.text ?? ''] }
  const isWith = statement[0]?.text === 'with'
  const word = statement.findIndex(({ text }) => /^(?:def|let|when-let|set|as)$/.test(text))
  if (word < 0 || (word > 2 && !isWith)) return undefined
  const from = statement[word + 1]?.text === '[' ? word + 2 : word + 1
  const target = statement[from]
  if (target?.kind !== 'name') return undefined
  return { at: isWith ? -1 : from, targets: [target.text, ...calledBack(statement)] }
}

function loopIn(statement: Statement): Assignment | undefined {
  if (!/^for(?:each)?$/i.test(statement[0]?.text ?? '')) return undefined
  const at = statement.findIndex(({ text }) => /^(?:in|of|:|As|range)$/.test(text))
  const target = statement[at - 1]
  return at > 0 && target?.kind === 'name' ? { at, targets: [target.text] } : undefined
}

function assigned(before: Statement): readonly string[] {
  return before.flatMap(({ kind, text }, at) => {
    const next = before[at + 1]?.text
    return kind === 'name' && (next === undefined || /^[,:)?]$/.test(next)) ? [text] : []
  })
}

/** `open(my $fh, '<', $path)`. */
function opened(statement: Statement): readonly string[] {
  return statement.flatMap(({ text }, at) =>
    text === 'my' && statement[at + 1] ? [statement[at + 1]?.text ?? ''] : [],
  )
}

function calledBack(statement: Statement): readonly string[] {
  return statement.flatMap(({ text }, at) => {
    const before = statement[at - 1]
    return (text === '=>' || text === '->') && before?.kind === 'name' ? [before.text] : []
  })
}
