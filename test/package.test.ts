/** What people install: it holds what runs and nothing else, names whose work is in it, and runs nothing while it is installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Manifest {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const locked: Readonly<Record<string, { integrity?: string; version?: string; dev?: boolean }>> = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
).packages
const root = mkdtempSync(join(tmpdir(), 'reviewer-package-'))
const installed = join(root, 'package')
let files: readonly string[] = []

beforeAll(() => {
  // What has been built is packed: the script that checks everything before a release is not run here.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', root]
  const [packed] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  files = packed.files.map(({ path }: { path: string }) => path)
  execFileSync('tar', ['-xzf', join(root, packed.filename), '-C', root])
})
afterAll(() => rmSync(root, { recursive: true }))

test('it holds what runs and what describes it, no sources, tests or maps', () => {
  const tops = new Set(files.map(file => file.split('/')[0]))
  expect([...tops].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'package.json',
    'rules',
    'safety.config.yaml',
    'schema',
  ])
  const wrong = files.filter(file => /\.(map|test\.\w+|db|tgz|log|node)$|\.env|(?<!\.d)\.ts$/.test(file))
  expect(wrong).toEqual([])
})

test('nothing of it tells where it was built', () => {
  const here = process.cwd()
  const telling = files.filter(file => readFileSync(join(installed, file), 'utf8').includes(`${here}/`))
  expect(telling).toEqual([])
})

test('nothing runs while it is installed', () => {
  const running = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']
  expect(Object.keys(manifest.scripts).filter(name => running.includes(name))).toEqual([])
  expect(existsSync('binding.gyp')).toBe(false)
})

test('the licence of each package that is bundled stands in it', () => {
  const licences = readFileSync(join(installed, 'dist/LICENSES.txt'), 'utf8')
  const bundled = ['unbash', 'yaml', 'zod', 'minimatch', 're2js', 'ignore', 'commander', 'uplot']
  for (const name of bundled) expect(licences, name).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  expect(licences.match(/^={80}$/gm)?.length).toBe(
    licences.match(/Permission|conditions/g) ? sections(licences).length : 0,
  )
  for (const section of sections(licences)) expect(section.length, section.slice(0, 60)).toBeGreaterThan(400)
})

function sections(licences: string): readonly string[] {
  return licences.split(/^={80}\n/m).slice(1)
}

test('the lock file pins every package by its content', () => {
  const loose = Object.entries(locked).filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
  )
  expect(loose).toEqual([])
  for (const [name, version] of Object.entries(manifest.dependencies))
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version)
})

test('the hook runs from it without any other package', () => {
  const event = JSON.stringify({
    session_id: 's',
    transcript_path: '/none',
    cwd: root,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf ~/' },
    tool_use_id: 't',
  })
  const run = start(['hook', '--home', join(root, 'state')], event)
  expect(JSON.parse(run.stdout).hookSpecificOutput).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('with everything in it'),
  })
})

test('commands run from it with the packages it depends on', () => {
  for (const [path, { dev }] of Object.entries(locked)) {
    const isNested = path.lastIndexOf('node_modules') > 0
    if (path === '' || dev || isNested || !existsSync(path)) continue
    mkdirSync(join(installed, dirname(path)), { recursive: true })
    symlinkSync(resolve(path), join(installed, path))
  }
  expect(start(['--version']).stdout.trim()).toBe(manifest.version)
  const checked = start(['check', '--command', 'rm -rf ~/', '--home', join(root, 'state')])
  expect(checked.stdout).toContain('with everything in it')
})

function start(args: readonly string[], input = '') {
  const env = { PATH: process.env.PATH, HOME: root }
  return spawnSync(process.execPath, [join(installed, 'bin/reviewer.js'), ...args], {
    env,
    input,
    encoding: 'utf8',
    cwd: root,
  })
}
