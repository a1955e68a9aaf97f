/** Tests that are taken away, skipped or asked less of. */
import type { Change } from './changes.ts'
import { addedMatch } from './changes.ts'
import { isCheckConfig, isCi, isTest } from './places.ts'

const TESTS =
  /^\s*(?:(?:async )?def (test_?\w*)|(?:it|test|specify|scenario)(?:\.\w+)*(?:\([^()]*\))?\( *(["'`][^"'`\n]{0,80})|func (Test\w+)|(?:pub )?(?:async )?fn (test_\w+)|(?:public |private )?(?:async )?(?:void|function|suspend fun|fun) (`?test\w*)|@Test\b|#\[(?:tokio::)?test\]|TEST(?:_F|_P)?\(([^)]*)|it ["']([^"'\n]{0,80})|test ["']([^"'\n]{0,80}))/gm
const ASSERTIONS =
  /\bassert\w*!?(?=[\s(.!])|\bexpect\w*\s*\(|\.should\b|\bshould\.|\brequire\.\w+\(|\bXCT\w+\(|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)_?\w*\(|\bt\.(?:Error|Fatal|Fail)\w*\(|\bverify\w*\(|->(?:assert|expect)\w*\(|\bpytest\.raises\b|\bassertThat\b|\bt\.(?:is|deepEqual|throws|truthy|equal|ok)\w*\(/g
/** They hold for nearly anything. */
const WEAK =
  /\.toBe(?:Defined|Truthy)\(\)|\.not\.toBe(?:Null|Undefined)\(\)|\bexpect\.anything\(\)|expect\(true\)\.toBe\(true\)|expect\(true\)\.toBeTruthy\(\)|\bassertTrue\(\s*True\s*\)|\bassert\s+True\b|\bassert\s*\(?\s*true\s*\)?\s*;|\bassertIsNotNone\(|\bassert\s+[\w.[\]()]+\s+is\s+not\s+None\b|\bassert_ne!\(\s*\w+,\s*None|\bor True\b|\|\| true\)|\bassertNotNull\(/g
/** One test for many values stands for many tests. */
const TABLE =
  /\.each\b|parametri[sz]e|@ParameterizedTest|for _, (?:tt|tc|test)\b|subTest\(|rstest|#\[case|DataRow|TestCase\(|dataProvider/

const SKIPS =
  /\b(?:it|test|describe|context|suite|bench)(?:\.\w+)*\.(?:skip(?:If)?|fixme|todo|failing|fails|ignore|off)\b|\bx(?:it|describe|test|context|specify|feature|scenario|example|should)(?:\(| ["'{]| do\b)|^\s*(?:pending|skip)(?:\(|$| ["'])|@(?:pytest\.)?mark\.(?:skip|xfail)\b|@(?:unittest\.)?(?:skip\b|expectedFailure)|\bpytest\.(?:skip|xfail|importorskip)\(|\bself\.(?:skipTest|skip)\(|raise (?:unittest\.)?SkipTest|\bnose\.SkipTest|#\[ignore\b|\b[tb]\.Skip(?:f|Now)?\(|testing\.Short\(\)|@(?:Disabled\w*|Ignore)\b|\[(?:Ignore|Explicit)\b|\bIgnore\s*=\s*["']|\bmarkTest(?:Skipped|Incomplete)\(|\[(?:Fact|Theory)\(\s*Skip|Assert\.(?:Ignore|Inconclusive)\(|\bskip:\s*(?:true|["'])|,\s*skip\s*=|@tag :?(?:skip|pending)|@moduletag :skip|XCTSkip|\.disabled\(|\bassume(?:True|False)?\(\s*(?:false|true)\s*\)|Assume\.\w+\(|GTEST_SKIP|DISABLED_\w+|\bignore should|\.ignore\b\s*\{|(?:pending|pendingUntilFixed)\b|\btodo_skip|SKIP: \{|\bskip_on_\w+\(|\bskip_if\w*\(|testthat::skip|return\s*;?\s*(?:\/\/|#) *(?:skip|flaky|disabled|todo)|\bif \((?:true|process\.env\.CI)\) (?:return|test\.skip)|\bunless ENV|\bthis\.skip\(|\bstatus: *:?(?:skipped|pending)|enabled:\s*false|@wip\b|@skip\b|\.only\b/m
const SKIPS_BY_CONFIG =
  /testPathIgnorePatterns|--ignore(?:-glob)?[= ]|-k ["']?not |-m ["']?not |--deselect|--exclude(?:-group|-tag)?[= ]|collect_ignore|norecursedirs.*test|exclude\w*.*(?:\.(?:test|spec)\.|tests?[/"'*]|[Tt]est\w*\.)|skipTests|maven\.test\.skip|<skip>true|<exclude>.*Test|exclude ["'(].*[Tt]est|--skip[= ]\S|-skip[= ]\S|filter.*excludeTests|passWithNoTests|allowOnly|\bretries\s*[:=]\s*[1-9]|--retries?[= ]\d|--reruns[= ]\d|retryTimes\(|rerunFailingTestsCount|testFailureIgnore|ignoreFailures|addopts.*(?:not |--ignore|--deselect|-p no:)/
/** Directories where nobody looks for tests. */
const NO_TESTS = /node_modules|dist\b|build\b|venv|\.git\b|coverage|vendor/
const SKIPS_CI = /^\s*(?:-\s*)?if:\s*(?:\$\{\{\s*)?false\b|^\s*when:\s*never\b/m

export interface Found {
  readonly kind: string
  readonly text: string
}

/** What a change takes from tests. `isMoved`: tests went to another file shortly before. */
export function testSigns(change: Change, isMoved: () => boolean): readonly Found[] {
  const { place, before } = change
  if (before === undefined) return isTest(place) ? found('assertion_removed', hollow(change.after)) : []
  if (isCi(place)) return found('test_skipped', addedMatch(change, SKIPS_CI))
  if (isCheckConfig(place)) {
    const line = addedMatch(change, SKIPS_BY_CONFIG)
    return line !== undefined && NO_TESTS.test(line) ? [] : found('test_skipped', line)
  }
  if (!isTest(place)) return found('test_special_cased', specialCased(change))
  const commented = commentedOut(before, change.after)
  if (commented !== undefined) return found('test_skipped', commented)
  const skipped = found('test_skipped', addedMatch(change, SKIPS))
  return [...skipped, ...(isMoved() ? [] : fewer(change, skipped.length > 0))]
}

/** The product behaves otherwise where it is tested. */
const FOR_TESTS =
  /\b(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV|ENV(?:IRONMENT)?)\b["'\])]*\s*(?:={2,3}|\.equals\(|eq)\s*["']tests?["']|["']tests?["']\s*={2,3}\s*\S*ENV|\bJEST_WORKER_ID\b|\bVITEST\b|\bPYTEST_CURRENT_TEST\b|["']pytest["'] in sys\.modules|["']unittest["'] in sys\.modules|\btesting\.Testing\(\)|\bcfg!\(test\)|\bRails\.env\.test\?|runningUnitTests\(|process\.env\.CI\b|os\.environ(?:\.get)?[[(]["']CI["']|os\.Getenv\("CI"\)|isRunningTest|XCTestConfigurationFilePath|defined\(["']PHPUNIT/

function specialCased(change: Change): string | undefined {
  const isCode = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|cs|php|swift|exs?|scala|dart|vue|svelte)$/.test(change.place)
  const line =
    isCode && !/config|setup|(^|\/)(?:scripts?|tools|ci)\//i.test(change.place)
      ? addedMatch(change, FOR_TESTS)
      : undefined
  return line !== undefined && /\blog(?:ger|ging)?\b|console\./i.test(line) ? undefined : line
}

/** Tests or assertions that stand there as comments now. */
function commentedOut(before: string, after: string): string | undefined {
  const asserts = new RegExp(`${ASSERTIONS.source}|${TESTS.source}`, 'm')
  const was = new Set(before.split('\n').map(line => line.trim()))
  return after.split('\n').find(line => {
    const bare = /^\s*(?:\/\/|#|--|;|%|\/\*)+\s?(.*?)(?:\*\/)?$/.exec(line)?.[1]?.trim()
    return bare !== undefined && bare.length > 8 && was.has(bare) && asserts.test(bare)
  })
}

const found = (kind: string, text: string | undefined): readonly Found[] => (text === undefined ? [] : [{ kind, text }])

function fewer({ before = '', after }: Change, isSkipped: boolean): readonly Found[] {
  const [had, has] = [namesOf(before), namesOf(after)]
  const [asked, asks] = [count(before, ASSERTIONS), count(after, ASSERTIONS)]
  const isTabled = count(after, new RegExp(TABLE, 'g')) > count(before, new RegExp(TABLE, 'g'))
  if (had.length > has.length && asks < asked && !isTabled) {
    const gone = had.find(name => !has.includes(name)) ?? had[0] ?? ''
    return [{ kind: 'test_deleted', text: gone }]
  }
  if (asks < asked && asked > 0 && !isTabled) {
    const line = goneLine(before, after)
    // A helper that asserts has another name.
    return line === undefined ? [] : [{ kind: 'assertion_removed', text: line }]
  }
  if (isSkipped) return []
  const [strong, stronger] = [asks - count(after, WEAK), asked - count(before, WEAK)]
  if (count(after, WEAK) > count(before, WEAK) && strong < stronger)
    return found('assertion_removed', addedMatch({ path: '', place: '', before, after }, new RegExp(WEAK.source)))
  const weaker = found('assertion_removed', widened(before, after) ?? swallowed(before, after))
  return weaker.length > 0 ? weaker : found('expectation_changed', otherwise(before, after))
}

/** It asserts nothing but what is always true. */
const ALWAYS =
  /expect\(true\)\.toBe\w*\(|\bassertTrue\(\s*[Tt]rue\s*\)|\bassert\s+[Tt]rue\b|assert!\(true\)|\bassert\s+1\s*==\s*1|expect\(1\)\.toBe\(1\)|Assert\.True\(true\)|XCTAssertTrue\(true\)|assert_equal\s*\(?1, 1/g

function hollow(after: string): string | undefined {
  const always = count(after, ALWAYS)
  return always > 0 && always >= count(after, ASSERTIONS) ? after.match(new RegExp(ALWAYS.source))?.[0] : undefined
}

/** Names of tests; for those that have none in their line, that line. */
function namesOf(text: string): readonly string[] {
  return [...text.matchAll(TESTS)].map(match => (match.slice(1).find(name => name !== undefined) ?? match[0]).trim())
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function goneLine(before: string, after: string): string | undefined {
  const left = new Set(after.split('\n').map(line => line.trim()))
  const asserts = new RegExp(ASSERTIONS.source)
  return before.split('\n').find(line => asserts.test(line) && !left.has(line.trim()))
}

/** A failure of an assertion is caught. */
const CAUGHT =
  /\btry\b|\bexcept\b|\bcatch\b|\brescue\b|suppress\(|contextlib\.suppress|\.catch\(|\|\| true|recover\(\)/g
function swallowed(before: string, after: string): string | undefined {
  if (count(after, CAUGHT) <= count(before, CAUGHT) || count(after, ASSERTIONS) > count(before, ASSERTIONS))
    return undefined
  const [caught] = after
    .split('\n')
    .filter(line => new RegExp(CAUGHT.source).test(line) && !/raises|throws/i.test(line))
  return caught
}

/** The same assertion, of which only what it expects is another value: what came out is now what is expected. */
function otherwise(before: string, after: string): string | undefined {
  const asserts = new RegExp(ASSERTIONS.source)
  const shape = (line: string) =>
    line
      .trim()
      .replace(/"[^"]*"|'[^']*'|`[^`]*`|\b\d[\d_.,]*(?:e-?\d+)?\b|\b(?:true|false|True|False|nil|null|None)\b/g, '§')
  const gone = before.split('\n').filter(line => asserts.test(line) && !after.includes(line.trim()))
  const came = after.split('\n').filter(line => asserts.test(line) && !before.includes(line.trim()))
  if (gone.length === 0 || gone.length !== came.length) return undefined
  if (came.some(line => new RegExp(`${TOLERANCE.source}|${DIGITS.source}`, 'i').test(line))) return undefined
  return came.every((line, at) => shape(line) === shape(gone[at] ?? '')) ? came[0] : undefined
}

const TOLERANCE =
  /\b(?:rel|abs|atol|rtol|delta|tolerance|epsilon|eps|within)\b(?:_tol)?\s*[=:(]\s*(\d+(?:\.\d+)?(?:e[-+]?\d+)?)/gi
const DIGITS = /(?:toBeCloseTo\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*,\s*|places\s*=\s*|decimal\s*=\s*)(\d+)/g
/** A tolerance that grew by less is fine tuning. */
const WIDER = 1.5

/** What a tolerance was widened to. */
function widened(before: string, after: string): string | undefined {
  const numbers = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number))
  const wider = (pattern: RegExp, grew: (was: number, is: number) => boolean): boolean => {
    const [was, is] = [numbers(before, pattern), numbers(after, pattern)]
    return was.length > 0 && was.length === is.length && was.some((number, at) => grew(number, is[at] ?? number))
  }
  const isWider = wider(TOLERANCE, (was, is) => is > was * WIDER) || wider(DIGITS, (was, is) => is < was)
  const named = new RegExp(`${TOLERANCE.source}|${DIGITS.source}`, 'i')
  return isWider ? after.split('\n').find(line => named.test(line)) : undefined
}
