/** Assignments of the shell: before a command, in its environment, and those that declare lists. */
import type { Command, Word } from 'unbash'
import { parseQuoted } from './parse.ts'
import type { Alternatives, Expand, Scope } from './scope.ts'
import { ANYTHING, type Field, mergeTaints } from './value.ts'
import { LONGEST_VALUE } from './word.ts'

/** Names and values that stand before a command. */
export function assignmentsOf(
  node: Command,
  scope: Scope,
  expand: Expand,
): readonly (readonly [string, Alternatives])[] {
  const assignments: [string, Alternatives][] = []
  for (const item of node.prefix) {
    if (item.type !== 'Assignment') continue
    const value = item.value
    const readings: Alternatives =
      value.type === 'ArrayValue'
        ? [value.elements.flatMap(element => expand.words(element)[0] ?? [])]
        : expand.text(value).map(field => [field])
    if (item.index) subscript(item.name, item.index, value, scope, expand)
    const before = item.append ? (scope.variables.get(item.name) ?? []) : []
    const isList = value.type === 'ArrayValue' && before.length > 0
    const appended = isList ? before.map(fields => [...fields, ...(readings[0] ?? [])]) : appendTo(before, readings)
    assignments.push([item.name, item.append ? appended : readings])
  }
  return assignments
}

/** `a[$(cmd)]=x` runs cmd, also in single quotes, which hide nothing in arithmetic; the array of aliases makes aliases. */
function subscript(name: string, index: Word, value: { type: string }, scope: Scope, expand: Expand): void {
  if (/'.*(\$\(|`)/s.test(index.text)) expand.expander.substitute(parseQuoted(index.text))
  const key = expand.text(index)[0]?.text ?? ''
  if (name === 'BASH_ALIASES' && value.type === 'Word')
    scope.aliases.set(key, expand.text(value as Word)[0]?.text ?? '')
}

/** The same scope, with variables that only the command sees. */
export function withEnvironment(scope: Scope, assignments: readonly (readonly [string, Alternatives])[]): Scope {
  const environment = new Map(scope.environment)
  for (const [name, [first]] of assignments) if (first?.[0]) environment.set(name, first[0])
  return { ...scope, environment }
}

function appendTo(before: Alternatives, added: Alternatives): Alternatives {
  if (before.length === 0) return added
  const text = (fields: readonly Field[]): string => fields.map(field => field.text).join(' ')
  return before.map(fields => {
    const whole = text(fields) + text(added[0] ?? [])
    const taints = mergeTaints(...fields.map(field => field.taints), ...(added[0] ?? []).map(field => field.taints))
    return [{ text: whole.length > LONGEST_VALUE ? ANYTHING : whole, glob: false, taints }]
  })
}

/** Builtins that declare variables. */
export const DECLARES = /^(declare|typeset|local|readonly|export)$/

/** `declare -A names=([a]=x)`: lists that are given values where they are declared. */
export function declareLists(node: Command, scope: Scope, expand: Expand): void {
  for (const item of node.suffix)
    if (item.type === 'Assignment' && item.value.type === 'ArrayValue')
      scope.variables.set(item.name, [item.value.elements.flatMap(element => expand.words(element)[0] ?? [])])
}
