/** The hook of the plugin beside one that settings register: each event is reviewed once, and by no less than one of them. */

import { resolve } from 'node:path'
import { usualState } from '../../../config/locations.ts'
import { isClientNoted } from '../../../record/clients.ts'
import { settingsFiles } from './files.ts'
import { startedBy } from './handler.ts'
import { invalidIn, matchesAll, registrationsIn } from './registered.ts'

export interface PluginPlace {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: string
  /** Process id of the client. */
  readonly client: number
}

/**
 * Whether the hook that settings register reviews an event in this client. That it stands in a file is not enough: the client may have
 * been told to read no such settings. So it must have run in this client before, which it has when a session begins; at that event it
 * may be at work in this moment, and no call is at stake. Only the state that the plugin itself has tells of that: settings that come with
 * a project could name a directory of the project, in which everything is written that is looked for here.
 */
export function isReviewedBySettings(event: string, { home, env, cwd, platform, client }: PluginPlace): boolean {
  const own = usualState(home)
  const files = settingsFiles({ cwd: env.CLAUDE_PROJECT_DIR || cwd, home, env, platform }).filter(
    // One handler of another shape, and the client takes no hook of the event from the file.
    ({ settings }) => invalidIn(settings, event).length === 0,
  )
  return files.flatMap(registrationsIn).some(({ event: registered, matcher, handler, extra }) => {
    if (registered !== event || !matchesAll(matcher)) return false
    if (extra.if !== undefined || extra.async === true || extra.once === true) return false
    const started = startedBy(handler, home)
    if (started === undefined || resolve(started.state ?? own) !== own) return false
    return event === 'SessionStart' || isClientNoted(own, client)
  })
}
