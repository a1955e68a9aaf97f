import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typedCommand, withTyped } from '../../src/agents/typed.ts'
import { COMMANDS } from '../../src/cli/commands/on-demand.ts'
import type { Command } from '../../src/facts/own-program.ts'

/** An installation in a directory with a space in its name, and an empty directory of commands. */
function installed() {
  const root = mkdtempSync(join(tmpdir(), 'reviewer typed-'))
  const [packageRoot, commands] = [join(root, 'package'), join(root, 'commands')]
  const program = join(packageRoot, 'bin', 'reviewer.js')
  for (const directory of [join(packageRoot, 'bin'), commands]) mkdirSync(directory, { recursive: true })
  writeFileSync(program, '')
  chmodSync(program, 0o755)
  const command: Command = [process.execPath, program]
  return { program, commands, command, env: { PATH: commands } }
}

test('its own name, where that is on PATH and is this program', () => {
  const at = installed()
  symlinkSync(at.program, join(at.commands, 'reviewer'))
  expect(typedCommand(at.env, at.command)).toBe('reviewer')
})

test('Node and the program, in quotes where they need them, where it is not on PATH', () => {
  const at = installed()
  expect(typedCommand(at.env, at.command)).toBe(`${process.execPath} '${at.program}'`)
  symlinkSync(process.execPath, join(at.commands, 'node'))
  expect(typedCommand(at.env, at.command)).toBe(`node '${at.program}'`)
})

test('the executable by itself, in quotes where it needs them', () => {
  const at = installed()
  expect(typedCommand(at.env, [at.program])).toBe(`'${at.program}'`)
  symlinkSync(at.program, join(at.commands, 'reviewer'))
  expect(typedCommand(at.env, [at.program])).toBe('reviewer')
})

test('another program of the same name is not this one', () => {
  const at = installed()
  writeFileSync(join(at.commands, 'reviewer'), '#!/bin/sh\n', { mode: 0o755 })
  expect(typedCommand(at.env, at.command)).toContain(at.program)
})

test.each([
  'see: reviewer audit verify',
  'run `reviewer trust add FILE`',
  'sudo reviewer init --managed',
  'bring it back with reviewer checkpoint restore.',
])('%s', text => {
  const at = installed()
  expect(withTyped(text, at.env, at.command)).toBe(text.replace('reviewer ', `${typedCommand(at.env, at.command)} `))
})

test.each(Object.keys(COMMANDS))('each command is known by its name: %s', name => {
  const at = installed()
  expect(withTyped(`reviewer ${name}`, at.env, at.command)).toBe(`${typedCommand(at.env, at.command)} ${name}`)
})

test.each([
  'reviewer init: the self-test failed',
  'The reviewer checks it',
  'the reviewer session rules',
  'step-reviewer report',
])('no command: %s', text => expect(withTyped(text, {})).toBe(text))
