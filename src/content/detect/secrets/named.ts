/** Values behind the name of a secret: assigned, given as an option, in a column, between tags, as the value of a pair. */
import { memo } from '../../../common/memo.ts'
import { isToken } from '../../redact/token.ts'
import { isProgramName } from './expressions.ts'
import { isForMail, isLikelySecret, isLiteral, isOpenLine } from './likely.ts'
import { isNoWord, type Mention } from './mentions.ts'
import type { Secret, TextSpan } from './model.ts'
import { isCodeName, isPasswordName, kindOf, nameAt } from './names.ts'
import { REACH, SHAPES, type Shape } from './shapes.ts'
import { classesOf, isGrouped, isLettered, isMixed, isOdd, isPhrase, isRandom, isSeed } from './values.ts'

/** Up to a blank, a sign of a program, or a letter of a language that is written without blanks: a sentence goes on there. */
const BARE = '[^\\s"\'`;&|<>(){},\\u3000-\\u9fff\\uac00-\\ud7af\\uff01-\\uff60]+'
/** What languages with types write between a name and its value. */
const TYPE = "(?:[ \\t]{0,4}:[ \\t]{0,4}(?:&(?:'static )?)?(?:str|[sS]tring)\\b)?"
/** What stands between, and a value in double quotes, in single quotes or backticks, or bare. */
const assignment = new RegExp(
  `(${TYPE}(?: is| \\d{1,2})?\\\\{0,3}["'\\])]{0,2}(?:\\[\\w{0,20}\\])?(?:[ \\t]{0,40}|[ .]{2,40})(?::=|::(?=[ \\t]{0,4}["'])|[=-]>|<-|[=:：是はをが는은])[ \\t]{0,60}(?:[bBrRuUL@$]{1,2}(?=["']))?)(?:(\\\\{0,3}"(?:"")?)([^"\\n\\\\]{1,4096})|(['\`])([^'\`\\n]{1,4096})(?=['\`])|(${BARE}))`,
  'y',
)
const GIVEN = /(?:[ \t]{1,4}|[ \t]{0,4}\\\r?\n[ \t]{1,20})(["']?)([^\s"'`;&|<>(){},-][^\s"'`;&|<>(){},]*)/y

/** How far back a name, and the line it stands in, is looked at. */
const LEAD = 90

export function* namedSecrets(text: string, mentions: readonly Mention[], strict: boolean): Generator<Secret> {
  let done = 0
  for (const { start, core, end: at, isPlural, isNear } of mentions) {
    if (isPlural || !(isNear || strict) || start < done || !isFollowed(text, at)) continue
    const full = nameAt(text, start, core)
    const name = text.slice(start, core)
    if (
      full === undefined ||
      OF_CHECKSUM.test(text.slice(Math.max(0, start - 12), start)) ||
      (text.charAt(at) === '|' && LINE_MARK.test(text.slice(Math.max(0, start - 12), start))) ||
      OF_OTHERS.test(text.slice(Math.max(0, core - full.length - 16), core - full.length)) ||
      (/^key$/i.test(full) && isOpenLine(lineBefore(text, at)))
    )
      continue
    const place: Place = { text, name, full, start, at, strict }
    const found = valueBehind(place)
    if (!found) continue
    // Names stand in values, too; a long value is not looked at again: the time grows with the text only.
    if (found.isSecret || found.end - found.start > LONGEST_AGAIN) done = found.end
    if (!found.isSecret) continue
    yield { kind: kindOf(full), start: found.start, end: found.end }
    const next = successor(text, found.end)
    if (next && isLikelySecret(full, text.slice(next.start, next.end), 'code')) yield { kind: kindOf(full), ...next }
  }
}

/** The name of what was hashed: `checksum/secret`. */
const OF_CHECKSUM = /(?:checksum|sha256|hash|digest)[/.:]$/i
/** A line's number and the letters of its hash, as tools for edits print them: `403pw|`. */
const LINE_MARK = /(?:^|\n)[ \t]*\d{1,6}[:#]?$/
/** A type by its whole name, `Service::ApiKey`, and what leads to the next page, in words. */
const OF_OTHERS = /::$|\b(?:next|page|cursor|continuation|pagination|resume|sync|csrf) $/i

function lineBefore(text: string, at: number): string {
  const lead = text.slice(Math.max(0, at - LEAD), at)
  const line = lead.slice(lead.lastIndexOf('\n') + 1)
  // an object, and what it is called
  return /(?:["']?\w+["']?\s{0,4}[:=]\s{0,4})?\{[^{]*$/.exec(line)?.[0] ?? line
}

/** What the value is changed into, as plans and changes show it: `"old" -> "new"`. */
function successor(text: string, end: number): TextSpan | undefined {
  SUCCESSOR.lastIndex = end
  const match = SUCCESSOR.exec(text)
  if (!match) return undefined
  const [all, value = ''] = match
  const stop = end + all.length - 1
  return { start: stop - value.length, end: stop }
}
const SUCCESSOR = /" -> "([^"\s\\]{6,512})"/y

/** Whether something follows that a value may stand behind. Most names are those of prose and of programs, and nothing does. */
function isFollowed(text: string, at: number): boolean {
  let here = at
  while (QUOTES.includes(text.charAt(here)) && here < at + 5) here++
  const afterQuotes = here
  // an array of characters
  if (text.charAt(here) === '[') here = text.indexOf(']', here) + 1 || here
  while (
    (BLANKS.includes(text.charAt(here)) || (text.charAt(here) === '.' && text.startsWith('..', at))) &&
    here < at + 60
  )
    here++
  const next = text.charAt(here)
  if (ASSIGNERS.includes(next)) return next !== ''
  if (next === ')') return /^\)[ \t]{0,4}[:=：]/.test(text.slice(here, here + 6))
  if (text.startsWith('<-', here) || text.startsWith('->', here)) return true
  if (next === '(' || next === '>' || (next === '<' && afterQuotes === at)) return here === at || afterQuotes > at
  if (text.startsWith('||', here) || text.startsWith('??', here)) return true
  // a name and nothing but a value behind it, up to the end of the line
  if (afterQuotes === at && here > at && (next === '"' || next === "'" || VALUE.test(text.slice(here, here + 300))))
    return true
  return PAIR.test(text.slice(at, at + 70)) || isLed(text, at)
}
const VALUE = /^\S{1,256}(?:[ \t]{1,20}\S{1,256}){0,2}[ \t]*(?:\r?\n|$)|^\S{6,256}[ \t]{0,400}\|/
const PAIR =
  /alue|ALUE|^"\s?[,}]|^"\s?\{|^ [^\s"'`<>()]{8}|^ \d{5}|^ (?:d[aeou]|del|des|v[oa][nm]|für|zu[mr]|для|от) \S{2,20} [A-Za-z\d]{8}|^ (?:from|using|with|of):? ["'`]|^[ )\]"']{0,3}[!=]==? ?["']|^["'],|^ (?:is|\d{1,2}):|^<\/key|^\] \S{6}|^,\s?(?:<<)?["']|^ '"|^"\r?\n|^\r?\n\$\d|^";s:/

/** What a name with one blank behind it is looked at for: an option, a tag. */
function isLed(text: string, at: number): boolean {
  if (text.charAt(at) !== ' ') return false
  const lead = text.slice(Math.max(0, at - LEAD), at)
  const word = lead.slice(Math.max(lead.lastIndexOf(' '), lead.lastIndexOf('\n')) + 1)
  return word.startsWith('-') || word.includes('<') || text.charAt(at + 1) === "'"
}

const QUOTES = '\\"\']'
const BLANKS = ' \t'
const ASSIGNERS = ':=|：是はをが는은'

const LONGEST_AGAIN = 256

interface Place {
  readonly text: string
  /** The word that the name ends in, and the whole name. */
  readonly name: string
  readonly full: string
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

/** The shapes that begin with a character: few of all. */
const shapesBefore = memo((next: string) => SHAPES.filter(({ first }) => first.includes(next)))

/** So far behind a name a value begins that has no sign before it. */
const AHEAD = 100
/** Names of what consists of words. */
const WORDS = /phrase$|mnemonic$/i

function valueBehind(place: Place): Value | undefined {
  const assigned = assignedTo(place)
  if (assigned?.isSecret) return assigned
  const option = optionOf(place)
  if (option) return option
  if (!isNoWord(place.text.slice(place.at, place.at + AHEAD)) && !WORDS.test(place.name)) return assigned
  const next = place.text.charAt(place.at)
  const lead = leadOf(place)
  const ahead = place.text.slice(place.at, place.at + REACH)
  for (const shape of shapesBefore(next)) {
    const { begins, holds } = shape
    if (begins?.every(each => !ahead.startsWith(each))) continue
    if (holds?.every(each => !ahead.includes(each))) continue
    const value = inShape(place, lead, shape)
    if (value) return value
  }
  return (next === '"' ? memberBefore(place) : undefined) ?? assigned
}

/** The value of an object whose members stand in another order: `{"value": "…", "name": "DB_PASSWORD"}`. */
function memberBefore({ text, start, full }: Place): Value | undefined {
  const from = Math.max(0, start - MEMBERS)
  const match = MEMBER_BEFORE.exec(text.slice(from, start))
  const value = match?.[1] ?? ''
  if (!match || !isLikelySecret(full, value, 'code')) return undefined
  const at = from + match.index + match[0].indexOf(value)
  return { start: at, end: at + value.length, isSecret: true }
}
const MEMBERS = 300
const MEMBER_BEFORE =
  /"value"\s{0,4}:\s{0,4}"([^"\s\\]{6,256})"[^{}]{0,160}"(?:name|key)"\s{0,4}:\s{0,4}"[\w.:/-]{0,60}$/i

/** A value in one of the rarer places: looked for only as what certainly is one. */
function inShape(
  { text, at, full }: Place,
  lead: string,
  { behind, where, before, isStrong, isPassword, isCode, isColumn, isDigits }: Shape,
): Value | undefined {
  const pattern = behind()
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (!match || (before && !before().test(lead))) return undefined
  const value = match.groups?.value ?? ''
  // the outcome of a test, and what it is called
  if (full === 'PASS' && (value.includes('/') || isProgramName(value))) return undefined
  const isOddEnough = where === 'setting' && OPENS.test(full) && isOdd(value)
  if ((isStrong && !isMixed(value) && !isPhrase(value) && !isOddEnough) || (isPassword && !isPasswordName(full)))
    return undefined
  if (isCode && !isCodeName(full)) return undefined
  if (isDigits && !/^\d+$/.test(value) && !isMixed(value)) return undefined
  if (isColumn && HASH.test(value) && OF_DIGESTS.test(text.slice(Math.max(0, at - HEADER), at))) return undefined
  const start = at + match[0].lastIndexOf(value)
  const isSecret = isLikelySecret(full, value, where)
  return isSecret ? { start, end: start + value.length, isSecret } : undefined
}

/** What a column of digests holds, and how it is headed; so far before a row is looked for that. */
const HASH = /^(?:[\da-f]{32,128}|[\w+/-]{22,86}={0,2})$/i
const OF_DIGESTS =
  /(?:^|[|\t ])[ \t]*"?\w{0,12}(?:digest|hash|checksum|sha-?\d{1,3}|fingerprint)"?[ \t]*(?:[|\t\r\n]| {2})/i
const HEADER = 2000

/** Names of what is nothing but a secret. */
const OPENS = /(?:password|passwd|passphrase|secret|psk|requirepass|masterauth|pre-shared-key|_pass|rootpw)$/i

function leadOf({ text, start }: Place): string {
  return text.slice(Math.max(0, start - LEAD), start)
}

const OPTION = /(?<![\w-])--?(?!no-|ask-|with-)[\w.-]{0,60}$/i

/** An option of one letter: the word that follows it is its value, `-ppassword`. */
const GLUED = /(?<![\w-])-[A-Za-z]$/

/** The value of an option such as `--password VALUE`. */
function optionOf(place: Place): Value | undefined {
  const { text, at, full, strict } = place
  const lead = leadOf(place)
  if (!lead.includes('-') || !OPTION.test(lead) || GLUED.test(lead)) return undefined
  GIVEN.lastIndex = at
  const match = GIVEN.exec(text)
  if (!match) return undefined
  const [whole, , value = ''] = match
  const isValue = !/^[a-z]{1,8}=/.test(value) && isLiteral(value)
  const isSecret = isValue && (strict || isLikelySecret(full, value, 'environment'))
  return { start: at + whole.length - value.length, end: at + whole.length, isSecret }
}

function assignedTo(place: Place): Value | undefined {
  const { text, name, full, at, strict } = place
  const pattern = assignment
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (!match) return undefined
  const [whole, between = '', double, inDouble, single, inSingle, bare] = match
  const value = inDouble ?? inSingle ?? bare?.replace(OPEN_END, '') ?? ''
  const start = at + between.length + (double ?? single ?? '').length
  const end = bare === undefined ? at + whole.length : start + value.length
  const lead = leadOf(place)
  const given: Given = {
    value,
    lead,
    name,
    full,
    isBare: bare !== undefined,
    isTight: between === '=',
    isRow: between === ':',
    isUser: /\s/.test(value) && USER.test(text.slice(Math.max(0, start - 200), end + 200)),
    next: text.slice(end, end + 1),
  }
  // in a shell `NAME= program` sets nothing
  const isEmpty = /^=[ \t]/.test(between) && name === name.toUpperCase()
  const isSecret =
    !isEmpty && isAssigned(given) && (strict ? !WEAK_NAME.test(name) || looksStrong(value) : isCertain(given))
  return { start, end, isSecret }
}

/** A sentence that goes on. */
const OPEN_END = /(?:\.{2,}|…|(?<=^\d{4,10})[#*])$/

interface Given {
  readonly value: string
  readonly name: string
  readonly full: string
  /** What stands before the name. */
  readonly lead: string
  readonly isBare: boolean
  /** Nothing but `=` stands between. */
  readonly isTight: boolean
  /** Nothing but `:` stands between. */
  readonly isRow: boolean
  /** The name of an account stands beside it. */
  readonly isUser: boolean
  /** The character behind the value; empty at the end. */
  readonly next: string
}

/** The start of a line before a name, and a line that a list or a mapping of YAML may have. */
const LINE_START = /(?:^|\n)[-+#;/* \t>]{0,12}(?:\w{1,20}:)?\|?[ \t]*["']?[\w.-]*$/
/** The name is the kind of a token or of a mark that stands there already. */
const TOKEN_START = /\[[A-Z_]*$|\[REDACTED:[a-z-]*$/
const MEMBER = /^[a-z_]\w*(?:\??\.[a-z_]\w*)+$/i

/** Names of much else besides: of tests that passed, of keys to look things up. */
const WEAK_NAME = /^(?:pass|pw|[_-]key)$/i

/** A literal, and no part of a program or of prose. */
/** An account by name, which no text of a form has. */
const USER = /["']?\b(?:user(?:name)?|login|email)["']?\s{0,4}[:=]\s{0,4}["']?[\w.@+-]{2,60}["']?\s{0,2}(?:[,\n\r}]|$)/i

function isAssigned({ value, lead, name, full, isBare, isTight, isUser, next }: Given): boolean {
  if (!isBare)
    return (
      (!/\s/.test(value) ||
        /phrase$/i.test(name) ||
        isGrouped(value) ||
        isForMail(full, value) ||
        (isUser && isSeed(value))) &&
      isLiteral(value)
    )
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

/** An item of a connection string, of a query, of a form. */
const ITEM = /[;&?]\s{0,2}(?:amp;)?[\w.%-]*$|\w=[^\s,()]{1,60} [\w.-]*$/

/** Nothing but a label before a name. */
const LABEL = /(?:^|\n)[ \t]{0,12}(?:[-*•][ \t])?(?:[\w\u00c0-\u024f'’/()-]{1,24} ){0,4}$/

/** Nobody needs to see it to work with it, and it is surely one. */
function isCertain({ value, lead, full, isBare, isTight, isRow, next }: Given): boolean {
  if (isBare && isRow && IN_ROW.test(lead)) return false
  // words, up to a sign that a backslash keeps from ending them
  if (!isBare && value.endsWith('\\')) return false
  const isUpper = full === full.toUpperCase()
  if (!isBare) return isLikelySecret(full, value, isUpper ? 'setting' : 'code')
  if (isTight && (isUpper || OPTION.test(lead))) return isLikelySecret(full, value, 'environment')
  const isLine = isLineEnd(next)
  if ((isLine && LINE_START.test(lead)) || (isTight && ITEM.test(lead))) return isLikelySecret(full, value, 'setting')
  // `Generated password: …` at the end of a line, or what is drawn by chance anywhere
  const isTold = isLine && !isTight && classesOf(value) >= 3 && value.length >= 8
  const isChosen =
    isPhrase(value) || (isPasswordName(full) && value.length >= 8 && (/\d[a-z]/i.test(value) || isLettered(value)))
  const isDrawn = isMixed(value) || isRandom(value, 20) || (isTight && isRandom(value))
  // a line of its own: what it is, and a word with a number
  const isStated =
    isLine &&
    !isTight &&
    value.length >= 8 &&
    isPasswordName(full) &&
    /^[A-Za-z]*\d{2,}$/.test(value) &&
    LABEL.test(lead)
  return (isTold || isChosen || isDrawn || isStated) && isLikelySecret(full, value, 'code')
}
