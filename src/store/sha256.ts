/** Digests. */
import { createHash } from 'node:crypto'

/** SHA-256 of a text (as UTF-8) or of bytes: 64 lower-case hex digits. */
export function sha256(input: string | Uint8Array): string {
  return createHash('sha256').update(input).digest('hex')
}
