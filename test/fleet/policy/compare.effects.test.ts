/** What a policy would have said to the calls of a fleet, on a real server. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PolicyComparer, type PolicyComparison } from '../../../src/cli/policy/compare.ts'
import { compareFleet } from '../../../src/cli/policy/compare-fleet.ts'
import { policyFiles } from '../../../src/cli/policy/files.ts'
import { withPolicyFiles } from '../../../src/cli/policy/try.ts'
import { cliLocations } from '../../../src/config/locations.ts'
import { openSharedRecord } from '../../../src/fleet/postgres/reader.ts'
import { hasPostgres } from '../../postgres.ts'
import { makeLastingWorld } from '../../world.ts'
import { batchOf, chain, type Fields, type Fleet, startFleet } from '../postgres/shared.ts'

const DAY_MS = 86_400_000
const call = (command: string, more: Fields = {}): Fields => ({ body: JSON.stringify({ input: { command } }), ...more })

describe.skipIf(!hasPostgres())('policy compare --remote', () => {
  const world = makeLastingWorld()
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('laptops')
    await fleet.login('audrey', 'auditor')
    await fleet.login('rita', 'reader')
    const send = async (machine: string, fields: readonly Fields[]) => {
      const destination = await fleet.open('laptops', machine)
      await destination.append(batchOf(machine, chain(machine, fields)))
      await destination.close()
    }
    // More than a page of one machine, so that the second one begins in the middle.
    await send('aaaaaaaaaaaa', [
      ...Array.from({ length: 520 }, () => call('ls')),
      call('terraform apply'),
      call('terraform apply', { ts: Date.now() - 20 * DAY_MS }),
      call('terraform apply', { event: 'PostToolUse', timing: 'post' }),
    ])
    await send('bbbbbbbbbbbb', [
      call('terraform plan'),
      call('terraform apply'),
      { body: new Uint8Array([1, 2, 3]), key_id: 'k1' },
      { body: 'no JSON' },
      { body: '{"input":{"command":"ls …[12 more] x"}}' },
    ])
    mkdirSync(join(world.root, 'policy'))
    writeFileSync(
      join(world.root, 'policy', 'rules.yaml'),
      `rules:
  - id: acme.no-apply
    description: Infrastructure is changed by the pipeline alone
    severity: high
    decision: block
    when: { command: "/^terraform apply/" }
    message: The pipeline applies, nobody else.
    examples: { match: ["terraform apply"], pass: ["terraform plan"] }
`,
    )
    writeFileSync(
      join(world.root, 'policy', 'policy.yaml'),
      'step_reviewer: { rules: { custom_rules_path: rules.yaml } }\n',
    )
  })
  afterAll(async () => {
    world.remove()
    await fleet?.server.stop()
  })

  async function compare(login: string, since = 0): Promise<PolicyComparison> {
    const path = join(world.root, 'policy')
    const locations = cliLocations(join(world.root, 'machine'), { home: world.state, env: { HOME: world.home } })
    const comparer = withPolicyFiles(
      policyFiles(path),
      { path, locations },
      tried => new PolicyComparer({ present: locations, other: tried, home: world.state, elsewhere: true }),
    )
    const shared = await openSharedRecord(new URL(fleet.server.url(login)), undefined)
    try {
      return await compareFleet(shared, comparer, since, () => undefined)
    } finally {
      await shared.close()
    }
  }

  test('judges the calls of all machines, and counts those that cannot be read', async () => {
    const comparison = await compare('audrey')
    expect(comparison).toMatchObject({ calls: 524, unreadable: 3 })
    expect(Object.values(comparison.changes).reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(comparison.changed.map(({ other }) => other)).toEqual(['block', 'block', 'block'])
  })

  test('from a time on, and only for those who may see what the calls were', async () => {
    const recent = await compare('audrey', Date.now() - 7 * DAY_MS)
    expect(recent.calls).toBe(523)
    expect(recent.changed).toHaveLength(2)
    await expect(compare('rita')).rejects.toThrow('does not see what the calls were')
  })
})
