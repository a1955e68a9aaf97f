/** Who a web server of policies is, is checked before a token is sent to it, by both programs that are shipped: their TLS is not the same. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBundle } from '../../../src/fleet/policy/bundle.ts'
import { EXECUTABLE } from '../../program.ts'

const PROGRAMS = [
  ['the executable', [...EXECUTABLE]],
  ['Node', [process.execPath, resolve('dist/reviewer.cjs')]],
] as const

describe.each(PROGRAMS)('a web server of policies, asked by %s', (_, [program, ...first]) => {
  let root: string
  let key: string
  const file = (name: string) => join(root, name)

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'reviewer-policy-'))
    for (const [name, host] of [
      ['right', 'localhost'],
      ['other', 'policies.example.com'],
    ] as const)
      execFileSync(
        'openssl',
        [
          ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
          ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
          ...['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)],
        ],
        { stdio: 'ignore' },
      )
    mkdirSync(file('policy'))
    writeFileSync(file('policy/policy.yaml'), 'protected: { branches: [release] }\n')
    key = (await run('policy', 'keygen', '-o', file('acme.key'))).said.match(/ed25519:\S+/)?.[0] ?? ''
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  function run(...words: readonly (string | Record<string, string>)[]): Promise<{ code: number; said: string }> {
    const given = words.filter(each => typeof each === 'string')
    const env = Object.assign(
      { PATH: process.env.PATH, HOME: root, TOKEN: 'sesame' },
      ...words.filter(each => typeof each === 'object'),
    )
    return new Promise(done => {
      execFile(String(program), [...first, ...given, '--home', file('state')], { env }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      )
    })
  }

  const publish = (port: number, environment: Record<string, string> = {}, scheme = 'https') =>
    run(
      ...['policy', 'publish', file('policy'), '--to', `${scheme}://localhost:${port}/policies`],
      ...['--audience', 'acme', '--key', file('acme.key'), '--credentials-env', 'TOKEN', environment],
    )

  async function listening(server: Server): Promise<number> {
    await new Promise<void>(done => void server.listen(0, 'localhost', done))
    onTestFinished(() => void server.close())
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** Keeps what is put there, and what it was asked. */
  async function serve(name: string): Promise<{ port: number; asked: string[]; files: Map<string, string> }> {
    const asked: string[] = []
    const files = new Map<string, string>()
    const answer: RequestListener = async (request, response) => {
      const path = String(request.url)
      asked.push(`${request.method} ${path} ${request.headers.authorization}`)
      let text = ''
      for await (const part of request) text += part
      if (request.method === 'PUT') files.set(path, text)
      const found = files.get(path)
      response.writeHead(found === undefined ? 404 : 200).end(found)
    }
    const identity = { cert: readFileSync(file(`${name}.crt`)), key: readFileSync(file(`${name}.key`)) }
    return { port: await listening(createTlsServer(identity, answer)), asked, files }
  }

  test('is published to and asked where its certificate is one for its name, of an authority that is trusted', async () => {
    const { port, asked, files } = await serve('right')
    const trusting = { NODE_EXTRA_CA_CERTS: file('right.crt') }
    for (const version of [1, 2]) {
      const { code, said } = await publish(port, trusting)
      expect(said).toContain(`version ${version} is published for acme`)
      expect(code).toBe(0)
      const envelope = files.get('/policies/acme.policy.json') ?? ''
      expect(openBundle(envelope, [key]).bundle.version).toBe(version)
    }
    expect(new Set(asked.map(line => line.split(' ').slice(1).join(' ')))).toEqual(
      new Set(['/policies/acme.policy.json Bearer sesame']),
    )
  })

  test.each([
    ['an authority that nobody trusts', 'right', {}],
    ['such an authority, though the environment says not to look', 'right', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['a certificate of another host', 'other', { NODE_EXTRA_CA_CERTS: 'other.crt' }],
    [
      'a certificate of another host, though the environment says not to look',
      'other',
      { NODE_EXTRA_CA_CERTS: 'other.crt', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    ],
  ] as readonly (readonly [string, string, Record<string, string>])[])('is refused for %s', async (__, name, given) => {
    const { port, asked } = await serve(name)
    const authority = given.NODE_EXTRA_CA_CERTS
    const { code, said } = await publish(port, {
      ...given,
      ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: file(authority) }),
    })
    expect(said).toMatch(/cannot be reached \(.*(certificate|altnames|issuer)/i)
    expect(said).not.toContain('sesame')
    expect(code).toBe(1)
    expect(asked).toEqual([])
  })

  test('is refused where it speaks no TLS, and where its answer ends before its end', async () => {
    const plain = await listening(createServer((_request, response) => void response.end('{}')))
    expect(await publish(plain)).toMatchObject({ code: 1, said: expect.stringContaining('cannot be reached') })
    const cutting = await listening(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"payloadType":', () => response.destroy())
      }),
    )
    expect(await publish(cutting, {}, 'http')).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be reached'),
    })
  })
})
