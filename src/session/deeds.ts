/** What a call does, in the words that people set limits in: run, test, change, commit, push … */
import type { Action, Effect, TargetClass } from '../model.ts'
import type { Constrained, Step } from './model.ts'

export interface Deed {
  readonly about: Exclude<Constrained, 'any'>
  /** Absolute path, package, branch or command that it is done to; empty where there is none to name. */
  readonly target: string
  readonly recursive: boolean
  /** Of a run: it only builds or checks. */
  readonly checks?: true
  /** Of an installation: a package is named, so that the project gets one more. */
  readonly adds?: true
}

/** What is nobody's work: it may be written and deleted whatever was said about files. */
const OF_NO_ACCOUNT: ReadonlySet<TargetClass> = new Set(['temp', 'regenerable', 'device'])

/** The deeds of a call that has not run yet. */
export function deedsOf(action: Action, step: Step): readonly Deed[] {
  return distinct([
    ...action.effects.flatMap(effect => [...ofFile(effect, action), ...ofOther(effect)]),
    ...ofCommands(action.tool, action.signature),
    ...ofRole(step),
  ])
}

/** The deeds of a step of the history, of which less is known: whether a written file was there before is not. */
export function deedsOfStep(step: Step): readonly Deed[] {
  const files = step.traits.touched.flatMap(({ path, verb, class: place }) => {
    if (OF_NO_ACCOUNT.has(place) || place === 'session_made') return []
    if (verb === 'delete') return [deed('delete', path)]
    return verb === 'write' ? [deed('change', path)] : []
  })
  return distinct([...files, ...ofCommands(step.tool, step.signature), ...ofRole(step)])
}

function deed(about: Deed['about'], target = '', more: Partial<Deed> = {}): Deed {
  return { about, target, recursive: false, ...more }
}

function ofFile({ verb, target, recursive, details }: Effect, action: Action): readonly Deed[] {
  if (target.kind !== 'path' || OF_NO_ACCOUNT.has(target.class)) return []
  const on = { recursive: recursive === true }
  if (verb === 'delete') {
    // A file that is emptied, discarded or moved is changed; so is one of the session's own that goes again.
    if (details.discards === true && details.program !== 'git clean') return [deed('change', target.value, on)]
    if (target.class === 'session_made') return []
    return [deed('delete', target.value, on)]
  }
  if (verb !== 'write' || target.class === 'session_made') return []
  const creates = details.overwrites === false && !isThere(target.value, action)
  return [deed(creates ? 'create' : 'change', target.value, on)]
}

/** What is edited, or read by the same call, was there before. */
function isThere(path: string, { tool, effects }: Action): boolean {
  if (/^(?:Multi|Notebook)?Edit$/.test(tool)) return true
  return effects.some(({ verb, target }) => verb === 'read' && target.value === path)
}

function ofOther({ verb, target, details }: Effect): readonly Deed[] {
  const program = String(details.program ?? '')
  const remote = details.local !== true
  switch (verb) {
    case 'execute':
      return ofRun(target.value, details)
    case 'rewrite_history':
      return program.startsWith('git push') ? [deed('push', String(details.branch ?? target.value))] : []
    case 'send':
      if (program.startsWith('git push')) return [deed('push', target.value)]
      if (program.startsWith('gh pr')) return [deed('publish', target.value)]
      return remote && target.kind !== 'ref' ? [deed('network', target.value)] : []
    case 'receive':
      if (details.package === true)
        return [deed('install', target.value, { adds: true }), deed('network', target.value)]
      return remote && (target.kind === 'url' || target.kind === 'host') ? [deed('network', target.value)] : []
    case 'publish':
      return [deed('publish', target.value)]
    case 'infrastructure':
      return details.applies === false ? [] : [deed('deploy', target.value)]
    default:
      return []
  }
}

/** Scripts of the project by the name they go by: what builds, checks and tests is not what runs the program. */
const CHECKING = /^(?:build|compile|lint|typecheck|type-check|types|check|format|fmt|prettier|eslint|tsc)(?:[:-]|$)/
const TESTING = /^(?:tests?|spec|e2e|unit|vitest|jest|coverage)(?:[:-]|$)/
const DEPLOYING = /^(?:deploy|release|ship)(?:[:-]|$)/
const MIGRATING = /^(?:migrate|migration|migrations|db:migrate|db-migrate|db:push)(?:[:-]|$)/

function ofRun(script: string, details: Effect['details']): readonly Deed[] {
  const { source } = details
  if (source === 'script' || source === 'build') {
    const name = String(details.script ?? script)
    if (TESTING.test(name)) return [deed('test', name)]
    if (DEPLOYING.test(name)) return [deed('deploy', name)]
    if (MIGRATING.test(name)) return [deed('migrate', name)]
    const builds =
      CHECKING.test(name) || ((source === 'build' || name === '') && !/^(?:run|start|serve|dev)/.test(name))
    return [deed('run', name, builds ? { checks: true } : {})]
  }
  if (source !== 'file' && source !== 'program') return []
  if (/(?:^|\/)manage\.py$/.test(script)) return []
  return [deed('run', script)]
}

/** What a command is by its program and subcommand; a signature names one call after the other. */
const COMMANDS: readonly (readonly [RegExp, Deed])[] = [
  [/^git (?:commit|cherry-pick|revert|am)\b/, deed('commit')],
  [/^(?:hg|jj|svn) commit\b/, deed('commit')],
  [/^git push\b(?!.*\+dry-run)/, deed('push')],
  [/^(?:gh|glab) (?:pr|mr) (?:create|merge)\b/, deed('publish', 'pull request')],
  [
    /^(?:npm|pnpm|yarn|bun) (?:i|install|add)\s+(?:\+\S+\s+)*[^+\s]|^(?:pip3?|uv pip|pipx|gem|cargo|go|poetry|composer) (?:install|add|get|require)\s+(?!\+requirement\b)(?:\+\S+\s+)*[^+\s.]|^uv add\b/,
    deed('install', '', { adds: true }),
  ],
  [
    /^(?:npm|pnpm|yarn|bun) (?:i|ci|install)\b|^yarn$|^(?:pip3?|bundle|poetry|composer|uv pip) install\b|^uv sync\b/,
    deed('install'),
  ],
  [
    /^(?:apt|apt-get|dnf|yum|apk|pacman|brew|zypper|snap|winget|choco) (?:\+\S+ )*(?:install|add|upgrade|\+sync)\b/,
    deed('install', '', { adds: true }),
  ],
  [
    /^(?:vercel(?: deploy)?|netlify deploy|fly(?:ctl)? deploy|firebase deploy|serverless deploy|sls deploy|cdk deploy|wrangler (?:deploy|publish)|eb deploy|gcloud app deploy|helm (?:install|upgrade)|railway up|heroku \S*release)\b/,
    deed('deploy'),
  ],
  [
    /^(?:(?:\S*\/)?manage\.py migrate|python3? manage\.py migrate|alembic (?:upgrade|downgrade)|prisma (?:migrate (?:deploy|dev|reset)|db push)|knex migrate:(?:latest|up|down)|sequelize db:migrate|typeorm migration:run|flyway migrate|liquibase update|(?:rails|rake) db:migrate|goose (?:up|down)|drizzle-kit (?:push|migrate)|diesel migration run|sqlx migrate run|flask db upgrade|php artisan migrate|mix ecto\.migrate)\b/,
    deed('migrate'),
  ],
  [
    /^(?:npm|pnpm|yarn|bun) (?:test|t)\b|^(?:pytest|py\.test|vitest|jest|mocha|ava|tox|nox|rspec|phpunit|ctest|playwright test|cypress run|tap|karma)\b|^(?:go|cargo|dotnet|mvn|swift|mix|deno|gradle|gradlew|\.\/gradlew|flutter|dart|rails|make|zig build) (?:\+\S+ )*test\b|^node \+test\b|^python3? \+m (?:pytest|unittest)\b/,
    deed('test'),
  ],
  [
    /^(?:cargo|go|dotnet|deno) run\b|^(?:flask|uvicorn|gunicorn|next|vite|nodemon|streamlit)(?: (?:run|dev|start|serve))?\b(?! build)/,
    deed('run'),
  ],
  [
    /^(?:tsc|eslint|ruff|mypy|webpack|rollup|esbuild|(?:cargo|go) (?:build|check|vet|clippy)|gradle build|mvn (?:compile|package)|next build|vite build)\b/,
    deed('run', '', { checks: true }),
  ],
]

/** `./run_tests.sh`, `bazel test`: whatever is called so runs them, but for what only handles their files. */
const NAMED_FOR_TESTS = /^(?:\S*(?:^|[/_.-])tests?(?:[_.-]\S*)?|\S+ (?:run )?test\S*)(?:\s|$)/
const NO_RUNNER =
  /^(?:test|cat|bat|less|more|head|tail|ls|ll|tree|rm|rmdir|cp|mv|mkdir|touch|chmod|chown|find|grep|rg|ag|sed|awk|echo|printf|cd|git|diff|wc|code|vim?|nano|stat|file|du|ln|tar|zip|which|export|source|basename|dirname)(?:\s|$)/

function ofCommands(tool: string, signature: string): readonly Deed[] {
  if (tool !== 'Bash' && tool !== 'PowerShell' && tool !== 'Monitor') return []
  return segmentsOf(signature).flatMap(segment => {
    const found = COMMANDS.find(([test]) => test.test(segment))?.[1]
    if (found) return found.about === 'install' && !LOCAL.test(segment) ? [found, deed('network')] : [found]
    return NAMED_FOR_TESTS.test(segment) && !NO_RUNNER.test(segment) ? [deed('test')] : []
  })
}

/** What is installed from here needs no network. */
const LOCAL = /\+(?:offline|no-index|prefer-offline|frozen-offline)\b| \.{0,2}\/\S*$| \.$/

/** The calls of a signature: program, subcommand, flags, operands. */
export function segmentsOf(signature: string): readonly string[] {
  return signature
    .replace(/^\S+ /, '')
    .split('; ')
    .map(segment => segment.trim())
}

function ofRole({ traits }: Step): readonly Deed[] {
  if (traits.role === 'test') return [deed('test')]
  return traits.role === 'check' ? [deed('run', '', { checks: true })] : []
}

/** It ran the tests. */
export function isTestRun(step: Step): boolean {
  return (
    hasRun(step) &&
    (step.traits.role === 'test' || ofCommands(step.tool, step.signature).some(({ about }) => about === 'test'))
  )
}

/** It built, compiled or checked. */
export function isCheckRun(step: Step): boolean {
  if (!hasRun(step) || isTestRun(step)) return false
  return step.traits.role === 'check' || ofCommands(step.tool, step.signature).some(({ checks }) => checks === true)
}

const hasRun = ({ status }: Step): boolean => status === 'done' || status === 'failed'

function distinct(deeds: readonly Deed[]): readonly Deed[] {
  const seen = new Set<string>()
  return deeds.filter(each => {
    const key = `${each.about}|${each.target}|${each.recursive}|${each.checks}|${each.adds}`
    return !seen.has(key) && seen.add(key)
  })
}
