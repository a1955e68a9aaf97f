/** Where the record of this machine is sent: what a kind of destination does, each in a folder beside this file. */
import type { AuditRow } from '../model/record.ts'
import type { Erasure } from '../record/erase.ts'

/** A row of the record as it is sent: what its hash covers, and its payload as it is kept here. */
export interface ShippedRow {
  readonly row: AuditRow
  /** Undefined where it was erased. */
  readonly payload: ShippedPayload | undefined
}

export interface ShippedPayload {
  /** With the text of the payload it gives the row's `payload_digest`. */
  readonly salt: Uint8Array
  /** The masked payload as JSON; where the row names a key, the envelope that this key opens. */
  readonly body: string | Uint8Array
}

/** Something that was erased here and goes there too. */
export interface ShippedErasure {
  /** Of the row that says so: what came before it is meant. */
  readonly seq: number
  readonly what: Erasure
}

/** The newest row of a record: with it, whatever was before cannot be rewritten unseen. */
export interface ChainHead {
  readonly seq: number
  readonly hash: string
}

export interface Batch {
  /** Id of the machine that wrote the rows: the first part of their ids. */
  readonly machine: string
  /** By `seq`, ascending; none where only the head or an erasure is to be told. */
  readonly rows: readonly ShippedRow[]
  readonly erasures: readonly ShippedErasure[]
  /** Of the record as it stood when the rows were read: the rows may end before it. */
  readonly head: ChainHead
}

export interface Destination {
  /** Under which the cursor is kept: its address without credentials. */
  readonly id: string
  /**
   * Resolves once all of the batch is durable there. A batch that was sent before, whole or in part, is stored once: rows are told apart
   * by machine, `seq` and hash, so that a row which was rewritten here stands beside the one that was there. Throws DestinationError.
   */
  readonly append: (batch: Batch) => Promise<void>
  readonly close: () => Promise<void>
}

/** What a kind of destination is opened with. */
export interface DestinationOptions {
  /** `postgres://user@host/database` or `otlp+https://host:port`; without credentials. */
  readonly url: URL
  /** The password; for a collector the headers, as `name=value,name=value`. Undefined where nothing was configured. */
  readonly secret: string | undefined
  /** Id of this machine. */
  readonly machine: string
  /** What people call this machine, and whose it is; each may be empty. */
  readonly label: string
  readonly team: string
}

/** Connects, and checks that batches will be taken. Throws DestinationError. */
export type OpenDestination = (options: DestinationOptions) => Promise<Destination>

/** What keeps a destination from taking a batch. */
export class DestinationError extends Error {
  /** Whether the same batch may be taken later: false where a person has to do something first. */
  readonly passing: boolean
  /** What to do about it, for people. */
  readonly remedy: string

  constructor(message: string, { passing, remedy = '' }: { readonly passing: boolean; readonly remedy?: string }) {
    super(message)
    this.passing = passing
    this.remedy = remedy
  }
}
