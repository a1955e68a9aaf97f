// The lexicon's table, and the linear model that is trained over the features of passages.
import { LEXICON } from './lexicon.mjs'

/** Reproducible chance. */
export function mulberry32(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/
/** Single signs of Hangul and Thai stand in too many words. */
const TOO_SHORT = /^[\uac00-\ud7af\u0e00-\u0e7f]$/
const MODEL_NAMES = ['ai', 'ia', 'ki', 'ии', 'ші', 'ml']

/** The words of the lexicon as one table, and the combinations of meanings that its entries point to. */
export function lexiconTable(core) {
  const { HEAD_BITS, MEANINGS, SEED, STEM_SEED, WITHIN_SEED, hashOf, WORD_SLOTS, PROBES, DIGITS, wordMarkOf, written } =
    core
  const names = Object.keys(LEXICON)
  if (names.join() !== MEANINGS.join()) throw new Error('the lexicon and the names of its meanings differ')
  const entries = new Map()
  const put = (hash, meaning) => {
    const known = entries.get(hash)
    if (!known) entries.set(hash, [meaning])
    else if (!known.includes(meaning)) known.push(meaning)
  }
  const heads = new Array(Math.ceil(HEAD_BITS / 6)).fill(0)
  names.forEach((name, meaning) => {
    for (const each of LEXICON[name].split(/\s+/)) {
      const word = each.toLowerCase()
      const core = word.replace(/^\*|\*$/g, '')
      if (core === '' || /[a-z]-[a-z]/.test(core)) continue
      if (DENSE.test(core)) {
        if (!TOO_SHORT.test(core)) put(hashOf(core.replace(/-/g, ''), WITHIN_SEED), meaning)
      } else {
        put(hashOf(core, word.endsWith('*') ? STEM_SEED : SEED), meaning)
        const bit = hashOf(core.slice(0, 3), STEM_SEED) & (HEAD_BITS - 1)
        if (word.endsWith('*')) heads[Math.floor(bit / 6)] |= 1 << (bit % 6)
      }
    }
  })
  const combinations = ['0']
  const table = new Array(WORD_SLOTS * 4).fill(0)
  let lost = 0
  for (const [hash, meanings] of entries) {
    const key = meanings.join()
    if (!combinations.includes(key)) combinations.push(key)
    const means = combinations.indexOf(key) + 1
    let slot = hash & (WORD_SLOTS - 1)
    let probe = 0
    while (probe < PROBES && (table[4 * slot] || table[4 * slot + 1])) {
      slot = (slot + 1) & (WORD_SLOTS - 1)
      probe++
    }
    if (probe === PROBES) {
      lost++
      continue
    }
    const mark = wordMarkOf(hash)
    table[4 * slot] = Math.floor(mark / DIGITS)
    table[4 * slot + 1] = mark % DIGITS
    table[4 * slot + 2] = Math.floor(means / DIGITS)
    table[4 * slot + 3] = means % DIGITS
  }
  return {
    words: table.map(written).join(''),
    heads: heads.map(written).join(''),
    combinations: combinations.join(' '),
    modelNames: MODEL_NAMES,
    size: entries.size,
    lost,
  }
}

/** Logistic regression by AdaGrad over features by number; of a passage's length only the root counts. */
export class Model {
  constructor(size) {
    this.weights = new Float32Array(size)
    this.squares = new Float32Array(size).fill(0.01)
    this.bias = 0
    this.biasSquares = 0.01
  }

  score(features) {
    let sum = this.bias
    for (const each of features) sum += this.weights[each]
    return sum / lengthOf(features)
  }

  learn(features, label, weight, rate, decay) {
    const length = lengthOf(features)
    const error = (1 / (1 + Math.exp(-this.score(features))) - label) * weight
    const slope = error / length
    if (Math.abs(slope) < 1e-4) return
    for (const each of features) {
      const gradient = slope + decay * this.weights[each]
      this.squares[each] += gradient * gradient
      this.weights[each] -= (rate * gradient) / Math.sqrt(this.squares[each])
    }
    this.biasSquares += slope * slope
    this.bias -= (rate * slope) / Math.sqrt(this.biasSquares)
  }
}

export const lengthOf = features => 0.12 * Math.sqrt(Math.max(1, features.length))

/**
 * Trains on texts whose windows are `{features, label, overlap}`: 1 within the passage, 0 beside it, -1 half and half. Of an
 * attack the window that fits best counts, of an honest text above all the one that looks most like an order.
 */
export function train(texts, ordinary, size, { rounds = 8, rate = 0.03, decay = 1e-4, seed = 1 } = {}) {
  const model = new Model(size)
  const random = mulberry32(seed)
  for (let round = 0; round < rounds; round++) {
    const examples = texts.flatMap(text => [...attacksOf(text, model, round), ...honestOf(text, model, round)])
    for (const { features } of ordinary) examples.push([features, 0, 0.5])
    shuffle(examples, random)
    for (const [features, label, weight] of examples) model.learn(features, label, weight, rate, decay)
  }
  return model
}

/** The windows of a text's passage, as examples `[features, label, weight]`: above all the one that fits best. */
function attacksOf({ windows }, model, round) {
  const within = windows.filter(({ label }) => label === 1)
  let best
  let most = Number.NEGATIVE_INFINITY
  for (const window of within) {
    const score = (round === 0 ? 0 : model.score(window.features)) + window.overlap * 2
    if (score > most) [most, best] = [score, window]
  }
  const others = within.filter(window => window !== best && window.overlap > 0.6)
  return [...(best ? [[best.features, 1, 4]] : []), ...others.map(({ features }) => [features, 1, 1])]
}

/** The windows beside it: those that look like an order count for more. */
function honestOf({ windows, isAttack }, model, round) {
  const beside = windows.filter(({ label }) => label === 0)
  const scores = beside.map(({ features }) => model.score(features))
  const highest = Math.max(...scores)
  const weight = isAttack ? 0.3 : 3
  return beside.map(({ features }, at) => [
    features,
    0,
    round < 2 ? weight : weight * (0.3 + 2 * Math.exp(scores[at] - highest)),
  ])
}

function shuffle(examples, random) {
  for (let at = examples.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[examples[at], examples[other]] = [examples[other], examples[at]]
  }
}

/** The mean of models that saw the same texts in other orders: of single ones the errors differ. */
export function trainMean(texts, ordinary, size, count = 3) {
  const mean = new Model(size)
  for (let seed = 1; seed <= count; seed++) {
    const model = train(texts, ordinary, size, { seed })
    for (let at = 0; at < size; at++) mean.weights[at] += model.weights[at] / count
    mean.bias += model.bias / count
  }
  return mean
}
