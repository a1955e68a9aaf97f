/**
 * Commands that a call hands to a program of which nobody said what it does with them: it may run them, here or, where its words name
 * another machine, there. They are judged as commands.
 */
import { basename } from '../../common/path.ts'
import { originOf } from './emit.ts'
import { fieldFrom, type Invocation, stopsAtArgument, wordsBeforeHanded } from './invocation.ts'
import type { CommandModel } from './model.ts'
import { environmentEffect } from './run.ts'
import type { Runner } from './runner.ts'
import { type Scope, subshell } from './scope.ts'
import { type Field, isKnown, MAYBE, NOTHING } from './value.ts'

/** Options whose value is a command, by what they are called: `--exec`, `-toolexec`, `--run_under`, `--onSuccess`, `--preview`. */
const TAKES_COMMAND =
  /^--?(?:[\w.-]+[-_.])?(?:(?:tool)?exec|execute|cmd|command|run|call|hook|pre|(?:pre|post)-?invoke|preview|editor|pager|filter|under|wrapper|launcher|runner|on(?:[A-Z]|[-_])[\w-]*)$/
/** Programs that do harm by a word or two; as the name of a subcommand each is followed by something else. */
const HARMFUL = /^(rm|rmdir|shred|unlink|truncate|dd|(ba|da|z|k|a)?sh|python3?|perl|ruby|sudo|doas|busybox)$/
/** Letters that programs nobody described often take a command by; others take messages and patterns. */
const LETTERS = /^-[cex]$/
/** Such a command with a path of its own; no sentence that begins with its name. */
const HARMS = /^(?::?!+\s*)?(?:rm|shred|unlink|truncate|dd|sudo rm)\s+(?:-\S+\s+)*[/~]\S*$/
const SYSTEM_PROGRAM = /^\/(usr\/)?s?bin\/[^/]+$/

/** What follows is run on another machine. */
const RUNS_THERE = /^(exec|ssh|rsh|shell|sh|console|attach|enter|remote|run-command|task|invoke|cmd)$/
/** What follows is run, here as far as is known. */
const RUNS_HERE = /^(run|x|with|env|wrap|start|do)$/
/** Such a word stands among so many first ones. */
const FIRST_WORDS = 4

/** Judges the commands among the words of a call as if they were run. */
export function runHanded(call: Invocation, runner: Runner, scope: Scope): void {
  if (call.flags.has('help')) return
  const models = [runner.models(call.path[0] ?? ''), call.model]
  const inner = subshell(scope, { via: [...scope.via, call.path.join(' ')] })
  const isUnknown = models.every(model => model === undefined)
  runOptions(call, models, isUnknown, runner, inner)
  if (isUnknown || models.some(model => model?.code === 'verbs')) runByWords(call, runner, inner)
  // Words of a program that is described are a command only where they are marked as one.
  if (models.some(looksItself)) return
  const isMarked = (at: number): boolean =>
    call.words[at - 1]?.text === '--' || TAKES_COMMAND.test(call.words[at - 1]?.text ?? '')
  const start = call.words.findIndex(
    (field, at) => startsCommand(field, call.words[at + 1]) && (!call.model || isMarked(at)),
  )
  if (start >= 0) runner.runWords(call.words.slice(start), inner, NOTHING)
}

/** Values of options and of settings whose names say that they are commands. */
function runOptions(
  call: Invocation,
  models: readonly (CommandModel | undefined)[],
  isUnknown: boolean,
  runner: Runner,
  inner: Scope,
): void {
  const own = ownWords(call)
  // What looks at its words itself knows what its options take.
  const described = new Set(models.filter(looksItself).flatMap(spelledOptions))
  for (const [at, field] of own.entries()) {
    const script = commandOf(field, own[at + 1], described, isUnknown)
    const [, name = '', value] = /^([A-Z]+)=(.*\s.*)$/s.exec(field.text) ?? []
    if (value !== undefined) environmentEffect(name, fieldFrom(field, name.length + 1), runner, inner)
    if (script && isCommand(script, runner)) runner.runScript(script.text, inner, originOf(script), NOTHING)
  }
}

/** What a program that is judged by its words is given behind `--`, or as one text at the end: `acme exec web -- rm -rf /data`. */
function runByWords(call: Invocation, runner: Runner, inner: Scope): void {
  const end = wordsBeforeHanded(call)
  const words = call.words.slice(0, end).filter(({ text }) => !text.startsWith('-'))
  const first = words.slice(0, FIRST_WORDS).map(({ text }) => text)
  const isThere = first.some(text => RUNS_THERE.test(text))
  const place = { kind: 'remote', name: call.path[0] ?? '' } as const
  const at = isThere ? subshell(inner, { cwd: MAYBE, place }) : inner
  const rest = call.words.slice(end + 1)
  const runsRest = isThere || first.length === 0 || first.some(text => RUNS_HERE.test(text))
  if (runsRest && rest[0] && namesProgram(rest[0], runner)) runner.runWords(rest, at, NOTHING)
  const last = call.args.at(-1)
  if (isThere && last && isCommand(last, runner)) runner.runScript(last.text, at, originOf(last), NOTHING)
}

/** Those before another program, whose words are its own. */
function ownWords({ model, words, rest }: Invocation): readonly Field[] {
  const end = stopsAtArgument(model) && rest[0] ? words.indexOf(rest[0]) : -1
  return end < 0 ? words : words.slice(0, end)
}

function looksItself(model: CommandModel | undefined): boolean {
  // `code: tasks` reads names of tasks alone.
  return (model?.code !== undefined && model.code !== 'tasks') || model?.runs !== undefined
}

function spelledOptions(model: CommandModel | undefined): readonly string[] {
  return model ? [...Object.values(model.options ?? {}).flat(), ...(model.values ?? [])] : []
}

/** `target.runner="…"`, `APT::Update::Pre-Invoke::=…`, `alias.x=!…`: settings that are given as words. */
const SETTING =
  /^(?:-\w)?(?:(?:alias(?:es)?|hooks?)\.[\w.-]+|(?:[\w-]+(?:\.|::?))+[\w-]*?(?:invoke|command|cmd|exec|hook|runner|editor|pager|wrapper))(?:::)?=(?=\S)/i

/** What an option or a setting that nobody described is given, where its name says that this is a command. */
function commandOf(
  word: Field,
  next: Field | undefined,
  described: ReadonlySet<string>,
  isUnknown: boolean,
): Field | undefined {
  const setting = SETTING.exec(word.text)
  if (setting) return asScript(unquoted(fieldFrom(word, setting[0].length)))
  if (!word.text.startsWith('-')) return undefined
  const equals = word.text.indexOf('=')
  const name = equals < 0 ? word.text : word.text.slice(0, equals)
  const value = equals < 0 ? next : fieldFrom(word, equals + 1)
  if (described.has(name) || !value) return undefined
  return TAKES_COMMAND.test(name) || (isUnknown && LETTERS.test(name) && HARMS.test(value.text))
    ? asScript(value)
    : undefined
}

/** `!rm x`, `shell rm x`: what some programs want before a command. */
function asScript(field: Field): Field {
  const mark = /^(?::?!+\s*|shell\s+)(?=\S)/.exec(field.text)?.[0].length ?? 0
  return mark === 0 ? field : fieldFrom(field, mark)
}

function unquoted(field: Field): Field {
  const inner = /^(["'])(.*)\1$/s.exec(field.text)?.[2]
  return inner === undefined ? field : { ...fieldFrom(field, 1), text: inner }
}

function namesProgram({ text }: Field, runner: Runner): boolean {
  const name = basename(text)
  return isKnown(name) && runner.models(name) !== undefined
}

/** More than one word, of which the first names a program: no name of a task, no pattern. */
function isCommand({ text }: Field, runner: Runner): boolean {
  const [, program = ''] = /^\s*(?:\w+=\S*\s+)*([\w./+-]+)\s+\S/.exec(text) ?? []
  return program !== '' && runner.models(basename(program)) !== undefined
}

function startsCommand({ text }: Field, next: Field | undefined): boolean {
  if (!next) return false
  return SYSTEM_PROGRAM.test(text) || (HARMFUL.test(text) && /^[-/~]/.test(next.text))
}
