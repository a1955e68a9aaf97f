/**
 * Arrays as PostgreSQL sends and takes them in its binary format. Nothing in them has to be escaped, by us or there, which is what most of
 * the time of sending goes to otherwise.
 */

/** A value; no text holds NUL. */
export type ArrayElement = string | number | Uint8Array | null

export type ElementType = keyof typeof TYPES

/** Number in the catalogue of the server: the same in all. */
const TYPES = {
  bytea: { oid: 17, write: writeBytes },
  int8: { oid: 20, write: (out: Output, value: ArrayElement) => out.int8(Number(value)) },
  int2: { oid: 21, write: (out: Output, value: ArrayElement) => out.int2(Number(value)) },
  int4: { oid: 23, write: (out: Output, value: ArrayElement) => out.int4(Number(value)) },
  text: { oid: 25, write: (out: Output, value: ArrayElement) => out.text(String(value)) },
  float8: { oid: 701, write: (out: Output, value: ArrayElement) => out.float8(Number(value)) },
} as const

/** An array with one dimension. Throws RangeError where a number does not fit. */
export function binaryArray(type: ElementType, values: readonly ArrayElement[]): Buffer {
  const { oid, write } = TYPES[type]
  const out = new Output()
  out.word(1)
  out.word(values.includes(null) ? 1 : 0)
  out.word(oid)
  out.word(values.length)
  out.word(1)
  for (const value of values) {
    if (value === null) out.word(-1)
    else write(out, value)
  }
  return out.bytes()
}

function writeBytes(out: Output, value: ArrayElement): void {
  if (!(value instanceof Uint8Array)) throw new RangeError('not bytes')
  out.raw(value)
}

/** Bytes that grow: each element is its length, in four bytes, and what it is. */
class Output {
  private buffer = Buffer.allocUnsafe(1 << 14)
  private at = 0

  bytes(): Buffer {
    return this.buffer.subarray(0, this.at)
  }

  word(value: number): void {
    this.reserve(4)
    this.at = this.buffer.writeInt32BE(value, this.at)
  }

  int2(value: number): void {
    this.word(2)
    this.reserve(2)
    this.at = this.buffer.writeInt16BE(value, this.at)
  }

  int4(value: number): void {
    this.word(4)
    this.word(value)
  }

  int8(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`)
    this.word(8)
    this.word(Math.floor(value / 2 ** 32))
    this.reserve(4)
    this.at = this.buffer.writeUInt32BE(value >>> 0, this.at)
  }

  float8(value: number): void {
    this.word(8)
    this.reserve(8)
    this.at = this.buffer.writeDoubleBE(value, this.at)
  }

  text(value: string): void {
    // No character takes more than three bytes for each of its units.
    this.reserve(4 + 3 * value.length)
    const length = this.buffer.write(value, this.at + 4)
    this.buffer.writeInt32BE(length, this.at)
    this.at += 4 + length
  }

  raw(value: Uint8Array): void {
    this.word(value.length)
    this.reserve(value.length)
    this.buffer.set(value, this.at)
    this.at += value.length
  }

  private reserve(more: number): void {
    if (this.at + more <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + more))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
