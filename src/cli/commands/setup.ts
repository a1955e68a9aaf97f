/** `reviewer setup`, and `reviewer` alone where nothing is installed: a short dialogue that ends in a proved registration, or in no change. */

import { sep } from 'node:path'
import { CURRENT, executableIn, programDirectory } from '../../agents/claude-code/registration/executable.ts'
import { hasOtherStatusLine } from '../../agents/claude-code/registration/status-line.ts'
import { typedCommand, withTyped } from '../../agents/typed.ts'
import { printable } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import type { Preset } from '../../config/schema.ts'
import { VERSION } from '../../facts/own-program.ts'
import { findProjectRoot } from '../../review/context.ts'
import { type CommandContext, choice, defineCommand, option } from '../command.ts'
import { doctorInputs } from '../doctor/inputs.ts'
import { diffOf } from '../learning/files.ts'
import { findingText, uncheckedText } from '../output/doctor.ts'
import { painter } from '../output/style.ts'
import { diffLines } from '../output/tune.ts'
import {
  alsoRegistered,
  changedBy,
  planRegistration,
  type RegistrationLevel,
  type RegistrationPlan,
  register,
} from '../registration.ts'
import { aroundText, asRegistered, lookAround, troublesIn } from '../setup/around.ts'
import { linkCommand, linkOf } from '../setup/command-link.ts'
import { examinedBy } from '../setup/examined.ts'
import { addPathLine, missingPathLine, type PathLine, withPathLine } from '../setup/path-line.ts'
import { applyPreset, PRESET_CHOICES, type PresetPlan, planPreset, presetOf, withTrialConfig } from '../setup/preset.ts'
import { previewOf, previewText } from '../setup/preview.ts'
import { AT_TERMINAL, Cancelled, type Choice, type SetupQuestions, USUAL_ANSWERS } from '../setup/questions.ts'
import { settingsText } from '../setup/settings-text.ts'
import { orTakeBack } from '../setup/take-back.ts'
import { withoutCodes } from '../system-error.ts'

interface Options {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly user?: boolean
  readonly local?: boolean
  readonly project?: boolean
  readonly preset?: Preset
  readonly statusLine: boolean
}

const LEVELS: readonly Choice<RegistrationLevel>[] = [
  { value: 'user', about: 'all your projects (your own settings)' },
  { value: 'local', about: 'this project, for you alone (.claude/settings.local.json)' },
  { value: 'project', about: 'this project, for everyone who clones it (.claude/settings.json)' },
]

const levelOption = <Level extends RegistrationLevel>(level: Level, about: string) =>
  option(`--${level}`, about).conflicts(LEVELS.map(({ value }) => value).filter(value => value !== level))

export default defineCommand({
  name: 'setup',
  order: 195,
  summary: 'install and register it in a short dialogue; what reviewer alone does where nothing is installed',
  examples: ['reviewer setup --dry-run', 'reviewer setup --yes'],
  register(command, context) {
    command
      .option('-y, --yes', 'ask nothing: the usual answers, and those that other options give')
      .option('--dry-run', 'ask nothing, show what would be done, and change nothing')
      .addOption(levelOption('user', 'register it for all your projects (usual)'))
      .addOption(levelOption('local', 'register it in this project, for you alone'))
      .addOption(levelOption('project', 'register it in this project, for everyone who clones it'))
      .addOption(choice('--preset <name>', 'the preset of your configuration', ['relaxed', 'standard', 'strict']))
      .option('--no-status-line', 'leave the status line of Claude Code as it is')
      .action((options: Options) => setup(options, context))
  },
})

async function setup(options: Options, context: CommandContext): Promise<void> {
  const isAsking = !options.yes && !options.dryRun
  if (isAsking && !(process.stdin.isTTY && process.stdout.isTTY)) {
    fail('there is no terminal to ask in; reviewer setup --yes asks nothing, --dry-run shows what that would do')
    return
  }
  try {
    await converse(options, isAsking ? AT_TERMINAL : USUAL_ANSWERS, context)
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
    say(context.locations(), '\nNothing was changed.')
    process.exitCode = 1
  }
}

/** All questions come before the first change. */
async function converse(options: Options, questions: SetupQuestions, context: CommandContext): Promise<void> {
  const locations = context.locations()
  const paint = painter(process.stdout)
  say(
    locations,
    `${paint('bold', `step-reviewer ${VERSION}`)}\nJudges each tool call of Claude Code before it runs. Nothing is changed before you say so.\n`,
  )
  const level = levelOf(options) ?? (await questions.choose('Where should it work?', LEVELS, 'user'))
  const scope = { level, root: findProjectRoot(process.cwd(), process.env, locations.home) }
  const preset =
    options.preset ?? (await questions.choose('How strict should it be?', PRESET_CHOICES, presetOf(locations, scope)))
  const bare = planRegistration(locations, level)
  if ('why' in bare) {
    fail(bare.why)
    return
  }
  // Node alone would be registered from wherever npx has put it for now.
  if (bare.found.executable === undefined) {
    fail(`${bare.found.why}. Nothing was changed; to register it on Node from here all the same: reviewer init`)
    return
  }
  // Others need not want it; and which shell runs it on Windows is a matter of what is installed there.
  const mayHaveLine = options.statusLine && level !== 'project' && process.platform !== 'win32'
  const statusLine = mayHaveLine && (await wantsStatusLine(bare, questions))
  const plan = planRegistration(locations, level, { statusLine })
  if ('why' in plan) {
    fail(plan.why)
    return
  }
  const presetPlan = planPreset(locations, preset, scope)
  const path = await pathPlanOf(locations, questions, options)

  const around = asRegistered(doctorInputs(context.home(), process.cwd()), plan)
  const looked = lookAround(around)
  say(locations, `\n${aroundText(around, looked, paint)}`)
  say(locations, paint('bold', 'What would be changed'))
  const changes = changesOf(plan, presetPlan, path, locations.home)
  // Texts of files: nothing in them is a command to be typed.
  process.stdout.write(
    changes === ''
      ? '  nothing that you would see: it is registered like this already\n'
      : `${diffLines(changes, paint).join('\n')}\n`,
  )
  if (presetPlan.note !== '') say(locations, presetPlan.note)
  for (const line of alsoRegistered(plan.file, locations)) say(locations, line)
  const preview = await withTrialConfig(presetPlan, locations, config => previewOf(context.home(), config, locations))
  say(locations, `\n${paint('bold', 'What it would have done')}\n${previewText(preview, paint)}`)
  if (options.dryRun) {
    say(locations, 'Nothing was changed.')
    return
  }
  const troubles = troublesIn(looked)
  if (troubles.length > 0)
    say(locations, paint('yellow', 'What is wrong above keeps it from its work, also when it is registered.'))
  if (!(await questions.confirm('Register it?', true))) throw new Cancelled()
  carryOut({ plan, preset: presetPlan, path }, locations, context)
}

const levelOf = ({ user, local, project }: Options): RegistrationLevel | undefined =>
  project ? 'project' : local ? 'local' : user ? 'user' : undefined

/** Where somebody has a status line, ours is no usual answer: theirs stays, and ours would stand below it. */
async function wantsStatusLine({ before }: RegistrationPlan, questions: SetupQuestions): Promise<boolean> {
  const isTaken = hasOtherStatusLine(before)
  const where = isTaken ? 'below the status line that you have' : 'in the status line of Claude Code'
  return questions.confirm(`Show what it does ${where} (guarded · 2 stopped · 1 to restore)?`, !isTaken)
}

/** Whether `reviewer` can be typed as it is; and where it cannot, what is missing and whether the person wants it written. */
interface PathPlan {
  readonly missing: PathLine | undefined
  readonly isWanted: boolean
}

/** A start file of a shell is changed only by a person who says so here. */
async function pathPlanOf({ home }: Locations, questions: SetupQuestions, { yes, dryRun }: Options): Promise<PathPlan> {
  const missing = missingPathLine(home, process.env)
  if (!missing || yes || dryRun) return { missing, isWanted: false }
  const question = `~/.local/bin is not on your PATH, where the command reviewer will be. Add it in ${withTilde(missing.file, home)}?`
  return { missing, isWanted: await questions.confirm(question, true) }
}

const withTilde = (file: string, home: string): string =>
  file.startsWith(`${home}${sep}`) ? `~${file.slice(home.length)}` : file

function changesOf(
  { file, before, next }: RegistrationPlan,
  preset: PresetPlan,
  { missing, isWanted }: PathPlan,
  home: string,
): string {
  const settings = diffOf(printable(file), settingsText(before, home), settingsText(next, home))
  if (!missing || !isWanted) return settings + preset.diff
  const start = withPathLine(missing)
  return settings + preset.diff + diffOf(printable(missing.file), start.before, start.after)
}

/** All that the person agreed to. */
interface SetupPlan {
  readonly plan: RegistrationPlan
  readonly preset: PresetPlan
  readonly path: PathPlan
}

/** Everything or nothing. Says whether it is registered. */
function install({ plan, preset, path }: SetupPlan, locations: Locations): boolean {
  const { files, ...rest } = changedBy(plan, locations)
  const start = path.missing && path.isWanted ? [path.missing.file] : []
  const places = { ...rest, files: [...files, preset.files.config, linkOf(locations.home), ...start] }
  return orTakeBack(places, () => {
    if (!register(plan, locations, 'setup')) return false
    const link = linkCommand(locations.home)
    if (link !== undefined) say(locations, `made ${printable(link)}`)
    if (path.missing && path.isWanted) {
      addPathLine(path.missing)
      say(locations, `wrote ${printable(path.missing.file)}`)
    }
    // Last, as it either writes all of its files or leaves no trace of them.
    const { written, kept } = applyPreset(preset, locations)
    for (const file of written) say(locations, `wrote ${printable(file)}`)
    for (const file of kept) say(locations, `the file as it was: ${printable(file)}`)
    return true
  })
}

/** Registers it, and has the installed program look at itself: only what was looked at and is well is called well. */
function carryOut(setup: SetupPlan, locations: Locations, context: CommandContext): void {
  const paint = painter(process.stdout)
  if (!install(setup, locations)) return
  const { code, findings, failed } = examinedBy(executableIn(programDirectory(locations.home), CURRENT), context.home())
  say(locations, '')
  if (code === 0) say(locations, paint('green', 'It is registered, and everything that can be looked at is well.'))
  else {
    const open = findings.filter(({ id, level }) => level === 'wrong' || id === 'client.unknown')
    const texts = [...open.map(each => findingText(each, paint)), ...failed.map(each => uncheckedText(each, paint))]
    for (const text of texts) say(locations, withoutCodes(text.trimEnd()))
    say(
      locations,
      paint('red', 'It is registered, but not everything is well. Fix it, then check with: reviewer doctor'),
    )
    process.exitCode = code
  }
  process.stdout.write(fromNowOn(locations, setup.path))
}

/** What a person may want next, and what it does. */
const COMMANDS = [
  ['allow last --session', 'lets the call that was stopped pass, in its session'],
  ['session show', 'what the last session did, and why calls were stopped'],
  ['checkpoint list', 'what can be brought back'],
  ['uninstall', 'takes all of this out again'],
] as const

/** The last word: what is different now, and the commands for it as they can be typed here. */
function fromNowOn({ home }: Locations, { missing, isWanted }: PathPlan): string {
  const placed = executableIn(programDirectory(home), CURRENT)
  const typed = typedCommand(process.env, [placed])
  const isNew = missing !== undefined && isWanted
  const path =
    typed === 'reviewer' || missing === undefined
      ? ''
      : isNew
        ? `\nIn terminals that you open from now on the command is reviewer; in this one it is ${printable(typed)}.\n`
        : `\n~/.local/bin is not on your PATH. To type just reviewer, add this line to ${printable(withTilde(missing.file, home))}:\n  ${missing.line}\n`
  const longest = Math.max(...COMMANDS.map(([words]) => words.length))
  const commands = COMMANDS.map(([words, what]) => `  ${printable(typed)} ${words.padEnd(longest)}   ${what}`)
  return `
From now on, in sessions that you start:
  Most calls run as before, without a word.
  Dangerous calls are stopped, or you are asked; each time you see the reason, the rule and a number.
  What a call deletes or overwrites is saved first.

Commands:
${commands.join('\n')}
${path}`
}

/** Commands are named as they can be typed once the program is in its place. */
function say({ home }: Locations, text: string): void {
  const placed = executableIn(programDirectory(home), CURRENT)
  process.stdout.write(`${withTyped(text, process.env, [placed])}\n`)
}

function fail(why: string): void {
  process.stderr.write(`reviewer setup: ${printable(why)}\n`)
  process.exitCode = 2
}
