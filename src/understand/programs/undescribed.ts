/**
 * Programs that nobody described, and those parts of described ones that nobody went into: their words are read as those of a service's
 * command line, and texts that are handed to them as SQL. Nothing of that is certain, and the reasons say so.
 */

import { basename } from '../../common/path.ts'
import type { Detail } from '../../model/action.ts'
import { applyModel } from '../shell/apply.ts'
import { emitNamed } from '../shell/emit.ts'
import { textOfFile } from '../shell/files.ts'
import { type Invocation, wordsBeforeHanded } from '../shell/invocation.ts'
import { hostOf } from '../shell/network.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { type Field, isKnown, NOTHING, type Stream, UNKNOWN } from '../shell/value.ts'
import { lossesIn } from '../sql/losses.ts'
import { readAccess } from './access.ts'
import { methodLoss, mutationLoss } from './called-operations.ts'
import {
  type Caution,
  forcesAll,
  makes,
  nameOrders,
  reachProduction,
  readVerbs,
  rehearses,
  taskBringsOut,
  taskOrders,
  type VerbReading,
} from './verbs.ts'

/** Judges a call by its words and by what it is handed. Returns whether they say that something is lost. */
export function judgeByWords(
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  caution: Caution = 'program',
): boolean {
  if (call.flags.has('help') || call.flags.has('dry_run')) return false
  const program = basename(call.path[0] ?? '')
  if (TAKES_PROSE.test(program)) return false
  const before = runner.effects.length
  const own = caution === 'program' ? wordsBeforeHanded(call) : call.words.length
  const known = call.words.slice(0, own).flatMap(({ text }) => (isKnown(text) ? [text] : []))
  if (rehearses(known)) return false
  if (caution === 'program') {
    for (const text of statementsIn(call, runner, scope, stdin)) emitLosses(text, call, runner, scope)
    if (runner.effects.length > before) return true
  }
  // On a machine elsewhere a verb can be the command itself: `ssh router 'delete flash:vlan.dat'`.
  const line = scope.place.kind === 'remote' ? [program, ...known] : known
  // `rethinkdb-restore --force`: the verb stands in the name.
  const restores = /[-_](restore|import|load)$/.exec(program)?.[1]
  const reading =
    readVerbs(restores === undefined ? line : [restores, ...line], caution, program) ??
    nameReading(program, known, caution) ??
    consoleReading(program, known, stdin) ??
    (caution === 'program' ? calledReading(known) : undefined)
  if (reading === undefined) return caution === 'program' && judgeAccess(known, call, runner, scope)
  const on = { kind: 'resource', class: 'remote', value: reading.words } as const
  const local = localDetail(call, scope)
  if (reading.does === 'publishes') {
    const details = { deploys: true, by_words: true, ...local }
    emitNamed('publish', on, call, runner, scope, { certain: false, details }, call.args[0])
    return true
  }
  const details = { destroys: true, by_words: true, ...local }
  emitNamed('infrastructure', on, call, runner, scope, { severity: 'high', certain: false, details }, call.args[0])
  return true
}

/** What is opened to everybody or stopped, and who may do more: others notice that no less than what is gone. */
function judgeAccess(known: readonly string[], call: Invocation, runner: Runner, scope: Scope): boolean {
  const reading = readAccess(
    known,
    known.filter(text => !text.startsWith('-')),
  )
  if (reading === undefined) return false
  const on = { kind: 'resource', class: 'remote', value: reading.words } as const
  const details = { [reading.does]: true, by_words: true, ...localDetail(call, scope) }
  const verb = reading.does === 'exposes' ? 'publish' : 'infrastructure'
  const severity = verb === 'infrastructure' ? ({ severity: 'high' } as const) : {}
  emitNamed(verb, on, call, runner, scope, { ...severity, certain: false, details }, call.args[0])
  return true
}

/** A script that an interpreter is given and that cannot be read: what its own words say. */
export function judgeScriptByWords(script: string, call: Invocation, runner: Runner, scope: Scope): void {
  const [file, ...args] = call.args
  const words = file === undefined ? args : call.words.slice(call.words.indexOf(file) + 1)
  judgeByWords({ ...call, path: [script], words, args }, runner, scope, NOTHING, 'script')
}

/** Tasks of a build file that cannot be read: what their names say. */
export function judgeTasks(call: Invocation, runner: Runner, scope: Scope): void {
  const words = call.words.map(({ text }) => text)
  const task = call.args.find(({ text }) => taskOrders(text))
  const release = call.args.find(({ text }) => taskBringsOut(text))
  if (task === undefined && release && reachProduction(words) && !rehearses(words)) {
    const details = { deploys: true, by_words: true }
    const on = { kind: 'resource', class: 'remote', value: release.text } as const
    emitNamed('publish', on, call, runner, scope, { certain: false, details }, release)
  }
  if (task === undefined) return
  const on = { kind: 'resource', class: 'remote', value: task.text } as const
  const details = { destroys: true, by_words: true }
  emitNamed('infrastructure', on, call, runner, scope, { severity: 'high', certain: false, details }, task)
}

/** `code: verbs` of a model: what the words say where its own effects say nothing. */
const verbs: ProgramHandler = (call, runner, scope, stdin) => {
  const before = runner.effects.length
  applyModel(call, runner, scope, stdin)
  if (runner.effects.length === before) judgeByWords(call, runner, scope, stdin)
  return UNKNOWN
}

/** `code: tasks` of a model: runners of tasks whose files nobody reads. */
const tasks: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  if (!call.flags.has('help') && !call.flags.has('dry_run')) judgeTasks(call, runner, scope)
  return UNKNOWN
}

/** Programs that are asked, that make files from a template, or that show a text: their words are no orders. */
const TAKES_PROSE =
  /(^|[-_])(how\w*|ask|chat|gpt|\w+gpt|llm|mods|google\w*|ddgr|surfraw|wiki\w*|dict|search|translate|trans|explain|cheat\w*|gum|dialog|whiptail|zenity|kdialog|notify|figlet|cowsay|toilet|banner|gen|codegen|generate|scaffold|degit|giget|tiged)([-_]|$)/i

const THIS_MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[?::1\]?)$/

/** Options whose value is the machine that is spoken to. */
const NAMES_HOST = /^--?(host|hostname|server|addr|address|endpoint|target)$/

/** A service of this machine, by the address that the call names. */
function localDetail({ words }: Invocation, { place }: Scope): Readonly<Record<string, Detail>> {
  if (place.kind !== 'local') return {}
  const addresses = words.flatMap(({ text }, at) => {
    const [option = '', value] = text.split(/=(.*)/s)
    if (NAMES_HOST.test(option)) return value ?? words[at + 1]?.text ?? []
    return (
      /(?:^|=)((?:[a-z][a-z0-9+.-]*:\/\/)?[\w.[\]-]+:\d{2,5}(?:\/.*)?|[a-z][a-z0-9+.-]*:\/\/.*)$/i.exec(text)?.[1] ?? []
    )
  })
  const hosts = addresses.map(hostOf).filter(host => host !== undefined)
  return hosts.length > 0 && hosts.every(host => THIS_MACHINE.test(host)) ? { local: true } : {}
}

/** What reads statements to show them in another form runs none. */
const FORMATS =
  /(fmt|format|lint|pretty|highlight|parse|diff|copy|clip|view|less|more|bat|glow|print|say|notify|log|search|grep|doc|note|mail|translate|llm|chat|gpt)/i

/** A program whose own name is an order; a script of the project is one only where nobody is to be asked. */
function nameReading(program: string, words: readonly string[], caution: Caution): VerbReading | undefined {
  const bare = program.replace(/\.(sh|py|rb|js|ts|mjs)$/, '')
  if (taskBringsOut(bare) && reachProduction(words))
    return { does: 'publishes', words: `${program} ${words.join(' ')}` }
  const isOrder = nameOrders(program) && (caution === 'program' || words.some(forcesAll))
  return isOrder ? { does: 'destroys', words: program } : undefined
}

/** Options whose value people read. */
const IS_TEXT =
  /^(-m|--?(title|message|body|description|desc|comment|name|text|note|notes|subject|reason|summary|label|prompt))$/i

/** Options whose value is a file of statements. */
const READS_FILE = /^(-f|-i|--file|--input|--input-file|--script|--filename|--sql-file|--queries-file)$/

/** Texts among the words that can be statements, what files of statements hold, and standard input. */
function statementsIn(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): readonly Field[] {
  if (FORMATS.test(basename(call.path[0] ?? ''))) return []
  const takesText = call.args.slice(0, 3).some(({ text }) => makes(text))
  const words = call.words.flatMap((field, at) => {
    if (takesText || IS_TEXT.test(call.words[at - 1]?.text ?? '') || IS_TEXT.test(field.text.split('=', 1)[0] ?? ''))
      return []
    const value = /^--?[\w-]+=([\s\S]*)$/.exec(field.text)?.[1]
    const text = value ?? field.text
    return /\s/.test(text.trim()) && isKnown(text) ? [{ ...field, text }] : []
  })
  const files = call.words.flatMap((field, at) => {
    if (!READS_FILE.test(call.words[at - 1]?.text ?? '') || !/\.(sql|cql|ddl|surql|hql|psql)$/i.test(field.text))
      return []
    const text = textOfFile(field, runner, scope)
    return text === undefined ? [] : [{ ...field, text }]
  })
  const piped =
    stdin === NOTHING || stdin.text === undefined ? [] : [{ text: stdin.text, glob: false, taints: stdin.taints }]
  return [...words, ...files, ...piped]
}

function emitLosses(statement: Field, call: Invocation, runner: Runner, scope: Scope): void {
  for (const { loss, objects, text } of lossesIn(statement.text, { dollars: true })) {
    // `delete user flow` and `grant admin to bob` are titles.
    if (
      loss === 'rights' ||
      (loss === 'grant' && !/\b(GRANT|ALTER|CREATE) /.test(statement.text)) ||
      (text.startsWith('delete ') && !text.startsWith('delete from'))
    )
      continue
    const on = { kind: 'database', value: objects.join(', ').toLowerCase() || 'the database' } as const
    const details = { sql: loss, environment: 'unknown', statement: text, by_words: true, ...localDetail(call, scope) }
    emitNamed('data', on, call, runner, scope, { certain: false, details }, statement)
  }
}

/** An operation on a server that is called by its name. */
function calledReading(words: readonly string[]): VerbReading | undefined {
  if (words.some(word => /^(list|describe|show)$/.test(word))) return undefined
  const called = words.map(word => methodLoss(word) ?? mutationLoss(word)).find(name => name !== undefined)
  return called === undefined ? undefined : { does: 'destroys', words: called }
}

/** Programs that take orders line by line. */
const IS_CONSOLE = /(mqsc|modify|rman|cli|shell|sh|console|ctl|client|admin|update|cmd|sql|repl|manager|utils?)$/i
/** Lines of orders are short; prose is not. */
const LONGEST_LINE = 8

/** An order among the lines that a console is handed. */
function consoleReading(program: string, args: readonly string[], stdin: Stream): VerbReading | undefined {
  const isConsole =
    IS_CONSOLE.test(program.replace(/\.\w{2,4}$/, '')) || /^(shell|console|sql|repl|cli|apex)$/.test(args[0] ?? '')
  if (stdin === NOTHING || stdin.text === undefined || !isConsole) return undefined
  for (const line of stdin.text.split(/[\n;]/).slice(0, 200)) {
    const words = line.trim().replace(/;$/, '').split(/\s+/)
    if (words.length < 2 || words.length > LONGEST_LINE) continue
    const reading = readVerbs(words)
    if (reading) return reading
  }
  return undefined
}

export const UNDESCRIBED_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { verbs, tasks }
