/** `reviewer rules`: what rules there are, what they say, and whether their examples hold. */
import { join } from 'node:path'
import type { Command } from 'commander'
import { ConfigError } from '../config/error.ts'
import { printable } from '../report/printable.ts'
import { painter } from '../report/style.ts'
import { testKnowledge } from '../rules/examples.ts'
import { loadRules } from '../rules/load.ts'
import { packageRoot, reviewParts } from './parts.ts'

export function registerRules(program: Command): void {
  const rules = program.command('rules').description('the rules, and the proof that each does what it says')
  const directory = join(packageRoot, 'rules')
  rules
    .command('list', { isDefault: true })
    .description('all built-in rules')
    .action(() => {
      for (const rule of loadRules(directory))
        process.stdout.write(
          `${rule.decision.padEnd(6)} ${rule.severity.padEnd(8)} ${rule.id.padEnd(36)} ${printable(rule.description)}\n`,
        )
    })
  rules
    .command('show')
    .description('one rule with its examples')
    .argument('<id>')
    .action((id: string) => {
      const rule = loadRules(directory).find(each => each.id === id)
      if (rule) process.stdout.write(`${JSON.stringify(rule, null, 2)}\n`)
      else {
        process.stderr.write(`reviewer rules: there is no rule ${printable(id)}\n`)
        process.exitCode = 2
      }
    })
  rules
    .command('test')
    .description('run all examples of rules and command models')
    .argument('[path]', 'a rule file of your own; nothing for the built-in ones')
    .action((path: string | undefined) => {
      const paint = painter(process.stdout)
      try {
        const { examples, failures } = testKnowledge(path ?? directory, reviewParts(undefined))
        for (const failure of failures) process.stdout.write(`${paint('red', 'failed')} ${printable(failure)}\n`)
        process.stdout.write(`${examples - failures.length} passed, ${failures.length} failed\n`)
        if (failures.length > 0) process.exitCode = 1
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        process.stderr.write(`${printable(error.message)}\n`)
        process.exitCode = 2
      }
    })
}
