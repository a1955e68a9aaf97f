/** What patterns share: which steps count, what counts as a failure or a change, and how findings are put. Pure. */
import type { TargetClass } from '../../model/action.ts'
import type { Sensitivity, Step } from '../../model/session.ts'
import { isInterpreter, isShell, isTransparent, takesCode } from '../../session/programs.ts'

export {
  hasFailed,
  hasWaited,
  hasWorked,
  isCommand,
  isOtherState,
  MOST_STEPS,
  mayMatter,
  ownSteps,
  recentSteps,
  type StepHistory,
} from '../../session/history.ts'
export { isToolsOwn } from '../../understand/paths/tools-own.ts'

/**
 * Of steps, oldest first, those that were begun after the one before them was known to have failed. Calls that are made side by side are
 * one try: none of them could learn from another.
 */
export function triesIn(steps: readonly Step[]): readonly Step[] {
  const found: Step[] = []
  for (const step of steps) {
    const last = found.at(-1)
    if (last === undefined || step.step > (last.outcome?.reported_at ?? last.step)) found.push(step)
  }
  return found
}

/** It only looks, whatever comes of it. */
export function isLook({ features: { role } }: Step): boolean {
  return role === 'look' || role === 'probe' || role === 'watch' || role === 'other'
}

/** Of a program that is given code: whether that stands in the call or in a file. Another call, not another flag. */
const MODE = /^(?:-[cefr]|--eval|--execute|--command|--query|--file)$/

/** The commands of a step without their flags: what is tried again with other flags is the same. */
function commandsOf({ features }: Step): readonly string[] {
  return features.skeleton.split('; ').map(part => {
    const all = part.split(' ')
    const hasModes = takesCode(all[0] ?? '')
    const words = all.filter(
      (word, at) => !word.startsWith('-') || (hasModes && MODE.test(word)) || (at === 1 && word === '-m'),
    )
    return words[0] === 'python' && words[1] === '-m' ? words.slice(2).join(' ') : words.join(' ')
  })
}

/** It only runs another command, elsewhere or as somebody else: by itself it says nothing of what is done. */
const isCarrier = (program: string): boolean =>
  /^(?:ssh|sudo|doas)$/.test(program) || (isTransparent(program) && !isInterpreter(program) && !isShell(program))

/** The commands without those that only run others, where any is left. */
function carried(commands: readonly string[]): readonly string[] {
  const others = commands.filter(command => !isCarrier(command))
  return others.length > 0 ? others : commands
}

/** The first does at least what the second does, with whatever flags. */
export function includesCommand(one: Step, other: Step): boolean {
  if (one.features.skeleton === other.features.skeleton) return true
  const commands = commandsOf(one)
  return carried(commandsOf(other)).every(command => {
    const [program, ...words] = command.split(' ')
    return commands.some(each => {
      const [same, ...more] = each.split(' ')
      return same === program && words.every(word => more.includes(word))
    })
  })
}

/** The same program and subcommand, whatever is prepared in the same line, and with whatever flags. */
export function isSameCommand(one: Step, other: Step): boolean {
  return includesCommand(one, other) || includesCommand(other, one)
}

const PLACE = /^(?:[\w+.-]+:\/\/)?[\w@.~*-]*(?:\/|\.)[\w@.~*/:-]*|^\.{1,2}$/

/** Files, hosts and addresses that only one of two calls names. */
export function otherPlaces(one: Step, other: Step): boolean {
  const [mine, theirs] = [one, other].map(({ signature }) => signature.split(/[\s;"'=]+/))
  const only = (words: readonly string[] = [], known: readonly string[] = []) =>
    words.filter(word => PLACE.test(word) && !known.some(each => within(word, each) || within(each, word)))
  const [here, there] = [only(mine, theirs), only(theirs, mine)]
  return here.length > 0 && there.length > 0 && here.length === there.length
}

/** `tests` and `tests/unit`, `db:5432` and `db:5433`: the same place, nearly. */
function within(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/^(?:\.\/)+/, '').replace(/\d+/g, '#')
  return plain(one) === plain(other) || one.startsWith(`${other}/`) || one.startsWith(`${other}:`)
}

/** Words of a call without flags and marks. */
const wordsIn = ({ signature }: Step): readonly string[] =>
  signature
    .split(/[\s;,"'=()[\]{}]+/)
    .map(word => word.replace(/^(?:\.\/)+/, ''))
    .filter(word => word !== '' && !word.startsWith('-'))

/** `orders` and `orders/tests`, `db` and `db:5432`. */
const isPart = (one: string, other: string): boolean => /^[/:.@]/.test(other.slice(one.length)) && other.startsWith(one)

/** Each of the two calls has a name that the other has not, and the person gave both: a list that is gone through. */
export function isOtherWork(one: Step, other: Step, goals: readonly string[]): boolean {
  if (one.signature === other.signature) return false
  const [mine, theirs] = [wordsIn(one), wordsIn(other)]
  const only = (words: readonly string[], known: readonly string[]) =>
    words.filter(word => !known.some(each => each === word || isPart(word, each) || isPart(each, word)))
  const [here, there] = [only(mine, theirs), only(theirs, mine)]
  if (here.length === 0 || there.length === 0) return false
  const text = ` ${goals.join('\n')} `.split(/[\s;,"'`=()[\]{}]+/).map(word => word.replace(/[.:!?]+$/, ''))
  const isNamed = (word: string) =>
    word.length > 1 && text.some(each => each === word || word.split(/[/:@]/).includes(each))
  return here.some(isNamed) && there.some(isNamed)
}

/**
 * What a tool that runs no command was given is the same but for its wording: texts may differ, and what one of two values holds
 * of the other. Another number or name is another thing to ask for.
 */
export function isSameInput(one: Asked, other: Asked): boolean {
  if (one.signature === other.signature) return true
  const [mine, theirs] = [valuesIn(one), valuesIn(other)]
  if (!mine || !theirs) return false
  const shared = [...mine.keys()].filter(key => theirs.has(key))
  return shared.length > 0 && shared.every(key => isNearly(mine.get(key), theirs.get(key)))
}

type Asked = Pick<Step, 'kind' | 'signature'>

/** The parameters at the end of a signature; undefined where it has none, or was cut. */
function valuesIn({ kind, signature }: Asked): ReadonlyMap<string, unknown> | undefined {
  const at = signature.indexOf('{')
  if (at < 0 || kind !== 'external') return undefined
  try {
    return new Map(Object.entries(JSON.parse(signature.slice(at)) as object))
  } catch {
    return undefined
  }
}

function isNearly(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string')
    return typeof one === 'boolean' || JSON.stringify(one) === JSON.stringify(other)
  if (one === other) return true
  if (/\s/.test(one) && /\s/.test(other)) return true
  return one.length > 2 && other.length > 2 && (one.includes(other) || other.includes(one))
}

/** The flag behind which code stands, by the kind of the program. */
const INLINE = { interpreter: /^(?:-[cep]|--eval|--print)$/, sql_client: /^(?:-[ce]|--execute|--command|--query)$/ }

function holdsCode(words: readonly string[]): boolean {
  const at = words.findIndex(takesCode)
  const program = words[at] ?? ''
  const flag = isInterpreter(program) || isShell(program) ? INLINE.interpreter : INLINE.sql_client
  return at >= 0 && words.slice(at + 1).some(word => flag.test(word) || (program === 'php' && word === '-r'))
}

/** What runs stands in the call itself: another one each time. */
export function isInline({ features }: Step): boolean {
  return features.skeleton.split('; ').some(part => holdsCode(part.split(' ')))
}

/** Sensitivity moves every count by one: low waits longer, high not as long. */
export function shifted(count: number, sensitivity: Sensitivity): number {
  return count + (sensitivity === 'low' ? 1 : sensitivity === 'high' ? -1 : 0)
}

/**
 * 0.6 where the count is just reached, 0.1 more for each beyond, at most 0.95. With the weight of medium (0.45) the first
 * detection of a pattern comes to 0.27 and so to a note, the second to more than that.
 */
export function confidenceOf(count: number, threshold: number): number {
  return Math.min(0.95, Math.round((0.6 + 0.1 * (count - threshold)) * 100) / 100)
}

const MOST_EVIDENCE = 20

/** Numbers of the steps, oldest first; of many the newest. */
export function evidenceOf(steps: readonly Step[]): readonly number[] {
  return steps.map(({ step }) => step).slice(-MOST_EVIDENCE)
}

/** A text in one line of at most so many characters. */
export function clipLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}

/** At most `most` of them, and how many more. */
export function listed(names: readonly string[], most: number, width = 60): string {
  const shown = names.slice(0, most).map(name => clipLine(name, width))
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ')
}

/** A command as it is shown. */
export function shownStep({ features, tool }: Step, most = 60): string {
  return `\`${clipLine(features.skeleton === '' ? tool : features.skeleton, most)}\``
}

/** `3 times`, but `once` and `twice`. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

export const OUTSIDE_CLASSES: ReadonlySet<TargetClass> = new Set(['outside', 'home', 'system', 'persistence'])

/** The top directory below a home or `/` that a path lies in; a file right in a home or in `/` has that as its root. */
export function rootOf(path: string, homes: readonly string[]): string {
  const home = homes.find(each => each !== '/' && (path === each || path.startsWith(`${each}/`))) ?? ''
  const [first = '', second] = path.slice(home.length + 1).split('/', 2)
  return second === undefined ? home || '/' : `${home}/${first}`
}
