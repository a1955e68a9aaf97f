/** What is registered but cannot run: the program gone or broken, Node gone, too old, without a database; a client that is too old. */
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { client, isOlder } from '../../src/doctor/client.ts'
import { installed, runtime } from '../../src/doctor/program.ts'
import type { World } from '../world.ts'
import { around, eachHandler, guarded, idsOf, packageRoot } from './around.ts'

/** A script in place of a program; returns its path. */
function script(world: World, name: string, text: string): string {
  const file = join(world.root, 'tools', name)
  mkdirSync(join(world.root, 'tools'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

const replacing = (from: string, to: string) =>
  guarded(
    eachHandler(handler => ({ ...handler, args: (handler.args as string[]).map(arg => (arg === from ? to : arg)) })),
  )

const found = (world: World) => idsOf([installed, runtime].flatMap(check => check.look(around(world))))

test('what init registers is well', () => {
  // The package that is tested may lie where its version is no other than its own sources say.
  expect(found(guarded()).filter(id => id !== 'program.version')).toEqual([])
})

describe('the program', () => {
  const own = `${packageRoot}/bin/reviewer.js`

  test('is gone', () => {
    expect(found(replacing(own, '/nowhere/bin/reviewer.js'))).toContain('program.missing')
  })

  test('was not built, or half removed', () => {
    const world = guarded()
    const copy = join(world.root, 'copy')
    mkdirSync(copy)
    cpSync(join(packageRoot, 'bin'), join(copy, 'bin'), { recursive: true })
    const moved = eachHandler(handler => ({
      ...handler,
      args: (handler.args as string[]).map(arg => (arg === own ? join(copy, 'bin/reviewer.js') : arg)),
    }))
    const there = guarded(moved)
    const [finding] = installed.look(around(there))
    expect(finding).toMatchObject({ id: 'program.missing' })
    expect(finding?.what).toContain('dist/launch.cjs')
  })

  test('can be written by everybody', () => {
    const world = guarded()
    const copy = join(world.root, 'copy')
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join(packageRoot, name), join(copy, name), { recursive: true })
    chmodSync(join(copy, 'dist/hook.cjs'), 0o666)
    const there = replacing(own, join(copy, 'bin/reviewer.js'))
    expect(found(there)).toContain('program.writable')
    rmSync(copy, { recursive: true })
  })
})

describe('Node', () => {
  test('was removed by its version manager', () => {
    expect(found(replacing(process.execPath, '/home/x/.nvm/versions/node/v20/bin/node'))).toContain('node.missing')
  })

  test.each([
    ['does not start', 'exit 7', 'node.broken'],
    ['is too old', `echo '{"version":"18.1.0","native":"","builtin":false}'`, 'node.old'],
    [
      'has another ABI and no database of its own',
      `echo '{"version":"20.20.0","native":"NODE_MODULE_VERSION 127","builtin":false}'`,
      'node.native',
    ],
  ])('%s', (_, text, id) => {
    const world = guarded()
    const node = script(world, 'node', text)
    const there = replacing(process.execPath, node)
    const [finding] = runtime.look(around(there))
    expect(finding).toMatchObject({ id, level: 'wrong' })
  })

  test('has another ABI, and its own SQLite instead: a note', () => {
    const world = guarded()
    const node = script(world, 'node', `echo '{"version":"24.0.0","native":"NODE_MODULE_VERSION 127","builtin":true}'`)
    expect(runtime.look(around(replacing(process.execPath, node)))).toMatchObject([
      { id: 'node.native', level: 'note' },
    ])
  })
})

describe('the client', () => {
  const withClient = (says: string) => {
    const world = guarded()
    const path = script(world, 'claude', says)
    return client.look(around(world, { env: { PATH: path.replace(/\/claude$/, '') } }))
  }

  test.each([
    ['2.1.329', []],
    ['2.1.197', ['2.1.211', '2.1.214', '2.1.295']],
    ['2.0.76', ['2.1.139', '2.1.211', '2.1.214', '2.1.295']],
  ])('%s', (version, lacking) => {
    const findings = withClient(`echo '${version} (Claude Code)'`)
    expect(findings.map(({ what }) => /older than ([\d.]+)/.exec(what)?.[1])).toEqual(lacking)
  })

  test('is not there, or does not say: a note', () => {
    expect(withClient('exit 1')).toMatchObject([{ id: 'client.unknown', level: 'note' }])
    expect(client.look(around(guarded(), { env: { PATH: '/nowhere' }, home: '/nowhere' }))).toMatchObject([
      { level: 'note' },
    ])
  })

  test('versions are compared by their numbers', () => {
    expect(isOlder('2.1.99', '2.1.139')).toBe(true)
    expect(isOlder('2.2.0', '2.1.139')).toBe(false)
    expect(isOlder('2.1.139', '2.1.139')).toBe(false)
  })
})
