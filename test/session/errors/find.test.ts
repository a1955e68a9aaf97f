/** What went wrong, as the outputs of compilers, runtimes, test runners and others say it. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../../src/model/action.ts'
import { failed, outcome } from '../calls.ts'

interface Row {
  readonly command: string
  readonly role: Role
  readonly code: number
  readonly output: string
  /** Empty where the call counts as none that failed. */
  readonly class: string
  readonly detail: string
  readonly tests?: string
  readonly timed_out?: true
  readonly invented?: readonly string[]
}

/** One output a line, as the programs themselves write it. */
const ROWS: readonly Row[] = readFileSync(new URL('../../fixtures/outputs.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line))

const failing = ROWS.filter(row => row.class !== '')

const of = ({ command, output, code, role }: Row) => outcome(failed(command, output, code), role)

test('there are many', () => expect(failing.length).toBeGreaterThan(70))

test.each(ROWS)('$command: $class $detail', row => {
  const { error, tests, timed_out, invented, failed: isFailed } = of(row)
  expect(isFailed).toBe(row.class !== '')
  expect(error?.class ?? '').toBe(row.class)
  expect(error?.detail ?? '').toBe(row.detail)
  expect(tests).toBe(row.tests)
  expect(timed_out).toBe(row.timed_out ?? false)
  expect(invented).toEqual(row.invented ?? [])
})

describe('the signature', () => {
  test('is the same when the same fails elsewhere, later, as another process', () => {
    fc.assert(
      fc.property(fc.constantFrom(...failing), fc.integer({ min: 2, max: 99_999 }), (row, n) => {
        const elsewhere = row.output
          .replaceAll('/home/jane/project', `/srv/ci/build-${n}/project`)
          .replaceAll(/(?<=\.(?:py|js|ts|c|rs|java|go):)\d+(?::\d+)?/g, `${n}:7`)
          .replaceAll(/line \d+/g, `line ${n}`)
          .replaceAll(/\b\d+(?:\.\d+)?(?= ?m?s\b)/g, `${n}`)
          .replaceAll(/\(\d{5}\)/g, `(${n})`)
          .replaceAll(/debug-0|\d{4}-\d\d-\d\dT[\w]+Z/g, `${n}`)
        expect(of({ ...row, output: elsewhere }).error?.signature).toBe(of(row).error?.signature)
      }),
      { numRuns: 300 },
    )
  })

  test('is the same with colours, with carriage returns and after any harmless beginning', () => {
    for (const row of failing.filter(({ timed_out }) => !timed_out)) {
      const signature = of(row).error?.signature
      expect(of({ ...row, output: row.output.replaceAll('\n', '\r\n') }).error?.signature).toBe(signature)
      expect(of({ ...row, output: `\u001b[1mstarting\u001b[0m\n${row.output}` }).error?.signature).toBe(signature)
    }
  })

  test.each([
    ["ModuleNotFoundError: No module named 'numpy'", "ModuleNotFoundError: No module named 'pandas'"],
    ["Error: Cannot find module './a'", "Error: Cannot find module './b'"],
    ["src/a.ts(3,1): error TS2304: Cannot find name 'foo'.", "src/a.ts(3,1): error TS2304: Cannot find name 'bar'."],
    ['bash: line 1: jq: command not found', 'bash: line 1: yq: command not found'],
    ["KeyError: 'name'", "KeyError: 'title'"],
    ["make: *** No rule to make target 'a'.  Stop.", "make: *** No rule to make target 'b'.  Stop."],
  ])('differs between %s and another name, and the class does not', (one, other) => {
    const [a, b] = [one, other].map(output => outcome(failed('run it', output)).error)
    expect(a?.signature).not.toBe(b?.signature)
    expect(a?.class).toBe(b?.class)
  })

  test('of failing tests changes with which fail, not with how long they took', () => {
    const run = (...names: readonly string[]) => {
      const lines = names.map((name, at) => `FAILED tests/test_cart.py::${name} - assert 1 == ${at}`)
      return outcome(failed('pytest', [...lines, `${names.length} failed in 0.${names.length}s`].join('\n')), 'test')
        .error
    }
    expect(run('test_a', 'test_b')?.signature).toBe(run('test_b', 'test_a')?.signature)
    expect(run('test_a', 'test_b')?.signature).not.toBe(run('test_a')?.signature)
  })

  test('of a build changes with the other errors in it: fewer are progress', () => {
    const line = (name: string) => `src/a.ts(3,1): error TS2304: Cannot find name '${name}'.`
    const build = (...names: readonly string[]) =>
      outcome(failed('tsc', names.map(line).join('\n')), 'check').error?.signature
    expect(build('a', 'b', 'c')).toBe(build('a', 'c', 'b'))
    expect(build('a', 'b', 'c')).not.toBe(build('a', 'b'))
  })
})

describe('whatever a program prints', () => {
  const pieces = fc.constantFrom(
    ...failing.map(row => row.output),
    'Error: ',
    '\u001b[31m',
    '/'.repeat(300),
    "'".repeat(99),
    'a/'.repeat(200),
    '#',
    '\n',
    '\r',
    '…',
    '😀',
    ': ',
    '=',
  )

  test('the outcome is bounded, and nothing throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 }),
        fc.nat(255),
        (parts, code) => {
          const output = parts.join('')
          for (const role of ['test', 'check', 'run', 'probe'] as const) {
            const found = outcome(failed(`make ${output.slice(0, 50)} | tail`, output, code), role)
            expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(2048)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  test.each([
    ['one long line', 'x'.repeat(1_000_000)],
    ['slashes', 'a/'.repeat(500_000)],
    ['quotes', "'a".repeat(500_000)],
    ['brackets of colours', '\u001b['.repeat(500_000)],
    ['commands of terminals', '\u001b]'.repeat(500_000)],
    ['numbers', '1.'.repeat(500_000)],
    ['blanks', ' '.repeat(1_000_000)],
    ['errors', 'Error: x failed at /a/b.js:3:4\n'.repeat(32_000)],
    ['colons', 'error: '.repeat(150_000)],
    ['letters of hex', 'deadbeef0'.repeat(110_000)],
    ['tests', '1 failed, 2 passed, '.repeat(50_000)],
  ])('a megabyte of %s is looked at in passing', (_, output) => {
    for (const event of [failed('npm test', output), failed('npm test', `${output}\nError: x`)])
      expect(outcome(event, 'test').failed).toBe(true)
  })

  test.each([
    [
      'sbt compile',
      '[error] -- [E006] Not Found Error: core/src/Rate.scala:11:20\n[error]    |  Not found: type Old',
      'core/src/Rate.scala',
    ],
    ['cargo build', 'error[E0412]: cannot find type `Old` in this scope\n --> src/a.rs:12:20', 'src/a.rs'],
    [
      'mvn compile',
      '[ERROR] /srv/app/A.java:[12,8] cannot find symbol\n[ERROR]   symbol:   class Old',
      '/srv/app/A.java',
    ],
    [
      'shellcheck bin/*',
      'In bin/up line 4:\ncd "$d"\n^-----^ SC2164 (warning): Use cd ... || exit\n\nIn bin/down line 8:',
      'bin/up',
    ],
    ['npx yamllint .', '  3:1  error  wrong indentation', undefined],
  ])('where a compiler or linter says that it is: %s', (command, output, place) =>
    expect(outcome(failed(command, output), 'check').error?.place).toBe(place),
  )

  test('a secret in it is masked', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`
    const found = outcome(failed('deploy', `fatal: Authentication failed for '${key}'`))
    expect(JSON.stringify(found)).not.toContain(key)
    expect(found.error?.signature).toBe(
      outcome(failed('deploy', `fatal: Authentication failed for '${key}'`)).error?.signature,
    )
  })
})
