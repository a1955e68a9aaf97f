/** What a later prompt, or an answer, takes back of what an earlier one set. */

import { escaped } from '../../common/escaped.ts'
import { once } from '../../common/memo.ts'
import type { Constrained, Constraint } from '../../model/session.ts'
import { wordsOfName } from '../named-things.ts'
import { IS_LOCKFILE } from './file-names.ts'
import { foreignForgotten, foreignPermissions } from './foreign.ts'
import { opensHost, PERMITS } from './hosts.ts'
import { type Meaning, NEW_DEPENDENCIES } from './meaning.ts'
import { PATH, pathsIn } from './paths.ts'
import { INSTALLS, phraseAt } from './phrase.ts'
import { constraintsIn } from './prompt.ts'
import { looseRequest } from './requests.ts'
import { ownText, type PromptSentence, sentencesOf } from './sentences.ts'
import * as words from './triggers.ts'

/** Those of `constraints` that a later prompt leaves in force. */
export function stillHolding(constraints: readonly Constraint[], prompt: string): readonly Constraint[] {
  if (constraints.length === 0) return constraints
  const text = ownText(prompt)
  const sentences = sentencesOf(text)
  const allowed = allowedIn(sentences)
  const forgotten = sentences.flatMap(sentence => {
    const targets = foreignForgotten(sentence)
    return targets ? [targets] : []
  })
  const goes = AGREES.test(text) || sentences.some(({ text: said }) => GO_AHEAD.test(said) || STARTS.test(said))
  const forgets = sentences.some(({ text: said, question }) => !question && FORGET.test(said))
  const everything =
    forgets &&
    /\b(?:everything|all|any|those|these|my (?:earlier |previous )?(?:restrictions|limits|constraints|rules)|that|what i (?:said|told you))\s*(?:$|[,;.]|(?:i (?:said|told)|restrictions|limits|constraints|rules|earlier|before)\b)/i.test(
      text,
    )
  const again = constraintsIn(prompt, '')
  return constraints.filter(constraint => {
    // A standing order gives way to a request (isRequested), and is there again with the next prompt.
    if (constraint.source !== undefined || again.some(({ id }) => id === constraint.id)) return true
    if (everything && !again.some(({ about }) => about.some(each => constraint.about.includes(each)))) {
      if (!sentences.some(({ text: said }) => mentionsAbout(said))) return false
    }
    if (UNTIL_OK.test(constraint.text) ? goes || saysYes(prompt) : goes && isForNow(constraint)) return false
    if (
      forgets &&
      allowedBy(
        constraint,
        sentences.flatMap(sentence => mentionedIn(sentence)),
      )
    )
      return false
    if (sentences.some(sentence => namesAllowed(constraint, sentence))) return false
    if (sentences.some(sentence => opensDirectory(constraint, sentence))) return false
    if (forgotten.some(targets => targets.length === 0 || overlaps(constraint, targets))) return false
    return !allowedBy(constraint, allowed)
  })
}

/**
 * Whether a prompt answers a question about what a constraint is about with yes: for as long as that prompt is worked on. `targets`: what the
 * call is done to; of an answer that says yes to some things by name, these must be among them.
 */
export function isAgreed(constraint: Constraint, prompt: string, targets: readonly string[] = []): boolean {
  const sentences = sentencesOf(ownText(prompt))
  if (AGREES.test(prompt) || sentences.some(({ text }) => GO_AHEAD.test(text)) || saysYes(prompt)) return true
  const chosen = chosenIn(sentences)
  if (chosen.length > 0 && targets.every(target => wordsOfName(target).some(word => chosen.includes(word)))) return true
  const asked = allowedIn(sentences)
  // "all of them", "1 and 3": a choice, in answer to what was asked.
  const isChoice =
    constraint.kind === 'ask_first' && sentences.length === 1 && asked.length === 0 && CHOOSES.test(prompt.trim())
  if (isChoice && sentences.every(({ text, question }) => !question && !REFUSES.test(text))) return true
  return asked.some(
    ({ about, targets }) =>
      about.some(each => constraint.about.includes(each)) &&
      (targets.length === 0 || constraint.targets.length === 0 || overlaps(constraint, targets)),
  )
}

/** Leave to change a directory is given by its name alone: "you may change the api as well now", of a limit on `api/`. */
function opensDirectory({ targets }: Constraint, { text: said, question }: PromptSentence): boolean {
  if (question || REFUSES.test(said) || EXCEPT.test(said)) return false
  return (
    targets.length > 0 &&
    PERMITS.test(said) &&
    TO_CHANGE.test(said) &&
    targets.every(target => {
      const name = /(?:^|\/)([\w.-]{2,})\/$/.exec(target)?.[1]
      return name !== undefined && new RegExp(`(?<![\\p{L}\\w.-])${escaped(name)}(?![\\p{L}\\w])`, 'iu').test(said)
    })
  )
}

/** Whether a prompt asks for exactly what a standing order is about. */
export function isRequested(constraint: Constraint, prompt: string): boolean {
  const sentences = sentencesOf(ownText(prompt))
  if (sentences.some(sentence => namesAllowed(constraint, sentence))) return true
  return allowedIn(sentences).some(
    ({ about, targets, called }) =>
      about.some(each => constraint.about.includes(each)) &&
      (constraint.targets.length === 0 ||
        names(constraint, called) ||
        (targets.length > 0 && overlaps(constraint, targets))),
  )
}

/** An answer that begins or ends with yes, and takes nothing of it back. */
function saysYes(prompt: string): boolean {
  const [first = ''] = ownText(prompt)
    .trim()
    .split(/(?<=[.!?。])\s|\n/)
  const isYes =
    /^\s*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|fine|go|agreed|approved|absolutely|of course|ja|jo|klar|oui|d['’]accord|s[ií]|vale|claro|dale|adelante|hazlo|venga|perfecto|sim|pode|manda|avança|vai|mach(?:e?s| das| mal)?|passt|gerne|vas-y|allez|fais-le|procedi|fai|doe maar|graag|da|да|давай|ага|ок|好|可以|行|はい|うん|네|응)(?![\w-])/iu.test(
      first,
    ) || /,\s*(?:yes|ok(?:ay)?|ja|oui|s[ií]|sim|да)[.!]?\s*$/iu.test(first)
  return isYes && !REFUSES.test(first)
}

/** "The iso and the dump of March yes, the phone never": the words of those of several things that are said yes to, none where it is no such answer. */
function chosenIn(sentences: readonly PromptSentence[]): readonly string[] {
  const clauses = sentences.flatMap(({ text, question }) => (question ? [] : text.split(CLAUSE_END)))
  const named = clauses.flatMap(clause => (REFUSES.test(clause) ? [] : (YES_BEHIND.exec(clause)?.[1] ?? [])))
  return named.flatMap(wordsOfName).filter(word => word.length >= SHORTEST_WORD)
}
const CLAUSE_END = /[,;!]|(?<!\p{L})(?:but|aber|mais|pero|mas|ma|maar|но)(?!\p{L})/iu
const YES_BEHIND =
  /^\s*([^:\s][^:]{1,59}?)[\s:]+(?:yes|ok(?:ay)?|ja|oui|s[ií]|sim|да|d['’]accord|vale|claro|pode)[\s.]*$/iu
const SHORTEST_WORD = 3

/** Numbers, letters, words and names that point to what was offered. */
const CHOOSES =
  /^(?:only|just|nur|seulement|s[oó]lo|só|apenas|soltanto|alleen)\s+(?=[\w.-]*[_\d-])[\p{L}\d][\p{L}\d_.-]*|^(?:(?:just|only|take|option|number|nummer|nur|die|das|den|the|la|le|el|o|a)\s+){0,2}(?:\d+|[a-d]\b(?![\s,]+[a-z]{3})|all|both|either|any|first|second|third|last|former|latter|every(?:thing|one)|alle[sn]?|beides?|erste[sn]?|zweite[sn]?|tous|toutes|les deux|todos|todas|ambos|tutti|все|оба|全部|都|両方|전부)(?![\p{L}\w])/iu

const REFUSES =
  /\b(?:not|don['’]?t|no|never|nicht|kein\w*|ne|pas|não|niet|non)\b|(?<!\p{L})не(?!\p{L})|不|别|ないで|지 ?마/iu

/** A program or a package that was ruled out is asked for by its name. */
function namesAllowed({ about, targets, kind }: Constraint, { text, question }: PromptSentence): boolean {
  if (question || kind !== 'prohibit') return false
  const forbidsAdding = targets.includes(NEW_DEPENDENCIES)
  if (
    forbidsAdding &&
    text.split(/[,;:!]/).some(clause => PERMITS.test(clause) && MAY_ADD.test(clause) && !REFUSES.test(clause))
  )
    return true
  if (REFUSES.test(text)) return false
  if (opensHost(targets, text)) return true
  if (about.includes('any'))
    return targets.some(target => {
      const [program = '', ...more] = target.split(/\s+/)
      const last = more.at(-1)
      const word = escaped(last ?? program)
      if (last === undefined || !INSTALLS.includes(last))
        return word.length > 2 && new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i').test(text)
      // "add date-fns" does not say by what.
      return new RegExp(
        `(?:use|using|with|via|through)\\s+${escaped(program)}(?![\\w-])|(?<![\\w-])${escaped(program)}\\s+${word}(?![\\w-])`,
        'i',
      ).test(text)
    })
  return forbidsAdding && ADDS_BY_NAME.test(text)
}

const ADDS_BY_NAME =
  /\b(?:add|use|install|take|bring in|go with)\s+(?!(?:a|an|the|it|this|that|tests?|files?|docs?|comments?|types?|more|some|any|no)\b)[`'"]?[@a-z][\w./@-]+/i
/** In other languages, where leave is given: what no word of theirs looks like is a package. */
const MAY_ADD =
  /(?<!\p{L})(?:nimm|nehmen|nutze?n?|verwenden?|installier\p{L}*|einbauen|hinzufügen|ajout\p{L}*|utilis\p{L}*|install\p{L}*|prendre|prends|añad\p{L}*|agreg\p{L}*|us[aáe]r?|instal\p{L}*|adicion\p{L}*|aggiung\p{L}*|usare|gebruik\p{L}*|toevoegen|doda\p{L}*|użyj|użyć|добав\p{L}*|использ\p{L}*|постав\p{L}*|взять)\s+(?:\p{L}{1,4}\s+)?[`'"]?(?:@[\w-]+\/[\w.-]+|[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+|`[^`]+`)|[`'"]?(?:@[\w-]+\/[\w.-]+|[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+)[`'"]?\s+(?:nehmen|nutzen|verwenden|installieren|einbauen|hinzufügen|toevoegen|gebruiken)|(?:用|装|加|添加|安装|使用)\s*[`'"]?[a-z@][\w./@-]+|[a-z@][\w./@-]+\s*(?:を(?:使|追加|入れ)|(?:을|를)? ?(?:써|추가|설치|사용))/iu

/** "Until I give you the ok": any answer that begins with it is one. */
const UNTIL_OK =
  /(?<!\p{L})(?:until|till|before|bis|bevor|jusqu['’]à|avant que|hasta|até|finché|prima che|tot|totdat|пока)(?!\p{L})[^.;]*(?<!\p{L})(?:ok(?:ay)?|go(?:[- ]ahead)?|yes|grünes licht|ja|feu vert|oui|luz verde|s[ií]|visto buono|sim|akkoord|добро)(?!\p{L})/iu

/** It holds until the person says more; "never" does not. */
function isForNow({ text, kind, targets }: Constraint): boolean {
  if (words.NEVER.test(text)) return false
  return kind === 'ask_first'
    ? /\b(?:until|unless)\b/i.test(text)
    : FOR_NOW.test(text) || (targets.length === 0 && words.READ_ONLY.test(text))
}

const FOR_NOW =
  /\b(?:yet|for now|at this point|right now|at the moment|for the moment|at this stage|first|before|until|noch|erstmal|vorerst|pas encore|pour l'instant|todav[ií]a|aún|por ahora|ainda|por enquanto|ancora|per ora|nog|voorlopig)\b|пока|ещё|还|先|まだ|아직/i

const GO_AHEAD =
  /(?:^|[,.;!:]\s*|\b(?:so|and|then|now|please)\s+)(?:ok(?:ay)?|yes|yep|yeah|sure|alright|great|good|perfect|fine|looks good|lgtm|ja|oui|s[ií]|sim|да|好|はい|네)?[\s,.!]*(?:(?:please )?go ahead|go for it|do it|proceed|ship it|continue|you may (?:proceed|continue|start)|start now|mach(?: das| es)?|leg los|vas-y|adelante|hazlo|pode fazer|procedi|ga je gang|давай|继续|开始吧|進めて|진행해)(?![\w])/i

/** What was to be waited for has come: a choice, a first step. */
const STARTS =
  /^(?:(?:ok(?:ay)?|yes|good|great|fine|nice|alright|perfect)\b[\w\s]{0,20}[,.!]?\s*)?(?:(?:go|start|begin|continue|proceed) with|let['’]?s (?:go|do|start|take)|(?:take|use|i prefer|i like) (?:the )?(?:option|approach|variant|first|second|third|plan)|option \w+|(?:sounds|looks) (?:good|great|fine|reasonable)|good plan|(?:dann )?(?:fang an|nimm|mach)|start(?:e)? mit)\b/i

/** Nothing but a yes. */
const AGREES =
  /^\s*(?:(?:yes|yep|yeah|ok|okay|approved?|lgtm|looks good|sounds good|perfect|great|fine|agreed|sure|please do|do so|ja|oui|s[ií]|sim|да|好的?|可以|はい|네)[\s,.!]*){1,4}(?:to me|thanks|thank you|please)?[\s.!]*$/i

const FORGET =
  /\b(?:forget|ignore|disregard|drop|lift|cancel|scratch|never mind|nevermind)\b[^.;]{0,40}\b(?:what i (?:said|told you|wrote)|restriction|constraint|rule|limit|earlier|previous|instruction|about)\b|\b(?:no longer (?:applies|holds)|doesn't apply any ?more|changed my mind)\b/i

const mentionsAbout = (text: string): boolean => /\babout\b/i.test(text)

/** What a sentence speaks of, asked for or not. */
function mentionedIn({ text }: PromptSentence): readonly Meaning[] {
  const found: Meaning[] = []
  for (const match of text.matchAll(/(?:^|\s|,)(?=\w)/g)) {
    const phrase = phraseAt(text.slice(match.index + match[0].length), pathsIn(text).at(-1))
    if (phrase) found.push(...phrase.meanings)
  }
  const paths = pathsIn(text)
  if (/\b(?:tests?|specs?)\b/i.test(text))
    paths.length === 0 && found.push({ about: ['change', 'create', 'delete', 'test'], targets: ['tests'] })
  return [...found, ...paths.map(path => ({ about: ['change', 'create', 'delete', 'run'] as const, targets: [path] }))]
}

/** What the sentences of a prompt ask for or allow, in any language. */
function allowedIn(sentences: readonly PromptSentence[]): readonly Meaning[] {
  return sentences.flatMap((sentence, at) => {
    const before = sentences[at - 1]
    const named = before && !REFUSES.test(before.text.replace(ANSWERS_NO, '')) ? pathsIn(before.text) : []
    return [...permissionsIn(sentence, named), ...foreignPermissions(sentence, named)]
  })
}

/** "Hm no, then do it in b.ts": what was offered is refused, and something else wanted. */
const ANSWERS_NO = /^\s*(?:h+m+,?\s*)?(?:no|nope|nein|non|não|nee|нет)\s*[,.!—–-]+\s*/iu

const ASKS =
  /(?:\b(?:and|then|now|please|also|ok|okay|so|just|finally|next|afterwards|actually|alright|great|fine|well|go ahead and|feel free to|(?:you|u) (?:may|can|could|should|are (?:now )?(?:allowed|free) to)(?: now| also)?|(?:can|could|would|will) you(?: please| now| also)?|(?:it's|its|it is|that's) (?:ok|okay|fine|all right|alright) (?:to|if you)(?: now)?|i (?:want|need|would like|'d like) you to|let's|lets|time to|ready to|allowed to|you have my (?:ok|permission) to)\s+|[,;:—–-]\s*|^(?:\p{Extended_Pictographic}\uFE0F?\s*)*)(?=\w)/giu

const REFUSED =
  /(?:\b(?:not|never|without|avoid|until|before|if|when|unless|dont|no|why)|n't|n’t)(?!\w)\s*(?:\w+\s+){0,2}$/i

/** Said of a thing, not to the agent: that a limit on it is over, or that it is to be changed. */
const OPENED =
  /\b(?:no longer|not|aren['’]t|isn['’]t) (?:off[- ]limits|frozen|read-?only|restricted|forbidden|locked|protected)(?: any ?more)?|\b(?:may|can|could|should|must|needs to|has to) (?:now |also |too )?be (?:changed|edited|modified|touched|fixed|updated|adapted|rewritten|deleted)|\b(?:restriction|limit|ban|freeze|lock)s?\b.{0,40}\b(?:is|are) (?:now )?(?:lifted|gone|over|dropped)|\b(?:lift|drop|remov)\w* (?:the|my) (?:restriction|limit|ban|freeze|lock)|\b(?:is|are) (?:now )?(?:fair game|unlocked|unfrozen|(?:free|fine|ok(?:ay)?) to (?:change|edit|touch|update|be (?:changed|edited|touched|updated)))\b/i

/** "Go ahead with composer.lock": what was held back until now. */
const GO_AHEAD_WITH = once(
  () => new RegExp(`(?<!n['’]t |not |never )\\bgo\\s+(?:right\\s+)?ahead\\s+with\\s+(?:the\\s+|our\\s+)?${PATH}`, 'i'),
)

/** The same of the schema in other languages, by the word that they have for it. */
const SCHEMA = /(?<!\p{L})(?:schemas?|schéma|esquema|schemat\p{L}*|схем\p{L}*)(?!\p{L})|スキーマ|스키마|表结构/iu
const TO_CHANGE =
  /änder|anpass|modifi|chang|cambia|alterar|mudar|mexer|wijzig|aanpass|zmieni|меня|измен|прав|трога|改|変更|수정|변경/iu

const EXCEPT =
  /(?<!\p{L})(?:except|but not|au(?:ß|ss)er|salvo|excepto|exceto|sauf|tranne|behalve|oprócz|кроме)(?!\p{L})|除|以外|제외/iu

const opensSchema = (text: string): boolean =>
  !REFUSES.test(text) && !EXCEPT.test(text) && [PERMITS, SCHEMA, TO_CHANGE].every(words => words.test(text))

/** "You can change the schema now": one word for one file. */
const MAY_CHANGE =
  /(?:^|[,;:.!]\s*|\b(?:and|so|now|ok(?:ay)?|then)\s+)(?:(?:you|u) (?:may|can|are (?:now )?(?:allowed|free) to)|feel free to|go ahead and)(?: now| also)? (?:change|edit|modify|touch|update|adapt|extend) (?:the |our |my )?([\w-]+)(?: (?:file|now|again|too|as well|then))*(?=\s*(?:$|[,;:.!)–—]))/i

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/(?<![\w./-])[\w-]+(?![\w/]|\.\w)/g) ?? []

/** What a prompt asks for or allows; `before`: paths that the sentence before it named. */
function permissionsIn({ text, question }: PromptSentence, before: readonly string[] = []): readonly Meaning[] {
  const found: Meaning[] = []
  const named = pathsIn(text)
  if (!question && OPENED.test(text))
    found.push({
      about: ['change', 'create', 'delete'],
      targets: named,
      called: wordsOf(text),
    })
  const [ahead] = question ? [] : (GO_AHEAD_WITH().exec(text) ?? [])
  if (ahead !== undefined) found.push({ about: ['change', 'create', 'delete'], targets: pathsIn(ahead) })
  const open = question ? undefined : MAY_CHANGE.exec(text)?.[1]?.toLowerCase()
  if (open !== undefined)
    found.push({ about: ['change', 'create', 'delete'], targets: [], called: [open, `${open}.*`] })
  if (!question && opensSchema(text))
    found.push({ about: ['change', 'create', 'delete'], targets: [], called: ['schema', 'schema.*'] })
  const last = named.at(-1) ?? before.at(-1)
  for (const match of text.matchAll(ASKS)) {
    const at = match.index + match[0].length
    if (REFUSED.test(text.slice(0, at))) continue
    const rest = text.slice(at).replace(/^(?:now|then|also|please|again|really|finally|just)\s+/i, '')
    const phrase = phraseAt(rest, last)
    if (phrase) found.push(...phrase.meanings)
    found.push(...looseRequest(rest))
  }
  return found
}

/** A limit on named files is lifted by a request that names them; one on everything by any request of the kind. */
function allowedBy(constraint: Constraint, allowed: readonly Meaning[]): boolean {
  return allowed.some(({ about, targets, called }) => {
    if (!about.some(each => constraint.about.includes(each))) return false
    if (constraint.kind === 'only')
      return targets.some(target => !constraint.targets.some(each => isWithin(target, each)))
    // A standing order to be asked is not used up by one request.
    if (constraint.kind === 'ask_first')
      return isForNow(constraint) && (targets.length === 0 || overlaps(constraint, targets))
    if (constraint.kind === 'order') return false
    if (constraint.targets.length === 0)
      return !words.NEVER.test(constraint.text) || about.every(each => !OF_FILES.includes(each))
    return names(constraint, called) || overlaps(constraint, targets)
  })
}

/** A part of the project that the limit calls by a name, and the request too; `schema.*` is a file of that name. */
const names = ({ targets }: Constraint, called: readonly string[] | undefined): boolean =>
  targets.some(
    target =>
      called?.includes(target.toLowerCase()) ||
      called?.includes(`${/([\w-]{4,})\.\w+$/.exec(target)?.[1]?.toLowerCase() ?? ''}.*`) ||
      (IS_LOCKFILE.test(target) && called?.some(word => CALLS_LOCKFILE.test(word))),
  )

/** What people call the lockfile of any package manager. */
const CALLS_LOCKFILE = /^lock(?:-?(?:files?|datei(?:en)?))?$/i

const OF_FILES: readonly Constrained[] = ['change', 'create', 'delete']

function overlaps({ targets, about }: Constraint, asked: readonly string[]): boolean {
  if (asked.length === 0) return !about.some(each => OF_FILES.includes(each))
  if (targets.includes(NEW_DEPENDENCIES)) return true
  return asked.some(one => targets.some(target => isWithin(one, target)))
}

/** A path is meant by another, or lies below it; of a longer one its last parts may be named. */
function isWithin(named: string, target: string): boolean {
  const [a, b] = [plainPath(named), plainPath(target)]
  return (
    a === b ||
    a.startsWith(`${b}/`) ||
    b.endsWith(`/${a}`) ||
    (b === 'tests' && /(?:^|\/)tests?(?:\/|$)|[._]test\.|[._]spec\.|test_/.test(a))
  )
}

const plainPath = (path: string): string =>
  path
    .replace(/^\.\//, '')
    .replace(/\/+(?:\*+)?$/, '')
    .toLowerCase()
