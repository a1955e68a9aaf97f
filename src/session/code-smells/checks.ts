/** Checks that are switched off, and records of expected output that are made anew. */
import type { Action, Call } from '../../model/action.ts'
import { programOf, roleOfCall, subcommandsOf } from '../calls.ts'
import { essential } from '../skeleton.ts'
import type { FileEdit } from './changes.ts'
import { addedMatch } from './changes.ts'
import { isCheckConfig, isCi } from './places.ts'
import type { TestIndicator } from './tests.ts'

/** In code: one place, or a whole file. */
const SILENCED =
  /eslint-disable|tslint:disable|oxlint-disable|biome-ignore|# *noqa\b|# *type: *ignore|# *pyright: *ignore|# *mypy: *ignore-errors|# *pylint: *(?:disable|skip-file)|# *ruff: *noqa|@ts-(?:ignore|nocheck|expect-error)|\/\/ *nolint|#!?\[allow\(|@SuppressWarnings|rubocop:disable|phpcs:ignore|@phpstan-ignore|# *nosec|shellcheck disable|istanbul ignore|c8 ignore|v8 ignore|pragma: *no cover|#pragma warning disable|NOLINT|hadolint ignore/
const FILE_SILENCED =
  /\/\* *eslint-disable *\*\/|@ts-nocheck|# *mypy: *ignore-errors|# *pylint: *skip-file|# *flake8: *noqa|# *ruff: *noqa *$|#!\[allow\(/m
const CONFIGURED =
  /"?(?:strict|noImplicitAny|strictNullChecks|noEmitOnError|checkJs|disallow_untyped_defs|check_untyped_defs)"?\s*[:=]\s*(?:false|False)\b|["']?[@\w/-]+["']?\s*:\s*\[?\s*["'](?:off|ignore)["']|ignoreBuildErrors\s*:\s*true|ignoreDuringBuilds\s*:\s*true|ignore_errors\s*=\s*(?:true|True)|^[ \t]*ignore\s*=\s*.*[A-Z]\d{2,}|^[ \t]*extend-ignore\s*=|"(?:test|lint|check|typecheck|verify)[\w:-]*"\s*:\s*"(?:exit 0|true|echo [^"]*|[^"]*\|\| *(?:true|exit 0|:)[^"]*)"|^[ \t]*(?:dotnet_diagnostic\.\w+\.)?severity\s*=\s*none|<NoWarn>|^[ \t]*[\w:-]+\s*=\s*(?:\{[^}\n]*level\s*=\s*)?"allow"|^[ \t]*disabled_(?:rules|checks)\s*[:=]|^[ \t]*(?:failOnError|fail_on_error|isAbortOnError|failOnViolation|haltOnFailure|failsOnError)\s*[:=]\s*(?:false|no|never|none)\b|filterwarnings.*ignore|\bwill_fail\b|--exit-zero|--max-warnings[= ](?:-1|\d{3,})|<maven\.test\.failure\.ignore>\s*true|<(?:failOnViolation|failsOnError|failOnError)>\s*false|ignore_missing_imports\s*=\s*(?:true|True)|^[ \t]*(?:per-file-ignores|disable)\s*[=:]|TreatWarningsAsErrors>\s*false|WarningLevel>0|abortOnError\s*=?\s*false|checkReleaseBuilds\s*=?\s*false|isIgnoreExitValue\s*=\s*true|^\t-\s?(?:pytest|npm|go|cargo|eslint|mypy|ruff)\b|<skipTests>true|testFailureIgnore>true|ignoreFailures\s*=\s*true/m
const IN_CI =
  /\|\| *(?:true|exit 0|:)\s*["']?$|continue-on-error\s*:\s*true|allow_failure\s*:\s*true|\bset \+e\b|--no-verify|--passWithNoTests|--exit-zero|-DskipTests|-Dmaven\.test\.(?:skip|failure\.ignore)|-x (?:test|check|lint)\w*\b/m
const CHECKS_IN_CI =
  /\b(?:run|script|entry|id)\s*:.*(?:test|lint|check|tsc|mypy|ruff|eslint|verify|flake8|clippy|vet|audit|format)|^\s*-?\s*(?:npm|pnpm|yarn|npx|pytest|go|cargo|make|tox|uv run|poetry run|\.\/gradlew|mvn)\b.*(?:test|lint|check|mypy|ruff|vet|verify)/
const THRESHOLD =
  /(?:fail[_-]under|cov-fail-under|branches|functions|lines|statements|threshold|minimum|max-warnings)["']?\s*[:=\s]\s*["']?(\d+(?:\.\d+)?)/gi

/** What a change switches off. */
export function checkSmells(change: FileEdit): readonly TestIndicator[] {
  const { place, before } = change
  const line = offIn(change, isCi(place), isCheckConfig(place))
  if (line !== undefined) return [{ kind: 'check_disabled', text: line }]
  if (before === undefined || (!isCheckConfig(place) && !isCi(place))) return []
  const lowered = loweredIn(before, change.after) ?? relaxedIn(before, change.after)
  return lowered === undefined ? [] : [{ kind: 'check_disabled', text: lowered }]
}

function offIn(change: FileEdit, inCi: boolean, inConfig: boolean): string | undefined {
  const { before, after } = change
  if (before === undefined) return inCi || inConfig ? undefined : addedMatch(change, FILE_SILENCED)
  if (inCi) return addedMatch(change, IN_CI) ?? removedCheck(before, after)
  const warns = /\.ya?ml$/.test(change.place) && onlyWarns(before, after) ? addedMatch(change, ONLY_WARNS) : undefined
  if (warns !== undefined) return warns
  if (inConfig) return addedMatch(change, CONFIGURED) ?? addedMatch(change, SILENCED)
  return /\.(md|mdx|rst|txt|json|ya?ml|toml)$/.test(change.place) ? undefined : addedMatch(change, SILENCED)
}

/** A test of data that failed warns from now on. */
const ONLY_WARNS = /\bseverity\s*:\s*["']?warn\b/
/** Tests of data by their own list, or by the names that all of them have. */
const DATA_TEST = /\b(?:data_)?tests\s*:|^[ \t]*-\s*(?:unique|not_null|accepted_values|relationships)\b/m
/** What was checked before is the same, and nothing new is said but how heavy it is. */
function onlyWarns(before: string, after: string): boolean {
  const words = (text: string) => text.match(/[\w.-]+/g) ?? []
  const had = new Set(words(before))
  const isSame = words(after).every(word => had.has(word) || /^(?:config|severity|warn|if|-)$/.test(word))
  return isSame && (/\bseverity\s*:\s*["']?error\b/.test(before) || DATA_TEST.test(before))
}

/** A step that checked is gone, and none took its place. */
function removedCheck(before: string, after: string): string | undefined {
  const linesOf = (text: string, wanted: RegExp) =>
    text.split('\n').filter(line => wanted.test(line) && !/^\s*#/.test(line))
  for (const wanted of [CHECKS_IN_CI, RUNS_IN_CI]) {
    const [had, has] = [linesOf(before, wanted), linesOf(after, wanted)]
    if (had.length > has.length) return had.find(line => !has.includes(line))
  }
  return undefined
}

/** Whatever it is called, what a job runs decides whether it is red. */
const RUNS_IN_CI = /^\s*(?:-\s+)?(?:run|script)\s*:\s*\S/

/** Options that make a check fail. */
const STRICT =
  /-Werror\b|--max-warnings[= ]0|--strict\b|\bdeny\(warnings\)|-D[ =]?warnings\b|--fail-on\w*|--frozen-lockfile|--error-on-warnings|--fail-under|TreatWarningsAsErrors>\s*true|"strict"\s*:\s*true|\bstrict\s*=\s*(?:true|True)|\bset -e\w*/g

/** A check that was strict is not any more. */
function relaxedIn(before: string, after: string): string | undefined {
  const was: readonly string[] = before.match(STRICT) ?? []
  const is: readonly string[] = after.match(STRICT) ?? []
  return was.length > is.length ? was.find(each => !is.includes(each)) : undefined
}

function loweredIn(before: string, after: string): string | undefined {
  const numbers = (text: string) => [...text.matchAll(THRESHOLD)]
  const [was, is] = [numbers(before), numbers(after)]
  if (was.length === 0 || was.length !== is.length) return undefined
  const at = was.findIndex(([whole, number], index) => {
    const now = Number(is[index]?.[1])
    return /max-warnings/.test(whole) ? now > Number(number) : now < Number(number)
  })
  return at < 0 ? undefined : is[at]?.[0]
}

/** Environment that makes expected output anew. */
const RENEWS =
  /(?:^|[\s;&(])(?:UPDATE_(?:GOLDENS?|SNAPSHOTS?|EXPECT|BASELINES?|GOLDEN_FILES)|INSTA_UPDATE|INSTA_FORCE_UPDATE|BLESS|REGENERATE_GOLDENS?|RECORD_SNAPSHOTS?|SNAPSHOT_UPDATE|SNAPSHOT_TESTING_RECORD|SNAPSHOT_RECORD|RECORD_MODE)=(?!0\b|no\b|false\b|""|'')\S/
const RENEWING =
  /^(?:--update-?[sS]napshots?|--snapshot-update|--update-?goldens?|--update-baselines?|--force-regen|--bless|--update-expected|--inline-snapshot=(?:fix|update|create,fix|fix,create))$/
const UNCHECKED = /(?:^|[\s;&(])(?:HUSKY=0|HUSKY_SKIP_HOOKS=1|SKIP=[\w,-]+(?=\s+git\s))/

/** What a command switches off or makes anew by its options. */
export function commandSmells(action: Action): readonly TestIndicator[] {
  const { calls = [], command } = action
  if (command === undefined) return []
  const typed = calls.filter(call => !call.scripted)
  const isTesting = essential(typed).some(call => roleOfCall(call) === 'test')
  // Most commands set nothing.
  const sets = command.includes('=')
  const renews =
    typed.some(renewsSnapshots) ||
    typed.some(copiesOver) ||
    printsOver(action) ||
    emptiesExpected(action) ||
    (sets && RENEWS.test(command) && isTesting)
  const lenient = typed.some(mayFail)
  const baseline = typed.some(recordsBaseline)
  const skips =
    baseline ||
    typed.some(skipsHooks) ||
    typed.some(emptiesScript) ||
    (sets && UNCHECKED.test(command) && typed.some(call => programOf(call) === 'git'))
  return [
    ...(lenient ? [{ kind: 'failure_ignored', text: command }] : []),
    ...(renews ? [{ kind: 'snapshot_updated', text: command }] : []),
    ...(skips ? [{ kind: 'check_disabled', text: command }] : []),
  ]
}

/** Options by which a run that finds failures ends well; to run only a part is everyday work. */
const LETS_FAIL =
  /^(?:--passWithNoTests|--exit-zero|--suppress-tests-failed-exit-code|-Dmaven\.test\.failure\.ignore)(?:=(?!false).*)?$/

/** Looked at first: most words are none, and the expressions are long. */
function isOption(word: string): boolean {
  return word.startsWith('-')
}

function mayFail(call: Call): boolean {
  return /^(?:test|check)$/.test(roleOfCall(call)) && call.words.some(word => isOption(word) && LETS_FAIL.test(word))
}

/** Tasks of builds that record what is drawn now: `:app:recordPaparazziDebug`, `updateScreenshots`. */
const RECORDS =
  /^:?(?:[\w-]+:)*(?:record|update|regenerate|rebaseline|refresh)-?(?:Paparazzi|Roborazzi|Shot|Screenshots?|Snapshots?|Goldens?|Baselines?|Images?)(?=[A-Z]|$)/

function renewsSnapshots(call: Call): boolean {
  const program = programOf(call)
  const { words } = call
  if ([...call.path.slice(1), ...words].some(word => RECORDS.test(word))) return true
  if (/^(?:rscript|r|littler)$/i.test(program)) return words.some(word => /\bsnapshot_accept\s*\(/.test(word))
  if (program === 'cargo')
    return words[0] === 'insta' && (/^(accept|review)$/.test(words[1] ?? '') || words.includes('--accept'))
  if (roleOfCall(call) !== 'test') return false
  if (words.some(word => isOption(word) && RENEWING.test(word))) return true
  if (program === 'go') return words.some(word => /^--?update(=true)?$/.test(word))
  const takesU = /^(jest|vitest|ava|playwright|react-scripts|bun|npm|pnpm|yarn|deno)$/.test(program)
  return takesU && words.some(word => word === '-u' || word === '--update')
}

/** Where what is expected is kept. */
const EXPECTED =
  /(?:^|\/)(?:goldens?|__?(?:snapshots|screenshots|image_snapshots)__?|expected|baselines?)(?:\/|$)|\.(?:golden|snap|approved\.\w+|expected)$/

/** What came out is laid where what is expected is kept. */
function copiesOver(call: Call): boolean {
  if (!/^(?:cp|mv|rsync|install)$/.test(programOf(call))) return false
  const paths = call.words.filter(word => !word.startsWith('-'))
  const to = paths.at(-1) ?? ''
  return paths.length > 1 && EXPECTED.test(to) && paths.slice(0, -1).some(from => !EXPECTED.test(from))
}

/** A directory of what is expected, as a whole: whatever comes out next is recorded in its place. */
const EXPECTED_DIRECTORY =
  /(?:^|\/)(?:goldens?|__?(?:snapshots|screenshots|image_snapshots)__?|baselines?)(?:\/\*{0,2})?$/i

/** A program's own output is written over what is expected: `./render a.md > golden/a.html`. What a text in the command says is written by hand. */
function printsOver({ effects, written = [] }: Action): boolean {
  return effects.some(
    ({ verb, target, details }) =>
      verb === 'write' &&
      details.program === '>' &&
      details.append === false &&
      EXPECTED.test(target.value) &&
      !written.some(({ path }) => path === target.value),
  )
}

function emptiesExpected({ effects }: Action): boolean {
  return effects.some(
    ({ verb, target, details }) =>
      verb === 'delete' && details.moved_to === undefined && EXPECTED_DIRECTORY.test(target.value),
  )
}

/** `npm pkg set scripts.test=true`. */
function emptiesScript(call: Call): boolean {
  return (
    /^(?:npm|pnpm|yarn)$/.test(programOf(call)) &&
    [...call.path, ...call.words].some(
      word =>
        word.startsWith('scripts.') &&
        /^scripts\.(?:test|lint|check|typecheck|verify)[\w:-]*=["']?(?:exit 0|true|:|echo\b.*)["']?$/.test(word),
    )
  )
}

/** What is wrong now is taken for granted from then on. */
const BASELINES =
  /^(?:--generate-baseline|--set-baseline|--update-baseline|--auto-gen-config|--suppress-all|--create-baseline|--write-baseline|--add-noqa|--baseline-write|detektBaseline|updateLintBaseline)(?:=|$)/

function recordsBaseline({ words, path }: Call): boolean {
  return [...path, ...words].some(word => (isOption(word) || word.includes('Baseline')) && BASELINES.test(word))
}

function skipsHooks(call: Call): boolean {
  if (programOf(call) !== 'git') return false
  const [command = ''] = subcommandsOf(call)
  if (!/^(commit|push|merge|rebase|am|cherry-pick)$/.test(command)) return false
  return call.words.some(word => word === '--no-verify' || (command === 'commit' && /^-[a-ln-z]*n[a-z]*$/.test(word)))
}
