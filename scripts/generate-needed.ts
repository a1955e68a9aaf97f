/** Finds words without which an expression fits nothing: to look for them is cheaper than to compile it. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { REPHRASINGS } from '../src/session/constraints/rephrased/rows.ts'

/** Of so many words one must stand in a text; more say too little. */
const MOST_WORDS = 40
/** Texts that a part of an expression may be, written out. */
const MOST_TEXTS = 24
const SHORTEST = 2
/** So many conditions for each expression. */
const MOST_SETS = 3

type Words = ReadonlySet<string>

/** What a part fits, if that is only a few texts; what one of several words must stand in it for. */
interface Part {
  readonly texts: Words | undefined
  readonly needs: readonly Words[]
}

const NOTHING: Part = { texts: new Set(['']), needs: [] }
const ANYTHING: Part = { texts: undefined, needs: [] }

const shortest = (words: Words): number => Math.min(...Array.from(words, word => word.length))
const isUseful = (words: Words): boolean => words.size > 0 && words.size <= MOST_WORDS && shortest(words) >= SHORTEST
/** The longer its words and the fewer, the rarer a set is met. */
const byWorth = (a: Words, b: Words): number => shortest(b) * 8 - b.size - (shortest(a) * 8 - a.size)

function ofSequence(elements: readonly AST.Element[]): Part {
  const needs: Words[] = []
  let texts: Words | undefined = new Set([''])
  let current: Words = new Set([''])
  const end = (): void => {
    if (isUseful(current)) needs.push(current)
    current = new Set([''])
  }
  for (const element of elements) {
    const part = ofElement(element)
    needs.push(...part.needs)
    const next: Words | undefined = part.texts && joined(current, part.texts)
    texts = texts && part.texts && joined(texts, part.texts)
    if (next) current = next
    else {
      end()
      if (part.texts) current = part.texts
    }
  }
  end()
  return { texts, needs: needs.toSorted(byWorth).slice(0, 2 * MOST_SETS) }
}

function joined(before: Words, after: Words): Words | undefined {
  if (before.size * after.size > MOST_TEXTS) return undefined
  return new Set([...before].flatMap(one => Array.from(after, other => one + other)))
}

/** One of them: a word of each must do. */
function ofAlternatives(alternatives: readonly AST.Alternative[]): Part {
  const parts = alternatives.map(({ elements }) => ofSequence(elements))
  const texts = parts.every(part => part.texts) ? new Set(parts.flatMap(part => [...(part.texts ?? [])])) : undefined
  if (parts.length === 1) return { texts: parts[0]?.texts, needs: parts[0]?.needs ?? [] }
  const best = parts.map(part => part.needs.toSorted(byWorth)[0])
  const all = best.every(each => each !== undefined) ? new Set(best.flatMap(each => [...(each ?? [])])) : undefined
  return {
    texts: texts && texts.size <= MOST_TEXTS ? texts : undefined,
    needs: all && isUseful(all) ? [all] : [],
  }
}

function ofElement(element: AST.Element): Part {
  switch (element.type) {
    case 'Character':
      return { texts: new Set([String.fromCodePoint(element.value).toLowerCase()]), needs: [] }
    case 'CharacterClass':
      return ofClass(element)
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives)
    case 'Quantifier':
      return ofQuantifier(element)
    case 'Assertion':
      return NOTHING
    default:
      return ANYTHING
  }
}

function ofClass({ negate, elements }: AST.CharacterClass): Part {
  if (negate || elements.length > 4 || elements.some(({ type }) => type !== 'Character')) return ANYTHING
  const letters = elements.map(each => String.fromCodePoint((each as AST.Character).value).toLowerCase())
  return { texts: new Set(letters), needs: [] }
}

function ofQuantifier({ min, max, element }: AST.Quantifier): Part {
  const part = ofElement(element as AST.Element)
  if (min === 0) return max === 1 && part.texts ? { texts: new Set(['', ...part.texts]), needs: [] } : ANYTHING
  return min === 1 && max === 1 ? part : { texts: undefined, needs: part.needs }
}

/** For each row the sets of words of which one each must stand in a text that it fits. */
function neededBy(says: string): readonly (readonly string[])[] {
  const pattern = new RegExpParser().parsePattern(says, 0, says.length, says.includes('\\p{'))
  const { texts, needs } = ofAlternatives(pattern.alternatives)
  const all = texts && isUseful(texts) ? [texts, ...needs] : needs
  // A word that holds another one of its list adds nothing.
  const lists = all.map(words =>
    [...words].filter(word => ![...words].some(other => other !== word && word.includes(other))).sort(),
  )
  return [...new Map(lists.map(words => [words.join('|'), words])).values()].slice(0, MOST_SETS)
}

/** Text of the module that holds them. */
export function neededText(): string {
  const lines = REPHRASINGS.map(({ says }) => {
    const lists = neededBy(says).map(words => words.join('|'))
    return `  ${JSON.stringify(lists.join('&'))},`
  })
  return [
    '/** By row, words without which it fits no text in small letters: of each list between `&` one between `|`. Generated by `npm run generate`. */',
    'export const NEEDED: readonly string[] = [',
    ...lines,
    ']',
    '',
  ].join('\n')
}
