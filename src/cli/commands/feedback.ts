/** `reviewer feedback`: a person says whether a review was right; what they say is on record, and the last word counts. */

import { clip, printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import type { AuditRecord } from '../../model/record.ts'
import {
  FEEDBACK_EVENT,
  FEEDBACK_VERDICTS,
  type Feedback,
  type FeedbackVerdict,
  feedbackIn,
  keepFeedback,
} from '../../record/feedback.ts'
import type { LocalStore } from '../../record/store.ts'
import { defineCommand } from '../command.ts'
import { localTime, subjectOf } from '../output/audit.ts'
import { painter } from '../output/style.ts'
import { tableLines } from '../output/table.ts'
import { outputColumns } from '../output/width.ts'
import { humanEntry, requireHuman } from '../person/human.ts'
import { fail, withStore } from '../record.ts'
import { REVIEW_ID, rowNamed, unknownRow } from '../review-id.ts'

interface Options {
  readonly falsePositive?: boolean
  readonly confirmed?: boolean
  readonly missed?: boolean
  readonly note?: string
  readonly rule?: string
}

/** What is said of one review. */
interface Word {
  readonly record: AuditRecord
  readonly verdict: FeedbackVerdict
  readonly rules: string
}

const SAID: Readonly<Record<FeedbackVerdict, string>> = {
  false_positive: 'a false positive',
  confirmed: 'right',
  missed: 'missed',
}
const NOTE_LENGTH = 500
/** As rules, patterns, reviewers and what modules bring are named; a row names several with commas between. */
const RULE_ID = /^[\w.:/@+-]{1,100}$/

export default defineCommand({
  name: 'feedback',
  order: 60,
  summary: 'say whether reviews were right (for people only)',
  examples: ['reviewer feedback last --false-positive', 'reviewer feedback list'],
  register(command, { locations }) {
    command
      .argument('[ids...]', `of each review ${REVIEW_ID}`)
      .option('--false-positive', 'it spoke, and should not have')
      .option('--confirmed', 'it spoke, and was right')
      .option('--missed', 'it should have spoken, or more strictly')
      .option('--rule <id>', 'the rule or pattern that it is about; else those that gave the verdict')
      .option('--note <text>', 'why, in your own words')
      .action((ids: readonly string[], options: Options) =>
        withStore(locations().database, store => say(store, ids, options, locations()), 1),
      )

    command
      .command('list')
      .description('what was said so far, the newest review last')
      .option('--json', 'as JSON')
      .action(({ json }) => withStore(locations().database, store => list(store, json === true)))
  },
})

async function say(store: LocalStore, ids: readonly string[], options: Options, locations: Locations): Promise<void> {
  const chosen = FEEDBACK_VERDICTS.filter(
    verdict =>
      ({ false_positive: options.falsePositive, confirmed: options.confirmed, missed: options.missed })[verdict],
  )
  const [verdict] = chosen
  if (ids.length === 0 || verdict === undefined || chosen.length > 1) {
    fail('give the id of a review (see: reviewer audit list) and one of --false-positive, --confirmed, --missed', 2)
    return
  }
  const { note = '', rule = 'a' } = options
  if (note.length > NOTE_LENGTH) {
    fail(`a note has at most ${NOTE_LENGTH} characters, not ${note.length}`, 2)
    return
  }
  if (!RULE_ID.test(rule)) {
    fail(`${clip(printable(rule), 80)} is no id of a rule`, 2)
    return
  }
  const words: Word[] = []
  for (const id of ids) {
    const record = recordOf(store, id, verdict)
    const why = record ? unfit(record, verdict, options.rule) : unknownRow(store, id)
    if (!record || why !== undefined) {
      fail(`${why}; nothing was written`, 1)
      return
    }
    words.push({ record, verdict, rules: rulesOf(record, verdict, options.rule) })
  }
  const permission = await requireHuman(`call ${words.map(nameOf).join(' and ')} ${SAID[verdict]}`, { locations })
  if (!permission.ok) {
    fail(`refused: ${printable(permission.why)}`, 1)
    return
  }
  keep(store, words, options.note)
  const about = [...new Set(words.flatMap(({ rules }) => rules.split(',')))].filter(id => id !== '')
  process.stdout.write(`noted${about.length > 0 ? `, about ${about.map(printable).join(', ')}` : ''}\n`)
}

/** The row of a review by its id, by an end of it that holds its whole number, or the last one that something can be said of. */
function recordOf(store: LocalStore, id: string, verdict: FeedbackVerdict): AuditRecord | undefined {
  const newest =
    verdict === 'missed' ? "timing = 'pre'" : "(decision <> 'allow' OR would_be <> '' OR finding_ids <> '')"
  const record = rowNamed(store, id, newest)
  return record?.kind === 'review' ? record : undefined
}

/** Why nothing of the kind can be said of a review. */
function unfit(record: AuditRecord, verdict: FeedbackVerdict, rule: string | undefined): string | undefined {
  const name = printable(record.id)
  const { finding_ids, decision, would_be } = record
  if (verdict === 'missed') return undefined
  if (decision === 'allow' && would_be === '' && finding_ids === '')
    return `${name} was let through without a word: there only --missed can be said`
  if (rule !== undefined && !finding_ids.split(',').includes(rule))
    return `${printable(rule)} did not speak in ${name}${finding_ids === '' ? '' : `; who did: ${printable(finding_ids)}`}`
  return undefined
}

/** Those findings that wanted the verdict that was given; where the payload is gone, the strictest, which is named first. */
function rulesOf({ payload, finding_ids, decision, would_be }: AuditRecord, verdict: FeedbackVerdict, rule?: string) {
  if (rule !== undefined) return rule
  if (verdict === 'missed') return ''
  const named = finding_ids.split(',')
  const given = would_be || decision
  const findings = Array.isArray(payload?.findings) ? (payload.findings as readonly unknown[]) : []
  const wanted = findings.flatMap(each => {
    const { id, decision: wants } = (each ?? {}) as { readonly id?: unknown; readonly decision?: unknown }
    return wants === given && typeof id === 'string' && named.includes(id) ? [id] : []
  })
  // Where nobody's word was as strict as the verdict, it was the scores', unless all that there was is a pattern.
  if (wanted.length > 0) return [...new Set(wanted)].join(',')
  return findings.length > 0 && given !== 'allow' && !named.some(id => id.startsWith('pattern.'))
    ? ''
    : (named[0] ?? '')
}

function nameOf({ record }: Word): string {
  return `${record.id} (${record.decision} ${record.tool || record.event}: ${clip(printable(subjectOf(record)), 60)})`
}

/** All of them or none. */
function keep(store: LocalStore, words: readonly Word[], note: string | undefined): void {
  const { row } = humanEntry('', { ok: true }, {})
  const said = store.recordAll(
    words.map(({ record, verdict, rules }) => ({
      // Of no session: erasing what a session did leaves what was said of it, but for the note.
      row: { ...row, event: FEEDBACK_EVENT, decision: verdict, finding_ids: rules, tool: record.tool },
      payload: { review: record.id, verdict, rules, ...(note !== undefined && { note }) },
    })),
  )
  keepFeedback(
    store,
    words.flatMap(({ record, verdict, rules }, index) => {
      const { seq, ts } = said[index] ?? {}
      return seq === undefined || ts === undefined
        ? []
        : { review_seq: record.seq, review_id: record.id, seq, ts, verdict, rules }
    }),
  )
}

function list(store: LocalStore, json: boolean): void {
  const all = feedbackIn(store).map(each => ({ ...each, note: noteOf(store, each) }))
  if (json) {
    process.stdout.write(`${printableJson(all, 2)}\n`)
    return
  }
  if (all.length === 0) {
    process.stdout.write('nobody has said anything yet\n')
    return
  }
  const columns = [
    { head: 'review' },
    { head: 'said' },
    { head: 'what' },
    { head: 'about', gives: true as const },
    { head: 'note' },
  ]
  const rows = all.map(({ review_id, ts, verdict, rules, note }) => [
    printable(review_id),
    localTime(ts).slice(0, 16),
    verdict.replace('_', ' '),
    printable(rules) || 'no rule',
    clip(printable(note), 40),
  ])
  const lines = tableLines(columns, rows, outputColumns(), painter(process.stdout))
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Empty where there is none, or where it was erased. */
function noteOf(store: LocalStore, { seq }: Feedback): string {
  const row = store.ask(db => db.get('SELECT id FROM audit WHERE seq = ?', seq))
  const note = row && store.auditById(String(row.id))?.payload?.note
  return typeof note === 'string' ? note : ''
}
