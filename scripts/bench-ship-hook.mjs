// What a shipment costs a hook: times whole hooks in turn with a shipment under way and with it stopped, on the same machine.
// Usage: npm run bench:ship-hook [-- --pairs 200 --rows 100000]
// The shipment is the one that begins after a session, and begins anew when it is done. It goes to a collector that takes everything, and
// that stands back likewise: it would be on another machine.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bunHere } from './executable.mjs'

// Only Bun opens the record here, and serves.
if (!globalThis.Bun) process.exit(spawnSync(bunHere(), process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
const { Database } = await import('bun:sqlite')

const option = (name, usual) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? usual : Number(process.argv[at + 1])
}

async function main() {
  const pairs = option('--pairs', 200)
  const rows = option('--rows', 100_000)
  const root = mkdtempSync(join(tmpdir(), 'reviewer-bench-'))
  const home = join(root, 'home')
  const project = join(home, 'app')
  const state = join(root, 'state')
  const database = join(state, 'reviewer.db')
  const env = { PATH: process.env.PATH, HOME: home }
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const collector = Bun.spawn(['nice', '-n', '19', process.execPath, import.meta.filename, '--serve'], {
    stdout: 'pipe',
  })
  const port = new TextDecoder().decode((await collector.stdout.getReader().read()).value).trim()
  mkdirSync(join(home, '.config', 'reviewer'), { recursive: true })
  writeFileSync(
    join(home, '.config', 'reviewer', 'config.yaml'),
    `fleet: { ship_to: [{ to: "otlp+http://127.0.0.1:${port}" }] }\n`,
  )

  const hook = async () => {
    const event = {
      session_id: 'bench',
      transcript_path: '',
      cwd: project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
    }
    const input = JSON.stringify({
      ...event,
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 'bench',
    })
    const began = Bun.nanoseconds()
    const child = Bun.spawn([resolve('dist/reviewer'), 'hook', '--home', state], {
      env,
      cwd: project,
      stdin: Buffer.from(input),
      stdout: 'ignore',
    })
    await child.exited
    return (Bun.nanoseconds() - began) / 1e6
  }

  for (let at = 0; at < 5; at++) await hook()
  fill(database, rows)
  let ended = false
  let ship
  let shipments = 0
  const begin = () => {
    const db = new Database(database)
    db.exec('PRAGMA busy_timeout = 5000')
    db.exec("UPDATE shipments SET seq = 0, hash = ''")
    db.close()
    ship = Bun.spawn([resolve('dist/reviewer'), 'internal', 'ship', state], {
      env,
      cwd: project,
      stdout: 'ignore',
      stderr: 'ignore',
    })
    shipments++
    ship.exited.then(() => ended || begin())
  }
  begin()
  const times = { with: [], without: [] }
  for (let pair = 0; pair < pairs; pair++)
    for (const which of pair % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      process.kill(ship.pid, which === 'with' ? 'SIGCONT' : 'SIGSTOP')
      times[which].push(await hook())
    }
  ended = true
  process.kill(ship.pid, 'SIGCONT')
  ship.kill('SIGKILL')
  const record = new Database(database)
  const { seq: sent } = record.query('SELECT seq FROM shipments').get()
  record.close()
  collector.kill()
  const ratios = times.with.map((time, at) => time / times.without[at])
  console.log(
    `${cpus().length} CPUs, ${pairs} pairs, record of ${rows} rows, shipment begun ${shipments} times, the last one sent ${sent}`,
  )
  for (const [name, all] of Object.entries(times))
    console.log(`${name.padEnd(8)} median ${at(all, 0.5)} ms, p95 ${at(all, 0.95)} ms`)
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  console.log(`ratio    median ${at(ratios, 0.5)}, mean ${mean.toFixed(2)}`)
  rmSync(root, { recursive: true, force: true })
}

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)].toFixed(2)

/** Copies of the newest review, each with a number of its own: nobody verifies them here. */
function fill(database, rows) {
  const db = new Database(database)
  db.exec('PRAGMA busy_timeout = 5000')
  const columns = db
    .query('PRAGMA table_info(audit)')
    .all()
    .map(({ name }) => name)
  const values = columns.map(name => (name === 'seq' ? 's.n' : name === 'id' ? "m.value || '-' || s.n" : `a.${name}`))
  db.exec(`WITH s(n) AS (SELECT max(seq) + 1 FROM audit UNION ALL SELECT n + 1 FROM s LIMIT ${rows})
    INSERT INTO audit SELECT ${values.join(', ')} FROM s, meta m, (SELECT * FROM audit ORDER BY seq DESC LIMIT 1) a WHERE m.key = 'machine'`)
  db.exec(`INSERT INTO payloads SELECT seq, (SELECT salt FROM payloads LIMIT 1), (SELECT body FROM payloads ORDER BY seq DESC LIMIT 1) FROM audit
    WHERE seq NOT IN (SELECT seq FROM payloads)`)
  db.close()
}

/** A collector that takes everything. */
async function answer(request) {
  await request.arrayBuffer()
  return new Response('', { headers: { 'content-type': 'application/x-protobuf' } })
}

if (process.argv.includes('--serve')) console.log(Bun.serve({ port: 0, fetch: answer }).port)
else await main()
