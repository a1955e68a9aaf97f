/** `reviewer patterns`: which patterns of behaviour are watched for, and whether the examples of the user's own hold. */

import { countingPattern } from '../../behaviour/patterns/counting.ts'
import { PATTERNS } from '../../behaviour/patterns/index.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { loadConfig } from '../../config/load.ts'
import { loadModule } from '../../config/plug-ins/node.ts'
import { ownPatterns } from '../../config/plug-ins/patterns.ts'
import { isModule, type Policy } from '../../config/policy.ts'
import { isPatternData } from '../../config/rules/patterns.ts'
import { findProjectRoot } from '../../review/context.ts'
import { defineCommand } from '../command.ts'
import { testPatterns } from '../examples/patterns.ts'
import { painter } from '../output/style.ts'
import { compiledPolicy, reviewParts } from '../parts.ts'

export default defineCommand({
  name: 'patterns',
  order: 190,
  summary: 'the patterns of behaviour that are watched for',
  examples: ['reviewer patterns list', 'reviewer patterns test'],
  register(command, { home }) {
    command
      .command('list', { isDefault: true })
      .description('all patterns, the built-in ones and your own, with the interventions that each may lead to')
      .option('--json', 'as JSON')
      .action(({ json }) => listPatterns(policyHere(home()), namedFiles(home()), json === true))
    command
      .command('test')
      .description('play the examples of counting patterns')
      .argument('[path]', 'a YAML file of patterns; nothing for all that the configuration names')
      .action((path: string | undefined) => playExamples(path, home()))
  },
})

function policyHere(home: string | undefined): Policy {
  const { locations, env } = reviewParts(home)
  return compiledPolicy(locations, findProjectRoot(process.cwd(), env, locations.home))
}

/** All that the configuration names: the policy has left out what is broken. */
function namedFiles(home: string | undefined): readonly string[] {
  const { locations, env } = reviewParts(home)
  const root = findProjectRoot(process.cwd(), env, locations.home)
  return loadConfig(locations, root).config.patterns.custom_patterns
}

function listPatterns({ config, patterns }: Policy, files: readonly string[], json: boolean): void {
  const { enabled_patterns: enabled } = config.patterns
  const own = ownPatterns(files.filter(isModule), loadModule)
  const all = [...PATTERNS, ...patterns.map(countingPattern), ...own.patterns]
  const listed = all.map(({ id, severity, escalation, description }) => ({
    id,
    severity,
    description,
    enabled: enabled.includes('all') || enabled.includes(id),
    escalation: config.interventions.escalation[id] ?? escalation,
  }))
  if (json) process.stdout.write(`${printableJson(listed, 2)}\n`)
  else for (const each of listed) process.stdout.write(patternLines(each))
  for (const { pattern, error } of own.broken) {
    process.stderr.write(`reviewer patterns: ${printable(`${pattern} cannot be used: ${error}`)}\n`)
    process.exitCode = 1
  }
}

interface ListedPattern {
  readonly id: string
  readonly severity: string
  readonly description: string
  readonly enabled: boolean
  readonly escalation: readonly string[]
}

function patternLines({ id, severity, description, enabled, escalation }: ListedPattern): string {
  const levels = escalation.join(' > ') || 'on record only'
  const about = `${enabled ? '' : '(off) '}${printable(description)}`
  return `${severity.padEnd(8)}  ${printable(id).padEnd(24)} ${about}\n${' '.repeat(35)}${printable(levels)}\n`
}

function playExamples(path: string | undefined, home: string | undefined): void {
  const paint = painter(process.stdout)
  const paths = path === undefined ? policyHere(home).config.patterns.custom_patterns.filter(isPatternData) : [path]
  const tests = paths.map(each => testPatterns(each, reviewParts(home)))
  const failures = tests.flatMap(test => test.failures)
  const examples = tests.reduce((sum, test) => sum + test.examples, 0)
  for (const failure of failures) process.stdout.write(`${paint('red', 'failed')} ${printable(failure)}\n`)
  process.stdout.write(`${examples - failures.length} passed, ${failures.length} failed\n`)
  if (failures.length > 0) process.exitCode = 1
}
