/** What is gathered for the page, bounded; and the command that writes it. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { binRows } from '../../../src/cli/report-page/browser/bins.ts'
import { countRules, countSessions, EVERYTHING, filterRows } from '../../../src/cli/report-page/browser/filter.ts'
import { unpack } from '../../../src/cli/report-page/browser/rows.ts'
import { collectPage } from '../../../src/cli/report-page/collect.ts'
import { packDetails } from '../../../src/cli/report-page/details.ts'
import { countReach } from '../../../src/cli/report-page/reach.ts'
import { cutText } from '../../../src/cli/report-page/table.ts'
import { mayReplace } from '../../../src/cli/report-page/write.ts'
import { writeWhole } from '../../../src/common/whole-file.ts'
import { entry, temporary } from '../../record/world.ts'
import { makeWorld } from '../../world.ts'
import { memoryStore } from './browser.ts'
import { humanEntry } from './week.ts'

const wanted = {
  now: 1,
  version: '1',
  record: { state: 'whole' as const, rows: 0, why: '', notes: [] },
  places: { locations: { state: '/nowhere', home: '/nowhere' }, env: {} },
}

test('rows come back as they were recorded, with what was said of them', () => {
  const store = memoryStore()
  const rows = ['allow', 'block'].map(decision =>
    store.record(entry({ decision, finding_ids: 'a,pattern.b', risk: 0.5 })),
  )
  store.record(humanEntry('feedback', 5, { review: rows[1]?.id, verdict: 'confirmed' }, 'confirmed'))
  store.record(humanEntry('feedback', 6, { review: rows[1]?.id, verdict: 'false-positive' }, 'false_positive'))
  const page = unpack(collectPage(store, wanted).data)
  expect(page.size).toBe(4)
  expect(page.id(1)).toBe(rows[1]?.id)
  expect([...page.ts]).toEqual([1_760_000_000_000, 1_760_000_000_000, 5, 6])
  expect(page.text('subject', 0)).toBe('npm test')
  expect(countRules(page)).toEqual([
    { name: 'a', hits: 2, verdicts: [1, 0, 0, 0, 1, 0, 0], judged: 1, wrong: 1 },
    { name: 'pattern.b', hits: 2, verdicts: [1, 0, 0, 0, 1, 0, 0], judged: 1, wrong: 1 },
  ])
  expect(countSessions(page)).toMatchObject([{ id: 's1', reviews: 2, patterns: 2, risk: 500 }])
  expect([...filterRows(page, { ...EVERYTHING, feedback: 'false_positive' })]).toEqual([1])
  expect([...filterRows(page, { ...EVERYTHING, tool: '__proto__' })]).toEqual([])
})

test('only the newest rows, and it says so', () => {
  const store = memoryStore()
  for (let ts = 1; ts <= 5; ts++) store.record(entry({ ts }))
  expect(collectPage(store, wanted, undefined, 5).data.head.cut).toBe(false)
  const { data } = collectPage(store, wanted, undefined, 2)
  expect(data.head.cut).toBe(true)
  expect([...unpack(data).ts]).toEqual([3, 4, 5])
})

test('only a project', () => {
  const store = memoryStore()
  store.record(entry({ project_root: '/a' }))
  store.record(entry({ project_root: '/ab' }))
  expect(collectPage(store, { ...wanted, project: '/a' }).data.columns.seq).toHaveLength(1)
})

test('details: where they are too big, the oldest that tell least go first', () => {
  const noise = (index: number): string =>
    Array.from({ length: 400 }, (_, at) => Math.sin(index * 977 + at).toString(36)).join('')
  const details = packDetails(300_000)
  for (let row = 0; row < 1024; row++) details.add(row, { fields: {}, payload: { noise: noise(row) } }, row % 4 === 0)
  const { blocks, gone } = details.finish()
  expect(gone.length).toBeGreaterThan(0)
  expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(400_000)
  const kept = blocks.flatMap(({ rows }) => rows)
  expect([...kept, ...gone].sort((a, b) => a - b)).toEqual(Array.from({ length: 1024 }, (_, row) => row))
  const { text = '', rows = [] } = blocks.at(-1) ?? {}
  const read = JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString())
  expect(read[0].payload.noise).toBe(noise(rows[0] ?? -1))
})

test('reach: once a review and verb, hosts apart from files, whatever payloads look like', () => {
  const store = memoryStore()
  const target = (kind: string, value: unknown) => ({ kind, value, class: 'project' })
  const effects = [
    { verb: 'write', target: target('path', '/a') },
    { verb: 'write', target: target('path', '/a') },
    { verb: 'delete', target: target('path', '/a') },
    { verb: 'send', target: target('url', 'https://x.example:8080/path') },
    { verb: 'send', target: target('path', 7) },
    'cut',
    null,
  ]
  store.record(entry({ decision: 'block' }, { payload: { effects } }))
  store.record(entry({}, { payload: { effects: '…' } }))
  const reach = countReach()
  for (const record of store.audit({})) reach.add(record)
  expect(reach.files()).toEqual({
    targets: [
      {
        value: '/a',
        class: 'project',
        verbs: [
          ['write', 1],
          ['delete', 1],
        ],
        reviews: 1,
        stopped: 1,
      },
    ],
    more: 0,
  })
  expect(reach.hosts().targets.map(({ value }) => value)).toEqual(['x.example:8080'])
})

test('time is cut into parts that hold every review, also where the clock jumped', () => {
  const store = memoryStore()
  for (const ts of [0, 1, 1_760_000_000_000, 1_760_000_000_001, 4_000_000_000_000]) store.record(entry({ ts }))
  const bins = binRows(unpack(collectPage(store, wanted).data))
  expect(bins.starts.length).toBeLessThanOrEqual(200)
  expect(bins.counts.flat().reduce((sum, each) => sum + each, 0)).toBe(5)
})

test('a cut tears no pair', () => {
  expect(cutText('ab😀cd', 4)).toBe('ab…')
  expect(cutText('ab😀', 4)).toBe('ab😀')
})

test('a file is written as a whole or not at all', context => {
  const directory = join(tmpdir(), `reviewer-page-${process.pid}`)
  mkdirSync(directory)
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', directory]).status !== 0)
    return context.skip('this user cannot mount a file system')
  onTestFinished(() => void spawnSync('umount', ['-l', directory]))
  const file = join(directory, 'report.html')
  expect(writeWhole(file, ['one ', 'two'], 0o600)).toBe(7)
  expect(() =>
    writeWhole(
      file,
      Array.from({ length: 30 }, () => 'x'.repeat(100_000)),
      0o600,
    ),
  ).toThrow(/ENOSPC/)
  expect(readFileSync(file, 'utf8')).toBe('one two')
  expect(readdirSync(directory)).toEqual(['report.html'])
})

test('only a report is replaced', () => {
  const file = join(temporary(), 'x')
  expect(mayReplace(file, 'begins')).toBe(true)
  writeFileSync(file, 'begins and goes on')
  expect(mayReplace(file, 'begins')).toBe(true)
  writeFileSync(file, 'begin')
  expect(mayReplace(file, 'begins')).toBe(false)
})

test('reviewer report: writes the page for its owner only, of one session or a time, and nothing else', () => {
  const world = makeWorld()
  const file = join(world.root, 'report.html')
  expect(world.cli(['report', '-o', file]).stderr).toContain('nothing is on record yet')
  expect(existsSync(file)).toBe(false)
  world.hook(world.call('Bash', { command: 'rm -rf ~' }))
  const made = world.cli(['report', '-o', file])
  expect(made.status, made.stderr).toBe(0)
  expect(made.stdout).toMatch(/report\.html: 1 row, 0\.\d MB\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(world.cli(['report', '--session', 'sess', '-o', file]).status).toBe(0)
  expect(world.cli(['report', '--session', 'none', '-o', file])).toMatchObject({ status: 1 })
  const other = world.put('notes.html', 'mine')
  const refused = world.cli(['report', '-o', other])
  expect(refused).toMatchObject({ status: 2 })
  expect(refused.stderr).toContain('is no report')
  expect(readFileSync(other, 'utf8')).toBe('mine')
  // Through a link, which stays; and never into the state.
  const link = join(world.root, 'link.html')
  symlinkSync(file, link)
  rmSync(file)
  writeFileSync(file, '')
  expect(world.cli(['report', '-o', link]).status).toBe(2)
  rmSync(file)
  expect(world.cli(['report', '-o', file]).status).toBe(0)
  expect(world.cli(['report', '-o', link]).status).toBe(0)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  const note = join(world.state, 'encryption.json')
  expect(world.cli(['report', '-o', note])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('keeps its state'),
  })
  expect(existsSync(note)).toBe(false)
  expect(world.cli(['report', '-o', join(world.root, 'missing', 'report.html')])).toMatchObject({ status: 1 })
})
