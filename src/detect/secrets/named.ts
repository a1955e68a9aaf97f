/** Values behind the name of a secret: assigned, given as an option, in a column, between tags, as the value of a pair. */
import { once } from '../../memo.ts'
import type { Secret } from './model.ts'
import { isKept, isLiteral, isToken, kindOf, NAME, type Setting } from './names.ts'
import { classesOf, isRandom } from './values.ts'

/** What a name ends in that something follows: a quick look, at which most places fall out. */
const ENDS =
  /(?:pass(?:word|wd|phrase|code|wort)?|pwd?|psk|secret|token|key(?:[_-]?base|-data)?|_auth|masterauth|[_-]pat|credentials?|パスワード|密码|密碼|비밀번호|пароль|mot de passe|contraseña|kennwort|senha|wachtwoord|lösenord|hasło|parola)(?=[<：\s"'`:=(>|,\\\]])/gi
/** The name itself, up to its end. */
const whole = once(() => new RegExp(`${NAME}$`, 'i'))
const LONGEST_NAME = 28

const BARE = '[^\\s"\'`;&|<>(){},]+'
/** What languages with types write between a name and its value. */
const TYPE = "(?:[ \\t]{0,4}:[ \\t]{0,4}(?:&(?:'static )?)?(?:str|[sS]tring)\\b)?"
/** What stands between, and a value in double quotes, in single quotes or backticks, or bare. */
const assignment = once(
  () =>
    new RegExp(
      `(${TYPE}(?: is| \\d{1,2})?\\\\?["'\\]]{0,2}[ \\t]{0,8}(?::=|=>|[=:：])[ \\t]{0,8})(?:(\\\\?")([^"\\n\\\\]{1,4096})|(['\`])([^'\`\\n]{1,4096})(?=['\`])|(${BARE}))`,
      'y',
    ),
)
const GIVEN = /[ \t]{1,4}(["']?)([^\s"'`;&|<>(){},-][^\s"'`;&|<>(){},]*)/y
const CALLED = /\(\s{0,4}["']([^"'\s]{6,512})["']\s{0,4}\)/y
const COLUMN = /(?:[ \t]{0,60}\|[ \t]{1,60}|[ \t]{2,60}|\t)([^\s|]{6,4096})[ \t]{0,400}\|?(?=\r?\n|$)/y
const TAGGED = />\s{0,4}([^<>\s]{4,4096})\s{0,4}<\//y
const PAIRED =
  /\\?["']?\s{0,4},?\s{1,60}(?:-\s)?\\?["']?value\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?([^\s"'\\<>,]{6,4096})/iy
/** A mapping that holds the value under a name of its own, a property list, a list of names and values in turn. */
const NESTED =
  /\\?["']?\s{0,4}[:=]\s{0,4}\{[^{}]{0,200}?\\?["']?value\\?["']?\s{0,4}[:=]\s{0,4}\\?["']([^\s"'\\]{6,4096})|<\/key>\s{0,40}<string>([^<>\s]{6,4096})<\/string>|"\r?\n\s{0,4}\d{1,3}\) "([^"\s]{6,4096})"/y
const QUOTED = /\s{1,4}(?:AS\s|=\s)?'([^'\n]{4,256})'/y

/** How far back a name, and the line it stands in, is looked at. */
const LEAD = 90

export function* named(text: string, strict: boolean): Generator<Secret> {
  let done = 0
  for (const match of text.matchAll(ENDS)) {
    const at = match.index + match[0].length
    if (match.index < done || !isFollowed(text, at)) continue
    const name = whole().exec(text.slice(Math.max(0, at - LONGEST_NAME), at))?.[0]
    if (name === undefined) continue
    const place: Place = { text, name, start: at - name.length, at, strict }
    const found = valueBehind(place)
    if (!found) continue
    // Names stand in values, too; a long value is not looked at again: the time grows with the text only.
    if (found.isSecret || found.end - found.start > LONGEST_AGAIN) done = found.end
    if (found.isSecret) yield { kind: kindOf(name), start: found.start, end: found.end }
  }
}

/** Whether something follows that a value may stand behind. Most names are those of prose and of programs, and nothing does. */
function isFollowed(text: string, at: number): boolean {
  let here = at
  while (QUOTES.includes(text.charAt(here)) && here < at + 3) here++
  const afterQuotes = here
  while (BLANKS.includes(text.charAt(here)) && here < at + 60) here++
  const next = text.charAt(here)
  if (SIGNS.includes(next)) return next !== ''
  if (next === '(' || next === '>') return here === at
  if (
    text.slice(at, at + 70).includes('alue') ||
    text.slice(at, at + 5) === '</key' ||
    text.slice(at, at + 2) === '"\n'
  )
    return true
  if (/^ (?:is|\d{1,2}):/.test(text.slice(at, at + 5))) return true
  return afterQuotes === at && (here > at + 1 || text.charAt(at) === '\t' || isLed(text, at))
}

/** What a name with one blank behind it is looked at for: an option, a variable of a build file, a statement. */
function isLed(text: string, at: number): boolean {
  if (text.charAt(at) !== ' ') return false
  const lead = text.slice(Math.max(0, at - LEAD), at)
  const word = lead.slice(Math.max(lead.lastIndexOf(' '), lead.lastIndexOf('\n')) + 1)
  const line = lead.slice(lead.lastIndexOf('\n') + 1).trimStart()
  return word.startsWith('-') || text.charAt(at + 1) === "'" || /^(?:ENV|ARG|setenv) /.test(line)
}

const QUOTES = '\\"\']'
const BLANKS = ' \t'
const SIGNS = ':=|：'

const LONGEST_AGAIN = 256

interface Place {
  readonly text: string
  readonly name: string
  readonly start: number
  /** Where the name ends. */
  readonly at: number
  readonly strict: boolean
}

interface Value {
  readonly start: number
  readonly end: number
  readonly isSecret: boolean
}

function valueBehind(place: Place): Value | undefined {
  const { text, at } = place
  const assigned = assignedTo(place) ?? other(place, NESTED, 'setting')
  if (assigned) return assigned
  switch (text[at]) {
    case '(':
      return other(place, CALLED, 'code')
    case '>':
      return other(place, TAGGED, 'setting')
    case ' ':
    case '\t':
      return (
        optionOf(place) ??
        other(place, COLUMN, 'environment', /^[A-Z]/.test(place.name) ? LINE_START : COLUMN_START) ??
        other(place, GIVEN_LINE, 'environment', IN_DOCKERFILE) ??
        other(place, QUOTED, 'setting', IN_SQL) ??
        other(place, PAIRED, 'environment', NAME_OF_PAIR)
      )
    case '"':
    case "'":
    case '\\':
    case ',':
    case '\r':
    case '\n':
      return other(place, PAIRED, 'environment', NAME_OF_PAIR)
    default:
      return undefined
  }
}
/** A line begins with the name, or with a name that ends in it. */
const COLUMN_START = /(?:^|\n)[ \t]*\|?[ \t]*(?:[\w.-]*[_.-])?$/
const GIVEN_LINE = /[ \t]([^\s"'\\=]{6,512})[ \t]{0,40}(?=\r?\n|$)/y
const IN_DOCKERFILE = /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|setenv|machine .{1,120}) ?[\w.-]*$|\n[ \t]{0,8}$/
const IN_SQL = /\b(?:USER|ROLE|LOGIN|WITH|ALTER|CREATE|SET|ENCRYPTED)\b[^\n;]{0,80}$/i
const NAME_OF_PAIR = /["']?\b(?:name|key)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?[\w.:/-]{0,60}$/i

/** A value in one of the rarer places: looked for only as what certainly is one. */
function other(place: Place, pattern: RegExp, where: Setting, before?: RegExp): Value | undefined {
  const { text, at } = place
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (!match) return undefined
  const lead = leadOf(place)
  if (before && !before.test(lead)) return undefined
  const value = match[1] ?? match[2] ?? match[3] ?? ''
  const start = at + match[0].lastIndexOf(value)
  const isSecret = isKept(fullName(lead) + place.name, value, where)
  return isSecret ? { start, end: start + value.length, isSecret } : undefined
}

function leadOf({ text, start }: Place): string {
  return text.slice(Math.max(0, start - LEAD), start)
}

function fullName(lead: string): string {
  return /[\w.-]*$/.exec(lead)?.[0] ?? ''
}

const OPTION = /(?<![\w-])--?(?!no-|ask-|with-)[a-z0-9-]{0,30}$/i

/** The value of an option such as `--password VALUE`. */
function optionOf(place: Place): Value | undefined {
  const { text, at, name, strict } = place
  const lead = leadOf(place)
  if (!OPTION.test(lead)) return undefined
  GIVEN.lastIndex = at
  const match = GIVEN.exec(text)
  if (!match) return undefined
  const [whole, , value = ''] = match
  const isValue = !/^[a-z]{1,8}=/.test(value) && isLiteral(value)
  const isSecret = isValue && (strict || isKept(fullName(lead) + name, value, 'environment'))
  return { start: at + whole.length - value.length, end: at + whole.length, isSecret }
}

function assignedTo(place: Place): Value | undefined {
  const { text, name, at, strict } = place
  const pattern = assignment()
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (!match) return undefined
  const [whole, between = '', double, inDouble, single, inSingle, bare] = match
  const value = inDouble ?? inSingle ?? bare ?? ''
  const start = at + between.length + (double ?? single ?? '').length
  const end = at + whole.length
  const lead = leadOf(place)
  const given: Given = {
    value,
    lead,
    name,
    isBare: bare !== undefined,
    isTight: between === '=',
    isRow: between === ':',
    next: text.slice(end, end + 1),
  }
  // in a shell `NAME= program` sets nothing
  const isEmpty = /^=[ \t]/.test(between) && name === name.toUpperCase()
  const isSecret =
    !isEmpty && isAssigned(given) && (strict ? !WEAK_NAME.test(name) || looksStrong(value) : isCertain(given))
  return { start, end, isSecret }
}

interface Given {
  readonly value: string
  readonly name: string
  /** What stands before the name. */
  readonly lead: string
  readonly isBare: boolean
  /** Nothing but `=` stands between. */
  readonly isTight: boolean
  /** Nothing but `:` stands between. */
  readonly isRow: boolean
  /** The character behind the value; empty at the end. */
  readonly next: string
}

/** The start of a line before a name, and a line that a list or a mapping of YAML may have. */
const LINE_START = /(?:^|\n)[ \t]*(?:-[ \t]+)?\|?[ \t]*["']?[\w.-]*$/
/** The name is the kind of a token or of a mark that stands there already. */
const TOKEN_START = /\[[A-Z_]*$|\[REDACTED:[a-z-]*$/
const MEMBER = /^[a-z_]\w*(?:\??\.[a-z_]\w*)+$/i

/** Names of much else besides: of tests that passed, of keys to look things up. */
const WEAK_NAME = /^(?:pass|pw|[_-]key)$/i

/** A literal, and no part of a program or of prose. */
function isAssigned({ value, lead, name, isBare, isTight, next }: Given): boolean {
  if (!isBare) return !(/\s/.test(value) && !/phrase$/i.test(name)) && isLiteral(value)
  if (value.toLowerCase() === name.toLowerCase()) return false
  if (/^[0-9a-f]{4}\]|^[a-z-]*\]/.test(value) && TOKEN_START.test(lead)) return false
  // an expression of a program: a member, a call, an index
  if (next === '(' || (value.includes('[') && !isToken(value))) return false
  if (MEMBER.test(value) && !(isTight && name === name.toUpperCase()) && !isRandom(value, 10)) return false
  if (!isLiteral(value)) return false
  if (isTight || looksStrong(value)) return true
  return isLineEnd(next) && !/^[A-Z][a-z]*(?:[A-Z][a-z]+)*$/.test(value) && LINE_START.test(lead)
}

/** A name in a row of names, as of resources: `arn:aws:…:secret:name`. */
const IN_ROW = /:[\w.-]*$/

/** Looks like no word of prose and no name of a type. */
function looksStrong(value: string): boolean {
  return value.length >= 6 && /\d/.test(value) && /[a-z]/i.test(value)
}

function isLineEnd(next: string): boolean {
  return next === '' || next === '\n' || next === '\r'
}

/** A variable of an environment, as files and commands set it. */
const ENVIRONMENT = /(?:^|[\s"'`;,?&])[A-Z][A-Z0-9_]*$|(?:^|\n)(?:export |set |ENV )?[A-Z][A-Z0-9_]*$|^$|[\n\s"']$/
/** An item of a connection string, of a query, of a form. */
const ITEM = /[;&?]\s{0,2}(?:amp;)?[\w.%-]*$/

/** Nobody needs to see it to work with it, and it is surely one. */
function isCertain({ value, lead, name, isBare, isTight, isRow, next }: Given): boolean {
  if (isBare && isRow && IN_ROW.test(lead)) return false
  const full = fullName(lead) + name
  const isUpper = full === full.toUpperCase()
  if (!isBare) return isKept(full, value, isUpper ? 'setting' : 'code')
  if (isTight && isUpper && ENVIRONMENT.test(lead)) return isKept(full, value, 'environment')
  const isLine = isLineEnd(next)
  if ((isLine && LINE_START.test(lead)) || (isTight && ITEM.test(lead))) return isKept(full, value, 'setting')
  // `Generated password: …` at the end of a line, or what is drawn by chance anywhere
  const isTold = isLine && !isTight && classesOf(value) >= 3 && value.length >= 8
  return (isTold || isRandom(value, 20) || (isTight && isRandom(value))) && isKept(full, value, 'code')
}
