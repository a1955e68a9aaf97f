/** Custom rules of cc-safety-net: `.safety-net.json`, `~/.cc-safety-net/config.json`. Its built-in checks have no entries there. */
import { isRecord } from '../../common/is-record.ts'
import { parseJsonc } from '../../understand/tools/deferred/structured.ts'
import type { Imported, Importer } from './model.ts'
import { regexMatcher } from './patterns.ts'

export const safetyNet: Importer = {
  files: (home, project) => [`${home}/.cc-safety-net/config.json`, `${project}/.safety-net.json`],
  read(text) {
    const config = parseJsonc(text)
    if (!isRecord(config)) throw new Error('no configuration of cc-safety-net: not an object in JSON')
    const rules = Array.isArray(config.rules) ? config.rules.map(ruleOf) : []
    const others = Object.keys(config).filter(key => !/^(\$schema|version|rules)$/.test(key))
    return [
      ...rules,
      ...others.map(key => ({ from: key, as: 'lost' as const, why: 'its documentation names no such key' })),
    ]
  },
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

function ruleOf(rule: unknown): Imported {
  if (!isRecord(rule) || typeof rule.command !== 'string' || !Array.isArray(rule.block_args))
    return { from: JSON.stringify(rule), as: 'lost', why: 'it has no command or no block_args' }
  const { command, subcommand, reason } = rule
  const from = `rules: ${String(rule.name ?? command)}`
  const args = rule.block_args.filter(each => typeof each === 'string' && each !== '') as string[]
  if (args.length === 0) return { from, as: 'lost', why: 'block_args is empty' }
  const sub = typeof subcommand === 'string' ? subcommand : undefined
  const options = String.raw`(?:\s+-\S+)*`
  // Nothing of the next command counts as an argument of this one.
  const source = String.raw`(?:^|[;&|(\s])(?:\S*\/)?${escaped(command)}${sub === undefined ? '' : `${options}\\s+${escaped(sub)}`}(?:\s+[^;&|\n]*)?\s(?:${args.map(argument).join('|')})(?:$|[\s;&|)])`
  const before = [command, ...(sub === undefined ? [] : [sub])].join(' ')
  const matcher = regexMatcher(
    source,
    args.flatMap(arg => [`${before} ${arg}`, `${before} ${arg} src/a.ts`, `${before} ${arg} x`]),
  )
  if (typeof matcher === 'string') return { from, as: 'lost', why: matcher }
  return { from, wants: 'block', matcher, ...(typeof reason === 'string' && { because: reason }) }
}

/** `-A` is in `-Ap` too; a long option is the whole word. */
function argument(text: string): string {
  const [, letter] = /^-([A-Za-z0-9])$/.exec(text) ?? []
  return letter === undefined ? escaped(text) : `-[A-Za-z0-9]*${letter}[A-Za-z0-9]*`
}
