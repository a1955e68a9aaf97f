/**
 * That agents alone know the names of their tools and of what these take and return, their permission modes, the variables of their
 * client and its program: outside of their folders no code has one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { CLAUDE_CODE_PLACES } from '../../src/agents/claude-code/places.ts'
import { CLAUDE_TOOLS } from '../../src/agents/claude-code/tools.ts'

interface Exception {
  readonly file: RegExp
  readonly names: readonly string[]
  readonly why: string
}

const EXCEPTIONS: readonly Exception[] = [
  {
    file: /^src\/behaviour\/(?:patterns\/repeated-timeouts|interventions\/resource-throttling)\.ts$/,
    names: ['run_in_background'],
    why: 'advice to the model, in a sentence that is recorded and compared as it stands',
  },
  {
    file: /^src\/content\/reviewers\/builtin\/secrets\.ts$/,
    names: ['file_path'],
    why: 'what servers of anybody call the file that their tools write',
  },
  {
    file: /^src\/understand\/tools\/deferred\/lines\.ts$/,
    names: ['cell_type'],
    why: 'a key of the format of notebooks, which the client has its own name from',
  },
  { file: /^src\/understand\/powershell\//, names: ['filePath'], why: 'a function for paths of PowerShell' },
  { file: /^src\/understand\/shell\/word\.ts$/, names: ['Glob'], why: 'a part of a word in the grammar of the shell' },
  {
    file: /^src\/understand\/code\/tables\/(?:others|node)\.ts$/,
    names: ['Glob', 'outputFile'],
    why: 'functions of the libraries of Go and Node',
  },
  {
    file: /^src\/understand\/code\/tables\/services\.ts$/,
    names: ['@anthropic-ai'],
    why: 'the library of a service, as any other in the table',
  },
  {
    file: /^src\/understand\/tools\/written-files\.ts$/,
    names: ['old_string', 'oldString', 'new_string', 'newString'],
    why: 'what servers of anybody call the texts that their tools put into files',
  },
  {
    file: /^src\/session\/code-smells\/substitution\.ts$/,
    names: ['Agent'],
    why: 'ends of names that classes have',
  },
]

/** Texts for people, and what reads the transcripts and the settings of one agent at their request. */
const FOR_PEOPLE = /^src\/(?:cli|agents)\//

const forms = Object.values(CLAUDE_TOOLS)
const parameters = forms.flatMap(({ input, shape }) => [...Object.values(input).flat(), ...Object.keys(shape ?? {})])
const results = forms.flatMap(({ results: { no_text, stays, no_output, ...more }, held_back = [] }) => [
  ...no_text,
  ...stays,
  ...no_output,
  ...Object.values(more).flatMap(each => (typeof each === 'string' ? [each] : Array.isArray(each) ? each : [])),
  ...held_back.flatMap(({ fields }) => Object.keys(fields)),
])
/** A name of one plain word is a word of ours too: it says nothing. */
const MODES = new Set(['acceptEdits', 'bypassPermissions', 'dontAsk'])
const PROGRAM = new Set(['claude', 'claude-code', CLAUDE_CODE_PLACES.directory])
const isTelling = (name: string): boolean => /_|[a-z][A-Z]/.test(name)
/** Names of our own events, records and settings, which look alike. */
const OURS = new Set(['tool_use_id', 'timeout_ms'])
const fields = new Set([...parameters, ...results].filter(name => isTelling(name) && !OURS.has(name)))
const tools = new Set(Object.keys(CLAUDE_TOOLS))

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(name => `src/${name.replaceAll('\\', '/')}`)
  .filter(name => name.endsWith('.ts') && !FOR_PEOPLE.test(name))

/** Names in the code of a file: tools as whole texts, in lists within patterns, and fields as words of any kind. */
async function namesIn(file: string): Promise<readonly string[]> {
  const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'ts', legalComments: 'none' })
  const literals = Array.from(code.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g), ([, , text = '']) => text)
  const ofTools = literals.filter(text => tools.has(text) || text.startsWith('mcp__'))
  const inPatterns = Array.from(code.matchAll(/(?<=[(|^])([A-Z]\w+)(?=[|)$])/g), ([, name = '']) => name)
  const words = new Set(code.match(/\w+/g))
  return [
    ...ofTools,
    ...inPatterns.filter(name => tools.has(name)),
    ...[...fields].filter(name => words.has(name)),
    ...(/mcp__/.test(code) ? ['mcp__'] : []),
    ...(code.match(/\bCLAUDE_[A-Z_]+\b/g) ?? []),
    ...literals.filter(text => MODES.has(text) || PROGRAM.has(text)),
    ...(/@anthropic-ai/.test(code) ? ['@anthropic-ai'] : []),
  ]
}

const isException = (file: string, name: string): boolean =>
  EXCEPTIONS.some(each => each.file.test(file) && each.names.includes(name))

test('the table has names to look for', () => {
  expect(fields).toContain('file_path')
  expect(fields).toContain('persistedOutputPath')
  expect(tools.size).toBeGreaterThan(30)
})

test('no file outside has one, but for those that say why', async () => {
  const found: string[] = []
  for (const file of files)
    for (const name of new Set(await namesIn(file))) if (!isException(file, name)) found.push(`${file}: ${name}`)
  expect(found).toEqual([])
})

test('no exception has become idle', async () => {
  const all = new Map(await Promise.all(files.map(async file => [file, await namesIn(file)] as const)))
  for (const { file, names } of EXCEPTIONS)
    for (const name of names)
      expect(
        [...all].some(([path, found]) => file.test(path) && found.includes(name)),
        `${file} ${name}`,
      ).toBe(true)
})
