/** `reviewer tune`: what the feedback of people speaks for changing; a person applies it, nothing changes by itself. */

import { existsSync } from 'node:fs'
import { Option } from 'commander'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { isConfigError } from '../../config/error.ts'
import type { Locations } from '../../config/locations.ts'
import { StoreError } from '../../record/error.ts'
import type { LocalStore } from '../../record/store.ts'
import { timeOf } from '../arguments.ts'
import { type DeclaredOption, defineCommand } from '../command.ts'
import { applyEdits, checkEdits, configTexts, type Files, filesOf } from '../learning/apply.ts'
import type { Learned } from '../learning/evidence.ts'
import { type ConfigTexts, diffOf, edited } from '../learning/files.ts'
import { gatherFleetFeedback } from '../learning/fleet.ts'
import { type Gathered, gatherFeedback, learnedFrom, TUNED } from '../learning/gather.ts'
import type { ConfigEdit, Proposal } from '../learning/model.ts'
import type { PastReview } from '../learning/past.ts'
import { type Advice, propose } from '../learning/propose.ts'
import { allChanges, simulate } from '../learning/rejudge.ts'
import { loadSharedRecordAccess } from '../on-demand.ts'
import { localTime } from '../output/audit.ts'
import { progressBar } from '../output/progress.ts'
import { painter } from '../output/style.ts'
import { declinedText, diffLines, proposalText, type Shown } from '../output/tune.ts'
import { builtinRules, compiledPolicy, compileStrictly } from '../parts.ts'
import { humanEntry, requireHuman } from '../person/human.ts'
import { fail, noteLoss, withStore } from '../record.ts'
import { type Remote, remoteOption } from '../remote-option.ts'

interface Options {
  readonly since: number
  readonly json?: boolean
  readonly apply?: true | string
  readonly remote?: Remote
}

/** So many projects of the record are compiled before anything is written. */
const MOST_PROJECTS = 30

const since = (): DeclaredOption<{ readonly since: number }> =>
  new Option('--since <when>', 'learn from what is younger: 30d, or a date like 2026-01-31')
    .argParser(timeOf)
    .default(timeOf('30d'), '30d')

export default defineCommand({
  name: 'tune',
  order: 70,
  summary: 'what the feedback on reviews speaks for changing, with what it would have changed in the record',
  examples: ['reviewer tune --since 30d', 'reviewer tune --remote'],
  register(command, context) {
    command
      .addOption(since())
      .addOption(
        remoteOption(
          'from the feedback of the fleet: the shared record at this address, or at the one of fleet.reader',
        ),
      )
      .option('--json', 'as JSON')
      .option('--apply [numbers]', 'write all proposals into your configuration, or some: 1,3 (for people only)')
      .action((options: Options) => {
        const locations = context.locations()
        const { remote } = options
        if (remote !== undefined) return tuneFleet(remote, options, locations)
        return withStore(locations.database, async store => {
          try {
            await tune(store, options, locations)
          } catch (error) {
            if (!isConfigError(error)) throw error
            fail(error.message.split('\n').map(printable).join('\n'), 2)
          }
        })
      })
  },
})

async function tune(store: LocalStore, { since, json, apply }: Options, locations: Locations): Promise<void> {
  noteLoss(store)
  const { pasts, reviews } = gathered(store, since)
  const learned = learnedFrom(store, pasts, compiledPolicy(locations, locations.home), builtinRules(), locations.home)
  const found = adviceOf(learned, locations)
  if (apply !== undefined) {
    const { proposals, files, texts } = found
    await applyChosen(chosen(proposals, apply), { files, texts, locations, pasts, store }, found.too_little)
    return
  }
  show(found, { since, reviews }, json, 'nothing was changed; to do so: reviewer tune --apply [NUMBERS]')
}

/** What the feedback of a fleet speaks for is changed by the one who publishes its policy, and not here. */
async function tuneFleet(remote: Remote, { since, json, apply }: Options, locations: Locations): Promise<void> {
  if (apply !== undefined) {
    fail(
      'what a fleet is held to is published and not applied here: leave --apply out, and see: reviewer policy publish',
      2,
    )
    return
  }
  await loadSharedRecordAccess().withSharedRecord(remote, 'reader', locations, async shared => {
    const { pasts, reviews } = await gatherFleetFeedback(shared, since)
    const policy = compiledPolicy(locations, locations.home)
    const found = adviceOf(learnedFrom(undefined, pasts, policy, builtinRules(), locations.home), locations)
    if (!shared.seesPayloads)
      process.stderr.write(
        'note: this login does not see payloads, so that little can be judged anew; use one of an auditor\n',
      )
    const next = 'nothing was changed; put what you take into the policy of the fleet, and: reviewer policy publish'
    show(found, { since, reviews }, json, next)
  })
}

interface Found extends Omit<Advice, 'proposals'> {
  readonly proposals: readonly Shown[]
  readonly files: Files
  readonly texts: ConfigTexts
}

function adviceOf(learned: Learned, locations: Locations): Found {
  const files = filesOf(locations)
  const texts = configTexts(files)
  const advice = propose(learned)
  const proposals = advice.proposals.map(each => ({ ...each, diff: diffs(files, texts, each.edits) }))
  return { ...advice, proposals, files, texts }
}

/** `next`: how a proposal is taken. */
function show(
  { proposals, declined, judged, too_little }: Found,
  { since, reviews }: { readonly since: number; readonly reviews: number },
  json: boolean | undefined,
  next: string,
): void {
  if (json) {
    const shown = proposals.map(({ change: _change, ...each }) => each)
    process.stdout.write(`${printableJson({ since, reviews, judged, too_little, proposals: shown, declined }, 2)}\n`)
    return
  }
  const paint = painter(process.stdout)
  const learned = `from ${judged} judged reviews; ${reviews.toLocaleString('en')} were made since ${localTime(since)}`
  if (proposals.length === 0) {
    process.stdout.write(
      `nothing is proposed, ${learned}\n${too_little === '' ? '' : `${too_little}\n`}${declinedText(declined, paint)}`,
    )
    return
  }
  const parts = proposals.map(each => proposalText(each, paint))
  const count = proposals.length === 1 ? 'one change is proposed' : `${proposals.length} changes are proposed`
  process.stdout.write(`${count}, ${learned}\n\n${parts.join('\n')}\n${declinedText(declined, paint)}${next}\n`)
}

function gathered(store: LocalStore, since: number): Gathered {
  const bar = progressBar(
    'rows',
    store.ask(db => Number(db.get('SELECT max(seq) AS seq FROM audit')?.seq ?? 0)),
  )
  try {
    return gatherFeedback(store, since, bar.at)
  } finally {
    bar.end()
  }
}

function keepTuned(store: LocalStore, proposals: readonly Proposal[], written: readonly string[]): void {
  const { row } = humanEntry('', { ok: true }, {})
  const about = [...new Set(proposals.map(each => each.about))].join(',')
  store.record({
    row: { ...row, event: 'tune', decision: TUNED, finding_ids: about },
    payload: { what: proposals.map(({ what }) => what), written },
  })
}

function diffs(files: Files, texts: ConfigTexts, edits: readonly ConfigEdit[]): string {
  const after = edited(texts, edits)
  return [
    diffOf(printable(files.rules), texts.rules, after.rules),
    diffOf(printable(files.config), texts.config, after.config),
  ].join('')
}

/** Undefined where a number is none of a proposal. */
function chosen(proposals: readonly Shown[], apply: true | string): readonly Proposal[] | undefined {
  if (apply === true) return proposals
  const numbers = apply.split(',').map(each => Number(each.trim()))
  const found = numbers.flatMap(number => proposals.find(each => each.number === number) ?? [])
  return found.length === numbers.length ? [...new Set(found)] : undefined
}

interface Around {
  readonly files: Files
  readonly texts: ConfigTexts
  readonly locations: Locations
  readonly pasts: readonly PastReview[]
  readonly store: LocalStore
}

async function applyChosen(
  proposals: readonly Proposal[] | undefined,
  { files, texts, locations, pasts, store }: Around,
  tooLittle: string,
): Promise<void> {
  if (proposals === undefined) {
    fail('there is no such proposal; see: reviewer tune', 2)
    return
  }
  if (proposals.length === 0) {
    process.stdout.write(`nothing is proposed${tooLittle === '' ? '' : `: ${tooLittle}`}\n`)
    return
  }
  const { lost } = simulate(pasts, allChanges(proposals.map(each => each.change)))
  if (lost.length > 0) {
    fail(
      `all of these together would lose what was confirmed, or might (${lost.map(printable).join(', ')}): apply some of them, by their numbers`,
      1,
    )
    return
  }
  const edits = proposals.flatMap(each => each.edits)
  const projects = [...new Set(pasts.map(({ project_root }) => project_root))].filter(
    root => root !== '' && existsSync(root),
  )
  const compile = (userConfig: string, root: string) => compileStrictly({ ...locations, user_config: userConfig }, root)
  try {
    const roots = [locations.home, ...projects.slice(-MOST_PROJECTS)]
    checkEdits(files, edited(texts, edits), locations.home, roots, compile)
    process.stdout.write(`${diffLines(diffs(files, texts, edits), painter(process.stdout)).join('\n')}\n`)
    const what = `change the configuration: ${proposals.map(each => each.what).join('; ')}`
    const permission = await requireHuman(what, { locations })
    if (!permission.ok) {
      fail(`refused: ${printable(permission.why)}; nothing was changed`, 1)
      return
    }
    const { kept, written } = applyEdits(files, texts, edits, localTime(Date.now()).replace(/\D/g, ''))
    const lines = [
      ...written.map(file => `written: ${printable(file)}`),
      ...kept.map(file => `as it was: ${printable(file)}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    keepTuned(store, proposals, written)
  } catch (error) {
    if (isConfigError(error) || error instanceof StoreError) throw error
    fail(`${printable(messageOf(error))}; what was there is as it was`, 1)
  }
}
