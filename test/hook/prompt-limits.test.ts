/** Limits that a module of the user's own finds in prompts, through the hook: what is held by them, and what breaks. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})

/** A module with this function `prompt`, bound to prompts alone. */
function reading(body: string, more = 'timeout_ms: 20000'): void {
  const file = join(world.root, 'limits.mjs')
  writeFileSync(file, `export default { prompt(text, setting) { ${body} } }`)
  world.configure(`environment: { disposable: false }\nreviewers:\n  - { use: ${file}, prompts: true, ${more} }\n`)
}
const prompt = (text: string) =>
  world.hook({
    session_id: world.call('Bash', {}).session_id,
    transcript_path: '',
    cwd: world.project,
    permission_mode: 'default',
    hook_event_name: 'UserPromptSubmit',
    prompt: text,
    prompt_id: `p-${text.length}`,
  })
const write = (path: string) =>
  world.hook(world.call('Write', { file_path: join(world.project, path), content: 'const a = 1\n' }))

const FREE_WORDS = 'add the export, and let sleeping dogs lie in src/legacy.ts as far as I am concerned'
const HELD = `return [{ said: 'let sleeping dogs lie in src/legacy.ts', means: ['do not touch src/legacy.ts'] }]`

test('a limit in words that nothing else reads is held, and quoted as the person said it', () => {
  reading('return []')
  prompt(FREE_WORDS)
  expect(write('src/legacy.ts').decision).not.toBe('ask')

  reading(HELD)
  prompt(FREE_WORDS)
  const answer = write('src/legacy.ts')
  expect(answer.decision).toBe('ask')
  expect(answer.said).toContain('let sleeping dogs lie in src/legacy.ts')
  expect(write('src/other.ts').decision).not.toBe('ask')
})

test('the person sees it, and the record has who found it', () => {
  reading(HELD)
  prompt(FREE_WORDS)
  expect(world.cli(['session', 'constraints', 'last']).stdout).toContain('let sleeping dogs lie')
  expect(world.records().find(({ event }) => event === 'UserPromptSubmit')?.payload).toMatchObject({
    reviewed: [{ reviewer: 'limits.mjs', side: 'prompt', verdict: 'approved', reason: '' }],
  })
})

test.each([
  [
    'words that the prompt does not have',
    `return [{ said: 'keep out of src', means: ['do not touch src/legacy.ts'] }]`,
  ],
  ['an order of no form that is read', `return [{ said: 'let sleeping dogs lie', means: ['be careful with dogs'] }]`],
])('nothing is held by %s, and the record says so', (_, body) => {
  reading(body)
  prompt(FREE_WORDS)
  expect(write('src/legacy.ts').decision).not.toBe('ask')
  expect(world.records().find(({ event }) => event === 'UserPromptSubmit')?.payload).toMatchObject({
    reviewed: [{ verdict: 'approved', reason: expect.stringContaining('not held') }],
  })
})

test.each([
  ['throws', "throw new Error('no model there')", 'no model there'],
  ['never answers', 'return new Promise(() => setInterval(() => {}, 1000))', 'longer than 300 ms'],
  ['answers with text', "return 'no limits'", 'expected a list'],
  ['answers in another form', "return [{ quote: 'x' }]", 'expected a list'],
])('where it %s, the person is told, and what is read without it holds', (_, body, why) => {
  reading(body, why.startsWith('longer') ? 'timeout_ms: 300' : 'timeout_ms: 20000')
  const told = prompt('add the export, do not touch src/legacy.ts')
  expect(told.stdout).toContain('limits.mjs')
  expect(told.stdout).toContain(why)
  expect(write('src/legacy.ts').decision).toBe('ask')
})

test('it is bound to no tool, is not asked about a word, and says no limit twice', () => {
  reading(
    `if (!text.includes(' ')) throw new Error('asked'); return [{ said: text, means: ['do not touch src/legacy.ts'] }]`,
  )
  expect(world.hook(world.call('Bash', { command: 'ls' })).stdout).toBe('')
  expect(prompt('continue').stdout).not.toContain('failed')
  prompt('do not touch src/legacy.ts')
  expect(world.cli(['session', 'constraints', 'last']).stdout.match(/legacy/g)).toHaveLength(1)
})

test('an entry with tools is asked about both; a built-in reviewer about none', () => {
  const file = join(world.root, 'both.mjs')
  writeFileSync(
    file,
    `export default { input: () => false, prompt: () => [{ said: 'sleeping dogs', means: ['do not touch src/a.ts'] }] }`,
  )
  world.configure(
    `environment: { disposable: false }\nreviewers:\n  - { use: ${file}, tools: [Bash], prompts: true }\n`,
  )
  prompt('let sleeping dogs lie here')
  expect(world.hook(world.call('Bash', { command: 'ls' })).decision).toBe('deny')
  expect(write('src/a.ts').decision).toBe('ask')
  world.configure('reviewers:\n  - { use: secrets, prompts: true }\n')
  const { stdout, stderr } = world.cli(['config', 'validate'])
  expect(stdout + stderr).toContain('only a module can be asked about prompts')
})
