/** `reviewer replay` of whatever may lie where transcripts are. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '../world.ts'
import { headOf, keep, reckless } from './replay/kept.ts'
import { printed, transcript } from './replay/transcript.ts'

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
    expect(all.stderr).toContain(`${dangling}: cannot be read: it, or its directory, does not exist`)
    expect(headOf(all.stdout)).toContain('of 4 actions 1')
    const named = at.cli(['replay', pipe, join(at.root, 'missing.jsonl'), good])
    expect(named.status).toBe(1)
    expect(named.stderr).toContain(`${pipe}: cannot be read: is no regular file`)
    expect(named.stderr).toContain('missing.jsonl: cannot be read: it, or its directory')
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
