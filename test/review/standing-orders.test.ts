/** Standing orders of a project become limits of a session, change with their file, and are the person's to drop and to set aside. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compiledPolicy, reviewParts } from '../../src/cli/parts.ts'
import { humanEntry } from '../../src/cli/person/human.ts'
import { constraintsOf } from '../../src/cli/story.ts'
import type { Store } from '../../src/model/record.ts'
import type { Review } from '../../src/model/review.ts'
import { openStore } from '../../src/record/store.ts'
import { reviewText } from '../../src/review.ts'

let root = ''
let project = ''
let home = ''
let store: Store
let at = 1_767_603_600_000

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-standing-')))
  home = join(root, 'home')
  project = join(home, 'work', 'shop')
  put('work/shop/src/index.ts', 'export {}\n')
  put('work/shop/.git/HEAD', 'ref: refs/heads/topic\n')
  store = openStore({ database: ':memory:' })
})
afterEach(() => {
  store.close()
  rmSync(root, { recursive: true, force: true })
})

function put(name: string, text: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), text)
}

let prompts = 0
function send(event: string, more: Readonly<Record<string, unknown>>): Review | undefined {
  at += 1000
  const state = join(root, 'state')
  const locations = {
    state,
    database: join(state, 'reviewer.db'),
    user_config: join(root, 'config.yaml'),
    managed_config: '/etc/no-such-agent/reviewer.yaml',
    home,
  }
  const payload = {
    session_id: 's1',
    transcript_path: '',
    cwd: project,
    permission_mode: 'default',
    prompt_id: `p${prompts}`,
    hook_event_name: event,
    ...more,
  }
  return reviewText(JSON.stringify(payload), {
    ...reviewParts(state, store),
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    locations,
    policy: () => compiledPolicy(locations, project),
    now: () => at,
    elapsed: () => 0,
  })
}

const starts = (source = 'startup') => send('SessionStart', { source })
function says(prompt: string) {
  prompts += 1
  return send('UserPromptSubmit', { prompt })
}
let calls = 0
function runs(command: string): boolean {
  calls += 1
  const review = send('PreToolUse', { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_${calls}` })
  return review?.findings.some(({ id }) => id === 'pattern.standing_order_ignored') === true
}
const limits = () => constraintsOf('s1', store).map(({ text }) => text)

it('reads the project, the directories above it, the rules, the imports and the own ones of the user', () => {
  put('work/shop/CLAUDE.md', '# Shop\n\nNever push to main.\n\n@docs/git.md\n')
  put('work/shop/docs/git.md', '- Never force-push.\n')
  put('work/CLAUDE.md', 'Use pnpm, not npm.\n')
  put('work/shop/.claude/rules/release.md', 'Do not edit `src/legacy/`.\n')
  put('work/shop/.claude/rules/go.md', '---\npaths: ["**/*.go"]\n---\nDo not edit `src/index.ts`.\n')
  put('.claude/CLAUDE.md', '- No `--no-verify`\n')
  starts()
  expect(limits().toSorted()).toEqual([
    'Do not edit `src/legacy/`',
    'Never force-push',
    'Never push to main',
    'No `--no-verify`',
    'Use pnpm, not npm',
  ])
  says('Add zod.')
  expect(runs('npm install zod')).toBe(true)
  expect(runs('pnpm add zod')).toBe(false)
})

it('repeats them to subagents and after the context was summed up', () => {
  put('work/shop/CLAUDE.md', 'Never push to main.\n')
  starts()
  expect(send('SubagentStart', { agent_id: 'a1', agent_type: 'worker' })?.context).toContain('Never push to main')
  expect(starts('compact')?.context).toContain('Never push to main')
})

it('follows a change that a person makes in the file', () => {
  put('work/shop/CLAUDE.md', 'Never push to main.\n')
  starts()
  says('Go on.')
  put('work/shop/CLAUDE.md', 'Use pnpm, not npm.\n')
  says('Go on.')
  expect(limits()).toEqual(['Use pnpm, not npm'])
})

it('lifts nothing where the session itself changed the file', () => {
  put('work/shop/CLAUDE.md', 'Use pnpm, not npm.\n')
  starts()
  says('Note in CLAUDE.md how to build.')
  const call = { tool_name: 'Write', tool_input: { file_path: join(project, 'CLAUDE.md'), content: 'make build\n' } }
  send('PreToolUse', { ...call, tool_use_id: 'toolu_w' })
  put('work/shop/CLAUDE.md', 'make build\n')
  send('PostToolUse', { ...call, tool_use_id: 'toolu_w', tool_response: { filePath: join(project, 'CLAUDE.md') } })
  says('Now add zod.')
  expect(limits()).toEqual(['Use pnpm, not npm'])
  expect(runs('npm install zod')).toBe(true)
})

it('gives way to a request for exactly that, until the next prompt', () => {
  put('work/shop/CLAUDE.md', 'Use pnpm, not npm.\n')
  starts()
  says('Install zod, use npm for it.')
  expect(runs('npm install zod')).toBe(false)
  says('Now add yup.')
  expect(runs('npm install yup')).toBe(true)
})

it('leaves a limit dropped that the person dropped', () => {
  put('work/shop/CLAUDE.md', 'Use pnpm, not npm.\n')
  starts()
  const [order] = constraintsOf('s1', store)
  expect(order?.source).toBe(join(project, 'CLAUDE.md'))
  const entry = humanEntry('dropped', { ok: true }, { session: 's1' })
  store.record({ ...entry, facts: [{ kind: 'constraint', key: order?.id ?? '', value: '' }] })
  put('work/shop/CLAUDE.md', 'Use pnpm, not npm.\nNever push to main.\n')
  says('Go on.')
  expect(limits()).toEqual(['Never push to main'])
})

it('asks once: what the person let run is not asked about again', () => {
  put('work/shop/CLAUDE.md', 'Use pnpm, not npm.\n')
  starts()
  says('Add zod.')
  expect(runs('npm install zod')).toBe(true)
  const call = { tool_name: 'Bash', tool_input: { command: 'npm install zod' }, tool_use_id: `toolu_${calls}` }
  send('PostToolUse', { ...call, tool_response: { stdout: '', stderr: '' } })
  says('Add yup as well.')
  expect(runs('npm install yup')).toBe(false)
})

it('takes the orders of a directory within the project, which hold below it', () => {
  put('work/shop/packages/api/CLAUDE.md', '`src/gen` is made by a tool. Never edit anything in it.\n')
  put('work/shop/packages/api/src/gen/client.ts', 'export {}\n')
  starts()
  says('Make the client retry.')
  expect(edits('packages/api/src/gen/client.ts')).toBe(false)
  reads('packages/api/src/gen/client.ts', 'export {}\n')
  expect(edits('packages/api/src/gen/client.ts')).toBe(true)
  expect(edits('packages/web/src/gen/client.ts')).toBe(false)
  expect(edits('src/gen/client.ts')).toBe(false)
})

it('takes the orders of a file for agents that is read, in whatever language', () => {
  put('work/shop/packages/altlogin/src/cookie.ts', 'export {}\n')
  starts()
  says('Der Login verliert die Sitzung. Bitte beheben.')
  expect(edits('packages/altlogin/src/cookie.ts')).toBe(false)
  reads('AGENTS.md', '- `packages/altlogin` ist bis Januar eingefroren. Änderungen gehören in `packages/bruecke`.\n')
  expect(edits('packages/altlogin/src/cookie.ts')).toBe(true)
  expect(edits('packages/bruecke/src/cookie.ts')).toBe(false)
})

function reads(path: string, content: string): void {
  calls += 1
  const file_path = join(project, path)
  const file = { filePath: file_path, content, numLines: 1, startLine: 1, totalLines: 1 }
  const call = { tool_name: 'Read', tool_input: { file_path }, tool_use_id: `toolu_${calls}` }
  send('PreToolUse', call)
  send('PostToolUse', { ...call, tool_response: { type: 'text', file } })
}

function edits(path: string): boolean {
  calls += 1
  const tool_input = { file_path: join(project, path), content: 'export const a = 1\n' }
  const review = send('PreToolUse', { tool_name: 'Write', tool_input, tool_use_id: `toolu_${calls}` })
  return review?.findings.some(({ id }) => id === 'pattern.standing_order_ignored') === true
}
