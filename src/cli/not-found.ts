/** What a person named and is not there: said as it is, with what they may have meant. */

import { nearest } from '../common/nearest.ts'

/** Ends a command with exit code 1 and this text on standard error. */
export class NotFound extends Error {}

/** `; did you mean x?`, or nothing where no candidate is close. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const found = nearest(word, candidates)
  return found === undefined ? '' : `; did you mean ${found}?`
}

/** What people type who know other programs, and the command that they mean. */
const MEANT: Readonly<Record<string, string>> = {
  approve: 'allow',
  block: 'rules set',
  deny: 'rules set',
  disable: 'pause',
  history: 'audit list',
  install: 'setup',
  log: 'audit list',
  logs: 'audit list',
  off: 'pause',
  recover: 'checkpoint restore',
  remove: 'uninstall',
  restore: 'checkpoint restore',
  revert: 'checkpoint restore',
  rollback: 'checkpoint restore',
  unblock: 'allow',
  undo: 'checkpoint restore',
  update: 'upgrade',
  why: 'explain',
}

/** The same of a command of the whole program, also where the word is another one for it. */
export function commandSuggestion(word: string, commands: readonly string[]): string {
  return Object.hasOwn(MEANT, word) ? `; the command is reviewer ${MEANT[word]}` : suggestion(word, commands)
}
