/** What installs the program without npm: the script runs against a registry of its own, and refuses what is not the published archive. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Installers {
  archiveOf(directory: string, destination: string): { readonly file: string; readonly sha256: string }
  archivePath(name: string, version: string): string
  installerTexts(version: string, sums: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}

const { archiveOf, archivePath, installerTexts }: Installers = await import(resolve('scripts/installers.mjs'))
const { PLATFORMS }: { PLATFORMS: readonly { name: string }[] } = await import(resolve('scripts/platforms.mjs'))
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
const root = mkdtempSync(join(tmpdir(), 'reviewer-installers-'))
const header = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined
const platform = `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`

let server: Server
let registry = ''
let sha256 = ''
let archive: Buffer
/** What the registry hands out for the package of this platform. */
let served: Buffer | undefined

beforeAll(async () => {
  const directory = join(root, 'package')
  mkdirSync(directory)
  cpSync('dist/reviewer', join(directory, 'reviewer'))
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: `@step-reviewer/${platform}`, version }))
  const packed = archiveOf(directory, join(root, 'archives'))
  archive = readFileSync(packed.file)
  sha256 = packed.sha256
  served = archive
  server = createServer(({ url }, answer) => {
    const isThere = url === `/${archivePath(platform, version)}` && served !== undefined
    answer.writeHead(isThere ? 200 : 404).end(isThere ? served : '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 120_000)
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true })
})

interface Installed {
  readonly status: number | null
  readonly said: string
  readonly home: string
}

/** Runs the script as it comes through a pipe. */
async function install(
  sums: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  path = '/usr/bin:/bin',
): Promise<Installed> {
  const home = mkdtempSync(join(root, 'home-'))
  const env = { PATH: path, HOME: home, REVIEWER_REGISTRY: registry }
  const child = spawn('/bin/sh', ['-s', '--', ...words], { cwd: home, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += data))
  child.stdin.end(installerTexts(version, sums)['install.sh'] ?? '')
  const status = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { status, said, home }
}

describe.skipIf(process.platform === 'win32')('install.sh', () => {
  test('downloads, verifies, and registers', async () => {
    const { status, said, home } = await install({ [platform]: sha256 })
    expect(said).toContain('was blocked through the registered command line')
    expect(status).toBe(0)
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toContain(`/reviewer/${version}/reviewer`)
    const program = join(home, '.local/share/reviewer/current/reviewer')
    expect(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(version)
  })

  test('passes on what is to be run', async () => {
    const { home } = await install({ [platform]: sha256 }, ['init', '--local'])
    expect(existsSync(join(home, '.claude/settings.local.json'))).toBe(true)
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(false)
  })

  test('--to puts the program there and registers nothing', async () => {
    const { status, home } = await install({ [platform]: sha256 }, ['--to', 'bin'])
    expect(status).toBe(0)
    expect(spawnSync(join(home, 'bin/reviewer'), ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(version)
    expect(existsSync(join(home, '.claude'))).toBe(false)
  })

  const refused = ({ status, said, home }: Installed) => {
    expect(status).toBe(1)
    expect(said).toContain('nothing was installed')
    expect(existsSync(join(home, '.claude'))).toBe(false)
    expect(existsSync(join(home, '.local'))).toBe(false)
    return said
  }

  test('refuses another archive than was published', async () => {
    served = Buffer.concat([archive, Buffer.from('x')])
    try {
      expect(refused(await install({ [platform]: sha256 }))).toContain('SHA-256')
    } finally {
      served = archive
    }
  })

  test('refuses a platform without a package, and a registry without the archive', async () => {
    expect(refused(await install({ 'plan9-mips': sha256 }))).toContain('no package for')
    served = undefined
    try {
      expect(refused(await install({ [platform]: sha256 }))).toContain('cannot be downloaded')
    } finally {
      served = archive
    }
  })

  test('refuses where nothing can check the download', async () => {
    const bin = mkdtempSync(join(root, 'bin-'))
    for (const name of ['uname', 'ldd', 'grep', 'mktemp', 'rm', 'curl', 'cut', 'tar', 'chmod'])
      spawnSync('ln', ['-s', `/usr/bin/${name}`, join(bin, name)])
    expect(refused(await install({ [platform]: sha256 }, [], bin))).toContain('cannot be checked')
  })

  test('half of it runs nothing', () => {
    const text = installerTexts(version, { [platform]: sha256 })['install.sh'] ?? ''
    const half = text.slice(0, text.lastIndexOf('main "$@"'))
    const { status, stdout, stderr } = spawnSync('/bin/sh', [], {
      input: half,
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })
})

test('all of them name the version of the package, and the checksum of each platform', () => {
  const sums = Object.fromEntries(PLATFORMS.map(({ name }, at) => [name, String(at).repeat(64)]))
  const texts = installerTexts(version, sums)
  for (const [file, text] of Object.entries(texts)) {
    expect(text, file).not.toMatch(/@[A-Z]+@/)
    const versions = text.match(/\b\d+\.\d+\.\d+\b/g)?.filter(each => each !== '127.0.0')
    expect(new Set(versions), file).toEqual(new Set([version]))
  }
  for (const [name, sum] of Object.entries(sums)) {
    if (!name.startsWith('win32')) expect(texts['install.sh']).toContain(`${name}) echo ${sum}`)
    if (/^(darwin|linux)-(x64|arm64)$/.test(name)) expect(texts['reviewer.rb']).toContain(sum)
  }
  const manifests = ['plugin/.claude-plugin/plugin.json', '.claude-plugin/marketplace.json']
  const [plugin, marketplace] = manifests.map(file => JSON.parse(readFileSync(file, 'utf8')))
  expect([plugin.version, marketplace.plugins[0].version]).toEqual([version, version])
})
