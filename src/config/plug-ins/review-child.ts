/**
 * The process in which one reviewer of a user's own answers one question. Whatever it does there (throw, hang, end the process,
 * write to the console), the reviewer's own process only reads the reply, or misses it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { writeAll } from '../../common/stdout.ts'
import type { MarkedQuestion, ModuleQuestion, ModuleReply } from '../../content/reviewers/question.ts'
import type { ReviewerDefinition } from '../../model/define.ts'
import { importModule, javaScriptOf } from './node.ts'

/** Reads a question from standard input and answers it on standard output; then the process is over. */
export async function answerAsModule(): Promise<void> {
  const { mark, ...question }: MarkedQuestion = JSON.parse(readFileSync(0, 'utf8'))
  reply(await replyTo(question), mark)
  // A module may leave timers and sockets behind.
  process.exit(0)
}

async function replyTo(question: ModuleQuestion): Promise<ModuleReply> {
  try {
    const definition = await load(question)
    if (question.only_loads) return { answer: true, cacheable: false }
    const cacheable = definition.cacheable === true
    if (question.side === 'prompt') {
      if (!definition.prompt) return { error: 'it has no function prompt' }
      return { answer: await definition.prompt(question.prompt, question.setting), cacheable }
    }
    const { side, tool_id, tool_name, params, result, setting } = question
    if (side === 'input') {
      if (!definition.input) return { answer: true, cacheable }
      return { answer: await definition.input(tool_id, tool_name, params, setting), cacheable }
    }
    if (!definition.output) return { answer: true, cacheable }
    return { answer: await definition.output(tool_id, tool_name, params, result, setting), cacheable }
  } catch (cause) {
    return { error: (cause instanceof Error ? cause.message : String(cause)).slice(0, 300) }
  }
}

/**
 * A pinned module runs as the text that was pinned, whatever the file holds by now; it can import what Node brings along, and
 * nothing beside it, since that was not pinned.
 */
async function load({ file, sha256 }: ModuleQuestion): Promise<ReviewerDefinition> {
  const text = readFileSync(file)
  if (sha256 !== '' && createHash('sha256').update(text).digest('hex') !== sha256)
    throw new Error('its content is not the one that was pinned')
  const url = sha256 === '' ? pathToFileURL(file).href : asAddress(javaScriptOf(file, text.toString()))
  const { default: definition } = (await importModule(url)) as { readonly default?: ReviewerDefinition }
  if (typeof definition !== 'object' || definition === null) throw new Error('its default export is no reviewer')
  const { input, output, prompt } = definition
  for (const [name, value] of Object.entries({ input, output, prompt }))
    if (value !== undefined && typeof value !== 'function') throw new Error(`its ${name} is no function`)
  if (!input && !output && !prompt) throw new Error('it reviews neither input nor output nor prompt')
  return definition
}

const asAddress = (text: string): string => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`

/**
 * What JSON would leave out or empty without a word: an answer that holds a function or a promise must not count as none, nor
 * one with a map in it as an empty object.
 */
function plain(key: string, value: unknown): unknown {
  const where = key === '' || key === 'answer' ? 'it' : `its ${key}`
  if (typeof value === 'function' || typeof value === 'symbol') throw new Error(`${where} is a ${typeof value}`)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${where} is ${value}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (kind !== 'Object') throw new Error(`${where} is a ${kind}`)
  return value
}

function reply(answer: ModuleReply, mark: string): void {
  let text: string
  try {
    // `undefined` is an answer too, and has no JSON: the key is missing then.
    text = JSON.stringify(answer, plain)
  } catch (cause) {
    text = JSON.stringify({ error: `its answer is no JSON: ${cause instanceof Error ? cause.message : String(cause)}` })
  }
  writeAll(1, `\n${mark}${text}\n`)
}
