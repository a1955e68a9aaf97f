/** English words of constraints: what verbs and nouns stand for. Data and the expressions made of it. */
import { once } from '../../memo.ts'
import type { Constrained } from '../model.ts'

/** What a verb does; `touch` is to change, to delete and to create at a place. */
export type Act = Exclude<Constrained, 'any'> | 'touch' | 'use' | 'make' | 'force_push' | 'reach'

const VERBS: readonly (readonly [Act, string])[] = [
  ['run', 'run|running|execute|executing|start|starting|launch|launching|invoke|invoking|rerun|re-run'],
  [
    'change',
    'change|changing|modify|modifying|edit|editing|alter|altering|update|updating|rewrite|rewriting|refactor|refactoring|reformat|reformatting|rename|renaming|overwrite|overwriting|fix|fixing|write to|writing to|work on|working on|make changes to|making changes to|make any changes to|make changes in|apply changes to|mess up|adjust|adjusting|correct|correcting',
  ],
  ['touch', 'touch|touching|mess with|messing with|tamper with|tampering with|mess around with|go near|play with'],
  ['delete', 'delete|deleting|remove|removing|erase|erasing|wipe|wiping|rm|clean up|cleaning up'],
  [
    'create',
    'create|creating|add|adding|write|writing|generate|generating|introduce|introducing|implement|implementing',
  ],
  ['make', 'make|making'],
  ['commit', 'commit|committing|git commit|amend|amending'],
  ['push', 'push|pushing|git push'],
  ['force_push', 'force push|force-push|force pushing|force-pushing'],
  ['install', 'install|installing|npm install|pip install|upgrade|upgrading|bump|bumping|pull in|pulling in'],
  [
    'reach',
    'access|accessing|hit|hitting|contact|contacting|connect to|connecting to|go to|use the|using the|go on|browse|browsing|download|downloading|fetch|fetching|call|calling|search|searching',
  ],
  ['publish', 'publish|publishing|release|releasing|open|opening|submit|submitting|file|post|posting'],
  ['deploy', 'deploy|deploying|ship|shipping|roll out|rolling out'],
  ['migrate', 'migrate|migrating|apply migrations|applying migrations'],
  ['use', 'use|using'],
]

/** What a noun stands for. */
export type Noun =
  | 'pronoun'
  | 'all'
  | 'files'
  | 'code'
  | 'changes'
  | 'tests'
  | 'config'
  | 'docs'
  | 'dependencies'
  | 'lockfile'
  | 'migrations'
  | 'ci'
  | 'program'
  | 'build'
  | 'commands'
  | 'network'
  | 'requests'
  | 'commits'
  | 'pull_request'

const NOUNS: readonly (readonly [Noun, string])[] = [
  ['lockfile', 'lock ?files?|package-lock'],
  ['config', 'config(?:uration)?s?(?: files?)?|settings files?'],
  ['ci', 'ci(?: (?:config|pipelines?|workflows?|files?))?|workflow files?|github actions(?: workflows?)?'],
  ['migrations', '(?:db |database |schema )?migrations?(?: files?| scripts?)?'],
  [
    'tests',
    '(?:unit |integration |e2e |end-to-end |acceptance )?(?:tests?|specs?)(?: suites?| files?| cases?| code| folder| directory)?|snapshots?',
  ],
  ['docs', 'docs|documentation|doc files'],
  [
    'dependencies',
    '(?:npm |pip |python |node |system )?(?:dependenc(?:y|ies)|deps|packages?|librar(?:y|ies)|modules?)',
  ],
  ['pull_request', 'pull requests?|prs?|merge requests?|mrs?'],
  ['commits', 'commits?'],
  ['build', 'builds?'],
  ['commands', '(?:shell |bash |terminal )?commands?'],
  [
    'program',
    '(?:dev(?:elopment)? )?(?:programs?|apps?|applications?|servers?|scripts?|binary|binaries|services?|pipelines?|jobs?|daemons?)',
  ],
  ['requests', '(?:network |http |api |web |external |outgoing )*(?:requests?|calls?|access|connections?)'],
  ['network', '(?:network|internet|web|external apis?|network access|remote servers?)'],
  ['changes', '(?:code |file |source )?(?:changes?|edits?|modifications?|adjustments)'],
  ['code', '(?:source |production )?code(?: ?base)?|sources?|implementation|src code'],
  ['files', '(?:source |project |code )?(?:files?|director(?:y|ies)|folders?)|repo(?:sitory)?|project|working tree'],
  ['all', 'anything|nothing|something|everything|any ?thing|stuff|things?'],
  ['pronoun', 'it|this|that|them|these|those|one|any'],
]

const byLength = (list: readonly (readonly [unknown, string])[]): string =>
  list
    .flatMap(([, words]) => words.split('|'))
    .sort((a, b) => b.length - a.length)
    .join('|')

const acts = once(() => new Map(VERBS.flatMap(([act, words]) => words.split('|').map(word => [word, act] as const))))
const nounTests = once(() => NOUNS.map(([noun, words]) => [noun, new RegExp(`^(?:${words})$`, 'i')] as const))

/** Sources of expressions, not anchored. */
export const VERB = `(?:${byLength(VERBS)})`
export const NOUN = `(?:${NOUNS.map(([, words]) => words).join('|')})`

export function actOf(verb: string): Act | undefined {
  return acts().get(verb.toLowerCase().replace(/\s+/g, ' '))
}

export function nounOf(words: string): Noun | undefined {
  return nounTests().find(([, test]) => test.test(words))?.[0]
}

/** Programs that "don't use …" may name without marks. */
export const NAMED_PROGRAMS = 'sudo|rm|git|docker|npm|yarn|pnpm|npx|pip|brew|curl|wget|sed|make'

export const ADVERBS =
  '(?:ever|even|actually|automatically|yet|also|please|really|directly|try(?:ing)? to|attempt to|start to|begin to|go and|blindly|under any circumstances|at this point|under no circumstances|go ahead and|in any way)'

export const DETERMINERS =
  "(?:the|any|my|our|your|their|this|that|these|those|existing|other|actual|all|of|a|an|production|prod|more|new|additional|extra|current|whole|entire|single|real|original|pre-existing|public|external|third-party|to|in|under|inside|from|into|on|with|local|project'?s|whatsoever|further|existing|unnecessary|you)"

/** What may follow the object of a constraint: anything else changes what was meant. */
export const TAIL =
  /^(?:\s*(?:$|[,;:()—–]|-\s|\.(?:\s|$)|…)|\s+(?:yet|for now|now|please|at all|at this point|anywhere|for me|yourself|on your own|this time|today|again|under any|ever|here|at this stage|right now|at the moment|for the moment|either|whatsoever|and|but|or|just|only|so|because|since|as|though|in this (?:session|task|step|prompt|turn)|this is|that is|they|it's|i'll|i will|i want|we|in the process|ok|okay|thanks|thank you|no matter|there|for any reason)(?![\w-]))/i
