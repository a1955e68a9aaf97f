/** Rows of the record for the formats of SIEMs: typical ones, and rows that hold anything. */
import fc from 'fast-check'
import type { AuditRecord } from '../../../../src/model/record.ts'
import { openStore } from '../../../../src/record/store.ts'
import { entry } from '../../../record/world.ts'

/** A row as the store gives it back, with these fields changed. */
export function row(fields: Partial<AuditRecord> = {}): AuditRecord {
  const store = openStore({ database: ':memory:' })
  store.record(entry())
  const [record] = store.audit({})
  store.close()
  if (!record) throw new Error('no row was recorded')
  return { ...record, ...fields }
}

const payload = { input: { command: 'rm -rf ~/old' }, reasons: ['This deletes ~/old.', 'It is in no commit.'] }
const finding = { finding_ids: 'files.delete-outside,pattern.goal_drift', payload }

/** One of each kind that the formats tell apart. */
export const TYPICAL: Readonly<Record<string, Partial<AuditRecord>>> = {
  allowed: { payload: { input: { command: 'npm test' } } },
  read: { tool: 'Read', intent: 'file_read', payload: { input: { file_path: '/p/a.ts' } } },
  warned: { ...finding, decision: 'warn', intent: 'file_deletion' },
  modified: { ...finding, decision: 'modify' },
  asked: { ...finding, decision: 'ask' },
  approved: { ...finding, decision: 'ask', approved: true },
  unasked: { ...finding, decision: 'ask', payload: { ...payload, unasked: 'nobody is there' } },
  blocked: { ...finding, decision: 'block' },
  'blocked, critical': { ...finding, decision: 'block', side_effect_severity: 'critical' },
  'not enforced': { ...finding, decision: 'allow', would_be: 'block', enforced: 0 },
  'could not be judged': { ...finding, decision: 'ask', fail_safe: 'cannot_judge', finding_ids: '' },
  ran: { event: 'PostToolUse', timing: 'post', intent: '' },
  failed: { event: 'PostToolUseFailure', timing: 'post', intent: '' },
  prompt: { event: 'UserPromptSubmit', tool: '', intent: '', tool_use_id: '', payload: { prompt: 'mend it' } },
  'prompt blocked': { event: 'UserPromptSubmit', tool: '', intent: '', tool_use_id: '', decision: 'block' },
  'user action': {
    kind: 'human',
    event: 'human',
    tool: '',
    intent: '',
    decision: 'granted',
    payload: { what: 'pause' },
  },
  'user action refused': { kind: 'human', event: 'human', tool: '', intent: '', decision: 'refused', payload: {} },
  feedback: { kind: 'human', event: 'feedback', tool: '', intent: '', decision: 'false_positive', payload: {} },
  pruned: {
    kind: 'system',
    event: 'audit.pruned',
    session_id: '',
    tool: '',
    decision: '',
    version: '',
    policy_hash: '',
  },
  changed: { kind: 'system', event: 'store.structure', session_id: '', tool: '', decision: '', version: '' },
  forged: { kind: 'system', event: 'event.forged', tool: '', decision: '', finding_ids: 'internal.forged_event' },
}

/** What breaks formats: delimiters, escapes, line ends, what acts on terminals, halves of pairs, names of JavaScript's own. */
const HOSTILE = [
  '|',
  '\\',
  '=',
  '\\=',
  '\n',
  '\r\n',
  '\r',
  '\0',
  '\t',
  '\x1b[2J',
  '\u2028',
  '\u202e',
  '\ud800',
  '\udc00',
  '"',
  '😀',
]
const text = fc.oneof(
  fc.string({
    unit: fc.oneof(
      fc.constantFrom(...HOSTILE, ' ', 'a', ' b=c'),
      fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)),
    ),
  }),
  fc.constantFrom(
    '',
    ' ',
    ' a ',
    'a b=c d',
    'CEF:0|a|b|c|d|e|9|',
    'constructor',
    '__proto__',
    '\\n',
    'x'.repeat(5000),
    `${'x'.repeat(1021)}😀😀`,
  ),
)
const among = (...words: readonly string[]) => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, text)
const whole = fc.oneof(
  fc.nat(),
  fc.constantFrom(0, -1, 4_102_444_800_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)
const flag = fc.constantFrom(0 as const, 1 as const)
const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.array(tie('value')),
    fc.dictionary(text, tie('value')),
  ),
})).value

/** Rows as a hostile session, or whoever writes to the database, may have left them. */
export const anyRow: fc.Arbitrary<AuditRecord> = fc
  .record({
    seq: fc.nat(),
    ts: whole,
    kind: fc.constantFrom('review', 'human', 'system'),
    session_id: text,
    project_root: text,
    agent_id: text,
    prompt_id: text,
    tool_use_id: text,
    event: among(
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'UserPromptSubmit',
      'event.forged',
      'audit.pruned',
      '',
    ),
    timing: fc.constantFrom('pre', 'post'),
    permission_mode: text,
    attended: flag,
    tool: among('Bash', 'Write', 'mcp__server__tool', ''),
    action_type: text,
    intent: among('file_read', 'file_creation', 'file_deletion', 'system_command', 'network_request', ''),
    decision: among('allow', 'warn', 'modify', 'ask', 'block', 'granted', 'refused', ''),
    would_be: fc.constantFrom('', '', '', 'ask', 'block'),
    enforced: flag,
    fail_safe: among('', 'cannot_judge'),
    risk: score,
    rationality: score,
    side_effect_severity: among('', 'low', 'critical'),
    finding_ids: among('', 'files.delete-outside', 'files.delete-outside,pattern.goal_drift'),
    policy_hash: text,
    version: among('0.1.0', ''),
    schema: fc.nat(),
    duration_us: fc.nat(),
    cache_hit: flag,
    key_id: text,
    payload_digest: text,
    prev_hash: text,
    hash: text,
    id: fc.oneof(
      fc.tuple(fc.stringMatching(/^[0-9a-f]{8}$/), fc.nat()).map(([machine, seq]) => `${machine}-${seq}`),
      text,
    ),
  } satisfies Record<string, fc.Arbitrary<unknown>>)
  .chain(columns =>
    fc
      .record(
        {
          payload: fc.record(
            {
              input: fc.option(fc.oneof(json, fc.record({ command: text }))),
              reasons: fc.oneof(fc.array(text), json),
              what: json,
              unasked: text,
              more: json,
            },
            { requiredKeys: [] },
          ),
          locked: fc.constant(true as const),
          approved: fc.constant(true as const),
        },
        { requiredKeys: [] },
      )
      .map(more => ({ ...columns, ...more }) as AuditRecord),
  )
