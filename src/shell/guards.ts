/** Tests that guard a command: `test -f x || cmd` runs cmd only where x is not there. */
import type { AndOr, CommandNode, PipelineNode, TestExpression, Word } from 'unbash'

export interface Guard {
  /** The word that names the path. */
  readonly path: Word
  /** Whether the test succeeds where the path is there. */
  readonly succeeds: boolean
}

const EXISTS = /^-[efdsLh]$/

/** What a test of one path asks; undefined for all else. */
export function guardOf(node: PipelineNode | AndOr | CommandNode): Guard | undefined {
  if (node.type === 'Pipeline') {
    const [only, more] = node.commands
    const inner = only && !more ? guardOf(only) : undefined
    const isNegated = node.prefixes?.some(prefix => prefix.type === 'Negation') === true
    return inner && (isNegated ? { ...inner, succeeds: !inner.succeeds } : inner)
  }
  if (node.type === 'TestCommand') return expressionGuard(node.expression)
  if (node.type !== 'Command' || !/^(test|\[)$/.test(node.name?.value ?? '')) return undefined
  const words = node.suffix.flatMap(item => (item.type === 'Word' && item.value !== ']' ? [item] : []))
  const isNegated = words[0]?.value === '!'
  const [operator, path, more] = isNegated ? words.slice(1) : words
  return operator && path && !more && EXISTS.test(operator.value) ? { path, succeeds: !isNegated } : undefined
}

function expressionGuard(expression: TestExpression): Guard | undefined {
  if (expression.type === 'TestUnary')
    return EXISTS.test(expression.operator) ? { path: expression.operand, succeeds: true } : undefined
  if (expression.type !== 'TestNot') return undefined
  const inner = expressionGuard(expression.operand)
  return inner && { ...inner, succeeds: !inner.succeeds }
}
