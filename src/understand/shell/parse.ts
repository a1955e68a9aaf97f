/** The shell parser behind one function: a tree with positions, and what of the text cannot be relied on. */

import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash'
import { messageOf } from '../../common/message-of.ts'

export type { ParsedScript, SyntaxNode } from 'unbash'

/** Longer texts take the stages behind the parser more than the time of one review; no honest command comes near. */
export const LONGEST_COMMAND = 128 * 1024
/** No honest command nests its syntax deeper. Each level of substitution is scanned again for the one inside. */
const DEEPEST = 200
/** The parser's time grows with the square of nested process substitutions: 40 KB of `<(` take 0.76 s. */
const MOST_SUBSTITUTIONS = 500

/** Longer texts are not read a second time as another shell would. */
const LONGEST_OTHERWISE = 2000

/** For bash a letter like any other, for the parser one that ends braces; at the end of a line it belongs to the line end. */
const LONE_RETURN = /\r(?!\n)/g
const RETURN_SIGN = '\u240d'

export interface ParsedShell {
  /** Absent where nothing could be read. */
  readonly script?: ParsedScript
  /** What could not be read, in words for people; empty where all of it was. */
  readonly problems: readonly string[]
  /** A shell may run something that was not seen: not only a text that it would refuse as well. */
  readonly blind: boolean
  /** As another shell reads the text: `f(){cmd}` without a blank is a function for zsh. Positions in it are not the text's. */
  readonly elsewhere?: string
}

/** Parses shell text. Never throws. */
export function parseShell(text: string): ParsedShell {
  if (text.length > LONGEST_COMMAND) return blind(`the command is longer than ${LONGEST_COMMAND / 1024} KB`)
  if (count(text, '<(') + count(text, '>(') > MOST_SUBSTITUTIONS) return blind('the command nests too deep to be read')
  let script: ParsedScript
  try {
    script = parse(text.replace(LONE_RETURN, RETURN_SIGN))
  } catch (cause) {
    return blind(`the shell parser gave up: ${messageOf(cause)}`)
  }
  let isBlind = false
  const problems = (script.errors ?? []).map(error => `${error.message} at character ${error.pos}`)
  // Arithmetic that does not end for the parser may be a command for bash: the rest is then not what it seems. A substitution
  // that it does not expect (`[[ a<(rm x) ]]`) is a part of a word for bash, which runs it.
  if (problems.some(problem => /depth|arithmetic|unexpected token '[<>]\(/.test(problem))) isBlind = true
  try {
    const holes: string[] = []
    findHoles(script, holes, 0)
    if (holes.length > 0) isBlind = true
    problems.push(...holes)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    isBlind = true
    problems.push('the command nests too deep to be read')
  }
  const elsewhere = spacedBodies(text, script)
  return { script, problems, blind: isBlind, ...(elsewhere !== undefined && { elsewhere }) }
}

/** The text with a blank behind the brace of each function body that bash refuses and zsh takes. */
function spacedBodies(text: string, script: ParsedScript): string | undefined {
  const braces = (script.errors ?? [])
    .filter(({ message, pos }) => message.includes('function body') && text[pos] === '{')
    .map(({ pos }) => pos + 1)
  if (braces.length === 0 || text.length > LONGEST_OTHERWISE) return undefined
  const parts = [0, ...braces].map((start, at) => text.slice(start, braces[at] ?? text.length))
  return parts.join(' ')
}

function blind(problem: string): ParsedShell {
  return { problems: [problem], blind: true }
}

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++
  return found
}

/**
 * Spellings that the parser reads otherwise than bash does: `V=<(x) rm` (the command's name reads as `<(x)`), `>&-rm` (the command is
 * swallowed into the redirection) and `2>(rm x)` (for bash a 2 and a substitution, which it runs).
 */
function findHoles(node: SyntaxNode, problems: string[], depth: number): void {
  if (depth > DEEPEST) throw new RangeError('too deep')
  if (node.type === 'Command') {
    const last = node.prefix.at(-1)
    const name = node.name
    if (last?.type === 'Assignment' && name && last.end === name.pos)
      problems.push(`an assignment runs into the command at character ${name.pos}`)
  }
  if (node.type === 'Redirect' && node.operator.endsWith('&') && /^-./.test(node.target?.text ?? ''))
    problems.push(`a redirection runs into a word at character ${node.pos}`)
  if (node.type === 'Word' && /^\d+[<>]\(/.test(node.text))
    problems.push(`a number runs into a substitution at character ${node.pos}`)
  // What stands in a substitution and does not parse ends elsewhere for bash, which then runs the rest.
  if (node.type === 'Script' && depth > 0)
    for (const { message } of node.errors ?? [])
      if (message.includes(')')) problems.push(`${message} inside of a substitution`)
  forEachChild(node, child => findHoles(child, problems, depth + 1))
}

/** A script whose positions are its own, and none in the command. */
export function apart(text: string): ParsedScript {
  return { ...parse(text), source: text }
}

/** What the shell runs where it expands a text once more. */
export function parseQuoted(text: string): ParsedScript {
  return apart(`: "${text}"`)
}
