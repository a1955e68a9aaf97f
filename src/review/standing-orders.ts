/**
 * Standing orders are limits of every session. The files are looked at where a session or a turn begins: what changed in them by a person's
 * hand changes the limits, what the session itself changed in them lifts none.
 */
import { sha256 } from '../common/digest.ts'
import { dirname, isInside, resolvePath } from '../common/path.ts'
import type { ToolEvent } from '../model/event.ts'
import type { SessionFact } from '../model/record.ts'
import { type Constraint, FOR_GOOD, type Step } from '../model/session.ts'
import { violationOf } from '../session/constraint-violations.ts'
import { loadConstraints } from '../session/on-demand.ts'
import { operationsOfStep } from '../session/operations.ts'
import { outputOf } from '../session/output.ts'
import type { Context } from './context.ts'
import type { RecalledAction } from './recall.ts'

type SessionFacts = readonly SessionFact[]

const MOST_FILES = 40
/** As deep as the client follows imports. */
const MOST_IMPORTS = 5
const MOST_RULES = 20

export interface StandingOrders {
  /** What is to be remembered; nothing where no file changed since the session looked last. */
  readonly remember: SessionFacts
  /** Those that hold from here on. */
  readonly orders: readonly Constraint[]
}

/** What the files of instructions say now. */
export function standingOrders({ facts, recall, session }: Context): StandingOrders {
  const changed = instructionFiles(session.project_root, facts).flatMap(path => {
    const text = facts.text(path) ?? ''
    const digest = digestOf(text)
    return recall.fact('instructions', path)?.value === digest ? [] : [{ path, text, digest }]
  })
  const read = changed.map(({ path, text, digest }) => {
    const orders = loadConstraints().standingOrdersIn(text, path)
    const gone = session.constraints.filter(({ source, id }) => source === path && !orders.some(each => each.id === id))
    // What a person dropped stays dropped.
    const fresh = orders.filter(({ id }) => recall.fact('constraint', id) === undefined)
    return { path, digest, gone, fresh }
  })
  const gone = new Set(read.flatMap(each => each.gone.map(({ id }) => id)))
  return {
    remember: read.flatMap(each => [
      { kind: 'instructions' as const, key: each.path, value: each.digest },
      ...each.gone.map(({ id }) => ({ kind: 'constraint' as const, key: id, value: '' })),
      ...each.fresh.map(order => ({ kind: 'constraint' as const, key: order.id, value: JSON.stringify(order) })),
    ]),
    orders: [
      ...session.constraints.filter(({ source, id }) => source !== undefined && !gone.has(id)),
      ...read.flatMap(({ fresh }) => fresh),
    ],
  }
}

/** Of the files of a call so many directories are looked into. */
const MOST_DIRECTORIES = 6
/** Instructions to agents, by the names that they have beside those that the client reads by itself. */
const FOR_AGENTS = /(?:^|\/)AGENTS\.md$/

/**
 * What files of instructions in the directories of a call say, as the client reads them there, and what the call itself read of one. Such an
 * order holds below the directory that its file lies in.
 */
export function ordersAround(event: ToolEvent, touched: Step['features']['touched'], context: Context): SessionFacts {
  const { facts, session } = context
  const { name, in_project } = facts.agent.instructions
  if (name === '' || event.name !== 'PostToolUse') return []
  const inside = touched.map(({ path }) => path).filter(path => isInside(path, session.project_root))
  const directories = new Set(inside.flatMap(path => below(dirname(path), session.project_root)))
  const found = [...directories]
    .slice(0, MOST_DIRECTORIES)
    .flatMap(directory => in_project.map(each => `${directory}/${each}`))
    .filter(path => facts.path(path).type === 'file')
    .map(path => ({ path, text: facts.text(path) ?? '' }))
  const shown = inside.filter(
    path =>
      event.form.kind === 'read_file' && (in_project.some(each => path.endsWith(`/${each}`)) || FOR_AGENTS.test(path)),
  )
  const read = shown
    .filter(path => !found.some(each => each.path === path))
    .map(path => ({ path, text: facts.text(path) ?? outputOf(event).text }))
  return [...found, ...read].flatMap(({ path, text }) => ordersOf(path, text, context))
}

function ordersOf(path: string, text: string, { recall }: Context): SessionFacts {
  const digest = digestOf(text)
  if (recall.fact('instructions', path)?.value === digest) return []
  const orders = loadConstraints().standingOrdersIn(text, path)
  return [
    { kind: 'instructions', key: path, value: digest },
    ...orders
      .filter(({ id }) => recall.fact('constraint', id) === undefined)
      .map(order => ({ kind: 'constraint' as const, key: order.id, value: JSON.stringify(order) })),
  ]
}

/** A directory, and those that it lies in, below the project's root. */
function below(directory: string, root: string): readonly string[] {
  const found: string[] = []
  for (let next = directory; next !== root && isInside(next, root); next = dirname(next)) found.push(next)
  return found
}

const digestOf = (text: string): string => sha256(text).slice(0, 16)

/** What the session itself wrote into such a file is no change of the person's orders. */
export function ownChanges(touched: Step['features']['touched'], { facts, recall }: Context): SessionFacts {
  return touched
    .filter(
      ({ verb, path }) => verb !== 'read' && path.endsWith('.md') && recall.fact('instructions', path) !== undefined,
    )
    .map(({ path }) => ({ kind: 'instructions' as const, key: path, value: digestOf(facts.text(path) ?? '') }))
}

/** The person was asked about a call that broke such an order, and it ran: they are not asked about that order again. */
export function ordersSetAside({ step }: RecalledAction, { agent, session, facts, situation }: Context): SessionFacts {
  // Where the client may run a call without asking anybody, that it ran says nothing.
  if (step.decision !== 'ask' || !agent.questions.alwaysReachesPerson(situation)) return []
  const { project_root, history } = session
  const around = { project_root, home: facts.homes[0] ?? '', signature: step.signature, history: [...history] }
  return session.constraints
    .filter(order => order.source !== undefined && order.agreed !== FOR_GOOD)
    .filter(order => violationOf(withoutOptions(order), operationsOfStep(step), around) !== undefined)
    .map(order => ({
      kind: 'constraint' as const,
      key: order.id,
      value: JSON.stringify({ ...order, agreed: FOR_GOOD }),
    }))
}

/** On record is which options a call had, not how they were written. */
function withoutOptions(order: Constraint): Constraint {
  if (!order.about.includes('any')) return order
  return { ...order, targets: order.targets.map(target => target.replace(/ -\w+/g, '')) }
}

/** A request of the person's goes before a standing order, for as long as it is worked on. */
export function requestedIn(said: string, orders: readonly Constraint[], promptId: string): SessionFacts {
  if (orders.length === 0) return []
  const { isRequested } = loadConstraints()
  return orders
    .filter(order => order.agreed !== FOR_GOOD && isRequested(order, said))
    .map(each => ({ kind: 'constraint' as const, key: each.id, value: JSON.stringify({ ...each, agreed: promptId }) }))
}

/** The files that the client reads for every session of a project, with what they take in. */
function instructionFiles(root: string, facts: Context['facts']): readonly string[] {
  const { directory, instructions, managed } = facts.agent
  if (instructions.name === '') return []
  const [home = ''] = facts.homes
  const found = [
    `${managed}/${instructions.name}`,
    `${home}/${directory}/${instructions.name}`,
    ...rulesIn(`${home}/${directory}/${instructions.rules}`, facts),
    ...above(root, home).flatMap(parent => instructions.in_project.map(name => `${parent}/${name}`)),
    ...rulesIn(`${root}/${directory}/${instructions.rules}`, facts),
  ].filter(path => facts.path(path).type === 'file')
  return withImports([...new Set(found)], home, facts)
}

/** A project, and the directories that it lies in, up to a home. */
function above(root: string, home: string): readonly string[] {
  const found = [root]
  for (let next = dirname(root); next !== '/' && next !== '.' && next !== found.at(-1); next = dirname(next)) {
    if (home !== '' && isInside(root, home) && !isInside(next, home)) break
    found.push(next)
  }
  return found.slice(0, 12)
}

/** Rules without paths of their own hold everywhere. */
function rulesIn(directory: string, facts: Context['facts']): readonly string[] {
  return (facts.list(directory) ?? [])
    .filter(name => name.endsWith('.md'))
    .slice(0, MOST_RULES)
    .map(name => `${directory}/${name}`)
    .filter(path => !/^---\n(?:(?!---)[^\n]*\n)*?(?:paths|globs)\s*:/.test(facts.text(path) ?? ''))
}

function withImports(files: readonly string[], home: string, facts: Context['facts']): readonly string[] {
  const { importsIn } = loadConstraints()
  const found = new Set(files)
  let level = files
  for (let depth = 0; depth < MOST_IMPORTS && level.length > 0 && found.size < MOST_FILES; depth++) {
    const next = level.flatMap(path =>
      importsIn(facts.text(path) ?? '')
        .map(name => (name.startsWith('~/') ? `${home}${name.slice(1)}` : resolvePath(dirname(path), name)))
        .filter(each => !found.has(each) && facts.path(each).type === 'file'),
    )
    for (const each of next) found.add(each)
    level = next
  }
  return [...found].slice(0, MOST_FILES)
}
