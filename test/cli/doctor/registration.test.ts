/** What can be wrong with how the hook is registered: each is found, and what `init` writes is well. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registrationsIn } from '../../../src/agents/claude-code/registration/registered.ts'
import type { Settings } from '../../../src/agents/claude-code/registration/settings.ts'
import {
  brought,
  mods,
  others,
  pluginFiles,
  readable,
  registered,
  shape,
  twice,
} from '../../../src/cli/doctor/registration.ts'
import { PROGRAM } from '../../program.ts'
import { makeWorld, type World } from '../../world.ts'
import { around, eachHandler, guarded, idsOf, packageRoot, put } from './around.ts'

const CHECKS = [registered, readable, shape, twice, mods]
const found = (world: World, more = {}) => idsOf(CHECKS.flatMap(check => check.look(around(world, more))))

test('what init writes is well', () => {
  expect(found(guarded())).toEqual([])
})

test('no registration at all', () => {
  expect(found(makeWorld())).toEqual(['registration.none'])
})

test('an event that is missing is named', () => {
  const world = guarded(({ hooks = {}, ...rest }) => {
    const { PreToolUse: _, ConfigChange: __, ...left } = hooks
    return { ...rest, hooks: left }
  })
  const [finding] = registered.look(around(world))
  expect(finding).toMatchObject({ id: 'registration.events', level: 'wrong', remedy: 'reviewer init --project' })
  expect(finding?.what).toBe('not registered for PreToolUse, ConfigChange')
})

describe('a file that the client does not take', () => {
  test.each([
    ['half a file', '{"hooks":'],
    ['a list', '[]'],
  ])('%s', (_, text) => {
    const world = guarded()
    put(world, 'settings.local.json', text)
    expect(found(world)).toEqual(['registration.unreadable'])
  })

  test.each([
    ['a time-out as text', { type: 'command', command: 'beep', timeout: '5' }, 'timeout "5"'],
    ['a time-out of 0', { type: 'command', command: 'beep', timeout: 0 }, 'timeout 0'],
    ['an unknown type', { type: 'shell', command: 'beep' }, 'type "shell"'],
    ['an unknown onFailure', { type: 'command', command: 'beep', onFailure: 'deny' }, 'onFailure "deny"'],
    ['no command', { type: 'command' }, 'command is no text'],
    ['args that are no texts', { type: 'command', command: 'beep', args: [1] }, 'args'],
    ['null', null, 'no object'],
  ])('one handler of somebody else drops ours: %s', (_, handler, said) => {
    const world = guarded(({ hooks = {}, ...rest }) => ({
      ...rest,
      hooks: { ...hooks, PreToolUse: [...(hooks.PreToolUse ?? []), { matcher: 'Bash', hooks: [handler] }] },
    }))
    const [finding] = readable.look(around(world))
    expect(finding).toMatchObject({ id: 'registration.invalid', level: 'wrong' })
    expect(finding?.what).toContain(said)
    expect(finding?.why).toContain('PreToolUse')
  })

  test('of an event without ours it is a note', () => {
    const world = guarded(({ hooks, ...rest }) => ({
      ...rest,
      hooks: { ...hooks, Notification: [{ hooks: [{ type: 'x' }] }] },
    }))
    expect(readable.look(around(world))).toMatchObject([{ level: 'note' }])
  })

  test('handlers of other kinds, as the client knows them, are well', () => {
    const theirs = [
      { type: 'http', url: 'http://localhost', timeout: 0.5 },
      { type: 'command', command: 'beep', onFailure: 'allow' },
      { type: 'prompt', prompt: 'x' },
    ]
    const world = guarded(({ hooks, ...rest }) => ({ ...rest, hooks: { ...hooks, Notification: [{ hooks: theirs }] } }))
    expect(found(world)).toEqual([])
  })
})

describe('a registration that sees too little, or comes too late', () => {
  test.each<[string, (handler: Record<string, unknown>) => unknown, string]>([
    ['if', handler => ({ ...handler, if: 'Bash(rm *)' }), 'registration.if'],
    ['async', handler => ({ ...handler, async: true }), 'registration.async'],
    ['once', handler => ({ ...handler, once: true }), 'registration.once'],
    ['a short time-out', handler => ({ ...handler, timeout: 1 }), 'registration.timeout'],
    ['no onFailure', ({ onFailure: _, ...handler }) => handler, 'registration.on-failure'],
    [
      'variables that reach it',
      handler => ({ ...handler, args: (handler.args as string[]).slice(2) }),
      'registration.environment',
    ],
    [
      'a program from PATH',
      handler => ({
        ...handler,
        args: (handler.args as string[]).map(arg => (arg === PROGRAM.at(-1) ? 'reviewer' : arg)),
      }),
      'registration.path',
    ],
  ])('%s', (_, change, id) => {
    expect(new Set(found(guarded(eachHandler(change))))).toEqual(new Set([id]))
  })

  test('a matcher', () => {
    const world = guarded(settings =>
      JSON.parse(JSON.stringify(settings).replaceAll('"matcher":"*"', '"matcher":"Bash"')),
    )
    expect(new Set(found(world))).toEqual(new Set(['registration.matcher']))
  })

  test.each(['', '.*', '^.*$'])('the matcher %j matches everything', matcher => {
    const world = guarded(settings =>
      JSON.parse(JSON.stringify(settings).replaceAll('"matcher":"*"', `"matcher":${JSON.stringify(matcher)}`)),
    )
    expect(found(world)).toEqual([])
  })
})

describe('a line for a shell', () => {
  const asLine = (line: string) => guarded(eachHandler(({ args: _, ...handler }) => ({ ...handler, command: line })))

  test.each([
    ['a path with a space, unquoted', '/usr/bin/env -i /usr/bin/node /opt/my tools/reviewer.js hook'],
    ['a variable', '$HOME/bin/reviewer hook'],
    ['something before it', 'echo hello; /usr/bin/node /opt/reviewer.js hook'],
    ['code for Node', '/usr/bin/node --require /tmp/x.js /opt/reviewer.js hook'],
  ])('%s is seen', (_, line) => {
    expect(found(asLine(line))).toContain('registration.command')
  })

  test('quoted, it is understood', () => {
    const world = asLine(`/usr/bin/env -i '/usr/bin/node' "/opt/my tools/reviewer.js" hook --home /a\\ b`)
    expect(found(world)).toEqual([])
  })
})

test('hooks of others before a call are a note: they may rewrite it', () => {
  const world = guarded(({ hooks = {}, ...rest }) => ({
    ...rest,
    hooks: { ...hooks, PreToolUse: [...(hooks.PreToolUse ?? []), { hooks: [{ type: 'command', command: 'format' }] }] },
  }))
  expect(others.look(around(world))).toMatchObject([{ id: 'registration.others', level: 'note' }])
  expect(others.look(around(guarded()))).toEqual([])
})

test('hooks that skills and agents bring along are a note each', () => {
  const world = guarded()
  const hooks = '---\nname: x\nhooks:\n  PreToolUse: []\n---\n'
  const skill = put(world, 'skills/x/SKILL.md', hooks)
  put(world, 'skills/y/SKILL.md', '---\nname: y\n---\nhooks: none\n')
  const agent = join(world.home, '.claude/agents/z.md')
  mkdirSync(join(agent, '..'), { recursive: true })
  writeFileSync(agent, hooks)
  const found = brought.look(around(world))
  expect(found).toMatchObject([{ id: 'registration.brought', level: 'note' }, { id: 'registration.brought' }])
  expect(found.map(({ what }) => what.split(' ')[0])).toEqual([skill, agent])
})

describe('registered twice', () => {
  test('the same line in two files runs once', () => {
    const world = guarded()
    put(
      world,
      'settings.local.json',
      JSON.stringify(around(world).files.find(({ level }) => level === 'project')?.settings),
    )
    expect(found(world)).toEqual([])
  })

  test('another line runs too', () => {
    const world = guarded()
    const text = JSON.stringify(around(world).files.find(({ level }) => level === 'project')?.settings)
    put(world, 'settings.local.json', text.replaceAll(world.state, '/elsewhere'))
    expect(found(world)).toEqual(['registration.twice'])
  })
})

describe('plugins', () => {
  const plugin = (world: World, hooks: unknown): void => {
    const directory = join(world.home, '.claude/plugins/cache/market/nice/1/hooks')
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'hooks.json'), JSON.stringify(hooks))
  }

  test('with modules one overrules the hook', () => {
    const world = guarded()
    plugin(world, { hooks: {}, modules: ['./mod.mjs'] })
    expect(found(world)).toEqual(['registration.mods'])
    const managed: Settings = { model: 'opus' }
    expect(mods.look(around(world, { managed }))).toEqual([])
  })

  test('that registers the reviewer as well is found', () => {
    const world = guarded()
    const handler = { type: 'command', command: '/usr/bin/node', args: [`${packageRoot}/bin/reviewer.js`, 'hook'] }
    plugin(world, { hooks: { PreToolUse: [{ hooks: [handler] }] } })
    const { registrations, ...rest } = around(world)
    const all = [...registrations, ...pluginFiles(rest).flatMap(registrationsIn)]
    expect(idsOf(twice.look({ ...rest, registrations: all }))).toEqual(['registration.twice'])
  })

  test('without either, one is left alone', () => {
    const world = guarded()
    plugin(world, { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'beep' }] }] } })
    expect(found(world)).toEqual([])
  })
})

test('the plugin alone is well, and beside a hook of the settings it is not a second one', () => {
  const hooks: Settings = JSON.parse(readFileSync(join(packageRoot, 'plugin/hooks/hooks.json'), 'utf8'))
  const plugin = registrationsIn({ level: 'plugin', path: '/plugin/hooks.json', trouble: '', settings: hooks })
  expect(found(makeWorld(), { registrations: plugin })).toEqual([])
  const world = guarded()
  expect(found(world, { registrations: [...around(world).registrations, ...plugin] })).toEqual([])
})
