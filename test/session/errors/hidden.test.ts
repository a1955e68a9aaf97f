/** Which exit codes say nothing of the program that a command is there for. */
import { expect, test } from 'vitest'
import {
  beforeAlternative,
  endsInAnotherCall,
  endsInError,
  hidesExit,
  printedExit,
} from '../../../src/session/errors/hidden.ts'

test.each([
  'npm test | tail -5',
  'npm test || true',
  'npm test; echo done',
  'npm test &',
  '(npm test; echo done)',
  'for f in *; do node $f; done',
  'npm test && (make; true)',
])('hides: %s', command => expect(hidesExit(command)).toBe(true))

test.each([
  'npm test',
  'cd app && npm test',
  'cd app; npm test',
  'set -o pipefail; npm test | tail -5',
  'set -e; make; npm test',
  'npm test > log 2>&1',
])('hides nothing: %s', command => expect(hidesExit(command)).toBe(false))

test('the echo that stands for a failure', () => {
  const lines = ['*** Access refused: /api/definitions', 'Import failed', '']
  expect(beforeAlternative('mqadmin import d.json || echo "Import failed"', lines)).toEqual(lines.slice(0, 1))
  expect(beforeAlternative("cd app && mqadmin import d.json || printf 'Import failed'", lines)).toEqual(
    lines.slice(0, 1),
  )
  expect(beforeAlternative('mqadmin import d.json || echo done', lines)).toBeUndefined()
  expect(beforeAlternative('mqadmin import d.json && echo "Import failed"', lines)).toBeUndefined()
  expect(beforeAlternative('mqadmin import d.json || retry', lines)).toBeUndefined()
  expect(beforeAlternative('mqadmin import d.json || echo "Import failed"; ls', lines)).toBeUndefined()
  expect(beforeAlternative('a || echo "', lines)).toBeUndefined()
  // What a filter or a probe does not find may be what was hoped for.
  expect(beforeAlternative('npm test | grep FAIL || echo "Import failed"', lines)).toBeUndefined()
  expect(beforeAlternative('npm run build && grep -rn old dist || echo "Import failed"', lines)).toBeUndefined()
  expect(beforeAlternative('git stash pop || echo "Import failed"', lines)).toBeUndefined()
})

test('the exit code that a command printed itself', () => {
  expect(printedExit('npm test; echo "exit: $?"', ['ok', 'exit: 1', ''])).toBe(1)
  expect(printedExit('npm test; echo rc=$?', ['rc=0'])).toBe(0)
  expect(printedExit('npm test; echo $status', ['done'])).toBeUndefined()
  expect(printedExit('npm test', ['exit: 1'])).toBeUndefined()
})

test('an error at the end counts where the call is there for what it does', () => {
  const lines = ['Traceback (most recent call last):', '  File "a.py", line 1, in <module>', 'ValueError: no']
  expect(endsInError('run', 'python a.py | tail', lines)).toBe(true)
  const last = "Microsoft.Data.SqlClient.SqlException (0x80131904): Login failed for user 'sa'."
  expect(endsInError('run', 'dotnet run | tail -1', [last])).toBe(true)
  expect(endsInError('look', 'cat log', lines)).toBe(false)
  expect(endsInError('run', 'python a.py | head', [...lines, ...Array(5).fill('going on')])).toBe(false)
})

test('a last line that counts what failed', () => {
  expect(endsInError('check', 'R CMD check a.tar.gz | tail -1', ['Status: 1 ERROR, 1 NOTE'])).toBe(true)
  expect(endsInError('check', 'R CMD check a.tar.gz | tail -1', ['Status: 1 WARNING, 1 NOTE'])).toBe(false)
  const lines = ['permission denied for table a', 'Done. PASS=0 WARN=0 ERROR=1 SKIP=5 TOTAL=6']
  expect(endsInError('run', 'dbt run 2>&1 | tail -3', lines)).toBe(true)
  expect(endsInError('run', 'dbt run | tail -1', ['Done. PASS=6 WARN=0 ERROR=0 SKIP=0 TOTAL=6'])).toBe(false)
  expect(endsInError('change', 'ansible-playbook x | tail -1', ['web1 : ok=3 changed=1 unreachable=0 failed=1'])).toBe(
    true,
  )
})

test.each([
  ['npm run build 2>&1 | tail -3; curl -s localhost | node -e "1"; pkill -f "astro dev" 2>/dev/null', true],
  ['npm test; grep -c FAIL log.txt', true],
  ['npm test; git status && ls', true],
  ['nix build .#app 2>&1 | tail -4; test ${PIPESTATUS[0]} = 0', false],
  ['npm test; rc=$?; [ $rc = 0 ]', false],
  ['npm test && grep FAIL log.txt', false],
  ['npm test; node check.js', false],
  ['set -e; npm test; pkill -f dev', false],
  ['cd web; npm test', false],
  ['npm test', false],
])('the exit code of %s is that of what clears away or asks: %s', (command, is) =>
  expect(endsInAnotherCall(command)).toBe(is),
)
