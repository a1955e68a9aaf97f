/** Calls of programs that touch what guards the session in ways that no description of the program tells. */
import { isAmong } from '../common/among.ts'
import { basename } from '../targets/path.ts'
import { emitNamed, emitPaths } from './emit.ts'
import { cut, type Invocation } from './invocation.ts'
import { emitAttached } from './programs/processes.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { pathTargets, type Reached } from './targets.ts'
import { type Field, isKnown } from './value.ts'

/** Variables that decide which settings a client reads, whether it runs hooks, and what is loaded into it. */
export const SWITCHED: readonly string[] = [
  'CLAUDE_CODE_SIMPLE',
  'CLAUDE_CONFIG_DIR',
  'CLAUDE_CODE_MANAGED_SETTINGS_PATH',
]
/** Set for all that is started later, these reach each hook too. */
const LASTING: readonly string[] = [...SWITCHED, 'LD_PRELOAD', 'LD_AUDIT']
const SET_FOR_OTHERS = 'set-environment setenv set-env setx setenviron'
/** Programs that look into another process, hold it or change what it may do. */
const ATTACHING = 'gdb lldb strace ltrace dtruss gcore reptyr prlimit renice node nodejs rr criu py-spy dlv'

/** What is seen before the program itself is looked at. */
export function emitOnGuard(call: Invocation, runner: Runner, scope: Scope): void {
  if (scope.place.kind !== 'local') return
  if (isAmong(call.path[0] ?? '', ATTACHING)) emitAttached(call, runner, scope)
  emitIndexed(call, runner, scope)
  // `systemctl --user set-environment`, `tmux setenv -g`, `launchctl setenv`: for clients that are started later.
  const sets = [call.path[0] ?? '', ...call.words.map(({ text }) => text)].some(text => isAmong(text, SET_FOR_OTHERS))
  const named = sets ? call.words.find(({ text }) => LASTING.includes(text.replace(/=.*$/s, ''))) : undefined
  if (!named) return
  const on = { class: 'safety_control', value: named.text.replace(/=.*$/s, '') } as const
  emitNamed('write', on, call, runner, scope, { severity: 'critical', details: { switches: true } }, named)
}

/** `git update-index --cacheinfo MODE,ID,PATH`: what git then calls unchanged is somebody's own. */
function emitIndexed(call: Invocation, runner: Runner, scope: Scope): void {
  if (call.path[1] !== 'update-index' || !call.words.some(({ text }) => text.startsWith('--cacheinfo'))) return
  for (const field of call.words) {
    const path = cut(field, field.text.lastIndexOf(',') + 1)
    if (isKnown(path.text) && guardNamed(path, runner, scope)) emitPaths('write', path, call, runner, scope)
  }
}

/** Programs that only look, and mean something else by these letters. */
const LOOKING = 'ls exa eza lsd grep egrep fgrep rg ag ps id stat date lsblk ssh mount find fd'

/** Options after which programs name what they write. */
const WRITING =
  '-o -O --out --output --output-file --outfile --out-file --out-dir --output-dir --dest --destination --log-file'
const WRITES_JOINED = /^--(?:out|output|output-file|outfile|out-file|out-dir|output-dir|dest|destination|log-file)=/

/**
 * What guards the session, given to a program of which nobody knows what it does with it: a person decides. `isKnown`: the program is
 * described; then only what stands behind an option for its output counts.
 */
export function emitGiven(call: Invocation, described: boolean, runner: Runner, scope: Scope): void {
  if (scope.place.kind !== 'local') return
  const isDescribed = described && !isAmong(call.path[0] ?? '', UNREAD)
  if (!isDescribed) emitQuoted(call, runner, scope)
  if (isDescribed && isAmong(call.path[0] ?? '', LOOKING)) return
  const before = runner.effects
  for (const [at, field] of call.words.entries()) {
    const output = WRITES_JOINED.exec(field.text)?.[0].length
    const isOutput = output !== undefined || isAmong(call.words[at - 1]?.text ?? '', WRITING)
    if ((isDescribed && !isOutput) || (output === undefined && field.text.startsWith('-')) || !isKnown(field.text))
      continue
    const guard = guardNamed(output === undefined ? field : cut(field, output), runner, scope)
    if (!guard || before.some(effect => effect.target.value === guard.target.value)) continue
    const { span } = field
    const details = { given: true }
    runner.emit(
      { verb: 'write', target: guard.target, severity: 'high', certain: false, details, ...(span && { span }) },
      scope,
      call,
    )
  }
}

/** Interpreters whose code nobody here reads. */
const UNREAD =
  'Rscript R julia emacs tclsh wish octave runghc scala elixir erl groovy nim crystal swift racket guile sbcl clojure bb raku dart jshell nu xonsh'

/** A path in quotes, in code that nobody reads. */
function emitQuoted(call: Invocation, runner: Runner, scope: Scope): void {
  for (const field of call.words)
    for (const [, , path = ''] of /\.claude|reviewer/.test(field.text)
      ? field.text.matchAll(/(["'])([^"'\n]+)\1/g)
      : []) {
      const guard = guardNamed({ ...field, text: path }, runner, scope)
      const details = { given: true }
      if (guard)
        runner.emit({ verb: 'write', target: guard.target, severity: 'high', certain: false, details }, scope, call)
    }
}

function guardNamed(field: Field, runner: Runner, scope: Scope): Reached | undefined {
  // Words that are no paths are most words.
  if (!/[/.]/.test(field.text) && !isNearGuard(scope)) return undefined
  return pathTargets(field, scope, runner).find(({ target }) => target.class === 'safety_control')
}

function isNearGuard({ cwd }: Scope): boolean {
  return /\/\.claude(\/|$)|reviewer/.test(cwd)
}

/** The client or the reviewer, by the file that is run: under another name, through a link, as a script of Node. */
export function guardProgram(
  reached: Reached | undefined,
  text: string,
  runner: Runner,
): 'claude' | 'reviewer' | undefined {
  if (/\/@anthropic-ai\/claude-code\/cli\.[cm]?js$/.test(text)) return 'claude'
  if (reached?.target.class !== 'safety_control') return undefined
  const real = runner.facts.path(reached.target.value).real
  if (/\/\.claude\/(hooks|plugins)\//.test(real)) return undefined
  if (/\/(bin\/reviewer|dist\/(cli|hook|launch))\.[cm]?js$/.test(real)) return 'reviewer'
  return basename(real) === 'claude' || /\/share\/claude\/versions\//.test(real) ? 'claude' : undefined
}
