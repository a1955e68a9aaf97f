/** A ClickHouse for a test: the engine itself, in a process and a directory of its own that go with it. `npm run clickhouse:install` */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

export interface ClickHouse {
  /** Runs one statement; gives its rows. Numbers of 64 bits are numbers, so nothing above 2⁵³. */
  readonly run: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly stop: () => Promise<void>
}

const ENGINE = join(resolve(process.env.REVIEWER_CLICKHOUSE_DIR ?? 'node_modules/.clickhouse'), 'node_modules/chdb')

/** Whether tests of ClickHouse can run here; where they must, its lack is an error: REVIEWER_CLICKHOUSE=required. */
export function hasClickHouse(): boolean {
  if (existsSync(ENGINE)) return true
  if (process.env.REVIEWER_CLICKHOUSE === 'required')
    throw new Error('ClickHouse is missing: npm run clickhouse:install')
  return false
}

/** Takes statements as JSON, one on a line, and answers each with its rows or an error on a line. */
const PROGRAM = `
const { Session } = require(process.argv[1])
const session = new Session(process.argv[2])
session.query('SET output_format_json_quote_64bit_integers = 0')
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  let answer
  try {
    const text = session.query(JSON.parse(line), 'JSONEachRow')
    answer = { rows: text.split('\\n').filter(Boolean).map(row => JSON.parse(row)) }
  } catch (error) {
    answer = { error: error.message }
  }
  process.stdout.write(JSON.stringify(answer) + '\\n')
}).on('close', () => process.exit())
`

export async function startClickHouse(): Promise<ClickHouse> {
  const directory = mkdtempSync(join(tmpdir(), 'clickhouse-'))
  const child = spawn(process.execPath, ['-e', PROGRAM, ENGINE, directory], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>(done => child.on('close', () => done()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  // One after the other: the next line answers the statement that was sent last.
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(sql) {
      const answered = last.then(async () => {
        child.stdin.write(`${JSON.stringify(sql)}\n`)
        const { value, done } = await lines.next()
        if (done) throw new Error('ClickHouse ended')
        const { rows, error } = JSON.parse(value)
        if (error !== undefined) throw new Error(`${error}\n${sql.slice(0, 500)}`)
        return rows
      })
      last = answered.catch(() => undefined)
      return answered
    },
    async stop() {
      child.stdin.end()
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The statements of a file of SQL, without its comments. */
export function statementsOf(text: string): readonly string[] {
  const bare = text.replace(/^\s*--.*$/gm, '')
  return bare.split(/;\s*$/m).flatMap(each => (each.trim() === '' ? [] : [each.trim()]))
}
