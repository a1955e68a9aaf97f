/** Vaults that start a program with secrets in its environment. */
import { originOf } from '../emit.ts'
import type { Program } from '../runner.ts'
import { subshell } from '../scope.ts'
import { NOTHING } from '../value.ts'
import { commandOption } from './wrappers.ts'

/** `op run -- cmd`, `aws-vault exec profile -- cmd`, `chamber exec service -- cmd`; without dashes, `exec` takes a name first. */
const withSecrets: Program = (call, runner, scope, stdin) => {
  const dashes = call.words.findIndex(field => field.text === '--')
  const isNamed = call.path.at(-1) === 'exec'
  const command = commandOption(call)
  const inner = subshell(scope, { via: [...scope.via, call.path.join(' ')] })
  if (command) return runner.runScript(command.text, inner, originOf(command), stdin)
  const words = dashes < 0 ? call.rest.slice(isNamed ? 1 : 0) : call.words.slice(dashes + 1)
  return words.length === 0 ? NOTHING : runner.runWords(words, inner, stdin)
}

export const VAULT_PROGRAMS: Readonly<Record<string, Program>> = { 'with-secrets': withSecrets }
