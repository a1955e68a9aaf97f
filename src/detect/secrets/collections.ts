/** Values in a collection that is named as one of secrets: `PASSWORDS = ["…", "…"]`, `apiKeys:` and a list. */
import { isLiteral } from './kept.ts'
import type { Mention } from './mentions.ts'
import type { Secret } from './model.ts'
import { isKeyName } from './names.ts'
import { isMadeUp, isMixed, isPhrase, isRandom, isReference, isStandIn } from './values.ts'

/** The beginning of a collection behind its name; the bracket that ends it tells how far it goes. */
const OPENS =
  /["'\])]{0,2}[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}(?:new \w{1,20}\(?\)?[ \t]?)?(?<open>[[{(]|\r?\n[ \t]{0,20}-)/y
const CLOSES: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }
const ITEM =
  /(?<!\w*(?:id|name|hint|user)["']?\s{0,4}[:=]\s{0,4})(?:["'](?<quoted>[^"'\s]{8,512})["']|(?:-|value:)[ \t]{1,4}(?<bare>[^\s"'{}[\],:]{8,512})(?=\s|$))(?!["']?\s{0,4}[:=])/gi
const LONGEST = 1200
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function* inCollections(text: string, mentions: readonly Mention[]): Generator<Secret> {
  for (const { end, core, start, isPlural, isNear } of mentions) {
    if (!isPlural || !isNear) continue
    const name = text.slice(Math.max(0, start - 16), core)
    if (/key$/i.test(name) && !isKeyName(name)) continue
    OPENS.lastIndex = end
    const open = OPENS.exec(text)?.groups?.open
    if (open === undefined) continue
    const from = OPENS.lastIndex - 1
    const stop = text.indexOf(CLOSES[open] ?? '\n\n', from)
    const part = text.slice(from, Math.min(stop === -1 ? text.length : stop, from + LONGEST))
    for (const { groups, index, 0: all } of part.matchAll(ITEM)) {
      const value = groups?.quoted ?? groups?.bare ?? ''
      if (!isValue(value)) continue
      const at = from + index + all.indexOf(value)
      yield { kind: 'secret', start: at, end: at + value.length }
    }
  }
}

function isValue(value: string): boolean {
  const looks = isMixed(value) || isPhrase(value) || isRandom(value, 16)
  return looks && !UUID.test(value) && isLiteral(value) && !isReference(value) && !isMadeUp(value) && !isStandIn(value)
}
