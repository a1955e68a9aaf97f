// In which order an executable needs its functions: what common events load then lies together in it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The most important first. */
const EVENTS = [
  {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test -- --run && git status --short' },
  },
  {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_response: { stdout: ' PASS  src/a.test.ts (3 tests) 12ms\n', stderr: '', interrupted: false },
  },
  {
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
  },
  { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'a.ts' } },
  { hook_event_name: 'UserPromptSubmit', prompt: 'Fix the failing test in src/a.ts, but do not push.' },
]

/** Runs an executable with each event, for as long as `use` takes with the files that tell of it. */
export function withOrder(executable, use) {
  const root = mkdtempSync(join(tmpdir(), 'reviewer-order-'))
  try {
    const [project, state, orders] = ['project', 'state', 'orders'].map(name => join(root, name))
    for (const directory of [project, state, orders]) mkdirSync(directory)
    writeFileSync(join(project, 'a.ts'), 'a\n')
    writeFileSync(
      join(state, 'install.json'),
      JSON.stringify({ user_config: join(root, 'user', 'config.yaml'), home: root }),
    )
    // The first run finds no compiled policy: no run of every day.
    for (const round of ['first', 'usual'])
      for (const [index, event] of EVENTS.entries()) {
        const order = join(orders, String(index))
        const input = JSON.stringify({
          session_id: 'order',
          transcript_path: '',
          cwd: project,
          permission_mode: 'default',
          tool_use_id: `${round}-${index}`,
          ...event,
        })
        const env = { PATH: process.env.PATH, HOME: root, ...(round === 'usual' && { BUN_BYTECODE_ORDER_OUT: order }) }
        const { status, stderr } = spawnSync(resolve(executable), ['hook', '--home', state], {
          cwd: project,
          env,
          input,
        })
        if (status !== 0) throw new Error(`the executable ended with ${status}: ${stderr}`)
      }
    const written = readdirSync(orders).map(name => join(orders, name))
    if (written.length < EVENTS.length || written.some(file => readFileSync(file).length === 0))
      throw new Error('the executable did not tell the order of its functions')
    return use(written)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
