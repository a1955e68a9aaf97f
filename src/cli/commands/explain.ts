/** `reviewer explain`: stage by stage with the numbers, of a command, a payload, or a review on record. */

import { existsSync, readFileSync } from 'node:fs'
import { printable, printableJson } from '../../common/printable.ts'
import type { AuditRecord } from '../../model/record.ts'
import type { LocalStore } from '../../record/store.ts'
import { reviewText } from '../../review.ts'
import { passableReview } from '../allowances.ts'
import { defineCommand } from '../command.ts'
import { isLocked } from '../learning/evidence.ts'
import { NotFound } from '../not-found.ts'
import { recordedReview, type WayOut } from '../output/audit.ts'
import { reviewDetails } from '../output/review.ts'
import { painter } from '../output/style.ts'
import { builtinRules, reviewParts } from '../parts.ts'
import { fail, withStore } from '../record.ts'
import { REVIEW_ID, rowNamed } from '../review-id.ts'
import { describeSystemError, isSystemError } from '../system-error.ts'

export default defineCommand({
  name: 'explain',
  order: 30,
  summary: 'why: all stages of a review with their numbers',
  examples: ['reviewer explain last', "reviewer explain --command 'npm test'"],
  register(command, context) {
    command
      .argument('[what]', `a review on record: ${REVIEW_ID}; or a payload file, or - for a payload on standard input`)
      .option('--command <text>', 'a shell command instead')
      .option('--json', 'as JSON')
      .action((what: string | undefined, options: { command?: string; json?: boolean }) => {
        const home = context.home()
        // A person who names nothing means what was stopped last.
        const name = what ?? (process.stdin.isTTY ? 'last' : '-')
        if (options.command === undefined && name !== '-' && (what === undefined || !existsSync(name)))
          return explainRecorded(name, context.locations().database, options.json === true)
        const payload = options.command === undefined ? textOf(name) : bash(options.command)
        if (payload.trim() === '')
          return refuse(`nothing to explain: name a review, by ${REVIEW_ID}, or give --command TEXT`)
        const found = reviewText(payload, reviewParts(home))
        if (!found) process.stdout.write('This event is answered with silence.\n')
        else
          process.stdout.write(
            options.json ? `${printableJson(found, 2)}\n` : reviewDetails(found, painter(process.stdout)),
          )
      })
  },
})

async function explainRecorded(id: string, database: string, json: boolean): Promise<void> {
  const unknown = id === 'last' ? 'no call is on record yet' : `there is no file and no review ${printable(id)}`
  if (!existsSync(database)) return fail(unknown, 1)
  await withStore(
    database,
    store => {
      // What people ask about is what was stopped or changed; where there is nothing of the kind, the last call.
      const record =
        rowNamed(store, id, "timing = 'pre' AND (decision <> 'allow' OR finding_ids <> '')") ??
        rowNamed(store, id, "timing = 'pre'")
      if (!record) return fail(unknown, 1)
      const paint = painter(process.stdout)
      process.stdout.write(
        json ? `${printableJson(record, 2)}\n` : recordedReview(record, waysOut(store, record), paint),
      )
    },
    1,
  )
}

/** How the same passes the next time, as far as a person may let it. */
function waysOut(store: LocalStore, record: AuditRecord): readonly WayOut[] {
  const { seq, event, decision, finding_ids } = record
  if (event !== 'PreToolUse' || (decision !== 'ask' && decision !== 'block')) return []
  const passable = passableReview(store, record)
  if (!passable || passable.permanent !== undefined) return []
  const sources = builtinRules()
  const rules = sources.filter(rule => finding_ids.split(',').includes(rule.id) && !isLocked(rule, { sources }))
  return [
    ['let it pass', `reviewer allow ${seq} (once; or with --session, --project, --always)`],
    ...rules.map(({ id }): WayOut => ['change it', `reviewer rules set ${id} warn (or allow, ask, block; --project)`]),
  ]
}

function textOf(name: string): string {
  try {
    return readFileSync(name === '-' ? 0 : name, 'utf8')
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new NotFound(`reviewer explain: ${describeSystemError(error, name)}`)
  }
}

function refuse(why: string): void {
  process.stderr.write(`reviewer explain: ${why}\n`)
  process.exitCode = 2
}

function bash(command: string): string {
  return JSON.stringify({
    session_id: crypto.randomUUID(),
    cwd: process.cwd(),
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'explain',
  })
}
