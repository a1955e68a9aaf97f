// Writes what was learned as tables that the detector reads where they stand.
import { writeFileSync } from 'node:fs'

/** So many features are kept: those that weigh most. Fuller, the table would need longer to search. */
const KEPT = 20_000

function tablesOf({ core, table, model, numbers }) {
  const weighed = [...numbers].map(([hash, number]) => ({ hash, weight: model.weights[number] }))
  weighed.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.hash - b.hash)
  const most = weighed[Math.floor(weighed.length * 0.001)].weight
  const step = Math.abs(most) / core.MIDDLE
  const slots = new Array(core.WEIGHT_SLOTS * 2).fill(0)
  let kept = 0
  for (const { hash, weight } of weighed) {
    if (kept === KEPT) break
    const steps = Math.max(-core.MIDDLE, Math.min(core.MIDDLE, Math.round(weight / step)))
    if (steps === 0) continue
    let slot = hash & (core.WEIGHT_SLOTS - 1)
    let probe = 0
    while (probe < core.PROBES && slots[2 * slot] !== 0) {
      slot = (slot + 1) & (core.WEIGHT_SLOTS - 1)
      probe++
    }
    if (probe === core.PROBES) continue
    slots[2 * slot] = core.markOf(hash)
    slots[2 * slot + 1] = steps + core.MIDDLE
    kept++
  }
  return { step, kept, weights: slots.map(core.written).join(''), ...table }
}

export function writeTables({ core, table, model, numbers, bar, digest }) {
  const { step, kept, weights, words, heads, combinations, modelNames } = tablesOf({ core, table, model, numbers })
  const text = `/**
 * What the model has learned, written by scripts/train-injection.mjs: ${kept} weights, and the lexicon.
 */
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: made by a program.
// biome-ignore format: made by a program.

/** Of the texts and the sources that the tables were made of. */
export const DIGEST = '${digest}'
/** The score above which few honest texts are found, of authors whom the model does not know. */
export const LEARNED_BAR = ${bar.toFixed(4)}
export const BIAS = ${model.bias.toFixed(4)}
/** One step of a weight. */
export const STEP = ${step.toFixed(6)}
export const MODEL_NAMES: readonly string[] = ${JSON.stringify(modelNames)}
export const COMBINATIONS =
  '${combinations}'
export const HEADS =
  '${heads}'
export const WORDS =
  '${words}'
export const WEIGHTS =
  '${weights}'
`
  writeFileSync('src/detect/injection/weights.ts', text)
  console.log(`${kept} weights, ${text.length} characters`)
}
