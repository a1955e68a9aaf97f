/** Digests. Bun has its own hasher at hand; its `node:crypto` takes 2 ms to load, a tenth of a hook. */
import { createRequire } from 'node:module'

interface Hasher {
  update(input: string | Uint8Array): Hasher
  digest(encoding: 'hex'): string
}

interface Bun {
  readonly CryptoHasher: new (algorithm: 'sha256') => Hasher
}

const bun = (globalThis as { readonly Bun?: Bun }).Bun
const load = createRequire(import.meta.filename)

/** SHA-256 of a text (as UTF-8) or of bytes: 64 lower-case hex digits. */
export function sha256(input: string | Uint8Array): string {
  return newHasher().update(input).digest('hex')
}

function newHasher(): Hasher {
  return bun
    ? new bun.CryptoHasher('sha256')
    : (load('node:crypto') as typeof import('node:crypto')).createHash('sha256')
}
