/** `reviewer allow --project` and `--always`: writes the exception that lets one call pass for good, once a person has seen it as a diff. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { messageOf } from '../common/message-of.ts'
import { printable } from '../common/printable.ts'
import { isConfigError } from '../config/error.ts'
import { loadConfig } from '../config/load.ts'
import type { Locations } from '../config/locations.ts'
import type { AuditRecord } from '../model/record.ts'
import { StoreError } from '../record/error.ts'
import type { LocalStore } from '../record/store.ts'
import { reasonFor, stampNow } from './allowances.ts'
import { type AllowedException, ELSEWHERE, exceptionFor } from './learning/allowed-exception.ts'
import { applyEdits, checkEdits, configTexts, filesOf } from './learning/apply.ts'
import { isLocked } from './learning/evidence.ts'
import { allowedRules, diffOf, edited } from './learning/files.ts'
import type { ConfigEdit } from './learning/model.ts'
import { pastOf } from './learning/past.ts'
import { loadExamples } from './on-demand.ts'
import { painter } from './output/style.ts'
import { diffLines } from './output/tune.ts'
import { builtinRules, compiledPolicy, compileStrictly, reviewParts } from './parts.ts'
import { humanEntry, requireHuman } from './person/human.ts'
import { fail } from './record.ts'

interface Wanted {
  readonly everywhere: boolean
  readonly rule: string | undefined
}

interface Place {
  readonly store: LocalStore
  readonly locations: Locations
  readonly home: string | undefined
}

/** Says where it holds from now on; undefined where nothing was done, which it has told then, with the exit code set. */
export async function makeException(place: Place, record: AuditRecord, wanted: Wanted): Promise<string | undefined> {
  const { store, locations } = place
  try {
    const exceptions = exceptionsFor(record, wanted, locations)
    if ('why' in exceptions) {
      fail(refusal(exceptions), 1)
      return undefined
    }
    const project = wanted.everywhere ? undefined : record.project_root
    const rules = allowedRules(project)
    const files = filesOf(locations, rules.file)
    const texts = configTexts(files)
    const edits: ConfigEdit[] = []
    for (const exception of exceptions) {
      const edit = editOf(exception, record, place)
      if ('why' in edit) {
        fail(refusal(edit), 1)
        return undefined
      }
      edits.push(edit)
    }
    const after = edited(texts, edits, rules)
    const compile = (user_config: string, root: string) => compileStrictly({ ...locations, user_config }, root)
    checkEdits(files, after, locations.home, [locations.home, record.project_root], compile)
    const diff =
      diffOf(printable(files.rules), texts.rules, after.rules) +
      diffOf(printable(files.config), texts.config, after.config)
    process.stdout.write(`${diffLines(diff, painter(process.stdout)).join('\n')}\n`)
    const about = exceptions.map(({ rule, words }) => `${rule}: ${words}`).join('; ')
    const where = project === undefined ? 'always, in all projects' : `always, in ${project}`
    const permission = await requireHuman(`allow ${record.seq} ${where} (${about})`, { locations, opensWindow: true })
    if (!permission.ok) {
      fail(`refused: ${printable(permission.why)} Nothing was allowed`, 1)
      return undefined
    }
    const { kept, written } = applyEdits(files, texts, edits, stampNow(), rules)
    for (const file of written) process.stdout.write(`written: ${printable(file)}\n`)
    for (const file of kept) process.stdout.write(`as it was: ${printable(file)}\n`)
    const entry = humanEntry(`allowed ${record.seq} ${where} (${about})`, { ok: true }, {})
    store.record({ ...entry, row: { ...entry.row, decision: '' } })
    return where
  } catch (error) {
    if (error instanceof StoreError) throw error
    const message = isConfigError(error)
      ? error.message.split('\n').map(printable).join('\n')
      : printable(messageOf(error))
    fail(`${message}; what was there is as it was`, 1)
    return undefined
  }
}

/** An exception from each rule that stopped the call; or why there is none. */
function exceptionsFor(
  record: AuditRecord,
  { everywhere, rule: only }: Wanted,
  locations: Locations,
): readonly AllowedException[] | NoException {
  const past = pastOf(record, undefined)
  const stopping = [
    ...new Set(
      (past.basis?.findings ?? []).flatMap(({ id, source, decision, rewrite }) =>
        source === 'rule' && (decision === 'block' || decision === 'ask' || (decision === 'modify' && !rewrite))
          ? [id]
          : [],
      ),
    ),
  ].filter(id => only === undefined || id === only)
  if (stopping.length === 0)
    return { why: 'no exception: no rule alone stopped it, or too little is kept of it', instead: [inSession(record)] }
  const sources = builtinRules()
  const policy = compiledPolicy(locations, record.project_root)
  const isFixed = fixedByMachine(locations, record.project_root)
  const found: AllowedException[] = []
  for (const id of stopping) {
    const source = sources.find(each => each.id === id)
    const rule = policy.rules.find(each => each.id === id)
    const none = (why: string, instead: readonly Way[]): NoException => ({
      why: `no exception from ${id}: ${why}`,
      instead,
    })
    if (!source || !rule)
      return none('it is a rule of your own, which you change where it is written', [inSession(record), forRule(id)])
    if (isFixed(id)) return none('the policy of this machine fixes the rule; ask who administers it', [])
    if (isLocked(rule, { sources }))
      return none('the rule guards the reviewer itself, or what nothing brings back', [inSession(record)])
    const made = exceptionFor(source, past, { everywhere, home: locations.home, cwd: cwdOf(record) })
    if (typeof made === 'string') {
      const inProject = everywhere && made.endsWith(ELSEWHERE) ? [ofProject(record)] : []
      return none(made, [...inProject, inSession(record), forRule(id)])
    }
    found.push(made)
  }
  return found
}

/** What a person can do where there is no exception: a command, and what comes of it. */
type Way = readonly [command: string, what: string]

interface NoException {
  readonly why: string
  readonly instead: readonly Way[]
}

const inSession = ({ seq }: AuditRecord): Way => [
  `reviewer allow ${seq} --session`,
  'it passes as often as it comes in that session',
]

const ofProject = ({ seq }: AuditRecord): Way => [`reviewer allow ${seq} --project`, 'an exception for that project']

const forRule = (id: string): Way => [
  `reviewer rules set ${id} warn --project`,
  'in this project the rule warns Claude, and asks nobody',
]

function refusal({ why, instead }: NoException): string {
  const ways = instead.map(([command, what]) => `\n  ${command}\n      ${what}`)
  return `${printable(why)}; nothing was allowed${ways.length > 0 ? `\nWhat can be done instead:${ways.join('')}` : ''}`
}

/** Which rules only the administrator of the machine changes. Throws ConfigError. */
export function fixedByMachine(locations: Locations, projectRoot: string): (rule: string) => boolean {
  return loadConfig(locations, projectRoot).isFixed('', '') ?? (() => false)
}

/** The session may have gone elsewhere since it began: its root is the best that is known. */
function cwdOf({ project_root }: AuditRecord): string {
  return /^[\w./@+-]+$/.test(project_root) ? project_root : ''
}

/** So many calls of the rule are tried as what it still matches: the exception may take some of them out. */
const MOST_TRIED = 6

/** With the call itself as the example that passes, where that proves the exception in a made-up project; else with the rule's own. */
function editOf(exception: AllowedException, record: AuditRecord, { home }: Place): ConfigEdit | NoException {
  const { rule, condition, words, examples } = exception
  const matches =
    builtinRules()
      .find(({ id }) => id === rule)
      ?.examples.match.slice(0, MOST_TRIED) ?? []
  let failures: readonly string[] = []
  for (const pass of examples) {
    for (const match of matches) {
      const entry = {
        rule,
        reason: reasonFor(record.id, words, record.ts),
        unless: condition,
        examples: { match: [match], pass: [pass] },
      }
      failures = proofOf(entry, home)
      if (failures.length === 0) return { file: 'rules', list: 'exceptions', entry }
    }
  }
  return {
    why: `no exception from ${rule}: its examples do not prove that it lets just this call pass (${failures.join('; ')})`,
    instead: [inSession(record), forRule(rule)],
  }
}

/** What of its examples does not hold, as `reviewer rules test` runs them. */
function proofOf(entry: object, home: string | undefined): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'reviewer-allow-'))
  try {
    const file = join(directory, 'rules.yaml')
    writeFileSync(file, stringify({ exceptions: [entry] }, { lineWidth: 0 }))
    return loadExamples().testKnowledge(file, reviewParts(home)).failures
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
