/** Pulling a policy: it is in force whole or not at all, never an older one, and only as its organisation signed it. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { generateKeys, type PolicyBundle, signBundle } from '../../../src/fleet/policy/bundle.ts'
import { readState, versionInForce } from '../../../src/fleet/policy/installed.ts'
import { type Pulled, pull } from '../../../src/fleet/policy/pull.ts'
import { fileOf } from '../../../src/fleet/policy/source.ts'
import { openSource } from '../../../src/fleet/policy/sources/index.ts'

const ACME = generateKeys()

function organisation(check: (directory: string) => void = () => undefined) {
  const root = mkdtempSync(join(tmpdir(), 'reviewer-policy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const published = join(root, 'published')
  const directory = join(root, 'organisation')
  mkdirSync(published)
  const file = join(published, fileOf('acme'))
  const bundle = (more: Partial<PolicyBundle>): PolicyBundle => ({
    audience: 'acme',
    version: 1,
    created: '2026-01-31T00:00:00.000Z',
    share: 100,
    files: { 'policy.yaml': `# version ${more.version ?? 1}\n` },
    ...more,
  })
  return {
    directory,
    file,
    /** Whoever can write there puts it there, with any signature. */
    put: (more: Partial<PolicyBundle>, key = ACME.private_key) => writeFileSync(file, signBundle(bundle(more), key)),
    putFor: (audience: string, more: Partial<PolicyBundle>) =>
      writeFileSync(join(published, fileOf(audience)), signBundle(bundle({ ...more, audience }), ACME.private_key)),
    pull: (key = ACME.public_key, audience = 'acme'): Promise<Pulled> =>
      pull({
        directory,
        source: openSource(pathToFileURL(published).href, undefined),
        audience,
        key,
        now: 1_760_000_000_000,
        check,
      }),
    inForce: () => readFileSync(join(directory, 'current', 'policy.yaml'), 'utf8'),
    failure: () => {
      const state = readState(directory)
      return state === 'damaged' ? state : state?.failure
    },
  }
}

describe('what is pulled', () => {
  test('is in force, each version in the place of the one before', async () => {
    const acme = organisation()
    acme.put({ version: 4, files: { 'policy.yaml': 'a: 1\n', 'rules/own.yaml': '[]\n' } })
    expect(await acme.pull()).toEqual({ outcome: 'in_force', version: 4, before: 0 })
    expect(acme.inForce()).toBe('a: 1\n')
    expect(readFileSync(join(acme.directory, 'current/rules/own.yaml'), 'utf8')).toBe('[]\n')
    expect(await acme.pull()).toEqual({ outcome: 'unchanged', version: 4 })
    for (const version of [5, 6, 9]) {
      acme.put({ version })
      expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version })
      expect(acme.inForce()).toBe(`# version ${version}\n`)
    }
    // The one before the last is kept, in case a hook is reading it.
    expect(readdirSync(acme.directory).sort()).toEqual(['current', 'state.json', 'version-6', 'version-9'])
  })

  test('is never older than what was seen, in force or not', async () => {
    const acme = organisation()
    acme.put({ version: 7 })
    await acme.pull()
    acme.put({ version: 8, share: 0 })
    expect(await acme.pull()).toMatchObject({ outcome: 'not_in_share', version: 7 })
    for (const version of [6, 7]) {
      acme.put({ version })
      await expect(acme.pull()).rejects.toThrow(/is older than version 8/)
      expect(acme.inForce()).toBe('# version 7\n')
    }
    expect(acme.failure()).toContain('is older than version 8')
    acme.put({ version: 8, share: 100 })
    expect(await acme.pull()).toEqual({ outcome: 'in_force', version: 8, before: 7 })
    expect(acme.failure()).toBe('')
  })

  test('counts only as its organisation signed it, and for these machines', async () => {
    const acme = organisation()
    acme.put({ version: 1 })
    await acme.pull()
    const whole = readFileSync(acme.file, 'utf8')
    const attacks: readonly (() => void)[] = [
      () => acme.put({ version: 2 }, generateKeys().private_key),
      () => acme.put({ version: 2, audience: 'other' }),
      () => writeFileSync(acme.file, whole.slice(0, whole.length / 2)),
      () => writeFileSync(acme.file, ''),
      () => writeFileSync(acme.file, 'x'.repeat(9_000_000)),
      () => writeFileSync(acme.file, JSON.stringify({ ...JSON.parse(whole), signatures: [] })),
      () => rmSync(acme.file, { force: true }),
      () => {
        rmSync(acme.file, { force: true })
        mkdirSync(acme.file)
      },
    ]
    for (const attack of attacks) {
      attack()
      await expect(acme.pull()).rejects.toThrow()
      expect(acme.inForce()).toBe('# version 1\n')
      expect(acme.failure()).not.toBe('')
      rmSync(acme.file, { recursive: true, force: true })
    }
  })

  test('is not put in force where hooks could not use it', async () => {
    const tried: string[] = []
    const acme = organisation(directory => {
      const text = readFileSync(join(directory, 'policy.yaml'), 'utf8')
      tried.push(text)
      if (text.includes('broken')) throw new Error('policy.yaml: preset: one of relaxed, standard, strict')
    })
    acme.put({ version: 1 })
    await acme.pull()
    acme.put({ version: 2, files: { 'policy.yaml': 'broken\n' } })
    for (const _ of [1, 2]) await expect(acme.pull()).rejects.toThrow('one of relaxed')
    expect(acme.inForce()).toBe('# version 1\n')
    expect(tried).toEqual(['# version 1\n', 'broken\n', 'broken\n'])
    acme.put({ version: 3 })
    expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version: 3 })
  })
})

describe('keys', () => {
  test('the present one announces the next, which then signs alone', async () => {
    const acme = organisation()
    const next = generateKeys()
    acme.put({ version: 1, next_key: next.public_key })
    await acme.pull()
    acme.put({ version: 2 }, next.private_key)
    expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version: 2 })
    // The old key may have been lost by now.
    acme.put({ version: 3 }, ACME.private_key)
    await expect(acme.pull()).rejects.toThrow(/nobody signed it/)
    expect(acme.inForce()).toBe('# version 2\n')
  })

  test('an administrator gives another one: what was seen under the old one counts no more', async () => {
    const acme = organisation()
    acme.put({ version: 9 })
    await acme.pull()
    const other = generateKeys()
    acme.put({ version: 1, files: { 'policy.yaml': 'new: 1\n' } }, other.private_key)
    await expect(acme.pull()).rejects.toThrow()
    expect(await acme.pull(other.public_key)).toMatchObject({ outcome: 'in_force', version: 1 })
    expect(acme.inForce()).toBe('new: 1\n')
  })
})

test('what a pull that was killed left behind is no hindrance', async () => {
  const acme = organisation()
  acme.put({ version: 1 })
  await acme.pull()
  mkdirSync(join(acme.directory, 'version-2'))
  writeFileSync(join(acme.directory, 'version-2', 'half.yaml'), 'half')
  writeFileSync(join(acme.directory, `current.${process.pid}`), '')
  writeFileSync(join(acme.directory, `state.json.${process.pid}.tmp`), '{"ro')
  expect(versionInForce(acme.directory)).toBe(1)
  acme.put({ version: 2 })
  expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version: 2 })
  expect(existsSync(join(acme.directory, 'current', 'half.yaml'))).toBe(false)
})

describe('what is remembered', () => {
  test.each(['', '{', '[]', '{"root_key":"x","keys":[]}', 'seen'])(
    'is damaged (%j): nothing older is taken',
    async damage => {
      const acme = organisation()
      acme.put({ version: 5 })
      await acme.pull()
      const file = join(acme.directory, 'state.json')
      const state = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, damage === 'seen' ? JSON.stringify({ ...state, seen: 'x' }) : damage)
      acme.put({ version: 4 })
      await expect(acme.pull()).rejects.toThrow(/is older than version 5/)
      expect(acme.inForce()).toBe('# version 5\n')
      writeFileSync(file, damage)
      acme.put({ version: 6 })
      expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version: 6 })
    },
  )

  test('includes what was verified and could not be used', async () => {
    const acme = organisation(directory => {
      if (readFileSync(join(directory, 'policy.yaml'), 'utf8') === 'broken\n') throw new Error('cannot be used')
    })
    acme.put({ version: 3 })
    await acme.pull()
    acme.put({ version: 5, files: { 'policy.yaml': 'broken\n' } })
    await expect(acme.pull()).rejects.toThrow('cannot be used')
    acme.put({ version: 4 })
    await expect(acme.pull()).rejects.toThrow(/is older than version 5/)
    expect(acme.inForce()).toBe('# version 3\n')
  })

  test('is of one audience: another one begins anew, also where the numbers are the same', async () => {
    const acme = organisation()
    acme.put({ version: 9 })
    await acme.pull()
    for (const version of [2, 9]) {
      acme.putFor('labs', { version, files: { 'policy.yaml': `labs: ${version}\n` } })
      expect(await acme.pull(ACME.public_key, 'labs')).toMatchObject({ outcome: 'in_force', version })
      expect(acme.inForce()).toBe(`labs: ${version}\n`)
    }
    expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version: 9 })
    expect(acme.inForce()).toBe('# version 9\n')
  })
})

test('two pulls at once do not get into each other’s way, and the lock of one that was killed holds up nobody', async () => {
  const acme = organisation()
  acme.put({ version: 1 })
  const both = await Promise.allSettled([acme.pull(), acme.pull()])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(acme.inForce()).toBe('# version 1\n')
  const { pid } = spawnSync('true')
  writeFileSync(join(acme.directory, 'pull.lock'), `${pid}\n`)
  acme.put({ version: 2 })
  expect(await acme.pull()).toMatchObject({ outcome: 'in_force', version: 2 })
})
