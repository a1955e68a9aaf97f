/** Regular expressions that stand in commands, as far as they can be tried here without any risk of hanging. */

const LONGEST = 200
/** No group repeats, nothing refers back: a text is left after a few looks at each of its letters. */
const SIMPLE =
  /^(?:[\w\s,/@#%:=~"'<>&;!^$|-]|\\[.\w/*+?$^|()[\]{}-]|\.[*+?]?|\w(?=[*+?])[*+?]|\[[\w.\s-]+\][*+?]?|\((?:\?:)?|\)(?![*+?{]))*$/
const MOST_REPEATS = 3

/** A test for the pattern; undefined where it is not simple enough to be tried. `\|` is what older programs write for `|`. */
export function safePattern(pattern: string): ((text: string) => boolean) | undefined {
  const repeats = pattern.match(/[*+]|\w\?/g)?.length ?? 0
  if (pattern.length > LONGEST || repeats > MOST_REPEATS || !SIMPLE.test(pattern)) return undefined
  try {
    const expression = new RegExp(pattern.replaceAll('\\|', '|'))
    return text => expression.test(text)
  } catch {
    return undefined
  }
}
