/** `reviewer replay`: past sessions, whatever they look like, and nothing is left behind. */
import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printed, transcript, type Writer } from '../replay/transcript.ts'
import { makeWorld, type World } from '../world.ts'

const DAY = 86_400_000
const KEY = ['ghp', 'a8Kd03nQzLw7TyRb52XvMc9PfJ6hGs1EuWo4'].join('_')

/** Keeps a transcript where the client does. */
function keep(at: World, session: string, text: string | Writer, slug = '-home-dev-project'): string {
  const path = join(at.home, '.claude', 'projects', slug, `${session}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof text === 'string' ? text : text.text())
  return path
}

const reckless = (cwd: string, session = 'reckless', began?: string) =>
  transcript(cwd, session, began)
    .prompt('Clean up')
    .call('Bash', { command: 'ls' }, printed('README.md'))
    .call('Bash', { command: 'rm -rf ~' }, printed(''))
    .call('Bash', { command: 'git push --force origin feature' }, printed(''))
    .call('Bash', { command: 'cat .env' }, printed(`API_KEY=${KEY}`))
    .say('Done.')

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

const headOf = (stdout: string) => stdout.split('\n').slice(0, 2).join('\n')

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
      'environment:\n  disposable: false\ninterventions:\n  ladders:\n    repetitive_errors: [emergency_stop]\n',
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

describe('bad input', () => {
  test.each([
    ['an empty file', '', 'is empty'],
    ['no transcript', 'hello\nworld\n', 'is no transcript'],
    ['binary', Buffer.from([0, 255, 10, 254, 0]).toString('latin1'), 'is no transcript'],
    ['JSON of something else', '{"name":"x"}\n[1,2]\n', 'tells of no session'],
    [
      'lines of the client without anything said',
      '{"type":"mode","mode":"normal","sessionId":"s"}\n',
      'tells of no session',
    ],
  ])('%s is refused, and others are replayed', (_, text, why) => {
    const at = makeWorld()
    const bad = join(at.root, 'bad.jsonl')
    writeFileSync(bad, text)
    const good = keep(at, 's', reckless(at.project))
    const run = at.cli(['replay', bad, good])
    expect(run.stderr).toBe(`${bad}: ${why}\n`)
    expect(run.status).toBe(1)
    expect(headOf(run.stdout)).toContain('of 4 actions 1')
  })

  test('a cut last line, broken ones and such as are too long are counted, and the rest is told', () => {
    const at = makeWorld()
    const [first = '', ...rest] = reckless(at.project).text().split('\n')
    const long = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(17 << 20) } })
    keep(at, 's', [first, '{"type":"user",}', long, ...rest, '{"type":"assistant","mess'].join('\n'))
    const run = at.cli(['replay', '--all'])
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toContain('of 4 actions 1')
    expect(run.stdout).toContain('Lines that could not be used: 1 broken, 1 cut, 1 too long.')
  })

  test('what cannot be read is named, and the rest is told', () => {
    const at = makeWorld()
    const good = keep(at, 's', reckless(at.project))
    const pipe = join(dirname(good), 'pipe.jsonl')
    execFileSync('mkfifo', [pipe])
    const dangling = join(dirname(good), 'dangling.jsonl')
    symlinkSync('/nowhere', dangling)
    const all = at.cli(['replay', '--all'])
    expect(all.status).toBe(1)
    expect(all.stderr).toContain(`${dangling}: cannot be read: ENOENT`)
    expect(headOf(all.stdout)).toContain('of 4 actions 1')
    const named = at.cli(['replay', pipe, join(at.root, 'missing.jsonl'), good])
    expect(named.status).toBe(1)
    expect(named.stderr).toContain(`${pipe}: cannot be read: is no regular file`)
    expect(named.stderr).toContain('missing.jsonl: cannot be read: ENOENT')
    expect(headOf(named.stdout)).toContain('of 4 actions 1')
  })

  test('links are followed, also in circles', () => {
    const at = makeWorld()
    const real = join(at.root, 'real')
    mkdirSync(real)
    writeFileSync(join(real, 's.jsonl'), reckless(at.project).text())
    const projects = join(at.home, '.claude', 'projects')
    mkdirSync(projects, { recursive: true })
    symlinkSync(real, join(projects, '-linked'))
    symlinkSync(real, join(projects, '-again'))
    symlinkSync(projects, join(real, 'circle'))
    const run = at.cli(['replay', '--all'])
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toContain('1 session of 1 project')
    expect(run.stdout).toContain('of 4 actions 1')
  })

  test('times that are missing, jump or lie ahead, parents in a circle, no directory', () => {
    const at = makeWorld()
    const times = [undefined, '2031-01-01T00:00:00Z', 'never', '1970-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 7]
    const lines = reckless(at.project)
      .text()
      .trimEnd()
      .split('\n')
      .map((line, index) => ({
        ...JSON.parse(line),
        timestamp: times[index % times.length],
        parentUuid: `reckless-${(index + 3) % 4}`,
      }))
    keep(at, 'times', lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    const nowhere = lines.map(({ cwd: _cwd, uuid, ...line }) => `${JSON.stringify({ ...line, uuid: `n${uuid}` })}\n`)
    keep(at, 'nowhere', nowhere.join(''))
    const never = lines.map(({ timestamp: _ts, uuid, ...line }) => `${JSON.stringify({ ...line, uuid: `t${uuid}` })}\n`)
    keep(at, 'never', never.join(''))
    const run = at.cli(['replay', '--all'])
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(run.stdout).toContain('3 sessions')
    expect(run.stdout).toContain('of 12 actions 3')
  })

  test('what would act on a terminal is printed harmlessly', () => {
    const at = makeWorld()
    const evil = '\x1b]0;owned\x07\x1b[31m\u202e\r'
    const writer = transcript(`/gone/${evil}`, `s${evil}`)
      .prompt(`Hello ${evil}`)
      .call('Bash', { command: `rm -rf ~ # ${evil}` }, printed(evil))
      .call('Bash', { command: 'ls \u0000\ud800' })
      .call(`Tool${evil}`, { [evil]: evil }, printed(evil))
    keep(at, 'evil\x1b[31m', writer)
    for (const format of ['text', 'json', 'jsonl']) {
      const { stdout, stderr } = at.cli(['replay', '--all', '--format', format])
      expect(stdout + stderr).not.toMatch(/[\x1b\x07\x00\r\u202e]/)
      expect(stdout).toContain('rm -rf ~')
    }
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
    const whole: Whole = JSON.parse(at.cli(['replay', '--all', '--json']).stdout)
    expect(whole.totals).toMatchObject([{ actions: 12 * 7 + 1, verdicts: { block: 13, modify: 12 } }])
    const names = whole.sessions.map(({ session }) => session)
    expect(new Set(names).size).toBe(13)
    expect(JSON.parse(at.cli(['replay', '--all', '--json']).stdout)).toEqual(whole)
  })

  test('a thread that breaks down costs its sessions alone, and is said', () => {
    const at = makeWorld()
    many(at)
    const guard = join(at.root, 'guard.cjs')
    writeFileSync(guard, `if (!require('worker_threads').isMainThread) process.exit(3)`)
    const run = at.cli(['replay', '--all'], '', { NODE_OPTIONS: `--require ${guard}` })
    expect(run.status).toBe(1)
    expect(run.stderr.trim().split('\n')).toHaveLength(13)
    expect(run.stderr).toContain('session-4.jsonl: could not be replayed: its thread ended')
    expect(run.stdout).toBe('no sessions were found\n')
  })
})
