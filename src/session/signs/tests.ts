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
  /\b(?:it|test|describe|context|suite)\.(?:skip|fixme)\b|\bx(?:it|describe|test|context|specify)\(|^\s*pending\(|@(?:pytest\.)?mark\.(?:skip|xfail)\b|@unittest\.(?:skip\b|expectedFailure)|\bpytest\.(?:skip|xfail)\(|\bself\.skipTest\(|#\[ignore\b|\bt\.Skip(?:f|Now)?\(|@(?:Disabled|Ignore)\b|\[Ignore\b|\bmarkTestSkipped\(|\[Fact\(Skip|\bskip:\s*true\b|@tag :skip/m
const SKIPS_BY_CONFIG =
  /testPathIgnorePatterns|--ignore(?:-glob)?[= ]|-k ["']?not |--deselect|collect_ignore|norecursedirs.*test|exclude.*(?:\.(?:test|spec)\.|tests?[/"'])/
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
  if (before === undefined) return []
  if (isCi(place)) return found('test_skipped', addedMatch(change, SKIPS_CI))
  if (isCheckConfig(place)) {
    const line = addedMatch(change, SKIPS_BY_CONFIG)
    return line !== undefined && NO_TESTS.test(line) ? [] : found('test_skipped', line)
  }
  if (!isTest(place)) return []
  const skipped = found('test_skipped', addedMatch(change, SKIPS))
  return [...skipped, ...(isMoved() ? [] : fewer(change, skipped.length > 0))]
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
  return found('assertion_removed', widened(before, after))
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
