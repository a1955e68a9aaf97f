/** How much of something a call or a person names. */
import { expect, test } from 'vitest'
import { namesSizes, sizeIn, sizesIn } from '../../../src/behaviour/patterns/sizes.ts'

test.each([
  'for 1M, 10M, 100M and 1B rows',
  'změř quicksort pro n = 10 tisíc, 100 tisíc, 1 milion a 10 milionů',
  'für 1 Mio, 10 Mio und 100 Mio Zeilen',
  '10 000, 100 000 und 1 000 000',
  '1 mil, 10 mil y 100 mil filas',
  '100 тысяч, 1 миллион и 10 миллионов',
  '1千, 1万, 10万',
  '10k / 100k / 1M',
  '1 milhão, 10 milhões e 100 milhões',
  '1万件、10万件、100万件',
  '1만 건, 10만 건, 100만 건',
  '1 tys., 10 tys. i 100 tys.',
  '1MB, 10MB, 100MB',
])('a row of sizes: %s', goal => expect(namesSizes(goal)).toBe(true))

test.each([
  '10 milliseconds, 100 milliseconds, 1000 milliseconds',
  '10 bins, 20 bins, 50 bins',
  '5 minor versions, 3 mini charts',
  'ports 8080, 9090, 9100',
  'versions 18, 20, 22',
  'at 10k rows',
  '1, 2, 5 and then 9 minutes',
])('none: %s', goal => expect(namesSizes(goal)).toBe(false))

test.each<[string, readonly number[]]>([
  ['1, 2, 5 and then 9 minutes', [60, 120, 300, 540]],
  ['zwei Stunden, also 2 Stunden', [7200]],
  ['1 %, 10 %', [0.01, 0.1]],
  ['2 million', [2e6]],
  ['10^6 and 1e5', [1e6, 1e5]],
  ['3 miliardy', [3e9]],
])('sizes in: %s', (text, sizes) => expect([...sizesIn(text)]).toEqual(expect.arrayContaining([...sizes])))

test.each<[string, number]>([
  ['--limit=400', 400],
  ['rows=2m', 2e6],
  ['--since=3h', 10_800],
  ['--verbose', 0],
])('the size of %s', (word, size) => expect(sizeIn(word)).toBe(size))
