/** What each key about single actions changes: the sections step_reviewer and reviewers, and what holds for all. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../../world.ts'
import { decides, explains, linesOf, onRecord, place, prompt, runs, says } from './probes.ts'
import type { Effects } from './row.ts'

const LEVELS = 'risk: { low_threshold: 0.2, medium_threshold: 0.5, high_threshold: 0.6'
const OWN_RULE = `rules:
  - id: own.no-touch
    description: Nothing is created by hand here
    severity: medium
    when: { verb: write }
    decision: ask
    message: "{target} is not created by hand"
    examples: { match: [touch a], pass: [ls] }
`

/** A reviewer of one's own that counts how often it was asked. */
const counting = (world: World): string =>
  place(
    world,
    'counting.mjs',
    `import { appendFileSync } from 'node:fs'
export default { cacheable: true, input() { appendFileSync('${join(world.home, 'asked')}', 'x\\n'); return true } }
`,
  )
const countingCache = (cache: string) => (world: World) =>
  `step_reviewer: { cache: { ${cache} } }\nreviewers: [{ use: ${counting(world)}, tools: [Bash] }]`
/** How often the reviewer was asked about these commands. */
const asked =
  (...commands: readonly string[]) =>
  (world: World): number => {
    for (const command of commands) world.hook(world.call('Bash', { command }))
    return linesOf(join(world.home, 'asked'))
  }

/** The output of a command as Claude sees it. */
const shown =
  (stdout: string, tool = 'Bash') =>
  (world: World): string => {
    const call = world.call(tool, tool === 'Bash' ? { command: 'make' } : { query: 'x' })
    world.hook(call)
    const tool_response = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
    const { json } = world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response })
    const specific = json?.hookSpecificOutput as { updatedToolOutput?: { stdout?: string } } | undefined
    return specific?.updatedToolOutput?.stdout ?? 'as it was'
  }
const LONG = 'a line of text\n'.repeat(50)
const sized = (more: string) => `reviewers: [{ use: size, options: { max_output_chars: 100 }${more} }]`

/** A project that allows itself more, where the user pinned that file. */
const LOOSE = 'step_reviewer: { rules: { disabled: [git.no-verify] } }\n'
const pinned = (path: string, text: string) => (world: World) => {
  writeFileSync(join(world.project, 'safety.config.yaml'), LOOSE)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `trust: [{ path: ${join(world.project, path)}, sha256: ${sha256} }]`
}

/** A reviewer of one's own that finds a limit in prompts. */
const readsPrompts = (isAsked: boolean) => (world: World) =>
  `reviewers: [{ use: ${place(
    world,
    'prompts.mjs',
    `export default { prompt: () => [{ said: 'let sleeping dogs lie in old.ts', means: ['do not touch old.ts'] }] }\n`,
  )}, timeout_ms: 20000, prompts: ${isAsked} }]`

const stopped = ['deny', ''] as const
const DESTROYS = decides('rm -rf ~')

export const REVIEWING: Effects = {
  preset: {
    values: ['preset: strict', 'preset: relaxed'],
    probe: says('curl https://example.com/x', /example\.com/),
    outcomes: [true, false],
  },
  goals: {
    values: ['goals: [Write the parser]', 'goals: []'],
    probe: explains('touch parser.ts', /(goal_alignment)/),
    outcomes: ['goal_alignment', ''],
  },
  'scope.paths': {
    values: ['scope: { paths: [../library] }', 'scope: { paths: [] }'],
    probe: world => {
      place(world, 'library/notes.txt', 'x\n')
      return decides('rm ~/library/notes.txt')(world)
    },
    outcomes: ['', 'ask'],
  },
  'step_reviewer.enabled': {
    values: ['step_reviewer: { enabled: true }', 'step_reviewer: { enabled: false }'],
    probe: DESTROYS,
    outcomes: stopped,
  },
  safety: {
    values: ['safety: { step_reviewer: { enabled: true } }', 'safety: { step_reviewer: { enabled: false } }'],
    probe: DESTROYS,
    outcomes: stopped,
  },
  'reviewer.enabled': {
    values: ['reviewer: { enabled: true }', 'reviewer: { enabled: false }'],
    probe: DESTROYS,
    outcomes: stopped,
  },
  'step_reviewer.review_mode': {
    values: ['step_reviewer: { review_mode: blocking }', 'step_reviewer: { review_mode: async }'],
    probe: DESTROYS,
    outcomes: stopped,
  },
  'step_reviewer.mode': {
    values: ['step_reviewer: { mode: blocking }', 'step_reviewer: { mode: async }'],
    probe: DESTROYS,
    outcomes: stopped,
  },
  'reviewer.review_mode': {
    values: ['reviewer: { review_mode: blocking }', 'reviewer: { review_mode: async }'],
    probe: DESTROYS,
    outcomes: stopped,
  },
  'step_reviewer.risk_threshold': {
    values: ['step_reviewer: { risk_threshold: 0.3 }', 'step_reviewer: { risk_threshold: 1 }'],
    probe: explains('rm ~/notes.txt', /(High risk)/),
    outcomes: ['High risk', ''],
  },
  'reviewer.risk_threshold': {
    values: ['reviewer: { risk_threshold: 0.3 }', 'reviewer: { risk_threshold: 1 }'],
    probe: explains('rm ~/notes.txt', /(High risk)/),
    outcomes: ['High risk', ''],
  },
  'step_reviewer.risk.low_threshold': {
    values: ['step_reviewer: { risk: { low_threshold: 0.3 } }', 'step_reviewer: { risk: { low_threshold: 0.05 } }'],
    probe: explains('cat README.md', /risk\n +[\d.]+ \((\w+)\)/),
    outcomes: ['negligible', 'low'],
  },
  'step_reviewer.risk.medium_threshold': {
    values: [
      'step_reviewer: { risk: { medium_threshold: 0.6 } }',
      'step_reviewer: { risk: { medium_threshold: 0.35 } }',
    ],
    probe: explains('date > README.md', /risk\n +[\d.]+ \((\w+)\)/),
    outcomes: ['low', 'medium'],
  },
  'step_reviewer.risk.high_threshold': {
    values: ['step_reviewer: { risk: { high_threshold: 0.8 } }', 'step_reviewer: { risk: { high_threshold: 0.65 } }'],
    probe: explains('frobnicate x', /risk\n +[\d.]+ \((\w+)\)/),
    outcomes: ['medium', 'high'],
  },
  'step_reviewer.risk.critical_threshold': {
    values: [
      `step_reviewer: { ${LEVELS}, critical_threshold: 0.95 } }`,
      `step_reviewer: { ${LEVELS}, critical_threshold: 0.65 } }`,
    ],
    probe: decides('frobnicate x'),
    outcomes: ['', 'deny'],
  },
  'step_reviewer.rationality.high_threshold': {
    values: [
      'step_reviewer: { rationality: { high_threshold: 0.8 } }',
      'step_reviewer: { rationality: { high_threshold: 0.95 } }',
    ],
    probe: explains('ls', /rationality\n +[\d.]+ \((\w+)\)/),
    outcomes: ['high', 'medium'],
  },
  'step_reviewer.rationality.medium_threshold': {
    values: [
      'step_reviewer: { rationality: { high_threshold: 0.95, medium_threshold: 0.5 } }',
      'step_reviewer: { rationality: { high_threshold: 0.95, medium_threshold: 0.9 } }',
    ],
    probe: explains('ls', /rationality\n +[\d.]+ \((\w+)\)/),
    outcomes: ['medium', 'low'],
  },
  'step_reviewer.rationality.low_threshold': {
    values: [
      'step_reviewer: { rationality: { high_threshold: 0.97, medium_threshold: 0.95, low_threshold: 0.3 } }',
      'step_reviewer: { rationality: { high_threshold: 0.97, medium_threshold: 0.95, low_threshold: 0.94 } }',
    ],
    probe: explains('rm ~/notes.txt', /Low rationality: (nothing connects)/),
    outcomes: ['', 'nothing connects'],
  },
  'step_reviewer.rules.builtin': {
    values: ['step_reviewer: { rules: { builtin: all } }', 'step_reviewer: { rules: { builtin: none } }'],
    probe: decides('npm publish'),
    outcomes: ['ask', ''],
  },
  'step_reviewer.rules.custom_rules_path': {
    values: [
      world => `step_reviewer: { rules: { custom_rules_path: ${place(world, 'own.yaml', OWN_RULE)} } }`,
      'step_reviewer: { rules: { custom_rules_path: [] } }',
    ],
    probe: decides('touch new.txt'),
    outcomes: ['ask', ''],
  },
  'step_reviewer.risk_calculators': {
    values: [
      world => `step_reviewer: { risk_calculators: ${place(world, 'risk.mjs', 'export default () => 0.99\n')} }`,
      'step_reviewer: { risk_calculators: [] }',
    ],
    probe: decides('touch new.txt'),
    outcomes: ['deny', ''],
  },
  'step_reviewer.rules.disabled': {
    values: ['step_reviewer: { rules: { disabled: [publish.release] } }', 'step_reviewer: { rules: { disabled: [] } }'],
    probe: decides('npm publish'),
    outcomes: ['', 'ask'],
  },
  'step_reviewer.rules.severity': {
    values: [
      'step_reviewer: { rules: { severity: { files.delete-outside: critical } } }',
      'step_reviewer: { rules: { severity: {} } }',
    ],
    probe: explains('rm ~/notes.txt', /files\.delete-outside \(rule, (\w+)\)/),
    outcomes: ['critical', 'high'],
  },
  'step_reviewer.rules.decision': {
    values: [
      'step_reviewer: { rules: { decision: { publish.release: block } } }',
      'step_reviewer: { rules: { decision: {} } }',
    ],
    probe: decides('npm publish'),
    outcomes: ['deny', 'ask'],
  },
  'step_reviewer.cache.enabled': {
    values: [countingCache('enabled: true'), countingCache('enabled: false')],
    probe: asked('ls', 'ls'),
    outcomes: [1, 2],
  },
  'step_reviewer.cache.ttl_minutes': {
    values: [countingCache('ttl_minutes: 60'), countingCache('ttl_minutes: 1')],
    probe: world => {
      asked('ls')(world)
      onRecord(world, 'UPDATE answers SET ts = ts - ?', 5 * 60_000)
      return asked('ls')(world)
    },
    outcomes: [1, 2],
  },
  'step_reviewer.cache.max_size': {
    values: [countingCache('max_size: 1000'), countingCache('max_size: 1')],
    probe: asked('ls', 'pwd', 'ls'),
    outcomes: [2, 3],
  },
  'step_reviewer.performance.async_threshold': {
    values: ['async_threshold: 0.75', 'async_threshold: 0'].map(
      performance =>
        `step_reviewer:\n  ${LEVELS}, critical_threshold: 0.95 }\n` +
        `  rationality: { high_threshold: 0.97, medium_threshold: 0.95 }\n  performance: { ${performance} }`,
    ) as [string, string],
    probe: decides('frobnicate x'),
    outcomes: ['', 'deny'],
  },
  'step_reviewer.performance.max_review_time_ms': {
    values: [
      'step_reviewer: { performance: { max_review_time_ms: 1500 } }',
      'step_reviewer: { performance: { max_review_time_ms: 1 } }',
    ],
    probe: world => {
      // What the first event of a policy takes longer for is not meant.
      world.hook(world.call('Bash', { command: 'ls' }))
      for (let at = 0; at < 60; at++) world.put(`notes/${at}.md`)
      // On a busy machine one review may take as long as it likes, but not every one.
      return [1, 2, 3, 4, 5].every(() => says('rm -rf notes', /took too long/)(world))
    },
    outcomes: [false, true],
  },
  'step_reviewer.fail_safe': {
    values: ['step_reviewer: { fail_safe: ask }', 'step_reviewer: { fail_safe: block }'],
    probe: world => world.hook({ ...world.call('Bash', { command: 'touch x' }), tool_input: 7 }).decision,
    outcomes: ['ask', 'deny'],
  },
  'reviewers.use': {
    values: ['reviewers: [{ use: personal }]', 'reviewers: [{ use: size }]'],
    probe: world => shown('write to jane.doe@acme-mail.org')(world) === 'as it was',
    outcomes: [false, true],
  },
  'reviewers.tools': {
    values: [sized(', tools: [Bash]'), sized(', tools: [WebSearch]')],
    probe: world => shown(LONG)(world) === 'as it was',
    outcomes: [false, true],
  },
  'reviewers.prompts': {
    values: [readsPrompts(true), readsPrompts(false)],
    probe: world => {
      prompt(world, 'Add the export, and let sleeping dogs lie in old.ts')
      return world.hook(world.call('Write', { file_path: join(world.project, 'old.ts'), content: 'a\n' })).decision
    },
    outcomes: ['ask', ''],
  },
  'reviewers.options': {
    values: [
      'reviewers: [{ use: size, options: { max_output_chars: 100 } }]',
      'reviewers: [{ use: size, options: { max_output_chars: 100000 } }]',
    ],
    probe: world => shown(LONG)(world) === 'as it was',
    outcomes: [false, true],
  },
  'reviewers.timeout_ms': {
    values: ['timeout_ms: 10', 'timeout_ms: 20000'].map(limit => (world: World) => {
      const source = 'export default { input: () => new Promise(done => setTimeout(() => done(true), 1500)) }\n'
      return `reviewers: [{ use: ${place(world, 'slow.mjs', source)}, tools: [Bash], ${limit} }]`
    }) as [(world: World) => string, (world: World) => string],
    probe: decides('ls'),
    outcomes: ['deny', ''],
  },
  'reviewers.enabled': {
    values: ['reviewers: [{ use: secrets, enabled: true }]', 'reviewers: [{ use: secrets, enabled: false }]'],
    probe: world => shown(['ghp', 'Zk3vQ9xT7mWb2RfLs8NcYd4HjUe1PoAg6iKq'].join('_'))(world) === 'as it was',
    outcomes: [false, true],
  },
  'trust.path': {
    values: [pinned('safety.config.yaml', LOOSE), pinned('another.yaml', LOOSE)],
    probe: world => world.hook(world.call('Bash', { command: 'git commit --no-verify -m x' })).stdout === '',
    outcomes: [true, false],
  },
  'trust.sha256': {
    values: [pinned('safety.config.yaml', LOOSE), pinned('safety.config.yaml', 'another text')],
    probe: world => world.hook(world.call('Bash', { command: 'git commit --no-verify -m x' })).stdout === '',
    outcomes: [true, false],
  },
  projects: {
    values: [
      world => `projects: { ${world.project}: { step_reviewer: { rules: { disabled: [publish.release] } } } }`,
      'projects: { /elsewhere: { step_reviewer: { rules: { disabled: [publish.release] } } } }',
    ],
    probe: decides('npm publish'),
    outcomes: ['', 'ask'],
  },
  'environment.disposable': {
    values: ['environment: { disposable: true }', 'environment: { disposable: false }'],
    probe: world => {
      place(world, 'notes.txt', 'x\n')
      return decides('rm ~/notes.txt')(world)
    },
    outcomes: ['', 'ask'],
  },
  'protected.paths': {
    values: ['protected: { paths: [README.md] }', 'protected: { paths: [] }'],
    probe: world =>
      world.hook(world.call('Write', { file_path: join(world.project, 'README.md'), content: '# other\n' })).decision,
    outcomes: ['ask', ''],
  },
  'protected.branches': {
    values: ['protected: { branches: [hotfix/*] }', 'protected: { branches: [main] }'],
    probe: world => decides('git push --force-with-lease origin hotfix/1')(world),
    outcomes: ['ask', ''],
  },
  'production.contexts': {
    values: ['production: { contexts: [shop] }', 'production: { contexts: [] }'],
    probe: world => {
      place(world, '.kube/config', 'current-context: shop\n')
      return decides('kubectl rollout restart deploy/web')(world)
    },
    outcomes: ['ask', ''],
  },
  'resources.max_file_operations': {
    values: ['resources: { max_file_operations: 1 }', 'resources: { max_file_operations: null }'],
    probe: world => {
      prompt(world, 'Go on.')
      runs(world, 'touch a.txt')
      return decides('touch b.txt')(world)
    },
    outcomes: stopped,
  },
  'resources.max_memory_mb': {
    values: ['resources: { max_memory_mb: 512 }', 'resources: { max_memory_mb: null }'],
    probe: world => {
      prompt(world, 'Go on.')
      const stderr = '\tMaximum resident set size (kbytes): 614400\n'
      const tool_response = { stdout: '', stderr, interrupted: false, isImage: false, noOutputExpected: false }
      runs(world, '/usr/bin/time -v node build.js', { tool_response })
      return decides('node build.js')(world)
    },
    outcomes: ['ask', ''],
  },
  'resources.max_execution_time_seconds': {
    values: ['resources: { max_execution_time_seconds: 60 }', 'resources: { max_execution_time_seconds: null }'],
    probe: world => {
      prompt(world, 'Go on.')
      runs(world, 'make all', { duration_ms: 61_000 })
      return decides('touch b.txt')(world)
    },
    outcomes: stopped,
  },
  'resources.max_token_usage': {
    values: ['resources: { max_token_usage: 100 }', 'resources: { max_token_usage: null }'],
    probe: world => {
      prompt(world, 'Go on.')
      const usage = { input_tokens: 500, output_tokens: 0 }
      const line = { type: 'assistant', timestamp: '2999-01-01T00:00:00Z', message: { id: 'm1', usage } }
      const transcript_path = place(world, 'session.jsonl', `${JSON.stringify(line)}\n`)
      runs(world, 'make all', { transcript_path })
      return decides('touch b.txt')(world)
    },
    outcomes: stopped,
  },
}
