/** A receiver of OTLP over HTTP that answers as the specification says, and whatever else a test tells it to. */
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { decodeLogs, decodeMetrics, type Message } from './protobuf.ts'

/** One log record, with what stands around it. */
export interface LogRecord {
  readonly resource: Readonly<Record<string, unknown>>
  readonly scope: Readonly<Record<string, unknown>>
  readonly schemaUrl: string
  readonly eventName: string
  readonly severityNumber: number
  readonly severityText: string
  readonly timeUnixNano: bigint
  readonly observedTimeUnixNano: bigint
  readonly body: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface Metric {
  readonly name: string
  readonly unit: string
  readonly kind: 'sum' | 'histogram'
  readonly aggregationTemporality: number
  readonly isMonotonic: unknown
  readonly points: readonly (Message & { readonly attributes: Readonly<Record<string, unknown>> })[]
}

/** Answers in the place of the receiver; `take` puts the request into what it has. */
export type Behaviour = (response: ServerResponse, take: () => void, request: IncomingMessage) => void

export interface Receiver {
  readonly port: number
  /** As a destination names it. */
  readonly url: URL
  readonly logs: LogRecord[]
  readonly metrics: Metric[][]
  /** Of every request that came, taken or not. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly bytes: Buffer }[]
  /** How the next requests with records are answered, one after the other; after that they are taken. */
  readonly next: Behaviour[]
  /** How requests to this path are answered, always. */
  readonly always: Map<string, Behaviour>
  readonly stop: () => Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Behaviour =>
  response =>
    void response.writeHead(code, headers).end(body)

/** `tls`: certificate and key as PEM. */
export async function startReceiver(
  tls?: { readonly cert: string; readonly key: string },
  port = 0,
): Promise<Receiver> {
  const logs: LogRecord[] = []
  const metrics: Metric[][] = []
  const requests: Receiver['requests'] = []
  const next: Behaviour[] = []
  const always: Receiver['always'] = new Map()

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
      const path = String(request.url)
      requests.push({ path, headers: request.headers, bytes })
      const take = () => {
        if (path.endsWith('/v1/logs')) logs.push(...logsIn(decodeLogs(bytes)))
        else metrics.push(metricsIn(decodeMetrics(bytes)))
      }
      const isRight =
        request.method === 'POST' &&
        /\/v1\/(logs|metrics)$/.test(path) &&
        request.headers['content-type'] === 'application/x-protobuf'
      if (!isRight) return void response.writeHead(404).end()
      const behaviour = always.get(path) ?? (bytes.length > 0 ? next.shift() : undefined)
      if (behaviour) return behaviour(response, take, request)
      take()
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  }
  const server = tls ? createHttps(tls, answer) : createHttp(answer)
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const at = (server.address() as AddressInfo).port
  return {
    port: at,
    url: new URL(`otlp+http${tls ? 's' : ''}://localhost:${at}`),
    logs,
    metrics,
    requests,
    next,
    always,
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

type Entries = readonly { readonly key: string; readonly value: Message }[]

const record = (entries: unknown) =>
  Object.fromEntries(((entries as Entries | undefined) ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
const list = (value: unknown) => (value as readonly Message[] | undefined) ?? []
const part = (value: unknown) => (value as Message | undefined) ?? {}

function logsIn(message: Message): readonly LogRecord[] {
  return list(message.resourceLogs).flatMap(each =>
    list(each.scopeLogs).flatMap(({ scope, logRecords, schemaUrl }) =>
      list(logRecords).map(
        told =>
          ({
            ...told,
            resource: record(part(each.resource).attributes),
            scope: part(scope),
            schemaUrl: String(schemaUrl),
            body: told.body && Object.values(part(told.body))[0],
            attributes: record(told.attributes),
          }) as unknown as LogRecord,
      ),
    ),
  )
}

function metricsIn(message: Message): Metric[] {
  return list(message.resourceMetrics).flatMap(each =>
    list(each.scopeMetrics).flatMap(({ metrics }) =>
      list(metrics).map(told => {
        const data = part(told.sum ?? told.histogram)
        return {
          name: String(told.name),
          unit: String(told.unit),
          kind: told.sum ? 'sum' : 'histogram',
          aggregationTemporality: Number(data.aggregationTemporality),
          isMonotonic: data.isMonotonic,
          points: list(data.dataPoints).map(point => ({ ...point, attributes: record(point.attributes) })),
        } satisfies Metric
      }),
    ),
  )
}
