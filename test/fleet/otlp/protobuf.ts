/**
 * Reads what is sent by the field numbers of opentelemetry-proto 1.5 and later, and by nothing of the libraries that write it. A field that is
 * not in the table, or not of its type, is an error: a collector would drop it.
 */

type Type =
  | 'string'
  | 'bytes'
  | 'varint'
  | 'bool'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed64'
  | 'double'
  | 'fixed64s'
  | 'doubles'
type Field = readonly [name: string, type: Type | (() => Fields), repeated?: 'repeated']
type Fields = Readonly<Record<number, Field>>

export type Message = Readonly<Record<string, unknown>>

const anyValue = (): Fields => ({
  1: ['stringValue', 'string'],
  2: ['boolValue', 'bool'],
  3: ['intValue', 'varint'],
  4: ['doubleValue', 'double'],
})
const keyValue = (): Fields => ({ 1: ['key', 'string'], 2: ['value', anyValue] })
const attributes: Field = ['attributes', keyValue, 'repeated']
const dropped: Field = ['droppedAttributesCount', 'varint']
const resource = (): Fields => ({ 1: attributes, 2: dropped })
const scope = (): Fields => ({ 1: ['name', 'string'], 2: ['version', 'string'], 3: attributes, 4: dropped })
const logRecord = (): Fields => ({
  1: ['timeUnixNano', 'fixed64'],
  2: ['severityNumber', 'varint'],
  3: ['severityText', 'string'],
  5: ['body', anyValue],
  6: attributes,
  7: dropped,
  8: ['flags', 'fixed32'],
  9: ['traceId', 'bytes'],
  10: ['spanId', 'bytes'],
  11: ['observedTimeUnixNano', 'fixed64'],
  12: ['eventName', 'string'],
})
const schemaUrl: Field = ['schemaUrl', 'string']
const scopeLogs = (): Fields => ({ 1: ['scope', scope], 2: ['logRecords', logRecord, 'repeated'], 3: schemaUrl })
const resourceLogs = (): Fields => ({
  1: ['resource', resource],
  2: ['scopeLogs', scopeLogs, 'repeated'],
  3: schemaUrl,
})

const times = { 2: ['startTimeUnixNano', 'fixed64'], 3: ['timeUnixNano', 'fixed64'] } as const
const number = (): Fields => ({
  ...times,
  4: ['asDouble', 'double'],
  6: ['asInt', 'sfixed64'],
  7: attributes,
  8: ['flags', 'varint'],
})
const bucketed = (): Fields => ({
  ...times,
  4: ['count', 'fixed64'],
  5: ['sum', 'double'],
  6: ['bucketCounts', 'fixed64s'],
  7: ['explicitBounds', 'doubles'],
  9: attributes,
  10: ['flags', 'varint'],
  11: ['min', 'double'],
  12: ['max', 'double'],
})
const temporality: Field = ['aggregationTemporality', 'varint']
const sum = (): Fields => ({ 1: ['dataPoints', number, 'repeated'], 2: temporality, 3: ['isMonotonic', 'bool'] })
const histogram = (): Fields => ({ 1: ['dataPoints', bucketed, 'repeated'], 2: temporality })
const metric = (): Fields => ({
  1: ['name', 'string'],
  2: ['description', 'string'],
  3: ['unit', 'string'],
  7: ['sum', sum],
  9: ['histogram', histogram],
})
const scopeMetrics = (): Fields => ({ 1: ['scope', scope], 2: ['metrics', metric, 'repeated'], 3: schemaUrl })
const resourceMetrics = (): Fields => ({
  1: ['resource', resource],
  2: ['scopeMetrics', scopeMetrics, 'repeated'],
  3: schemaUrl,
})

export const decodeLogs = (bytes: Buffer): Message => read(bytes, { 1: ['resourceLogs', resourceLogs, 'repeated'] })
export const decodeMetrics = (bytes: Buffer): Message =>
  read(bytes, { 1: ['resourceMetrics', resourceMetrics, 'repeated'] })

/** What a collector answers that rejected some records. */
export function encodePartialSuccess(rejected: number, message: string): Buffer {
  const text = Buffer.from(message)
  const inner = Buffer.concat([Buffer.from([8]), varint(rejected), Buffer.from([18]), varint(text.length), text])
  return Buffer.concat([Buffer.from([10]), varint(inner.length), inner])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest >= 128 ? (rest % 128) + 128 : rest)
    if (rest < 128) return Buffer.from(bytes)
  }
}

const WIRE: Readonly<Record<Type, number>> = {
  varint: 0,
  bool: 0,
  fixed64: 1,
  sfixed64: 1,
  double: 1,
  string: 2,
  bytes: 2,
  fixed64s: 2,
  doubles: 2,
  fixed32: 5,
}

function read(bytes: Buffer, fields: Fields): Message {
  const message: Record<string, unknown> = {}
  let at = 0
  const next = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asIntN(64, value)
    }
  }
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(next())
    const [name, type, repeated] = fields[tag >>> 3] ?? unknown(`field ${tag >>> 3}`)
    if ((tag & 7) !== (typeof type === 'string' ? WIRE[type] : 2)) unknown(`wire type ${tag & 7} of ${name}`)
    const raw = (tag & 7) === 0 ? next() : take((tag & 7) === 1 ? 8 : (tag & 7) === 5 ? 4 : Number(next()))
    const value = typeof raw === 'bigint' ? (type === 'bool' ? raw === 1n : Number(raw)) : fieldOf(raw, type)
    message[name] = repeated ? [...((message[name] as unknown[] | undefined) ?? []), value] : value
  }
  return message
}

function fieldOf(raw: Buffer, type: Field[1]): unknown {
  if (typeof type !== 'string') return read(raw, type())
  const each = <T>(one: (at: number) => T) => Array.from({ length: raw.length / 8 }, (_, index) => one(index * 8))
  switch (type) {
    case 'string':
      return new TextDecoder('utf-8', { fatal: true }).decode(raw)
    case 'fixed32':
      return raw.readUInt32LE()
    case 'fixed64':
      return raw.readBigUInt64LE()
    case 'sfixed64':
      return Number(raw.readBigInt64LE())
    case 'double':
      return raw.readDoubleLE()
    case 'fixed64s':
      return each(at => Number(raw.readBigUInt64LE(at)))
    case 'doubles':
      return each(at => raw.readDoubleLE(at))
    default:
      return raw
  }
}

function unknown(what: string): never {
  throw new Error(`${what} is not in the protocol`)
}
