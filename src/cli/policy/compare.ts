/** What another policy would have said to calls that are on record: each is judged anew under both, without what went before it. */
import { memo } from '../../common/memo.ts'
import type { Locations } from '../../config/locations.ts'
import type { Policy } from '../../config/policy.ts'
import { VERDICTS, type Verdict } from '../../model/action.ts'
import type { AuditRecord } from '../../model/record.ts'
import type { Parts } from '../../review/parts.ts'
import { reviewText } from '../../review.ts'
import { compileStrictly, reviewParts } from '../parts.ts'

export interface PolicyComparison {
  /** Calls that were judged under both. */
  readonly calls: number
  /** Calls whose input is erased, encrypted or was too long to be kept whole. */
  readonly unreadable: number
  /** How many verdicts change, by verdict and other verdict: `allow → block`. */
  readonly changes: Readonly<Record<string, number>>
  /** Of the calls with another verdict the first thousand for each such change, the strictest changes first. */
  readonly changed: readonly ChangedCall[]
}

export interface ChangedCall {
  readonly id: string
  readonly ts: number
  readonly tool: string
  readonly subject: string
  readonly verdict: Verdict
  /** Under the other policy. */
  readonly other: Verdict
  /** What the other policy gives as its reason. */
  readonly reason: string
}

/** What of a record is judged anew. */
export type ComparedRecord = Pick<
  AuditRecord,
  'id' | 'ts' | 'session_id' | 'project_root' | 'permission_mode' | 'tool' | 'tool_use_id' | 'payload'
>

export interface Compared {
  readonly present: Locations
  readonly other: Locations
  readonly home: string | undefined
  /** Calls of other machines: their projects are not here, and so have no configuration of their own. */
  readonly elsewhere?: boolean
}

const MOST_SHOWN = 1000

/** Takes calls one by one, and holds a bounded number of them. */
export class PolicyComparer {
  private calls = 0
  private unreadable = 0
  private readonly changes = new Map<string, number>()
  private readonly changed: ChangedCall[] = []
  private readonly ours: Parts
  private readonly theirs: Parts

  constructor({ present, other, home, elsewhere = false }: Compared) {
    const parts = reviewParts(home)
    const under = (locations: Locations): Parts => {
      const policy = memo((root: string): Policy => compileStrictly(locations, root))
      if (!elsewhere) return { ...parts, policy }
      // Now: the files of what is tried need not outlast this.
      const one = policy(locations.home)
      return { ...parts, policy: () => one }
    }
    this.ours = under(present)
    this.theirs = under(other)
  }

  add(record: ComparedRecord): void {
    const event = eventOf(record)
    const [before, after] = event === undefined ? [] : [reviewText(event, this.ours), reviewText(event, this.theirs)]
    if (!before || !after) {
      this.unreadable++
      return
    }
    this.calls++
    if (before.decision === after.decision) return
    const change = `${before.decision} → ${after.decision}`
    const count = (this.changes.get(change) ?? 0) + 1
    this.changes.set(change, count)
    if (count <= MOST_SHOWN)
      this.changed.push({
        id: record.id,
        ts: record.ts,
        tool: record.tool,
        subject: subjectIn(record),
        verdict: before.decision,
        other: after.decision,
        reason: after.primary_reason,
      })
  }

  end(): PolicyComparison {
    const { calls, unreadable, changes } = this
    const strictness = (call: ChangedCall) => VERDICTS.indexOf(call.other)
    const changed = this.changed.sort((a, b) => strictness(b) - strictness(a) || a.ts - b.ts)
    return { calls, unreadable, changes: Object.fromEntries(changes), changed }
  }
}

/** `seen`: told how many records went by. */
export function comparePolicies(
  records: Iterable<AuditRecord>,
  compared: Compared,
  seen: (count: number) => void = () => undefined,
): PolicyComparison {
  const comparer = new PolicyComparer(compared)
  let count = 0
  for (const record of records) {
    seen(++count)
    if (record.kind === 'review' && record.event === 'PreToolUse') comparer.add(record)
  }
  return comparer.end()
}

/** What stands where the middle of a long text was left out. */
const CUT = /…\[\d+ more\]/

/** The event as the client sent it, as far as it is on record: paths of other machines are looked up on this one. */
function eventOf({ session_id, project_root, permission_mode, tool, tool_use_id, payload }: ComparedRecord) {
  const input = payload?.input
  if (typeof input !== 'object' || input === null || CUT.test(JSON.stringify(input))) return undefined
  return JSON.stringify({
    session_id,
    transcript_path: '',
    cwd: project_root,
    permission_mode,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id,
  })
}

function subjectIn({ payload }: ComparedRecord): string {
  const { command, file_path } = (payload?.input ?? {}) as Readonly<Record<string, unknown>>
  return String(command ?? file_path ?? '')
}
