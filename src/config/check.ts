/** Checks one file against the schema, and the merged configuration against itself; says what is wrong and what was meant. */
import type { z } from 'zod'
import { nearest } from '../common/nearest.ts'
import { get, isSection, type JsonData, type Path, removeAt, setAt, shownValue } from './data.ts'
import type { SourceDocument } from './document.ts'
import { ConfigError, type Problem } from './error.ts'
import { KEYS } from './keys.ts'
import { type Config, FileSchema, keysAt } from './schema.ts'

/** More than these are one mistake, repeated. */
const MAX_PROBLEMS = 20

/** Former names of keys, which still count, and the names that took their place. */
const RENAMED: readonly (readonly [Path, Path])[] = [
  [
    ['interventions', 'ladders'],
    ['interventions', 'escalation'],
  ],
]

/** Keys that are no more, and what to write in their place: what they said cannot be carried over. */
const RETIRED: readonly (readonly [Path, string])[] = [
  [
    ['interventions', 'cooldown_seconds'],
    'the wait is counted in actions now, for each pattern by itself; write interventions.cooldown_actions (5 where nothing is set, 0: none waits)',
  ],
]

/** How a note on a former name ends. */
const STILL_COUNTS = 'the former name still counts'

/** Other spellings of a key, and the key. */
const SPELLINGS: readonly (readonly [Path, Path])[] = [
  ...RENAMED,
  [
    ['step_reviewer', 'mode'],
    ['step_reviewer', 'review_mode'],
  ],
  ...['enabled', 'risk_threshold', 'review_mode'].map(
    key =>
      [
        ['reviewer', key],
        ['step_reviewer', key],
      ] as const,
  ),
]

/** The section that the specification wraps everything else in. */
const WRAPPER = 'safety'

const SECTIONS: readonly Path[] = [...new Set(Object.keys(KEYS).flatMap(key => sectionsOf(key.split('.'))))].map(each =>
  each.split('.'),
)

function sectionsOf(path: Path): string[] {
  return path.slice(1).map((_, index) => path.slice(0, index + 1).join('.'))
}

/**
 * Data of a valid file, in the one spelling that the rest of the reviewer knows.
 *
 * @throws ConfigError with everything that is wrong with the file.
 */
export function checkFile(document: SourceDocument): JsonData {
  const data = structuredClone(document.data)
  const parts = partsOf(data)
  for (const part of parts) {
    dropEmptySections(data, part)
    for (const [path] of RETIRED) removeAt(data, [...part, ...path])
  }
  const parsed = FileSchema.safeParse(data)
  if (!parsed.success) throw problems(document, parsed.error.issues)
  for (const part of parts) spellOut(document, data, part)
  unwrap(document, data)
  return data
}

/** A note for each former name of a key that a file uses. */
export function renamedIn({ file, data }: SourceDocument): readonly string[] {
  const note = (path: Path, said: string) =>
    partsOf(data)
      .filter(part => get(data, [...part, ...path]) !== undefined)
      .map(part => `${file}: ${[...part, ...path].join('.')} ${said}`)
  return [
    ...RENAMED.flatMap(([from, to]) => note(from, `is now called ${to.join('.')}; ${STILL_COUNTS}`)),
    ...RETIRED.flatMap(([path, instead]) => note(path, `no longer counts: ${instead}`)),
  ]
}

/** Whether a note is on a former name: what it is about holds. */
export const isRenameNote = (note: string): boolean => note.endsWith(STILL_COUNTS)

/** The paths below which the sections of the configuration may stand in a file. */
function partsOf(data: JsonData): readonly Path[] {
  const projects = isSection(data.projects) ? Object.keys(data.projects) : []
  return [[], [WRAPPER], ...projects.map(key => ['projects', key])]
}

/** How a key is spelled in a file: as the rest of the reviewer knows it, or otherwise. */
export function spelledIn(data: JsonData, path: Path): Path {
  // Below `projects` the same spellings hold, two keys further in.
  const parts = path[0] === 'projects' ? [path.slice(0, 2)] : [[], [WRAPPER]]
  const inner = path[0] === 'projects' ? path.slice(2) : path
  const others = SPELLINGS.filter(([, to]) => to.every((key, at) => key === inner[at])).map(([from, to]) => [
    ...from,
    ...inner.slice(to.length),
  ])
  const spelled = parts.flatMap(part => [inner, ...others].map(each => [...part, ...each]))
  return spelled.find(each => get(data, each) !== undefined) ?? path
}

/**
 * What no single key shows: thresholds that do not ascend.
 *
 * @returns each pair of keys that contradict each other, and how.
 */
export function contradictions(config: Config): { readonly paths: readonly Path[]; readonly message: string }[] {
  const { risk, rationality } = config.step_reviewer
  return [...notAscending('risk', risk), ...notAscending('rationality', rationality)]
}

const ASCENDING = ['low_threshold', 'medium_threshold', 'high_threshold', 'critical_threshold']

function notAscending(section: string, thresholds: Readonly<Record<string, number>>) {
  const keys = ASCENDING.filter(key => key in thresholds)
  return keys.slice(1).flatMap((key, index) => {
    const below = keys[index] ?? ''
    const place = ['step_reviewer', section]
    const message = `${[...place, key].join('.')} (${thresholds[key]}) must be above ${below} (${thresholds[below]})`
    const paths = [
      [...place, below],
      [...place, key],
    ]
    return (thresholds[key] ?? 0) > (thresholds[below] ?? 0) ? [] : [{ paths, message }]
  })
}

// A section whose keys are all commented out is null in YAML, and nobody means anything by it.
function dropEmptySections(data: JsonData, part: Path): void {
  for (const section of [part, ...SECTIONS.map(each => [...part, ...each]), [...part, 'reviewer'], ['projects']]) {
    if (section.length > 0 && get(data, section) === null) removeAt(data, section)
  }
}

function spellOut(document: SourceDocument, data: JsonData, part: Path): void {
  for (const [from, to] of SPELLINGS) {
    const value = get(data, [...part, ...from])
    if (value === undefined) continue
    if (get(data, [...part, ...to]) !== undefined) {
      const key = [...part, ...from].join('.')
      const message = `${key} is another spelling of ${to.join('.')}, which is set too; keep one of them`
      throw new ConfigError([{ file: document.file, ...document.at([...part, ...from]), key, message }])
    }
    setAt(data, [...part, ...to], value)
    removeAt(data, [...part, ...from])
  }
  removeAt(data, [...part, 'reviewer'])
}

/** What stands in the wrapper is what it would be outside of it. */
function unwrap(document: SourceDocument, data: JsonData): void {
  for (const path of Object.keys(KEYS).map(key => key.split('.'))) {
    const value = get(data, [WRAPPER, ...path])
    if (value === undefined) continue
    if (get(data, path) !== undefined) {
      const key = [WRAPPER, ...path].join('.')
      const place = document.at([WRAPPER, ...spelledIn(get(document.data, [WRAPPER]) as JsonData, path)])
      const message = `${key} is set outside of ${WRAPPER} too; keep one of them`
      throw new ConfigError([{ file: document.file, ...place, key, message }])
    }
    setAt(data, path, value)
  }
  removeAt(data, [WRAPPER])
}

function problems(document: SourceDocument, issues: readonly z.core.$ZodIssue[]): ConfigError {
  const found = issues.flatMap(issue => describe(document, issue))
  const more = found.length - MAX_PROBLEMS
  const rest = { file: document.file, line: 0, column: 0, key: '', message: `${more} more problems` }
  return new ConfigError(more > 0 ? [...found.slice(0, MAX_PROBLEMS), rest] : found)
}

function describe(document: SourceDocument, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey(document, path, key))
  const key = path.join('.')
  const value = get(document.data, path)
  // A union says what it expects as a whole; what its branches expect is the same in other words.
  const message = `${key} must be ${issue.message}; found ${kind(value)}`
  return [{ file: document.file, ...document.at(path), key, message }]
}

function unknownKey(document: SourceDocument, path: Path, name: string): Problem {
  const key = [...path, name].join('.')
  const here = keysAt(path)
  const close = nearest(name, here)
  const meant = close ? [...path, close].join('.') : elsewhere(name)
  const hint = meant ? `did you mean ${meant}?` : `valid here: ${here.join(', ')}`
  const message = `unknown key ${shownValue(key)}; ${hint}`
  return { file: document.file, ...document.at([...path, name]), key, message, ...(meant ? { nearest: meant } : {}) }
}

/** A key of that name in another section. */
function elsewhere(name: string): string | undefined {
  const keys = [...SECTIONS.map(path => path.join('.')), ...Object.keys(KEYS)]
  return keys.find(key => key.split('.').at(-1) === name)
}

/** Never the text itself where it could be long: a secret may have been pasted into the wrong file. */
function kind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isSection(value)) return 'a section'
  if (typeof value === 'string' && (value.length > 20 || value.includes('://')))
    return `a text of ${value.length} characters`
  return shownValue(value)
}
