/** What people install: it holds what runs and nothing else, names whose work is in it, and runs nothing while it is installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

const {
  publishedManifest,
}: { publishedManifest(manifest: Manifest, library: string, executables: string[]): Manifest } = await import(
  resolve('scripts/published.mjs')
)
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const locked: Readonly<
  Record<string, { integrity?: string; version?: string; dependencies?: Readonly<Record<string, string>> }>
> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
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
    'man',
    'package.json',
    'rules',
    'safety.config.yaml',
    'schema',
  ])
  // The executables are in packages of their own.
  expect(files.filter(file => /^dist\/(reviewer(\.exe)?$|packages\/)/.test(file))).toEqual([])
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

test('commands need no other package, and the library only those that the published package names', () => {
  expect(start(['--version']).stdout.trim()).toBe(manifest.version)
  const checked = start(['check', '--command', 'rm -rf ~/', '--home', join(root, 'state')])
  expect(checked.stdout).toContain('with everything in it')
  const library = readFileSync(join(installed, 'dist/index.js'), 'utf8')
  const { dependencies } = publishedManifest(manifest, library, [])
  const wanted = new Set(Object.keys(dependencies).map(name => `node_modules/${name}`))
  expect(wanted.size).toBeLessThan(Object.keys(manifest.dependencies).length)
  for (const path of wanted) {
    for (const name of Object.keys(locked[path]?.dependencies ?? {}))
      if (!locked[`${path}/node_modules/${name}`]) wanted.add(`node_modules/${name}`)
    mkdirSync(join(installed, dirname(path)), { recursive: true })
    symlinkSync(resolve(path), join(installed, path))
  }
  const event = `{ hook_event_name: 'PreToolUse', session_id: 's', transcript_path: '', cwd: ${JSON.stringify(root)}, tool_name: 'Bash',
    tool_use_id: 't', tool_input: { command: 'rm -rf ~/' } }`
  const script = `const { createReviewer } = await import('step-reviewer')
    const reviewer = createReviewer({ store: 'none' })
    console.log((await reviewer.review(${event})).decision)`
  const file = join(installed, 'trial.mjs')
  writeFileSync(file, script)
  const run = spawnSync(process.execPath, [file], {
    env: { PATH: process.env.PATH, HOME: root },
    encoding: 'utf8',
    cwd: installed,
  })
  expect(run).toMatchObject({ status: 0, stdout: 'block\n' })
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

test('with the executable of its platform, commands run in that, and init looks whether it is the published one', () => {
  const { platform, arch, report } = process
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } }
  const name = `${platform}-${arch}${platform === 'linux' && !header?.glibcVersionRuntime ? '-musl' : ''}`
  const prefix = join(root, 'prefix', 'node_modules')
  const main = join(prefix, 'step-reviewer')
  const own = join(prefix, '@step-reviewer', name)
  mkdirSync(own, { recursive: true })
  cpSync(installed, main, { recursive: true })
  cpSync('dist/reviewer', join(own, 'reviewer'))
  writeFileSync(
    join(own, 'package.json'),
    JSON.stringify({ name: `@step-reviewer/${name}`, version: manifest.version }),
  )
  const digest = createHash('sha256').update(readFileSync('dist/reviewer')).digest('hex')
  const sums = join(main, 'dist/checksums.json')
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(main, 'bin/reviewer.js'), ...words], {
      // Programs below the working directory are nobody's choice, and are not looked for.
      cwd: join(root, 'home'),
      env: { PATH: `${join(root, 'bin')}:${process.env.PATH}`, HOME: join(root, 'home') },
      encoding: 'utf8',
    })
  mkdirSync(join(root, 'home'))
  writeFileSync(sums, JSON.stringify({ [name]: '0'.repeat(64) }))
  const refused = run('init')
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('SHA-256')])
  expect(existsSync(join(root, 'home/.claude'))).toBe(false)
  writeFileSync(sums, JSON.stringify({ [name]: digest }))
  expect(run('init')).toMatchObject({ status: 0, stdout: expect.stringContaining('was blocked') })
  // This Node may have no SQLite: the executable has, and says how things stand.
  const client = join(root, 'bin')
  mkdirSync(client)
  writeFileSync(join(client, 'claude'), '#!/bin/sh\necho "2.1.329 (Claude Code)"\n', { mode: 0o755 })
  const setup = run('setup', '--yes')
  expect(setup.stdout).toContain('everything that can be looked at is well')
  expect(setup.status).toBe(0)
  // What Node would run is not needed for anything but that.
  rmSync(join(main, 'dist/reviewer.cjs'))
  expect(run('--version').stdout.trim()).toBe(manifest.version)
  expect(run('check', '--command', 'rm -rf ~/').stdout).toContain('with everything in it')
})
