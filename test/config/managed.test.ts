/** The policy of the machine: what it fixes nobody below loosens, in the hook and in what people are shown. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonData } from '../../src/config/data.ts'
import { setAt } from '../../src/config/data.ts'
import { KEYS } from '../../src/config/keys.ts'
import { hold, managedLayer } from '../../src/config/managed.ts'
import { merge, stack } from '../../src/config/merge.ts'
import { ConfigSchema } from '../../src/config/schema.ts'
import { noPrivateMachine, runPrivately } from '../private-machine.ts'
import { PROGRAM } from '../program.ts'
import { makeWorld, type World } from '../world.ts'

const POLICY = '/etc/claude-code/reviewer.yaml'

if (noPrivateMachine !== undefined) console.warn(`The policy of the machine is not tried out: ${noPrivateMachine}`)

/** Puts a text into a file by a command of the shell. */
const write = (file: string, text: string): string =>
  `mkdir -p "$(dirname '${file}')" && printf '%s' '${text.replaceAll("'", `'\\''`)}' > '${file}'`

const managed = (text: string): string => write(POLICY, text)

/** Runs commands on a machine of its own, one after the other: what each said, and how it ended. */
function on(world: World, ...commands: readonly string[]) {
  const script = commands.map(command => `( ${command} ) 2>&1; echo "=== $?"`).join('\n')
  const env = { ...world.env, PROGRAM: PROGRAM[0], STATE: world.state }
  const { stdout, stderr } = runPrivately(script, world.project, env)
  expect(stderr).toBe('')
  const said = stdout.split(/=== (\d+)\n/)
  return commands.map((_, at) => ({ text: said[2 * at] ?? '', code: Number(said[2 * at + 1]) }))
}

const hook = (world: World, command: string, more: JsonData = {}): string =>
  `printf '%s' '${JSON.stringify(world.call('Bash', { command }, more))}' | "$PROGRAM" hook --home "$STATE"`
const show = '"$PROGRAM" config show --origin --home "$STATE"'
const ROOT = 'environment: { disposable: false }\n'

describe.skipIf(noPrivateMachine !== undefined)('on a machine with a policy', () => {
  test('nobody switches the review off, whatever the policy says beside', () => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { enabled: false, review_mode: async }\n`)
    const [free, , held, shown] = on(
      world,
      hook(world, 'rm -rf /'),
      managed('audit: { retain_days: 60 }\n'),
      hook(world, 'rm -rf /', { session_id: 'other' }),
      show,
    )
    expect(free).toMatchObject({ code: 0 })
    expect(free?.text).not.toContain('"permissionDecision":"deny"')
    expect(held).toMatchObject({ code: 2 })
    expect(held?.text).toContain('"permissionDecision":"deny"')
    expect(shown?.text).toMatch(/step_reviewer\.enabled: true +managed \/etc\/claude-code\/reviewer\.yaml:1\n/)
    expect(shown?.text).toMatch(/audit\.retain_days: 60 +managed \/etc\/claude-code\/reviewer\.yaml:1\n/)
    expect(shown?.text).toMatch(
      /config\.yaml:2: step_reviewer\.enabled \(false\) is ignored: it loosens what the policy of this machine fixes/,
    )
  })

  test('rules that it fixes are disabled, lowered, replaced and excepted by nobody', () => {
    const world = makeWorld()
    const rules = join(world.home, 'rules.yaml')
    writeFileSync(
      rules,
      `exceptions:
  - rule: files.delete-outside
    reason: Everything in the home may go.
    unless: { verb: delete }
    examples: { match: ["rm ~/a"], pass: ["rm /srv/a"] }
rules:
  - id: own.no-touch
    description: No file is to be touched here
    severity: medium
    when: { command: "/^touch /" }
    decision: block
    message: Nothing is touched.
    examples: { match: ["touch a"], pass: ["ls"] }
`,
    )
    writeFileSync(join(world.home, 'old.txt'), 'old\n')
    world.configure(
      `${ROOT}step_reviewer: { rules: { builtin: none, disabled: [files.delete-outside], severity: { files.delete-outside: low }, decision: { files.delete-outside: allow }, custom_rules_path: ${rules} } }\n`,
    )
    const [free, , held, stricter, shown] = on(
      world,
      hook(world, 'rm -f ~/old.txt'),
      managed('step_reviewer:\n  rules:\n    builtin: all\n    disabled: []\n    severity: {}\n    decision: {}\n'),
      hook(world, 'rm -f ~/old.txt', { session_id: 'other' }),
      hook(world, 'touch a', { session_id: 'other' }),
      '"$PROGRAM" config validate --home "$STATE"',
    )
    expect(free?.text).not.toContain('files.delete-outside')
    expect(held?.text).toContain('files.delete-outside')
    expect(stricter?.text).toContain('Nothing is touched.')
    expect(shown?.text).toContain('the exception from files.delete-outside is ignored')
    for (const key of ['builtin', 'disabled', 'severity', 'decision'])
      expect(shown?.text).toMatch(new RegExp(`step_reviewer\\.rules\\.${key}.* is ignored: it loosens what the policy`))
  })

  test('reviewer rules set makes nothing looser, and says who could', () => {
    const world = makeWorld()
    const before = readFileSync(join(world.home, '.config/reviewer/config.yaml'), 'utf8')
    const [, looser, stricter] = on(
      world,
      managed('step_reviewer:\n  rules:\n    decision: { publish.release: ask }\n'),
      '"$PROGRAM" rules set publish.release warn --home "$STATE" 2>&1; cat "$HOME/.config/reviewer/config.yaml"',
      '"$PROGRAM" rules set publish.release block --home "$STATE"',
    )
    expect(looser?.text).toContain('fixes publish.release; ask who administers it; nothing was changed')
    expect(looser?.text).toContain(before)
    expect(stricter?.text).toContain('publish.release decides block instead of ask')
  })

  test('rules that guard what it declares are switched off by nobody', () => {
    const world = makeWorld()
    const rules = (text: string) =>
      `printf '%s\\n' 'environment: { disposable: false }' 'step_reviewer: { rules: { ${text} } }' > "$HOME/.config/reviewer/config.yaml"`
    const edit = (session_id: string) => hook(world, 'echo x > docs/contract.md', { session_id })
    const [, , none, , disabled, shown] = on(
      world,
      managed('protected: { paths: [docs/contract.md] }\n'),
      rules('builtin: none'),
      edit('one'),
      rules('disabled: [declared.protected-path, files.delete-outside]'),
      edit('two'),
      '"$PROGRAM" config validate --home "$STATE"',
    )
    for (const answer of [none, disabled]) expect(answer?.text).toContain('declared.protected-path')
    expect(shown?.text).toMatch(/rules\.disabled.*declared\.protected-path.* is ignored/)
    expect(shown?.text).not.toMatch(/files\.delete-outside.* is ignored/)
  })

  test('exceptions, models and severities of a user take nothing away from what it declares', () => {
    const world = makeWorld()
    const rules = join(world.home, 'rules.yaml')
    writeFileSync(
      rules,
      `harmless: [tee, frobnicate]
exceptions:
  - rule: declared.protected-path
    reason: Everything may be written.
    unless: { verb: write }
    examples: { match: ["rm a"], pass: ["date > a"] }
  - rule: files.delete-outside
    reason: Everything in the home may go.
    unless: { verb: delete }
    examples: { match: ["rm ~/a"], pass: ["rm /srv/a"] }
rules:
  - id: declared.production
    description: Nothing is production
    severity: low
    when: { command: "nothing" }
    decision: warn
    message: Nothing.
    examples: { match: ["nothing"], pass: ["ls"] }
`,
    )
    writeFileSync(join(world.home, 'old.txt'), 'old\n')
    world.configure(
      `${ROOT}step_reviewer: { rules: { severity: { declared.protected-path: low }, custom_rules_path: ${rules} } }\n`,
    )
    const [, write, tee, apply, free, shown] = on(
      world,
      managed('protected: { paths: [docs/contract.md] }\nproduction: { contexts: [shop-live] }\n'),
      hook(world, 'echo x > docs/contract.md'),
      hook(world, 'date | tee docs/contract.md'),
      hook(world, 'kubectl --context shop-live apply -f k8s'),
      hook(world, 'rm -f ~/old.txt'),
      '"$PROGRAM" config validate --home "$STATE"',
    )
    expect(write?.text).toContain('declared.protected-path')
    expect(tee?.text).toContain('declared.protected-path')
    expect(apply?.text).toContain('declared.production')
    expect(free?.text).not.toContain('files.delete-outside')
    expect(shown?.text).toContain('the exception from declared.protected-path, the model of tee is ignored')
    expect(shown?.text).toMatch(/rules\.severity\.declared\.protected-path \("low"\) is ignored/)
  })

  test('rules that hold its limits are switched off by nobody', () => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { rules: { disabled: [limit_memory, git.force-push] } }\n`)
    const [, shown] = on(
      world,
      managed('resources: { max_memory_mb: 512 }\n'),
      '"$PROGRAM" config validate --home "$STATE"',
    )
    expect(shown?.text).toMatch(/rules\.disabled.*limit_memory.* is ignored/)
    expect(shown?.text).not.toMatch(/git\.force-push.* is ignored/)
  })

  test('patterns of its own are watched for, and its hard stop comes, whatever the user says of patterns and interventions', () => {
    const world = makeWorld()
    const keys = ['patterns.enabled_patterns', 'interventions.max_per_session', 'interventions.escalation']
    world.configure(`${ROOT}patterns: { enabled_patterns: [goal_drift] }
interventions: { max_per_session: 1, escalation: { goal_drift: [soft_warning] } }
`)
    const pattern = `export default { id: 'own', severity: 'high', description: 'Own.', detect: () => undefined,
  examples: { match: [], pass: [] } }
`
    const validate = '"$PROGRAM" config validate --home "$STATE"'
    const [free, , , held, shown] = on(
      world,
      validate,
      write('/etc/claude-code/own.mjs', pattern),
      managed('patterns: { custom_patterns: [own.mjs] }\ninterventions: { hard_stop: true }\n'),
      validate,
      show,
    )
    for (const key of keys) {
      expect(free?.text, key).not.toContain(key)
      expect(held?.text, key).toMatch(new RegExp(`${key}.* is ignored`))
    }
    expect(shown?.text).toMatch(/patterns\.enabled_patterns: \["?all"?\]/)
  })

  test('rules of its own are switched off by nobody', () => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { rules: { disabled: [org.no-touch] } }\n`)
    const rules = `rules:
  - id: org.no-touch
    description: No file is to be touched here
    severity: medium
    when: { command: "/^touch /" }
    decision: block
    message: Nothing is touched.
    examples: { match: ["touch a"], pass: ["ls"] }
`
    const [, , held] = on(
      world,
      write('/etc/claude-code/rules.yaml', rules),
      managed('step_reviewer: { rules: { custom_rules_path: rules.yaml } }\n'),
      hook(world, 'touch a'),
    )
    expect(held).toMatchObject({ code: 2 })
    expect(held?.text).toContain('Nothing is touched.')
  })

  test.each([
    ['the file', 'mkdir -p /etc/claude-code; ln -s /mnt/not-mounted/reviewer.yaml /etc/claude-code/reviewer.yaml'],
    ['its directory', 'rm -rf /etc/claude-code; ln -s /mnt/not-mounted /etc/claude-code'],
  ])('a link that leads nowhere is no absent policy: %s', (_, link) => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { enabled: false }\n`)
    const [free, , held, validate, doctor, , again] = on(
      world,
      hook(world, 'rm -rf /'),
      link,
      hook(world, 'rm -rf /', { session_id: 'other' }),
      '"$PROGRAM" config validate --home "$STATE"',
      '"$PROGRAM" doctor --json --home "$STATE"',
      'rm -f /etc/claude-code/reviewer.yaml /etc/claude-code',
      hook(world, 'ls', { session_id: 'third' }),
    )
    expect(free?.text).not.toMatch(/"permissionDecision"/)
    expect(held?.text).toMatch(/"permissionDecision":"(ask|deny)"/)
    for (const said of [held, validate, doctor])
      expect(said?.text).toContain('a symbolic link to something that does not')
    expect(validate).toMatchObject({ code: 2 })
    expect(again).toMatchObject({ text: '', code: 0 })
  })

  test('a user’s broken file does not loosen its fail_safe', () => {
    const world = makeWorld()
    world.configure('step_reviewer: { fail_safe: ask\n')
    const [asked, , , held, , lost] = on(
      world,
      hook(world, 'npm test'),
      'rm -rf "$STATE"',
      managed('step_reviewer: { fail_safe: block }\n'),
      hook(world, 'npm test'),
      'mkdir -p "$STATE" && echo "{" > "$STATE/install.json"',
      hook(world, 'npm test', { session_id: 'other' }),
    )
    expect(asked?.text).toContain('"permissionDecision":"ask"')
    for (const answer of [held, lost]) {
      expect(answer).toMatchObject({ code: 2 })
      expect(answer?.text).toContain('"permissionDecision":"deny"')
    }
  })

  test('a project that is pinned, and the section for one project, loosen it no more than the user does', () => {
    const world = makeWorld()
    const team = world.put('safety.config.yaml', 'step_reviewer: { risk: { high_threshold: 0.9 } }\n')
    const pin = `trust: [{ path: ${team}, sha256: "$(sha256sum '${team}' | cut -c1-64)" }]`
    const own = `${ROOT}projects: { ${world.project}: { step_reviewer: { risk: { critical_threshold: 0.99 } } } }`
    const [, , shown] = on(
      world,
      managed('step_reviewer: { risk: { high_threshold: 0.8, critical_threshold: 0.95 } }\n'),
      `printf '%s\\n' "${own.trimEnd()}" "${pin}" > "$HOME/.config/reviewer/config.yaml"`,
      show,
    )
    expect(shown?.text).toMatch(/risk\.high_threshold: 0\.8 +managed/)
    expect(shown?.text).toMatch(/risk\.critical_threshold: 0\.95 +managed/)
    expect(shown?.text.match(/it loosens what the policy of this machine fixes/g)).toHaveLength(2)
  })

  test('more strictness is for everybody to add', () => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { risk: { high_threshold: 0.7 }, fail_safe: block }\npreset: strict\n`)
    const [, shown] = on(world, managed('preset: standard\nstep_reviewer: { risk: { high_threshold: 0.8 } }\n'), show)
    expect(shown?.text).toMatch(/risk\.high_threshold: 0\.7 +user/)
    expect(shown?.text).toMatch(/fail_safe: "block" +user/)
    expect(shown?.text).toMatch(/resources\.max_file_operations: 100 +preset/)
    expect(shown?.text).not.toContain('ignored')
  })

  test('what its preset sets is fixed too', () => {
    const world = makeWorld()
    world.configure(`${ROOT}resources: { max_file_operations: null }\n`)
    const [, shown] = on(world, managed('preset: standard\n'), show)
    expect(shown?.text).toMatch(/resources\.max_file_operations: 1000 +preset/)
    expect(shown?.text).toContain('resources.max_file_operations (null) is ignored')
  })

  test('a reviewer that it names is taken away by nobody', () => {
    const world = makeWorld()
    world.configure(`${ROOT}reviewers: [{ use: secrets, enabled: false }]\n`)
    const token = `ghp_${'x7Kq2Vt9mB4nR8wZ1sD6fH3jL5pQ0yTcUaEg'}`
    const call = world.call('Bash', { command: 'cat notes' }, { hook_event_name: 'PostToolUse', session_id: 'other' })
    const event = JSON.stringify({
      ...call,
      tool_response: { stdout: `token ${token}`, stderr: '', interrupted: false },
    })
    const [, answer] = on(
      world,
      managed('reviewers: [{ use: secrets }]\n'),
      `printf '%s' '${event}' | "$PROGRAM" hook --home "$STATE"`,
    )
    expect(answer?.text).toContain('REDACTED')
  })

  test('a session that is at work goes by a change of it at once, and says so', () => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { rules: { disabled: [files.delete-outside] } }\n`)
    writeFileSync(join(world.home, 'old.txt'), 'old\n')
    const [before, , after] = on(
      world,
      hook(world, 'rm -f ~/old.txt'),
      managed('step_reviewer: { rules: { disabled: [] } }\n'),
      hook(world, 'rm -f ~/old.txt'),
    )
    expect(before?.text).not.toContain('files.delete-outside')
    expect(after?.text).toContain('files.delete-outside')
    expect(after?.text).toContain('the policy of this machine, was changed; it is in force now')
  })

  test.each([
    ['somebody else’s', `chown 65534 ${POLICY}`, POLICY],
    ['written by others', `chmod 666 ${POLICY}`, POLICY],
    ['in a directory of others', 'chmod 777 /etc/claude-code', '/etc/claude-code'],
    [
      'a link to what others write',
      `mv ${POLICY} "$HOME/policy.yaml" && chmod 666 "$HOME/policy.yaml" && ln -s "$HOME/policy.yaml" ${POLICY}`,
      'policy.yaml',
    ],
  ])('%s, it is refused loudly, and nothing is let go for it', (_, spoil, open) => {
    const world = makeWorld()
    world.configure(ROOT)
    const [, , answer, destroys, doctor, validate] = on(
      world,
      managed('step_reviewer: { enabled: false }\n'),
      spoil,
      hook(world, 'npm test'),
      hook(world, 'rm -rf /'),
      '"$PROGRAM" doctor --json --home "$STATE"',
      '"$PROGRAM" config validate --home "$STATE"',
    )
    for (const said of [answer, doctor, validate]) expect(said?.text).toContain('can be changed by others than root')
    expect(answer?.text).toContain(open)
    expect(destroys?.text).toMatch(/"permissionDecision":"(ask|deny)"/)
    expect(validate).toMatchObject({ code: 2 })
  })

  test('a file that it names and others can change costs only itself', () => {
    const world = makeWorld()
    const rules = join(world.home, 'rules.yaml')
    writeFileSync(rules, 'harmless: [frobnicate]\n')
    const [, answer, start] = on(
      world,
      `${managed(`step_reviewer: { rules: { custom_rules_path: ${rules} } }\n`)} && chmod 666 '${rules}'`,
      hook(world, 'rm -rf /'),
      `printf '%s' '${JSON.stringify({
        session_id: 'new',
        transcript_path: '',
        cwd: world.project,
        hook_event_name: 'SessionStart',
        source: 'startup',
      })}' | "$PROGRAM" hook --home "$STATE"`,
    )
    expect(answer).toMatchObject({ code: 2 })
    expect(start?.text).toContain('is not used as part of the policy of this machine')
  })

  test('a typing error in it keeps what it said before in force', () => {
    const world = makeWorld()
    world.configure(`${ROOT}step_reviewer: { enabled: false }\n`)
    const begins = (id: string) =>
      `printf '%s' '${JSON.stringify({
        session_id: id,
        transcript_path: '',
        cwd: world.project,
        hook_event_name: 'SessionStart',
        source: 'startup',
      })}' | "$PROGRAM" hook --home "$STATE"`
    const [, , , start, answer] = on(
      world,
      managed('step_reviewer: { enabled: true }\n'),
      begins('one'),
      managed('step_reviewer: { enbled: true }\n'),
      begins('two'),
      hook(world, 'rm -rf /', { session_id: 'two' }),
    )
    expect(start?.text).toContain('did you mean step_reviewer.enabled?')
    expect(start?.text).toContain('what it said before stays in force')
    expect(answer).toMatchObject({ code: 2 })
  })

  test('its settings for single projects are an error at their line', () => {
    const world = makeWorld()
    const [, validate] = on(
      world,
      managed('preset: strict\nprojects: { /p: { preset: relaxed } }\n'),
      '"$PROGRAM" config validate --home "$STATE"',
    )
    expect(validate?.text).toContain(`${POLICY}:2:1: projects has no meaning`)
  })
})

describe('each key', () => {
  const looser: Readonly<Record<string, unknown>> = {
    preset: 'relaxed',
    trust: [{ path: '/p', sha256: '0'.repeat(64) }],
    reviewers: [{ use: 'secrets', enabled: false }],
  }
  const layerOf = (name: 'managed' | 'user', path: string, value: unknown) => {
    const data: JsonData = {}
    setAt(data, path.split('.'), value)
    return { name, data, file: `/${name}.yaml` } as const
  }

  /** Values of each key from strict to loose, as the table of keys orders them. */
  const candidates = [
    true,
    false,
    'auto',
    'block',
    'ask',
    'blocking',
    'async',
    'strict',
    'standard',
    'relaxed',
    'all',
    'essential',
    'none',
    'high',
    'medium',
    'low',
    'production',
    'development',
    'testing',
    'debug',
    'info',
    'warn',
    'error',
    0.1,
    0.5,
    0.9,
    1,
    5,
    500,
    null,
  ]

  test.each(Object.entries(KEYS).filter(([, { merge: how }]) => how === 'replace'))(
    '%s: what a layer below makes of it is never looser',
    (path, key) => {
      const isValid = (value: unknown) => ConfigSchema.safeParse(layerOf('managed', path, value).data).success
      const valid = candidates.filter(isValid)
      for (const fixed of valid)
        for (const value of valid) {
          const top = managedLayer(layerOf('managed', path, fixed))
          const { layer } = hold(layerOf('user', path, value), top, () => undefined)
          const held = path
            .split('.')
            .reduce<unknown>((data, name) => (data as JsonData)[name], merge(stack([top, layer])))
          expect(
            key.loosens(held, fixed, '', () => undefined),
            `${fixed} → ${value}`,
          ).toBe(false)
        }
    },
  )

  test.each(Object.keys(looser))('%s of the user does not count where the machine has it', path => {
    const top = layerOf('managed', path, path === 'preset' ? 'strict' : [])
    const { ignored } = hold(layerOf('user', path, looser[path]), top, () => undefined)
    expect(ignored).toMatchObject([{ why: 'managed' }])
  })

  test('what the machine does not mention is free', () => {
    const below = layerOf('user', 'checkpoints.enabled', false)
    const { layer, ignored } = hold(below, layerOf('managed', 'audit.required', true), () => undefined)
    expect({ data: layer.data, ignored }).toEqual({ data: below.data, ignored: [] })
  })
})
