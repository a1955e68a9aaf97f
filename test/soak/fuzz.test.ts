/** A hundred thousand texts, whole and broken: nothing throws, nothing hangs, and each gets a verdict. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { destructive, mutated } from '../generate.ts'
import { inputs, random } from '../random.ts'
import { soakWorld } from './world.ts'

const INPUTS = Number(process.env.SOAK_FUZZ ?? 100_000)
const SEED = Number(process.env.SOAK_SEED ?? 1)
/** Milliseconds: no verdict on a text of this size comes near, so that one that does hangs. */
const HANGS = 5000

const world = soakWorld()
afterAll(world.close)

/** Commands of the corpus: every family is mutated. */
const corpus = readdirSync('test/corpus')
  .filter(name => name.endsWith('.jsonl'))
  .flatMap(name => readFileSync(`test/corpus/${name}`, 'utf8').split('\n').filter(Boolean))
  .flatMap(line => JSON.parse(line).command ?? [])

test(`every text gets a verdict (seed ${SEED})`, async () => {
  const failed: string[] = []
  for (const at of inputs(INPUTS, 2)) {
    const r = random(SEED + at)
    const command = mutated(r.oneIn(3) ? destructive(r) : r.pick(corpus), r)
    const began = performance.now()
    const { fail_safe } = await world.review(command)
    const took = performance.now() - began
    // No shell takes a NUL, and no JSON half a character: the client's input is then refused as a whole.
    const isText = !command.includes('\u0000') && command.isWellFormed()
    if ((fail_safe && isText) || took > HANGS)
      failed.push(`${SEED + at}: ${fail_safe?.reason ?? `${took} ms`}: ${JSON.stringify(command)}`)
  }
  expect(failed).toEqual([])
})
