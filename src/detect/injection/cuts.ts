/** The parts in which a long text is judged. */

/** A text is judged in parts of so many characters: what stands further away is no surrounding. */
const REGION = 2400

/** Where a text is cut, at ends of lines or between words. */
export function cutsOf(text: string): readonly (readonly [from: number, to: number])[] {
  const cuts: (readonly [number, number])[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + REGION, text.length)
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to) + 1
      const word = text.lastIndexOf(' ', to) + 1
      if (line > from + REGION / 2) to = line
      else if (word > from + REGION / 2) to = word
    }
    cuts.push([from, to])
    from = to
  }
  return cuts
}
