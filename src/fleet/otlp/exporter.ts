/** One endpoint of a collector: what is sent there was taken, or an error says why not. */
import { readFileSync } from 'node:fs'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { CompressionAlgorithm, OTLPExporterError } from '@opentelemetry/otlp-exporter-base'
import { createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http'
import type { IExporterMetricsHelper, ISerializer } from '@opentelemetry/otlp-transformer'
import { messageOf } from '../../common/message-of.ts'
import { clip, printable } from '../../common/printable.ts'
import { VERSION } from '../../facts/own-program.ts'
import { DestinationError } from '../destination.ts'

type Connections = HttpAgent | HttpsAgent

/** What a collector answers where it took not all of it. */
interface Answer {
  readonly partialSuccess?: {
    readonly rejectedLogRecords?: number
    readonly rejectedDataPoints?: number
    readonly errorMessage?: string
  }
}

export interface Signal<Sent> {
  readonly serializer: ISerializer<Sent, Answer>
  readonly helper: IExporterMetricsHelper<Sent>
}

export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly agent: Connections
  readonly timeoutMillis: number
}

/** Beyond what the library waits, for an answer that comes byte by byte and never ends. */
const GRACE = 2000

/**
 * Sends to one endpoint; never two at a time. The library takes each answer with a code of success for one, whatever it holds: here it
 * counts as one only where it could be read and rejects nothing.
 */
export function exporterTo<Sent>(
  { serializer, helper }: Signal<Sent>,
  endpoint: Endpoint,
): (sent: Sent) => Promise<void> {
  let answer: Answer | 'none' | 'unreadable' = 'none'
  const delegate = createOtlpHttpExportDelegate<Sent, Answer>(
    {
      url: endpoint.url,
      headers: async () => ({ ...endpoint.headers, 'content-type': 'application/x-protobuf' }),
      compression: CompressionAlgorithm.GZIP,
      timeoutMillis: endpoint.timeoutMillis,
      concurrencyLimit: 1,
      agentFactory: () => endpoint.agent,
      userAgent: `reviewer/${VERSION}`,
    },
    {
      serializeRequest: sent => serializer.serializeRequest(sent),
      deserializeResponse(data) {
        answer = 'unreadable'
        answer = serializer.deserializeResponse(data)
        return answer
      },
    },
    'otlp_http_exporter',
    helper,
    undefined,
  )

  return async sent => {
    answer = 'none'
    const failure = await new Promise<unknown>(done => {
      let isLate = false
      // With its connection the request ends, which the library tells below: nothing of it is left that could answer the next one.
      const timer = setTimeout(() => {
        isLate = true
        endpoint.agent.destroy()
      }, endpoint.timeoutMillis + GRACE)
      delegate.export(sent, ({ code, error }) => {
        clearTimeout(timer)
        if (isLate) done(new Error('it did not answer in time'))
        else done(code === 0 ? undefined : (error ?? new Error('nothing was sent')))
      })
    })
    if (failure !== undefined) throw asDestinationError(failure, endpoint)
    checkAnswer(answer, endpoint)
  }
}

function checkAnswer(answer: Answer | 'none' | 'unreadable', { url }: Endpoint): void {
  if (answer === 'none')
    throw new DestinationError(`${url}: the connection was cut within the answer`, { passing: true })
  if (answer === 'unreadable')
    throw new DestinationError(`${url} answered, but not as a collector does`, {
      passing: false,
      remedy: 'check that the address is the one for OTLP over HTTP with protobuf, usually port 4318',
    })
  const { rejectedLogRecords = 0, rejectedDataPoints = 0, errorMessage = '' } = answer.partialSuccess ?? {}
  const rejected = rejectedLogRecords + rejectedDataPoints
  if (rejected > 0)
    throw new DestinationError(`${url} rejected ${rejected} of the records sent${quoted(errorMessage)}`, {
      passing: false,
      remedy: "look at the collector's log for why it rejects them",
    })
}

const REMEDIES: Readonly<Record<number, string>> = {
  400: "look at the collector's log: it takes OTLP 1.0 or later",
  401: 'check the credentials of the destination in fleet.ship_to',
  403: 'check the credentials of the destination in fleet.ship_to, and what they allow',
  404: 'check the path of the address, and that the collector has pipelines for logs and metrics',
  413: "raise max_request_body_size of the collector's OTLP receiver",
}
const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|EPROTO/i

/** A code of refusal stays one however often it is sent; every fault of the network, and what asks for another try, may pass. */
function asDestinationError(failure: unknown, { url }: Endpoint): DestinationError {
  if (failure instanceof OTLPExporterError) {
    const { code, data = '' } = failure
    if (code === undefined)
      return new DestinationError(`${url} is busy or not available now (429, 502, 503 or 504)`, { passing: true })
    const elsewhere = code < 400 ? 'name the address that it points to: redirects are not followed' : undefined
    const remedy = elsewhere ?? REMEDIES[code] ?? "look at the collector's log"
    return new DestinationError(`${url} answered ${code}${quoted(data || failure.message)}`, { passing: false, remedy })
  }
  const told = messageOf(failure)
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  if (CERTIFICATE.test(`${code} ${told}`))
    return new DestinationError(`${url}: no trusted connection: ${told}`, {
      passing: false,
      remedy: 'OTEL_EXPORTER_OTLP_CERTIFICATE names a file with the certificate authority to trust',
    })
  return new DestinationError(`${url}: ${told}`, { passing: true })
}

/** What somebody else wrote: on one line, and not too much of it. */
function quoted(text: string): string {
  const line = printable(text.trim())
  return line === '' ? '' : `: ${clip(line, 200)}`
}

/**
 * Connections to the collector. Certificates are always verified, whatever the environment says; whom to trust besides the authorities
 * that the runtime knows, and as whom to connect, is named by the variables of OpenTelemetry.
 */
export function agentFor(url: string, environment: NodeJS.ProcessEnv): Connections {
  if (url.startsWith('http:')) return new HttpAgent({ keepAlive: true })
  const ca = fileIn(environment, 'OTEL_EXPORTER_OTLP_CERTIFICATE')
  const cert = fileIn(environment, 'OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE')
  const key = fileIn(environment, 'OTEL_EXPORTER_OTLP_CLIENT_KEY')
  const options = {
    keepAlive: true,
    rejectUnauthorized: true,
    // HTTPS_PROXY and NO_PROXY. What runs on Node before 22.21 connects directly.
    proxyEnv: environment,
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
  }
  return new HttpsAgent(options)
}

function fileIn(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = environment[name]
  if (path === undefined || path === '') return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const remedy = `make ${path} readable, or unset ${name}`
    throw new DestinationError(`${name}: ${messageOf(error)}`, { passing: false, remedy })
  }
}
