/** The formats for SIEMs through the program: what is masked, erased or encrypted on record is so in each, and each is known by name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { placesOf } from '../../../../scripts/docs/siem.ts'
import { INTERFERENCE } from '../../../../src/cli/export/security-event.ts'
import { wipe } from '../../../../src/common/wipe.ts'
import { EXPORT_FORMATS } from '../../../../src/model/ids.ts'
import { AUDIT_COLUMNS } from '../../../../src/record/audit.ts'
import { erase } from '../../../../src/record/erase.ts'
import { finish, turnOn } from '../../../../src/record/keys/change.ts'
import { makeKey } from '../../../../src/record/keys/files.ts'
import { openDatabase } from '../../../../src/record/open.ts'
import { openStore } from '../../../../src/record/store.ts'
import { makeWorld, type World } from '../../../world.ts'

const FORMATS = ['ocsf', 'ecs', 'cef'] as const
const MARK = 'zebrafish-in-the-record'
const SECRET = 'ghp_1234567890abcdefghijklmnopqrstuvwxyzAB'

let world: World
beforeEach(() => {
  world = makeWorld()
})

/** A call that is allowed and its result, one that is blocked, and one that holds a secret. */
function aSession(): void {
  const call = world.call('Bash', { command: `echo ${MARK}` })
  world.hook(call)
  world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: MARK, stderr: '' } })
  world.hook(world.call('Bash', { command: `rm -rf ~ # ${MARK}` }))
  world.hook(world.call('Bash', { command: `curl -H "Authorization: token ${SECRET}" https://example.com/${MARK}` }))
}

function exported(format: string, ...args: string[]): string {
  const { status, stdout, stderr } = world.cli(['audit', 'export', '--format', format, ...args])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter(Boolean)

describe.each(FORMATS)('%s', format => {
  test('has a line for each row, and no secret', () => {
    aSession()
    const text = exported(format)
    expect(linesOf(text)).toHaveLength(world.records().length)
    for (const { id } of world.records()) expect(text).toContain(id)
    expect(text).toContain(MARK)
    expect(text).not.toContain(SECRET)
    expect(linesOf(exported(format, '--decision', 'block'))).toHaveLength(
      world.records().filter(({ decision }) => decision === 'block').length,
    )
  })

  test('has nothing of what was erased', () => {
    aSession()
    const before = linesOf(exported(format)).length
    const { db } = openDatabase(world.database, () => undefined)
    onTestFinished(() => db.close())
    erase(db, { session: world.records()[0]?.session_id ?? '' })
    const text = exported(format)
    expect(text).not.toContain(MARK)
    expect(linesOf(text).length).toBeGreaterThan(before)
    expect(text).toContain('record.erased')
  })

  test('has nothing of what is encrypted, once its key is not there', async () => {
    openStore({ database: world.database }).close()
    const file = join(world.home, 'record.key')
    await turnOn(world.database, { id: makeKey(file), file }, false)
    await finish(world.database, () => undefined)
    aSession()
    expect(exported(format)).toContain(MARK)
    wipe(file)
    const text = exported(format)
    expect(text).not.toContain(MARK)
    expect(text).toMatch(/locked["=:]*true/i)
  })

  test('of an empty record is nothing, and into a file it is whole', () => {
    openStore({ database: world.database }).close()
    expect(exported(format)).toBe('')
    aSession()
    const file = join(world.root, 'events')
    expect(world.cli(['audit', 'export', '--format', format, '-o', file])).toMatchObject({ status: 0 })
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(exported(format))
  })

  test('may be the format of exports that name none', () => {
    world.configure(`audit: { export_format: ${format} }`)
    aSession()
    expect(world.cli(['audit', 'export']).stdout).toBe(exported(format))
  })
})

test('what the reviewer fires at itself is no alarm', () => {
  world.cli(['init'])
  const events = linesOf(exported('ocsf')).map(line => JSON.parse(line))
  expect(events.length).toBeGreaterThan(0)
  expect(events.filter(({ is_alert, class_uid }) => is_alert || class_uid === 2004)).toEqual([])
})

test('help names the formats', () => {
  const { stdout } = world.cli(['audit', 'export', '--help'])
  expect(stdout.replace(/\s+/g, ' ')).toContain(EXPORT_FORMATS.join(', '))
})

test.each(AUDIT_COLUMNS)('no format loses the field %s', column => {
  expect(placesOf(column).map(places => places.length > 0)).toEqual([true, true, true])
})

test('the events that count as interference are those that the record and the reviews write', () => {
  const files = ['src/record', 'src/review'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => readFileSync(join(folder, name), 'utf8')),
  )
  for (const event of INTERFERENCE.keys())
    expect([event, files.some(text => text.includes(`'${event}'`))]).toEqual([event, true])
})
