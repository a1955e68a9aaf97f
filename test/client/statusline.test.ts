/** The real client at a terminal: its status line says whether it is guarded, and follows what is stopped and what can be restored. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shellLine } from '../program.ts'
import { requireClient, unprivileged } from './client.ts'
import { noTerminal, openTerminal } from './terminal.ts'
import { createWorld, plant, userSettings, type World } from './world.ts'

const client = requireClient()
const bash = (name: string, command: string) => ({ name, tool: 'Bash', input: { command, description: name } })

/** As a person would put it into their settings. */
function withStatusLine(world: World, change: (settings: Record<string, unknown>) => object = settings => settings) {
  const settings = JSON.parse(readFileSync(userSettings(world), 'utf8'))
  const statusLine = { type: 'command', command: shellLine(['status', '--statusline']) }
  writeFileSync(userSettings(world), JSON.stringify(change({ ...settings, statusLine })))
}

const open = (world: World, script: Parameters<typeof openTerminal>[0]['script']) =>
  openTerminal({ client: String(client), world, script, permissionMode: 'bypassPermissions' })

test.skipIf(client === undefined || noTerminal !== undefined)(
  'guarded, then what was stopped, then what can be restored',
  { timeout: 120_000, retry: 2 },
  async () => {
    const world = createWorld(unprivileged(String(client)))
    withStatusLine(world)
    plant(world, 'home/project/.gitignore', 'notes.md\n')
    plant(world, 'home/project/notes.md', 'the only copy\n')
    const main = [[bash('wipe', 'rm -rf ~/')], 'That was stopped.', [bash('notes', 'rm notes.md')], 'Removed.']
    const terminal = await open(world, { main })
    try {
      await terminal.waitFor(/^ *guarded/m)
      await terminal.type('Tidy up')
      await terminal.waitFor('That was stopped.')
      await terminal.waitFor(/guarded · 1 stopped/)
      await terminal.type('Now the notes')
      await terminal.waitFor('Removed.')
      expect(existsSync(join(world.project, 'notes.md'))).toBe(false)
      await terminal.waitFor(/guarded · 1 stopped · 1 to restore/)
    } finally {
      await terminal.close()
      world.remove()
    }
  },
)

test.skipIf(client === undefined || noTerminal !== undefined)(
  'where hooks are switched off, it says that nothing is guarded',
  { timeout: 120_000, retry: 2 },
  async () => {
    const world = createWorld(unprivileged(String(client)))
    withStatusLine(world, ({ hooks: _, ...rest }) => rest)
    const terminal = await open(world, { main: ['Nothing to do.'] })
    try {
      await terminal.waitFor(/NOT guarded/)
    } finally {
      await terminal.close()
      world.remove()
    }
  },
)
