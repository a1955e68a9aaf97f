/** A prompt as the clauses of its own words: what was pasted, quoted or asked is not said. */

/** Pasted text is not the person's: fenced blocks, quotations, lines of a log, a stack trace or a prompt of a shell. */
export function ownText(prompt: string): string {
  return shortened(prompt)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/~~~[\s\S]*?(?:~~~|$)/g, '\n')
    .replace(/<([a-z][\w-]*)\b[^>]*>[\s\S]*?<\/\1>/gi, '\n')
    .split('\n')
    .map(line => line.replace(TITLE, ''))
    .filter(notReported())
    .filter(line => !PASTED.test(line))
    .map(withoutQuotations)
    .join('\n')
}

/** Somebody else's words follow: "the spec says: …", "here is the ticket:". */
const REPORTER =
  '(?:spec(?:ification)?|ticket|issue|e-?mail|mail|message|letter|readme|docs?|documentation|contributing(?:\\.md)?|guide(?:lines?)?|style ?guide|policy|policies|prd|rfc|story|requirements? document|customer|reviewer|review|comment|post|article|page|wiki|changelog|log|output|error|prompt|lastenheft|pflichtenheft|kunde|kundin|cahier des charges|client|correo|cliente|документ|тикет|письмо|заказчик)'
const REPORTED = new RegExp(
  `^(.*?(?:\\b(?:the|a|an|our|my|this|from|in|der|die|das|le|la|el|o|il)\\s+)?(?:[\\w-]+\\s+){0,2}${REPORTER}\\b[^.:;!?\\n]{0,60}?(?:\\b(?:says?|said|reads?|states?|wrote|writes|demands?|requires?|goes|sagt|schreibt|steht|dit|dice|diz|пишет|говорит)\\b[^.:;!?\\n]{0,20}?)?:)(.*)$`,
  'i',
)
const SAYS_THAT = new RegExp(
  `\\b${REPORTER}\\s+(?:clearly\\s+|explicitly\\s+)?(?:says?|said|states?|requires?|demands?|wrote)\\s+(?:that\\s+)?(?=\\w).*`,
  'i',
)
/** Rules for the one who reads them, wherever they stand. */
const OWN_RULES =
  /\b(?:rules?|constraints?|requirements?|important|note|notes|please|todo|boundaries|conditions?)\b[^:]*:\s*$/i

/** "Issue 88: the header is cut. Fix it": the title of something by its number, and behind it the person's own words. */
const TITLE =
  /^\s*(?:(?:for|re|about|fix|see)\s+)?(?:the\s+)?(?:issue|ticket|bug|story)\s+[#!]?[\w-]*\d\s*:\s(?![^.!?\n]*\b(?:don['’]?t|do\s+not|never|only|no)\b)[^.!?\n]*[.!?]\s+(?=\S)/i

/** Drops what follows a line that says that somebody else's words follow, up to the next empty line. */
function notReported(): (line: string) => boolean {
  let inside = false
  return line => {
    if (inside && line.trim() !== '') return false
    inside = false
    const [, , rest] = REPORTED.exec(line) ?? []
    if (rest === undefined || OWN_RULES.test(line)) return !SAYS_THAT.test(line)
    inside = rest.trim() === ''
    // What follows in the same line is dropped with it.
    return inside
  }
}

const MOST_CHARACTERS = 20_000
const MOST_BEGINNING = 10_000
const MOST_END = 6000
/** What somebody writes between two pastes. */
const LONGEST_REMARK = 300

/** Of a long prompt each line once, its beginning and its end, and of what lies between the short paragraphs that stand alone. */
function shortened(prompt: string): string {
  if (prompt.length <= MOST_CHARACTERS) return prompt
  const seen = new Set<string>()
  const text = prompt
    .split('\n')
    .filter(line => line.trim() === '' || (!seen.has(line) && seen.add(line)))
    .join('\n')
  if (text.length <= MOST_CHARACTERS) return text
  const between = text.slice(MOST_BEGINNING, -MOST_END).split(/\n\s*\n/)
  const remarks = between.filter(paragraph => paragraph.length <= LONGEST_REMARK).join('\n\n')
  const rest = MOST_CHARACTERS - MOST_BEGINNING - MOST_END
  return [text.slice(0, MOST_BEGINNING), remarks.slice(0, rest), text.slice(-MOST_END)].join('\n\n')
}
const PASTED =
  /^(?:\s*(?:>|\$ |% |#!|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\[[\w :.,-]+\]|at \S+ ?\(|\+\+\+|---\s\S|@@|diff --git|Traceback|File ")|\s{4}|\t|[+-](?=\S)(?![-\s]))|^\s*(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|Error)\b ?:?/

/** A quoted sentence is somebody else's; a quoted name or path is the person's own way to write it. */
function withoutQuotations(line: string): string {
  return line
    .replace(/"([^"\n]*)"|“([^”\n]*)”|«([^»\n]*)»|„([^“”\n]*)[“”]|「([^」\n]*)」|『([^』\n]*)』/g, (whole, ...inner) =>
      quotedName(whole, inner),
    )
    .replace(/(?<![\w'])'([^'\n]+)'(?!\w)/g, (whole, inner) => quotedName(whole, [inner]))
    .replace(/`([^`\n]*)`/g, (whole, inner: string) => (inner.length > 80 ? ' … ' : whole))
}

function quotedName(whole: string, inner: readonly unknown[]): string {
  const text = inner.find(each => typeof each === 'string')
  return typeof text === 'string' && /^[\w./*@~-]+$/.test(text) ? text : whole.length > 2 ? ' … ' : ''
}

export interface PromptSentence {
  /** Without the mark that ends it. */
  readonly text: string
  readonly question: boolean
}

/** What a heading says of each item below it: "Do not:", "Ask me before:", "Only change these files:". */
const HEADINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:do not|don['’]?t|never|please don['’]?t|please do not)$/i, 'do not $item'],
  [
    /^(?:do not|don['’]?t|never|please don['’]?t)\s+(touch|change|edit|modify|delete|remove|run|commit|push)(?:\s+(?:the following|these)(?:\s+files?)?)?$/i,
    'do not $1 $item',
  ],
  [/^(?:off[- ]?limits|hands off|leave alone)$/i, 'do not touch $item'],
  [/^(?:don['’]?ts|forbidden|not allowed|(?:things )?you must not(?: do)?|what not to do)$/i, 'do not $item'],
  [/^no$/i, 'no $item'],
  [/^(?:please )?ask(?: me)?(?: first)? before(?: you)?$/i, 'ask me before $item'],
]
const ONLY_THESE =
  /^(?:please )?(?:only\s+(?:change|edit|touch|modify)(?:\s+(?:these|the following)(?:\s+files?)?)?|you may only (?:edit|change|touch)|files? you may (?:edit|change|touch)|allowed files?)$/i
/** What a heading says, behind the sentences before it in its line. Takes cubic time: only the end of a line is asked. */
const HEADING = /^[\s#*]*(.*[.!?]\s+)?(.{2,60}?)[\s*]*:[\s*]*$/
const HEADING_PART = 200
const ITEM = /^\s*(?:[-*•+]\s+|\d+[.)]\s+)(.*)$/

/** Lists of limits under a heading, with each item as the sentence that it means. */
function withHeadings(text: string): string {
  const lines: string[] = []
  let each: string | undefined
  let only: string[] | undefined
  const endList = () => {
    if (only && only.length > 0) lines.push(`only change ${only.join(' and ')}`)
    each = only = undefined
  }
  for (const line of text.split('\n')) {
    const [, item] = ITEM.exec(line) ?? []
    if (item !== undefined && only) only.push(item)
    else if (item !== undefined && each !== undefined) lines.push(each.replace('$item', () => uncapitalized(item)))
    else {
      endList()
      const end = Math.max(0, line.length - HEADING_PART)
      const [, before = '', heading = ''] = HEADING.exec(line.slice(end)) ?? []
      const found = HEADINGS.find(([is]) => is.test(heading))
      if (found) each = found[1].replace('$1', found[0].exec(heading)?.[1] ?? '')
      else if (ONLY_THESE.test(heading)) only = []
      lines.push(each === undefined && only === undefined ? line : line.slice(0, end) + before)
    }
  }
  endList()
  return lines.join('\n')
}

/** "Push to main" is an order as well. */
const uncapitalized = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** Sentences in their order; a full stop inside a path or a number ends none. */
export function sentencesOf(text: string): readonly PromptSentence[] {
  const found: PromptSentence[] = []
  for (const part of withHeadings(text).split(/(?<=[.!?;]["')\]*_]{0,4})(?=\s|$)|(?<=[。！？；])|\n+/)) {
    const sentence = part
      .replace(/^\s*(?:[-*•+]\s+|\d+[.)]\s+|#+\s+)?/, '')
      .replace(/\*\*|__(?=\w)|(?<=\w)__/g, '')
      .trim()
    if (sentence === '' || /^[\d.)]+$/.test(sentence)) continue
    // What goes on so long is no sentence of a person's.
    if (sentence.length > MOST_LENGTH) continue
    const question = /[?？]["')\]]*$/.test(sentence)
    for (const said of question ? aroundColon(sentence) : [sentence])
      found.push({ text: said.replace(/[.!?;。！？；\s]+$/, ''), question: question && sentence.endsWith(said) })
    if (found.length === MOST_SENTENCES) break
  }
  return found
}

/** "Change nothing: why does it fail?" says something, and asks. */
function aroundColon(question: string): readonly string[] {
  const [, said, asked] = /^([^:?]{8,160}):\s+(\p{L}.*)$/su.exec(question) ?? []
  return said === undefined || asked === undefined || ASKS.test(said) ? [question] : [said, asked]
}

/** What stands before the colon is the question. */
const ASKS =
  /^\s*(?:is|are|isn['’]t|aren['’]t|do|does|did|can|could|should|would|will|why|how|what|which|who|when|where|ist|sind|darf|soll|kann|warum|wie|est-ce|pourquoi|es|puedo|é|posso|is het|mag|можно|почему)(?!\p{L})/iu

const MOST_SENTENCES = 200
const MOST_LENGTH = 1000
