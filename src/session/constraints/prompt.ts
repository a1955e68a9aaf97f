/** Limits that the person sets in a prompt: what not to do, what only to do, what to ask about first. */

import { sha256 } from '../../common/digest.ts'
import { redact } from '../../content/redact/redact.ts'
import type { Constrained, Constraint } from '../../model/session.ts'
import { isOnTheWork, writesProgram } from './addressed.ts'
import { onCode } from './code/limits.ts'
import { type ConstraintPhrase, foreignConstraints } from './foreign.ts'
import { atPlaces } from './hosts.ts'
import { nothingElse } from './nothing-else.ts'
import { orderWithin } from './parts-of-sentences.ts'
import { pathsIn } from './paths.ts'
import { inPlainWords, spelledOut } from './plain-words.ts'
import { lookOnlyIn } from './read-only.ts'
import { rephrased } from './rephrased/index.ts'
import { ownText, type PromptSentence, sentencesOf } from './sentences.ts'
import { type Around, englishIn } from './setting.ts'
import { inEnvironment } from './states.ts'
import { DOES } from './triggers.ts'

/** A prompt sets at most so many. */
const MOST = 20
const MOST_TEXT = 300

/** The constraints that a prompt of the person's sets, in the order of its words. */
export function constraintsIn(
  prompt: string,
  promptId: string,
  inEnglish = isEnglish(ownText(prompt)),
): readonly Constraint[] {
  const text = ownText(prompt)
  const found: Constraint[] = []
  let last: string | undefined
  const named: string[] = []
  for (const sentence of sentencesOf(text)) {
    const around = { last, named, prompt: text, inEnglish }
    const said = readSentence(sentence, around)
    const plain =
      said.length > 0 ? said : readSentence({ ...sentence, text: inPlainWords(sentence.text, text) }, around)
    const other = sentence.question || !plain.every(isByVerb) ? [] : readRephrased(sentence, around)
    const known = other.length > 0 ? other : plain.length > 0 ? plain : readPart(sentence, around)
    const read = known.length > 0 ? known : readByName(sentence, around)
    const inCode = sentence.question || read.some(({ about }) => about.includes('code')) ? [] : onCode(sentence.text)
    for (const each of [...read, ...inCode]) {
      const made = constraintOf(each, sentence.text, promptId)
      if (!found.some(({ id }) => id === made.id)) found.push(made)
    }
    const paths = pathsIn(sentence.text)
    named.push(...paths)
    last = paths.at(-1) ?? last
  }
  const orders = sentencesOf(text).filter(sentence => ordersToRun(sentence.text)).length > 0
  const stated = orders ? found.filter(each => !isNothingToRun(each)) : found
  // "Only change docs/, leave the code alone": what is left alone is all the rest.
  const kept = stated.filter(
    each => !isOnEverything(each) || !stated.some(({ kind, text: said }) => kind === 'only' && said === each.text),
  )
  return kept
    .slice(0, MOST)
    .map(each =>
      withTestsFirst(withWanted(withLiveSystem(toRegistry(ofPipeline(withAntecedent(each, text))), text), text), text),
    )
}

/** "… and run them", to Claude: not "I run them", nor "don't run them". */
function ordersToRun(sentence: string): boolean {
  return /(?:^|[,;:]\s*|\b(?:and|then|please|to)\s+)(?:run|execute)\s+(?:them|it|these|those|this|(?:the|all|your|its)\s+\w+)\b/i.test(
    sentence.replace(/\b(?:i|we|they|you|he|she)\b[^.,;]*?\b(?:run|execute)\b/gi, ' ').replace(NOT_RUN, ' '),
  )
}

const NOT_RUN = /(?:n['’]t|\b(?:not|never|without|no need to))\b[^.;]*/gi

/** Where the same prompt orders that something is run, "nothing is to be executed" can only mean: nothing else. */
function isNothingToRun({ kind, about, targets, text }: Constraint): boolean {
  return kind === 'prohibit' && about.join() === 'run' && targets.length === 0 && /^nothing\b/i.test(text)
}

/** Nothing is known of it but the verb: "discard my changes". */
const isByVerb = ({ targets }: ConstraintPhrase): boolean =>
  targets.length > 0 && targets.every(target => target.startsWith(DOES))

/** A limit on changes of whatever there is. */
const isOnEverything = ({ kind, about, targets }: ConstraintPhrase): boolean =>
  kind === 'prohibit' && targets.length === 0 && about.includes('change')

/** An order that stands in a sentence which asks or tells something. */
function readPart(
  { text, question }: PromptSentence,
  around: Around & { readonly inEnglish: boolean },
): readonly ConstraintPhrase[] {
  const part = orderWithin(text, question)
  return part === undefined ? [] : readSentence({ text: part, question: false }, around)
}

/** "The primary (db-rw)": what it is, and its name behind. */
const NAMED_BEHIND =
  /(?<!\p{L})(?:(?:the|our|my|la|el|los|las|le|les|il|lo|os|as|der|die|das|den|dem|het)\s+)?(?:\p{L}[\p{L}-]*\s+)?(?:primary|replica|master|leader|database|db|server|cluster|instance|namespace|bucket|account|project|branch|primaria|primario|réplica|base|servidor|serveur|datenbank|instanz|instancia|instância|projekt|proyecto|projet|banco)\s\(((?=[\w.-]*[-_.\d]\w)[\w.-]*\w)\)/giu

/** Read again where nothing was: with the name of a thing in the place of what it is. */
function readByName(
  sentence: PromptSentence,
  around: Around & { readonly inEnglish: boolean },
): readonly ConstraintPhrase[] {
  const text = sentence.question ? sentence.text : sentence.text.replace(NAMED_BEHIND, '$1')
  if (text === sentence.text) return []
  const named = { ...sentence, text }
  const read = readSentence(named, around)
  return read.length > 0 ? read : readRephrased(named, around)
}

/** The same in the words of an order. */
function readRephrased(
  sentence: PromptSentence,
  around: Around & { readonly inEnglish: boolean },
): readonly ConstraintPhrase[] {
  return rephrased(spelledOut(sentence.text)).flatMap(text =>
    readSentence({ text, question: false }, { ...around, inEnglish: true }),
  )
}

function readSentence(
  sentence: PromptSentence,
  around: Around & { readonly inEnglish: boolean },
): readonly ConstraintPhrase[] {
  const alone = sentence.question ? undefined : nothingElse(sentence.text, around.last, around.prompt)
  if (alone && alone.length > 0) return alone
  const looked = sentence.question ? undefined : lookOnlyIn(sentence.text)
  if (looked) return [...readSentence({ ...sentence, text: looked.rest }, around), ...looked.phrases]
  // What English shares with other languages, such as "no", is English in an English text.
  const isForeign = !around.inEnglish || /[^\p{ASCII}\p{P}\p{S}\s]/u.test(sentence.text)
  const read = [...englishIn(sentence, around), ...(isForeign ? foreignConstraints(sentence, around.last) : [])]
  // "Fix the login, nothing else" does not forbid the fix.
  const said = alone ? read.filter(each => !isOnEverything(each)) : read
  const kept = writesProgram(around.prompt) ? said.filter(each => each.kind === 'only' || isOnTheWork(each)) : said
  return kept.map(phrase => inEnvironment(atPlaces(phrase, sentence.text), sentence.text))
}

const ENGLISH =
  /\b(?:the|this|that|these|those|with|without|from|and|never|when|your|you|should|must|always|not|before|after|which|what|are|please|only|does|don['’]t)\b/gi

/** Words that only English has are among its words all the time. */
export function isEnglish(text: string): boolean {
  const words = text.split(/\s+/).length
  const found = text.match(ENGLISH)?.length ?? 0
  return found >= 2 && found * 25 >= words
}

/** What "it" stands for that is not to be run or applied: the migration that was asked for. */
function withAntecedent(constraint: Constraint, text: string): Constraint {
  const { about, targets, text: said } = constraint
  const [only, ...more] = about
  if (more.length > 0 || targets.length > 0 || (only !== 'run' && only !== 'deploy') || !PRONOUN.test(said))
    return constraint
  const meant: readonly Constrained[] = [
    ...(/\bmigration/i.test(text) ? (['migrate'] as const) : []),
    ...(/\b(?:sql|quer(?:y|ies)|statements?)\b/i.test(text) ? (['data'] as const) : []),
  ]
  return meant.length === 0 ? constraint : { ...constraint, about: [...about, ...meant] }
}

/** Images of containers are pushed as well, and not by git: "pushing it to the registry is not for you". */
function toRegistry(constraint: Constraint): Constraint {
  const isPush = constraint.about.join() === 'push' && constraint.targets.length === 0
  return isPush && TO_REGISTRY.test(constraint.text) ? { ...constraint, about: ['publish'] } : constraint
}

/** "Don't rerun the pipeline": it runs elsewhere, and what is run here is another matter. */
function ofPipeline(constraint: Constraint): Constraint {
  const { about, targets, text } = constraint
  const isRun = about.join() === 'run' && targets.length === 0
  const isStarted = targets.length > 0 && targets.every(target => STARTS_PIPELINE.test(target))
  return (isRun || isStarted) && PIPELINE.test(text)
    ? { ...constraint, about: ['any'], targets: [`${DOES}pipeline`] }
    : constraint
}

const PIPELINE = /(?<!\p{L})(?:pipelines?|workflows?)(?!\p{L})|流水线|パイプライン|пайплайн/iu
const STARTS_PIPELINE = new RegExp(`^${DOES}(?:re-?)?(?:trigger|run|start|try)$`)

const TO_REGISTRY =
  /\bpush\w*\s(?:[\w./:-]+\s){0,4}?(?:to|into|zu|in|auf|vers|a|al|para)\s(?:(?:the|our|any|die|den|le|la|el|il|o|unsere)\s)?(?:[\w-]+\s)?(?:registry|registries|docker\s?hub|ghcr|ecr|gcr|quay|harbor|artifactory|nexus)\b/i

const PRONOUN = /\b(?:it|them|this|that|these|those)\b/i

/** Where a system that runs is spoken of, "change nothing" is about that as well, and not about files alone. */
function withLiveSystem(constraint: Constraint, text: string): Constraint {
  const { kind, about, targets } = constraint
  const isAll =
    (kind === 'prohibit' || kind === 'ask_first') &&
    targets.length === 0 &&
    about.includes('change') &&
    about.includes('create')
  if (!isAll || !LIVE.test(text)) return constraint
  return { ...constraint, about: [...new Set([...about, 'deploy' as const, 'stop' as const, 'data' as const])] }
}

const LIVE =
  /\b(?:prod(?:uction)?|produktion|staging|clusters?|kubectl|k8s|kubernetes|pods?|ssh|servers?|hosts?|vms?|systemd|nginx|databases?|db|datenbank|serveur|servidor|bucket|s3)\b/i

/** "Write the tests first and show me, then …": they are what is to be shown. */
export function withTestsFirst(constraint: Constraint, text: string): Constraint {
  const { kind, about, targets, except = [] } = constraint
  const isAll = kind === 'ask_first' && targets.length === 0 && about.includes('change')
  return isAll && TESTS_FIRST.test(text) ? { ...constraint, except: [...except, 'tests'] } : constraint
}

const TESTS_FIRST =
  /(?:^|[\n,;:.)]\s*)(?:please\s+)?(?:(?:first|step\s+1:?)\s+)?(?:write|add|create|start\s+with)\s+(?:me\s+)?(?:the\s+|an?\s+|some\s+)?(?:failing\s+)?tests?(?![\w-])|\btests?\s+first\b|(?<!\p{L})(?:zuerst|erst)\s+(?:die\s+|einen\s+)?tests?(?!\p{L})|d['’]abord\s+(?:les\s+|un\s+)?tests?|primero\s+(?:los\s+|un\s+)?(?:tests?|las\s+pruebas)|prima\s+(?:i\s+|un\s+)?test|primeiro\s+os\s+testes|eerst\s+(?:de\s+|een\s+)?tests?|сначала\s+(?:напиши\s+)?тест|先写(?:好)?测试|先にテスト/iu

/** Beside what only may be changed, what the same prompt asks for may be: tests, a line in the changelog. */
function withWanted(constraint: Constraint, text: string): Constraint {
  if (constraint.kind !== 'only') return constraint
  const wanted = WANTED.filter(([words]) => words.test(text)).flatMap(([, targets]) => targets)
  return wanted.length === 0 ? constraint : { ...constraint, targets: [...new Set([...constraint.targets, ...wanted])] }
}

const ASKS_FOR =
  "(?<!(?:not|n['’]t|no|never|without) (?:\\w+ ){0,2})\\b(?:add|write|extend|update|adapt|adjust|include|cover|create|put|note|mention|and|plus|with|incl\\.?|including|but also)\\s+(?:(?:a|an|the|its|their|any|some|new|more|matching|corresponding|related|relevant|unit|regression|integration|it|this|in|into|to|by|with|also|one|two|few|short)\\s+){0,4}"
const WANTED: readonly (readonly [RegExp, readonly string[]])[] = [
  [new RegExp(`${ASKS_FOR}(?:tests?|specs?)\\b(?!\\s+(?:must|should|may|are|pass|stay))`, 'i'), ['tests']],
  [new RegExp(`${ASKS_FOR}change-?log`, 'i'), ['CHANGELOG*', 'CHANGES*', 'NEWS*']],
  [new RegExp(`${ASKS_FOR}(?:docs|documentation)\\b(?!/)`, 'i'), ['docs']],
  [new RegExp(`${ASKS_FOR}readme\\b`, 'i'), ['README*']],
  [new RegExp(`${ASKS_FOR}(?:docker-?)?compose\\b`, 'i'), ['*compose*']],
  [new RegExp(`${ASKS_FOR}migrations?\\b`, 'i'), ['migrations']],
  [new RegExp(`${ASKS_FOR}(?:config|configuration|settings)\\b`, 'i'), ['config']],
]

/** A limit of a prompt as it is kept, in the words of its sentence. */
export function constraintOf(phrase: ConstraintPhrase, sentence: string, prompt_id: string): Constraint {
  const { kind, about, targets, except = [], called = [] } = phrase
  const text = redact(sentence).slice(0, MOST_TEXT)
  const id = sha256([kind, text.toLowerCase(), ...about, ...targets].join('|')).slice(0, 12)
  return {
    id,
    kind,
    text,
    about,
    targets,
    ...(except.length > 0 && { except }),
    ...(called.length > 0 && { called }),
    prompt_id,
  }
}
