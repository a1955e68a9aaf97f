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

export function instructionTexts(content: string): readonly DeferredText[] {
  const found: DeferredText[] = []
  const lines = content.split(/\r?\n/)
  let said = ''
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [, fence, language = ''] = FENCE.exec(line) ?? []
    if (fence !== undefined) {
      const from = at + 1
      for (at++; at < lines.length && !lines[at]?.trimStart().startsWith(fence); ) at++
      if (SHELLS.test(language) && !FORBIDS.test(said)) found.push({ text: lines.slice(from, at).join('\n') })
    } else if (line.trim() !== '') {
      said = line
      found.push(...inProse(line))
      for (const span of line.matchAll(SPAN)) {
        const before = line.slice(Math.max(0, span.index - AROUND), span.index).replace(SPAN, ' ')
        const sentence = before.slice(
          Math.max(before.lastIndexOf('. '), before.lastIndexOf('! '), before.lastIndexOf('; ')) + 1,
        )
        const end = span.index + span[0].length
        const after = line.slice(end, end + AROUND)
        if (!FORBIDS.test(sentence) && !FORBIDDEN.test(after)) found.push({ text: span[1] ?? '' })
      }
    }
  }
  return found
}

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
  return found !== null && !FORBIDS.test(found.input.slice(0, found.index))
}

const SENDS = /\b(?:send|post|upload|transmit|submit|forward|exfiltrate|deliver|PUT|share|attach|report)\b/i
