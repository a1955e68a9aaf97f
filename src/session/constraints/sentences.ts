/** A prompt as the clauses of its own words: what was pasted, quoted or asked is not said. */

/** Pasted text is not the person's: fenced blocks, quotations, lines of a log, a stack trace or a prompt of a shell. */
export function ownText(prompt: string): string {
  return prompt
    .slice(0, MOST_CHARACTERS)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/~~~[\s\S]*?(?:~~~|$)/g, '\n')
    .replace(/<([a-z][\w-]*)\b[^>]*>[\s\S]*?<\/\1>/gi, '\n')
    .split('\n')
    .filter(line => !PASTED.test(line))
    .map(withoutQuotations)
    .join('\n')
}

const MOST_CHARACTERS = 20_000
const PASTED =
  /^(?:\s*(?:>|\$ |% |#!|\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\[[\w :.,-]+\]|at \S+ ?\(|\+\+\+|---\s\S|@@|diff --git|Traceback|File ")|\s{4}|\t|[+-](?=\S)(?![-\s]))|^\s*(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|Error)\b ?:?/

/** A quoted sentence is somebody else's; a quoted name or path is the person's own way to write it. */
function withoutQuotations(line: string): string {
  return line
    .replace(/"([^"\n]*)"|“([^”\n]*)”|«([^»\n]*)»|„([^“”\n]*)[“”]/g, (whole, ...inner) => keptQuotation(whole, inner))
    .replace(/(?<![\w'])'([^'\n]+)'(?!\w)/g, (whole, inner) => keptQuotation(whole, [inner]))
    .replace(/`([^`\n]*)`/g, (whole, inner: string) => (inner.length > 80 ? ' … ' : whole))
}

function keptQuotation(whole: string, inner: readonly unknown[]): string {
  const text = inner.find(each => typeof each === 'string')
  return typeof text === 'string' && /^[\w./*@~-]+$/.test(text) ? text : whole.length > 2 ? ' … ' : ''
}

export interface Sentence {
  /** Without the mark that ends it. */
  readonly text: string
  readonly question: boolean
}

/** Sentences in their order; a full stop inside a path or a number ends none. */
export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = []
  for (const part of text.split(/(?<=[.!?;]["')\]*_]{0,4})(?=\s|$)|(?<=[。！？；])|\n+/)) {
    const sentence = part
      .replace(/^\s*(?:[-*•+]\s+|\d+[.)]\s+|#+\s+)?/, '')
      .replace(/\*\*|__(?=\w)|(?<=\w)__/g, '')
      .trim()
    if (sentence === '' || /^[\d.)]+$/.test(sentence)) continue
    // What goes on so long is no sentence of a person's.
    if (sentence.length > MOST_LENGTH) continue
    found.push({ text: sentence.replace(/[.!?;。！？；\s]+$/, ''), question: /[?？]["')\]]*$/.test(sentence) })
    if (found.length === MOST_SENTENCES) break
  }
  return found
}

const MOST_SENTENCES = 200
const MOST_LENGTH = 1000
