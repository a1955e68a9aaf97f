/** The tools that run shell commands: Bash, PowerShell, Monitor. */
import type { Effect, Intent, Written } from '../model.ts'
import { understand } from '../shell/understand.ts'
import { classifyPath } from '../targets/classify.ts'
import { makeEffect, target } from '../targets/effect.ts'
import { type ToolContext, type ToolDescription, text } from './action.ts'
import { isDeferred } from './deferred-kinds.ts'
import { deferredEffects } from './deferred-text.ts'
import { bringsHooks } from './settings.ts'
import { embeddedEffects } from './skills.ts'

/** A skill or an agent that a command puts there: hooks of its own, and what it runs when it is used. */
function brought({ path, text, append }: Written, context: ToolContext): readonly Effect[] {
  const before = context.facts.text(path)
  const after = append ? `${before ?? ''}${text}` : text
  const run = embeddedEffects(path, after, context)
  if (!bringsHooks(path, before, after)) return run
  const target = { ...classifyPath(path, context), class: 'safety_control' as const }
  return [makeEffect({ verb: 'write', target, severity: 'high', details: { brings: 'hooks' } }), ...run]
}

/** What the command puts into a file that something runs later. */
function deferred({ path, text, append }: Written, context: ToolContext): readonly Effect[] {
  if (!isDeferred(path)) return []
  const before = context.facts.text(path)
  return deferredEffects(path, append ? `${before ?? ''}${text}` : text, before, context)
}

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
    effects: [
      ...effects,
      ...sandbox,
      ...written.flatMap(each => [...brought(each, context), ...deferred(each, context)]),
    ],
    command,
    signature: `${tool} ${calls.join('; ') || command}`,
    unreadable: problems,
    calls: commands,
    written,
    traces,
    shows_secret,
  }
}
