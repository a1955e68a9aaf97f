/** Git's configuration files, as git reads them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findRepository } from '../../src/facts/git-repository.ts'
import { gitSetting } from '../../src/facts/git-settings.ts'
import { runGit } from '../git.ts'

function world(user: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-settings-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const home = join(root, 'home')
  mkdirSync(home)
  writeFileSync(join(home, '.gitconfig'), user)
  runGit(root, 'init', '-q')
  const repository = findRepository(root)
  return { root, home, setting: (key: string) => gitSetting(repository, [home], key) }
}

test('aliases of the repository come before those of the user', () => {
  const { root, setting } = world('[user]\n\tst = no\n[alias]\n\tst = status\n\tForce = "!git push \\"-f\\""\n')
  runGit(root, 'config', 'alias.st', 'stash drop')
  expect(setting('alias.st')).toBe('stash drop')
  expect(setting('alias.force')).toBe('!git push "-f"')
  expect(setting('alias.none')).toBeUndefined()
})

test('subsections, comments, quotes and the last one that is given', () => {
  const { root, setting } = world('')
  runGit(root, 'config', 'branch.Feature/X.merge', 'refs/heads/main')
  runGit(root, 'config', '--add', 'push.default', 'simple')
  runGit(root, 'config', '--add', 'push.default', 'upstream')
  runGit(root, 'config', 'alias.odd', 'log # not ; a comment')
  expect(setting('Branch.Feature/X.Merge')).toBe('refs/heads/main')
  expect(setting('branch.feature/x.merge')).toBeUndefined()
  expect(setting('push.default')).toBe('upstream')
  expect(setting('alias.odd')).toBe('log # not ; a comment')
})

test('one line, a line that goes on, and a key without a value', () => {
  const { setting } = world(
    '[core] pager = less ; x\n[alias]\n\tlong = log \\\n --oneline # y\n[push]\n\tautoSetupRemote\n',
  )
  expect(setting('core.pager')).toBe('less')
  expect(setting('alias.long')).toBe('log  --oneline')
  expect(setting('push.autosetupremote')).toBe('true')
})

test('includes are followed, also those under a condition, and in circles', () => {
  const { home, setting } = world('[include]\n\tpath = more\n[includeIf "gitdir:~/x/"]\n\tpath = ~/work\n')
  writeFileSync(join(home, 'more'), '[alias]\n\twip = reset --hard\n[include]\n\tpath = more\n')
  writeFileSync(join(home, 'work'), '[alias]\n\tnuke = clean -fdx\n')
  expect(setting('alias.wip')).toBe('reset --hard')
  expect(setting('alias.nuke')).toBe('clean -fdx')
})

test('includes that multiply are followed for a while, the last ones first', () => {
  const { home, setting } = world(`${'[include]\n\tpath = a\n\tpath = b\n'.repeat(500)}[alias]\n\tlast = log\n`)
  for (const name of ['a', 'b']) writeFileSync(join(home, name), '[include]\n\tpath = a\n\tpath = b\n'.repeat(500))
  expect(setting('alias.last')).toBe('log')
  expect(setting('alias.none')).toBeUndefined()
})
