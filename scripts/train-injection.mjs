// Trains the model that finds orders to agents in outputs, from test/outputs/injections, and writes its tables.
// Usage: node scripts/train-injection.mjs [--cross]: with `--cross`, how well it finds the texts of an author whom it does not
// know, for each of them, and nothing is written.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { lexiconTable, trainMean } from './injection/model.mjs'
import { ordinaryTexts } from './injection/ordinary.mjs'
import { Dictionary, windowsOfText } from './injection/texts.mjs'
import { digestOf, writeTables } from './injection/write.mjs'

const FOLDER = 'test/outputs/injections'
const HELD_OUT = 'held-out.jsonl'
/** A feature counts from so many texts on. */
const LEAST_TEXTS = 2
/** The share of honest texts that may be marked. */
const SHARE = 0.01

const directory = mkdtempSync(join(tmpdir(), 'train-injection-'))
const outfile = join(directory, 'core.mjs')
await build({ entryPoints: ['scripts/injection/core.ts'], bundle: true, format: 'esm', platform: 'node', outfile, logLevel: 'warning' })
const core = await import(pathToFileURL(outfile).href)
rmSync(directory, { recursive: true })

const table = lexiconTable(core)
if (table.lost > 0) console.error(`${table.lost} words of ${table.size} had no room`)
const lexicon = core.lexiconOf(core.meaningsOf(table.words, table.combinations, table.heads), table.modelNames)

const files = readdirSync(FOLDER).filter(name => name.endsWith('.jsonl') && name !== HELD_OUT).sort()
const texts = files.flatMap(name =>
  readFileSync(join(FOLDER, name), 'utf8').trim().split('\n').map(line => ({ author: name.replace('.jsonl', ''), ...JSON.parse(line) })),
)
const dictionary = new Dictionary()
texts.forEach((text, at) => {
  text.isAttack = text.label === 'attack'
  text.isInvisible = core.invisibleIn(text.text).length > 0
  text.windows = windowsOfText(core, lexicon, text)
  for (const { hashes } of text.windows) for (const hash of hashes) dictionary.count(hash, at)
})
dictionary.close(LEAST_TEXTS)
const ordinary = ordinaryTexts().flatMap(text => windowsOfText(core, lexicon, { text, label: 'honest' }))
for (const window of [...texts.flatMap(({ windows }) => windows), ...ordinary]) {
  window.features = Int32Array.from(window.hashes.filter(hash => dictionary.numbers.has(hash)), hash => dictionary.numbers.get(hash))
  window.hashes = undefined
}
const size = dictionary.numbers.size
console.log(`${texts.length} texts of ${files.length} authors, ${size} features, ${ordinary.length} ordinary passages`)

const scoreOf = (model, { isInvisible, windows }) =>
  isInvisible ? 99 : Math.max(-99, ...windows.map(({ features, isEncoded }) => model.score(features) + (isEncoded ? 1.5 : 0)))
const recall = (rows, share) => {
  const honest = rows.filter(({ isAttack }) => !isAttack).map(({ score }) => score).sort((a, b) => b - a)
  const bar = honest[Math.floor(honest.length * share)] ?? 0
  const attacks = rows.filter(({ isAttack }) => isAttack)
  return { bar, share: attacks.filter(({ score }) => score > bar).length / Math.max(1, attacks.length) }
}
const percent = value => `${(100 * value).toFixed(1).padStart(5)} %`

const authors = [...new Set(texts.map(({ author }) => author))]
const rows = []
for (const author of authors) {
  const model = trainMean(texts.filter(text => text.author !== author), ordinary, size)
  const mine = texts.filter(text => text.author === author).map(text => ({ author, isAttack: text.isAttack, score: scoreOf(model, text), text, model }))
  rows.push(...mine)
  console.log(`${author.padEnd(12)} ${[0.01, 0.02, 0.05, 0.1].map(share => percent(recall(mine, share).share)).join('  ')}  of attacks at 1, 2, 5, 10 % of honest ones`)
}
if (process.env.SHOW) for (const r of rows.filter(r=>!r.isAttack).sort((a,b)=>b.score-a.score).slice(0,+process.env.SHOW)) { const w=r.text.windows.map(w=>({w,s:r.model.score(w.features)+(w.isEncoded?1.5:0)})).sort((a,b)=>b.s-a.s)[0]; console.log('HON',r.author,r.score.toFixed(2),r.text.id??r.text.why, w?.w.isEncoded?'ENC':'', JSON.stringify(w?r.text.text.slice(w.w.span.start,w.w.span.end).slice(0,260):'')) }
const all = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1].map(share => recall(rows, share))
console.log(`${'all'.padEnd(12)} ${all.map(({ share, bar }) => `${percent(share)} (${bar.toFixed(2)})`).join('  ')}`)
console.log('mean', ((all[0].share+all[1].share+all[2].share+all[3].share+all[4].share)/5).toFixed(3))
if (!process.argv.includes('--cross')) {
  const { bar } = recall(rows, SHARE)
  const model = trainMean(texts, ordinary, size)
  writeTables({ core, table, model, numbers: dictionary.numbers, bar, digest: digestOf(FOLDER, HELD_OUT) })
}
