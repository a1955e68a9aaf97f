/** Real client: reviewers of a user's own change, withhold and refuse what goes into tools and what comes out of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Call, Script, Turn } from './api.ts'
import { type Run, reminders, requireClient, runClient, told } from './client.ts'
import { expectRecorded } from './record.ts'
import { addUserSettings, createWorld, plant, type World } from './world.ts'

const client = requireClient() ?? ''
const notesServer = fileURLToPath(new URL('fixtures/notes-server.js', import.meta.url))
const notes = ({ root }: World) => ({ command: process.execPath, args: [notesServer, join(root, 'notes')] })
const LIMIT = 60_000

const TOOLS = ['Bash', 'Read', 'Write', 'Edit', 'Grep', 'Glob', 'WebFetch', 'WebSearch', 'Agent']

/** A word that every tool of these runs returns, and what a reviewer makes of it. */
const WORD = 'OTTER'
const OTHER = 'BADGER'
const RENAMING = `
  const renamed = value =>
    typeof value === 'string' ? value.replaceAll('${WORD}', '${OTHER}')
    : Array.isArray(value) ? value.map(renamed)
    : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, renamed(v)]))
    : value
  export default { output: (id, tool, params, result) => renamed(result) }`

describe.skipIf(!client)('reviewers', () => {
  let world: World

  beforeEach(() => {
    world = createWorld()
  })
  afterEach(() => world?.remove())

  function bind(source: string, more = "tools: ['*']"): void {
    const file = plant(world, 'home/mine.mjs', source)
    const entry = `reviewers:\n  - { use: ${file}, ${more} }\n`
    plant(world, 'home/.config/reviewer/config.yaml', `environment:\n  disposable: false\n${entry}`)
  }
  const inProject = (name: string) => join(world.project, name)
  const play = (main: readonly Turn[], more: Partial<Script> = {}): Promise<Run> =>
    runClient({
      client,
      world,
      script: { main, ...more },
      page: 'a page',
      tools: TOOLS,
      allowedTools: [...TOOLS, 'mcp__notes'],
      ...(JSON.stringify(main).includes('mcp__notes') && { mcpServers: { notes: notes(world) } }),
    })
  const call = (name: string, tool: string, input: Call['input']): readonly Call[] => [{ name, tool, input }]
  const bash = (name: string, command: string) => call(name, 'Bash', { command, description: name })
  /** Everything that the run left with the client or sent to the model. */
  const everywhere = (run: Run) =>
    [JSON.stringify(run.requests), run.stdout, ...transcripts(join(world.home, '.claude/projects'))].join('\n')

  /** A call of each tool whose result holds WORD; `own`: what it is called with holds it too. */
  function calls(): readonly (readonly Call[])[] {
    plant(world, 'home/project/otter.txt', `the ${WORD} lives here\n`)
    plant(world, `home/project/${WORD}.md`, `the ${WORD} lives here\n`)
    plant(world, 'notes', `the ${WORD}\n`)
    addUserSettings(world, { skipWebFetchPreflight: true })
    return [
      bash('bash', 'cat otter.txt'),
      call('read', 'Read', { file_path: inProject('otter.txt') }),
      call('grep', 'Grep', { pattern: 'lives', path: inProject(''), output_mode: 'content' }),
      call('files', 'Grep', { pattern: 'lives', path: inProject('') }),
      call('glob', 'Glob', { pattern: '*.md', path: inProject('') }),
      call('fetch', 'WebFetch', { url: 'PAGE', prompt: 'What is there?' }),
      call('search', 'WebSearch', { query: 'otters' }),
      call('agent', 'Agent', { description: 'Look', prompt: 'HERON', run_in_background: false }),
      call('blocks', 'mcp__notes__read', {}),
      call('structured', 'mcp__notes__read', { structured: true }),
    ]
  }
  const SIDE = {
    aside: `the ${WORD} in short`,
    found: { title: `the ${WORD}`, url: 'https://example.com/' },
    agents: { HERON: [`The ${WORD} is well.`] },
  }
  const NAMES = ['bash', 'read', 'grep', 'files', 'glob', 'fetch', 'search', 'agent', 'blocks', 'structured']

  test(
    'change what the model sees of every tool, in its own shape',
    async () => {
      bind(RENAMING)
      const run = await play([...calls(), 'Done.'], SIDE)
      for (const name of NAMES) {
        expect.soft(told(run, name)?.text, name).toContain(OTHER)
        expect.soft(told(run, name)?.text, name).not.toContain(WORD)
      }
      expectRecorded(world, run)
    },
    LIMIT,
  )

  test(
    'change what the client keeps of files that are edited and written over',
    async () => {
      bind(RENAMING)
      plant(world, 'home/project/a.txt', `the ${WORD} stays\nline two\n`)
      plant(world, 'home/project/b.txt', `the ${WORD} goes\n`)
      const run = await play([
        call('reada', 'Read', { file_path: inProject('a.txt') }),
        call('readb', 'Read', { file_path: inProject('b.txt') }),
        call('edit', 'Edit', { file_path: inProject('a.txt'), old_string: 'line two', new_string: 'line 2' }),
        call('write', 'Write', { file_path: inProject('b.txt'), content: 'gone\n' }),
        'Done.',
      ])
      expect(readFileSync(inProject('a.txt'), 'utf8')).toBe(`the ${WORD} stays\nline 2\n`)
      expect(readFileSync(inProject('b.txt'), 'utf8')).toBe('gone\n')
      expect(everywhere(run)).toContain(OTHER)
      expect(everywhere(run)).not.toContain(WORD)
    },
    LIMIT,
  )

  test(
    'hold back what the model sees of every tool: it sees the reason instead',
    async () => {
      bind("export default { output: () => ({ approved: false, reason: 'for my eyes only' }) }")
      const run = await play([...calls(), 'Done.'], SIDE)
      for (const name of NAMES) {
        expect.soft(told(run, name)?.text, name).toContain('for my eyes only')
        expect.soft(told(run, name)?.text, name).not.toContain(WORD)
      }
      expectRecorded(world, run)
    },
    LIMIT,
  )

  test(
    'a result that the client would drop, and show the original, is held back with what was wrong',
    async () => {
      bind(`const wrong = {
          Read: result => ({ ...result, file: { ...result.file, numLines: '3' } }),
          Grep: result => ({ ...result, mode: 'any' }),
          Glob: result => ({ ...result, filenames: [3] }),
          Bash: result => ({ ...result, stdout: null }),
        }
        export default { output: (id, tool, params, result) => wrong[tool]?.(result) }`)
      const run = await play([...calls().slice(0, 5), 'Done.'], SIDE)
      for (const name of ['bash', 'read', 'grep', 'files', 'glob']) {
        expect.soft(told(run, name)?.text, name).toContain('reviewer mine.mjs failed')
        expect.soft(told(run, name)?.text, name).not.toContain(WORD)
      }
    },
    LIMIT,
  )

  test(
    'what is held back of tools that have no place for a reason: it is told beside',
    async () => {
      bind("export default { output: () => ({ approved: false, reason: 'for my eyes only' }) }")
      plant(world, 'home/project/a.txt', `the ${WORD} stays\nline two\n`)
      const run = await play([
        call('read', 'Read', { file_path: inProject('a.txt') }),
        call('edit', 'Edit', { file_path: inProject('a.txt'), old_string: 'line two', new_string: 'line 2' }),
        call('write', 'Write', { file_path: inProject('b.txt'), content: 'b\n' }),
        'Done.',
      ])
      expect(readFileSync(inProject('a.txt'), 'utf8')).toBe(`the ${WORD} stays\nline 2\n`)
      expect(everywhere(run)).not.toContain(`the ${WORD}`)
      expect(JSON.stringify(run.requests.at(-1)).match(/for my eyes only/g)?.length).toBeGreaterThanOrEqual(3)
    },
    LIMIT,
  )

  test(
    'a server may be answered for in text, in blocks and as an object',
    async () => {
      bind(
        `const forms = [\`${OTHER} as text\`, [{ type: 'text', text: '${OTHER} as blocks' }], { as: '${OTHER} object' }]
         export default { output: (id, tool, params) => forms[params.form] }`,
        "tools: ['mcp__notes__*']",
      )
      plant(world, 'notes', `the ${WORD}\n`)
      const forms = [0, 1, 2].map(form => call(`form${form}`, 'mcp__notes__read', { form }))
      const run = await play([...forms, 'Done.'])
      expect(told(run, 'form0')?.text).toContain(`${OTHER} as text`)
      expect(told(run, 'form1')?.text).toContain(`${OTHER} as blocks`)
      expect(told(run, 'form2')?.text).toContain(`${OTHER} object`)
    },
    LIMIT,
  )

  test(
    'change what runs, and the model is told',
    async () => {
      bind(`export default { input: (id, tool, params) =>
        tool === 'Bash' ? { ...params, command: params.command.replace('one', 'two') }
        : tool === 'Write' ? { ...params, content: params.content.replace('one', 'two') }
        : tool === 'Edit' ? { ...params, new_string: params.new_string.replace('one', 'two') }
        : tool === 'mcp__notes__add' ? { text: params.text.replace('one', 'two') } : true }`)
      const run = await play([
        bash('bash', 'echo one > ran.txt'),
        call('write', 'Write', { file_path: inProject('new.txt'), content: 'one\n' }),
        call('edit', 'Edit', { file_path: inProject('new.txt'), old_string: 'two\n', new_string: 'one one\n' }),
        call('add', 'mcp__notes__add', { text: 'one' }),
        'Done.',
      ])
      expect(readFileSync(inProject('ran.txt'), 'utf8')).toBe('two\n')
      expect(readFileSync(inProject('new.txt'), 'utf8')).toBe('two one\n')
      expect(readFileSync(join(world.root, 'notes'), 'utf8')).toBe('two\n')
      expect(reminders(run, 'bash')).toContain('mine.mjs changed it')
      expectRecorded(world, run)
    },
    LIMIT,
  )

  test(
    'one that throws, hangs or answers nonsense lets nothing run',
    async () => {
      bind(
        `export default { input(id, tool, { command }) {
          if (command.includes('throws')) throw new Error('out of order')
          if (command.includes('hangs')) for (;;);
          return command.includes('nonsense') ? 42 : true
        } }`,
        'tools: [Bash], timeout_ms: 500',
      )
      const saying = { throws: 'out of order', hangs: 'longer than 500 ms', nonsense: 'expected true, false' }
      const kinds = Object.keys(saying).map(name => bash(name, `touch made-${name}`))
      const run = await play([...kinds, bash('well', 'touch made-well'), 'Done.'])
      for (const [name, said] of Object.entries(saying)) {
        expect(existsSync(inProject(`made-${name}`)), name).toBe(false)
        expect(told(run, name)).toMatchObject({ error: true, text: expect.stringContaining(said) })
      }
      expect(existsSync(inProject('made-well'))).toBe(true)
    },
    LIMIT,
  )

  test(
    'one that waits for another service is waited for',
    async () => {
      bind(
        readFileSync(new URL('../../examples/reviewers/approve-by-webhook.mjs', import.meta.url), 'utf8'),
        `tools: [Bash], options: { url: 'http://127.0.0.1:39517' }`,
      )
      const service = plant(
        world,
        'home/service.mjs',
        `import { createServer } from 'node:http'
         createServer(async (request, response) => {
           let text = ''
           for await (const chunk of request) text += chunk
           const approved = !JSON.parse(text).params.command.includes('deploy')
           setTimeout(() => response.end(JSON.stringify({ approved, reason: approved ? undefined : 'not today' })), 300)
         }).listen(39517, '127.0.0.1').unref()
         setTimeout(() => process.exit(), 20_000)`,
      )
      // The service runs where the client does: in its network.
      plant(world, 'home/project/.claude/settings.json', serviceSettings(service))
      const run = await play([bash('a', 'touch made'), bash('b', 'echo deploy'), 'Done.'])
      expect(existsSync(inProject('made'))).toBe(true)
      expect(told(run, 'b')).toMatchObject({ error: true, text: expect.stringContaining('not today') })
    },
    LIMIT,
  )

  test(
    'Claude itself finds the limits of a prompt, asked by the client without hooks, and they are held',
    async () => {
      for (const name of ['ask-claude.mjs', 'questions/limits.mjs'])
        plant(world, `home/${name}`, readFileSync(new URL(`../../examples/reviewers/${name}`, import.meta.url), 'utf8'))
      const entry = `reviewers:\n  - { use: ${join(world.home, 'ask-claude.mjs')}, prompts: true, timeout_ms: 50000, options: { program: '${client}' } }\n`
      plant(world, 'home/.config/reviewer/config.yaml', `environment:\n  disposable: false\n${entry}`)
      const limits = [{ said: 'let sleeping dogs lie in legacy.ts', means: ['do not touch legacy.ts'] }]
      const run = await runClient({
        client,
        world,
        prompt: 'add the export, and let sleeping dogs lie in legacy.ts',
        script: {
          main: [
            call('other', 'Write', { file_path: inProject('other.ts'), content: 'export {}\n' }),
            call('legacy', 'Write', { file_path: inProject('legacy.ts'), content: 'export {}\n' }),
            'Done.',
          ],
          aside: `\`\`\`json\n${JSON.stringify({ limits })}\n\`\`\``,
        },
        tools: TOOLS,
        allowedTools: TOOLS,
      })
      expect(existsSync(inProject('other.ts'))).toBe(true)
      expect(existsSync(inProject('legacy.ts'))).toBe(false)
      expect(told(run, 'legacy')?.text).toContain('let sleeping dogs lie in legacy.ts')
      // Of the client that was asked nothing is on record: it ran no hooks.
      const prompts = expectRecorded(world, run).filter(({ event }) => event === 'UserPromptSubmit')
      expect(prompts).toHaveLength(1)
    },
    LIMIT,
  )

  test(
    'a module of the project does not run unpinned, and that is said',
    async () => {
      plant(world, 'home/project/house.mjs', 'export default { input: () => false }')
      plant(world, 'home/project/safety.config.yaml', 'reviewers:\n  - { use: house.mjs, tools: [Bash] }\n')
      const run = await play([bash('a', 'touch made'), 'Done.'])
      expect(existsSync(inProject('made'))).toBe(true)
      expect(everywhere(run)).toMatch(/house\.mjs.*does not run unpinned/)
    },
    LIMIT,
  )
})

/** Starts a program in the background when the session starts, and waits until it can be reached. */
function serviceSettings(program: string): string {
  const command = `${process.execPath} ${program} >/dev/null 2>&1 & sleep 1`
  return JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } })
}

/** Texts of all transcripts below a directory. */
function transcripts(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => readFileSync(join(directory, name), 'utf8'))
}
