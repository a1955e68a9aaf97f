// Measures `reviewer replay` on 10,000 actions as sessions have them: of many sessions and of one, in a git project and in one that is gone.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ACTIONS = Number(process.argv[2] ?? 10_000)
const PROMPT_EVERY = 40
const SESSIONS = 25

/** What the model does next, by a fixed sequence of pseudo-random numbers. */
function* actions(project, seed) {
  let state = seed
  const random = n => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
  const file = () => `${project}/src/part${random(60)}/module${random(8)}.ts`
  const lines = n =>
    Array.from({ length: n }, (_, i) => `export const value${i} = compute(${random(1000)}, 'some text')`).join('\n')
  const bash = (command, stdout, error) => [
    'Bash',
    { command, description: 'a step' },
    { stdout, stderr: '', interrupted: false, isImage: false },
    error,
  ]
  const kinds = [
    () => {
      const path = file()
      return [
        'Read',
        { file_path: path },
        {
          type: 'text',
          file: { filePath: path, content: lines(60 + random(80)), numLines: 100, startLine: 1, totalLines: 100 },
        },
      ]
    },
    () => {
      const path = file()
      return [
        'Read',
        { file_path: path },
        {
          type: 'text',
          file: { filePath: path, content: lines(20 + random(40)), numLines: 40, startLine: 1, totalLines: 40 },
        },
      ]
    },
    () => {
      const path = file()
      return [
        'Edit',
        { file_path: path, old_string: lines(2), new_string: lines(3) },
        { filePath: path, oldString: 'a', newString: 'b', originalFile: lines(80), structuredPatch: [] },
      ]
    },
    () => {
      const path = file()
      return [
        'Edit',
        { file_path: path, old_string: lines(1), new_string: lines(6) },
        { filePath: path, oldString: 'a', newString: 'b', originalFile: lines(40), structuredPatch: [] },
      ]
    },
    () => {
      const path = `${project}/src/new${random(500)}.ts`
      return [
        'Write',
        { file_path: path, content: lines(40) },
        { type: 'create', filePath: path, content: lines(40), structuredPatch: [] },
      ]
    },
    () => [
      'Grep',
      { pattern: `value${random(90)}`, path: project },
      { mode: 'files_with_matches', filenames: Array.from({ length: 12 }, file), numFiles: 12 },
    ],
    () => bash(`grep -rn "value${random(90)}" src | head -20`, lines(20)),
    () =>
      bash(
        'npm test 2>&1 | tail -30',
        `> test\n\n Test Files  12 passed (12)\n      Tests  ${100 + random(50)} passed\n${lines(10)}`,
      ),
    () =>
      bash(
        `npx vitest run src/part${random(60)}`,
        '',
        `Exit code 1\nFAIL src/part.test.ts > case ${random(1000)}\nAssertionError: expected ${random(100)} to be ${random(100)}\n${lines(8)}`,
      ),
    () => bash('git status --short && git diff --stat', lines(8)),
    () => bash(`git add -A && git commit -qm "Change ${random(1000)}"`, ''),
    () => bash(`ls -la src/part${random(60)} && wc -l src/part${random(60)}/*.ts`, lines(15)),
    () =>
      bash(`cd ${project} && sed -n '${random(50)},${60 + random(50)}p' src/part${random(60)}/module1.ts`, lines(50)),
    () => bash(`rm -rf dist && npm run build`, lines(12)),
    () => bash(`node -e "console.log(require('./package.json').version)"`, '1.0.0'),
  ]
  for (;;) yield kinds[random(kinds.length)]()
}

function transcript(project, count, seed) {
  const out = []
  let uuid = 0
  let ts = Date.parse('2026-01-05T09:00:00Z') + seed * 3_600_000
  const nextTime = () => {
    ts += 4000
    return new Date(ts).toISOString()
  }
  const line = (type, content, more) =>
    out.push(
      JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        userType: 'external',
        cwd: project,
        sessionId: `bench-${seed}`,
        version: '2.1.329',
        gitBranch: 'main',
        type,
        message: { role: type, ...content },
        uuid: `${String(seed).padStart(8, '0')}-0000-4000-8000-${String(uuid++).padStart(12, '0')}`,
        timestamp: nextTime(),
        ...more,
      }),
    )
  const source = actions(project, seed)
  for (let i = 0; i < count; i++) {
    if (i % PROMPT_EVERY === 0) {
      if (i > 0) line('assistant', { id: `m${i}s`, content: [{ type: 'text', text: 'That part is changed.' }] })
      line(
        'user',
        { content: `Please go on with part ${i / PROMPT_EVERY}: change the modules and keep the tests running` },
        { promptId: `p${i}`, permissionMode: 'acceptEdits', entrypoint: 'cli' },
      )
    }
    const [name, input, result, error] = source.next().value
    line('assistant', {
      id: `m${i}`,
      usage: { input_tokens: 30, output_tokens: 60 },
      content: [{ type: 'tool_use', id: `t${i}`, name, input }],
    })
    const text = error ?? JSON.stringify(result).slice(0, 4000)
    line(
      'user',
      { content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: text, is_error: error !== undefined }] },
      { toolUseResult: error ? `Error: ${error}` : result },
    )
  }
  return `${out.join('\n')}\n`
}

const root = mkdtempSync(join(tmpdir(), 'reviewer-bench-replay-'))
try {
  const home = join(root, 'home')
  const project = join(home, 'project')
  for (let part = 0; part < 60; part++) {
    mkdirSync(join(project, `src/part${part}`), { recursive: true })
    for (let module = 0; module < 8; module++)
      writeFileSync(join(project, `src/part${part}/module${module}.ts`), 'export {}\n')
  }
  writeFileSync(join(project, 'package.json'), '{"name":"bench","scripts":{"test":"vitest run","build":"tsc"}}')
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.com', ...args], { cwd: project })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'start')
  for (const [name, where, sessions] of [
    [`of ${SESSIONS} sessions in a git project`, project, SESSIONS],
    [`of ${SESSIONS} sessions in a project that is gone`, join(home, 'gone'), SESSIONS],
    ['of one session in a git project', project, 1],
  ]) {
    const transcripts = join(root, 'transcripts')
    rmSync(transcripts, { recursive: true, force: true })
    mkdirSync(transcripts)
    for (let seed = 1; seed <= sessions; seed++)
      writeFileSync(join(transcripts, `bench-${seed}.jsonl`), transcript(where, ACTIONS / sessions, seed))
    // CPU_PROF=DIR keeps profiles there.
    const profiling = process.env.CPU_PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.CPU_PROF}`] : []
    const command = [...profiling, resolve('bin/reviewer.js'), 'replay', transcripts, '--home', join(root, 'state')]
    const env = { PATH: process.env.PATH, HOME: home }
    const began = performance.now()
    const run = spawnSync(process.execPath, command, { env, encoding: 'utf8', maxBuffer: 1 << 26 })
    const seconds = (performance.now() - began) / 1000
    const [, first = run.stderr] = run.stdout.split('\n')
    process.stdout.write(`${ACTIONS} actions ${name}: ${seconds.toFixed(1)} s (${first})\n`)
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
