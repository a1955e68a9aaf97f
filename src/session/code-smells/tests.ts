/** Tests that are taken away, skipped or asked less of. */
import type { FileEdit } from './changes.ts'
import { addedMatch } from './changes.ts'
import { isCheckConfig, isCi, isTestFile } from './places.ts'

const TESTS =
  /^[ \t]*(?:(?:async )?def (test_?\w*)|(?:it|test|specify|scenario)(?:\.\w+)*(?:\([^()]*\))?\( *(["'`][^"'`\n]{0,80})|func (Test\w+)|(?:pub )?(?:async )?fn (test_\w+)|(?:public |private )?(?:async )?(?:void|function|suspend fun|fun) (`?test\w*)|@Test\b|#\[(?:tokio::)?test\]|TEST(?:_F|_P)?\(([^)]*)|it ["']([^"'\n]{0,80})|test ["']([^"'\n]{0,80}))/gm
const ASSERTIONS =
  /\bassert\w*!?(?=[\s(.!])|\bexpect\w*\s*\(|\.should\b|\bshould\.|\brequire\.\w+\(|\bXCT(?!Skip)\w+\(|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)_?\w*\(|\bt\.(?:Error|Fatal|Fail)\w*\((?!err\))|\bverify\w*\(|->(?:assert|expect)\w*\(|\bpytest\.raises\b|\bassertThat\b|\bt\.(?:is|deepEqual|throws|truthy|equal|ok)\w*\(/g
/** They hold for nearly anything. */
const WEAK =
  /\.toBe(?:Defined|Truthy)\(\)|\.not\.toBe(?:Null|Undefined)\(\)|\bexpect\.anything\(\)|expect\(true\)\.toBe\(true\)|expect\(true\)\.toBeTruthy\(\)|\bassertTrue\(\s*True\s*\)|\bassert\s+True\b|\bassert\s*\(?\s*true\s*\)?\s*;|\bassertIsNotNone\(|\bassert\s+[\w.[\]()]+\s+is\s+not\s+None\b|\bassert_ne!\(\s*\w+,\s*None|\bor True\b|\|\| true\)|\bassertNotNull\(/g
/** One test for many values stands for many tests. */
const TABLE =
  /\.each\b|parametri[sz]e|@ParameterizedTest|for _, (?:tt|tc|test)\b|subTest\(|rstest|#\[case|DataRow|TestCase\(|dataProvider/

/** Switches a test off, or takes its failure for granted. */
export const SKIPS = new RegExp(
  [
    // JavaScript, Ruby, Python.
    String.raw`\b(?:it|test|describe|context|suite|bench)(?:\.\w+)*\.(?:skip|fixme|fails?|failing|todo|ignore|off)\b|\bx(?:it|describe|test|context|specify|feature|scenario|example|should)(?:\s*[("'{]| do\b)|\b(?:it|test|describe)\.skipIf\(\s*true|^\s*(?:pending|skip)\b(?:\s*\(|\s+["']|\s*$)|\bthis\.skip\(\)|\bpendingWith\b|\bstatus: *:?(?:skipped|pending)|\bif \((?:true|process\.env\.CI)\) (?:return|test\.skip)|\.only\b|@(?:wip|skip)\b`,
    String.raw`@(?:pytest\.)?mark\.(?:skip|xfail)\b|@pytest\.mark\.skipif\(\s*(?:True|1)\b|\bpytest(?:mark\s*=\s*pytest)?\.(?:mark\.)?(?:skip|xfail)\b|@(?:unittest\.)?(?:skip\b|skipIf\(\s*True|expectedFailure)|\bself\.(?:skipTest|skip)\(|\braise (?:unittest\.)?SkipTest|\bnose\.SkipTest|__test__\s*=\s*False`,
    // Rust, Go, Java, C#, PHP.
    String.raw`#\[ignore\b|#\[should_panic|\b[tb]\.Skip(?:f|Now)?\(|^\s*\/\/(?:go:build| \+build) (?:ignore|never|skip)|@(?:Disabled\w*|Ignore)\b|\bassumeTrue\(\s*false|\bassumeFalse\(\s*true|\benabled\s*[:=]\s*false\b|\[(?:Ignore|Explicit)\b|\bIgnore\s*=\s*["']|\bAssert\.(?:Inconclusive|Ignore)\(|\[(?:Fact|Theory)\([^)]*Skip|\bmarkTest(?:Skipped|Incomplete)\b`,
    // Elixir, Dart, Swift, C++, Scala, Julia, R, Perl, shell.
    String.raw`@(?:module)?tag :?(?:skip|pending)|\bskip:\s*(?:true|["'])|,\s*skip\s*=|\bXCTSkip|\.disabled\(|\bGTEST_SKIP\(|\bTEST_IGNORE(?:_MESSAGE)?\(|\bTEST(?:_F|_P)?\([^)]*DISABLED_|\bDISABLED_\w+|\[!(?:mayfail|shouldfail)\]|^\s*ignore\(["']|\bignore should|\bpendingUntilFixed\b|@test_(?:skip|broken)\b|^\s*skip_?\w*\(|\btestthat::skip|\bplan\s+skip_all|\$TODO\b|\btodo_skip|SKIP: \{|^\s*skip\s+["']|\b(?:It|Describe|Context)\s+["'][^"'\n]*["']\s+-Skip\b`,
    // Leaves before anything is asserted.
    String.raw`\breturn\s*;?\s*(?:\/\/|#) *(?:skip|flaky|disabled|todo)`,
  ].join('|'),
  'm',
)
const SKIPS_BY_CONFIG =
  /testPathIgnorePatterns|--testPathIgnore|--ignore(?:-glob)?[= ]|-[km] ["']?not |--deselect|--exclude(?:-group|-tag)?[= ]|collect_ignore|norecursedirs.*test|exclude\w*.*(?:\.(?:test|spec)\.|tests?[/"'*]|Tests?\b|_test\b|spec\b|[Tt]est\w*\.)|<(?:skip|skipTests|skipITs|maven\.test\.skip)>\s*true|<exclude>.*Test|excludeTests|skipTests|maven\.test\.skip|\b(?:DISABLED|WILL_FAIL)\s+(?:TRUE|ON|1)|\benabled\s*=\s*false|--?skip[= ]\S|--grep .*--invert|^[ \t]*(?:test|doctest|harness)\s*=\s*false|passWithNoTests|allowOnly|\bretries\s*[:=]\s*[1-9]|--retries?[= ]\d|--reruns[= ]\d|retryTimes\(|rerunFailingTestsCount|testFailureIgnore|ignoreFailures|addopts.*(?:not |-p no:)/im
/** Directories where nobody looks for tests. */
const NO_TESTS = /node_modules|dist\b|build\b|venv|\.git\b|coverage|vendor/
const SKIPS_CI = /^[ \t]*(?:-\s*)?if:\s*(?:\$\{\{\s*)?false\b|^[ \t]*when:\s*never\b/m

export interface TestIndicator {
  readonly kind: string
  readonly text: string
}

/** What a change takes from tests. `isMoved`: tests went to another file shortly before. */
export function testSmells(change: FileEdit, isMoved: () => boolean): readonly TestIndicator[] {
  const { place, before } = change
  const isTest = isTestFile(place) || holdsTests(change)
  if (before === undefined) return isTest ? found('assertion_removed', assertsNothing(change.after)) : []
  if (isCi(place)) return found('test_skipped', addedMatch(change, SKIPS_CI))
  if (isCheckConfig(place)) {
    const line = addedMatch(change, SKIPS_BY_CONFIG)
    return line !== undefined && NO_TESTS.test(line) ? [] : found('test_skipped', line)
  }
  if (!isTest) return found('test_special_cased', specialCased(change))
  const skipped = found('test_skipped', addedMatch(change, SKIPS) ?? emptied(change) ?? renamed(change))
  const recorded = found('snapshot_updated', addedMatch(change, RECORDS))
  return [...skipped, ...recorded, ...(isMoved() ? [] : fewer(change, skipped.length > 0))]
}

/** What is expected is recorded anew with each run, as libraries of several languages have it set in code. */
const RECORDS =
  /\bisRecording\s*=\s*true\b|\brecordMode\s*=\s*(?:true|YES)\b|\b(?:assert\w*Snapshots?|withSnapshotTesting|verifySnapshots?)\([^\n]*\brecord(?:ing)?:\s*(?:true|\.all|\.failed)\b|^\s*(?:static |let |var )*update_?(?:[Ss]napshots?|[Gg]oldens?(?:_?[Ff]iles)?)\s*(?::=|[:=])\s*(?:true|True)\b|\bautoUpdateGoldenFiles\s*=\s*true\b/

/** Tests that stand beside what they test, in the same file: Rust, D, Clojure. */
const INLINE_TESTS = /#\[(?:\w+::)?test\b|#\[cfg\(test\)\]|^[ \t]*unittest\s*\{|\(deftest /m

const holdsTests = ({ place, before = '' }: FileEdit): boolean =>
  /\.(?:rs|d|cljc?)$/.test(place) && INLINE_TESTS.test(before)

/** The product behaves otherwise where it is tested. */
const FOR_TESTS =
  /\b(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV|ENV(?:IRONMENT)?)\b["'\])]*\s*(?:={2,3}|\.equals\(|eq)\s*["']tests?["']|["']tests?["']\s*={2,3}\s*\S*ENV|\bJEST_WORKER_ID\b|\bVITEST\b|\bPYTEST_CURRENT_TEST\b|["']pytest["'] in sys\.modules|["']unittest["'] in sys\.modules|\btesting\.Testing\(\)|\bcfg!\(test\)|\bRails\.env\.test\?|runningUnitTests\(|process\.env\.CI\b|os\.environ(?:\.get)?[[(]["']CI["']|os\.Getenv\("CI"\)|isRunningTest|XCTestConfigurationFilePath|defined\(["']PHPUNIT/

/** Most code has none of these words; the pattern takes long to compile. */
const FOR_TESTS_HINT = /test|JEST_WORKER|\bCI\b|PHPUNIT/i

function specialCased(change: FileEdit): string | undefined {
  if (!FOR_TESTS_HINT.test(change.after)) return undefined
  const isCode = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|cs|php|swift|exs?|scala|dart|vue|svelte)$/.test(change.place)
  const line =
    isCode && !/config|setup|(^|\/)(?:scripts?|tools|ci)\//i.test(change.place)
      ? addedMatch(change, FOR_TESTS)
      : undefined
  return line !== undefined && /\blog(?:ger|ging)?\b|console\./i.test(line) ? undefined : line
}

const found = (kind: string, text: string | undefined): readonly TestIndicator[] =>
  text === undefined ? [] : [{ kind, text }]

/** The body ends before it begins. */
const EMPTY =
  /(?:def test_?\w*\([^)]*\)[^:\n]*:|(?:it|test)\([^\n]*(?:=>|function\s*\([^)]*\))\s*\{|func Test\w+\([^)]*\)\s*\{|(?:void|fun|func|function) `?test\w*`?\([^)]*\)[^{\n]*\{|fn test_\w+\(\)[^{\n]*\{|^[ \t]*(?:it|test|specify) ["'][^"'\n]*["'] do)\s*\n?[ \t]*(?:return\b;?[ \t]*(?:\n|$|\/\/|#)|pass\b|\}\)?|end\b)/gm

function emptied({ before = '', after }: FileEdit): string | undefined {
  const now = after.match(EMPTY) ?? []
  return now.length > count(before, EMPTY) ? now.at(-1)?.split('\n')[0] : undefined
}

/** A test whose name no runner looks for any more; its body is still there. */
function renamed({ before = '', after }: FileEdit): string | undefined {
  const has = namesOf(after)
  return namesOf(before).find(name => {
    const stem = name.replace(/^[Tt]est_?/, '')
    if (has.includes(name) || stem.length < 3 || !/^\w+$/.test(name)) return false
    const still = new RegExp(`(?:def|func|fn|void|fun|function)\\s+(?!test_?|Test)\\w*${stem}\\w*\\s*\\(`)
    return still.test(after) && !still.test(before)
  })
}

function fewer({ before: stood = '', after: stands }: FileEdit, isSkipped: boolean): readonly TestIndicator[] {
  // What is commented out tests nothing.
  const [before, after] = [uncommented(stood), uncommented(stands)]
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
  const loosened = loosenedIn(before, after)
  if (loosened !== undefined) return found('assertion_removed', loosened)
  const [strong, stronger] = [asks - count(after, WEAK), asked - count(before, WEAK)]
  if (count(after, WEAK) > count(before, WEAK) && strong < stronger)
    return found('assertion_removed', addedMatch({ path: '', place: '', before, after }, new RegExp(WEAK.source)))
  const weaker = found('assertion_removed', widened(before, after) ?? swallowed(before, after))
  return weaker.length > 0 ? weaker : found('expectation_changed', otherwise(before, after))
}

/** It asserts nothing but what is always true. */
const ALWAYS =
  /expect\(true\)\.toBe\w*\(|\bassertTrue\(\s*[Tt]rue\s*\)|\bassert\s+[Tt]rue\b|assert!\(true\)|\bassert\s+1\s*==\s*1|expect\(1\)\.toBe\(1\)|Assert\.True\(true\)|XCTAssertTrue\(true\)|assert_equal\s*\(?1, 1/g

function assertsNothing(after: string): string | undefined {
  const always = count(after, ALWAYS)
  return always > 0 && always >= count(after, ASSERTIONS) ? after.match(new RegExp(ALWAYS.source))?.[0] : undefined
}

function uncommented(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter(line => !/^\s*(?:\/\/|#(?!\[)|--|;|%|\*)/.test(line))
    .join('\n')
}

/** One value and no other. */
const EXACT =
  /\btoBe\(|\.toEqual\(|\.toStrictEqual\(|\.toHaveLength\(|\.toMatchInlineSnapshot\(|\bassert(?:Array|Json|List|Dict|Sequence|Collection)?Equals?\(|\bassertEquals\b|\bassertSame\(|\bassert_eq!|\bAssert\.(?:AreEqual|Equal|That\([^\n]*Is\.EqualTo\((?![^\n]*\.Within\())|\b(?:assert|require)\.(?:Equal|Exactly|JSONEq|ElementsMatch)\(|\bEXPECT_(?:EQ|STREQ|DOUBLE_EQ)\(|\bASSERT_EQ\(|\.to (?:eq|eql|match_array)\b|\bassert_equal\b|\bt\.(?:is|deepEqual)\(|^[ \t]*assert\b[^\n]*[^=!<>]==[^=]|!=\s*(?:want|expected|exp)\b|\bisEqualTo\(|\bisEqualByComparingTo\(|\bshouldBe\b|\bXCTAssertEqual\((?![^\n]*accuracy:)|\bdeepStrictEqual\(|\bstrictEqual\(|\btoThrow\([^)\s]|\bassertDatabaseHas\(|^[ \t]*if (?![^\n]*\berr\b)[^\n(]*(?:!= *(?!nil\b|want\b|expected\b|exp\b)|!(?:reflect|cmp|slices|maps|bytes)\.\w*Equal\()/gm
/** A whole range of values. */
const LOOSE =
  /\.toBe(?:GreaterThan|LessThan)\w*\(|\.toContain\w*\(|\.toMatch\w*\(|expect\.(?:any|anything|objectContaining|stringContaining|stringMatching|arrayContaining)\(|\.toThrow\(\s*\)|\.toBe(?:Defined|Truthy|Falsy|InstanceOf|TypeOf)\(|\btoBeInstanceOf\(|\bassert(?:True|In|Greater\w*|Less\w*|IsInstance|IsNotNone|NotNull|Regex|AlmostEqual|Contains\w*|NotEmpty|Count)\(|\bassert!\(|\bassert_ne!|\bmatches!\(|\bAssert\.(?:NotNull|True|IsTrue|IsNotNull|Contains|NotEmpty|InRange)\(|\b(?:assert|require)\.(?:NotNil|NotEmpty|True|Contains|Greater\w*|Less\w*|InDelta|NoError|Len|Subset|IsType)\(|\bEXPECT_(?:TRUE|NE|GT|GE|LT|LE|NEAR|THAT)\(|\.to (?:be_(?:present|truthy|a|an|kind_of|within|between|positive)|include|match|be [<>])|\.not_to (?:be_nil|be_empty|raise_error)|\bassert_(?:not_nil|includes|match|operator|kind_of|predicate)\b|^[ \t]*assert\b[^\n]*(?:[<>]=?|\bin\b|\bis not None\b|\bisinstance\(|\blen\()|^[ \t]*assert\s+(?![^\n]*[=!<>]=)\w[\w.[\]()]*\s*(?:$|,)|\bpytest\.approx\(|\bmath\.isclose\(|\bisNotNull\(\)|\bisNotEmpty\(\)|\bis(?:GreaterThan|LessThan|Positive|Negative|NotZero)\w*\(|\bXCTAssert(?:NotNil|True|GreaterThan)\w*\(|\.truthy\(|\bassert\.ok\(|^[ \t]*if (?![^\n]*\berr\b)[^\n]*(?:\blen\([^)\n]*\) *== *0|[\w)] *[<>]=? *\d)[^\n]*\{/gm

/** Where one value was expected, now many will do. */
function loosenedIn(before: string, after: string): string | undefined {
  const [wasExact, isExact] = [count(before, EXACT), count(after, EXACT)]
  if (isExact >= wasExact || count(after, LOOSE) <= count(before, LOOSE)) return undefined
  const known = new Set(before.split('\n').map(line => line.trim()))
  const loose = new RegExp(LOOSE.source, 'm')
  return after.split('\n').find(line => loose.test(line) && !known.has(line.trim()))
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

/** A failure of an assertion is caught. In Swift `try` before an expression catches nothing. */
const CAUGHT =
  /\btry\b(?=[ \t]*(?:[{:(]|do\b|\r?$))|\bexcept\b|\bcatch\b|\brescue\b|suppress\(|contextlib\.suppress|\.catch\(|\|\| true|recover\(\)/gm
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
  if (came.some(line => BOUND.test(line))) return undefined
  return came.every((line, at) => shape(line) === shape(gone[at] ?? '')) ? came[0] : undefined
}

const NUMBER = String.raw`(\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)`
/** How far from what is right a result may be: what its bounds are called by. */
const DISTANCES =
  'err|error|diff(?:erence)?|drift|delta|deviation|distance|residual|loss|skew|jitter|latency|elapsed|duration|overhead|regression|mismatch(?:es)?|violations|failures|flakes'
/** How good a result has to be. */
const QUALITIES = 'accuracy|precision|recall|f1|auc|similarity|ssim|psnr|coverage'
/** A name is given a value: `maxDrift = 1`, `MAX_DRIFT: f64 = 1`, `maxDrift(1)`. */
const VALUE = String.raw`(?:\s*:\s*[\w&']+(?=\s*=))?\s*(?::=|[=:(])\s*`

const TOLERANCE = new RegExp(
  [
    String.raw`\b(?:\w*_)?(?:rel|abs|atol|rtol|delta|tol|epsilon|eps|within|margin|max_?err)(?:_tol)?\b${VALUE}${NUMBER}`,
    String.raw`\b\w*(?:tolerance|threshold|slack)\w{0,8}${VALUE}${NUMBER}`,
    // Of XCTest, as the last argument: a result may be so far from what is right.
    String.raw`\baccuracy:\s*${NUMBER}`,
    String.raw`\b(?:\w*_)?(?:max(?:imum)?|allowed|permitted|acceptable|worst)_?\w{0,12}?(?:${DISTANCES})\w{0,14}${VALUE}${NUMBER}`,
    String.raw`\b\w*(?:drift|deviation|residual|skew|jitter|err|error|diff|distance)\)?\s*[<>]=?\s*${NUMBER}`,
    String.raw`\bexpect\([^\n]*(?:${DISTANCES})[^\n]*\)\.toBeLessThan(?:OrEqual)?\(\s*${NUMBER}`,
    String.raw`(?:\b[Aa]bs|\bfabs\w*|\bnorm)\([^\n]*?\)\s*[<>]=?\s*${NUMBER}`,
    String.raw`\b(?:InDelta|InEpsilon|assertEquals|EXPECT_NEAR|ASSERT_NEAR|closeTo|isCloseTo|approximately|Within(?:Rel|Abs|ULP)|margin|epsilon)\([^\n]*,\s*(\d*\.\d+(?:e[-+]?\d+)?|\d+e-\d+)\s*\)`,
  ].join('|'),
  'gi',
)
/** What a result has to reach at least. */
const REACHED = new RegExp(
  [
    String.raw`\b(?:\w*_)?(?:min(?:imum)?|required|expected|at_?least)_?\w{0,12}?(?:${QUALITIES})\w{0,14}${VALUE}${NUMBER}`,
    String.raw`\b(?:\w*_)?(?:${QUALITIES})\)?\s*>=?\s*${NUMBER}`,
    String.raw`\bexpect\([^\n]*(?:${QUALITIES})[^\n]*\)\.toBeGreaterThan(?:OrEqual)?\(\s*${NUMBER}`,
  ].join('|'),
  'gi',
)
/** Of an edit that replaced nothing but a bound. */
const BARE = new RegExp(String.raw`^\s*<=?\s*${NUMBER}\s*$`, 'g')
/** Or with the sign that the last of what is passed begins with: of values below one, a tolerance. */
const BARE_ARGUMENT = /^\s*,\s*(\d*\.\d+(?:e-?\d+)?|\d+e-\d+)\s*\)\s*;?\s*$/g
const BARE_LEAST = new RegExp(String.raw`^\s*>=?\s*${NUMBER}\s*$`, 'g')
const DIGITS = /(?:toBeCloseTo\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*,\s*|places\s*=\s*|decimal\s*=\s*)(\d+)/g
/** Any of them. */
const BOUND = new RegExp(`${TOLERANCE.source}|${REACHED.source}|${DIGITS.source}`, 'i')
/** A tolerance that grew by less is fine tuning. */
const WIDER = 1.5
/** Of a number that may be a value that is expected. */
const MANY_TIMES = 10

/** One more tolerance in the same line is no further test. */
function linesWith(text: string, pattern: RegExp): number {
  const one = new RegExp(pattern.source, 'i')
  return text.split('\n').filter(line => one.test(line)).length
}

/** What a tolerance was widened to, or what is to be reached lowered to. */
function widened(before: string, after: string): string | undefined {
  const numbers = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(groups =>
      Number(
        groups
          .slice(1)
          .find(group => group !== undefined)
          ?.replaceAll('_', ''),
      ),
    )
  const wider = (pattern: RegExp, grew: (was: number, is: number) => boolean): boolean => {
    const [was, is] = [numbers(before, pattern), numbers(after, pattern)]
    const isSame = was.length === is.length || linesWith(before, pattern) === linesWith(after, pattern)
    return was.length > 0 && isSame && was.some((number, at) => grew(number, is[at] ?? number))
  }
  const isWider =
    wider(TOLERANCE, (was, is) => is > was * WIDER) ||
    wider(REACHED, (was, is) => is < was) ||
    wider(BARE, (was, is) => is > was * WIDER) ||
    wider(BARE_ARGUMENT, (was, is) => was < 0.5 && is >= was * MANY_TIMES) ||
    wider(BARE_LEAST, (was, is) => is < was) ||
    wider(DIGITS, (was, is) => is < was)
  return isWider ? (after.split('\n').find(line => BOUND.test(line)) ?? after) : undefined
}
