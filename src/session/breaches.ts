/** Whether what a call does breaks a limit that the person set. */
import { basename, isInside, resolvePath } from '../targets/path.ts'
import { NEW_DEPENDENCIES, PULL_REQUEST } from './constraints/meaning.ts'
import { NEVER, TESTS_PASS } from './constraints/triggers.ts'
import { type Deed, isTestRun, segmentsOf } from './deeds.ts'
import type { Constrained, Constraint, Step } from './model.ts'

export interface Breach {
  readonly constraint: Constraint
  /** What was done, for people: "change /home/jane/project/test/a.test.ts". */
  readonly deed: string
  /** The person named exactly this. */
  readonly exact: boolean
}

export interface Surroundings {
  readonly project_root: string
  readonly home: string
  /** Of the call, for limits on a program. */
  readonly signature: string
  /** What went before it; bounded. */
  readonly history: readonly Step[]
}

const OF_FILES: ReadonlySet<Constrained> = new Set(['change', 'create', 'delete'])

/** How a call breaks a limit; undefined where it keeps it. */
export function breachOf(constraint: Constraint, deeds: readonly Deed[], around: Surroundings): Breach | undefined {
  const { kind, about } = constraint
  if (about.length === 0) return undefined
  if (kind === 'order' && testsPassed(around.history)) return undefined
  if (about.includes('any')) return usesProgram(constraint, around)
  const found = deeds.find(deed => breaks(deed, constraint, around))
  if (!found) return undefined
  const named = constraint.targets.some(target => target !== TESTS_PASS)
  return {
    constraint,
    deed: `${found.about} ${found.target}`.trim(),
    exact: named ? kind === 'prohibit' : about.length <= 2 && !OF_FILES.has(found.about),
  }
}

function breaks(deed: Deed, { kind, about, targets }: Constraint, around: Surroundings): boolean {
  if (kind === 'only') {
    if (!OF_FILES.has(deed.about) || !isInside(deed.target, around.project_root)) return false
    return !targets.some(target => covers(target, deed.target, around))
  }
  if (!about.includes(deed.about)) return false
  // To build is not to run, unless nothing at all was to be run.
  if (deed.checks && !about.includes('test')) return targets.includes('build')
  if (targets.includes('build')) return false
  const on = targets.filter(target => target !== TESTS_PASS)
  if (on.length === 0) return !OF_FILES.has(deed.about) || isInside(deed.target, around.project_root)
  return on.some(target => isOn(deed, target, around))
}

function isOn(deed: Deed, target: string, around: Surroundings): boolean {
  switch (deed.about) {
    case 'install':
      return target === NEW_DEPENDENCIES ? deed.adds === true : packageOf(deed.target) === target.toLowerCase()
    case 'publish':
      return target === PULL_REQUEST ? deed.target === PULL_REQUEST : deed.target !== PULL_REQUEST
    case 'push':
      if (target === '--force') return /\bgit push\b[^;]*\+force\b(?!-)/.test(around.signature)
      return deed.target === target || (target === 'production' && deed.target === 'prod')
    case 'run':
    case 'test':
      if (deed.target === '') return around.signature.includes(target)
      return deed.target.startsWith('/') ? covers(target, deed.target, around) : deed.target === target
    case 'change':
    case 'create':
    case 'delete':
      return covers(target, deed.target, around) || (deed.recursive && holds(deed.target, target, around))
    default:
      return deed.target === target
  }
}

const packageOf = (name: string): string => name.toLowerCase().replace(/(?<=.)@.*$/, '')

/** What was named by program: `sudo`, `git push --force`. */
function usesProgram(constraint: Constraint, { signature }: Surroundings): Breach | undefined {
  const target = constraint.targets.find(name => {
    const [program = '', ...words] = name.split(/\s+/)
    return segmentsOf(signature).some(segment => {
      const [first = '', ...rest] = segment.split(' ')
      if (first !== program && basename(first) !== program) return false
      return words.every(word => rest.includes(word) || rest.includes(word.replace(/^--?/, '+')))
    })
  })
  return target === undefined ? undefined : { constraint, deed: `run ${target}`, exact: true }
}

/** The last run of the tests went well, and no file of the project was changed since. */
export function testsPassed(history: readonly Step[]): boolean {
  for (const step of history.toReversed()) {
    if (isTestRun(step))
      return step.status === 'done' && step.outcome?.failed !== true && step.outcome?.tests !== 'failed'
    if (step.status === 'done' && changesCode(step)) return false
  }
  return false
}

/** It wrote or deleted files of the project. */
export function changesCode({ traits }: Step): boolean {
  return traits.touched.some(
    ({ verb, class: place, path }) =>
      (verb === 'write' || verb === 'delete') &&
      (place === 'project' || place === 'session_made') &&
      !/\.(?:md|txt|rst|adoc|log)$|(?:^|\/)docs?\//i.test(path),
  )
}

const KINDS: Readonly<Record<string, RegExp>> = {
  tests:
    /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*\.\w+$|_test\.\w+$|Tests?\.(?:java|kt|cs|swift|php)$|\.snap$|(?:^|\/)conftest\.py$/,
  config:
    /(?:^|\/)(?:[^/]*config[^/]*|\.[a-z]+rc(?:\.\w+)?|\.env[^/]*|settings\.\w+|[^/]*\.(?:ini|toml|cfg|ya?ml))$|(?:^|\/)config\//i,
  docs: /\.(?:md|rst|adoc|txt)$|(?:^|\/)docs?\//i,
  lockfile: /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|[^/]*\.lock|go\.sum|bun\.lockb?)$/,
  migrations: /(?:^|\/)(?:migrations?|migrate|alembic\/versions)\//,
  ci: /(?:^|\/)(?:\.github\/workflows|\.circleci|\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml|\.travis\.yml|\.buildkite)/,
}

/** Whether a path is what a person named: a kind of files, a glob, a path from the project on, a file's name. */
export function covers(
  target: string,
  path: string,
  { project_root, home }: Pick<Surroundings, 'project_root' | 'home'>,
): boolean {
  const relative = isInside(path, project_root) ? path.slice(project_root.length + 1) : path
  const kind = KINDS[target]
  // A directory as a whole counts as what is in it.
  if (kind) return kind.test(relative) || kind.test(`${relative}/`)
  const name = target.replace(/\/+(?:\*\*?)?$/, '')
  if (name === '' || name === '.' || name === '*' || name === '**') return isInside(path, project_root)
  if (/[*?]/.test(name)) {
    const shape = globShape(name)
    return shape.test(relative) || (!name.includes('/') && shape.test(basename(path)))
  }
  if (isInside(path, placeOf(name, project_root, home))) return true
  // A name alone is found at any depth.
  return !name.includes('/') && `/${relative}/`.includes(`/${name}/`)
}

/** Whether all of what a person named lies below a path. */
function holds(path: string, target: string, { project_root, home }: Surroundings): boolean {
  if (KINDS[target] || /[*?]/.test(target)) return isInside(project_root, path)
  return isInside(placeOf(target.replace(/\/+$/, ''), project_root, home), path.replace(/\/(?:\*|…).*$/, ''))
}

function placeOf(name: string, project_root: string, home: string): string {
  return name.startsWith('~/') ? `${home}${name.slice(1)}` : resolvePath(project_root, name)
}

function globShape(glob: string): RegExp {
  const source = glob
    .replace(/^\.\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, each => (each === '*' ? '[^/]*' : each === '?' ? '[^/]' : '(?:.*/)?'))
  return new RegExp(`^${source}(?:/|$)`)
}

/** The person's sentence leaves no room: never, must not, under no circumstances. */
export function saysNever(sentence: string): boolean {
  return NEVER.test(sentence)
}
