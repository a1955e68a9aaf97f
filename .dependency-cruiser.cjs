// The laws of folders: `npm run laws`. Imports of values and of types count.

/** What lies in `src`, from the ground up: each may import what stands before it, and itself. Why it lies where it lies. */
const LAYERS = [
  ['model/', 'is what all others speak of: events, actions, effects, findings, rules, reviews, what is remembered. It depends on nothing.'],
  ['common/', 'holds helpers that know nothing of the product.'],
  ['content/', 'looks at texts alone: secrets, injections, personal data. All that is put on record or said passes its masks.'],
  ['understand/', 'turns a tool call into effects. It does not know what is judged by them.'],
  ['session/', 'derives what a session did from its actions. It does not know what is held against it.'],
  ['judge/', 'decides by rules and risk, from effects and history alone: a verdict can be computed again from its record.'],
  ['behaviour/', 'finds what goes wrong over many actions, and what to do about it. Single calls are judged without it.'],
  ['facts/', 'reads the machine: git, files, processes, the clock, and which program this is. What is pure is given facts and asks nobody.'],
  ['config/', 'reads settings, rules and plug-ins. Those who use settings are given them.'],
  ['record/', 'keeps what happened: database, checkpoints, keys. It knows no review in the making.'],
  ['agents/', 'alone knows the formats and names of an agent: a folder for each, of which all else knows the contract.'],
  ['review[./]', 'are the pipeline: the file has all stages in order, the folder holds each of them, and `hook.ts`, which runs the pipeline for the client.'],
  ['fleet/', 'sends the record to servers and takes a policy from them. No verdict waits for it: hooks only start it, as a process of its own.'],
  ['cli/', 'is for people. Nothing that reviews depends on it.'],
  ['(index|main)\\.ts', 'are where the library and the program begin.'],
]

/** Whose results depend on nothing but what they are given. */
const PURE = '^src/(model|content|understand|session|judge|behaviour)/'

const above = at => LAYERS.slice(at + 1).map(([path]) => path)

module.exports = {
  forbidden: [
    ...LAYERS.slice(0, -1).map(([path, why], at) => ({
      name: `${path.replace(/\W+/g, ' ').trim().replace(/ /g, '-')}-imports-downwards`,
      comment: `src/${path} ${why}`,
      severity: 'error',
      from: { path: `^src/${path}` },
      to: { path: `^src/(${above(at).join('|')})` },
    })),
    {
      name: 'content-and-understanding-do-not-know-each-other',
      comment: 'What a call does and what a text holds are two questions: understanding is given the masks of src/content.',
      severity: 'error',
      from: { path: '^src/understand/' },
      to: { path: '^src/content/' },
    },
    {
      name: 'judging-and-behaviour-do-not-know-each-other',
      comment: 'A single call is judged by rules, a session by patterns: what both need, such as conditions, is in src/model.',
      severity: 'error',
      from: { path: '^src/behaviour/' },
      to: { path: '^src/judge/' },
    },
    {
      name: 'settings-do-not-load-what-they-configure',
      comment: 'Which rules, patterns and interventions there are is in src/model/ids.ts, made of them: reading a file runs none.',
      severity: 'error',
      from: { path: '^src/config/' },
      to: { path: '^src/(session|judge|behaviour)/' },
    },
    {
      name: 'stages-do-not-run-the-pipeline',
      comment: 'The pipeline calls its stages; only the hook calls the pipeline.',
      severity: 'error',
      from: { path: '^src/review/', pathNot: '^src/review/hook\\.ts$' },
      to: { path: '^src/review\\.ts$' },
    },
    {
      name: 'agents-are-known-by-their-contract',
      comment: 'What reviews knows agents by src/agents/agent.ts, and whose they are by src/agents/index.ts: a second one changes nothing else. Commands for people set up and read one agent.',
      severity: 'error',
      from: { pathNot: '^src/(agents|cli)/' },
      to: { path: '^src/agents/[^/]+/' },
    },
    {
      name: 'agents-do-not-know-each-other',
      comment: 'What several agents need stands beside their folders.',
      severity: 'error',
      from: { path: '^src/agents/([^/]+)/' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/$1/' },
    },
    {
      name: 'pure-stages-ask-nobody',
      comment: 'What is pure reads neither files nor the network nor the clock: the same input gives the same verdict, also in a replay.',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-runtime-module-on-demand',
      comment: 'The database driver is the one place that knows which SQLite there is.',
      severity: 'error',
      from: { pathNot: '^src/record/driver\\.ts$' },
      to: { path: '^(better-sqlite3|bun:sqlite|node:sqlite)' },
    },
    {
      name: 'servers-are-spoken-to-in-fleet',
      comment: 'What speaks to PostgreSQL or an OpenTelemetry collector is loaded by commands alone, never by a hook.',
      severity: 'error',
      from: { pathNot: '^src/fleet/' },
      to: { path: 'node_modules/(pg|@opentelemetry)/' },
    },
    {
      name: 'plug-ins-and-rules-are-read-in-config',
      comment: 'zod, YAML and TOML check what people write: elsewhere, what comes in is checked already.',
      severity: 'error',
      from: { pathNot: '^src/(config|cli)/|^src/understand/build-files/formats\\.ts$' },
      to: { path: 'node_modules/(zod|yaml|smol-toml)/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts'] },
    doNotFollow: { path: 'node_modules' },
  },
}
