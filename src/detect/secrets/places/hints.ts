/** What the hints of all places are found by: most texts are looked through with it and nothing else. */
import { once } from '../../../common/memo.ts'

/**
 * Three characters of each hint, the rarest that it has in what commands print and in documentation: an expression of a fifth of the
 * size that all hints make together, compiled in a third of the time. A test holds it to the places.
 */
// biome-ignore format: one expression.
export const CORES =
  /2FA|32:|433|554|7z |925|\t(?:\*\t|FA|TR)| (?:5 |7 |-a|\/ |EA|LM|P[:S]|US|a_|md|p[:=w]|tu)|"(?: \*|\*"|ip|me|sa|uu)|\$(?:9\$|US)|&SI|\((?:0x|n[eo])|-(?:Se|se)|\/(?:i[cn]|jo|mn|u3|ve)|:(?:\*:|\/\/|::)|<<<|=> |>-\n|@(?:tc|un)|A(?:CS|ES|KI|VE|es|sp)|BAz|C(?:OM|V[CV]|re)|D(?:5\}|K\()|E(?:AR|N[ H]|S\(|TU)|F(?:RI|ri)|H(?:MA|OO)|I(?:C[EK]|F[IY]|V[=A])|JEL|K(?:OD|ey)|L(?:AN|E_|O[SZ])|M(?:DP|FA)|N(?:K[Ee]|TL)|O(?:DU|GI|NI|RG|TP)|P(?:DO|GM|I[(N]|T\}|U[KS]|in)|R(?:AD|D_|IA|T_)|S(?:A[MN]|E[CE]|HA|I[AF]|KP|LO|S[EI]|W[=D]|_K)|T(?:AN|Ha|_I)|U(?:GF|N[BS]|TH|UI)|W(?:i[-Ff])|\[ta|_(?:PH|Se|_H|by|s[ei])|a(?:b\}|ca|es|fe|nu|ro|s[ip]|t[:=o]|uf)|b(?:cp|ea|nt|ox)|c(?:c[eo]|e[nw]|id|le|md|o[dv]|ql|u[er]|v[cv])|d(?: [nt]|-[ck]|av|eo|ia|k\(|mi|uc|y")|e(?: d|-d|\/c|St|Us|am|c[":=r]|de|e[dl]|im|m[by]|n[\th|]|r[=l]|s[@e]|t[ "I_b]|u |v\/|y=)|f(?:re|tp)|g(?:ac|es|ge|h |ic|n[ ei]|ue)|h(?:-k|::|a[ikr}]|en|i[ae]|lu|ma|o[ov]|ra|ta)|i(?:ck|d[\t|]|e[dn]|fr|g[=o]|nk|p[ hm]|rm|s[-qé]|t[La]|v[ ":=a])|j(?:el|us)|k(?:e[ln]|ha|ie|lu|od)|l(?: P|a[iv]|da|eu|l[de]|oy|pa)|m(?:_p|ac|bc|c |dp|fa|o[tu]|p[ a]|qc|un)|n(?: >|ar|cy|e[ct]|fu|go|i[dt]|ke|ro|s[es]|t"|xc)|o(?: [-v]|d[Ni]|g[ i]|k[":=]|n[\t=i|]|t[(ap])|p(?: k|-s|dp|e[nz]|i[(n]|rv|uk)|q(?:lp|ui)|r(?: =|:[px]|_p|a[dr]|d[_s]|e[=dr]|ia|ma|oo|p[ac]|t_|yp)|s(?: y|a[nr]|e[(3_dn]|h[Sdp]|id|k[:=t]|lo|nm|or|s[:=c]|tg|u |w[:=do])|t(?: [Ik]|-[ci]|di|ec|fy|ip|p[:O]|s[qt]|yt)|u(?: t|bs|df|e"|ga|n[al]|si|th|va)|v(?:ai|it|nc|ot)|w(?:ge|i[fnr]|la|mi)|x(?:ec|p |t")|ysq|z(?:s7|t )|\{(?:PL|TA)|\|(?: \*|-\n)|Код|код|コード|验证码/g

/** Whoever looks through so many short texts looks for cores first: to compile them costs as much as looking for each hint in these. */
const FEW = 64
const SHORT = 2000

interface Cores {
  /** Hints by their core, and how far before it they begin. */
  readonly hinted: ReadonlyMap<string, readonly (readonly [hint: string, before: number])[]>
  /** Too short for one. */
  readonly bare: readonly string[]
}

/** Finds those of the hints that a text has. */
export function finderOf(hints: readonly string[]): (text: string) => ReadonlySet<string> {
  const cores = once(() => coresOf(hints))
  let looks = 0
  return text => {
    if (text.length < SHORT && looks++ < FEW) return new Set(hints.filter(hint => text.includes(hint)))
    const { hinted, bare } = cores()
    const found = new Set(bare.filter(hint => text.includes(hint)))
    // at each place where one stands, also inside of another
    CORES.lastIndex = 0
    for (let match = CORES.exec(text); match; match = CORES.exec(text)) {
      const at = match.index
      for (const [hint, before] of hinted.get(match[0]) ?? []) if (text.startsWith(hint, at - before)) found.add(hint)
      CORES.lastIndex = at + 1
    }
    return found
  }
}

function coresOf(hints: readonly string[]): Cores {
  const hinted = new Map<string, [hint: string, before: number][]>()
  const bare: string[] = []
  for (const hint of hints) {
    const before = hint.search(CORES)
    if (before < 0) {
      bare.push(hint)
      continue
    }
    const core = hint.slice(before, before + 3)
    const known = hinted.get(core)
    if (known) known.push([hint, before])
    else hinted.set(core, [[hint, before]])
  }
  return { hinted, bare }
}
