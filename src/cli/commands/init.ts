/** `reviewer init`: puts the program in its place, registers it with Claude Code, and proves that the registered command line blocks. */

import type { Settings } from '../../agents/claude-code/registration/settings.ts'
import { printable } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { defineCommand, option } from '../command.ts'
import { planRegistration, planUnregistration, type RegistrationLevel, register, unregister } from '../registration.ts'
import { initManaged } from './init-managed.ts'
import { initSandbox, removeSandbox } from './init-sandbox.ts'

interface Options {
  readonly project?: boolean
  readonly user?: boolean
  readonly local?: boolean
  readonly managed?: boolean
  readonly onlyManagedHooks?: boolean
  readonly policy?: string
  readonly dryRun?: boolean
  readonly remove?: boolean
  readonly sandbox?: boolean
  readonly apply?: boolean
}

/** Where to register; only one of them can be meant. */
const LEVELS = ['user', 'local', 'project', 'managed'] as const

const oneOf = <Level extends (typeof LEVELS)[number]>(level: Level, about: string) =>
  option(`--${level}`, about).conflicts(LEVELS.filter(each => each !== level))

export default defineCommand({
  name: 'init',
  order: 200,
  summary: 'install the program, fire a known-bad call at it, then register it with Claude Code',
  examples: ['reviewer init --dry-run'],
  register(command, context) {
    command
      .addOption(oneOf('user', 'in ~/.claude/settings.json, for all your projects (default)'))
      .addOption(oneOf('local', "in the project's .claude/settings.local.json, for you alone"))
      .addOption(oneOf('project', "in the project's .claude/settings.json, for everyone who clones it"))
      .addOption(oneOf('managed', 'for all users of this machine, out of their reach: needs root, copies the program'))
      .option('--only-managed-hooks', 'with --managed: no hooks but those run, so that none changes what was reviewed')
      .option('--policy <file>', 'with --managed: the policy of the machine, which no user and no project loosens')
      .option('--dry-run', 'show the settings that would be written')
      .option('--remove', 'take the registration out again; the program stays (reviewer uninstall removes both)')
      .addOption(
        option(
          '--sandbox',
          "instead: configure Claude Code's own sandbox from the policy, in user settings or with --local; shows the change",
        ).conflicts(['project', 'managed', 'remove']),
      )
      .option('--apply', 'with --sandbox: write the change that is shown')
      .option('--no-sandbox', 'instead: take out of all settings what --sandbox added')
      .action((options: Options) => {
        const locations = context.locations()
        if (options.sandbox === true) initSandbox(locations, options)
        else if (options.sandbox === false) removeSandbox(locations)
        else if (options.managed) initManaged(options, locations)
        else if (options.remove) remove(locations, options)
        else init(locations, options)
      })
  },
})

const levelOf = ({ project, local }: Options): RegistrationLevel => (local ? 'local' : project ? 'project' : 'user')

function init(locations: Locations, options: Options): void {
  const plan = planRegistration(locations, levelOf(options))
  if ('why' in plan) refuse(plan.why)
  else if (options.dryRun) show(plan.next)
  else register(plan, locations, 'init')
}

function remove(locations: Locations, options: Options): void {
  const change = planUnregistration(locations, levelOf(options))
  if ('why' in change) refuse(change.why)
  else if (options.dryRun) show(change.next)
  else unregister(change)
}

function show(settings: Settings): void {
  process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`)
}

function refuse(why: string): void {
  process.stderr.write(`reviewer init: ${printable(why)}.\n`)
  process.exitCode = 2
}
