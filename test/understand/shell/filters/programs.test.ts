/** Whatever is computed of a filter, the program itself prints, for words and texts of all kinds. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filtered } from '../../../../src/understand/shell/filters/index.ts'

type Words = fc.Arbitrary<readonly string[]>

const RUNS = process.env.SOAK ? 1000 : 40

const some = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)
const joined = (parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map(texts => texts.join(''))
const many = (part: fc.Arbitrary<string>, most: number, between = ''): fc.Arbitrary<string> =>
  fc.array(part, { minLength: 1, maxLength: most }).map(parts => parts.join(between))
const words = (...each: readonly fc.Arbitrary<string>[]): Words => fc.tuple(...each)
/** Some of the words, in any order. */
const options = (...each: readonly string[]): Words => fc.shuffledSubarray([...each])
const behind = (before: Words, after: Words): Words => fc.tuple(before, after).map(([some, more]) => [...some, ...more])

const NUMBER = some('0', '1', '2', '3', '5', '10')
const COUNT = joined([some('', '', '+', '-'), NUMBER])
const MARK = some('/', '/', ',', '|', '#', ':', '@')

/** Parts of patterns of both kinds, and what is no pattern. */
const PART = some(
  ...['a', 'b', 'ab', ' ', ':', '/', '.', '\\.', '[ab]', '[^a]', '[a-z]', '[a+.]', '\\-', '-', ']', '1', '\\n', '\\t'],
  ...['a*', '.*', 'b+', 'a?', '[ab]*', '[0-9]+', 'a\\+', 'b\\?', '\\*', '*', '+', '{', '}', 'a\\{2\\}', 'a{2}', '\\+'],
  ...[
    '\\(a\\)',
    '(a)',
    '\\(.*\\)',
    '(b*)',
    '(',
    ')',
    '\\)',
    'a|b',
    'a\\|ab',
    '|',
    '\\|',
    '\\/',
    '\\\\',
    '\\w',
    '\\1',
    '&',
  ],
)
const FITTING = some('a', 'b', 'ab', '.', '[ab]', '[^a]', 'a*', '.*', '[ab]*', ':', '[a-z]', '\\.', '+', ' ')
const PATTERN = joined([some('', '', '', '^'), fc.oneof(many(FITTING, 3), many(PART, 4)), some('', '', '', '$')])
const BY = many(some('', 'x', 'ab', '&', '\\&', '\\n', ' ', '$', '$1', '$&', '\\\\'), 3)
const ODD_BY = some('\\1', '\\2', '\\0', '\\t', '\\L', '/', '\n', 'a\\\n')
const REPLACING = MARK.chain(mark =>
  joined([
    some(`s${mark}`),
    fc.oneof(PATTERN, some('\\(a*\\)b', '(.)(b?)', '\\(b\\)', `\\${mark}`)),
    some(mark),
    fc.oneof({ weight: 4, arbitrary: BY }, ODD_BY),
    some(...[mark, mark, `${mark}g`, `${mark}g`, `${mark}g `, mark, `${mark}2`, `${mark}p`]),
  ]),
)
const Y = fc
  .tuple(MARK, some('ab', 'abc', 'a/', 'aa'), some('ba', 'xyz', '/b'))
  .map(([mark, from, to]) => `y${mark}${from}${mark}${to}${mark}`)
const ADDRESS = some(...['', '', '', '', '', '1', '2', '$', '1,2', '2,$', '3,1', '$,1', '2 '])
const ODD_ADDRESS = some('0', '/a/', '2!', '1~2', '2, 3', '1,+1')
const COMMAND = joined([
  fc.oneof({ weight: 8, arbitrary: ADDRESS }, ODD_ADDRESS),
  fc.oneof(some('p', 'd', 'p', 'd', 'q', '=', ''), REPLACING, REPLACING, Y),
])
const SCRIPT = fc.oneof(many(COMMAND, 2, ';'), many(COMMAND, 3, '\n'))
const SET = many(
  some(
    'a',
    'b',
    'z',
    'a-c',
    'A-Z',
    '0-9',
    '[:upper:]',
    '[:lower:]',
    '[:space:]',
    '[:digit:]',
    '\\n',
    '\\\\',
    '\\-',
    '-',
    '[',
    ']',
    '\\141',
    '\\0',
    ':/',
    ' ',
    'a*',
    '[a*3]',
    '\\q',
  ),
  3,
)
const CLASS = some('[:upper:]', '[:lower:]', '[:digit:]', 'a-z', 'A-Z', 'a-zA-Z', 'n-za-mN-ZA-M')
const LIST = many(joined([some('', '1', '2', '3', '0'), some('', '', '-'), some('', '', '2', '4', '5')]), 3, ',')

const RANGE = fc.oneof(
  words(joined([some('-n', '-c', '-', '--lines=', '--bytes='), COUNT])),
  words(some('-n', '-c'), COUNT),
  options('-q', '-1', '-n2', '-c3'),
  words(),
)
const PATH = fc.oneof(
  { weight: 3, arbitrary: many(some('.a', '.b', '."a"'), 2) },
  joined([some('.', ''), many(some('["b"]', '[0]', '[1]', '.a', '[]', '?', '.["a"]', '.'), 2)]),
  some('.length', '.constructor', '."__proto__"', '.', '.a.length', '.[0].a', '.a[0]'),
)
const VALUE = some('1', '"x"', 'true', 'null', '[1,"a"]', '{"x":{}}', '$v', '.b', '1.5', '-1', '"\\u00e9"')
const CHANGE = fc.oneof(
  joined([PATH, some('=', ' = ', ' |= ', ' += '), VALUE]),
  joined([some('del('), many(PATH, 2, ', '), some(')')]),
  joined([PATH, some(' |= (. + '), VALUE, some(')', '| unique)')]),
  some('.', '. | .'),
)

/** Words for each program. */
const WORDS: Readonly<Record<string, Words>> = {
  awk: behind(
    fc.oneof(
      words(),
      words(joined([some('-F'), some(':', '/', ' ', 't', '.', 'a', ',', '')])),
      words(some('-F'), some(':', '\\t')),
    ),
    words(joined([some('{print $', '{ print $'), some('0', '1', '2', '3', 'NF', '1 $2', 'NR'), some('}', ' }', ';}')])),
  ),
  base64: fc.oneof(
    options('-d', '-i'),
    options('-w0'),
    options('-di', '--decode'),
    words(some('-w'), some('0', '76', '4')),
  ),
  cat: options('-', '-u', '-n'),
  cut: fc.oneof(
    words(joined([some('-c', '-b'), LIST])),
    words(some('-d', '-d'), some(':', '/', 'a', ''), joined([some('-f'), LIST])),
    words(joined([some('-d'), some(':', ' ', '.', '::')]), some('-f', '-c'), LIST),
    words(some('-f'), LIST),
  ),
  fold: fc.oneof(words(joined([some('-w', '-', '-sw'), NUMBER])), words(some('-w'), NUMBER), words()),
  grep: fc.oneof(
    behind(options('-o', '-E', '-v', '-F', '-oE', '-n'), words(PATTERN)),
    behind(options('-o', '-E'), words(some('-e'), PATTERN)),
    words(some('-e'), PATTERN, some('-e'), PATTERN),
  ),
  head: RANGE,
  jq: fc.oneof(
    behind(options('-r', '-j', '-c', '-M'), words(PATH)),
    behind(
      fc.oneof(options('--tab', '-M', '-r', '-a'), words(some('--indent'), some('0', '1', '4', '8'))),
      words(CHANGE),
    ),
    behind(words(some('--arg'), some('v', 'w'), some('x', '1')), words(CHANGE)),
  ),
  openssl: fc.oneof(
    behind(words(some('base64')), options('-d', '-A', '-e')),
    behind(words(some('enc')), options('-d', '-a', '-base64', '-A')),
  ),
  paste: fc.oneof(words(some('-sd'), some('/', ',', ', ', '\\n', '')), behind(options('-s', '-d:'), options('-'))),
  rev: words(),
  sed: fc.oneof(
    behind(options('-n', '-E', '-u'), words(SCRIPT)),
    behind(options('-nE', '-r'), words(some('-e'), SCRIPT, some('-e'), SCRIPT)),
  ),
  sort: fc.oneof(options('-r', '-u'), options('-ru', '-n')),
  tac: words(),
  tail: RANGE,
  tr: fc.oneof(
    words(SET, SET),
    words(CLASS, CLASS),
    words(some('-d'), SET),
    behind(options('-d', '-s', '-c'), words(SET, SET)),
  ),
  uniq: fc.oneof(words(), words(), options('-c', '-d')),
  xxd: options('-r', '-p', '-ps', '-plain', '-revert', '-rp'),
}

const TEXT = fc
  .tuple(
    fc.array(
      many(
        some('a', 'b', 'ab', 'B', 'z', ' ', '  ', ':', '/', '.', '-', '+', '1', '23', '\t', '|', '\\', '*', '(', ''),
        8,
      ),
      { maxLength: 5 },
    ),
    fc.boolean(),
    some('', '', '', '', 'é', '\r'),
  )
  .map(([lines, isEnded, more]) => lines.map(line => line.replace('z', `z${more}`)).join('\n') + (isEnded ? '\n' : ''))

const CODED = fc.tuple(TEXT, fc.boolean(), some('', '\n', '=', ' ')).map(([text, isWrapped, more]) => {
  const letters = Buffer.from(text).toString('base64')
  return (isWrapped ? letters.replace(/.{8}/g, '$&\n') : letters) + more
})
const DIGITS = fc.tuple(TEXT, some('', '\n', '0', ' ')).map(([text, more]) =>
  Buffer.from(text)
    .toString('hex')
    .replace(/(.{8})/g, `$1${more}`),
)
const { value: DOCUMENT } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('x', 'y', 'a\n"', 'é', 1, 7, true, null, 1.5, 1e21, -0),
    fc.dictionary(some('a', 'b', 'c', 'length'), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))
const JSONS = fc
  .tuple(
    fc.oneof(fc.record({ a: DOCUMENT, b: DOCUMENT }), DOCUMENT, fc.dictionary(some('1', '2', '__proto__'), DOCUMENT)),
    some('', '', '', '', '\n', ' ', '1'),
    fc.boolean(),
  )
  .map(([value, more, isWide]) => JSON.stringify(value, null, isWide ? 1 : 0) + more)

const INPUTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  base64: fc.oneof(TEXT, CODED),
  openssl: fc.oneof(TEXT, CODED),
  xxd: fc.oneof(TEXT, DIGITS, DIGITS),
  jq: JSONS,
}

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

describe('what a program prints', () => {
  test.each(Object.keys(WORDS).filter(isThere))('%s', { timeout: 600_000 }, program => {
    let [tried, known] = [0, 0]
    fc.assert(
      fc.property(
        WORDS[program] ?? words(),
        INPUTS[program] ?? TEXT,
        some('C', 'C.UTF-8'),
        (given, input, language) => {
          tried++
          const computed = filtered(program, given, input)
          if (computed === undefined) return
          known++
          const { stdout, status } = spawnSync(program, [...given], {
            input,
            env: { PATH: process.env.PATH, LC_ALL: language },
          })
          expect({ text: computed, isRight: status === 0 || (program === 'grep' && status === 1) }).toEqual({
            text: String(stdout),
            isRight: true,
          })
        },
      ),
      { numRuns: RUNS },
    )
    expect(known).toBeGreaterThan(tried / 20)
  })
})
