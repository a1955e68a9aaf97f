/** Signed policies: what was signed opens, and nothing else does. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  generateKeys,
  isInShare,
  isUsablePath,
  openBundle,
  type PolicyBundle,
  publicKeyOf,
  signBundle,
} from '../../../src/fleet/policy/bundle.ts'
import { PolicyError } from '../../../src/fleet/policy/error.ts'

const BUNDLE: PolicyBundle = {
  audience: 'acme',
  version: 3,
  created: '2026-01-31T00:00:00.000Z',
  share: 100,
  files: { 'policy.yaml': 'preset: strict\n', 'rules/own.yaml': '[]\n' },
}
const { private_key, public_key } = generateKeys()

describe('a signed policy', () => {
  test('opens with the key that signed it, and says which that was', () => {
    expect(publicKeyOf(private_key)).toBe(public_key)
    const other = generateKeys().public_key
    const opened = openBundle(signBundle(BUNDLE, private_key), [other, public_key])
    expect(opened).toEqual({ bundle: BUNDLE, key: public_key })
  })

  test('does not open with another key, or once a byte of it was changed', () => {
    const envelope = signBundle(BUNDLE, private_key)
    expect(() => openBundle(envelope, [generateKeys().public_key])).toThrow(PolicyError)
    expect(() => openBundle(envelope, [])).toThrow(PolicyError)
    const { payload, signatures, payloadType } = JSON.parse(envelope)
    fc.assert(
      fc.property(fc.nat(payload.length - 5), fc.nat(62), (at, by) => {
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
        const other = letters[(letters.indexOf(payload[at]) + 1 + by) % 64] ?? ''
        const changed = payload.slice(0, at) + other + payload.slice(at + 1)
        expect(() => openBundle(JSON.stringify({ payloadType, payload: changed, signatures }), [public_key])).toThrow(
          /nobody signed it/,
        )
      }),
    )
  })

  test('any other text is refused, and never by another error', () => {
    const envelope = signBundle(BUNDLE, private_key)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.nat(envelope.length - 2).map(length => envelope.slice(0, length)),
        ),
        text => {
          expect(() => openBundle(text, [public_key])).toThrow(PolicyError)
        },
      ),
    )
  })

  test('a signature over bytes of another type does not count', () => {
    const parts = JSON.parse(signBundle(BUNDLE, private_key))
    expect(() => openBundle(JSON.stringify({ ...parts, payloadType: 'text/plain' }), [public_key])).toThrow(PolicyError)
  })

  test('what was signed must be a whole policy', () => {
    const wrong: readonly object[] = [
      { version: 0 },
      { version: 1.5 },
      { share: 101 },
      { share: -1 },
      { audience: 7 },
      { files: {} },
      { files: { 'policy.yaml': 7 } },
      { files: { 'policy.yaml': '', '../etc/passwd.yaml': '' } },
      { files: { 'policy.yaml': '', '/etc/x.yaml': '' } },
      { files: { 'policy.yaml': '', 'code.mjs': '' } },
    ]
    for (const each of wrong)
      expect(() => openBundle(signBundle({ ...BUNDLE, ...each } as PolicyBundle, private_key), [public_key])).toThrow(
        PolicyError,
      )
  })
})

test('only YAML below the configuration travels', () => {
  for (const path of ['policy.yaml', 'rules/a.yml', 'a/b/c-d_e.f.yaml']) expect(isUsablePath(path)).toBe(true)
  for (const path of [
    '',
    '.yaml',
    '../a.yaml',
    'a/../b.yaml',
    '/a.yaml',
    'a//b.yaml',
    './a.yaml',
    'a.mjs',
    'a\0.yaml',
    'a\\b.yaml',
    '.git/a.yaml',
  ])
    expect(isUsablePath(path)).toBe(false)
})

describe('a share of machines', () => {
  const machines = Array.from({ length: 4000 }, (_, at) => `machine ${at}`)
  const chosen = (share: number, files = BUNDLE.files) => machines.filter(each => isInShare({ share, files }, each))

  test('is as large as it says, and grows without leaving anybody out', () => {
    expect(chosen(0)).toEqual([])
    expect(chosen(100)).toEqual(machines)
    const quarter = chosen(25)
    expect(quarter.length).toBeGreaterThan(900)
    expect(quarter.length).toBeLessThan(1100)
    const half = new Set(chosen(50))
    expect(quarter.every(each => half.has(each))).toBe(true)
  })

  test('is another one for another content: not always the same machines come first', () => {
    const quarter = new Set(chosen(25))
    const other = chosen(25, { 'policy.yaml': 'preset: relaxed\n' })
    expect(other.filter(each => quarter.has(each)).length).toBeLessThan(400)
  })
})
