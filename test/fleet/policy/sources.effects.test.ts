/** Policies from a web server, a git repository and a PostgreSQL server, each of them real. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { generateKeys, openBundle, type PolicyBundle, signBundle } from '../../../src/fleet/policy/bundle.ts'
import type { PolicySource } from '../../../src/fleet/policy/source.ts'
import { openSource } from '../../../src/fleet/policy/sources/index.ts'
import { hasPostgres } from '../../postgres.ts'
import { startFleet } from '../postgres/shared.ts'

const { private_key, public_key } = generateKeys()
const bundle = (version: number, audience = 'acme'): PolicyBundle => ({
  audience,
  version,
  created: '2026-01-31T00:00:00.000Z',
  share: 100,
  files: { 'policy.yaml': `# ${version}\n` },
})
const publish = (source: PolicySource, version: number, audience = 'acme') =>
  source.publish(signBundle(bundle(version, audience), private_key), { audience, version })

async function fetched(source: PolicySource, etag = ''): Promise<number | 'unchanged'> {
  const found = await source.fetch('acme', etag)
  return found === 'unchanged' ? found : openBundle(found.envelope, [public_key]).bundle.version
}

/** What every kind of source does. */
async function behaves(reader: PolicySource, publisher: PolicySource): Promise<void> {
  expect(await reader.newest('acme')).toBeUndefined()
  await expect(reader.fetch('acme', '')).rejects.toThrow(/nothing is published for acme/)
  await publish(publisher, 1)
  await publish(publisher, 7, 'other')
  expect(await fetched(reader)).toBe(1)
  await publish(publisher, 2)
  expect(await fetched(reader)).toBe(2)
}

async function webServer() {
  const files = new Map<string, string>()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${request.headers.authorization ?? ''}`)
    if (path.startsWith('/moved/')) return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (path.startsWith('/endless/')) {
      response.on('error', () => undefined)
      const part = 'x'.repeat(1_000_000)
      const more = (): void => void (response.destroyed || response.write(part, more))
      return more()
    }
    if (request.method === 'PUT') {
      if (request.headers.authorization !== 'Bearer token') return void response.writeHead(403).end()
      let text = ''
      for await (const part of request) text += part
      files.set(path, text)
      return void response.writeHead(204).end()
    }
    const text = files.get(path)
    const etag = `"${text?.length}-${text?.slice(-40, -4)}"`
    if (text === undefined) return void response.writeHead(404).end()
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { etag }).end(text)
  })
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close().closeAllConnections())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/policies`, asked, port }
}

test('a web server, with a token, and what did not change is not sent again', async () => {
  const { url, asked } = await webServer()
  const publisher = openSource(url, 'token')
  const reader = openSource(url, undefined)
  await behaves(reader, publisher)
  const found = await reader.fetch('acme', '')
  if (found === 'unchanged') throw new Error('it was fetched for the first time')
  expect(found.etag).not.toBe('')
  expect(await fetched(reader, found.etag)).toBe('unchanged')
  await publish(publisher, 3)
  expect(await fetched(reader, found.etag)).toBe(3)
  await expect(publish(reader, 4)).rejects.toThrow(/403/)
  expect(asked.filter(line => line.includes('token')).every(line => line.startsWith('PUT'))).toBe(true)
})

test('a web server that leads elsewhere, sends without end, or is not there', async () => {
  const { port } = await webServer()
  for (const path of ['moved', 'endless'])
    await expect(openSource(`http://127.0.0.1:${port}/${path}`, 'token').fetch('acme', '')).rejects.toThrow()
  await expect(openSource('http://127.0.0.1:1/', undefined).fetch('acme', '')).rejects.toThrow(/cannot be reached/)
  expect(() => openSource('http://policies.example.com/', undefined)).toThrow(/not encrypted/)
  expect(() => openSource('https://kim:secret@example.com/', undefined)).toThrow(/password/)
  expect(() => openSource('ftp://example.com/', undefined)).toThrow(/no address/)
  for (const scheme of ['https', 'git+https'])
    expect(() => openSource(`${scheme}://ghp_token@example.com/policies`, undefined)).toThrow(/^a login stands/)
})

test('a git repository, in a directory of it; two who publish at once do not lose anything', async () => {
  const root = mkdtempSync(join(tmpdir(), 'reviewer-policy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const repository = join(root, 'policies.git')
  const env = {
    ...process.env,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', repository])
  execFileSync('git', ['clone', '-q', repository, join(root, 'copy')], { stdio: 'ignore' })
  execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'begin'], { cwd: join(root, 'copy'), env })
  execFileSync('git', ['push', '-q', 'origin', 'HEAD'], { cwd: join(root, 'copy'), env, stdio: 'ignore' })
  const source = openSource(`git+${pathToFileURL(repository).href}#safety/reviewer`, undefined)
  await behaves(source, source)
  const log = execFileSync('git', ['log', '--format=%s', '--name-only'], { cwd: repository, encoding: 'utf8' })
  expect(log).toContain('policy of acme, version 2')
  expect(log).toContain('safety/reviewer/acme.policy.json')
  const both = await Promise.allSettled([publish(source, 3), publish(source, 4)])
  const done = both.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBeGreaterThan(0)
  const count = execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: repository, encoding: 'utf8' })
  expect(Number(count)).toBe(4 + done)
  expect(() => openSource(`git+${pathToFileURL(repository).href}#../elsewhere`, undefined)).toThrow(/no directory/)
})

test('a git repository whose files and directories are links leads nowhere else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'reviewer-policy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [repository, elsewhere] = [join(root, 'policies'), join(root, 'elsewhere')]
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'acme.policy.json'), signBundle(bundle(9), private_key))
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-C', repository, ...words])
  execFileSync('git', ['init', '-q', '-b', 'main', repository])
  symlinkSync(join(elsewhere, 'acme.policy.json'), join(repository, 'acme.policy.json'))
  symlinkSync(elsewhere, join(repository, 'sub'))
  git('add', '-A')
  git('commit', '-q', '-m', 'links')
  const at = (inside: string) => openSource(`git+${pathToFileURL(repository).href}${inside}`, undefined)
  await expect(fetched(at(''))).rejects.toThrow(/no signed policy/)
  await expect(fetched(at('#sub'))).rejects.toThrow(/nothing is published/)
  await expect(publish(at('#sub'), 10)).rejects.toThrow()
  expect(readdirSync(elsewhere)).toEqual(['acme.policy.json'])
})

describe.skipIf(!hasPostgres())('a PostgreSQL server', () => {
  test('keeps every version; only a publisher adds some, and nobody replaces or goes back', async () => {
    const fleet = await startFleet()
    onTestFinished(() => fleet.server.stop())
    await fleet.login('press', 'publisher')
    await fleet.login('jane')
    const source = (login: string) => openSource(fleet.server.url(login), undefined)
    await behaves(source('jane'), source('press'))
    await expect(publish(source('jane'), 3)).rejects.toThrow(/permission denied/)
    for (const version of [1, 2])
      await expect(publish(source('press'), version)).rejects.toThrow(/somebody else published/)
    const both = await Promise.allSettled([publish(source('press'), 3), publish(source('press'), 3)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const as = (login: string, sql: string) => fleet.server.run(`SET SESSION AUTHORIZATION ${login}; ${sql}`)
    for (const sql of ['DELETE FROM reviewer.policies', "UPDATE reviewer.policies SET envelope = ''"])
      for (const login of ['press', 'jane']) await expect(as(login, sql)).rejects.toThrow(/permission denied/)
    // Whoever publishes policies reads no rows.
    await expect(as('press', 'SELECT FROM reviewer.rows')).rejects.toThrow(/permission denied/)
    expect(
      await fleet.server.run('SELECT version::int, publisher FROM reviewer.policies WHERE audience = $1 ORDER BY 1', [
        'acme',
      ]),
    ).toEqual([1, 2, 3].map(version => ({ version, publisher: 'press' })))
  })
})
