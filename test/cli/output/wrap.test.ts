import { expect, test } from 'vitest'
import { wrapText } from '../../../src/cli/output/wrap.ts'
import { textWidth } from '../../../src/common/printable.ts'

const lines = (text: string, width = 30) => wrapText(`${text}\n`, width).trimEnd().split('\n')

test('breaks between words, and no line is longer than the terminal', () => {
  const text = 'What a call deletes or overwrites is saved first, so that it can be brought back.'
  expect(lines(text).every(line => textWidth(line) <= 30)).toBe(true)
  expect(lines(text).join(' ')).toBe(text)
})

test('goes on below the text of the line', () => {
  expect(lines('  why      This deletes what nobody can bring back.')).toEqual([
    '  why      This deletes what',
    '           nobody can bring',
    '           back.',
  ])
  expect(lines('  3  this project, for everyone who clones it')).toEqual([
    '  3  this project, for',
    '     everyone who clones it',
  ])
})

test.each([
  'To take it back, type: reviewer allow revoke 621',
  'it passes after ~/.local/bin/reviewer allow last --session --minutes 30 was typed',
])('a command stays in one piece: %s', text => {
  const [command = ''] = /\S*reviewer( [a-z]+)( revoke 621| last --session --minutes 30)/.exec(text) ?? []
  expect(lines(text)).toContainEqual(expect.stringContaining(command))
})

test('styles take no room, and stay', () => {
  const text = `\x1b[31mone two\x1b[39m three four five six`
  expect(lines(text)).toEqual([text])
})

test.each([
  `+export PATH="$HOME/.local/bin:$PATH" # added`,
  '  "command": "a long one that nobody breaks"',
  'a question that the terminal asks \x1b[2K',
])('stays as it is: %s', text => {
  expect(lines(text)).toEqual([text])
})

test('an end of a line that is still to come is left alone', () => {
  const prompt = 'Show what it does in the status line [Y/n]: '
  expect(wrapText(prompt, 20)).toBe(prompt)
})
