/** `reviewer allow`: a person lets a call pass that was stopped: once, for a session, or for good by the narrowest exception. */

import { Option } from 'commander'
import { clip, printable, printableJson } from '../../common/printable.ts'
import { isConfigError } from '../../config/error.ts'
import type { Locations } from '../../config/locations.ts'
import type { AuditRecord, SessionFact } from '../../model/record.ts'
import type { Passable, PermanentReason } from '../../model/review.ts'
import { StoreError } from '../../record/error.ts'
import type { LocalStore } from '../../record/store.ts'
import { type Allowance, isStillAllowed } from '../../review/allowed.ts'
import {
  allAllowances,
  allowedExceptions,
  type KnownAllowance,
  passableReview,
  removeExceptions,
} from '../allowances.ts'
import { countOf } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { fixedByMachine, makeException } from '../exception.ts'
import { localTime, subjectOf } from '../output/audit.ts'
import { painter } from '../output/style.ts'
import { tableLines } from '../output/table.ts'
import { outputColumns } from '../output/width.ts'
import { humanEntry, requireHuman } from '../person/human.ts'
import { fail, withStore } from '../record.ts'
import { REVIEW_ID, rowNamed, seqIn, unknownRow } from '../review-id.ts'

interface Options {
  readonly once?: boolean
  readonly session?: boolean
  readonly project?: boolean
  readonly always?: boolean
  readonly minutes?: number
  readonly rule?: string
}

type Scope = 'once' | 'session' | 'project' | 'always'

const MINUTE = 60_000
/** A day: what is to hold longer is an exception. */
const MOST_MINUTES = 24 * 60
const STOPPED = "timing = 'pre' AND event = 'PreToolUse' AND decision IN ('ask', 'block')"
/** What is said of the same effects beside the rules that a person names. */
const BESIDE = /^(matrix|pattern\.circumvention) /

/** Why a call cannot be allowed, and what to do instead. */
const INSTEAD: Readonly<Record<PermanentReason, string>> = {
  self: 'it concerns what protects the reviewer or the client, and no permission opens that. If you want the change, make it yourself, outside of Claude Code',
  secret:
    'a secret would leave the machine with it, and no permission opens that. Let Claude leave the secret out, or run the command yourself in a terminal',
  hard_stop:
    'nothing brings back what it does, and no permission opens that. If you want it done, run it yourself in a terminal; the reviewer restrains Claude, not you',
  reviewer:
    'a reviewer of inputs refused it: see reviewer reviewers, and change what it is bound to in your configuration',
  unread: 'not all of it could be looked at. Let Claude do it in smaller steps, or run it yourself in a terminal',
  too_many: 'it does too many things to say what would be allowed. Let Claude do it in smaller steps',
}

const minutes = () =>
  new Option('--minutes <n>', 'for so many minutes at most, however often').argParser((text: string) => countOf(text))

export default defineCommand({
  name: 'allow',
  order: 35,
  summary:
    'approve a call that was stopped: once, for the session, or for good by an allowlist entry (for people only)',
  examples: [
    'reviewer allow last',
    'reviewer allow last --session --minutes 30',
    'reviewer allow list',
    'reviewer allow revoke all',
  ],
  register(command, { home, locations }) {
    command
      .argument('[id]', `the call that was stopped: ${REVIEW_ID}`)
      .option('--once', 'the same call passes once (the default)')
      .option('--session', 'it passes as often as it comes in that session')
      .option('--project', 'from now on, in that project: an exception in your configuration')
      .option('--always', 'from now on, in all projects: an exception in your configuration')
      .addOption(minutes() as Option & { readonly declares?: { readonly minutes?: number } })
      .option('--rule <id>', 'only what this rule says against it')
      .action((id: string | undefined, options: Options) =>
        withStore(
          locations().database,
          store => orBroken(() => allow({ store, locations: locations(), home: home() }, id, options)),
          1,
        ),
      )

    command
      .command('list')
      .description('open approvals and the allowlist; what was used, has ended or was taken back is in the record')
      .option('--json', 'as JSON, with what no longer holds')
      .action(({ json }) =>
        withStore(locations().database, store => orBroken(() => list(store, locations(), json === true))),
      )

    command
      .command('revoke')
      .description('take back an approval, or an entry of the allowlist')
      .argument('<id>', `the call: ${REVIEW_ID}; or all`)
      .action((id: string) =>
        withStore(locations().database, store => orBroken(() => revoke(store, locations(), id)), id === 'all' ? 0 : 1),
      )
  },
})

export interface AllowPlace {
  readonly store: LocalStore
  readonly locations: Locations
  readonly home: string | undefined
}

/** A configuration that cannot be used is said, and nothing is done. */
async function orBroken(work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isConfigError(error)) throw error
    fail(error.message.split('\n').map(printable).join('\n'), 2)
  }
}

async function allow(place: AllowPlace, id: string | undefined, options: Options): Promise<void> {
  const { store } = place
  const scope = scopeOf(options)
  if (id === undefined || scope === undefined) {
    fail(
      'give the number of a call that was stopped, or `last`; and at most one of --once, --session, --project, --always',
      2,
    )
    return
  }
  if ((options.minutes ?? 1) > MOST_MINUTES || (options.minutes !== undefined && /project|always/.test(scope))) {
    fail(`--minutes goes with --once or --session, and up to ${MOST_MINUTES}`, 2)
    return
  }
  const record = rowNamed(store, id, STOPPED)
  const found = record ? openingOf(store, record, options.rule) : unknownRow(store, id)
  if (!record || typeof found === 'string') {
    fail(`${found}; nothing was allowed`, 1)
    return
  }
  if (scope === 'project' || scope === 'always') {
    const where = await makeException(place, record, { everywhere: scope === 'always', rule: options.rule })
    if (where !== undefined) allowAtOnce(store, record, found, where)
    return
  }
  const isFixed = fixedByMachine(place.locations, record.project_root)
  const fixed = rulesIn(found.keys).find(isFixed)
  if (fixed !== undefined) {
    fail(`the policy of this machine fixes ${printable(fixed)}; ask who administers it; nothing was allowed`, 1)
    return
  }
  await allowInSession(place, record, found, { ...options, once: scope === 'once' })
}

function scopeOf({ once, session, project, always, minutes: limit }: Options): Scope | undefined {
  const chosen = Object.entries({ once, session, project, always }).flatMap(([name, is]) => (is ? [name as Scope] : []))
  if (chosen.length > 1) return undefined
  // What is to hold for a while is not meant for one call.
  return chosen[0] ?? (limit === undefined ? 'once' : 'session')
}

/** What lets a stopped call pass; or why nothing does, in words. */
function openingOf(store: LocalStore, record: AuditRecord, rule: string | undefined): Passable | string {
  const name = printable(String(record.seq))
  const { kind, event } = record
  if (kind !== 'review' || event !== 'PreToolUse') return `${name} is no call that was stopped`
  const passable = passableReview(store, record)
  if (!passable) {
    return record.decision === 'ask' || record.decision === 'block'
      ? `${name} was stopped, but the record does not say what would let it pass; let Claude try it again, and name that call`
      : `${name} was not stopped`
  }
  const rules = record.finding_ids.split(',')
  if (passable.permanent !== undefined) return `${name} cannot be allowed, as ${INSTEAD[passable.permanent]}`
  if (rule === undefined) return passable
  const keys = passable.keys.filter(key => key.startsWith(`${rule} `) || BESIDE.test(key))
  if (!keys.some(key => key.startsWith(`${rule} `)))
    return `${printable(rule)} did not stop ${name}; what spoke: ${printable(rules.join(', '))}`
  return { keys }
}

async function allowInSession(
  { store, locations }: AllowPlace,
  record: AuditRecord,
  { keys }: Passable,
  { once, minutes: limit }: Options & { readonly once: boolean },
): Promise<void> {
  const { seq, id, session_id } = record
  const rules = rulesIn(keys)
  const what = whatOf(record)
  const named = rules.length > 0 ? rules.join(', ') : 'its risk'
  const how = `${once ? 'once' : 'in its session'}${limit === undefined ? '' : `, for ${limit} minutes`}`
  process.stdout.write(
    `${printable(String(seq))}  ${what}\n  ${record.decision === 'ask' ? 'asked about' : 'stopped'} by ${printable(named)}; to be allowed ${how}\n`,
  )
  const permission = await requireHuman(`allow ${seq} ${how} (${named}: ${what})`, {
    locations,
    session: session_id,
    opensWindow: true,
  })
  if (!permission.ok) {
    fail(`refused: ${printable(permission.why)} Nothing was allowed`, 1)
    return
  }
  const ts = Date.now()
  const until = limit === undefined ? 0 : ts + limit * MINUTE
  const facts = factsOf(store, record, { seq, review: id, what, rules, ts, until, once, keys, used: [] })
  if (!keep(store, session_id, `allowed ${seq} ${how} (${named}: ${what})`, facts)) return
  const end = until === 0 ? '' : ` It ends at ${localTime(until).slice(11, 16)}.`
  process.stdout.write(
    `allowed ${how}: the same call passes when Claude tries it again in session ${printable(session_id.slice(0, 8))}.${end}\nTo take it back: reviewer allow revoke ${seq}\n`,
  )
}

/** An exception holds for sessions that begin later: the session that was stopped is not to be stopped by the same again. */
function allowAtOnce(store: LocalStore, record: AuditRecord, { keys }: Passable, where: string): void {
  const { seq, id, session_id } = record
  const what = whatOf(record)
  const allowance = {
    seq,
    review: id,
    what,
    rules: rulesIn(keys),
    ts: Date.now(),
    until: 0,
    once: false,
    keys,
    used: [],
  }
  if (!keep(store, session_id, `allowed ${seq} in its session (${what})`, factsOf(store, record, allowance))) return
  process.stdout.write(
    `allowed ${printable(where)}: in session ${printable(session_id.slice(0, 8))} at once, in new ones from their start, in others at work after reviewer config reload\nTo take it back: reviewer allow revoke ${seq}\n`,
  )
}

const whatOf = (record: AuditRecord): string => `${record.tool}: ${clip(printable(subjectOf(record)), 80)}`

/** What the hook finds in the session. */
function factsOf(
  store: LocalStore,
  { session_id, tool_use_id }: AuditRecord,
  allowance: Allowance,
): readonly SessionFact[] {
  const signature = store.action(session_id, tool_use_id)?.step.signature
  return [
    { kind: 'allowed', key: String(allowance.seq), value: JSON.stringify(allowance) },
    // What is allowed is no denial any more: the same by another route goes round nothing.
    { kind: 'denial', key: tool_use_id, value: '' },
    ...(signature === undefined ? [] : [{ kind: 'denied' as const, key: signature, value: '0' }]),
  ]
}

function rulesIn(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.filter(key => !BESIDE.test(key)).map(key => key.split(' ')[0] ?? ''))]
}

/** On record as done by a person, with what follows. False, and said so, where it could not be recorded. */
function keep(store: LocalStore, session: string, what: string, facts: readonly SessionFact[]): boolean {
  const entry = humanEntry(what, { ok: true }, { session })
  try {
    store.record({ ...entry, row: { ...entry.row, decision: '' }, facts })
    return true
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    fail(`${printable(error.message)}; nothing was allowed\n${printable(error.remedy)}`, 2)
    return false
  }
}

function list(store: LocalStore, locations: Locations, json: boolean): void {
  const sessions = allAllowances(store)
  const exceptions = allowedExceptions(locations)
  const now = Date.now()
  if (json) {
    const shown = sessions.map(({ session_id, allowance: { keys: _keys, ...rest } }) => ({
      session_id,
      ...rest,
      open: isStillAllowed({ ...rest, keys: [] }, now),
    }))
    process.stdout.write(`${printableJson({ sessions: shown, exceptions }, 2)}\n`)
    return
  }
  const open = sessions.filter(({ allowance }) => isStillAllowed(allowance, now))
  if (open.length === 0 && exceptions.length === 0) {
    process.stdout.write('no approvals are open, and the allowlist is empty\n')
    return
  }
  const columns = [
    { head: 'id' },
    { head: 'holds' },
    { head: 'rules' },
    { head: 'used' },
    { head: 'what', gives: true as const },
  ]
  const rows = [
    ...open.map(each => sessionRow(each)),
    ...exceptions.map(({ review, rule, project, words }) => [
      printable(review.split('-').at(-1) ?? ''),
      project === undefined ? 'always' : `in ${printable(project)}`,
      printable(rule),
      '',
      printable(words),
    ]),
  ]
  const lines = tableLines(columns, rows, outputColumns(), painter(process.stdout))
  process.stdout.write(`${lines.join('\n')}\n`)
}

function sessionRow({ session_id, allowance }: KnownAllowance): string[] {
  const { seq, once, until, rules, used, what } = allowance
  const end = until === 0 ? '' : ` until ${localTime(until).slice(11, 16)}`
  return [
    String(seq),
    `${once ? 'once' : 'always'} in ${printable(session_id.slice(0, 8))}${end}`,
    printable(rules.join(', ')) || 'risk',
    used.length === 0 ? '' : `${used.length}x`,
    printable(what),
  ]
}

/** It makes things stricter: nobody is asked for a code. */
function revoke(store: LocalStore, locations: Locations, id: string): void {
  const now = Date.now()
  const all = allAllowances(store).filter(({ allowance }) => isStillAllowed(allowance, now))
  const last = [...all.map(each => each.allowance.review), ...allowedExceptions(locations).map(each => each.review)]
    .toSorted((a, b) => (seqIn(a) ?? 0) - (seqIn(b) ?? 0))
    .at(-1)
  const name = id === 'last' ? (last ?? id) : id
  const isMeant = (review: string): boolean => name === 'all' || review === name || review.endsWith(`-${name}`)
  const open = all.filter(({ allowance }) => isMeant(allowance.review))
  for (const { session_id, allowance } of open) {
    const value = JSON.stringify({ ...allowance, revoked: now })
    if (
      !keep(store, session_id, `took back what was allowed: ${allowance.seq} (${allowance.what})`, [
        { kind: 'allowed', key: String(allowance.seq), value },
      ])
    )
      return
    process.stdout.write(`taken back: ${allowance.seq}  ${printable(allowance.what)}\n`)
  }
  const removed = removeExceptions(locations, store, isMeant)
  if (open.length + removed === 0)
    fail(
      id === 'all' ? 'nothing is allowed' : `nothing of ${printable(id)} is allowed; see: reviewer allow list`,
      id === 'all' ? 0 : 1,
    )
}
