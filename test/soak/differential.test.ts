/**
 * The real shell as the judge: where bash, of a text made at random, deletes the victim, the reviewer must have stopped it. What
 * bash runs can do nothing: see the world.
 */
import { afterAll, expect, test } from 'vitest'
import { destructive, mutated, VICTIM } from '../generate.ts'
import { inputs, random } from '../random.ts'
import { soakWorld } from './world.ts'

const INPUTS = Number(process.env.SOAK_DIFFERENTIAL ?? 12_000)
const SEED = Number(process.env.SOAK_SEED ?? 1)

const world = soakWorld()
afterAll(world.close)

test('the reviewer lets honest commands run', async () => {
  for (const command of ['ls -la', 'rm -rf dist', "echo 'rm -rf /etc'", 'git status'])
    expect((await world.review(command)).decision).toBe('allow')
})

test(`what bash deletes was stopped (seed ${SEED})`, async () => {
  const missed: string[] = []
  let [tried, deleted] = [0, 0]
  for (const at of inputs(INPUTS, 2)) {
    tried++
    const r = random(SEED + at)
    const made = destructive(r)
    const command = r.oneIn(2) ? mutated(made, r) : made
    if (command.includes('\u0000')) continue
    const deletes = world
      .calls(command)
      .some(words => words.includes(VICTIM) && words.some(word => /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/.test(word)))
    if (!deletes) continue
    deleted++
    const { decision } = await world.review(command)
    if (decision === 'allow' || decision === 'warn') missed.push(`${SEED + at}: ${JSON.stringify(command)}`)
  }
  expect(deleted).toBeGreaterThan(tried / 4)
  expect(missed).toEqual([])
})
