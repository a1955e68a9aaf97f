/** Lays layers of configuration over each other, key by key as the table of keys says. Pure. */
import { get, isSection, type JsonData, type Path, setAt } from './data.ts'
import type { SourcePosition } from './document.ts'
import { KEYS } from './keys.ts'
import { PRESETS } from './presets.ts'
import { defaults } from './schema.ts'

export const LAYER_NAMES = [
  'default',
  'preset',
  'managed',
  'organisation',
  'user',
  'project',
  'local',
  'user projects',
] as const
export type LayerName = (typeof LAYER_NAMES)[number]

/** The settings of one origin, valid, in one spelling, paths to files made absolute. */
export interface Layer {
  readonly name: LayerName
  readonly data: JsonData
  /** Absent for defaults and presets. */
  readonly file?: string
  readonly at?: (path: Path) => SourcePosition
}

/** Defaults and preset first, then the given layers, lowest first. The preset is the last one that a layer names. */
export function stack(layers: readonly Layer[]): readonly Layer[] {
  const base: Layer = { name: 'default', data: defaults() }
  const { preset } = merge([base, ...layers])
  const settings = Object.entries(PRESETS).find(([name]) => name === preset)?.[1] ?? {}
  return [base, { name: 'preset', data: settings }, ...layers]
}

/** One set of data from layers, lowest first. */
export function merge(layers: readonly Layer[]): JsonData {
  const merged: JsonData = {}
  for (const [key, { merge: how }] of Object.entries(KEYS)) {
    const path = key.split('.')
    const values = layers.map(layer => get(layer.data, path)).filter(value => value !== undefined)
    setAt(merged, path, combine(how, values))
  }
  return merged
}

/** The same of those keys alone that one of the layers sets. */
export function mergeSet(layers: readonly Layer[]): JsonData {
  const merged: JsonData = {}
  for (const [key, { merge: how }] of Object.entries(KEYS)) {
    const path = key.split('.')
    const values = layers.map(layer => get(layer.data, path)).filter(value => value !== undefined)
    if (values.length > 0) setAt(merged, path, combine(how, values))
  }
  return merged
}

function combine(how: 'replace' | 'add' | 'each', values: readonly unknown[]): unknown {
  if (how === 'add') return [...new Set(values.flatMap(value => (Array.isArray(value) ? value : [])))]
  if (how === 'each')
    return Object.fromEntries(values.flatMap(value => (isSection(value) ? Object.entries(value) : [])))
  return values.at(-1)
}
