/** Only what a person's own words name is named. */
import { expect, test } from 'vitest'
import { isPlaceNamed, markNamed } from '../../src/session/named.ts'
import { describeCall, PROJECT } from '../judge/subjects.ts'

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

const place = (path: string, prompt: string, root = '/home/jane/shop'): boolean =>
  isPlaceNamed(path, prompt, root, ['/home/jane'])

test.each([
  ['/home/jane/inventory/src/a.ts', 'do it here and in ../inventory'],
  ['/home/jane/inventory/src/a.ts', 'the inventory service needs it too'],
  ['/home/jane/proto/a.proto', 'the source is in /home/jane/proto'],
  ['/home/jane/src/lib/a.c', 'clone it to ~/src/lib and fix it there'],
  ['/etc/nginx/sites-available/shop', 'set up nginx for it'],
  ['/home/jane/.zshrc', 'add an alias to my zsh config'],
  ['/home/jane/.npmrc', 'set the registry for npm'],
  ['/home/jane/.zshrc', 'make zsh start faster'],
  ['/home/jane/.config/nvim/init.lua', 'set up nvim'],
  ['/home/jane/work/payroll/src/week.py', 'fix the week in payroll', '/home/jane/work/shop'],
])('the place of %s by: %s', (path, prompt, root?: string) => expect(place(path, prompt, root)).toBe(true))

test.each([
  ['/home/jane/payroll/a.py', 'fix the week numbers in export.py'],
  ['/opt/sales/report.py', 'print the sales per month'],
  ['/home/jane/.config/zed/settings.json', 'fix the lint error'],
  ['/etc/sysctl.d/99.conf', 'the burst test is slow'],
  ['/home/jane/common/a.h', 'fix the common case'],
  ['/home/jane/.npmrc', 'add a target that calls npm run lint'],
  ['/home/jane/work/payroll/reports/week.py', 'fix the week in the reports', '/home/jane/work/shop'],
])('the place of %s not by: %s', (path, prompt, root?: string) => expect(place(path, prompt, root)).toBe(false))
