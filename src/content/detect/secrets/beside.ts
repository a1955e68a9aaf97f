/** What stands near a secret and looks like one: whoever writes one down seldom writes one alone. */
import { isProgramName } from './expressions.ts'
import type { Secret, TextSpan } from './model.ts'
import {
  classesOf,
  isChosen,
  isLettered,
  isMadeUp,
  isMixed,
  isPathLike,
  isPhrase,
  isReference,
  isStandIn,
} from './values.ts'

/** So far from a secret another one is looked for. */
const NEAR = 700
const VALUE = /(?<=[\s"'`=:|;,>(«]|^)[^\s"'`,;|<>(){}[\]«»=]{8,96}={0,2}(?=[\s"'`,;|<)»]|$)/g
/** What names a thing, checks it, or is there for everybody. */
const OPEN =
  /continuation|pagina|marker|seite|página|salt|public|encr|\bterm|id["'\])]?$|ids$|_id|sha|hash|commit|rev|digest|sum$|version|build|uuid|guid|fingerprint|pub|etag|cache|tag|ref|ur[il]|path|host|name|user|mail|login|nonce|trace|span|dir|site|pixel|arn|cert|bucket|integrity|signature|address|stream|cursor|page|next|state|csrf|xsrf|slug|file|image|img|src|href|object|blob|chunk|revision|request|font|sealed|encrypted|sample|example|peer|method|account|customer|order|invoice|ticket|case|serial|model|asset|number|\bno\b|\bnr\b|count|date|time|zone|region|cluster|node|pod|container|thread|process|server|issuer|kid|jti|sub|type|kind|class|algo|cipher|expir|scope|role|policy|status|error|code|format|charset|locale|device|mac|iban|bic|vat|steuer|rechnung|kunde|auftrag|factura|pedido|facture|commande|fattura|ordine|№/i
/** Public keys, names that a compiler made, tokens for everybody, lines of something longer. */
const PUBLIC =
  /^(?:AAAA[A-Z]|MI[IGMHC]|MFk|mQ|mD|_Z|pk_|phc_|sq0idp|[\w+/]{60,76}={0,2}$|[\w+/]{43}=$|PuTTY|UGFzc3dvcmQ6$|VXNlcm5hbWU6$)|UTH|sha-?\d|\.p\d\d?$|Key-?File/i
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

export function* beside(text: string, found: readonly TextSpan[]): Generator<Secret> {
  const sorted = [...found].sort((one, other) => one.start - other.start)
  let done = 0
  let passed = 0
  let covered = 0
  for (const { start, end } of windows(sorted, text.length)) {
    for (const { 0: whole, index } of text.slice(start, end).matchAll(VALUE)) {
      // behind the name that it belongs to
      const owner = /^[a-z][\w.-]{1,30}:(?=[^\s:/]{8,}$)/.exec(whole)?.[0] ?? ''
      const value = whole.slice(owner.length).replace(/[.,:]+$/, '')
      const at = start + index + owner.length
      if (at < done) continue
      // both ascend: each secret is passed once
      for (let each = sorted[passed]; each && each.start < at + value.length; each = sorted[++passed])
        covered = Math.max(covered, each.end)
      if (covered > at || !isStrong(value)) continue
      const line = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 60), at)
      if (OPEN.test(labelIn(line))) continue
      done = at + value.length
      yield { kind: 'secret', start: at, end: done }
    }
  }
}

/** The same value in another place of the text, where nothing else says what it is. */
export function* again(text: string, found: readonly Secret[]): Generator<Secret> {
  const kinds = new Map<string, Secret>()
  for (const secret of found) kinds.set(text.slice(secret.start, secret.end), secret)
  let looked = 0
  for (const [value, { kind, start }] of kinds) {
    if (value.length < SHORTEST_AGAIN || !/\d/.test(value) || !/[A-Za-z]/.test(value) || value.includes('\n')) continue
    if (looked++ > MOST_AGAIN) return
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      const end = at + value.length
      if (at !== start && !PART.test(text.charAt(at - 1)) && !PART.test(text.charAt(end)))
        yield { kind, start: at, end }
    }
  }
}
const SHORTEST_AGAIN = 8
const MOST_AGAIN = 200
const PART = /[A-Za-z\d]/

function windows(found: readonly TextSpan[], length: number): readonly TextSpan[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of found) {
    const last = merged.at(-1)
    const window = { start: Math.max(0, start - NEAR), end: Math.min(length, end + NEAR) }
    if (last && window.start <= last.end) last.end = Math.max(last.end, window.end)
    else merged.push(window)
  }
  return merged
}

/** No name of a value is longer, with what joins the two. */
const LONGEST_LABEL = 200

/** The last name or word before a value in its line. */
function labelIn(line: string): string {
  return (
    /[^\s,;{|]*[ \t]*(?:=>|->|[=:]{0,2})[\s"'`(«]*$/
      .exec(line.slice(-LONGEST_LABEL))?.[0]
      .replace(/[\s"'`(«=:>-]+$/, '') ?? ''
  )
}

/** Chosen or drawn as no name is. */
function isStrong(value: string): boolean {
  if (UUID.test(value) || /@[\w-]+\.|\\|:\/\/|^[-+.]|\.{2}/.test(value.slice(1)) || isReference(value)) return false
  if (isPathLike(value) || isMadeUp(value) || isStandIn(value) || isProgramName(value) || PUBLIC.test(value))
    return false
  if (isPhrase(value) || isChosen(value)) return true
  if (!/^[\w+/~=.!#$%^&*?-]+$/.test(value) || /^\d(?!\w{11,}$)|^v\d|\.\w+\./.test(value)) return false
  return (
    (value.length >= 8 && classesOf(value.replace(/\W|_/g, '')) === 3 && isMixed(value)) ||
    (isLettered(value) && value.length >= 10)
  )
}
