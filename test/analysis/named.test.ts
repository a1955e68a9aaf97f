/** Only what a person's own words name is named. */
import { expect, test } from 'vitest'
import { markNamed } from '../../src/analysis/named.ts'
import { describeCall, PROJECT } from './subjects.ts'

const named = (path: string, ...prompts: string[]): boolean =>
  markNamed(describeCall('Write', { file_path: path, content: 'x' }), prompts).effects.some(
    ({ details }) => details.named === true,
  )

test.each([
  ['/etc/hosts', 'please add the name to /etc/hosts'],
  ['/etc/hosts', 'add it to /etc/hosts.'],
  ['/etc/hosts', 'edit `/etc/hosts`, then restart'],
  [`${PROJECT}/src/app.ts`, 'fix src/app.ts'],
  [`${PROJECT}/src/app.ts`, 'fix app.ts, please'],
  ['/home/jane/notes.txt', 'delete ~/notes.txt'],
])('%s by: %s', (path, prompt) => expect(named(path, prompt)).toBe(true))

test.each([
  ['/etc/hosts', 'make the hosts work'],
  ['/etc/hosts', 'read /etc/hosts.allow'],
  ['/etc/hosts', 'look into /etc/hosts.d/x'],
  ['/etc/hosts', 'my/etc/hosts'],
  [`${PROJECT}/notes`, 'read notes/ideas.md'],
  [`${PROJECT}/src/app.ts`, 'fix myapp.ts'],
  ['/etc/hosts', '```\nERROR in /etc/hosts\n```\nwhat is this?'],
  ['/etc/hosts', '> failed: /etc/hosts\nwhy?'],
  ['/etc/hosts', ''],
])('%s not by: %s', (path, prompt) => expect(named(path, prompt)).toBe(false))
