/** Programs that run other programs in ways that data cannot say. */
import { basename } from '../../common/path.ts'
import { applyModel } from '../shell/apply.ts'
import { emitNamed, originOf, word } from '../shell/emit.ts'
import { isProgramPath } from '../shell/identity.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { followScope, type Scope, subshell } from '../shell/scope.ts'
import { type Field, NOTHING, SOME, UNKNOWN, withoutHoles } from '../shell/value.ts'

/** Prints where a program lies: to run that is to run the program. Of the reviewer it is told where that is. */
const lookup: ProgramHandler = (call, runner) => {
  const { facts } = runner
  const places = (facts.env('PATH') ?? '').split(':').filter(each => each.startsWith('/'))
  const placed = ({ text }: Field): string => {
    const found = places.map(each => `${each}/${text}`).find(each => facts.path(each).type === 'file')
    if ([facts.agent.client.name, 'reviewer', 'step-reviewer'].includes(text)) return found ?? `/usr/local/bin/${text}`
    return found !== undefined && isProgramPath(found, runner) ? found : text
  }
  return { text: call.args.map(placed).join('\n'), taints: [] }
}

/** `command -v` only looks a name up. */
const command: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('lookup')) return lookup(call, runner, scope, stdin)
  // Another option than those it has: the shell refuses.
  if (call.rest.length === 0 || /^-[^pvV-]/.test(call.words[0]?.text ?? '')) return NOTHING
  // Commands of the shell change this shell, also by this name.
  const inner = { ...scope, via: [...scope.via, call.path.join(' ')] }
  const out = runner.runWords(call.rest, inner, stdin)
  followScope(scope, inner)
  return out
}

/** Numbers, masks and names of processors that stand before the command of nice, taskset, setarch … */
const BEFORE_COMMAND = /^(-.*|0x[\da-f]+|[\d,.-]+|x86_64|i[3-6]86|aarch64|arm64\w*|armv\w+|ppc\w*|s390x?|uname26)$/i

/** Runs the words from the first one that can name a program; `aws-vault exec PROFILE -- …` names something else first. */
const skipping: ProgramHandler = (call, runner, scope, stdin) => {
  const script = commandOption(call)
  if (script) return runner.runScript(script.text, through(scope, call.path), originOf(script), stdin)
  const start = call.rest.findIndex(field => !BEFORE_COMMAND.test(field.text))
  if (start < 0) return NOTHING
  const words = call.rest.slice(start)
  const named = words[1]?.text === '--' && runner.models(words[0]?.text ?? '') === undefined
  return runner.runWords(named ? words.slice(2) : words, through(scope, call.path), stdin)
}

/** `--command='script'` of tools that otherwise take words. */
export function commandOption(call: Invocation): Field | undefined {
  const named = call.options.get('command')?.[0]
  if (named) return named
  const inner = call.words.findIndex(field => field.text === '--')
  const own = inner < 0 ? call.words : call.words.slice(0, inner)
  const joined = own.find(field => field.text.startsWith('--command='))
  if (joined) return fieldFrom(joined, '--command='.length)
  // `mise x node@22 -c 'script'`: behind what it provides, where that is no program.
  const spelled = call.model?.options?.command ?? []
  return spelled.includes(call.rest[1]?.text ?? '') ? call.rest[2] : undefined
}

/** Runs what stands behind `--`, whatever stands before it; without one, the first words that can be a command. */
const delimited: ProgramHandler = (call, runner, scope, stdin) => {
  const at = call.words.findIndex(field => field.text === '--')
  if (at < 0 && /^(onchange|reflex|modd|guix)$/.test(call.path[0] ?? '')) return NOTHING
  if (at < 0) return skipping({ ...call, rest: behindVersion(call.rest, runner) }, runner, scope, stdin)
  const words = call.words.slice(at + 1)
  return words.length === 0 ? NOTHING : runner.runWords(words, through(scope, call.path), stdin)
}

/** `rustup run stable cargo …`, `dotenv run …`: a word that is no program, before one that is. */
function behindVersion(words: readonly Field[], runner: Runner): readonly Field[] {
  const [first, second] = words
  if (!first || !second || runner.models(basename(first.text))) return words
  return runner.models(basename(second.text)) ? words.slice(1) : words
}

/** Arguments that are each a script for a shell, and scripts that prepare and clean up. */
const eachScript: ProgramHandler = (call, runner, scope) => {
  const scripts = ['prepare', 'setup', 'cleanup', 'conclude'].flatMap(name => call.options.get(name) ?? [])
  if (!call.flags.has('help'))
    for (const script of [...scripts, ...call.args])
      runner.runScript(script.text, through(scope, call.path), originOf(script), NOTHING)
  return UNKNOWN
}

/** Runs the words behind the first of some marks; a single one is a script. */
function behind(marks: RegExp): ProgramHandler {
  return (call, runner, scope, stdin) => {
    const at = call.words.findIndex(field => marks.test(field.text))
    const words = at < 0 ? [] : call.words.slice(at + 1)
    const [only, more] = words
    if (!only) return NOTHING
    const inner = through(scope, call.path)
    return more ? runner.runWords(words, inner, stdin) : runner.runScript(only.text, inner, originOf(only), stdin)
  }
}

const markedCommand = behind(/^(-e|-x|--)$/)

/** `xterm -e command`; some take the command without a mark. */
const terminal: ProgramHandler = (call, runner, scope, stdin) => {
  const isPlain = /^(kitty|foot)$/.test(call.path[0] ?? '') && runner.models(basename(call.rest[0]?.text ?? ''))
  if (isPlain) return runner.runWords(call.rest, through(scope, call.path), stdin)
  return markedCommand(call, runner, scope, stdin)
}

/** `runuser -u USER command`, or `runuser [-l] USER -c script`. */
const runuser: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  const script = call.options.get('command')?.[0]
  const inner = through(scope, call.path)
  if (script) return runner.runScript(script.text, inner, originOf(script), stdin)
  return call.options.has('user') && call.rest.length > 0 ? runner.runWords(call.rest, inner, stdin) : NOTHING
}

/** How many words each option of bwrap takes. */
const BWRAP_WORDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['bind', 'bind-try', 'dev-bind', 'dev-bind-try', 'ro-bind', 'ro-bind-try', 'symlink', 'setenv', 'file'].map(
      name => [`--${name}`, 2],
    ),
  ),
  ...Object.fromEntries(
    ['args', 'chdir', 'unsetenv', 'lock-file', 'sync-fd', 'proc', 'dev', 'tmpfs', 'mqueue', 'dir', 'remount-ro'].map(
      name => [`--${name}`, 1],
    ),
  ),
  ...Object.fromEntries(
    ['uid', 'gid', 'hostname', 'seccomp', 'info-fd', 'perms', 'size', 'cap-add', 'cap-drop', 'overlay-src'].map(
      name => [`--${name}`, 1],
    ),
  ),
}

const bwrap: ProgramHandler = (call, runner, scope, stdin) => {
  let at = 0
  for (let option = call.words[at]; option?.text.startsWith('--'); option = call.words[at]) {
    at += 1 + (BWRAP_WORDS[option.text] ?? 0)
    if (option.text === '--') break
  }
  const words = call.words.slice(at)
  return words.length === 0 ? NOTHING : runner.runWords(words, through(scope, call.path), stdin)
}

/** `coreutils --coreutils-prog=rm …` and `coreutils rm …`. */
const multiCall: ProgramHandler = (call, runner, scope, stdin) => {
  const program = call.options.get('program')
  const words = [...(program ?? []), ...(program ? behindOption(call, '--coreutils-prog') : call.rest)]
  return words.length === 0 ? NOTHING : runner.runWords(words, through(scope, call.path), stdin)
}

function behindOption(call: Invocation, option: string): readonly Field[] {
  return call.words.slice(call.words.findIndex(field => field.text.startsWith(option)) + 1)
}

/** Another root directory: its paths are not this machine's, unless it is the same. */
const chroot: ProgramHandler = (call, runner, scope, stdin) => {
  const [root, ...words] = call.rest
  if (!root || words.length === 0) return NOTHING
  const inner = through(scope, call.path)
  const place = { kind: 'container', name: withoutHoles(root.text) } as const
  return runner.runWords(words, /^\/+\.?$/.test(root.text) ? inner : { ...inner, place }, stdin)
}

/** What a shell reads from now on that enters the directory. */
const direnvAllow: ProgramHandler = (call, runner, scope) => {
  const [named] = call.args
  const file = named?.text.endsWith('.envrc') ? named : word(`${named?.text ?? '.'}/.envrc`, named)
  return runner.runWords([word('bash'), file], through(scope, call.path), NOTHING)
}

/** `sg group -c 'script'`. */
const sg: ProgramHandler = (call, runner, scope, stdin) => {
  const words = call.words.filter(field => field.text !== '-c')
  const script = words[1]
  return script ? runner.runScript(script.text, through(scope, call.path), originOf(script), stdin) : NOTHING
}

/** `capsh … -- -c 'script'`: a shell with the words behind the dashes. */
const capsh: ProgramHandler = (call, runner, scope, stdin) => {
  const at = call.words.findIndex(field => field.text === '--')
  return at < 0
    ? NOTHING
    : runner.runWords([word('bash'), ...call.words.slice(at + 1)], through(scope, call.path), stdin)
}

/** A daemon that is started is a command; one that is stopped is a process that ends. */
const startStopDaemon: ProgramHandler = (call, runner, scope, stdin) => {
  const program = call.options.get('program') ?? []
  if (call.flags.has('status') || call.flags.has('help')) return NOTHING
  if (!call.flags.has('stop'))
    return program.length === 0
      ? NOTHING
      : runner.runWords([...program, ...call.args], through(scope, call.path), stdin)
  for (const by of ['name', 'program', 'pidfile'] as const)
    for (const field of call.options.get(by) ?? [])
      emitNamed(
        'process',
        { kind: 'process', value: field.text },
        call,
        runner,
        scope,
        { severity: 'low', details: { by: by === 'pidfile' ? 'pid' : 'name' } },
        field,
      )
  return NOTHING
}

/** The same scope, entered by a program that runs others. */
export function through(scope: Scope, path: readonly string[]): Scope {
  return subshell(scope, { via: [...scope.via, path.join(' ')] })
}

/** `fzf --bind 'enter:execute(rm {})'`: what keys and events start, and what shows an item. */
const keyBindings: ProgramHandler = (call, runner, scope) => {
  const scripts = (call.options.get('bind') ?? []).flatMap(field =>
    [...field.text.matchAll(STARTS)].map(([, , inBraces = '', rest = '']) => word(inBraces || rest, field)),
  )
  for (const script of [...(call.options.get('preview') ?? []), ...scripts])
    runner.runScript(
      script.text.replaceAll(/\{[^{}\s]*\}/g, SOME),
      through(scope, call.path),
      originOf(script),
      UNKNOWN,
    )
  return UNKNOWN
}

/** An action that runs a command, which stands in brackets of any kind or behind a colon. */
const STARTS =
  /\b(execute(?:-silent|-multi)?|become|reload(?:-sync)?|transform(?:-[a-z-]+)?|preview)(?:[([{<~!@#$%^&*;/|](.*?)[)\]}>~!@#$%^&*;/|](?=$|[,+])|:(.*)$)/g

/** `gh alias set --shell NAME COMMAND`, `gh alias set NAME '!COMMAND'`: a command for a shell, to be called by a name. */
const shellAlias: ProgramHandler = (call, runner, scope) => {
  const script = call.args[1]
  if (script && (call.flags.has('shell') || script.text.startsWith('!')))
    runner.runScript(script.text.replace(/^!/, ''), through(scope, call.path), originOf(script), UNKNOWN)
  return NOTHING
}

export const WRAPPER_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  lookup,
  command,
  skipping,
  delimited,
  'each-script': eachScript,
  'key-bindings': keyBindings,
  'shell-alias': shellAlias,
  nix: behind(/^(-c|--command)$/),
  terminal,
  runuser,
  bwrap,
  'multi-call': multiCall,
  'start-stop-daemon': startStopDaemon,
  chroot,
  sg,
  capsh,
  'direnv-allow': direnvAllow,
}
