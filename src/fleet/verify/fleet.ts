/** Follows the chain of each machine within the shared record. */
import { GENESIS, payloadDigest, rowHash } from '../../record/audit.ts'
import { PRUNED } from '../../record/retention-marker.ts'
import type { SharedHead, SharedMachine, SharedRecord, SharedRow } from '../postgres/reader.ts'
import {
  BLIND,
  ERASED,
  notKept,
  type Progress,
  type RemoteFinding,
  RemoteFindings,
  type RemoteVerification,
  type SameNumber,
  severalRows,
  sharedPage,
} from './findings.ts'

/** `silentSince`: milliseconds since 1970; a machine of which no row came since then counts as silent. Throws DestinationError. */
export async function verifyFleet(
  shared: SharedRecord,
  silentSince: number,
  progress: Progress,
): Promise<RemoteVerification> {
  const machines = await shared.machines()
  const notes = new Set<string>(shared.seesPayloads ? [] : [BLIND])
  const found: RemoteFinding[] = []
  let rows = 0
  for (const machine of machines) {
    const chain = new Chain(shared, machine, await shared.heads(machine.machine))
    for (let after = 0, isDone = false; !isDone; ) {
      const page = await sharedPage(shared, machine.machine, after)
      for (const group of page.groups) chain.follow(group)
      progress(rows + chain.rows)
      after = page.last
      isDone = page.isLast
    }
    rows += chain.rows
    const { findings, notes: more } = chain.end(silentSince)
    found.push(...findings)
    for (const note of more) notes.add(note)
  }
  return { rows, machines: machines.length, findings: found, notes: [...notes] }
}

/** The chain of one machine, from its first row on. */
class Chain {
  rows = 0
  private readonly findings: RemoteFindings
  private readonly heads = new Map<number, readonly SharedHead[]>()
  private first = 0
  private last = 0
  /** Hashes that the next row may be chained to. */
  private hashes: readonly string[] = [GENESIS]
  private newest: number
  /** Up to which row the machine says that it removed rows, for their age or by a person: they may have gone before they were sent. */
  private prunedUpTo = 0
  private readonly gaps: (readonly [from: number, to: number])[] = []
  /** Numbers of the last row that says that something was erased, and of the last row without a payload. */
  private erased = 0
  private bare = 0
  private readonly shared: SharedRecord
  private readonly machine: SharedMachine

  constructor(shared: SharedRecord, machine: SharedMachine, heads: readonly SharedHead[]) {
    this.shared = shared
    this.machine = machine
    this.findings = new RemoteFindings(machine.machine)
    this.newest = machine.registered
    for (const head of heads) this.heads.set(head.seq, [...(this.heads.get(head.seq) ?? []), head])
  }

  follow({ seq, rows }: SameNumber): void {
    const hashes = [...new Set(rows.map(({ row }) => row.hash))]
    if (hashes.length > 1) this.findings.add('rewritten', seq, severalRows(seq, hashes.length))
    if (this.first === 0) this.first = seq
    else if (seq !== this.last + 1) this.gaps.push([this.last + 1, seq - 1])
    for (const each of rows) this.row(each)
    for (const { hash, received } of this.heads.get(seq) ?? [])
      if (!hashes.includes(hash)) {
        const when = new Date(received).toISOString()
        this.findings.add('rewritten', seq, `at ${when} the record ended with another row ${seq}: it was rewritten`)
      }
    this.heads.delete(seq)
    this.last = seq
    this.hashes = hashes
    this.rows += rows.length
  }

  end(silentSince: number): { readonly findings: readonly RemoteFinding[]; readonly notes: Iterable<string> } {
    this.missing()
    if (this.bare > this.erased)
      this.findings.add(
        'payload',
        this.bare,
        `the payload of row ${this.bare} is gone, and no row says that it was erased`,
      )
    for (const head of [...this.heads.values()].flat()) this.headWithoutRow(head, silentSince)
    if (this.newest < silentSince) {
      const [newest, seen] = [this.newest, this.machine.seen].map(time => new Date(time).toISOString())
      this.findings.add('silent', 0, `no row came since ${newest}; it last connected at ${seen}`)
    }
    return { findings: this.findings.all(), notes: this.findings.notes }
  }

  private row({ row, received, payload }: SharedRow): void {
    const { seq } = row
    this.newest = Math.max(this.newest, received)
    if (row.kind === 'system' && row.event === PRUNED)
      this.prunedUpTo = Math.max(this.prunedUpTo, upToOf(row.seq, payload))
    if (row.kind === 'system' && (row.event === ERASED || row.event === PRUNED)) this.erased = seq
    if (rowHash(row) !== row.hash) this.findings.add('broken', seq, `row ${seq} does not fit its hash`)
    else if (seq === this.last + 1 && !this.hashes.includes(row.prev_hash))
      this.findings.add('broken', seq, `row ${seq} is not chained to the row before it`)
    if (!this.shared.seesPayloads) return
    if (!payload) this.bare = seq
    else if (typeof payload.body === 'string' && payloadDigest(payload.salt, payload.body) !== row.payload_digest)
      this.findings.add('payload', seq, `the payload of row ${seq} does not fit its row`)
  }

  /** Rows that are not there: no longer kept there, removed before they were sent, or missing. */
  private missing(): void {
    const { keptSince } = this.shared
    if (this.first > 1 && keptSince !== undefined) this.findings.notes.add(notKept(keptSince))
    else if (this.first > 1) this.gaps.unshift([1, this.first - 1])
    for (const [from, to] of this.gaps) {
      const which = `rows ${from} to ${to}`
      if (to > this.prunedUpTo) this.findings.add('gap', from, `${which} are missing`, to - from + 1)
      else this.findings.notes.add(`${this.machine.machine}: ${which} were removed before they were sent, as it says`)
    }
  }

  /** Of a batch that is on its way, or of rows that never came; one before the last row is in a gap, or no longer kept. */
  private headWithoutRow({ seq, received }: SharedHead, silentSince: number): void {
    if (seq > this.last && received < silentSince)
      this.findings.add('withheld', this.last + 1, `the machine said that it had ${seq} rows, and sent ${this.last}`)
  }
}

/** What a row says that rows were removed; where the login sees no payloads, it may be all before it. */
function upToOf(seq: number, payload: SharedRow['payload']): number {
  if (typeof payload?.body !== 'string') return seq - 1
  try {
    const upTo = Number(JSON.parse(payload.body).up_to)
    return Number.isSafeInteger(upTo) ? Math.min(upTo, seq - 1) : 0
  } catch {
    return 0
  }
}
