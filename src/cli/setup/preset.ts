/** The preset that a person chooses, as a change of a configuration: their own, or where the whole project is meant, the project's. */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { KEYS } from '../../config/keys.ts'
import { loadConfig, PROJECT_FILES } from '../../config/load.ts'
import type { Locations } from '../../config/locations.ts'
import type { Preset } from '../../config/schema.ts'
import { stampNow } from '../allowances.ts'
import { type Applied, applyTexts, checkEdits, configTexts, type Files, filesOf } from '../learning/apply.ts'
import { type ConfigTexts, diffOf, edited, projectSection } from '../learning/files.ts'
import { compileStrictly } from '../parts.ts'
import type { RegistrationLevel } from '../registration.ts'
import type { Choice } from './questions.ts'

export const PRESET_CHOICES: readonly Choice<Preset>[] = [
  { value: 'relaxed', about: 'relaxed   stops what is dangerous; how much is done in one prompt is only counted' },
  { value: 'standard', about: 'standard  and limits what one prompt may do; only a runaway session reaches them' },
  { value: 'strict', about: 'strict    and limits ten times tighter; warns of requests to the network' },
]

/** Where a preset is to hold. */
export interface PresetScope {
  readonly level: RegistrationLevel
  /** Root of the project that the person is in. */
  readonly root: string
}

export interface PresetPlan {
  readonly files: Files
  readonly before: ConfigTexts
  readonly after: ConfigTexts
  /** Empty where the file stays as it is. */
  readonly diff: string
  /** The user's configuration with the preset in it, to try it with; undefined where that file says so already. */
  readonly trial: string | undefined
  /** A sentence about what cannot be; empty where all can. */
  readonly note: string
}

/** The preset that holds now. Throws ConfigError. */
export function presetOf(locations: Locations, { level, root }: PresetScope): Preset {
  return loadConfig(locations, level === 'user' ? locations.home : root).config.preset
}

/** A configuration with another preset in it. Throws ConfigError. */
export function planPreset(locations: Locations, preset: Preset, scope: PresetScope): PresetPlan {
  const { level, root } = scope
  const isShared = level === 'project'
  const files = filesOf(isShared ? { ...locations, user_config: join(root, PROJECT_FILES.project) } : locations)
  const before = configTexts(files)
  const unchanged = { files, before, after: before, diff: '', trial: undefined, note: '' }
  if (presetOf(locations, scope) === preset) return unchanged
  const section = level === 'local' ? projectSection(before, root, locations.home) : []
  const after = edited(before, [{ file: 'config', path: [...section, 'preset'], set: preset }])
  const own = presetOf(locations, { level: 'user', root })
  if (isShared && KEYS.preset?.loosens(preset, own, '', () => undefined))
    return {
      ...unchanged,
      note: `The project's file can only make things stricter, and your own configuration says ${own}: it stays so.`,
    }
  const users = isShared ? configTexts(filesOf(locations)) : after
  const trial = isShared ? edited(users, [{ file: 'config', path: ['preset'], set: preset }]) : after
  return { ...unchanged, after, diff: diffOf(files.config, before.config, after.config), trial: trial.config }
}

/** Writes the change. Throws ConfigError where it would not be valid, and the system's errors; then nothing was written. */
export function applyPreset({ files, before, after, diff }: PresetPlan, locations: Locations): Applied {
  if (diff === '') return { written: [], kept: [] }
  const { home } = locations
  checkEdits(files, after, home, [home], (user_config, root) => compileStrictly({ ...locations, user_config }, root))
  return applyTexts(files, before, after, stampNow())
}

/**
 * Has something tried with the configuration as it would be. What it names by relative paths lies beside it, so where there is one the
 * copy lies there too, for as long as that takes.
 */
export async function withTrialConfig<T>(
  { trial }: PresetPlan,
  locations: Locations,
  use: (config: string) => Promise<T>,
): Promise<T> {
  if (trial === undefined) return use(locations.user_config)
  const { config } = filesOf(locations)
  const isThere = existsSync(config)
  const directory = isThere ? dirname(config) : mkdtempSync(join(tmpdir(), 'reviewer-setup-'))
  const file = join(directory, `.config.${process.pid}.trial.yaml`)
  const clean = () => rmSync(isThere ? file : directory, { recursive: true, force: true })
  const interrupted = () => {
    clean()
    process.exit(130)
  }
  process.once('SIGINT', interrupted)
  try {
    writeFileSync(file, trial, { mode: 0o600, flag: 'wx' })
    return await use(file)
  } finally {
    process.removeListener('SIGINT', interrupted)
    clean()
  }
}
