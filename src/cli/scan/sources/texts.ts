/** Commands of a file by the readers that the review itself uses for text that runs later. */
import { isRecord } from '../../../common/is-record.ts'
import { loadFormats } from '../../../understand/on-demand.ts'
import { READERS } from '../../../understand/tools/deferred/readers.ts'
import { parseJsonc } from '../../../understand/tools/deferred/structured.ts'
import { type DeferredKind, deferredKinds } from '../../../understand/tools/deferred-kinds.ts'
import { lineOf } from '../lines.ts'
import type { ScannedCommand, ScannedFile, SourceResult, Trigger } from '../model.ts'

/** Shell texts in the file that run on this machine. */
export function hostCommands(file: ScannedFile, trigger: Trigger): readonly ScannedCommand[] {
  return deferredKinds(file.name)
    .flatMap(kind => READERS[kind](file.text, file.path))
    .filter(({ place = 'host', language }) => place === 'host' && language === undefined)
    .map(({ text }) => ({ ...trigger, text, line: lineOf(file.text, text) }))
}

/** A source's own reading beside the one above. */
export const readCommands =
  (trigger: Trigger) =>
  (file: ScannedFile): SourceResult => ({ commands: hostCommands(file, trigger) })

/** What a file of settings holds; where it cannot be read, nothing, and why. */
export interface ParsedFile {
  readonly data: Readonly<Record<string, unknown>>
  readonly problem?: string
}

const settingsOf = (data: unknown, form: string): ParsedFile =>
  isRecord(data) ? { data } : { data: {}, problem: `not read as ${form}: it is broken, too long or too deep` }

/** JSON with comments, as editors write it. */
export const jsonOf = ({ text }: ScannedFile): ParsedFile => settingsOf(parseJsonc(text), 'JSON')
export const yamlOf = ({ text }: ScannedFile): ParsedFile => settingsOf(loadFormats().parseBuildYaml(text), 'YAML')
export const tomlOf = ({ text }: ScannedFile): ParsedFile => settingsOf(loadFormats().parseToml(text), 'TOML')

const STRUCTURED: Partial<Record<DeferredKind, 'yaml' | 'toml'>> = {
  compose: 'yaml',
  ci: 'yaml',
  yaml: 'yaml',
  toml: 'toml',
}

/** Why the review sees nothing in a file of a kind that it reads; undefined where it could be read. */
export function unparsedReason(name: string, text: string): string | undefined {
  const form = deferredKinds(name)
    .map(kind => STRUCTURED[kind])
    .find(each => each !== undefined)
  if (form === 'yaml' && loadFormats().parseBuildYaml(text) === undefined)
    return 'not read as YAML: it is broken, too long or too deep'
  if (form === 'toml' && loadFormats().parseToml(text) === undefined)
    return 'not read as TOML: it is broken, too long or too deep'
  return undefined
}

export const textsUnder = (value: unknown): readonly (readonly [string, string])[] =>
  isRecord(value)
    ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : []

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const stringsOf = (value: unknown): readonly string[] => listOf(value).filter(each => typeof each === 'string')
