/** `reviewer status`: one line that says whether the reviewer guards and what it did; for shell prompts and the client's status line too. */

import { existsSync } from 'node:fs'
import { readStdin } from '../../agents/stdin.ts'
import { printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { StoreError } from '../../record/error.ts'
import { readRecord } from '../../record/keys/record.ts'
import { allStopped } from '../../record/latch.ts'
import { type CommandContext, defineCommand, option } from '../command.ts'
import { doctorInputs } from '../doctor/inputs.ts'
import type { DoctorInputs } from '../doctor/model.ts'
import { promptWords, sessionWords, statusLine } from '../output/status.ts'
import { painter } from '../output/style.ts'
import { fail } from '../record.ts'
import { type NamedSession, SESSION_ID, sessionNamed } from '../session-id.ts'
import { collectState, collectStatus } from '../status/collect.ts'

interface Options {
  readonly session?: string
  readonly json?: true
  readonly prompt?: true
  readonly statusline?: true
}

/** What the client writes to the standard input of its status line, as far as it is used. */
interface ClientStatus {
  readonly session_id?: unknown
  readonly cwd?: unknown
  readonly workspace?: { readonly project_dir?: unknown }
  readonly cost?: { readonly total_api_duration_ms?: unknown }
}

export default defineCommand({
  name: 'status',
  order: 5,
  summary: 'one line: whether it guards, what was stopped, what can be restored (exit 1: it does not guard)',
  exits: { 0: 'it guards, or --prompt or --statusline was given', 1: 'it does not guard, or there is no such session' },
  examples: ['reviewer status', 'reviewer status --session last --json', 'reviewer status --prompt'],
  register(command, context) {
    command
      .option('--session <id>', `of this session instead of today: ${SESSION_ID}`)
      .option('--json', 'as JSON')
      .addOption(
        option('--prompt', 'a word or two for the prompt of a shell; always exit code 0').conflicts([
          'json',
          'session',
          'statusline',
        ]),
      )
      .addOption(
        option(
          '--statusline',
          "for the client's status line: reads its JSON from standard input; always exit code 0",
        ).conflicts(['json', 'session']),
      )
      .action((options: Options) => {
        if (options.prompt) return quietly(() => promptWords(collectState(inputs(context, process.cwd(), true))))
        if (options.statusline) return quietly(() => clientLine(context))
        show(inputs(context, process.cwd(), false), options)
      })
  },
})

/** Where a person names the state, that one; else the one that the registered hook uses. */
function inputs({ home, locations }: CommandContext, cwd: string, quick: boolean): DoctorInputs {
  const around = doctorInputs(home(), cwd, quick)
  return home() === undefined ? around : { ...around, locations: locations() }
}

function show(around: DoctorInputs, { session, json }: Options): void {
  const named = session === undefined ? undefined : find(session, around.locations)
  if (named && 'why' in named) {
    fail(printable(named.why), 1)
    return
  }
  const status = collectStatus(around, named?.id ?? null)
  process.stdout.write(json ? `${printableJson(status, 2)}\n` : statusLine(status, painter(process.stdout)))
  if (status.guard.state !== 'guarded') process.exitCode = 1
}

function find(name: string, { database, state }: Locations): NamedSession {
  const standing = allStopped(state).map(({ session_id }) => session_id)
  try {
    const store = existsSync(database) ? readRecord(database) : undefined
    try {
      return sessionNamed(store, name, standing)
    } finally {
      store?.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { why: `${error.message}\n${error.remedy}` }
  }
}

/** What is drawn beside somebody's work must not break it, and must not claim what it does not know. */
function quietly(words: () => string): void {
  let text: string
  try {
    text = words()
  } catch {
    text = 'guard unknown: reviewer doctor'
  }
  process.stdout.write(`${text}\n`)
}

function clientLine(context: CommandContext): string {
  const said: ClientStatus = process.stdin.isTTY ? {} : (JSON.parse(readStdin()) ?? {})
  const directory = [said.workspace?.project_dir, said.cwd].find(each => typeof each === 'string' && each !== '')
  const around = inputs(context, typeof directory === 'string' ? directory : process.cwd(), true)
  const session = typeof said.session_id === 'string' && said.session_id !== '' ? said.session_id : null
  const status = collectStatus(around, session)
  // Until the model was asked for the first time, the record need not know the session.
  const hasBegun = Number(said.cost?.total_api_duration_ms ?? 0) > 0
  return sessionWords({ ...status, seen: status.seen || !hasBegun })
}
