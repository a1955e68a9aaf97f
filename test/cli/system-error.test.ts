/** What people read where the system refuses something, through the program. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeSystemError, withoutCodes } from '../../src/cli/system-error.ts'
import { ON_NODE, PROGRAM, starting, wordsFor } from '../program.ts'
import { makeWorld, type World } from '../world.ts'

test.each([
  [{ code: 'ENOSPC' }, undefined, 'the disk is full'],
  [{ code: 'ENOSPC' }, '/out', '/out: the disk is full'],
  [{ code: 'EROFS', path: '/a' }, undefined, '/a: that file system is read-only'],
  [{ code: 'EACCES', path: '/a', dest: '/b' }, undefined, '/b: this user may not write or read there'],
  [{ code: 'EIO' }, '/a', '/a: the disk failed to read or write it'],
  [{ code: 'EODD' }, '/a', '/a: the system refused it (error EODD)'],
  [
    { code: 'ENOENT', syscall: 'uv_cwd' },
    undefined,
    'the working directory was deleted: change to another one (cd), and try again',
  ],
])('%j', (fields, where, words) => {
  const error = Object.assign(new Error('EIO: i/o error, write'), { syscall: 'write', ...fields })
  expect(describeSystemError(error, where)).toBe(words)
})

describe('a home directory that is not absolute', () => {
  test.each([['init'], ['check', '--command', 'ls'], ['audit'], ['watch'], ['uninstall']])('%s', (...words) => {
    const world = makeWorld()
    const { status, stderr } = world.cli(words, '', { HOME: 'home' })
    expect([status, stderr]).toEqual([2, 'HOME: must be an absolute path, and is "home"\n'])
    expect(readdirSync(world.project)).not.toContain('home')
  })
})

test('a file in the place of a directory', () => {
  const world = makeWorld()
  writeFileSync(join(world.home, '.local'), '')
  const { status, stderr } = world.cli(['init'])
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^reviewer init: nothing was registered; what had been put in place was taken back.\nreviewer: .*\.local.*: a part of the path is no directory\n$/,
  )
})

test('codes in what other parts report are said in words', () => {
  expect(withoutCodes("EACCES: permission denied, open '/a b'")).toBe('/a b: this user may not write or read there')
  expect(withoutCodes("x: EXDEV: cross-device link, rename '/a' -> '/b'")).toBe(
    'x: /b: the system refused it (error EXDEV)',
  )
  expect(withoutCodes('/a cannot be read (EROFS)')).toBe('/a cannot be read (that file system is read-only)')
  for (const text of ['(EXAMPLE)', 'ERROR: no, thanks', 'AKIA: x, y']) expect(withoutCodes(text)).toBe(text)
})

/** Commands that read or write something, in places where that fails. */
const COMMANDS = [
  ...['status', 'session list', 'session stop x', 'allow list', 'audit list', 'audit verify', 'checkpoint list'],
  ...[
    'checkpoint show last',
    'config validate',
    'config reload',
    'rules list',
    'trust list',
    'keys status',
    'human end',
  ],
  ...['stats', 'tune', 'report -o out.html', 'replay --all', 'pause', 'pause --end', 'feedback list', 'doctor'],
  ...['erase --row last', 'watch --once', 'audit export', 'upgrade --dry-run', 'new rule drill-x'],
]
/** What Node, Bun and SQLite write, and nobody else. */
const RAW =
  /\bE(ACCES|NOENT|NOTDIR|ROFS|NOSPC|ISDIR|PERM|PIPE|FAULT|XIO)\b|\bat \S+ \(|SQLITE_|syscall|errno|\.(ts|cjs):\d/

const PLACES: readonly (readonly [what: string, place: (world: World) => string])[] = [
  ['a file in the place of the state', world => world.put('state')],
  ['a state below a file', world => join(world.put('state'), 'below')],
  ['a state that nothing can be written to', () => '/proc/self'],
  [
    'a directory in the place of the record',
    world => {
      mkdirSync(join(world.root, 'odd', 'reviewer.db'), { recursive: true })
      return join(world.root, 'odd')
    },
  ],
]

describe.each([...PLACES])('%s', (_, place) => {
  test.each(COMMANDS)('%s', line => {
    const world = makeWorld()
    const [file, words] = starting([...line.split(' '), '--home', place(world)])
    const { status, stdout, stderr } = spawnSync(file, words, { cwd: world.project, env: world.env, encoding: 'utf8' })
    expect([0, 1, 2]).toContain(status)
    expect(`${stdout}${stderr}`).not.toMatch(RAW)
  })
})

describe('the working directory is gone', () => {
  test.each([PROGRAM, ON_NODE].map(program => [program.join(' '), program] as const))('%s', (_, program) => {
    const world = makeWorld()
    for (const line of ['status', 'check --command ls', 'config show', 'audit list', 'doctor']) {
      const words = wordsFor([...line.split(' '), '--home', world.state], program).map(word => `'${word}'`)
      const script = `mkdir ../gone && cd ../gone && rmdir ../gone; exec ${words.join(' ')}`
      const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
        cwd: world.project,
        env: world.env,
        encoding: 'utf8',
      })
      expect([line, [0, 1, 2].includes(Number(status))]).toEqual([line, true])
      expect(`${stdout}${stderr}`).not.toMatch(RAW)
    }
  })
})

test.each(['rules list', 'rules list --json', 'config show'])('a full disk behind standard output: %s', line => {
  const world = makeWorld()
  const words = wordsFor([...line.split(' '), '--home', world.state]).map(word => `'${word}'`)
  const { status, stderr } = spawnSync('sh', ['-c', `${words.join(' ')} > /dev/full`], {
    cwd: world.project,
    env: world.env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'reviewer: standard output: the disk is full\n'])
})
