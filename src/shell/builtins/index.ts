/** Commands of the shell itself: what they change in the scope, run, and print. */
import { resolvePath } from '../../targets/path.ts'
import type { Program, Runner } from '../runner.ts'
import { isKnown, MAYBE, NOTHING } from '../value.ts'
import { echo, printf } from './printing.ts'
import { compgen, evaluateText, hash, source, trap } from './running.ts'
import { declare, evaluate, mapfile, read, set, shift, unset } from './variables.ts'

const changeDirectory: Program = (call, runner, scope) => {
  const to = call.args[0]
  if (scope.place.kind !== 'local') {
    scope.cwd = to?.text.startsWith('/') ? resolvePath('/', to.text) : MAYBE
    return NOTHING
  }
  if (!to) scope.cwd = runner.facts.homes[0] ?? MAYBE
  else if (to.text === '-') scope.cwd = MAYBE
  else if (!isKnown(to.text))
    scope.cwd = to.text.startsWith('/') || !isKnown(scope.cwd) ? to.text : `${scope.cwd}/${to.text}`
  else if (to.text.startsWith('/') || isKnown(scope.cwd)) {
    const path = resolvePath(searched(to.text) ?? scope.cwd, to.text)
    if (isNowhere(path, runner)) scope.stays = scope.cwd
    scope.cwd = path
  }
  return NOTHING

  /** CDPATH is where names without a dot are looked for first. */
  function searched(name: string): string | undefined {
    const path = scope.environment.get('CDPATH')?.text ?? scope.variables.get('CDPATH')?.[0]?.[0]?.text
    if (path === undefined || /^\.{0,2}\//.test(name)) return undefined
    return path
      .split(':')
      .map(directory => resolvePath(scope.cwd, directory))
      .find(directory => runner.facts.path(resolvePath(directory, name)).type === 'directory')
  }
}

/** Nothing before it can have made the directory, and it is not there. */
function isNowhere(path: string, runner: Runner): boolean {
  const isFirst = runner.calls.every(call => /^(cd|pushd|set|echo|export|pwd|test|\[|true|:)( |$)/.test(call))
  return isFirst && runner.facts.path(path).type === 'missing' && !runner.facts.made(path)
}

const popDirectory: Program = (_call, _runner, scope) => {
  scope.cwd = MAYBE
  return NOTHING
}

const alias: Program = (call, _runner, scope) => {
  for (const { text } of call.args) {
    const equals = text.indexOf('=')
    if (equals > 0) scope.aliases.set(text.slice(0, equals), text.slice(equals + 1))
  }
  return NOTHING
}

const unalias: Program = (call, _runner, scope) => {
  for (const arg of call.args) scope.aliases.delete(arg.text)
  return NOTHING
}

/** What changes nothing that matters here. */
const QUIET = [
  ...[
    'true',
    'false',
    ':',
    'exit',
    'return',
    'break',
    'continue',
    'wait',
    'jobs',
    'shopt',
    'getopts',
    'umask',
    'ulimit',
  ],
  ...['times', 'disown', 'bg', 'fg', 'dirs'],
]

export const BUILTINS: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(QUIET.map((name): [string, Program] => [name, () => NOTHING])),
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: popDirectory,
  pwd: (_call, _runner, scope) => ({ text: scope.cwd, taints: [] }),
  export: declare,
  declare,
  local: declare,
  typeset: declare,
  readonly: declare,
  unset,
  read,
  mapfile,
  readarray: mapfile,
  set,
  shift,
  let: evaluate,
  test: evaluate,
  '[': evaluate,
  alias,
  unalias,
  eval: evaluateText,
  source,
  '.': source,
  trap,
  compgen,
  hash,
  echo,
  printf,
  history: () => ({ taints: [{ kind: 'secret', from: 'the history of the shell' }] }),
}
