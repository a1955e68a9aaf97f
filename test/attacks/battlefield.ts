/** What attacks are tried in: a project with settings and traps, and what the hook says to a call in both modes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeLastingWorld } from '../world.ts'

export const OFF = '{"disableAllHooks":true}'
const MODES = ['default', 'bypassPermissions']
export const packageRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]
/** Made from the places of the world; strings are commands. */
export type Attack = (places: Places) => string | Call
export type Row = readonly [name: string, attack: Attack]

interface Places {
  readonly project: string
  readonly home: string
  readonly state: string
  readonly database: string
}

export const write = (file_path: string, content: string): Call => ['Write', { file_path, content }]

export const DENIED = ['deny', 'deny']
export const ASKED = ['ask', 'ask']
/** Where prompts are bypassed, the client would ask nobody about these files. */
export const ASKED_OR_DENIED = ['ask', 'deny']
export const SILENT = ['', '']

/** For all tests of a file, which ends it. */
export function makeBattlefield() {
  const world = makeLastingWorld()
  const { project } = world
  mkdirSync(join(project, '.claude'))
  writeFileSync(join(project, '.claude/settings.json'), '{"hooks":{}}')
  symlinkSync(join(project, '.claude'), join(project, 'linked'))
  world.put('package.json', JSON.stringify({ scripts: { build: `echo '${OFF}' > .claude/settings.json` } }))
  world.put('Makefile', `x:\n\techo '{}' > .claude/settings.local.json\n`)
  world.put('evil.sh', `echo '${OFF}' > .claude/settings.json\n`)
  world.put('p.diff', `--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-{"hooks":{}}\n+${OFF}\n`)
  world.put('src.diff', '--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-export {}\n+export const a = 1\n')
  world.put('tpl/.claude/settings.json', OFF)
  execFileSync('tar', ['cf', join(project, 'a.tar'), '-C', join(project, 'tpl'), '.claude'])
  let count = 0
  /** A session of its own each: what one tried is not held against the next. */
  const session = () => `attack-${++count}`
  /** In each mode. */
  const decisions = (attack: Attack): readonly string[] => {
    const call = attack(world)
    const [tool, input] = typeof call === 'string' ? (['Bash', { command: call }] as const) : call
    return MODES.map(mode => {
      const { decision, code } = world.hook(world.call(tool, input, { session_id: session(), permission_mode: mode }))
      return decision === 'deny' && code !== 2 ? 'deny without exit code 2' : decision
    })
  }
  return { ...world, session, decisions }
}
