/** How much of something a call or a person names: numbers with their units, and several of them in a row. Pure. */

/** Seconds of the units of time in calls. */
export const SPANS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 }

const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, b: 1e9 }

/** A time and its unit are short, and stand at the end. */
const LONGEST_TIME = 80

/** The first number in a word of a call, with its unit; 0 where there is none. */
export function sizeIn(word: string): number {
  const [, time, of] =
    /(?:since|last|window|period|duration|ago|range|from)\w*[=\s]?"?-?(\d+)([smhdw])$/i.exec(
      word.slice(-LONGEST_TIME),
    ) ?? []
  if (time !== undefined) return Number(time) * (SPANS[of ?? ''] ?? 1)
  const [, number = '0', unit = ''] = /(\d+(?:\.\d+)?)([kmg])?/i.exec(word) ?? []
  return Number(number) * (SUFFIXES[unit.toLowerCase()] ?? 1)
}

/** How people write a thousand and more, by how the words for it begin. */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|к(?!к)|tis|tys|tus|tsd|thou|tau|duiz|bin|mil(?:le)?$|тыс|тис|[千천])/i, 1e3],
  [/^[万萬만]/, 1e4],
  [/^[億亿억]/, 1e8],
  [/^(?:g|b|mld|mrd|mil[ij]?ard|млрд)/i, 1e9],
  [/^(?:m|м|кк)/i, 1e6],
]
const scaleOf = (unit: string): number => SCALES.find(([form]) => form.test(unit))?.[1] ?? 1

/** Behind a unit no word goes on; scripts without blanks have the word for what is counted right there. */
const ENDS = String.raw`(?![\p{Script=Latin}\p{Script=Cyrillic}\d])`
const WORDS =
  'thousands?|tausend|mille|mil|tis[ií]c\\p{L}{0,2}|tysi[ąęa]c\\p{L}{0,2}|tusen|tusind|duizend|bin|тысяч\\p{L}?|тыс|тисяч\\p{L}?|тис|tys|tis|tsd|mil[ij]?ard\\p{L}{0,4}|mld|mrd|billions?|mill?i?[jl]?[ioóöõã]+[ne]\\p{L}{0,4}|milh(?:ão|ões)|mln|mio|миллион\\p{L}{0,2}|мільйон\\p{L}{0,2}|млн|млрд|к|кк|[kmgb]b?'
const UNIT = String.raw`(?:(?:${WORDS})${ENDS}\.?|[千万萬億亿천만억])`
const NUMBER = String.raw`\d[\d.]*(?:e\d+)?\s?${UNIT}?`
const ALSO = '(?:and|und|et|y|e|en|a|i|og|och|ve|и|і|та|then|dann|puis|luego|potem|pak|finally|enfin|nakonec|на)'
/** A word for what is counted, in scripts without blanks. */
const COUNTER = String.raw`\s?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{0,3}`
/** A row has at most so many more numbers: what is longer is data. */
const MOST = 12
/** One more number of a row. */
const MORE = String.raw`(?:${COUNTER}(?:\s*(?:,|/|;|·|->|→|、|，)\s*|\s+(?=${ALSO}\s))(?:${ALSO}\s+){0,2}${NUMBER})`

const SIZE = new RegExp(String.raw`(\d+(?:\.\d+)?)\s?(${UNIT})?${ENDS}`, 'giu')
const SERIES = new RegExp(`${NUMBER}${MORE}{2,${MOST}}${ENDS}`, 'giu')
/** "1, 2, 5 and then 9 minutes". */
const TIMES = new RegExp(
  String.raw`(${NUMBER}${MORE}{0,${MOST}})\s?-?(min(?:u+t\p{L}{0,3}|s)?|h(?:ou)?rs?|h|stunden?|heures?|horas?|ore|uur|godzin\p{L}?|hodin\p{L}?|час(?:а|ов)?|минут\p{L}?|мин)${ENDS}`,
  'giu',
)

/** `10 000` and `1_000` without what parts their digits. */
const ungrouped = (text: string): string => text.replace(/(?<=\d)[ ,._'\u00a0\u202f](?=\d{3}(?!\d))/g, '')

/** Numbers in a text, also those that are written as 1e6, 10k, 10 000, 2 million, 10^6 or 1_000; of times their seconds as well. */
export function sizesIn(text: string): ReadonlySet<number> {
  const plain = ungrouped(text)
  const found = [
    ...[...plain.matchAll(/(\d+)\s*(?:\^|\*\*)\s*(\d+)/g)].map(([, base, power]) => Number(base) ** Number(power)),
    ...[...plain.matchAll(/\d+(?:\.\d+)?e\d+/gi)].map(([number]) => Number(number)),
    // "1 %, 3 % and 10 % of the data" are fractions as well.
    ...[...plain.matchAll(/(\d+(?:\.\d+)?)\s?%/g)].map(([, number]) => Number(number) / 100),
    ...[...plain.matchAll(SIZE)].map(([, number, unit = '']) => Number(number) * scaleOf(unit)),
    ...[...plain.matchAll(TIMES)].flatMap(([, numbers = '', unit = '']) =>
      (numbers.match(/\d+/g) ?? []).map(number => Number(number) * (/^[mм]/i.test(unit) ? 60 : 3600)),
    ),
  ]
  return new Set(found)
}

/** "For 1M, 10M, 100M and 1B rows": at least three sizes, each larger than the one before. */
export function namesSizes(goal: string): boolean {
  return [...ungrouped(goal).matchAll(SERIES)].some(([series]) => {
    const powers = [...series.matchAll(/\d+(?:\.\d+)?e\d+/gi)].map(([number]) => Number(number))
    const sizes = powers.length > 0 ? powers : [...sizesIn(series)]
    // Ports and versions stand in a row as well.
    const isAmount =
      [...series.matchAll(SIZE)].some(([, , unit]) => unit !== undefined) || sizes.every(size => size % 100 === 0)
    return isAmount && sizes.length >= 3 && sizes.every((size, at) => at === 0 || size >= 2 * (sizes[at - 1] ?? size))
  })
}
