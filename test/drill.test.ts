/**
 * One of each kind of thing is added to a copy of the project: that makes one source and its test, changes nothing else but generated
 * files, holds at once, and is in use.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXECUTABLE, starting } from './program.ts'

const root = mkdtempSync(join(tmpdir(), 'reviewer-drill-'))
const copy = join(root, 'project')
const env = { ...process.env, HOME: root, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', REVIEWER_HOME: join(root, 'state') }
const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '')

function git(...args: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'core.hooksPath=']
  return execFileSync('git', [...who, ...args], {
    cwd: copy,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const keep = () => {
  git('add', '-A')
  git('commit', '-qm', 'as it is')
}

/** A program in the copy, with what it printed; fails where it fails. */
function run(file: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: copy, env, encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return stdout
}

const tool = (name: string, ...args: string[]) => run(join(copy, 'node_modules/.bin', name), ...args)
/** The program that was built from the copy. */
function reviewer(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['bin/reviewer.js', ...args], {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  return stdout || stderr
}

/** Kind, its source, and the test where the source does not hold the examples itself. */
const THINGS: readonly (readonly [kind: string, files: readonly string[]])[] = [
  ['rule', ['rules/drill-rule.yaml']],
  ['program', ['rules/programs/drill-program.yaml']],
  ['pattern', ['src/behaviour/patterns/drill-pattern.ts', 'test/behaviour/patterns/drill-pattern.test.ts']],
  [
    'intervention',
    ['src/behaviour/interventions/drill-intervention.ts', 'test/behaviour/interventions/drill-intervention.test.ts'],
  ],
  [
    'reviewer',
    ['src/content/reviewers/builtin/drill-reviewer.ts', 'test/content/reviewers/builtin/drill-reviewer.test.ts'],
  ],
  ['factor', ['src/judge/factors/drill-factor.ts', 'test/judge/factors/drill-factor.test.ts']],
  ['command', ['src/cli/commands/drill-command.ts', 'test/cli/drill-command.test.ts']],
  ['exporter', ['src/cli/export/builtin/drill-exporter.ts', 'test/cli/export/drill-exporter.test.ts']],
]
const sources = THINGS.flatMap(([, files]) => files.filter(file => file.endsWith('.ts')))

/** What else may be known of a program: a part of its entry each. */
const KNOWLEDGE = `    role: test
    errors:
      - id: drill-program
        order: 50
        pick: first
        line: "^drill-program: wrong gate (\\\\w+)$"
        class: gate
        detail: plain
        examples:
          match: [{ output: "drill-program: wrong gate north", class: gate, detail: north }]
          pass: ["drill-program: gate north"]
    install: { command: npm install --save-dev @drill/program }
    untracked:
      - call: "^drill-program enlist(.*)$"
        kind: service
        what: "{name} was enlisted"
        undo: "drill-program dismiss {name}"
        examples:
          match: [{ command: drill-program enlist guard, what: guard was enlisted, undo: drill-program dismiss guard }]
          pass: [drill-program status]
    prints_secrets:
      - call: drill-program whisper
        unnamed: [drill-program]
        examples: { match: [drill-program whisper], pass: [drill-program status] }
`
let generated: readonly string[] = []

beforeAll(async () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of lines(files)) if (existsSync(file)) cpSync(file, join(copy, file))
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  git('init', '-q')
  keep()
  const script = await import(resolve('scripts/generate.mjs'))
  generated = [...(await script.generated()).keys()]
})
afterAll(() => rmSync(root, { recursive: true }))

test.each(THINGS)('a new %s is one file and its test', (kind, files) => {
  const said = run(...startingNew(kind, `drill-${kind}`))
  // What has to be run is said, not run.
  expect(lines(git('status', '--porcelain')).filter(line => !line.startsWith('??'))).toEqual([])
  for (const [, line = ''] of said.matchAll(/^run: (.+)$/gm)) run('sh', '-c', line)
  const changes = lines(git('status', '--porcelain', '-uall'))
  const made = changes.filter(line => line.startsWith('??')).map(line => line.slice(3))
  const changed = changes.filter(line => !line.startsWith('??')).map(line => line.slice(3))
  expect(made.toSorted()).toEqual(files.toSorted())
  expect(changed.filter(file => !generated.includes(file))).toEqual([])
  keep()
  // What is there stays as it is.
  const [file, ...words] = startingNew(kind, `drill-${kind}`)
  const again = spawnSync(file, words, { cwd: copy, env, encoding: 'utf8' })
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('is there already')])
  expect(git('status', '--porcelain')).toBe('')
})

function startingNew(kind: string, name: string): [file: string, ...words: string[]] {
  const [file, words] = starting(['new', kind, name], EXECUTABLE)
  return [file, ...words]
}

test('all else that is known of a program stands in its entry', () => {
  const file = join(copy, 'rules/programs/drill-program.yaml')
  const text = readFileSync(file, 'utf8')
  const examples = `${KNOWLEDGE}    examples:\n      - { command: drill-program run, role: test }\n`
  writeFileSync(file, text.replace('    examples:\n', examples))
  run(process.execPath, 'scripts/generate.mjs')
  const changed = lines(git('status', '--porcelain', '-uall')).map(line => line.slice(3))
  expect(changed.filter(each => !generated.includes(each))).toEqual(['rules/programs/drill-program.yaml'])
  keep()
})

describe('all of them together', () => {
  test('have the right types and form, and their tests hold', () => {
    tool('tsc', '-p', '.')
    tool('biome', 'check', ...sources, ...generated)
    tool('vitest', 'run', ...sources.filter(file => file.startsWith('test/')))
  })

  test('are in use', () => {
    run(process.execPath, 'scripts/build.mjs', '--no-executable')
    expect(reviewer('check', '--command', 'rm data.drill-rule')).toContain('which cannot be made again')
    expect(reviewer('check', '--command', 'drill-program clean -r old')).toMatch(/delete .*old/)
    expect(reviewer('rules', 'test', 'rules/drill-rule.yaml')).toContain('6 passed, 0 failed')
    // A directory of rules with that entry alone.
    mkdirSync(join(copy, 'alone/programs'), { recursive: true })
    cpSync(join(copy, 'rules/programs/drill-program.yaml'), join(copy, 'alone/programs/drill-program.yaml'))
    expect(reviewer('rules', 'test', 'alone')).toContain('12 passed, 0 failed')
    expect(reviewer('patterns', 'list')).toContain('drill_pattern')
    expect(reviewer('reviewers', 'list')).toContain('drill-reviewer')
    expect(reviewer('audit', 'export', '--help')).toContain('drill-exporter')
    expect(reviewer('--help')).toContain('drill-command')
    expect(JSON.parse(reviewer('drill-command', '--json'))).toEqual({ state: env.REVIEWER_HOME })
    expect(reviewer('explain', '--command', 'touch a.drill-factor')).toContain('is a .drill-factor file')
    const schema = (name: string) => readFileSync(join(copy, `schema/${name}.schema.json`), 'utf8')
    expect(schema('patterns')).toContain('"drill_intervention"')
    expect(schema('config')).toContain('"drill-exporter"')
  })

  test('are effective in a session: its error, a hint, a masked secret, and what it leaves behind', () => {
    const event = (name: string, more: object) => {
      const input = {
        session_id: 'drill',
        transcript_path: '',
        cwd: copy,
        permission_mode: 'default',
        hook_event_name: name,
        ...more,
      }
      const result = spawnSync(process.execPath, ['bin/reviewer.js', 'hook', '--home', env.REVIEWER_HOME], {
        cwd: copy,
        env,
        encoding: 'utf8',
        input: JSON.stringify(input),
      })
      expect(result.stderr).toBe('')
      return result.stdout
    }
    let calls = 0
    const call = (command: string, stdout: string, error?: string) => {
      const tool = { tool_name: 'Bash', tool_use_id: `toolu_${calls++}`, tool_input: { command } }
      event('PreToolUse', tool)
      return error === undefined
        ? event('PostToolUse', { ...tool, tool_response: { stdout, stderr: '', interrupted: false, isImage: false } })
        : event('PostToolUseFailure', { ...tool, error, is_interrupt: false })
    }
    event('UserPromptSubmit', { prompt: 'Run the drill.' })
    const secret = ['Qm7r', 'Zk2pVw9', 'XtLb4', 'NcYs8Hd'].join('')
    const masked = call('drill-program whisper', secret)
    expect(masked).toContain('[REDACTED:secret]')
    expect(masked).not.toContain(secret)
    call('drill-program enlist guard', 'done')
    expect(call('drill-program clean', '', 'Exit code 127\nbash: line 1: drill-program: command not found')).toContain(
      'npm install --save-dev @drill/program',
    )
    // What follows the error is what would be told of the call without its form.
    call('drill-program run', '', 'Exit code 1\ndrill-program: wrong gate north\nsee the plan')
    const stopped = event('Stop', { stop_hook_active: false, last_assistant_message: 'All tests pass.' })
    expect(stopped).toContain('drill-program: wrong gate north')
    expect(stopped).toContain('guard was enlisted (undo: drill-program dismiss guard)')
  })
})
