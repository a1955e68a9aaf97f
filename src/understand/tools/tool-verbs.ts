/** What the name of a tool that nobody described says that it does, and what parameters say that name an operation. */
import { isRecord } from '../../common/is-record.ts'
import type { Json } from '../../model/event.ts'
import { takesAllNodes } from '../sql/graph.ts'
import type { Parameters } from './parameters.ts'
import {
  CONTRACTS,
  HOLDERS,
  LOCAL_SERVERS,
  LOOKING,
  LOOKING_OR_THING,
  LOSING,
  LOSING_HOLDERS,
  RELEASING,
  RIGHTS,
  SMALL_THINGS,
  SWEEPING,
  WATCHING,
} from './words.ts'

/** What others notice: something is gone, stopped or changed, is out, is paid or said to people, or somebody may do more or sees less. */
export interface NamedOperation {
  readonly does: 'destroys' | 'merges' | 'deploys' | 'exposes' | 'grants' | 'tells' | 'spends' | 'stops' | 'applies'
  /** What it is done to, in the words of the call. */
  readonly what: string
}

/** A call: its own name, its server, and what it is given. */
export interface NamedCall {
  readonly name: string
  readonly server: string
  readonly parameters: Parameters
}

const looks = new Set(LOOKING)
const mayLook = new Set(LOOKING_OR_THING)
const loses = new Set(LOSING)
const losesHolders = new Set(LOSING_HOLDERS)
const small = new Set(SMALL_THINGS)
const holding = new Set(HOLDERS)
const sweeping = new Set(SWEEPING)
const contracts = new Set(CONTRACTS)
const releasing = new Set(RELEASING)
const watching = new Set(WATCHING)
const local = new Set(LOCAL_SERVERS)
const rights = new Set(RIGHTS)

/** A server whose things are those of an editor, a page or a simulator on this machine. */
export function isLocalServer(server: string): boolean {
  return wordsIn(server).some(word => local.has(word))
}

/** The parts of a name: by its separators and its capitals. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

const PREPOSITION = /^(from|in|of|by|for|to|with|at|into|via|and|or|if|using)$/
const ARTICLE = /^(a|an|the|it|its|this|my|api|mcp|tool|v\d|existing|specific|single|one)$/

/**
 * What the words of a name say; a verb alone is about what its `server` is for. `isForced`: the call says that nobody is to be asked, or that
 * it is for good.
 */
export function operationNamed(name: string, isForced = false, server = ''): NamedOperation | undefined {
  const words = wordsIn(name)
  const at = words.findIndex(word => isVerb(word))
  const verb = words[at]
  if (verb === undefined) return undefined
  if (/^(add|create|invite)$/.test(verb) && (rights.has(words.slice(-2).join('_')) || rights.has(words.at(-1) ?? '')))
    return { does: 'grants', what: words.slice(1).join(' ') }
  const last = words.at(-1) ?? ''
  const isLast = words.length > 1 && (loses.has(last) || losesHolders.has(last))
  if (looks.has(verb) || (mayLook.has(verb) && !isLast)) return undefined
  const acting = mayLook.has(verb) ? last : verb
  const own = nounsAround(words, acting)
  const nouns = own.length > 0 ? own : wordsIn(server)
  const does =
    whatItDoes(acting, nouns, isForced, words) ?? (isLast ? whatItDoes(last, nouns, isForced, words) : undefined)
  return does && { does, what: nouns.join(' ') || name }
}

const OTHERS =
  /^(merge|accept|publish|promote|deploy|release|rollback|grant|authorize|attach|assign|put|disable|deactivate|suspend|cancel|close|make|share|transfer|set|update|edit|change|invite)$/

function isVerb(word: string): boolean {
  return loses.has(word) || losesHolders.has(word) || looks.has(word) || mayLook.has(word) || OTHERS.test(word)
}

/** What a verb is about: the words behind it up to a preposition; else those before it. */
function nounsAround(words: readonly string[], verb: string): readonly string[] {
  const at = words.indexOf(verb)
  const rest = words.slice(at + 1)
  const end = rest.findIndex(word => PREPOSITION.test(word))
  const behind = (end < 0 ? rest : rest.slice(0, end)).filter(word => !ARTICLE.test(word))
  return behind.length > 0 ? behind : words.slice(0, Math.max(at, 0)).filter(word => !ARTICLE.test(word))
}

interface Naming {
  readonly nouns: readonly string[]
  /** The noun that the others go before. */
  readonly head: string
  readonly words: readonly string[]
  readonly isForced: boolean
}

function whatItDoes(
  verb: string,
  nouns: readonly string[],
  isForced: boolean,
  words: readonly string[],
): NamedOperation['does'] | undefined {
  const head = nouns.findLast(word => !sweeping.has(word)) ?? ''
  const naming: Naming = { nouns, head, words, isForced }
  if (loses.has(verb)) return small.has(head) ? undefined : 'destroys'
  if (losesHolders.has(verb)) return losesHere(verb, naming)
  if (/^(cancel|close)$/.test(verb)) return contracts.has(head) ? 'destroys' : undefined
  return reachesOthers(verb, naming) ?? (changesRights(verb, naming) ? 'grants' : undefined)
}

/** A verb that is grave only with what it is about, or with how it is called. */
function losesHere(verb: string, { nouns, head, words, isForced }: Naming): NamedOperation['does'] | undefined {
  if (small.has(head)) return undefined
  if (verb === 'rollback' && nouns.some(word => releasing.has(word))) return 'deploys'
  const isSwept = [...nouns, ...words].some(word => sweeping.has(word))
  const takesAll = isSwept && (head === '' || nouns.some(word => holding.has(word)))
  return holding.has(head) || takesAll || isForced ? 'destroys' : undefined
}

function reachesOthers(verb: string, { nouns, head, words }: Naming): NamedOperation['does'] | undefined {
  if (/^(merge|accept)$/.test(verb)) return /^(pr|mr|request|requests)$/.test(head) ? 'merges' : undefined
  if (/^(publish|promote|release)$/.test(verb))
    return nouns.length === 0 || nouns.some(word => releasing.has(word)) ? 'deploys' : undefined
  if (verb === 'deploy') return words.some(word => /^(production|prod|live)$/.test(word)) ? 'deploys' : undefined
  return /^(make|set)$/.test(verb) && words.includes('public') ? 'exposes' : undefined
}

function changesRights(verb: string, { head }: Naming): boolean {
  if (/^(grant|authorize)$/.test(verb)) return true
  if (/^(attach|put|set|assign)$/.test(verb)) return /^(policy|policies|acl|permissions?)$/.test(head)
  if (verb === 'transfer') return /^(ownership|repository|repo|project|domain|organization|app)$/.test(head)
  if (!/^(disable|deactivate|suspend)$/.test(verb)) return false
  return watching.has(head) || /^(users?|accounts?|members?|keys?|access)$/.test(head)
}

/** Parameters that name what is done. */
const OPERATION =
  /^(op|operation|action|method|mode|verb|type|mutation|task|step|tool|tool_?name|function|function_?name|sub_?command|query_?type|command|cmd|request_?type|kind|operation_?name|action_?name)$/i
/** Parameters that name where something is put. */
const STAGE = /^(env|environment|stage|target|context|cluster)$/i

const DEPLOYS = /^(deploy|release|rollout|promote|publish|ship)$/
const DEPLOYMENT = /^(deploy|release|rollout|promote|publish|ship|deployments?)$/

/** `deploy` with `environment: production`. */
export function deploysToProduction({ objects }: Parameters, name: string): boolean {
  const words = wordsIn(name)
  const makes = /^(create|trigger|start|new|run)$/.test(words.find(isVerb) ?? words[0] ?? '')
  if (!words.some(word => (makes ? DEPLOYMENT : DEPLOYS).test(word))) return false
  return objects.some(object =>
    Object.entries(object).some(([key, value]) =>
      value === true
        ? /^prod(uction)?$/i.test(key)
        : STAGE.test(key) && /^(prod|production|live)$/i.test(String(value)),
    ),
  )
}

/** Parameters that name what it is done to. */
const OBJECT =
  /^(resource|resource_?type|entity|entity_?type|object|object_?type|target|noun|kind|model|collection|table|item_?type)$/i
/** Options by which nobody is asked, or nothing is kept. */
const FORCES =
  /^(force|forced|confirm|confirmed|confirmation|yes|auto_?approve|skip_?confirm(ation)?|purge|prune|permanent(ly)?|hard|hard_?delete|cascade|skip_?(final_?)?snapshot|no_?backup|i_?am_?sure|irreversible|destructive|unsafe|acknowledge\w*)$/i
const FORCING_MODE = /^(hard|force|forced|permanent|purge|full|factory|destructive|wipe|all)$/i
const SHORT = /^[a-z][\w:./ -]{1,60}$/i

/** Whether an input says that nobody is to be asked, or that nothing is to be kept. */
export function isForced({ objects }: Parameters): boolean {
  return objects.some(object =>
    Object.entries(object).some(([key, value]) => {
      if (/^(mode|type|strategy|level)$/i.test(key)) return typeof value === 'string' && FORCING_MODE.test(value)
      return (
        FORCES.test(key) &&
        (value === true || (typeof value === 'string' && /^(true|yes|y|1|confirm(ed)?|delete)$/i.test(value)))
      )
    }),
  )
}

/** What parameters say that name an operation, its options, a mutation or the address of an action. */
export function operationsIn({ objects, texts }: Parameters, name: string): readonly NamedOperation[] {
  const first = wordsIn(name).find(isVerb) ?? ''
  const isLook = looks.has(first) || mayLook.has(first)
  const addresses = isLook && !OPENS.test(first) ? [] : texts.flatMap(({ value }) => actionInAddress(value))
  const statements = /^(explain|parse|lint|validate)$/.test(first)
    ? []
    : texts.flatMap(({ key, value }) => [...mutationsIn(key, value), ...graphLoss(key, value)])
  const shared = BRINGS.test(first) ? objects.filter(isForAnyone).map(exposed) : []
  return [...(isLook ? shared : objects.flatMap(operationsOf)), ...addresses, ...statements]
}

/** Verbs that make something anew, such as a permission: harmless but for whom it is for. */
const BRINGS = /^(create|add|new)$/

function operationsOf(object: Json): readonly NamedOperation[] {
  const entries = Object.entries(object)
  const objects = entries.flatMap(([key, value]) =>
    OBJECT.test(key) && typeof value === 'string' && SHORT.test(value) ? [value] : [],
  )
  const called = entries.some(
    ([key, value]) => /^(arguments|args|input|params|parameters|payload)$/i.test(key) && isRecord(value),
  )
  const forced = isForced({ objects: [object], texts: [], isWhole: true })
  const named = entries.flatMap(([key, value]): readonly NamedOperation[] => {
    if (typeof value !== 'string' || !SHORT.test(value) || value.split(' ').length > MOST_WORDS) return []
    if (!OPERATION.test(key) && !(called && key === 'name')) return []
    const about = objects.find(each => each !== value) ?? ''
    const said = operationNamed(value, forced) ?? operationNamed(`${value} ${about}`, forced)
    return said ? [about !== '' ? { ...said, what: about } : said] : []
  })
  const options = entries.flatMap(([key, value]): readonly NamedOperation[] => {
    if (value !== true) return []
    if (TAKES_ALL.test(key)) return [{ does: 'destroys', what: nameIn(object) }]
    if (!REPLACES.test(key)) return []
    const said = operationNamed(key)
    return said?.does === 'destroys' ? [said] : []
  })
  return [...named, ...options, ...exposure(object), ...unguarded(object)]
}

const MOST_WORDS = 3
/** An option that takes away what was there: `drop_existing`, `deleteData`. A branch that was merged is no loss. */
const REPLACES =
  /^(delete|drop|purge|wipe|destroy|truncate|erase)_?(all|everything|existing|data\w*|db|databases?|tables?|schemas?|volumes?|backups?|snapshots?|users?|collections?|index(es)?|contents?|remote|env_?vars?|variables?|secrets?)$/i

/** A thing that everybody can see from now on. */
function exposure(object: Json): readonly NamedOperation[] {
  const isPublic =
    /^public/i.test(String(object.visibility ?? object.acl ?? '')) ||
    object.make_public === true ||
    object.makePublic === true ||
    object.private === false ||
    object.is_private === false
  return isPublic || isForAnyone(object) ? [exposed(object)] : []
}

const exposed = (object: Json): NamedOperation => ({ does: 'exposes', what: nameIn(object) })

/** `{ type: anyone, role: writer }`, `entity: allUsers`, a link with the scope `anonymous`. */
function isForAnyone(object: Json): boolean {
  if (object.type === 'anyone' && typeof object.role === 'string') return true
  return Object.entries(object).some(([key, value]) => WHO.test(key) && typeof value === 'string' && ANYONE.test(value))
}

const WHO =
  /^(entity|member|members|principal|grantee|scope|link_?scope|audience|access|link_?access|general_?access|sharing|link_?sharing|share_?with|who|acl|(canned|default)_?acl)$/i
const ANYONE =
  /^(allUsers|allAuthenticatedUsers|anonymous|anyone(_?with_?(the_?)?link)?|public-read(-write)?|everyone_on_the_internet)$/i

function nameIn(object: Json): string {
  return String(object.name ?? object.repo ?? object.fileId ?? object.id ?? object.target ?? 'it')
}

/** What guards data is turned off: `deletion_protection: false`. */
function unguarded(object: Json): readonly NamedOperation[] {
  const off = Object.entries(object).find(([key, value]) => value === false && GUARDS.test(key))
  return off === undefined ? [] : [{ does: 'grants', what: off[0] }]
}

const GUARDS =
  /^(enable_?)?((deletion|delete|termination|branch)_?protection|protect(ed)?_?branch|versioning|backups?|point_?in_?time_?recovery|audit_?log\w*|mfa|rls|row_?level_?security|verify_?jwt|require_?(2fa|mfa|reviews?))(_?enabled)?$/i
/** Options that are an order of their own. */
const TAKES_ALL = /^(purge|wipe|nuke|erase|hard_?delete|delete_?permanently|permanent(ly)?_?delete)$/i

/** The fields of a mutation in GraphQL. */
function mutationsIn(key: string, value: string): readonly NamedOperation[] {
  if (
    !/^(query|mutation|graphql|document|body|operation|statement)$/i.test(key) ||
    !/^\s*(#.*\n\s*)*mutation\b/.test(value)
  )
    return []
  return [...value.matchAll(/\b([A-Za-z]\w+)\s*\(/g)].flatMap(([, field = '']) => operationNamed(field) ?? [])
}

function graphLoss(key: string, value: string): readonly NamedOperation[] {
  if (!/^(query|cypher|statement|code)$/i.test(key) || !takesAllNodes(value)) return []
  return [{ does: 'destroys', what: value.trim().slice(0, LONGEST_SHOWN) }]
}

const LONGEST_SHOWN = 80
/** Verbs after which an address does what it says. */
const OPENS = /^(open|navigate|browse|resolve|help)$/

/** An order at the end of an address that no browser opens: `admin://databases/prod/drop`. */
function actionInAddress(value: string): readonly NamedOperation[] {
  const [, scheme = '', path = ''] = /^([a-z][a-z0-9+.-]*):\/\/(\S+)$/i.exec(value) ?? []
  if (scheme === '' || /^(https?|wss?|file|ftp|git|ssh|data|blob|about|chrome|vscode)/i.test(scheme)) return []
  const segments = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean)
  const isOrder = [segments[0], segments.at(-1)].some(
    each => loses.has(each?.toLowerCase() ?? '') || (each !== undefined && isOrderOfWords(each)),
  )
  return segments.length > 1 && isOrder ? [{ does: 'destroys', what: value }] : []
}

function isOrderOfWords(segment: string): boolean {
  const words = wordsIn(segment)
  return words.length > 1 && (loses.has(words[0] ?? '') || loses.has(words.at(-1) ?? ''))
}
