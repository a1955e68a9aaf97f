/** The rows of the corpus, and how the reviewer judges one of them in a world. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledPolicy, reviewParts } from '../../src/cli/parts.ts'
import { memo } from '../../src/common/memo.ts'
import type { Policy } from '../../src/config/policy.ts'
import type { Verdict } from '../../src/model/action.ts'
import type { Review } from '../../src/model/review.ts'
import { openStore } from '../../src/record/store.ts'
import type { Parts } from '../../src/review/parts.ts'
import { reviewText } from '../../src/review.ts'
import type { CorpusWorld } from './world.ts'

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A call, and what a developer who works with Claude Code all day wants to be answered. */
export interface Row {
  readonly command?: string
  /** For calls of other tools. `~/` and `./` at the start of a path are the home and the project. */
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  /** `stop`: modify, ask or block, where the policy leaves open which. */
  readonly expect: Verdict | 'stop'
  readonly kind: 'destructive' | 'evasive' | 'honest'
  readonly reason: string
  readonly context?: { readonly disposable?: boolean }
  /** Commands and other calls of the same session that have run before. */
  readonly before?: readonly (string | Call)[]
  /** What the person asked for. */
  readonly prompt?: string
  /** Untracked files that the project holds besides, when the row is judged. */
  readonly files?: Readonly<Record<string, string>>
}

export interface PlacedRow extends Row {
  /** `file:line` */
  readonly place: string
}

const directory = fileURLToPath(new URL('.', import.meta.url))

export function loadRows(): readonly PlacedRow[] {
  return readdirSync(directory)
    .filter(file => file.endsWith('.jsonl'))
    .flatMap(file => {
      const lines = readFileSync(join(directory, file), 'utf8').trimEnd().split('\n')
      return lines.map((line, index): PlacedRow => ({ ...JSON.parse(line), place: `test/corpus/${file}:${index + 1}` }))
    })
}

/** What the row calls, as one line. */
export function shown({ command, tool, input }: Row): string {
  return command === undefined ? `${tool} ${JSON.stringify(input)}` : JSON.stringify(command)
}

/** What is said: a warning that was given before in the session is none, and what could not be judged is no verdict. */
export function said({ decision, context, fail_safe }: Review): Verdict | 'failure' {
  if (fail_safe) return 'failure'
  return decision === 'warn' && context === undefined ? 'allow' : decision
}

export function fits({ expect }: Row, got: Verdict | 'failure'): boolean {
  return expect === 'stop' ? got === 'modify' || got === 'ask' || got === 'block' : got === expect
}

/** Judges rows as the hook would. What is remembered of earlier commands is kept in memory, a session for each row. */
export function judge(world: CorpusWorld): (row: PlacedRow) => Review {
  const env = { HOME: world.home, USER: 'dev', SHELL: '/bin/bash', PATH: '/usr/local/bin:/usr/bin:/bin' }
  const base = reviewParts(world.state)
  const locations = {
    ...base.locations,
    managed_config: '/etc/no-such-agent/reviewer.yaml',
    user_config: join(world.home, '.config/reviewer/config.yaml'),
    home: world.home,
  }
  const policyOf = memo((root: string): Policy => compiledPolicy(locations, root))
  const disposable = memo((root: string): Policy => {
    const policy = policyOf(root)
    return { ...policy, config: { ...policy.config, environment: { ...policy.config.environment, disposable: true } } }
  })
  return row => {
    const store = row.before !== undefined || row.prompt !== undefined ? openStore({ database: ':memory:' }) : undefined
    const parts: Parts = {
      ...base,
      env,
      locations,
      policy: row.context?.disposable ? disposable : policyOf,
      store: store ? () => store : 'none',
    }
    const tell = (event: Readonly<Record<string, unknown>>): Review => {
      const found = reviewText(JSON.stringify(event), parts)
      if (!found) throw new Error(`${row.place}: the event was not answered`)
      return found
    }
    const takeAway: (() => void)[] = []
    try {
      const events = eventsOf(row, world)
      for (const earlier of events.slice(0, -1)) tell(earlier)
      // What earlier commands made is there only after them.
      for (const [path, text] of Object.entries(row.files ?? {})) takeAway.push(world.put(path, text))
      return tell(events.at(-1) ?? {})
    } finally {
      for (const remove of takeAway) remove()
      store?.close()
    }
  }
}

/** What the client would send its hooks of a row, a session for each: what came before, and the call itself last. */
export function eventsOf(row: PlacedRow, world: CorpusWorld): readonly Readonly<Record<string, unknown>>[] {
  const common = { session_id: row.place, transcript_path: '', cwd: world.project, permission_mode: 'default' }
  const before = (row.before ?? []).flatMap((earlier, index) => {
    const call = {
      ...toolCall(typeof earlier === 'string' ? { command: earlier } : earlier, world),
      tool_use_id: `before-${index}`,
    }
    const tool_response = { stdout: '', stderr: '' }
    return [
      { ...common, hook_event_name: 'PreToolUse', ...call },
      { ...common, hook_event_name: 'PostToolUse', ...call, tool_response },
    ]
  })
  return [
    ...(row.prompt === undefined ? [] : [{ ...common, hook_event_name: 'UserPromptSubmit', prompt: row.prompt }]),
    ...before,
    { ...common, hook_event_name: 'PreToolUse', ...toolCall(row, world), tool_use_id: 'row' },
  ]
}

function toolCall({ command, tool, input }: Pick<Row, 'command' | 'tool' | 'input'>, world: CorpusWorld) {
  return command === undefined
    ? { tool_name: tool, tool_input: placed(input, world) }
    : { tool_name: 'Bash', tool_input: { command } }
}

function placed(input: Row['input'], { home, project }: CorpusWorld): Record<string, unknown> {
  const place = (value: unknown): unknown =>
    typeof value !== 'string'
      ? value
      : value.startsWith('~/')
        ? home + value.slice(1)
        : value === '.' || value.startsWith('./')
          ? project + value.slice(1)
          : value
  return Object.fromEntries(
    Object.entries(input ?? {}).map(([key, value]) => [key, /path|file/.test(key) ? place(value) : value]),
  )
}
