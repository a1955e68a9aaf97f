/** `reviewer explain`: stage by stage with the numbers, of a command, a payload, or a review on record. */

import { existsSync, readFileSync } from 'node:fs'
import { machinePolicyDirectory } from '../../agents/index.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { cliLocations } from '../../config/locations.ts'
import type { AuditRecord } from '../../model/record.ts'
import { openRecord } from '../../record/keys/record.ts'
import type { LocalStore } from '../../record/store.ts'
import { reviewText } from '../../review.ts'
import { passableOf } from '../allowances.ts'
import { defineCommand } from '../command.ts'
import { isLocked } from '../learning/evidence.ts'
import { recordedReview, type WayOut } from '../output/audit.ts'
import { reviewDetails } from '../output/review.ts'
import { painter } from '../output/style.ts'
import { builtinRules, reviewParts } from '../parts.ts'
import { fail } from '../record.ts'
import { REVIEW_ID, rowNamed } from '../review-id.ts'

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
          return explainRecorded(name, home, options.json === true)
        const payload =
          options.command === undefined ? readFileSync(name === '-' ? 0 : name, 'utf8') : bash(options.command)
        const found = reviewText(payload, reviewParts(home))
        if (!found) process.stdout.write('This event is answered with silence.\n')
        else
          process.stdout.write(
            options.json ? `${printableJson(found, 2)}\n` : reviewDetails(found, painter(process.stdout)),
          )
      })
  },
})

function explainRecorded(id: string, home: string | undefined, json: boolean): void {
  const { database } = cliLocations(machinePolicyDirectory(), { home, env: process.env })
  const store = existsSync(database) ? openRecord(database) : undefined
  // what people ask about is what was stopped or changed; where there is nothing of the kind, the last call
  const record =
    store &&
    (rowNamed(store, id, "timing = 'pre' AND (decision <> 'allow' OR finding_ids <> '')") ??
      rowNamed(store, id, "timing = 'pre'"))
  const ways = store && record ? waysOut(store, record) : []
  store?.close()
  if (!record && id === 'last') fail('no call is on record yet', 1)
  else if (!record) {
    refuse(`there is no file and no review ${printable(id)}`)
  } else
    process.stdout.write(json ? `${printableJson(record, 2)}\n` : recordedReview(record, ways, painter(process.stdout)))
}

/** How the same passes the next time, as far as a person may let it. */
function waysOut(store: LocalStore, record: AuditRecord): readonly WayOut[] {
  const { seq, event, decision, finding_ids } = record
  if (event !== 'PreToolUse' || (decision !== 'ask' && decision !== 'block')) return []
  const passable = passableOf(store, record)
  if (!passable || passable.permanent !== undefined) return []
  const sources = builtinRules()
  const rules = sources.filter(rule => finding_ids.split(',').includes(rule.id) && !isLocked(rule, { sources }))
  return [
    ['let it pass', `reviewer allow ${seq} (once; or with --session, --project, --always)`],
    ...rules.map(({ id }): WayOut => ['change it', `reviewer rules set ${id} warn (or allow, ask, block; --project)`]),
  ]
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
