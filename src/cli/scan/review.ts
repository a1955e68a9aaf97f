/**
 * What the reviewer says of a command, or of a file that something runs later: the same review as in a session, on a machine of which only the
 * scanned directory is known. Nothing is run, not even git, and nothing outside the directory is read.
 */
import { CLAUDE_CODE } from '../../agents/claude-code/index.ts'
import { isInside } from '../../common/path.ts'
import type { Policy } from '../../config/policy.ts'
import { freshLook, type Look } from '../../facts/live.ts'
import { liveMachine } from '../../facts/machine.ts'
import type { Review } from '../../model/review.ts'
import { reviewText } from '../../review.ts'
import { compiledPolicy, reviewParts } from '../parts.ts'

export interface ScanReviewer {
  /** What `~` stands for in a command. */
  readonly home: string
  /** `at`: the directory in which it runs; absolute. */
  readonly command: (text: string, at: string) => Review | undefined
  /** As if the file were written now, with all that stands in it. */
  readonly file: (path: string, text: string) => Review | undefined
}

/** Throws ConfigError where the person's own configuration cannot be used. */
export function scanReviewer(root: string, home: string | undefined): ScanReviewer {
  const parts = reviewParts(home)
  // What the repository says of the reviewer is what is scanned, and no policy.
  const policy = asOnOwnMachine(compiledPolicy(parts.locations, parts.locations.home), root)
  let written: string | undefined
  const look = lookInto(root, path => path === written)
  const review = (tool_name: string, tool_input: object, cwd: string): Review | undefined =>
    reviewText(
      JSON.stringify({
        session_id: 'scan',
        transcript_path: '',
        cwd,
        permission_mode: 'default',
        hook_event_name: 'PreToolUse',
        tool_name,
        tool_input,
        tool_use_id: 'scan',
      }),
      {
        ...parts,
        env: { HOME: parts.locations.home, PATH: '/usr/local/bin:/usr/bin:/bin' },
        own: [],
        policy: () => policy,
        past: { look, machine: liveMachine(), usage: CLAUDE_CODE.transcripts.readUsage },
      },
    )
  return {
    home: parts.locations.home,
    command: (command, at) => review('Bash', { command }, at),
    file(path, content) {
      written = path
      try {
        return review('Write', { file_path: path, content }, root)
      } finally {
        written = undefined
      }
    },
  }
}

/** Whether the scan itself runs in a container says nothing of where the repository will be used. */
function asOnOwnMachine(policy: Policy, root: string): Policy {
  const { config } = policy
  return {
    ...policy,
    project_root: root,
    config: { ...config, environment: { ...config.environment, disposable: false } },
  }
}

/** Files of a fresh checkout: what is there is committed, and what lies elsewhere is not known. */
function lookInto(root: string, isAbsent: (path: string) => boolean): Look {
  const live = freshLook()
  const isHere = (path: string): boolean => {
    if (!isInside(path, root)) return false
    return isInside(live.path(path).real, root)
  }
  return {
    ...live,
    path: path => (isHere(path) && !isAbsent(path) ? live.path(path) : { real: path, type: 'missing' }),
    text: path => (isHere(path) && !isAbsent(path) ? live.text(path) : undefined),
    list: path => (isHere(path) ? live.list(path) : undefined),
    repository: path => (isInside(path, root) ? { root, git_dir: `${root}/.git`, branch: 'main' } : undefined),
    git: path => (isInside(path, root) ? 'clean' : 'untracked'),
    view: () => undefined,
  }
}
