/** What git commands do to work trees, refs, remotes and settings. */
import { describe, expect, test } from 'vitest'
import type { Facts, RefFacts, Uncommitted } from '../../../src/model/facts.ts'
import { effectsOf, PROJECT, understood } from './world.ts'

const FILES: Readonly<Record<Uncommitted, readonly string[]>> = {
  changed: ['src/a.ts', 'docs/guide.md'],
  staged: ['src/new.ts'],
  untracked: ['notes/ideas.md'],
  ignored: ['node_modules', '.env'],
}
const REFS = ['refs/heads/main', 'refs/heads/topic', 'refs/heads/feature', 'refs/heads/merged', 'refs/tags/v1']

const refs: RefFacts = {
  directory: `${PROJECT}/.git`,
  resolve: name => REFS.find(full => full === name || full.endsWith(`/${name}`)),
  isKept: (name, without) => (name === 'refs/heads/merged' ? !without.includes('refs/heads/topic') : false),
  made: name => name === 'refs/heads/own',
  main: () => 'next',
  stashes: () => [
    { commit: 'newest', made: () => true, restored: () => false },
    { commit: 'older', made: () => false, restored: () => false },
  ],
  differing: () => undefined,
}

/** A repository of which everything is known. */
const known: Partial<Facts> = {
  safety_control: [`${PROJECT}/.claude/settings.json`, `${PROJECT}/.claude/hooks`],
  path: path => ({ real: path, type: typeOf(path) }),
  uncommitted: (directory, kind) =>
    FILES[kind]
      .map(name => ({ path: `${PROJECT}/${name}`, ...(kind === 'untracked' && { apart: true as const }) }))
      .filter(({ path }) => path.startsWith(directory)),
  refs: () => refs,
}

function typeOf(path: string): 'file' | 'directory' | 'missing' {
  if (path.includes('missing')) return 'missing'
  return /\.\w+$/.test(path) ? 'file' : 'directory'
}

/** What discards take, by name; `nothing` where they are known to take nothing. */
function lost(command: string, more: Partial<Facts> = {}): readonly string[] {
  const discards = understood(command, { ...known, ...more }).effects.filter(effect => effect.details.discards === true)
  return discards.map(({ target, details }) => (target.git === 'clean' ? 'nothing' : String(details.loses)))
}

describe('discards name what they take', () => {
  test.each([
    ['git checkout .', 'src/a.ts, docs/guide.md'],
    ['git checkout HEAD .', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git checkout -- src', 'src/a.ts'],
    ['git checkout -- :/docs', 'docs/guide.md'],
    ["git checkout -- '*.md'", 'docs/guide.md'],
    ["git checkout -- ':(glob,top)src/**'", 'src/a.ts'],
    ["git checkout -- ':(icase)SRC/A.TS'", 'src/a.ts'],
    ["git checkout -- . ':!docs'", 'src/a.ts'],
    ["git checkout -- ':(exclude)docs'", 'src/a.ts'],
    ['git checkout -f main', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git checkout src/a.ts', 'src/a.ts'],
    ['git checkout topic src/a.ts', 'src/a.ts'],
    ['git checkout --pathspec-from-file=list.txt', 'src/a.ts, docs/guide.md'],
    ['echo docs > list.txt; git restore --pathspec-from-file=list.txt', 'docs/guide.md'],
    ['git restore -SW .', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git restore --source=HEAD~2 docs', 'docs/guide.md'],
    ['git switch --discard-changes main', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git reset --hard HEAD~3', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git reset --merge', 'src/new.ts'],
    ['git read-tree -u --reset HEAD', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git checkout-index -fa', 'src/a.ts, docs/guide.md'],
    ['git rm -rf src', 'src/a.ts, src/new.ts'],
    ['git clean -fd', 'notes/ideas.md'],
    ['git clean -f notes', 'notes/ideas.md'],
    ['git clean -fdx', 'notes/ideas.md, .env'],
    ['git clean -fX', '.env'],
    ['git -c clean.requireForce=false clean -d', 'notes/ideas.md'],
    ['git -C src checkout -- .', 'src/a.ts'],
    ['git --git-dir=.git checkout -- src', 'src/a.ts'],
    ['GIT_DIR=.git git checkout -- src', 'src/a.ts'],
    ['export GIT_WORK_TREE=src; git checkout -- .', 'src/a.ts'],
    ['git ls-files -m | xargs git checkout --', 'src/a.ts, docs/guide.md'],
    ['git stash; git stash drop', 'src/a.ts, docs/guide.md, src/new.ts'],
    ['git-checkout -- docs', 'docs/guide.md'],
  ])('%s', (command, names) => {
    expect(lost(command)).toEqual([names])
  })

  test.each([
    'git checkout -- src/index.ts',
    'git restore test',
    "git checkout -- . ':!src' ':!docs'",
    'git clean -f',
    'git clean -fd src',
    'git clean -fd -e notes',
    'git clean -fd -e notes/ideas.md',
    "git clean -fX -e '!.env'",
    'git rm src/a.ts',
    'git stash -u && git reset --hard && git clean -fd',
    'git add -A && git commit -m wip && git reset --hard HEAD~1',
    'git commit -am wip && git checkout -f main',
  ])('%s takes nothing', command => {
    expect(new Set(lost(command))).toEqual(new Set(['nothing']))
  })

  test.each([
    'git checkout topic',
    'git checkout v1',
    'git checkout HEAD~1',
    'git checkout missing',
    'git checkout -b new .',
    'git restore --staged .',
    'git reset --keep HEAD~1',
    'git reset src/a.ts',
    'git clean -nd',
    'git checkout -- missing.ts',
    'git -C missing reset --hard',
    'git clone https://example.com/x missing && cd missing && git reset --hard v1 && git clean -fdx',
    'git worktree remove --force ../missing',
    'git worktree remove ../tree',
    'git submodule deinit vendor',
    'git rm --cached -r .',
  ])('%s discards nothing at all', command => {
    expect(lost(command)).toEqual([])
  })

  test('in submodules', () => {
    const text = (path: string) => (path === `${PROJECT}/.gitmodules` ? '[submodule "x"]\n\tpath = lib/x\n' : undefined)
    const repository: Facts['repository'] = path =>
      path.startsWith(`${PROJECT}/lib/x`)
        ? { root: `${PROJECT}/lib/x`, git_dir: `${PROJECT}/.git/modules/x`, branch: '' }
        : { root: PROJECT, git_dir: `${PROJECT}/.git`, branch: 'topic' }
    const uncommitted: Facts['uncommitted'] = (directory, kind) =>
      directory === `${PROJECT}/lib/x` && kind === 'changed' ? [{ path: `${directory}/x.c` }] : []
    const more = { text, repository, uncommitted }
    expect(lost('git submodule foreach git reset --hard', more)).toEqual(['x.c'])
    expect(lost('git submodule update --init --force', more)).toEqual(['x.c'])
    expect(lost('git submodule deinit --all -f', more)).toEqual(['x.c'])
    expect(lost('git reset --hard --recurse-submodules', more)).toEqual(['nothing', 'x.c'])
    expect(lost('git reset --hard', more)).toEqual(['nothing'])
    expect(lost('git submodule update --init', more)).toEqual([])
  })

  test('a stash that was taken out again protects nothing', () => {
    expect(lost('git stash; git stash pop; git checkout .')).toEqual(['src/a.ts, docs/guide.md'])
    expect(lost('git stash push src/a.ts; git checkout .')).toEqual(['src/a.ts, docs/guide.md'])
    expect(lost('git commit -m x; git checkout .')).toEqual(['src/a.ts, docs/guide.md'])
  })

  test("what is the session's own", () => {
    const [effect] = understood('git checkout .', { ...known, made: () => true }).effects
    expect(effect?.target).toMatchObject({ class: 'session_made', git: 'modified' })
  })

  test('a patch that is taken back, where nothing else holds it', () => {
    expect(lost('git diff | git apply -R')).toEqual(['src/a.ts, docs/guide.md'])
    expect(lost('git apply --reverse <(git diff)')).toEqual(['src/a.ts, docs/guide.md'])
    expect(lost('git apply -R saved.patch')).toEqual([])
    expect(lost('git diff | git apply --cached')).toEqual([])
  })

  test('a directory that mktemp makes', () => {
    const inTemp = 'd=$(mktemp -d) && git clone -q . "$d" && cd "$d" && git checkout -qf HEAD~1 && git reset --hard -q'
    expect(lost(inTemp)).toEqual([])
    expect(lost('cd "$X" && git reset --hard')).toHaveLength(1)
  })

  test('a conflict that is decided loses markers only', () => {
    const conflicted = () => [{ path: `${PROJECT}/src/a.ts`, conflicted: true as const }]
    expect(lost('git checkout --theirs .', { uncommitted: conflicted })).toEqual(['nothing'])
    expect(lost('git restore --ours src/a.ts', { uncommitted: conflicted })).toEqual(['nothing'])
    expect(lost('git checkout .', { uncommitted: conflicted })).toEqual(['src/a.ts'])
  })

  test('a work tree with all that is in it', () => {
    const tree = '/home/dev/tree'
    const there: Partial<Facts> = {
      repository: path =>
        path.startsWith(tree)
          ? { root: tree, git_dir: `${PROJECT}/.git/worktrees/tree`, branch: 'x' }
          : { root: PROJECT, git_dir: `${PROJECT}/.git`, branch: 'main' },
      uncommitted: (_, kind) => (kind === 'untracked' ? [{ path: `${tree}/idea.md` }] : []),
    }
    expect(lost('git worktree remove --force ../tree', there)).toEqual(['idea.md'])
    expect(lost('git worktree remove -f ../tree', { ...there, uncommitted: () => [] })).toEqual(['nothing'])
  })

  test('protected paths', () => {
    const guarded = (command: string) => effectsOf(command, known).filter(effect => effect.includes('safety_control'))
    for (const command of [
      'git checkout HEAD~1 -- .claude/settings.json',
      'git checkout topic .claude',
      'git restore --source=topic .claude/hooks',
      'git rm .claude/settings.json',
      'git stash push .claude/settings.json',
      'git stash -- .claude/settings.json',
      'git apply --directory=.claude x.patch',
      "git apply <<'E'\n--- a/.claude/settings.json\n+++ b/.claude/settings.json\nE",
    ])
      expect(guarded(command), command).toHaveLength(1)
    for (const command of ['git checkout topic', 'git checkout topic -- .', 'git restore .claude', 'git stash'])
      expect(guarded(command), command).toEqual([])
  })
})

describe('branches and stashes', () => {
  const details = (command: string) =>
    understood(command, known)
      .effects.filter(effect => effect.verb === 'rewrite_history')
      .map(effect => effect.details)

  test.each([
    ['git branch -D feature', [{ deletes_branch: true }]],
    ['git branch -df feature', [{ deletes_branch: true }]],
    ['git branch --delete --force feature', [{ deletes_branch: true }]],
    ['git branch -M topic feature', [{ deletes_branch: true }]],
    ['git branch -D merged', [{ kept: true }]],
    ['git branch -D own', [{ made: true }]],
    ['git branch -D merged topic', [{}, {}]],
    ['git branch -D topic; git branch -D merged', [{}, {}]],
    ['git branch -D unheard', [{ kept: true }]],
    ['git branch -m feature other && git branch -D other', [{}]],
    ['git branch -c feature other; git branch -D feature other', [{}, {}]],
    ['git branch keep feature && git branch -D feature', [{ kept: true }]],
    ['git switch -c new && git switch main && git branch -D new', [{ made: true }]],
    ['git checkout -b feature; git branch -D feature', [{}]],
    ['git worktree add -b new ../w && git branch -D new', [{ made: true }]],
    ['git branch -f feature main', [{ deletes_branch: true }]],
    ['git checkout -B feature main', [{ deletes_branch: true }]],
    ['git switch -C feature', [{ deletes_branch: true }]],
    ['git worktree add -B merged ../w', []],
    ['git checkout -B topic main', []],
    ['git stash drop', [{ stash: 'drop', made: true }]],
    ['git stash drop stash@{1}', [{ stash: 'drop' }]],
    ['git stash drop 7', [{ stash: 'drop' }]],
    ['git stash clear', [{ stash: 'clear' }]],
    ['git -c gc.reflogExpire=now gc', [{ permanent: true }]],
    ['git prune', [{ permanent: true }]],
    ['git update-ref HEAD abc', [{ moves_branch: true }]],
    ['git update-ref --stdin', [{ moves_branch: true }]],
  ])('%s', (command, wanted) => {
    const found = details(command)
    expect(found).toHaveLength(wanted.length)
    for (const [index, each] of wanted.entries()) {
      expect(found[index]).toMatchObject(each)
      for (const name of ['made', 'kept']) if (!(name in each)) expect(found[index]).not.toHaveProperty(name)
    }
  })

  test.each([
    'git branch -d merged',
    'git branch -r -D origin/x',
    'git branch -M new',
    'git branch -m feature other',
    'git branch -f new HEAD',
    'git stash pop',
    'git stash branch x',
    'git tag -d v1',
    'git rebase main',
    'git commit --amend --no-edit',
    'git gc',
    'git repack -ad',
    'git prune --expire=2.weeks.ago',
    'git fetch --prune --force origin',
    'git fetch origin +main:main',
  ])('%s loses nothing', command => {
    expect(details(command)).toEqual([])
  })
})

describe('push', () => {
  const pushed = (command: string, settings: Readonly<Record<string, string>> = {}) =>
    understood(command, { ...known, setting: (_, key) => settings[key] }).effects.map(({ verb, details }) => {
      const { remote, branch, program: _program, ...facts } = details
      return [verb, remote, branch, ...Object.keys(facts)].join(' ')
    })

  test.each([
    ['git push', 'send origin topic'],
    ['git push -u origin HEAD', 'send origin topic'],
    ['git push origin @', 'send origin topic'],
    ['git push origin HEAD:refs/heads/main', 'send origin main main'],
    ['git push origin topic:next', 'send origin next main'],
    ['git push origin tag v1', 'send origin v1'],
    ['git push --force-if-includes', 'send origin topic'],
    ['git push -fu origin topic', 'rewrite_history origin topic forced'],
    ['git push origin +topic', 'rewrite_history origin topic forced'],
    ['git push --force-with-lease origin +topic', 'rewrite_history origin topic forced'],
    ['git push --force --force-with-lease', 'rewrite_history origin topic forced'],
    ['git push --force-with-lease=topic:abc', 'rewrite_history origin topic lease'],
    ['git push --force-with-lease origin main', 'rewrite_history origin main main lease'],
    ['git push -f origin gh-pages', 'rewrite_history origin gh-pages forced'],
    ['git push --all -f', 'rewrite_history origin all local branches main forced'],
    ['git push origin +:', 'rewrite_history origin all matching branches main forced'],
    ["git push origin '+refs/heads/*:refs/heads/*'", 'rewrite_history origin refs/heads/* main forced'],
    ['git push origin :old', 'rewrite_history origin old deletes'],
    ['git push -d origin v1', 'rewrite_history origin v1 deletes'],
    ['git push --mirror backup', 'rewrite_history backup all branches main mirror'],
    ['git send-pack --force origin topic', 'rewrite_history origin topic forced'],
    ['git push --prune', 'rewrite_history origin topic prune'],
  ])('%s', (command, wanted) => {
    expect(pushed(command)).toEqual([wanted])
  })

  test('what the configuration makes of a bare one', () => {
    const upstream = {
      'push.default': 'upstream',
      'branch.topic.merge': 'refs/heads/main',
      'branch.topic.remote': 'origin',
    }
    expect(pushed('git push -f', upstream)).toEqual(['rewrite_history origin main main forced'])
    expect(pushed('git push', { 'remote.origin.mirror': 'true' })).toEqual([
      'rewrite_history origin all branches main mirror',
    ])
    expect(pushed('git push', { 'remote.origin.push': '+HEAD:refs/heads/next' })).toEqual([
      'rewrite_history origin next main forced',
    ])
    expect(pushed('git push -f', { 'push.default': 'matching' })).toEqual([
      'rewrite_history origin all matching branches main forced',
    ])
  })

  test('a secret that the same command committed goes along', () => {
    const carried = (command: string) => understood(command, known).effects.find(effect => effect.details.carries)
    expect(carried('git add -f .env && git commit -m x && git push')?.severity).toBe('critical')
    for (const command of [
      'git add .env; git commit -m x; git push',
      'git add -f .env && git push',
      'git add -f .env.example && git commit -m x && git push',
    ])
      expect(carried(command), command).toBeUndefined()
  })
})

describe('settings', () => {
  const asked = (command: string, more: Partial<Facts> = {}) =>
    understood(command, { ...known, ...more }).effects.flatMap(({ details }) =>
      ['source', 'redirects', 'weakens', 'no_verify', 'permanent'].filter(
        name => details[name] === true || details[name] === 'git_config',
      ),
    )

  test.each([
    'core.fsmonitor',
    'core.sshCommand',
    'core.pager',
    'pager.log',
    'core.askPass',
    'core.gitProxy',
    'core.alternateRefsCommand',
    'credential.helper',
    'credential.https://example.com.helper',
    'diff.external',
    'diff.x.command',
    'diff.x.textconv',
    'merge.x.driver',
    'filter.x.clean',
    'filter.x.smudge',
    'filter.x.process',
    'gpg.program',
    'gpg.ssh.program',
    'gpg.ssh.defaultKeyCommand',
    'uploadpack.packObjectsHook',
    'remote.origin.vcs',
    'remote.origin.uploadpack',
    'remote.origin.receivepack',
    'difftool.x.cmd',
    'mergetool.x.cmd',
    'browser.x.cmd',
    'man.x.cmd',
    'guitool.x.cmd',
    'interactive.diffFilter',
    'trailer.x.command',
    'sendemail.sendmailCmd',
    'init.templateDir',
    'include.path',
    'includeIf.gitdir:/x/.path',
  ])('%s runs a program, however it is set', key => {
    for (const command of [
      `git -c ${key}=./x status`,
      `git config ${key} ./x`,
      `git config --global --add ${key} ./x`,
      `git config set ${key} ./x`,
      `git clone -c ${key}=./x https://example.com/x`,
      `X=./x git --config-env=${key}=X status`,
      `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=${key} GIT_CONFIG_VALUE_0=./x git status`,
      `GIT_CONFIG_PARAMETERS="'${key}=./x'" git status`,
      `GIT_CONFIG_PARAMETERS="'${key}'='./x'" git status`,
    ])
      expect(asked(command), command).toContain('source')
  })

  test.each([
    ['GIT_SSH_COMMAND=./x git fetch', 'source'],
    ['export GIT_SSH=./x; git fetch', 'source'],
    ['GIT_EXTERNAL_DIFF=./x git diff', 'source'],
    ['GIT_EXEC_PATH=/tmp/x git status', 'source'],
    ['GIT_CONFIG_GLOBAL=/tmp/x git status', 'source'],
    ['GIT_CONFIG_PARAMETERS=x git status', 'source'],
    ['git --exec-path=/tmp/x status', 'source'],
    ['git init --template=/tmp/x', 'source'],
    ['git fetch --upload-pack=./x origin', 'source'],
    ['git clone -u ./x example.com:x', 'source'],
    ["git clone 'ext::sh -c x'", 'source'],
    ["git fetch 'ext::sh -c x' main", 'source'],
    ["git remote add x 'ext::sh -c x'", 'source'],
    ["git remote set-url origin 'ext::sh -c x'", 'source'],
    ["git submodule add 'ext::sh -c x'", 'source'],
    ["git config remote.origin.url 'ext::sh -c x'", 'source'],
    ['git ls-remote ssh://-oProxyCommand=x/y', 'source'],
    ['git grep -O./x pattern', 'source'],
    ['git grep --open-files-in-pager=./x pattern', 'source'],
    ["git config core.pager 'less; ./x'", 'source'],
    ["git config credential.helper '!./x'", 'source'],
    ['git config http.sslVerify false', 'weakens'],
    ['GIT_SSL_NO_VERIFY=1 git fetch', 'weakens'],
    ['git -c protocol.ext.allow=always fetch', 'weakens'],
    ['git config http.proxy http://example.com:80', 'redirects'],
    ['git config url.https://evil.example/.insteadOf https://github.com/', 'redirects'],
    ['git config url.https://evil.example/.pushInsteadOf git@github.com:', 'redirects'],
    ['git -c core.hooksPath=/dev/null commit -m x', 'no_verify'],
    ['git -c core.hooksPath= commit -m x', 'no_verify'],
    ['git -c core.hooksPath=missing commit -m x', 'no_verify'],
    ['HUSKY=0 git commit -m x', 'no_verify'],
    ['LEFTHOOK=0 git push', 'no_verify'],
    ['SKIP=eslint git commit -m x', 'no_verify'],
    ['git config gc.pruneExpire now', 'permanent'],
  ])('%s', (command, what) => {
    expect(asked(command)).toEqual([what])
  })

  test.each([
    'git config user.name me',
    'git config --global core.editor vim',
    "git config --global core.editor 'code --wait'",
    'git config --get core.pager',
    'git config get core.pager',
    'git config core.pager',
    'git config --unset core.pager',
    'git config unset core.pager',
    'git config core.fsmonitor true',
    'git config core.hooksPath .githooks',
    'git config merge.ours.driver true',
    'git config alias.st status',
    "git config alias.root '!git rev-parse --show-toplevel'",
    'git config --global credential.helper store',
    "git config --global credential.helper '!gh auth git-credential'",
    "git config filter.lfs.smudge 'git-lfs smudge -- %f'",
    'git config --global url.https://github.com/.insteadOf git@github.com:',
    'git config --global http.proxy http://127.0.0.1:7890',
    'git config gc.pruneExpire 30.days.ago',
    'git -c protocol.file.allow=always submodule update --init',
    'git -c core.pager=cat log',
    'GIT_PAGER=cat git log',
    'GIT_EDITOR=true git rebase --continue',
    'GIT_SEQUENCE_EDITOR="sed -i s/pick/fixup/" git rebase -i HEAD~3',
    'GIT_CONFIG_GLOBAL=/dev/null git status',
    'GIT_TERMINAL_PROMPT=0 git fetch',
    'HUSKY=0 git clone https://example.com/x',
    'HUSKY=1 git commit -m x',
    "GIT_SSH_COMMAND='ssh -i key -o IdentitiesOnly=yes' git fetch",
    'git grep -O pattern',
    'git remote set-url origin git@example.com:x.git',
  ])('%s is honest', command => {
    expect(asked(command)).toEqual([])
  })

  test('a remote that is moved to another host', () => {
    const there: Partial<Facts> = {
      setting: (_, key) => (key === 'remote.origin.url' ? 'git@github.com:x/y.git' : undefined),
    }
    for (const command of [
      'git remote set-url origin https://evil.example/x.git',
      'git remote set-url --push origin evil.example:x.git',
      'git config remote.origin.pushurl https://evil.example/x.git',
    ])
      expect(asked(command, there), command).toEqual(['redirects'])
    for (const command of [
      'git remote set-url origin https://github.com/x/y.git',
      'git remote set-url origin ../bare.git',
      'git remote set-url upstream https://example.com/x.git',
      'git remote add fork https://example.com/x.git',
    ])
      expect(asked(command, there), command).toEqual([])
  })

  test('hooks of the project that another directory replaces', () => {
    const husky: Partial<Facts> = { setting: (_, key) => (key === 'core.hookspath' ? '.husky/_' : undefined) }
    expect(asked('git config core.hooksPath .githooks', husky)).toEqual(['no_verify'])
    expect(asked('git config --unset core.hooksPath', husky)).toEqual(['no_verify'])
    expect(asked('git config core.hooksPath .husky/_', husky)).toEqual([])
  })

  test('an alias that is kept is judged by what it would run', () => {
    expect(effectsOf("git config alias.x '!rm -rf /etc'", known)).toContain('delete system /etc')
  })
})

describe('commands that git runs', () => {
  test.each([
    "git rebase -x 'rm -rf /etc' main",
    'git bisect run rm -rf /etc',
    "git submodule foreach 'rm -rf /etc'",
    "git difftool -x 'rm -rf /etc' HEAD",
    "git -c alias.x='!rm -rf /etc' x",
  ])('%s', command => {
    expect(effectsOf(command, known)).toContain('delete system /etc')
  })

  test('in each submodule', () => {
    const text = (path: string) =>
      path === `${PROJECT}/.gitmodules`
        ? '[submodule "a"]\n\tpath = lib/a\n[submodule "b"]\n\tpath = lib/b\n'
        : undefined
    const deleted = effectsOf('git submodule foreach "rm -rf dist"', { ...known, text })
    expect(deleted.map(effect => effect.split(' ').at(-1))).toEqual([`${PROJECT}/lib/a/dist`, `${PROJECT}/lib/b/dist`])
  })
})

test('what git prints is known where it is a name', () => {
  expect(effectsOf('git push origin "$(git branch --show-current)"', known)).toEqual(['send remote topic'])
  expect(effectsOf('git push origin $(git rev-parse --abbrev-ref HEAD)', known)).toEqual(['send remote topic'])
  expect(effectsOf('rm -rf "$(git rev-parse --show-toplevel)/dist"', known)).toEqual([
    `delete regenerable ${PROJECT}/dist`,
  ])
})

test('everyday commands ask nothing of the work tree, the refs or the settings', () => {
  const never = () => {
    throw new Error('asked')
  }
  for (const command of [
    'git status',
    'git add -A',
    'git commit -m x',
    'git diff HEAD',
    'git log --oneline',
    'git show',
  ])
    expect(effectsOf(command, { uncommitted: never, refs: never, setting: never, git: never })).toEqual([])
})

test('long inputs take no longer than they must', () => {
  const many = (text: string) => text.repeat(Math.floor(100_000 / text.length))
  for (const command of [
    `git checkout -- '${many('*a')}'`,
    `git checkout -- ':(${many('top,')})x'`,
    `GIT_CONFIG_PARAMETERS="${many("'=")}" git status`,
    `git config url.${many('a@')}.insteadOf ${many('b:')}`,
    `git push origin ${many('+a:b ')}`,
    `git branch -D ${many('a ')}`,
    `git apply <<'E'\n${many('+++ b/x\n')}E`,
  ]) {
    const start = performance.now()
    understood(command, known)
    expect(performance.now() - start, command.slice(0, 40)).toBeLessThan(5000)
  }
})
