/** A session of the real client with two calls: one that nobody minds, and one that the reviewer denies. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Run, runClient } from './client.ts'
import type { World } from './world.ts'

/** `words`: further arguments of the client. `made`: whether each of the two calls ran. */
export async function twoCalls(
  client: string,
  world: World,
  words: readonly string[] = [],
): Promise<{ readonly run: Run; readonly made: readonly boolean[] }> {
  const files = ['harmless', 'destroyed'].map(name => join(world.root, name))
  const [harmless = '', destroyed = ''] = files
  const bash = (name: string, command: string) => [{ name, tool: 'Bash', input: { command, description: name } }]
  const run = await runClient({
    client,
    world,
    permissionMode: 'bypassPermissions',
    words,
    script: {
      main: [bash('harmless', `touch ${harmless}`), bash('destroy', `touch ${destroyed}; rm -rf ~/`), 'Done.'],
    },
  })
  return { run, made: files.map(file => existsSync(file)) }
}

/** Everything that the client told anybody. */
export const said = ({ events }: Run): string => JSON.stringify(events)
