/** How a call went: what the client says, what the output says where the exit code cannot, and what is no failure. */

import { describe, expect, test } from 'vitest'
import type { Role } from '../../src/model/action.ts'
import { isAllExpected } from '../../src/session/errors/expected.ts'
import { outcomeOf } from '../../src/session/outcome.ts'
import { formOf, parseEvent } from '../agents/claude.ts'
import { PAYLOADS } from '../agents/claude-code/protocol/fixtures.ts'
import { past, session } from '../judge/subjects.ts'
import { failed, outcome, ran, stepWith, toolFailed } from './calls.ts'

const TRACEBACK = `Traceback (most recent call last):
  File "/home/jane/project/a.py", line 4, in <module>
    f()
ModuleNotFoundError: No module named 'helpers'`

const RED = 'FAILED tests/test_a.py::test_bad - assert 1 == 2\n1 failed, 3 passed in 0.12s'

describe('what the client sends', () => {
  const reports = PAYLOADS.filter(
    ({ file }) => file.startsWith('PostToolUse-') || file.startsWith('PostToolUseFailure-'),
  )

  test('there are reports of many tools', () => expect(reports.length).toBeGreaterThan(20))

  test.each(reports)('$file', ({ file, text }) => {
    const event = parseEvent(text)
    if (event.name !== 'PostToolUse' && event.name !== 'PostToolUseFailure') throw new Error(event.name)
    const found = outcome(event, 'run')
    expect(found.failed).toBe(file.startsWith('PostToolUseFailure'))
    expect(found.error === undefined).toBe(!found.failed)
    expect(found.duration_ms).toBe(event.duration_ms ?? null)
  })

  test('output is counted in bytes, what was saved to a file in full', () => {
    expect(outcome(ran('cat a', 'größe')).output_bytes).toBe(7)
    expect(outcome(ran('cat a', 'cut', { persistedOutputSize: 500_000 })).output_bytes).toBe(500_000)
    expect(outcome(failed('cat a', 'x')).output_bytes).toBe('Exit code 1\nx'.length)
  })

  test('what the person broke off has not failed', () => {
    expect(
      outcome(failed('npm test', '[Request interrupted by user]', 137, { is_interrupt: true }), 'test'),
    ).toMatchObject({
      failed: false,
      timed_out: false,
    })
    expect(outcome(ran('npm test | tail', RED, { interrupted: true }), 'test').failed).toBe(false)
  })

  test('of what goes on in the background nothing is known', () => {
    const found = outcome(ran('npm test', '', { backgroundTaskId: 'b1' }), 'test')
    expect(found).toMatchObject({ failed: false, masked: false })
    expect(found.tests).toBeUndefined()
  })
})

describe('a failure that the command hides', () => {
  test.each<[string, Role, string]>([
    ['npm test 2>&1 | tail -20', 'test', RED],
    ['pytest -q || true', 'test', RED],
    ['pytest -q || echo "tests failed"', 'test', `${RED}\ntests failed`],
    ['pytest -q; echo done', 'test', `${RED}\ndone`],
    ['(pytest -q; true) 2>&1', 'test', RED],
    ['python a.py 2>&1 | tee log.txt', 'run', TRACEBACK],
    ['python a.py; echo "exit: $?"', 'run', `${TRACEBACK}\nexit: 1`],
    ['./job.sh > log 2>&1; echo "exit code: $?"', 'run', 'exit code: 3'],
    ['npx tsc --noEmit | head -20', 'check', "src/a.ts(3,1): error TS2304: Cannot find name 'foo'."],
    ['make 2>&1 | tail -5', 'check', 'gcc -o m m.c\nmake: *** [Makefile:3: m] Error 1'],
    ['npm install 2>&1 | tail -5', 'install', 'npm error code E404\nnpm error 404 Not Found'],
    ['cargo build 2>&1 | grep -A3 error', 'check', 'error[E0425]: cannot find function `f` in this scope'],
    ['if ! ./run.sh; then echo no; fi', 'run', 'bash: line 1: jq: command not found\nno'],
    ['git push origin topic 2>&1 | tail -3', 'change', "fatal: 'origin' does not appear to be a git repository"],
    ['python load.py data.csv | tail', 'run', 'load.py: data.csv: No such file or directory'],
    ['go test ./... | tail -3', 'test', 'FAIL\texample.com/app\t0.002s\nFAIL'],
  ])('%s', (command, role, output) => {
    expect(outcome(ran(command, output), role)).toMatchObject({ failed: true, masked: true, error: { class: /./ } })
  })

  test('has the same signature as one that is seen', () => {
    const seen = outcome(failed('python a.py', TRACEBACK)).error?.signature
    expect(outcome(ran('python a.py || true', TRACEBACK)).error?.signature).toBe(seen)
  })
})

describe('no failure', () => {
  test.each<[string, string, Role, string]>([
    [
      'what was to be removed is gone',
      'rm old.txt || true',
      'change',
      "rm: cannot remove 'old.txt': No such file or directory",
    ],
    ['another file is missing', 'python load.py | tail', 'run', 'cat: /etc/machine-id: No such file or directory'],
    ['the exit code is that of the program', 'pytest -q', 'run', TRACEBACK],
    ['a pipe that hands the exit code on', 'set -o pipefail; python a.py | tail', 'run', TRACEBACK],
    ['each line counts', 'set -e\npython a.py\necho done', 'run', TRACEBACK],
    ['a chain', 'cd app && npm run build', 'check', "src/a.ts(3,1): error TS2304: Cannot find name 'foo'."],
    ['a log that is shown', 'cat build.log | tail -20', 'look', TRACEBACK],
    ['a search for errors', 'grep -rn "Traceback" . | head', 'probe', TRACEBACK],
    ['the history', 'git log --oneline | head', 'look', 'abc1234 fix: panic: on start\ndef5678 npm ERR! code E404'],
    ['a program that only tells of errors', 'node a.js | tail', 'run', 'checked 3 files\nno errors found: 0 failed'],
    [
      'an error that was logged on the way',
      'node a.js | tail',
      'run',
      `${TRACEBACK}\nretrying\nok\nsaved 3 files\ndone\nbye`,
    ],
    ['tests that passed after errors', 'npm test 2>&1 | tail', 'test', `${TRACEBACK}\nTests:       5 passed, 5 total`],
    ['no test failed', 'cargo test | tail', 'test', 'test result: ok. 3 passed; 0 failed; 0 ignored'],
    [
      'the printed exit code is 0',
      'python a.py 2>&1 | cat; echo "exit: ${PIPESTATUS[0]}"',
      'run',
      `${TRACEBACK}\nexit: 0`,
    ],
  ])('%s', (_, command, role, output) => {
    expect(outcome(ran(command, output), role)).toMatchObject({ failed: false, masked: false, invented: [] })
  })

  test.each(['grep -c TODO a.ts', 'diff a b', 'test -f a.ts', 'which jq', 'ls missing'])('a question: %s', command => {
    expect(outcome(failed(command, ''), 'probe').failed).toBe(false)
  })

  test('but a question that could not be asked is one', () => {
    expect(outcome(failed('rg TODO', 'bash: rg: command not found', 127), 'probe').failed).toBe(true)
  })
})

describe('tests', () => {
  test.each([
    ['pytest', '=== 12 passed, 1 skipped in 3.20s ==='],
    ['jest', 'Tests:       5 passed, 5 total'],
    ['vitest', ' Test Files  2 passed (2)\n      Tests  9 passed (9)'],
    ['mocha', '  7 passing (12ms)\n  1 pending'],
    ['go', 'ok  \texample.com/app\t0.004s'],
    ['go, cached', 'ok  \texample.com/app\t(cached)'],
    ['cargo', 'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured'],
    ['rspec', '2 examples, 0 failures'],
    ['phpunit', 'OK (5 tests, 9 assertions)'],
    ['maven', '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0'],
    ['ctest', '100% tests passed, 0 tests failed out of 5'],
    ['node', '# pass 3\n# fail 0'],
    ['TAP', 'ok 1 - adds\nok 2 - subtracts # TODO'],
    ['unittest', 'Ran 3 tests in 0.001s\n\nOK'],
    ['dotnet', 'Passed!  - Failed:     0, Passed:     4, Skipped:     0, Total:     4'],
    ['minitest', '5 runs, 9 assertions, 0 failures, 0 errors, 0 skips'],
    ['bun', ' 3 pass\n 0 fail'],
    ['playwright', '  3 passed (4.1s)'],
  ])('%s says that they passed', (_, output) => {
    expect(outcome(ran('run them | tail', `a line before\n${output}`), 'test')).toMatchObject({
      tests: 'passed',
      failed: false,
    })
    // A test of an earlier run that failed outweighs it.
    expect(outcome(ran('run them | tail', `${output}\n${RED}`), 'test')).toMatchObject({
      tests: 'failed',
      failed: true,
    })
  })

  test('that name failures in words have not failed', () => {
    const output =
      ' ✓ locks after 3 failed attempts (2 ms)\n ✓ shows "1 failed, 2 passed"\nTests:       2 passed, 2 total'
    expect(outcome(ran('npx jest | cat', output), 'test').tests).toBe('passed')
  })

  test('without a summary went as the exit code says, where that is theirs', () => {
    expect(outcome(ran('./check', 'fine'), 'test').tests).toBe('passed')
    expect(outcome(failed('./check', 'not fine'), 'test').tests).toBe('failed')
    expect(outcome(ran('./check | tail', 'fine'), 'test').tests).toBeUndefined()
    expect(outcome(ran('ls', 'fine'), 'look').tests).toBeUndefined()
  })

  test('that failed under a script which swallows that are failing tests still', () => {
    expect(outcome(ran('npm test', RED), 'test')).toMatchObject({ failed: false, tests: 'failed' })
    expect(outcome(ran('node report.js', RED), 'run').tests).toBeUndefined()
  })

  test('a log of tests is no run of them', () => {
    expect(outcome(ran('cat test.log', RED), 'look').tests).toBeUndefined()
  })
})

describe('time-outs', () => {
  test.each([
    ['of the client', 'sleep 5', 'Command timed out after 1s', 143],
    ['by timeout', 'timeout 5 npm start', '', 124],
    ['by timeout -s KILL', 'timeout -s KILL 5 npm start', 'Killed', 137],
    [
      'of a connection',
      'npm install',
      'npm error code ETIMEDOUT\nnpm error request to registry failed, reason: connect ETIMEDOUT',
      1,
    ],
  ])('%s', (_, command, output, code) => {
    expect(outcome(failed(command, output, code))).toMatchObject({
      failed: true,
      timed_out: true,
      error: { class: 'timeout' },
    })
  })

  test('that the command prints itself', () => {
    expect(outcome(ran('timeout 5 npm run seed; echo "exit $?"', 'seeding…\nexit 124'))).toMatchObject({
      failed: true,
      masked: true,
      timed_out: true,
    })
  })

  test('of a single test are failing tests', () => {
    const output =
      '  ● waits\n\n    thrown: "Exceeded timeout of 5000 ms for a test"\n\nTests:       1 failed, 1 total\ntimed out'
    expect(outcome(failed('npx jest', output), 'test')).toMatchObject({ timed_out: false, tests: 'failed' })
  })

  test('of another machine that does not answer is its error', () => {
    const unreachable =
      'fatal: [edge-03]: UNREACHABLE! => {"msg": "Failed to connect to the host via ssh: ssh: connect to host 10.20.4.13 port 22: Connection timed out"}'
    const recap = 'PLAY RECAP ***\nedge-03 : ok=0 changed=0 unreachable=1 failed=0 skipped=0 rescued=0 ignored=0'
    const found = outcome(ran('ansible-playbook edge.yml | tail -3', `${unreachable}\n${recap}`), 'run')
    expect(found).toMatchObject({ failed: true, masked: true, timed_out: false })
  })

  test('killed for memory is none', () => {
    expect(outcome(failed('node big.js', 'Killed', 137)).timed_out).toBe(false)
  })
})

describe('names that nobody mentioned', () => {
  const read = (path: string, more = {}) =>
    outcome(
      toolFailed('Read', { file_path: path }, 'File does not exist. Note: your current directory is …'),
      'look',
      more,
    ).invented

  test('a file that a tool was to read', () => {
    expect(read('/home/jane/project/src/magic.ts')).toEqual(['src/magic.ts'])
    expect(read('/home/jane/project/src/magic.ts', { goals: ['Look at Magic.ts first'] })).toEqual([])
    expect(read('/home/jane/project/src/magic.ts', { seen: (name: string) => name === 'src/magic.ts' })).toEqual([])
  })

  test.each(['README.md', 'package.json', '.env', 'CLAUDE.md', 'src/index.ts', 'tsconfig.build.json'])(
    '%s may be looked for',
    name => expect(read(`/home/jane/project/${name}`)).toEqual([]),
  )

  test.each<[string, Role, string, readonly string[]]>([
    ['npm run frobnicate', 'run', 'npm error Missing script: "frobnicate"', ['frobnicate']],
    ['npm run lint', 'check', 'npm error Missing script: "lint"', []],
    ['make deploy-all', 'run', "make: *** No rule to make target 'deploy-all'.  Stop.", ['deploy-all']],
    ['python -m project.magic', 'run', '/usr/bin/python: No module named project.magic', ['project.magic']],
    ['python a.py', 'run', "ModuleNotFoundError: No module named 'numpy'", []],
    ['node a.js', 'run', "Error: Cannot find module './magic'", ['./magic']],
    ['npx jest', 'test', "Error: Cannot find module './magic'", []],
    ['node a.js', 'run', "Error: Cannot find module 'express'", []],
    [
      'pnpm --filter @acme/magic test',
      'test',
      'No projects matched the filters in "/home/jane/project"',
      ['@acme/magic'],
    ],
    [
      'head -9 src/magic/a.py',
      'look',
      "head: cannot open 'src/magic/a.py' for reading: No such file or directory",
      ['src/magic/a.py'],
    ],
    ['./frobnicate --quick', 'run', 'unknown flag: --quick', ['--quick']],
    ['node server.js', 'run', "Unknown topic 'orders-v2'", []],
    ['python -c "import a; a.b().magic()"', 'run', "AttributeError: 'B' object has no attribute 'magic'", ['magic']],
    ['python a.py', 'run', "AttributeError: 'B' object has no attribute 'magic'", []],
    ['jq . a.json', 'look', 'bash: line 1: jq: command not found', []],
    ['ls src/magic', 'probe', "ls: cannot access 'src/magic': No such file or directory", []],
    ['python app.py', 'run', "FileNotFoundError: [Errno 2] No such file or directory: 'data.csv'", []],
  ])('%s', (command, role, output, names) => {
    expect(outcome(failed(command, output, 2), role).invented).toEqual(names)
  })
})

describe('on topic', () => {
  const goal_keywords = ['invoice', 'totals']

  test('is an output that shares a word with what was asked for', () => {
    expect(outcome(ran('ls', 'src/InvoiceList.tsx'), 'look', { goal_keywords }).on_topic).toBe(true)
    expect(outcome(ran('ls', 'src/login.tsx'), 'look', { goal_keywords }).on_topic).toBe(false)
    expect(outcome(ran('ls', 'src/login.tsx'), 'look', { goals: ['Fix the login'] }).on_topic).toBe(true)
  })

  test('is not what a file tool repeats of its own text, nor keywords of code', () => {
    const write = { ...ran('x', 'The file was updated: invoice'), tool_name: 'Edit', form: formOf('Edit') }
    const read = (text: string) => ({ ...ran('x', text), tool_name: 'Read', form: formOf('Read') })
    expect(outcome(write, 'change', { goal_keywords }).on_topic).toBeUndefined()
    expect(outcome(read('return 1'), 'look', { goal_keywords: ['returns'] }).on_topic).toBe(false)
    expect(outcome(read('the invoice'), 'look', { goal_keywords }).on_topic).toBe(true)
  })

  test('is not known without goals', () => expect(outcome(ran('ls', 'x'), 'look').on_topic).toBeUndefined())
})

describe('what later calls are compared with', () => {
  const RED_WITH_VALUES = `E       AssertionError: map differs
E         Expected:
E         #####
E         #S E#
E         ##.##
E         
E         Got:
E         ##
FAILED tests/test_map.py::test_map - AssertionError: map differs
1 failed in 0.04s`

  test('the lines that a failed test expected, as digests', () => {
    const { expected = [] } = outcome(failed('pytest -q', RED_WITH_VALUES), 'test')
    expect(expected).toHaveLength(3)
    expect(isAllExpected('#####\n#S E#\n##.##\n', expected)).toBe(true)
    expect(isAllExpected('#####\n#S E#\n#...#\n', expected)).toBe(false)
    expect(isAllExpected('#####\n', expected)).toBe(false)
    expect(outcome(failed('pytest -q', RED), 'test').expected).toBeUndefined()
    expect(outcome(ran('cat notes.txt', RED_WITH_VALUES), 'look').expected).toBeUndefined()
  })

  test('which of the agent’s calls were made before it was known', () => {
    const history = [
      past('pending', { step: 3 }),
      past('pending', { step: 5 }),
      past('pending', { step: 6, agent_id: 'a' }),
    ]
    const at = (step: number) => outcomeOf(ran('make', ''), stepWith('run', { step }), session({ history }))
    expect(at(3).reported_at).toBe(5)
    expect(at(5).reported_at).toBeUndefined()
  })
})

describe('what ran last is not what the call is there for', () => {
  const BUILT = 'vite v5 building\n✓ built in 92ms\nshallow books (<100): 12/17'
  const command = 'npm run build 2>&1 | tail -3; curl -s localhost:4321 | node -e "1"; pkill -f "astro dev"'

  test('a process that was not there to be ended makes no build fail', () =>
    expect(outcome(failed(command, BUILT), 'check')).toMatchObject({ failed: false }))

  test('a build that says so itself has failed all the same', () =>
    expect(outcome(failed(command, 'src/a.ts(6,33): error TS2307: Cannot find module "x"'), 'check').error?.class).toBe(
      'TS2307',
    ))

  test('what package managers remark is not the error', () => {
    const output =
      'npm warn Unknown env config "store-dir".\n\n> Build error occurred\n[TypeError: generate is not a function]\n\n> app@0.1.0 build\n> next build'
    expect(outcome(failed('npm run build', output), 'check').error?.text).toBe(
      '[TypeError: generate is not a function]',
    )
  })

  test('numbers of a program are no test report', () => {
    const { failed: isFailed, tests } = outcome(
      ran('node count.js; true', 'ok\nPASS\n12/17 rows failed to match'),
      'run',
    )
    expect({ isFailed, tests }).toEqual({ isFailed: false, tests: undefined })
  })
})
