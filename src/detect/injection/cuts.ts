/** The parts in which a long text is judged. */

/** A text is judged in parts of so many characters: what stands further away is no surrounding. */
const REGION = 2400

/** Where a text is cut, at ends of lines or between words. */
export function cutsOf(text: string): readonly (readonly [from: number, to: number])[] {
  const cuts: (readonly [number, number])[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + REGION, text.length)
    if (to < text.length) {
      // With the sign after it: a line that ends there is whole.
      const region = text.slice(from, to + 1)
      const line = region.lastIndexOf('\n') + 1
      const word = line > REGION / 2 ? 0 : region.lastIndexOf(' ') + 1
      if (line > REGION / 2) to = from + line
      else if (word > REGION / 2) to = from + word
    }
    cuts.push([from, to])
    from = to
  }
  return cuts
}

/** Five words in a row, or letters of another script: without them nobody is told anything. */
const PROSE =
  /(?<![a-z\u00c0-\u024f])(?:[a-z\u00c0-\u024f]['’a-z\u00c0-\u024f]{0,30}(?:[ ,_-]{1,2}|\n[ /#*]{0,6})){4}[a-z\u00c0-\u024f]|[\u0370-\u1fff\u3040-\ud7ff]{2}/g

/** No text beyond is needed to see what begins before. */
const BEYOND = 300

/** A text up to a place and a little further: what is looked for from a region on is not looked for in all regions that follow. */
export const upTo = (text: string, to: number): string => text.slice(0, to + BEYOND)

export function isProse(lower: string, from: number, to: number): boolean {
  PROSE.lastIndex = from
  const match = PROSE.exec(upTo(lower, to))
  return match !== null && match.index < to
}
