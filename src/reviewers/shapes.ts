/** What a changed input or output must look like for the client: it drops a wrong output silently, and the original goes out. */
import { mapTexts, withoutPersisted } from './texts.ts'

type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object'
/** Parameters of a tool with their kinds; `!` marks what must be there. Others may stand beside them. */
type Shape = Readonly<Record<string, Kind | `${Kind}!`>>

const COMMAND: Shape = {
  command: 'string!',
  description: 'string',
  timeout: 'number',
  timeout_ms: 'number',
  run_in_background: 'boolean',
  dangerouslyDisableSandbox: 'boolean',
}

/** Inputs of the client's tools, as of 2.1.329. */
const INPUTS: Readonly<Record<string, Shape>> = {
  Bash: COMMAND,
  PowerShell: COMMAND,
  Monitor: COMMAND,
  Write: { file_path: 'string!', content: 'string!' },
  Edit: { file_path: 'string!', old_string: 'string!', new_string: 'string!', replace_all: 'boolean' },
  Read: { file_path: 'string!', offset: 'number', limit: 'number', pages: 'string' },
  NotebookEdit: {
    notebook_path: 'string!',
    new_source: 'string!',
    cell_id: 'string',
    cell_type: 'string',
    edit_mode: 'string',
  },
  Glob: { pattern: 'string!', path: 'string' },
  Grep: {
    pattern: 'string!',
    path: 'string',
    glob: 'string',
    type: 'string',
    output_mode: 'string',
    head_limit: 'number',
    offset: 'number',
    multiline: 'boolean',
    context: 'number',
    '-A': 'number',
    '-B': 'number',
    '-C': 'number',
    '-n': 'boolean',
    '-i': 'boolean',
    '-o': 'boolean',
  },
  WebFetch: { url: 'string!', prompt: 'string!', offset: 'number' },
  WebSearch: { query: 'string!', allowed_domains: 'list', blocked_domains: 'list' },
  Agent: {
    description: 'string!',
    prompt: 'string!',
    subagent_type: 'string',
    model: 'string',
    run_in_background: 'boolean',
  },
}

/**
 * What is wrong with the parameters that are to take the place of `original`; empty where nothing is. Of tools whose parameters
 * are not known, what stays must be of the same kind.
 */
export function inputMisfit(tool: string, original: Fields, value: unknown): string {
  if (!isFields(value)) return 'the new parameters are no object'
  const shape = INPUTS[tool]
  if (!shape) return misfitOf(original, value, key => key in value)
  for (const [key, kind] of Object.entries(shape)) {
    const given = value[key]
    const wanted = kind.replace('!', '')
    if (given === undefined && !kind.endsWith('!')) continue
    if (kindOf(given) !== wanted) return `the new parameters need ${key} as ${wanted}, not ${kindOf(given)}`
  }
  return ''
}

/** The same for what a tool returned. A server's tool may return a text, blocks or any object. */
export function outputMisfit(tool: string, original: unknown, value: unknown): string {
  if (isServers(tool)) {
    return ['string', 'list', 'object'].includes(kindOf(value)) ? '' : 'the new result is no text, no blocks, no object'
  }
  if (!isFields(original)) {
    return kindOf(value) === kindOf(original) ? '' : `the new result is ${kindOf(value)}, not ${kindOf(original)}`
  }
  if (!isFields(value)) return `the new result is ${kindOf(value)}, and ${tool} returns an object: change its fields`
  return misfitOf(withoutPersisted(original) as Fields, value, () => true)
}

/** Each key of the original that is asked for, as the kind that it was. */
function misfitOf(original: Fields, value: Fields, asked: (key: string) => boolean): string {
  for (const [key, before] of Object.entries(original)) {
    if (!asked(key)) continue
    // Where there was nothing, or there is nothing any more, the kind is not known.
    if (before === null || value[key] === null) continue
    if (kindOf(value[key]) !== kindOf(before)) return `${key} is ${kindOf(value[key])}, not ${kindOf(before)}`
  }
  return ''
}

/** The result of a tool with nothing of it left but the reason why. */
export function refusedOutput(tool: string, original: unknown, reason: string): unknown {
  const blocks = [{ type: 'text', text: reason }]
  if (isServers(tool)) return Array.isArray(original) ? blocks : reason
  if (typeof original === 'string') return reason
  if (!isFields(original)) return Array.isArray(original) ? [] : original
  // Short words are the client's own: it knows a result by them.
  const emptied = withoutPersisted(mapTexts(original, text => (isWord(text) ? text : ''))) as Fields
  switch (tool) {
    case 'Bash':
    case 'PowerShell':
      return { ...emptied, stdout: reason, stderr: '', isImage: false }
    case 'Read': {
      const { filePath = '' } = isFields(original.file) ? original.file : {}
      return { type: 'text', file: { filePath, content: reason, numLines: 1, startLine: 1, totalLines: 1 } }
    }
    case 'WebFetch':
      return { ...emptied, result: reason }
    case 'WebSearch':
      return { ...emptied, results: [reason] }
    case 'Agent':
      return { ...emptied, content: blocks }
    case 'ReadMcpResourceTool':
      return { ...emptied, contents: [{ uri: '', text: reason }] }
    case 'Glob':
      return { ...emptied, filenames: [reason] }
    case 'Grep':
      return 'content' in original ? { ...emptied, content: reason } : { ...emptied, filenames: [reason] }
    default:
      return emptied
  }
}

function isWord(text: string): boolean {
  return /^[a-z_]{1,20}$/.test(text)
}

function isServers(tool: string): boolean {
  return tool.startsWith('mcp__')
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): Kind | 'nothing' {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'list'
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}
