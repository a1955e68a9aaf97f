/** The tools that run shell commands: Bash, PowerShell, Monitor. */
import type { Intent } from '../model.ts'
import { understand } from '../shell/understand.ts'
import { makeEffect, target } from '../targets/effect.ts'
import { type ToolDescription, text } from './action.ts'

export const runCommand: ToolDescription = (input, context, tool) => {
  const command = text(input, 'command')
  const language = tool === 'PowerShell' ? 'powershell' : 'shell'
  const { effects, calls, commands, written, problems, traces, shows_secret } = understand(command, context, language)
  const sandbox =
    input.dangerouslyDisableSandbox === true
      ? [makeEffect({ verb: 'privilege', target: target('none', 'sandbox'), details: { sandbox: 'off' } })]
      : []
  return {
    type: 'system_command',
    intent: 'system_command' satisfies Intent,
    effects: [...effects, ...sandbox],
    command,
    signature: `${tool} ${calls.join('; ') || command}`,
    unreadable: problems,
    calls: commands,
    written,
    traces,
    shows_secret,
  }
}
