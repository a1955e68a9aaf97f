/** Files that an import executes. */
import { basename, dirname, isInside, resolvePath } from '../../common/path.ts'
import { textAt } from '../shell/files.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { hasSessionFiles, sessionFiles } from '../shell/session-files.ts'
import { isKnown } from '../shell/value.ts'

/** A file, or for code without one the directory that it runs in followed by a slash. */
export interface ImportSite {
  readonly path: string
  readonly language: string
}

/** Files that importing `name` executes, in their order; empty where it is not found on this machine. */
export function filesOfModule(name: string, site: ImportSite, runner: Runner, scope: Scope): readonly string[] {
  if (scope.place.kind !== 'local' || !isKnown(name) || !isKnown(site.path)) return []
  const isThere = (path: string): boolean => scope.files.has(path) || runner.facts.path(path).type === 'file'
  switch (site.language) {
    case 'node':
      return nodeModule(name, site.path, isThere, runner, scope)
    case 'python':
      return pythonModule(name, site.path, isThere, runner, scope)
    case 'perl':
    case 'ruby':
      return libraryFile(name, site, isThere, runner, scope)
    default:
      return []
  }
}

const NODE_ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '.mts', '.cts', '.json']
const INDEXES = ['/index.js', '/index.mjs', '/index.cjs', '/index.ts', '/index.tsx']

function nodeModule(
  name: string,
  from: string,
  isThere: (path: string) => boolean,
  runner: Runner,
  scope: Scope,
): readonly string[] {
  const bare = name.replace(/^file:\/\//, '')
  if (/^\.{0,2}\//.test(bare) || /^\.{1,2}$/.test(bare)) return found(resolvePath(dirname(from), bare), isThere)
  if (/^(node:|https?:)/.test(name)) return []
  const own = ownModule(name, dirname(from), runner, scope)
  if (own !== undefined) return found(own, isThere)
  for (const directory of directoriesIn('NODE_PATH', runner, scope)) {
    const files = found(resolvePath(directory, name), isThere)
    if (files.length > 0) return files
  }
  const [, packageName = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(name) ?? []
  for (let directory = dirname(from); packageName !== ''; directory = dirname(directory)) {
    const root = `${directory === '/' ? '' : directory}/node_modules/${packageName}`
    // What a package manager installed is not looked into: it is as it was published.
    if (hasSessionFiles(root, runner, scope)) return found(root + (rest || mainOf(root, runner, scope)), isThere)
    if (directory === '/') break
  }
  return []
}

/** `#x` and `package/x`: what the nearest package.json says of its own modules. */
function ownModule(name: string, from: string, runner: Runner, scope: Scope): string | undefined {
  for (let directory = from; ; directory = dirname(directory)) {
    const text = textAt(`${directory === '/' ? '' : directory}/package.json`, runner, scope)
    if (text !== undefined) {
      const target = ownTarget(name, text)
      return target === undefined ? undefined : resolvePath(directory, target)
    }
    if (directory === '/') return undefined
  }
}

function ownTarget(name: string, text: string): string | undefined {
  let settings: Readonly<Record<string, unknown>> = {}
  try {
    settings = Object(JSON.parse(text))
  } catch {
    return undefined
  }
  const own = typeof settings.name === 'string' ? settings.name : undefined
  const isInner = name.startsWith('#')
  if (!isInner && name !== own && !(own !== undefined && name.startsWith(`${own}/`))) return undefined
  const key = isInner ? name : `.${name.slice(own?.length ?? 0)}`
  const map = isInner ? settings.imports : settings.exports
  if (!isInner && key === '.' && typeof map === 'string') return map
  for (const [pattern, value] of Object.entries(Object(map))) {
    const [before = '', after] = pattern.split('*')
    const fits = after === undefined ? key === pattern : key.startsWith(before) && key.endsWith(after)
    const target = fits ? firstPath(value) : undefined
    if (target !== undefined)
      return after === undefined ? target : target.replaceAll('*', key.slice(before.length, key.length - after.length))
  }
  return undefined
}

/** Of conditions, the first path. */
function firstPath(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null
    ? Object.values(value)
        .map(firstPath)
        .find(path => path !== undefined)
    : undefined
}

function found(path: string, isThere: (path: string) => boolean): readonly string[] {
  const asTypeScript = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
  const ending = [...NODE_ENDINGS, ...INDEXES].find(each => isThere(path + each))
  if (ending !== undefined) return [path + ending]
  return asTypeScript !== path && isThere(asTypeScript) ? [asTypeScript] : []
}

/** The first file that package.json names as the package's own. */
function mainOf(root: string, runner: Runner, scope: Scope): string {
  const text = textAt(`${root}/package.json`, runner, scope) ?? ''
  const exported =
    /"exports"\s*:\s*(?:"([^"]+)"|\{[^{}]*(?:\{[^{}]*?)?"(?:import|require|node|default|\.)"\s*:\s*"([^"]+)")/.exec(
      text,
    )
  const main = exported?.[1] ?? exported?.[2] ?? /"main"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? 'index'
  return `/${main.replace(/^\.\//, '')}`
}

/** Each package on the way to a module is executed as well. */
function pythonModule(
  name: string,
  from: string,
  isThere: (path: string) => boolean,
  runner: Runner,
  scope: Scope,
): readonly string[] {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(name) ?? []
  const parts = rest.split('.').filter(Boolean)
  let own = dirname(from)
  for (let level = 1; level < dots.length; level++) own = dirname(own)
  const roots = dots === '' ? [own, ...pythonPath(runner, scope), ...rootsAbove(own, runner)] : [own]
  for (const root of roots) {
    const files: string[] = dots !== '' && parts.length === 0 ? [`${root}/__init__.py`] : []
    let path = root
    for (const part of parts) {
      path = `${path}/${part}`
      files.push(`${path}/__init__.py`, `${path}.py`)
    }
    const there = files.filter(isThere)
    if (there.length > 0) return there
  }
  return []
}

/** Test runners and installed packages find modules from the directories above, and below `src`. */
function rootsAbove(own: string, runner: Runner): readonly string[] {
  const roots: string[] = []
  for (let at = own; at !== runner.projectRoot && isInside(at, runner.projectRoot); ) {
    at = dirname(at)
    roots.push(at, `${at}/src`)
  }
  return [...roots, `${runner.projectRoot}/src`]
}

export function pythonPath(runner: Runner, scope: Scope): readonly string[] {
  return directoriesIn('PYTHONPATH', runner, scope)
}

/** Directories that a variable lists, as far as they are known. */
export function directoriesIn(variable: string, runner: Runner, scope: Scope): readonly string[] {
  const value =
    scope.environment.get(variable)?.text ??
    scope.variables.get(variable)?.[0]?.[0]?.text ??
    runner.facts.env(variable) ??
    ''
  if (!isKnown(scope.cwd)) return []
  return value
    .split(':')
    .filter(each => each !== '' && isKnown(each))
    .map(each => resolvePath(scope.cwd, each))
}

/** `use A::B`, `require "./x.pl"`, `require_relative "x"`. */
function libraryFile(
  name: string,
  { path, language }: ImportSite,
  isThere: (path: string) => boolean,
  runner: Runner,
  scope: Scope,
): readonly string[] {
  const endings = language === 'perl' ? ['', '.pm', '.pl'] : ['', '.rb']
  const file = name.replaceAll('::', '/')
  const roots = [
    dirname(path),
    ...directoriesIn(language === 'perl' ? 'PERL5LIB' : 'RUBYLIB', runner, scope),
    `${runner.projectRoot}/lib`,
    ...(isKnown(scope.cwd) ? [scope.cwd, `${scope.cwd}/lib`] : []),
  ]
  for (const root of roots)
    for (const ending of endings) {
      const candidate = resolvePath(root, file + ending)
      if (isThere(candidate)) return [candidate]
    }
  return []
}

const ENDINGS: Readonly<Record<string, RegExp>> = {
  node: /\.[cm]?[jt]sx?$/,
  python: /\.py$/,
  perl: /\.p[lm]$/,
  ruby: /\.rb$/,
}

/**
 * Modules that this session wrote and that an import may execute whose name is not known as a whole: those below the directory that it
 * does name, or all of the project.
 */
export function possibleModules(
  name: string | undefined,
  { path, language }: ImportSite,
  runner: Runner,
  scope: Scope,
): readonly string[] {
  const ending = ENDINGS[language]
  if (!ending || !isKnown(path)) return []
  const start = /^[^*?\uE000-\uE002]*/.exec(name ?? '')?.[0] ?? ''
  const named = language === 'python' ? start.replace(/[^.]*$/, '').replaceAll('.', '/') : start.replace(/[^/]*$/, '')
  const isRelative = language === 'python' || named.startsWith('.') || named.startsWith('/')
  const below = named !== '' && isRelative ? resolvePath(dirname(path), named) : undefined
  const roots = below === undefined ? [runner.projectRoot, dirname(path)] : [below]
  const files = sessionFiles(
    each => each !== path && ending.test(each) && roots.some(root => isInside(each, root)),
    runner,
    scope,
  )
  return files.filter(each => !isOwnProgram(each, textAt(each, runner, scope) ?? ''))
}

const IMPORTS: Readonly<Record<string, RegExp>> = {
  node: /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/g,
  python: /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import\b|import[ \t]+([\w.]+))/gm,
  perl: /^[ \t]*(?:use|require)[ \t]+(["']?)([\w:./-]+)\1/gm,
  ruby: /^[ \t]*require(?:_relative)?[ \t(]+(["'])([^"'\n]+)\1/gm,
}
/** Modules that one file imports, as far as they are looked up. */
const MOST_IMPORTS = 60

/** Names of the modules that a text imports, without following what else it does. */
export function importedNames(language: string, text: string): readonly string[] {
  const pattern = IMPORTS[language]
  if (!pattern) return []
  const names = [...text.matchAll(pattern)].map(match => match[2] ?? match[1] ?? '')
  return [...new Set(names.filter(Boolean))].slice(0, MOST_IMPORTS)
}

/** What a module does only where it is run as the program itself is left out. */
export function asImported(language: string, text: string): string {
  // `use Foo` calls what the module has for that.
  if (language === 'perl' && /\bsub\s+import\b/.test(text)) return `${text}\n;import();`
  if (language !== 'python') return text
  const at = text.search(/^if __name__ *== *["']__main__["']/m)
  return at < 0 ? text : text.slice(0, at)
}

/** The function that a module gives as a whole, by its name. */
export function defaultOf(text: string): string | undefined {
  return /(?:\bexport default (?:async )?(?:function\*? ?)?|\bmodule\.exports = )(\w+)/.exec(text)?.[1]
}

/** It is a program of its own: nothing imports it. */
export function isOwnProgram(path: string, text: string): boolean {
  return text.startsWith('#!') || /^if __name__ *== *["']__main__["']/m.test(text) || basename(path) === '__main__.py'
}
