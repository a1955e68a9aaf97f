/**
 * Sends the record to one destination: reads what follows the cursor, has it made durable there, and only then moves the cursor. Wherever
 * it ends in between, the next one sends the same rows again, which the destination stores once.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../common/message-of.ts'
import { StoreError, storeError } from '../record/error.ts'
import { beginShipment, endShipment, moveCursor, readUnsent, shipmentTo, waitingFor } from '../record/shipments.ts'
import { type Destination, DestinationError } from './destination.ts'
import { lockDestination } from './lock.ts'
import { shippedRecord } from './record.ts'

export interface ShipOptions {
  readonly state: string
  readonly database: string
  /** Under which the destination is known. */
  readonly id: string
  /** Connects. Throws DestinationError. */
  readonly open: (machine: string) => Promise<Destination>
  /** Ends it after what is being sent. */
  readonly signal: AbortSignal
  /** Goes on with what is recorded from now on, until the signal. */
  readonly watch?: boolean
  /** So many rows of so many were sent. */
  readonly progress?: (sent: number, total: number) => void
  /** What people should know while it runs, once. */
  readonly tell?: (note: string) => void
  readonly pace?: Partial<Pace>
}

export interface Shipped {
  readonly destination: string
  /** `busy`: another process sends there already. */
  readonly outcome: 'complete' | 'stopped' | 'busy' | 'failed'
  /** How many rows, and erasures, this run has sent. */
  readonly rows: number
  readonly erasures: number
  /** What kept it from sending everything, and what to do about it; empty where nothing did. */
  readonly failure: string
  readonly remedy: string
  /** What failed is the record, not the destination. */
  readonly record?: true
}

/** How fast things go, in milliseconds. */
export interface Pace {
  /** Between the first failure and the next try; each further failure doubles it, up to the longest. */
  readonly first: number
  readonly longest: number
  /** Tries without any success after which it ends, unless it watches. */
  readonly tries: number
  /** Between two looks at the record. */
  readonly look: number
  /** After which it looks for itself, whatever the record says of changes. */
  readonly anyway: number
  /** What is being sent when it is to end is waited for that long. */
  readonly grace: number
  /** After each batch it rests so many times as long as the batch kept a processor busy. Not milliseconds. */
  readonly rest: number
}

const PACE: Pace = { first: 500, longest: 30_000, tries: 6, look: 1000, anyway: 60_000, grace: 10_000, rest: 0 }
/** Where nobody waits for it, hooks on the same machine should not feel it: still some 3,000 rows a second. */
export const IN_THE_BACKGROUND: Partial<Pace> = { rest: 9 }
/** One transaction there; a payload is 4 KB at most, unless somebody changed the record. */
const LIMITS = { rows: 1000, bytes: 4 * 1024 * 1024 }

/** What of the record passes by itself: other programs let go of it. */
const BRIEF = new Set(['busy'])
/** And what passes once somebody frees the disk, or the next event begins a new record: who watches waits for that. */
const LASTING = new Set(['busy', 'corrupt', 'readonly', 'full', 'cannot_open'])

/** It was to end, and what was being sent did not. */
class Stopped extends Error {}

/** Never rejects for what a destination or the record does. */
export async function ship(options: ShipOptions): Promise<Shipped> {
  let unlock: (() => void) | undefined
  try {
    unlock = lockDestination(options.state, options.id)
  } catch (error) {
    return failed(options.id, storeError(error, options.state), { rows: 0, erasures: 0 })
  }
  if (!unlock)
    return {
      destination: options.id,
      outcome: 'busy',
      rows: 0,
      erasures: 0,
      failure: 'another process sends there already',
      remedy: '',
    }
  const run = new Run(options)
  try {
    return await run.all()
  } finally {
    await run.close()
    unlock()
  }
}

class Run {
  readonly #options: ShipOptions
  readonly #pace: Pace
  readonly #record
  #destination: Destination | undefined
  #sent = { rows: 0, erasures: 0 }
  #total = 0
  /** What was told already. */
  #told = ''
  #hasBegun = false

  constructor(options: ShipOptions) {
    this.#options = options
    this.#pace = { ...PACE, ...options.pace }
    this.#record = shippedRecord(options.database)
  }

  async close(): Promise<void> {
    await this.#disconnect()
    this.#record.close()
  }

  async all(): Promise<Shipped> {
    const { id, signal, watch } = this.#options
    let failures = 0
    while (!signal.aborted) {
      const before = this.#sent.rows
      try {
        const version = this.#record.version()
        await this.#sendAll()
        failures = 0
        if (signal.aborted) break
        this.#note('', '')
        if (!watch) return { destination: id, outcome: 'complete', ...this.#sent, failure: '', remedy: '' }
        await this.#news(version)
      } catch (thrown) {
        if (thrown instanceof Stopped) break
        const error = known(thrown, this.#options.database)
        failures = this.#sent.rows > before ? 1 : failures + 1
        this.#note(error.message, error.remedy)
        if (!passes(error, watch === true) || (!watch && failures >= this.#pace.tries))
          return failed(id, error, this.#sent)
        this.#tell(error.message)
        await this.#pause(this.#delay(failures))
      }
    }
    return { destination: id, outcome: 'stopped', ...this.#sent, failure: '', remedy: '' }
  }

  async #sendAll(): Promise<void> {
    const { id, signal, progress } = this.#options
    let cursor = this.#record.ask(db => (this.#hasBegun && shipmentTo(db, id)) || beginShipment(db, id, Date.now()))
    this.#hasBegun = true
    this.#total = this.#sent.rows + (cursor ? (this.#record.ask(db => waitingFor(db, cursor ?? { seq: 0 })) ?? 0) : 0)
    while (cursor && !signal.aborted) {
      const from = cursor
      const before = process.cpuUsage()
      const unsent = this.#record.ask(db => readUnsent(db, from, LIMITS))
      if (!unsent) return
      const { machine, rows, erasures, head } = unsent
      if (unsent.again) this.#options.tell?.('the record is another one than before, or was changed: it is sent again')
      for (const seq of unsent.unreadable)
        this.#options.tell?.(
          `row ${seq} does not say exactly what was erased, so that stays there: reviewer audit verify`,
        )
      const last = rows.at(-1)?.row
      if (last && head) await this.#append({ machine, rows, erasures, head })
      else if (!unsent.again) return
      cursor = { ...from, seq: last?.seq ?? 0, hash: last?.hash ?? '' }
      const to = cursor
      this.#record.ask(db => moveCursor(db, id, { from, to, now: Date.now() }))
      this.#sent = { rows: this.#sent.rows + rows.length, erasures: this.#sent.erasures + erasures.length }
      progress?.(this.#sent.rows, Math.max(this.#total, this.#sent.rows))
      const { user, system } = process.cpuUsage(before)
      if (this.#pace.rest > 0) await this.#pause((this.#pace.rest * (user + system)) / 1000)
    }
  }

  async #append(batch: Parameters<Destination['append']>[0]): Promise<void> {
    try {
      this.#destination ??= await this.#connect(batch.machine)
      await this.#orStopped(this.#destination.append(batch))
    } catch (error) {
      await this.#disconnect()
      throw error
    }
  }

  async #connect(machine: string): Promise<Destination> {
    const opening = this.#options.open(machine)
    try {
      return await this.#orStopped(opening)
    } catch (error) {
      // A server that answers after all is not left with an open connection.
      opening.then(late => late.close()).catch(() => undefined)
      throw error
    }
  }

  /** Nothing is known of a connection after an error: the next try has one of its own. */
  async #disconnect(): Promise<void> {
    const destination = this.#destination
    this.#destination = undefined
    try {
      await Promise.race([destination?.close(), wait(this.#pace.grace, undefined, { ref: false })])
    } catch {
      // What it has stored, it has stored.
    }
  }

  /** What is under way, unless it is to end and that takes too long. */
  async #orStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#options
    const done = new AbortController()
    const late = async (): Promise<never> => {
      if (!signal.aborted)
        await new Promise<void>(resolve => {
          signal.addEventListener('abort', () => resolve(), { once: true, signal: done.signal })
        })
      await wait(this.#pace.grace, undefined, { signal: done.signal })
      throw new Stopped()
    }
    try {
      return await Promise.race([work, late()])
    } finally {
      work.catch(() => undefined)
      done.abort()
    }
  }

  /** Until somebody else writes into the record. */
  async #news(seen: string): Promise<void> {
    const { signal } = this.#options
    const until = Date.now() + this.#pace.anyway
    do await this.#pause(this.#pace.look)
    while (!signal.aborted && Date.now() < until && this.#record.version() === seen)
  }

  #delay(failures: number): number {
    const { first, longest } = this.#pace
    // At random: machines that failed together would come back together.
    return Math.min(longest, first * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
  }

  async #pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.#options.signal }).catch(() => undefined)
  }

  /** Kept for `reviewer status`; where the record takes nothing, the doctor tells of that. */
  #note(failure: string, remedy: string): void {
    try {
      this.#record.ask(db => {
        const before = shipmentTo(db, this.#options.id)
        const isNews = before?.failure !== failure || before.remedy !== remedy || before.shipped === 0
        if (isNews) endShipment(db, this.#options.id, { failure, remedy }, Date.now())
      })
    } catch {
      // See above.
    }
  }

  /** The same trouble at every try is told once. */
  #tell(note: string): void {
    if (note !== this.#told) this.#options.tell?.(note)
    this.#told = note
  }
}

type Trouble = DestinationError | StoreError

function known(thrown: unknown, database: string): Trouble {
  if (thrown instanceof DestinationError || thrown instanceof StoreError) return thrown
  const remedy = `this is a defect of the reviewer: please report it. The record is untouched (${database})`
  return new DestinationError(messageOf(thrown), { passing: false, remedy })
}

function passes(error: Trouble, watch: boolean): boolean {
  if (error instanceof DestinationError) return error.passing
  return (watch ? LASTING : BRIEF).has(error.code)
}

function failed(
  destination: string,
  error: Trouble,
  sent: { readonly rows: number; readonly erasures: number },
): Shipped {
  const { message: failure, remedy } = error
  const record = error instanceof StoreError ? ({ record: true } as const) : {}
  return { destination, outcome: 'failed', ...sent, failure, remedy, ...record }
}
