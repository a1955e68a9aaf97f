/** `reviewer replay`: past sessions, whatever they look like, and nothing is left behind. */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ON_NODE } from '../program.ts'
import { makeWorld, type World } from '../world.ts'
import { DAY, headOf, KEY, keep, reckless } from './replay/kept.ts'
import { printed, transcript } from './replay/transcript.ts'

/** All that lies in a directory, and when it was changed. */
function everythingIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => {
      const path = join(directory, name)
      const stat = lstatSync(path)
      const holds = stat.isFile() ? readFileSync(path, 'base64') : stat.isSymbolicLink() ? readlinkSync(path) : ''
      return `${name} ${stat.mode} ${stat.mtimeMs} ${holds}`
    })
}

interface Whole {
  readonly reviews: readonly { readonly kind: string; readonly review?: { readonly decision: string } }[]
  readonly sessions: readonly { readonly session: string; readonly prompt: string; readonly lines: object }[]
  readonly totals: readonly { readonly actions: number; readonly verdicts: Record<string, number> }[]
}

describe('a newcomer', () => {
  test('sees first how often they would have been interrupted, then where and why; nothing is written', () => {
    const at = makeWorld()
    rmSync(at.state, { recursive: true })
    keep(at, 'reckless', reckless(at.project))
    keep(at, 'calm', transcript('/gone', 'calm').prompt('Look').call('Bash', { command: 'ls' }, printed('')), '-gone')
    const before = everythingIn(at.root)
    // Neither a database nor what would open one is there.
    const guard = join(at.root, 'no-sqlite.cjs')
    const text = `const m = require('module'); const load = m._load
m._load = function (name, ...rest) { if (/sqlite/.test(name)) throw new Error('asked for ' + name); return load.call(this, name, ...rest) }`
    writeFileSync(guard, text)
    const run = at.cli(['replay', '--all'], '', { NODE_OPTIONS: `--require ${guard}` })
    rmSync(guard)
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
    expect(run.stdout).toContain('2 sessions of 2 projects')
    expect(run.stdout).toContain('of 5 actions 1 would have been interrupted (20.0 %): 1 blocked, 0 asked about')
    expect(run.stdout).toContain('1 rewritten, 0 noted, 3 simply let through')
    expect(run.stdout).toContain('1 output would have been changed: 1 had secrets taken out')
    expect(run.stdout).toMatch(/block {2}Bash rm -rf ~/)
    expect(run.stdout).toContain('The project of 1 session is gone')
    expect(run.stdout).toContain('What would have been blocked did run then')
    expect(run.stdout).not.toContain(KEY)
    expect(everythingIn(at.root)).toEqual(before)
  })

  test('a module that reads prompts is not asked about those of the past', () => {
    const at = makeWorld()
    const file = join(at.root, 'limits.mjs')
    const asked = join(at.root, 'asked')
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs'
       const ask = () => writeFileSync('${asked}', '')
       export default { prompt: () => (ask(), []), input: () => (ask(), false) }`,
    )
    at.configure(`reviewers:\n  - { use: ${file}, prompts: true }\n`)
    keep(
      at,
      'calm',
      transcript('/gone', 'calm').prompt('look at all of it').call('Bash', { command: 'ls' }, printed('')),
    )
    expect(at.cli(['replay', '--all']).stdout).toContain('of 1 action')
    expect(existsSync(asked)).toBe(false)
  })

  test('without sessions, without arguments, with a directory that has none', () => {
    const at = makeWorld()
    const none = at.cli(['replay', '--all'])
    expect([none.status, none.stdout]).toEqual([0, 'no sessions were found\n'])
    expect(none.stderr).toContain('Claude Code keeps no sessions here')
    expect(at.cli(['replay']).status).toBe(2)
    const empty = at.cli(['replay', at.project])
    expect([empty.status, empty.stderr]).toEqual([1, `${at.project}: no transcripts are in it\n`])
  })

  test('an emergency stop stops nothing here, and what came after it is judged', () => {
    const at = makeWorld()
    at.configure(
      'environment:\n  disposable: false\ninterventions:\n  escalation:\n    repetitive_errors: [emergency_stop]\n',
    )
    const writer = transcript(at.project).prompt('Make the build work')
    for (let index = 0; index < 8; index++)
      writer.fail('Bash', { command: 'npm run build' }, 'Exit code 1\nerror TS2322: Type string is not assignable')
    keep(at, 's', writer.call('Bash', { command: 'rm -rf ~' }))
    const before = everythingIn(at.root)
    const run = at.cli(['replay', '--all'])
    expect(everythingIn(at.root)).toEqual(before)
    expect(run.stdout).toMatch(/\d emergency stops?/)
    expect(run.stdout).toContain('as if a person had resumed it at once')
    expect(run.stdout).toContain('of 9 actions 1 would have been interrupted')
  })

  test('CLAUDE_CONFIG_DIR says where the client keeps them', () => {
    const at = makeWorld()
    const file = join(at.root, 'elsewhere', 'projects', '-p', 's.jsonl')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, reckless(at.project).text())
    const run = at.cli(['replay', '--all'], '', { CLAUDE_CONFIG_DIR: join(at.root, 'elsewhere') })
    expect(headOf(run.stdout)).toContain('of 4 actions 1')
  })
})

describe('what is chosen', () => {
  test('--project, --since and --limit', () => {
    const at = makeWorld()
    const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()
    keep(at, 'old', reckless('/gone', 'old', ago(30)), '-gone')
    keep(at, 'new', reckless(join(at.project, 'src'), 'new', ago(1)))
    const head = (...args: string[]) => headOf(at.cli(['replay', ...args]).stdout)
    expect(head('--all')).toContain('of 8 actions 2')
    expect(head('--all', '--since', '7d')).toContain('of 4 actions 1')
    expect(head('--project', at.project)).toContain('of 4 actions 1')
    expect(head('--project', '/gone')).toContain('1 session of 1 project')
    expect(head('--project', '/other')).toContain('no sessions were found')
    expect(head('--all', '--limit', '1')).toContain('of 4 actions 1')
    expect(at.cli(['replay', '--all', '--since', 'soon']).status).toBe(2)
    expect(at.cli(['replay', '--all', '--limit', '0']).status).toBe(2)
  })

  test('what one session goes on from counts once', () => {
    const at = makeWorld()
    const first = reckless(at.project, 'first')
    const more = first.text()
    keep(at, 'first', more)
    keep(at, 'fork', more + transcript(at.project, 'fork').call('Bash', { command: 'rm -rf ~' }).text())
    expect(headOf(at.cli(['replay', '--all']).stdout)).toContain('of 5 actions 2')
  })
})

describe('--json', () => {
  test('is one object: what matters, sessions, totals; jsonl is the same in lines', () => {
    const at = makeWorld()
    keep(at, 'reckless', reckless(at.project))
    const whole: Whole = JSON.parse(at.cli(['replay', '--all', '--json']).stdout)
    expect(whole.totals).toMatchObject([{ actions: 4, verdicts: { block: 1, modify: 1, allow: 2, ask: 0, warn: 0 } }])
    expect(whole.sessions).toMatchObject([
      { session: 'reckless', project: at.project, gone: false, prompt: 'Clean up', failed: [] },
    ])
    expect(whole.reviews.map(({ review }) => review?.decision)).toEqual(['block', 'modify', 'modify'])
    const lines = at.cli(['replay', '--all', '--format', 'jsonl']).stdout.trim().split('\n')
    expect(lines.map(line => JSON.parse(line).kind)).toEqual(['review', 'review', 'review', 'session', 'total'])
    rmSync(join(at.home, '.claude', 'projects', '-home-dev-project'), { recursive: true })
    expect(JSON.parse(at.cli(['replay', '--all', '--json']).stdout)).toMatchObject({ reviews: [], sessions: [] })
  })

  test('a secret in what was said is masked', () => {
    const at = makeWorld()
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    keep(
      at,
      's',
      transcript(at.project)
        .prompt(`Use the token ${secret}`)
        .call('Bash', { command: `rm -rf ~ ${secret}` }),
    )
    for (const format of ['text', 'json', 'jsonl'])
      expect(at.cli(['replay', '--all', '--format', format]).stdout).not.toContain(secret)
  })
})

describe('two configurations', () => {
  const files = (at: World) => {
    const loose = at.put('../loose.yaml', 'rules:\n  disabled: [prevent_recursive_deletion]\n')
    return { loose, strict: at.put('../strict.yaml', 'preset: strict\n') }
  }

  test('are counted side by side, and what they judge differently is named', () => {
    const at = makeWorld()
    const { strict } = files(at)
    const fetch = { url: 'https://example.com/', prompt: 'read' }
    keep(
      at,
      's',
      transcript(at.project).prompt('Read').call('WebFetch', fetch, 'text').call('Bash', { command: 'rm -rf ~' }),
    )
    const own = at.cli(['replay', '--all', '--compare', strict])
    expect(own.stderr).toBe('')
    expect(own.stdout).toContain('what is judged differently')
    expect(own.stdout).toMatch(/allow → warn {2}WebFetch https:\/\/example\.com\//)
    expect(own.stdout).not.toMatch(/block → block/)
    const both = at.cli(['replay', '--all', '--config', strict, '--config', strict])
    expect(both.stdout).toContain('what is judged differently: nothing')
    const json = JSON.parse(at.cli(['replay', '--all', '--json', '--compare', strict]).stdout)
    expect(json.totals.map((total: { verdicts: { warn: number } }) => total.verdicts.warn)).toEqual([0, 1])
    expect(json.reviews).toContainEqual(expect.objectContaining({ kind: 'difference', before: 'allow', after: 'warn' }))
    const tried = at.cli(['replay', '--all', '--config', strict]).stdout
    expect(tried).toContain('of 2 actions 1 would have been interrupted')
    expect(tried).toContain('1 noted')
  })

  test('that cannot be used are said before anything is read', () => {
    const at = makeWorld()
    const { loose, strict } = files(at)
    keep(at, 's', reckless(at.project))
    const broken = at.put('../broken.yaml', 'presett: strict\n')
    for (const wrong of [
      ['--config', broken],
      ['--config', join(at.root, 'missing.yaml')],
      ['--config', strict, '--config', loose, '--compare', strict],
    ]) {
      const run = at.cli(['replay', '--all', ...wrong])
      expect([run.status, run.stdout]).toEqual([2, ''])
      expect(run.stderr).not.toBe('')
    }
    expect(at.cli(['replay', '--all', '--config', broken]).stderr).toContain('broken.yaml:1')
  })
})

describe('many sessions', () => {
  /** Too much for one thread. */
  function many(at: World): void {
    const big = printed('some text that was printed\n'.repeat(4000))
    for (let index = 0; index < 12; index++) {
      const writer = reckless(at.project, `session-${index}`, new Date(Date.now() - (20 - index) * DAY).toISOString())
      for (let call = 0; call < 3; call++) writer.call('Bash', { command: `cat part${call}` }, big)
      keep(at, `session-${index}`, writer)
      if (index === 4) keep(at, 'session-4-fork', writer.call('Bash', { command: 'rm -rf ~/' }))
    }
  }

  test('come out the same as each by itself, and in order', () => {
    const at = makeWorld()
    many(at)
    const run = at.cli(['replay', '--all', '--json'])
    expect(run.stderr).toBe('')
    const whole: Whole = JSON.parse(run.stdout)
    expect(whole.totals).toMatchObject([{ actions: 12 * 7 + 1, verdicts: { block: 13, modify: 12 } }])
    const names = whole.sessions.map(({ session }) => session)
    expect(new Set(names).size).toBe(13)
    expect(JSON.parse(at.cli(['replay', '--all', '--json']).stdout)).toEqual(whole)
  })

  test('a process that breaks down costs its sessions alone, and is said', () => {
    const at = makeWorld(undefined, ON_NODE)
    many(at)
    const guard = join(at.root, 'guard.cjs')
    writeFileSync(guard, `if (process.argv[2] === 'internal') process.exit(3)`)
    const run = at.cli(['replay', '--all'], '', { NODE_OPTIONS: `--require ${guard}` })
    expect(run.status).toBe(1)
    expect(run.stderr.trim().split('\n')).toHaveLength(13)
    expect(run.stderr).toContain('session-4.jsonl: could not be replayed: its process ended')
    expect(run.stdout).toBe('no sessions were found\n')
  })
})
