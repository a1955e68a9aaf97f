/** Functions that the code itself defines: where their bodies stand, and what their parameters are. */
import { listItemsOf } from './arguments.ts'
import type { CodeContext } from './context.ts'
import { bindParameters, codeParameters, parametersBetween, readParameters } from './parameters.ts'
import { assign } from './places.ts'
import type { Body, CodeParameter } from './source.ts'
import { bodyStretch } from './stretch.ts'
import { type CodeValue, elementOf, NONE } from './value.ts'
import { Variables } from './variables.ts'

/** A loop over more items is followed for one of them. */
const MOST_ROUNDS = 200

/** Whether `=>` follows a parameter or the parameters that end before `at`. */
export function isArrow(c: CodeContext, at: number): boolean {
  const token = at < c.end ? c.source.tokens[at] : undefined
  return c.language === 'node' && token?.kind === 'mark' && token.text === '=>'
}

/** `x => …` and `(x, y) => …`; `at` is where the parameters start. */
export function arrowFunction(c: CodeContext, at: number): CodeValue {
  const isList = c.source.tokens[at]?.text === '('
  const close = isList ? (c.source.ends[at] ?? at) : at
  const parameters = isList
    ? parametersBetween(c, at)
    : [{ target: { taints: [], place: c.source.tokens[at]?.text ?? '' } }]
  c.at = close + 2
  return literalFunction(c, parameters)
}

/** Python's `lambda x: …`. */
export function lambda(c: CodeContext): CodeValue {
  const from = c.at
  while (c.at < c.end && c.token()?.text !== ':') c.at = Math.max(c.at, c.source.ends[c.at] ?? c.at) + 1
  const parameters = codeParameters(c, from, c.at)
  c.at++
  return literalFunction(c, parameters)
}

/** A function without a name is followed where it stands, with what it will be called with. */
function literalFunction(c: CodeContext, parameters: readonly CodeParameter[]): CodeValue {
  const from = c.at
  const isBlock = c.token()?.text === '{'
  const close = isBlock ? Math.min(c.source.ends[from] ?? c.end, c.end) : from
  const { element, source, variables } = c
  c.element = undefined
  const shape = { name: '', parameters, source, variables }
  if (isBlock) {
    const body: Body = { ...shape, from: from + 1, to: close }
    const result = c.invoke(body, element ? [element] : [])
    c.at = close + 1
    return { taints: [], body, each: result }
  }
  c.variables = new Variables(variables, true)
  bindParameters(c, parameters, element ? [element] : [])
  const each = c.expression()
  c.variables = variables
  return { taints: [], body: { ...shape, from, to: c.at, isExpression: true }, each }
}

/** `function name(a, b) { … }` and its like; the cursor stands behind the first word. */
export function functionLiteral(c: CodeContext): CodeValue {
  let name = ''
  const receiver = c.source.ends[c.at] ?? c.end
  if (c.language === 'go' && c.source.tokens[receiver + 1]?.kind === 'name') c.at = receiver + 1
  for (let token = c.token(); token; token = c.token()) {
    if (token.kind === 'name') name = token.text
    else if (!(token.kind === 'mark' && /^(\*|\.|:|::|&)$/.test(token.text))) break
    c.at++
    if (token.kind === 'name' && c.token()?.kind === 'name') break
  }
  const parameters = readParameters(c)
  const stretch = bodyStretch(c)
  const body: Body = { name, parameters, source: c.source, from: stretch.from, to: stretch.to, variables: c.variables }
  c.at = stretch.after
  if (name !== '') {
    c.functions.set(name, body)
    c.variables.declare(name, { taints: [], body })
    return { taints: [], body }
  }
  const { element } = c
  const after = c.at
  c.element = undefined
  const each = c.invoke(body, element ? [element] : [])
  c.at = after
  return { taints: [], body, each }
}

/** Follows a stretch once for each known item of what it loops over, or once for an item that stands for all. */
export function loopOver(c: CodeContext, values: CodeValue, target: CodeValue, from: number, to: number): void {
  const known = listItemsOf(values)
  if (!known || known.length > MOST_ROUNDS) {
    if (known) c.runner.problem('a loop is too long to be followed')
    assign(c, target, elementOf(values))
    c.statements(from, to)
    return
  }
  for (const item of known) {
    assign(c, target, item)
    c.statements(from, to)
  }
}

/** A closure of Groovy after a method, `items.each { item -> … }`, followed with the elements of what the method is called on. */
export function groovyClosure(c: CodeContext, self: CodeValue): CodeValue {
  const close = Math.min(c.source.ends[c.at] ?? c.end, c.end)
  const arrow = [2, 3, 4, 5, 6].find(at => c.token(at)?.text === '->')
  const isNamed = arrow !== undefined && c.at + arrow < close
  const from = c.at + 1 + (isNamed ? arrow : 0)
  const name = isNamed ? (c.token(arrow - 1)?.text ?? 'it') : 'it'
  loopOver(c, self, { taints: [], place: name }, from, close)
  c.at = close + 1
  return self
}

/** A block of Ruby after a call, followed with the elements of what it is called on; undefined where there is none. */
export function rubyBlock(c: CodeContext, value: CodeValue): CodeValue | undefined {
  const token = c.token()
  const isDo = token?.kind === 'name' && token.text === 'do'
  if (!(isDo || (token?.kind === 'mark' && token.text === '{')) || c.stops?.test('do')) return undefined
  const close = Math.min(c.source.ends[c.at] ?? c.end, c.end)
  let from = c.at + 1
  let targets: readonly CodeValue[] = [
    { taints: [], place: '_1' },
    { taints: [], place: 'it' },
  ]
  if (c.token(1)?.text === '|') {
    let bar = from + 1
    while (bar < Math.min(close, from + 40) && c.source.tokens[bar]?.text !== '|') bar++
    targets = codeParameters(c, from + 1, bar).map(({ target }) => target)
    from = bar + 1
  }
  const source = value.ref !== undefined && value.file !== undefined ? { ...NONE, each: value } : value
  const [only, more] = targets
  if (only?.place === '_1') assign(c, targets[1] ?? only, elementOf(source))
  loopOver(c, source, only && !(more && only.place !== '_1') ? only : { items: targets, taints: [] }, from, close)
  c.at = close + 1
  return { ...NONE, ...(source.each && { each: source.each }) }
}
