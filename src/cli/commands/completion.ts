/** `reviewer completion`: what a shell needs to complete commands, options, and names of rules, sessions and reviews. */

import { defineCommand } from '../command.ts'
import { type CompletionShell, SCRIPTS, SHELLS } from '../completion/scripts.ts'
import { suggestion } from '../not-found.ts'
import { fail } from '../record.ts'

export default defineCommand({
  name: 'completion',
  order: 230,
  summary: 'completion of commands, options and ids for bash, zsh, fish and PowerShell',
  examples: ['reviewer completion bash', 'reviewer completion zsh'],
  register(command) {
    command.argument('<shell>', `${SHELLS.join(', ')}; its first line says where it goes`).action((shell: string) => {
      const known: readonly string[] = SHELLS
      if (known.includes(shell)) process.stdout.write(SCRIPTS[shell as CompletionShell])
      else fail(`there is no completion for that shell; there are ${SHELLS.join(', ')}${suggestion(shell, SHELLS)}`, 2)
    })
  },
})
