/** What the hints of all places are found by: most texts are looked through with it and nothing else. */
import { memo } from '../../../../common/memo.ts'
import { lowered } from '../lowered.ts'

/**
 * A part of each hint in small letters that seldom stands in what commands print and in documentation: each place where one stands is looked at.
 * None begins another. A test holds it to the places.
 */
// biome-ignore format: one expression.
export const CORES =
  /\t(?:\*\t|tr)| (?:-[as]|\/ |ih|lm|p[:=sw]|t[uy])|"(?: \*|\*")|\$9\$|\((?:0x|n[eo])|-(?:-s|ke|te)|\/(?:i[cn]|jo|mn|res|u[3n])|2fa|3(?:2:|3:)|55[14]|7z |925|:(?:\*:|::)|<<<|>-\n|@(?:tc|un)|_(?:by|s[ei])|a(?:es|pe|r[fo]|t[:=_ko]|uf|zc)|b(?:cp|e[ae]|nt|o[drx]|un)|c(?:c[eo]|id|le|o[dgv]|ql|u[er]|v[cv]|y")|d(?: n|a[pv]|e d|k\(|mi|uc)|e(?:ap|c[":=ru]|ed|m[by]|tb|v\/|y=)|f(?:r[ei]|tp)|g(?:e["h]|is|ne|ue)|h(?:a_|ie|lu|o[dov]|t[aw])|i(?:a[/v]|c[ek]|en|go|nk|p[ "m]|rm|sé|v[ ":=a])|jel|k(?:e[lnt]|i[ae]|ini|lu|od|to)|l(?:a[iv]|let|oy)|m(?:a[cg]|c |d[5kp]|fa|ou|p |un)|n(?: >|as|b\+|cy|et|g[eo]|id|ke|nw|ro|t["h]|ua|xc)|o(?:g[ gi]|n[\t=in|]|ot |t[\t(:;@adeprs|])|p(?: k|al|d[op]|en |he|i[(n]|rv|uk)|r(?:a[.bdrs]|d t|ds|e[=dr]|i[af]|l |man)|s(?: y|a[fmnr]|e[\t3_adgnux]|et |h[:adps]|i[acdg]|k[:=p]|l[eo]|nm|or|q[lu]|s[":=clw]|t[-g]|u )|t(?: k|a[ bcn]|fy|i[fp]|l[mo]|ok|p[:o])|u(?:e"|g[af]|ik|nl|ser|si|th|ui|va)|v(?:ai|it|nc)|w(?:ge|i[-fnr]|la|mi)|x(?:p |t")|y(?: 7|pt)|z(?:s7|t )|\|(?: \*|-\n)|код|コード|验证码/g

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
}

/** Finds those of the hints that a text has. */
export function finderOf(hints: readonly string[]): (text: string) => ReadonlySet<string> {
  const hintsWith = holdersIn(hints)
  let isLong = false
  let looks = 0
  return text => {
    isLong ||= text.length >= SHORT || looks++ >= FEW
    if (!isLong) return new Set(hints.filter(hint => text.includes(hint)))
    const found = new Set(COMMON.filter(hint => text.includes(hint)))
    const lower = lowered(text)
    // at each place where one stands, also inside of another
    CORES.lastIndex = 0
    for (let match = CORES.exec(lower); match; match = CORES.exec(lower)) {
      const at = match.index
      for (const { hint, before } of hintsWith(match[0])) if (text.startsWith(hint, at - before)) found.add(hint)
      CORES.lastIndex = at + 1
    }
    return found
  }
}

/** Says which hints hold a core: few of all cores stand in a text. */
function holdersIn(hints: readonly string[]): (core: string) => readonly Hinted[] {
  const list = `\0${hints.join('\0')}\0`
  const lower = list.toLowerCase()
  return memo(core => {
    const found: Hinted[] = []
    for (let at = lower.indexOf(core); at >= 0; at = lower.indexOf(core, at + 1)) {
      const start = list.lastIndexOf('\0', at) + 1
      found.push({ hint: list.slice(start, list.indexOf('\0', at)), before: at - start })
    }
    return found
  })
}
