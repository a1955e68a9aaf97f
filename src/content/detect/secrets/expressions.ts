/**
 * Whether a value is a part of a program and no literal: a call, a member, a sum, a pattern, a number. Source, minified source,
 * tables of symbols and documentation of interfaces are full of names such as `token` and `password`, with these behind them.
 */
import { recent } from '../../../common/memo.ts'
import { ACRONYM, isWordLike } from './spoken.ts'

const NAME = String.raw`[A-Za-z_$][\w$]*`
const PATH = String.raw`${NAME}(?:(?:\??\.|::|->)${NAME})*`
/** A call: `decode(match[1])`, `new Token(`; what it is given may go on behind the value. */
const CALL = new RegExp(String.raw`^[!*&+(-]{0,3}(?<name>${PATH})\((?:[^"']*\)[);,.\]]*|[\w$.,*+/[(-]*)$`)
/** Members and elements: `types$1.braceR`, `+cmd.Dir)`. */
const MEMBERS = new RegExp(String.raw`^[!*&+(-]{0,3}(?<name>${NAME}(?:(?:\??\.|::|->)${NAME})+)(?:\[\d*\])?[);,\]]*$`)
const ASSIGNED = new RegExp(String.raw`^${PATH}=(?:${NAME}\.|-?\d{1,4}$|(?:[Tt]rue|[Ff]alse|null|None|void|nil)\b)`)
/** An option of a command, where its value was expected. */
const OPTION = /^--[a-z][a-z-]+(?:=|$)/
/** Powers, and what is taken where nothing is there. */
const OPERATORS = /[\w)]\*\*\(?\d[\d.]*\)?$|^\(\d\*\*|\w\?\?(?:["'[(]|\w+\?\.)|\?\.\[/
/** A pattern: classes of characters, groups that choose, what a letter behind a backslash stands for. */
const PATTERN =
  /\[\^?(?:[a-z]-[z\u00ff]|A-Z|\\)|\[[xXoObB]{2}\]|\[[a-zA-Z0-9_-]*0-[179]|\[01\]|\\[bdswBDSW](?:[+*{)\]|\\]|$)|\(\?[:=!<]|\([\w\\+-]+(?:\|[\w\\+-]+)+\|?\)?/
/** A number of up to 64 bits as programs write it, with a point, a moment, a day. */
const NUMBER =
  /^[-+]?(?:0x[\da-f]{1,16}[ul]{0,3}|[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?:%\w+)?|\d[\d_]*\.\d+(?:e[-+]?\d+)?\.?)$|^\d{4}-\d\d-\d\dT\d\d:|^\d{1,2}-[A-Z][a-z]{2}-\d{4}\W?$|^[A-Z]\d{1,5}\.\d{1,5}$/i
/** A part of a document that another part names: `#/definitions/Account`. */
const POINTER = /^#\/\w/
/** Words of languages that are written without blanks: nobody types a password in them. */
const SENTENCE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}/

export const isCodeExpression = recent(500, (value: string): boolean => {
  if ([OPTION, OPERATORS, PATTERN, NUMBER, POINTER, SENTENCE, ASSIGNED].some(each => each.test(value))) return true
  const called = CALL.exec(value)?.groups?.name
  if (called !== undefined)
    return called.length < 8 || /_\w+_/.test(called) || isWritten(called.replace(/\d+/g, ''), 0.5)
  const member = MEMBERS.exec(value)?.groups?.name
  return (
    member !== undefined &&
    /[a-z][A-Z]|[$_]|::|->|^\w{1,4}\.[A-Z]|^[a-z\d]+\.[A-Z]|^\w{1,4}\.[a-z]{1,8}$|^[a-z]\w{1,12}\.[a-z]\w*[a-z]$/.test(
      member,
    ) &&
    isWritten(member)
  )
})

/**
 * Whether a value may be the name of something in a program: pieces that can be spoken, acronyms and few numbers. Where nothing but
 * its look says that a value is a secret, one of these is none.
 */
export const isProgramName = recent(500, (value: string): boolean => {
  const name = value.replace(/^(?:[!*&@]|\d[*+/-])|(?:\{\d*\}|\(\))?[?!,;:.*]?$/g, '')
  if (!/^[A-Za-z_$][\w$]*(?:(?:\.|::|->|[/*])[A-Za-z_$][\w$]*)*$/.test(name)) return false
  // a copy that a compiler numbered
  const stem = name.replace(/\$\d{1,2}(?=\.|$)/g, '')
  return !stem.includes('$') && (isWritten(stem) || /^\w{1,3}\.[a-z][A-Za-z]+$/.test(stem))
})

/** What has its own number: algorithms, curves, encodings, types, versions of an interface. */
const NUMBERED =
  /(?:e[dc]|curve|x)25519|p(?:224|256|384|521)|x509(?:v3)?|v\d(?:alpha|beta)\d|utf_?(?:8|16|32)|sha_?\d{1,3}|md\d|aes_?\d{3}|base_?\d\d|u?int\d{1,2}|float\d\d|ipv\d|oauth\d?/gi

/** Put together of words, as programs name things: with a number or two. */
function isWritten(whole: string, least = 0.75): boolean {
  const name = whole.replace(NUMBERED, 'Key')
  const pieces = name.split(/[^A-Za-z\d]+/).filter(piece => piece !== '')
  const isWord = (piece: string) => piece.length > 2 && wordShare(piece) >= 0.75
  // short pieces between strokes are abbreviations
  if (name.includes('_') && pieces.some(isWord) && pieces.every(piece => piece.length <= 4 || isWord(piece)))
    return true
  return (name.match(/\d+/g)?.length ?? 0) <= 2 && wordShare(name) >= least
}

/** How many of the letters belong to words or acronyms. */
function wordShare(name: string): number {
  const pieces = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const words = pieces.filter(each => ACRONYM.test(each) || (each.length > 2 && isWordLike(each)))
  const letters = pieces.join('').length
  return letters === 0 ? 0 : words.join('').length / letters
}
