/** Real client: a forced push becomes one with a lease, the rewritten command is what runs, and Claude is told. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Run, reminders, requireClient, runClient, told } from './client.ts'
import { expectRecorded, reviewOf } from './record.ts'
import { createWorld, type World } from './world.ts'

const client = requireClient() ?? ''

describe.skipIf(!client)('git push --force', () => {
  let world: World
  let run: Run
  /** What another person pushed to each branch, or the project's own rewritten commit. */
  const commits = { theirs: '', ours: '' }

  beforeAll(async () => {
    world = createWorld()
    const git = (...args: string[]) => world.run(world.project, 'git', ...args)
    // `settled` and `contested` are pushed, then rewritten here; only `contested` gets a commit by another person,
    // which the project has not fetched. A plain --force would throw that commit away, a lease does not.
    git('checkout', '-qb', 'settled')
    git('commit', '-q', '--allow-empty', '-m', 'Draft')
    git('branch', 'contested')
    git('push', '-q', 'origin', 'settled', 'contested')
    const other = join(world.root, 'other')
    world.run(world.root, 'git', 'clone', '-q', '-b', 'contested', world.remote, other)
    world.run(other, 'git', 'commit', '-q', '--allow-empty', '-m', 'Work of another person')
    world.run(other, 'git', 'push', '-q', 'origin', 'contested')
    commits.theirs = world.run(other, 'git', 'rev-parse', 'HEAD')
    git('commit', '-q', '--amend', '--allow-empty', '-m', 'Rewritten')
    git('branch', '-f', 'contested')
    commits.ours = git('rev-parse', 'HEAD')

    const push = (branch: string) => [
      { name: branch, tool: 'Bash', input: { command: `git push --force origin ${branch}`, description: 'Push' } },
    ]
    const script = { main: [push('contested'), push('settled'), 'Done.'] }
    run = await runClient({ client, world, script, allowedTools: ['Bash'] })
  }, 60_000)
  afterAll(() => world?.remove())

  const remoteHead = (branch: string) => world.run(world.remote, 'git', 'rev-parse', branch)

  test('runs with a lease: what another person pushed survives', () => {
    expect(remoteHead('contested')).toBe(commits.theirs)
    expect(told(run, 'contested')).toMatchObject({ error: true, text: expect.stringContaining('stale info') })
  })

  test('still does what was meant where nobody else pushed', () => {
    expect(told(run, 'settled')?.error, told(run, 'settled')?.text).toBe(false)
    expect(remoteHead('settled')).toBe(commits.ours)
  })

  test('tells Claude what was changed, beside the result', () => {
    const reminder = 'PreToolUse:Bash hook additional context: '
    const context = reminders(run, 'contested').split(reminder)[1]
    expect(context?.split('</system-reminder>')[0]).toContain('--force-with-lease')
  })

  test('is on record as modified', () => {
    const rows = expectRecorded(world, run)
    expect(reviewOf(rows, 'contested')).toMatchObject({ decision: 'modify', enforced: 1 })
    expect(reviewOf(rows, 'settled')).toMatchObject({ decision: 'modify', enforced: 1 })
  })
})
