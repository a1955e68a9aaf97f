/** Who may use what only people may use. */
import type { Locations } from './config/locations.ts'

export type Allowed = { readonly ok: true } | { readonly ok: false; readonly why: string }

/** Signs that a program is run by Claude Code, and not by a person in a terminal of their own. */
const INSIDE = ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT']

/** Whether a person is at the terminal. `what`: what they are about to do. */
export async function requireHuman(what: string, _options: { readonly locations: Locations }): Promise<Allowed> {
  const sign = INSIDE.find(name => process.env[name])
  return sign === undefined
    ? { ok: true }
    : { ok: false, why: `${what} is for people: run it in a terminal of your own (${sign} is set here)` }
}
