/** What an English sentence of the person's sets: what not to do, what only, what not before. */
import type { Constrained } from '../../model/session.ts'
import {
  beginsTask,
  goesOnTelling,
  isAskedByOthers,
  isCaseOfProgram,
  isOnTheWork,
  OF_A_FEATURE,
  tellsBefore,
} from './addressed.ts'
import { isFileLike } from './file-names.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { activeOf, indirect, proofIn } from './indirect.ts'
import { loosePhraseAt } from './loose-phrase.ts'
import { FILE_NOUNS, grouped, type Meaning, NEW_DEPENDENCIES, namedPlaces } from './meaning.ts'
import { otherVerbsAt, verbAlone } from './other-verbs.ts'
import { PATH, pathsIn } from './paths.ts'
import { beginsWithProgram, phraseAt } from './phrase.ts'
import { spelledOut } from './plain-words.ts'
import { looseRequest } from './requests.ts'
import type { PromptSentence } from './sentences.ts'
import * as words from './triggers.ts'

export interface Around {
  /** The path that was named last. */
  readonly last: string | undefined
  /** All paths that were named before. */
  readonly named: readonly string[]
  readonly prompt: string
}

/** What a pronoun may stand for beside a path. */
const KIND_OF_FILES = /\b(?:tests|config|migrations|lockfile|docs)\b/i

/** Words without which an English sentence sets no constraint. */
const HINT =
  /\b(?:not|n't|dont|never|avoid|refrain|without|instead|rather|no|only|just|restrict|limit|confine|stick|stay|keep|ask|check|confirm|consult|wait|before|let me|leave|hands|off|read-?only|frozen|until|circumstances|my|forbidden|constrain|scope|nothing|treat|myself|whenever|if|every|each|must|except|apart|other than|but|stays?|untouched|first|show|see|use|later|approv\w*)\b|n[’']t\b/i

/** What others say is no order where the person asks whether it is so: "my roommate says you should never …, is he right?" */
const OTHERS_SAY = /\b(?:says?|said|thinks?|claims?|insists?|told me|read (?:somewhere )?that)\b/i
const IN_DOUBT = /\b(?:is|are|was|were)\s+(?:he|she|they|it|that|this)\s+(?:really\s+)?(?:right|true|correct|so)\?/i

export function englishIn({ text, question }: PromptSentence, around: Around): readonly ConstraintPhrase[] {
  if (!HINT.test(text) || (OTHERS_SAY.test(text) && IN_DOUBT.test(around.prompt))) return []
  // "Why don't you run the tests?" asks for it; a part of its own may still forbid: "Can you explain it, but don't run it?"
  const spelled = spelledOut(text.replace(/’/g, "'"))
  const inner = [...pathsIn(spelled)]
  const said = spelled.replace(
    IN_THERE,
    (_, where: string, at: number) => `${where} ${pathsIn(spelled.slice(0, at)).at(-1) ?? around.last ?? 'there'}`,
  )
  const last = inner[0] ?? KIND_OF_FILES.exec(said)?.[0].toLowerCase() ?? around.last
  const found: ConstraintPhrase[] = []
  const claimed: [number, number][] = []
  const free = (at: number) => !claimed.some(([start, end]) => at >= start && at < end)
  const each = (
    expression: RegExp,
    read: (rest: string, at: number, match: RegExpMatchArray) => readonly ConstraintPhrase[],
  ) => {
    for (const match of said.matchAll(expression)) {
      const end = match.index + match[0].length
      if (!free(end)) continue
      if (
        question &&
        /\b(?:why|how|what|when|where|who|is|are|does|should|do)\b[^,;—]*$/i.test(said.slice(0, match.index + 1))
      )
        continue
      const before = said.slice(0, match.index)
      if (isCaseOfProgram(`${before}${JOINT.exec(match[0])?.[0] ?? ''}`) || goesOnTelling(before, match[0])) continue
      const made = read(said.slice(end), match.index, match)
      if (made.length > 0) claimed.push([match.index, end + 1])
      found.push(...made)
    }
  }

  each(words.ASK_BEFORE(), (rest, at, match) =>
    NOT_ASKED.test(said.slice(0, at)) || OF_A_FEATURE.test(said) || isAskedByOthers(said.slice(0, at))
      ? []
      : askedBefore(rest, match[0], last),
  )
  each(words.SHOWN_BEFORE(), (rest, at, match) =>
    OF_A_FEATURE.test(said) || isAskedByOthers(said.slice(0, at)) || !words.SHOWN_WORK.test(match[0])
      ? []
      : kindOf('ask_first', phraseMeanings(activeOf(rest), last)),
  )
  each(words.TESTED_BEFORE(), (rest, at, match) => {
    const before = said.slice(0, at)
    const proof = isAskedByOthers(before) || /\bto\s*$/i.test(before) ? undefined : proofIn(match[0])
    return proof === undefined ? [] : kindOf('order', phraseMeanings(rest, last)).map(each => afterProof(each, proof))
  })
  each(words.BEFORE_ASK(), (rest, _at, match) => {
    if (words.ASKED_TO_KNOW.test(rest) || OF_A_FEATURE.test(said)) return []
    // "Before you edit anything tell me …": where the order begins, a comma is missing.
    const phrase = phraseAt(rest.replace(NEXT_ORDER, ', $&'), last)
    if (phrase) return words.ASKED.test(phrase.rest) ? kindOf('ask_first', grouped(phrase.meanings)) : []
    if (!words.ASKED.test(rest)) return []
    const whole = kindOf('ask_first', wholeOf(rest))
    if (whole.length > 0) return whole
    const { what } = words.ASKED_FOR_LEAVE.exec(rest)?.groups ?? {}
    const isTold = /\byou\s/i.test(match[0]) || /^[a-z]+ing\b/i.test(what ?? '')
    return what !== undefined && isTold ? askedFor(what) : []
  })
  each(words.FORBIDDING(), (rest, at) => {
    if (question && /\b(?:why|should|could|would|if|whether)\b/i.test(said.slice(0, at + 6))) return []
    // "It" is what was named last before it, "them" all of it.
    const before = pathsIn(said.slice(0, at))
    const meant = ALL_OF_THEM.test(rest) ? before : before.slice(-1)
    const all = meant.length === 0 ? [last] : meant
    return all.flatMap(each => forbidden(rest, each, [...around.named, ...inner]))
  })
  each(words.WITHOUT(), (rest, at, match) => {
    const before = said.slice(0, at).replace(/\bget (?:it|this|that) (?:to )?work(?:ing)?\b/i, '')
    if (question || words.ABOUT_THE_PRODUCT.test(before) || isOfSubject(before, match[0])) return []
    const made = forbidden(rest, last, inner).filter(each => isOfTheWay(each, before))
    return /instead|rather/i.test(match[0]) ? made.filter(({ targets }) => targets.some(isKept)) : made
  })
  each(words.NO_NOUN(), (rest, at, match) =>
    tellsBefore(said.slice(0, at)) || (/^\s*with\b/i.test(match[0]) && !beginsTask(said)) ? [] : noNoun(rest),
  )
  each(words.ONLY(), (rest, at, match) =>
    (/\bjust\b/i.test(match[0]) && /^(?:update|alter|write to)/i.test(rest)) || tellsBefore(said.slice(0, at))
      ? []
      : scope(rest),
  )
  each(words.ONLY_AFTER(), rest => scope(`change ${rest}`))
  each(words.CONFINED(), (rest, at, match) =>
    isJoined(said.slice(0, at)) ||
    (/^(?:keep|stay|stick|scope)/i.test(match[0]) &&
      !/\b(?:changes|edits|yourself|work|within|stick|inside)\b/i.test(match[0]))
      ? []
      : scope(`change ${rest}`),
  )
  each(words.LEFT_ALONE_AFTER(), (rest, at) =>
    isJoined(said.slice(0, at)) ? [] : prohibitionsIn(`touch ${rest}`, last),
  )
  each(words.LEAVE(), (rest, at) => {
    const found = leftAlone(rest, [...around.named, ...inner])
    return TRANSFORMS.test(said.slice(0, at)) && !OF_PARTS.test(rest) ? found.filter(isOnTheWork) : found
  })
  if (!question) found.push(...offLimits(said))
  if (found.length === 0 && !question)
    found.push(...indirect(said, last).filter(each => !isContrast(each, said, around.prompt)))
  if (
    /(?:,|\band\b|\bbut\b|;|—)\s*nothing else\b/i.test(said) &&
    inner.length > 0 &&
    looseRequest(said)[0]?.about.includes('change')
  )
    found.push({ kind: 'only', about: ['change', 'create', 'delete'], targets: [...new Set(inner)] })
  if (found.length === 0 && !question && words.READ_ONLY.test(said) && !words.WANTS_CHANGE.test(around.prompt))
    found.push({ kind: 'prohibit', about: ['change', 'create', 'delete'], targets: [] })
  return found
}

/** "Anything in there": in the directory that was named. */
const IN_THERE =
  /(?<=\b(?:anything|nothing|files?|code|stuff|things|edit|change|write|touch)\s)(in|inside|under)\s+(?:there|it)(?![\w-])/gi

const NEXT_ORDER = /(?<=\w)\s+(?=(?:please\s+)?(?:tell|show|ask|let|check\s+with|ping)\s+(?:me|us)\b)/i
const ALL_OF_THEM = /^\w+\s+(?:them|these|those)(?![\w-])/i

/** What joins a clause to the one before it. */
const JOINT = /^\s*[,:;(—–-]+\s*/

/** "Don't ask me before …": whoever says so wants not to be asked. */
const NOT_ASKED =
  /(?:\bnot|n[’']t|\bnever|\bwithout|\bno need to|\bno longer|\bstop|\bneedless to|\bforgot to|\bannoying when you)\s+(?:\w+\s+){0,4}$/i

/** It does not do what it should: "the hook not running on Windows". */
const isOfSubject = (before: string, trigger: string): boolean =>
  /\bnot\b/i.test(trigger) && before.trim() !== '' && !/[,;:—–(]\s*$|\b(?:but|and|while|please)\s*$/i.test(before)

/** "Without" says how the work is to be done, or how a program is to do its own: "add a reload without restarting the server". */
function isOfTheWay(phrase: ConstraintPhrase, before: string): boolean {
  const isProgram =
    /\b(?:add|make|implement|lets?|makes|support|allow|enable|create|steps|repro|start the|builds?|renders?|compile|mode)\b[^,;]*$/i.test(
      before,
    )
  if (phrase.targets.some(target => isKept(target) || isFileLike(target))) return true
  if (isProgram) return phrase.targets.length > 0 && isOnTheWork(phrase)
  return isOnTheWork(phrase) || phrase.about.includes('change')
}

/** It is no clause of its own: "the rate limit in src/rate.ts", "enemies keep away from fire". */
const isJoined = (before: string): boolean =>
  before.trim() !== '' &&
  !/(?:[,;:—–(!-]|\b(?:and|but|so|please|also|just|then|ok|should|must|can|may|to|you))\s*$/i.test(before)

/** What is done to values: "trim whitespace but keep newlines intact". */
const TRANSFORMS =
  /\b(?:trim|sort|escape|unescape|encode|decode|strip|convert|copy|hash|parse|format|compress|minify|normali[sz]e|saniti[sz]e|serialize|replace|round|sum|map|filter|split|join|merge|cast|if|on|when|gitattributes)\b/i

/** What kind of part it is follows the name: "the billing module". */
const OF_PARTS =
  /\b(?:modules?|packages?|components?|services?|pages?|screens?|controllers?|models?|class(?:es)?|plugins?|apps?|folders?|director(?:y|ies)|tables?|containers?|servers?|queues?|jobs?|pods?|scripts?|files?|workflows?|pipelines?|hosts?|machines?|importers?|workspaces?)\s+(?:alone|untouched|unchanged|as|exactly|strictly|completely|intact)/i

/** What is kept when the code is to be mended instead. */
const isKept = (target: string): boolean => ['tests', 'snapshots', 'config', 'lockfile'].includes(target)

function kindOf(kind: ConstraintPhrase['kind'], meanings: readonly Meaning[]): readonly ConstraintPhrase[] {
  return meanings.map(meaning => ({ kind, ...meaning }))
}

function phraseMeanings(rest: string, last: string | undefined): readonly Meaning[] {
  const phrase = phraseAt(rest, last)
  return phrase ? grouped(phrase.meanings) : []
}

function wholeMeanings(rest: string, last: string | undefined): readonly Meaning[] {
  const read = phraseMeanings(rest, last)
  return read.length > 0 ? read : wholeOf(rest)
}

/** What reaches others as a whole, whatever it is that goes there: "posting anything in the channel". */
function wholeOf(rest: string): readonly Meaning[] {
  const about = WHOLE.find(([verb]) => verb.test(rest))?.[1]
  const [clause = ''] = rest.split(/[,;]/, 1)
  return about ? [{ about, targets: about.includes('publish') ? namedPlaces(clause) : [] }] : []
}

const WHOLE: readonly (readonly [RegExp, readonly Constrained[]])[] = [
  [/^post(?:ing)?\b/i, ['publish', 'send']],
  [/^(?:publish|releas|upload)(?:e|ing)?\b(?! (?:the |a |any )?(?:locks?|memory|mutex|handles?))/i, ['publish']],
  [/^(?:send|mail|e-?mail|messag)(?:e|ing)?\b/i, ['send']],
  [/^(?:deploy|ship|roll)(?:ping|ing)?\b/i, ['deploy']],
  [/^merg(?:e|ing)\b/i, ['merge']],
]

function afterProof(found: ConstraintPhrase, proof: string): ConstraintPhrase {
  return { ...found, kind: 'order', targets: [...found.targets, proof] }
}

function forbidden(rest: string, last: string | undefined, named: readonly string[]): readonly ConstraintPhrase[] {
  if (AS_ROOT.test(rest)) return [{ kind: 'prohibit', about: ['any'], targets: ['sudo'] }]
  // "never terraform apply": a command stands where a verb would.
  const phrase = phraseAt(rest, last) ?? (beginsWithProgram(rest) ? phraseAt(`run ${rest}`, last) : undefined)
  if (!phrase) return otherwiseForbidden(rest)
  const meanings = grouped(phrase.meanings)
  if (phrase.except) return [{ kind: 'only', about: ofFilesOnly(meanings), targets: phrase.except }]
  if (phrase.others) return theOthers(meanings, [...new Set(named)])
  if (words.UNTIL_TESTED.test(phrase.rest))
    return kindOf('order', meanings).map(each => afterProof(each, words.TESTS_PASS))
  if (words.UNTIL_TOLD.test(phrase.rest)) return kindOf('ask_first', meanings)
  return words.CONDITION.test(phrase.rest) ? [] : kindOf('prohibit', meanings)
}

/** "Don't touch the other files": only those that were named may be; "the other tests" leaves all that is no test. */
function theOthers(meanings: readonly Meaning[], named: readonly string[]): readonly ConstraintPhrase[] {
  if (named.length === 0) return []
  if (meanings.every(({ targets }) => targets.length > 0))
    return kindOf('prohibit', meanings).map(each => ({ ...each, except: named }))
  return [{ kind: 'only', about: ofFilesOnly(meanings), targets: named }]
}

function askedBefore(rest: string, asking: string, last: string | undefined): readonly ConstraintPhrase[] {
  const known = kindOf('ask_first', wholeMeanings(rest, last))
  return known.length > 0 || !words.ASKS_THE_PERSON.test(asking) ? known : askedFor(rest)
}

/** "Run anything as root": by what it would be done. */
const AS_ROOT = /^(?:run|execute|do|start)\b[^,;.]{0,40}\bas (?:root|administrator|superuser)\b/i

/** "Before you restart anything ask me"; "before you flash it", "before flashing": also by a verb that no list has. */
function askedFor(what: string): readonly ConstraintPhrase[] {
  const known = kindOf('ask_first', phraseMeanings(what, undefined))
  if (known.length > 0) return known
  const alone = verbAlone(what)
  const verbs = otherVerbsAt(what)?.verbs ?? (alone === undefined ? [] : [alone])
  const targets = [...new Set(verbs.flatMap(stemsOf))].map(verb => `${words.DOES}${verb}`)
  return targets.length === 0 ? [] : [{ kind: 'ask_first', about: ['any'], targets }]
}

/** "flashing" is to flash, "rebasing" to rebase, "tagging" to tag. */
function stemsOf(verb: string): readonly string[] {
  const stem = /^(\w{3,})ing$/.exec(verb)?.[1]
  return stem === undefined ? [verb] : [stem, `${stem}e`, stem.replace(/(\w)\1$/, '$1')]
}

function otherwiseForbidden(text: string): readonly ConstraintPhrase[] {
  const found = otherVerbsAt(text)
  if (!found) return looselyForbidden(text)
  if (words.UNTIL_TESTED.test(found.rest)) return []
  const isAsked = words.UNTIL_TOLD.test(found.rest)
  if (!isAsked && words.CONDITION.test(found.rest)) return []
  const targets = found.verbs.map(verb => `${words.DOES}${verb}`)
  return [{ kind: isAsked ? 'ask_first' : 'prohibit', about: ['any'], targets }]
}

/** By the name of what it is not to be done to. */
function looselyForbidden(text: string): readonly ConstraintPhrase[] {
  const phrase = loosePhraseAt(text)
  if (!phrase) return []
  if (words.UNTIL_TOLD.test(phrase.rest)) return kindOf('ask_first', phrase.meanings)
  return /^\s*(?:if|when|unless|until|till|before)\b/i.test(phrase.rest) ? [] : kindOf('prohibit', phrase.meanings)
}

const ofFilesOnly = (meanings: readonly Meaning[]): readonly Constrained[] => [
  ...new Set(meanings.flatMap(({ about }) => about)),
]

function noNoun(rest: string): readonly ConstraintPhrase[] {
  if (
    /^(?:changes?|edits?|tests?|files?|errors?)\s+(?:were|was|are|is|needed|required|necessary|have|has|should be (?:needed|necessary))\b/i.test(
      rest,
    )
  )
    return []
  const act =
    /^(?:new |additional |extra |more )*(?:dependenc|packages?|librar|deps|(?:modules?|crates?|gems?|jars?) (?:in|to) (?:the )?`?(?:go\.mod|Cargo\.|Gemfile|package\.json|pom\.|build\.gradle))/i.test(
      rest,
    )
      ? 'add'
      : /^(?:new |additional |extra |more )(?:files|tests|docs)|^(?:docs|documentation|markdown)\b/i.test(rest)
        ? 'create'
        : /^(?:network|internet|web)(?! ?(?:interface|card|address))/i.test(rest)
          ? 'access'
          : /^(?:commits?|(?:code |file |other )*(?:changes|edits|modifications)|prs?|pull requests?|(?:network|http|api|external) (?:calls|requests)|code)\b/i.test(
                rest,
              )
            ? 'make'
            : /^(?:install|push|commit|deploy|publish|modify|chang|edit|delet|runn)\w*ing\b/i.test(rest)
              ? ''
              : undefined
  if (act === undefined) return actNoun(rest)
  if (act === 'make' && /^code\b(?! changes| edits| modif)/i.test(rest))
    return forbidden(`write ${rest}`, undefined, [])
  return forbidden(`${act} ${rest}`.trim(), undefined, [])
}

/** "no pushes", "no installs". */
function actNoun(rest: string): readonly ConstraintPhrase[] {
  const found =
    /^(push(?:es|ing)?|deploys?|deployments?|deploying|migrations?|migrating|installs|installing|installations?|publishing|releases|deletions?|deletes)(?=\s*(?:$|[,;:.)]|(?:yet|please|for now|at all|and|or|before|until)\b))/i.exec(
      rest,
    )
  const about = found && ACT_NOUNS.find(([start]) => found[0].toLowerCase().startsWith(start))?.[1]
  return about ? [{ kind: 'prohibit', about: [about], targets: [] }] : []
}

const ACT_NOUNS: readonly (readonly [string, Constrained])[] = [
  ['push', 'push'],
  ['deploy', 'deploy'],
  ['migrat', 'migrate'],
  ['install', 'install'],
  ['publish', 'publish'],
  ['release', 'publish'],
  ['delet', 'delete'],
]

/** Only what names files can be held: a cache or a disk is none. A case in which something is changed is no limit on it. */
function scope(rest: string): readonly ConstraintPhrase[] {
  const phrase = phraseAt(rest)
  if (!phrase || words.CONDITION.test(phrase.rest)) return []
  const isPart = OF_A_PART.test(rest)
  const named = phrase.meanings.flatMap(meaning => meaning.targets)
  const targets = named.filter(target => !RUN_TIME.test(target) && (isPart || isFileLike(target) || isKind(target)))
  if (targets.length < named.length) return []
  const about = phrase.meanings.flatMap(meaning => meaning.about)
  if (targets.length === 0 || !about.includes('change') || targets.includes(NEW_DEPENDENCIES)) return []
  return [{ kind: 'only', about: ['change', 'create', 'delete'], targets: [...new Set(targets)] }]
}

const OF_A_PART =
  /\b(?:modules?|packages?|components?|services?|apps?|crates?|folders?|director(?:y|ies)|plugins?|workspaces?|pages?|screens?|scripts?)\b/i
/** Places that a program writes to. */
const RUN_TIME = /^\/(?:tmp|dev|var|api|proc|run)\b/
const isKind = (target: string): boolean =>
  FILE_NOUNS.some(noun => noun === target) || /^(?:s?css|styles?|html|sql|proto)$/i.test(target)

function prohibitionsIn(rest: string, last: string | undefined): readonly ConstraintPhrase[] {
  const phrase = phraseAt(rest, last)
  return phrase ? kindOf('prohibit', grouped(phrase.meanings)) : []
}

/** All that there is, or all but what was named; "the rest of the checks" are no more than checks. */
const ALL_ELSE =
  /^(?:everything|all|anything|(?:the rest|all other|other|the other)(?!\s+(?:of\s+)?(?:the\s+|my\s+|our\s+)?(?!(?:files?|code|codebase|repo(?:sitory)?|project|things?|stuff|modules?|packages?|folders?|director(?:y|ies)|parts?|sources?|as|alone|is|untouched|app|it|them|this)\b)\w))\b/i

/** "leave src/legacy alone", "leave everything else as it is". */
function leftAlone(rest: string, named: readonly string[]): readonly ConstraintPhrase[] {
  const end = words.AS_IT_IS().exec(rest)
  if (!end || end.index > 120) return []
  const object = rest.slice(0, end.index)
  if (ALL_ELSE.test(object)) {
    if (!/\b(?:else|rest|other)\b/i.test(object))
      return [{ kind: 'prohibit', about: ['change', 'create', 'delete'], targets: [] }]
    return named.length > 0
      ? [{ kind: 'only', about: ['change', 'create', 'delete'], targets: [...new Set(named)] }]
      : []
  }
  const found = prohibitionsIn(`touch ${object}`, named.at(-1))
  if (found.length > 0) return found
  const paths = pathsIn(object)
  return paths.length > 0
    ? [{ kind: 'prohibit', about: ['change', 'delete', 'create'], targets: paths }]
    : kindOf('prohibit', loosePhraseAt(`touch ${object}`)?.meanings ?? [])
}

/** "src/legacy is off limits". */
function offLimits(text: string): readonly ConstraintPhrase[] {
  const found: ConstraintPhrase[] = []
  // Where a path is named, that is what is meant.
  const names =
    pathsIn(text).length > 0
      ? ''
      : "|[a-z][\\w-]+(?=\\s+(?:modules?|packages?|services?|components?|apps?|scripts?|workspaces?)\\s)|[a-z][\\w-]*(?:'s)? config(?:uration)?(?: files?)?"
  const subject = new RegExp(
    `(?:^|[,;:(]\\s*|\\b(?:the|in|under|and|that|but)\\s+)(${PATH}${names}|tests?|test files|lock ?file|migrations)(?=\\s)`,
    'gi',
  )
  for (const match of text.matchAll(subject)) {
    const [, subjectOf = ''] = match
    // "The behaviour of the tests has to stay the same" leaves their files free.
    if (/\bof(?:\s+the)?\s*$/i.test(text.slice(0, match.index + match[0].length - subjectOf.length))) continue
    const rest = text.slice(match.index + match[0].length)
    const config = /^(?!(?:the|our|my|this|that|all|any)\s)([\w-]+)(?:'s)? config/i.exec(subjectOf)
    const [is] = words.IS_OFF.exec(rest) ?? []
    if (is === undefined || !STAYS_SO.test(rest.slice(is.length)) || isMember(subjectOf)) continue
    if (config)
      found.push({ kind: 'prohibit', about: ['change', 'delete', 'create'], targets: [`${config[1]} config`] })
    else found.push(...prohibitionsIn(`touch ${subjectOf}`, undefined))
  }
  return found
}

/** No more is said than that: not by whom or in which place a program may not change it. */
const STAYS_SO =
  /^\s*(?:$|[,;:.!)–—]|-\s|(?:for (?:you|now|agents|this)|until|till|please|so|and|but|because|as|since|by (?:hand|you)|unless|in this|without|at all|either|anymore|ever)(?![\w-]))/i
/** A field, and not a file: `createdAt`, `user.id`. */
const isMember = (name: string): boolean => /^`|\./.test(name) && !isFileLike(name.replace(/^[`"'@]+|[`"']+$/g, ''))

/** "fix the game, not the tests" says what is to be fixed; where tests are asked for, it keeps nobody from them. */
function isContrast({ targets }: ConstraintPhrase, said: string, prompt: string): boolean {
  return (
    targets.length === 1 &&
    targets[0] === 'tests' &&
    /\bnot (?:the |any |our )?(?:tests?|specs?)/i.test(said) &&
    /\b(?:re-?enable|enable|un-?skip|add|write|extend|switch (?:\w+ )?on|bring back|restore|cover)\b[^.;]{0,60}\b(?:tests?|specs?|them|cases?)\b|\b(?:it\.skip|xit|skipped)\b/i.test(
      prompt,
    )
  )
}
