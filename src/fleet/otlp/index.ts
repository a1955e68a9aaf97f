/** An OpenTelemetry collector as a destination: each row a log record, counts and durations as metrics. */
import {
  LogsExporterMetricsHelper,
  MetricsExporterMetricsHelper,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
} from '@opentelemetry/otlp-transformer'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { VERSION } from '../../facts/own-program.ts'
import { DestinationError, type DestinationOptions, type OpenDestination } from '../destination.ts'
import { collectorAddress, collectorHeaders } from './address.ts'
import { agentFor, exporterTo } from './exporter.ts'
import { type LogScope, logRecords, SCHEMA_URL } from './log-records.ts'
import { reviewMetrics } from './metrics.ts'

/** Of one request: Kafka takes no message above a megabyte unless it is told to, and a collector puts a request into one. */
const REQUEST_BYTES = 512 * 1024
/** What a log record takes besides its texts. */
const RECORD_BYTES = 1000
/** Milliseconds. */
const TIMEOUT = 10_000
const MOST_TIMEOUT = 600_000
/** Milliseconds until metrics are tried again that were not taken: a batch of rows may have to wait for a try. */
const PAUSE = 60_000
/** Collected metrics that wait for a collector that takes logs and no metrics now; older ones are let go. */
const MOST_WAITING = 100

export const openOtlp: OpenDestination = options => openCollector(options, process.env)

/** `environment`: of which the variables OTEL_EXPORTER_OTLP_TIMEOUT, _CERTIFICATE, _CLIENT_CERTIFICATE and _CLIENT_KEY are read. */
export async function openCollector(
  options: DestinationOptions,
  environment: NodeJS.ProcessEnv,
): ReturnType<OpenDestination> {
  const { id, logs, metrics } = collectorAddress(options.url)
  const headers = collectorHeaders(options.secret)
  const told = Number(environment.OTEL_EXPORTER_OTLP_TIMEOUT)
  const timeoutMillis = told > 0 && told < MOST_TIMEOUT ? told : TIMEOUT
  const agent = agentFor(logs, environment)
  const endpoint = { headers, agent, timeoutMillis }
  const resource = resourceOf(options)
  const scope: LogScope = { name: 'reviewer', version: VERSION, schemaUrl: SCHEMA_URL }
  const counted = reviewMetrics(resource)
  const sendLogs = exporterTo(
    { serializer: ProtobufLogsSerializer, helper: LogsExporterMetricsHelper },
    { ...endpoint, url: logs },
  )
  const sendMetrics = exporterTo(
    { serializer: ProtobufMetricsSerializer, helper: MetricsExporterMetricsHelper },
    { ...endpoint, url: metrics },
  )
  const waiting: ResourceMetrics[] = []
  let takesMetrics = true
  let pausedUntil = 0

  /** The rows are there already, and every count can be made of them again: metrics that are not taken hold nothing up. */
  async function flushMetrics({ isLast = false } = {}): Promise<void> {
    const collected = takesMetrics ? await counted.collect() : undefined
    if (collected) waiting.push(collected)
    if (waiting.length > MOST_WAITING) waiting.shift()
    if (!takesMetrics || (Date.now() < pausedUntil && !isLast)) return
    try {
      for (let oldest = waiting[0]; oldest; oldest = waiting[0]) {
        await sendMetrics(oldest)
        waiting.shift()
      }
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error
      takesMetrics = error.passing
      pausedUntil = Date.now() + PAUSE
    }
  }

  try {
    // A request without records goes through the connection, its certificate and the credentials.
    await sendLogs([])
  } catch (error) {
    agent.destroy()
    throw error
  }
  return {
    id,
    async append(batch) {
      for (const part of requestsOf(logRecords(batch, resource, scope, Date.now()))) await sendLogs(part)
      if (takesMetrics) counted.count(batch.rows.map(each => each.row))
      await flushMetrics()
    },
    async close() {
      if (waiting.length > 0) await flushMetrics({ isLast: true })
      agent.destroy()
    },
  }
}

function resourceOf({ machine, label, team }: DestinationOptions): Resource {
  return resourceFromAttributes(
    {
      'service.name': 'reviewer',
      'service.version': VERSION,
      'service.instance.id': machine,
      'host.id': machine,
      ...(label !== '' && { 'host.name': label }),
      ...(team !== '' && { 'reviewer.team': team }),
    },
    { schemaUrl: SCHEMA_URL },
  )
}

/** In order, each with as many as one request should hold. */
function* requestsOf(records: readonly ReadableLogRecord[]): Generator<ReadableLogRecord[]> {
  let request: ReadableLogRecord[] = []
  let bytes = 0
  for (const record of records) {
    const size = bytesOf(record)
    if (request.length > 0 && bytes + size > REQUEST_BYTES) {
      yield request
      request = []
      bytes = 0
    }
    request.push(record)
    bytes += size
  }
  if (request.length > 0) yield request
}

function bytesOf({ body, attributes }: ReadableLogRecord): number {
  let bytes = RECORD_BYTES
  for (const text of [body, ...Object.values(attributes)])
    if (typeof text === 'string') bytes += Buffer.byteLength(text)
  return bytes
}
