/** The rows of the corpus, and how the reviewer judges one of them in a world. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledPolicy, reviewParts } from '../../src/cli/parts.ts'
import type { Policy } from '../../src/config/policy.ts'
import { memo } from '../../src/memo.ts'
import type { Review, Verdict } from '../../src/model.ts'
import { type Parts, reviewText } from '../../src/reviewer.ts'
import { openStore } from '../../src/store/store.ts'
import type { CorpusWorld } from './world.ts'

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
  /** Commands of the same session that have run before. */
  readonly before?: readonly string[]
  /** What the person asked for. */
  readonly prompt?: string
  /** Untracked files that the project holds besides. */
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

export function fits({ expect }: Row, verdict: Verdict): boolean {
  return expect === 'stop' ? verdict === 'modify' || verdict === 'ask' || verdict === 'block' : verdict === expect
}

/** Judges rows as the hook would. What is remembered of earlier commands is kept in memory, a session for each row. */
export function judge(world: CorpusWorld): (row: PlacedRow) => Review {
  const env = { HOME: world.home, USER: 'dev', SHELL: '/bin/bash', PATH: '/usr/local/bin:/usr/bin:/bin' }
  const base = reviewParts(world.state)
  const locations = { ...base.locations, user_config: join(world.home, '.config/reviewer/config.yaml'), home: world.home }
  const policyOf = memo((root: string): Policy => compiledPolicy(locations, root))
  const disposable = memo((root: string): Policy => {
    const policy = policyOf(root)
    return { ...policy, config: { ...policy.config, environment: { ...policy.config.environment, disposable: true } } }
  })
  return row => {
    const { before = [], prompt } = row
    const store = before.length > 0 || prompt !== undefined ? openStore({ database: ':memory:' }) : undefined
    const parts: Parts = {
      ...base,
      env,
      locations,
      policy: row.context?.disposable ? disposable : policyOf,
      store: store ? () => store : 'none',
    }
    const tell = (event: Readonly<Record<string, unknown>>): Review => {
      const common = { session_id: row.place, transcript_path: '', cwd: world.project, permission_mode: 'default' }
      const found = reviewText(JSON.stringify({ ...common, ...event }), parts)
      if (!found) throw new Error(`${row.place}: the event was not answered`)
      return found
    }
    const takeAway = Object.entries(row.files ?? {}).map(([path, text]) => world.put(path, text))
    try {
      if (prompt !== undefined) tell({ hook_event_name: 'UserPromptSubmit', prompt })
      for (const [index, command] of before.entries()) {
        const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `before-${index}` }
        tell({ hook_event_name: 'PreToolUse', ...call })
        tell({ hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: '', stderr: '' } })
      }
      const call = row.command === undefined ? [row.tool, placed(row.input, world)] : ['Bash', { command: row.command }]
      return tell({ hook_event_name: 'PreToolUse', tool_name: call[0], tool_input: call[1], tool_use_id: 'row' })
    } finally {
      for (const remove of takeAway) remove()
      store?.close()
    }
  }
}

function placed(input: Row['input'], { home, project }: CorpusWorld): Record<string, unknown> {
  const place = (value: unknown): unknown =>
    typeof value !== 'string'
      ? value
      : value.startsWith('~/')
        ? home + value.slice(1)
        : value.startsWith('./')
          ? project + value.slice(1)
          : value
  return Object.fromEntries(
    Object.entries(input ?? {}).map(([key, value]) => [key, /path|file/.test(key) ? place(value) : value]),
  )
}
