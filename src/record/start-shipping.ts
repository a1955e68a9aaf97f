/** Has what is new on record sent to where it is configured to go, by a process of its own that nobody waits for. */
import { startDetached } from '../facts/start.ts'

/** What programs and libraries need to find the user's files. The project may set variables too, so nothing else of them is passed on. */
const NEEDED = ['HOME', 'PATH', 'USER', 'LOGNAME', 'LANG', 'TZ', 'TMPDIR', 'SystemRoot', 'USERPROFILE', 'TEMP']

interface Destination {
  readonly credentials?: { readonly env?: string | undefined } | undefined
}

export function startShipping(state: string, destinations: readonly Destination[]): void {
  const names = [...NEEDED, ...destinations.flatMap(({ credentials }) => credentials?.env ?? [])]
  const env = Object.fromEntries(
    names.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  startDetached(['internal', 'ship', state], env)
}
