/**
 * The policy of the machine: an administrator's file above the user's. What it fixes, no layer below loosens. It counts only where nobody
 * but root can change it.
 */
import { changeableByOthers } from '../facts/changeable.ts'
import { get, isSection, type Path, setAt } from './data.ts'
import { ConfigError, fileError } from './error.ts'
import { type ConfigKey, KEYS, type RuleOf } from './keys.ts'
import { type Layer, merge, mergeSet, stack } from './merge.ts'
import { PRESETS } from './presets.ts'
import { divide, type Ignored } from './tighten.ts'

/** A machine with a policy is one on which nobody else switches the review off, whatever else the file says. */
const IMPLIED: readonly (readonly [Path, unknown])[] = [
  [['step_reviewer', 'enabled'], true],
  [['step_reviewer', 'review_mode'], 'blocking'],
]

/**
 * What guards a section or key that the policy of the machine mentions: rules, by how their ids begin, and other keys that would switch
 * off what is fixed.
 */
const GUARDS: readonly {
  readonly fixed: Path
  readonly rules?: readonly string[]
  readonly keys?: readonly string[]
}[] = [
  { fixed: ['protected'], rules: ['declared.'] },
  { fixed: ['production'], rules: ['declared.'] },
  { fixed: ['resources'], rules: ['limit_'] },
  { fixed: ['preset'], rules: ['limit_', 'warn_external_network'] },
  { fixed: ['step_reviewer', 'rules'], rules: [''] },
  { fixed: ['patterns', 'custom_patterns'], keys: ['patterns.enabled_patterns'] },
  { fixed: ['interventions', 'hard_stop'], keys: ['interventions.max_per_session', 'interventions.escalation'] },
]

const guardsOf = ({ data }: Layer) => GUARDS.filter(({ fixed }) => get(data, fixed) !== undefined)

/** Which rules only an administrator changes; undefined where that is none. */
export function fixedRules(managed: Layer): ((id: unknown) => boolean) | undefined {
  const begins = guardsOf(managed).flatMap(({ rules = [] }) => rules)
  return begins.length === 0 ? undefined : id => begins.some(begin => String(id).startsWith(begin))
}

/** Keys by which a layer below could take the guards of what is fixed out of force. */
function disarming(managed: Layer): Readonly<Record<string, ConfigKey | undefined>> {
  const keys = guardsOf(managed).flatMap(({ keys = [] }) => keys)
  const isFixed = fixedRules(managed)
  return {
    ...Object.fromEntries(keys.map(key => [key, KEYS[key]])),
    ...(isFixed && {
      'step_reviewer.rules.builtin': KEYS['step_reviewer.rules.builtin'],
      'step_reviewer.rules.disabled': { merge: 'add', loosens: isFixed },
      ...Object.fromEntries(
        ['step_reviewer.rules.severity', 'step_reviewer.rules.decision'].map(name => [name, ofRules(name, isFixed)]),
      ),
    }),
  }
}

/** A map of rules, of which only those that are fixed count. */
function ofRules(name: string, isFixed: (id: unknown) => boolean): ConfigKey | undefined {
  const key = KEYS[name]
  return key && { ...key, loosens: (value, below, id, ruleOf) => isFixed(id) && key.loosens(value, below, id, ruleOf) }
}

/** Throws ConfigError where others than root could change a file that the policy of the machine rests on. */
export function requireRoots(file: string, rests: string): void {
  let open: string | undefined
  try {
    open = changeableByOthers(file)
  } catch {
    throw fileError(file, 'cannot be looked at: whether others than root can change it is not known')
  }
  if (open === undefined) return
  const fix = `chown root ${open}; chmod go-w ${open}`
  throw fileError(file, `is not used as ${rests}: ${open} can be changed by others than root (${fix})`)
}

/** The layer with what the file need not say. Throws ConfigError where it has settings for single projects. */
export function managedLayer(layer: Layer): Layer {
  const data = structuredClone(layer.data)
  const { projects } = data
  if (isSection(projects) && Object.keys(projects).length > 0) {
    const place = layer.at?.(['projects']) ?? { line: 0, column: 0 }
    const message = 'projects has no meaning in the policy of the machine, which holds for all of them'
    throw new ConfigError([{ file: layer.file ?? '', ...place, key: 'projects', message }])
  }
  for (const [path, value] of IMPLIED) if (get(data, path) === undefined) setAt(data, path, value)
  return { ...layer, data }
}

/**
 * The part of `layer` that leaves everything that the policy of the machine fixes as strict as it is there or makes it stricter, and what was
 * left out. What that policy does not mention is as free as before; a preset mentions the keys that it sets, and with what is mentioned
 * goes what guards it.
 */
export function hold(
  layer: Layer,
  managed: Layer,
  ruleOf: RuleOf,
): { readonly layer: Layer; readonly ignored: readonly Ignored[] } {
  const fixed = merge(stack([managed]))
  const preset = Object.entries(PRESETS).find(([name]) => name === managed.data.preset)?.[1]
  const guards = disarming(managed)
  const data = structuredClone(layer.data)
  const ignored: Ignored[] = []
  for (const [name, all] of Object.entries(KEYS)) {
    const path = name.split('.')
    const value = get(data, path)
    const isFixed = get(managed.data, path) !== undefined || get(preset, path) !== undefined
    const key = isFixed ? all : guards[name]
    if (value === undefined || key === undefined) continue
    const { kept, left } = divide(key, value, get(fixed, path), ruleOf)
    setAt(data, path, kept)
    for (const { entry, value } of left) ignored.push({ path: [...path, ...entry], why: 'managed', value })
  }
  return { layer: { ...layer, data }, ignored }
}

/** The layers that an administrator and the organisation have ordered, lowest first, and what they fix together. */
export interface OrderedPolicies {
  readonly layers: readonly Layer[]
  readonly fixed: Layer
  /** What of either does not count beside the other. */
  readonly ignored: readonly (readonly [of: Layer, Ignored])[]
}

/** Both hold: of two values of one key the stricter one, and where neither is, the administrator's. */
export function combineOrders(administrators: Layer, organisations: Layer, ruleOf: RuleOf): OrderedPolicies {
  const theirs = hold(organisations, administrators, ruleOf)
  const own = hold(administrators, theirs.layer, ruleOf)
  const layers = [own.layer, theirs.layer]
  return {
    layers,
    fixed: { ...administrators, data: mergeSet(layers) },
    ignored: [
      ...theirs.ignored.map(each => [organisations, each] as const),
      ...own.ignored.map(each => [administrators, each] as const),
    ],
  }
}
