/**
 * The password or headers of a destination: from a variable, a file of this user alone, or a program. They are never printed, logged, put on
 * record or given to a program as an argument; what is said of them is where they were looked for.
 */
import { spawn } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeEnvironment } from '../facts/start.ts'
import { DestinationError } from './destination.ts'

/** Where they are: one of the three. */
export interface Credentials {
  readonly env?: string | undefined
  readonly file?: string | undefined
  readonly command?: readonly string[] | undefined
}

export interface CredentialOptions {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds that a program may take. */
  readonly limit?: number
}

/** A program may have to ask a server; it cannot ask a person. */
const COMMAND_LIMIT = 10_000
/** Far above any password or token. */
const MOST_BYTES = 64 * 1024

/** Undefined where none are configured. Throws DestinationError. */
export async function readCredentials(
  credentials: Credentials | undefined,
  options: CredentialOptions,
): Promise<string | undefined> {
  const { env, file, command } = credentials ?? {}
  if (env !== undefined) return usable(options.env[env], `the variable ${env}`)
  if (file !== undefined) return usable(fromFile(atHome(file, options.home)), `the file ${file}`)
  if (command === undefined) return undefined
  const [program = '', ...words] = command
  const said = await fromCommand(atHome(program, options.home), words, options.limit ?? COMMAND_LIMIT)
  return usable(said, `what ${program} prints`)
}

const atHome = (path: string, home: string): string => (path.startsWith('~/') ? join(home, path.slice(2)) : path)

function refused(message: string, remedy: string): DestinationError {
  return new DestinationError(message, { passing: false, remedy })
}

/** Without the end of its line; what is empty is no password. */
function usable(text: string | undefined, where: string): string {
  const secret = text?.replace(/\r?\n$/, '') ?? ''
  if (secret !== '') return secret
  throw refused(`there are no credentials: ${where} is ${text === undefined ? 'not set' : 'empty'}`, 'put them there')
}

function fromFile(file: string): string {
  let descriptor: number
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw refused(`the file with the credentials cannot be read: ${file} (${code})`, `make it, with mode 0600: ${file}`)
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw refused(`the credentials are in no regular file: ${file}`, 'name a regular file')
    if (process.platform !== 'win32') {
      if ((stats.mode & 0o077) !== 0)
        throw refused(`others can read the file with the credentials: ${file}`, `chmod 600 ${file}`)
      if (stats.uid !== process.geteuid?.())
        throw refused(`the file with the credentials belongs to another user: ${file}`, `make one of your own: ${file}`)
    }
    if (stats.size > MOST_BYTES) throw refused(`the file with the credentials is too big: ${file}`, 'name another file')
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Runs it without a shell; what it says on standard error may hold secrets too and goes nowhere. */
function fromCommand(program: string, words: readonly string[], limit: number): Promise<string> {
  const remedy = 'run the program of fleet.ship_to by hand to see what it says'
  return new Promise((resolve, reject) => {
    // A group of its own, so that what the program started ends with it.
    const child = spawn(program, words, {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
      cwd: '/',
      env: safeEnvironment(),
    })
    const chunks: Buffer[] = []
    let size = 0
    const fail = (why: string, passing = false): void => {
      clearTimeout(timer)
      endGroup(child.pid)
      reject(new DestinationError(`the program that prints the credentials ${why}: ${program}`, { passing, remedy }))
    }
    const timer = setTimeout(() => fail(`did not end after ${limit / 1000} s`, true), limit)
    child.on('error', error => fail(`cannot be started (${'code' in error ? error.code : error.message})`))
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) fail('prints too much')
      else chunks.push(chunk)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
      else fail(signal ? `was ended by ${signal}` : `ended with exit code ${code}`)
    })
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself meanwhile.
  }
}
