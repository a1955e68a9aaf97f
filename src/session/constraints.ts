/** Limits that the person sets in a prompt: what not to do, what only to do, what to ask about first. */
import { redact } from '../redact.ts'
import { sha256 } from '../store/sha256.ts'
import { type Found, foreignConstraints, foreignPermissions } from './constraints/foreign.ts'
import { type Meaning, NEW_DEPENDENCIES } from './constraints/meaning.ts'
import { grouped, PATH, phraseAt } from './constraints/phrase.ts'
import { ownText, type Sentence, sentencesOf } from './constraints/sentences.ts'
import * as words from './constraints/triggers.ts'
import type { Constrained, Constraint } from './model.ts'

/** A prompt sets at most so many. */
const MOST = 20
const MOST_TEXT = 300

/** The constraints that a prompt of the person's sets, in the order of its words. */
export function constraintsIn(prompt: string, promptId: string): readonly Constraint[] {
  const text = ownText(prompt)
  const found: Constraint[] = []
  let last: string | undefined
  const named: string[] = []
  for (const sentence of sentencesOf(text)) {
    const read = [...englishIn(sentence, { last, named, prompt: text }), ...foreignConstraints(sentence)]
    for (const each of read) {
      const made = constraintOf(each, sentence.text, promptId)
      if (!found.some(({ id }) => id === made.id)) found.push(made)
    }
    const paths = pathsIn(sentence.text)
    named.push(...paths)
    last = paths.at(-1) ?? last
  }
  return found.slice(0, MOST)
}

function constraintOf({ kind, about, targets }: Found, sentence: string, prompt_id: string): Constraint {
  const text = redact(sentence).slice(0, MOST_TEXT)
  const id = sha256([kind, text.toLowerCase(), ...about, ...targets].join('|')).slice(0, 12)
  return { id, kind, text, about, targets, prompt_id }
}

interface Around {
  /** The path that was named last. */
  readonly last: string | undefined
  /** All paths that were named before. */
  readonly named: readonly string[]
  readonly prompt: string
}

function pathsIn(text: string): readonly string[] {
  const found = text.match(new RegExp(`(?<![\\w./:-])${PATH}(?=$|[\\s,;:.)!?])`, 'gi')) ?? []
  return found
    .map(path => path.replace(/^[`"'@]+|[`"']+$/g, ''))
    .filter(path => !/\s/.test(path) && !/^(?:and|or|e\.g|i\.e)/.test(path))
}

/** Words without which an English sentence sets no constraint. */
const HINT =
  /\b(?:not|n't|dont|never|avoid|refrain|without|instead|rather|no|only|just|restrict|limit|confine|stick|stay|keep|ask|check|confirm|consult|wait|before|let me|leave|hands|off|read-?only|frozen|until|circumstances|my|forbidden|constrain|scope|nothing|treat)\b|n[’']t\b/i

function englishIn({ text, question }: Sentence, around: Around): readonly Found[] {
  if (!HINT.test(text)) return []
  // "Why don't you run the tests?" asks for it; a part of its own may still forbid: "Can you explain it, but don't run it?"
  const said = text.replace(/’/g, "'")
  const inner = [...pathsIn(said)]
  const last = inner[0] ?? around.last
  const found: Found[] = []
  const claimed: [number, number][] = []
  const free = (at: number) => !claimed.some(([start, end]) => at >= start && at < end)
  const each = (expression: RegExp, read: (rest: string, at: number, match: RegExpMatchArray) => readonly Found[]) => {
    for (const match of said.matchAll(expression)) {
      const end = match.index + match[0].length
      if (!free(end)) continue
      if (
        question &&
        /\b(?:why|how|what|when|where|who|is|are|does|should|do)\b[^,;—]*$/i.test(said.slice(0, match.index + 1))
      )
        continue
      const made = read(said.slice(end), match.index, match)
      if (made.length > 0) claimed.push([match.index, end + 1])
      found.push(...made)
    }
  }

  each(words.ASK_BEFORE(), (rest, at, match) =>
    isAskingOthers(said.slice(0, at), match[0]) ? [] : kindOf('ask_first', phraseMeanings(rest, last)),
  )
  each(words.TESTED_BEFORE(), rest => kindOf('order', phraseMeanings(rest, last)).map(afterTests))
  each(words.BEFORE_ASK(), rest => {
    const phrase = phraseAt(rest, last)
    return phrase && words.ASKED.test(phrase.rest) ? kindOf('ask_first', grouped(phrase.meanings)) : []
  })
  each(words.FORBIDDING(), (rest, at) => {
    if (question && /\b(?:why|should|could|would|if|whether)\b/i.test(said.slice(0, at + 6))) return []
    return forbidden(rest, last, [...around.named, ...inner])
  })
  each(words.WITHOUT(), (rest, at) =>
    words.ABOUT_THE_PRODUCT.test(said.slice(0, at).replace(/\bget (?:it|this|that) (?:to )?work(?:ing)?\b/i, '')) ||
    question
      ? []
      : forbidden(rest, last, inner),
  )
  each(words.NO_NOUN(), rest => noNoun(rest))
  each(words.ONLY(), rest => scope(rest))
  each(words.ONLY_AFTER(), rest => scope(`change ${rest}`))
  each(words.CONFINED(), (rest, _at, match) =>
    /^(?:keep|stay|stick|scope)/i.test(match[0]) &&
    !/\b(?:changes|edits|yourself|work|within|stick|inside)\b/i.test(match[0])
      ? []
      : scope(`change ${rest}`),
  )
  each(words.LEFT_ALONE_AFTER(), rest => keptMeanings(`touch ${rest}`, last))
  each(words.LEAVE(), rest => leftAlone(rest, [...around.named, ...inner]))
  found.push(...offLimits(said))
  if (
    /(?:,|\band\b|\bbut\b|;|—)\s*nothing else\b/i.test(said) &&
    inner.length > 0 &&
    looseRequest(said)[0]?.about.includes('change')
  )
    found.push({ kind: 'only', about: ['change', 'create', 'delete'], targets: [...new Set(inner)] })
  if (found.length === 0 && words.READ_ONLY.test(said) && !words.WANTS_CHANGE.test(around.prompt))
    found.push({ kind: 'prohibit', about: ['change', 'create', 'delete'], targets: [] })
  return found
}

const isAskingOthers = (before: string, trigger: string): boolean =>
  /^(?:ask|confirm|check)(?:\s+first)?[\s,]+(?:before|prior)/i.test(trigger)
    ? /\b(?:should|must|to|will|does|did|it|users?|dialog|app|prompt|can|would)\s*$/i.test(before)
    : /\b(?:app|program|script|dialog|it|cli|server|tool)\s+(?:should|must|to|will)\s*$/i.test(before)

function kindOf(kind: Found['kind'], meanings: readonly Meaning[]): readonly Found[] {
  return meanings.map(meaning => ({ kind, ...meaning }))
}

function phraseMeanings(rest: string, last: string | undefined): readonly Meaning[] {
  const phrase = phraseAt(rest, last)
  return phrase ? grouped(phrase.meanings) : []
}

function afterTests(found: Found): Found {
  return { ...found, kind: 'order', targets: [...found.targets, words.TESTS_PASS] }
}

function forbidden(rest: string, last: string | undefined, named: readonly string[]): readonly Found[] {
  const phrase = phraseAt(rest, last)
  if (!phrase) return []
  const meanings = grouped(phrase.meanings)
  if (phrase.except) return [{ kind: 'only', about: ofFilesOnly(meanings), targets: phrase.except }]
  if (phrase.others)
    return named.length > 0 ? [{ kind: 'only', about: ofFilesOnly(meanings), targets: [...new Set(named)] }] : []
  if (words.UNTIL_TESTED.test(phrase.rest)) return kindOf('order', meanings).map(afterTests)
  if (words.UNTIL_TOLD.test(phrase.rest)) return kindOf('ask_first', meanings)
  return words.CONDITION.test(phrase.rest) ? [] : kindOf('prohibit', meanings)
}

const ofFilesOnly = (meanings: readonly Meaning[]): readonly Constrained[] => [
  ...new Set(meanings.flatMap(({ about }) => about)),
]

function noNoun(rest: string): readonly Found[] {
  if (
    /^(?:changes?|edits?|tests?|files?|errors?)\s+(?:were|was|are|is|needed|required|necessary|have|has|should be (?:needed|necessary))\b/i.test(
      rest,
    )
  )
    return []
  const act = /^(?:new |additional |extra |more )*(?:dependenc|packages?|librar|deps)/i.test(rest)
    ? 'add'
    : /^(?:new |additional |extra |more )(?:files|tests|docs)/i.test(rest)
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
function actNoun(rest: string): readonly Found[] {
  const found =
    /^(pushes|pushing|deploys|deployments?|deploying|installs|installing|installations?|publishing|releases|deletions?|deletes)(?=\s*(?:$|[,;:.)]|(?:yet|please|for now|at all|and|or)\b))/i.exec(
      rest,
    )
  const about = found && ACT_NOUNS.find(([start]) => found[0].toLowerCase().startsWith(start))?.[1]
  return about ? [{ kind: 'prohibit', about: [about], targets: [] }] : []
}

const ACT_NOUNS: readonly (readonly [string, Constrained])[] = [
  ['push', 'push'],
  ['deploy', 'deploy'],
  ['install', 'install'],
  ['publish', 'publish'],
  ['release', 'publish'],
  ['delet', 'delete'],
]

/** Only what names files can be held. */
function scope(rest: string): readonly Found[] {
  const phrase = phraseAt(rest)
  if (!phrase) return []
  const targets = phrase.meanings.flatMap(meaning => meaning.targets)
  const about = phrase.meanings.flatMap(meaning => meaning.about)
  if (targets.length === 0 || !about.includes('change') || targets.includes(NEW_DEPENDENCIES)) return []
  return [{ kind: 'only', about: ['change', 'create', 'delete'], targets: [...new Set(targets)] }]
}

function keptMeanings(rest: string, last: string | undefined): readonly Found[] {
  const phrase = phraseAt(rest, last)
  return phrase ? kindOf('prohibit', grouped(phrase.meanings)) : []
}

/** "leave src/legacy alone", "leave everything else as it is". */
function leftAlone(rest: string, named: readonly string[]): readonly Found[] {
  const end = words.AS_IT_IS().exec(rest)
  if (!end || end.index > 120) return []
  const object = rest.slice(0, end.index)
  if (/^(?:everything|all|anything|the rest|all other|other|the other)\b/i.test(object)) {
    if (!/\b(?:else|rest|other)\b/i.test(object))
      return [{ kind: 'prohibit', about: ['change', 'create', 'delete'], targets: [] }]
    return named.length > 0
      ? [{ kind: 'only', about: ['change', 'create', 'delete'], targets: [...new Set(named)] }]
      : []
  }
  return keptMeanings(`touch ${object}`, named.at(-1))
}

/** "src/legacy is off limits". */
function offLimits(text: string): readonly Found[] {
  const found: Found[] = []
  const subject = new RegExp(
    `(?:^|[,;:(]\\s*|\\b(?:the|in|under|and|that|but)\\s+)(${PATH}|tests?|test files|lock ?file|migrations)(?=\\s)`,
    'gi',
  )
  for (const match of text.matchAll(subject)) {
    const rest = text.slice(match.index + match[0].length)
    if (words.IS_OFF.test(rest)) found.push(...keptMeanings(`touch ${match[1]}`, undefined))
  }
  return found
}

/** Those of `constraints` that a later prompt leaves in force. */
export function stillHolding(constraints: readonly Constraint[], prompt: string): readonly Constraint[] {
  if (constraints.length === 0) return constraints
  const text = ownText(prompt)
  const sentences = sentencesOf(text)
  const allowed = sentences.flatMap(sentence => [...permissionsIn(sentence), ...foreignPermissions(sentence)])
  const goes = AGREES.test(text) || sentences.some(({ text: said }) => GO_AHEAD.test(said))
  const forgets = sentences.some(({ text: said, question }) => !question && FORGET.test(said))
  const everything =
    forgets &&
    /\b(?:everything|all|any|those|these|my (?:earlier |previous )?(?:restrictions|limits|constraints|rules)|that|what i (?:said|told you))\s*(?:$|[,;.]|(?:i (?:said|told)|restrictions|limits|constraints|rules|earlier|before)\b)/i.test(
      text,
    )
  const again = constraintsIn(prompt, '')
  return constraints.filter(constraint => {
    if (again.some(({ id }) => id === constraint.id)) return true
    if (everything && !again.some(({ about }) => about.some(each => constraint.about.includes(each)))) {
      if (!sentences.some(({ text: said }) => mentionsAbout(said))) return false
    }
    if (goes && isForNow(constraint)) return false
    if (
      forgets &&
      allowedBy(
        constraint,
        sentences.flatMap(sentence => mentionedIn(sentence)),
      )
    )
      return false
    return !allowedBy(constraint, allowed)
  })
}

/** Whether a prompt answers a question about what a constraint is about with yes: for as long as that prompt is worked on. */
export function isAgreed(constraint: Constraint, prompt: string): boolean {
  const sentences = sentencesOf(ownText(prompt))
  if (AGREES.test(prompt) || sentences.some(({ text }) => GO_AHEAD.test(text))) return true
  return sentences
    .flatMap(sentence => [...permissionsIn(sentence), ...foreignPermissions(sentence)])
    .some(
      ({ about, targets }) =>
        about.some(each => constraint.about.includes(each)) &&
        (targets.length === 0 || constraint.targets.length === 0 || overlaps(constraint, targets)),
    )
}

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
  /^(?:ok(?:ay)?|yes|yep|yeah|sure|alright|great|good|perfect|fine|looks good|lgtm|ja|oui|s[ií]|sim|да|好|はい|네)?[\s,.!]*(?:(?:please )?go ahead|go for it|do it|proceed|ship it|continue|you may (?:proceed|continue|start)|start now|mach(?: das| es)?|leg los|vas-y|adelante|hazlo|pode fazer|procedi|ga je gang|давай|继续|开始吧|進めて|진행해)(?![\w])/i

/** Nothing but a yes. */
const AGREES =
  /^\s*(?:(?:yes|yep|yeah|ok|okay|approved?|lgtm|looks good|sounds good|perfect|great|fine|agreed|sure|please do|do so|ja|oui|s[ií]|sim|да|好的?|可以|はい|네)[\s,.!]*){1,4}(?:to me|thanks|thank you|please)?[\s.!]*$/i

const FORGET =
  /\b(?:forget|ignore|disregard|drop|lift|cancel|scratch|never mind|nevermind)\b[^.;]{0,40}\b(?:what i (?:said|told you|wrote)|restriction|constraint|rule|limit|earlier|previous|instruction|about)\b|\b(?:no longer (?:applies|holds)|doesn't apply any ?more|changed my mind)\b/i

const mentionsAbout = (text: string): boolean => /\babout\b/i.test(text)

/** What a sentence speaks of, asked for or not. */
function mentionedIn({ text }: Sentence): readonly Meaning[] {
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

const ASKS =
  /(?:\b(?:and|then|now|please|also|ok|okay|so|just|finally|next|afterwards|go ahead and|feel free to|(?:you|u) (?:may|can|could|should|are (?:now )?(?:allowed|free) to)(?: now| also)?|(?:can|could|would|will) you(?: please| now| also)?|(?:it's|its|it is|that's) (?:ok|okay|fine|all right|alright) (?:to|if you)(?: now)?|i (?:want|need|would like|'d like) you to|let's|lets|time to|ready to|allowed to|you have my (?:ok|permission) to)\s+|[,;:—–-]\s*|^)(?=\w)/gi

const REFUSED =
  /(?:\b(?:not|never|without|avoid|until|before|if|when|unless|dont|no|why)|n't|n’t)(?!\w)\s*(?:\w+\s+){0,2}$/i

/** What a prompt asks for or allows. */
function permissionsIn({ text }: Sentence): readonly Meaning[] {
  const found: Meaning[] = []
  const last = pathsIn(text).at(-1)
  for (const match of text.matchAll(ASKS)) {
    const at = match.index + match[0].length
    if (REFUSED.test(text.slice(0, at))) continue
    const rest = text.slice(at).replace(/^(?:now|then|also|please|again|really|finally|just)\s+/i, '')
    const phrase = phraseAt(rest, last)
    if (phrase) found.push(...phrase.meanings)
    else found.push(...looseRequest(rest))
  }
  return found
}

/** A request is understood more loosely than a limit: "implement the retry logic in src/x.ts" asks for a change. */
function looseRequest(rest: string): readonly Meaning[] {
  const verb =
    /^(fix|implement|change|modify|edit|update|refactor|rewrite|write|add|create|apply|make|remove|delete|rename|clean|improve|adapt|adjust|extend|replace|move)(?![\w-])/i.exec(
      rest,
    )
  if (verb) {
    const kinds: Constrained[] = /^(?:remove|delete|clean|move)/i.test(verb[0])
      ? ['delete', 'change']
      : ['change', 'create']
    const clause = rest.split(/[,;]|\bbut\b/, 1)[0] ?? ''
    const paths = pathsIn(clause)
    const tests =
      /\b(?:tests?|specs?)\b(?!\s+(?:pass|fail|run|work))/i.test(clause) &&
      !/\b(?:so|that|until|make)\b[^,]*\btests?\b/i.test(clause)
        ? ['tests']
        : []
    const targets = [...paths, ...tests]
    const installs = /\b(?:dependenc|package|library)/i.test(clause) && /^(?:add|update)/i.test(verb[0])
    return [{ about: kinds, targets }, ...(installs ? [{ about: ['install'] as const, targets: [] }] : [])]
  }
  const act = /^(run|execute|start|test|commit|push|deploy|publish|release|install|migrate|merge)(?![\w-])/i
    .exec(rest)?.[1]
    ?.toLowerCase()
  const about = act && LOOSE[act]
  const tests = about?.includes('run') && /\btests?\b/i.test(rest.slice(0, 40))
  return about ? [{ about: tests ? ['test'] : about, targets: [] }] : []
}

const LOOSE: Readonly<Record<string, readonly Constrained[]>> = {
  run: ['run'],
  execute: ['run'],
  start: ['run'],
  test: ['test'],
  commit: ['commit'],
  merge: ['commit'],
  push: ['push'],
  deploy: ['deploy'],
  publish: ['publish'],
  release: ['publish'],
  install: ['install'],
  migrate: ['migrate'],
}

/** A limit on named files is lifted by a request that names them; one on everything by any request of the kind. */
function allowedBy(constraint: Constraint, allowed: readonly Meaning[]): boolean {
  return allowed.some(({ about, targets }) => {
    if (!about.some(each => constraint.about.includes(each))) return false
    if (constraint.kind === 'only')
      return targets.length > 0 && targets.some(target => !constraint.targets.includes(target))
    // A standing order to be asked is not used up by one request.
    if (constraint.kind === 'ask_first')
      return isForNow(constraint) && (targets.length === 0 || overlaps(constraint, targets))
    if (constraint.kind === 'order') return false
    if (constraint.targets.length === 0)
      return !words.NEVER.test(constraint.text) || about.every(each => !OF_FILES.includes(each))
    return overlaps(constraint, targets)
  })
}

const OF_FILES: readonly Constrained[] = ['change', 'create', 'delete']

function overlaps({ targets, about }: Constraint, asked: readonly string[]): boolean {
  if (asked.length === 0) return !about.some(each => OF_FILES.includes(each))
  const plain = (path: string) =>
    path
      .replace(/^\.\//, '')
      .replace(/\/+(?:\*+)?$/, '')
      .toLowerCase()
  if (targets.includes(NEW_DEPENDENCIES)) return true
  return asked.some(one =>
    targets.some(target => {
      const [a, b] = [plain(one), plain(target)]
      return (
        a === b ||
        a.startsWith(`${b}/`) ||
        b.endsWith(`/${a}`) ||
        (b === 'tests' && /(?:^|\/)tests?(?:\/|$)|[._]test\.|[._]spec\.|test_/.test(a))
      )
    }),
  )
}
