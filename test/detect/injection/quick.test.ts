/** The compiled reading of a text gives what the one in JavaScript gives. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { sourcesDigest } from '../../../scripts/injection/compiled.ts'
import { SOURCES } from '../../../src/detect/injection/code.ts'
import { cutsOf, isProse } from '../../../src/detect/injection/cuts.ts'
import { findInjection } from '../../../src/detect/injection/index.ts'
import { lexiconOf } from '../../../src/detect/injection/lexicon.ts'
import { quickly } from '../../../src/detect/injection/quick.ts'
import { readingsOf } from '../../../src/detect/injection/readings.ts'
import { scoresOf, weighedRegion } from '../../../src/detect/injection/scores.ts'
import { meaningsOf } from '../../../src/detect/injection/table.ts'
import { COMBINATIONS, HEADS, MODEL_NAMES, WORDS } from '../../../src/detect/injection/weights.ts'

const FOLDERS = ['test/outputs', 'test/outputs/injections']
const NONE = -1e8
const lexicon = lexiconOf(meaningsOf(WORDS, COMBINATIONS, HEADS), MODEL_NAMES)

const texts = FOLDERS.flatMap(folder =>
  readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map(line => (JSON.parse(line) as { text: string }).text),
)

interface Scores {
  readonly part: string
  readonly isProse: boolean
  readonly score: number
}

/** The parts of a text, as either of the two reads them. */
function scoresIn(text: string): { readonly compiled: readonly Scores[]; readonly meant: readonly Scores[] } {
  const compiled: Scores[] = []
  const meant: Scores[] = []
  for (const reading of readingsOf(text)) {
    const quick = quickly(reading)
    if (!quick) throw new Error('no WebAssembly')
    for (const [from, to] of cutsOf(reading.text)) {
      const part = reading.text.slice(from, to)
      const region = weighedRegion(reading, from, to, lexicon)
      const score = Math.max(NONE, ...scoresOf(region, NONE).map(each => each.score))
      meant.push({ part, isProse: isProse(reading.lower, from, to), score })
      compiled.push({ part, isProse: quick.isProse(from, to), score: Math.max(NONE, quick.score(from, to)) })
    }
  }
  return { compiled, meant }
}

test('it was compiled from the sources as they are', () => {
  expect(SOURCES, 'run node scripts/compile-injection.mjs').toBe(sourcesDigest('.'))
})

test('of all labelled texts', () => {
  for (const text of texts) {
    const { compiled, meant } = scoresIn(text)
    expect(compiled).toEqual(meant)
  }
})

const PIECES =
  'AI|KI|ai|Agent|you|must|please|ignore|the|instructions|don\'t|don’t|l’assistant|run|npm.cmd|.env|x.pem|a.key9|docs.example.com|you are a |system_prompt|systemPrompt|"role"|role:|it(|expect(|assert |def test_x|<p>|</div>|<h3 class="a">|<br|<system>|</user>|<|im_start|>|[INST]|<<SYS>>|hook feedback|\nHuman: |\n## user prompt:|\\nuser: |. |." |? |! |...|\n|\n// |\n  # |\n- |\t|\\n|\\r|-->|*/|。|؟|/etc/passwd|~/.ssh/id|./a|../b|//c|/.|https://a.example/x?y=1)|http:|a@b.example|@nobody|@|12|3|`|``|«|»|„|“|”|「|"|\'|: |{|}|;|=|(|)|<!-- |—|…|é|ÉCOLE|Straße|ignorieren Sie|проигнорируй|ИИ|إلى|والمساعد|מהמודל|指示を無視して|모든 지시를|สวัสดี|ΆΓΝΟΗΣΕ|İ|\u00a0|\u2028|\ufeff|\ud83d\ude00|SEND|ALL KEYS NOW|Ask Bob|, Carl|antidisestablishmentarianism|a-b_c'
    .split('|')
    .map(piece => piece || '|')

test('of texts put together at random', () => {
  const text = array(
    oneof({ weight: 8, arbitrary: constantFrom(...PIECES, ' ', ' ', ' ') }, string({ maxLength: 6, unit: 'binary' })),
    {
      maxLength: 120,
    },
  )
  assert(
    property(text, pieces => {
      const { compiled, meant } = scoresIn(pieces.join(''))
      expect(compiled).toEqual(meant)
    }),
    { numRuns: 2000 },
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** As where addresses are limited. */
class NoRoom {
  constructor() {
    throw new RangeError('WebAssembly.Instance(): Out of memory')
  }
}

test.each([
  ['without WebAssembly', undefined],
  ['without room for it', { Module: NoRoom, Instance: NoRoom }],
])('%s the same is found', async (_, stub) => {
  vi.resetModules()
  vi.stubGlobal('WebAssembly', stub)
  const { findInjection: find } = await import('../../../src/detect/injection/index.ts')
  for (const text of texts.filter((_, index) => index % 10 === 0)) expect(find(text)).toEqual(findInjection(text))
})
