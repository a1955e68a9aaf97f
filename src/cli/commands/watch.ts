/** `reviewer watch`: a session while it runs, on one screen, or in lines where there is no terminal. It reads, and writes nothing. */
import { setTimeout as wait } from 'node:timers/promises'
import { printable } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import type { SessionSummary } from '../../model/record.ts'
import { StoreError } from '../../record/error.ts'
import type { RecordReader } from '../../record/store.ts'
import { defineCommand, streamedJson } from '../command.ts'
import { type LiveRecord, LOOK_MS, liveRecord } from '../live-record.ts'
import { type Paint, painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { untilReaderLeaves } from '../reader.ts'
import { fail } from '../record.ts'
import { SESSION_ID, sessionNamed } from '../session-id.ts'
import { type WatchedSession, watchSession } from '../watch/collect.ts'
import { jsonLines, plainLines } from '../watch/lines.ts'
import type { SessionState } from '../watch/model.ts'
import { pageOf, screenLines } from '../watch/screen.ts'
import { onTerminal } from '../watch/terminal.ts'
import { FIRST_VIEW, type Key, pressed, type ScreenState } from '../watch/view.ts'

interface Options {
  readonly json?: boolean
  readonly once?: boolean
}

/** Transcripts are read on at every tenth look. */
const LOOKS_PER_TRANSCRIPT = 10
/** So many sessions can be chosen from, the newest. */
const SESSIONS = 50

export default defineCommand({
  name: 'watch',
  order: 45,
  summary: 'a session while it runs, on one screen: calls, verdicts, limits, tokens, patterns',
  examples: ['reviewer watch --once', 'reviewer watch --once --json'],
  register(command, context) {
    command
      .argument('[id]', `${SESSION_ID}; without one the session that was at work last`)
      .option('--once', 'only what there is now')
      .addOption(streamedJson())
      .action(async (id: string | undefined, options: Options) => {
        const locations = context.locations()
        const record = liveRecord(locations.database)
        try {
          if (!options.json && !options.once && isScreen()) await onScreen(id, record, locations)
          else await inLines(id, record, locations, options)
        } finally {
          record.close()
        }
      })
  },
})

const isScreen = (): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb'

/** Looks at the session that is meant, which may not have begun yet. */
class Watcher {
  readonly #record: LiveRecord
  readonly #locations: Locations
  #wanted: string | undefined
  #session: WatchedSession | undefined
  #watched: SessionState | undefined
  #pending = true
  #looks = 0

  constructor(wanted: string | undefined, record: LiveRecord, locations: Locations) {
    this.#wanted = wanted
    this.#record = record
    this.#locations = locations
  }

  /** What there is to see now; `isChanged` where that is another thing than before. Throws StoreError. */
  look(): { readonly watched: SessionState | undefined; readonly isChanged: boolean } {
    const found = this.#record.look()
    if (!found) return { watched: undefined, isChanged: false }
    if (found.isAnother) this.#session = undefined
    // What was written while the last reading failed is still to be read.
    if (found.isChanged) this.#pending = true
    if (!this.#pending) return this.#lookAtTranscripts()
    this.#session ??= this.#choose(found.store)
    this.#watched = this.#session?.read(found.store)
    this.#pending = false
    return { watched: this.#watched, isChanged: true }
  }

  /** The client writes them by itself, also when the session has ended. */
  #lookAtTranscripts(): { readonly watched: SessionState | undefined; readonly isChanged: boolean } {
    const known = this.#watched
    this.#looks++
    if (!known || !this.#session || this.#looks % LOOKS_PER_TRANSCRIPT !== 0)
      return { watched: known, isChanged: false }
    this.#watched = this.#session.reread(known)
    return { watched: this.#watched, isChanged: this.#watched !== known }
  }

  added(): ReadonlySet<SessionState['rows'][number]['record']> {
    return new Set(this.#session?.added())
  }

  watch(id: string): void {
    this.#wanted = id
    this.#session = undefined
    this.#pending = true
  }

  /** The newest first. */
  sessions(): readonly SessionSummary[] {
    const found = this.#record.look()
    // The next look has to know.
    if (found?.isChanged) this.#pending = true
    return found ? byUse(found.store) : []
  }

  #choose(store: RecordReader): WatchedSession | undefined {
    const id = idOf(this.#wanted, store)
    return id === undefined ? undefined : watchSession(id, this.#locations)
  }
}

/** What was at work last comes first. */
const byUse = (store: RecordReader): readonly SessionSummary[] =>
  store.overview.sessions(SESSIONS).toSorted((a, b) => b.last - a.last)

/** Undefined where no session is meant yet: one that is named may still begin. */
function idOf(name: string | undefined, store: RecordReader): string | undefined {
  if (name === undefined) return byUse(store)[0]?.session_id
  const found = sessionNamed(store, name)
  if ('id' in found) return found.id
  if (store.overview.matching(name, 2).length > 1) throw new StoreError('failed', found.why, 'give more of the id')
  return undefined
}

async function inLines(id: string | undefined, record: LiveRecord, locations: Locations, options: Options) {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const end = options.once ? undefined : untilReaderLeaves(stopped)
  try {
    await writeLines(id, new Watcher(id, record, locations), stopped.signal, options)
  } finally {
    end?.()
  }
}

async function writeLines(id: string | undefined, watcher: Watcher, signal: AbortSignal, { json, once }: Options) {
  const paint = painter(process.stdout)
  let trouble = ''
  while (!signal.aborted) {
    try {
      const { watched, isChanged } = watcher.look()
      if (watched && isChanged) process.stdout.write(linesOf(watched, watcher, json === true, paint))
      if (once) {
        if (!watched)
          fail(id === undefined ? 'no session is on record yet' : `no session ${printable(id)} is on record`, 1)
        return
      }
      trouble = ''
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      const said = troubleOf(error)
      if (once) return fail(said, 2)
      // The same trouble at every look is told once.
      if (said !== trouble) process.stderr.write(`note: ${said}\n`)
      trouble = said
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

function linesOf(watched: SessionState, watcher: Watcher, json: boolean, paint: Paint): string {
  const added = watcher.added()
  return json ? jsonLines(watched, added) : plainLines(watched, added, outputColumns(), paint)
}

const troubleOf = (error: StoreError): string => `${printable(error.message)}; ${printable(error.remedy)}`

async function onScreen(id: string | undefined, record: LiveRecord, locations: Locations): Promise<void> {
  const watcher = new Watcher(id, record, locations)
  const paint = painter(process.stdout)
  const ended = new AbortController()
  let view: ScreenState = FIRST_VIEW

  /** What of the record cannot be read is said on the screen. */
  const reading = (next: () => ScreenState): void => {
    try {
      view = { ...next(), trouble: '' }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      view = { ...view, trouble: troubleOf(error) }
    }
  }

  const look = (): void =>
    reading(() => {
      const { watched, isChanged } = watcher.look()
      const came = isChanged ? watcher.added().size : 0
      return view.paused && view.watched ? { ...view, missed: view.missed + came } : { ...view, watched }
    })

  await onTerminal(async (canvas, handle) => {
    const draw = (): void => canvas.draw(screenLines(view, canvas.size(), paint))
    const key = (name: Key): void => {
      const { view: next, navigation } = pressed(view, name, pageOf(view, canvas.size()))
      view = next
      if (navigation === 'quit') ended.abort()
      else if (navigation === 'sessions') reading(() => ({ ...view, sessions: watcher.sessions() }))
      else if (navigation) watcher.watch(navigation.session)
      look()
      draw()
    }
    handle({ key, resized: draw })
    while (!ended.signal.aborted) {
      look()
      draw()
      await wait(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })
}
