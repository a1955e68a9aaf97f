/** Loads the layers of the configuration for one project and merges them; what a project may not say is left out, aloud. */
import { dirname, join } from 'node:path'
import { isInside } from '../common/path.ts'
import { checkFile, contradictions, renamedIn, spelledIn } from './check.ts'
import { get, isSection, type JsonData, type Path, setAt } from './data.ts'
import { parseYaml } from './document.ts'
import { ConfigError, type Problem } from './error.ts'
import { CODE_KEYS, type RuleOf } from './keys.ts'
import { type Locations, organisationConfig } from './locations.ts'
import { combineOrders, fixedRules, hold, managedLayer, type OrderedPolicies, requireRoots } from './managed.ts'
import { type Layer, type LayerName, merge, stack } from './merge.ts'
import { isModule } from './policy.ts'
import { readText } from './read.ts'
import { type Config, ConfigSchema } from './schema.ts'
import { readingSources, type Sources } from './sources.ts'
import { explainIgnored, type Ignored, tighten, withoutMachines } from './tighten.ts'
import { contentHash, expand, isInsideThroughLinks, isPinned, samePath } from './trust.ts'

/** The files of a project that may hold configuration, lowest first. */
export const PROJECT_FILES = { project: 'safety.config.yaml', local: 'safety.config.local.yaml' } as const

export interface Loaded {
  readonly config: Config
  /** What was merged, lowest first. */
  readonly layers: readonly Layer[]
  readonly warnings: readonly string[]
  /**
   * Whether a file of rules or patterns may lower what holds without it: the user named it and the project cannot change it,
   * or the user pinned this very text.
   */
  readonly mayLoosen: (path: string, text: string) => boolean
  /** Which rules a file that may loosen takes nothing away from all the same; undefined where there are none. */
  readonly isFixed: (path: string, text: string) => ((rule: string) => boolean) | undefined
  /** Absolute path → SHA-256 of each module that may run for its pin alone: it must still be that text when it runs. */
  readonly pinned: Readonly<Record<string, string>>
}

interface File {
  readonly text: string
  /** A note for each former name of a key. */
  readonly renamed: readonly string[]
  readonly layer: Layer
  /** The overrides of the project, where the file holds some. */
  readonly override?: Layer
}

/**
 * The configuration of a project: defaults < preset < machine < organisation < user < project < local < the user's `projects` section. What
 * the policy of the machine or of the organisation fixes, none of the others loosens.
 *
 * @param ruleOf what the built-in rules say, to see whether a project lowers one.
 * @param options.sources what reads the files.
 * @param options.tightens the user's own file counts only where it is stricter than the defaults: nobody knows who wrote it.
 * @throws ConfigError where a file that exists cannot be used.
 */
export function loadConfig(
  locations: Locations,
  projectRoot: string,
  ruleOf: RuleOf = () => undefined,
  { sources = readingSources(), tightens = false }: { readonly sources?: Sources; readonly tightens?: boolean } = {},
): Loaded {
  const { read, exists } = sources
  const warnings: string[] = []
  const ordered = orderedOf(locations, sources, ruleOf)
  const managed = ordered?.fixed
  const explained = (each: Ignored, layer: Layer, by = ordered?.layers.findLast(other => sets(other, each))): string =>
    explainIgnored(each, layer, locations.user_config, projectRoot, by ?? managed)
  for (const [layer, each] of ordered?.ignored ?? [])
    warnings.push(
      explained(
        each,
        layer,
        ordered?.layers.find(({ name }) => name !== layer.name),
      ),
    )
  /** What of a layer counts beside the policy of the machine. */
  const held = (layer: Layer): Layer => {
    if (!managed) return layer
    const { layer: kept, ignored } = hold(layer, managed, ruleOf)
    warnings.push(...ignored.map(each => explained(each, layer)))
    return kept
  }
  const users = (layer: Layer): Layer => {
    const { layer: kept, ignored } = withoutMachines(layer)
    warnings.push(...ignored.map(each => explained(each, layer)))
    return held(kept)
  }
  const open = (name: LayerName, path: string) => {
    const text = read(path)
    if (text === undefined) return undefined
    const file = toFile(name, path, text, locations.home, projectRoot)
    warnings.push(...file.renamed)
    return file
  }

  const opened = open('user', locations.user_config)
  const user = opened && {
    layer: users(opened.layer),
    ...(opened.override && { override: users(opened.override) }),
  }
  const pins = trusted([...pinsIn(managed), ...(tightens ? [] : pinsIn(user?.layer))])
  const own = (layer: Layer, below: readonly Layer[]) => (tightens ? onlyStricter(layer, below, ruleOf) : layer)
  // Where the user's word does not count, nobody has said that the machine is disposable either.
  const nobodys: readonly Layer[] = [
    ...(ordered?.layers ?? []),
    ...(tightens ? [{ name: 'user', data: { environment: { disposable: false } } } as const] : []),
  ]
  const layers: Layer[] = user ? [...nobodys, own(user.layer, nobodys)] : [...nobodys]
  for (const [name, file] of Object.entries(PROJECT_FILES)) {
    const path = join(projectRoot, file)
    const found = open(name === 'local' ? 'local' : 'project', path)
    if (!found) continue
    const pinned = isPinned(pins, locations.home, path, found.text)
    const { layer, ignored } = tighten(found.layer, layers, pinned, ruleOf)
    const { projects } = found.layer.data
    const all =
      isSection(projects) && Object.keys(projects).length > 0
        ? [...ignored, { path: ['projects'], why: 'user_only' as const, value: projects }]
        : ignored
    warnings.push(...all.map(each => explained(each, found.layer)))
    layers.push(held(layer))
  }
  if (user?.override) layers.push(own(user.override, layers))

  const pinned: Record<string, string> = {}
  const vouchedFor = (path: string): 'pinned' | 'unpinned' | 'missing' => {
    const text = read(path)
    if (text === undefined) return 'missing'
    if (!isPinned(pins, locations.home, path, text)) return 'unpinned'
    pinned[path] = contentHash(text)
    return 'pinned'
  }
  const allowed = layers.map(layer =>
    withoutForeignCode(layer, projectRoot, locations, { vouchedFor, exists, warnings }),
  )
  /** The administrator named it, or pinned this very text. */
  const isOrdered = (path: string, text: string) =>
    managed !== undefined &&
    (namesFile(managed, path) || isPinned(trusted(pinsIn(managed)), locations.home, path, text))
  const areRulesFixed = get(managed?.data, ['step_reviewer', 'rules']) !== undefined
  const mayLoosen = (path: string, text: string) => {
    if (isOrdered(path, text) || areRulesFixed) return isOrdered(path, text)
    return (
      isPinned(pins, locations.home, path, text) ||
      (!tightens &&
        !isReachable(path, projectRoot, locations) &&
        allowed.some(layer => isUsersOwn(layer) && namesFile(layer, path)))
    )
  }
  const fixed = managed && fixedRules(managed)
  const isFixed = (path: string, text: string) => (isOrdered(path, text) ? undefined : fixed)
  return { ...finish(stack(allowed)), warnings, mayLoosen, isFixed, pinned }
}

/** Whether a layer says something of what was left out of another. */
function sets({ data }: Layer, { path }: Ignored): boolean {
  return get(data, path) !== undefined || get(data, path.slice(0, -1)) !== undefined
}

/** What is above the user: the policy of the machine and what it takes from the organisation. Throws ConfigError as `managedOf`. */
function orderedOf(locations: Locations, sources: Sources, ruleOf: RuleOf): OrderedPolicies | undefined {
  const administrators = managedOf('managed', locations.managed_config, locations.home, sources)
  const isTried = locations.tried_organisation !== undefined
  const isPulled = Boolean(get(administrators?.data, POLICY_FROM))
  const found =
    isTried || isPulled
      ? managedOf('organisation', organisationConfig(locations), locations.home, sources, isTried)
      : undefined
  // Whom the machine trusts, an organisation has no say in: not even one that it trusts.
  const { layer: organisations, ignored } = found ? withoutMachines(found) : { layer: undefined, ignored: [] }
  const inVain = ignored.flatMap(each => (organisations ? [[organisations, each] as const] : []))
  if (administrators && organisations) {
    const combined = combineOrders(administrators, organisations, ruleOf)
    return { ...combined, ignored: [...combined.ignored, ...inVain] }
  }
  const only = administrators ?? organisations
  return only && { layers: [only], fixed: only, ignored: inVain }
}

const POLICY_FROM = ['fleet', 'policy', 'from']

/** Where the machine takes the policy of the organisation from; undefined where it takes none. Throws ConfigError as `managedOf`. */
export function organisationSource({ managed_config, home }: Locations): Config['fleet']['policy'] | undefined {
  const layer = managedOf('managed', managed_config, home, readingSources())
  if (!layer || !get(layer.data, POLICY_FROM)) return undefined
  return ConfigSchema.shape.fleet.parse(layer.data.fleet).policy
}

/**
 * A policy that stands above the user's, where there is one. `isTried`: it is only looked at. Throws ConfigError where it cannot be used, or
 * others could change it.
 */
function managedOf(
  name: 'managed' | 'organisation',
  path: string,
  home: string,
  { read, isReplaced, isLeftOut }: Sources,
  isTried = false,
): Layer | undefined {
  const text = read(path)
  if (text === undefined) return undefined
  const rests = name === 'managed' ? 'policy of this machine' : 'policy of the organisation'
  if (!isReplaced(path) && !isTried) requireRoots(path, rests)
  const layer = managedLayer(toFile(name, path, text, home, '').layer)
  for (const file of codeIn(layer)) {
    if (isReplaced(file) || isLeftOut(file) || read(file) === undefined) continue
    // What does not travel with the policy is looked at also where that is only tried.
    if (!isTried || isModule(file) || !isInside(file, dirname(path))) requireRoots(file, `part of the ${rests}`)
  }
  return layer
}

const trusted = (pins: readonly unknown[]) => ConfigSchema.shape.trust.parse(pins)

const pinsIn = (layer: Layer | undefined): readonly unknown[] => {
  const pins = get(layer?.data, ['trust'])
  return Array.isArray(pins) ? pins : []
}

/**
 * Checks one file by itself, over the defaults, with each of its sections for projects; the policy of the machine has none.
 *
 * @throws ConfigError where it does not exist or cannot be used.
 */
export function checkConfigFile(file: string, home: string, name: 'user' | 'managed' = 'user'): void {
  const text = readText(file)
  if (text === undefined) throw new ConfigError([{ file, line: 0, column: 0, key: '', message: 'does not exist' }])
  if (name === 'managed') {
    finish(stack([managedLayer(toFile(name, file, text, home, '').layer)]))
    return
  }
  const { layer } = toFile('user', file, text, home, '')
  finish(stack([layer]))
  for (const root of Object.keys(isSection(layer.data.projects) ? layer.data.projects : {})) {
    const { override } = toFile('user', file, text, home, root)
    if (override) finish(stack([layer, override]))
  }
}

/** Of a layer of the user's that anybody may have written, what makes the policy stricter. */
function onlyStricter(layer: Layer, below: readonly Layer[], ruleOf: RuleOf): Layer {
  const kept = tighten(layer, below, false, ruleOf).layer
  for (const path of [
    ['protected', 'paths'],
    ['production', 'contexts'],
  ]) {
    const value = get(layer.data, path)
    if (value !== undefined) setAt(kept.data, path, value)
  }
  return kept
}

function toFile(name: LayerName, file: string, text: string, home: string, root: string): File {
  const document = parseYaml(file, text)
  const data = checkFile(document)
  const renamed = renamedIn(document)
  const at = (path: Path) => document.at(spelledIn(document.data, path))
  const layer = withAbsolutePaths({ name, file, data, at }, home)
  const projects = isSection(data.projects) ? data.projects : {}
  const key = Object.keys(projects).find(each => samePath(expand(each, home), expand(root, home)))
  const section = key === undefined ? undefined : projects[key]
  if (name !== 'user' || key === undefined || !isSection(section)) return { text, renamed, layer }
  const below = (path: Path) => at(['projects', key, ...path])
  return {
    text,
    renamed,
    layer,
    override: withAbsolutePaths({ name: 'user projects', file, data: section, at: below }, home),
  }
}

/** A relative path means one thing in each file: what lies beside that file. */
function withAbsolutePaths(layer: Layer, home: string): Layer {
  return withCodePaths(layer, path => expand(path, home, dirname(layer.file ?? '/')))
}

/** How modules are looked at. */
interface Means {
  readonly vouchedFor: (path: string) => 'pinned' | 'unpinned' | 'missing'
  readonly exists: (path: string) => boolean
  readonly warnings: string[]
}

const NOT_AS_PUBLISHED = 'not the text whose SHA-256 the organisation published under trust'

/** Modules run as the user, with the reviewer's rights: those that Claude or a repository could change must be pinned. */
function withoutForeignCode(
  layer: Layer,
  projectRoot: string,
  locations: Locations,
  { vouchedFor, exists, warnings }: Means,
): Layer {
  return withCodePaths(layer, (path, key) => {
    if (!isModule(path)) return path
    const place = `${layer.file}:${layer.at?.(key.split('.')).line ?? 0}: ${key} (${path})`
    if (layer.name === 'managed' || (isUsersOwn(layer) && !isReachable(path, projectRoot, locations))) {
      if (!exists(path)) warnings.push(`${place} does not exist`)
      return path
    }
    const found = vouchedFor(path)
    if (found === 'pinned') return path
    if (layer.name === 'organisation') {
      warnings.push(`${place} is ignored: it ${found === 'missing' ? 'does not exist' : `is ${NOT_AS_PUBLISHED}`}`)
      return undefined
    }
    const pin = `run \`reviewer trust add ${path}\` to pin its content in ${locations.user_config}`
    const why = found === 'missing' ? 'does not exist' : 'is code that can be changed from the project'
    warnings.push(`${place} is ignored: it ${why}, and does not run unpinned; ${pin}`)
    return undefined
  })
}

/** `change` makes of each path another one, or nothing. */
function withCodePaths(layer: Layer, change: (path: string, key: string) => string | undefined): Layer {
  const data: JsonData = structuredClone(layer.data)
  for (const key of CODE_KEYS) {
    const value = get(data, key.split('.'))
    const entries = typeof value === 'string' ? [value] : value
    if (!Array.isArray(entries)) continue
    const changed = entries.flatMap((entry: unknown) => {
      const path = pathIn(entry)
      if (path === undefined) return [entry]
      const other = change(path, key)
      if (other === undefined) return []
      return [isSection(entry) ? { ...entry, use: other } : other]
    })
    setAt(data, key.split('.'), changed)
  }
  return { ...layer, data }
}

/** The file that an entry names; undefined where it names something built in. */
function pathIn(entry: unknown): string | undefined {
  const named = isSection(entry) ? entry.use : entry
  return typeof named === 'string' && /\.(ya?ml|mjs|ts)$/i.test(named) ? named : undefined
}

/** The files that a layer names. */
function codeIn(layer: Layer): readonly string[] {
  return CODE_KEYS.flatMap(key => {
    const entries = get(layer.data, key.split('.'))
    return Array.isArray(entries) ? entries.flatMap(entry => pathIn(entry) ?? []) : []
  })
}

function namesFile(layer: Layer, path: string): boolean {
  return codeIn(layer).includes(path)
}

/**
 * Whether a file comes with the project, so that who changes the project changes it. A session that works on all of the home
 * works on no project that others could have written.
 */
function isReachable(path: string, projectRoot: string, { home }: Locations): boolean {
  return isInsideThroughLinks(projectRoot, path) && !isInsideThroughLinks(projectRoot, home)
}

/** Whether the user's own configuration says what the layer says. */
function isUsersOwn(layer: Layer): boolean {
  return layer.name === 'user' || layer.name === 'user projects'
}

function finish(layers: readonly Layer[]): { readonly config: Config; readonly layers: readonly Layer[] } {
  const config = ConfigSchema.parse(merge(layers))
  const problems: Problem[] = contradictions(config).map(({ paths, message }) => {
    const sets = (path: Path) => layers.findLastIndex(layer => get(layer.data, path) !== undefined)
    // The one that was set last made the contradiction.
    const path = paths.toSorted((left, right) => sets(right) - sets(left))[0] ?? []
    const layer = layers[sets(path)]
    const place = layer?.at?.(path) ?? { line: 0, column: 0 }
    return { file: layer?.file ?? 'defaults', ...place, key: path.join('.'), message }
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return { config, layers }
}
