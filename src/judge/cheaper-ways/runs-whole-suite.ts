/** All tests are run again and again where one file was changed, or one test fails. */
import { basename } from '../../common/path.ts'
import type { Step } from '../../model/session.ts'
import { programOf } from '../../session/calls.ts'
import { mayMatter } from '../../session/history.ts'
import { runsSomeTests } from '../../session/test-runs.ts'
import type { CheaperWay } from './model.ts'

/** So many runs of all tests before, of which the last took so long: what is quick may run whole. */
const BEFORE = 2
const SLOW_MS = 60_000

export const runsWholeSuite: CheaperWay = {
  id: 'runs_whole_suite',
  find({ action, step, session }) {
    const { skeleton, role } = step.features
    if (role !== 'test' || runsSomeTests(action.command ?? '')) return undefined
    const own = session.history.filter(past => past.agent_id === step.agent_id && past.prompt_id === step.prompt_id)
    const runs = own.filter(past => past.features.skeleton === skeleton && past.signature === action.signature)
    const last = runs.at(-1)
    if (!last || runs.length < BEFORE || last.outcome?.tests !== 'failed') return undefined
    if ((last.outcome.duration_ms ?? 0) < SLOW_MS) return undefined
    const since = own.filter(past => past.step > last.step && mayMatter(past))
    const changed = [...new Set(since.flatMap(changedBy))]
    if (since.length > 0 && changed.length !== 1) return undefined
    const program = (action.calls ?? []).map(programOf).find(name => Object.hasOwn(ONE, name)) ?? ''
    const test = last.outcome.error?.detail ?? ''
    const about = changed[0] === undefined ? 'nothing was changed' : `only ${basename(changed[0])} was changed`
    const seconds = Math.round((last.outcome.duration_ms ?? 0) / 1000)
    return {
      issue:
        `it runs all tests for the ${runs.length + 1}th time (${seconds} s each) although ${about} since they failed`.replace(
          'the 3th',
          'the third',
        ),
      instead: `Run what failed until it passes${test === '' ? '' : ` (${test.slice(0, 60)})`}: ${ONE[program] ?? ONE.other}. Run all tests once after that.`,
    }
  },
}

const changedBy = ({ features }: Step): readonly string[] =>
  features.touched.flatMap(({ verb, path }) => (verb === 'read' ? [] : [path]))

/** How a runner is told to run one test. */
const ONE: Readonly<Record<string, string>> = {
  pytest: 'pytest FILE::TEST, or pytest --last-failed',
  vitest: 'npx vitest run FILE -t NAME',
  jest: 'npx jest FILE -t NAME, or jest --onlyFailures',
  mocha: 'npx mocha FILE --grep NAME',
  go: 'go test ./PACKAGE -run NAME',
  cargo: 'cargo test NAME',
  rspec: 'rspec FILE:LINE, or rspec --only-failures',
  mvn: 'mvn test -Dtest=CLASS#METHOD',
  gradle: 'gradle test --tests CLASS',
  phpunit: 'phpunit --filter NAME',
  dotnet: 'dotnet test --filter NAME',
  npm: 'npm test -- FILE',
  pnpm: 'pnpm test FILE',
  yarn: 'yarn test FILE',
  other: 'the test runner with the file or the name of the test',
}
