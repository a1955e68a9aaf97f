/** Programs that end processes, and those that find them by a name, a port or a file. */

import { isInside } from '../../common/path.ts'
import type { Detail } from '../../model/action.ts'
import { emitNamed, word } from '../shell/emit.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import { everyProcess, foundBy, processNumbers } from '../shell/process-numbers.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, UNKNOWN, withoutHoles } from '../shell/value.ts'

/** Processes that a session, a machine or an installation depends on. */
const VITAL =
  /^(systemd.*|init|launchd|sshd|dbus.*|Xorg|wayland|gnome-shell|kwin.*|WindowServer|loginwindow|Finder|explorer(\.exe)?|dockerd|containerd|kubelet|NetworkManager|apt(-get)?|dpkg|unattended-upgr.*|yum|dnf|rpm|pacman|brew|reviewer|tmux|screen|bash|zsh|sh|fish|lsass(\.exe)?|csrss(\.exe)?|winlogon(\.exe)?|svchost(\.exe)?)$/
/** The reviewer, by whatever part of its command line. */
const REVIEWER_PROCESS = /(^|[/\s])(step-)?reviewer(\.js)?([ _](hook|ship|policy)(?![a-z]).*)?$/
/** What follows the name of the program on the command line of each hook. */
const HOOK = 'reviewer hook --home'

function isPartOfHook(name: string): boolean {
  return /hook|review/.test(name) && HOOK.includes(name)
}

/** Whoever holds these is installing something, or is in the middle of a commit. */
const LOCK =
  /(^|\/)(dpkg\/lock(-frontend)?|apt\/lists\/lock|apt\/archives\/lock|pacman\/db\.lck|yum\.pid|\.rpm\.lock|\.git\/(.*\.)?(index|HEAD|config)\.lock)$/
const INTERPRETER = /^(node|nodejs|python[\d.]*|ruby|java|perl|php|deno|bun|go|docker)(\.exe)?$/

type How = Readonly<Record<string, Detail>>

const kill: ProgramHandler = (call, runner, scope) => {
  const looks =
    call.flags.has('help') || call.flags.has('list') || call.words.some(field => /^-[lL0]$/.test(field.text))
  if (looks) return UNKNOWN
  const program = call.path[0] ?? ''
  const ends = !ASKS.test(signalOf(call))
  const emit = (field: Field | undefined, value: string, how: How): void => {
    const isOne = how.by !== 'all' && how.by !== 'user'
    // Number 1 of a container, or a signal to look at something again, ends nothing here.
    const spares = scope.place.kind !== 'local' || (!ends && !(how.guard === true && !LEAVES.test(signalOf(call))))
    const details = isOne && spares ? { by: ends ? 'pid' : 'signal' } : how
    const grave = details.by === 'all' || details.by === 'user' || details.vital === true
    const more = { severity: grave ? ('high' as const) : ('low' as const), certain: true, details }
    emitNamed('process', { kind: 'process', value }, call, runner, scope, more, field)
  }
  const targets = targetsOf(call, program, runner, scope)
  // Whose parent the client is, is a hook, a server of it or this shell.
  for (const parent of call.options.get('group') ?? [])
    if (isGuard(parent, runner)) emit(parent, withoutHoles(parent.text), { by: 'pid', vital: true, guard: true })
  // Everything on a terminal: the one of the client, where it is not said otherwise.
  for (const terminal of terminalsOf(call)) emit(terminal, terminal.text, { by: 'name', vital: true })
  if (program === 'killall5') emit(undefined, 'every process', { by: 'all' })
  // A name beside a user only narrows down whose.
  if (targets.length === 0) for (const user of call.options.get('user') ?? []) emit(user, user.text, { by: 'user' })
  for (const { field, how } of targets)
    emit(field, foundBy(field.text)?.by ?? field.text, how ?? howOf(field, program, call, runner))
  return UNKNOWN
}

function terminalsOf({ path, words }: Invocation): readonly Field[] {
  if (!/^(pkill|skill)$/.test(path[0] ?? '')) return []
  return words.filter((field, at) => words[at - 1]?.text === '-t' && !/^-/.test(field.text))
}

/** Signals that ask a process to read its settings again, or to go on. */
const ASKS = /^(SIG)?(HUP|USR1|USR2|CONT|WINCH|CHLD|URG|INFO|1|10|12|17|18|23|28)$/i

/** Signals that a process takes without a word. Of the others, one ends the client and another opens it to a debugger. */
const LEAVES = /^(SIG)?(CONT|WINCH|CHLD|URG|INFO|17|18|23|28)$/i

function signalOf({ words, options }: Invocation): string {
  const named = options.get('signal')?.[0]?.text
  if (named !== undefined) return named
  const [first, second] = words.map(field => field.text)
  if (first === '-s' || first === '-n') return second ?? ''
  return /^-(\d+|[A-Z][A-Z\d]+)$/.test(first ?? '') ? (first ?? '').slice(1) : ''
}

interface Victim {
  readonly field: Field
  readonly how?: How
}

/** Words that name processes. */
function targetsOf(call: Invocation, program: string, runner: Runner, scope: Scope): readonly Victim[] {
  if (program === 'fuser')
    return call.flags.has('kill') ? call.args.map(field => ({ field, how: holderOf(field, runner, scope) })) : []
  if (program.toLowerCase() === 'taskkill') return windowsTargets(call)
  const files = call.options.get('pidfile')?.map(field => ({ field, how: { by: 'pid' } })) ?? []
  const [first, second] = call.words
  if (program !== 'kill' && program !== 'tkill') {
    // `-STOP NAME` is no option -P with a value.
    const isName = second && /^[^-]/.test(second.text) && !call.args.includes(second)
    const behind = isName && /^-[A-Z]{3,}$/.test(first?.text ?? '') ? [second] : []
    return [...files, ...[...behind, ...call.args].map(field => ({ field }))]
  }
  // The first word may be a signal; -1 behind it is every process.
  const isSignal = first && /^-(\d+|[A-Z]+|[snq])$/.test(first.text)
  const start = isSignal ? (/^-[sn]$/.test(first.text) ? 2 : 1) : 0
  return call.words
    .slice(start)
    .filter(field => field.text !== '--' && !/^-[sn]$/.test(field.text))
    .map(field => ({ field }))
}

/** `taskkill /IM node.exe /F`, `taskkill //PID 12`. */
function windowsTargets({ words }: Invocation): readonly Victim[] {
  return words.flatMap((field, at): readonly Victim[] => {
    const before = words[at - 1]?.text.replace(/^[/-]+/, '').toLowerCase()
    if (before === 'pid') return [{ field, how: { by: 'pid' } }]
    return before === 'im' ? [{ field }] : []
  })
}

/** Who holds a file or a port: of a lock, an installation that is under way; of a directory, whoever works in it, the client too. */
function holderOf(field: Field, runner: Runner, scope: Scope): How {
  if (LOCK.test(field.text)) return { by: 'file', vital: true }
  if (/^(?![\w-]+\/(tcp|udp)$)/.test(field.text))
    for (const { target } of pathTargets(field, scope, runner))
      if (isClients(target.value, runner) || target.class === 'safety_control' || holdsProject(target.value, runner))
        return { by: 'file', vital: true }
  return { by: field.text.startsWith('/') && !field.text.startsWith('/dev/tty') ? 'file' : 'port' }
}

/** Transcripts, settings and what else the client has open. */
const isClients = (path: string, { facts }: Runner): boolean => path.split('/').includes(facts.agent.directory)

/** The directory that the client works in, one around it, or the disk that it lies on. */
const holdsProject = (path: string, { projectRoot }: Runner): boolean => isInside(projectRoot, path)

function howOf(field: Field, program: string, call: Invocation, runner: Runner): How {
  if (isGuard(field, runner)) return { by: 'pid', vital: true, guard: true }
  const found = foundBy(field.text)
  if (found)
    return LOCK.test(found.by) || isClients(found.by, runner)
      ? { by: 'file', vital: true }
      : byName(found.by, found.isFull, true, runner)
  if (program === 'kill' || program === 'tkill') {
    // What is left of `/proc/[0-9]*` is every number.
    if (field.text === '-1' || /^(\[0-9\])?\*$/.test(field.text)) return { by: 'all' }
    return { by: 'pid', ...(field.text === '1' && { vital: true }) }
  }
  const isPattern =
    program === 'pkill' ? !call.flags.has('exact') : call.words.some(({ text }) => IS_PATTERN.test(text))
  return byName(field.text, call.flags.has('full'), isPattern, runner)
}

/** The client that this call comes from, or the hook: by its place, or by the command line under its number. */
function isGuard(field: Field, { facts, asksForClient }: Runner): boolean {
  const { client } = facts.agent
  const variable = field.variable ?? field.ending
  if (variable === 'PPID' || variable === client.process_variable) return true
  // Nobody counts through the numbers of processes but to come across all of them.
  if (field.taints.some(({ kind }) => kind === 'counted') && !field.text.startsWith('%')) return true
  // Of names that lie there, a number is left.
  if (/^\/proc\b/.test(field.text)) return true
  const found = foundBy(field.text)
  if (found) return found.by === client.name || REVIEWER_PROCESS.test(found.by)
  // A number that nothing tells is what was asked for.
  if (variable === undefined && asksForClient && !isKnown(field.text)) return true
  if (!/^\d{2,}$/.test(field.text)) return false
  const words = facts.text(`/proc/${field.text}/cmdline`)?.split('\0').slice(0, 2) ?? []
  return words.some(each => client.process.test(each) || /(^|\/)reviewer(\.js|\.exe)?$/.test(each))
}

/** The number in `--pid=NUMBER`, `-pNUMBER`, `attach NUMBER`; another word as it stands. */
function numberOf(field: Field): Field {
  const before = /^(?:--[\w-]+=|-[A-Za-z]*p=?(?=[\d\uE001])|attach\s+)/.exec(field.text)?.[0].length ?? 0
  return before === 0 ? field : fieldFrom(field, before)
}

/** A debugger on the client can make it do anything; a limit on it can make its hooks fail. */
export function emitAttached(call: Invocation, runner: Runner, scope: Scope): void {
  const field = call.words.map(numberOf).find(word => isGuard(word, runner))
  if (!field) return
  const details = { by: 'pid', vital: true, attaches: true }
  const value = foundBy(field.text)?.by ?? withoutHoles(field.text)
  emitNamed(
    'process',
    { kind: 'process', value },
    call,
    runner,
    scope,
    { severity: 'high', certain: true, details },
    field,
  )
}

/** Of killall: its names are expressions. */
const IS_PATTERN = /^-(r|-regexp)$/
const LONGEST_PATTERN = 60

/** As pkill and pgrep take a name: anywhere in that of the process. */
function fitsClient(pattern: string, { facts }: Runner): boolean {
  try {
    return pattern.length <= LONGEST_PATTERN && new RegExp(pattern).test(facts.agent.client.name)
  } catch {
    return false
  }
}

function byName(name: string, full: boolean, isPattern: boolean, runner: Runner): How {
  if (/^(\.|\.\*|\*|\^|\$|)$/.test(name)) return { by: 'all' }
  return {
    by: full && !INTERPRETER.test(name) ? 'script' : 'name',
    ...((VITAL.test(name) ||
      name === runner.facts.agent.client.name ||
      (isPattern && fitsClient(name, runner)) ||
      REVIEWER_PROCESS.test(name) ||
      (full && isPartOfHook(name))) && {
      vital: true,
    }),
  }
}

/** pgrep, pidof: numbers of which is known what they were found by. */
const findsByName: ProgramHandler = call => {
  if (call.flags.has('help')) return UNKNOWN
  // `pgrep -u me`: all that a person runs.
  const isOfUser = call.args.length === 0 && call.words.some(({ text }) => /^(-[uU]|--e?uid)/.test(text))
  return isOfUser ? everyProcess() : processNumbers(call.args, call.flags.has('full'))
}

/** `lsof -t`: numbers of the processes that hold a file; of every process, where it says nothing else. */
const findsByFile: ProgramHandler = (call, runner, scope) => {
  if (!call.flags.has('terse')) return UNKNOWN
  if (call.words.some(({ text }) => CHOOSES_OTHERWISE.test(text))) return UNKNOWN
  const files = call.args.filter(({ text }) => !/^[:@]|:\d/.test(text))
  if (files.length === 0) return everyProcess()
  const isVital = files.some(
    field => !/^\/dev\//.test(field.text) && !LOCK.test(field.text) && holderOf(field, runner, scope).vital,
  )
  return processNumbers(
    isVital ? [word(runner.facts.agent.client.name)] : files.filter(({ text }) => text.startsWith('/')),
    false,
  )
}

/** Options of lsof that choose processes by sockets, numbers or names. */
const CHOOSES_OTHERWISE = /^-[a-zA-Z]*[ipcg]|^-[a-zA-Z]*U/

/** `ss -p`, `netstat -p`: all processes with sockets, among them the client. */
const listsSockets: ProgramHandler = call => {
  const showsProcesses = call.words.some(({ text }) => /^-[a-zA-Z]*p|^--(processes|programs?)$/.test(text))
  return showsProcesses && !call.args.some(({ text }) => /port|dst|src|:/.test(text)) ? everyProcess() : UNKNOWN
}

/** ps: all processes, those of a name, or a few that are told nothing of here. */
const lists: ProgramHandler = (call, runner) => {
  const isAboutItself = [...(call.options.get('number') ?? []), ...call.args].some(({ variable }) => variable === '$')
  // The parent of this shell is the client.
  if (isAboutItself && call.options.get('format')?.some(({ text }) => /ppid/.test(text)))
    return processNumbers([word(runner.facts.agent.client.name)], false)
  const names = call.options.get('name')
  if (names) return processNumbers(names, false)
  const isAll = call.flags.has('all') || call.options.has('user') || /^[a-z]*[ax]/.test(call.args[0]?.text ?? '')
  return isAll && !call.options.has('number') && !call.flags.has('help') ? everyProcess() : UNKNOWN
}

export const PROCESS_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  kill,
  'finds-by-name': findsByName,
  'finds-by-file': findsByFile,
  'lists-processes': lists,
  'lists-sockets': listsSockets,
}
