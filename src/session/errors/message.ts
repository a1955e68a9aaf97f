/** What a message of a program is about: its kind, the names in it, and what it comes to where it says one thing because of another. */
import { basename } from '../../common/path.ts'
import { normalise, quotedIn, shapeOf, withoutIds } from './text.ts'

/** What a line says, before it is masked. */
export interface ErrorStatement {
  readonly class: string
  /** What differs between errors of one class. */
  readonly detail: string
  /** The line that says it, where it is another one than the one that was found. */
  readonly line?: string
}

/** Says that something is not there; its name stands behind these words, or before those. */
const BEFORE_NAME =
  /\b(?:undefined|undeclared|unresolved|unrecogni[sz]ed|unknown|unbound|uninitialized|unset|missing|no such|no (?:\w+ (?:named|called|by the name)|matches for|package|module|definition|declaration|matching|available|type|class|file|rule|member)|(?:can(?:no|')t|cannot|could(?: not|n't)|unable to|failed to) (?:find|locate|resolve|load|import|open|determine)(?: or load)?|not found(?=: | ?["'`])|not in scope(?=:))\b/i
const BEHIND_NAME =
  /\b(?:(?:(?:is|was|were|are|has|be) )?not (?:been )?(?:found|defined|declared|set|installed|available|in scope|expected|recogni[sz]ed|provided|a member|in std|met)|(?:does(?: not|n't)|did not) (?:exist|match|define|provide|contain|have)|(?:is|are|was) (?:undefined|missing|required|unbound|unset|unavailable|unknown)|(?:could not|couldn't|cannot) be (?:found|resolved|loaded)|must be (?:set|defined|provided|specified)|(?:undefined|unbound variable|parameter null or not set|missing|no such \w+))(?!\w)/i

/** It says that something is missing, undefined or unknown. */
export function saysAbsent(text: string): boolean {
  return BEFORE_NAME.test(text) || BEHIND_NAME.test(text)
}

/** Names are kept as they are written, but not where they lie. */
export const withoutFolders = (text: string): string =>
  /^(?:\/|[A-Za-z]:[\\/])/.test(text) ? basename(text.replaceAll('\\', '/')) : text.replace(/^(?:\.{1,2}\/)+/, '')

/** The names that stand in quotes; what has blanks in it is a text. */
export const quotedNames = (message: string): string => {
  const quoted = quotedIn(message).filter(text => !/^\S+ \S/.test(text) || /[./\\]/.test(text))
  return quoted.map(withoutFolders).join(' ')
}

/** No word of a language: with a dot, dash, slash or underline inside, a sign before it, capitals or digits in the middle. */
const CODE =
  /(?<![\p{L}\p{N}_.@/-])(?:[@$\\.-]{0,2}[\p{L}_][\p{L}\p{N}]*(?:(?:::|[_.@/:=+-])+[\p{L}\p{N}*]+)+(?:\(\))?|[$\\@][\p{L}_]\w*|\p{Ll}+\p{Lu}\w*|\p{Lu}\p{Ll}\w*\p{Lu}\w*|\p{Lu}{2,}\d*_\w+|\w+\(\)|-l\w+)/gu
/** What kind of thing it is, and words between: no names. */
const NOUNS = new Set(
  `a an the this that these those it its which who what with for to of by in at on or and but is was were be been has from such
  all any some other own valid local global input output required optional following named called name names provides provided entry
  package packages module modules variable variables function functions class classes type types constant identifier method methods
  file files reference references library libraries artifact artifacts key keys field fields column columns table tables relation
  interface constructor value values symbol symbols option options argument arguments component host volume service gem plugin plugins
  extension header headers stylesheet template target targets task rule recipe command commands control sequence registry source
  dependency dependencies requirement requirements property properties attribute parameter parameters setting settings environment
  env config configuration secret resource resources namespace kind role user member import export alias scope context build schema
  model node image tag branch revision formula cask crate feature directory path folder directive encoder decoder codec driver
  device filter shader texture asset scene script error found defined please your you system also make use
  undefined null reading project`.split(/\s+/),
)

/** The first word that is a name: behind the words that say that it is missing, or before them. */
function wordBeside(text: string, isBehind: boolean): string | undefined {
  const words = text
    .split(/[\s,;()[\]{}<>"'`‘’“”]+|:(?=\s|$)|(?<=\w)\.(?=\s|$)/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
  const ordered = (isBehind ? words : words.reverse()).slice(0, 8)
  return ordered.find(word => !NOUNS.has(word.toLowerCase()) && !/^[\^~<>=v]*\d[\d.*x]*$/.test(word))
}

/** Places in front of a message and behind it: they are not what it says. */
const PLACE_BEFORE =
  /^(?:\[\w+\] )?(?:(?:file:\/\/)?[^\s:()]*[./][^\s:()]*(?::\d+(?::\d+)?|\(\d+(?:,\s*\d+)?\)):?\s*|File "[^"]*", line \d+(?:, \w+ [\d-]+)?:?\s*)+(?=\S)/
const PLACE_BEHIND =
  /(?: (?:in|at) \S+(?::\d+| on line \d+| line \d+)\.?| \[[^\]]*\/[^\]]*\]| \(from [^)]*\)| -> \[Help \d+\])+$/

/** A message as the kind of it and the names in it. Of one that says why it came to it, the part that names what is missing. */
export function shaped(whole: string): ErrorStatement {
  const message = clauseOf(whole.replace(PLACE_BEFORE, '').replace(PLACE_BEHIND, ''))
  const names = namesIn(message)
  let rest = message.replace(/(["'`])[^"'`]*\1|[`‘][^'’]*['’]/g, '…')
  // One letter is part of too many words.
  for (const name of names) if (name.length > 1) rest = rest.split(name).join('…')
  return {
    class: shapeOf(rest.replace(/…(?:[\s,]*…)+/g, '…')),
    detail: names.map(name => withoutIds(withoutFolders(name))).join(' '),
  }
}

/** `A: B: unknown field C` is about the last part that says that something is missing. */
function clauseOf(message: string): string {
  const clauses = message.split(/(?<=\w["')\]]?): (?=\S)/)
  const at = clauses.findLastIndex(saysAbsent)
  if (at < 0 || clauses.length === 1) return message
  const from = clauses.slice(at).join(': ')
  return namesIn(from).length > 0 ? from : clauses.slice(Math.max(0, at - 1)).join(': ')
}

/** What is missing first, then what stands in quotes, or what is no word of a language. */
function namesIn(message: string): readonly string[] {
  const before = BEFORE_NAME.exec(message)
  const behind = BEHIND_NAME.exec(message)
  const beside =
    (before && wordBeside(message.slice(before.index + before[0].length), true)) ??
    (behind && wordBeside(message.slice(0, behind.index), false))
  const quoted = quotedNames(message).split(' ').filter(Boolean)
  const code = [...message.matchAll(CODE)].map(([name]) => name)
  const isName = quoted.length === 0 || quoted.includes(beside ?? '') || code.includes(beside ?? '')
  const names = [isName ? (beside ?? '') : '', ...(quoted.length > 0 ? quoted : code)].filter(
    name => name !== '' && !/^https?:|^e\.g|^i\.e/.test(name),
  )
  return [...new Set(names)].slice(0, 4)
}

/** One right is missing after the other: what is not allowed is the name, whoever asked for whatever. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  // AWS
  [/\bnot authorized to perform:? ([\w*.-]+:[\w*.-]+)/, 'not authorized'],
  // Kubernetes
  [/\bforbidden: User "[^"]*" cannot (\w+ resource "[^"]+")/, 'forbidden'],
  // Google
  [/\b[Pp]ermission '([\w./-]+)' denied|\b[Rr]equired '([\w.]+)' permission/, 'permission missing'],
  // Azure
  [/\bauthorization to perform action '([^']+)'/, 'not authorized'],
  // PostgreSQL
  [/\b[Pp]ermission denied for ((?:\w+ )?[\w."]+)/, 'permission denied'],
  // MySQL
  [/\bcommand denied to user '[^']*'(?:@'[^']*')? for \w+ ['`]([^'`]+)/, 'command denied'],
  // SQL Server
  [/\b[Tt]he (\w+ permission was denied on the \w+ '[^']+')/, 'permission denied'],
  // Deno
  [/\b[Rr]equires (\w+ access(?: to "[^"]+")?), (?:run again|specify)/, 'access missing'],
  [/\b[Rr]equires? (android\.permission\.\w+)/, 'permission missing'],
  // Tokens of GitHub, Slack, GitLab and others
  [
    /\b(?:missing|needs?|requires?|required|lacks?)(?: (?:the|one of|following|required|any|of|OAuth|token|at least))*:? (?:scopes?|permissions?|privileges?|roles?|grants?)[: ]+\[?['"`]?([\w:./-]+)/i,
    'permission missing',
  ],
]

/** It says that what was asked for is not allowed, and what that was. */
export function refused(line: string): ErrorStatement | undefined {
  for (const [pattern, name] of REFUSALS) {
    const match = line.match(pattern)
    if (match) return { class: name, detail: match[1] ?? match[2] ?? '' }
  }
  return undefined
}

/** Messages whose kind is known by another name than the one they come under. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/No module named '?([\w.-]+)'?/, 'ModuleNotFoundError'],
  [/[Cc]annot find (?:module|package) ['"]([^'"]+)['"]/, 'MODULE_NOT_FOUND'],
  [/(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?['"]([^'"]+)['"]/, 'MODULE_NOT_FOUND'],
  [/cannot load such file -- (\S+)/, 'MODULE_NOT_FOUND'],
  [/\bfunction ([\w.]+)\([^)]*\) does not exist/, 'function does not exist'],
  [/error while loading shared libraries: ([^:\s]+):/, 'shared library not found'],
  [/cannot import name '([^']+)'/, 'ImportError'],
  [/\bbad interpreter: (\S+?):? /, 'bad interpreter'],
  [/\bCan't locate (\S+) in @INC/, 'MODULE_NOT_FOUND'],
  [/\bpull access denied for ([^\s,]+)|\bmanifest for (\S+) not found/, 'image not found'],
  [
    /\b(?:No such file or directory|no such file or directory)\b(?:[,:] (?:\w+ )?['"]([^'"]+)['"]|, ([\w./+-]+)$)?/,
    'ENOENT',
  ],
  ...REFUSALS,
  [/\b[Pp]ermission denied\b(?:[,:] (?:\w+ )?['"]([^'"]+)['"])?/, 'EACCES'],
  [/\b(?:[Aa]ddress already in use|EADDRINUSE)\b/, 'EADDRINUSE'],
  [/\b(?:[Cc]onnection refused|ECONNREFUSED)\b/, 'ECONNREFUSED'],
  [/\b[Nn]o space left on device\b/, 'ENOSPC'],
  [/(?:Could not resolve host|getaddrinfo \w+|[Nn]ame or service not known)(?:: | )?(\S*)/, 'ENOTFOUND'],
  [/\b(E[A-Z]{3,}): [^,]*(?:, (?:\w+ )?'([^']+)')?/, ''],
]

/** What a message says, whatever it comes under; undefined where it is nothing known. */
export function known(message: string): ErrorStatement | undefined {
  for (const [pattern, name] of MESSAGES) {
    const match = message.match(pattern)
    if (!match) continue
    if (name !== '') return { class: name, detail: withoutFolders(match[1] || match[2] || operandOf(message)) }
    return { class: match[1] ?? '', detail: withoutFolders(match[2] ?? quotedNames(message)) }
  }
  return undefined
}

/** With a dot or a slash, or in capitals as members of libraries on mainframes are; programs have small letters. */
const NAMES_FILE = /^(?:\S*[\w-][./]\w\S*|[A-Z][A-Z\d_#$@-]{2,})$/

/** `cat: notes.txt: No such file` is about notes.txt. */
export function operandOf(message: string): string {
  const quoted = quotedIn(message).at(-1)
  if (quoted !== undefined) return quoted
  const opened = message.match(/\b(?:[Cc]an(?:'|no)t|could not|failed to) open (\S+?)[:,]? /)?.[1]
  if (opened !== undefined && /[./]/.test(opened)) return opened
  const parts = message.split(': ')
  const last = parts.at(-2) ?? ''
  // Compilers name the file first; what has no mark of a file is the program that complains.
  return parts.length > 2 || (parts.length === 2 && NAMES_FILE.test(last)) ? last : ''
}

/** Names that say no more than that something went wrong. */
const ANY_ERROR = /^(?:Error|Exception|RuntimeError|ValidationError|ConfigError|ConfigurationError|UserError)$/

export function exception(name: string, message: string): ErrorStatement {
  const plain = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1)
  const code = message.match(/^\[(ERR_[A-Z_]+)\]:? ?/)?.[1]
  const found = known(message)
  if (found) return found
  if (code === undefined && ANY_ERROR.test(plain) && saysAbsent(message)) {
    const said = shaped(message)
    return { ...said, class: said.class || plain }
  }
  // `foo/1` is a function with its arity, and no path.
  return { class: code ?? plain, detail: normalise(message.replace(/(\w)\/(?=\d+\b)/g, '$1.')) }
}
