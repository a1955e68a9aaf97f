/** Regular expressions that stand in commands, as far as they can be tried here without any risk of hanging. */

const LONGEST = 200
/** No groups that repeat, no references back: a text is left after a few looks at each of its letters. */
const SIMPLE = /^\^?(?:[\w\s,/@#%:=~"'<>&;!-]|\\[.\w/+*?$^|()[\]{}-]|\.[*+?]?|\[[\w.\s-]+\][*+?]?)*\$?$/
const MOST_REPEATS = 3

/** A test for the pattern, alternatives included; undefined where it is not simple enough to be tried. */
export function safePattern(pattern: string): ((text: string) => boolean) | undefined {
  const repeats = pattern.match(/[*+]/g)?.length ?? 0
  if (pattern.length > LONGEST || repeats > MOST_REPEATS) return undefined
  const alternatives = pattern.split(/\\?\|/)
  if (!alternatives.every(each => SIMPLE.test(each))) return undefined
  try {
    const expressions = alternatives.map(each => new RegExp(each))
    return text => expressions.some(expression => expression.test(text))
  } catch {
    return undefined
  }
}
