/** `reviewer rules`: what rules there are, what they say, what they are to decide, and whether their examples hold. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable, printableJson } from '../../common/printable.ts'
import { loadConfig } from '../../config/load.ts'
import type { Locations } from '../../config/locations.ts'
import { loadKnowledge } from '../../config/on-demand.ts'
import { loadModule } from '../../config/plug-ins/node.ts'
import { ownRules } from '../../config/plug-ins/rules.ts'
import { isModule, type Policy } from '../../config/policy.ts'
import { PROGRAM } from '../../facts/own-program.ts'
import type { RuleSource } from '../../model/rule.ts'
import { findProjectRoot } from '../../review/context.ts'
import { defineCommand, option } from '../command.ts'
import { NotFound, suggestion } from '../not-found.ts'
import { loadExamples } from '../on-demand.ts'
import { painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { builtinRules, compiledPolicy, reviewParts } from '../parts.ts'
import { fail } from '../record.ts'
import { DECISION_WORDS, decisionIn, setDecision } from '../rule-decision.ts'

const USUAL_WIDTH = 80

const BUILTIN = join(PROGRAM.assets, 'rules')

export default defineCommand({
  name: 'rules',
  order: 100,
  summary: 'the rules: see them, set what one decides, prove that each does what it says',
  examples: [
    'reviewer rules list',
    'reviewer rules show git.force-push',
    'reviewer rules set infrastructure.destroy block',
    'reviewer rules test',
  ],
  register(command, { home, locations }) {
    command
      .command('list', { isDefault: true })
      .description('all rules: the built-in ones, and your own')
      .option('--json', 'as JSON')
      .action(({ json }) => listRules(home(), json === true))
    command
      .command('show')
      .description('one rule with its examples')
      .argument('<id>', 'as it stands in the list')
      .option('--json', 'as JSON, which it is anyhow')
      .action((id: string) => showRule(id, home()))
    command
      .command('set')
      .description('what a rule decides from now on, in your own configuration; looser is for people only')
      .argument('<id>', 'as it stands in the list')
      .argument('[decision]', 'allow, warn, ask, block, rewrite (into the safer form that the rule knows), or default')
      .addOption(option('--user', 'in all projects (usual)').conflicts(['project']))
      .option('--project', 'in this project alone')
      .action((id: string, decision: string | undefined, { project }) =>
        setRule(id, decision, { home: home(), locations: locations(), isForProject: project === true }),
      )
    command
      .command('test')
      .description('run all examples of rules, exceptions, command models and formats of secrets')
      .argument(
        '[path]',
        'a file or directory of your own; nothing for the built-in ones and all that the configuration names',
      )
      .action((path: string | undefined) => testRules(path, home()))
  },
})

/** The files of the user's own rules in this project's configuration, YAML and modules. */
function allFiles(home: string | undefined): readonly string[] {
  const { locations, env } = reviewParts(home)
  const root = findProjectRoot(process.cwd(), env, locations.home)
  // The policy has left out what is broken; of modules that is said where they are listed.
  const usable = compiledPolicy(locations, root).config.step_reviewer.rules.custom_rules_path
  const named = loadConfig(locations, root).config.step_reviewer.rules.custom_rules_path
  return named.filter(file => isModule(file) || usable.includes(file))
}

const ownFiles = (home: string | undefined): readonly string[] => allFiles(home).filter(file => !isModule(file))

/** A rule of one's own stands in for the built-in one of its id. */
function allRules(home: string | undefined): readonly RuleSource[] {
  const own = ownFiles(home).flatMap(file => loadKnowledge().parseKnowledge(readFileSync(file, 'utf8'), file).rules)
  const ids = new Set(own.map(rule => rule.id))
  return [...builtinRules().filter(rule => !ids.has(rule.id)), ...own]
}

function listRules(home: string | undefined, json: boolean): void {
  const { rules, broken } = ownRules(allFiles(home).filter(isModule), loadModule)
  const policy = policyHere(home)
  const listed = [
    ...allRules(home).map(({ id, decision, severity, description }) => {
      const inForce = decisionIn(policy, id)
      return { id, decision: inForce, severity, description, ...(inForce !== decision && { default: decision }) }
    }),
    // What a module decides depends on the call.
    ...rules.map(({ id, severity, description }) => ({ id, decision: 'module', severity, description })),
  ]
  if (json) process.stdout.write(`${printableJson(listed, 2)}\n`)
  else
    for (const { decision, severity, id, description, ...rest } of listed) {
      const instead = 'default' in rest ? ` (your configuration; default: ${rest.default})` : ''
      const head = `${decision.padEnd(6)}  ${severity.padEnd(8)}  `
      const about = `${printable(description)}${instead}`
      // A narrow terminal has no room for a third column.
      process.stdout.write(
        outputColumns() < USUAL_WIDTH
          ? `${head}${printable(id)}\n${' '.repeat(head.length)}${about}\n`
          : `${head}${printable(id).padEnd(36)} ${about}\n`,
      )
    }
  for (const { pattern, error } of broken) {
    process.stderr.write(`reviewer rules: ${printable(`${pattern} cannot be used: ${error}`)}\n`)
    process.exitCode = 1
  }
}

function policyHere(home: string | undefined): Policy {
  const { locations, env } = reviewParts(home)
  return compiledPolicy(locations, findProjectRoot(process.cwd(), env, locations.home))
}

function showRule(id: string, home: string | undefined): void {
  const rule = ruleNamed(id, home)
  const inForce = decisionIn(policyHere(home), id)
  // What the configuration makes of it stands beside the rule as it is written.
  const shown = inForce === rule.decision ? rule : { ...rule, decision_in_force: inForce }
  process.stdout.write(`${printableJson(shown, 2)}\n`)
}

interface SetOptions {
  readonly home: string | undefined
  readonly locations: Locations
  readonly isForProject: boolean
}

async function setRule(
  id: string,
  word: string | undefined,
  { home, locations, isForProject }: SetOptions,
): Promise<void> {
  const rule = ruleNamed(id, home)
  if (word === undefined) {
    const words = `allow, warn, ask, block${rule.rewrite ? ', rewrite' : ''} or default`
    fail(
      `${id} decides ${decisionIn(policyHere(home), id)} here; say what it shall decide (${words}): reviewer rules set ${id} warn`,
      2,
    )
    return
  }
  const wanted = Object.hasOwn(DECISION_WORDS, word) ? DECISION_WORDS[word] : undefined
  if (wanted === undefined) {
    const words = Object.keys(DECISION_WORDS)
    fail(`a rule cannot decide ${printable(word)}${suggestion(word, words) || `; use ${words.join(', ')}`}`, 2)
    return
  }
  const here = findProjectRoot(process.cwd(), process.env, locations.home)
  await setDecision({ rule, wanted, project: isForProject ? here : undefined, here }, locations)
}

/** Throws NotFound with the nearest one. */
function ruleNamed(id: string, home: string | undefined): RuleSource {
  const rules = allRules(home)
  const rule = rules.find(each => each.id === id)
  if (rule) return rule
  const modules = ownRules(allFiles(home).filter(isModule), loadModule).rules
  if (modules.some(each => each.id === id))
    throw new NotFound(`${printable(id)} is a module of your own: what it decides stands there`)
  const hint = suggestion(
    id,
    rules.map(each => each.id),
  )
  throw new NotFound(`there is no rule ${printable(id)}${hint || '; see: reviewer rules list'}`)
}

function testRules(path: string | undefined, home: string | undefined): void {
  const paint = painter(process.stdout)
  const paths = path === undefined ? [BUILTIN, ...ownFiles(home)] : [path]
  const tests = paths.map(each => loadExamples().testKnowledge(each, reviewParts(home)))
  const failures = tests.flatMap(test => test.failures)
  const examples = tests.reduce((sum, test) => sum + test.examples, 0)
  for (const failure of failures) process.stdout.write(`${paint('red', 'failed')} ${printable(failure)}\n`)
  process.stdout.write(`${examples - failures.length} passed, ${failures.length} failed\n`)
  if (failures.length > 0) process.exitCode = 1
}
