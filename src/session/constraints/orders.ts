/**
 * Orders in the person's own words: what is to be done, and to what. Read strictly: every word of the clause must be known or be the
 * name of a target, so that a report, a question, a condition or a wish about something else is none.
 */

import { distance } from '../../common/nearest.ts'
import { resolvePath } from '../../common/path.ts'
import { redact } from '../../content/redact/redact.ts'
import type { Action, Effect } from '../../model/action.ts'
import { ownWords } from '../prompts.ts'
import { KINDS, type Kind, type OrderedOperation, type OrderWords, orderWords } from './order-words.ts'
import { ownText, type PromptSentence, sentencesOf } from './sentences.ts'
import { uploadIn } from './uploads.ts'

export interface Order {
  /** `run`: a command, word for word; `upload`: to a forge under a new name, for everybody to see. */
  readonly operation: OrderedOperation | 'run' | 'upload'
  /** Paths, branches, packages as the person wrote them; of `run` the command. */
  readonly names: readonly string[]
  readonly kinds: readonly Kind[]
  /** Of a merge: it waits for a check or a review that Claude sees for itself. */
  readonly checked?: true
  /** The person's own words, masked. */
  readonly text: string
}

/** An order as the session remembers it, until it is used up or taken back. */
export interface RememberedOrder extends Order {
  /** By prompt: what is called a key is masked as one. */
  readonly id: string
  /** The session's last step before it. */
  readonly since?: number
}

/** What was kept as JSON; undefined where it is used up. */
export function parseOrder(text: string): RememberedOrder | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as RememberedOrder)
  } catch {
    return undefined
  }
}

/** What a prompt of the person's orders. */
export interface Ordered {
  readonly orders: readonly Order[]
  /** It takes back what was ordered before. */
  readonly cancels: boolean
}

const MOST_ORDERS = 10
const MOST_NAMES = 8
const MOST_TEXT = 200

/** What a prompt orders. Pasted and quoted text, questions, negations and conditions are no orders. */
export function ordersIn(prompt: string): Ordered {
  const own = ownText(ownWords(prompt))
    .split('\n')
    .filter(line => !/^\s*#/.test(line))
    .join('\n')
  let orders: Order[] = []
  let cancels = false
  const sentences = sentencesOf(own).map(sentence => ({ ...sentence, text: sentence.text.replace(REASON, '') }))
  for (const sentence of sentences) {
    if (takesBack(sentence)) {
      orders = []
      cancels = true
      continue
    }
    // What a heading announces may be a list of anything.
    if (/[:：]$/.test(sentence.text) && !isOnlyFiller(sentence.text)) break
    orders.push(...ordersOf(sentence, sentences.length === 1), ...uploadsOf(sentence, own))
  }
  return { orders: orders.slice(0, MOST_ORDERS), cancels }
}

/** "…, I do not need it any more": why something is to go takes nothing of the order back. */
const REASON =
  /\s*[,;–—-]\s*(?:(?:as|since|because)\s+)?(?:(?:i|we)\s+(?:do\s*n['’]?o?t|no longer)\s+(?:need|want|use)\s+(?:it|them|this|that|these|those)(?:\s+any\s?(?:more|longer))?|(?:it|they|that)(?:['’]s|\s+is|\s+are|['’]re)\s+(?:not|no longer)\s+(?:needed|used)(?:\s+any\s?(?:more|longer))?|(?:ich|wir)\s+brauchen?\s+(?:es|sie|ihn|das|die)\s+nicht\s+mehr|(?:wird|werden)\s+nicht\s+mehr\s+gebraucht)$/iu

/** Words that make an order none: a negation, a condition, a doubt, a later time. */
const HEDGED = new RegExp(
  [
    "n['’]t|(?<![\\p{L}\\w])(?:not|dont|never|no|without|unless|if|when(?:ever)?|once|until|till|before|after|later|tomorrow|should|would|could|might|maybe|perhaps|why|how|whether|except|rather|cannot|provided|suppose|says?|said|example",
    'nicht|nichts|kein\\p{L}*|nie|niemals|ohne|wenn|falls|sobald|bevor|erst|nachdem|später|morgen|ob|warum|sollte\\p{L}*|würde\\p{L}*|könnte\\p{L}*|vielleicht',
    'ne|pas|jamais|sans|si|quand|lorsque|avant|après|dès|peut-être|pourquoi|demain',
    'nunca|sin|cuando|antes|después|quizás?|mañana|debería\\p{L}*',
    'não|nao|sem|quando|depois|talvez|amanhã|deveria\\p{L}*',
    'non|mai|senza|prima|dopo|forse|domani|dovre\\p{L}*',
    'niet|nooit|geen|zonder|als|wanneer|voordat|nadat|misschien|zou',
    'не|нет|никогда|без|если|когда|перед|после|потом|может|завтра|бы)(?![\\p{L}\\w])',
    '不|别|別|勿|如果|若|之前|以前|之后|再说|应该|是否|吗|嘛|ない|なら|たら|れば|前に|後で|あとで|べき|もし|지\\s*마|않|말고|면(?=\\s|$)|전에|후에|나중에|까$',
  ].join('|'),
  'iu',
)
const YES_SI = /^\s*s[ií](?=\s*[,.!]|\s+(?:por|borra|elimina|publica|haz|cancella|pubblica))/iu
const WAITS =
  /(?<![\p{L}\w])(?:wait|stop|cancel|abort|hold (?:on|off)|never ?mind|not yet|warte|stopp?|halt|brich ab|attends|attendez|arrête|espera|aspetta|ferma|wacht|подожди|стой|отмена)(?![\p{L}\w])|等等|等一下|停(?!用)|待って|やめて|잠깐|멈춰/iu

/** Names have no say in what a sentence means. */
const plain = (text: string): string => text.replace(NAME, ' ')
const NAME = /`[^`]*`|[\w@~.-]*\/[\w@~./*-]*|(?!crates\.io)[\w*-]+\.[a-z]\w{0,6}\b|(?<![\w.])v?\d+(?:\.\d+)+[\w.-]*/giu

/** "Note: …", "user: …": somebody says so, or it is the name of something. */
function isLabelled(text: string): boolean {
  const [, label] = /^([^:：]{1,60})[:：]\s/u.exec(plain(text)) ?? []
  return label !== undefined && !isOnlyFiller(label)
}

/** No condition: how often something is to be done. */
const ONCE_MORE = /\bonce (?:more|again)\b/gi
const isHedged = (text: string): boolean => HEDGED.test(plain(text).replace(YES_SI, ' ').replace(ONCE_MORE, ' '))

/** "Wait", "not yet", "no, don't do that", "never push anything". */
function takesBack({ text, question }: PromptSentence): boolean {
  if (question) return false
  if (WAITS.test(plain(text)) && text.split(/\s+/).length <= 12) return true
  if (!NEGATED.test(plain(text))) return false
  return text.split(/\s+/).length <= 6 || orderWords().some(words => words.verbs.some(([, tests]) => fits(tests, text)))
}

const NEGATED =
  /n['’]t|(?<![\p{L}\w])(?:not|dont|never|no|nicht|nichts|nie|niemals|kein\p{L}*|ne|pas|jamais|nunca|não|non|mai|niet|nooit|geen|не|нет)(?![\p{L}\w])|不|别|別|ない|지\s*마|말/iu

const LEADS =
  /^(?:(?:yes|yep|ok(?:ay)?|sure|please|now|then|and|just|go ahead and|you (?:can|may)|ja|bitte|jetzt|dann|oui|s[ií]|sim|vale|да|好的?|はい|네)[\s,.!]+)*/iu
const RUNS =
  /^(?:run|execute|führe?|lance|exécute|ejecuta|corre|execute|roda|esegui|voer|выполни|запусти|运行|执行|実行)[\s:]+/iu
/** Behind the command: "führ … aus", "… を実行して". */
const RUN_TAIL = /\s*(?:aus|uit|now|jetzt|please|bitte|を実行して(?:ください)?|실행해\s*줘?)?$/iu
const COMMANDS =
  /^(?:git|gh|glab|npm|npx|pnpm|yarn|cargo|docker|podman|kubectl|helm|terraform|tofu|rm|mv|cp|curl|pip3?|twine|make|sudo|aws|gcloud|az|psql|mysql|redis-cli|rails|rake|systemctl|crontab|vercel|netlify|fly)\s+[\w./:@+-]/

function ordersOf(sentence: PromptSentence, isAlone: boolean): readonly Order[] {
  if (sentence.question) return []
  const { text } = sentence
  const run = commandIn(text, isAlone)
  if (run !== undefined) return [{ operation: 'run', names: [run], kinds: [], text: said(text) }]
  if (isLabelled(text)) return []
  const merges = mergesOnceChecked(text)
  if (merges.length > 0 || isHedged(text)) return merges
  for (const language of orderWords()) {
    const found = inLanguage(text, language)
    if (found.length > 0) return found
  }
  return []
}

/**
 * "Merge it once CI is green": a person who says so does not want to be asked again when it is. Only of merges, which leave the commits
 * in place, and only where nothing else is hedged: "once I have looked at it" waits for the person.
 */
function mergesOnceChecked(text: string): readonly Order[] {
  for (const language of orderWords()) {
    const rest = language.checked ? text.replace(language.checked, ' ').replace(/^[\s,;]+/u, '') : text
    if (rest === text || isHedged(rest)) continue
    const merges = inLanguage(rest, language).filter(({ operation }) => operation === 'merge')
    if (merges.length > 0) return merges.map(order => ({ ...order, checked: true, text: said(text) }))
  }
  return []
}

/** Under a name, and for everybody to see. */
function uploadsOf({ text, question }: PromptSentence, prompt: string): readonly Order[] {
  const upload = question || isHedged(text) || isLabelled(text) ? undefined : uploadIn(text, prompt)
  return upload ? [{ operation: 'upload', names: [upload.name], kinds: [], text: said(text) }] : []
}

/** A command that is to be run as it stands. Where nobody says so, and more is said, it may have been pasted. */
function commandIn(text: string, isAlone: boolean): string | undefined {
  const rest = text.replace(LEADS, '')
  const asked = RUNS.exec(rest)
  if (!asked && rest === text && !isAlone) return undefined
  const behind = asked ? rest.slice(asked[0].length) : rest
  const marked = /^`([^`]+)`(.*)$/.exec(behind)
  if (marked) return RUN_TAIL.exec(marked[2] ?? '')?.[0] === marked[2] ? marked[1] : undefined
  const command = behind.replace(RUN_TAIL, '').trim()
  return COMMANDS.test(command) ? command : undefined
}

const JOINTS =
  /\s*[,;，；、]\s*|\s+(?:and then|and|then|und dann|und|dann|danach|puis|et|y luego|y|luego|e poi|e|poi|en dan|en|dan|и|затем)\s+/iu

function inLanguage(text: string, language: OrderWords): readonly Order[] {
  const found: Order[] = []
  for (const clause of text.split(JOINTS)) {
    const read = readClause(clause, language)
    const last = found.at(-1)
    // "Delete a and b": what follows without a verb is more of the same.
    if (read && 'operation' in read) found.push({ ...read, text: said(text) })
    else if (read && last) found[found.length - 1] = { ...last, names: [...last.names, ...read.names] }
  }
  return found.filter(order => order.names.length <= MOST_NAMES && isExact(order))
}

/** Something is named, or there is only one that can be meant. */
function isExact({ operation, names, kinds }: Order): boolean {
  if (names.length > 0) return operation !== 'publish' || !names.some(name => REGISTRIES.test(name))
  if (operation === 'publish') return kinds.includes('package')
  if (operation === 'merge') return !kinds.some(kind => SEVERAL.has(kind))
  return kinds.includes('stash') || (operation === 'discard' && MANY.every(kind => kinds.includes(kind)))
}

const REGISTRIES = /^(?:npm|pypi|maven|rubygems|registry)$/i
const MANY: readonly Kind[] = ['all', 'changes']
/** What is merged then is not one merge request. */
const SEVERAL: ReadonlySet<Kind> = new Set(['all', 'changes', 'file', 'tag', 'stash'])
/** What merges go into by habit: names no merge request. */
const BASE = /^(?:main|master|dev|develop|development|trunk)$/i
/** "Merge it", "merge into main": "merge main" alone speaks of the branch, not of a request. */
const IT =
  /(?<![\p{L}\w])(?:it|this|that|into|to|onto|ihn|es|das|den|in|nach|auf|la|dans|sur|vers|lo|al?|en|hacia|isso|no|na|para|em|su|het|naar|op|его|её|в)(?![\p{L}\w])|(?<!\p{L})(?:fusionne|merge)-l[ea]|\p{L}(?:lo|la)\s|到|进|に|へ|으?로|에/iu

type Read = Omit<Order, 'text'> | { readonly names: readonly string[] }

/** A clause of known words and names only: undefined where another word stands in it. */
function readClause(clause: string, { verbs, kinds, fillers }: OrderWords): Read | undefined {
  const names: string[] = []
  let rest = clause.replace(NAME, name => {
    names.push(unmarked(name))
    return ' '
  })
  const verb = verbs.find(([, tests]) => fits(tests, rest))
  for (const test of verb?.[1] ?? []) rest = rest.replace(test, ' ')
  const found = new Set<Kind>()
  for (const [kind, test] of kinds)
    rest = rest.replace(test, () => {
      found.add(kind)
      return ' '
    })
  rest = rest.replace(fillers, ' ')
  // What is left is a bare name, such as that of a branch, where nothing else is named.
  const bare = rest.split(/[\s.!:：。！]+/u).filter(word => /[\p{L}\p{N}]/u.test(word))
  if (bare.length > (names.length === 0 ? 1 : 0) || bare.some(word => !/^#?[A-Za-z0-9][\w@{}+-]*$/.test(word)))
    return undefined
  names.push(...bare)
  if (!verb) return names.length > 0 ? { names } : undefined
  const [operation] = verb
  const targets = operation === 'merge' ? names.filter(name => !BASE.test(name)) : names
  if (targets.length === 0 && names.length > 0 && !found.has('pull_request') && !IT.test(clause)) return undefined
  return {
    operation,
    names: targets,
    kinds: KINDS.filter(kind => found.has(kind)),
  }
}

function fits(tests: readonly RegExp[], text: string): boolean {
  return tests.every(test => new RegExp(test.source, test.flags.replace('g', '')).test(text))
}

const isOnlyFiller = (text: string): boolean =>
  orderWords().some(({ fillers }) => text.replace(fillers, ' ').replace(/[\s:：,.!]+/gu, '') === '')

const unmarked = (name: string): string => name.replace(/^[`"'@]+|[`"']+$/g, '')
const said = (text: string): string => redact(text).slice(0, MOST_TEXT)

export interface OrderSurroundings {
  readonly homes: readonly string[]
  /** The session made or saw a pull request of that number, or the person spoke of it. */
  readonly isKnownRequest: (number: string) => boolean
}

/** Whether an order names exactly this effect: what is done, and to what. */
export function isOrdered(
  effect: Effect,
  order: Order,
  action: Action,
  { homes, isKnownRequest }: OrderSurroundings,
): boolean {
  const { target, details } = effect
  if (target.class === 'safety_control' || details.carries !== undefined || target.root === true) return false
  const { operation, names } = order
  if (operation === 'run') return names.some(command => squeezed(command) === squeezed(action.command ?? ''))
  switch (effect.verb) {
    case 'rewrite_history':
      return details.stash === undefined ? isOfRef(effect, order) : dropsStash(effect, order)
    case 'delete':
      return isOfFiles(effect, order, action, homes)
    case 'publish':
      if (operation === 'upload') return uploads(effect, names)
      return operation === 'merge'
        ? merges(effect, names, isKnownRequest)
        : operation === 'publish' && publishes(effect, order, action)
    default:
      return false
  }
}

function isOfRef({ target, details }: Effect, { operation, names, kinds }: Order): boolean {
  const ref = target.value.replace(/^refs\/(?:heads|tags)\//, '')
  if (target.kind !== 'ref' || !names.some(name => name === ref || name === `${details.remote}/${ref}`)) return false
  if (operation === 'delete')
    return details.deletes === true
      ? kinds.includes('remote')
      : details.deletes_branch === true && kinds.includes('branch') && !kinds.includes('remote')
  const isMore = ['deletes', 'mirror', 'prune'].some(more => details[more] === true)
  return operation === 'force_push' && target.class === 'remote' && !isMore
}

function isOfFiles(
  { target, details }: Effect,
  { operation, names, kinds }: Order,
  action: Action,
  homes: readonly string[],
): boolean {
  if (target.kind !== 'path' || operation !== (details.discards === true ? 'discard' : 'delete')) return false
  if (names.some(name => isPathOf(name, target.value, action, homes))) return true
  const isAll = names.length === 0 && MANY.every(kind => kinds.includes(kind))
  return operation === 'discard' && isAll && details.cleans === undefined
}

function publishes({ target, details }: Effect, { names, kinds }: Order, { scope }: Action): boolean {
  if (details.registry === undefined) return false
  if (target.value !== '') return names.includes(target.value)
  return (
    (names.length > 0 || kinds.includes('package')) &&
    names.every(name => /^v?\d+(?:\.\d+)+/.test(name) || scope.project_root.endsWith(`/${name}`))
  )
}

/** The repository is made, and none that is there is opened. A slip of one letter in a long name is the same name. */
function uploads({ target, details }: Effect, names: readonly string[]): boolean {
  if (details.exposes !== true || !/^gh repo create\b/.test(String(details.program ?? ''))) return false
  const made = target.value.replace(/^[\w-]+\//, '')
  return names.some(name => name === made || (name.length >= MOST_CERTAIN && distance(name, made) <= 1))
}

/** In names so long nobody means another one that differs in one letter. */
const MOST_CERTAIN = 8

/** One that is named, or the one that the person speaks of: of this repository, and not over its protection. */
function merges(
  { target, details }: Effect,
  names: readonly string[],
  isKnownRequest: OrderSurroundings['isKnownRequest'],
): boolean {
  if (details.merges !== true || details.overrides === true || details.repository !== undefined) return false
  return names.length === 0
    ? OF_THIS_BRANCH.test(target.value) || (/^\d+$/.test(target.value) && isKnownRequest(target.value))
    : names.some(name => name.replace(/^#/, '') === target.value)
}

const OF_THIS_BRANCH = /^(?:pull|merge) request of this branch$/

function dropsStash({ details }: Effect, { operation, kinds }: Order): boolean {
  if (operation !== 'delete' && operation !== 'discard') return false
  return kinds.includes('stash') && (details.stash === 'drop' || (details.stash === 'clear' && kinds.includes('all')))
}

const squeezed = (command: string): string => command.trim().replace(/\s+/g, ' ')

/** From the project, from where the call runs, from a home, or absolute. */
function isPathOf(name: string, path: string, { scope }: Action, homes: readonly string[]): boolean {
  const plainName = name.replace(/\/+$/, '')
  if (plainName.startsWith('~/')) return homes.some(home => `${home}${plainName.slice(1)}` === path)
  return [scope.project_root, scope.cwd].some(from => resolvePath(from, plainName) === path)
}
