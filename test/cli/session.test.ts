/** `reviewer session`: what a session did on one screen, and what can be changed about it. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/model/record.ts'
import { openStore } from '../../src/record/store.ts'
import { entry, newAction } from '../record/world.ts'
import { makeWorld, type World } from '../world.ts'

const constraint = (id: string, text: string) => ({
  kind: 'constraint' as const,
  key: id,
  value: JSON.stringify({ id, kind: 'prohibit', text, about: ['any'], targets: [], prompt_id: 'p1' }),
})

function recorded(at: World, entries: readonly Entry[]): void {
  const store = openStore({ database: at.database })
  store.recordAll(entries)
  store.close()
}

/** A busy session: many prompts, denials, interventions, checkpoints, left-overs, long and hostile texts. */
function busy(): readonly Entry[] {
  const long = 'every word of this is far too long for a line \x1b[31m '.repeat(10)
  const entries: Entry[] = []
  for (let step = 1; step <= 120; step++) {
    const prompt_id = `p${Math.ceil(step / 10)}`
    const decision = step % 4 === 0 ? 'block' : 'allow'
    entries.push(
      entry(
        { session_id: 'busy-session', prompt_id, decision, ts: 1_760_000_000_000 + step * 1000 },
        {
          payload: { input: { command: long }, reasons: [long] },
          action: newAction({ prompt_id }),
          counts: { actions: 1, stopped: decision === 'block' ? 1 : 0, output_bytes: 5_000_000, duration_ms: 60_000 },
          facts: [
            { kind: 'goal', key: `g${step}`, value: long },
            constraint(`c${step}`, long),
            { kind: 'checkpoint', key: `k${step}`, value: JSON.stringify({ id: `k${step}`, paths: [long] }) },
            { kind: 'left_over', key: `left ${step}`, value: '{"half' },
          ],
          ...(step % 20 === 0 && {
            intervention: {
              ordinal: step / 20,
              ts: 1_760_000_000_000 + step * 1000,
              step,
              kind: step === 120 ? 'resource_throttling' : 'soft_correction',
              patterns: ['repetitive_errors'],
              severity: 0.4,
              message: long,
              recurred: [],
            },
          }),
        },
      ),
    )
  }
  return entries
}

describe('show', () => {
  test('tells what was asked for, done and stopped, and what holds', () => {
    const at = makeWorld()
    const common = { session_id: 'abcdef12-9', transcript_path: '', cwd: at.project }
    at.hook({ ...common, hook_event_name: 'UserPromptSubmit', prompt: 'clear up the logs' })
    at.hook(at.call('Bash', { command: 'rm -rf /etc' }, { session_id: 'abcdef12-9' }))
    at.cli(['session', 'stop', 'abcdef', '--reason', 'far too eager'])
    for (const args of [['show', 'abc'], ['show', '--last'], ['show']]) {
      const { status, stdout } = at.cli(['session', ...args])
      expect(status).toBe(0)
      expect(stdout).toContain('clear up the logs')
      expect(stdout).toMatch(/block +Bash rm -rf \/etc/)
      expect(stdout).toContain('far too eager')
      expect(stdout).toContain(`reviewer session resume abcdef12 --home ${at.state}`)
      expect(stdout).toMatch(/in all +1 +0 +1 +0/)
    }
  })

  test('fits on a screen however busy the session was, and nothing in it acts on the terminal', () => {
    const at = makeWorld()
    recorded(at, busy())
    at.cli(['session', 'stop', 'busy'])
    const { stdout } = at.cli(['session', 'show', 'busy'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    // The line that resumes is there to be copied, and is never cut.
    const cut = lines.filter(line => !line.includes(at.state))
    expect(Math.max(...cut.map(line => line.length))).toBeLessThanOrEqual(100)
    expect(stdout).not.toContain('\x1b')
    expect(stdout).toContain('soft_correction')
    expect(stdout).toContain('resource_throttling')
    expect(stdout).toMatch(/ block /)
    expect(stdout).toContain('left over')
    expect(stdout).toContain('checkpoint')
    expect(stdout).toContain('limits in force')
    expect(stdout).toMatch(/in all +120 +0 +30 +0 +0 +2\.0 h +600 MB/)
  })

  test('as JSON has everything', () => {
    const at = makeWorld()
    recorded(at, busy())
    const story = JSON.parse(at.cli(['session', 'show', '--json']).stdout)
    expect(story.prompts.map(({ prompt_id }: { prompt_id: string }) => prompt_id)).toEqual(
      Array.from({ length: 12 }, (_, index) => `p${index + 1}`),
    )
    expect(story.constraints).toHaveLength(50)
    expect(story.counts.actions).toBe(120)
    expect(story.timeline.map(({ ts }: { ts: number }) => ts)).toEqual(
      [...story.timeline.map(({ ts }: { ts: number }) => ts)].sort((a: number, b: number) => a - b),
    )
  })
})

describe('list', () => {
  test('gives the newest sessions, and says which stand still', () => {
    const at = makeWorld()
    recorded(
      at,
      Array.from({ length: 30 }, (_, index) =>
        entry({ session_id: `session-${index}`, ts: 1_760_000_000_000 + index }),
      ),
    )
    at.cli(['session', 'stop', 'session-29'])
    const lines = at.cli(['session']).stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toMatch(/^session-29 .*STANDS STILL/)
    expect(lines.at(-2)).not.toContain('STANDS STILL')
    expect(at.cli(['session', 'list', '--all']).stdout.trimEnd().split('\n')).toHaveLength(31)
    const listed = JSON.parse(at.cli(['session', 'list', '--json']).stdout)
    expect(listed.at(-1)).toMatchObject({ session_id: 'session-29', latched: true, prompts: 0 })
  })

  test('makes no record where there is none', () => {
    const at = makeWorld(join('/tmp', `reviewer-no-record-${process.pid}`, 'state'))
    const { status, stdout, stderr } = at.cli(['session', 'list'])
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toContain('nothing is on record yet')
  })
})

describe('a session', () => {
  test('is named by how its id begins, where that names one', () => {
    const at = makeWorld()
    recorded(at, [entry({ session_id: 'aa-1' }), entry({ session_id: 'aa-10' }), entry({ session_id: 'b%' })])
    expect(at.cli(['session', 'show', 'aa']).stderr).toContain('several sessions begin with aa: aa-1, aa-10')
    expect(at.cli(['session', 'show', 'aa-1']).stdout).toContain('session aa-1 ')
    expect(at.cli(['session', 'show', 'b']).stdout).toContain('session b% ')
    expect(at.cli(['session', 'show', '%']).status).toBe(1)
    expect(at.cli(['session', 'resume', 'aa-1']).stderr).toContain('does not stand still')
  })

  test('is stopped once, on record as by a person', () => {
    const at = makeWorld()
    recorded(at, [entry({ session_id: 'aa-1' })])
    expect(at.cli(['session', 'stop', 'aa', '--reason', 'enough']).stdout).toContain('reviewer session resume aa-1')
    expect(at.cli(['session', 'stop', 'aa']).status).toBe(1)
    const last = at.records().at(-1)
    expect([last?.kind, last?.session_id, last?.payload?.what]).toEqual(['human', 'aa-1', 'stop session aa-1: enough'])
  })
})

describe('what was lowered or asked for', () => {
  test('is shown to everybody, lifted by people only', () => {
    const at = makeWorld()
    recorded(at, [...busy(), entry({ session_id: 'calm' })])
    expect(at.cli(['session', 'limits', 'busy']).stdout).toContain('since step 120')
    expect(at.cli(['session', 'limits', 'calm']).stdout).toBe('no lower limits are in force\n')
    expect(at.cli(['session', 'limits', 'busy', '--reset']).status).toBe(1)
    expect(at.cli(['session', 'limits', 'busy']).stdout).toContain('since step 120')
    recorded(at, [entry({ session_id: 'busy-session' }, { facts: [{ kind: 'limits', key: 'reset', value: '120' }] })])
    expect(at.cli(['session', 'limits', 'busy']).stdout).toBe('no lower limits are in force\n')
  })

  test('what was marked is shown, also under the name that it had in older records', () => {
    const at = makeWorld()
    const marked = (said: string) => JSON.stringify({ said, step: 3 })
    recorded(at, [
      entry({ session_id: 's1' }, { facts: [{ kind: 'steered', key: 'p1', value: marked('an old one') }] }),
      entry({ session_id: 's1' }, { facts: [{ kind: 'marked', key: 'p2', value: marked('a new one') }] }),
    ])
    const { stdout } = at.cli(['session', 'show', 's1'])
    expect(stdout).toMatch(/marked +step 3, an old one/)
    expect(stdout).toMatch(/marked +step 3, a new one/)
  })

  test('a constraint that was dropped is no more; dropping asks for a person', () => {
    const at = makeWorld()
    recorded(at, [
      entry({ session_id: 's1' }, { facts: [constraint('c1', 'never push'), constraint('c2', 'only docs')] }),
    ])
    expect(at.cli(['session', 'constraints', 's1']).stdout).toBe('c1  prohibit  never push\nc2  prohibit  only docs\n')
    expect(at.cli(['session', 'constraints', 's1', '--drop', 'c1']).status).toBe(1)
    expect(at.cli(['session', 'constraints', 's1', '--drop', 'c9']).stderr).toContain('no constraint c9')
    expect(at.cli(['session', 'constraints', 's1']).stdout).toContain('never push')
    recorded(at, [entry({ session_id: 's1' }, { facts: [{ kind: 'constraint', key: 'c1', value: '' }] })])
    expect(at.cli(['session', 'constraints', 's1']).stdout).toBe('c2  prohibit  only docs\n')
    expect(at.cli(['session', 'constraints', 's1', '--add', 'the weather is fine']).status).toBe(2)
  })
})
