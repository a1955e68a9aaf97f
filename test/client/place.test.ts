/** Real client: settings that several people share, with and without the program, and a registered program that is gone. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { wordsFor } from '../program.ts'
import { requireClient, told, unprivileged } from './client.ts'
import { said, twoCalls } from './two-calls.ts'
import { createWorld, userSettings, type World } from './world.ts'

const client = requireClient() ?? ''
const LIMIT = 120_000

describe.skipIf(!client)('where the program lies', () => {
  let world: World
  afterEach(() => world?.remove())

  const remove = (path: string): void => rmSync(join(world.home, path), { recursive: true })
  const installed = '.local/share/reviewer'

  /** The user has registered nothing; the project has, for everybody. */
  function sharing(): void {
    world = createWorld(unprivileged(client))
    const state = join(world.home, '.local/state/reviewer')
    const reviewer = (...words: readonly string[]) => world.run(world.project, ...wordsFor([...words, '--home', state]))
    rmSync(userSettings(world))
    reviewer('init', '--project')
  }

  test(
    'shared settings guard whoever has installed it',
    async () => {
      sharing()
      const { run, made } = await twoCalls(client, world)
      expect(made).toEqual([true, false])
      expect(told(run, 'destroy')?.text).toContain('with everything in it')
    },
    LIMIT,
  )

  test(
    'shared settings let a person work who has not, and say so to them and to the model',
    async () => {
      sharing()
      remove('.local')
      const { run, made } = await twoCalls(client, world)
      expect(made[0]).toBe(true)
      expect(said(run)).toContain('npx step-reviewer init --project installs it')
      expect(JSON.stringify(run.requests)).toContain('is not installed here, so nothing is reviewed')
    },
    LIMIT,
  )

  test(
    'a program that is gone: nothing runs, and a person is told what to do',
    async () => {
      world = createWorld(unprivileged(client))
      remove(installed)
      const { run, made } = await twoCalls(client, world)
      expect(made).toEqual([false, false])
      expect(told(run, 'harmless')?.text).toContain('No such file')
      expect(said(run)).toContain('npx step-reviewer upgrade puts it back')
    },
    LIMIT,
  )

  test(
    'the same where settings are shared',
    async () => {
      sharing()
      remove(installed)
      const { run, made } = await twoCalls(client, world)
      expect(made).toEqual([false, false])
      expect(told(run, 'harmless')?.text).toContain('npx step-reviewer upgrade puts it back')
    },
    LIMIT,
  )
})
