/** Lines that are longer than the terminal is wide, broken between words and indented like what they go on with. */
import { textWidth } from '../../common/printable.ts'

/** Styles take no room. */
const STYLE = /\x1b\[[\d;]*m/g
/** What moves the cursor lays its lines out by itself. */
const MOVES = /\r|\x1b(?!\[[\d;]*m)/
/** Diffs, JSON and lists of YAML: a break would change what they say. */
const IS_DATA = /^(?:[+-]|@@ |\\ |\s*["{}[\]])/
/** A command is copied as a whole. */
const COMMAND =
  /\brm -r \S+|\S*reviewer [a-z]+(?: (?:list|show|set|add|remove|revoke|restore|resume|diff|reload|last|all|default|ID|--?[a-z][\w-]*|\d+[a-z]?|[a-z]+\.[\w.-]+))*/g
const NO_BREAK = '\ue000'

const widthOf = (text: string): number => textWidth(text.replace(STYLE, ''))

/** `text`: of whole lines; another last one stays as it is. */
export function wrapText(text: string, width: number): string {
  if (MOVES.test(text)) return text
  return text
    .split('\n')
    .map((line, at, all) => (at === all.length - 1 ? line : wrappedLine(line, width)))
    .join('\n')
}

function wrappedLine(line: string, width: number): string {
  if (widthOf(line) <= width || IS_DATA.test(line.replace(STYLE, ''))) return line
  const indent = ' '.repeat(hangOf(line, width))
  const lines: string[] = []
  let current = ''
  for (const word of line.replace(COMMAND, command => command.replaceAll(' ', NO_BREAK)).split(/(?<=\S)(?= )/)) {
    if (current.trim() !== '' && widthOf(current + word) > width) {
      lines.push(current)
      current = indent + word.trimStart()
    } else current += word
  }
  return [...lines, current].join('\n').replaceAll(NO_BREAK, ' ')
}

/** Where the text of a line begins, after its indent or its columns, as long as half of the width is left for it. */
function hangOf(line: string, width: number): number {
  const plain = line.replace(STYLE, '')
  const columns = [...plain.matchAll(/(?:^|\S) {2,}(?=\S)/g)].map(match =>
    widthOf(plain.slice(0, match.index + match[0].length)),
  )
  const indent = plain.length - plain.trimStart().length
  // Columns that leave no room: further in than the line itself, so that the next one shows as another.
  return (
    columns.findLast(column => column <= width / 2 && column > indent) ?? (columns.length > 1 ? indent + 4 : indent)
  )
}
