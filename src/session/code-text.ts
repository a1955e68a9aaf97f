/** The code of a text: without what is only said in comments, and without what strings hold where that is no code. */

const HASH = /\.(?:pyi?|rb|sh|bash|zsh|bats|ksh|ya?ml|toml|r|exs?|tf|pl|pm|nix|jl)$|(?:^|\/)[^./]+$/i
const DASHES = /\.(?:sql|lua|hs|elm|adb|vhdl?)$/i
const MARKUP = /\.(?:html?|vue|svelte|astro|xml|xaml)$/i
const SLASHES =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|java|kts?|scala|groovy|cs|c|h|cc|cpp|cxx|hpp|hh|cu|ino|mm?|php|dart|swift|go|rs|scss|less|css|proto|sql|sol|zig)$/i

/** What a docstring begins with, and ends with. */
const DOCSTRING = '^[ \\t]*[rR]?(?:"""[\\s\\S]*?(?:"""|$(?![\\s\\S]))|\'\'\'[\\s\\S]*?(?:\'\'\'|$(?![\\s\\S])))'
const STRING = '"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\''
/** Of a comment that is cut off at its beginning, lines begin so. */
const SLASH_COMMENT = '//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$(?![\\s\\S]))|^[ \\t]*\\*(?:[ \\t/][^\\n]*)?$'

/** Comments of the language that the file is in by its name; strings come first, as they may hold what looks like one. */
export function codeWithoutComments(text: string, place: string, withStrings: boolean): string {
  const comments = [
    ...(/\.pyi?$/i.test(place) ? [DOCSTRING] : []),
    ...(SLASHES.test(place) ? [SLASH_COMMENT] : []),
    ...(HASH.test(place) || /\.php$/i.test(place) ? ['(?:(?<=\\s)|^)#(?!\\[)[^\\n]*'] : []),
    ...(DASHES.test(place) ? ['--[^\\n]*'] : []),
    ...(MARKUP.test(place) ? ['<!--[\\s\\S]*?(?:-->|$(?![\\s\\S]))'] : []),
  ]
  if (comments.length === 0) return text
  const parts = new RegExp(`(${comments.join('|')})|${STRING}`, 'gm')
  return text.replace(parts, (part: string, comment: string | undefined) => {
    if (comment !== undefined) return ' '
    return withStrings ? part : part.charAt(0).repeat(2)
  })
}
