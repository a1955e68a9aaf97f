/**
 * What a program of any language does with homes, secrets and networks, by the statements in which their names meet: told as the commands that
 * do the same, so that these are judged. For languages of which nobody wrote down a grammar, and beside what is understood of one.
 */
import { downloadedAndRun } from './batch.ts'
import {
  closeOf,
  HELD_ENVIRONMENT,
  heldAddress,
  heldBy,
  isHeldAddress,
  isOne,
  type KnownContents,
  lastOf,
  withoutAuthentication,
} from './source-content.ts'
import { filled, pathAt } from './source-paths.ts'
import { type SourceToken, type Statement, statementsOf } from './source-tokens.ts'
import {
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
  /^(?![ \t]*(?:#|\/\/|\*|--|;)).*(?:https?|wss?):\/\/\w|\bhost(?:name)?["']?\s?[:=]\s?["'`][\w-]+(?:\.[\w-]+)+["'`]|["'`][\w-]+\.[\w.-]+:\d{2,5}["'`]|(?:FTP|SMTP|Socket|Dial|connect)\S{0,12}\(\s?["'][\w-]+\.[\w.-]+["']/m
const HAS_SECRET =
  /\.(?:ssh|aws|kube|gnupg|npmrc|netrc|pypirc|docker|cargo|config|m2|gradle|git-credentials|azure|mozilla)\b|["'`]Library["'`/]|credentials|\/etc\/shadow/
const HAS_DELETION =
  /\bdelete\(|Directory\.Delete|DeleteFolder|deleteRecursively|deleteDirectory|DeleteDirectory|forceDelete|removeDirectoryRecursive|removeDir\b|deleteDir\b|cleanDir\b|remove_dir_all|RemoveAll|removeItem|rm_rf|rmtree|rimraf|remove_tree|deleteTree|rmdirRecurse|delete-tree|remove\.all|rmSync|deleteSync|delete\(\s?recursive|Files?\.delete|File\.Delete|dir_delete|delete_directory|removePathForcibly/
const HAS_RUN =
  /\b(?:load|loadstring|include\w*|import\(|dofile|eval\w*|Execute\w*|instance_eval|EVAL)\s?\(?\s?[\w$]+|["'`]-c["'`]|["'`]sh["'`]|\.Run\b|ExecWait|\.execute\(|Process\.[Ss]tart/
const HAS_FETCH =
  /\bURL\s?\(|(?:\b|[a-z_])(?:[Gg]et|Get\w*Async|GET|[Ff]etch|[Dd]ownload\w*|request|[Oo]pen|geturl|curl|slurp|from_?URL|file_get_contents)\b[^\n]{0,80}["'`]https?:\/\/|https?:\/\/[^\n]{0,200}\.(?:get|download|text)\b/
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

export function flowTexts(source: string): readonly DeferredText[] {
  if (!mayMatter(source)) return []
  const known: KnownContents = {
    paths: new Map(),
    contents: new Map(),
    declared: new Set(),
    aliases: new Map(),
    modules: new Set(),
  }
  const found = new Set<string>()
  const statements = statementsOf(source)
  for (const [at, statement] of statements.entries()) {
    for (const text of commandsOf(statement, known, statements.slice(at, at + 8))) found.add(text)
    remember(statement, known)
    if (found.size >= MOST) break
  }
  return [...found].map(text => (/^Remove-Item/.test(text) ? { text, language: 'powershell' } : { text }))
}

function commandsOf(statement: Statement, known: KnownContents, following: readonly Statement[]): readonly string[] {
  const names = statement.filter(({ kind }) => kind === 'name').map(({ text }) => text)
  return [
    ...deletions(statement, known, following),
    ...sendings(statement, names, known),
    ...runs(statement, names, known),
    ...started(statement, names, known),
  ]
}

/** Commands that are given as words, in parts, or with variables whose values are known. */
function started(statement: Statement, names: readonly string[], { paths }: KnownContents): readonly string[] {
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

function deletions(statement: Statement, { paths }: KnownContents, following: readonly Statement[]): readonly string[] {
  const text = statement.map(token => token.text).join(' ')
  return statement.flatMap(({ kind, text: name }, at) => {
    if (kind !== 'name') return []
    const isWalk = isOne(WALKS, name)
    // Gradle's own `delete(…)` takes directories with all that they hold.
    const isBare = name === 'delete' && statement[at + 1]?.text === '(' && statement[at - 1]?.text !== '.'
    const isDeletion = isOne(DELETES, name) || isBare || (isOne(DELETES_IF_TOLD, name) && TOLD.test(text))
    if (!isWalk && !isDeletion) return []
    const target = argumentPath(statement, at, paths) ?? receiverPath(statement, at, paths)
    if (target === undefined) return []
    if (isDeletion) return [deletionOf(target)]
    const next = following.map(each => each.map(token => token.text).join(' ')).join('\n')
    return DELETES_ONE.test(next) && !CHOOSES.test(next.replace(ASKS_FORM, ' ')) ? [deletionOf(target)] : []
  })
}

/** Some of what is gone through are chosen; whether one is a directory only says how it is deleted. */
const CHOOSES = /\bif\b|\bwhen\b|filter|\bunless\b|\? (?=[\w"'])/
const ASKS_FORM =
  /\bif\b(?=[^\n]{0,80}\b(?:is_?[dD]ir\w*|is_?[fF]ile|IsDirectory|isDirectory|file_type|exists|err|error)\b)(?![^\n]*(?:&&|\|\||\band\b|\bor\b))/g

function deletionOf(given: string): string {
  // All of a directory, in the form that a shell takes for it.
  const path = given.replace(/\/(?:\{\*,\.\*\}|\{,?\.?\*\}|\*\*\/\*|\*\*)$/, '/*')
  if (path.endsWith('/*') && /^[\w~/.-]+$/.test(path.slice(0, -1))) return `rm -rf ${path}`
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
function sendings(statement: Statement, names: readonly string[], known: KnownContents): readonly string[] {
  if (!names.some(name => isOne(SENDS, name)) && !isPutInto(statement)) return []
  const addresses = heldBy(statement, known).filter(each => isHeldAddress(each))
  if (addresses.length === 0) return []
  const payload = heldBy(withoutAuthentication(statement), known).filter(each => !isHeldAddress(each))
  return addresses.slice(0, 2).flatMap(address => [...new Set(payload)].map(each => sendingOf(each, address)))
}

/** `out << text`. */
const isPutInto = ([first, ...rest]: Statement): boolean =>
  first?.kind === 'name' && rest[0]?.text === '<' && rest[1]?.text === '<'

function sendingOf(content: string, address: string): string {
  const to = wordFor(address)
  return content === HELD_ENVIRONMENT
    ? `printenv | curl -s --data-binary @- ${to}`
    : `cat ${wordFor(content)} | curl -s --data-binary @- ${to}`
}

/** What came from an address is evaluated, given to a shell, or was saved and is started. */
function runs(statement: Statement, names: readonly string[], known: KnownContents): readonly string[] {
  const saved = statement.flatMap(({ kind, text }, at) => {
    const isGiven = kind === 'name' ? startsWith(statement, at) : kind === 'text' && isFile(text)
    return isGiven ? [...(known.contents.get(savedName(kind, text)) ?? [])] : []
  })
  const addresses = [...heldBy(statement, known), ...saved].filter(isHeldAddress)
  if (addresses.length === 0) return []
  const isEvaluated = statement.some(
    ({ kind, text }, at) => kind === 'name' && EVALUATES.test(text) && isGivenFetched(statement, at, known),
  )
  const texts = statement.filter(({ kind }) => kind === 'text').map(({ text }) => text)
  const isShell =
    texts.some(text => /^[-/][a-z]*c$/i.test(text)) &&
    statement.some(({ kind, text }) => kind === 'name' && [...(known.contents.get(text) ?? [])].some(isHeldAddress))
  const isStarted =
    names.some(name => isOne(STARTS, name)) && !names.some(name => isOne(SAVES, name)) && saved.some(isHeldAddress)
  return isEvaluated || isShell || isStarted ? [`curl -s ${wordFor(addresses[0] ?? '')} | sh`] : []
}

/** Whether a call is given what came from an address: `eval(to_string(body))`, `(0, eval)(body)`, `(eval (slurp "https://…"))`. */
function isGivenFetched(statement: Statement, at: number, { contents, modules }: KnownContents): boolean {
  const name = statement[at]?.text
  let from = at + 1
  while (statement[from]?.text === ')') from++
  const to = statement[from]?.text === '(' ? closeOf(statement, from) : Math.min(statement.length, from + 8)
  return statement.slice(from, to).some(({ kind, text }, index) => {
    if (kind === 'text') return isHeldAddress(text) && isOne(READS, statement[from + index - 1]?.text ?? '')
    if (kind !== 'name') return false
    if (name === 'import') return modules.has(text)
    return [...(contents.get(text) ?? contents.get(text.split(/[.:]/)[0] ?? '') ?? [])].some(isHeldAddress)
  })
}

/** `Process.Start(path)`: it is the program itself, not one of its arguments. */
function startsWith(statement: Statement, at: number): boolean {
  const before = statement[at - 1]?.text === '(' ? statement[at - 2] : statement[at - 1]
  return before?.kind === 'name' && isOne(STARTS, before.text)
}

const isFile = (text: string): boolean =>
  /^["']?[^\s"'|<>]*[\w-]\.\w{1,4}["']?(?:\s[-/]|$)/.test(text) && heldAddress(text) === undefined
const savedName = (kind: string, text: string): string =>
  kind === 'name' ? `file of ${text}` : `file ${/([\w.-]+\.\w{1,4})["']?(?:\s|$)/.exec(text)?.[1] ?? ''}`

/** What variables hold after a statement. */
function remember(statement: Statement, known: KnownContents): void {
  const { at, targets } = assignment(statement)
  const value = at < 0 ? statement : statement.slice(at + 1)
  const held = heldBy(value, known)
  for (const target of targets) {
    known.declared.add(target)
    noteAlias(target, statement, known)
    const path = partIn(statement, value) ?? pathIn(value, known.paths)
    if (path !== undefined) known.paths.set(target, path)
    else if (at >= 0) known.paths.delete(target)
    if (
      held.some(isHeldAddress) &&
      value.some(({ kind, text }) => kind === 'text' && /^data:\w+\/javascript/.test(text))
    )
      known.modules.add(target)
    if (held.length > 0) add(known, target, target.length > 1 ? held : held.filter(each => each !== HELD_ENVIRONMENT))
  }
  if (held.length > 0) rememberTaken(statement, held, known)
  const handed = handedToBlock(statement, known)
  if (handed.length > 0) known.contents.set('it', new Set(handed))
}

/** The first of the names that a loop goes through: `for name in (".ssh", ".aws")`. */
function partIn(statement: Statement, value: Statement): string | undefined {
  const first = statement[0]?.text === 'for' ? value.find(({ kind }) => kind === 'text') : undefined
  return first !== undefined && /^\.\w/.test(first.text) ? first.text : undefined
}

/** `request.Body = x`, `stream.Write(x)`: an object takes up what it is given, and so does a file. */
function rememberTaken(statement: Statement, held: readonly string[], known: KnownContents): void {
  const first = statement.slice(0, 4).find(({ kind }) => kind === 'name')
  const [base = '', method] = first?.text.split(/\.|::|->/) ?? []
  if (method !== undefined && known.declared.has(base)) add(known, base, held)
  const addresses = held.filter(isHeldAddress)
  if (addresses.length === 0 || !statement.some(({ kind, text }) => kind === 'name' && isOne(SAVES, text))) return
  const isDownload = statement.some(({ kind, text }) => kind === 'name' && isOne(DOWNLOADS, text))
  for (const { kind, text } of statement.slice(1))
    if (
      kind === 'name'
        ? (isDownload || isFirstOf(statement, text)) && known.declared.has(text)
        : kind === 'text' && isFile(text)
    )
      add(known, savedName(kind, text), addresses)
}

/** `File.WriteAllBytes(path, bytes)`: where it is saved. */
function isFirstOf(statement: Statement, name: string): boolean {
  const at = statement.findIndex(({ kind, text }) => kind === 'name' && text === name)
  const call = statement[at - 1]?.text === '(' ? statement[at - 2] : undefined
  return call?.kind === 'name' && isOne(SAVES, call.text)
}

/** `with tarfile.open(tmp.name, "w:gz") as tar`. */
function noteAlias(target: string, statement: Statement, { aliases, declared }: KnownContents): void {
  if (!statement.some(({ kind, text }) => kind === 'text' && /^[wx](?:[b:|]|$)/.test(text))) return
  const file = statement.flatMap(({ kind, text }) => (kind === 'name' ? [text.split('.')[0] ?? ''] : []))
  const other = file.find(name => name !== target && declared.has(name))
  if (other !== undefined) aliases.set(target, other)
}

function add({ contents, aliases }: KnownContents, name: string, held: readonly string[]): void {
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

/** `stream.withWriter { it … }`: what a block calls `it`. */
function handedToBlock(statement: Statement, { contents }: KnownContents): readonly string[] {
  const last = statement.at(-1)
  if (last?.kind !== 'name' || !/\.(?:with\w*|use|also|apply|let|run)$/.test(last.text)) return []
  return [...(contents.get(last.text.split('.')[0] ?? '') ?? [])]
}

function assigned(before: Statement): readonly string[] {
  return before.flatMap(({ kind, text }, at) => {
    const next = before[at + 1]?.text
    return kind === 'name' && (next === undefined || /^[,:)?}\]]$/.test(next)) ? [text] : []
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
