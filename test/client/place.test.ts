/** Real client: settings that several people share, with and without the program, and a registered program that is gone. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { wordsFor } from '../program.ts'
import { type Run, requireClient, runClient, told, unprivileged } from './client.ts'
import { createWorld, userSettings, type World } from './world.ts'

const client = requireClient() ?? ''
const LIMIT = 120_000

describe.skipIf(!client)('where the program lies', () => {
  let world: World
  afterEach(() => world?.remove())

  const remove = (path: string): void => rmSync(join(world.home, path), { recursive: true })
  const installed = '.local/share/reviewer'

  /** A call that nobody minds, and one that the reviewer denies; `made` says whether they ran. */
  async function session(): Promise<{ readonly run: Run; readonly made: readonly boolean[] }> {
    const files = ['harmless', 'destroyed'].map(name => join(world.root, name))
    const [harmless = '', destroyed = ''] = files
    const bash = (name: string, command: string) => [{ name, tool: 'Bash', input: { command, description: name } }]
    const run = await runClient({
      client,
      world,
      permissionMode: 'bypassPermissions',
      script: {
        main: [bash('harmless', `touch ${harmless}`), bash('destroy', `touch ${destroyed}; rm -rf ~/`), 'Done.'],
      },
    })
    return { run, made: files.map(file => existsSync(file)) }
  }

  /** Everything that the client told anybody. */
  const said = ({ events }: Run): string => JSON.stringify(events)

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
      const { run, made } = await session()
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
      const { run, made } = await session()
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
      const { run, made } = await session()
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
      const { run, made } = await session()
      expect(made).toEqual([false, false])
      expect(told(run, 'harmless')?.text).toContain('npx step-reviewer upgrade puts it back')
    },
    LIMIT,
  )
})
