/** What a call does, in the words that people set limits in: run, test, change, commit, push … */

import { once } from '../common/memo.ts'
import { basename } from '../common/path.ts'
import type { Action, Effect, TargetClass } from '../model/action.ts'
import type { Step } from '../model/session.ts'
import { type ToolKind, textIn } from '../model/tool.ts'
import { commandSmells } from './code-smells/checks.ts'
import { type Operation, ofCommands, operation, REHEARSES, segmentsOf } from './commands.ts'
import { BRANCHES } from './constraints/meaning.ts'
import { FOR_REAL } from './named-things.ts'

/** What would rehearse is told not to. */
const REALLY = /--(?:dry[-_]run|check|simulate)=(?:false|no|0)\b/

/** What is nobody's work: it may be written and deleted whatever was said about files. */
const OF_NO_ACCOUNT: ReadonlySet<TargetClass> = new Set(['temp', 'regenerable', 'device'])

/** The operations of a call that has not run yet. */
export function operationsOf(action: Action, step: Step): readonly Operation[] {
  const isRehearsal =
    segmentsOf(action.signature).every(segment => REHEARSES.test(segment)) && !REALLY.test(action.command ?? '')
  return distinct([
    ...action.effects.flatMap(effect => [
      ...ofFile(effect, action),
      ...(isRehearsal ? [] : ofOther(effect)),
      ...inProduction(effect),
    ]),
    ...ofDatabase(action),
    ...ofManifest(action),
    ...(isRehearsal ? [] : ofLockfile(action)),
    ...ofSnapshots(action),
    ...ofCommands(action.form.kind, action.tool, action.signature),
    ...ofRole(step),
  ])
}

/** The operations of a step of the history, of which less is known: whether a written file was there before is not. */
export function operationsOfStep(step: Step): readonly Operation[] {
  const files = step.features.touched.flatMap(({ path, verb, class: place }) => {
    if (OF_NO_ACCOUNT.has(place) || place === 'session_made') return []
    if (verb === 'delete') return [operation('delete', path)]
    return verb === 'write' ? [operation('change', path)] : []
  })
  return distinct([...files, ...ofCommands(step.kind, step.tool, step.signature), ...ofRole(step)])
}

function ofFile({ verb, target, recursive, details }: Effect, action: Action): readonly Operation[] {
  if (target.kind !== 'path' || target.class === 'device') return []
  const on = { recursive: recursive === true, ...(OF_NO_ACCOUNT.has(target.class) && { slight: true as const }) }
  if (verb === 'delete') {
    // A file that is emptied, discarded or moved is changed; so is one of the session's own that goes again.
    if (details.discards === true && details.program !== 'git clean') return [operation('change', target.value, on)]
    if (target.class === 'session_made') return []
    return [operation('delete', target.value, on)]
  }
  // Who may use a file says nothing of what is in it: that counts where the person named it.
  if (verb === 'metadata') return [operation('change', target.value, { ...on, slight: true })]
  if (verb === 'read') return target.class === 'session_made' ? [] : [operation('read', target.value, on)]
  if (verb !== 'write' || target.class === 'session_made') return []
  const creates = details.overwrites === false && !isThere(target.value, action)
  return [operation(creates ? 'create' : 'change', target.value, on)]
}

const EDITS: ReadonlySet<ToolKind> = new Set(['edit_file', 'edit_file_often', 'edit_notebook'])

/** What is edited, or read by the same call, was there before. */
function isThere(path: string, { form, effects }: Action): boolean {
  if (EDITS.has(form.kind)) return true
  return effects.some(({ verb, target }) => verb === 'read' && target.value === path)
}

function inProduction({ target, details }: Effect): readonly Operation[] {
  const { environment, context, host } = details
  const isThere =
    environment === 'production' ||
    FOR_REAL.test(String(context ?? '')) ||
    FOR_REAL.test(String(host ?? '')) ||
    ((target.kind === 'url' || target.kind === 'host' || target.kind === 'database') && FOR_REAL.test(target.value))
  return isThere ? [operation('production', target.value)] : []
}

const isPush = (program: string): boolean => /^git (push|send-pack)\b/.test(program)

function ofHistory(program: string, ref: string, details: Effect['details']): readonly Operation[] {
  if (details.deletes_branch === true) return [operation('delete', BRANCHES, { elsewhere: true })]
  return isPush(program) ? [operation('push', String(details.branch ?? ref))] : []
}

function ofOther({ verb, target, details }: Effect): readonly Operation[] {
  const program = String(details.program ?? '')
  const remote = details.local !== true
  switch (verb) {
    case 'execute':
      return ofRun(target.value, details)
    case 'rewrite_history':
      return ofHistory(program, target.value, details)
    case 'send':
      if (isPush(program) || target.kind === 'ref') return [operation('push', target.value)]
      if (/^gh pr (?:create|merge)\b/.test(program)) return [operation('publish', target.value)]
      if (program.startsWith('gh pr')) return [operation('send', target.value)]
      return remote ? [operation('network', target.value)] : []
    case 'receive':
      if (details.package === true)
        return [operation('install', target.value, { adds: true }), operation('network', target.value)]
      return remote && (target.kind === 'url' || target.kind === 'host') ? [operation('network', target.value)] : []
    case 'publish':
      if (details.merges === true) return [operation('merge', target.value), operation('publish', target.value)]
      return [operation('publish', target.value)]
    case 'infrastructure':
      if (details.destroys === true)
        return [
          operation('deploy', target.value),
          operation('data', target.value),
          operation('delete', target.value, { elsewhere: true }),
        ]
      return details.applies === false ? [] : [operation('deploy', target.value)]
    default:
      return ofService({ verb, target, details })
  }
}

/** Clients of databases, and statements that leave one changed. */
const CLIENT =
  '(?:psql|mysql|mariadb|sqlite3|sqlcmd|mongosh|duckdb|clickhouse(?:-client)?|cockroach|bq|snowsql|usql|pgcli|mycli|litecli|sqlplus|isql)'
const CLIENTS = new RegExp(`^${CLIENT}$`)
/** What it is told comes from the command itself: through a pipe, or as a text behind it. */
const FED = once(
  () =>
    new RegExp(
      `(?<![\\w-])(?:echo|printf)\\s([^|]*)\\|\\s*(?:\\S*/)?${CLIENT}(?![\\w-])|(?<![\\w-])${CLIENT}(?![\\w-])[^|;&\\n]*<<(.*)`,
      's',
    ),
)
const CHANGES_DATA =
  /\b(?:(?:alter|create|drop|rename|truncate)\s+(?:unique\s+|or\s+replace\s+|temp(?:orary)?\s+|materialized\s+)*(?:table|index|column|schema|view|type|database|sequence|trigger|function|collection)|insert\s+into|replace\s+into|merge\s+into|update\s+[\w."`]+\s+set|delete\s+from)\b|\.(?:insert|update|delete|replace)(?:One|Many)\(|\.(?:createIndex|drop|createCollection)\(/i

/** Of these, what leaves less than was there. */
const TAKES_AWAY =
  /\b(?:update\s+[\w."`]+\s+set|delete\s+from|truncate\s+(?:table\s+)?[\w."`]+(?!\w*\s*\()|drop\s+(?:table|column|schema|view|database|collection))\b/i

/** Statements that stand in a file. */
const RUNS_FILE = /(?:^|\s)(?:-f|--file=?|-i|\\i)\s*\S+\.\w*sql\b/i

/** What is said to a database, though no effect tells what. */
function ofDatabase({ calls = [], form, parameters }: Action): readonly Operation[] {
  const said = calls
    .filter(({ path: [program = ''] }) => CLIENTS.test(basename(program)))
    .map(({ words }) => words.join(' '))
  const { sql, query, statement, command } = parameters
  const [, piped = '', behind = ''] = said.length > 0 && typeof command === 'string' ? (FED().exec(command) ?? []) : []
  const asked =
    form.kind === 'external' ? [sql, query, statement].flatMap(each => (typeof each === 'string' ? [each] : [])) : []
  const texts = [...said, piped, behind, ...asked]
  if (texts.some(text => TAKES_AWAY.test(text))) return [operation('data')]
  return texts.some(text => CHANGES_DATA.test(text) || RUNS_FILE.test(text))
    ? [operation('data', '', { slight: true })]
    : []
}

const MANIFESTS =
  /(?:^|\/)(?:package\.json|requirements[\w.-]*\.txt|pyproject\.toml|Pipfile|Cargo\.toml|go\.mod|Gemfile|composer\.json|[\w.-]*\.versions\.toml|build\.gradle(?:\.kts)?|pubspec\.yaml|mix\.exs|Package\.swift|[\w.-]+\.(?:cs|fs)proj)$/
/** A line that names a package with its version. */
const ENTRY =
  /^[ \t]*(?:"(@?[\w./-]+)"\s*:\s*"(?:[\^~<>=]*\d|workspace:|npm:|\*|latest)|([\w.-]+)\s*=\s*(?:"[\^~<>=]*\d|\{\s*version)|gem\s+['"]([\w-]+)|([A-Za-z][\w.-]*)(?:\[[\w,]+\])?\s*(?:==|>=|~=)\s*\d|(?:require\s+)?([\w./-]+\.[\w./-]+)\s+v\d|(?:\w*[iI]mplementation|api|kapt|ksp|compileOnly|runtimeOnly)[\s(]+(?:platform\()?['"]?([\w.-]+(?::[\w.-]+)*)|\{:(\w+),\s*"|\.package\(\s*url:\s*"([^"]+)"|<PackageReference\s+Include="([\w.]+)"|([a-z_]\w*):\s*\^\d)/gm
const NO_PACKAGE =
  /^(?:version|versionName|versionCode|jvmTarget|resolver|minversion|minSdk|compileSdk|targetSdk|target-version|python_version|kotlinCompilerExtensionVersion|sourceCompatibility|targetCompatibility|vscode|port|sdk|libs|platform|node|npm|yarn|pnpm|edition|rust-version|python|requires-python|engines|go)$/

/** A dependency that is written into the project's manifest by hand. */
function ofManifest({ form, parameters, effects }: Action): readonly Operation[] {
  const path = effects.find(({ verb, target }) => verb === 'write' && MANIFESTS.test(target.value))?.target.value
  if (path === undefined || !EDITS.has(form.kind)) return []
  const call = { form, input: parameters }
  const before = new Set(packagesIn(textIn(call, 'replaced')))
  return packagesIn(textIn(call, 'content'))
    .filter(name => !before.has(name))
    .map(name => operation('install', name, { adds: true }))
}

/** What writes a lockfile anew, and the file: to install what it names already leaves it as it is. */
const LOCKFILES: readonly (readonly [RegExp, string])[] = [
  [
    /^npm (?:(?:install|i|add)\b.* [^-\s]|(?:update|up|upgrade|uninstall|remove|rm|dedupe)\b|audit\b.* fix)/,
    'package-lock.json',
  ],
  [/^yarn (?:add|up|upgrade|remove|dedupe)\b/, 'yarn.lock'],
  [/^pnpm (?:add|update|up|remove|dedupe|(?:install|i)\b.* [^-\s])/, 'pnpm-lock.yaml'],
  [/^bun (?:add|update|remove|(?:install|i)\b.* [^-\s])/, 'bun.lock'],
  [/^composer (?:require|update|remove|upgrade)\b/, 'composer.lock'],
  [/^bundle (?:add|update|lock|remove)\b/, 'Gemfile.lock'],
  [/^cargo (?:add|update|remove|generate-lockfile)\b/, 'Cargo.lock'],
  [/^poetry (?:add|update|lock|remove)\b/, 'poetry.lock'],
  [/^uv (?:add|lock|remove)\b/, 'uv.lock'],
  [/^pipenv (?:update|lock|uninstall|install\b.* [^-\s])/, 'Pipfile.lock'],
  [/^go (?:get|mod tidy)\b/, 'go.sum'],
  [/^mix deps\.(?:update|unlock)\b/, 'mix.lock'],
]

/** Options by which nothing of this project is written. */
const LEAVES_IT =
  /\s(?:-g|--global|--location=global|--no-save|--no-lock(?:file)?|--no-package-lock|--package-lock=false|--prefix|--dry-run|--check|--print|--locked|--frozen(?:-lockfile)?|--immutable)(?:[\s=]|$)/

function ofLockfile({ calls = [], scope }: Action): readonly Operation[] {
  const lines = calls.map(({ path: [program = ''], words }) => [basename(program), ...words].join(' '))
  return LOCKFILES.filter(([writes]) => lines.some(line => writes.test(line) && !LEAVES_IT.test(line))).map(
    ([, file]) => operation('change', `${scope.project_root}/${file}`, { byKindOnly: true }),
  )
}

/** A run of the tests that records what comes out as what is expected. */
function ofSnapshots(action: Action): readonly Operation[] {
  const isRecorded = commandSmells(action).some(({ kind }) => kind === 'snapshot_updated')
  return isRecorded
    ? [operation('change', `${action.scope.project_root}/__snapshots__/*.snap`, { byKindOnly: true })]
    : []
}

const packagesIn = (text: string): readonly string[] =>
  [...text.matchAll(ENTRY)]
    .map(match => match.slice(1).find(each => each !== undefined) ?? '')
    .filter(name => !NO_PACKAGE.test(name))

/** What runs, and what is kept in databases. */
function ofService({ verb, target, details }: Pick<Effect, 'verb' | 'target' | 'details'>): readonly Operation[] {
  if (verb === 'data') return [operation('data', target.value), operation('delete', target.value, { elsewhere: true })]
  const stops =
    verb === 'process' ||
    (verb === 'system' &&
      details.what === 'service' &&
      !/^(?:daemon-|status|is-|list|show|enable)/.test(String(details.action ?? ''))) ||
    (verb === 'container' && (details.stops === true || details.removes !== undefined))
  const removes = verb === 'container' && details.removes !== undefined
  return [
    ...(stops ? [operation('stop', target.value)] : []),
    ...(removes ? [operation('delete', target.value, { elsewhere: true })] : []),
  ]
}

/** Scripts of the project by the name they go by: what builds, checks and tests is not what runs the program. */
const CHECKING = /^(?:build|compile|lint|typecheck|type-check|types|check|format|fmt|prettier|eslint|tsc)(?:[:-]|$)/
const TESTING = /^(?:tests?|spec|e2e|unit|vitest|jest|coverage)(?:[:-]|$)/
const DEPLOYING = /^(?:deploy|release|ship)(?:[:_-]|$)/
/** A script that is about it: `deploy_test.py`. */
const OF_DEPLOYING = /[-_](?:tests?|specs?|checks?|dry|plan|lint|docs?|notes?|utils?|config)(?:[-_]|$)/
const MIGRATING = /^(?:migrate|migration|migrations|db:migrate|db-migrate|db:push)(?:[:-]|$)/

function ofRun(script: string, details: Effect['details']): readonly Operation[] {
  const { source } = details
  if (source === 'script' || source === 'build') {
    const name = String(details.script ?? script)
    if (TESTING.test(name)) return [operation('test', name)]
    if (DEPLOYING.test(name)) return [operation('deploy', name)]
    if (MIGRATING.test(name)) return [operation('migrate', name)]
    const builds =
      CHECKING.test(name) || ((source === 'build' || name === '') && !/^(?:run|start|serve|dev)/.test(name))
    return [operation('run', name, builds ? { checks: true } : {})]
  }
  if (source !== 'file' && source !== 'program') return []
  if (/(?:^|\/)manage\.py$/.test(script)) return []
  const name = basename(script).replace(/\.\w+$/, '')
  const deploys = DEPLOYING.test(name) && !OF_DEPLOYING.test(name)
  return [operation('run', script), ...(deploys ? [operation('deploy', script)] : [])]
}

function ofRole({ features }: Step): readonly Operation[] {
  if (features.role === 'test') return [operation('test')]
  return features.role === 'check' ? [operation('run', '', { checks: true })] : []
}

/** It ran the tests. */
export function isTestRun(step: Step): boolean {
  return (
    hasRun(step) &&
    (step.features.role === 'test' ||
      ofCommands(step.kind, step.tool, step.signature).some(({ about }) => about === 'test'))
  )
}

/** It built, compiled or checked. */
export function isCheckRun(step: Step): boolean {
  if (!hasRun(step) || isTestRun(step)) return false
  return (
    step.features.role === 'check' ||
    ofCommands(step.kind, step.tool, step.signature).some(({ checks }) => checks === true)
  )
}

const hasRun = ({ status }: Step): boolean => status === 'done' || status === 'failed'

function distinct(operations: readonly Operation[]): readonly Operation[] {
  const seen = new Set<string>()
  return operations.filter(each => {
    const key = `${each.about}|${each.target}|${each.recursive}|${each.checks}|${each.adds}|${each.slight}|${each.elsewhere}`
    return !seen.has(key) && seen.add(key)
  })
}
