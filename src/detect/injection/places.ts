/** Where an order weighs more: between the marks of a conversation or a tool call, and where a person does not look. */
import type { Placed } from './judge.ts'

interface Mark {
  readonly pattern: RegExp
  readonly more: number
  /** As the head of a line alone. */
  readonly line?: true
}

/** What follows a mark, up to so many characters, stands in it. */
const REACH = 700

const STRUCTURE: readonly Mark[] = [
  {
    pattern: /<(?:system-reminder|antml:function_calls|function_calls|function_results?|system_reminder)>/g,
    more: 1.4,
  },
  { pattern: /<(?:antml:)?invoke name=(?=[^\n]{0,80}\s{0,8}<(?:antml:)?parameter name=)/g, more: 1.5 },
  {
    pattern: /<\/(?:tool_result|tool_results|function_results?|results|tool_output|document|untrusted[_-]?\w*)>/g,
    more: 1.1,
  },
  { pattern: /<(?:system|assistant|user|human|admin|instructions?|system_prompt|system-message|sys)>/g, more: 1.1 },
  { pattern: /<(?:important|critical|secret|priority)>/g, more: 0.7 },
  {
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id|end_header_id|begin_of_text|endoftext)\|>/g,
    more: 1.3,
  },
  { pattern: /\[\/?inst\]|<<\/?sys>>|<\/s>\s{0,3}<s>/g, more: 1.3 },
  { pattern: /\[(?:system|admin|security|reviewer|hook|anthropic|claude code)(?: \w+)?\]/g, more: 0.9 },
  {
    pattern:
      /\b(?:pre|post)tooluse(?::\w+)? hook (?:feedback|message|output|says|result)|\bhook (?:feedback|message|output)(?: from [^:\n]{0,40})?:|userpromptsubmit hook (?:success|feedback|says|message)/g,
    more: 1,
  },
  { pattern: /"type"\s{0,3}:\s{0,3}"tool_use"/g, more: 0.8 },
]

/** Turns of a conversation, at the head of a line. */
const TURN = /(?:^|\n|\\n)[ \t]*(#{0,4})[ \t]*(human|user|system|assistant)[ \t]?(?:message|prompt|turn)?:(?!:)/g
/** One alone may be any record's key; a file that begins with one is a conversation. */
const ALONE = 0.3
const BEGUN = 3

/** Elements that a browser does not show. */
const UNSEEN =
  /<!--|\[\/\/\]: ?# ?\(|<[a-z][^<>]{0,300}?(?:display: ?none|visibility: ?hidden|font-size: ?[01](?:px|pt|em)?["; ]|opacity: ?0(?:\.0\d*)?["; ]|(?:left|top|text-indent): ?-\d{3,}|(?:^|[" ;])color: ?(?:#f{3,6}|white|transparent)|\shidden(?=[\s>])|aria-hidden="true")[^<>]{0,300}>|<(?:desc|title|template|noscript|metadata)>|\b(?:alt|aria-label|title)=["']/g
const UNSEEN_REACH = 600

/** In order of their places; `text` in lower case. */
export function placesIn(text: string): readonly Placed[] {
  const found: Placed[] = []
  if (/[<[:#"]/.test(text))
    for (const { pattern, more } of STRUCTURE) {
      for (const match of someOf(text, pattern)) {
        const [start, end] = [match.index, match.index + match[0].length]
        if (!isCode(text, start, end))
          found.push({ start, end: Math.min(end + REACH, text.length), more, kind: 'structure' })
      }
    }
  if (text.includes(':')) found.push(...turnsIn(text))
  if (text.includes('<') || text.includes('[//]') || text.includes('="'))
    for (const match of someOf(text, UNSEEN)) found.push(unseen(text, match))
  return found.sort((a, b) => a.start - b.start || b.more - a.more)
}

/** Turns count where they interrupt something else, and where several speak or one is a heading. */
function turnsIn(text: string): readonly Placed[] {
  const turns = someOf(text, TURN).filter(
    ({ 0: mark, index }) =>
      !isCode(text, index, index + mark.length) &&
      !/^[^\n]{0,200}(?:=>|[;{]\s*(?:\n|$))/.test(text.slice(index + mark.length)),
  )
  const [first] = turns
  const speakers = new Set(turns.map(match => match[2]))
  const isImitated = first !== undefined && first.index > BEGUN && speakers.size > 1
  return turns.map(({ 0: mark, 1: heading = '', index }) => {
    const more = isImitated || heading !== '' ? 1 : ALONE
    return { start: index, end: Math.min(index + mark.length + REACH, text.length), more, kind: 'structure' }
  })
}

function unseen(text: string, { 0: mark, index }: RegExpExecArray): Placed {
  const from = index + mark.length
  const close = mark === '<!--' ? '-->' : mark.startsWith('[') ? ')' : /=["']$/.test(mark) ? mark.slice(-1) : '</'
  const closed = text.indexOf(close, from)
  const end = closed < 0 || closed > from + UNSEEN_REACH ? from + UNSEEN_REACH : closed
  return { start: index, end: Math.min(end, text.length), more: 0.7, kind: 'hidden' }
}

function someOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match && found.length < MOST_PLACES; match = pattern.exec(text))
    found.push(match)
  return found
}

/** A hostile text of nothing but marks is judged by its first ones. */
const MOST_PLACES = 200

/** A mark in a program, a template or a quotation: it is handled there, and not used. */
function isCode(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1)
  const after = text.charAt(end)
  if (/["'`(/^|+]/.test(before) && before !== '') return true
  if (/["'`]/.test(after) && text.charAt(end - 1) !== '=') return true
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lead = text.slice(Math.max(from, start - 80), start)
  // Named in the middle of a sentence.
  if (/[a-z,] $/.test(lead) && /^ [a-z]/.test(text.slice(end, end + 2))) return true
  return /(?:[=({,+]|\bcase|\breturn|f)\s*["'`]?[^"'`]{0,20}["'`][^"'`]*$/.test(lead) || /\{[{%]/.test(lead)
}
