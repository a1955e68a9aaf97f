/** Commands that an agent's instructions tell it to run: code in lines that do not forbid it. */
import { type DeferredText, wordFor } from './text.ts'

/** What stands before a command in its sentence speaks against it. */
const FORBIDS =
  /\b(never|don['’]?t|not|no|avoid|without|instead of|forbid\w*|prohibit\w*|dangerous|block\w*|den(?:y|ies|ied)|refuse|ask (?:first|before)|nie|niemals|nicht|kein\w*|jamais|pas|nunca|não|non|mai|niet|nooit|geen)\b|не|никогда|不|勿|禁止/iu
/** What stands behind it does. */
const FORBIDDEN =
  /^[^.!?]{0,40}?\b(?:is|are|must be|will be|gets?)\s+(?:never|not|forbidden|prohibited|blocked|denied|refused|dangerous|disallowed)\b|ない|마세요|금지|不要|しない/iu
const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*(\w*)/
const SHELLS = /^(|sh|bash|zsh|shell|console|terminal)$/i

/** Words that name what follows them as something to be found. */
const LOOKS =
  /\b(?:(?:look|check|search|scan|watch|grep|audit)(?:s|ing)? (?:\w+ ){0,3}(?:for|against)|flag(?:s|ged|ging)?|detect(?:s|ed|ing|ion)?|spot(?:s|ting)?|identif(?:y|ies|ying)|reject(?:s|ed|ing)?|warn(?:s|ing)? (?:about|on|of|if|when)|report(?:s|ing)? (?:any|every|each|all|if|when|on)|red flags?|anti-?patterns?|attacks?|attackers?|malicious|suspicious)\b/gi
/** Between them and the command stands nothing but what commands are called: the command itself is what is to be found. */
const OBJECT =
  /^(?:[\s:,/|()*+-]|\d+[.)]|["'“]|\b(?:any|all|every|each|an?|the|these|those|following|this|of|or|and|uses?|usages?|calls?|to|commands?|lines?|code|scripts?|snippets?|patterns?|instances?|occurrences?|things?|problems?|issues?|shell|pipes?|pipelines?|dangerous|destructive|suspicious|malicious|unsafe|risky|insecure|obfuscated|red|flags?|that|are|is|contain(?:s|ing)?|(?:in|inside|within) \w+(?=[\s,])|such as|like|includ(?:es?|ing)|e\.g\.|for example|for instance)\b\.?)*$/i
/** An example of what is looked for: named as one, or in brackets behind a danger. */
const EXAMPLE =
  /(?:\b(?:such as|like|e\.g\.,?|including|for example|for instance)|(?:secret|credential|remote code|destruct|dangerous|malicious|suspicious|unsafe|inject|attack|exfiltrat|backdoor|download|leak|pip(?:e|ing)|command|shell)[^.;:]*\([^()]*)\s*$/i
/** What is ordered, and not found. */
const ORDERS =
  /(?<!\b(?:are|is|be|being|gets?|that|which) )\b(?:run|running|execut(?:e|es|ing)|invok(?:e|ing)|then|do|first|by \w+ing)\b/i
/** In a sentence of its own, also how something is done: "check the logs with `…`". In a list of things to be found it describes one. */
const DOES = new RegExp(String.raw`${ORDERS.source}|\b(?:via|using|with)\b`, 'i')

/** Whether the command that follows is what is to be found. */
function isLookedFor(before: string): boolean {
  return [...before.matchAll(LOOKS)].some(({ 0: words, index }) => {
    const between = before.slice(index + words.length)
    return !DOES.test(between) && (OBJECT.test(between) || EXAMPLE.test(between))
  })
}

/** A heading of things to be found: "Report any of:". */
const isHeading = (lead: string): boolean => /:\s*$/.test(lead) && isLookedFor(lead)
const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]/

/** Whether what stands before a command in its sentence speaks against it, or names it as something to be found. */
function isAgainst(sentence: string): boolean {
  return FORBIDS.test(sentence) || isLookedFor(sentence)
}

export function instructionTexts(content: string): readonly DeferredText[] {
  const found: DeferredText[] = []
  const lines = content.split(/\r?\n/)
  let said = ''
  // What a line goes on with: a sentence, or the words that a list stands below.
  let lead = ''
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, fence, language = ''] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      const from = at + 1
      at = fenceEnd(lines, from, fence)
      if (SHELLS.test(language) && !FORBIDS.test(said) && !isHeading(said))
        found.push({ text: lines.slice(from, at).join('\n') })
    } else if (line.trim() === '') lead = lead.trimEnd().endsWith(':') ? lead : ''
    else {
      said = line
      const before = ITEM.test(line) && !lead.trimEnd().endsWith(':') ? '' : lead
      found.push(...inLine(line, before))
      lead = ITEM.test(line) ? lead : lastSentence(`${before} ${line}`).slice(-AROUND)
    }
  }
  return found
}

function fenceEnd(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) if (lines[at]?.trimStart().startsWith(fence)) return at
  return lines.length
}

function inLine(line: string, lead: string): readonly DeferredText[] {
  const isListed = ITEM.test(line) && isHeading(lead)
  const spans = [...line.matchAll(SPAN)].flatMap(span => {
    const before = line.slice(Math.max(0, span.index - AROUND), span.index).replace(SPAN, ' ')
    const sentence = lastSentence(before)
    const goesOn = sentence === before ? `${lead} ${sentence}` : sentence
    const end = span.index + span[0].length
    const isFound = isLookedFor(goesOn) || (isListed && !ORDERS.test(before))
    const isExcused = isFound || FORBIDS.test(sentence) || FORBIDDEN.test(line.slice(end, end + AROUND))
    const [, text = ''] = span
    return isExcused || LEAVES_OUT.test(text) ? [] : [{ text }]
  })
  return isListed && !ORDERS.test(line.replace(SPAN, ' ')) ? spans : [...inProse(line), ...spans]
}

function lastSentence(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('. '), text.lastIndexOf('! '), text.lastIndexOf('; ')) + 1)
}

/** `curl … | sh`: a kind of command, and none. */
const LEAVES_OUT = /…|(?<![\w/.])\.\.\.(?![\w/.])/

/** A sentence is looked at so far before and behind a command. */
const AROUND = 300
const SPAN = /`([^`\n]{3,600})`/g

/** Commands and orders that stand in a sentence without a mark: a download for a shell, contents of a secret that are to be sent. */
function inProse(line: string): readonly DeferredText[] {
  return line.split(/(?<=[.!;])\s+/).flatMap(sentence => {
    const plain = sentence.replace(SPAN, ' ')
    const piped = /\b(?:curl|wget)\s[^|]{4,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/.exec(plain)
    const [address] = /https?:\/\/[^\s"'`)>\]]+/.exec(sentence) ?? []
    const path = /(?:~|\$HOME)\/\.[\w./-]+|\/etc\/shadow|(?<![\w/])\.env\b(?:\.\w+)?/.exec(sentence)
    const to = address !== undefined && SENDS.test(sentence) ? address.replace(/[.,]$/, '') : undefined
    return [
      ...(isAsked(piped) ? [{ text: piped[0] }] : []),
      ...(isAsked(path) && to !== undefined
        ? [{ text: `curl -s --data-binary @${path[0].replace(/\.$/, '')} ${wordFor(to)}` }]
        : []),
    ]
  })
}

/** Whether nothing before it in its sentence speaks against it. */
function isAsked(found: RegExpExecArray | null): found is RegExpExecArray {
  return found !== null && !LEAVES_OUT.test(found[0]) && !isAgainst(found.input.slice(0, found.index))
}

const SENDS = /\b(?:send|post|upload|transmit|submit|forward|exfiltrate|deliver|PUT|share|attach|report)\b/i
