/** What `reviewer` runs where no command is named. */

import { doctorInputs } from './doctor/inputs.ts'

/** Options that only the dialogue has: with them it is meant. */
const OF_SETUP = /^--yes$/

/**
 * The command: the dialogue where nothing is registered and a person can answer, the state of things where something is. Undefined where
 * neither can be meant; then the help is shown.
 *
 * @param words after the name of the program, without `--home` and its argument.
 */
export function unnamedCommand(words: readonly string[], home: string | undefined): 'setup' | 'status' | undefined {
  if (words.some(word => OF_SETUP.test(word))) return 'setup'
  if (words.length > 0 || !process.stdin.isTTY || !process.stdout.isTTY) return undefined
  return doctorInputs(home, process.cwd(), true).registrations.length === 0 ? 'setup' : 'status'
}
