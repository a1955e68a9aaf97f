/** `reviewer reviewers`: who looks at what goes into tools and what comes out of them. */

import { existsSync } from 'node:fs'
import { AGENTS } from '../../agents/index.ts'
import { matchGlob } from '../../common/glob.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { bindingsFor, type ConfiguredReviewer } from '../../content/reviewers/bind.ts'
import { BUILT_IN } from '../../content/reviewers/built-in.ts'
import { findProjectRoot } from '../../review/context.ts'
import { defineCommand } from '../command.ts'
import { compiledPolicy, reviewParts } from '../parts.ts'

export default defineCommand({
  name: 'reviewers',
  order: 150,
  summary: 'who reviews what goes into tools and what comes out of them',
  examples: ['reviewer reviewers list --tool Bash'],
  register(command, context) {
    command
      .command('list', { isDefault: true })
      .description(
        'the built-in reviewers and your own, with the tools they are bound to, in the order in which they are asked',
      )
      .option('--tool <name>', 'those of one tool, such as Bash or mcp__github__create_issue')
      .option('--json', 'as JSON')
      .action(({ tool, json }) => list(context.home(), tool, json === true))
  },
})

/** A reviewer as it is listed: where a tool is named, with that alone. */
interface ListedReviewer {
  readonly reviewer: string
  /** Names of tools; `*` for all. */
  readonly tools: readonly string[]
  readonly options: ConfiguredReviewer['options']
  readonly enabled: boolean
  /** Its module is not there: every call that it is bound to is denied. */
  readonly missing: boolean
  readonly description: string
}

function list(home: string | undefined, tool: string | undefined, json: boolean): void {
  const { locations, env } = reviewParts(home)
  const { reviewers } = compiledPolicy(locations, findProjectRoot(process.cwd(), env, locations.home)).config
  const listed =
    tool === undefined
      ? [...BUILT_IN.map(each => builtIn(each.id, reviewers)), ...own(reviewers)]
      : bindingsFor({ name: tool, kind: AGENTS[0].formOf(tool).kind }, BUILT_IN, reviewers, matchGlob).map(
          ({ use, tools, options }) => reviewerOf(use, tools, options, {}),
        )
  if (json) process.stdout.write(`${printableJson(listed, 2)}\n`)
  else
    process.stdout.write(
      listed.length === 0 ? `nobody reviews ${printable(String(tool))}\n` : listed.map(lines).join(''),
    )
}

function reviewerOf(
  reviewer: string,
  tools: readonly string[],
  options: ConfiguredReviewer['options'],
  more: Partial<ListedReviewer>,
): ListedReviewer {
  const names = AGENTS[0].toolNames(tools)
  return { reviewer, tools: names, options, enabled: true, missing: false, description: '', ...more }
}

function builtIn(id: string, entries: readonly ConfiguredReviewer[]): ListedReviewer {
  const { description = '', tools: kinds = [], by_default = false } = BUILT_IN.find(each => each.id === id) ?? {}
  const tools: readonly string[] = kinds
  const said = entries.filter(({ use }) => use === id)
  const holds = by_default && said.every(({ enabled }) => enabled)
  const bound = [
    ...(holds ? tools : []),
    ...said.filter(({ enabled }) => enabled).flatMap(each => (each.tools.length > 0 ? each.tools : tools)),
  ]
  return reviewerOf(id, [...new Set(bound)], {}, { enabled: bound.length > 0, description })
}

function own(entries: readonly ConfiguredReviewer[]): readonly ListedReviewer[] {
  return entries
    .filter(({ use }) => use.startsWith('/'))
    .map(({ use, tools, options, enabled }) =>
      reviewerOf(use, tools.length > 0 ? tools : ['*'], options, { enabled, missing: enabled && !existsSync(use) }),
    )
}

function lines({ reviewer, tools, options, enabled, missing, description }: ListedReviewer): string {
  const given = Object.keys(options).length > 0 ? `  ${JSON.stringify(options)}` : ''
  const state = missing ? ' (missing: every call that it is bound to is denied)' : ''
  const off = enabled ? '' : tools.length > 0 ? ' (off)' : '(off)'
  const about = description === '' ? '' : `${' '.repeat(12)}${printable(description)}\n`
  return `${printable(`${reviewer.padEnd(11)} ${tools.join(', ')}${given}`)}${off}${state}\n${about}`
}
