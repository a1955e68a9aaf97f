/** git: its global options, aliases and configuration, and what its commands discard. */
import { classifyPath } from '../../targets/classify.ts'
import { resolvePath } from '../../targets/path.ts'
import { applyModel } from '../apply.ts'
import { word } from '../emit.ts'
import { cut, type Invocation } from '../invocation.ts'
import { output } from '../output.ts'
import { runNested } from '../run.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, isKnown, MAYBE, type Stream, UNKNOWN } from '../value.ts'
import { gitEnvironment, gitSetting } from './git-config.ts'
import { gitPush } from './git-push.ts'

export const git: Program = (call, runner, scope, stdin) => {
  const there = subshell(scope, { cwd: directoryOf(call, scope) })
  gitEnvironment(call, runner, there)
  for (const setting of call.options.get('config') ?? []) inlineSetting(setting, call, runner, there)
  for (const setting of call.options.get('config_env') ?? []) environmentSetting(setting, call, runner, there)
  const subcommand = call.path[1] ?? ''
  const alias = aliasOf(subcommand, call, runner, there)
  if (alias !== undefined) return runAlias(alias, call, runner, there, stdin)
  for (const option of ['upload_pack', 'receive_pack'])
    for (const value of call.options.get(option) ?? [])
      gitSetting('remote.origin.uploadpack', value, false, call, runner, there)
  if (!call.flags.has('help')) COMMANDS[subcommand]?.(call, runner, there)
  applyModel(call, runner, there, stdin)
  return runNested(call, runner, there, stdin) ?? output(call, runner, there, stdin)
}

/** Every `-C` is relative to the one before. */
function directoryOf(call: Invocation, scope: Scope): string {
  let at = scope.cwd
  const places = [...(call.options.get('directory') ?? []), ...(call.options.get('work_tree') ?? [])]
  for (const { text } of places)
    at = isKnown(text) && (text.startsWith('/') || isKnown(at)) ? resolvePath(at, text) : MAYBE
  return at
}

function inlineSetting(setting: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const equals = setting.text.indexOf('=')
  if (equals > 0) gitSetting(setting.text.slice(0, equals), cut(setting, equals + 1), false, call, runner, scope)
}

/** `--config-env=key=NAME`: the value stands in a variable. */
function environmentSetting(setting: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const equals = setting.text.lastIndexOf('=')
  if (equals <= 0) return
  const value = scope.environment.get(setting.text.slice(equals + 1)) ?? { ...setting, text: MAYBE }
  gitSetting(setting.text.slice(0, equals), value, false, call, runner, scope)
}

function aliasOf(name: string, call: Invocation, runner: Runner, scope: Scope): string | undefined {
  if (name === '' || name in COMMANDS) return undefined
  for (const setting of call.options.get('config') ?? []) {
    const alias = /^alias\.([^=]+)=(.+)$/s.exec(setting.text)
    if (alias?.[1] === name) return alias[2]
  }
  return isKnown(scope.cwd) ? runner.facts.alias(scope.cwd, name) : undefined
}

function runAlias(alias: string, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const name = `alias git ${call.path[1]}`
  if (scope.running.includes(name)) return UNKNOWN
  const inner = subshell(scope, { running: [...scope.running, name], via: [...scope.via, name] })
  const at = call.words.findIndex(field => field.text === call.path[1])
  const rest = call.words.slice(at + 1)
  const span = call.words[at]?.span
  const text = alias.startsWith('!') ? alias.slice(1) : `git ${alias}`
  return runner.runScript([text, ...rest.map(field => quote(field.text))].join(' '), inner, span ? { span } : {}, stdin)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Commands whose effects need more than their model. */
const COMMANDS: Readonly<Record<string, (call: Invocation, runner: Runner, scope: Scope) => void>> = {
  push: gitPush,
  checkout,
  restore: (call, runner, scope) => {
    if (call.flags.has('staged') && !call.flags.has('worktree')) return
    for (const path of call.args) discard(path, call, runner, scope)
  },
  switch: (call, runner, scope) => {
    if (call.flags.has('force')) discard(word('.'), call, runner, scope)
  },
  reset: (call, runner, scope) => {
    if (call.flags.has('hard')) discard(word('.', call.flagWords.get('hard')), call, runner, scope)
  },
  clean: (call, runner, scope) => {
    if (!call.flags.has('force') || call.flags.has('dry_run') || call.flags.has('interactive')) return
    const ignored = call.flags.has('only_ignored')
    const kind = ignored ? 'ignored' : call.flags.has('ignored') ? 'untracked and ignored' : 'untracked'
    for (const path of call.args.length > 0 ? call.args : [word('.', call.flagWords.get('force'))])
      discard(path, call, runner, scope, { cleans: kind })
  },
  config: (call, runner, scope) => {
    if (call.flags.has('get') || call.flags.has('unset')) return
    if (call.flags.has('edit')) {
      runner.emit(
        {
          verb: 'write',
          target: { kind: 'none', value: 'git configuration', class: 'persistence', git: 'unknown' },
          details: { config: 'any' },
        },
        scope,
        call,
      )
      return
    }
    const [first, ...rest] = call.args.filter(
      (field, at) => !(at === 0 && /^(set|get|list|unset|edit)$/.test(field.text)),
    )
    if (!first || /^(get|list|unset)$/.test(call.args[0]?.text ?? '')) return
    const equals = first.text.indexOf('=')
    if (equals > 0 && rest.length === 0)
      gitSetting(first.text.slice(0, equals), cut(first, equals + 1), true, call, runner, scope)
    else if (rest[0]) gitSetting(first.text, rest[0], true, call, runner, scope)
  },
  clone: (call, runner, scope) => {
    for (const setting of call.options.get('config') ?? []) inlineSetting(setting, call, runner, scope)
    for (const template of call.options.get('template') ?? [])
      gitSetting('init.templateDir', template, false, call, runner, scope)
    const from = call.args[0]
    if (from && /^ext::/.test(from.text)) gitSetting('remote.origin.url', from, false, call, runner, scope)
  },
}

/** `checkout` takes branches and paths: after `--`, `.`, or where a file or directory of that name exists. */
function checkout(call: Invocation, runner: Runner, scope: Scope): void {
  const dashes = call.words.findIndex(field => field.text === '--')
  if (dashes >= 0) {
    for (const path of call.words.slice(dashes + 1)) discard(path, call, runner, scope)
    return
  }
  if (call.flags.has('create') || call.flags.has('recreate') || call.flags.has('patch')) return
  if (call.flags.has('force')) discard(word('.', call.flagWords.get('force')), call, runner, scope)
  for (const [index, arg] of call.args.entries()) {
    const named = /^(\.|\.\.|:\/|\*|.*\/)$/.test(arg.text) || (arg.glob && arg.text.includes('*'))
    const exists =
      isKnown(arg.text) &&
      isKnown(scope.cwd) &&
      /^(file|directory)$/.test(runner.facts.path(resolvePath(scope.cwd, arg.text)).type)
    if (named || exists || (index > 0 && /[./]/.test(arg.text))) discard(arg, call, runner, scope)
  }
}

/** Takes changes of the work tree away that git has nowhere else. */
function discard(
  path: Field,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  more: Readonly<Record<string, string>> = {},
): void {
  if (scope.place.kind !== 'local') return
  const pathspec = path.text.replace(/^:\/|\/?\*+$/g, '') || '.'
  const known = isKnown(pathspec) && isKnown(scope.cwd)
  const absolute = known ? resolvePath(scope.cwd, pathspec) : runner.projectRoot
  const { real: _real, type } = runner.facts.path(absolute)
  if (known && type === 'missing' && !path.glob) return
  const { root: _root, ...on } = classifyPath(absolute, { facts: runner.facts, projectRoot: runner.projectRoot })
  const span = path.span
  runner.emit(
    {
      verb: 'delete',
      target: {
        ...on,
        class: /^(session_made|regenerable|temp|safety_control)$/.test(on.class) ? on.class : 'project',
        git: runner.facts.git(absolute),
      },
      certain: known,
      recursive: true,
      severity: 'medium',
      details: { discards: true, ...more },
      ...(span && { span }),
    },
    scope,
    call,
  )
}
