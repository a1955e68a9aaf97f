/** Real client: a server that really runs commands and writes files, and what of that the hook keeps from happening. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Turn } from './api.ts'
import { type Run, requireClient, runClient, told, unprivileged } from './client.ts'
import { createWorld, type World } from './world.ts'

const client = requireClient() ?? ''
const server = fileURLToPath(new URL('fixtures/machine-server.js', import.meta.url))

describe.skipIf(!client)('a server that works on this machine', () => {
  let world: World
  let run: Run
  let settings: { readonly file: string; readonly text: string }
  const marker = (name: string) => join(world.root, name)
  const ran = (name: string) => existsSync(marker(name))

  beforeAll(async () => {
    world = createWorld(unprivileged(client))
    const file = join(world.project, '.claude/settings.json')
    settings = { file, text: readFileSync(file, 'utf8') }
    const call = (name: string, tool: string, input: object): Turn => [
      { name, tool: `mcp__machine__${tool}`, input: { ...input } },
    ]
    const uri = (path: string) => `file://${join(world.project, path)}`
    const wipe = 'rm -rf "$HOME"'
    run = await runClient({
      client,
      world,
      permissionMode: 'bypassPermissions',
      mcpServers: { machine: { command: process.execPath, args: [server] } },
      script: {
        main: [
          call('plain', 'run', { command: `touch ${marker('plain')}; git status` }),
          call('wipe', 'run', { command: `touch ${marker('wipe')}; ${wipe}` }),
          call('nested', 'invoke', {
            tool: 'run',
            arguments: JSON.stringify({ command: `touch ${marker('nested')}; ${wipe}` }),
          }),
          call('python', 'run_python', {
            code: `import os, shutil\nopen("${marker('python')}", "w")\nshutil.rmtree(os.path.expanduser("~"))`,
          }),
          call('count', 'run_python', { code: `open("${marker('count')}", "w")\nprint(6 * 7)` }),
          call('switch', 'write_file', {
            uri: uri('').replace(/\/$/, '/%2eclaude/settings.json'),
            content: '{"disableAllHooks":true}',
          }),
          call('notes', 'write_file', { uri: uri('my%20notes.md'), content: `Never run ${wipe}.\n` }),
          'Done.',
        ],
      },
    })
  }, 90_000)
  afterAll(() => world?.remove())

  test('honest calls are carried out', () => {
    expect(['plain', 'count'].filter(ran)).toEqual(['plain', 'count'])
    expect(told(run, 'count')?.text).toContain('42')
    expect(readFileSync(join(world.project, 'my notes.md'), 'utf8')).toContain('Never run')
  })

  test('what destroys is not, whatever it is wrapped in', () => {
    expect(['wipe', 'nested', 'python'].filter(ran)).toEqual([])
    expect(existsSync(world.home)).toBe(true)
    for (const name of ['wipe', 'nested', 'python']) expect(told(run, name)?.error, name).toBe(true)
  })

  test('settings are not written, however their address is spelled', () => {
    expect(readFileSync(settings.file, 'utf8')).toBe(settings.text)
    expect(told(run, 'switch')?.error).toBe(true)
  })
})
