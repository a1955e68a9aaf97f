/** What a collector may do to a batch, on Node and by the executable: only what it said it took counts as taken. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { encodePartialSuccess } from './protobuf.ts'
import { type Behaviour, type Receiver, startReceiver, status } from './receiver.ts'
import { batchOf, chain } from './rows.ts'
import { RUNTIMES, removePrograms, type Shipping, ship } from './ship.ts'

const OK = {}
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())
afterAll(removePrograms)

const ids = (from = receiver) =>
  from.logs.map(each => each.attributes['reviewer.record.id']).filter(id => id !== undefined)

describe.each(RUNTIMES)('by %s', runtime => {
  const toReceiver = (told: Shipping = {}) => ship(runtime, receiver.url, { batches: [batchOf(chain(3))], ...told })

  test('takes a batch, compressed, with the headers of the secret', async () => {
    expect(await toReceiver({ secret: 'Authorization=Bearer%20a%2Cb, x-team=blue' })).toEqual([OK, OK, OK])
    expect(ids()).toHaveLength(3)
    for (const { headers } of receiver.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer a,b', 'x-team': 'blue', 'content-encoding': 'gzip' })
      expect(headers['user-agent']).toContain('reviewer/')
    }
    expect(receiver.requests.map(each => each.path)).toEqual(['/v1/logs', '/v1/logs', '/v1/metrics'])
  })

  test.each([429, 502, 503, 504])('waits as %i asks, and sends again', async code => {
    receiver.next.push(status(code, { 'retry-after': '1' }))
    expect(await toReceiver({ environment: { OTEL_EXPORTER_OTLP_TIMEOUT: '5000' } })).toEqual([OK, OK, OK])
    expect(ids()).toHaveLength(3)
  })

  test.each([429, 503])('leaves it for later where %i asks for longer than it waits', async code => {
    receiver.next.push(status(code, { 'retry-after': '60' }))
    const [, appended] = await toReceiver()
    expect(appended).toMatchObject({ passing: true, message: expect.stringContaining('busy or not available') })
    expect(ids()).toEqual([])
  })

  test.each([
    [400, 'log'],
    [401, 'credentials'],
    [403, 'credentials'],
    [404, 'path'],
    [413, 'max_request_body_size'],
    [500, 'log'],
  ])('gives up on %i, with a remedy', async (code, remedy) => {
    receiver.next.push(status(code, {}, 'because\x1b[2J of that'))
    const [, appended] = await toReceiver()
    expect(appended).toMatchObject({ passing: false, remedy: expect.stringContaining(remedy) })
    expect(appended?.message).toContain(`answered ${code}: because\\e[2J of that`)
    expect(receiver.requests.filter(each => each.bytes.length > 0)).toHaveLength(1)
  })

  test('refuses at once where the credentials are refused', async () => {
    receiver.always.set('/v1/logs', status(401))
    expect(await toReceiver()).toEqual([expect.objectContaining({ passing: false })])
  })

  test('a success that rejects some is none', async () => {
    receiver.next.push((response, take) => {
      take()
      response.writeHead(200).end(encodePartialSuccess(2, 'too old'))
    })
    const [, appended] = await toReceiver()
    expect(appended).toMatchObject({
      passing: false,
      message: expect.stringContaining('rejected 2 of the records sent: too old'),
    })
  })

  test('a success with a warning is one', async () => {
    receiver.next.push((response, take) => {
      take()
      response.writeHead(200).end(encodePartialSuccess(0, 'the schema is old'))
    })
    expect(await toReceiver()).toEqual([OK, OK, OK])
  })

  test('a page of a login portal is no success', async () => {
    receiver.next.push(status(200, { 'content-type': 'text/html' }, '<html>please log in</html>'))
    const [, appended] = await toReceiver()
    expect(appended).toMatchObject({ passing: false, message: expect.stringContaining('not as a collector does') })
  })

  const cuts: Readonly<Record<string, Behaviour>> = {
    'before the answer': (_response, take, request) => {
      take()
      request.socket.destroy()
    },
    'within the answer': (response, take, request) => {
      take()
      response.writeHead(200, { 'content-length': '50' })
      response.write('\n')
      setTimeout(() => request.socket.destroy(), 100)
    },
    'by silence': (_response, take) => take(),
    'by an answer that never ends': (response, take) => {
      take()
      response.writeHead(200)
      const timer = setInterval(() => (response.writable ? response.write('\n') : clearInterval(timer)), 200)
      response.on('close', () => clearInterval(timer))
    },
  }
  test.each(Object.keys(cuts))('a connection cut %s is no success, and may pass', async cut => {
    // All tries of the library meet the same fault.
    receiver.next.push(...Array(8).fill(cuts[cut]))
    const [, appended] = await toReceiver()
    expect(appended).toMatchObject({ passing: true })
  })

  test('after an answer that never ended, the next batch goes through', async () => {
    receiver.next.push(cuts['by an answer that never ends'] as Behaviour)
    const outcome = await toReceiver({ batches: [batchOf(chain(2)), batchOf(chain(2))] })
    expect(outcome).toEqual([OK, expect.objectContaining({ passing: true }), OK, OK])
  })

  test('a redirect is not followed', async () => {
    receiver.next.push(status(307, { location: 'http://127.0.0.1:1/v1/logs' }))
    const [, appended] = await toReceiver()
    expect(appended).toMatchObject({ passing: false, remedy: expect.stringContaining('redirects are not followed') })
  })

  test('a receiver that dies in mid-batch and comes back gets all of it', async () => {
    const { port } = receiver
    const big = chain(60, 1, () => ({ project_root: `/${'p'.repeat(20_000)}` }))
    const batches = [batchOf(big)]
    let taken = 0
    const dieAfterFirst: Behaviour = (response, take, request) => {
      taken++
      if (taken === 1) {
        take()
        response.writeHead(200).end()
      } else request.socket.destroy()
    }
    receiver.always.set('/v1/logs', (response, take, request) =>
      receiver.requests.at(-1)?.bytes.length === 0
        ? response.writeHead(200).end()
        : dieAfterFirst(response, take, request),
    )
    const [, first] = await toReceiver({ batches })
    expect(first).toMatchObject({ passing: true })
    const before = ids()
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(60)
    await receiver.stop()
    receiver = await startReceiver(undefined, port)
    expect(await toReceiver({ batches })).toEqual([OK, OK, OK])
    expect(new Set(ids())).toEqual(new Set(big.map(each => each.row.id)))
  })

  test('nobody listens: it may pass', async () => {
    await receiver.stop()
    expect(await toReceiver()).toEqual([expect.objectContaining({ passing: true })])
    receiver = await startReceiver()
  })

  test('metrics that are refused hold nothing up', async () => {
    receiver.always.set('/v1/metrics', status(404))
    const batches = [batchOf(chain(2)), batchOf(chain(2, 3))]
    expect(await toReceiver({ batches })).toEqual([OK, OK, OK, OK])
    expect(ids()).toHaveLength(4)
    expect(receiver.requests.filter(each => each.path === '/v1/metrics')).toHaveLength(1)
  })

  test('metrics that were not taken come with the next ones, each once', async () => {
    let calls = 0
    receiver.always.set('/v1/metrics', (response, take) => {
      if (++calls === 1) return void response.writeHead(503, { 'retry-after': '60' }).end()
      take()
      response.writeHead(200).end()
    })
    const batches = [batchOf(chain(2)), batchOf(chain(3, 3))]
    expect(await toReceiver({ batches })).toEqual([OK, OK, OK, OK])
    const reviews = receiver.metrics.flat().filter(each => each.name === 'reviewer.reviews')
    expect(reviews.flatMap(each => each.points.map(point => point.asInt ?? point.asDouble))).toEqual([2, 3])
  })

  describe('with TLS', () => {
    const directory = mkdtempSync(join(tmpdir(), 'otlp-tls-'))
    afterAll(() => rmSync(directory, { recursive: true, force: true }))
    const file = (name: string) => join(directory, name)
    for (const [name, host] of [
      ['right', 'localhost'],
      ['other', 'elsewhere.example'],
    ])
      execFileSync(
        'openssl',
        [
          ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' '),
          ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
          ...['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)],
        ],
        { stdio: 'ignore' },
      )
    const serve = (name: string) =>
      startReceiver({ cert: readFileSync(file(`${name}.crt`), 'utf8'), key: readFileSync(file(`${name}.key`), 'utf8') })

    test.each(['OTEL_EXPORTER_OTLP_CERTIFICATE', 'NODE_EXTRA_CA_CERTS'])(
      'takes a batch where %s names the authority',
      async name => {
        const tls = await serve('right')
        onTestFinished(() => tls.stop())
        const environment = { [name]: file('right.crt') }
        expect(await ship(runtime, tls.url, { batches: [batchOf(chain(3))], environment })).toEqual([OK, OK, OK])
        expect(ids(tls)).toHaveLength(3)
      },
    )

    test.each([
      ['an unknown authority', 'right', {}],
      ['an unknown authority, though the environment says not to look', 'right', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
      ['a certificate of another host', 'other', { OTEL_EXPORTER_OTLP_CERTIFICATE: file('other.crt') }],
    ])('refuses %s', async (_, name, environment) => {
      const tls = await serve(name)
      onTestFinished(() => tls.stop())
      const outcome = await ship(runtime, tls.url, { secret: 'authorization=secret', environment })
      expect(outcome).toEqual([
        expect.objectContaining({ passing: false, message: expect.stringContaining('no trusted connection') }),
      ])
      expect(tls.requests).toEqual([])
    })

    // Node has agents that know proxies since 22.21.
    test.skipIf(runtime === 'node')('goes through the proxy that the environment names', async () => {
      const tls = await serve('right')
      const tunnelled: string[] = []
      const proxy = createHttp().on('connect', (request, socket) => {
        tunnelled.push(String(request.url))
        const through = connect(tls.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
        through.pipe(socket).pipe(through)
        for (const each of [through, socket]) each.on('error', () => undefined)
      })
      await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
      onTestFinished(async () => {
        proxy.closeAllConnections()
        proxy.close()
        await tls.stop()
      })
      const address = proxy.address()
      const environment = {
        OTEL_EXPORTER_OTLP_CERTIFICATE: file('right.crt'),
        HTTPS_PROXY: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
      }
      expect(await ship(runtime, tls.url, { batches: [batchOf(chain(3))], environment })).toEqual([OK, OK, OK])
      expect(ids(tls)).toHaveLength(3)
      expect(tunnelled).toContain(`localhost:${tls.port}`)
    })

    test('refuses a server that speaks no TLS', async () => {
      const plain = createServer(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
      await new Promise<void>(done => plain.listen(0, '127.0.0.1', done))
      onTestFinished(() => void plain.close())
      const address = plain.address()
      const url = new URL(`otlp+https://localhost:${typeof address === 'object' ? address?.port : 0}`)
      expect(await ship(runtime, url, {})).toEqual([
        expect.objectContaining({ message: expect.stringContaining('no trusted connection') }),
      ])
    })
  })
})
