/** Listens to the program that serves the page: rows as they are recorded, and whether it is still there. */
import type { PageUpdate } from '../data.ts'

/** `away`: the connection is lost, and tried again by the browser; `ended`: nothing will come any more. */
export type LiveState = 'live' | 'away' | 'ended'

export interface LiveListener {
  readonly update: (update: PageUpdate) => void
  /** What keeps the program from reading the record; empty once that is over. */
  readonly trouble: (said: string) => void
  readonly state: (state: LiveState) => void
}

/** Begins to listen; gives what begins anew with all there is. */
export function listen({ update, trouble, state }: LiveListener): () => void {
  let source = open()
  return () => {
    source.close()
    source = open()
  }

  function open(): EventSource {
    const opened = new EventSource('events')
    opened.addEventListener('rows', event => {
      state('live')
      update(JSON.parse(event.data) as PageUpdate)
    })
    opened.addEventListener('trouble', event => trouble(JSON.parse(event.data) as string))
    opened.addEventListener('end', () => {
      opened.close()
      state('ended')
    })
    // The browser gives up where the answer is a refusal, which a program that was started anew gives.
    opened.addEventListener('error', () => state(opened.readyState === EventSource.CLOSED ? 'ended' : 'away'))
    return opened
  }
}
