/** What an installation leaves on the machine: the command that can be typed, all of it or nothing, and what uninstalling names. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wordsFor } from '../program.ts'
import { asPerson, atTerminal, CODE, hasPython, type Typed } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'

/** A machine on which no `reviewer` is on PATH, with a client of a version that is new enough. */
function withoutCommand(): World & { readonly more: Readonly<Record<string, string>> } {
  const world = makeWorld()
  const commands = join(world.root, 'client')
  mkdirSync(commands)
  const client = join(commands, 'claude')
  writeFileSync(client, '#!/bin/sh\necho "2.1.329 (Claude Code)"\n')
  chmodSync(client, 0o755)
  return { ...world, more: { PATH: `${commands}:/usr/bin:/bin`, SHELL: '/bin/bash' } }
}

const bashrc = (world: World): string => join(world.home, '.bashrc')
const linkIn = (world: World): string => join(world.home, '.local', 'bin', 'reviewer')

const WHERE = (number: string) => ['Where should it work\\?[\\s\\S]*Number \\[1\\]: ', number] as const
const PRESET = (number: string) => ['How strict[\\s\\S]*Number \\[\\d\\]: ', number] as const
const STATUS = ['status line [^\\n]*\\[Y/n\\]: ', ''] as const
const PATH = (answer: string) => ['not on your PATH[^\\n]*\\[Y/n\\]: ', answer] as const
const CONFIRM = ['Register it\\? \\[Y/n\\]: ', ''] as const

const asked = (world: ReturnType<typeof withoutCommand>, typed: Typed, words: readonly string[] = ['setup']) =>
  atTerminal([...wordsFor(), ...words, '--home', world.state], typed, {
    cwd: world.project,
    env: { ...world.env, ...world.more },
  })

describe('the command', () => {
  test('without a terminal nothing is added to a start file: the line is said, and messages name the link', () => {
    const at = withoutCommand()
    const { stdout, status } = at.cli(['setup', '--yes'], '', at.more)
    expect(status).toBe(0)
    expect(stdout).toContain(
      '~/.local/bin is not on your PATH. To type just reviewer, add this line to ~/.bashrc:\n  export PATH=',
    )
    expect(stdout).toContain('  ~/.local/bin/reviewer uninstall ')
    expect(existsSync(bashrc(at))).toBe(false)
    expect(lstatSync(linkIn(at)).isSymbolicLink()).toBe(true)
    const settings = JSON.parse(readFileSync(join(at.home, '.claude/settings.json'), 'utf8'))
    const { command, args = [] } = settings.hooks.PreToolUse[0].hooks[0]
    const event = at.call('Bash', { command: 'rm ~/notes.txt' })
    writeFileSync(join(at.home, 'notes.txt'), 'notes\n')
    const hook = (PATH: string) =>
      spawnSync('sh', ['-c', [command, ...args].join(' ')], {
        input: JSON.stringify({ ...event, session_id: PATH }),
        env: { ...at.env, ...at.more, PATH },
        encoding: 'utf8',
      }).stdout
    expect(hook('/usr/bin:/bin')).toMatch(/in a terminal: ~\/\.local\/bin\/reviewer allow \d+ --session/)
    expect(hook(`${join(at.home, '.local/bin')}:/usr/bin:/bin`)).toMatch(/in a terminal: reviewer allow \d+ --session/)
  })

  test.skipIf(!hasPython)(
    'in the dialogue it is offered, shown as a diff, works, and uninstall takes it out again',
    () => {
      const at = withoutCommand()
      const before = '# mine\nalias ll="ls -l"\n'
      // As in a directory of dotfiles that a person keeps: a link stays one.
      const dotfile = at.put('bashrc', before)
      symlinkSync(dotfile, bashrc(at))
      const { code, screen } = asked(at, [WHERE(''), PRESET(''), STATUS, PATH(''), CONFIRM])
      expect(code).toBe(0)
      expect(screen).toMatch(/\+export PATH="\$HOME\/\.local\/bin:\$PATH" # added by step-reviewer/)
      const shell = spawnSync('bash', ['--rcfile', bashrc(at), '-ic', 'command -v reviewer'], {
        env: { ...at.env, ...at.more },
        encoding: 'utf8',
      })
      expect(shell.stdout.trim()).toBe(linkIn(at))
      expect(at.cli(['uninstall'], '', at.more).stdout).toContain(`took the line of setup out of ${bashrc(at)}`)
      expect(readFileSync(dotfile, 'utf8')).toBe(before)
      expect(readlinkSync(bashrc(at))).toBe(dotfile)
      expect(existsSync(linkIn(at))).toBe(false)
    },
  )

  test.skipIf(!hasPython)('who says no has no line', () => {
    const at = withoutCommand()
    const { screen } = asked(at, [WHERE(''), PRESET(''), STATUS, PATH('n'), CONFIRM])
    expect(screen).toContain('add this line to ~/.bashrc')
    expect(existsSync(bashrc(at))).toBe(false)
  })

  test.each([
    ['/usr/bin/zsh', '~/.zshrc', 'export PATH='],
    ['/usr/bin/fish', '~/.config/fish/config.fish', 'fish_add_path ~/.local/bin'],
    ['/bin/dash', '~/.profile', 'export PATH='],
  ])('the line for %s', (SHELL, file, line) => {
    const at = withoutCommand()
    const { stdout } = at.cli(['setup', '--yes'], '', { ...at.more, SHELL })
    expect(stdout.replace(/\s+/g, ' ')).toContain(`add this line to ${file}: ${line}`)
  })
})

describe('one project', () => {
  test.skipIf(!hasPython)('for oneself: the preset holds there alone, and git does not see the settings', () => {
    const at = withoutCommand()
    expect(asked(at, [WHERE('2'), PRESET('3'), STATUS, PATH('n'), CONFIRM]).code).toBe(0)
    expect(at.cli(['config', 'show']).stdout).toContain('max_file_operations: 100')
    const elsewhere = spawnSync(...([wordsFor()[0], ['config', 'show', '--home', at.state]] as const), {
      cwd: at.home,
      env: at.env,
      encoding: 'utf8',
    })
    expect(elsewhere.stdout).not.toContain('max_file_operations: 100')
    expect(at.git('status', '--porcelain')).toBe('')
    at.cli(['uninstall'], '', at.more)
    expect(readFileSync(join(at.project, '.git/info/exclude'), 'utf8')).not.toContain('settings.local.json')
  })

  test('what the person’s own list ignores is not listed again', () => {
    const at = withoutCommand()
    at.put('.gitignore', '.claude/settings.local.json\n')
    expect(at.cli(['init', '--local'], '', at.more).stdout).not.toContain('kept out of git')
  })

  test('for everybody: the preset stands in the project’s file where it is stricter, else that is said', () => {
    const at = withoutCommand()
    const shared = (preset: string) =>
      spawnSync(wordsFor()[0], ['setup', '--yes', '--project', '--preset', preset], {
        cwd: at.project,
        env: { ...at.env, ...at.more, REVIEWER_HOME: join(at.home, '.local/state/reviewer') },
        encoding: 'utf8',
      })
    const file = join(at.project, 'safety.config.yaml')
    expect(shared('strict').status).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('preset: strict\n')
    rmSync(file)
    at.configure('environment: { disposable: false }\npreset: standard\n')
    expect(shared('relaxed').stdout).toContain(
      "The project's file can only make things stricter, and your own configuration says standard: it stays so.",
    )
    expect(existsSync(file)).toBe(false)
  })
})

test('what fails half way is taken back', () => {
  const at = withoutCommand()
  mkdirSync(join(at.home, '.claude'))
  // The last thing that is written cannot be.
  symlinkSync(join(at.home, 'nowhere', 'settings.json'), join(at.home, '.claude/settings.json'))
  const list = () =>
    readdirSync(at.home, { recursive: true })
      .map(String)
      .filter(each => !each.includes('.git/'))
  const before = list()
  const { status, stderr } = at.cli(['setup', '--yes', '--preset', 'strict'], '', at.more)
  expect(status).not.toBe(0)
  expect(stderr).toContain('taken back')
  expect(list()).toEqual(before)
  expect(readFileSync(join(at.home, '.config/reviewer/config.yaml'), 'utf8')).not.toContain('strict')
})

describe('uninstall', () => {
  test('names what it leaves, and how that goes', () => {
    const at = withoutCommand()
    at.cli(['setup', '--yes'], '', at.more)
    const configuration = join(at.home, '.config/reviewer')
    const planned = at.cli(['uninstall', '--dry-run'], '', at.more).stdout
    expect(planned).toContain(`stays: ${configuration} with your configuration (--purge removes it)`)
    expect(planned).toContain(`would remove ${linkIn(at)}`)
    const { stdout } = at.cli(['uninstall'], '', at.more)
    expect(stdout).toContain(`stays: ${configuration} with your configuration; to remove it: rm -r ${configuration}`)
    expect(stdout).toContain(`stays: ${at.state} with the record of all sessions`)
    expect(existsSync(configuration)).toBe(true)
  })

  test.skipIf(!hasPython)('--purge removes the configuration, and leaves the record', () => {
    const at = withoutCommand()
    at.cli(['setup', '--yes'], '', at.more)
    expect(at.cli(['uninstall', '--purge'], '', at.more)).toMatchObject({ status: 1 })
    const { code } = asked(at, [CODE], ['uninstall', '--purge'])
    expect(code).toBe(0)
    expect(existsSync(join(at.home, '.config/reviewer'))).toBe(false)
    expect(existsSync(at.database)).toBe(true)
  })
})

test('reviewer alone without a terminal says how it is set up', () => {
  const at = withoutCommand()
  expect(at.cli([], '', at.more).stderr).toContain('npx step-reviewer --yes')
  expect(spawnSync(process.execPath, [resolve('bin/reviewer.js')], { env: at.env, encoding: 'utf8' }).stderr).toContain(
    '--yes',
  )
})

test.each([
  ['undo', 'the command is reviewer checkpoint restore'],
  ['why', 'the command is reviewer explain'],
  ['statu', 'did you mean status?'],
])('a command that there is not: %s', (word, hint) => {
  const { status, stderr } = makeWorld().cli([word, 'last'])
  expect([status, stderr]).toEqual([2, `error: reviewer has no command ${word}; ${hint}\n`])
})

test.skipIf(!hasPython)('what a restore is asked about names its files', () => {
  const at = makeWorld()
  for (const name of ['one.md', 'two.md', 'three.md', 'four.md']) at.put(`ideas/${name}`)
  at.hook(at.call('Bash', { command: 'rm -r ideas' }))
  rmSync(join(at.project, 'ideas'), { recursive: true })
  const { code, screen } = asPerson(at, ['checkpoint', 'restore'])
  expect(screen).toMatch(/To restore checkpoint \S+ \((ideas\/\w+\.md, ){2}ideas\/\w+\.md and 1 more\), type/)
  expect({ code, files: readdirSync(join(at.project, 'ideas')).length }).toEqual({ code: 0, files: 4 })
})

test('what the installation fired at itself is no call of anybody’s', () => {
  const at = withoutCommand()
  at.cli(['setup', '--yes'], '', at.more)
  for (const words of [
    ['allow', 'last'],
    ['explain', 'last'],
  ])
    expect(at.cli(words, '', at.more)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no (such review|call) is on record yet/),
    })
  expect(at.cli(['audit', 'list'], '', at.more).stdout).not.toContain('rm -rf /')
  expect(at.cli(['audit', 'list', '--session', 'reviewer-init'], '', at.more).stdout).toContain('rm -rf /')
})

test('an upgrade to the version that is there says so', () => {
  const at = withoutCommand()
  at.cli(['setup', '--yes'], '', at.more)
  const { stdout } = at.cli(['upgrade', '--dry-run'], '', at.more)
  expect(stdout).toMatch(/^(\S+) is registered already, and is put in place anew: /)
})
