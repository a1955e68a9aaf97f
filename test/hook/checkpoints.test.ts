/** What an action destroys is saved before it runs, and the person brings it back: the real hook and command line. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asPerson, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'

const rows = (world: World) => JSON.parse(world.cli(['checkpoint', 'list', '--all', '--format', 'json']).stdout)
const stored = (world: World) =>
  existsSync(join(world.state, 'checkpoints'))
    ? readdirSync(join(world.state, 'checkpoints', 'session')).filter(name => !name.startsWith('.'))
    : []

/** Asks the hook, then runs the command as the client would. */
function run(world: World, command: string) {
  const answer = world.hook(world.call('Bash', { command }))
  spawnSync('/bin/bash', ['-c', command], { cwd: world.project, env: { ...world.env } })
  return answer
}

const withPython = test.skipIf(!hasPython)
/** As a person does: at a terminal, with the code that is shown there. */
const restore = (world: World, id = 'last') => asPerson(world, ['checkpoint', 'restore', id])

withPython.each([
  ['rm notes/ideas.md', ''],
  ['rm -rf notes', ''],
  ['git clean -fdq', 'ask'],
  ['mv README.md notes/ideas.md', ''],
  ['echo x > notes/ideas.md', ''],
  ["sed -i 's/mine/yours/' notes/ideas.md", ''],
  [': > notes/ideas.md', ''],
  ['python3 -c "import os; os.remove(\'notes/ideas.md\')"', ''],
])('%s', (command, decision) => {
  const world = makeWorld()
  const file = world.put('notes/ideas.md', 'mine\n')
  const answer = run(world, command)
  expect(answer.decision).toBe(decision)
  expect(existsSync(file) && readFileSync(file, 'utf8') === 'mine\n').toBe(false)
  const restored = restore(world)
  expect(restored.code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('mine\n')
})

withPython('a file of the user that a tool writes over', () => {
  const world = makeWorld()
  const file = world.put('src/app.ts', 'work in progress\n')
  world.hook(world.call('Write', { file_path: file, content: 'new\n' }))
  writeFileSync(file, 'new\n')
  const diff = world.cli(['checkpoint', 'diff', 'last']).stdout
  expect(diff).toContain('-new\n+work in progress\n')
  restore(world)
  expect(readFileSync(file, 'utf8')).toBe('work in progress\n')
  // What the restore wrote over was saved too.
  expect(rows(world)).toHaveLength(2)
  restore(world)
  expect(readFileSync(file, 'utf8')).toBe('new\n')
})

test('a deletion that is covered is warned about once, says where to find it, and names it on record', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  world.put('notes/more.md')
  const first = world.hook(world.call('Bash', { command: 'rm notes/ideas.md' }))
  expect(first.decision).toBe('')
  expect(first.said).toContain('reviewer checkpoint restore')
  const again = world.hook(world.call('Bash', { command: 'rm notes/ideas.md' }))
  expect(again.said).toBe('')
  const [row] = rows(world)
  expect(row).toMatchObject({ tool: 'Bash', action: 'rm notes/ideas.md', files: 1, session_id: 'session' })
  expect(world.records()[0]?.payload).toMatchObject({ checkpoint: row.id })
})

test('where nothing is destroyed, nothing is saved', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  world.put('dist/app.js')
  for (const command of [
    'ls',
    'cat notes/ideas.md',
    'rm -rf dist',
    'rm src/app.ts',
    'mkdir x',
    'echo x > new.txt',
    'rm nowhere',
  ])
    world.hook(world.call('Bash', { command }))
  world.hook(world.call('Write', { file_path: join(world.project, 'fresh.ts'), content: 'x' }))
  world.hook(
    world.call('Edit', { file_path: join(world.project, 'src/app.ts'), old_string: 'export', new_string: 'import' }),
  )
  expect(existsSync(join(world.state, 'checkpoints'))).toBe(false)
})

test('what is blocked, and what nobody can confirm, is not saved', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  expect(world.hook(world.call('Bash', { command: 'rm -rf .' })).decision).toBe('deny')
  world.hook(world.call('Bash', { command: 'git clean -fd' }), { CLAUDE_CODE_SESSION_ATTENDED: '0' })
  expect(existsSync(join(world.state, 'checkpoints'))).toBe(false)
})

test('what is destroyed for good is asked about and not kept', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  expect(world.hook(world.call('Bash', { command: 'shred -u notes/ideas.md' })).decision).toBe('ask')
  expect(existsSync(join(world.state, 'checkpoints'))).toBe(false)
})

test('beyond the bounds it is asked, and said why', () => {
  const world = makeWorld()
  world.configure('environment:\n  disposable: false\ncheckpoints:\n  max_file_mb: 1\n  max_session_mb: 2\n')
  world.put('notes/large.bin', Buffer.alloc(1_200_000))
  const large = world.hook(world.call('Bash', { command: 'rm notes/large.bin' }))
  expect(large.decision).toBe('ask')
  expect(large.said).toContain('larger than 1 MB')
  for (const name of ['a', 'b', 'c']) world.put(`notes/${name}.bin`, Buffer.alloc(900_000))
  for (const name of ['a', 'b']) expect(run(world, `rm notes/${name}.bin`).decision).toBe('')
  const full = world.hook(world.call('Bash', { command: 'rm notes/c.bin' }))
  expect(full.decision).toBe('ask')
  expect(full.said).toContain('no room left')
})

test('what the session made is given up first', () => {
  const world = makeWorld()
  world.configure('environment:\n  disposable: false\ncheckpoints:\n  max_session_mb: 2\n')
  const made = join(world.project, 'made.txt')
  for (const round of [1, 2]) {
    const call = world.call('Write', { file_path: made, content: 'x' })
    world.hook(call)
    writeFileSync(made, Buffer.alloc(900_000, 'm'))
    world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response: {} })
    expect(stored(world)).toHaveLength(round - 1)
  }
  world.put('notes/a.bin', Buffer.alloc(900_000))
  world.put('notes/b.bin', Buffer.alloc(900_000))
  expect(run(world, 'rm notes/a.bin').decision).toBe('')
  expect(run(world, 'rm notes/b.bin').decision).toBe('')
  expect(stored(world).every(name => name.endsWith('.u'))).toBe(true)
  expect(stored(world)).toHaveLength(2)
})

test('switched off, everything is as without checkpoints', () => {
  const world = makeWorld()
  world.configure('environment:\n  disposable: false\ncheckpoints:\n  enabled: false\n')
  world.put('notes/ideas.md')
  expect(world.hook(world.call('Bash', { command: 'rm notes/ideas.md' })).decision).toBe('ask')
  expect(existsSync(join(world.state, 'checkpoints'))).toBe(false)
})

test('what cannot be saved after all is judged as lost', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  // No directory can be made where a file stands.
  writeFileSync(join(world.state, 'checkpoints'), '')
  const answer = world.hook(world.call('Bash', { command: 'rm notes/ideas.md' }))
  expect(answer.decision).toBe('ask')
  expect(answer.said).toContain('No checkpoint can save it')
})

withPython('outside the project: ordered and saved passes, else it is asked', () => {
  const world = makeWorld()
  const list = join(world.home, 'lists', 'todo.txt')
  mkdirSync(join(world.home, 'lists'))
  writeFileSync(list, 'buy milk\n')
  expect(world.hook(world.call('Bash', { command: `rm ${list}` })).decision).toBe('ask')
  const prompt = { prompt: `Please delete ${list}`, hook_event_name: 'UserPromptSubmit' }
  world.hook({ session_id: 'session', transcript_path: '', cwd: world.project, permission_mode: 'default', ...prompt })
  const answer = run(world, `rm ${list}`)
  expect(answer.decision).toBe('')
  restore(world)
  expect(readFileSync(list, 'utf8')).toBe('buy milk\n')
})

withPython('a database file comes back with what belongs to it', () => {
  const world = makeWorld()
  const db = world.put('app.db', 'a database')
  world.put('app.db-wal', 'its log')
  const answer = world.hook(world.call('Bash', { command: 'sqlite3 app.db "DROP TABLE users"' }))
  expect(answer.decision).toBe('')
  rmSync(db)
  rmSync(`${db}-wal`)
  restore(world)
  expect(readFileSync(`${db}-wal`, 'utf8')).toBe('its log')
})

withPython('reset --hard: the changes and the commit come back', () => {
  const world = makeWorld()
  const file = world.put('src/app.ts', 'second\n')
  world.git('commit', '-qam', 'second')
  const second = world.git('rev-parse', 'HEAD')
  world.put('src/app.ts', 'not committed\n')
  const command = 'git reset --hard HEAD~1'
  expect(world.hook(world.call('Bash', { command })).decision).toBe('ask')
  world.git('reset', '-q', '--hard', 'HEAD~1')
  expect(restore(world).screen).toContain('refs/heads/main')
  expect(readFileSync(file, 'utf8')).toBe('not committed\n')
  expect(world.git('rev-parse', 'HEAD')).toBe(second)
})

withPython('a stash that is cleared and a branch that is deleted come back', () => {
  const world = makeWorld()
  world.git('branch', 'topic')
  world.git('checkout', '-q', 'topic')
  world.git('commit', '-qm', 'only here', '--allow-empty')
  world.git('checkout', '-q', 'main')
  world.put('src/app.ts', 'stashed\n')
  world.git('stash')
  const before = world.git('rev-parse', 'topic', 'stash')
  expect(world.hook(world.call('Bash', { command: 'git stash clear && git branch -D topic' })).decision).toBe('ask')
  world.git('stash', 'clear')
  world.git('branch', '-D', 'topic')
  restore(world)
  expect(world.git('rev-parse', 'topic', 'stash')).toBe(before)
})

withPython('a large file that was not deleted after all is parted from its copy', () => {
  const world = makeWorld()
  const file = world.put('notes/big.csv', Buffer.alloc(200_000, 'a'))
  const call = world.call('Bash', { command: 'rm notes/big.csv' })
  world.hook(call)
  expect(statSync(file).nlink).toBe(2)
  world.hook({ ...call, hook_event_name: 'PostToolUseFailure', error: 'Operation not permitted' })
  expect(statSync(file).nlink).toBe(1)
  writeFileSync(file, 'changed')
  restore(world)
  expect(readFileSync(file).equals(Buffer.alloc(200_000, 'a'))).toBe(true)
})

test('Claude may look, but not restore', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  run(world, 'rm notes/ideas.md')
  expect(world.cli(['checkpoint', 'list'], '', { CLAUDECODE: '1' }).stdout).toContain('rm notes/ideas.md')
  const refused = world.cli(['checkpoint', 'restore', 'last'], '', { CLAUDECODE: '1' })
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('inside Claude Code')
  expect(existsSync(join(world.project, 'notes/ideas.md'))).toBe(false)
})

test('check predicts and saves nothing', () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  const run = world.cli(['check', '--command', 'rm notes/ideas.md', '--format', 'json'])
  const review = JSON.parse(run.stdout)
  expect(review.decision).toBe('warn')
  expect(review.side_effects.effects[0].mitigation).toContain('a checkpoint saves it first')
  expect(existsSync(join(world.state, 'checkpoints'))).toBe(false)
})

withPython('names that are no text come back', () => {
  const world = makeWorld()
  mkdirSync(join(world.project, 'notes'))
  execFileSync('/bin/bash', ['-c', "printf hello > $'notes/\\xff\\xfe name\\n'"], { cwd: world.project })
  const before = readdirSync(join(world.project, 'notes'), { encoding: 'hex' })
  run(world, 'rm -rf notes')
  expect(existsSync(join(world.project, 'notes'))).toBe(false)
  restore(world)
  expect(readdirSync(join(world.project, 'notes'), { encoding: 'hex' })).toEqual(before)
})

withPython('what is no repository is saved as well', () => {
  const world = makeWorld()
  rmSync(join(world.project, '.git'), { recursive: true })
  const file = world.put('thesis.tex', 'text\n')
  run(world, 'rm thesis.tex')
  restore(world)
  expect(readFileSync(file, 'utf8')).toBe('text\n')
})

withPython('checkpoints that are old go, and equal contents are kept once', async () => {
  const world = makeWorld()
  const content = Buffer.alloc(50_000, 'same')
  for (const name of ['a', 'b']) {
    world.put(`notes/${name}`, content)
    run(world, `rm notes/${name}`)
  }
  const { tidyStore } = await import('../../src/record/checkpoints/tidy.ts')
  expect(tidyStore(world.state, 7, Date.now() + 3_600_000)).toEqual({ removed: 0, shared: content.length })
  restore(world, rows(world)[0].id)
  expect(readFileSync(join(world.project, 'notes/a')).equals(content)).toBe(true)
  expect(tidyStore(world.state, 7, Date.now() + 8 * 86_400_000).removed).toBe(2)
  expect(readdirSync(join(world.state, 'checkpoints', '.objects'))).toEqual([])
})

test('the end of a session starts the job that tidies, and waits for nothing', async () => {
  const world = makeWorld()
  world.put('notes/ideas.md')
  run(world, 'rm notes/ideas.md')
  const [name = ''] = stored(world)
  const session = join(world.state, 'checkpoints', 'session')
  const [, , ...rest] = name.split('.')
  // As old as a checkpoint is that nobody needs any more.
  const manifest = JSON.parse(readFileSync(join(session, name, 'manifest.json'), 'utf8'))
  writeFileSync(join(session, name, 'manifest.json'), JSON.stringify({ ...manifest, ts: 0 }))
  renameSync(join(session, name), join(session, `0-0.1.${rest.at(-1)}`))
  const end = {
    session_id: 'session',
    transcript_path: '',
    cwd: world.project,
    hook_event_name: 'SessionEnd',
    reason: 'other',
  }
  expect(world.hook(end).code).toBe(0)
  await expect.poll(() => existsSync(session), { timeout: 10_000 }).toBe(false)
})

// To start Node takes a third of the second of the processor that a hook has: whether the rest is enough depends on the machine.
const onExecutable = process.env.REVIEWER_RUNTIME === 'node' ? test.skip : withPython

onExecutable('what git does not know comes back from behind more files than are looked at', { timeout: 60_000 }, () => {
  const world = makeWorld()
  for (let at = 0; at < 5100; at++) world.put(`many/f${at}.ts`, `${at}\n`)
  world.git('add', '-A')
  world.git('commit', '-qm', 'many')
  const notes = world.put('many/deep/er/notes.md', 'mine\n')
  run(world, 'rm -rf many')
  expect(existsSync(notes)).toBe(false)
  expect(restore(world).code).toBe(0)
  expect(readFileSync(notes, 'utf8')).toBe('mine\n')
})
