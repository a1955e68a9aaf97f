/** Words spelled with digits for letters, or with a space after each letter. */
import { judge } from './judge.ts'
import type { Suspicion } from './model.ts'

/** Digits and signs between letters, as in `pr3v10us`. */
const DIGITS = /[a-z][013457@$][a-z]|\b[13@$][a-z]{3}/
const MANY = 3
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
/** Words of orders, written so. */
const DISGUISED_WORD =
  /\b[i1]gn[o0]r[e3]\b|d[i1][s5]r[e3]g[a4@]rd|f[o0]rg[e3]t|[i1]n[s5$][t7]ruc[t7][i1][o0]n|pr[o0]mp[t7]|[a4@][s5$]{2}[i1][s5$][t7][a4@]n[t7]/g
const SPACED = /(?:\b[a-z][ .\-_*]{1,3}){12,}[a-z]\b/g
const ORDER =
  /(?:ignore|disregard|forget|override)(?:all|any|the|your|of|my|these)*(?:previous|prior|above|earlier|system|user)?(?:\w{0,10})?(?:instruction|rules|prompt|guidelines|request)/

/** `text` in lower case. */
export function disguisedIn(text: string): readonly Suspicion[] {
  const found: Suspicion[] = []
  const written = text.match(DISGUISED_WORD)
  if (written?.some(word => /[0-9@$]/.test(word)) && DIGITS.test(text) && written.length >= MANY - 1) {
    // Of the same length, so that places stay.
    const plain = text.replace(/[a-z0-9@$]*[a-z][a-z0-9@$]*/g, word =>
      /[013457@$]/.test(word)
        ? word === 'a11'
          ? 'all'
          : word.replace(/[013457@$]/g, each => LETTERS[each] ?? each)
        : word,
    )
    found.push(...judge(plain).map(each => ({ ...each, kind: 'hidden' as const, weight: each.weight + 0.5 })))
  }
  for (const match of text.matchAll(SPACED)) {
    if (!ORDER.test(match[0].replace(/[^a-z]/g, ''))) continue
    found.push({ kind: 'hidden', start: match.index, end: match.index + match[0].length, weight: 3 })
  }
  return found
}
