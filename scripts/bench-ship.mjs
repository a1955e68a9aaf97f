// Times what a destination takes: rows as reviews leave them, into a PostgreSQL server of its own, with its usual durability.
// Usage: npm run bench:ship [-- rows --count 200000 --batch 1000 --machines 1 --runs 3 --bytes 3000]; with --bytes, payloads are
// joined until they have so many, with --log-level they carry what audit.log_level leaves; the server's data lie in the temporary directory.
// npm run bench:ship -- machines [--machines 10000 --logins 100 --rows 60 --at-once 40 --ships 3]: a fleet in which each machine ships the
// rows of a session when it ends, over a connection of its own, with a password.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { sources } from './bench-sources.mjs'

const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
const root = mkdtempSync(join(tmpdir(), 'reviewer-bench-'))
const PARTS = { rows: benchRows, machines: simulateMachines }
const part = process.argv.slice(2).find(word => word in PARTS) ?? 'rows'
try {
  await PARTS[part]()
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function benchRows() {
  const [count, batch, machines, runs] = [
    option('count', 200_000),
    option('batch', 1000),
    option('machines', 1),
    option('runs', 3),
  ]
  const { startPostgres, prepareDatabase, openPostgres } = await sources(`
    export { startPostgres } from './test/postgres.ts'
    export { prepareDatabase } from './src/fleet/postgres/owner.ts'
    export { openPostgres } from './src/fleet/postgres/index.ts'
  `)
  const samples = enlarged(await recorded(), option('bytes', 0))
  const sizes = samples.map(({ body }) => Buffer.byteLength(body)).toSorted((a, b) => a - b)
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
  console.log(
    `${cpus().length} CPUs, load ${loadavg()[0].toFixed(1)}; payloads of ${samples.length} reviews: mean ${mean}`,
  )
  console.log(`bytes, median ${sizes[sizes.length >> 1]}, p95 ${sizes[Math.floor(sizes.length * 0.95)]}`)
  for (let run = 0; run < runs; run++) {
    const server = await startPostgres()
    try {
      await prepareDatabase(new URL(server.url()), undefined, {})
      const sent = await Promise.all(
        Array.from({ length: machines }, async (_, at) => {
          const machine = `${at}`.padStart(16, '0')
          const options = { url: new URL(server.url()), secret: undefined, machine, label: '', team: '' }
          return {
            machine,
            destination: await openPostgres(options),
            batches: batchesOf(samples, machine, count / machines, batch),
          }
        }),
      )
      const began = performance.now()
      await Promise.all(
        sent.map(async ({ destination, batches }) => {
          for (const each of batches) await destination.append(each)
        }),
      )
      const seconds = (performance.now() - began) / 1000
      await Promise.all(sent.map(({ destination }) => destination.close()))
      const [sum] = await server.run(`SELECT (SELECT count(*) FROM reviewer.rows)::float AS rows,
        sum(pg_relation_size(i.inhrelid))::float AS heap, sum(pg_table_size(i.inhrelid) - pg_relation_size(i.inhrelid))::float AS toast,
        sum(pg_indexes_size(i.inhrelid))::float AS index FROM pg_inherits i WHERE i.inhparent = 'reviewer.rows'::regclass`)
      if (sum.rows !== count) throw new Error(`${count} rows were sent, and ${sum.rows} are there`)
      const of = what => Math.round(sum[what] / sum.rows)
      console.log(
        `${Math.round(count / seconds)} rows/s: ${count} rows of ${machines} machines in ${seconds.toFixed(1)} s, ${batch} a batch; ` +
          `bytes a row: ${of('heap')} in the table, ${of('toast')} beside it, ${of('index')} of the index`,
      )
    } finally {
      await server.stop()
    }
  }
}

/** How many sessions that end one server takes, when each of them sends its rows by itself. */
async function simulateMachines() {
  const [machines, logins, count, atOnce, ships] = [
    option('machines', 10_000),
    option('logins', 100),
    option('rows', 60),
    option('at-once', 40),
    option('ships', 3),
  ]
  const { startPostgres, prepareDatabase, enroll, openPostgres } = await sources(`
    export { startPostgres } from './test/postgres.ts'
    export { enroll, prepareDatabase } from './src/fleet/postgres/owner.ts'
    export { openPostgres } from './src/fleet/postgres/index.ts'
  `)
  const samples = await recorded()
  const access = join(root, 'pg_hba.conf')
  writeFileSync(access, 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  chmodSync(root, 0o755)
  const server = await startPostgres([`hba_file=${access}`])
  try {
    const owner = new URL(server.url())
    await prepareDatabase(owner, undefined, {})
    const secrets = []
    for (let at = 0; at < logins; at++) secrets.push(await enroll(owner, undefined, `team_${at}`, 'writer'))
    console.log(
      `${cpus().length} CPUs, load ${loadavg()[0].toFixed(1)}; ${machines} machines, ${logins} logins, ${atOnce} at once`,
    )
    for (let round = 0; round < ships; round++) {
      const times = []
      let next = 0
      const ship = async () => {
        for (let at = next++; at < machines; at = next++) {
          const machine = at.toString(16).padStart(16, '0')
          const url = new URL(server.url(`team_${at % logins}`))
          const options = {
            url,
            secret: secrets[at % logins],
            machine,
            label: `laptop ${at}`,
            team: `team ${at % logins}`,
          }
          const [batch] = batchesOf(samples, machine, count, count, round * count)
          const began = performance.now()
          const destination = await openPostgres(options)
          await destination.append(batch)
          await destination.close()
          times.push(performance.now() - began)
        }
      }
      const began = performance.now()
      await Promise.all(Array.from({ length: atOnce }, ship))
      const seconds = (performance.now() - began) / 1000
      const [median, p95, p99, most] = [0.5, 0.95, 0.99, 1].map(share => quantile(times, share).toFixed(0))
      console.log(
        `${(machines / seconds).toFixed(0)} ships/s, ${Math.round((machines * count) / seconds)} rows/s; ` +
          `a ship takes ms: median ${median}, 95 % ${p95}, 99 % ${p99}, most ${most}`,
      )
    }
    const [there] = await server.run(
      'SELECT count(*)::float AS rows, count(DISTINCT machine)::float AS machines FROM reviewer.rows',
    )
    if (there.rows !== machines * count * ships || there.machines !== machines)
      throw new Error(`${there.rows} rows of ${there.machines} machines are there`)
    console.log(`${there.rows} rows of ${there.machines} machines are there, each once`)
  } finally {
    await server.stop()
  }
}

function quantile(times, share) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** The rows that reviews of honest calls of the corpus leave on record, each with its payload. */
async function recorded() {
  const { createReviewer } = await import(pathToFileURL(resolve('dist/index.js')).href)
  const project = join(root, 'app')
  mkdirSync(join(project, 'src'), { recursive: true })
  const store = join(root, 'reviewer.db')
  const level = process.argv.includes('--log-level') ? process.argv[process.argv.indexOf('--log-level') + 1] : 'info'
  mkdirSync(join(root, '.config', 'reviewer'), { recursive: true })
  writeFileSync(join(root, '.config', 'reviewer', 'config.yaml'), `audit: { log_level: ${level} }\n`)
  process.env.HOME = root
  const reviewer = createReviewer({ home: root, store })
  const files = readdirSync('test/corpus').filter(name => /^honest-.*\.jsonl$/.test(name))
  const lines = files.flatMap(name => readFileSync(join('test/corpus', name), 'utf8').split('\n').filter(Boolean))
  const chosen = lines.filter((_, at) => at % Math.ceil(lines.length / 400) === 0).map(line => JSON.parse(line))
  for (const [at, row] of chosen.entries()) {
    const common = {
      session_id: `bench-${at % 20}`,
      transcript_path: '',
      cwd: project,
      permission_mode: 'default',
      tool_name: row.tool ?? 'Bash',
      tool_input: row.input ?? { command: row.command },
      tool_use_id: `toolu_${at}`,
    }
    const review = await reviewer.review({ ...common, hook_event_name: 'PreToolUse' })
    if (review?.decision !== 'allow') continue
    const tool_response = { stdout: lines.slice(at, at + 5).join('\n'), stderr: '', interrupted: false }
    await reviewer.review({ ...common, hook_event_name: 'PostToolUse', tool_response })
  }
  reviewer.close()
  const db = new Database(store, { readonly: true })
  const rows = db.prepare('SELECT audit.*, salt, body FROM audit JOIN payloads USING (seq)').all()
  db.close()
  return rows
}

/** The same rows, each with the payloads of those after it, until it has so many bytes. */
function enlarged(samples, bytes) {
  return samples.map((sample, at) => {
    const bodies = [sample.body]
    for (let next = at + 1; bodies.join().length < bytes; next++) bodies.push(samples[next % samples.length].body)
    return { ...sample, body: bodies.length === 1 ? sample.body : `[${bodies.join()}]` }
  })
}

/** So many rows of one machine behind the row `after`, made beforehand: reading the local record is another part. */
function batchesOf(samples, machine, count, size, after = 0) {
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, at) => {
    const { salt, body, ...sample } = samples[at % samples.length]
    const row = {
      ...sample,
      seq: after + at + 1,
      id: `${machine}-${after + at + 1}`,
      ts: now - at,
      hash: randomBytes(32).toString('hex'),
    }
    return { row, payload: { salt, body } }
  })
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => {
    const part = rows.slice(at * size, (at + 1) * size)
    const { seq, hash } = part.at(-1).row
    return { machine, rows: part, erasures: [], head: { seq, hash } }
  })
}
