/** `reviewer config`: shows what holds and who set it, checks the files, and says where they are. */

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { printable, printableJson } from '../../common/printable.ts'
import { ConfigError, isConfigError } from '../../config/error.ts'
import { checkConfigFile, type Loaded, loadConfig, PROJECT_FILES } from '../../config/load.ts'
import type { Locations } from '../../config/locations.ts'
import { type ResolvedSetting, resolvedSettings, type SettingOrigin } from '../../config/origin.ts'
import { redact, redactDeep } from '../../content/redact/redact.ts'
import { defineCommand } from '../command.ts'
import { compileStrictly } from '../parts.ts'
import { brokenReviewers } from '../reviewer-modules.ts'
import { SESSION_ID } from '../session-id.ts'
import { reload } from './config-reload.ts'

interface Options {
  readonly project?: string
  readonly origin?: boolean
  readonly json?: boolean
}

/**
 * Adds `config show | validate | path` to a program with the option `--home`. Data goes to stdout, warnings and errors to
 * stderr; a configuration that cannot be used sets exit code 2.
 *
 * @param severityOf severities of the built-in rules, to show truly what a project's file may change.
 */
export default defineCommand({
  name: 'config',
  order: 90,
  summary: 'show and check the configuration',
  examples: [
    'reviewer config show --origin',
    'reviewer config validate',
    'reviewer config reload',
    'reviewer config path',
  ],
  register(command, { locations }) {
    command
      .command('show', { isDefault: true })
      .description('the configuration that holds for a project')
      .option('--origin', 'every key with the layer, file and line that set it')
      .option('--json', 'as JSON')
      .option('--project <dir>', 'root of the project (default: found from the working directory)')
      .action((options: Options) =>
        reporting(() => {
          const loaded = loadConfig(locations(), rootOf(options))
          warn(loaded.warnings)
          process.stdout.write(options.origin ? showOrigins(loaded, options) : showValues(loaded, options))
        }),
      )

    command
      .command('validate')
      .description('check one file, or all files that hold for a project')
      .argument('[file]', 'a configuration file')
      .option('--project <dir>', 'root of the project (default: found from the working directory)')
      .action((file: string | undefined, options: Options) =>
        reporting(() => {
          if (file === undefined) return validateAll(locations(), rootOf(options))
          checkConfigFile(resolve(file), locations().home)
          process.stdout.write(`valid   ${printable(resolve(file))}\n`)
        }),
      )

    command
      .command('reload')
      .description('put the configuration in force, as it is now, for sessions that are at work (for people only)')
      .argument('[session]', `${SESSION_ID}; without one all of them`)
      .action((session: string | undefined) => reportingAsync(() => reload(locations(), session)))

    command
      .command('path')
      .description('where the files are looked for')
      .option('--json', 'as JSON')
      .option('--project <dir>', 'root of the project (default: found from the working directory)')
      .action((options: Options) => {
        const paths = configPaths(locations(), rootOf(options))
        const lines = Object.entries(paths).map(([name, path]) => `${name.padEnd(9)} ${printable(path)}${mark(path)}\n`)
        process.stdout.write(options.json ? `${printableJson(paths)}\n` : lines.join(''))
      })
  },
})

function configPaths(locations: Locations, projectRoot: string) {
  return {
    managed: locations.managed_config,
    user: locations.user_config,
    project: join(projectRoot, PROJECT_FILES.project),
    local: join(projectRoot, PROJECT_FILES.local),
    state: locations.state,
    database: locations.database,
  }
}

function mark(path: string): string {
  return existsSync(path) ? '' : '  (absent)'
}

/** Checks each file by itself, so that one broken file does not hide another, and then what they make together. */
function validateAll(locations: Locations, projectRoot: string): void {
  const { managed, user, project, local } = configPaths(locations, projectRoot)
  // Few machines have a policy of their own.
  const files = [...(existsSync(managed) ? [managed] : []), user, project, local]
  const problems = files.flatMap(file => {
    if (!existsSync(file)) {
      process.stdout.write(`absent  ${printable(file)}\n`)
      return []
    }
    try {
      checkConfigFile(file, locations.home, file === managed ? 'managed' : 'user')
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
    process.stdout.write(`valid   ${printable(file)}\n`)
    return []
  })
  if (problems.length > 0) throw new ConfigError(problems)
  // Also what they name: files of rules and patterns.
  const policy = compileStrictly(locations, projectRoot)
  warn(policy.warnings)
  const broken = brokenReviewers(policy).map(({ file, error }) => ({
    ...{ file, line: 0, column: 0, key: 'reviewers' },
    message: `cannot be used: ${error}; every call that it is bound to is denied`,
  }))
  if (broken.length > 0) throw new ConfigError(broken)
}

/** Addresses and command lines may hold tokens: of those it is only shown where they lead. */
function concealed(config: Loaded['config']): Loaded['config'] {
  const { notify, reviewers, fleet } = config
  return {
    ...config,
    notify: { commands: notify.commands.map(redact), webhooks: notify.webhooks.map(concealedAddress) },
    reviewers: redactDeep(reviewers) as typeof reviewers,
    fleet: redactDeep(fleet) as typeof fleet,
  }
}

/** Whoever knows the path of a webhook can use it. */
function concealedAddress(address: string): string {
  return address.replace(/^(https?:\/\/)(?:[^/@]*@)?([^/?#]+)[/?#].*$/is, '$1$2/[hidden]')
}

function concealedValue(key: string, value: unknown): unknown {
  if (/^(projects\..*\.)?notify\.webhooks/.test(key))
    return Array.isArray(value) ? value.map(each => concealedAddress(String(each))) : concealedAddress(String(value))
  return /(^|\.)(notify|reviewers|fleet)\b/.test(key) ? redactDeep(value) : value
}

function showValues(loaded: Loaded, { json }: Options): string {
  const config = concealed(loaded.config)
  return json ? `${printableJson(config, 2)}\n` : printableLines(stringify(config))
}

function showOrigins({ layers }: Loaded, { json }: Options): string {
  const all = resolvedSettings(layers).map(each => ({ ...each, value: concealedValue(each.key, each.value) }))
  if (json) return `${printableJson(all, 2)}\n`
  const left = all.map(describeSetting)
  const width = Math.min(60, Math.max(...left.map(text => text.length)))
  return all
    .map(({ from }, index) => `${printable(left[index] ?? '').padEnd(width)}  ${from.map(describeOrigin).join(', ')}\n`)
    .join('')
}

function describeSetting({ key, value }: ResolvedSetting): string {
  return `${key}: ${JSON.stringify(value)}`
}

function describeOrigin({ layer, file, line }: SettingOrigin): string {
  return file ? `${layer} ${printable(file)}:${line}` : layer
}

function warn(warnings: readonly string[]): void {
  for (const warning of warnings) process.stderr.write(`warning: ${printable(warning)}\n`)
}

/** Errors of the configuration are for the person who wrote it; any other is a defect of ours and goes on. */
function reporting(action: () => void): void {
  try {
    action()
  } catch (error) {
    report(error)
  }
}

async function reportingAsync(action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    report(error)
  }
}

function report(error: unknown): void {
  if (!isConfigError(error)) throw error
  process.stderr.write(printableLines(`${error.message}\n`))
  process.exitCode = 2
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** The nearest directory above with a repository or a configuration; else the working directory. */
function rootOf({ project }: Options): string {
  if (project) return resolve(project)
  const marks = ['.git', ...Object.values(PROJECT_FILES)]
  for (let directory = process.cwd(); ; directory = dirname(directory)) {
    if (marks.some(name => existsSync(join(directory, name)))) return directory
    if (dirname(directory) === directory) return process.cwd()
  }
}
