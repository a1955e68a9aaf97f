/** `init --managed`: what it writes, that nobody but root can change it, and that it guards whoever works on the machine. */

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { managedSettings, managedSettingsFile } from '../../src/agents/claude-code/registration/managed.ts'
import { changeableBy } from '../../src/facts/changeable.ts'
import { REVIEWED_EVENTS } from '../../src/model/event.ts'
import { noPrivateMachine, runPrivately } from '../private-machine.ts'
import { PROGRAM, wordsFor } from '../program.ts'
import { makeWorld } from '../world.ts'

const SETTINGS = '/etc/claude-code/managed-settings.d/50-reviewer.json'
const POLICY = '/etc/claude-code/reviewer.yaml'
const isRoot = process.getuid?.() === 0

test('--dry-run shows it, and needs nobody to be root', () => {
  const world = makeWorld()
  const { status, stdout, stderr } = world.cli(['init', '--managed', '--dry-run'])
  expect(status).toBe(0)
  expect(stderr).toContain(managedSettingsFile(process.platform))
  const settings = JSON.parse(stdout)
  expect(Object.keys(settings.hooks)).toEqual([...REVIEWED_EVENTS])
  const { args } = settings.hooks.PreToolUse[0].hooks[0]
  // Each user has a state of their own.
  expect(args.at(-1)).toBe('hook')
  expect(args.at(-2)).toMatch(/^\/usr\/local\/lib\/step-reviewer\/[\w.-]+\/reviewer$/)
  expect(settings.allowManagedHooksOnly).toBeUndefined()
  const only = JSON.parse(world.cli(['init', '--managed', '--only-managed-hooks', '--dry-run']).stdout)
  expect(only.allowManagedHooksOnly).toBe(true)
})

test('what the loader of Linux would load is pinned to nothing, and only there', () => {
  const installation = { command: ['/x/reviewer'] } as const
  expect(managedSettings({ platform: 'linux', installation, onlyManagedHooks: false }).env).toEqual({
    LD_PRELOAD: '',
    LD_AUDIT: '',
    LD_LIBRARY_PATH: '',
  })
  expect(managedSettings({ platform: 'darwin', installation, onlyManagedHooks: false }).env).toBeUndefined()
})

test.skipIf(!isRoot)('somebody else is told to use sudo, and nothing is written', () => {
  const world = makeWorld()
  const words = ['--reuid=65534', '--regid=65534', '--clear-groups', ...wordsFor(), 'init', '--managed']
  const { status, stderr } = spawnSync('setpriv', words, {
    cwd: '/',
    env: { ...world.env, HOME: '/' },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain('sudo')
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test.skipIf(!isRoot)('the line for sudo names the policy, after what would be written', () => {
  const world = makeWorld()
  const policy = join(world.root, 'policy.yaml')
  writeFileSync(policy, 'preset: strict\n')
  spawnSync('chmod', ['-R', 'a+rX', world.root])
  const words = [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    ...wordsFor(),
    'init',
    '--managed',
    '--policy',
    policy,
  ]
  const { status, stdout, stderr } = spawnSync('setpriv', words, {
    cwd: '/',
    env: { ...world.env, HOME: '/' },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stdout).toContain('+++ /etc/claude-code/reviewer.yaml\n')
  expect(stdout).toContain('+preset: strict\n')
  expect(stdout).toContain(`+++ ${SETTINGS}\n`)
  expect(stderr).toContain(`init --managed --policy ${JSON.stringify(policy)})`)
})

test('a policy that cannot be used is refused before anything is written', () => {
  const world = makeWorld()
  const policy = join(world.root, 'policy.yaml')
  writeFileSync(policy, 'preset: strict\naudits: {}\n')
  const { status, stdout, stderr } = world.cli(['init', '--managed', '--dry-run', '--policy', policy])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(`${policy}:2:1: unknown key "audits"; did you mean audit?`)
})

test.skipIf(!isRoot)('who could change a file is whoever could replace a directory above it', () => {
  expect(changeableBy('/bin/sh')).toBeUndefined()
  expect(changeableBy('/tmp/some/file')).toBe('/tmp')
})

if (noPrivateMachine !== undefined) console.warn(`The managed installation is not tried out: ${noPrivateMachine}`)

describe.skipIf(noPrivateMachine !== undefined)('installed', () => {
  const as = (user: string) => `setpriv --reuid=${user} --regid=${user} --clear-groups`

  /** Runs commands one after the other; what each said, and how it ended. */
  function run(...commands: readonly string[]) {
    const world = makeWorld()
    spawnSync('chmod', ['-R', 'a+rX', world.root])
    mkdirSync(join(world.home, 'state'))
    chmodSync(join(world.home, 'state'), 0o777)
    const script = commands.map(command => `( ${command} ) 2>&1; echo "=== $?"`).join('\n')
    const { stdout, stderr } = runPrivately(script, world.project, {
      ...world.env,
      PROGRAM: PROGRAM[0],
    })
    const said = stdout.split(/=== (\d+)\n/)
    expect(stderr).toBe('')
    return commands.map((_, at) => ({ text: said[2 * at] ?? '', code: Number(said[2 * at + 1]) }))
  }

  test('it guards, says so, and the doctor finds nothing wrong', () => {
    const [init, settings, doctor, again, left, state] = run(
      '"$PROGRAM" init --managed',
      `cat ${SETTINGS}`,
      '"$PROGRAM" doctor --json',
      '"$PROGRAM" init --managed --only-managed-hooks',
      'ls -a /usr/local/lib/step-reviewer',
      'ls "$HOME/.local/state/reviewer"',
    )
    expect(init).toMatchObject({ code: 0 })
    expect(init?.text).toContain('self-test: `rm -rf /` was blocked')
    expect(Object.keys(JSON.parse(settings?.text ?? '{}').hooks)).toEqual([...REVIEWED_EVENTS])
    const { findings } = JSON.parse(doctor?.text ?? '') as { findings: { id: string; level: string; what: string }[] }
    expect(findings.filter(({ level }) => level === 'wrong')).toEqual([])
    expect(again).toMatchObject({ code: 0 })
    expect(state?.text).toContain('reviewer.db')
    // One copy of the program, whole; nothing half made.
    expect(left?.text.split('\n').filter(name => name !== '' && !/^\.{1,2}$/.test(name))).toHaveLength(1)
  })

  test('somebody else can use it, and change nothing of it', () => {
    const copy = '/usr/local/lib/step-reviewer/*/reviewer'
    const payload = JSON.stringify({
      session_id: 's',
      transcript_path: '',
      cwd: '/tmp',
      permission_mode: 'bypassPermissions',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /' },
      tool_use_id: 't',
    })
    const [, hook, program, settings, removal, replacement, modes] = run(
      '"$PROGRAM" init --managed',
      `printf '%s' '${payload}' | ${as('65534')} ${copy} hook --home "$HOME/state"`,
      `${as('65534')} sh -c 'echo x >> ${copy}'`,
      `${as('65534')} sh -c 'echo {} > ${SETTINGS}'`,
      `${as('65534')} sh -c 'rm -rf /usr/local/lib/step-reviewer ${SETTINGS}'`,
      `${as('65534')} mv /etc/claude-code /etc/gone`,
      `find /usr/local/lib/step-reviewer /etc/claude-code ! -uid 0 -o -perm /022 ! -type l; ls ${copy} ${SETTINGS} ${POLICY}`,
    )
    expect(hook).toMatchObject({ code: 2 })
    expect(hook?.text).toContain('"permissionDecision":"deny"')
    for (const attempt of [program, settings, removal, replacement]) expect(attempt?.code).not.toBe(0)
    expect(modes?.code).toBe(0)
    expect(modes?.text.trim().split('\n')).toHaveLength(3)
  })

  test('the policy is shown, written, and left as an administrator has it', () => {
    const [first, starter, mode, second, held, again, kept, removed, left] = run(
      '"$PROGRAM" init --managed',
      `cat ${POLICY}`,
      `stat -c '%U %a' ${POLICY}`,
      `echo 'preset: strict' > "$HOME/policy.yaml"; "$PROGRAM" init --managed --policy "$HOME/policy.yaml"`,
      '"$PROGRAM" config show --origin',
      '"$PROGRAM" init --managed',
      `cat ${POLICY}`,
      '"$PROGRAM" init --managed --remove',
      `ls ${POLICY}`,
    )
    expect(first).toMatchObject({ code: 0 })
    expect(first?.text).toContain(`+++ ${POLICY}\n`)
    expect(first?.text).toContain(`wrote ${POLICY}`)
    expect(starter?.text).toContain('review_mode: blocking')
    expect(mode?.text).toBe('root 644\n')
    expect(second?.text).toContain('-step_reviewer:')
    expect(second?.text).toContain('+preset: strict')
    expect(held?.text).toMatch(/preset: "strict" +managed \/etc\/claude-code\/reviewer\.yaml:1\n/)
    // Nothing changes, so nothing is shown or written.
    expect(again?.text).not.toContain(POLICY)
    expect(kept?.text).toBe('preset: strict\n')
    expect(removed?.text).toContain(`stays: ${POLICY}`)
    expect(left).toMatchObject({ code: 0 })
  })

  test('a place that others can write is refused', () => {
    const [init, listing] = run(
      'chmod 777 /usr/local/lib && "$PROGRAM" init --managed',
      'ls /usr/local/lib /etc/claude-code',
    )
    expect(init).toMatchObject({ code: 2 })
    expect(init?.text).toContain('/usr/local/lib can be changed by others than root')
    expect(listing?.text).not.toContain('step-reviewer')
  })

  test('--remove takes all of it out, and leaves what others put there', () => {
    const [, , , removed, listing] = run(
      '"$PROGRAM" init --managed',
      `echo '{"model":"opus"}' > /etc/claude-code/managed-settings.json`,
      `echo '{}' > /etc/claude-code/managed-settings.d/10-theirs.json`,
      '"$PROGRAM" init --managed --remove',
      'cat /etc/claude-code/managed-settings.json; ls /etc/claude-code/managed-settings.d /usr/local/lib',
    )
    expect(removed).toMatchObject({ code: 0 })
    expect(listing?.text).toContain('opus')
    expect(listing?.text).toContain('10-theirs.json')
    expect(listing?.text).not.toContain('reviewer')
  })
})
