/** What a request asks for, understood more loosely than a limit. */
import { once } from '../../common/memo.ts'
import type { Constrained } from '../../model/session.ts'
import type { Meaning } from './meaning.ts'
import { PATH, pathsIn } from './paths.ts'

/** A request is understood more loosely than a limit: "implement the retry logic in src/x.ts" asks for a change. */
export function looseRequest(rest: string): readonly Meaning[] {
  return [...ofWork(rest), ...ofActs(rest)]
}

/** What is to be changed, created or deleted. */
function ofWork(rest: string): readonly Meaning[] {
  const verb =
    /^(fix|implement|change|modify|edit|update|refactor|rewrite|write|add|create|apply|make|remove|delete|rename|clean|improve|adapt|adjust|extend|replace|move|touch|work on|patch|put|insert|append|paste)(?![\w-])/i.exec(
      rest,
    )
  if (!verb) return []
  const kinds: Constrained[] = /^(?:remove|delete|clean|move)/i.test(verb[0])
    ? ['delete', 'change']
    : ['change', 'create']
  const clause = rest.split(/[,;]|\bbut\b/, 1)[0] ?? ''
  const isPut = PUTS.test(verb[0])
  const paths = isPut ? pathsIn(PUT_INTO().exec(clause)?.[1] ?? '') : pathsIn(clause.replace(LIKE, ' '))
  const tests =
    /\b(?:tests?|specs?)\b(?!\s+(?:pass|fail|run|work))/i.test(clause) &&
    !/\b(?:so|that|until|make)\b[^,]*\btests?\b/i.test(clause)
      ? ['tests']
      : []
  const targets = [...paths, ...tests]
  // "Put it live" is no change of files.
  if (isPut && paths.length === 0) return []
  const installs = /\b(?:dependenc|package|library)/i.test(clause) && /^(?:add|update)/i.test(verb[0])
  // Rows and tables go in the same words as files.
  const rows = kinds.includes('delete') && /\b(?:tables?|rows?|records?|databases?|db|data|volumes?)\b/i.test(clause)
  return [
    { about: kinds, targets },
    ...(installs ? [{ about: ['install'] as const, targets: [] }] : []),
    ...(rows ? [{ about: ['data'] as const, targets: [] }] : []),
  ]
}

/** Where something is put makes it a change: "put the index into schema.sql". */
const PUTS = /^(?:put|insert|append|paste)$/i
const PUT_INTO = once(
  () =>
    new RegExp(
      `^\\w+\\s+(?:(?:the|a|an|that|this|it|my|our|[\\w'-]+)\\s+){1,5}?(?:in|into|to)\\s+(?:the\\s+)?(${PATH})(?![^,;.]*\\s(?:in|into|to|from|does|says|is)\\s)`,
      'i',
    ),
)

/** A file that is only compared with: "like in src/a.ts". */
const LIKE = new RegExp(`\\b(?:like|as|see|based on|modelled on|modeled on|similar to) (?:in |it is in )?${PATH}`, 'gi')

/** What is to be run, sent or put somewhere. */
function ofActs(rest: string): readonly Meaning[] {
  const about = LOOSE.find(([words]) => words.test(rest))?.[1]
  const tests = about?.includes('run') && /\btests?\b/i.test(rest.slice(0, 40))
  return about ? [{ about: tests ? ['test'] : about, targets: [] }] : []
}

/** How a request begins that asks for what a limit may be about; the first that fits counts. */
const LOOSE: readonly (readonly [RegExp, readonly Constrained[]])[] = [
  // A pull request stands for what is pushed, and that for what is committed.
  [
    /^(?:prs?|mrs?|(?:pull|merge) requests?)(?=\s+(?:against|to|for|please|now|into|onto)\b|\s*[.!]?$)/i,
    ['publish', 'push', 'commit'],
  ],
  [
    /^(?:open|create|make|file|submit|send|raise|put up|prepare)\s+(?:\w+\s+){0,3}(?:prs?|mrs?|(?:pull|merge) requests?)(?![\w-])/i,
    ['publish', 'push', 'commit'],
  ],
  [
    /^(?:(?:re-?)?deploy|roll (?:\S+ ){0,8}?(?:out|forward)|roll ?out|ship|promote|go live|helm (?:install|upgrade)|terraform apply|kubectl apply|apply (?:it|this|that|the (?:plan|chart|manifests?|terraform|stack|changes?)))(?![\w-])/i,
    ['deploy'],
  ],
  [
    /^(?:put|get|bring|take|move|release|push)\s+(?:\S+\s+){1,6}?(?:live|(?:on|to|onto|into|in) (?:the )?(?:dev|development|staging|stage|test|qa|prod|production|live|cluster|servers?)\b)/i,
    ['deploy', 'push', 'publish'],
  ],
  [/^(?:run|execute|start|apply|do)\s+(?:\S+\s+){0,3}?migrations?(?![\w-])/i, ['migrate']],
  [/^(?:migrate)(?![\w-])/i, ['migrate']],
  [/^(?:(?:re-?)?(?:run|execute|start|launch)|try|boot|spin (?:\S+ ){0,3}?up|fire up)(?![\w-])/i, ['run']],
  [/^test(?![\w-])/i, ['test']],
  [/^(?:commit|check (?:\S+ ){0,3}?in|squash|amend|cherry-?pick)(?![\w-])/i, ['commit']],
  [/^(?:merge|land)(?![\w-])/i, ['commit', 'merge', 'push']],
  [/^push(?![\w-])/i, ['push', 'commit']],
  [/^(?:publish|release|cut (?:a|the) release|tag)(?![\w-])/i, ['publish']],
  [/^(?:install|upgrade|bump|downgrade)(?![\w-])/i, ['install']],
  [
    /^(?:restart|reboot|reload|bounce|stop|kill|terminate|shut (?:\S+ ){0,3}?down|(?:take|bring) (?:\S+ ){1,4}?down|recreate)(?![\w-])/i,
    ['stop'],
  ],
  [/^(?:drop|truncate|seed|reset|reseed|purge|empty)(?![\w-])/i, ['data']],
  [/^(?:send|post|reply|answer|mail|e-?mail|notify|message)(?![\w-])/i, ['send']],
]
