/** Files that are written whole: what takes their place, and what nothing may replace. */
import { execFileSync, spawn } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeWhole } from '../../src/common/whole-file.ts'

const root = mkdtempSync(join(tmpdir(), 'reviewer-whole-'))
afterAll(() => rmSync(root, { recursive: true }))

test('a file is replaced, with its mode, and nothing is left beside it', () => {
  const file = join(root, 'report.html')
  writeFileSync(file, 'old')
  expect(writeWhole(file, ['n', 'ew'], 0o600)).toBe(3)
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(lstatSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(root)).toEqual(['report.html'])
})

test.skipIf(process.platform === 'win32')('a pipe gets the text and stays a pipe', async () => {
  const pipe = join(root, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = spawn('cat', [pipe])
  const read = new Promise<string>(resolve => reader.stdout.once('data', data => resolve(String(data))))
  expect(writeWhole(pipe, 'a report', 0o600)).toBe(8)
  expect(await read).toBe('a report')
  expect(lstatSync(pipe).isFIFO()).toBe(true)
})
