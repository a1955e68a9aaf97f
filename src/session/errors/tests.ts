/** What the outputs of test runners say: whether tests failed, and which. */

export interface TestReport {
  /** Undefined where no summary was found. */
  readonly result: 'passed' | 'failed' | undefined
  /** How many failures the summaries speak of; a runner with several summaries counts in each. */
  readonly failed: number
  /** And how many that passed, as far as they say it. */
  readonly passed: number
  /** Names of tests and suites that failed, each once, sorted; empty where the output names none. */
  readonly failing: readonly string[]
}

type Counted = (match: RegExpMatchArray) => { readonly failed: number; readonly passed: number }

const FAILED: Counted = () => ({ failed: 1, passed: 0 })
const PASSED: Counted = () => ({ failed: 0, passed: 1 })

/** How many of `word` a line speaks of: `3 failed`. */
const many = (line: string, word: RegExp): number =>
  Number(line.match(new RegExp(`(\\d+) (?:${word.source})\\b`))?.[1] ?? 0)

/** How many stand behind a word: `Failures: 3`. */
const noted = (line: string, word: RegExp): number =>
  Number(line.match(new RegExp(`(?:${word.source}):\\s*(\\d+)`))?.[1] ?? 0)

const listed: Counted = ([line]) => ({
  failed: many(line, /failed|errors?|failures?/),
  passed: many(line, /passed/),
})

/** Summary lines of test runners. Anchored: a test may have any words in its name. */
const SUMMARIES: readonly (readonly [RegExp, Counted])[] = [
  // jest, vitest
  [/^\s*(?:Tests|Test Suites|Test Files):?\s+\d+ (?:failed|passed|skipped|todo)\b.*/, listed],
  [/^\s*(?:● \S.* › \S|[✕✗] \S)/, FAILED],
  // pytest
  [/^(?:=+ )?(?:\d+ [a-z]+(?:, )?)+ in \d[\d.:]*s?\b.*/, listed],
  [
    /^(?=.*(?:passed|failed))(?:\d+ (?:failed|passed|skipped|xfailed|xpassed|errors?|warnings?|deselected)(?:, |$))+$/,
    listed,
  ],
  [/^FAILED \S+\.py::\S/, FAILED],
  // mocha
  [/^\s+(\d+) passing\b/, ([, n]) => ({ failed: 0, passed: Number(n) })],
  [/^\s+(\d+) failing\b/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  // go
  [/^(?:FAIL$|FAIL\s+\S+|\s*--- FAIL: )/, FAILED],
  [/^(?:PASS$|ok\s+\S+\s+(?:\d|\(cached\)))/, PASSED],
  // cargo
  [/^test result: FAILED\. \d+ passed; (\d+) failed/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  [/^test result: ok\. (\d+) passed/, ([, n]) => ({ failed: 0, passed: Number(n) })],
  // rspec, jasmine
  [/^\d+ (?:examples?|specs?), (\d+) failures?/, ([, n]) => ({ failed: Number(n), passed: 1 })],
  // phpunit
  [/^OK \(\d+ tests?/, PASSED],
  [/^(?:FAILURES|ERRORS)!$/, FAILED],
  // maven
  [
    /^(?:\[\w+\] )?Tests run: (\d+), Failures: \d+, Errors: \d+/,
    ([line, n]) => {
      const failed = noted(line, /Failures/) + noted(line, /Errors/)
      return { failed, passed: Number(n) - failed }
    },
  ],
  // gradle
  [/^\d+ tests? completed, (\d+) failed/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  // ctest
  [/^\d+% tests passed, (\d+) tests? failed out of \d+/, ([, n]) => ({ failed: Number(n), passed: 1 })],
  // node:test
  [/^(?:#|ℹ) fail (\d+)$/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  [/^(?:#|ℹ) pass (\d+)$/, ([, n]) => ({ failed: 0, passed: Number(n) })],
  // TAP
  [/^not ok \d+(?!.*# (?:TODO|SKIP))/i, FAILED],
  [/^ok \d+/, PASSED],
  // unittest
  [/^FAILED \((?:failures|errors|unexpected successes)=/, FAILED],
  [/^OK(?: \((?:skipped|expected failures)=.*\))?$/, PASSED],
  // dotnet
  [
    /^(?:Passed|Failed)!\s+-\s+Failed:\s+(\d+), Passed:\s+(\d+)/,
    ([, f, p]) => ({ failed: Number(f), passed: Number(p) }),
  ],
  // minitest
  [
    /^\d+ (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors/,
    ([, f, e]) => ({ failed: Number(f) + Number(e), passed: 1 }),
  ],
  // deno
  [/^(?:ok|FAILED) \| \d+ passed.* \| (\d+) failed/, ([, n]) => ({ failed: Number(n), passed: 1 })],
  // bun
  [/^\s*(\d+) fail$/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  [/^\s*(\d+) pass$/, ([, n]) => ({ failed: 0, passed: Number(n) })],
  // XCTest
  [/^\s*Executed \d+ tests?, with (\d+) failures?/, ([, n]) => ({ failed: Number(n), passed: 1 })],
  // playwright, ava
  [/^\s+(\d+) failed$/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  [/^\s+(\d+) passed \(\d/, ([, n]) => ({ failed: 0, passed: Number(n) })],
  [/^\s*(\d+) tests? failed$/, ([, n]) => ({ failed: Number(n), passed: 0 })],
  [/^\s*(\d+) tests? passed$/, ([, n]) => ({ failed: 0, passed: Number(n) })],
]

/** A line of a runner that names what failed; the name is the first group, and what it failed with may be the second. */
const NAMES: readonly RegExp[] = [
  // pytest
  /^FAILED (\S+::.+?)(?: - ([\w.]+)(?::.*)?(?: .*)?)?$/,
  /^ERROR (\S+\.py(?:::\S+)?)(?: - ([\w.]+)(?::.*)?)?$/,
  // unittest
  /^(?:FAIL|ERROR): \w+ \(([\w.]+)\)$/,
  // jest, vitest, node:test
  /^\s*(?:●|×|✕|✗|✖|FAIL) +(?!failing tests|\d+ problems?)(.+?)(?: \(?\d[\d.]*\s?m?s\)?)?$/,
  // mocha, playwright
  /^\s+\d+\) (.+?):?$/,
  // go
  /^\s*--- FAIL: (\S+)/,
  /^FAIL\t(\S+)/,
  // cargo
  /^test (\S+) \.\.\. FAILED$/,
  // rspec
  /^rspec \S+ # (.+)$/,
  // phpunit
  /^\d+\) (\S+::\S+)/,
  // maven
  /^\[ERROR\]\s+([\w.]+[.#]\w+)(?::\d+)?\b.*(?:Expect|»|expected|<<<)/,
  // gradle
  /^(\S+ > .+) FAILED$/,
  // ctest
  /^\s+\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess)/,
  // TAP
  /^\s*not ok \d+ -? ?(?!.*# (?:TODO|SKIP))(.+)$/i,
  // dotnet
  /^\s+Failed (\S+) \[/,
  // deno, bun
  /^(.+) \.\.\. FAILED \(/,
  /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/,
]

const MOST_NAMES = 100
const PERHAPS_SUMMARY = /\d|[●✕✗]|^\s*(?:ok|pass|fail|errors)/i
const PERHAPS_NAME = /fail|error|not ok|rspec|[●×✕✗✖]|^\s*\d+\) |\d+ - /i

/** Looks for the summaries and the failing names of any test runner. One failure outweighs all that passed. */
export function testReport(lines: readonly string[]): TestReport {
  let failed = 0
  let passed = 0
  for (const line of lines) {
    if (!PERHAPS_SUMMARY.test(line)) continue
    for (const [pattern, read] of SUMMARIES) {
      const match = line.match(pattern)
      if (!match) continue
      const counted = read(match)
      failed += counted.failed
      passed += counted.passed
      break
    }
  }
  if (failed === 0) return { result: passed > 0 ? 'passed' : undefined, failed, passed, failing: [] }
  return { result: 'failed', failed, passed, failing: failingNames(lines) }
}

function failingNames(lines: readonly string[]): readonly string[] {
  const names = new Set<string>()
  for (const line of lines) {
    if (names.size >= MOST_NAMES) break
    if (!PERHAPS_NAME.test(line)) continue
    for (const pattern of NAMES) {
      const match = line.match(pattern)
      if (!match) continue
      const [, name = '', kind] = match
      // What a test fails with is progress too; an assertion has no name for it.
      names.add(
        kind !== undefined && /[a-z](?:Error|Exception)$/.test(kind)
          ? `${name} ${kind.slice(kind.lastIndexOf('.') + 1)}`
          : name,
      )
      break
    }
  }
  return [...names].sort()
}
