/** What people have allowed: in sessions, as the record says, and for good, as exceptions in their configuration. */

import { existsSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { printable } from '../common/printable.ts'
import { isSection } from '../config/data.ts'
import type { Locations } from '../config/locations.ts'
import { readText } from '../config/read.ts'
import type { AuditRecord } from '../model/record.ts'
import type { Passable } from '../model/review.ts'
import type { LocalStore } from '../record/store.ts'
import { type Allowance, parseAllowance } from '../review/allowed.ts'
import { applyTexts, checkEdits, configTexts, filesOf } from './learning/apply.ts'
import { allowedRules, diffOf, withoutExceptions } from './learning/files.ts'
import { localTime } from './output/audit.ts'
import { painter } from './output/style.ts'
import { diffLines } from './output/tune.ts'
import { compileStrictly } from './parts.ts'
import { humanEntry } from './person/human.ts'

export interface KnownAllowance {
  readonly session_id: string
  readonly allowance: Allowance
}

/** What would let a stopped call pass; undefined where the record does not say. */
export function passableReview(
  store: Pick<LocalStore, 'fact'>,
  { session_id, tool_use_id }: AuditRecord,
): Passable | undefined {
  try {
    const found: Partial<Passable> = JSON.parse(store.fact(session_id, 'stop', tool_use_id)?.value ?? '') ?? {}
    return Array.isArray(found.keys) ? (found as Passable) : undefined
  } catch {
    return undefined
  }
}

/** In the order in which they were given; also those that no longer hold. */
export function allAllowances(store: Pick<LocalStore, 'ask'>): readonly KnownAllowance[] {
  const rows = store.ask(db =>
    db.all("SELECT session_id, value FROM session_facts WHERE kind = 'allowed' ORDER BY fact_id DESC LIMIT 1000"),
  )
  return rows.toReversed().flatMap(({ session_id, value }) => {
    const allowance = parseAllowance(String(value))
    return allowance ? [{ session_id: String(session_id), allowance }] : []
  })
}

export interface KnownException {
  /** Id of the review that it was made for. */
  readonly review: string
  readonly rule: string
  /** Root of the project that it holds in; undefined for all. */
  readonly project: string | undefined
  readonly words: string
}

/** In the reason of each exception. */
const REASON = /^Allowed by a person on \S+ \(review ([0-9a-f]*-\d+)\): (.*)$/s

export function reasonFor(review: string, words: string, ts: number): string {
  return `Allowed by a person on ${localTime(ts).slice(0, 10)} (review ${review}): ${words}`
}

export function allowedExceptions(locations: Locations): readonly KnownException[] {
  return scopesIn(locations).flatMap(project => {
    const { rules } = filesOf(locations, allowedRules(project).file)
    const found: unknown = parseDocument(readText(rules) ?? '').toJS()
    const list = isSection(found) && Array.isArray(found.exceptions) ? found.exceptions : []
    return list.flatMap(each => knownIn(each, project) ?? [])
  })
}

function knownIn(exception: unknown, project: string | undefined): KnownException | undefined {
  if (!isSection(exception) || typeof exception.rule !== 'string') return undefined
  const [, review, words] = REASON.exec(String(exception.reason)) ?? []
  return review === undefined ? undefined : { review, rule: exception.rule, project, words: words ?? '' }
}

/** All projects, and each that has a section in the user's configuration, as far as exceptions were made there. */
function scopesIn(locations: Locations): readonly (string | undefined)[] {
  const data: unknown = parseDocument(readText(locations.user_config) ?? '').toJS()
  const projects = isSection(data) && isSection(data.projects) ? Object.keys(data.projects) : []
  return [undefined, ...projects].filter(project => existsSync(filesOf(locations, allowedRules(project).file).rules))
}

/** Takes exceptions out of the configuration, shown as a diff and on record; gives how many. Throws ConfigError and the system's errors. */
export function removeExceptions(locations: Locations, store: LocalStore, isGone: (review: string) => boolean): number {
  let count = 0
  for (const project of scopesIn(locations)) {
    const place = allowedRules(project)
    const files = filesOf(locations, place.file)
    const before = configTexts(files)
    const gone = allowedExceptions(locations).filter(each => each.project === project && isGone(each.review))
    if (gone.length === 0) continue
    const after = withoutExceptions(before, place, each => isGone(knownIn(each, project)?.review ?? ''))
    const compile = (user_config: string, root: string) => compileStrictly({ ...locations, user_config }, root)
    checkEdits(files, after, locations.home, [project ?? locations.home], compile)
    const diff =
      diffOf(printable(files.rules), before.rules, after.rules) +
      diffOf(printable(files.config), before.config, after.config)
    process.stdout.write(`${diffLines(diff, painter(process.stdout)).join('\n')}\n`)
    const { kept } = applyTexts(files, before, after, stampNow())
    for (const file of kept) process.stdout.write(`as it was: ${printable(file)}\n`)
    for (const { review, rule, words } of gone)
      process.stdout.write(`taken back: ${printable(`${review.split('-').at(-1)}  ${rule}: ${words}`)}\n`)
    const what = gone.map(({ rule, words }) => `${rule}: ${words}`).join('; ')
    const entry = humanEntry(`took back exceptions: ${what}`, { ok: true }, {})
    store.record({ ...entry, row: { ...entry.row, decision: '' } })
    count += gone.length
  }
  return count
}

/** Part of the names of copies, by the second. */
export function stampNow(): string {
  return localTime(Date.now()).replace(/\D/g, '')
}
