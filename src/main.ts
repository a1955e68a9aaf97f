/** The program: answers one event for the client (`hook`), or runs one command for a person. */

import { loadBesideSettings } from './agents/on-demand.ts'
import { loadCli, loadDoctor, loadInternal } from './cli/on-demand.ts'
import { loadOs } from './common/on-demand.ts'
import { runHook } from './review/hook.ts'
import { loadTrace } from './review/on-demand.ts'

const began = process.hrtime.bigint()
const [name, ...words] = process.argv.slice(2)

if (name === 'hook') {
  if (isLeftToSettings()) process.exit(0)
  const file = process.env.REVIEWER_TRACE
  const trace = file ? loadTrace().traceInto(file, began) : undefined
  const code = runHook(words, { began, ...(trace && { mark: trace.mark }) })
  trace?.write()
  process.exit(code)
} else if (name === 'doctor') process.exitCode = loadDoctor().runDoctor(words)
else if (name === 'internal') loadInternal().runInternal(words)
else void loadCli().runCli(process.argv)

/** Whether this is the hook of the plugin, and the one of the settings reviews the event. */
function isLeftToSettings(): boolean {
  const at = words.indexOf('--plugin')
  if (at < 0) return false
  try {
    const { env, platform, ppid: client } = process
    const place = { home: loadOs().userInfo().homedir, env, cwd: process.cwd(), platform, client }
    return loadBesideSettings().isReviewedBySettings(words[at + 1] ?? '', place)
  } catch {
    // Two reviews are better than none.
    return false
  }
}
