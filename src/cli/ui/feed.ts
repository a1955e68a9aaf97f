/** Follows the record for the pages that are open: to each what it has not had yet, and nothing that it cannot take in. */
import { setTimeout as wait } from 'node:timers/promises'
import { printable } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { VERSION } from '../../facts/own-program.ts'
import { StoreError } from '../../record/error.ts'
import type { RecordReader } from '../../record/store.ts'
import { LOOK_MS, liveRecord, type RecordLook } from '../live-record.ts'
import { collectUpdate, openedRow } from '../report-page/collect.ts'
import type { OpenedRow, PageData, PageUpdate } from '../report-page/data.ts'
import { newTable } from '../report-page/table.ts'

/** A page shows at most so many rows when it is opened, the newest. */
const FIRST_ROWS = 10_000

/** Somebody who reads: an open page. */
export interface Listener {
  /** Sends an event; `id` is what the page names when it comes back after a loss. False where it is behind and wants no more for now. */
  readonly send: (event: 'rows' | 'trouble', json: string, id: string) => boolean
  /** Tells the page that nothing will come any more. */
  readonly end: () => void
}

export interface FeedRequest {
  readonly locations: Locations
  /** Milliseconds since 1970; the page shows nothing from before. */
  readonly since: number
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Feed {
  /** `lastId`: what the page had last; empty for nothing. Gives what ends it, and what says that it can take more. */
  add(listener: Listener, lastId: string): { readonly remove: () => void; readonly resume: () => void }
  /** One row, to be opened; undefined where it is not on record. Throws StoreError. */
  open(seq: number): OpenedRow | undefined
  /** Looks at the record until the signal, as long as somebody reads. */
  run(signal: AbortSignal): Promise<void>
  listeners(): number
}

interface Reader extends Listener {
  /** Of which record, and up to which row, the page has had all. */
  machine: string
  seq: number
  isBehind: boolean
  /** Something was recorded that it has not had. */
  isDue: boolean
  trouble: string
}

export function newFeed({ locations, since, env }: FeedRequest): Feed {
  const record = liveRecord(locations.database)
  const readers = new Set<Reader>()

  function look(): void {
    if (readers.size === 0) return
    try {
      const found = record.look()
      if (found) sendRows(found)
      else for (const each of readers) if (each.isDue || each.machine !== NO_RECORD) sendNothing(each)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      sendTrouble(`${printable(error.message)}; ${printable(error.remedy)}`)
    }
  }

  function sendRows({ store, seq, isChanged }: RecordLook): void {
    if (isChanged) for (const each of readers) each.isDue = true
    const { machine } = store
    // Pages that are equally far are sent the same.
    const updates = new Map<number, string>()
    for (const each of readers) {
      if (each.trouble !== '') tell(each, '')
      if (!each.isDue || each.isBehind) continue
      const isSame = each.machine === machine && each.seq <= seq && seq - each.seq <= FIRST_ROWS
      const after = isSame ? each.seq : 0
      const text = updates.get(after) ?? JSON.stringify(updateOf(store, after, seq))
      updates.set(after, text)
      Object.assign(each, { machine, seq, isDue: false })
      send(each, 'rows', text)
    }
  }

  function sendTrouble(said: string): void {
    for (const each of readers) {
      // The next look that succeeds has all to tell.
      each.isDue = true
      if (each.trouble !== said) tell(each, said)
    }
  }

  function updateOf(store: RecordReader, after: number, upTo: number): PageUpdate {
    const request = { ...headOf(), after, up_to: upTo }
    return { fresh: after === 0, ...collectUpdate(store, request, FIRST_ROWS) }
  }

  const headOf = () => ({
    now: Date.now(),
    since,
    version: VERSION,
    record: { state: 'unchecked' as const, rows: 0, why: '', notes: [] },
    places: { locations, env },
  })

  /** There is no record yet, or none any more. */
  function sendNothing(reader: Reader): void {
    Object.assign(reader, { machine: NO_RECORD, seq: 0, isDue: false })
    send(reader, 'rows', JSON.stringify({ fresh: true, data: emptyPage(since), changed: [] } satisfies PageUpdate))
  }

  function tell(reader: Reader, said: string): void {
    reader.trouble = said
    send(reader, 'trouble', JSON.stringify(said))
  }

  function send(reader: Reader, event: 'rows' | 'trouble', text: string): void {
    reader.isBehind = !reader.send(event, text, `${reader.machine}-${reader.seq}`)
  }

  return {
    add(listener, lastId) {
      const [, machine = '', seq = '0'] = /^([0-9a-f]+)-(\d{1,15})$/.exec(lastId) ?? []
      const reader: Reader = {
        ...listener,
        machine,
        seq: Number(seq),
        isBehind: false,
        isDue: true,
        trouble: '',
      }
      readers.add(reader)
      return {
        remove: () => void readers.delete(reader),
        resume: () => {
          reader.isBehind = false
        },
      }
    },
    open(seq) {
      const found = record.look()
      if (!found) return undefined
      // The next look has to know.
      if (found.isChanged) for (const each of readers) each.isDue = true
      return openedRow(found.store, seq)
    },
    async run(signal) {
      while (!signal.aborted) {
        look()
        await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
      }
      for (const each of readers) each.end()
      record.close()
    },
    listeners: () => readers.size,
  }
}

const NO_RECORD = 'none'

function emptyPage(since: number): PageData {
  const table = newTable()
  return {
    head: {
      version: VERSION,
      made: Date.now(),
      since,
      until: null,
      session: '',
      project: '',
      machine: '',
      cut: false,
      record: { state: 'unchecked', rows: 0, why: '', notes: [] },
      sessions: [],
      interventions: [],
      notable: [],
      files: { targets: [], more: 0 },
      hosts: { targets: [], more: 0 },
    },
    strings: table.strings(),
    columns: table.columns(),
  }
}
