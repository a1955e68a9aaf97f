/** English words of constraints: what verbs and nouns stand for. Data and the expressions made of it. */
import { once } from '../../common/memo.ts'
import type { Constrained } from '../../model/session.ts'

/** What a verb does; `touch` is to change, to delete and to create at a place. */
export type Act =
  | Exclude<Constrained, 'any' | 'production' | 'delegate' | 'code' | 'amount'>
  | 'touch'
  | 'use'
  | 'make'
  | 'force_push'
  | 'reach'
  | 'upgrade'
  | 'downgrade'
  | 'format'
  | 'regenerate'
  | 'begin'

const VERBS: readonly (readonly [Act, string])[] = [
  ['run', 'run|running|execute|executing|invoke|invoking|rerun|re-run'],
  ['begin', 'start|starting|launch|launching|spin up|spinning up|bring up|bringing up|spawn|spawning'],
  [
    'change',
    'change|changing|modify|modifying|edit|editing|alter|altering|update|updating|rewrite|rewriting|overwrite|overwriting|fix|fixing|patch|patching|write to|writing to|work on|working on|work in|working in|work inside|work within|make changes to|making changes to|make any changes to|make changes in|apply changes to|mess up|hand edit|hand-edit|hand editing|hand-editing|manually edit|manually editing|rename|renaming|convert|converting|adjust|adjusting|correct|correcting|renew|renewing|refresh|refreshing',
  ],
  ['touch', 'touch|touching|mess with|messing with|tamper with|tampering with|mess around with|go near|play with'],
  [
    'delete',
    'delete|deleting|remove|removing|erase|erasing|wipe|wiping|rm|clean up|cleaning up|get rid of|getting rid of',
  ],
  [
    'create',
    'create|creating|add|adding|write|writing|generate|generating|introduce|introducing|bring in|bringing in|implement|implementing',
  ],
  ['make', 'make|making|do|doing'],
  ['read', 'read|reading|look at|looking at|look into|peek at|peeking at|cat|view|viewing|print|printing|dump|dumping'],
  ['send', 'send|sending|email|emailing|message|messaging|notify|notifying'],
  ['commit', 'commit|committing|git commit|amend|amending'],
  ['push', 'push|pushing|git push'],
  ['force_push', 'force push|force-push|force pushing|force-pushing'],
  ['install', 'install|installing|npm install|pip install|pull in|pulling in'],
  ['upgrade', 'upgrade|upgrading|bump|bumping'],
  ['downgrade', 'downgrade|downgrading|roll back|rolling back'],
  [
    'regenerate',
    'regenerate|regenerating|re-generate|re-record|re-recording|rerecord|bless|accept|accepting|record|recording',
  ],
  ['format', 'reformat|reformatting|format|formatting|prettify|auto-?format|auto-?formatting'],
  [
    'reach',
    'access|accessing|hit|hitting|contact|contacting|connect to|connecting to|go to|use the|using the|go on|browse|browsing|download|downloading|fetch|fetching|call|calling|search|searching',
  ],
  ['publish', 'publish|publishing|release|releasing|open|opening|submit|submitting|file|post|posting|tag|tagging'],
  ['merge', 'merge|merging|git merge'],
  [
    'stop',
    'stop|stopping|restart|restarting|reboot|rebooting|kill|killing|terminate|terminating|shut down|shutting down|take down|taking down|bounce|reload|reloading|scale|scaling|drain|draining|evict|evicting',
  ],
  ['data', 'drop|dropping|truncate|truncating|purge|purging|reset|resetting|seed|seeding|reseed'],
  ['deploy', 'deploy|deploying|ship|shipping|roll out|rolling out|apply|applying'],
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
  | 'snapshots'
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
  | 'service'
  | 'database'
  | 'generated'
  | 'message'
  | 'product'
  | 'branch'
  | 'agents'

const NOUNS: readonly (readonly [Noun, string])[] = [
  ['lockfile', 'lock ?files?|package-lock'],
  ['config', 'config(?:uration)?s?(?: files?)?|settings files?'],
  ['ci', 'ci(?: (?:config|pipelines?|workflows?|files?))?|workflow files?|github actions(?: workflows?)?'],
  ['migrations', '(?:db |database |schema )?migrations?(?: files?| scripts?)?'],
  [
    'tests',
    '(?:unit |integration |e2e |end-to-end |acceptance )?(?:tests?|specs?)(?: suites?| files?| cases?| code| folder| directory)?|(?:(?:test|pytest|jest|vitest|rspec|phpunit|cypress|regression) )?suite',
  ],
  ['snapshots', '(?:test |jest |recorded |stored )?snapshots?(?: files?| tests?)?|golden(?: files?|s)|baselines?'],
  ['docs', 'docs|documentation(?: files?)?|doc files?|markdown files?'],
  [
    'dependencies',
    '(?:(?:npm|pip|python|node|system|go|rust|ruby|java|js|javascript|typescript|composer|maven|gradle|cargo|runtime|dev|build|direct|module|package) )*(?:dependenc(?:y|ies)|deps)|(?:(?:npm|pip|pypi|python|node|system|composer|nuget|maven|gradle|cargo|ruby|hex|swift|apt|brew|third-party) )?(?:packages?|librar(?:y|ies)|modules?)',
  ],
  ['branch', '(?:git |remote |local |old |stale |feature |merged |protected |shared )*branch(?:es)?'],
  ['agents', '(?:parallel |background )?sub-?agents?|(?:parallel |background )agents?|(?:the )?(?:task|agent) tool'],
  ['pull_request', 'pull requests?|prs?(?![\u00c0-\u024f])|merge requests?|mrs?(?![\u00c0-\u024f])'],
  ['generated', '(?:auto-?)?generated (?:files?|code|sources?|clients?|stubs?)'],
  [
    'database',
    '(?:(?:db |database )?(?:tables?|schemas?|rows?|records?|columns?|collections?)|databases?|db|(?:existing |user |customer )?data(?: in (?:the |our )?(?:database|db))?)',
  ],
  [
    'service',
    '(?:running |docker |background |systemd |dev(?:elopment)? |web |local |api )*(?:containers?|services?|process(?:es)?|servers?|instances?|pods?|machines?|vms?|workers?)',
  ],
  ['message', '(?:slack |e-?mail )?(?:e?-?mails?|messages?|notifications?|issues?|tickets?)'],
  ['commits', '(?:git )?commits?'],
  ['build', 'builds?'],
  ['commands', '(?:shell |bash |terminal )?commands?'],
  [
    'program',
    '(?:dev(?:elopment)? )?(?:programs?|apps?|applications?|scripts?|binary|binaries|pipelines?|jobs?|daemons?)',
  ],
  ['requests', '(?:network |http |api |web |external |outgoing )*(?:requests?|calls?|access|connections?)'],
  ['network', '(?:network|internet|web|(?:external )?apis?|network access|remote servers?)'],
  ['changes', '(?:code |file |source )?(?:changes?|edits?|modifications?|adjustments)'],
  ['product', '(?:production|application|app|product|source) code|implementation'],
  ['code', '(?:existing )?code(?: ?base)?|sources?|src code'],
  [
    'files',
    '(?:source |project |code |existing |other )?(?:files?|director(?:y|ies)|folders?)|repo(?:sitory)?|project|working tree',
  ],
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
export const NAMED_PROGRAMS =
  'sudo|rm|git|docker(?:[ -]compose)?|podman|npm|yarn|pnpm|npx|bun|pip3?|pipx|uv|poetry|conda|brew|apt(?:-get)?|curl|wget|ssh|scp|rsync|sed|awk|perl|python3?|node|make|terraform|tofu|kubectl|helm|ansible(?:-playbook)?|aws|gcloud|az|psql|mysql|redis-cli|gh|glab|prettier|eslint|black|ruff|isort|gofmt|rustfmt|clang-format|webpack|vite|jest|vitest|pytest|cargo|go|gradle|mvn|composer|bundle|rake|rails|alembic|prisma|flyway|systemctl|crontab|chmod|chown|kill|pkill|grep|rg|dd|mkfs|xargs|find'

export const ADVERBS =
  '(?:ever|even|actually|automatically|yet|also|please|really|directly|try(?:ing)? to|attempt to|start to|begin to|go and|blindly|under any circumstances|at this point|under no circumstances|go ahead and|in any way)'

export const DETERMINERS =
  "(?:the|any|every|each|my|our|your|their|this|that|these|those|existing|other|actual|all|of|a|an|production|prod|more|another|new|additional|extra|current|whole|entire|single|real|original|pre-existing|public|external|third-party|to|in|under|inside|from|into|on|with|local|project'?s|whatsoever|further|existing|unnecessary|you)"

/** What may follow the object of a constraint: anything else changes what was meant. */
export const TAIL =
  /^(?:\s*(?:$|[,;:()—–]|-\s|\.(?:\s|$)|…)|\s+(?:yet|for now|now|please|at all|at this point|anywhere|for me|yourself|on your own|this time|today|again|under any|ever|here|by hand|manually|directly|in place|(?:in|to) (?:this|the|our) (?:repo|repository|project|codebase)|over the network|on the (?:cluster|server|host|machine|box|nodes?|vms?)|at this stage|right now|at the moment|for the moment|either|itself|themselves|whatsoever|even (?:if|when|though|for)|while (?:you|doing|testing|working|we|i|at it)|to make|under any|for (?:the )?(?:whole|entire|rest|next|this|now|it|anything)|with it|and|but|or|just|only|so|because|since|as|though|in this (?:session|task|step|prompt|turn)|this is|that is|they|it's|i'll|i will|i want|we|in the process|ok|okay|thanks|thank you|no matter|there|for any reason)(?![\w-]))/i

/** Heads of names that say what kind of part it is: "the billing module". */
export const PARTS =
  /^(?:modules?|packages?|components?|services?|pages?|screens?|views?|controllers?|models?|class(?:es)?|plugins?|apps?|forms?|routes?|handlers?|folders?|director(?:y|ies)|tables?|containers?|servers?|queues?|jobs?|pods?|deployments?|process(?:es)?|daemons?|units?|scripts?|files?|code|targets?|tasks?|workflows?|pipelines?|hosts?|machines?|importers?|librar(?:y|ies)|libs?|crates?|gems?|collections?|topics?|workspaces?)$/i

/** What a program has or does: it names no file, no service and no table, but for one that is called so. */
const PROPERTIES =
  'apis?|interfaces?|behaviou?rs?|signatures?|semantics|logic|outputs?|format(?:ting)?|layouts?|designs?|styles?|styling|names?|naming|order|text|wording|defaults?|types?|versions?|contracts?|functionality|look|feel|ui|ux|structure|architecture|meanings?|values?|results?|indentation|whitespace|lines?|approach|subject|topic|direction|history|branch(?:es)?|flows?|features?|functions?|methods?|variables?|parameters?|arguments?|calls?|exports?|imports?|props?|state|status|settings?|bugs?|errors?|warnings?|comments?|headers?|urls?|endpoints?|users?'
/** What names no file, no service and no table: what is said of it cannot be checked. */
export const ABSTRACT = new RegExp(
  `^(?:${PROPERTIES}|way|much|many|lot|people|rest|thing|stuff|it|them|me|him|us|that|this|there|here|one|part|parts|section|scope|goal|point|else|time|times|day|week|everything|anything|nothing|something|and|or|the|a|an|to|of|in|on|for|with|any|all|what|which|who|how|why|whether|if|because|so|too|very|more|less|unless|until|before|after|when|while|as|than|then|but|not|no|yes|ok|okay|please|now|yet|again)$`,
  'i',
)
/** "the api package", "the users table": such a word names the part that follows it. */
export const NAMED_BY_PROPERTY = `(${PROPERTIES}|web|network|build|data|messages?|docs|test(?:ing)?)\\s+(?:packages?|modules?|crates?|folders?|director(?:y|ies)|apps?|workspaces?|services?|tables?|collections?|queues?|topics?)`
