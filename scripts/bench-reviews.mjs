// Times single reviews without the process around them, over a corpus of commands and over inputs made to be slow.
// Usage: npm run bench:reviews [-- FILE.jsonl …]; each line holds a command, as in test/corpus.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReviewer } from '../dist/index.js'

const corpus = 'test/corpus'
const files = process.argv.slice(2).filter(argument => argument.endsWith('.jsonl'))
if (files.length === 0)
  files.push(...readdirSync(corpus).flatMap(name => (name.endsWith('.jsonl') ? join(corpus, name) : [])))

const root = mkdtempSync(join(tmpdir(), 'reviewer-bench-'))
const home = join(root, 'home')
const project = join(home, 'app')
mkdirSync(join(project, 'src'), { recursive: true })
for (const file of ['README.md', 'package.json', 'src/index.ts']) writeFileSync(join(project, file), '{}\n')
spawnSync('git', ['init', '-q'], { cwd: project })
spawnSync('git', ['add', '-A'], { cwd: project })
process.env.HOME = home
process.chdir(project)

const reviewer = createReviewer({ home: join(root, 'state'), store: 'none' })

/** Milliseconds of one review, and its verdict. */
async function timed(row) {
  const event = {
    session_id: 'bench',
    transcript_path: '',
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: row.tool ?? 'Bash',
    tool_input: row.input ?? { command: row.command },
    tool_use_id: 'bench',
  }
  const text = JSON.stringify(event)
  const before = process.hrtime.bigint()
  const { decision } = await reviewer.review(text)
  return { time: Number(process.hrtime.bigint() - before) / 1e6, decision, text }
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** `times` in milliseconds, ascending. */
function print(label, times) {
  const [median, p90, p99, most] = [0.5, 0.9, 0.99, 1].map(share => quantile(times, share).toFixed(2))
  const rows = `${String(times.length).padStart(6)} rows`
  console.log(`${label.padEnd(28)} ${rows}   ms: median ${median}   p90 ${p90}   p99 ${p99}   most ${most}`)
}

const paths = files.map(file => (file.startsWith('/') ? file : join(process.env.PWD ?? '', file)))
const all = []
for (const file of paths) {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  for (const row of rows.slice(0, 200)) await timed(row)
  const done = []
  for (const row of rows) done.push({ ...(await timed(row)), row })
  const times = done.map(({ time }) => time).toSorted((a, b) => a - b)
  all.push(...times)
  print(file.split('/').at(-1), times)
  if (process.argv.includes('--slowest'))
    for (const { time, row } of done.toSorted((a, b) => b.time - a.time).slice(0, 8))
      console.log(`   ${time.toFixed(1)} ms  ${JSON.stringify(row.command ?? row.tool).slice(0, 150)}`)
}

print(
  'all',
  all.toSorted((a, b) => a - b),
)

const many = (text, count) => text.repeat(count)
const HOSTILE = {
  '100 KB of words': `ls ${many('abcdefgh ', 12_000)}`,
  '100 KB in one quoted word': `echo "${many('a b$x', 20_000)}"`,
  '100 KB of commands': many('ls -la; ', 12_500),
  '100 KB heredoc to a file': `cat > x.txt <<'EOF'\n${many('a line of text\n', 7000)}EOF`,
  '100 KB heredoc to python': `python3 - <<'EOF'\n${many('x = foo(1, "a")\n', 6500)}EOF`,
  '10,000 nested parentheses': `${many('(', 10_000)}ls${many(')', 10_000)}`,
  '10,000 nested substitutions': `echo ${many('$(echo ', 10_000)}x${many(')', 10_000)}`,
  '10,000 nested quotes': `echo ${many('"$(', 10_000)}x${many(')"', 10_000)}`,
  '10,000 pipes': `cat x${many(' | cat', 10_000)}`,
  '10,000 and-lists': `true${many(' && true', 10_000)}`,
  '10,000 braces': `echo ${many('{a,', 10_000)}b${many('}', 10_000)}`,
  'braces that multiply': `echo ${many('{a,b}', 40)}`,
  '20,000 names to delete': `rm -rf ${Array.from({ length: 20_000 }, (_, at) => `f${at}`).join(' ')}`,
  '20,000 wrappers': `${many('env ', 20_000)}ls`,
  'a value that doubles 60 times': `a=xx; ${many('a=$a$a; ', 60)}echo $a`,
  '30,000 quoted pieces in a word': `echo ${many(`"a"'b'`, 30_000)}`,
  '6 KB heredoc for backtracking': `python3 - <<'EOF'\n${many('((((a+)+)+)+', 250)}${many('"\\', 1500)}\nEOF`,
  '6 KB of sed for backtracking': `sed '${many('s/a*a*a*/', 600)}' x`,
  'arguments for backtracking globs': `git push origin ${many('*a', 2000)}`,
  '6 KB of SQL for backtracking': `psql -c "${many('DELETE FROM a WHERE ((b', 260)}"`,
  '5,000 variables': `${Array.from({ length: 5000 }, (_, at) => `v${at}=$v${at - 1}x`).join('; ')}; rm -rf $v4999`,
  'functions that call functions': `${Array.from({ length: 60 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join('; ')}; f0`,
  'loops in loops': `${many('for i in 1 2 3 4 5 6 7 8 9; do ', 12)}ls${many('; done', 12)}`,
  '100 KB of xargs': `echo ${many('a ', 50_000)}| xargs rm`,
}
for (const [label, command] of Object.entries(HOSTILE)) {
  const runs = []
  for (let at = 0; at < 3; at++) runs.push(await timed({ command }))
  const best = runs.toSorted((a, b) => a.time - b.time)[0]
  console.log(`${label.padEnd(36)} ${best.time.toFixed(1).padStart(8)} ms   ${best.decision}`)
}
reviewer.close()
rmSync(root, { recursive: true, force: true })
