/**
 * A policy of the organisation as it travels: files, for whom they are meant, and a signature over the exact bytes, in the form of DSSE (Dead
 * Simple Signing Envelope, version 1) with Ed25519. Pure.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { isRecord } from '../../common/is-record.ts'
import { PolicyError } from './error.ts'

export interface PolicyBundle {
  /** For whom it is meant: machines take no other. */
  readonly audience: string
  /** Higher than that of each one published before to the same audience. */
  readonly version: number
  /** ISO 8601. */
  readonly created: string
  /** In per cent: the share of machines that put it in force. */
  readonly share: number
  /** The public key that signs from now on, beside the one that signs this. */
  readonly next_key?: string
  /** Texts by their path relative to the configuration, `policy.yaml`, which there has to be. */
  readonly files: Readonly<Record<string, string>>
}

export const POLICY_FILE = 'policy.yaml'
/** Far above any policy; what is bigger is not read. */
export const MOST_BYTES = 8 * 1024 * 1024
const MOST_FILES = 500
const PUBLIC_KEY = /^ed25519:([A-Za-z0-9+/]{43}=)$/
const TYPE = 'application/vnd.step-reviewer.policy.v1+json'

/** `private_key`: PEM (PKCS #8), for a file of mode 0600; `public_key`: what machines are given. */
export function generateKeys(): { readonly private_key: string; readonly public_key: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { private_key: pem, public_key: publicKeyOf(pem) }
}

/** `ed25519:` and the 32 bytes of the public key in base64. Throws PolicyError where the text is no such private key. */
export function publicKeyOf(privateKey: string): string {
  const { x = '' } = createPublicKey(readPrivateKey(privateKey)).export({ format: 'jwk' })
  return `ed25519:${Buffer.from(x, 'base64url').toString('base64')}`
}

/** The envelope as text. Throws PolicyError where the key is none. */
export function signBundle(bundle: PolicyBundle, privateKey: string): string {
  const payload = Buffer.from(JSON.stringify(bundle))
  const sig = sign(null, encoded(payload), readPrivateKey(privateKey))
  const signatures = [{ keyid: publicKeyOf(privateKey), sig: sig.toString('base64') }]
  return `${JSON.stringify({ payloadType: TYPE, payload: payload.toString('base64'), signatures })}\n`
}

/** The bundle, and which of the `keys` signed it. Nothing of it is looked at before that is known. Throws PolicyError. */
export function openBundle(
  envelope: string,
  keys: readonly string[],
): { readonly bundle: PolicyBundle; readonly key: string } {
  if (envelope.length > MOST_BYTES) throw new PolicyError('it is bigger than any policy')
  const { payloadType, payload, signatures } = recordOf(envelope, 'it is no signed policy')
  if (payloadType !== TYPE || typeof payload !== 'string' || !Array.isArray(signatures))
    throw new PolicyError('it is no signed policy of a kind that this version knows', 'reviewer upgrade')
  const bytes = Buffer.from(payload, 'base64')
  const signed = signatures.slice(0, 10).filter(isRecord)
  const key = keys.find(each => signed.some(({ sig }) => typeof sig === 'string' && isSigned(bytes, each, sig)))
  if (key === undefined) throw new PolicyError(`nobody signed it whose key is trusted (${keys.join(', ')})`)
  return { bundle: bundleIn(bytes.toString('utf8')), key }
}

/** What of a bundle does not change with its version or share: a machine that was chosen for a content stays chosen as the share grows. */
export function contentId({ files }: Pick<PolicyBundle, 'files'>): string {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

/** Whether a machine is in the share of those that put a bundle in force: evenly spread, and the same at each look. */
export function isInShare(bundle: Pick<PolicyBundle, 'files' | 'share'>, machine: string): boolean {
  const digest = createHash('sha256')
    .update(`${contentId(bundle)} ${machine}`)
    .digest()
  return (digest.readUInt32BE(0) / 2 ** 32) * 100 < bundle.share
}

function isSigned(bytes: Buffer, publicKey: string, signature: string): boolean {
  const [, base64] = PUBLIC_KEY.exec(publicKey) ?? []
  if (base64 === undefined) return false
  const x = Buffer.from(base64, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, encoded(bytes), key, Buffer.from(signature, 'base64'))
}

/** What is signed: DSSE's pre-authentication encoding, which binds the type to the bytes. */
function encoded(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${TYPE.length} ${TYPE} ${payload.length} `), payload])
}

function readPrivateKey(pem: string) {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error of the library could quote the key.
  }
  throw new PolicyError('it is no private key of Ed25519', 'make one: reviewer policy keygen -o FILE')
}

function bundleIn(text: string): PolicyBundle {
  const { audience, version, created, share, next_key, files } = recordOf(text, 'what was signed is no policy')
  const isWhole =
    typeof audience === 'string' &&
    /^[\w.-]{1,64}$/.test(audience) &&
    typeof created === 'string' &&
    Number.isSafeInteger(version) &&
    Number(version) > 0 &&
    typeof share === 'number' &&
    share >= 0 &&
    share <= 100 &&
    (next_key === undefined || (typeof next_key === 'string' && PUBLIC_KEY.test(next_key))) &&
    isRecord(files) &&
    Object.values(files).every(file => typeof file === 'string')
  if (!isWhole) throw new PolicyError('what was signed is no whole policy')
  const texts = files as Readonly<Record<string, string>>
  const wrong = Object.keys(texts).find(path => !isUsablePath(path))
  if (wrong !== undefined) throw new PolicyError(`a file in it has a path that is not taken: ${JSON.stringify(wrong)}`)
  if (!Object.hasOwn(texts, POLICY_FILE)) throw new PolicyError(`there is no ${POLICY_FILE} in it`)
  if (Object.keys(texts).length > MOST_FILES) throw new PolicyError(`there are more than ${MOST_FILES} files in it`)
  return {
    audience,
    version: Number(version),
    created,
    share,
    ...(next_key !== undefined && { next_key }),
    files: texts,
  }
}

/** YAML that lies at or below the configuration: code does not travel. */
export function isUsablePath(path: string): boolean {
  return path.length <= 200 && /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ya?ml$/.test(path)
}

function recordOf(text: string, otherwise: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // what it is instead does not matter
  }
  throw new PolicyError(otherwise)
}
