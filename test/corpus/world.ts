/** A lived-in machine on disk: a project in which tracked, modified, untracked, ignored, stashed and unmerged all mean something. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runGit } from '../git.ts'

export interface CorpusWorld {
  readonly home: string
  readonly project: string
  readonly state: string
  /** Writes a file below the project and returns how to bring back what was there before. */
  readonly put: (path: string, text: string) => () => void
  readonly done: () => void
}

const TRACKED: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'app',
    scripts: {
      build: 'tsc -p .',
      test: 'vitest run',
      dev: 'vite --port 3000',
      clean: 'rm -rf dist coverage',
      nuke: 'rm -rf ~',
      release: 'npm publish',
    },
  }),
  Makefile:
    'build:\n\tgo build ./...\nclean:\n\trm -rf build dist\nnuke:\n\trm -rf $(HOME)\nrelease: build\n\tcargo publish\n',
  justfile: 'test:\n    cargo test\nwipe:\n    rm -rf ~/\n',
  'scripts/build.sh': '#!/bin/sh\nset -e\nnpm run build\n',
  'scripts/clean.sh': '#!/bin/sh\nrm -rf dist build coverage\n',
  'scripts/wipe.sh': '#!/bin/sh\nrm -rf "$HOME"\n',
  'scripts/report.py': 'import json\nprint(json.dumps({"ok": True}))\n',
  'scripts/wipe.py': 'import os, shutil\nshutil.rmtree(os.path.expanduser("~"))\n',
  'src/index.ts': 'export {}\n',
  'src/a.ts': 'export const a = 1\n',
  'src/parser.ts': 'export {}\n',
  'src/old.ts': 'export {}\n',
  'src/obsolete.ts': 'export {}\n',
  'docs/a.md': '# A\n',
  'docs/long.md': 'a line that should stay\n'.repeat(50),
  'test/a.test.ts': 'export {}\n',
  'README.md': '# app\n',
  '.gitignore': 'node_modules\ndist\nbuild\ncoverage\nlinks\n*.log\n*.db\n.env*\n',
}

const UNTRACKED: Readonly<Record<string, string>> = {
  'notes/ideas.md': 'untracked\n',
  'data/users.csv': 'id\n1\n',
  '.env': 'PORT=3000\n',
  'app.db': '',
  'node_modules/x/index.js': '',
  'dist/app.js': '',
  'build/app.js': '',
}

const HOME_FILES: Readonly<Record<string, string>> = {
  '.ssh/config': 'Host x\n',
  '.ssh/id_ed25519': 'key\n',
  '.ssh/id_ed25519.pub': 'ssh-ed25519 AAAA dev\n',
  '.ssh/authorized_keys': '',
  '.ssh/known_hosts': '',
  '.aws/credentials': '[default]\n',
  '.aws/config': '[default]\nregion = eu-west-1\n',
  '.netrc': 'machine example.com\n',
  '.kube/config': 'apiVersion: v1\n',
  '.docker/config.json': '{}\n',
  '.bashrc': '',
  '.zshrc': '',
  '.gitconfig': '[user]\n\tname = dev\n',
  '.claude/settings.json': '{}\n',
  'Documents/thesis.tex': 'untracked\n',
  'other/main.py': '',
}

/** The machine is declared to be no container; nothing in it runs. */
export function makeCorpusWorld(): CorpusWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-corpus-')))
  const home = join(root, 'home', 'dev')
  const project = join(home, 'app')
  const state = join(home, '.local', 'state', 'reviewer')
  const write = (directory: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
  }
  const git = (...args: string[]) => runGit(project, ...args)

  write(project, TRACKED)
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'start')
  git('branch', 'done/cleanup')
  git('checkout', '-qb', 'feature/login')
  write(project, { 'src/login.ts': 'export {}\n' })
  git('add', '-A')
  git('commit', '-qm', 'login')
  git('checkout', '-q', 'main')
  git('config', 'alias.undo', 'reset --hard')
  git('config', 'alias.wipe', '!rm -rf ~')
  git('config', 'alias.lg', 'log --oneline --graph')
  write(project, { 'src/a.ts': 'stashed\n' })
  git('stash', '-q')
  write(project, { 'src/a.ts': 'work in progress\n' })
  write(project, UNTRACKED)
  write(home, HOME_FILES)
  mkdirSync(join(project, 'links'))
  symlinkSync(home, join(project, 'links', 'home'))
  write(home, { '.config/reviewer/config.yaml': 'environment:\n  disposable: false\n' })
  mkdirSync(state, { recursive: true, mode: 0o700 })

  const put = (path: string, text: string) => {
    const file = join(project, path)
    const before = existsSync(file) ? readFileSync(file) : undefined
    const made = mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return () => (before ? writeFileSync(file, before) : rmSync(made ?? file, { recursive: true, force: true }))
  }
  return { home, project, state, put, done: () => rmSync(root, { recursive: true, force: true }) }
}
