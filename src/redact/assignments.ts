/** Secrets that are known by where they stand: after the name of a password, in a header, in a URL, behind a flag. */
import { isToken, token } from './token.ts'

const NAME =
  '(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|_auth)'
const BARE = '[^\\s"\'`;&|<>(){},]+'

const HINT =
  /pass|pwd|secret|token|(?:api|access|auth|private|signing|encryption|account)[_-]?key|_auth|bearer|basic|:\/\/|curl|mysql|mariadb/i

/** A name, what stands between, and a value in double quotes, in single quotes, or bare. */
const ASSIGNMENT = new RegExp(
  `(${NAME})(\\\\?["'\\]]{0,2}[ \\t]{0,8}(?::=|=>|[=:])[ \\t]{0,8})(?:(\\\\?")([^"\\n\\\\]{1,512})|(')([^'\\n]{1,512})(?=')|(${BARE}))`,
  'gi',
)
const FLAG = new RegExp(
  `((?<![\\w-])--?(?!no-|ask-|with-)[a-z0-9-]{0,30}?${NAME}[ \\t]{1,4}|\\bsshpass[ \\t]+-p[ \\t]*)(["']?)([^\\s"'\`;&|<>(){},-][^\\s"'\`;&|<>(){},]*)`,
  'gi',
)
const HEADER =
  /(authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token|digest|apikey)\s{1,4}|\bbearer\s{1,4}(?=[\w.~+/=-]{16}))([^\s"'\\,;]{4,4096})/gi
const URL_PASSWORD = /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"]{0,100}:)([^\s/'"<>]{1,256})(?=@[\w.[-])/gi
const URL_TOKEN = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)([A-Za-z0-9_-]{20,256})(?=(?::x-oauth-basic)?@)/gi
const CURL_USER =
  /(\b(?:curl|wget)\b[^\n|;&]{0,400}?[ \t](?:-u|--user|--proxy-user)[ =]?["']?[^\s:'"]{1,100}:)([^\s'"]{1,256})/gi
const MYSQL = /(\b(?:mysql|mariadb)(?:dump|admin|import)?\b[^\n|;&]{0,200}?[ \t]-p)([^\s'"-][^\s'"]{0,255})/g

/** Words that stand where a value would, and are none. */
const NO_VALUE =
  /^(?:true|false|null|nil|none|undefined|yes|no|on|off|string|str|number|int|integer|float|bool|boolean|bytes|any|unknown|object|never|void|required|optional|hidden|masked|redacted|changeme|[*x.•-]+)[.!?]?$/i
/** Begins a variable, a template, a pattern, another operator, a list, a home directory. */
const NOT_LITERAL = /^(?:[$%<{[*=~!?^\\]|\.[*+])|\$\{|#\{|\{\{|%[sdv]\b/
const PATH = /^(?:~|\.{1,2})?\/[a-z][\w.-]*(?:\/[\w.-]*)*$/
const MEMBER = /^[a-z_]\w*(?:\??\.[a-z_]\w*)+$/i
/** The start of a line before a name, and a line that a list or a mapping of YAML may have. */
const LINE_START = /(?:^|\n)[ \t]*(?:-[ \t]+)?["']?[\w.-]*$/

/** Each hint has one of these: looked for first, since texts that are none are many and most are short. */
const PARTS = ['pass', 'pwd', 'secret', 'token', 'key', '_auth', 'bearer', 'basic', '://', 'curl', 'mysql', 'mariadb']

export function maskAssignments(text: string): string {
  const small = text.toLowerCase()
  if (!PARTS.some(part => small.includes(part)) || !HINT.test(text)) return text
  return text
    .replace(URL_PASSWORD, (whole, before: string, value: string) => mask(whole, before, value, 'PASSWORD'))
    .replace(URL_TOKEN, (_, before: string, value: string) => before + token('TOKEN', value))
    .replace(HEADER, (whole, before: string, value: string) => mask(whole, before, value, 'AUTHORIZATION'))
    .replace(ASSIGNMENT, maskAssignment)
    .replace(FLAG, (whole, before: string, quote: string, value: string) =>
      /^[a-z]{1,8}=/.test(value) ? whole : mask(whole, before + quote, value, kindOf(before)),
    )
    .replace(CURL_USER, (whole, before: string, value: string) => mask(whole, before, value, 'PASSWORD'))
    .replace(MYSQL, (whole, before: string, value: string) => mask(whole, before, value, 'PASSWORD'))
}

/** Whether a key of an object says by its name that its value is a secret. */
export function isSecretName(key: string): boolean {
  const small = key.toLowerCase()
  return SECRET_ENDS.some(end => small.endsWith(end)) && SECRET_NAME.test(key)
}
const SECRET_ENDS = ['word', 'wd', 'phrase', 'code', 'secret', 'token', 'key', '_auth']
const SECRET_NAME = new RegExp(`${NAME}$`, 'i')

/** The name is the kind of a token that stands there already. */
const TOKEN_START = /\[[A-Z_]*$/

/** What a value that stands behind a secret's name is masked as; the value itself where it is no literal. */
export function maskSecretValue(key: string, value: string): string {
  return /\s/.test(value) || !literal(value) ? value : token(kindOf(key), value)
}

function mask(whole: string, before: string, value: string, kind: string): string {
  return literal(value) ? before + token(kind, value) : whole
}

function literal(value: string): boolean {
  if (isToken(value) || NO_VALUE.test(value) || NOT_LITERAL.test(value)) return false
  // a key of 40 characters of Base64 may look like a path
  return !(PATH.test(value) && value.length !== 40)
}

function maskAssignment(
  whole: string,
  name: string,
  between: string,
  double: string | undefined,
  inDouble: string | undefined,
  single: string | undefined,
  inSingle: string | undefined,
  bare: string | undefined,
  offset: number,
  text: string,
): string {
  // in a shell `NAME= program` sets nothing
  if (/^=[ \t]/.test(between) && name === name.toUpperCase()) return whole
  const quoted = inDouble ?? inSingle
  const before = name + between
  if (quoted !== undefined) {
    if (/\s/.test(quoted) && !/phrase$/i.test(name)) return whole
    return mask(whole, before + (double ?? single ?? ''), quoted, kindOf(name))
  }
  if (bare === undefined || bare.toLowerCase() === name.toLowerCase()) return whole
  if (/^[0-9a-f]{4}\]/.test(bare) && TOKEN_START.test(text.slice(Math.max(0, offset - 24), offset))) return whole
  const shell = between === '='
  const next = text.slice(offset + whole.length, offset + whole.length + 1)
  // an expression of a program: a member, a call, an index
  if (next === '(' || (bare.includes('[') && !isToken(bare))) return whole
  if (MEMBER.test(bare) && !(shell && name === name.toUpperCase())) return whole
  if (shell || strong(bare)) return mask(whole, before, bare, kindOf(name))
  const line = next === '' || next === '\n' || next === '\r'
  if (!line || /^[A-Z][A-Za-z]*$/.test(bare)) return whole
  return LINE_START.test(text.slice(Math.max(0, offset - 80), offset)) ? mask(whole, before, bare, kindOf(name)) : whole
}

/** Looks like no word of prose and no name of a type. */
function strong(value: string): boolean {
  return value.length >= 6 && /\d/.test(value) && /[a-z]/i.test(value)
}

function kindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return 'PASSWORD'
  if (/token|_auth/i.test(name)) return 'TOKEN'
  return /secret/i.test(name) ? 'SECRET' : 'KEY'
}
