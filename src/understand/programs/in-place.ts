/** Scripts of perl, ruby and awk that edit files in place: which of them leave nothing of what stood there. */
import type { Field } from '../shell/value.ts'

/** No script that empties a file is longer. */
const LONGEST = 200
const PRINTS = /\b(?:print|printf|puts|putc|say|write|syswrite|p|pp|display|getline|system|exec|eval|require|use|do)\b/
const COMMENT = /#[^\n]*$/gm

/** `-i`, `-pi`, `-i -pe`: without the ending under which a copy would be kept. */
const IN_PLACE = /^-[a-zA-Z0]*i$|^-[a-hj-zA-Z0]*i[pnaleE0]+$/
/** `-p` prints each line behind the script, `-n` does not. */
const PRINTS_LINES = /^-[a-zA-Z0]*p/
const GOES_THROUGH = /^-[a-zA-Z0]*n/

/** What leaves a line that is printed behind the script without anything in it. */
const CLEARS_LINE =
  /^\s*(?:\$_\s*=\s*(?:""|''|q\(\)|nil|undef)|undef(?:\s*\(\s*(?:\$_\s*)?\)|\s*\$_)?|s([/|#!,{])(?:\^?\.[*+]\$?|\^\.\*\\n\??)(?:\1|\}\{)(?:\1|\})[gsmx]*|\$_\.(?:clear|replace\(\s*(?:""|'')\s*\))|(?:gsub|sub)!?\s*(?:\(\s*)?\/\.[*+]\/m?\s*,\s*(?:""|'')(?:\s*\))?)\s*(?:;\s*)?$/

/** Whether `perl -i` or `ruby -i` empties the files that it is given; an ending behind the letter keeps a copy. */
export function emptiesInPlace(words: readonly Field[], scripts: readonly Field[]): boolean {
  const code = scripts.map(({ text }) => text).join('\n')
  const options = words.map(({ text }) => text)
  if (scripts.length === 0 || code.length > LONGEST || !options.some(text => IN_PLACE.test(text))) return false
  if (options.some(text => PRINTS_LINES.test(text))) return CLEARS_LINE.test(code)
  return options.some(text => GOES_THROUGH.test(text)) && !PRINTS.test(code.replace(COMMENT, ''))
}

/** A pattern that fits no line. */
const FITS_NONE = /^(?:0|""|''|!1|1\s*==\s*0|0\s*==\s*1|NR\s*<\s*[01]|NR\s*==\s*0|BEGIN|END|)$/

/** Whether a program of awk prints nothing of any line: each of its patterns fits none, or its action prints nothing. */
export function printsNoLine(program: string): boolean {
  const bare = program.replace(COMMENT, '')
  if (bare.length > LONGEST || bare.trim() === '' || PRINTS.test(bare)) return false
  const patterns = bare.split(/;|\n/).filter(part => part.trim() !== '')
  return patterns.every(part => part.includes('{') || FITS_NONE.test(part.trim()))
}
