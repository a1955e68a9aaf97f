/** Reads git's index: which files are tracked, and as what. Versions 2, 3 and 4; no process is started. */
import { readFileSync, statSync } from 'node:fs'

export interface IndexEntry {
  /** Relative to the work tree. */
  readonly path: string
  /** Milliseconds since 1970, with fractions as far as git recorded them. */
  readonly modified: number
  /** Bytes, modulo 2^32. */
  readonly size: number
  /** Of the content, in hex. */
  readonly oid: string
  /** A merge left it open: there is one entry for each side. */
  readonly conflicted: boolean
  /** A file or link: neither a submodule nor a directory of a sparse index. */
  readonly plain: boolean
}

/** Bigger indexes would take longer than a verdict may. */
const MAX_BYTES = 64 * 1024 * 1024

/** Of the four bits that tell what an entry is. */
const REGULAR = 0o10
const LINK = 0o12

/** All entries in the order of the index, which is by path; undefined where there is no index that can be read. */
export function readIndex(file: string, oidBytes: number): readonly IndexEntry[] | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat) return []
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined
    return parseIndex(readFileSync(file), oidBytes)
  } catch {
    return undefined
  }
}

function parseIndex(data: Buffer, oidBytes: number): readonly IndexEntry[] | undefined {
  if (data.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = data.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  const entries: IndexEntry[] = []
  let at = 12
  let previous = ''
  for (let left = data.readUInt32BE(8); left > 0; left--) {
    const start = at
    const modified = data.readUInt32BE(at + 8) * 1000 + data.readUInt32BE(at + 12) / 1e6
    const size = data.readUInt32BE(at + 36)
    const oid = data.toString('hex', at + 40, at + 40 + oidBytes)
    const flags = data.readUInt16BE(at + 40 + oidBytes)
    const type = data.readUInt32BE(at + 24) >>> 12
    at += 42 + oidBytes + (version >= 3 && flags & 0x4000 ? 2 : 0)
    let path: string
    if (version === 4) {
      const strip = varint(data, at)
      const end = data.indexOf(0, strip.next)
      path = previous.slice(0, previous.length - strip.value) + data.toString('utf8', strip.next, end)
      at = end + 1
    } else {
      const end = data.indexOf(0, at)
      path = data.toString('utf8', at, end)
      at = start + Math.ceil((end - start + 1) / 8) * 8
    }
    previous = path
    entries.push({
      path,
      modified,
      size,
      oid,
      conflicted: (flags & 0x3000) !== 0,
      plain: type === REGULAR || type === LINK,
    })
  }
  return entries
}

function varint(data: Buffer, from: number): { readonly value: number; readonly next: number } {
  let next = from
  let byte = data[next++] ?? 0
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = data[next++] ?? 0
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, next }
}
