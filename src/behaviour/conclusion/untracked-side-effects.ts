/** What a call leaves behind where git does not see it, and how to undo it. */
import { isAmong } from '../../common/among.ts'
import { redact } from '../../content/redact/redact.ts'
import type { TargetClass } from '../../model/action.ts'
import { eventCall, type ToolEvent } from '../../model/event.ts'
import type { RecordedAction } from '../../model/record.ts'
import { fieldIn, textIn } from '../../model/tool.ts'
import { segmentsOf } from '../../session/commands.ts'
import { UNTRACKED_CALLS } from './untracked-calls.ts'

export interface UntrackedSideEffect {
  /** What is there now that was not, for people; equal for the same thing. */
  readonly what: string
  /** A command that a person can type, or one thing to do. */
  readonly undo: string
  readonly step: number
  readonly kind: 'file' | 'package' | 'service' | 'container' | 'process' | 'setting'
  /** What a later command names when it takes this away. */
  readonly name: string
  /** The person was told. */
  readonly told?: true
}

const MOST_A_CALL = 5
/** So many of a session are remembered. */
export const MOST_LEFT_OVER = 100

/**
 * `known`: JSON of what was left behind before. `isDirectory`: whether a path is one now. `ended`: what of that this call took
 * away.
 */
export function untrackedSideEffectsOf(
  recorded: Pick<RecordedAction, 'step' | 'creates'>,
  event: ToolEvent,
  known: readonly string[],
  isDirectory: (path: string) => boolean = () => false,
): { readonly left: readonly UntrackedSideEffect[]; readonly ended: readonly string[] } {
  const { step } = recorded
  const made = [...ofFiles(recorded, isDirectory), ...ofCommands(event, step.signature)]
  const left = made
    .slice(0, MOST_A_CALL)
    .map(each => ({ ...each, what: redact(each.what), undo: redact(each.undo), step: step.step }))
  const before = readUntrackedSideEffects(known)
  return {
    // What the person was told of once is not news when it happens again.
    left: left.filter(({ what }) => !before.some(each => each.what === what)),
    ended: before.filter(each => takesAway(step.signature, deletedBy(recorded), each)).map(({ what }) => what),
  }
}

/** Untracked side effects from their JSON; what cannot be read is left out. */
export function readUntrackedSideEffects(values: readonly string[]): readonly UntrackedSideEffect[] {
  return values.flatMap(value => {
    if (value === '') return []
    try {
      return [JSON.parse(value) as UntrackedSideEffect]
    } catch {
      return []
    }
  })
}

type Made = Omit<UntrackedSideEffect, 'step' | 'told'>

const ELSEWHERE: ReadonlySet<TargetClass> = new Set(['outside', 'home', 'system', 'persistence', 'secret'])
/** Where programs keep their own: caches, logs, histories. */
const OWN_KEEPING =
  /\/(?:\.cache|\.npm|\.yarn|\.pnpm-store|\.cargo\/registry|\.rustup|\.gradle|\.m2|\.nuget|\.local\/share|\.local\/state|\.claude|__pycache__|node_modules|site-packages|Library\/Caches|\.[\w-]*_history|\.lesshst|\.viminfo)(?:\/|$)|^\/(?:dev|proc|sys|run)\//

function ofFiles(
  { step, creates }: Pick<RecordedAction, 'step' | 'creates'>,
  isDirectory: (path: string) => boolean,
): readonly Made[] {
  return step.features.touched.flatMap(({ path, verb, class: place }) => {
    if (!ELSEWHERE.has(place) || OWN_KEEPING.test(path) || verb === 'read') return []
    const name = path
    if (verb === 'delete')
      return [{ what: `${path} was deleted`, undo: 'reviewer checkpoint list', kind: 'file' as const, name }]
    if (creates.includes(path))
      return [
        {
          what: `${path} was made`,
          undo: `${isDirectory(path) ? 'rm -r' : 'rm'} ${quoted(path)}`,
          kind: 'file' as const,
          name,
        },
      ]
    return [
      {
        what: `${path} was changed`,
        undo: `reviewer checkpoint list (or edit ${quoted(path)})`,
        kind: 'file' as const,
        name,
      },
    ]
  })
}

function deletedBy({ step }: Pick<RecordedAction, 'step'>): readonly string[] {
  return step.features.touched.filter(({ verb }) => verb === 'delete').map(({ path }) => path)
}

/** How a program is called that leaves something behind. */
export interface UntrackedCall {
  /** First words that the expression can describe: most calls need none of them compiled. */
  readonly programs: string
  /** The call as signatures write it; the first group holds names. */
  readonly call: RegExp
  readonly kind: UntrackedSideEffect['kind']
  /** Of one name that the command gives, for which {name} stands. */
  readonly what: string
  readonly undo: string
}

function ofCommands(event: ToolEvent, signature: string): readonly Made[] {
  if (event.form.kind !== 'run_command' || event.form.shell !== undefined) return []
  const command = textIn(eventCall(event), 'command')
  return [...ofPrograms(signature), ...ofContainers(event, command, signature), ...ofProcesses(event, command)]
}

/** What the entries of the programs in a signature say that they leave behind. */
export function ofPrograms(signature: string): readonly Made[] {
  return segmentsOf(signature).flatMap(segment => {
    const [program = ''] = segment.split(' ', 1)
    for (const { programs, call, kind, what, undo } of UNTRACKED_CALLS) {
      const match = isAmong(program, programs) && call.exec(segment)
      if (!match) continue
      const names = (match[1] ?? '').split(/\s+/).filter(word => word !== '' && !word.startsWith('+'))
      return names.map(name => ({
        what: what.replaceAll('{name}', () => name),
        undo: undo.replaceAll('{name}', () => quoted(name)),
        kind,
        name,
      }))
    }
    return []
  })
}

function ofContainers({ tool_response, form }: ToolEvent, command: string, signature: string): readonly Made[] {
  const segments = segmentsOf(signature)
  const detached = /\s(?:-[a-zA-Z]*d[a-zA-Z]*|--detach)(?=\s|$)/.test(command)
  if (!detached) return []
  if (segments.some(segment => /^docker(?:-| )compose (?:\S+ )*?up\b/.test(segment))) {
    const { started, project } = composeIn(command)
    return [
      {
        what: `containers that \`${started}\` started are running`,
        undo: `${project} down`,
        kind: 'container',
        name: 'compose',
      },
    ]
  }
  const run = segments.find(segment => /^(?:docker|podman) (?:container )?run\b/.test(segment))
  if (!run) return []
  const engine = run.split(' ')[0] ?? 'docker'
  const given = /\s--name[= ]([\w.-]+)/.exec(command)?.[1]
  const id = /^([0-9a-f]{12})[0-9a-f]{52}\s*$/m.exec(printedIn(tool_response, form.results.printed))?.[1]
  const name = given ?? id
  // With --rm it goes when it is stopped.
  const gone = /\s--rm\b/.test(command) ? 'stop' : 'rm -f'
  return [
    {
      what: `container ${name ?? run.replace(/^\S+ (?:container )?run ?/, 'of ')} runs`,
      undo: name ? `${engine} ${gone} ${name}` : `${engine} ps, then ${engine} ${gone} <id>`,
      kind: 'container',
      name: name ?? '',
    },
  ]
}

/** The command that started a project of containers as it was written, and what of it names the project. */
function composeIn(command: string): { readonly started: string; readonly project: string } {
  const [written, project] =
    /((?:docker[ \t]+|docker-)compose(?:[ \t]+[^\s;&|()]+)*?)[ \t]+up(?:[ \t]+[^\s;&|()<>]+)*/.exec(command) ?? []
  const isShort = written !== undefined && written.length <= 120
  return isShort && project
    ? { started: written, project }
    : { started: 'docker compose up', project: 'docker compose' }
}

function printedIn(response: unknown, name: string): string {
  const text =
    typeof response === 'object' && response !== null ? (response as Readonly<Record<string, unknown>>)[name] : response
  return typeof text === 'string' ? text : ''
}

/** A call, redirections that blanks part from each other, and `&`. `n&1` and `&>` start nothing. */
const IN_BACKGROUND =
  /(?:^|[;&|(\n])[ \t]*([^\s;&|()][^\n;&|()]*?)[ \t]*(?:(?:[&\d]?>{1,2}|<)[ \t]*(?:&[ \t]*)?\S+\s+){0,8}(?:(?:[&\d]?>{1,2}|<)[ \t]*&?[^\s&]+)?(?<![<>])&(?![&>\d])/
const STAYS_NOT = /(?:^|[;&|\n])[ \t]*(?:wait|kill|pkill|killall|fg)\b/

/** Started so that it goes on after its shell; what the client itself runs in the background it names at the end. */
function ofProcesses(event: ToolEvent, command: string): readonly Made[] {
  if (fieldIn(eventCall(event), 'in_background') === true || !command.includes('&')) return []
  const plain = command.replace(/'[^']*'|"[^"]*"/g, text => text.replaceAll('&', ' '))
  const started = IN_BACKGROUND.exec(plain)?.[1]
  // Waited for or ended by the same command, it does not stay.
  if (started === undefined || STAYS_NOT.test(plain)) return []
  const name = started
    .replace(/^(?:nohup|setsid)\s+/, '')
    .replace(/\s*\d?>{1,2}.*$/, '')
    .replace(/\s*<+\s*\S+/g, '')
    .trim()
    .slice(0, 80)
  if (name === '' || /^(?:sleep|echo|true|disown)\b/.test(name)) return []
  return [
    { what: `\`${name}\` was started in the background`, undo: `pkill -f ${quoted(name)}`, kind: 'process', name },
  ]
}

/** A later call that removes what was left. */
function takesAway(signature: string, deleted: readonly string[], { kind, name, undo }: UntrackedSideEffect): boolean {
  const segments = segmentsOf(signature)
  const has = (test: RegExp, named: boolean) =>
    segments.some(segment => test.test(segment) && (!named || name === '' || segment.split(/\s+/).includes(name)))
  switch (kind) {
    case 'file':
      return deleted.some(path => path === name || name.startsWith(`${path}/`))
    case 'package':
      return has(/\b(?:uninstall|remove|purge|del|rm|erase)\b/, true)
    case 'service':
      return has(/\b(?:stop|disable|unload|bootout)\b/, true)
    case 'container':
      return name === 'compose'
        ? has(/\bcompose\b.*\b(?:down|stop|rm|kill)\b/, false)
        : has(/^(?:docker|podman)\b.*\b(?:stop|rm|kill)\b/, true)
    case 'process':
      return has(/^(?:kill|pkill|killall|fuser|kill-port|npx kill-port)\b/, false)
    case 'setting':
      return has(/^git config\b.*\+unset/, true) || segments.some(segment => segment.startsWith(undo))
    default:
      return false
  }
}

/** As one word of a shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
