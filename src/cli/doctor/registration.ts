/** Whether the hook is registered for every event, once, in a form that the client takes. */
import { join } from 'node:path'
import {
  clientDirectory,
  readSettings,
  type SettingsFile,
  settingsFileNames,
} from '../../agents/claude-code/registration/files.ts'
import {
  BLOCKS_ON_FAILURE,
  handlerWords,
  isPlugin,
  startedBy,
  TIMEOUT,
  UNSET,
} from '../../agents/claude-code/registration/handler.ts'
import { invalidIn, matchesAll, type Registration } from '../../agents/claude-code/registration/registered.ts'
import { type HookHandler, isOurs } from '../../agents/claude-code/registration/settings.ts'
import { readRegular } from '../../facts/files.ts'
import { REVIEWED_EVENTS } from '../../model/event.ts'
import { frontHooks } from '../../understand/tools/settings.ts'
import { type Check, type DoctorFinding, type DoctorInputs, note, wrong } from './model.ts'

const AGAIN = 'reviewer init'

/** The command that writes the registration of a file anew. */
function init({ level }: Pick<Registration, 'level'>): string {
  if (level === 'managed') return 'sudo reviewer init --managed'
  return level === 'user' ? AGAIN : `${AGAIN} --${level}`
}

export const registered: Check = {
  id: 'registered',
  title: 'the hook is registered for every event',
  look({ registrations, files }) {
    if (registrations.length === 0)
      return [
        wrong(
          'registration.none',
          'the hook is registered in no settings that count here',
          'Claude Code starts no reviewer: nothing is reviewed',
          `${AGAIN} (all your projects) or ${AGAIN} --local (this project)`,
        ),
      ]
    const found = new Set(registrations.map(({ event }) => event))
    const missing = REVIEWED_EVENTS.filter(event => !found.has(event))
    const first = registrations[0]
    if (missing.length === 0 || !first) return []
    return [
      wrong(
        'registration.events',
        `not registered for ${missing.join(', ')}`,
        missing.includes('PreToolUse')
          ? 'without PreToolUse no call is reviewed before it runs'
          : 'what those events tell (how a call went, what you asked for, that settings changed) is not seen',
        init(files.length > 0 ? first : { level: 'user' }),
      ),
    ]
  },
}

export const readable: Check = {
  id: 'settings-readable',
  title: 'the client can read its settings, and takes the hooks in them',
  look: ({ files, registrations }) =>
    files.flatMap(file => {
      if (file.trouble === 'missing') return []
      if (file.trouble !== '')
        return [
          wrong(
            'registration.unreadable',
            `${file.path} ${file.trouble}`,
            'the client drops the whole file, with every hook and permission in it',
            `fix ${file.path}, or move it away and run: ${AGAIN}`,
          ),
        ]
      return invalid(file, registrations)
    }),
}

function invalid(file: SettingsFile, registrations: readonly Registration[]): readonly DoctorFinding[] {
  const events = new Set(registrations.filter(each => each.file === file.path).map(({ event }) => event))
  const all = Object.keys((typeof file.settings.hooks === 'object' && file.settings.hooks) || {})
  return all.flatMap(event =>
    invalidIn(file.settings, event).map(trouble =>
      (events.has(event) ? wrong : note)(
        'registration.invalid',
        `${file.path}: ${trouble}`,
        events.has(event)
          ? `the client then drops all ${event} hooks of that file, the reviewer among them, and says nothing`
          : `the client drops all ${event} hooks of that file`,
        `fix that entry in ${file.path}, then run: ${init(file)}`,
      ),
    ),
  )
}

export const shape: Check = {
  id: 'registration-shape',
  title: 'each registration sees all tools, waits long enough and is able to stop a call',
  look: ({ registrations, home, platform }) => {
    const found = registrations.flatMap(one => problems(one, home, platform))
    const seen = new Set<string>()
    // The same is said once, not for each event.
    return found.filter(({ id, what }) => !seen.has(`${id} ${what}`) && seen.add(`${id} ${what}`))
  },
}

function problems(one: Registration, home: string, platform: string): readonly DoctorFinding[] {
  const { event, matcher, handler, extra, file } = one
  const at = `${file}: ${event}`
  const found: DoctorFinding[] = []
  const say = (...[id, what, why]: readonly [string, string, string]) =>
    found.push(wrong(`registration.${id}`, what, why, init(one)))
  if (!matchesAll(matcher))
    say(
      'matcher',
      `${at} matches only ${JSON.stringify(matcher)}`,
      'every other tool (Monitor, PowerShell, servers) goes unreviewed',
    )
  if (extra.if !== undefined)
    say(
      'if',
      `${at} runs only if ${JSON.stringify(extra.if)}`,
      'a condition on the spelling of a command is passed by another spelling',
    )
  if (extra.async === true || extra.asyncRewake === true)
    say('async', `${at} runs in the background`, 'an answer that comes later cannot stop a call')
  if (extra.once === true) say('once', `${at} runs once and is removed`, 'all later calls go unreviewed')
  if (typeof handler.timeout === 'number' && handler.timeout > 0 && handler.timeout < TIMEOUT)
    say(
      'timeout',
      `${file}: the time-out is ${handler.timeout} s, less than the slowest reviewer may take (${TIMEOUT} s)`,
      'the client ends the hook, and what it would have said is lost',
    )
  if (BLOCKS_ON_FAILURE.has(event) && handler.onFailure !== 'block')
    say('on-failure', `${at} has no onFailure "block"`, 'where the hook cannot start or is killed, the call runs')
  found.push(...commandProblems(one, { home, platform }, say))
  return found
}

function commandProblems(
  { file, handler, level }: Registration,
  { home, platform }: Pick<DoctorInputs, 'home' | 'platform'>,
  say: (id: string, what: string, why: string) => void,
): readonly DoctorFinding[] {
  const words = handlerWords(handler)
  const started = startedBy(handler, home)
  if (!started) {
    const line = [handler.command, ...(handler.args ?? [])].join(' ').slice(0, 200)
    const broken = !Array.isArray(handler.args) && /\s/.test(line.split(/reviewer(\.js)?/)[0]?.trim() ?? '')
    say(
      'command',
      `${file}: the command line is none that init writes: ${line}`,
      words === undefined || broken
        ? 'a shell takes it apart (an unquoted path with a space names another program), or a variable in it changes what runs'
        : 'it is not known what it starts, so it was not started to try it',
    )
    return []
  }
  const [executable] = started.command
  if (!executable.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(executable))
    say('path', `${file}: ${executable} is looked up on PATH`, 'whatever stands first on PATH is started instead')
  // On Windows nothing starts a program without some of its variables; the settings that set one are found by themselves.
  const open =
    started.unset === 'all' || platform === 'win32' ? [] : UNSET.filter(name => !started.unset.includes(name))
  if (open.length > 0 && level !== 'plugin')
    say(
      'environment',
      `${file}: ${open.join(', ')} ${open.length === 1 ? 'reaches' : 'reach'} the hook`,
      "a project's settings can set them, and so run code of its own inside the hook",
    )
  return []
}

export const twice: Check = {
  id: 'registered-twice',
  title: 'the hook runs once for each event',
  look({ registrations }) {
    const lines = (event: string) =>
      new Map(
        reviewing(registrations)
          .filter(each => each.event === event)
          .map(each => [lineOf(each), each] as const),
      )
    // The client runs the same line once, however often it is registered.
    const several = REVIEWED_EVENTS.map(event => [...lines(event).values()]).find(each => each.length > 1)
    if (!several) return []
    const files = [...new Set(several.map(({ file }) => file))]
    return [
      wrong(
        'registration.twice',
        `registered ${several.length} times with different command lines: ${files.join(', ')}`,
        'two reviewers judge each call and write two records; of two changes of one call only the last counts',
        'reviewer init --remove in the one that is too many (--user, --project, --local, --managed)',
      ),
    ]
  },
}

/** The plugin leaves events to a hook of the settings, wherever there is one. */
function reviewing(registrations: readonly Registration[]): readonly Registration[] {
  const own = registrations.filter(({ level, handler }) => level !== 'plugin' || !isPlugin(handler))
  return own.some(({ level }) => level !== 'plugin') ? own : registrations
}

function lineOf({ handler, level }: Registration): string {
  const line = JSON.stringify([handler.command, handler.args])
  // A plugin's copy runs beside the same line in settings.
  return level === 'plugin' ? `plugin ${line}` : line
}

export const others: Check = {
  id: 'other-hooks',
  title: 'no other hook can change a call that was reviewed',
  look: ({ files }) =>
    files
      .filter(({ settings }) => foreignHooks(settings.hooks?.PreToolUse).length > 0)
      .map(({ path, settings }) =>
        note(
          'registration.others',
          `${path} has ${foreignHooks(settings.hooks?.PreToolUse).length} PreToolUse hooks of others`,
          'a hook that rewrites a call is not reviewed again: the last one to answer wins',
          'nothing, if you trust them; else: sudo reviewer init --managed --only-managed-hooks',
        ),
      ),
}

/** Handlers of other programs in the groups of one event. */
export function foreignHooks(groups: unknown): readonly HookHandler[] {
  if (!Array.isArray(groups)) return []
  const hooks: readonly HookHandler[] = groups.flatMap(group => (Array.isArray(group?.hooks) ? group.hooks : []))
  return hooks.filter(hook => typeof hook === 'object' && hook !== null && !isOurs(hook))
}

/** So many files of skills, agents and commands are read. */
const MOST_FILES = 500

/** Skills, agents and commands that bring hooks along: they run while one is at work, beside those of settings. */
export const brought: Check = {
  id: 'brought-hooks',
  title: 'no skill or agent brings hooks of its own',
  look(around) {
    const roots = [join(around.projectRoot, '.claude'), clientDirectory(around)]
    const files = roots.flatMap(root => ['skills', 'agents', 'commands'].flatMap(name => markdownIn(join(root, name))))
    return [...new Set(files)]
      .filter(path => frontHooks(readRegular(path) ?? '') !== '')
      .map(path =>
        note(
          'registration.brought',
          `${path} brings hooks in its front matter`,
          'a hook that rewrites a call is not reviewed again: the last one to answer wins',
          'look at them; take them out if they are not yours, or: sudo reviewer init --managed --only-managed-hooks',
        ),
      )
  },
}

function markdownIn(directory: string): readonly string[] {
  const found: string[] = []
  const open = [directory]
  for (let looked = 0; open.length > 0 && looked < MOST_DIRECTORIES && found.length < MOST_FILES; looked++) {
    const at = open.pop() ?? ''
    for (const name of settingsFileNames(at))
      if (name.endsWith('.md')) found.push(join(at, name))
      else if (!name.includes('.') && name !== 'node_modules') open.push(join(at, name))
  }
  return found
}

/** Directories of plugins that are looked through; there are a handful. */
const MOST_DIRECTORIES = 2000

/** Hooks of plugins that are on this machine, as settings of the lowest level. */
export function pluginFiles(around: Pick<DoctorInputs, 'home' | 'env'>): readonly SettingsFile[] {
  const found: SettingsFile[] = []
  const open = [join(clientDirectory(around), 'plugins')]
  for (let looked = 0; open.length > 0 && looked < MOST_DIRECTORIES; looked++) {
    const at = open.pop() ?? ''
    for (const name of settingsFileNames(at)) {
      const path = join(at, name)
      if (name === 'hooks.json' && at.endsWith('/hooks')) found.push(readSettings('plugin', path))
      else if (!name.includes('.') && name !== 'node_modules') open.push(path)
    }
  }
  return found
}

export const mods: Check = {
  id: 'plugin-modules',
  title: 'no plugin can overrule the hook',
  look(around) {
    if (around.files.some(({ level, trouble }) => level === 'managed' && trouble === '')) return []
    return pluginFiles(around)
      .filter(({ settings }) => Array.isArray(settings.modules) && settings.modules.length > 0)
      .map(({ path }) =>
        wrong(
          'registration.mods',
          `the plugin of ${path} brings modules (mods)`,
          "a module may answer for a tool itself, or turn a hook's denial into an approval, unless the hook is in managed settings",
          'sudo reviewer init --managed, or take the plugin out: claude plugin list',
        ),
      )
  },
}
