// What the review of outputs adds to the hook: the whole process after a call, with the built-in reviewers and with them taken away,
// run in turn; medians of the differences, pair by pair. A bare `node -e 0`, run in turn with them, says how fast the machine is.
// Usage: npm run bench:outputs [-- --pairs 40]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { LENGTH, log, logWithSecret, prose, proseWithOrder, SHORT_RUN, source } from './results.mjs'

const at = process.argv.indexOf('--pairs')
const pairs = at < 0 ? 40 : Number(process.argv[at + 1])
const reviewer = resolve('dist/reviewer')
const env = { PATH: process.env.PATH, HOME: process.env.HOME }
const root = mkdtempSync(join(tmpdir(), 'reviewer-bench-'))
const project = join(root, 'home', 'app')
mkdirSync(project, { recursive: true })

const CASES = [
  ['a short test run, Bash', 'Bash', SHORT_RUN],
  ['a log, Bash', 'Bash', log],
  ['prose, Bash', 'Bash', prose],
  ['source, Read', 'Read', source],
  ['prose, WebFetch', 'WebFetch', prose],
  ['a log with a secret, Bash', 'Bash', logWithSecret],
  ['prose with an order, WebFetch', 'WebFetch', proseWithOrder],
]

const RESPONSES = {
  Bash: text => ({ stdout: text, stderr: '', interrupted: false, isImage: false }),
  Read: text => ({
    type: 'text',
    file: { filePath: join(project, 'a.ts'), content: text, numLines: 1, startLine: 1, totalLines: 1 },
  }),
  WebFetch: text => ({
    bytes: 1,
    code: 200,
    codeText: 'OK',
    result: text,
    durationMs: 1,
    url: 'https://docs.example/',
  }),
}
const INPUTS = {
  Bash: { command: 'cat build.log' },
  Read: { file_path: join(project, 'a.ts') },
  WebFetch: { url: 'https://docs.example/', prompt: 'what is it?' },
}

/** A hook with a state and a configuration of its own. */
function hookOf(name, config) {
  const home = join(root, name)
  mkdirSync(home, { recursive: true })
  const user_config = join(root, `${name}.yaml`)
  writeFileSync(user_config, config)
  writeFileSync(join(home, 'install.json'), JSON.stringify({ user_config, home: join(root, 'home') }))
  return (tool, text) => {
    const payload = JSON.stringify({
      session_id: 'bench',
      transcript_path: '',
      cwd: project,
      permission_mode: 'default',
      hook_event_name: 'PostToolUse',
      tool_name: tool,
      tool_input: INPUTS[tool],
      tool_response: RESPONSES[tool](text),
      tool_use_id: 'bench',
    })
    return timed([reviewer, 'hook', '--home', home], payload)
  }
}

/** Milliseconds by the clock of a process that must succeed. */
function timed([program, ...args], input) {
  const before = process.hrtime.bigint()
  const done = spawnSync(program, args, { input, env, cwd: project })
  const wall = Number(process.hrtime.bigint() - before) / 1e6
  if (done.status !== 0) throw new Error(`exit ${done.status}: ${done.stderr}`)
  return wall
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const off = ['secrets', 'injection'].map(use => `  - { use: ${use}, enabled: false }\n`).join('')

console.log(`${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${pairs} pairs, ${LENGTH} characters but for the first`)
try {
  const reviewing = hookOf('on', '')
  const plain = hookOf('off', `reviewers:\n${off}`)
  for (let warm = 0; warm < 13; warm++)
    for (const [, tool, text] of CASES) for (const hook of [reviewing, plain]) hook(tool, text)
  for (const [label, tool, text] of CASES) {
    const [on, without, bare] = [[], [], []]
    for (let pair = 0; pair < pairs; pair++) {
      on.push(reviewing(tool, text))
      without.push(plain(tool, text))
      bare.push(timed([process.execPath, '-e', '0'], ''))
    }
    const added = median(on.map((each, index) => each - without[index]))
    const ms = values => `${median(values).toFixed(1)} ms`
    const share = (added / median(bare)).toFixed(2)
    console.log(
      `${label.padEnd(32)} bare Node ${ms(bare)}   without ${ms(without)}   with ${ms(on)}   added ${added.toFixed(1)} ms, ${share} of bare Node`,
    )
  }
} finally {
  rmSync(root, { recursive: true, force: true })
}
