/** Finds the real Claude Code client and runs it offline against a scripted model. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled } from '../bundled.ts'
import { wordsFor } from '../program.ts'
import type { Json, ModelRequest, Script } from './api.ts'
import type { Job, Outcome, Terminal } from './drive.ts'
import { plant, type User, type World } from './world.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Milliseconds that a run may take; it needs one or two seconds. */
export const LIMIT = 50_000

const KEY = 'no-key-is-needed-offline'

const clientDirectory = (): string => process.env.REVIEWER_CLIENT_DIR || join(here, '../../node_modules/.client')

/** The packages of the Agent SDK, where scripts/install-client.sh puts them; undefined, or an error, as for the client. */
export function requireSdk(): string | undefined {
  const packages = join(clientDirectory(), 'sdk', 'node_modules')
  if (existsSync(join(packages, '@anthropic-ai', 'claude-agent-sdk'))) return packages
  const missing = `no Agent SDK in ${packages}: install it with npm run client:install`
  if (process.env.REVIEWER_CLIENT_DIR) throw new Error(missing)
  console.warn(`Tests with the Agent SDK are skipped: ${missing}`)
  return undefined
}

/** Path of the client's native binary, or why there is none. Looks where scripts/install-client.sh puts it. */
export function clientBinary(): { readonly path: string } | { readonly missing: string } {
  const directory = clientDirectory()
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`
  const paths = [name, `${name}-musl`].map(variant => join(directory, 'node_modules', variant, 'claude'))
  const path = paths.find(candidate => existsSync(candidate))
  return path ? { path } : { missing: `no Claude Code client in ${directory}: install it with npm run client:install` }
}

/**
 * The client under test. Where it is not installed: undefined and one line on the console, or an error where
 * REVIEWER_CLIENT_DIR says that it must be there, so that no build server skips these tests unseen.
 */
export function requireClient(): string | undefined {
  const found = clientBinary()
  if ('path' in found) return found.path
  if (process.env.REVIEWER_CLIENT_DIR) throw new Error(found.missing)
  console.warn(`Tests with the real client are skipped: ${found.missing}`)
  return undefined
}

/**
 * A user who may use bypassPermissions: the client refuses root. Undefined where the tests do not run as root, and where
 * the other user could not read the checkout; `runClient` then says to the client that root is confined.
 */
export function unprivileged(client: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = { uid: 65534, become: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] }
  const [program, ...args] = [...user.become, 'sh', '-c', 'for f; do [ -r "$f" ] || exit 1; done', 'sh']
  const reachable = spawnSync(String(program), [...args, ...wordsFor(), client])
  return reachable.status === 0 ? user : undefined
}

export interface RunOptions {
  readonly client: string
  readonly world: World
  readonly script: Script
  /** A web page that WebFetch can read, where the script says so: `PAGE` in it stands for its address. */
  readonly page?: string
  /** What the person asks for. */
  readonly prompt?: string
  /** A UUID: begins a session of this id, goes on with it, or goes on from it under an id of its own. */
  readonly session?: { readonly begin: string } | { readonly resume: string } | { readonly fork: string }
  readonly allowedTools?: readonly string[]
  /** Which tools are offered at all, where that is not the client's own choice. */
  readonly tools?: readonly string[]
  readonly permissionMode?: string
  readonly mcpServers?: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>
  /** More words of the client's command line. */
  readonly words?: readonly string[]
}

/** What can be seen of a run from outside the reviewer. */
export interface Run extends Outcome {
  /** The lines of stream-json, hook events included. */
  readonly events: readonly Json[]
  /** The closing line; undefined where the client ended without one. */
  readonly result: Json | undefined
}

/** Runs the client in the project until it ends. The environment is clean and, where it can be, only loopback exists. */
export async function runClient(options: RunOptions): Promise<Run> {
  const { world } = options
  const command = [...(world.user?.become ?? []), options.client, '-p', options.prompt ?? 'Please work on the project']
  command.push('--output-format', 'stream-json', '--verbose', '--include-hook-events', '--model', 'claude-sonnet-5')
  if (options.tools) command.push('--tools', options.tools.join(','))
  if (options.allowedTools?.length) command.push('--allowedTools', options.allowedTools.join(','))
  if (options.session) {
    const { session } = options
    if ('begin' in session) command.push('--session-id', session.begin)
    else if ('resume' in session) command.push('--resume', session.resume)
    else command.push('--resume', session.fork, '--fork-session')
  }
  if (options.permissionMode) command.push('--permission-mode', options.permissionMode)
  if (options.mcpServers) command.push('--mcp-config', JSON.stringify({ mcpServers: options.mcpServers }))
  command.push(...(options.words ?? []))
  const env = environmentOf(world)
  const script = options.prompt === undefined ? options.script : { ...options.script, prompt: options.prompt }
  const asks = options.page !== undefined && JSON.stringify(script).includes('PAGE')
  const page = asks ? { text: options.page, ...certificate(world) } : undefined
  if (page) env.NODE_EXTRA_CA_CERTS = join(world.root, 'cert.pem')
  const job: Job = { script, command, cwd: world.project, env, limit: LIMIT, ...(page && { page }) }
  const outcome = await inOwnNetwork(world, job)
  const events = outcome.stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Json)
  return { ...outcome, events, result: events.find(event => event.type === 'result') }
}

/** The client's own settings as after its first start, so that it asks nothing of its own. */
export function afterFirstStart({ project }: World, theme = 'dark'): string {
  return JSON.stringify({
    hasCompletedOnboarding: true,
    theme,
    lastOnboardingVersion: '2.1.330',
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    bypassPermissionsModeAccepted: true,
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  })
}

/** A clean environment for the client, which keeps it quiet and needs no account. */
export function environmentOf(world: World): Record<string, string> {
  return {
    ...world.env,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    DO_NOT_TRACK: '1',
    // Root may bypass permissions only in a sandbox, and these runs have one: their own world and network.
    ...(process.getuid?.() === 0 && !world.user ? { IS_SANDBOX: '1' } : {}),
  }
}

/** Whether a client can be run in a terminal here; where it cannot, one line on the console, or an error as for the client. */
export function hasTerminal(): boolean {
  const found = spawnSync('tmux', ['-V']).status === 0
  if (!found && process.env.REVIEWER_CLIENT_DIR) throw new Error('no tmux: install it with npm run client:install')
  if (!found) console.warn('Tests of the client in a terminal are skipped: no tmux')
  return found
}

export interface TerminalOptions extends Partial<Terminal> {
  readonly client: string
  readonly world: World
  readonly script: Script
  readonly permissionMode: string
}

/** Runs the client in a terminal, before a person who answers every dialog with `keys`: Enter, which is yes, where not said otherwise. */
export async function runInTerminal(options: TerminalOptions): Promise<Outcome> {
  const { client, world, script, permissionMode, prompt = 'Please work on the project' } = options
  const command = [
    ...(world.user?.become ?? []),
    client,
    '--model',
    'claude-sonnet-5',
    '--permission-mode',
    permissionMode,
  ]
  plant(world, 'home/.claude/.claude.json', afterFirstStart(world))
  const { columns = 110, keys = ['Enter'], watched = {} } = options
  const terminal = { prompt, columns, keys, watched }
  const job = { script, command, cwd: world.project, env: environmentOf(world), limit: LIMIT, terminal }
  return inOwnNetwork(world, job)
}

/** Of a server on loopback, signed by itself. */
function certificate({ root }: World): { readonly key: string; readonly cert: string } {
  const [key, cert] = ['key.pem', 'cert.pem'].map(name => join(root, name)) as [string, string]
  const subject = ['-subj', '/CN=page', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ]
  execFileSync('openssl', made, { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

/** Runs a job, which holds the client and its model, where only loopback exists if that can be had. */
export async function inOwnNetwork(world: World, job: Job): Promise<Outcome> {
  const driver = join(world.root, 'drive.mjs')
  const report = join(world.root, 'outcome.json')
  writeFileSync(driver, bundled(join(here, 'drive.ts')))
  const alone = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0
  const network = alone ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] : []
  const [program = '', ...args] = [...network, process.execPath, driver, report]
  const child = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin.end(JSON.stringify(job))
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (status !== 0) throw new Error(`the driver of the client ended with ${status}`)
  return JSON.parse(readFileSync(report, 'utf8')) as Outcome
}

/** The request in which the model was told how a call went; undefined where it never was. */
export function requestAfter(run: Run, call: string): ModelRequest | undefined {
  return run.requests.find(request => resultIn(request, call) !== undefined)
}

/** What the model was told as the result of a call: the text, and whether it was an error. */
export function told(run: Run, call: string): { readonly text: string; readonly error: boolean } | undefined {
  const request = requestAfter(run, call)
  const result = request && resultIn(request, call)
  if (!result) return undefined
  const { content } = result
  return { text: typeof content === 'string' ? content : JSON.stringify(content), error: result.is_error === true }
}

function resultIn(request: ModelRequest, call: string): Json | undefined {
  return request.messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .find(block => block.type === 'tool_result' && block.tool_use_id === `toolu_${call}`)
}

/** All that the model was told beside the conversation up to a call's result: reminders and other plain text. */
export function reminders(run: Run, call: string): string {
  return (requestAfter(run, call)?.messages ?? [])
    .filter(({ role }) => role !== 'assistant')
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(block => block.text)))
    .filter(text => typeof text === 'string')
    .join('\n')
}

/** One answer of a hook, as the client took it. */
export interface HookAnswer {
  /** Empty where the hook said nothing. */
  readonly stdout: string
  readonly exit: number
  /** hookSpecificOutput; empty where there is none. */
  readonly output: Json
}

/** Every answer to one kind of event, in order. */
export function answersOf(run: Run, event: string): HookAnswer[] {
  return run.events
    .filter(line => line.subtype === 'hook_response' && line.hook_event === event)
    .map(line => {
      const stdout = String(line.stdout)
      const answer = stdout.trim() === '' ? {} : (JSON.parse(stdout) as Json)
      return { stdout, exit: Number(line.exit_code), output: (answer.hookSpecificOutput ?? {}) as Json }
    })
}
