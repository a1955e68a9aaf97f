/** Programs that run several scripts of package.json at once, or over all packages of a project. */

import { dirname } from '../../common/path.ts'
import { nearestPackage, workspacePackages } from '../build-files/package-json.ts'
import { emitScript, runEach, runPackageScript, scriptNames } from '../build-files/package-scripts.ts'
import { applyModel } from '../shell/apply.ts'
import { originOf, word } from '../shell/emit.ts'
import type { ProgramHandler } from '../shell/runner.ts'
import { subshell } from '../shell/scope.ts'
import { sessionFiles } from '../shell/session-files.ts'
import { pathTargets } from '../shell/targets.ts'
import { NOTHING, UNKNOWN } from '../shell/value.ts'
import { judgeTasks } from './undescribed.ts'

/** npm-run-all, run-s, run-p: names and patterns of scripts, each with words of its own behind it. */
const runAll: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const nearest = nearestPackage(runner, scope)
  for (const at of call.args) {
    const [pattern = '', ...words] = at.text.split(' ').filter(Boolean)
    const args = words.filter(text => text !== '--').map(text => word(text, at))
    for (const name of scriptNames(pattern, nearest, runner)) {
      const asked = { tool: 'npm', script: name, args, at }
      emitScript(asked, call, runner, scope)
      if (nearest) runPackageScript(nearest, asked, runner, scope, stdin)
    }
  }
  return UNKNOWN
}

/** concurrently: each word is a command line; `npm:x` stands for a script. */
const concurrently: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const nearest = nearestPackage(runner, scope)
  for (const at of call.args) {
    const inner = subshell(scope, { via: [...scope.via, 'concurrently'] })
    const short = /^(npm|yarn|pnpm|bun|node):(\S+)(.*)$/s.exec(at.text)
    const names = short ? scriptNames(short[2] ?? '', nearest, runner) : []
    const texts = short ? names.map(name => `${short[1]} run ${name}${short[3]}`) : [at.text]
    const origin = short ? (at.span ? { span: at.span } : {}) : originOf(at)
    for (const text of texts) runner.runScript(text, subshell(inner), origin, stdin)
  }
  return UNKNOWN
}

/** turbo, nx, lerna, lage: the scripts of these names in the packages of the workspaces. */
const runMany: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help') || call.flags.has('dry_run')) return NOTHING
  applyModel(call, runner, scope, stdin)
  const tool = call.path[0] ?? ''
  const filters = (call.options.get('filter') ?? []).map(field => field.text)
  const packages = workspacePackages(filters, runner, scope)
  const root = nearestPackage(runner, scope)
  const named = [...(call.options.get('target') ?? []), ...call.args].filter(
    field => !/^(run|run-many|--)$/.test(field.text),
  )
  emitScript({ tool, script: named.map(field => field.text).join(' '), args: [], at: named[0] }, call, runner, scope)
  judgeTasks(call, runner, scope)
  for (const at of named.filter(field => !field.text.startsWith('-')))
    for (const name of at.text.split(',')) {
      // nx names a project before the target, turbo a package: `app:build`, `app#build`.
      const asked = { tool, script: name.split(/[:#]/)[1] ?? name, args: [], at }
      runEach(packages.length > 0 ? packages : root ? [root] : [], asked, runner, scope, stdin)
    }
  return UNKNOWN
}

/** run-parts: of the programs in a directory, those that this session put there. */
const runParts: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('dry_run')) return NOTHING
  for (const { target } of call.args.slice(0, 1).flatMap(arg => pathTargets(arg, scope, runner)))
    for (const path of sessionFiles(each => dirname(each) === target.value, runner, scope))
      runner.runWords([word(path, call.args[0])], scope, stdin)
  return UNKNOWN
}

export const SCRIPT_RUNNERS: Readonly<Record<string, ProgramHandler>> = {
  'run-all': runAll,
  concurrently,
  'run-many': runMany,
  'run-parts': runParts,
}
