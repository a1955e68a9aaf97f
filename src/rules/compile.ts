/** The rules that hold: the built-in ones that the configuration selects, and the user's own. */

import type { RuleText } from '../config/compile.ts'
import { ConfigError } from '../config/error.ts'
import type { Config } from '../config/schema.ts'
import { byProgram, parseCommands, parseRules, withoutExamples } from './load.ts'
import type { Rule } from './types.ts'

export function compileRules(
  builtin: readonly Rule[],
  config: Config,
  read: (path: string) => RuleText,
): {
  readonly rules: readonly Rule[]
  readonly commands: Readonly<Record<string, string>>
  readonly sources: readonly string[]
} {
  const { builtin: which, custom_rules_path, disabled, severity } = config.step_reviewer.rules
  const rules = builtin.filter(rule => which === 'all' || (which === 'essential' && rule.essential))
  const commands: Record<string, string> = {}
  for (const path of custom_rules_path) {
    const { text, may_loosen } = read(path)
    if (path.endsWith('.mjs'))
      throw new ConfigError([
        {
          file: path,
          line: 0,
          column: 0,
          key: '',
          message: 'rules are written in YAML; .mjs modules are for reviewers',
        },
      ])
    if (/^commands:/m.test(text)) {
      if (may_loosen) Object.assign(commands, byProgram(parseCommands(text, path)))
    } else
      rules.push(
        ...parseRules(text, path)
          .map(withoutExamples)
          .filter(rule => may_loosen || !rule.lowers),
      )
  }
  const kept = rules.filter(rule => !disabled.includes(rule.id))
  return {
    rules: kept.map(rule => ({ ...rule, severity: severity[rule.id] ?? rule.severity })),
    commands,
    sources: [],
  }
}
