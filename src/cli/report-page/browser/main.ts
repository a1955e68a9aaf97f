/** The page: opens the data, which lie in it or come from the program that serves it, draws the parts, and listens to the keyboard. */
import type { PageData } from '../data.ts'
import { el, fill } from './dom.ts'
import { type LiveState, listen } from './live.ts'
import { loadIndex } from './load.ts'
import { type Drawn, draw } from './page.ts'
import { type GrowingRows, growingRows, unpack } from './rows.ts'
import { fromFile, fromProgram } from './source.ts'

/** More rows than these are begun anew with the newest. */
const MOST_LIVE_ROWS = 60_000

let shown: Drawn | undefined

function onKey(event: KeyboardEvent): void {
  if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]'))
    return
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
  event.preventDefault()
  shown?.focusSearch()
}

/** The page that is a file by itself. */
async function openFile(page: HTMLElement): Promise<void> {
  if (!('DecompressionStream' in window)) {
    say(page, 'This browser is too old to open the page: it needs one of 2023 or later.')
    return
  }
  try {
    shown = draw(unpack(await loadIndex()), page, { openRow: fromFile, isLive: false })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(page, `The page is damaged: ${why}. Make it anew with: reviewer report`)
  }
}

/** The page that `reviewer ui` serves. */
function openLive(page: HTMLElement): void {
  let rows: GrowingRows | undefined
  let state: LiveState = 'live'
  let said = ''
  const tell = (): void => shown?.tell(state, said)
  const begin = (data: PageData): void => {
    rows = growingRows(data)
    shown = draw(rows, page, { openRow: fromProgram, isLive: true })
  }
  const again = listen({
    update({ fresh, data, changed }) {
      said = ''
      if (fresh || !rows) begin(data)
      else if (rows.size + data.columns.seq.length > MOST_LIVE_ROWS) again()
      else {
        rows.append(data, changed)
        shown?.update()
      }
      tell()
    },
    trouble(now) {
      said = now
      if (shown) tell()
      else if (said !== '') say(page, said)
    },
    state(now) {
      state = now
      if (shown) tell()
      else if (state !== 'live')
        say(page, 'The program that serves this page does not answer. Start it again with: reviewer ui')
    },
  })
}

function say(page: HTMLElement, text: string): void {
  fill(page, el('p', { class: 'opening', attrs: { role: 'status' } }, text))
}

const page = document.getElementById('page')
if (page) {
  document.addEventListener('keydown', onKey)
  if (page.dataset.live === undefined) void openFile(page)
  else openLive(page)
}
