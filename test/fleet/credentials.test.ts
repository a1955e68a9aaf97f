/** Where credentials come from, and what is refused. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHIP_SCHEMES } from '../../src/config/schema-fleet.ts'
import { readCredentials } from '../../src/fleet/credentials.ts'
import { shipmentId } from '../../src/fleet/destinations.ts'
import { collectorAddress } from '../../src/fleet/otlp/address.ts'
import { destinationId } from '../../src/fleet/postgres/connect.ts'
import { temporary } from '../record/world.ts'

const from = (credentials: Parameters<typeof readCredentials>[0], home = '/', env = {}) =>
  readCredentials(credentials, { home, env, limit: 300 })

test('none, a variable, a file, a program', async () => {
  const home = temporary()
  writeFileSync(join(home, 'password'), 'from the file\n', { mode: 0o600 })
  expect(await from(undefined)).toBeUndefined()
  expect(await from({ env: 'A' }, home, { A: 'from the variable' })).toBe('from the variable')
  expect(await from({ file: '~/password' }, home)).toBe('from the file')
  // No shell reads the words.
  expect(await from({ command: ['/bin/echo', '$HOME; id'] }, home)).toBe('$HOME; id')
})

describe('refused', () => {
  test('files that others can read, that are none, or are not there', async () => {
    const home = temporary()
    const file = join(home, 'password')
    writeFileSync(file, 'secret-words')
    for (const mode of [0o640, 0o604, 0o620, 0o602]) {
      chmodSync(file, mode)
      const refused = await from({ file }).catch(error => error)
      expect(refused).toMatchObject({ passing: false, remedy: `chmod 600 ${file}` })
      expect(refused.message).not.toContain('secret-words')
    }
    await expect(from({ file: home })).rejects.toMatchObject({ passing: false })
    await expect(from({ file: join(home, 'none') })).rejects.toMatchObject({ message: expect.stringMatching(/ENOENT/) })
  })

  test('what is empty, and programs that fail, say too much, or do not end', async () => {
    await expect(from({ env: 'A' }, '/', { A: '' })).rejects.toMatchObject({
      message: expect.stringMatching(/is empty/),
    })
    await expect(from({ command: ['/bin/true'] })).rejects.toMatchObject({ message: expect.stringMatching(/is empty/) })
    await expect(from({ command: ['/nowhere/none'] })).rejects.toMatchObject({ passing: false })
    await expect(from({ command: ['/usr/bin/yes'] })).rejects.toMatchObject({
      message: expect.stringMatching(/too much/),
    })
    await expect(from({ command: ['/bin/sleep', '60'] })).rejects.toMatchObject({ passing: true })
  })
})

test('the record remembers a destination under the name that it gives itself', () => {
  for (const address of [
    'postgres://me@db.example.com/fleet',
    'postgresql://me@db.example.com:6000/fleet?sslmode=verify-full',
    'postgres://me@[::1]/fleet',
    'postgres://me@localhost/fleet?host=/run/postgresql',
  ])
    expect(shipmentId(new URL(address))).toBe(destinationId(new URL(address)))
  for (const address of ['otlp+https://collector.example.com:4318', 'otlp+https://collector.example.com/behind/'])
    expect(shipmentId(new URL(address))).toBe(collectorAddress(new URL(address)).id)
  for (const scheme of SHIP_SCHEMES) expect(() => shipmentId(new URL(`${scheme}//host/name`))).not.toThrow()
  expect(() => shipmentId(new URL('https://host'))).toThrow(/nothing is sent/)
})
