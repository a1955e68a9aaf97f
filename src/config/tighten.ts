/** Takes out of a project's own layer what would loosen the policy: a repository must not vouch for itself. Pure. */
import { get, isSection, type JsonData, type Path, removeAt, setAt, shownValue } from './data.ts'
import { type ConfigKey, KEYS, type RuleOf } from './keys.ts'
import { type Layer, merge, stack } from './merge.ts'

export interface Ignored {
  readonly path: Path
  /** `user_only`, `machine_only`: no pin helps. `looser`: a pin helps. `managed`: the policy of the machine fixes it. */
  readonly why: 'user_only' | 'machine_only' | 'looser' | 'managed'
  readonly value: unknown
}

/**
 * The part of `layer` that leaves the policy of the layers below it as strict as it is or makes it stricter, and what was
 * left out. Of a pinned layer only what belongs to the user alone is left out.
 */
export function tighten(
  layer: Layer,
  below: readonly Layer[],
  pinned: boolean,
  ruleOf: RuleOf,
): { readonly layer: Layer; readonly ignored: readonly Ignored[] } {
  const holds = merge(stack(below))
  const kept: JsonData = {}
  const ignored: Ignored[] = []
  for (const [name, key] of Object.entries(KEYS)) {
    const path = name.split('.')
    const value = get(layer.data, path)
    if (value === undefined) continue
    if (pinned && !key.user_only) {
      setAt(kept, path, value)
      continue
    }
    // Which direction loosens does not matter where the layer has no say at all.
    const split = divide(key.user_only ? { ...key, loosens: () => true } : key, value, get(holds, path), ruleOf)
    if (split.kept !== undefined) setAt(kept, path, split.kept)
    const why = key.machine_only ? 'machine_only' : key.user_only ? 'user_only' : 'looser'
    for (const { entry, value } of split.left) ignored.push({ path: [...path, ...entry], why, value })
  }
  return { layer: { ...layer, data: kept }, ignored }
}

/** A layer of the user's without what only the policy of the machine may set. */
export function withoutMachines(layer: Layer): { readonly layer: Layer; readonly ignored: readonly Ignored[] } {
  const data = structuredClone(layer.data)
  const ignored: Ignored[] = []
  for (const [name, key] of Object.entries(KEYS)) {
    const path = name.split('.')
    const value = get(data, path)
    if (!key.machine_only || value === undefined || value === '') continue
    removeAt(data, path)
    ignored.push({ path, why: 'machine_only', value })
  }
  return { layer: { ...layer, data }, ignored }
}

interface Split {
  /** Undefined where nothing is kept. */
  readonly kept: unknown
  readonly left: readonly { readonly entry: Path; readonly value: unknown }[]
}

/** Parts what makes a key looser than `below` from what does not. */
export function divide(key: ConfigKey, value: unknown, below: unknown, ruleOf: RuleOf): Split {
  const looser = (each: unknown, base: unknown, entry: string) => key.loosens(each, base, entry, ruleOf)
  if (key.merge === 'add' && Array.isArray(value)) {
    const known = new Set((Array.isArray(below) ? below : []).map(each => JSON.stringify(each)))
    const left = value
      .map((entry, index) => ({ entry: [String(index)], value: entry }))
      .filter(each => !known.has(JSON.stringify(each.value)) && looser(each.value, undefined, ''))
    const kept = value.filter((_, index) => !left.some(each => each.entry[0] === String(index)))
    return { kept: kept.length > 0 ? kept : undefined, left }
  }
  if (key.merge === 'each' && isSection(value)) {
    const entries = Object.entries(value)
    const isLooser = ([id, each]: [string, unknown]) => looser(each, get(below, [id]), id)
    const left = entries.filter(isLooser).map(([id, each]) => ({ entry: [id], value: each }))
    return { kept: Object.fromEntries(entries.filter(each => !isLooser(each))), left }
  }
  // Saying what holds anyway is no change, whoever says it.
  if (JSON.stringify(value) === JSON.stringify(below)) return { kept: key.user_only ? undefined : value, left: [] }
  return looser(value, below, '') ? { kept: undefined, left: [{ entry: [], value }] } : { kept: value, left: [] }
}

/** What a person is told about a setting that was left out. `managed`: the policy of the machine, where there is one. */
export function explainIgnored(
  { path, why, value }: Ignored,
  layer: Layer,
  userConfig: string,
  projectRoot: string,
  managed?: Layer,
): string {
  const place = layer.at?.(path)
  const head = `${layer.file}:${place?.line ?? 0}: ${path.join('.')} (${shownValue(value)}) is ignored:`
  if (why === 'user_only') return `${head} only the user's own configuration may set it (${userConfig})`
  if (why === 'machine_only') return `${head} only the policy of this machine may set it (reviewer init --managed)`
  if (why === 'managed') {
    const fixed = `${managed?.file}:${managed?.at?.(path).line ?? 0}`
    return `${head} it loosens what the policy of this machine fixes (${fixed}); ask who administers it`
  }
  const there = `set it in ${userConfig} under \`projects\` → ${projectRoot}`
  return `${head} it loosens the policy, which needs the user's word. ${capital(there)}, or run \`reviewer trust add ${layer.file}\``
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
