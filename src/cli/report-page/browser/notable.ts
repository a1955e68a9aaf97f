/** What happened, before how much: the calls worth knowing, and what a person can still do about each. */
import { FEEDBACK, type NotableCall } from '../data.ts'
import { copyButtons } from './copy.ts'
import { type Child, el, fill, section } from './dom.ts'
import { isCall } from './filter.ts'
import { displayId, formatCount, idAsWords, lately, many, moment } from './format.ts'
import { type Rows, SAID, VERDICT_NAMES, type VerdictName } from './rows.ts'

export interface NotableActions {
  readonly open: (row: number) => void
  readonly session: (id: string) => void
}

type Choice = 'all' | 'open' | 'stopped' | 'restorable'

const CHOICES: Readonly<Record<Choice, { readonly name: string; readonly fits: (call: NotableCall) => boolean }>> = {
  all: { name: 'All', fits: () => true },
  open: { name: 'Waits for you', fits: isWaiting },
  stopped: { name: 'Stopped', fits: isStopped },
  restorable: { name: 'Can be brought back', fits: ({ state }) => state === 'restorable' },
}

/** So many are shown until the reader asks for more. */
const LINES = 8
const MORE_LINES = 300

export interface NotablePart {
  readonly element: HTMLElement
  /** Shows what is on record by now. */
  update(): void
}

export function notablePart(rows: Rows, actions: NotableActions): NotablePart {
  let chosen: Choice = 'all'
  let shown = LINES
  const lead = el('p', { class: 'lead' })
  const chips = el('div', { class: 'chips', attrs: { role: 'group', 'aria-label': 'Which calls' } })
  const list = el('ol', { class: 'notable' })
  const more = el('button', { class: 'link more', click: () => grow() })
  const element = section('notable', 'Calls worth knowing', lead, chips, list, more)
  const items = new Map<string, { readonly said: string; readonly item: HTMLElement }>()
  update()
  return { element, update }

  function grow(): void {
    const before = shown
    shown = MORE_LINES
    update()
    const first = list.children[before]?.querySelector('button')
    if (first instanceof HTMLElement) first.focus()
  }

  function choose(choice: Choice): void {
    chosen = choice
    shown = LINES
    update()
  }

  function update(): void {
    const { notable } = rows.head
    fill(lead, ...leadOf(rows))
    drawChips(notable)
    const fitting = notable.filter(CHOICES[chosen].fits)
    place(fitting.slice(0, shown))
    const left = Math.min(fitting.length, MORE_LINES) - shown
    more.hidden = left <= 0
    if (left > 0) fill(more, `Show ${formatCount(left)} more`)
  }

  /** A choice that fits nothing is not offered; neither is one alone. */
  function drawChips(notable: readonly NotableCall[]): void {
    const counts = (Object.keys(CHOICES) as Choice[]).map(
      choice => [choice, notable.filter(CHOICES[choice].fits).length] as const,
    )
    const offered = counts.filter(
      ([choice, count]) => choice === 'all' || (count > 0 && count < notable.length) || choice === chosen,
    )
    chips.hidden = offered.length < 2
    // Buttons stay, so that who is about to press one does not lose it.
    const known = new Map([...chips.children].map(each => [each.getAttribute('data-choice'), each]))
    const buttons = offered.map(([choice, count]) => {
      const button =
        known.get(choice) ??
        el('button', { class: 'chip', attrs: { 'data-choice': choice }, click: () => choose(choice) })
      fill(button, `${CHOICES[choice].name} ${formatCount(count)}`)
      button.setAttribute('aria-pressed', String(choice === chosen))
      return button
    })
    replaceOnlyChanged(chips, buttons)
  }

  /** What has not changed stays as it is, with the focus that may be in it. */
  function place(calls: readonly NotableCall[]): void {
    const next = calls.map(call => {
      const key = `${call.kind} ${call.seq} ${call.session} ${call.ts}`
      const said = JSON.stringify([call, rows.rowOf(call.seq)])
      const known = items.get(key)
      if (known?.said === said) return known.item
      const item = itemOf(call, rows, actions)
      items.set(key, { said, item })
      return item
    })
    replaceOnlyChanged(list, next)
    list.hidden = next.length === 0
  }
}

/** Puts these in place of all children, and moves none that stands right already. */
function replaceOnlyChanged(parent: Element, children: readonly Element[]): void {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null)
  })
}

function isWaiting({ state, kind }: NotableCall): boolean {
  return state === 'waiting' || kind === 'stopped'
}

function isStopped({ kind, state }: NotableCall): boolean {
  return (kind === 'block' || kind === 'ask') && !hasRun({ kind, state }) && state !== 'waiting'
}

/** The person said yes to it, and it ran. */
function hasRun({ kind, state }: Pick<NotableCall, 'kind' | 'state'>): boolean {
  return kind === 'ask' && (state === 'approved' || state === 'restorable' || state === 'restored')
}

/** In one sentence what happened, before any number of how often. The list is bounded, so that what is stopped is counted by rows. */
function leadOf(rows: Rows): readonly Child[] {
  if (rows.size === 0) return ['Nothing is on record of this time.']
  const count = (fits: (call: NotableCall) => boolean): number =>
    rows.head.notable.filter(fits).reduce((sum, { times }) => sum + times, 0)
  const { calls, verdicts } = countCalls(rows)
  const of = (name: VerdictName): number => verdicts[VERDICT_NAMES.indexOf(name)] ?? 0
  const waiting = count(isWaiting)
  const stopped = of('block') + of('ask') - count(({ state }) => state === 'waiting')
  const parts: readonly (readonly [number, string])[] = [
    [waiting, waiting === 1 ? 'waits for you' : 'wait for you'],
    [stopped, 'stopped'],
    [of('modify'), 'changed before it ran'],
    [of('approved'), 'approved by you'],
    [count(({ state }) => state === 'restorable'), 'can be brought back'],
    [count(({ state, kind }) => state === 'restored' || kind === 'restored'), 'brought back'],
  ]
  const told = parts.filter(([number]) => number > 0)
  const whole = `${many(calls, 'call')} reviewed`
  if (told.length === 0) return [`${whole}; nothing was stopped, and nothing waits for you.`]
  return [
    ...told.flatMap(([number, what], at) => [at > 0 && ', ', el('b', {}, formatCount(number)), ` ${what}`]),
    `; ${whole}.`,
  ]
}

function countCalls(rows: Rows): { readonly calls: number; readonly verdicts: readonly number[] } {
  const verdicts = VERDICT_NAMES.map(() => 0)
  let calls = 0
  for (let row = 0; row < rows.size; row++) {
    if (!isCall(rows, row)) continue
    const verdict = rows.verdict[row] ?? 0
    calls++
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
  }
  return { calls, verdicts }
}

const KIND_NAMES: Readonly<Record<NotableCall['kind'], string>> = {
  stopped: '■ session stopped',
  block: `${SAID.block[1]} blocked`,
  ask: `${SAID.ask[1]} asked`,
  modify: `${SAID.modify[1]} changed`,
  saved: '↶ saved',
  restored: '↶ brought back',
}

const STATE_NAMES: Readonly<Record<NotableCall['state'], string>> = {
  waiting: 'no answer yet',
  held: 'did not run',
  final: 'did not run',
  allowed: 'you let it pass',
  approved: 'you said yes',
  restorable: 'can be brought back',
  restored: 'brought back',
  done: '',
}

function itemOf(call: NotableCall, rows: Rows, actions: NotableActions): HTMLElement {
  const { kind, state, seq, ts, session, tool, subject, reason, rules, times, feedback, commands } = call
  const row = seq > 0 ? rows.rowOf(seq) : -1
  const request = rows.head.sessions.find(each => each.id === session)?.request ?? ''
  const name = subject || `${tool} ${idAsWords(kind)}`
  const style = kind === 'saved' || kind === 'restored' ? 'saved' : kind === 'stopped' ? 'block' : kind
  const verdict = hasRun(call) ? 'approved' : style
  return el(
    'li',
    { class: `call ${isWaiting(call) ? 'waiting' : ''}` },
    el(
      'p',
      { class: 'what' },
      el('span', { class: `verdict ${verdict}` }, hasRun(call) ? '✓ approved' : KIND_NAMES[kind]),
      tool !== '' && el('span', { class: 'quiet' }, tool),
      row >= 0
        ? el('button', { class: 'subject link', title: 'Open this review', click: () => actions.open(row) }, name)
        : el('span', { class: 'subject' }, name),
      times > 1 && el('span', { class: 'tag' }, `${formatCount(times)} times`),
    ),
    reason !== '' && el('p', { class: 'why' }, reason),
    el(
      'p',
      { class: 'about' },
      STATE_NAMES[state] !== '' && el('b', {}, STATE_NAMES[state]),
      el('span', { title: moment(ts) }, lately(ts)),
      seq > 0 && el('span', {}, `no. ${seq}`),
      rules.length > 0 && el('span', { class: 'rules', title: rules.join(', ') }, rules.slice(0, 2).join(', ')),
      el(
        'button',
        { class: 'link', title: session, click: () => actions.session(session) },
        request === '' ? displayId(session) : request.slice(0, 60),
      ),
      feedback > 0 && el('span', {}, `you said: ${idAsWords(FEEDBACK[feedback] ?? '')}`),
    ),
    copyButtons(commands),
  )
}
