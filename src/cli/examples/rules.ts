/**
 * Runs the examples of rules and command models through the real pipeline, in a small made-up project; those of formats of secrets
 * through the detector.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minimatch } from 'minimatch'
import { AGENTS } from '../../agents/index.ts'
import { withOwn } from '../../config/rules/compile.ts'
import { type Knowledge, loadCommands, loadModels, loadRules, parseKnowledge } from '../../config/rules/load.ts'
import type { Config } from '../../config/schema.ts'
import type { Effect } from '../../model/action.ts'
import type { ToolEvent } from '../../model/event.ts'
import type { Store } from '../../model/record.ts'
import type { Review } from '../../model/review.ts'
import type { ContextCondition, FetchedExample, RuleExample, RuleSource, Situation } from '../../model/rule.ts'
import { gather } from '../../review/context.ts'
import type { Parts } from '../../review/parts.ts'
import { judge, reviewEvent } from '../../review.ts'
import { ofCommands } from '../../session/commands.ts'
import type { ModelExample } from '../../understand/shell/model.ts'
import { SessionMemory } from '../replay/memory.ts'
import { testPrograms } from './programs.ts'
import { testSecrets } from './secrets.ts'

export interface KnowledgeTest {
  readonly examples: number
  /** What does not hold, in words. */
  readonly failures: readonly string[]
}

/**
 * Runs all examples of a `rules` directory, those of its formats of secrets included, or of one file of rules, exceptions and command
 * models on top of the policy that holds. Throws ConfigError where it cannot be read.
 */
export function testKnowledge(path: string, parts: Parts): KnowledgeTest {
  const isDirectory = statSync(path).isDirectory()
  const own = isDirectory
    ? { rules: loadRules(path), exceptions: [], commands: loadCommands(path) }
    : parseKnowledge(readFileSync(path, 'utf8'), path)
  const examples = openExamples(parts)
  try {
    // With what stands in lists of a directory: who sends, who is noticed by others.
    const run = examples.reviewer(own, path, isDirectory ? loadModels(path) : {})
    const failures = [
      ...own.rules.flatMap(rule => testRule(rule.id, rule.examples, run)),
      ...own.exceptions.flatMap(exception => testRule(exception.rule, exception.examples, run)),
      ...Object.entries(own.commands).flatMap(([program, model]) => testModel(program, model.examples ?? [], run)),
    ]
    const secrets = existsSync(join(path, 'secrets'))
      ? testSecrets(join(path, 'secrets'))
      : { examples: 0, failures: [] }
    const programs = existsSync(join(path, 'programs'))
      ? testPrograms(path, command => run(command))
      : { examples: 0, failures: [] }
    return {
      examples: countExamples(own) + secrets.examples + programs.examples,
      failures: [...failures, ...secrets.failures, ...programs.failures],
    }
  } finally {
    examples.close()
  }
}

export interface Examples {
  /** Reviews on top of the policy that holds and what `path` holds, with `models` that stand in lists beside it. */
  readonly reviewer: (own: Knowledge, path: string, models?: Models) => Run
  readonly close: () => void
}

/** A made-up project in which examples are reviewed; to be closed. */
export function openExamples(parts: Parts): Examples {
  const world = makeWorld()
  const base = parts.policy(world.project)
  return {
    reviewer(own, path, models = {}) {
      const { rules, commands } = withOwn(
        { rules: base.rules, commands: base.commands, sources: [], warnings: [] },
        own,
        path,
      )
      const policy = { ...base, rules, commands: { ...commands, ...models } }
      return example => reviewExample(example, { ...parts, policy: () => policy }, world)
    },
    close: () => rmSync(world.root, { recursive: true, force: true }),
  }
}

type Models = ReturnType<typeof loadModels>

function countExamples({ rules, exceptions, commands }: Knowledge): number {
  const ofRules = [...rules, ...exceptions].map(({ examples }) => examples.match.length + examples.pass.length)
  const ofModels = Object.values(commands).map(({ examples }) => (examples ?? []).length)
  return [...ofRules, ...ofModels].reduce((sum, count) => sum + count, 0)
}

type Run = (example: RuleExample) => Review

function testModel(program: string, examples: readonly ModelExample[], run: Run): string[] {
  return examples.flatMap(example => {
    const review = run(example.command)
    const difference = featureDifference(example, review) ?? effectDifference(example, review)
    return difference === '' ? [] : [`${program}: ${example.command}: ${difference}`]
  })
}

/** In what the review of an example differs from what it says, empty where in nothing; undefined where it speaks of effects. */
function featureDifference(example: ModelExample, { action, features }: Review): string | undefined {
  const { role, only_looks, operations } = example
  if (role !== undefined) return features?.role === role ? '' : `wanted ${role}, found ${features?.role}`
  if (only_looks !== undefined)
    return (features?.places !== undefined) === only_looks ? '' : only_looks ? 'does more than look' : 'only looks'
  if (operations === undefined) return undefined
  const found = new Set<string>(ofCommands('run_command', '', action?.signature ?? '').map(({ about }) => about))
  const isSame = found.size === operations.length && operations.every(each => found.has(each))
  return isSame ? '' : `wanted ${operations.join(', ') || 'no operation'}, found ${[...found].join(', ')}`
}

function effectDifference(example: ModelExample, { effects }: Review): string {
  const wanted = example.none ? [] : (example.effects ?? [])
  const missing = wanted.filter(text => !effects.some(effect => effectFits(text, effect)))
  const surplus = example.none && effects.some(effect => effect.verb !== 'read')
  if (missing.length === 0 && !surplus) return ''
  const found = effects.map(effect => `${effect.verb} ${effect.target.class} ${effect.target.value}`).join('; ')
  return `wanted ${wanted.join('; ') || 'nothing'}, found ${found || 'nothing'}`
}

function testRule(id: string, examples: RuleSource['examples'], run: Run): string[] {
  const hits = (example: RuleExample): boolean => run(example).findings.some(finding => finding.id === id)
  const shown = (example: RuleExample): string => (typeof example === 'string' ? example : JSON.stringify(example))
  return [
    ...examples.match.filter(example => !hits(example)).map(example => `${id} does not match: ${shown(example)}`),
    ...examples.pass.filter(hits).map(example => `${id} matches but must not: ${shown(example)}`),
  ]
}

/** `verb class value`, with a star for anything. A star stands for slashes too, wherever the made-up project lies. */
function effectFits(text: string, effect: Effect): boolean {
  const [verb, cls, value = '*'] = text.replaceAll('"', '').split(' ')
  const flat = (path: string): string => path.replaceAll('/', ':')
  if (effect.verb !== verb || (cls !== '*' && effect.target.class !== cls)) return false
  return value === '*' || minimatch(flat(effect.target.value), flat(value), { dot: true })
}

export interface ExampleWorld {
  readonly root: string
  readonly home: string
  readonly project: string
}

/** The review of one call in such a world. */
export function reviewExample(example: RuleExample, parts: Parts, world: ExampleWorld): Review {
  const isCall = typeof example === 'object' && 'tool' in example
  const command = typeof example === 'string' ? example : 'command' in example ? example.command : ''
  const context: ContextCondition = typeof example === 'object' ? (example.context ?? {}) : {}
  const tool_name = isCall ? example.tool : 'Bash'
  const event: ToolEvent = {
    name: 'PreToolUse',
    session_id: 'example',
    transcript_path: '',
    cwd: world.project,
    prompt_id: '',
    permission_mode: 'default',
    agent_id: '',
    agent_type: '',
    tool_name,
    form: AGENTS[0].formOf(tool_name),
    tool_input: isCall ? expanded(example.input, world) : { command },
    tool_use_id: '',
  }
  // The made-up session runs in a terminal of tmux.
  const env = { ...parts.env, HOME: world.home, TMUX: '/tmp/tmux-1000/default,1,0' }
  const policy = parts.policy(world.project)
  const goals = typeof example === 'object' && example.prompt !== undefined ? [example.prompt] : []
  const asked = { ...policy, config: withDeclarations({ ...policy.config, goals: [...policy.config.goals, ...goals] }) }
  const store =
    typeof example === 'object' && example.after ? afterFetch(example.after, event, { ...parts, env }) : undefined
  const gathered = gather(event, asked, store, { ...parts, env, now: 0 })
  const situation = { ...gathered.situation, disposable: false, ...context } as Situation
  return judge({ ...gathered, situation }).review
}

/** What a session remembers that has fetched a page. */
function afterFetch({ fetch, text }: FetchedExample, call: ToolEvent, parts: Parts): Store {
  const store = new SessionMemory()
  const name = FETCH
  const shared = {
    tool_name: name,
    form: AGENTS[0].formOf(name),
    tool_input: { url: fetch, prompt: 'Summarise it' },
    tool_use_id: 'fetched',
  }
  const fetched = { result: text, url: fetch, code: 200, bytes: text.length, codeText: 'OK', durationMs: 1 }
  const { checkpoints: _checkpoints, sender: _sender, ...others } = parts
  for (const event of [
    { ...call, ...shared },
    { ...call, ...shared, name: 'PostToolUse' as const, tool_response: fetched },
  ])
    reviewEvent(event, { ...others, store: () => store, now: () => 0 })
  return store
}

/** The tool of the first agent that fetches a page. */
const FETCH = 'WebFetch'

/** What the made-up person has declared, beside what the policy holds. */
function withDeclarations(config: Config): Config {
  const { protected: own, production } = config
  return {
    ...config,
    protected: { ...own, paths: [...own.paths, 'papers/contract.md', '~/contracts/**'] },
    production: { contexts: [...production.contexts, 'acme-production', '*.acme-production.example'] },
  }
}

/** `~` in an input is the home of the made-up person, `.` the project. */
function expanded(input: Readonly<Record<string, unknown>>, world: ExampleWorld): Record<string, unknown> {
  const expand = (value: unknown): unknown =>
    typeof value !== 'string'
      ? value
      : value.startsWith('~/')
        ? world.home + value.slice(1)
        : value.startsWith('.')
          ? world.project + value.slice(1)
          : value
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, /path|file/.test(key) ? expand(value) : value]),
  )
}

/** Tracked and clean, modified, untracked and ignored files all exist, a merged and an unmerged branch, and a stash. */
export function makeWorld(): ExampleWorld {
  const root = mkdtempSync(join(tmpdir(), 'reviewer-examples-'))
  const home = join(root, 'home')
  const project = join(home, 'app')
  const put = (file: string, text: string): void => {
    mkdirSync(join(project, file, '..'), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  for (const file of [
    'package.json',
    'README.md',
    'src/index.ts',
    'src/a.ts',
    'src/old.ts',
    'docs/a.md',
    'papers/contract.md',
    'papers/a.md',
    'test/a.test.ts',
  ])
    put(file, '{}\n')
  put('.gitignore', 'node_modules\ndist\nbuild\ncoverage\n*.log\n.env*\n')
  const git = (...args: string[]): void => {
    spawnSync(
      'git',
      ['-c', 'user.name=example', '-c', 'user.email=example@example.com', '-c', 'init.defaultBranch=main', ...args],
      { cwd: project },
    )
  }
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'start')
  git('branch', 'merged')
  git('checkout', '-qb', 'feature')
  git('commit', '-qm', 'unmerged', '--allow-empty')
  git('checkout', '-q', 'main')
  put('src/a.ts', 'stashed\n')
  git('stash', '-q')
  put('src/a.ts', 'work in progress\n')
  put('notes/ideas.md', 'untracked\n')
  put('docs/long.md', 'a line that should stay\n'.repeat(50))
  put('app.db', '')
  put('.claude/settings.json', '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"reviewer hook"}]}]}}\n')
  put('.env', 'PORT=3000\n')
  put('node_modules/x/index.js', '')
  put('dist/app.js', '')
  put('build/app.js', '')
  put('../notes.txt', 'a list\n')
  put('../Documents/thesis/one.tex', 'text\n')
  mkdirSync(join(home, '.ssh'), { recursive: true })
  writeFileSync(join(home, '.netrc'), 'machine example.com\n')
  return { root, home, project }
}
