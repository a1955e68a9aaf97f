// Times the hook as a whole process against a bare `node -e 0`, run alternately, on an empty and on a long history.
// Usage: npm run bench [-- --pairs 50 --rows 1000000 --against DIRECTORY]
// --against: a built checkout of another version, whose hook is run in turn with this one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'

const option = (name, fallback) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const pairs = option('--pairs', 50)
const rows = option('--rows', 1_000_000)
const against = process.argv.includes('--against') ? process.argv[process.argv.indexOf('--against') + 1] : undefined
/** As `reviewer init` registers the hook. */
const V8 = ['--min-semi-space-size=4']
const reviewer = resolve('bin/reviewer.js')
const env = { PATH: process.env.PATH, HOME: process.env.HOME }

const root = mkdtempSync(join(tmpdir(), 'reviewer-bench-'))
const project = join(root, 'home', 'app')
mkdirSync(join(project, '.git'), { recursive: true })
writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n')

const COMMANDS = ['npm test', 'ls -la src', 'npm test -- --run && git status --short | head -20']

const EVENTS = {
  PreToolUse: {},
  PostToolUse: { tool_response: { stdout: 'ok\n', stderr: '', interrupted: false } },
}

const payload = (command, event = 'PreToolUse') =>
  JSON.stringify({
    session_id: 'bench',
    transcript_path: '',
    cwd: project,
    permission_mode: 'default',
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'bench',
    ...EVENTS[event],
  })

function run(args, input) {
  const before = process.hrtime.bigint()
  const done = spawnSync(process.execPath, args, { input, env, cwd: project })
  const wall = Number(process.hrtime.bigint() - before) / 1e6
  if (done.status !== 0) throw new Error(`exit ${done.status}: ${done.stderr}`)
  return wall
}

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function measure(label, home) {
  const hooks = [hookOf(reviewer, home)]
  if (against) hooks.push(hookOf(resolve(against, 'bin/reviewer.js'), `${home}-against`))
  for (let warm = 0; warm < 13; warm++)
    for (const command of COMMANDS) for (const event in EVENTS) for (const hook of hooks) hook(command, event)
  for (const command of COMMANDS)
    for (const event in EVENTS) {
      const bare = []
      const times = hooks.map(() => [])
      for (let pair = 0; pair < pairs; pair++) {
        bare.push(run(['-e', '0']))
        for (const [index, hook] of hooks.entries()) times[index].push(hook(command, event))
      }
      const ratio = (some, others) => median(some.map((time, index) => time / others[index])).toFixed(2)
      const [own, other] = times
      console.log(
        [
          label.padEnd(16),
          `bare ${median(bare).toFixed(1)} ms`,
          `hook ${median(own).toFixed(1)} ms`,
          `ratio ${ratio(own, bare)}`,
          ...(other
            ? [`against ${median(other).toFixed(1)} ms, ratio ${ratio(other, bare)}, this to it ${ratio(own, other)}`]
            : []),
          `${event.padEnd(11)} ${command}`,
        ].join('   '),
      )
    }
}

/** A hook with a state of its own, which is made where there is none. */
function hookOf(file, home) {
  mkdirSync(home, { recursive: true })
  const install = { user_config: join(root, 'config.yaml'), home: join(root, 'home') }
  writeFileSync(join(home, 'install.json'), JSON.stringify(install))
  return (command, event) => run([...V8, file, 'hook', '--home', home], payload(command, event))
}

/** A million rows in one go: shape and indexes are the real ones, contents are copies of a real row. */
function fill(home) {
  run([...V8, reviewer, 'hook', '--home', home], payload(COMMANDS[0]))
  const db = new Database(join(home, 'reviewer.db'))
  const copy = (table, key) => {
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(row => row.name)
    const values = columns.map(name =>
      name === key
        ? 'n.value + ?'
        : name === 'id'
          ? "'copy-' || n.value"
          : name === 'session_id'
            ? "'s' || (n.value % 2000)"
            : `t.${name}`,
    )
    const last = db.prepare(`SELECT max(${key}) AS last FROM ${table}`).get().last
    const series = `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${rows})`
    db.prepare(
      `${series} INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM n, (SELECT * FROM ${table} WHERE ${key} = ${last}) t`,
    ).run(last)
  }
  copy('audit', 'seq')
  copy('actions', 'action_id')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

console.log(
  `node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${pairs} pairs, medians; NODE_EXTRA_CA_CERTS unset`,
)
try {
  const empty = join(root, 'empty')
  measure('empty history', empty)
  const full = join(root, 'full')
  fill(full)
  measure(`${rows.toLocaleString('en')} rows`, full)
} finally {
  rmSync(root, { recursive: true, force: true })
}
