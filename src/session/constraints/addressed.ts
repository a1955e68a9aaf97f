/** Whether English words are an order to the agent about its own work, or tell what a program does, should do or did. */

import { once } from '../../common/memo.ts'
import type { Constrained } from '../../model/session.ts'
import { isFileLike } from './file-names.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { DATABASE, FILE_NOUNS } from './meaning.ts'

/** Verbs that a task begins with. */
const TASKS =
  'add|adapt|adjust|align|analy[sz]e|apply|audit|backport|benchmark|bisect|build|bump|call|change|check|clean|clone|combine|commit|compare|compile|complete|configure|connect|continue|convert|copy|correct|count|cover|create|cut|debug|define|delete|deploy|describe|design|detect|diagnose|do|document|download|draft|edit|enable|ensure|estimate|evaluate|examine|execute|explain|explore|export|extend|extract|fetch|figure|fill|filter|find|finish|fix|follow|format|generate|get|give|go|group|handle|help|hide|identify|implement|import|improve|increase|insert|inspect|install|integrate|investigate|keep|let|limit|link|lint|list|load|locate|look|lower|make|measure|merge|migrate|mock|modify|monitor|move|open|optimi[sz]e|parse|patch|pin|plan|polish|port|prepare|print|profile|propose|provide|publish|pull|push|put|query|raise|read|rebase|rebuild|reduce|refactor|remove|rename|render|reorder|repair|replace|report|reproduce|research|reset|resolve|restart|restore|restructure|return|review|revert|rewrite|roll|run|save|scan|search|see|send|set|setup|show|simplify|skip|sort|speed|split|stage|start|stop|structure|style|suggest|summari[sz]e|support|switch|sync|take|tell|test|tidy|trace|track|translate|trim|try|tune|turn|type|unify|undo|uninstall|update|upgrade|upload|use|validate|verify|watch|wire|work|wrap|write'
const TASK = once(
  () =>
    new RegExp(
      `^(?:(?:please|pls|now|then|just|also|first|next|and|ok|okay|hey|hi|so|again|always|only|never|don't|do not|can you|could you|would you|will you|you (?:can|may|should|must)|i (?:want|need|'d like|would like) you to|let's|we (?:need|have) to)[\\s,]+)*(?:${TASKS})\\b(?!\\s+(?:is|are|was|were|has|have|fails?|failed|works?|shows?|hangs?|crashes)\\b)`,
      'i',
    ),
)

/** A subject with its verb: "jobs get stuck", "the importer should parse", "we fetch", "there is a model". */
const SUBJECT = once(
  () =>
    /(?:^|[.:;]\s*)(?:(?:when|if|because|since|as|but|and|so|currently|right now|today|sometimes)\s+)*(?:(?:i|we|they|he|she|it|there|this|that|these|those|nobody|everybody|people)(?:'\w+)?\s+(?:\w+\s+){0,2}?\w+|(?:(?:the|a|an|our|my|some|all|most|each|every|its|their)\s+)?(?:[\w/.'-]+\s+){1,4}?(?:is|are|was|were|has|have|had|does|do|did|can|could|should|must|needs?|will|would|may|might|get|gets|got|show|shows|return|returns|start|starts|stay|stays|fail|fails|fetch|fetches|look|looks|use|uses|open|opens|pull|pulls|flush|work|works|run|runs|crash|crashes|hang|hangs|keep|keeps|exit|exits)\b)/i,
)

/** A task for the agent begins the text. */
export const beginsTask = (text: string): boolean => TASK().test(text)

/** What a person says of their work and not of the program's: what comes behind may be an order. */
const OF_THE_WORK =
  /^(?:ok|okay|yes|no|thanks|great|perfect|nice|i (?:want|need|'d like|would like|think|said|told|prefer|'m|am|just|already|will|'ll|have|'ve)|we (?:need|want|should|must|have to|are|'re|use|only|don't|do not|can|could)|you\b|this (?:is|repo|project|branch)|it(?:'s| is) (?:a |the )?(?:fine|ok|okay|enough|shared|live|prod\w*|important|production|read)|that(?:'s| is) (?:fine|ok|enough)|(?:the |our |my )?(?:repo|branch|tests?|ci|build|deploy|release|db|database|prod\w*|staging|cluster|server|host|board|migration|schema|customer|client|team|colleagues?|others?)\b)/i

/** The clause that a connective continues: what stands before it in the sentence. */
const lastClause = (before: string): string =>
  before
    .split(/[.;:—–(]\s/)
    .at(-1)
    ?.trim() ?? ''

/**
 * A clause with a subject of its own goes on behind "and", "but", "so", "then" or "or": "workers pull jobs and never push". Behind a comma
 * it may be an order again, unless a program was spoken of: "workers pull jobs, never push", but "we use pnpm, never npm".
 */
export function goesOnTelling(before: string, trigger: string): boolean {
  const clause = lastClause(before)
  if (clause === '' || TASK().test(clause) || YOU_MAY.test(clause) || !SUBJECT().test(clause)) return false
  const byComma = /^\s*[,;:(—–-]|^[\w\s]*,/.test(trigger) || /,\s*$/.test(before)
  if (!byComma)
    return !/^(?:i|we) (?:just |only |really )?(?:want|need|'d like|would like|should|must|have to)\b/i.test(clause)
  return /\bnever\b/i.test(trigger) && !OF_THE_WORK.test(clause)
}

/** "You can have a look around, but …": the agent is spoken to. */
const YOU_MAY = /^you\s+(?:can|may|could|are\s+(?:free|welcome|allowed)\s+to)\s/i

/** "I need my stash, so git stash is forbidden": what follows from the work is an order. */
export const followsFromWork = (before: string, said: string): boolean =>
  /^\s*(?:[,;–—-]\s*)?so\b/i.test(said) && /^i\b/i.test(lastClause(before)) && OF_THE_WORK.test(lastClause(before))

/** A case of the program: "if the user is a guest, …", "on error, …", "in safe mode, …", "with --check, …", "`--no-push`: …". */
const CASE =
  /^\s*(?:(?:if|when|whenever|once|while)\s+(?!.*\b(?:you(?:'re|r)?|claude)\b)(?!(?:it|this|that|they|something|anything|(?:the |a |any |some )?(?:tests?|ci|build|lint\w*|check|compil\w*|migration|schema|command|deploy\w*|merge|push|file|script|dependenc\w*|package|type\w*)s?)\s)|on (?:error|failure|conflict|timeout|click|success|exit|save|submit|startup|shutdown)\b|(?:in|during)\s+(?:the\s+)?[\w-]+(?:-|\s)(?:mode|view|state)\b|with\s+`?--\w|`?--[\w-]+`?\s*:|(?:a |the |new |add (?:an )?)*(?:flags?|options?|feature flag|dry[- ]run|(?:[\w-]+ )?mode|requirement|ac|expected|actual|scope|non-?goals?|rbac|roles?|permissions?|tiers?|game design|branch protection|ruleset|tagline|marketing copy|steps? to reproduce|repro|known issues|user story|(?:\w+ )?(?:lifecycle|rule|controller|iframes?))\s*(?:`[^`]*`\s*)?(?:off\s*)?:|as an?\s+\w+,?\s+i\b|(?:locked|demo|kiosk|guest|offline|maintenance|read-only|sandboxed)\s+(?:mode|accounts?|users?|iframes?|documents?)\b)/i
const WRITTEN =
  'checkbox|toggle|button|setting|banner|tooltip|label|hint|message|text|haiku|poem|post|article|blog|talk|agents\\.md|claude\\.md|instructions|hook|rule|protection|empty state|alias|flags?|options?|mode|readme|docs?|comment'
/** What the text behind the colon, or in the rest of the sentence, is for: to be shown, translated, written down. */
const AUTHORED = once(
  () =>
    new RegExp(
      `^\\s*(?:(?:translate|rename|print|display|show|label|title|text|give the talk|change the (?:\\w+ (?:to|label)|label|title|text|message))\\b[^:]{0,60}:|(?:add|create|write|improve|draft|generate|put|set(?: up)?)\\b[^:]{0,80}\\b(?:${WRITTEN})\\b(?:[^:]{0,60}:|(?:\\s+[\\w.]+){0,2}(?:\\s-\\s|\\s\\(|,\\s)|\\s+on why\\b))|^[^:]{0,40}\\b(?:text|label|title|tagline|copy|banner|setting|state|tooltip|message|help|ruleset|bot|initcontainers)\\b[^:]{0,30}:`,
      'i',
    ),
)

/** Behind such words nothing is said to the agent. `before` is what of the sentence stands before the limit, with what joins the two. */
export const isCaseOfProgram = (before: string): boolean =>
  (CASE.test(before) && !TO_THE_PERSON.test(before)) || AUTHORED().test(`${before} `)
/** "If the snapshot is outdated tell me, …": a case of the work. */
const TO_THE_PERSON = /\b(?:tell|ask|let|show|come to|ping|warn)\s+me\b/i

/** A statement stands before it, which "no changes" or "nothing gets deployed" goes on: "there is a model but no migrations". */
export function tellsBefore(before: string): boolean {
  const clause = lastClause(before)
  return (
    clause !== '' &&
    !TASK().test(clause) &&
    !NEEDS.test(clause) &&
    !YOU_MAY.test(clause) &&
    (SUBJECT().test(clause) || NOW.test(clause))
  )
}
const NEEDS =
  /^(?:i|we) (?:just |only |really )?(?:want|need|'d like|would like|should|must|have to)\b|^(?:ok|okay|yes|no|thanks|great|please)\b/i
const NOW = /^(?:currently|right now|so far|today|still|already|error|release notes|diff|actual\b|expected\b)/i

/** Words of something that a person sees in the product, or of the role that they have there. */
export const OF_A_FEATURE =
  /\bas an? [\w-]+,? i\b|— as an? |\bas an (?:author|editor|admin)\b|\b(?:screens?|modal|dialog|popup|toast|in the app|to the cms|in slack|slack message)\b/i

/** A program that is to be written, or a list of what it is to do: what follows is mostly about that. */
const WRITES_PROGRAM =
  /\b(?:write|build|create|make|implement|code|develop|design|need|want)\s+(?:me\s+|us\s+)?(?:a|an|the|some)\s+(?:[\w.-]+\s+){0,3}?(?:script|cli|tool|bot|hook|app|application|extension|plugin|program|function|wrapper|daemon|installer|game|pwa|website|page|service worker|copilot|assistant|agent|cron ?job|pipeline|workflow|alias|library|class|component|importer|exporter|migration tool|backup|action|syncer|crawler|scraper)\b|^(?:requirements?|spec(?:ification)?|acceptance criteria|features?|known issues|game design|user story|(?:comments|notes) from \w[\w ]{0,60})[ \t]*(?::[ \t]*)?$/im

/** What programs do themselves, and the agent's work seldom is: without a file that is named it may as well be about the program. */
const AT_RUN_TIME: ReadonlySet<Constrained> = new Set([
  'delete',
  'change',
  'create',
  'data',
  'send',
  'network',
  'stop',
  'read',
])

/** A limit is on the work and not on what a program does: on commits, dependencies, deployments, or on files that are named. */
export function isOnTheWork({ about, targets }: Pick<ConstraintPhrase, 'about' | 'targets'>): boolean {
  if (!about.some(each => AT_RUN_TIME.has(each))) return true
  return targets.length > 0 && targets.every(target => isPartOfProject(target))
}

const isPartOfProject = (target: string): boolean =>
  target === DATABASE || FILE_NOUNS.some(noun => noun === target) || isFileLike(target)

/** A prompt that asks for a program to be written. */
export const writesProgram = (prompt: string): boolean => WRITES_PROGRAM.test(prompt)

/** Somebody or something else is to ask, to show or to check: "have the installer ask before …", "the bot must always ask". */
const OTHERS_ASK =
  /\b(?:have|make|let|get|lets?|helps?)\s+(?:(?:the|a|an|our|my|us|it|users?)\s+)?[\w-]*\s*$|\b(?:should|must|to|will|shall|can|could|would|does|did|might|may|always|and|then|it|they|users?|dialog|app|prompt|modal|bot|hook|agent|system|action|alias|pipeline|workflow|wrapper|vim|zsh)\s*$/i
const OWN_TO =
  /\b(?:you (?:should|must|will|can|need to|have to|always|are to)|(?:want|need|like|ask|told|expect) you to|remember to|be sure to|make sure to|don't forget to|please always|always|also|and|then|first)\s*$/i

/** Who asks is not the agent. `before` ends where the asking begins. */
export function isAskedByOthers(before: string): boolean {
  if (isCaseOfProgram(before)) return true
  if (before.trim() === '') return false
  if (OWN_TO.test(before)) return SUBJECT().test(before) && !/\byou\b/i.test(before) && !TASK().test(before)
  return OTHERS_ASK.test(before) || /\b(?:as an?\s+\w+\s+i|people|users?|customers?|managers?)\b/i.test(before)
}
