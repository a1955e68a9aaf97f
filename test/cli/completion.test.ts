/** Completion: what fits where a person is typing, and the real shells that ask for it. */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCommand, allCommands } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands/on-demand.ts'
import { SHELLS } from '../../src/cli/completion/scripts.ts'
import { makeLastingWorld } from '../world.ts'

const SESSION = '7d1f0a52-aaaa-4bbb-8ccc-000000000001'
const world = makeLastingWorld()
/** Where the shells keep their own files; the state is the one that commands look in. */
const env = { ...world.env, REVIEWER_HOME: world.state, TERM: 'dumb' }
afterAll(() => world.remove())
beforeAll(() => {
  world.hook(world.call('Bash', { command: 'rm -rf ~/' }, { session_id: SESSION }))
  // A name that would be a command where a shell reads it.
  world.hook(world.call('Bash', { command: 'ls' }, { session_id: '7d1f0a52$(touch pwned)' }))
})

/** What is offered after these words; the last one is being typed. */
function offered(...words: readonly string[]): readonly string[] {
  const typed = words.at(-1) ?? ''
  const { stdout, stderr, status } = spawnSync(
    'reviewer',
    ['internal', 'complete', ...words.slice(0, -1), `=${typed}`],
    {
      cwd: world.project,
      env,
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').flatMap(line => (line === '' ? [] : (line.split('\t')[0] ?? [])))
}

test('commands, subcommands and options are those of the tree', () => {
  expect(offered('')).toEqual([...Object.keys(COMMANDS), 'doctor', 'help'])
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    const program = new Command('reviewer').option('--home <dir>')
    addCommand(program, load())
    for (const { words, command } of program.commands.flatMap(each => allCommands(each, name))) {
      const inner = offered(...words.split(' '), '')
      for (const each of command.commands) expect(inner).toContain(each.name())
      const options = offered(...words.split(' '), '--')
      for (const { long, hidden } of command.options)
        if (!hidden) expect([words, options]).toEqual([words, expect.arrayContaining([long])])
    }
  }
})

test('values that are known', () => {
  expect(offered('session', 'sh')).toEqual(['show'])
  expect(offered('audit', 'list', '--decision', '')).toEqual(['allow', 'warn', 'modify', 'ask', 'block'])
  expect(offered('audit', 'export', '--format', '')).toEqual(['json', 'jsonl', 'csv', 'ocsf', 'ecs', 'cef'])
  expect(offered('audit', 'export', '--format', './mine')).toEqual([])
  expect(offered('audit', 'list', '--rule', 'git.force')).toContain('git.force-push')
  expect(offered('audit', 'list', '--rule', 'pattern.goal')).toEqual(['pattern.goal_drift'])
  expect(offered('rules', 'show', 'git.force-push-')).toEqual(['git.force-push-main'])
  expect(offered('audit', 'list', '--tool', 'WebF')).toEqual(['WebFetch'])
  expect(offered('session', 'show', '7d')).toEqual([SESSION])
  expect(offered('stats', '--session', '')).toEqual(['last', SESSION])
  expect(offered('allow', '')).toEqual(['list', 'revoke', 'last', '1'])
  expect(offered('--home', world.state, 'explain', 'l')).toEqual(['last'])
  expect(offered('explain', '--home', '/nowhere', '')).toEqual([])
  for (const words of [
    ['no-such', ''],
    ['session', 'no-such', 'a', ''],
    ['toString', ''],
    ['--no', '-'],
    ['\u202e', ''],
  ])
    expect(Array.isArray(offered(...words))).toBe(true)
})

/** A shell that is not installed is said, and not passed over in silence. */
function has(shell: string): boolean {
  const found = spawnSync(shell, ['--version']).status === 0
  if (!found) console.warn(`Completion is not tested in ${shell}: it is not installed`)
  return found
}

const inShell = (shell: string, script: string) =>
  spawnSync(shell, ['-c', script], { cwd: world.project, env, encoding: 'utf8', timeout: 30_000 })

describe('the real shells', () => {
  test.skipIf(!has('bash'))('bash', () => {
    const script = `set -u; eval "$(reviewer completion bash)"; COMP_WORDS=(reviewer session show 7d); COMP_CWORD=3; _reviewer
      printf '%s\\n' "\${COMPREPLY[@]}"; COMP_WORDS=(reviewer rules ""); COMP_CWORD=2; _reviewer; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p reviewer`
    const { stdout, stderr } = inShell('bash', script)
    expect(stderr).toBe('')
    expect(stdout).toBe(`${SESSION}\nlist\nshow\nset\ntest\ncomplete -o default -F _reviewer reviewer\n`)
  })

  test.skipIf(!has('zsh'))('zsh, at a terminal of its own', () => {
    const setup = join(world.root, 'setup.zsh')
    writeFileSync(setup, 'PS1="ready> "; autoload -Uz compinit; compinit -u -D; eval "$(reviewer completion zsh)"\n')
    // zsh completes only where somebody types: its module zpty gives it a terminal.
    const script = `zmodload zsh/zpty; zpty shell zsh -f -i; zpty -w shell 'source ${setup}'
      zpty -r shell out '*ready> *'; zpty -w -n shell $'reviewer session sho\\t7d\\t'; sleep 2; zpty -w shell ''
      while zpty -r -t shell out; do print -r -- "$out"; done; zpty -d shell`
    const { stdout } = inShell('zsh', script)
    expect(stdout.replace(/\x1b\[[0-9;?]*[A-Za-z]|[\r\b]/g, '').replace(/ +/g, ' ')).toContain(
      `session show ${SESSION}`,
    )
  })

  test.skipIf(!has('fish'))('fish', () => {
    const script = `reviewer completion fish | source; complete -C 'reviewer session show 7d'; complete -C 'reviewer rules '; complete -C 'reviewer check READ'`
    const { stdout, stderr } = inShell('fish', script)
    expect(stderr).toBe('')
    const words = stdout.split('\n').map(line => line.split('\t')[0])
    expect(words).toEqual([SESSION, 'list', 'set', 'show', 'test', 'README.md', ''])
  })

  test.skipIf(!has('pwsh'))('PowerShell', () => {
    const script = `reviewer completion powershell | Out-String | Invoke-Expression; (TabExpansion2 'reviewer session sh' 19).CompletionMatches.CompletionText`
    expect(inShell('pwsh', script).stdout.trim()).toBe('show')
  })

  test('each has a script, and the name of a session is never run', () => {
    for (const shell of SHELLS) expect(world.cli(['completion', shell])).toMatchObject({ status: 0, stderr: '' })
    expect(world.cli(['completion', 'bsh'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('did you mean bash?'),
    })
    expect(spawnSync('ls', { cwd: world.project, encoding: 'utf8' }).stdout).not.toContain('pwned')
  })
})
