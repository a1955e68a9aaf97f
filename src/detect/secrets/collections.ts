/** Values in a collection that is named as one of secrets: `PASSWORDS = ["…", "…"]`, `apiKeys:` and a list. */
import { isLiteral } from './kept.ts'
import type { Mention } from './mentions.ts'
import type { Secret } from './model.ts'
import { isKeyName } from './names.ts'
import { isMadeUp, isMixed, isPhrase, isRandom, isReference, isStandIn } from './values.ts'

/** The beginning of a collection behind its name; the bracket that ends it tells how far it goes. */
const OPENS =
  /["'\])]{0,2}[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}(?:new \w{1,20}\(?\)?[ \t]?|map\[\w{1,20}\]\w{1,20})?(?<open>[[{(]|\r?\n[ \t]{0,20}-)/y
const CLOSES: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }
const ITEM =
  /(?<!\w*(?:id|name|hint|user)["']?\s{0,4}[:=]\s{0,4})(?:["'](?<quoted>[^"'\s]{8,512})["']|(?:-|value:)[ \t]{1,4}(?<bare>[^\s"'{}[\],:]{8,512})(?=\s|$))(?!["']?\s{0,4}[:=])/gi
const LONGEST = 1200
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function* inCollections(text: string, mentions: readonly Mention[]): Generator<Secret> {
  for (const { end, core, start, isPlural, isNear } of mentions) {
    if (!isPlural) {
      BYTES.lastIndex = end
      const bytes = BYTES.exec(text)
      const list = bytes?.groups?.list ?? ''
      if (bytes && isDrawnBytes(list)) {
        const at = end + bytes[0].length - list.length
        yield { kind: 'key', start: at, end: at + list.length }
      }
    }
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

/** The numbers of a key: `uint8_t APP_KEY[16] = { 0x2b, … }`, `network_key: [1, 75, …]`. */
const BYTES =
  /(?:\[\w{0,20}\])?["']?(?:\s{0,4}:\s{0,4}[[\]\w; ]{1,16})?\s{0,4}(?::?=|:)\s{0,8}(?:new [\w.]{1,20}|[\w.:]{1,24}|\[\]byte)?\(?[[{(]\s{0,8}(?<list>(?:0x[\da-f]{1,2}|\d{1,3})(?:\s{0,4},\s{0,12}(?:0x[\da-f]{1,2}|\d{1,3})){7,127})/iy

/** As chance draws them: few the same, and not in order. */
function isDrawnBytes(list: string): boolean {
  const numbers = list.split(',').map(Number)
  const steps = new Set(numbers.slice(1).map((each, at) => each - (numbers[at] ?? 0)))
  return (
    numbers.every(each => each < 256) && new Set(numbers).size > numbers.length / 2 && steps.size > numbers.length / 2
  )
}

function isValue(value: string): boolean {
  const looks = isMixed(value) || isPhrase(value) || isRandom(value, 16)
  return looks && !UUID.test(value) && isLiteral(value) && !isReference(value) && !isMadeUp(value) && !isStandIn(value)
}
