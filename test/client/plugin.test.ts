/** Real client: the plugin alone, beside a hook of the settings, and without its program. */

import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../src/model/record.ts'
import { openStore } from '../../src/record/store.ts'
import { wordsFor } from '../program.ts'
import { requireClient, told, unprivileged } from './client.ts'
import { said, twoCalls } from './two-calls.ts'
import { createWorld, userSettings, type World } from './world.ts'

const client = requireClient() ?? ''
const LIMIT = 120_000

describe.skipIf(!client)('the plugin', () => {
  let world: World
  beforeEach(() => {
    world = createWorld(unprivileged(client))
  })
  afterEach(() => world?.remove())

  const usualState = () => join(world.home, '.local/state/reviewer')

  /** Registers the hook in the user's settings, with its state where the plugin has its own. */
  const register = () => {
    rmSync(userSettings(world))
    world.run(world.project, ...wordsFor(['init', '--home', usualState()]))
  }

  const session = (...words: readonly string[]) =>
    twoCalls(client, world, ['--plugin-dir', resolve('plugin'), ...words])

  /** How often each event of tools and prompts is on record. */
  function recorded(): Readonly<Record<string, number>> {
    const copy = join(world.root, 'copy')
    cpSync(usualState(), copy, { recursive: true })
    const store = openStore({ database: join(copy, 'reviewer.db') })
    try {
      const rows: readonly AuditRecord[] = [...store.audit({})].filter(row => row.session_id !== 'reviewer-init')
      const counts: Record<string, number> = {}
      for (const { event } of rows) counts[event] = (counts[event] ?? 0) + 1
      return counts
    } finally {
      store.close()
    }
  }

  test.each(['plugin', '.'])('%s is valid for the client', directory => {
    const words = ['plugin', 'validate', '--strict', resolve(directory)]
    const { status, stdout } = spawnSync(client, words, { encoding: 'utf8', env: { ...world.env }, cwd: world.project })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Validation passed') })
  })

  test(
    'alone it denies, and brings its commands and its skill',
    async () => {
      rmSync(userSettings(world))
      const { run, made } = await session()
      expect(made).toEqual([true, false])
      expect(told(run, 'destroy')?.text).toContain('with everything in it')
      expect(recorded()).toMatchObject({ PreToolUse: 2, UserPromptSubmit: 1 })
      const begun = run.events.find(({ subtype }) => subtype === 'init')
      for (const name of ['why', 'undo', 'session', 'allow'])
        expect(begun?.slash_commands).toContain(`reviewer:${name}`)
      expect(JSON.stringify(begun?.skills)).toContain('reviewer-reasons')
    },
    LIMIT,
  )

  test(
    'beside a hook of the settings each event is reviewed once',
    async () => {
      register()
      const { run, made } = await session()
      expect(made).toEqual([true, false])
      expect(told(run, 'destroy')?.text).toContain('with everything in it')
      expect(recorded()).toMatchObject({ PreToolUse: 2, PostToolUse: 1, UserPromptSubmit: 1 })
    },
    LIMIT,
  )

  test(
    'where the client reads no settings of the user, the plugin reviews although they register a hook',
    async () => {
      register()
      const { made } = await session('--setting-sources', 'project')
      expect(made).toEqual([true, false])
      expect(recorded()).toMatchObject({ PreToolUse: 2 })
      expect(readFileSync(userSettings(world), 'utf8')).toContain('hook')
    },
    LIMIT,
  )

  test(
    'without its program a person and the model are told, and can work',
    async () => {
      rmSync(userSettings(world))
      rmSync(join(world.home, '.local'), { recursive: true })
      const { run, made } = await session()
      expect(made[0]).toBe(true)
      expect(said(run)).toContain('npx step-reviewer installs it')
      expect(JSON.stringify(run.requests)).toContain('is not installed here, so nothing is reviewed')
    },
    LIMIT,
  )
})
