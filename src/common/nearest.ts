/** Finds what somebody probably meant to type. Pure. */

/** Levenshtein distance of two texts in UTF-16 units: insertions, deletions and replacements each cost 1. */
export function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const deleted = (previous[column] ?? 0) + 1
      const inserted = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, deleted, inserted))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

/**
 * The candidate that is closest to `word`, the first of equals; undefined where none is close enough to be meant
 * (more than a third of the longer text, and more than 2, differs).
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  // A key of kilobytes is no typing mistake; without a bound it would cost seconds.
  if (word.length > 100) return undefined
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const apart = distance(word.toLowerCase(), candidate.toLowerCase())
    const allowed = Math.max(2, Math.floor(Math.max(word.length, candidate.length) / 3))
    // Of a short word nearly everything differs by 2.
    if (apart < least && apart <= allowed && apart < Math.max(word.length, candidate.length) - 1) {
      best = candidate
      least = apart
    }
  }
  return best
}
