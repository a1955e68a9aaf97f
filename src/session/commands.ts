/** What commands do by their names, in the words that people set limits in. */
import { basename } from '../common/path.ts'
import type { Role } from '../model/action.ts'
import type { Constrained } from '../model/session.ts'
import { runsCommands, type ToolKind } from '../model/tool.ts'
import { isOfKind } from '../understand/program-kinds.ts'
import { isOperation, knownOperations } from './program-operations.ts'
import { roleByName } from './programs.ts'

export interface Operation {
  readonly about: Exclude<Constrained, 'any'>
  /** Absolute path, package, branch or command that it is done to; empty where there is none to name. */
  readonly target: string
  readonly recursive: boolean
  /** Of a run: it only builds or checks. */
  readonly checks?: true
  /** Of an installation: a package is named, so that the project gets one more. */
  readonly adds?: true
  /** It takes away what lies on no disk of this machine. */
  readonly elsewhere?: true
  /** Of which files it is known only what kind they are. */
  readonly byKindOnly?: true
  /** It is done to what is nobody's work, or takes nothing away: that counts only against a limit that names it. */
  readonly slight?: true
}

export function operation(about: Operation['about'], target = '', more: Partial<Operation> = {}): Operation {
  return { about, target, recursive: false, ...more }
}

/** `./run_tests.sh`, `bazel test`: whatever is called so runs them, but for what only handles their files. */
const NAMED_FOR_TESTS = /^(?:\S*(?:^|[/_.-])tests?(?:[_.-]\S*)?|\S+ (?:run )?test\S*)(?:\s|$)/

/** What programs are for that only handle files which are called so. */
const HANDLES: ReadonlySet<Role | undefined> = new Set(['look', 'probe', 'change', 'other'])

export function ofCommands(kind: ToolKind, tool: string, signature: string): readonly Operation[] {
  if (kind === 'external') return ofService(tool)
  if (kind === 'delegate') return [operation('delegate')]
  return runsCommands({ kind }) ? segmentsOf(signature).flatMap(ofSegment) : []
}

/** What one call of a signature is: as the entry of its program says, else by what it is called. */
function ofSegment(segment: string): readonly Operation[] {
  if (REHEARSES.test(segment)) return []
  const [program = '', ...words] = segment.split(/\s+/)
  const plain = words.filter(word => !word.startsWith('+'))
  const name = basename(program).toLowerCase()
  const known = knownOperations(name)
  const found = [...new Set(known?.map(({ is }) => is))].flatMap(about => {
    const first = known?.find(each => each.is === about && isOperation(each, words, plain))
    return first
      ? [operation(about, first.target, { ...(first.adds && { adds: true }), ...(first.checks && { checks: true }) })]
      : []
  })
  const tests = roleByName(name, plain.slice(0, 2)) === 'test' ? [operation('test')] : []
  // Of clients for what runs elsewhere the word is the same in all: `gcloud app deploy`.
  const deploys =
    isOfKind(name, 'remote') && isVerb('deploy', plain) && !found.some(({ about }) => about === 'deploy')
      ? [operation('deploy', plain.join(' '))]
      : []
  const network = found.some(({ about }) => about === 'install') && !LOCAL.test(segment) ? [operation('network')] : []
  const all = [...found, ...deploys, ...tests, ...network]
  if (all.length > 0 || known?.length === 0 || !NAMED_FOR_TESTS.test(segment)) return all
  return HANDLES.has(roleByName(program, plain.slice(0, 2))) ? [] : [operation('test')]
}

/** Words of what only looks, or does something else: what follows them is what it is done to, as in `kubectl get deploy`. */
const OTHER_VERB =
  /^(?:get|describe|logs?|view|list|ls|show|status|top|explain|rollout|delete|edit|scale|set|wait|history|expose|patch|label|annotate|run|workflow|compose|inspect|help)$/

/** The word stands where a client has its verb: `gcloud app deploy`. */
function isVerb(verb: string, plain: readonly string[]): boolean {
  const at = plain.indexOf(verb)
  return (
    at >= 0 &&
    at < 3 &&
    !plain.some(word => word !== verb && (OTHER_VERB.test(word) || /^(?:list|get|describe)-/.test(word)))
  )
}

/** It only shows what it would do. */
export const REHEARSES =
  /(?:\+|--)(?:dry[-_]run|sql|plan|check|diff|create[-_]only|simulate|pretend|noop|no[-_]act)\b|:status\b|\bmigrate (?:status|diff)\b/

/** Tools of a server say by their names what they do: `create_pull_request`. */
const SERVICES: readonly (readonly [RegExp, Operation])[] = [
  [/(?:create|open)_(?:pull|merge)_?request|(?:create|open)_(?:pr|mr)\b/, operation('publish', 'pull request')],
  [/merge_?(?:pull|branch|request|pr|mr)?/, operation('merge')],
  [/push_files|(?:git_)?push\b/, operation('push')],
  [/create_or_update_file|(?:git_)?commit\b|push_files/, operation('commit')],
  [
    /(?:create|add|post|send|reply|write|publish|update|close)_?(?:\w+_)?(?:issue|comment|message|e?mail|reply|notification|ticket|review|thread)|send_\w+|post_message|slack_post/,
    operation('send'),
  ],
  [
    /(?:create|update|edit|write|add|put|post|publish)_(?:\w+_)?(?:page|post|article|blog|wiki|release|package|gist|announcement|tweet|status|story|newsletter)s?(?![a-z])|publish/,
    operation('publish'),
  ],
  [/deploy|rollout|promote/, operation('deploy')],
  [
    /(?:re)?start_(?:service|server|container|app|pod)|stop_(?:service|server|container|app|pod|process)|restart|kill_/,
    operation('stop'),
  ],
  [/(?:apply|run)_migrations?|migrate/, operation('migrate')],
]

function ofService(tool: string): readonly Operation[] {
  const name = tool.toLowerCase().replaceAll('-', '_')
  return SERVICES.filter(([test]) => test.test(name)).map(([, what]) => what)
}

/** What is installed from here needs no network. */
const LOCAL = /\+(?:offline|no-index|prefer-offline|frozen-offline)\b| \.{0,2}\/\S*$| \.$/

/** The calls of a signature: program, subcommand, flags, operands. */
export function segmentsOf(signature: string): readonly string[] {
  return signature
    .replace(/^\S+ /, '')
    .split('; ')
    .map(segment => segment.trim())
}
