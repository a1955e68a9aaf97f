/** Who a server is, is checked before anything is sent to it, by both programs that are shipped: their TLS is not the same. */
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres, type PostgresServer, startPostgres } from '../../postgres.ts'
import { EXECUTABLE } from '../../program.ts'

const PROGRAMS = [
  ['the executable', [...EXECUTABLE]],
  ['Node', [process.execPath, resolve('dist/reviewer.cjs')]],
] as const

describe.skipIf(!hasPostgres()).each(PROGRAMS)('TLS to PostgreSQL from %s', (_, [program, ...first]) => {
  let server: PostgresServer
  let directory: string

  const file = (name: string) => join(directory, name)
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: directory, stdio: 'ignore' })

  function makeAuthority(name: string): void {
    const subject = ['-subj', `/CN=${name}`, '-days', '2']
    openssl(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      ...subject,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    )
  }

  function makeCertificate(name: string, authority: string, names: string): void {
    openssl(
      'req',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=server',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    )
    writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`)
    const signed = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-days', '2']
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-extfile', `${name}.ext`, '-out', `${name}.pem`)
  }

  /** Has the server show a certificate from now on. */
  async function show(name: string): Promise<void> {
    const { uid, gid } = statSync(server.directory)
    for (const end of ['pem', 'key']) {
      const to = join(server.directory, `${name}.${end}`)
      copyFileSync(file(`${name}.${end}`), to)
      chownSync(to, uid, gid)
      await server.run(`ALTER SYSTEM SET ssl_${end === 'pem' ? 'cert' : 'key'}_file = '${to}'`)
    }
    await server.run(`ALTER SYSTEM SET ssl = on`)
    await server.run('SELECT pg_reload_conf()')
    for (let attempt = 0; attempt < 100; attempt++) {
      const [now] = await server.run(`SELECT current_setting('ssl_cert_file') AS file, current_setting('ssl') AS ssl`)
      if (now?.ssl === 'on' && String(now.file).endsWith(`${name}.pem`)) return
      await new Promise(done => setTimeout(done, 50))
    }
    throw new Error('the server does not take the certificate')
  }

  /** Prepares a database at an address. */
  const prepare = (address: string): Promise<{ readonly code: number; readonly said: string }> =>
    new Promise(done => {
      const words = [...first, 'ship', 'init', '--home', directory, '--to', address]
      execFile(String(program), words, { env: { ...process.env, HOME: directory } }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      )
    })
  const at = (host: string, query: string) => `postgres://postgres@${host}:${server.port}/postgres${query}`

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tls-'))
    server = await startPostgres()
    makeAuthority('ours')
    makeAuthority('another')
    makeCertificate('right', 'ours', 'IP:127.0.0.1,DNS:localhost')
    makeCertificate('wrong', 'ours', 'DNS:db.example.com,IP:10.0.0.1')
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  test('a server without TLS is refused where TLS is asked for', async () => {
    for (const query of ['?sslmode=verify-full', `?sslrootcert=${file('ours.pem')}`]) {
      const { code, said } = await prepare(at('127.0.0.1', query))
      expect(said).toContain('turn on TLS there')
      expect(code).toBe(1)
    }
  })

  test('a certificate for the name, of an authority that is named, is taken; any other is refused', async () => {
    await show('right')
    for (const host of ['127.0.0.1', 'localhost']) {
      const { code, said } = await prepare(at(host, `?sslrootcert=${file('ours.pem')}`))
      expect(said).toMatch(/prepared/)
      expect(code).toBe(0)
    }
    for (const query of ['?sslmode=verify-full', `?sslrootcert=${file('another.pem')}`]) {
      const { code, said } = await prepare(at('127.0.0.1', query))
      expect(said).toContain('not trusted for this name')
      expect(code).toBe(1)
    }
    await show('wrong')
    for (const host of ['127.0.0.1', 'localhost']) {
      const { code, said } = await prepare(at(host, `?sslrootcert=${file('ours.pem')}`))
      expect(said).toContain('not trusted for this name')
      expect(code).toBe(1)
    }
  })

  test('what does not check the server, or cannot, is refused before it connects', async () => {
    const refused = {
      '?sslmode=require': 'sslmode=require does not check who the server is',
      '?sslmode=prefer': 'sslmode=prefer does not check who the server is',
      '?sslmode=no-verify': 'sslmode=no-verify does not check who the server is',
      '?sslrootcert=/nowhere/ca.pem': 'cannot be read',
      [`?sslmode=disable&sslrootcert=${file('ours.pem')}`]: 'checks no certificate',
      '?rejectUnauthorized=false': 'the parameter rejectUnauthorized is not known',
      '?host=/var/run&sslmode=verify-full': 'a socket has no TLS',
    }
    for (const [query, why] of Object.entries(refused)) {
      const { code, said } = await prepare(at('127.0.0.1', query))
      expect(said).toContain(why)
      expect(code).toBe(1)
    }
  })

  const network = Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .find(each => each.family === 'IPv4' && !each.internal)?.address

  test.skipIf(network === undefined)(
    'over the network TLS is asked for first, and nothing is said to who has none',
    async () => {
      const heard: Buffer[] = []
      const stub = createServer(socket => {
        socket.on('error', () => undefined)
        socket.on('data', data => {
          heard.push(data)
          socket.write('N')
        })
      })
      await new Promise<void>(done => void stub.listen(0, '0.0.0.0', done))
      const address = stub.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const { code, said } = await prepare(`postgres://postgres@${network}:${port}/postgres`)
      stub.close()
      expect(said).toContain('turn on TLS there')
      expect(code).toBe(1)
      // The eight bytes that ask for TLS, and no name of a login.
      expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f')
    },
  )

  test('a socket, and this machine without parameters, need no certificate', async () => {
    for (const address of [
      at('127.0.0.1', ''),
      at('localhost', `?host=${server.directory}`),
      at('127.0.0.1', '?sslmode=disable'),
    ]) {
      const { code, said } = await prepare(address)
      expect(said).toMatch(/prepared/)
      expect(code).toBe(0)
    }
  })
})
