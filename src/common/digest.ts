/** Digests. Bun has its own hasher at hand; its `node:crypto` takes milliseconds to load, a tenth of a hook. */

type Algorithm = 'sha1' | 'sha256'

interface Hasher {
  update(input: string | Uint8Array): Hasher
  digest(encoding: 'hex'): string
}

interface Bun {
  readonly CryptoHasher: new (algorithm: Algorithm) => Hasher
}

const bun = (globalThis as { readonly Bun?: Bun }).Bun

/** SHA-256 of a text (as UTF-8) or of bytes: 64 lower-case hex digits. */
export function sha256(input: string | Uint8Array): string {
  return newHasher('sha256').update(input).digest('hex')
}

/** The name that git gives to these contents: SHA-1, or SHA-256 where the names of a repository are long. Lower-case hex digits. */
export function gitBlobId(contents: Uint8Array, isLong: boolean): string {
  return newHasher(isLong ? 'sha256' : 'sha1')
    .update(`blob ${contents.length}\0`)
    .update(contents)
    .digest('hex')
}

function newHasher(algorithm: Algorithm): Hasher {
  return bun ? new bun.CryptoHasher(algorithm) : process.getBuiltinModule('node:crypto').createHash(algorithm)
}
