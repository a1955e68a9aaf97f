/** The store as its callers see it: what was recorded comes back, masked, bounded and in order. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskInput, maskSignature } from '../../src/content/redact/payload.ts'
import { SESSION_FACT_KINDS } from '../../src/model/record.ts'
import { ANCHOR_EVERY, readAnchor } from '../../src/record/anchor.ts'
import { AUDIT_COLUMNS, GENESIS, rowHash } from '../../src/record/audit.ts'
import { Conflict, StoreError } from '../../src/record/error.ts'
import { openStore } from '../../src/record/store.ts'
import { entry, newAction, stranger, temporary } from './world.ts'

const secret = `ghp_${'aB3dE5gH7j'.repeat(4)}`
const memory = () => openStore({ database: ':memory:' })

describe('record', () => {
  test('returns the finished row, chained to the one before', () => {
    const store = memory()
    const first = store.record(entry())
    const second = store.record(entry({ tool: 'Read', risk: null }))
    expect(store.machine).toMatch(/^[0-9a-f]{16}$/)
    expect(first).toMatchObject({
      seq: 1,
      id: `${store.machine}-1`,
      schema: 1,
      key_id: '',
      prev_hash: GENESIS,
      risk: 0.1,
    })
    expect(Object.keys(first)).toEqual(AUDIT_COLUMNS)
    expect(second).toMatchObject({ seq: 2, prev_hash: first.hash, tool: 'Read', risk: null })
    const { hash, ...rest } = second
    expect(rowHash(rest)).toBe(hash)
    expect(store.auditById(second.id)).toEqual({ ...second, payload: { command: 'npm test' } })
    expect(store.verify()).toMatchObject({ rows: 2, ok: true })
  })

  test('the columns of the table are those of the row, in order', () => {
    const database = join(temporary(), 'reviewer.db')
    openStore({ database }).close()
    const columns = stranger(database).all('SELECT name FROM pragma_table_info(?)', 'audit')
    expect(columns.map(column => column.name)).toEqual(AUDIT_COLUMNS)
  })

  test('no secret reaches the file', () => {
    const database = join(temporary(), 'reviewer.db')
    const store = openStore({ database })
    const command = `curl -H "Authorization: Bearer ${secret}" https://u:hunter2@host`
    store.record(
      entry(
        {},
        {
          payload: { command, nested: { password: 'hunter2' } },
          action: newAction({ signature: command, expected_input: JSON.stringify({ command }) }),
          facts: [
            { kind: 'goal', key: 'p1', value: `use ${secret}` },
            { kind: 'denied', key: command, value: '' },
          ],
        },
      ),
    )
    store.close()
    const bytes = readFileSync(database, 'latin1')
    expect(bytes).toContain('[GITHUB_TOKEN:')
    expect(bytes).not.toContain(secret)
    expect(bytes).not.toContain('hunter2')
  })

  test('all or nothing', () => {
    const database = join(temporary(), 'reviewer.db')
    const store = openStore({ database })
    store.record(entry())
    const broken = entry({}, { action: newAction({ prompt_id: null as unknown as string }) })
    expect(() => store.recordAll([entry(), broken])).toThrow(StoreError)
    expect(store.verify()).toMatchObject({ rows: 1, ok: true })
    expect(store.record(entry()).seq).toBe(2)
  })

  test('rows cannot be changed', () => {
    const database = join(temporary(), 'reviewer.db')
    openStore({ database }).record(entry())
    expect(() => stranger(database).exec("UPDATE audit SET decision = 'block'")).toThrow(/immutable/)
  })

  test('any sequence of records verifies, and comes back as it was returned', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('', 'a\0b', '\ud800', '🙂', "'"),
    )
    const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1, 0.1, Number.NaN, Number.POSITIVE_INFINITY))
    const row = fc.record({
      session_id: text,
      project_root: text,
      tool: text,
      finding_ids: text,
      ts: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e13, noNaN: true })),
      risk: fc.oneof(number, fc.constant(null)),
      rationality: fc.oneof(number, fc.constant(null)),
      duration_us: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true })),
    })
    const payload = fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }))
    fc.assert(
      fc.property(fc.array(fc.tuple(row, payload), { maxLength: 8 }), entries => {
        const store = memory()
        const rows = entries.map(([fields, body]) => store.record(entry(fields, { payload: body })))
        expect(store.verify()).toMatchObject({ rows: entries.length, ok: true })
        // what JSON cannot tell apart (-0) SQLite may
        const plain = [...store.audit({})].map(({ payload: _, ...rest }) => rest)
        expect(JSON.stringify(plain)).toBe(JSON.stringify(rows))
        store.close()
      }),
    )
  })
})

describe('payload', () => {
  const recorded = (payload: Record<string, unknown>) => {
    const store = memory()
    const { id } = store.record(entry({}, { payload }))
    return store.auditById(id)?.payload ?? {}
  }

  test('a long text loses its middle', () => {
    const { command } = recorded({ command: `start ${'x'.repeat(50_000)} end` })
    expect(command).toMatch(/^start x+…\[\d+ more\]x+ end$/)
  })

  test('what matters most comes first, and survives', () => {
    const payload = recorded({
      command: 'rm -rf build',
      reasons: ['because'],
      big: 'y'.repeat(9000),
      ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key${i}`, 'z'.repeat(40)])),
    })
    expect(payload).toMatchObject({ command: 'rm -rf build', reasons: ['because'] })
    expect(String(payload.big)).toMatch(/^y+…\[\d+ more\]y+$/)
    expect(payload.left_out).toBeGreaterThan(200)
  })

  test('a secret at a cut leaves no half behind', () => {
    for (let shift = 0; shift < 60; shift++) {
      const { command } = recorded({ command: `${'x '.repeat(4096 - shift)}${secret} ${'y '.repeat(20_000)}` })
      expect(command).not.toContain('ghp_')
    }
  })

  test('always JSON of at most 4 KB, and masking it again changes nothing', () => {
    const deep = fc.letrec<{ value: unknown }>(tie => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.string({ maxLength: 9000 }),
        fc.nat(),
        fc.array(tie('value'), { maxLength: 30 }),
        fc.dictionary(fc.string({ maxLength: 300 }), tie('value'), { maxKeys: 30 }),
      ),
    })).value
    fc.assert(
      fc.property(fc.dictionary(fc.string(), deep, { maxKeys: 8 }), payload => {
        const once = recorded(payload)
        expect(Buffer.byteLength(JSON.stringify(once))).toBeLessThanOrEqual(4096)
        expect(recorded(once)).toEqual(once)
      }),
      { numRuns: 60 },
    )
  })

  test('nesting without end is cut', () => {
    let nested: Record<string, unknown> = {}
    for (let i = 0; i < 2000; i++) nested = { nested }
    expect(JSON.stringify(recorded({ nested }))).toContain('…')
  })
})

describe('sessions', () => {
  test('the first event fixes the project', () => {
    const store = memory()
    expect(store.session('s1')).toBeUndefined()
    store.record(entry({ ts: 5 }))
    store.record(entry({ ts: 6, project_root: '/elsewhere' }))
    expect(store.session('s1')).toEqual({
      session_id: 's1',
      project_root: '/home/jane/project',
      started: 5,
      prompt_id: '',
    })
  })

  test('history: the newest, oldest first, of this session only', () => {
    const store = memory()
    for (const [session, signature] of [
      ['s1', 'a'],
      ['s2', 'b'],
      ['s1', 'c'],
      ['s1', 'd'],
    ] as const) {
      store.record(entry({ session_id: session }, { action: newAction({ signature, changes: signature === 'd' }) }))
    }
    const past = { tool: 'Bash', intent: 'system_command', decision: 'allow', status: 'pending', agent_id: '' }
    expect(store.history('s1', 2)).toMatchObject([
      { ...past, signature: 'c', changes: false },
      { ...past, signature: 'd', changes: true },
    ])
    expect(store.history('s3', 2)).toEqual([])
  })

  test('an action is found by its tool_use_id, and its outcome is kept', () => {
    const store = memory()
    store.record(entry({}, { action: newAction({ creates: ['/p/a'], expected_input: '{"command":"x"}' }) }))
    const recorded = store.action('s1', 'toolu_1')
    expect(recorded).toMatchObject({
      action_id: 1,
      step: { signature: 'npm test', decision: 'allow', status: 'pending', features: { skeleton: 'npm test' } },
      creates: ['/p/a'],
      traces: { tainted: [], moved: [] },
      expected_input: '{"command":"x"}',
    })
    store.record(entry({ event: 'PostToolUse' }, { outcome: { action_id: 1, status: 'failed' } }))
    expect(store.history('s1', 9)).toMatchObject([{ status: 'failed' }])
    store.record(entry({ session_id: 's2' }, { outcome: { action_id: 1, status: 'done' } }))
    expect(store.action('s1', 'toolu_1')?.step.status).toBe('failed')
    expect(store.action('s2', 'toolu_1')).toBeUndefined()
    expect(store.action('s1', '')).toBeUndefined()
  })

  test('totals of the session, and of the last prompt of the person', () => {
    const store = memory()
    const counts = { actions: 1, file_operations: 1 }
    store.record(entry({ prompt_id: 'p0' }, { counts }))
    store.record(entry({ prompt_id: 'p1' }, { new_prompt: 'p1' }))
    store.record(entry({ prompt_id: 'p1' }, { counts }))
    // What a prompt of the client's own makes is still the person's.
    store.record(entry({ prompt_id: 'machine' }, { counts: { actions: 1, tokens: 70 } }))
    expect(store.counts('s1', '')).toMatchObject({ actions: 3, file_operations: 2, tokens: 70 })
    expect(store.counts('s1', 'p1')).toMatchObject({ actions: 2, file_operations: 1, tokens: 70 })
    expect(store.counts('s1', 'p0')).toMatchObject({ actions: 1 })
    expect(store.counts('s2', 'p1')).toMatchObject({ actions: 0 })
  })

  test('actions are counted through, session by session', () => {
    const store = memory()
    for (const session_id of ['s1', 's2', 's1'])
      store.record(entry({ session_id }, { action: newAction(), counts: { actions: 1 } }))
    expect(store.history('s1', 9).map(({ step }) => step)).toEqual([1, 2])
    expect(store.history('s2', 9).map(({ step }) => step)).toEqual([1])
  })

  test('an intervention whose place was taken meanwhile is a conflict, and leaves nothing behind', () => {
    const store = memory()
    const intervention = {
      ordinal: 1,
      ts: 5,
      step: 3,
      kind: 'soft_correction',
      patterns: ['repetitive_errors'],
      severity: 0.27,
      message: 'look',
      recurred: [],
    }
    store.record(entry({}, { intervention }))
    expect(() => store.record(entry({}, { intervention, counts: { actions: 1 } }))).toThrow(Conflict)
    expect(store.counts('s1', '').actions).toBe(0)
    store.record(entry({}, { intervention: { ...intervention, ordinal: 2, recurred: [1] } }))
    store.record(entry({}, { counts: { actions: 13 } }))
    expect(store.interventions('s1')).toMatchObject([
      { ordinal: 1, result: 'recurred', patterns: ['repetitive_errors'] },
      { ordinal: 2, result: 'worked' },
    ])
    store.record(entry({}, { recurred: [2] }))
    expect(store.interventions('s1').map(({ result }) => result)).toEqual(['recurred', 'recurred'])
    // What waited in the spool must not be refused for ever.
    expect(store.recordAll([entry({}, { intervention })])).toHaveLength(1)
  })

  test('a prompt ends what is to be forgotten', () => {
    const store = memory()
    store.record(
      entry(
        {},
        {
          facts: [
            { kind: 'denial', key: 't1', value: '{}' },
            { kind: 'goal', key: '1', value: 'g' },
          ],
        },
      ),
    )
    store.record(entry({}, { forget: ['denial'] }))
    expect(store.facts('s1', 'denial', 9)).toEqual([])
    expect(store.facts('s1', 'goal', 9)).toEqual(['g'])
  })

  test('facts: counted, latest value, in the order of their first recording', () => {
    const store = memory()
    for (const [key, value] of [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
      ['c', '4'],
    ] as const) {
      store.record(entry({}, { facts: [{ kind: 'goal', key, value }] }))
    }
    expect(store.fact('s1', 'goal', 'a')).toEqual({ value: '3', count: 2 })
    expect(store.fact('s1', 'goal', 'z')).toBeUndefined()
    expect(store.fact('s1', 'made', 'a')).toBeUndefined()
    expect(store.facts('s1', 'goal', 9)).toEqual(['3', '2', '4'])
    expect(store.facts('s1', 'goal', 2)).toEqual(['2', '4'])
  })

  test('a key with a secret in it is found by the same key', () => {
    const store = memory()
    const long = `${secret} ${'x'.repeat(5000)}`
    for (const kind of SESSION_FACT_KINDS) store.record(entry({}, { facts: [{ kind, key: long, value: 'v' }] }))
    for (const kind of SESSION_FACT_KINDS) expect(store.fact('s1', kind, long)?.count, kind).toBe(1)
    expect(store.fact('s1', 'denied', `${long}y`)).toBeUndefined()
  })

  test('signatures and inputs are compared in the form in which they are kept', () => {
    const store = memory()
    const signature = `deploy ${secret} ${'x'.repeat(5000)}`
    const input = JSON.stringify({ command: signature })
    store.record(entry({}, { action: newAction({ signature, expected_input: input }) }))
    expect(store.history('s1', 1)[0]?.signature).toBe(maskSignature(signature))
    expect(store.action('s1', 'toolu_1')?.expected_input).toBe(maskInput(input))
    expect(maskSignature(maskSignature(signature))).toBe(maskSignature(signature))
    expect(maskSignature(`${signature}y`)).not.toBe(maskSignature(signature))
  })
})

describe('the queries of a hook use an index, however long the history is', () => {
  test.each([
    ['SELECT tool FROM actions WHERE session_id = ? ORDER BY action_id DESC LIMIT 9', 'actions_session'],
    [
      'SELECT tool FROM actions WHERE session_id = ? AND tool_use_id = ? ORDER BY action_id DESC LIMIT 1',
      'actions_tool_use',
    ],
    ['SELECT name FROM counters WHERE session_id = ? AND prompt_id = ?', 'PRIMARY KEY'],
    ['SELECT ordinal FROM interventions WHERE session_id = ? ORDER BY ordinal', 'PRIMARY KEY'],
    [
      'SELECT value FROM session_facts WHERE session_id = ? AND kind = ? ORDER BY fact_id DESC LIMIT 9',
      'session_facts_order',
    ],
  ])('%s', (sql, index) => {
    const database = join(temporary(), 'reviewer.db')
    openStore({ database }).record(entry())
    const values = Array.from(sql.matchAll(/\?/g), () => 'x')
    const plan = stranger(database)
      .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      .map(step => String(step.detail))
    expect(plan.join('\n')).toContain(index)
    expect(plan.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})

describe('audit', () => {
  const filled = () => {
    const store = memory()
    const rows = [
      { session_id: 'a', decision: 'allow', tool: 'Bash', finding_ids: '', ts: 100 },
      { session_id: 'b', decision: 'block', tool: 'Bash', finding_ids: 'git.force-push,fs.delete', ts: 300 },
      { session_id: 'a', decision: 'ask', tool: 'Write', finding_ids: 'fs.delete_all', ts: 200 },
      { session_id: 'a', decision: 'block', tool: 'Edit', finding_ids: 'fs.delete', ts: 400, kind: 'human' as const },
    ]
    for (const row of rows) store.record(entry(row))
    return store
  }
  test.each([
    [{}, [1, 2, 3, 4]],
    [{ session: 'a' }, [1, 3, 4]],
    [{ decision: 'block' }, [2, 4]],
    [{ tool: 'Bash' }, [1, 2]],
    [{ rule: 'fs.delete' }, [2, 4]],
    [{ rule: 'fs.delet_' }, []],
    [{ kind: 'human' }, [4]],
    [{ since: 200 }, [2, 3, 4]],
    [{ since: 999 }, []],
    [{ until: 200 }, [1, 3]],
    [{ since: 150, until: 250 }, [3]],
    [{ limit: 2 }, [3, 4]],
    [{ limit: 9 }, [1, 2, 3, 4]],
    [{ limit: 0 }, []],
    [{ session: 'a', limit: 2 }, [3, 4]],
    [{ decision: 'block', limit: 1, since: 200 }, [4]],
  ])('%j', (filter, seqs) => {
    expect([...filled().audit(filter)].map(row => row.seq)).toEqual(seqs)
  })

  test('more than a page, while more is written', () => {
    const store = memory()
    store.recordAll(Array.from({ length: 1100 }, () => entry()))
    let count = 0
    for (const row of store.audit({})) {
      expect(row.seq).toBe(++count)
      if (count === 3) store.record(entry())
    }
    expect(count).toBe(1101)
  })

  test('by id: only its own', () => {
    const store = filled()
    expect(store.auditById(`${store.machine}-2`)?.tool).toBe('Bash')
    for (const id of ['', 'x', '2', '00000000-2', `${store.machine}-9`, `${store.machine}-2 `]) {
      expect(store.auditById(id), id).toBeUndefined()
    }
  })
})

describe('the anchor', () => {
  test('lags: every so many rows, and where a session starts or ends', () => {
    const state = temporary()
    const database = join(state, 'reviewer.db')
    const store = openStore({ database })
    store.record(entry())
    expect(existsSync(join(state, 'anchor'))).toBe(false)
    const start = store.record(entry({ event: 'SessionStart' }))
    expect(readAnchor(database)).toEqual({ seq: 2, hash: start.hash })
    for (let seq = 3; seq < ANCHOR_EVERY + 10; seq++) store.record(entry())
    expect(readAnchor(database)?.seq).toBe(ANCHOR_EVERY)
    expect(statSync(join(state, 'anchor')).mode & 0o777).toBe(0o600)
  })

  test('one that does not fit is on record before it is replaced', () => {
    const state = temporary()
    const database = join(state, 'reviewer.db')
    const store = openStore({ database })
    store.record(entry({ event: 'SessionStart' }))
    writeFileSync(join(state, 'anchor'), JSON.stringify({ seq: 40, hash: 'f'.repeat(64) }))
    store.record(entry({ event: 'SessionStart' }))
    expect([...store.audit({ kind: 'system' })]).toMatchObject([
      { event: 'store.anchor_mismatch', payload: { anchor: { seq: 40 }, found: null } },
    ])
    expect(store.verify()).toMatchObject({ ok: false, rows: 3, broken: { seq: 40 } })
  })
})

describe('release', () => {
  test('leaves a small log alone, and folds in a big one', () => {
    const database = join(temporary(), 'reviewer.db')
    const store = openStore({ database })
    store.record(entry())
    store.release()
    expect(store.record(entry()).seq).toBe(2)
    while (statSync(`${database}-wal`).size <= 1024 * 1024)
      store.record(entry({}, { payload: { x: 'y'.repeat(4000) } }))
    store.release()
    expect(existsSync(`${database}-wal`)).toBe(false)
    expect(() => store.record(entry())).toThrow(expect.objectContaining({ code: 'closed' }))
    store.close()
  })

  test('in memory there is nothing to release', () => {
    const store = memory()
    store.release()
    expect(store.record(entry()).seq).toBe(1)
  })
})
