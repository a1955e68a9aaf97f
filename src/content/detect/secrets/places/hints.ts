/** What the hints of all places are found by: most texts are looked through with it and nothing else. */
import { memo } from '../../../../common/memo.ts'
import { eachMatch } from '../../words-in.ts'
import { lowered } from '../lowered.ts'

/**
 * A part of each hint in small letters that seldom stands in what commands print and in documentation: each place where one stands is looked at.
 * None begins another. A test holds it to the places.
 */
// biome-ignore format: one expression.
export const CORES =
  /\t(?:\*\t|tr)| (?:-[as]|\/ |ih|lm|p[:=sw]|t[uy])|"(?: \*|\*")|\$9\$|\((?:0x|n[eo])|-(?:-s|ke|te)|\/(?:i[cn]|jo|mn|res|u[3n])|2fa|3(?:2:|3:)|55[14]|7z |925|:(?:\*:|::)|<<<|>-\n|@(?:tc|un)|_(?:by|s[ei])|a(?:es|pe|r[fo]|t[:=_ko]|uf|zc)|b(?:cp|e[ae]|nt|o[drx]|un)|c(?:c[eo]|have|id|le|o[dgv]|ql|u[er]|v[cv]|y")|d(?: n|a[pv]|e d|k\(|mi|uc)|e(?:ap|ctrum|dger|tama|c[":=ru]|ed|m[by]|tb|v\/|y=)|f(?:r[ei]|tp)|g(?:e["h]|is|ne|ue)|h(?:a_|antom|eml|ie|lu|o[dov]|t[aw])|i(?:a[/v]|p39|c[ek]|en|go|nk|p[ "m]|rm|sé|v[ ":=a])|j(?:el|eton|wt)|k(?:e[lnt]|lic|ulc|i[ae]|ini|lu|od|to)|l(?:a[iv]|let|osung|oy)|m(?:\/[48]4|a[cg]|c |d[5kp]|fa|ou|p |un)|n(?: >|a(?:cl|s)|b\+|cy|et|g[eo]|id|ke|nw|ro|t["h]|ua|xc)|o(?:des d|g[ gi]|n[\t=in|]|ot |t[\t(:;@adeprs|])|p(?: k|al|d[op]|en |he|i[(n]|rv|uk)|r(?:a[.bdrs]|ezor|d t|ds|e[=dr]|i[af]|l |man)|s(?: y|a[fmnr]|ekr|lap|odium|e[\t3_adgnux]|et |h[:adps]|i[acdg]|k[:=p]|l[eo]|nm|or|q[lu]|s[":=clw]|t[-g]|u )|t(?: k|a[ bcn]|fy|i[fp]|l[mo]|ok|p[:o])|u(?:e"|g[af]|ik|nl|ser|si|th|ui|va)|v(?:ai|it|nc)|w(?:ge|i[-fnr]|la|mi)|x(?:p |pub|t")|y(?: 7|pt)|z(?:apor|eton|s7|t )|\|(?: \*|-\n)|код|コード|验证码/g

/** Hints that stand in most texts, or have no such part: they are looked for by themselves. */
export const COMMON: readonly string[] = [
  '://',
  ':$',
  ']:',
  "'*",
  '\t*',
  '@',
  '=\t',
  ' => ',
  'https://',
  '인증',
  'SEC',
  '|\n',
  '>\n',
  'Key',
  'X-',
  'x-',
]

/** Whoever looks through so many short texts looks for cores first: to compile them costs as much as looking for each hint in these. */
const FEW = 64
const SHORT = 2000

interface Hinted {
  readonly hint: string
  /** How far before a core that it holds it begins. */
  readonly before: number
  readonly inAnyCase: boolean
}

/** Finds those of the hints that a text has; `words`, which are in small letters, in any case. */
export function finderOf(
  hints: readonly string[],
  words: readonly string[] = [],
): (text: string) => ReadonlySet<string> {
  const hintsWith = holdersIn(hints, words)
  let isLong = false
  let looks = 0
  return text => {
    const lower = lowered(text)
    isLong ||= text.length >= SHORT || looks++ >= FEW
    if (!isLong)
      return new Set([...hints.filter(hint => text.includes(hint)), ...words.filter(word => lower.includes(word))])
    const found = new Set(COMMON.filter(hint => text.includes(hint)))
    eachMatch(lower, CORES, (core, at) => {
      for (const { hint, before, inAnyCase } of hintsWith(core))
        if ((inAnyCase ? lower : text).startsWith(hint, at - before)) found.add(hint)
    })
    return found
  }
}

/** Says which hints hold a core: few of all cores stand in a text. */
function holdersIn(hints: readonly string[], words: readonly string[]): (core: string) => readonly Hinted[] {
  const first = `\0${hints.join('\0')}`
  const list = `${first}\0${words.join('\0')}\0`
  const lower = list.toLowerCase()
  return memo(core => {
    const found: Hinted[] = []
    for (let at = lower.indexOf(core); at >= 0; at = lower.indexOf(core, at + 1)) {
      const start = list.lastIndexOf('\0', at) + 1
      const hint = list.slice(start, list.indexOf('\0', at))
      const inAnyCase = start > first.length
      // several places have the same
      if (!found.some(other => other.hint === hint && other.inAnyCase === inAnyCase))
        found.push({ hint, before: at - start, inAnyCase })
    }
    return found
  })
}

/** Stand where words or codes are listed that open a wallet or an account. */
export const LIST_HINTS = [
  'edger',
  'EDGER',
  'rezor',
  'REZOR',
  'm/84',
  'm/44',
  'bip39',
  'BIP39',
  'allet',
  'xpub',
  'etaMask',
  'etamask',
  'lectrum',
  'hantom',
  'odes de ',
  'digos de ',
  'words',
  'seed',
  'Seed',
  'SEED',
  'allet backup',
  'herstellungsphrase',
]
/** Stand before a user and a password. */
export const LOGIN_HINTS = ['og in ', 'ogin ', 'redentials', 'ugang']
