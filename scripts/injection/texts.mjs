// The texts that the model learns from, as windows of features by number.

/** Numbers for the features that stand in several texts; others are left out. */
export class Dictionary {
  numbers = new Map()
  texts = new Map()
  #last = new Map()

  count(hash, text) {
    if (this.#last.get(hash) === text) return
    this.#last.set(hash, text)
    this.texts.set(hash, (this.texts.get(hash) ?? 0) + 1)
  }

  close(least) {
    for (const [hash, count] of this.texts) if (count >= least) this.numbers.set(hash, this.numbers.size)
    this.#last.clear()
  }
}

/** Windows of a text with their features as hashes. `core`: the detector's own functions. */
export function windowsOfText(core, lexicon, { text, label, passage }) {
  const from = passage === undefined ? -1 : text.indexOf(passage)
  const wanted = { isAttack: label === 'attack', from, to: from < 0 ? -1 : from + passage.length }
  const windows = []
  for (const reading of core.readingsOf(text))
    for (const region of core.regionsOf(reading, lexicon))
      for (const window of core.windowsOf(region)) {
        const { start } = region.parts[window.first]
        const { end } = region.parts[window.last]
        const more = reading.kindOf(start, end) === 'plain' ? 0 : core.HIDDEN
        const hashes = [...core.featuresOf(region, window)]
        windows.push({ hashes, ...labelled(reading.placed(start, end), wanted), more })
      }
  return windows
}

/** What a stretch of the text is an example of, and how much of it and the passage is the same. */
function labelled({ start, end }, { isAttack, from, to }) {
  const shared = Math.min(end, to) - Math.max(start, from)
  const overlap = shared <= 0 ? 0 : shared / (Math.max(end, to) - Math.min(start, from))
  if (!isAttack) return { label: 0, overlap }
  if (from < 0) return { label: 1, overlap }
  return { label: shared <= 0 ? 0 : shared / (end - start) > 0.6 ? 1 : -1, overlap }
}
