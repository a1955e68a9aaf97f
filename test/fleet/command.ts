/** A command of the command line in the process of the test, where it can speak to a server that the test has started. */
import { Command } from 'commander'
import { vi } from 'vitest'
import { addCommand, type CommandDefinition } from '../../src/cli/command.ts'

/** What it wrote, and the exit code that it set. */
export async function runCommand(command: CommandDefinition, words: readonly string[]) {
  const written: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation(chunk => {
      written[name] += chunk
      return true
    })
  const before = process.exitCode
  process.exitCode = 0
  try {
    const program = new Command('reviewer').option('--home <dir>').exitOverride()
    addCommand(program, command)
    await program.parseAsync([...words], { from: 'user' })
    return { ...written, code: process.exitCode }
  } finally {
    process.exitCode = before
    vi.restoreAllMocks()
  }
}
