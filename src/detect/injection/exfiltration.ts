/** Images and links whose address is to carry data away. */
import { mentionOf } from './mention.ts'
import type { Suspicion } from './model.ts'

/** An image or a link in Markdown or HTML with a place in its address that is to be filled. */
const WITH_PLACE =
  /!?\[[^\]\n]{0,120}\]\(\s*https?:\/\/[^\s){[<]{1,250}([{[<]|%7b)([^\n)]{1,120})\)|<img[^>]{0,120}src=["']https?:\/\/[^"'\s{[<]{1,250}([{[<]|%7b)([^"'\n]{1,120})["']/g
const CARRIES =
  /secret|conversation|chat|user|histor|key|token|data|message|base64|env|content|password|cookie|context|prompt|summary|memor|email/
const DEMANDS =
  /\b(?:include|append|add|render|show|display|insert|end|finish|start|begin|output|present|embed)\b[^.\n]{0,60}\b(?:image|link|picture|answer|reply|response|message|badge|url|it|following)\b|\breplac(?:e|ed|ing)\b[^.\n]{0,40}|\bwhere\b[^.\n]{0,60}\bis the\b|url-encoded/
const NEAR = 250

/** `text` in lower case. */
export function exfiltrationIn(text: string): readonly Suspicion[] {
  if (!text.includes('](http') && !text.includes('<img')) return []
  const found: Suspicion[] = []
  for (const match of text.matchAll(WITH_PLACE)) {
    const place = match[2] ?? match[4] ?? ''
    const start = match.index
    const end = start + match[0].length
    const around = `${text.slice(Math.max(start - NEAR, 0), start)} ${text.slice(end, end + NEAR)}`
    let weight = (CARRIES.test(place) ? 1.1 : 0.4) + (DEMANDS.test(around) ? 1.2 : 0)
    if (
      /\b(?:your (?:answer|reply|response)|assistant|the user|each message|every (?:answer|message|reply))/.test(around)
    )
      weight += 0.5
    weight -= mentionOf(text, start, end)
    if (weight >= 1.6) found.push({ kind: 'exfiltration', start, end, weight })
  }
  return found
}
