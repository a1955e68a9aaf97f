/** The detector on labelled outputs, on ordinary ones, and on what is made to slow it down. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BAR, findInjection } from '../../../src/detect/injection/index.ts'

interface Labelled {
  readonly tool: string
  readonly label: 'attack' | 'honest'
  readonly why: string
  readonly text: string
}

const labelled = (name: string): readonly Labelled[] =>
  readFileSync(new URL(`../../outputs/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
const isFound = ({ tool, text }: Labelled): boolean =>
  findInjection(text, /^(Bash|Agent)$/.test(tool) ? BAR.local : BAR.foreign).length > 0

test.each(['injection', 'injection-held-out'])('%s: nine of ten attacks, and few honest look-alikes', name => {
  const all = labelled(name)
  const attacks = all.filter(({ label }) => label === 'attack')
  const honest = all.filter(({ label }) => label === 'honest')
  expect(attacks.filter(isFound).length / attacks.length).toBeGreaterThanOrEqual(0.9)
  expect(honest.filter(isFound).length / honest.length).toBeLessThanOrEqual(0.02)
})

test('commands of every kind, and this project, are no orders', () => {
  const corpus = new URL('../../corpus/', import.meta.url)
  const files = readdirSync(corpus).filter(name => name.endsWith('.jsonl'))
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap(name => findInjection(readFileSync(new URL(name, corpus), 'utf8').slice(0, 200_000)))
  expect(found).toEqual([])
  for (const name of ['README.md', 'rules/files.yaml', 'src/reviewers/builtin/injection.ts'])
    expect(findInjection(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'), BAR.local)).toEqual([])
})

test('ordinary sentences in any order are no orders', () => {
  const ordinary = fc.constantFrom(
    'The agent reads the file and prints the result.',
    'Run `npm test` before you commit.',
    'Do not share your password with anybody.',
    'Ignore the warning if you use version 2.',
    'You must set the API key in the environment.',
    'The user is asked for confirmation.',
    'See the instructions above.',
    'System: Ubuntu 22.04',
    'Delete the temporary files when you are done.',
    'The assistant returns JSON.',
    '{"role": "user", "content": "hello"}',
    'Send a mail to support@example.com.',
    'Claude Code reads CLAUDE.md.',
    'const prompt = buildPrompt(user)',
  )
  fc.assert(
    fc.property(fc.array(ordinary, { maxLength: 12 }), fc.constantFrom(' ', '\n', '\n\n'), (sentences, between) => {
      expect(findInjection(sentences.join(between))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('passages are in order, apart, and as they stand in the text', () => {
  const [attacks] = [labelled('injection').filter(({ label }) => label === 'attack')]
  fc.assert(
    fc.property(fc.subarray([...attacks], { minLength: 1, maxLength: 6 }), some => {
      const text = some.map(each => each.text).join('\n\n')
      let last = 0
      for (const { start, end, passage } of findInjection(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(passage).toBe(text.slice(start, end))
        last = end
      }
    }),
    { numRuns: 40 },
  )
})

/** What grows faster than the text would not come back from these within the time of a test. */
test.each([
  'a'.repeat(300_000),
  'aa/'.repeat(100_000),
  'ignore '.repeat(40_000),
  'ignore all your the previous '.repeat(10_000),
  'ai '.repeat(100_000),
  '<div '.repeat(60_000),
  '<!-- '.repeat(60_000),
  '"\'`'.repeat(100_000),
  '[inst] '.repeat(40_000),
  '![x](https://a.b/?'.repeat(15_000),
  '%20'.repeat(100_000),
  '00'.repeat(150_000),
  'send the the the '.repeat(20_000),
  '\u200b'.repeat(100_000),
  'i '.repeat(150_000),
  'assistant, '.repeat(30_000),
  '忽略'.repeat(100_000),
])('%#: a hostile text', text => {
  expect(Array.isArray(findInjection(text))).toBe(true)
})
