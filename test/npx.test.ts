/** From the registry to an upgrade: npm's own client fetches the published package from a registry on loopback, as a new user's does. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Manifest = Readonly<Record<string, unknown>>

const { archiveOf }: { archiveOf(directory: string, destination: string): { readonly file: string } } = await import(
  resolve('scripts/installers.mjs')
)
const {
  publishedManifest,
}: { publishedManifest(manifest: Manifest, library: string, executables: readonly string[]): Manifest } = await import(
  resolve('scripts/published.mjs')
)
const manifest: Manifest & { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
const { version: VERSION } = manifest
const NEWER = '99.0.0'
const header = (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined
const platform = `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`
const ofPlatform = `@step-reviewer/${platform}`
const root = mkdtempSync(join(tmpdir(), 'reviewer-npx-'))
const [home, project] = [join(root, 'home'), join(root, 'home/project')]

let server: Server
let registry = ''
const asked: string[] = []
const archives = new Map<string, Buffer>()
const manifests = new Map<string, Record<string, Manifest>>()

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    asked.push(path)
    const archive = archives.get(path)
    const versions = manifests.get(path)
    if (archive) response.end(archive)
    else if (versions)
      response.end(JSON.stringify({ name: path, versions, 'dist-tags': { latest: Object.keys(versions).at(-1) } }))
    else response.writeHead(404).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const directory of [project, join(root, 'bin')]) mkdirSync(directory, { recursive: true })
  writeFileSync(join(root, 'bin/claude'), '#!/bin/sh\necho "2.1.329 (Claude Code)"\n', { mode: 0o755 })
  publish(VERSION)
}, 900_000)
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true })
})

/** The build under a version; without what only the library loads. */
function publish(version: string): void {
  const [main, own] = [join(root, version, 'main'), join(root, version, 'platform')]
  for (const directory of [main, own]) mkdirSync(directory, { recursive: true })
  cpSync('bin', join(main, 'bin'), { recursive: true })
  cpSync('dist', join(main, 'dist'), { recursive: true, filter: file => !/dist\/(reviewer|packages)$/.test(file) })
  const digest = createHash('sha256').update(readFileSync('dist/reviewer')).digest('hex')
  writeFileSync(join(main, 'dist/checksums.json'), JSON.stringify({ [platform]: digest }))
  const published = { ...publishedManifest({ ...manifest, version }, '', [ofPlatform]), man: undefined }
  cpSync('dist/reviewer', join(own, 'reviewer'))
  for (const [directory, name, about] of [
    [main, 'step-reviewer', published],
    [own, ofPlatform, { name: ofPlatform, version }],
  ] as const) {
    writeFileSync(join(directory, 'package.json'), JSON.stringify(about))
    const archive = readFileSync(archiveOf(directory, join(root, version, 'archives')).file)
    const path = `${name}/-/${version}.tgz`
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    archives.set(path, archive)
    const entry = { ...about, dist: { integrity, tarball: `${registry}/${path}` } }
    manifests.set(name, { ...manifests.get(name), [version]: entry })
  }
}

/** Not in a terminal. The registry answers in this process, so nothing here may wait for it. */
async function run(program: string, ...words: string[]): Promise<{ status: number | null; said: string }> {
  const env = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    HOME: home,
    SHELL: '/bin/bash',
    npm_config_registry: program === 'npx' ? registry : undefined,
  }
  const child = spawn(program, words, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += data))
  return { status: await new Promise(resolve => child.on('close', resolve)), said }
}

test.skipIf(process.platform === 'win32')(
  'npx installs and proves it; upgrade fetches what is newer',
  { timeout: 900_000 },
  async () => {
    const settings = join(home, '.claude/settings.json')
    const first = await run('npx', '--yes', 'step-reviewer', '--yes')
    // Whatever Node this is, with SQLite or without.
    expect(first.said).toContain('everything that can be looked at is well')
    expect(first.status).toBe(0)
    expect(readFileSync(settings, 'utf8')).toContain(`reviewer/${VERSION}/reviewer`)

    publish(NEWER)
    writeFileSync(join(home, '.npmrc'), `registry=${registry}\n`)
    // A project does not say where the program comes from.
    writeFileSync(join(project, '.npmrc'), 'registry=http://127.0.0.1:1\n')
    mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
    writeFileSync(join(project, 'node_modules/.bin/step-reviewer'), `#!/bin/sh\ntouch ${root}/hijacked\n`, {
      mode: 0o755,
    })
    const reviewer = join(home, '.local/bin/reviewer')
    asked.length = 0
    expect(await run(reviewer, 'upgrade', '--dry-run')).toMatchObject({ status: 0 })
    expect(asked).toEqual([])
    const upgrade = await run(reviewer, 'upgrade')
    expect(upgrade.said).toContain('running: npx --yes step-reviewer@latest upgrade')
    expect(upgrade.said).toContain('self-test: `rm -rf /` was blocked')
    expect(upgrade.status).toBe(0)
    expect(asked).toContain(`${ofPlatform}/-/${NEWER}.tgz`)
    expect(existsSync(join(root, 'hijacked'))).toBe(false)

    // A registry that cannot be reached, and of which nothing is in npm's cache.
    writeFileSync(join(home, '.npmrc'), 'registry=http://127.0.0.1:1\nfetch-retries=0\n')
    const failed = await run(reviewer, 'upgrade')
    expect(failed.status).toBe(1)
    expect(failed.said).toContain(`${VERSION} stays registered`)
  },
)
