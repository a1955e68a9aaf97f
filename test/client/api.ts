/** A scripted Messages API on loopback: it plays the model for the real client, and records what the model was told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Json = Record<string, unknown>

/** One tool call of the model. `name` is the test's own word for it: its tool_use_id is `toolu_<name>`. */
export interface Call {
  readonly name: string
  readonly tool: string
  readonly input: Json
}

/** What the model answers to one request: a closing text, or tool calls. */
export type Turn = string | readonly Call[]

export interface Script {
  readonly main: readonly Turn[]
  /** The prompt that `main` answers: turns are counted from its last place on, so that a resumed session goes on. */
  readonly prompt?: string
  /** Turns of subagents, by a phrase that only the prompt of that subagent holds. */
  readonly agents?: Readonly<Record<string, readonly Turn[]>>
  /** What the search of the API's own finds, for the client's WebSearch; and the text of side requests, such as a page in short. */
  readonly found?: { readonly title: string; readonly url: string }
  readonly aside?: string
}

interface Block extends Json {
  readonly type: string
}

interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}

/** Body of one `POST /v1/messages` as the client sent it. */
export interface ModelRequest {
  readonly messages: readonly Message[]
  readonly system?: unknown
  readonly tools?: readonly Json[]
}

export interface ScriptedApi {
  readonly url: string
  /** Every model request so far, oldest first; side requests (titles and the like) carry no tools. */
  readonly requests: readonly ModelRequest[]
  close(): void
}

/** Starts the API on a free port of 127.0.0.1. */
export async function startApi(script: Script): Promise<ScriptedApi> {
  const requests: ModelRequest[] = []
  const server = createServer((request, response) => void answer(script, requests, request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close().closeAllConnections() }
}

async function answer(script: Script, requests: ModelRequest[], request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const path = (request.url ?? '').split('?')[0]
  if (request.method !== 'POST' || !path?.startsWith('/v1/messages')) return response.writeHead(404).end()
  if (path.endsWith('/count_tokens')) {
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":100}')
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ModelRequest
  requests.push(body)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const searching = script.found && body.tools?.some(({ type }) => String(type).startsWith('web_search'))
  const blocks = searching ? searchBlocks(script.found) : blocksOf(nextTurn(script, body))
  for (const event of stream(requests.length, blocks)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  return response.end()
}

/** The turn is told by how often the model has spoken already, so that a request sent twice gets the same answer. */
function nextTurn(script: Script, body: ModelRequest): Turn {
  if (!body.tools?.length) return script.aside ?? 'A title'
  const begin = Math.max(0, lastPlace(body.messages, script.prompt))
  const spoken = body.messages.slice(begin).filter(message => message.role === 'assistant').length
  const opening = openingText(body.messages)
  const agent = Object.entries(script.agents ?? {}).find(([phrase]) => opening.includes(phrase))
  return (agent ? agent[1] : script.main)[spoken] ?? 'Done.'
}

function lastPlace(messages: readonly Message[], prompt: string | undefined): number {
  if (prompt === undefined) return 0
  return messages.findLastIndex(({ role, content }) => role === 'user' && textOf(content).includes(prompt))
}

const textOf = (content: Message['content']): string =>
  typeof content === 'string' ? content : content.map(block => block.text ?? '').join('\n')

/** What was said before the model first spoke: the prompt of the person, or of the agent that started this one. */
function openingText(messages: readonly Message[]): string {
  const first = messages.findIndex(message => message.role === 'assistant')
  return messages
    .slice(0, first < 0 ? messages.length : first)
    .map(({ content }) => textOf(content))
    .join('\n')
}

/** The server-sent events of one answer. */
function* stream(number: number, blocks: readonly Streamed[]): Generator<Block> {
  const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'claude-sonnet-5', content: [] }
  yield { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } }
  for (const [index, { block, delta }] of blocks.entries()) {
    yield { type: 'content_block_start', index, content_block: block }
    if (delta) yield { type: 'content_block_delta', index, delta }
    yield { type: 'content_block_stop', index }
  }
  const stop_reason = blocks.some(({ block }) => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } }
  yield { type: 'message_stop' }
}

interface Streamed {
  readonly block: Block
  readonly delta?: Json
}

const blocksOf = (turn: Turn): readonly Streamed[] =>
  typeof turn === 'string' ? [textBlock(turn)] : turn.map(callBlock)

/** A search that the API makes by itself, and its results. */
const searchBlocks = (found: Script['found']): readonly Streamed[] => [
  {
    block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
    delta: { type: 'input_json_delta', partial_json: '{"query":"q"}' },
  },
  {
    block: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', ...found, encrypted_content: 'x', page_age: null }],
    },
  },
  textBlock(`Found: ${found?.title}`),
]

const textBlock = (text: string) => ({ block: { type: 'text', text: '' }, delta: { type: 'text_delta', text } })

const callBlock = (call: Call) => ({
  block: { type: 'tool_use', id: `toolu_${call.name}`, name: call.tool, input: {} },
  delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
})
