/** Files in the words of a person: a kind of them, a glob, a path from the project on, a file's name, a part by what it is called. Pure. */
import { basename, isInside, resolvePath } from '../common/path.ts'
import type { ConstraintInputs } from './constraint-violations.ts'
import { IS_LOCKFILE } from './constraints/file-names.ts'
import { wordsOfName } from './named-things.ts'

/** Kinds of files that people name, by their paths from the project on. */
export const FILE_KINDS: Readonly<Record<string, RegExp>> = {
  tests:
    /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*\.\w+$|_test\.\w+$|Tests?\.(?:java|kt|cs|swift|php)$|\.snap$|(?:^|\/)conftest\.py$/,
  snapshots:
    /\.(?:snap|golden|approved\.\w+)$|(?:^|\/)__?(?:image_)?(?:snapshots|screenshots)__\/|(?:^|\/)(?:snapshots|goldens?|baselines?)\//,
  config:
    /(?:^|\/)(?:[^/]*config[^/]*|\.[a-z]+rc(?:\.\w+)?|\.env[^/]*|settings\.\w+|[^/]*\.(?:ini|toml|cfg|ya?ml))$|(?:^|\/)config\//i,
  generated:
    /(?:^|\/)(?:__)?(?:gen(?:erated)?|autogen)(?:__)?\/|\.(?:pb|gen|generated|g)\.\w+$|_pb2?(?:_grpc)?\.\w+$|\.pb\.\w+$/i,
  css: /\.(?:css|scss|sass|less|styl)$/,
  styles: /\.(?:css|scss|sass|less|styl)$|(?:^|\/)styles?\//i,
  html: /\.(?:html?|hbs|ejs|jinja2?|twig|erb)$/,
  sql: /\.sql$/,
  docs: /\.(?:md|rst|adoc|txt)$|(?:^|\/)docs?\//i,
  lockfile: IS_LOCKFILE,
  migrations: /(?:^|\/)(?:migrations?|migrate|alembic\/versions)\//,
  ci: /(?:^|\/)(?:\.github\/workflows|\.circleci|\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml|\.travis\.yml|\.buildkite)/,
}

/** Whether a path is what a person named: a kind of files, a glob, a path from the project on, a file's name. */
export function covers(
  target: string,
  path: string,
  { project_root, home }: Pick<ConstraintInputs, 'project_root' | 'home'>,
): boolean {
  const relative = isInside(path, project_root) ? path.slice(project_root.length + 1) : path
  if (target === 'product') return !['tests', 'docs', 'config'].some(each => FILE_KINDS[each]?.test(relative))
  const kind = FILE_KINDS[target]
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
  return (
    !name.includes('/') && (`/${relative}/`.includes(`/${name}/`) || (/^[a-z]/i.test(name) && isCalled(relative, name)))
  )
}

/** "the payment form" is `src/PaymentForm.tsx`, "billing" is `billing.service.ts` and `app/billing/`, "legacy importer" is `legacy/importer.py`. */
export function isCalled(path: string, name: string): boolean {
  const wanted = wordsOfName(name)
  const parts = path.split('/').map(part => wordsOfName(part.replace(/(?<=.)\..*$/, '')))
  if (wanted.length === 1) return parts.some(words => words.length === 1 && words[0] === wanted[0])
  return (
    parts.some(words => wanted.every(word => words.includes(word))) ||
    wanted.every(word => parts.some(words => words.length === 1 && words[0] === word))
  )
}

/** Documentation of a part is not the part. */
export function isCodeCalled(path: string, name: string): boolean {
  return FILE_KINDS.docs?.test(path) !== true && isCalled(path, name)
}

/** Whether all of what a person named lies below a path. */
export function liesBelow(path: string, target: string, { project_root, home }: ConstraintInputs): boolean {
  if (FILE_KINDS[target] || /[*?]/.test(target)) return isInside(project_root, path)
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
