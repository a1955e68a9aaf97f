/**
 * Events of every kind and tool, odd in their parts or damaged in their bytes: each gets a valid answer, in time, and in little
 * memory. Texts of commands alone, and many more of them, are in test/soak/fuzz.test.ts.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReviewer } from '../../src/index.ts'
import { EVENTS, type Json } from '../../src/model/event.ts'
import { outputSchemaOf } from '../agents/claude-code/protocol/client-output.ts'
import { PAYLOADS } from '../agents/claude-code/protocol/fixtures.ts'
import { destructive, mutated } from '../generate.ts'
import { inputs, type Random, random, SOAK_SHARE } from '../random.ts'
import { makeWorld, type World } from '../world.ts'
import { atOnce, share } from './run.ts'

const IN_PROCESS = share(100_000)
const AS_PROCESSES = process.env.SOAK ? Math.ceil(2000 * SOAK_SHARE) : 60
const SEED = Number(process.env.SOAK_SEED ?? 1)
/** Milliseconds: no verdict on an event of this size comes near, so that one that does hangs. */
const HANGS = 10_000
/** Bytes that a hook may have resident at its highest. */
const MOST_MEMORY = 150 * 1024 * 1024

const commands = readdirSync('test/corpus')
  .filter(name => name.endsWith('.jsonl'))
  .flatMap(name => readFileSync(`test/corpus/${name}`, 'utf8').split('\n').filter(Boolean))
  .flatMap((line): string[] => JSON.parse(line).command ?? [])
const events = PAYLOADS.map(({ text }): Json => JSON.parse(text))
const tools = [
  ...new Set(events.flatMap(event => (typeof event.tool_name === 'string' ? [event.tool_name] : []))),
  ...['PowerShell', 'NotebookEdit', 'MultiEdit', 'mcp__files__write_file', 'mcp__', '__proto__', 'constructor'],
]
const KEYS = [...new Set(events.flatMap(event => [...Object.keys(event), ...Object.keys(Object(event.tool_input))]))]

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
/** Mostly small: few long ones find as much as many. */
const size = (r: Random, most: number): number => 1 + r.int(r.oneIn(20) ? most : 40)

const LEAVES: readonly ((r: Random, project: string) => unknown)[] = [
  r => mutated(r.oneIn(3) ? destructive(r) : r.pick(commands), r),
  r => r.pick(commands),
  r => r.pick(['', ' ', '\0', '\ud800', '\u202e\x1b[2J', '😀', '__proto__', 'toString', '-', '~', '~root', '*', '/']),
  r =>
    r.pick([
      '/dev/zero',
      '/dev/stdin',
      '/proc/self/mem',
      '/proc/self/fd/0',
      '//server/share',
      'C:\\',
      '..'.repeat(400),
    ]),
  (r, project) =>
    join(project, r.pick(['README.md', '.git/config', '.claude/settings.json', 'safety.config.yaml', 'no'])),
  r => r.pick(['$(', '`', '"', '(', '{a,', '<<E\n', '\\', 'x=(', 'a|', '[[ ']).repeat(size(r, 3000)),
  r => r.pick(['a', 'ab ', '\n', 'ü', '0 ', 'AKIA1234567890ABCDEF ', 'me@example.com ']).repeat(size(r, 10_000)),
  r => r.pick([null, true, 0, -1, 1e308, 2 ** 53, {}, [], deep(90), { a: deep(30) }, ['x'], { toString: 1 }]),
]

/** Puts something else in the place of some of its parts. */
function odd(value: unknown, r: Random, project: string, depth = 0): unknown {
  if (depth > 0 && r.oneIn(6)) return r.pick(LEAVES)(r, project)
  if (Array.isArray(value)) return value.map(each => odd(each, r, project, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const changed = Object.entries(value).flatMap(([key, each]) => {
    if (r.oneIn(30)) return []
    return [[r.oneIn(60) ? r.pick(KEYS) : key, odd(each, r, project, depth + 1)] as const]
  })
  return Object.fromEntries(changed)
}

/** An event by its structure: mostly one that is believed, so that what lies behind parsing is reached. */
function oddEvent(r: Random, { project }: Pick<World, 'project'>): Json {
  const event = r.pick(events)
  const kept = { session_id: `s${r.int(5)}`, cwd: project, hook_event_name: event.hook_event_name }
  const changed = odd(event, r, project) as Json
  const tool = r.oneIn(4) ? { tool_name: r.pick(tools) } : {}
  const kind = r.oneIn(8) ? { hook_event_name: r.pick(EVENTS) } : {}
  return r.oneIn(10) ? changed : { ...changed, ...kept, ...tool, ...kind }
}

/** Its text as bytes, some of which are changed, doubled, cut out or put in. */
function damaged(text: string, r: Random): Buffer {
  let bytes = Buffer.from(text)
  for (let edits = 1 + r.int(4); edits > 0; edits--) {
    const at = r.int(bytes.length + 1)
    const until = Math.min(bytes.length, at + r.int(r.oneIn(3) ? 200 : 3))
    const put = r.oneIn(3) ? Buffer.from([r.int(256)]) : r.oneIn(2) ? bytes.subarray(at, until) : Buffer.alloc(0)
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(r.oneIn(2) ? at : until)])
  }
  return bytes
}

function inputAt(at: number, world: Pick<World, 'project'>): Buffer {
  const r = random(SEED * 1_000_003 + at)
  const text = JSON.stringify(oddEvent(r, world))
  return r.oneIn(4) ? damaged(text, r) : Buffer.from(text)
}

const VERDICTS = ['allow', 'warn', 'modify', 'ask', 'block']

test(`${IN_PROCESS} events in one process (seed ${SEED})`, async () => {
  const world = makeWorld()
  const { HOME } = process.env
  process.env.HOME = world.home
  const failed: string[] = []
  try {
    let reviewer = createReviewer({ home: world.state })
    for (const at of inputs(IN_PROCESS, 2)) {
      // A memory of its own for some at a time: sessions go on, and do not grow without end.
      if (at % 500 === 499) {
        reviewer.close()
        reviewer = createReviewer({ home: world.state })
      }
      const text = inputAt(at, world).toString()
      const began = performance.now()
      const why = await reviewer.review(text).then(
        found => (found === undefined || VERDICTS.includes(found.decision) ? '' : `decision ${found.decision}`),
        error => `thrown: ${error}`,
      )
      const took = performance.now() - began
      if (why !== '' || took > HANGS) failed.push(`${at}: ${why || `${took} ms`}: ${text.slice(0, 500)}`)
    }
    reviewer.close()
  } finally {
    process.env.HOME = HOME
  }
  expect(failed).toEqual([])
})

interface Run {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly memory: number
}

/** Before the hook: says on descriptor 3 what the process had resident at its highest. What a child inherits does not count in it. */
const MEASURE = `const fs = require('fs'); const { reallyExit } = process; process.reallyExit = code => {
  fs.writeSync(3, /VmHWM:\\s*(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'latin1'))[1]); reallyExit.call(process, code) }`

function runMeasured(world: World, measure: string, input: Buffer): Promise<Run> {
  const argv = ['--require', measure, join(import.meta.dirname, '../../bin/reviewer.js'), 'hook', '--home', world.state]
  const child = spawn(process.execPath, argv, {
    cwd: world.project,
    env: world.env,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  })
  const texts = ['', '']
  for (const [at, fd] of [1, 3].entries())
    child.stdio[fd]?.on('data', chunk => {
      texts[at] += chunk
    })
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return new Promise(resolve =>
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout: texts[0] ?? '', memory: Number(texts[1]) * 1024 }),
    ),
  )
}

test(`${AS_PROCESSES} through the process (seed ${SEED})`, async context => {
  if (process.platform !== 'linux') return context.skip('resident memory is read where Linux says it')
  const world = makeWorld()
  const measure = join(world.root, 'measure.cjs')
  writeFileSync(measure, MEASURE)
  const failed: string[] = []
  let most = 0
  await atOnce(inputs(AS_PROCESSES, 1), 3, async at => {
    const input = inputAt(1_000_000 + at, world)
    const { code, signal, stdout, memory } = await runMeasured(world, measure, input)
    most = Math.max(most, memory)
    const fails = [
      (code === 0 || code === 2) && signal === null ? '' : `ended with ${code} ${signal}`,
      memory > 0 && memory <= MOST_MEMORY ? '' : `${memory} bytes resident`,
      isAnswer(stdout) ? '' : `said ${stdout.slice(0, 300)}`,
    ].filter(why => why !== '')
    if (fails.length > 0) failed.push(`${at}: ${fails.join('; ')}: ${input.toString().slice(0, 500)}`)
  })
  expect(failed).toEqual([])
  expect(world.cli(['audit', 'verify']).status).toBe(0)
  rmSync(measure)
  console.info(`at most ${Math.round(most / 1024 / 1024)} MB resident`)
})

/** Nothing, or one object on one line that the client takes as an answer to some event. */
function isAnswer(stdout: string): boolean {
  if (stdout === '') return true
  if (!/^\{.*\}\n$/.test(stdout)) return false
  const answer: Json = JSON.parse(stdout)
  const named = (answer.hookSpecificOutput as Json | undefined)?.hookEventName
  const possible = typeof named === 'string' ? [named] : EVENTS
  return possible.some(event => outputSchemaOf(event).safeParse(answer).success)
}
