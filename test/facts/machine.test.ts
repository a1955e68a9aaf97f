/** Who holds what on this machine. Only Linux shows it. */
import { chmodSync, closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { liveMachine } from '../../src/facts/machine.ts'

const machine = liveMachine()

function temporary(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-machine-')))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

describe.runIf(process.platform === 'linux')('a port', () => {
  test('by who listens on it, as long as somebody does', async () => {
    const server = createServer()
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    expect(machine.listener(port)?.pid).toBe(process.pid)
    expect(machine.listener(port)?.command).toContain('node')
    await new Promise(done => server.close(done))
    expect(machine.listener(port)).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('a file', () => {
  test('by who has it open', () => {
    const file = join(temporary(), 'lock')
    const fd = openSync(file, 'w')
    expect(machine.opener(file)?.pid).toBe(process.pid)
    closeSync(fd)
    expect(machine.opener(file)).toBeUndefined()
  })

  test('by its owner and mode', () => {
    const file = join(temporary(), 'run.sh')
    writeFileSync(file, '')
    chmodSync(file, 0o640)
    const access = machine.access(file)
    expect(access).toMatchObject({ own: true, mode: 'rw-r-----', read_only: false })
    expect(access?.owner).toBe(access?.user)
    expect(machine.access('/proc/1/cmdline')?.owner).toBe('root')
    expect(machine.access(`${file}.absent`)).toBeUndefined()
  })

  test('on what is mounted read-only', () => expect(machine.access('/proc/version')).toBeDefined())
})

test('a program that does not run', () => expect(machine.running('reviewer-no-such')).toBeUndefined())
