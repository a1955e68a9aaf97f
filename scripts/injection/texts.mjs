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
  const to = from < 0 ? -1 : from + passage.length
  const isAttack = label === 'attack'
  const windows = []
  for (const reading of core.readingsOf(text)) {
    for (const region of core.regionsOf(reading, lexicon)) {
      for (const window of core.windowsOf(region)) {
        const span = reading.placed(region.parts[window.first].start, region.parts[window.last].end)
        const shared = Math.min(span.end, to) - Math.max(span.start, from)
        const overlap = shared <= 0 ? 0 : shared / (Math.max(span.end, to) - Math.min(span.start, from))
        let kind = 0
        if (isAttack && from < 0) kind = 1
        else if (isAttack && shared > 0) kind = shared / (span.end - span.start) > 0.6 ? 1 : -1
        const { start } = region.parts[window.first]
        const { end } = region.parts[window.last]
        const more = reading.kindOf(start, end) === 'plain' ? 0 : core.HIDDEN
        windows.push({ hashes: [...core.featuresOf(region, window)], label: kind, overlap, more })
      }
    }
  }
  return windows
}
