/** What an archive holds: the names in a tar file, also a compressed one, or in a zip file. Nothing is unpacked. */
import { gunzipSync } from 'node:zlib'
import { readBytes } from './files.ts'

/** In bytes: larger archives take longer to list than a verdict may. */
const LARGEST = 8 * 1024 * 1024
const LARGEST_UNPACKED = 64 * 1024 * 1024
const MOST_MEMBERS = 20_000

/** Names as they stand there; undefined for all else, and where they cannot be read in full. */
export function archiveMembers(path: string): readonly string[] | undefined {
  const data = readBytes(path, LARGEST)
  try {
    return data && membersOf(data)
  } catch {
    // Cut off, damaged, or too large when unpacked.
    return undefined
  }
}

function membersOf(data: Buffer): readonly string[] | undefined {
  if (data.readUInt16BE(0) === 0x1f8b) return tarMembers(gunzipSync(data, { maxOutputLength: LARGEST_UNPACKED }))
  return data.toString('latin1', 0, 2) === 'PK' ? zipMembers(data) : tarMembers(data)
}

const BLOCK = 512

function tarMembers(data: Buffer): readonly string[] | undefined {
  if (data.toString('latin1', 257, 262) !== 'ustar') return undefined
  const names: string[] = []
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= data.length && data[at] !== 0; ) {
    if (names.length > MOST_MEMBERS) return undefined
    const field = (start: number, length: number): string =>
      data.toString('utf8', at + start, at + start + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(field(124, 12).trim() || '0', 8)
    // Sizes of more than 8 GB are written in another way.
    if (!Number.isFinite(size)) return undefined
    const type = field(156, 1)
    const body = (): string => data.toString('utf8', at + BLOCK, at + BLOCK + size)
    if (type === 'L') longName = body().replace(/\0.*$/s, '')
    else if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]+)\n/.exec(body())?.[1] ?? longName
    else if (type !== 'g' && type !== 'K') {
      const prefix = field(257, 6) === 'ustar' ? field(345, 155) : ''
      names.push(longName ?? (prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`))
      longName = undefined
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return names
}

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY_OF_ZIP = 0x02014b50

function zipMembers(data: Buffer): readonly string[] | undefined {
  const end = data.lastIndexOf(END_OF_ZIP)
  if (end < 0) return undefined
  const count = data.readUInt16LE(end + 10)
  if (count > MOST_MEMBERS) return undefined
  const names: string[] = []
  for (let at = data.readUInt32LE(end + 16); names.length < count; ) {
    if (data.readUInt32LE(at) !== ENTRY_OF_ZIP) return undefined
    const length = data.readUInt16LE(at + 28)
    names.push(data.toString('utf8', at + 46, at + 46 + length))
    at += 46 + length + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
  return names
}
