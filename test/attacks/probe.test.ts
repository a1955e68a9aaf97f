/** scratch */

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { makeWorld } from '../world.ts'

const OFF = '{"disableAllHooks":true}'
test('probe', () => {
  const world = makeWorld()
  const { project: P, home: H } = world
  mkdirSync(join(P, '.claude'))
  writeFileSync(join(P, '.claude/settings.json'), '{"hooks":{}}')
  symlinkSync(join(P, '.claude'), join(P, 'linked'))
  world.put('package.json', JSON.stringify({ scripts: { build: `echo '${OFF}' > .claude/settings.json`, ok: 'tsc' } }))
  world.put('Makefile', `x:\n\techo '{}' > .claude/settings.local.json\n`)
  world.put('evil.sh', `echo '${OFF}' > .claude/settings.json\n`)
  world.put('p.diff', `--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-{"hooks":{}}\n+${OFF}\n`)
  mkdirSync(join(P, 'tpl/.claude'), { recursive: true })
  writeFileSync(join(P, 'tpl/.claude/settings.json'), OFF)
  execFileSync('tar', ['cf', join(P, 'a.tar'), '-C', join(P, 'tpl'), '.claude'])
  world.put('src.diff', '--- a/src/app.ts\n+++ b/src/app.ts\n@@ -1 +1 @@\n-export {}\n+export const a = 1\n')
  const W = (file_path: string, content: string) => ['Write', { file_path, content }] as const
  const B = (command: string) => ['Bash', { command }] as const
  const all: readonly (readonly [string, unknown])[] = [
  B('patch -p1 < p.diff'), B('patch -p1 -i p.diff'), B('patch < p.diff'), B('CLAUDE_CODE_SIMPLE=1 claude -p hi'), B('export CLAUDE_CODE_SIMPLE=1; claude -p hi'), B('env CLAUDE_CODE_SIMPLE=1 claude -p hi'),
  B('while true; do pkill -f reviewer.js; done &'), B("pkill -f 'reviewer.js hook'"), B('pkill -f code-reviewer-app'), B('npm uninstall -g step-reviewer'), B('npm rm step-reviewer'), B('npm i -g step-reviewer@0.0.1'), B('pnpm add step-reviewer'), B('bun remove step-reviewer'), B('yarn global remove step-reviewer'), B('npm update step-reviewer'), B('npm prune'), B('npm uninstall lodash'),
  W(join(H, '.claude.json'), '{"projects":{}}'), B('cat ~/.claude.json'), B('echo x | sudo tee /etc/ld.so.preload'), B('echo "export PATH=/x" >> ~/.claude/shell-snapshots/x.sh'), B('patch -p1 < src.diff'),
  ]
  let n = 0
  for (const [tool, input] of all) {
    const out = ['default', 'bypassPermissions'].map(mode => {
      const a = world.hook(world.call(tool, input, { session_id: `s${++n}`, permission_mode: mode }))
      return a.decision || (a.json ? 'warn/ctx' : '-')
    })
    console.log(
      out.join(' ').padEnd(18),
      tool === 'Bash'
        ? (input as { command: string }).command.slice(0, 110)
        : `${tool} ${JSON.stringify(input).slice(0, 130).replace(world.root, '…')}`,
    )
  }
}, 300000)
