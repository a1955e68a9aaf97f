/** Functions of SQLite's shell in statements: they read and write files, load libraries and start editors. */
import { literalOf, type SmallLanguage } from './language.ts'

const TEXT = /'((?:[^']|'')*)'/g
/** `writefile(name, …)`: what stands in a column may be any path; of a directory that is walked, any below it. */
const COLUMN = /\b(writefile|readfile)\s*\(\s*(?!["'])([A-Za-z_][\w.]*)\s*(?=[,)])/gi
const WALKED = /\b(?:fsdir|lsdir)\s*\(\s*(['"])([^'"]*)\1/i

function expression(statement: string): string {
  const walked = WALKED.exec(statement)?.[2]
  const column = walked === undefined ? 'anything()' : `glob(${literalOf(`${walked}/*`)})`
  return statement
    .replace(COLUMN, (_all, name: string) => `${name.toLowerCase()}(${column}`)
    .replace(TEXT, (_all, text: string) => literalOf(text.replaceAll("''", "'")))
    .replace(/\b(writefile|readfile|load_extension|edit)\s*\(/gi, name => name.toLowerCase())
}

/** Calls in a statement, each from its name to the end of its parentheses. */
const CALL = /\b(?:writefile|load_extension|edit|readfile)\s*\((?:'[^']*'|"[^"]*"|\([^()]*\)|[^()'"])*\)/gi

export const SQLITE: SmallLanguage = {
  commands: text => {
    const walked = WALKED.exec(text)?.[0]
    return [...text.matchAll(CALL)].map(([call]) => (walked === undefined ? call : `${call} # ${walked}`))
  },
  text: literalOf,
  words: text => [literalOf(text)],
  expression,
  rules: [
    [/^(?<value>readfile\s*\(.*)$/is, 'print({=value})'],
    [/^writefile\s*\((?<value>.*)$/is, 'write_text({=value}'],
    [/^load_extension\s*\((?<value>.*)$/is, 'run({=value}'],
    [/^edit\s*\((?:'[^']*'|"[^"]*"|'(?![^']*')|"(?![^"]*")|[^,'"])*,(?<value>.*)$/is, 'start({=value}'],
    [/^(?<value>edit\s*\(.*)$/is, 'keep({=value})'],
  ],
}
