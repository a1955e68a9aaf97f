/** Dockerfiles: instructions with their continuations, flags and texts that follow; what RUN, CMD, ENTRYPOINT and HEALTHCHECK give to a shell. */
import type { DeferredText } from './text.ts'
import { wordFor } from './text.ts'

export function dockerfileTexts(content: string): readonly DeferredText[] {
  const lines = content.split(/\r?\n/)
  const continues = /^#\s*escape=`/im.test(content) ? '`' : '\\'
  const found: DeferredText[] = []
  for (let at = 0; at < lines.length; at++) {
    let text = lines[at] ?? ''
    if (/^\s*(#|$)/.test(text)) continue
    // Comments and empty lines between continued ones are passed over.
    while (text.trimEnd().endsWith(continues) && at + 1 < lines.length) {
      at++
      const next = lines[at] ?? ''
      if (!/^\s*(#|$)/.test(next)) text = `${text.trimEnd().slice(0, -1)} ${next}`
    }
    const [, name = '', rest = ''] = /^\s*(?:ONBUILD\s+)?([A-Za-z]+)\s+([\s\S]*)$/.exec(text) ?? []
    const [, marker] = /<<-?\s*["']?(\w+)["']?/.exec(rest) ?? []
    const body: string[] = []
    if (marker !== undefined && /^(RUN|COPY|ADD)$/i.test(name))
      for (at++; at < lines.length && lines[at]?.trim() !== marker; at++) body.push(lines[at] ?? '')
    const given = textOf(name.toUpperCase(), rest, body, marker)
    if (given !== undefined) found.push({ text: given, place: 'image' })
  }
  return found
}

function textOf(name: string, rest: string, body: readonly string[], marker: string | undefined): string | undefined {
  const bare = rest.replace(/^(?:--[\w-]+(?:=\S+)?\s+)*/, '')
  if (name === 'HEALTHCHECK') return /^CMD\s/i.test(bare) ? shellText(bare.replace(/^CMD\s+/i, '')) : undefined
  if (!/^(RUN|CMD|ENTRYPOINT)$/.test(name)) return undefined
  if (marker === undefined) return shellText(bare)
  const isScript = /^<<-?\s*["']?\w+["']?\s*$/.test(bare)
  return isScript ? body.join('\n') : `${bare}\n${body.join('\n')}\n${marker}`
}

/** Words in a JSON list are run without a shell. */
function shellText(text: string): string {
  if (!text.trim().startsWith('[')) return text
  try {
    const words: unknown = JSON.parse(text)
    if (Array.isArray(words)) return words.map(word => wordFor(String(word))).join(' ')
  } catch {
    // Docker takes what is no JSON as text for a shell.
  }
  return text
}
