/**
 * The executable and the program on Node judge alike: each has a JavaScript engine of its own, with its own regular expressions,
 * sorting and parsing of dates. Whole reviews are compared: verdict, effects, findings, what is cut out of outputs and from where.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { Command } from '../../src/facts/own-program.ts'
import type { Review } from '../../src/model/review.ts'
import { eventsOf, loadRows, type PlacedRow } from '../corpus/rows.ts'
import { makeCorpusWorld } from '../corpus/world.ts'
import { destructive, mutated } from '../generate.ts'
import { loadHistories } from '../histories/evaluate.ts'
import { hookLines } from '../histories/transcript.ts'
import { bulk } from '../outputs/bulk.ts'
import { expand, type Output } from '../outputs/expand.ts'
import { ON_NODE, starting } from '../program.ts'
import { random } from '../random.ts'

type Payload = Readonly<Record<string, unknown>>

const SEED = Number(process.env.SOAK_SEED ?? 1)
const EXECUTABLE: Command = [resolve('dist/reviewer')]
const world = makeCorpusWorld()
afterAll(world.done)

/** What the program says to each of these events, which form one history a session. */
function reviewed(events: string, program: Command): Promise<readonly Review[]> {
  const [file, words] = starting(['check', '--batch', events, '--stateful', '--home', world.state], program)
  const env = { HOME: world.home, USER: 'dev', SHELL: '/bin/bash', PATH: '/usr/local/bin:/usr/bin:/bin' }
  const child = spawn(file, words, { cwd: world.project, env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done, failed) => {
    const parts: string[] = []
    child.stdout.setEncoding('utf8').on('data', part => parts.push(part))
    child.on('error', failed)
    child.on('close', code => {
      // 1: one of the calls would be stopped.
      if (code !== 0 && code !== 1) return failed(new Error(`${file} ended with ${code}`))
      done(parts.join('').trimEnd().split('\n').map(unclocked))
    })
  })
}

/** A review without what each process has for itself: the time, and the name of its store in the ids of records. */
function unclocked(line: string): Review {
  const review: Review = JSON.parse(line, (key, value) => (key === 'ts' || key === 'elapsed' ? 0 : value))
  return { ...review, id: review.id.replace(/^[\da-f]{16}-/, '') }
}

/** What differs between what both programs say to the same events. */
async function differences(events: readonly Payload[]): Promise<readonly string[]> {
  const file = join(world.state, 'events.jsonl')
  writeFileSync(file, events.map(event => `${JSON.stringify(event)}\n`).join(''))
  const [native, onNode] = await Promise.all([reviewed(file, EXECUTABLE), reviewed(file, ON_NODE)])
  expect([native.length, onNode.length]).toEqual([events.length, events.length])
  return events.flatMap((event, index) => {
    const parts = different(native[index], onNode[index])
    return parts.length > 0 ? [`${event.session_id} ${event.hook_event_name}: ${parts.join('; ')}`] : []
  })
}

/** Where two values differ, and what each has there: the executable first. */
function different(native: unknown, onNode: unknown, path = ''): readonly string[] {
  if (isDeepStrictEqual(native, onNode)) return []
  if (!isObject(native) || !isObject(onNode)) return [`${path} ${shown(native)} ≠ ${shown(onNode)}`]
  const keys = new Set([...Object.keys(native), ...Object.keys(onNode)])
  return [...keys].flatMap(key => different(native[key], onNode[key], `${path}.${key}`))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 300)

/** Untracked files lie in the project for those rows alone that name them. */
function bySituation(rows: readonly PlacedRow[]): readonly (readonly PlacedRow[])[] {
  const situations = new Map<string, PlacedRow[]>()
  for (const row of rows) {
    const situation = JSON.stringify([row.files, row.context])
    situations.set(situation, [...(situations.get(situation) ?? []), row])
  }
  return [...situations.values()]
}

test('calls', async () => {
  const found: string[] = []
  for (const rows of bySituation(loadRows())) {
    const [{ files = {}, context } = {}] = rows
    const config = `environment: { disposable: ${context?.disposable === true} }\n`
    const back = [world.put('../.config/reviewer/config.yaml', config)]
    for (const [path, text] of Object.entries(files)) back.push(world.put(path, text))
    found.push(...(await differences(rows.flatMap(row => eventsOf(row, world)))))
    for (const undo of back) undo()
  }
  expect(found).toEqual([])
})

test('outputs', async () => {
  const outputs = [...labelled('test/outputs'), ...labelled('test/outputs/injections'), ...bulk()]
  expect(await differences(outputs.map((output, index) => afterCall(output, `${output.id}-${index}`)))).toEqual([])
})

test('histories', async () => {
  const lines = loadHistories().flatMap(({ history }) => hookLines(history).map(({ payload }) => payload))
  expect(await differences(lines)).toEqual([])
})

test(`commands made at random (seed ${SEED})`, async () => {
  const calls = Array.from({ length: 3000 }, (_, at) => {
    const r = random(SEED + at)
    return {
      session_id: `random-${at}`,
      transcript_path: '',
      cwd: world.project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: mutated(destructive(r), r) },
      tool_use_id: `random-${at}`,
    }
  })
  expect(await differences(calls)).toEqual([])
})

function labelled(folder: string): readonly Output[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.jsonl'))
  const lines = names.flatMap(name => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
  return lines.map(line => expand(JSON.parse(line)))
}

function afterCall({ tool, text, command }: Pick<Output, 'tool' | 'text' | 'command'>, session_id: string): Payload {
  const { tool_input, tool_response } = callOf(tool, text, command)
  return {
    session_id,
    transcript_path: '',
    cwd: world.project,
    permission_mode: 'default',
    hook_event_name: 'PostToolUse',
    tool_name: tool,
    tool_input,
    tool_response,
    tool_use_id: session_id,
  }
}

function callOf(
  tool: string,
  text: string,
  command: string | undefined,
): Record<'tool_input' | 'tool_response', Payload> {
  if (tool === 'Bash')
    return { tool_input: { command: command ?? 'make' }, tool_response: { stdout: text, stderr: '' } }
  if (tool === 'Read') {
    const file_path = command ?? join(world.home, 'elsewhere/file.txt')
    return { tool_input: { file_path }, tool_response: { type: 'text', file: { filePath: file_path, content: text } } }
  }
  const tool_input =
    tool.startsWith('mcp__') && command !== undefined ? JSON.parse(command) : { url: 'https://a.example/' }
  return { tool_input, tool_response: { content: [{ type: 'text', text }] } }
}
