/** `reviewer trust`: files of projects that people vouch for. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { asPerson, CODE, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'

let world: World
let file: string
beforeEach(() => {
  world = makeWorld()
  file = world.put('house.mjs', 'export default { input: () => false }\n')
  world.put('safety.config.yaml', 'reviewers:\n  - { use: house.mjs, tools: [Bash] }\n')
})
let sessions = 0
/** At the first call of a session: one that has begun keeps what it began with. */
const looks = () => world.hook(world.call('Bash', { command: 'ls' }, { session_id: `looks-${++sessions}` })).decision
const userConfig = () => JSON.parse(readFileSync(join(world.state, 'install.json'), 'utf8')).user_config
const listed = () => world.cli(['trust', 'list']).stdout

test('nobody but a person at a terminal may add or remove', () => {
  for (const verb of ['add', 'remove']) {
    const { status, stderr } = world.cli(['trust', verb, file])
    expect(status).toBe(1)
    expect(stderr).toMatch(verb === 'add' ? /refused/ : /is not pinned/)
  }
  expect(listed()).toBe('no files are pinned\n')
})

test('what is no file cannot be pinned', () =>
  expect(world.cli(['trust', 'add', join(world.project, 'none.mjs')]).stderr).toContain('no file that can be read'))

test.each(['a: [\n', 'trust: 3\n', 'trust:\n  - { path: /x }\n', '- a\n'])(
  'a configuration that cannot be used is told, and left as it is: %j',
  text => {
    world.configure(text)
    for (const args of [['list'], ['add', file], ['remove', file]]) {
      const { status, stderr } = world.cli(['trust', ...args])
      expect(status).not.toBe(0)
      expect(stderr).toMatch(/config\.yaml:\d+:\d+: /)
      expect(stderr).not.toMatch(/^ +at /m)
    }
    expect(readFileSync(userConfig(), 'utf8')).toBe(text)
  },
)

test('what is no text cannot be pinned', () => {
  writeFileSync(file, Buffer.from([0x2f, 0x2f, 0xff]))
  expect(world.cli(['trust', 'add', file]).stderr).toContain('not valid UTF-8')
})

describe.skipIf(!hasPython)('a person', () => {
  test('pins the content as it is: a change of it takes effect only when it is pinned anew', () => {
    expect(looks()).toBe('')
    expect(asPerson(world, ['trust', 'add', file])).toMatchObject({ code: 0 })
    expect(looks()).toBe('deny')
    expect(listed()).toMatch(/^[0-9a-f]{12} {2}trusted {2}.*house\.mjs\n$/)
    writeFileSync(file, 'export default { input: () => true }\n')
    expect(listed()).toContain('changed')
    expect(looks()).toBe('')
  })

  test('a wrong code pins nothing', () => {
    expect(asPerson(world, ['trust', 'add', file], [[CODE[0], 'WRONG1']]).code).toBe(1)
    expect(listed()).toBe('no files are pinned\n')
  })

  test('takes it back, and what else the configuration says stays, with its comments', () => {
    world.configure('# mine\nenvironment: { disposable: false } # not a container\n')
    asPerson(world, ['trust', 'add', file])
    expect(looks()).toBe('deny')
    expect(asPerson(world, ['trust', 'remove', file])).toMatchObject({ code: 0 })
    expect(looks()).toBe('')
    const text = readFileSync(userConfig(), 'utf8')
    expect(text).toMatch(/# mine\nenvironment: \{ disposable: false \} # not a container\n/)
  })

  test('a link to the configuration stays one', () => {
    const kept = join(world.root, 'dotfiles.yaml')
    writeFileSync(kept, 'environment: { disposable: false }\n')
    rmSync(userConfig())
    symlinkSync(kept, userConfig())
    asPerson(world, ['trust', 'add', file])
    expect(readFileSync(kept, 'utf8')).toContain('house.mjs')
  })

  test('the use of it is on record', () => {
    asPerson(world, ['trust', 'add', file])
    expect(world.records().filter(({ kind }) => kind === 'human')).not.toHaveLength(0)
  })
})
