/** `reviewer init`: the registration, merged, proved and taken out again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MODULES_MS } from '../../src/core/review-cache.ts'
import { REVIEWED_EVENTS } from '../../src/protocol/event.ts'
import type { Settings } from '../../src/registration/settings.ts'
import { makeWorld, type World } from '../world.ts'

const THEIRS = {
  model: 'opus',
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'their-guard' }] }],
    Notification: [{ hooks: [{ type: 'command', command: 'beep' }] }],
  },
  permissions: { allow: ['Bash(ls)'] },
}

const settingsOf = (world: World, name = 'settings.json') => join(world.project, '.claude', name)
const read = (file: string): Settings => JSON.parse(readFileSync(file, 'utf8'))

function withTheirs(text = JSON.stringify(THEIRS, null, 4)) {
  const world = makeWorld()
  const file = settingsOf(world)
  mkdirSync(join(world.project, '.claude'))
  writeFileSync(file, text)
  return { world, file, text }
}

test('registers every event, and proves that it blocks', () => {
  const world = makeWorld()
  const { status, stdout, stderr } = world.cli(['init'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('self-test: `rm -rf /` was blocked')
  const { hooks = {} } = read(settingsOf(world))
  expect(Object.keys(hooks)).toEqual([...REVIEWED_EVENTS])
  for (const [event, groups] of Object.entries(hooks)) {
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({ matcher: '*', hooks: [{ type: 'command', command: '/usr/bin/env' }] })
    const [handler] = groups[0]?.hooks ?? []
    expect(handler?.args?.slice(-4)).toEqual([expect.stringMatching(/\/reviewer$/), 'hook', '--home', world.state])
    for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'BUN_OPTIONS', 'BUN_BE_BUN'])
      expect(handler?.args).toContain(name)
    expect(handler?.onFailure).toBe(['PreToolUse', 'PostToolUse'].includes(event) ? 'block' : undefined)
    // Seconds; the client would kill the hook while people's own reviewers are at work.
    expect(handler?.timeout).toBeGreaterThan(MODULES_MS / 1000)
  }
  expect(world.records()).toMatchObject([{ session_id: 'reviewer-init', decision: 'block' }])
})

test('leaves the hook the places that it must not ask the environment for', () => {
  const world = makeWorld()
  world.cli(['init'], '', { XDG_CONFIG_HOME: join(world.root, 'xdg') })
  expect(read(join(world.state, 'install.json'))).toEqual({
    user_config: join(world.root, 'xdg', 'reviewer', 'config.yaml'),
    home: world.home,
  })
})

describe('beside what is there', () => {
  test('it merges, and keeps the file as it was', () => {
    const { world, file, text } = withTheirs()
    const { stdout } = world.cli(['init'])
    const { hooks, model, permissions } = read(file)
    expect({ model, permissions }).toEqual({ model: THEIRS.model, permissions: THEIRS.permissions })
    expect(hooks?.PreToolUse).toHaveLength(2)
    expect(hooks?.PreToolUse?.[0]).toEqual(THEIRS.hooks.PreToolUse[0])
    expect(hooks?.Notification).toEqual(THEIRS.hooks.Notification)
    expect(readFileSync(`${file}.before-reviewer`, 'utf8')).toBe(text)
    expect(stdout).toContain(`${file}.before-reviewer`)
  })

  test('twice is once, and the backup stays the first one', () => {
    const { world, file, text } = withTheirs()
    world.cli(['init'])
    const once = readFileSync(file, 'utf8')
    const { status, stdout } = world.cli(['init'])
    expect(status).toBe(0)
    expect(stdout).toContain('needs no change')
    expect(stdout).toContain('self-test')
    expect(readFileSync(file, 'utf8')).toBe(once)
    expect(readFileSync(`${file}.before-reviewer`, 'utf8')).toBe(text)
  })

  test('an older registration of ours is replaced', () => {
    const { world, file } = withTheirs()
    world.cli(['init'])
    const moved = readFileSync(file, 'utf8').replaceAll(/"[^"]*\/bin\/reviewer\.js"/g, '"/old/place/bin/reviewer.js"')
    writeFileSync(file, moved)
    world.cli(['init'])
    expect(read(file).hooks?.PreToolUse).toHaveLength(2)
    expect(readFileSync(file, 'utf8')).not.toContain('/old/place')
  })

  test('--remove restores it', () => {
    const { world, file } = withTheirs()
    world.cli(['init'])
    expect(world.cli(['init', '--remove']).status).toBe(0)
    expect(read(file)).toEqual(THEIRS)
  })

  test('--remove without a registration changes nothing', () => {
    const { world, file, text } = withTheirs()
    expect(world.cli(['init', '--remove']).stdout).toContain('needs no change')
    expect(readFileSync(file, 'utf8')).toBe(text)
    const empty = makeWorld()
    empty.cli(['init', '--remove'])
    expect(existsSync(settingsOf(empty))).toBe(false)
  })

  test('--dry-run shows what would be written, and writes nothing', () => {
    const { world, file, text } = withTheirs()
    const { status, stdout } = world.cli(['init', '--dry-run'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ model: 'opus', hooks: { SessionStart: [{ matcher: '*' }] } })
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(existsSync(`${file}.before-reviewer`)).toBe(false)
    expect(existsSync(world.database)).toBe(false)
  })

  test.each([
    ['no JSON', '{ "model": '],
    ['a list', '[]'],
    ['null', 'null'],
    ['hooks that are a list of nothing known', '{"hooks":{"PreToolUse":{"a":1}}}'],
    ['a group without handlers', '{"hooks":{"PreToolUse":[{"matcher":"*"}]}}'],
    ['a handler that is null', '{"hooks":{"PreToolUse":[{"hooks":[null]}]}}'],
  ])('%s: nothing is changed, exit 2', (_, text) => {
    const { world, file } = withTheirs(text)
    const { status, stderr } = world.cli(['init'])
    expect(status).toBe(2)
    expect(stderr).toContain('Nothing was changed')
    expect(stderr).not.toContain('    at ')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('a byte order mark is no reason to refuse', () => {
    const { world, file } = withTheirs(`\uFEFF${JSON.stringify(THEIRS)}`)
    expect(world.cli(['init']).status).toBe(0)
    expect(read(file).model).toBe('opus')
  })
})

test('--local and --user choose the file', () => {
  const world = makeWorld()
  world.cli(['init', '--local'])
  world.cli(['init', '--user'])
  expect(read(settingsOf(world, 'settings.local.json')).hooks).toHaveProperty('PreToolUse')
  expect(read(join(world.home, '.claude', 'settings.json')).hooks).toHaveProperty('PreToolUse')
  expect(existsSync(settingsOf(world))).toBe(false)
})

test('a configuration that cannot be used is said at once', () => {
  const world = makeWorld()
  world.configure('step_reviewer: { nonsense: 1 }\n')
  const { status, stderr } = world.cli(['init'])
  expect(status).toBe(2)
  expect(stderr).toContain('nonsense')
  expect(stderr).not.toContain('    at ')
})
