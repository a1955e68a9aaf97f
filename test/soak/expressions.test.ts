/**
 * No regular expression of the sources takes exponential or cubic time: an input that makes one hang ends the review without a verdict.
 * recheck looks for such inputs; what it finds is run. A soak asks some of the expressions, others at each run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseSync } from '@swc/core'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { inputs, random } from '../random.ts'

const SEED = Number(process.env.SOAK_SEED ?? 1)
/** Milliseconds that are spent on one expression: most take less than a tenth of it. */
const LOOKS = 4000
/** Milliseconds. What takes quadratic time takes a few seconds with the longest text, what takes cubic time takes hours. */
const HANGS = 15_000
/** Characters of a text. */
const LENGTH = 20_000
/** Where every text that is asked is shorter: the sources that cut it. */
const SHORTER: Readonly<Record<string, number>> = {
  // Lines of an output, cut by session/errors/text.ts.
  'session/errors/': 400,
  // What stands before a value, the end of a line, the end of a word.
  'content/detect/secrets/beside.ts': 200,
  'session/constraints/sentences.ts': 200,
  'behaviour/patterns/sizes.ts': 80,
  // A call's words, of which only the first thousand characters are read.
  'understand/build-files/makefile.ts': 1000,
}

interface Expression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

function expressionsIn(file: string): readonly Expression[] {
  const found: Expression[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
      found.push({ file, source: String(node.pattern), flags: String(node.flags) })
    for (const each of Object.values(node)) visit(each)
  }
  visit(parseSync(readFileSync(join('src', file), 'utf8'), { syntax: 'typescript' }))
  return found
}

/** Only what repeats something without end takes long. */
const expressions = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .flatMap(expressionsIn)
  .filter(({ source }) => /[*+]|\{\d*,\}/.test(source))

/** Whether the search ends in time, in a thread of its own. */
function ends({ source, flags }: Expression, text: string): Promise<boolean> {
  const worker = new Worker(
    'const { parentPort, workerData: { source, flags, text } } = require("node:worker_threads")\n' +
      'new RegExp(source, flags).test(text)\nparentPort.postMessage(true)',
    { eval: true, workerData: { source, flags: flags.replace('y', ''), text } },
  )
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => void worker.terminate().then(() => resolve(false)), HANGS)
    worker.once('error', reject).once('message', () => {
      clearTimeout(late)
      resolve(true)
    })
  })
}

test(`no expression hangs (seed ${SEED})`, async () => {
  expect(expressions.length).toBeGreaterThan(2000)
  const failed: string[] = []
  const r = random(SEED)
  for (const _ of inputs(expressions.length, 3)) {
    const expression = r.pick(expressions)
    const { file, source, flags } = expression
    // recheck does not know the flag d, which only says where groups begin and end.
    const found = await check(source, flags.replace('d', ''), { timeout: LOOKS })
    if (found.status !== 'vulnerable' || (found.complexity.type === 'polynomial' && found.complexity.degree < 3))
      continue
    const { attack } = found
    const length = Object.entries(SHORTER).find(([start]) => file.startsWith(start))?.[1] ?? LENGTH
    const each = attack.pumps.reduce((sum, { pump }) => sum + pump.length, 0)
    const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(length / each))).join('')
    if (!(await ends(expression, text + attack.suffix))) failed.push(`${file}: /${source}/${flags}: ${attack.pattern}`)
  }
  expect(failed).toEqual([])
})
