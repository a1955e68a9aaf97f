/** A policy of an organisation from its key to the verdict of a hook, on a machine of its own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noPrivateMachine, runPrivately } from '../../private-machine.ts'
import { PROGRAM } from '../../program.ts'
import { makeWorld, type World } from '../../world.ts'

if (noPrivateMachine !== undefined) console.warn(`The policy of an organisation is not tried out: ${noPrivateMachine}`)

const RULES = `rules:
  - id: acme.no-apply
    description: Infrastructure is changed by the pipeline alone
    severity: high
    decision: block
    when: { command: "/^terraform apply/" }
    message: The pipeline applies, nobody else.
    examples:
      match: ["terraform apply"]
      pass: ["terraform plan"]
`

/** What each command said, and how it ended. */
function on(world: World, ...commands: readonly string[]) {
  const script = commands.map(command => `( ${command} ) 2>&1; echo "=== $?"`).join('\n')
  const env = { ...world.env, PROGRAM: PROGRAM[0], STATE: world.state, ORG: join(world.root, 'org') }
  const { stdout, stderr } = runPrivately(script, world.project, env)
  expect(stderr).toBe('')
  const said = stdout.split(/=== (\d+)\n/)
  return commands.map((_, at) => ({ text: said[2 * at] ?? '', code: Number(said[2 * at + 1]) }))
}

/** The files of an organisation's policy, in `$ORG/policy`. */
function organisation(world: World, policy: string, rules = RULES): void {
  const directory = join(world.root, 'org', 'policy', 'rules')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, '..', 'policy.yaml'), policy)
  writeFileSync(join(directory, 'acme.yaml'), rules)
}

const POLICY = 'step_reviewer:\n  rules:\n    custom_rules_path: rules/acme.yaml\nprotected:\n  branches: [release]\n'
const keygen = '"$PROGRAM" policy keygen -o "$ORG/key" > "$ORG/public"'
const trust = `mkdir -p /etc/claude-code && printf 'fleet:\\n  policy:\\n    from: file://%s/published\\n    signed_by: %s\\n    audience: acme\\n' "$ORG" "$(cat "$ORG/public")" > /etc/claude-code/reviewer.yaml`
const publish = (more = '') =>
  `"$PROGRAM" policy publish "$ORG/policy" --to "file://$ORG/published" --audience acme --key "$ORG/key" ${more}`
const rollout = (share: number) =>
  `"$PROGRAM" policy rollout --to "file://$ORG/published" --audience acme --key "$ORG/key" --share ${share}`
const pull = '"$PROGRAM" policy pull --home "$STATE"'
const status = '"$PROGRAM" policy status --home "$STATE"'
const hook = (world: World, command: string, session = 'one'): string =>
  `printf '%s' '${JSON.stringify({ ...world.call('Bash', { command }), session_id: session })}' | "$PROGRAM" hook --home "$STATE"`

describe.skipIf(noPrivateMachine !== undefined)('an organisation', () => {
  test('publishes a rule, and the hooks of its machines hold to it, whatever the user says', () => {
    const world = makeWorld()
    world.configure('step_reviewer: { rules: { disabled: [acme.no-apply] } }\n')
    organisation(world, POLICY)
    const [, , published, none, before, pulled, during, after, plan, shown, user] = on(
      world,
      keygen,
      trust,
      publish(),
      status,
      hook(world, 'terraform apply'),
      pull,
      // A session that is at work is held to it too: an administrator ordered it.
      hook(world, 'terraform apply'),
      hook(world, 'terraform apply', 'two'),
      hook(world, 'terraform plan', 'two'),
      `${status} && "$PROGRAM" config show --origin --home "$STATE" && ls -la /etc/claude-code/reviewer-organisation/current/`,
      'setpriv --reuid=65534 --regid=65534 --clear-groups "$PROGRAM" policy pull',
    )
    expect(published?.text).toContain('version 1 is published for acme, 100 % of machines')
    expect(none?.text).toContain('no version is in force · nothing was pulled yet')
    expect(before?.text).not.toContain('The pipeline applies')
    expect(pulled).toEqual({ text: 'version 1 is in force\n', code: 0 })
    expect(during?.text).toContain('The pipeline applies')
    expect(during?.code).toBe(2)
    expect(after?.text).toContain('The pipeline applies')
    expect(plan?.text).not.toContain('The pipeline applies')
    expect(shown?.text).toContain('version 1 is in force · last pulled')
    expect(shown?.text).toContain('/etc/claude-code/reviewer-organisation/current/policy.yaml')
    expect(user?.code).toBe(2)
    expect(user?.text).toContain('only root')
  })

  test('goes forward by shares, and a machine keeps what it has until it is chosen', () => {
    const world = makeWorld()
    organisation(world, POLICY)
    const [, , first, zero, held, chosen, version] = on(
      world,
      `${keygen} && ${trust}`,
      publish('--share 0'),
      pull,
      rollout(0),
      pull,
      `${rollout(100)} && ${pull}`,
      status,
    )
    expect(first?.text).toContain(
      'version 1 is for 0 % of machines, and this one is not among them yet: none is in force',
    )
    expect(zero?.text).toContain('version 2 is published for acme, 0 % of machines')
    expect(held?.text).toContain('none is in force')
    expect(chosen?.text).toContain('version 3 is in force')
    expect(version?.text).toContain('version 3 is in force')
  })

  test('cannot publish what hooks could not use, and says what a policy would change before it does', () => {
    const world = makeWorld()
    organisation(world, 'preset: none\n')
    const [, broken] = on(world, keygen, publish())
    expect(broken?.code).toBe(1)
    expect(broken?.text).toContain('policy.yaml:1')
    organisation(world, POLICY, RULES.replace('pass: ["terraform plan"]', 'pass: ["terraform apply -auto-approve"]'))
    const [wrong] = on(world, publish())
    expect(wrong?.code).toBe(1)
    expect(wrong?.text).toContain('acme.no-apply')
    // What the publisher's own configuration holds is of no interest; what the policy says in vain is told.
    organisation(
      world,
      `${POLICY}  # nobody has such a rule\n`.replace('rules:\n', 'rules:\n    disabled: [acme.no-such-rule]\n') +
        'fleet: { policy: { from: "https://elsewhere.example.com/", audience: elsewhere } }\n',
    )
    const [noted] = on(
      world,
      `mkdir -p ~/.config/reviewer && echo 'preset: [' > ~/.config/reviewer/config.yaml && ${publish()}; code=$?; rm -rf ~/.config/reviewer "$ORG/published"; exit $code`,
    )
    expect(noted?.text).toMatch(/note: .*fleet\.policy\.from .* only the policy of this machine may set it/)
    expect(noted?.text).toMatch(/note: .*acme\.no-such-rule[\s\S]*version 1 is published/)
    world.configure('')
    organisation(world, POLICY)
    const [, , compared, dry, listed] = on(
      world,
      hook(world, 'terraform apply'),
      hook(world, 'ls'),
      '"$PROGRAM" policy compare "$ORG/policy" --home "$STATE"',
      `${publish('--dry-run')} --home "$STATE" || "$PROGRAM" --home "$STATE" policy publish "$ORG/policy" --to "file://$ORG/published" --audience acme --key "$ORG/key" --dry-run`,
      'ls "$ORG"',
    )
    expect(compared?.text).toContain('2 calls on record judged under both policies: 1 verdict would change')
    expect(compared?.text).toMatch(/→ block {2}Bash: terraform apply\n {4}The pipeline applies, nobody else\./)
    expect(dry?.text).toContain('the policy can be used; nothing is published')
    expect(listed?.text).not.toContain('published')
  })

  test('is obeyed as far as it is stricter than the administrator, and so is the administrator', () => {
    const world = makeWorld()
    organisation(world, 'audit: { retain_days: 10 }\nstep_reviewer: { fail_safe: block }\n')
    const [, , , shown] = on(
      world,
      `${keygen} && ${trust} && printf 'audit: { retain_days: 90 }\\n' >> /etc/claude-code/reviewer.yaml`,
      publish(),
      pull,
      '"$PROGRAM" config show --origin --home "$STATE"',
    )
    expect(shown?.text).toMatch(/audit\.retain_days: 90 +managed/)
    expect(shown?.text).toMatch(/step_reviewer\.fail_safe: "block" +organisation/)
  })

  test('a file of it that others can change is not used, and a project cannot name an organisation', () => {
    const world = makeWorld()
    organisation(world, POLICY)
    mkdirSync(join(world.project, '.reviewer'), { recursive: true })
    const [, , , opened, project] = on(
      world,
      `${keygen} && ${trust}`,
      publish(),
      pull,
      `chmod o+w /etc/claude-code/reviewer-organisation/current/policy.yaml && ${hook(world, 'npm test')}`,
      `chmod o-w /etc/claude-code/reviewer-organisation/current/policy.yaml; printf 'fleet: { policy: { from: "file:///tmp/x", audience: x } }\\n' > safety.config.yaml; "$PROGRAM" config show --home "$STATE"`,
    )
    expect(opened?.text).toMatch(/can be changed by others than root/)
    expect(project?.text).toContain('only the policy of this machine may set it')
  })

  test('pulls that are killed at any time leave one version whole', () => {
    const world = makeWorld()
    organisation(world, POLICY)
    const [, killed] = on(
      world,
      `${keygen} && ${trust} && ${publish()} && ${pull}`,
      `for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
        ${publish()} > /dev/null
        "$PROGRAM" policy pull --home "$STATE" > /dev/null 2>&1 & sleep 0.$((n * 3 + 10)); kill -9 $! 2>/dev/null; wait $! 2>/dev/null
        cat /etc/claude-code/reviewer-organisation/current/policy.yaml /etc/claude-code/reviewer-organisation/current/rules/acme.yaml | cksum
      done; ${pull}`,
    )
    const sums = killed?.text.match(/^\d+ \d+$/gm) ?? []
    expect(sums).toHaveLength(12)
    expect(new Set(sums).size).toBe(1)
    expect(killed?.text).toContain('version 13 is in force')
  })

  test('is readable by every hook under any mask, and nothing is put where others than root can change it', () => {
    const world = makeWorld()
    organisation(world, POLICY)
    const [, masked, modes, open] = on(
      world,
      `${keygen} && ${trust} && ${publish()}`,
      `umask 077 && ${pull}`,
      'cd /etc/claude-code/reviewer-organisation && stat -c %a . current/ current/rules current/rules/acme.yaml state.json',
      `chmod g+w,o+w /etc/claude-code/reviewer-organisation && ${publish()} && ${pull}`,
    )
    expect(masked).toEqual({ text: 'version 1 is in force\n', code: 0 })
    expect(modes?.text).toBe('755\n755\n755\n644\n644\n')
    expect(open?.code).toBe(2)
    expect(open?.text).toContain('others than root can change /etc/claude-code/reviewer-organisation')
  })

  test('does not travel with files that lie elsewhere, nor under a key that others can read', () => {
    const world = makeWorld()
    organisation(world, `step_reviewer: { rules: { custom_rules_path: ${join(world.root, 'mine.yaml')} } }\n`)
    writeFileSync(join(world.root, 'mine.yaml'), RULES)
    const [, elsewhere, readable] = on(
      world,
      keygen,
      publish(),
      `printf '{}' > "$ORG/policy/policy.yaml" && chmod 644 "$ORG/key" && ${publish()}`,
    )
    expect(elsewhere?.code).toBe(1)
    expect(elsewhere?.text).toContain('mine.yaml')
    expect(readable?.code).toBe(1)
    expect(readable?.text).toContain('others can read')
  })

  test('changes its key: the old one names the new one, which takes over', () => {
    const world = makeWorld()
    organisation(world, POLICY)
    const renewed = publish('--previous-key "$(cat "$ORG/public")"').replace('$ORG/key"', '$ORG/key2"')
    const [, , early, , , , wrong, taken, old] = on(
      world,
      `${keygen} && ${trust} && "$PROGRAM" policy keygen -o "$ORG/key2" > "$ORG/public2"`,
      `${publish()} && ${pull}`,
      renewed,
      publish('--next-key "$(cat "$ORG/public2")"'),
      pull,
      'true',
      publish().replace('$ORG/key"', '$ORG/key2"'),
      `${renewed} && ${pull}`,
      publish(),
    )
    expect(early?.text).toContain('does not name this key as the next one')
    expect(wrong?.text).toContain('nobody signed it whose key is trusted')
    expect(taken?.text).toContain('version 3 is in force, in the place of version 2')
    expect(old?.code).toBe(1)
  })

  test('tells in the status and by the doctor when it was pulled last, and what failed', () => {
    const world = makeWorld()
    organisation(world, POLICY)
    const state = '/etc/claude-code/reviewer-organisation/state.json'
    const doctor = '"$PROGRAM" doctor --home "$STATE"'
    const [, never, , line, failed, failing, , late, lateLine] = on(
      world,
      `${keygen} && ${trust} && ${publish()}`,
      doctor,
      pull,
      '"$PROGRAM" status --home "$STATE"',
      `mv "$ORG/published" "$ORG/away"; ${pull}; "$PROGRAM" status --home "$STATE"`,
      doctor,
      `mv "$ORG/away" "$ORG/published"; ${pull}`,
      `sed -i 's/"pulled":[0-9]*/"pulled":1750000000000/' ${state}; ${doctor}`,
      '"$PROGRAM" status --home "$STATE"',
    )
    expect(never?.text).toContain('the policy of acme was never pulled from file://')
    expect(line?.text).toMatch(/policy of acme: version 1 is in force, pulled 20/)
    expect(failed?.text).toContain('the last pull failed: nothing is published for acme')
    expect(failing?.text).toContain('the policy of acme cannot be pulled: nothing is published for acme')
    expect(late?.text).toMatch(/the last pull that went well was at 2025/)
    expect(lateLine?.text).toContain('more than four days ago')
  })

  test('is not pulled in part where the disk is full', () => {
    const world = makeWorld()
    organisation(world, `${POLICY}# ${'x'.repeat(200_000)}\n`)
    const [, full, left, after] = on(
      world,
      `${keygen} && ${trust} && mkdir /etc/claude-code/reviewer-organisation && mount -t tmpfs -o size=128k,mode=755 tmpfs /etc/claude-code/reviewer-organisation && ${publish()}`,
      pull,
      'ls /etc/claude-code/reviewer-organisation',
      `mount -o remount,size=4m /etc/claude-code/reviewer-organisation && ${pull}`,
    )
    expect(full?.code).toBe(1)
    expect(full?.text).toContain('the disk is full')
    expect(left?.text).toBe('state.json\n')
    expect(after?.text).toBe('version 1 is in force\n')
  })
})
