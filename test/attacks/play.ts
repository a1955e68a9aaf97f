/**
 * Plays the client on a throw-away machine: asks the registered hook before each call, really carries out what it lets through, and
 * reports the result to it. Entry of a process of its own, which stands for the client: what kills the client kills it.
 */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

type Json = Record<string, unknown>

/** One thing that happens in a session, in order. */
export type Move =
  | { readonly prompt: string }
  | {
      readonly tool: string
      readonly input: Json
      readonly agent_id?: string
      readonly id?: string
      /** In a session of its own, where nothing has happened yet. */
      readonly session?: string
    }
  /** An event of the client's that nothing is carried out for. */
  | { readonly event: Json }

/** Read from standard input as JSON. */
export interface Game {
  /** Program and arguments that are registered as the hook. */
  readonly hook: readonly string[]
  readonly session: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  readonly mode: string
  /** What comes of a question: the client runs the call all the same, or a person says no. */
  readonly asked: 'runs' | 'stops'
  readonly moves: readonly Move[]
}

/** What became of a move. */
export interface Turn {
  /** `permissionDecision`, or empty. */
  readonly decision: string
  /** Everything that the hook said, before and after the call. */
  readonly said: string
  readonly ran: boolean
  /** What the call printed or returned. */
  readonly output: string
  readonly exit: number | null
}

/** No command of a test needs longer. */
const LIMIT = 15_000
/** How long what still runs after the last move is waited for, and how often it is looked for, in ms. */
const SETTLING = 300
const POLL = 10

interface Said {
  readonly decision: string
  readonly text: string
  readonly input: Json | undefined
  readonly stops: boolean
}

process.title = 'claude'
const game = JSON.parse(readFileSync(0, 'utf8')) as Game
let session = game.session
const transcript = (): string => join(game.env.HOME ?? '', '.claude/projects/project', `${session}.jsonl`)
let cwd = game.project
let count = 0
let promptId = ''

function line(more: Json): void {
  mkdirSync(dirname(transcript()), { recursive: true })
  const common = {
    uuid: `${session}-${++count}`,
    sessionId: session,
    cwd,
    timestamp: new Date().toISOString(),
  }
  appendFileSync(transcript(), `${JSON.stringify({ ...common, promptId, ...more })}\n`)
}

function ask(event: Json): Said {
  const [program = '', ...args] = game.hook
  const common = {
    session_id: session,
    transcript_path: transcript(),
    cwd,
    prompt_id: promptId,
    permission_mode: game.mode,
  }
  const env = {
    ...game.env,
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: game.project,
    CLAUDE_CODE_SESSION_ID: session,
    CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
    CLAUDE_PID: String(process.pid),
  }
  const { stdout, stderr, status } = spawnSync(program, args, {
    input: `${JSON.stringify({ ...common, ...event })}\n`,
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const json = stdout.trim() === '' ? {} : (JSON.parse(stdout) as Json)
  const specific = (json.hookSpecificOutput ?? {}) as Json
  const texts = [specific.permissionDecisionReason, specific.additionalContext, json.systemMessage, json.reason, stderr]
  return {
    decision: String(specific.permissionDecision ?? json.decision ?? ''),
    text: texts.filter(text => typeof text === 'string' && text !== '').join('\n'),
    input: specific.updatedInput as Json | undefined,
    stops: status === 2,
  }
}

function shell(command: string): { readonly output: string; readonly exit: number | null } {
  const env = { ...game.env, CLAUDECODE: '1', CLAUDE_PID: String(process.pid), CLAUDE_CODE_SESSION_ID: session }
  const where = join(game.env.HOME ?? '', '.cwd')
  const script = 'eval "$1"; code=$?; pwd -P >"$2"; exit $code'
  // The client has what a command prints in a file, and reads that.
  const printed = join(game.env.HOME ?? '', '.printed')
  const file = openSync(printed, 'w')
  const { status } = spawnSync('bash', ['-c', script, 'bash', command, where], {
    cwd: existsSync(cwd) ? cwd : '/',
    env,
    timeout: LIMIT,
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  const output = existsSync(printed) ? readFileSync(printed, 'utf8') : ''
  if (existsSync(where)) {
    cwd = readFileSync(where, 'utf8').trim() || cwd
    rmSync(where, { force: true })
  }
  rmSync(printed, { force: true })
  return { output, exit: status }
}

/** The file that a skill or a command stands in. */
function skillFile(name: string): string | undefined {
  const roots = [game.project, game.env.HOME ?? ''].map(root => join(root, '.claude'))
  const path = name.replaceAll(':', '/')
  const files = roots.flatMap(root => [join(root, 'skills', path, 'SKILL.md'), join(root, 'commands', `${path}.md`)])
  const [plugin = '', command = ''] = name.split(':')
  const ofPlugin = join(game.env.HOME ?? '', '.claude/plugins/cache/market', plugin, '1.0.0/commands', `${command}.md`)
  return [...files, ofPlugin].find(each => existsSync(each))
}

/** What a skill or a command says is run while its text is made. */
function expand(name: string, args: string): { readonly output: string; readonly exit: number | null } {
  const file = skillFile(name)
  if (!file) return { output: `no skill ${name}`, exit: 1 }
  const text = readFileSync(file, 'utf8').replaceAll('$ARGUMENTS', () => args)
  const commands = [...text.matchAll(/```!\s*\n?([\s\S]*?)\n?```/g), ...text.matchAll(/(?<=^|\s)!`([^`]+)`/gm)]
  const outputs = commands.map(([, command = '']) => shell(command).output)
  return { output: [text, ...outputs].join('\n'), exit: 0 }
}

/** A typed command, as the client expands it once its prompt was let through. */
function typed(prompt: string): Turn | undefined {
  const [, name = '', args = ''] = /^\/([\w:-]+)\s*(.*)$/s.exec(prompt) ?? []
  if (name === '' || !skillFile(name)) return undefined
  const event = {
    hook_event_name: 'UserPromptExpansion',
    expansion_type: 'slash_command',
    command_source: 'projectSettings',
  }
  const said = ask({ ...event, command_name: name, command_args: args, prompt })
  const held = said.decision === 'block' || said.stops
  const { output, exit } = held ? { output: '', exit: null } : expand(name, args)
  return { decision: said.decision, said: said.text, ran: !held, output, exit }
}

function carryOut(tool: string, input: Json): { readonly output: string; readonly exit: number | null } {
  const file = String(input.file_path ?? '')
  try {
    switch (tool) {
      case 'Bash':
      case 'Monitor':
        return shell(String(input.command))
      case 'Skill':
        return expand(String(input.skill), String(input.args ?? ''))
      case 'Read':
        return { output: readFileSync(file, 'utf8'), exit: 0 }
      case 'Write':
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, String(input.content))
        return { output: 'written', exit: 0 }
      case 'Edit':
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace(String(input.old_string), () => String(input.new_string)),
        )
        return { output: 'edited', exit: 0 }
      default:
        return { output: '', exit: 0 }
    }
  } catch (error) {
    return { output: String(error), exit: 1 }
  }
}

function play(move: Move): Turn {
  const nothing = { ran: false, output: '', exit: null }
  if ('event' in move) {
    const said = ask(move.event)
    return { decision: said.decision, said: said.text, ...nothing }
  }
  if ('prompt' in move) {
    promptId = `prompt-${++count}`
    line({ type: 'user', message: { role: 'user', content: move.prompt } })
    const said = ask({ hook_event_name: 'UserPromptSubmit', prompt: move.prompt })
    const expanded = said.decision === 'block' ? undefined : typed(move.prompt)
    if (expanded) return expanded
    return { decision: said.decision, said: said.text, ...nothing }
  }
  session = move.session ?? game.session
  const { tool, input, agent_id, id = `toolu_${session}_${++count}` } = move
  const call = { tool_name: tool, tool_use_id: id, ...(agent_id && { agent_id }) }
  line({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input }] } })
  const before = ask({ hook_event_name: 'PreToolUse', ...call, tool_input: input })
  if (before.stops || before.decision === 'deny' || (before.decision === 'ask' && game.asked === 'stops')) {
    line({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, is_error: true }] },
    })
    return { decision: before.decision || 'deny', said: before.text, ...nothing }
  }
  const run = before.input ?? input
  const { output, exit } = carryOut(tool, run)
  line({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
  })
  const after =
    exit === 0
      ? { hook_event_name: 'PostToolUse', tool_response: { stdout: output, stderr: '', interrupted: false } }
      : { hook_event_name: 'PostToolUseFailure', error: `Exit code ${exit}\n${output}` }
  const later = ask({ ...after, ...call, tool_input: run })
  return { decision: before.decision, said: `${before.text}\n${later.text}`, ran: true, output, exit }
}

// A line each at once: what came before the client was killed is known.
ask({ hook_event_name: 'SessionStart', source: 'startup' })
for (const move of game.moves) writeSync(1, `${JSON.stringify(play(move))}\n`)
// What was started in the background and acts a little later is waited for.
for (let waited = 0; waited < SETTLING && othersRun(); waited += POLL)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL)
writeSync(1, '"ended"\n')

/** Whether the user of this process has another one, which has not ended. */
function othersRun(): boolean {
  return readdirSync('/proc').some(name => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      const [, state = ''] = /\) (\S)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      return statSync(`/proc/${name}`).uid === process.getuid?.() && state !== 'Z'
    } catch {
      return false
    }
  })
}
