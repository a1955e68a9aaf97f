/** Buttons that copy a command. They never run it: who reads a page in a browser is no person at a terminal. */
import type { PageCommand } from '../data.ts'
import { el, fill } from './dom.ts'

/** Buttons for commands, in a row. */
export function copyButtons(commands: readonly PageCommand[]): HTMLElement | undefined {
  if (commands.length === 0) return undefined
  const [aside, main] = [true, false].map(wanted => commands.filter(({ isAside }) => isAside === wanted))
  return el(
    'div',
    { class: 'commands' },
    ...(main ?? []).map(copyButton),
    aside !== undefined && aside.length > 0 && el('span', { class: 'asides' }, ...aside.map(copyButton)),
  )
}

function copyButton({ label, line, isAside }: PageCommand): HTMLElement {
  return el(
    'button',
    {
      class: isAside ? 'copy aside' : 'copy',
      title: `Copy for a terminal: ${line}`,
      attrs: { 'data-line': line },
      click: event => {
        event.stopPropagation()
        void copy(line)
      },
    },
    el('span', { class: 'sign', attrs: { 'aria-hidden': 'true' } }),
    label,
    el('span', { class: 'hidden' }, ` (copies: ${line})`),
  )
}

async function copy(line: string): Promise<void> {
  const isCopied = (await writeClipboard(line)) || copySelected(line)
  tell(isCopied ? 'Copied. Paste it in a terminal of your own:' : 'Copy this into a terminal of your own:', line)
}

async function writeClipboard(line: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(line)
    return true
  } catch {
    return false
  }
}

/** The older way, where the browser gives a page no clipboard. */
function copySelected(line: string): boolean {
  const box = el('textarea', { class: 'hidden', attrs: { 'aria-hidden': 'true', readonly: '' } })
  box.value = line
  const before = document.activeElement
  document.body.append(box)
  box.select()
  const isCopied = document.execCommand('copy')
  box.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

const SHOWN_MS = 8000
let ending: ReturnType<typeof setTimeout> | undefined

/** At the foot of the window, and read out. A dialog that is open would hide it: it is shown in there then. */
function tell(said: string, line: string): void {
  const place = document.querySelector('dialog[open]') ?? document.body
  const toast = document.querySelector('.toast') ?? el('div', { class: 'toast', attrs: { role: 'status' } })
  if (toast.parentNode !== place) place.append(toast)
  fill(toast, el('span', {}, said), el('code', {}, line))
  clearTimeout(ending)
  ending = setTimeout(() => toast.remove(), SHOWN_MS)
}
