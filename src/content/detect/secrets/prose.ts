/**
 * What people and programs tell of a secret in words: `the password is …`, a label and the value in the next line, a user and
 * a password with a stroke between them, lists of codes. What is told looks like no word, or else it is let be.
 */

import { isProgramName } from './expressions.ts'
import { isLikelySecret, isOpenLine, isOpenToken, isPasswordLike } from './likely.ts'
import type { Mention } from './mentions.ts'
import type { Secret, TextSpan } from './model.ts'
import { isCodeName, isKeyName, isPasswordName, isSecretName, kindOf, nameAt } from './names.ts'
import { LIST_HINTS, LOGIN_HINTS } from './places/hints.ts'
import { hintsIn } from './places/index.ts'
import { isUnspoken } from './spoken.ts'
import {
  classesOf,
  isChosen,
  isLettered,
  isMadeUp,
  isMixed,
  isOdd,
  isPathLike,
  isPhrase,
  isRandom,
  isReference,
  isSeed,
  isStandIn,
  isWebToken,
  isWordNumber,
} from './values.ts'

/** Longer lines are of programs or of data. */
const LONGEST_LINE = 400

export function* inProse(text: string, mentions: readonly Mention[]): Generator<Secret> {
  let done = 0
  for (const mention of mentions) {
    const vague = isVague(text, mention)
    if (mention.isNear) yield* saidOf(text, mention, vague)
    if (vague || isOpenToken(wordBefore(text, mention))) continue
    if (mention.start < done) continue
    const start = text.lastIndexOf('\n', mention.start - 1) + 1
    const next = text.indexOf('\n', mention.end)
    const end = next === -1 ? text.length : next
    done = end
    if (end - start > LONGEST_LINE) continue
    const line = text.slice(start, end)
    const found = mention.isNear
      ? [
          ...drawnIn(line, start, mention.start - start),
          ...chosenNear(text, start, end),
          ...(isPasswordName(text.slice(mention.start, mention.core)) ? phrasesNear(text, start, end) : []),
          ...nextLine(text, line, next + 1, isLabel(line)),
          ...nextDigits(text, mention, line, next + 1),
        ]
      : []
    if (line.slice(0, mention.start - start).includes(' as ')) found.push(...asPassword(line, start))
    for (const secret of found)
      if (!NEEDS_KEY.test(line) && !isOfOthers(lineOf(line, secret.start - start))) yield secret
  }
}

/** The whole name, as programs join them. */
function wordBefore(text: string, { start, core }: Mention): string {
  return (/[\w-]*$/.exec(text.slice(Math.max(0, start - 40), start))?.[0] ?? '') + text.slice(start, core)
}

/** A line, or what of a long one of JSON stands before a secret in it. */
function lineOf(line: string, at: number): string {
  return line.length <= LONG_LINE || at > line.length || !/^\s*[[{]/.test(line)
    ? line
    : line.slice(Math.max(0, at - 70), at)
}
const LONG_LINE = 100
/** Nobody reads it without another key. */
const NEEDS_KEY = /\bENC\b|sealed|encrypted|integrity/i

/** Speaks of what is for everybody, or of what passwords are like. */
function isOfOthers(line: string): boolean {
  return isOpenLine(line) || OF_PASSWORDS.test(line)
}

/** What is told without the name of a secret: pairs of a user and a password, and lists of codes. */
export function* inLists(text: string, mentions: readonly Mention[]): Generator<Secret> {
  if (text.includes(' / ')) yield* pairsIn(text, PAIR)
  const has = hintsIn(text)
  if (LOGIN_HINTS.some(has)) yield* pairsIn(text, LOGIN_PAIR)
  if (mentions.some(({ isListed }) => isListed) || LIST_HINTS.some(has)) yield* listed(text)
}
/** Keys and salts of all sorts; what is one that is kept says so. */
function isVague(text: string, { start, end }: Mention): boolean {
  return (
    /^(?:key|salt)s?$/i.test(text.slice(start, end)) &&
    !isKeyName(text.slice(Math.max(0, start - 16), end)) &&
    !/\b(?:new|created|generated|issued|your)\b/i.test(text.slice(Math.max(0, start - 30), end + 30))
  )
}

const RUN = /(?<=[\s"'`:(,>|])[\w+/~-]{24,512}={0,2}(?![\w./+@%(-])/g

/** What is drawn by chance in a line that speaks of a secret before it: `Your new token (shown once): …`. */
function* drawnIn(line: string, start: number, from: number): Generator<Secret> {
  for (const { 0: run, index } of line.matchAll(RUN))
    if (index > from && isDrawn(run)) yield { kind: 'secret', start: start + index, end: start + index + run.length }
}

/** Of all three classes, and of no few: what people and programs name has fewer. */
function isDrawn(run: string): boolean {
  if (!/\d/.test(run) || classesOf(run.replace(/\W|_/g, '')) < 3 || isMadeUp(run)) return false
  if (isPathLike(run) || isReference(run) || isWebToken(run) || (run.match(/\//g)?.length ?? 0) > 3) return false
  return isRandom(run, 24)
}

/** A verb, or a sign, up to six words after the name; the value may stand in quotes. */
const SAID =
  /(?:[ \t]{1,3}(?:\([^()\n]{1,40}\)|"[\w.@-]{1,24}"|[\w\u00c0-\u024f\u0400-\u04ff'’/@.-]{1,24})){0,6}?[ \t]{0,3}(?:[ \t](?:is(?: now| still| currently| set to)?|was|теперь|сейчас|jetzt|ora|ahora|maintenant|agora|remains|lautet|ist|est|es|è|sarà|equals|to|auf|на|su|em|à|op|till?|a|ma)(?=[ \t])|[:=：→]|->|–|—)[ \t]{1,3}["'`“„«‘(]?(?<value>(?=[^\s"']{0,60}(?:\d|[a-z][A-Z]))[^\s"'`“”„«»‘’<>]{4,256})(?![^\s"'`“”„«»‘’<>])/y

function* saidOf(text: string, { start, core, end, isPlural }: Mention, isVague: boolean): Generator<Secret> {
  if (isPlural) return
  SAID.lastIndex = end
  const match = SAID.exec(text)
  const value = match?.groups?.value?.replace(/[.,;:)\]]+$/, '') ?? ''
  if (!match || value === '' || /^[A-Z_]{2,}=/.test(value)) return
  const at = end + match[0].lastIndexOf(value)
  const whole = nameAt(text, start, core)
  if (whole === undefined && /\w/.test(text.charAt(start - 1))) return
  const name = whole ?? text.slice(start, core)
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, at)
  if (line.length > LONGEST_LINE) return
  // a pin of a device is one, too
  const isTold =
    isMixed(value) ||
    isPhrase(value) ||
    isLettered(value) ||
    (isOdd(value) && isPasswordName(name)) ||
    (isWordNumber(value) && isPasswordName(name)) ||
    (CODE.test(value) && isCodeName(name) && (!/pin$/.test(name) || value.length > 5))
  if (!isTold) return
  // of a key that could be any only what is drawn by chance
  const isShared = isVague && isPhrase(value) && SHARED.test(line)
  const isRun = () => isDrawn(value) || (isRandom(value, 18) && classesOf(value.replace(/\W|_/g, '')) === 3)
  if (isVague && !isShared && !isRun()) return
  if ((isShared || isLikelySecret(name, value, 'setting')) && !isOfOthers(line))
    yield { kind: kindOf(name), start: at, end: at + value.length }
}

/** What guests are given a key of. */
const SHARED = /wi-?fi|wlan|\bssid\b|\bvpn\b|hotspot/i
const CODE = /^\d{4,10}$|^\d{3,4}(?:-\d{3,4}){1,3}$/

/** `jenkins with … as the password`. */
const AS =
  /(?<=\s["'`]?)([^\s"'`,;]{6,128})["'`]?[ \t]+as (?:the |its |your |my |a )?(?:\w+ )?(?:password|passphrase|pw|token|secret)\b/gi

function* asPassword(line: string, start: number): Generator<Secret> {
  for (const { 1: value = '', index } of line.matchAll(AS))
    if ((isMixed(value) || isPhrase(value)) && isPasswordLike(value, 'setting'))
      yield { kind: 'password', start: start + index, end: start + index + value.length }
}

/** Speaks of what passwords are like. */
const OF_PASSWORDS =
  /\b(?:examples?|e\.g\.|such as|nobody|never use|should (?:not|never)|do not use|avoid|weak|common|attackers?|at least|at most|z\. ?B\.|zum Beispiel|par exemple|por ejemplo|looks? like)(?!\w)/i

/** Words and a number set apart, beside what is said of a password. */
const SET_APART = /(?<=[(`"'„“«])[A-Za-z]{3,12}(?:[-_.][A-Za-z]{3,12}){2,7}[-_.]?\d{1,4}[!?.]?(?=[)`"'”“»])/g

function* phrasesNear(text: string, start: number, end: number): Generator<Secret> {
  for (const { 0: value, index } of text.slice(start, end).matchAll(SET_APART))
    if (isPhrase(value) && isPasswordLike(value, 'setting'))
      yield { kind: 'password', start: start + index, end: start + index + value.length }
}

/** So far behind a line that speaks of a secret a password is known by its look. */
const NEAR = 300
/** Each of them has one. */
const SIGN = /[!#$%^*?~@]/
const APART = /(?<=[\s"'`(,;|>])(?=[^\s"']{0,39}[!#$%^*?~@])(?=[^\s"']{0,39}\d)[^\s"'`(),;|<>]{8,40}(?=[\s"'`),;|<]|$)/g

/** What somebody chose as a password, by itself in the same line or in one of the next. */
function* chosenNear(text: string, start: number, end: number): Generator<Secret> {
  const near = text.slice(start, end + NEAR)
  if (!SIGN.test(near)) return
  for (const { 0: word, index } of near.matchAll(APART)) {
    // behind the name that it is given to
    const name = /^[a-z][a-z_]{1,24}=(?=.{8})/.exec(word)?.[0] ?? ''
    const value = word.slice(name.length).replace(/[.:]+$/, '')
    const at = start + index + name.length
    if (isChosen(value) && !isProgramName(value) && isPasswordLike(value, 'setting'))
      yield { kind: 'password', start: at, end: at + value.length }
  }
}

/** A line that announces what stands by itself in the next one that is not empty, perhaps behind a label. */
const ANNOUNCES =
  /[:：?？]\s*$|\b(?:what'?s|what is|was ist|wie (?:ist|war)|quel(?:le)? est|cu[aá]l es|send me|can you|could you|do you have|remember)\b|\b(?:below|following|copy|save|reset|generated|created|successfully)\b/i
const NEXT =
  /(?:[ \t]*\r?\n){0,2}[ \t>=│|*-]{0,12}(?:<[\w.-]{1,40}>[ \t]|\[?\d\d:\d\d(?::\d\d)?\]?[ \t]<?[\w.-]{1,30}[>:]{1,2}[ \t])?(?:(?:new |the )?(?:value|key|token|password|secret)\s{0,2}[:=]\s{0,3})?["'`]?(?<value>[^\s"'`]{8,512}|[a-z]{3,9}(?: [a-z]{3,9}){11,23})["'`]?[ \t│|]*(?=\r?\n|$)/iy

/** Whether the next line that is not empty may be a value by itself: what has several words is prose. */
function isAlone(text: string, from: number): boolean {
  let start = from
  while (text[start] === '\n' || text[start] === '\r') start++
  const stop = text.indexOf('\n', start)
  const line = text.slice(start + lengthOfStamp(text, start), stop === -1 ? text.length : stop).trim()
  return !line.includes(' ') || line.includes(':') || /^[a-z ]+$/.test(line) || /^<[\w.-]+> \S+$/.test(line)
}

/** Nothing but a few words that end in a name. */
function isLabel(line: string): boolean {
  const label = /^[\s>*#-]*(?<words>(?:[\w-]+ ){0,3}[\w-]+)[\s"'`*:.]*$/.exec(line)?.groups?.words
  return line.length < 50 && label !== undefined && isSecretName(label)
}

function* nextLine(text: string, line: string, start: number, isAnnounced: boolean): Generator<Secret> {
  if (start === 0 || !isAlone(text, start)) return
  const from = start + lengthOfStamp(text, start)
  NEXT.lastIndex = from
  const match = NEXT.exec(text)
  const value = match?.groups?.value ?? ''
  if (!match || value === '') return
  const at = from + match[0].lastIndexOf(value)
  if (!isAnnounced && !ANNOUNCES.test(line) && !/^[\w./:-]{1,48}\s*$/.test(line) && !PROMPT.test(line)) return
  const isTold =
    isSeed(value) ||
    (isBareValue(value) && (isMixed(value) || isRandom(value, 12) || isPhrase(value) || isUnspoken(value)))
  if (isTold) yield { kind: 'secret', start: at, end: at + value.length }
}

/** Digits by themselves in the next line that is not empty, below one that ends with a colon and speaks of a code. */
function* nextDigits(text: string, { start, core }: Mention, line: string, from: number): Generator<Secret> {
  if (from === 0 || !/:\s*$/.test(line)) return
  const name = nameAt(text, start, core) ?? ''
  if (!isCodeName(name) && !isPasswordName(name)) return
  DIGITS.lastIndex = from
  const match = DIGITS.exec(text)
  const value = match?.groups?.value ?? ''
  if (!match || isMadeUp(value)) return
  yield { kind: 'code', start: from + match[0].length - value.length, end: from + match[0].length }
}
const DIGITS = /(?:[ \t]*\r?\n){0,2}[ \t>*|]{0,12}(?<value>\d{4,10})(?=[ \t*|]*(?:\r?\n|$))/y

/** Asked of a program that answers in the next line. */
const PROMPT = /^(?:>{1,3}|irb[^>]{0,40}>|\[\d+\] pry[^>]{0,40}>|In \[\d+\]:|[\w.]{1,20}>|\$) \S+$/
/** What a log writes before each of its lines. */
const STAMP =
  /(?:(?:[A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8}|\d{4}-\d\d-\d\d[T ][\d:.,]{8,15}(?:Z|[+-]\d\d:?\d\d)?) )?(?:[\w.-]{1,40} )?(?:[\w./-]{1,40}(?:\[\d{1,8}\])?: |\[[\w./:-]{1,40}\] {1,3}|[\w.-]{1,40} {1,20}\| )?/y

function lengthOfStamp(text: string, start: number): number {
  STAMP.lastIndex = start
  return STAMP.exec(text)?.[0].length ?? 0
}

/** Whether what stands by itself may be a secret: no name, no path, no stand-in. */
function isBareValue(value: string): boolean {
  return !(
    isReference(value) ||
    isMadeUp(value) ||
    isStandIn(value) ||
    isPathLike(value) ||
    isWebToken(value) ||
    isProgramName(value)
  )
}

/** `admin / …`: a name, a stroke, and what nobody would call a thing. */
const PAIR =
  /(?<=^|[\s:(`"'])[a-z][\w.+-]{1,40}(?:@[\w.-]{3,60})? \/ (?<value>(?![/\d])[^\s"'`<>,;/]{8,64})(?=[\s"'`,;.)]|$)/gim
const LOGIN_PAIR =
  /\b(?:log[ -]?in|sign[ -]?in|credentials?|zugang|accès|acceso)\b[^\n:]{0,60}[ :][ \t]?[a-z][\w.+-]{1,40}:(?<value>[^\s"'`<>,;/:=]{8,64})(?=[\s"'`,;.)]|$)/gim
const LOGIN = /log[ -]?in|sign[ -]?in|admin|user|account|credential|access|zugang|identifiant|usuario|utente/i

function* pairsIn(text: string, pattern: RegExp): Generator<Secret> {
  for (const { groups, index, 0: all } of text.matchAll(pattern)) {
    const value = groups?.value ?? ''
    const isTold = isMixed(value) || isPhrase(value) || isRandom(value, 12)
    if (!isTold || !isPasswordLike(value, 'setting')) continue
    const isSpoken = LOGIN.test(text.slice(Math.max(0, index - 120), index + all.length + 40))
    if (!isSpoken && (classesOf(value) < 3 || /^[\w.-]*$/.test(value))) continue
    const start = index + all.length - value.length
    yield { kind: 'password', start, end: start + value.length }
  }
}

const LIST =
  /(?:recovery|back-?up|scratch|emergency|wiederherstellungs|rescue|one-?time|2fa|mfa)[ _-]{0,2}codes?(?![a-z])|codes? de (?:secours|récupération|sauvegarde)|códigos? de (?:recuperación|respaldo|seguridad)|(?:seed|recovery|secret|backup|mnemonic|wallet|wiederherstellungs)[ _-]?(?:phrase|words|seed|backup)|(?<![a-z])seed(?![a-z])|(?<![a-z])(?:ledger|trezor|metamask|electrum|phantom wallet)(?![a-z])|m\/(?:44|84)|bip39|wallet|xpub|mnemonic|write (?:down )?(?:these|them|the)[^\n]{0,20}\b(?:words|down)/i
const CODES = /(?<![\w-])(?:[a-z\d]{4,6}(?:[- ][a-z\d]{4,6}){1,3}|\d{6}|\d{8}|[a-z\d]{8,20})(?![\w-])/gi
/** Words in a row, or one behind each number. */
const WORDS =
  /(?<![a-z])(?:\d{1,2}[.):]? {0,3})?[a-z]{3,8}(?:[\s,"'\]]{1,14}(?:\d{1,2}[.):]? {0,3})?[a-z]{3,8}){11,23}(?![a-z])(?!-[a-z]|["'],?\s{1,14}["']|\r?\n[a-z\d]{3,12}\r?\n)/g
/** How far behind its heading a list goes. */
const LIST_LENGTH = 700

/** Codes and words that open an account or a wallet, below a heading that says so. */
function* listed(text: string): Generator<Secret> {
  const heading = LIST.exec(text)
  if (!heading) return
  const start = Math.max(0, heading.index - LIST_LENGTH / 2)
  const stretch = text.slice(start, heading.index + heading[0].length + LIST_LENGTH)
  const isOfCodes = /c[oó]d/i.test(heading[0])
  for (const span of isOfCodes ? codesIn(stretch) : wordsIn(stretch))
    yield { kind: 'recovery-code', start: start + span.start, end: start + span.end }
}

/** Several codes of the same form; more of those that might be words with a number. */
function codesIn(text: string): readonly TextSpan[] {
  const found = [...text.matchAll(CODES)].filter(({ 0: code }) => /\d|-/.test(code) && !isMadeUp(code))
  const form = (code: string) => code.replace(/[a-z\d]/gi, '0')
  const alike = found.filter(({ 0: code }) => {
    const same = [...new Set(found.map(([other]) => other))].filter(other => form(other) === form(code))
    const drawn = same.filter(other => /\d/.test(other))
    return (
      drawn.length >= 2 &&
      same.length >= (/[a-z]/i.test(code) ? 3 : /^\d{6}$/.test(code) ? 4 : 2) &&
      drawn.length * 2 >= same.length
    )
  })
  return alike.map(({ 0: code, index }) => ({ start: index, end: index + code.length }))
}

function wordsIn(text: string): readonly TextSpan[] {
  return [...text.matchAll(WORDS)]
    .filter(({ 0: words }) => isSeed(words.replace(/[^a-z]+/g, ' ').trim()))
    .map(({ 0: words, index }) => ({ start: index, end: index + words.length }))
}
