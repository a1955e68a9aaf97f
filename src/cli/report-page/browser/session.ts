/** One session: what was asked of it, what it was told, and the risk of its calls as they came. */
import { el, fill, section } from './dom.ts'
import { countSessions, type SessionCounts } from './filter.ts'
import { clockTime, day, displayId, lasted, many } from './format.ts'
import type { PanelActions } from './panels.ts'
import { type SessionRisk, sessionRisk } from './risk.ts'
import type { Rows } from './rows.ts'

export interface SessionPart {
  readonly element: HTMLElement
  /** The session that is shown; empty where there is none. */
  shown(): string
  /** Shows another one, and stays with it. */
  choose(id: string): void
  /** Shows what is on record by now; where nobody chose one, the session that was at work last. */
  update(): void
}

export function sessionPart(rows: Rows, actions: PanelActions): SessionPart {
  let chosen = rows.head.session
  let id = ''
  let risk: SessionRisk | undefined
  const title = el('p', { class: 'request' })
  const about = el('p', { class: 'about' })
  const told = el('ul', { class: 'told-limits' })
  const stopped = el('p', { class: 'state broken' })
  const place = el('div', { class: 'risk' })
  const element = section('session', 'Risk, call by call', title, about, stopped, told, place)
  update()
  return { element, shown: () => id, choose, update }

  function choose(wanted: string): void {
    chosen = wanted
    update()
    element.scrollIntoView({ block: 'nearest' })
  }

  function update(): void {
    const sessions = countSessions(rows)
    const counts = sessions.find(each => each.id === chosen) ?? (chosen === '' ? sessions[0] : undefined)
    element.hidden = counts === undefined
    if (!counts) return
    draw(counts)
    if (counts.id === id) risk?.update()
    else {
      id = counts.id
      risk = sessionRisk(rows, id, actions.open)
      fill(place, risk.element)
    }
  }

  function draw(counts: SessionCounts): void {
    const known = rows.head.sessions.find(each => each.id === counts.id)
    const request = known?.request ?? ''
    fill(title, request === '' ? displayId(counts.id) : `“${request}”`)
    const { project, first, last, calls, verdicts } = counts
    const halted = (verdicts[3] ?? 0) + (verdicts[4] ?? 0)
    // A button that is about to be pressed stays where it is.
    if (!about.contains(document.activeElement))
      fill(
        about,
        el('span', { title: counts.id }, displayId(counts.id)),
        project !== '' && el('span', {}, project),
        el('span', {}, `${day(first)} ${clockTime(first, false)}, ${lasted(last - first)}`),
        el('span', {}, `${many(calls, 'call')}${halted > 0 ? `, ${halted} stopped` : ''}`),
        el('button', { class: 'link', click: () => actions.find({ session: counts.id }) }, 'Its reviews'),
      )
    const limits = known?.constraints ?? []
    fill(told, ...limits.map(text => el('li', {}, text)))
    told.hidden = limits.length === 0
    fill(stopped, known?.stopped === undefined ? '' : `■ The session stands still: ${known.stopped}`)
    stopped.hidden = known?.stopped === undefined
  }
}
