/** Writes proposed changes into the user's configuration: checked first, whole or not at all, with a copy of what was there. */
import { copyFileSync, existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkConfigFile } from '../config/load.ts'
import type { Locations } from '../config/locations.ts'
import { readText } from '../config/read.ts'
import { parseKnowledge } from '../rules/load.ts'
import { writeWhole } from '../whole-file.ts'
import { edited, RULES_FILE, type Texts } from './files.ts'
import type { Edit } from './model.ts'

/** Where the files are. People keep their configuration elsewhere and link to it: the link stays. */
export interface Files {
  readonly config: string
  readonly rules: string
}

export function filesOf({ user_config }: Locations): Files {
  // A relative path in the configuration starts where the configuration was looked for, not where a link leads.
  return {
    config: existsSync(user_config) ? realpathSync(user_config) : user_config,
    rules: join(dirname(user_config), RULES_FILE),
  }
}

/** As they are now. Throws ConfigError where they cannot be read. */
export function textsOf({ config, rules }: Files): Texts {
  return { config: readText(config) ?? '', rules: readText(rules) ?? '' }
}

/** Compiles the policy of a project with the given user configuration, and throws ConfigError where that cannot be. */
export type Compile = (userConfig: string, projectRoot: string) => unknown

/**
 * Throws ConfigError where the files would not be valid, or a project could not be judged with them; then nothing is left behind.
 *
 * @param projects absolute roots that must still compile.
 */
export function checkEdits(
  files: Files,
  texts: Texts,
  home: string,
  projects: readonly string[],
  compile: Compile,
): void {
  const mark = `.${process.pid}.check.yaml`
  const directory = dirname(files.rules)
  const [config, rules] = [join(directory, `.config${mark}`), join(directory, `.rules${mark}`)]
  try {
    writeFileSync(rules, texts.rules, { mode: 0o600, flag: 'wx' })
    writeFileSync(config, texts.config.replaceAll(RULES_FILE, basename(rules)), { mode: 0o600, flag: 'wx' })
    if (texts.rules !== '') parseKnowledge(texts.rules, files.rules)
    checkConfigFile(config, home)
    for (const root of projects) compile(config, root)
  } finally {
    for (const file of [config, rules]) rmSync(file, { force: true })
  }
}

/** What was done. */
export interface Applied {
  /** Copies of what was there before. */
  readonly kept: readonly string[]
  readonly written: readonly string[]
}

/**
 * Writes both files: the rules first, which nothing names until the configuration does.
 *
 * @param before what the edits were shown for: where a file says something else by now, nothing is written.
 * @param stamp part of the names of the copies: `20260131-123456`.
 * @throws Error in words for people, and the system's errors.
 */
export function applyEdits(files: Files, before: Texts, edits: readonly Edit[], stamp: string): Applied {
  const now = textsOf(files)
  if (now.config !== before.config || now.rules !== before.rules)
    throw new Error('the configuration changed meanwhile; nothing was written')
  const after = edited(before, edits)
  const kept: string[] = []
  const written: string[] = []
  const changed = (['rules', 'config'] as const).filter(name => after[name] !== before[name])
  for (const name of changed) {
    if (before[name] === '') continue
    const copy = `${files[name]}.before-${stamp}`
    copyFileSync(files[name], copy)
    kept.push(copy)
  }
  for (const name of changed) {
    writeWhole(files[name], after[name], 0o600)
    written.push(files[name])
  }
  return { kept, written }
}
