/** The recording that README.md shows: drawn from what was recorded, and still what the program says. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Recording } from '../scripts/recording/frames.ts'
import { svgOf } from '../scripts/recording/svg.ts'
import { asPerson, hasPython } from './terminal.ts'
import { makeLastingWorld } from './world.ts'

const MOST_BYTES = 150_000

const recording: Recording = JSON.parse(readFileSync('scripts/recording/frames.json', 'utf8'))
const picture = readFileSync('docs/assets/recording.svg', 'utf8')

/** Of a screen, the text without what differs from run to run: blanks and line breaks, numbers of reviews, homes. */
const told = (text: string): string =>
  text
    .replaceAll(world.project, '~/project')
    .replace(/\(\d+\)|(?<=explain |allow |revoke )\d+|(?<=session )[0-9a-f]{8}/g, '#')
    .replace(/(?:\S*\/)?reviewer(?= (?:allow|explain|checkpoint)\b)/g, 'reviewer')
    .replace(/\s+/g, '')

const screens = (pane: 'client' | 'shell'): string =>
  told(
    recording.frames.map(frame => frame[pane].map(line => line.map(({ text }) => text).join(' ')).join(' ')).join('\n'),
  )

const world = makeLastingWorld()
beforeAll(() => {
  world.put('.gitignore', 'build\nnotes.md\n')
  world.put('notes.md', 'The only copy of an idea.\n')
})
afterAll(() => world.remove())

test('the picture is drawn from what was recorded (npm run docs), is small, and needs nothing from elsewhere', () => {
  expect(picture).toBe(svgOf(recording))
  expect(Buffer.byteLength(picture)).toBeLessThan(MOST_BYTES)
  expect(picture).not.toMatch(/<script|<image|<foreignObject|@import|url\(/)
})

test('nothing of the machine that recorded it is in it', () => {
  expect(picture).not.toMatch(/\/tmp\/|\/root|\/work|\/home\//)
})

describe('what the reviewer says in it is what it says today (npm run recording)', () => {
  test.each([
    ['rm -rf "$BUILD_DIR/"', 'block'],
    ['rm notes.md', 'warn'],
    ["psql shop -c 'DROP TABLE orders_2019'", 'block'],
  ])('%s', (command, verdict) => {
    const { stdout } = world.hook(world.call('Bash', { command }))
    expect(world.records().at(-1)?.decision).toBe(verdict)
    const { systemMessage, hookSpecificOutput } = JSON.parse(stdout)
    const shown = [systemMessage, verdict === 'block' ? hookSpecificOutput.permissionDecisionReason : '']
    for (const text of shown) expect(screens('client')).toContain(told(String(text)))
  })

  test.skipIf(!hasPython)('the commands of the person', () => {
    const { screen } = asPerson(world, ['allow', 'last'])
    for (const line of ['stopped by data.destroy; to be allowed once', 'allowed once: the same call passes']) {
      expect(told(screen)).toContain(told(line))
      expect(screens('shell')).toContain(told(line))
    }
  })
})
