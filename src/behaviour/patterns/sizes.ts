/** How much of something a call or a person names: numbers with their units, and several of them in a row. Pure. */

/** Seconds of the units of time in calls. */
export const SPANS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 }

const SUFFIXES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9, b: 1e9 }

/** The first number in a word of a call, with its unit; 0 where there is none. */
export function sizeIn(word: string): number {
  const [, time, of] =
    /(?:since|last|window|period|duration|ago|range|from)\w*[=\s]?"?-?(\d+)([smhdw])$/i.exec(word) ?? []
  if (time !== undefined) return Number(time) * (SPANS[of ?? ''] ?? 1)
  const [, number = '0', unit = ''] = /(\d+(?:\.\d+)?)([kmg])?/i.exec(word) ?? []
  return Number(number) * (SUFFIXES[unit.toLowerCase()] ?? 1)
}

/** How people write a thousand and more, by how the words for it begin. */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|tis|tys|tus|thou|tau|duiz|bin|mil(?:le)?$|тыс|тис|[千천])/i, 1e3],
  [/^[万萬만]/, 1e4],
  [/^(?:g|b|mld|mrd|mil[ij]?ard|млрд)/i, 1e9],
  [/^(?:m|м)/i, 1e6],
]
const scaleOf = (unit: string): number => SCALES.find(([form]) => form.test(unit))?.[1] ?? 1

const UNIT = String.raw`(?:[kmgb](?!\p{L})|(?:thousand|tausend|mille|mil|tis[ií]c|tysi[ąęa]c|tusen|duizend|bin|тыс|тисяч|mil[ij]?ard|mld|mrd|billion|mili?[jl]?[ioóöõ]+n|mln|mio|миллион|млн)\p{L}*|[千万萬천만])`
const NUMBER = String.raw`\d[\d.]*(?:e\d+)?\s?${UNIT}?`
const ALSO = '(?:and|und|et|y|e|en|a|i|og|och|ve|и|та|then|dann|puis|luego|potem|pak)'
/** One more number of a row. */
const MORE = String.raw`(?:(?:\s*(?:,|/|;|->|→|、|，)\s*|\s+(?=${ALSO}\s))(?:${ALSO}\s+){0,2}${NUMBER})`

const SIZE = new RegExp(String.raw`(\d+(?:\.\d+)?)\s?(${UNIT})?(?![\p{L}\d])`, 'giu')
const SERIES = new RegExp(String.raw`${NUMBER}${MORE}{2,}(?![\p{L}\d])`, 'giu')
/** "1, 2, 5 and then 9 minutes". */
const TIMES = new RegExp(
  String.raw`(${NUMBER}${MORE}*)\s?-?(min|hour|h\b|stunde|heure|hora|ore\b|uur|godzin|hodin|час|минут|мин)`,
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
