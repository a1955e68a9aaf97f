/** The entry of the hot bundle: gives the hook what lies beside it in the package, each loaded when it is first asked for. */
import { dirname } from 'node:path'
import type { Modules } from '../modules/index.ts'
import { type HookRun, runHook } from './hook.ts'
import type { Launched } from './launched.ts'

/** Answers the event that the launcher began to read. Never throws. */
export function start({ args, begun, began, dist, ask, trace }: Launched): HookRun {
  const packageRoot = dirname(dist)
  const ownModules = (): Modules => ask(`${dist}/modules.cjs`).modules(ask, dist)
  return runHook({
    args,
    begun,
    packageRoot,
    began,
    ...(trace && { mark: trace.mark }),
    matchGlob: (pattern, text) => ask(`${dist}/glob.cjs`).matchGlob(pattern, text),
    findRegex: (pattern, text) => ask(`${dist}/regex.cjs`).findRegex(pattern, text),
    matchRegex: (pattern, text) => ask(`${dist}/regex.cjs`).matchRegex(pattern, text),
    cipher: () => ask(`${dist}/cipher.cjs`).cipher,
    findProcess: pid => ask(`${dist}/processes.cjs`).processFromPs(pid),
    tidy: (state, keeping) => ask(`${dist}/tidy.cjs`).startTidying(state, keeping),
    modules: {
      patterns: files => ownModules().patterns(files),
      interventions: files => ownModules().interventions(files),
      review: question => ownModules().review(question),
    },
    compile: (locations, root, options) => ask(`${dist}/cold.cjs`).compilePolicy(locations, root, options),
    digestOf: text => ask(`${dist}/cold.cjs`).digestOf(text),
    programContents: root => ask(`${dist}/cold.cjs`).programContents(root),
    afterStop: (state, session) => ask(`${dist}/detach.cjs`).reportStop(packageRoot, state, session),
  })
}
