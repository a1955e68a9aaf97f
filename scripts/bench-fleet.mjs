// Times what a reader asks of a fleet: rows are generated inside a PostgreSQL server of its own, and counted there as those are that come in.
// Usage: npm run bench:fleet [-- --rows 10000000 --machines 1000 --days 30 --projects 3]; the server's data lie in the temporary directory.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sources } from './bench-sources.mjs'

const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
const [rows, machines, days, projects] = [
  option('rows', 10_000_000),
  option('machines', 1000),
  option('days', 30),
  option('projects', 3),
]
const CHUNK = 250_000
const LOGIN = 'bench_reader'
const home = mkdtempSync(join(tmpdir(), 'reviewer-bench-'))
const { startPostgres, prepareDatabase, enroll } = await sources(`
  export { startPostgres } from './test/postgres.ts'
  export { enroll, prepareDatabase } from './src/fleet/postgres/owner.ts'
`)
// What is generated can be generated again: nothing has to reach the disk.
const server = await startPostgres(['fsync=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB'])
try {
  const url = new URL(server.url())
  await prepareDatabase(url, undefined, {})
  await enroll(url, undefined, LOGIN, 'reader')
  const first = Date.now() - days * 86_400_000
  const months = Array.from({ length: days }, (_, day) => first + day * 86_400_000)
  await server.run('SELECT reviewer.make_partitions($1::bigint[])', [months])
  await server.run(
    `INSERT INTO reviewer.machines (machine, owner, label, team)
      SELECT lpad(to_hex(m), 16, '0'), 'postgres', 'host-' || m, 'team-' || m % 20 FROM generate_series(0, $1 - 1) AS m`,
    [machines],
  )
  const began = performance.now()
  for (let from = 0; from < rows; from += CHUNK)
    await server.run(generation(), [from, Math.min(from + CHUNK, rows), machines, rows, first, days, projects])
  const seconds = (performance.now() - began) / 1000
  await server.run('VACUUM ANALYZE')
  const [{ totals, times, rows: there, bytes }] =
    await server.run(`SELECT (SELECT count(*) FROM reviewer.day_totals)::float AS totals,
    (SELECT count(*) FROM reviewer.day_times)::float AS times, (SELECT count(*) FROM reviewer.rows)::float AS rows,
    (pg_total_relation_size('reviewer.day_totals') + pg_total_relation_size('reviewer.day_times'))::float AS bytes`)
  console.log(
    `${cpus().length} CPUs, load ${loadavg()[0].toFixed(1)}; ${there} rows of ${machines} machines over ${days} days,`,
  )
  console.log(
    `generated and counted in ${seconds.toFixed(0)} s; ${totals} totals and ${times} times, ${Math.round(bytes / 1e6)} MB together`,
  )
  for (const words of [
    ['stats', '--remote', server.url(LOGIN), '--json'],
    ['stats', '--remote', server.url(LOGIN), '--by', 'team'],
    ['stats', '--remote', server.url(LOGIN), '--since', '7d'],
    ['report', '--remote', server.url(LOGIN), '--since', `${days + 1}d`, '-o', join(home, 'report.html')],
    ['tune', '--remote', server.url(LOGIN)],
  ]) {
    const start = performance.now()
    const { status, stderr } = spawnSync(resolve('dist/reviewer'), ['--home', join(home, 'state'), ...words], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const took = (performance.now() - start) / 1000
    console.log(
      `${took.toFixed(2)} s: reviewer ${words.filter(word => !word.includes('/')).join(' ')}${status === 0 ? '' : `: ${stderr}`}`,
    )
  }
} finally {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

/** Rows as sessions leave them: few rules speak, a few questions are approved, and people judge some of what was stopped. */
function generation() {
  return `INSERT INTO reviewer.rows (machine, seq, ts, duration_us, schema, attended, enforced, cache_hit, id, kind, session_id, project_root,
      agent_id, prompt_id, tool_use_id, event, timing, permission_mode, tool, action_type, intent, decision, would_be, fail_safe,
      side_effect_severity, finding_ids, policy_hash, version, key_id, payload_digest, prev_hash, hash, body)
    SELECT machine, seq, ts, (exp(random() * 3) * 2000)::bigint, 1, 1, 1, 0, machine || '-' || seq,
      CASE WHEN about > 0 THEN 'human' ELSE 'review' END, 's' || seq / 200,
      CASE WHEN about > 0 THEN '' ELSE '/home/dev' || n % $3 || '/project-' || seq / 200 % $7 END, '', '', 't' || seq / 2,
      CASE WHEN about > 0 THEN 'feedback' WHEN seq % 2 = 0 THEN 'PostToolUse' ELSE 'PreToolUse' END,
      CASE WHEN about > 0 OR seq % 2 = 0 THEN 'post' ELSE 'pre' END, 'default', tool, 'system_command', 'build',
      CASE WHEN about > 0 THEN (ARRAY['false_positive', 'confirmed'])[1 + about % 2] WHEN seq % 2 = 0 THEN 'allow' ELSE decision END,
      '', '', '', CASE WHEN about > 0 THEN rule WHEN seq % 2 = 0 THEN '' ELSE CASE WHEN decision = 'allow' THEN '' ELSE rule END END,
      '803e86e1687a', '0.1.0', '', '', '', md5(n::text) || md5((n + 1)::text),
      CASE WHEN about > 0 THEN json_build_object('review', machine || '-' || about)::text END
    FROM (SELECT n, lpad(to_hex(n % $3), 16, '0') AS machine, n / $3 + 1 AS seq,
        ($5::bigint + (n::float8 / $4) * $6 * 86400000)::bigint AS ts,
        CASE WHEN n / $3 % 2000 = 1000 THEN n / $3 - 10 ELSE 0 END AS about,
        (ARRAY['Bash', 'Bash', 'Bash', 'Read', 'Edit', 'Write', 'Grep', 'WebFetch'])[1 + (hashint8(n / $3) & 7)] AS tool,
        CASE WHEN (hashint8(n) & 31) = 31 THEN (ARRAY['block', 'ask', 'ask', 'warn', 'warn', 'modify'])[1 + (n / $3) % 6] ELSE 'allow' END AS decision,
        (ARRAY['files.delete-outside', 'git.force-push', 'shell.pipe-to-shell', 'secrets.read', 'packages.unknown',
          'pattern.repeated_failure', 'network.upload', 'database.drop'])[1 + (hashint8(n * 3) & 7)] AS rule
      FROM generate_series($1::bigint, $2::bigint - 1) AS n) AS made`
}
