/** Workflows of CI: what they run elsewhere, and what lets strangers run something in them. */
import { isRecord } from '../../../common/is-record.ts'
import { lineAt, lineOfKey } from '../lines.ts'
import type { Remark, ScannedFile, ScanSource, SourceResult, Trigger } from '../model.ts'
import { listOf, stringsOf, yamlOf } from './texts.ts'

const inCi = (vendor: string): Trigger => ({ when: `in CI (${vendor})`, starts: 'elsewhere' })

/** Events that run with the repository's secrets although somebody else caused them. */
const WITH_SECRETS =
  /^(pull_request_target|workflow_run|issue_comment|issues|discussion|discussion_comment|fork|watch)$/
/** What a pull request's author wrote, or where it comes from. */
const HEAD =
  /github\.(event\.pull_request\.head\.(sha|ref|repo)|head_ref|event\.workflow_run\.head_(sha|branch|repository))|refs\/pull\//
/** Text that anybody may choose, put into a script before its shell reads it. */
const CHOSEN =
  /\$\{\{[^}]*github\.(?:head_ref|event\.(?:issue|pull_request|comment|review|review_comment|discussion|head_commit|commits|workflow_run|pages)[\w.*[\]]*\.(?:title|body|message|name|email|ref|label|head_branch|page_name|default_branch))[^}]*\}\}/

interface Step {
  readonly uses: string
  readonly run: string
  readonly given: Readonly<Record<string, unknown>>
}

function readWorkflow(file: ScannedFile): SourceResult {
  const { data, problem } = yamlOf(file)
  if (problem !== undefined) return { problem }
  const events = eventsOf(data.on ?? data.true)
  const strong = events.filter(event => WITH_SECRETS.test(event))
  const jobs = isRecord(data.jobs) ? Object.values(data.jobs).filter(isRecord) : []
  const remarks: Remark[] = []
  for (const job of jobs) {
    const steps = stepsOf(job.steps)
    const checkout = steps.findIndex(
      ({ uses, run, given }) =>
        (uses.includes('actions/checkout') && HEAD.test(JSON.stringify(given))) ||
        (/git (fetch|checkout|pull)|gh pr checkout/.test(run) && HEAD.test(run)) ||
        /gh pr checkout/.test(run),
    )
    const runsIt = checkout >= 0 && steps.slice(checkout + 1).some(runsCheckedOut)
    const isGuarded = /author_association|github\.event\.label|\.user\.login|permission/.test(`${job.if}`)
    if (strong.some(event => event !== 'watch' && event !== 'fork') && runsIt)
      remarks.push({
        rule: 'scan.foreign-code-in-ci',
        severity: isGuarded ? 'medium' : 'high',
        message: `On ${strong.join(', ')}, this workflow checks out what a stranger wrote and runs it with the repository's secrets.`,
        line: lineOfPattern(file.text, HEAD),
        target: strong.join(', '),
      })
  }
  remarks.push(...injections(file, jobs, strong.length > 0))
  return { remarks }
}

/** What a step does with what was checked out before it: an install, a build, a script of it. */
function runsCheckedOut({ run, uses }: Step): boolean {
  if (uses.startsWith('./')) return true
  return /\b(npm|pnpm|yarn|bun|make|pip|python3?|node|cargo|go|mvn|gradle|\.\/\S+|bundle|rake|composer|tox|pytest|docker build|sh|bash)\b|(^|\s)\.\//.test(
    run,
  )
}

function injections(
  file: ScannedFile,
  jobs: readonly Readonly<Record<string, unknown>>[],
  isStrong: boolean,
): readonly Remark[] {
  const seen = new Set<string>()
  return jobs
    .flatMap(job => stepsOf(job.steps))
    .flatMap(({ run, uses, given }) => {
      const script = uses.includes('github-script') && typeof given.script === 'string' ? given.script : run
      const [found] = CHOSEN.exec(script) ?? []
      if (found === undefined || seen.has(found)) return []
      seen.add(found)
      const at = file.text.indexOf(found)
      return [
        {
          rule: 'scan.expression-in-script',
          severity: isStrong ? ('high' as const) : ('medium' as const),
          message: `${found} is put into a script as it stands: whoever writes that text writes the script.`,
          line: at < 0 ? 1 : lineAt(file.text, at),
          target: found,
        },
      ]
    })
}

function lineOfPattern(text: string, pattern: RegExp): number {
  const at = text.search(pattern)
  return at < 0 ? lineOfKey(text, 'on') : lineAt(text, at)
}

function eventsOf(on: unknown): readonly string[] {
  if (typeof on === 'string') return [on]
  return isRecord(on) ? Object.keys(on) : stringsOf(on)
}

function stepsOf(steps: unknown): readonly Step[] {
  return listOf(steps)
    .filter(isRecord)
    .map(step => ({
      uses: typeof step.uses === 'string' ? step.uses : '',
      run: typeof step.run === 'string' ? step.run : '',
      given: isRecord(step.with) ? step.with : {},
    }))
}

export const CI_SOURCES: readonly ScanSource[] = [
  { files: /\/\.(github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, trigger: inCi('GitHub'), read: readWorkflow },
  { files: /\/action\.ya?ml$|\/\.github\/actions\/.+\.ya?ml$/, trigger: inCi('GitHub') },
  { files: /\/\.gitlab-ci[\w.-]*\.ya?ml$|\/\.gitlab\/.+\.ya?ml$/, trigger: inCi('GitLab') },
  { files: /\/\.circleci\/.+\.ya?ml$/, trigger: inCi('CircleCI') },
  { files: /\/Jenkinsfile[\w.-]*$/, trigger: inCi('Jenkins') },
  { files: /azure-pipelines[\w.-]*\.ya?ml$|\/\.azure\/.+\.ya?ml$/, trigger: inCi('Azure') },
  { files: /\/bitbucket-pipelines\.ya?ml$/, trigger: inCi('Bitbucket') },
  {
    files: /\/(\.travis|\.?appveyor|\.drone|\.cirrus|buildspec|cloudbuild|codemagic|wercker)\.ya?ml$/,
    trigger: inCi('other'),
  },
  { files: /\/(\.buildkite|\.woodpecker|\.semaphore|\.builds|\.tekton)\/.+\.ya?ml$/, trigger: inCi('other') },
  {
    files: /\/(netlify|render|vercel|fly)\.(toml|ya?ml|json)$/,
    trigger: { when: 'on deployment', starts: 'elsewhere' },
  },
]
