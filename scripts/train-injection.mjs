// Trains the model that finds orders to agents in outputs, from test/outputs/injections, and writes its tables. First it says
// how well a model finds the texts of an author whom it does not know, for each author; what it writes knows them all.
// Usage: node scripts/train-injection.mjs [--cross]: with `--cross` nothing is written.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { lexiconTable, trainMean } from './injection/model.mjs'
import { ordinaryTexts } from './injection/ordinary.mjs'
import { Dictionary, windowsOfText } from './injection/texts.mjs'
import { writeTables } from './injection/write.mjs'

/** A feature counts from so many texts on. */
const LEAST_TEXTS = 2
/**
 * The share that may be marked of the honest texts of an author whom the model does not know: the bar follows from it. Half of them
 * were written to look like attacks; of ordinary outputs about half as many are marked.
 */
const SHARE = 0.017
/** Shares that are reported. */
const SHARES = [0.005, 0.01, 0.02, 0.05, 0.1]

const core = await loadCore()
const table = lexiconTable(core)
const lexicon = core.lexiconOf(core.meaningsOf(table.words, table.combinations, table.heads), table.modelNames)
const texts = readTexts()
const dictionary = new Dictionary()
texts.forEach((text, at) => {
  for (const { hashes } of text.windows) for (const hash of hashes) dictionary.count(hash, at)
})
dictionary.close(LEAST_TEXTS)
const ordinary = ordinaryTexts().flatMap(text => windowsOfText(core, lexicon, { text, label: 'honest' }))
const { numbers } = dictionary
for (const window of [...texts.flatMap(({ windows }) => windows), ...ordinary]) {
  window.features = Int32Array.from(
    window.hashes.filter(hash => numbers.has(hash)),
    hash => numbers.get(hash),
  )
  window.hashes = undefined
}
console.log(`${texts.length} texts, ${numbers.size} features, ${ordinary.length} ordinary passages`)

const rows = []
for (const author of new Set(texts.map(text => text.author))) {
  const others = texts.filter(text => text.author !== author)
  const model = trainMean(others, ordinary, numbers.size)
  const mine = texts.filter(text => text.author === author)
  const scored = mine.map(text => ({ isAttack: text.isAttack, score: scoreOf(model, text) }))
  print(author, scored)
  rows.push(...scored)
}
print('all', rows)
if (!process.argv.includes('--cross')) {
  const model = trainMean(texts, ordinary, numbers.size)
  writeTables({ core, table, model, numbers, bar: found(rows, SHARE).bar, digest: core.digestOf('.') })
}

async function loadCore() {
  const directory = mkdtempSync(join(tmpdir(), 'train-injection-'))
  const outfile = join(directory, 'core.mjs')
  const entryPoints = ['scripts/injection/core.ts']
  await build({ entryPoints, bundle: true, format: 'esm', platform: 'node', outfile, logLevel: 'warning' })
  const loaded = await import(pathToFileURL(outfile).href)
  rmSync(directory, { recursive: true })
  return loaded
}

function readTexts() {
  const files = readdirSync(core.FOLDER).filter(name => name !== core.HELD_OUT)
  return files.sort().flatMap(name =>
    readFileSync(join(core.FOLDER, name), 'utf8')
      .trim()
      .split('\n')
      .map(line => {
        const text = JSON.parse(line)
        return {
          author: name.replace('.jsonl', ''),
          isAttack: text.label === 'attack',
          isInvisible: core.invisibleIn(text.text).length > 0,
          windows: windowsOfText(core, lexicon, text),
        }
      }),
  )
}

/** What is invisible is found without a model; what is encoded weighs more, as in the detector. */
function scoreOf(model, { isInvisible, windows }) {
  if (isInvisible) return 99
  return Math.max(-99, ...windows.map(({ features, more }) => model.score(features) + more))
}

/** The share of attacks that is found where a share of the honest texts is marked, and the bar for that. */
function found(scored, share) {
  const honest = scored.filter(({ isAttack }) => !isAttack).map(({ score }) => score)
  const bar = honest.sort((a, b) => b - a)[Math.floor(honest.length * share)] ?? 0
  const attacks = scored.filter(({ isAttack }) => isAttack)
  return { bar, share: attacks.filter(({ score }) => score > bar).length / Math.max(1, attacks.length) }
}

function print(name, scored) {
  const figures = SHARES.map(share => {
    const at = found(scored, share)
    return `${(100 * at.share).toFixed(1)} % at ${100 * share} % (${at.bar.toFixed(2)})`
  })
  console.log(`${name.padEnd(8)} ${figures.join('   ')}`)
}
