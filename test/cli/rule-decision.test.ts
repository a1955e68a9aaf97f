/** `reviewer rules set`: judged by what the hook answers afterwards, and by the bytes of the configuration. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asPerson, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'

const CONFIG = '# mine\nenvironment:\n  disposable: false # really\n'

const configOf = (at: World): string => readFileSync(join(at.home, '.config/reviewer/config.yaml'), 'utf8')

function withConfig(text = CONFIG): World {
  const at = makeWorld()
  at.configure(text)
  return at
}

/** What a new session is answered. */
let sessions = 0
const answer = (at: World, command: string): string =>
  at.hook(at.call('Bash', { command }, { session_id: `new-${++sessions}` })).decision

describe('stricter', () => {
  test('it asks nobody, shows a diff, keeps comments, holds, and is taken back without a trace', () => {
    const at = withConfig()
    expect(answer(at, 'npm publish')).toBe('ask')
    const { status, stdout } = at.cli(['rules', 'set', 'publish.release', 'block'])
    expect(status).toBe(0)
    expect(stdout).toContain('+      publish.release: block')
    expect(stdout).toContain('publish.release decides block instead of ask in all projects')
    expect(stdout).toContain('To take it back: reviewer rules set publish.release default')
    expect(configOf(at)).toContain(CONFIG)
    expect(answer(at, 'npm publish')).toBe('deny')
    expect(at.cli(['rules', 'list']).stdout).toMatch(
      /^block .*publish\.release .*\(your configuration; default: ask\)$/m,
    )
    expect(JSON.parse(at.cli(['rules', 'show', 'publish.release']).stdout)).toMatchObject({
      decision: 'ask',
      decision_in_force: 'block',
    })
  })

  test('without a decision it says what the rule decides and what can be typed', () => {
    const at = withConfig()
    const { status, stderr } = at.cli(['rules', 'set', 'publish.release'])
    expect(status).toBe(2)
    expect(stderr).toContain('publish.release decides ask here')
    expect(stderr).toContain('reviewer rules set publish.release warn')
    expect(at.cli(['rules', 'set', 'publish.relaese']).stderr).toContain('did you mean publish.release?')
    expect(configOf(at)).toBe(CONFIG)
  })

  test('deny is block; what holds already changes nothing', () => {
    const at = withConfig()
    expect(at.cli(['rules', 'set', 'publish.release', 'deny']).status).toBe(0)
    const text = configOf(at)
    const { status, stdout } = at.cli(['rules', 'set', 'publish.release', 'block'])
    expect([status, stdout]).toEqual([0, 'publish.release is set like this already; nothing was changed\n'])
    expect(configOf(at)).toBe(text)
  })

  test('in one project alone, by the name that it has in the configuration', () => {
    const text = `${CONFIG}projects:\n  ~/project:\n    # ours\n    goals: [Ship it]\n`
    const at = withConfig(text)
    expect(at.cli(['rules', 'set', 'publish.release', 'block', '--project']).status).toBe(0)
    expect(configOf(at)).toMatch(/ {2}~\/project:\s+# ours\n {4}goals: \[Ship it\]\n {4}step_reviewer:/)
    expect(answer(at, 'npm publish')).toBe('deny')
    const elsewhere = { session_id: 'elsewhere', cwd: at.home }
    expect(at.hook(at.call('Bash', { command: 'npm publish' }, elsewhere)).decision).toBe('ask')
  })

  test('a rule that rewrites asks instead', () => {
    const at = withConfig()
    at.git('remote', 'add', 'origin', 'https://git.example/project.git')
    at.git('checkout', '-qb', 'topic')
    const push = 'git push --force origin topic'
    const first = at.hook(at.call('Bash', { command: push }))
    expect(JSON.stringify(first.json)).toContain('--force-with-lease')
    expect(at.cli(['rules', 'set', 'git.force-push', 'ask']).status).toBe(0)
    const second = at.hook(at.call('Bash', { command: push }, { session_id: 'second' }))
    expect(second.decision).toBe('ask')
    expect(JSON.stringify(second.json)).not.toContain('updatedInput')
  })
})

describe('refused', () => {
  test.each([
    ['a rule that is not there', ['publish.relase', 'ask'], 1, 'did you mean publish.release?'],
    ['a word that is no decision', ['publish.release', 'blok'], 2, 'did you mean block?'],
    ['a safer form that nobody knows', ['publish.release', 'rewrite'], 1, 'knows no safer form'],
    [
      'what guards the reviewer',
      ['self.control', 'warn'],
      1,
      'guards the reviewer itself, or what nothing brings back',
    ],
    ['what nothing brings back', ['system.destroy', 'allow'], 1, 'it decides block, or what is stricter'],
    ['looser without a terminal', ['publish.release', 'warn'], 1, 'Open a terminal of your own'],
  ])('%s', (_, words, code, why) => {
    const at = withConfig()
    const { status, stderr } = at.cli(['rules', 'set', ...words])
    expect([status, stderr]).toEqual([code, expect.stringContaining(why)])
    expect(configOf(at)).toBe(CONFIG)
  })

  test('Claude does not run it', () => {
    const at = withConfig()
    expect(answer(at, 'reviewer rules set publish.release allow')).toBe('deny')
    expect(answer(at, 'reviewer rules list')).toBe('')
  })
})

describe.skipIf(!hasPython)('looser, at a terminal (imitated by python3; skipped where it is absent)', () => {
  test('a code, then it holds; default gives the configuration back byte for byte', () => {
    const at = withConfig()
    const { code, screen } = asPerson(at, ['rules', 'set', 'publish.release', 'allow'])
    expect({ code, screen }).toMatchObject({ code: 0, screen: expect.stringContaining('decides allow instead of ask') })
    expect(screen).toContain('To let publish.release decide allow instead of ask in all projects, type')
    expect(answer(at, 'npm publish')).toBe('')
    expect(at.cli(['rules', 'set', 'publish.release', 'default']).status).toBe(0)
    expect(configOf(at)).toBe(CONFIG)
    expect(answer(at, 'npm publish')).toBe('ask')
  })

  test('a rule that was disabled by hand comes back', () => {
    const at = withConfig(`${CONFIG}step_reviewer:\n  rules:\n    disabled: [publish.release]\n`)
    expect(answer(at, 'npm publish')).toBe('')
    expect(at.cli(['rules', 'set', 'publish.release', 'ask']).status).toBe(0)
    expect(answer(at, 'npm publish')).toBe('ask')
  })

  test('the wrong code changes nothing', () => {
    const at = withConfig()
    const { code } = asPerson(at, ['rules', 'set', 'publish.release', 'allow'], [['type [A-Z0-9]{6}: ', 'NO']])
    expect(code).toBe(1)
    expect(configOf(at)).toBe(CONFIG)
  })
})
