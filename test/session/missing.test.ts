/** What says that something does not exist, in the words of the programs themselves. */
import { describe, expect, test } from 'vitest'
import { missingIn, missingOperand } from '../../src/session/missing.ts'

test.each([
  ['npm error Missing script: "lint:fix"', 'task', 'lint:fix'],
  ["make: *** No rule to make target 'deploy-eu'.  Stop.", 'task', 'deploy-eu'],
  ["Don't know how to build task 'db:reseed' (See the list of available tasks)", 'task', 'db:reseed'],
  ['go: warning: "./internal/throttle/..." matched no packages', 'path', './internal/throttle'],
  [
    "python: Error while finding module specification for 'plugins.scheduler.update' (ModuleNotFoundError: No module named 'plugins')",
    'module',
    'plugins.scheduler.update',
  ],
  ['make: *** firmware: No such file or directory.  Stop.', 'path', 'firmware'],
  [
    "Fatal error: cannot open file 'scripts/build_matrix.R': No such file or directory",
    'path',
    'scripts/build_matrix.R',
  ],
  ['error: unknown command "rollforward" for "helm"', 'name', 'rollforward'],
  ["error: unexpected argument '--parallel-all' found", 'name', '--parallel-all'],
  ['unknown flag: --dry-apply', 'name', '--dry-apply'],
  ['error: the server doesn\'t have a resource type "deploymentz"', 'name', 'deploymentz'],
  ['E: Unable to locate package libfoobar-dev', 'name', 'libfoobar-dev'],
  ["Package 'waypoint_tools' not found", 'task', 'waypoint_tools'],
  ["Executable 'rover_sim' not found", 'name', 'rover_sim'],
  ['cat: src/auth/guard.ts: No such file or directory', 'path', 'src/auth/guard.ts'],
  ['[ERROR] X.java:[4,34] package de.tarif.common.util does not exist', 'module', 'de.tarif.common.util'],
  ['error[E0432]: unresolved import `crate::cli`', 'module', 'crate::cli'],
  ["error CS1061: 'Order' does not contain a definition for 'TotalNet'", 'symbol', 'TotalNet'],
  ["AttributeError: module 'polars' has no attribute 'read_xml'", 'symbol', 'read_xml'],
  ['ERROR:  relation "invoice_lines" does not exist', 'table', 'invoice_lines'],
  ['Error: in prepare, no such table: bookings', 'table', 'bookings'],
])('%s', (line, kind, name) => expect(missingIn(line)).toEqual({ kind, name }))

test.each([
  'Tests:       5 passed, 5 total',
  'added 120 packages, and audited 121 packages in 3s',
  "TypeError: 'NoneType' object has no attribute 'group'",
  'warning: unused variable: `x`',
  'curl: (6) Could not resolve host: api.example.org',
])('nothing: %s', line => expect(missingIn(line)).toBeUndefined())

describe('a form that is not known: the word of the command that the message names', () => {
  test.each([
    ['flink: Auftrag «nachtlauf-neu» nicht gefunden', 'flink run nachtlauf-neu', 'name', 'nachtlauf-neu'],
    [
      '[FATAL] Specified playbook file does not exist: /home/a/docs/antora-pdf.yml',
      'npx antora antora-pdf.yml',
      'path',
      'antora-pdf.yml',
    ],
    [
      'go: warning: "./internal/throttle/..." matched no packages',
      'go test ./internal/throttle/...',
      'path',
      './internal/throttle',
    ],
    ['gmake: цель «firmware» не найдена', 'gmake -C firmware -j8', 'name', 'firmware'],
    ['エラー: "nightly-sync" が見つかりません', 'jobctl start nightly-sync', 'name', 'nightly-sync'],
    ['Unknown job "rebuild"', 'cd app && jobctl start rebuild', 'name', 'rebuild'],
  ])('%s', (line, command, kind, name) => expect(missingOperand(line, command)).toEqual({ kind, name }))

  test.each([
    ['a program', 'ztool: not found', 'ztool --all'],
    ['an option', 'unknown option --all-at-once', 'tool --all-at-once'],
    ['an ordinary word', 'the server was not found', 'restart server'],
    ['part of another name', 'job nightly-sync-old not found', 'jobctl start nightly-sync'],
    ['something else', 'no such table: x', 'psql -f load-orders.sql'],
    ['nothing missing', 'load-orders.sql: 3 rows', 'psql -f load-orders.sql'],
    ['the file that is read', 'data.csv: column customer_id is missing', 'python import.py data.csv'],
    ['the script that ran', 'deploy.sh: line 3: kubectx: command not found', 'bash deploy.sh'],
    ['the test that failed', 'FAIL src/app.test.ts: ReferenceError: foo is not defined', 'npx jest src/app.test.ts'],
    ['an image that is fetched', "Unable to find image 'postgres:16' locally", 'docker run postgres:16'],
    ['the task around it', 'Task db:seed failed: user admin not found', 'rake db:seed'],
    ['what is to be made', 'cannot create out/report.txt: no such directory', 'tool -o out/report.txt'],
    ['what is there already', 'El directorio «data-dir» existe', 'tool data-dir'],
    ['a word of many signs', `job ${'-_'.repeat(60)}! not found`, `jobctl start a${'-_'.repeat(2000)}!`],
    ['an address', 'https://a.example/x-y not found', 'curl https://a.example/x-y'],
  ])('%s: none', (_, line, command) => expect(missingOperand(line, command)).toBeUndefined())
})
