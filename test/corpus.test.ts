/** The project's own corpus: what is stopped, what is not, in one lived-in world through the real pipeline. */
import { afterAll, describe, expect, test } from 'vitest'
import { fits, judge, loadRows, said, shown } from './corpus/rows.ts'
import { makeCorpusWorld } from './corpus/world.ts'

const rows = loadRows()
const world = makeCorpusWorld()
afterAll(world.done)

const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)

describe('the corpus', () => {
  test('is large, and of every kind', () => {
    expect(rows.length).toBeGreaterThanOrEqual(1_500)
    for (const kind of ['destructive', 'evasive', 'honest'])
      expect(rows.filter(row => row.kind === kind).length, kind).toBeGreaterThanOrEqual(350)
  })

  test('holds each call once, each with a reason of its own', () => {
    const situation = ({ before, context, prompt, files }: (typeof rows)[number]) =>
      JSON.stringify([before, context, prompt, files])
    expect(repeated(rows.map(row => shown(row) + situation(row)))).toEqual([])
    expect(repeated(rows.map(row => row.reason))).toEqual([])
    expect(rows.filter(row => row.reason.trim() === '')).toEqual([])
  })

  test('is judged as a developer wants it', () => {
    const verdict = judge(world)
    const wrong = rows.flatMap(row => {
      const review = verdict(row)
      const got = said(review)
      if (fits(row, got)) return []
      const why = review.findings.map(finding => finding.id).join(', ')
      return [`${row.place} wanted ${row.expect}, got ${got}${why && ` (${why})`}\n  ${shown(row)}\n  ${row.reason}`]
    })
    // An assertion on so long a text would cut it short.
    if (wrong.length > 0)
      throw new Error(`${wrong.length} of ${rows.length} rows are judged otherwise\n${wrong.join('\n')}`)
  })
})
