/** `reviewer check`: what the verdict on a call would be, without running or recording it. */

import { readFileSync } from 'node:fs'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import type { Review } from '../../model/review.ts'
import { openStore } from '../../record/store.ts'
import { BLANK } from '../../review/blank.ts'
import { reviewText } from '../../review.ts'
import { defineCommand, format } from '../command.ts'
import { reviewDetails, reviewSummary } from '../output/review.ts'
import { painter } from '../output/style.ts'
import { reviewParts } from '../parts.ts'

interface Options {
  readonly command?: string
  readonly tool?: string
  readonly input?: string
  readonly batch?: string
  readonly stateful?: boolean
  readonly explain?: boolean
  readonly format: 'text' | 'json' | 'jsonl'
}

const EXIT_STOPPED = 1
const EXIT_USAGE = 2

export default defineCommand({
  name: 'check',
  order: 20,
  summary: 'the verdict on a call, without running or recording it (exit 1: it would be stopped)',
  exits: { 0: 'each call would run as it is', 1: 'a call would be stopped, asked about or changed' },
  examples: ["reviewer check --command 'npm test'", 'reviewer check --batch payloads.jsonl --format jsonl'],
  register(command, context) {
    command
      .argument('[file]', 'a hook payload as JSON; - or nothing for standard input')
      .option('--command <text>', 'a shell command')
      .option('--tool <name>', 'a tool; with --input')
      .option('--input <json>', 'the input of the tool')
      .option('--batch <file>', 'one payload a line, one verdict a line; - for standard input')
      .option('--stateful', 'lines of one session form one history')
      .option('--explain', 'with all stages and numbers')
      .addOption(format('text', 'json', 'jsonl'))
      .option('--json', 'as JSON; with --batch a list')
      .action((file: string | undefined, given: Options & { readonly json?: true }) => {
        const options: Options = given.json ? { ...given, format: 'json' } : given
        const home = context.home()
        if (options.batch !== undefined) return runBatch(options.batch, home, options, given.json === true)
        const payload = payloadOf(file, options)
        if (payload === undefined) return
        if (payload.trim() === '')
          return usage('nothing to check: give --command TEXT, --tool NAME, a file, or a payload on standard input')
        const found = reviewText(payload, reviewParts(home))
        print(found, options)
      })
  },
})

function payloadOf(file: string | undefined, { command, tool, input }: Options): string | undefined {
  if (command !== undefined) return payload('Bash', { command })
  if (tool === undefined) return readInput(file ?? '-')
  try {
    return payload(tool, JSON.parse(input ?? '{}'))
  } catch {
    usage('--input is not JSON')
    return undefined
  }
}

/** A payload as the client would send it. */
function payload(tool_name: string, tool_input: unknown): string {
  return JSON.stringify({
    session_id: crypto.randomUUID(),
    transcript_path: '',
    cwd: process.cwd(),
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
    tool_use_id: 'check',
  })
}

function print(found: Review | undefined, { explain, format }: Options): void {
  if (!found) return
  if (format === 'text') {
    const paint = painter(process.stdout)
    process.stdout.write(explain ? reviewDetails(found, paint) : reviewSummary(found, paint))
  } else process.stdout.write(`${printableJson(found, format === 'json' ? 2 : 0)}\n`)
  if (isStopped(found)) process.exitCode = EXIT_STOPPED
}

/** A rewritten call does not run as it was given either. */
function isStopped({ decision }: Review): boolean {
  return decision !== 'allow' && decision !== 'warn'
}

/** One line out for each line in, in the same order; a bad line gives a fail-safe verdict line. Nothing is written to disk. */
function runBatch(file: string, home: string | undefined, { stateful }: Options, asList: boolean): void {
  const text = readInput(file)
  if (text === undefined) return
  const store = stateful === true ? openStore({ database: ':memory:' }) : undefined
  const parts = reviewParts(home, store)
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const out: string[] = []
  for (const line of lines) {
    const found = reviewText(line, parts)
    out.push(printableJson(found ?? BLANK))
    if (found && isStopped(found)) process.exitCode = EXIT_STOPPED
  }
  if (asList) process.stdout.write(`[${out.join(',\n')}]\n`)
  else if (out.length > 0) process.stdout.write(`${out.join('\n')}\n`)
  store?.close()
}

function readInput(file: string): string | undefined {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    const message = messageOf(error)
    usage(file.includes(' ') ? `${message}; a shell command is checked with --command` : message)
    return undefined
  }
}

function usage(message: string): void {
  process.stderr.write(`reviewer check: ${printable(message)}\n`)
  process.exitCode = EXIT_USAGE
}
