/**
 * Calls of libraries that speak to services: which values are such a service or belong to it, and what is lost there by a call. It is said
 * as the command line that does the same, so that one knowledge of effects serves both.
 */
import { hostOf, isLocalHost } from '../shell/network.ts'
import { isKnown, SOME } from '../shell/value.ts'
import { lossesIn } from '../sql/losses.ts'
import { runCommandWords } from './actions/perform.ts'
import { lastName } from './calls.ts'
import type { Arguments, CodeContext } from './context.ts'
import { type CodeValue, literal, type Service } from './value.ts'

/** What a call gives belongs to the service as well; its first calls say where it is. */
export function afterCall(service: Service, args: Arguments): Service {
  const address = service.address ?? addressIn(args)
  const part = service.part ?? partIn(service, args)
  const isTrial = service.isTrial || isTrialIn(args) || (address !== undefined && isLocalAddress(address))
  return { ...service, ...(address && { address }), ...(part !== undefined && { part }), ...(isTrial && { isTrial }) }
}

function partIn({ library, path }: Service, { list }: Arguments): string | undefined {
  const first = list[0]?.text
  if (library.as !== 'aws' || first === undefined || !/^[a-z][\w-]*$/.test(first)) return undefined
  return /^(client|resource|create_client)$/i.test(path.at(-1) ?? '') ? first : undefined
}

/** Names under which code says where a service is. */
const ADDRESSES =
  /^(endpoint(_?url)?|url|uri|hosts?|hostname|addr|address|baseurl|base_url|api_base|server|servers|connection_?string|nodes?|(bootstrap_?)?servers?|brokers?|contact_?points?|cluster_?url|account|dsn)$/i
const MOST_TEXTS = 40

function textsIn(values: Iterable<CodeValue>, depth = 0): readonly CodeValue[] {
  const texts: CodeValue[] = []
  for (const value of values) {
    if (value.text !== undefined) texts.push(value)
    if (depth > 2 || texts.length > MOST_TEXTS) continue
    if (value.items) texts.push(...textsIn(value.items, depth + 1))
    if (value.entries) texts.push(...textsIn(value.entries.values(), depth + 1))
  }
  return texts.slice(0, MOST_TEXTS)
}

function addressIn({ list, named }: Arguments): CodeValue | undefined {
  const entries = [...named, ...list.flatMap(value => [...(value.entries ?? [])])]
  const said = textsIn(entries.flatMap(([name, value]) => (ADDRESSES.test(name) ? [value] : [])))
  // What stands in a variable of the environment may be any address.
  const bare = textsIn(list.filter(value => !value.entries)).filter(
    ({ text = '' }) => IS_ADDRESS.test(text) || text === 'localhost' || !isKnown(text),
  )
  return said[0] ?? bare[0]
}

const IS_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+\.[\w.-]+(:\d{2,5})?$|^[\w.-]+:\d{2,5}$/i

function isLocalAddress({ text = '' }: CodeValue): boolean {
  const host = isKnown(text) ? hostOf(text) : undefined
  return host !== undefined && isLocalHost(host)
}

/** Keys of tests, and stores that are held in memory or in a file. */
const TRIAL = /(^|[^a-z])(sk|rk|pk)_test_|_test_|^:memory:$|^test[-_]?(key|token)$|\bsandbox\b/i

function isTrialIn({ list, named }: Arguments): boolean {
  return textsIn([...list, ...named.values()]).some(({ text = '' }) => TRIAL.test(text))
}

/** What stands in for a service in tests. */
const STANDS_IN =
  /^(moto|mock_aws|mock_\w+|mockClient|localstack|nock|fakeredis|mongomock|vcr|responses|respx|webmock)$/i

/** Verbs after which something is gone, or somebody may do more. */
const ACTS =
  /^(begin-|admin-|batch-|bulk-|force-|hard-|async-|schedule-|recursive-)*(delete|destroy|terminate|drop|purge|wipe|truncate|remove|revoke|cancel|deregister|flush|flushall|flushdb|erase|uninstall|unpublish|del|empty|void|close-account|reset|disband|deprovision|key-deletion|schedule-key-deletion|obliterate|nuke)(-.*)?$|-(delete|destroy|terminate|drop|purge|deletion)$|^(attach-(user|role|group)-policy|put-(user|role|group|bucket)-policy|create-access-key|create-login-profile|add-user-to-group|put-bucket-acl|stop-logging|disable-security-hub|add-iam-policy-binding|set-iam-policy)$/
/** What is one among many, and made to be taken away again. */
const SMALL =
  /^(comments?|reactions?|labels?|tags?|tagging|messages?|webhook|cookies?|sessions?|locks?|drafts?|leases?|item|rows?|points?|vectors?|embeddings?|fields?|attributes?|keys?|threads?|responses?|cache|caches|listeners?|event-?listeners?|handlers?|callbacks?|watch(es)?|subscribers?|permission|targets?|file|reviewers?|assignees?|members?-from-channel|reminders?|bookmarks?|pins?)$/
/** What holds documents or keys. */
const HOLDS =
  /^(index|indices|collections?|databases?|db|tables?|class|classes|schema|schemas|keyspaces?|namespaces?|all|many|query|recursive|topics?|buckets?|users?|nodes?|aliases?|snapshots?|templates?|everything)$/

/** Says what a call on a service takes away there. Returns whether it is known to do that. */
export function serviceLoss(c: CodeContext, service: Service, callee: CodeValue, args: Arguments): boolean {
  const method = kebab(lastName(callee.ref ?? '')).replace(/-command$/, '')
  if (isOthersNotice(c, service, method, args)) return true
  const statement = args.list[0]
  if (RUNS_STATEMENT.test(method) && statement?.text !== undefined && lossesIn(statement.text).length > 0) {
    if (!isTrial(c, service)) runWords(c, [service.library.as ?? service.name, 'query', statement])
    return true
  }
  if (!ACTS.test(method)) {
    noteMade(c, service, method, args)
    return false
  }
  if (isTrial(c, service)) return true
  const path = service.path
    .slice(0, -1)
    .map(noun)
    .filter(word => !MAKES_CLIENT.test(word))
  const parts = method.split('-')
  if (isMade(c, service, parts, path, args)) return true
  if (service.library.holds) return lossOfStore(c, service, parts, path, args)
  const nouns = parts.filter(part => !ACTS.test(part) && !/^(begin|batch|by|id|namespaced|async)$/.test(part))
  const thing = nouns.length > 0 ? nouns : path.slice(-1)
  if (thing.length > 0 && thing.every(part => SMALL.test(part))) return true
  // `force=True`, `delete_contents=True`
  const flags = [...args.named].flatMap(([name, { text }]) => (text === 'true' ? [`--${kebab(name)}`] : []))
  runWords(c, [...commandOf(service, method, path, args), ...flags, ...destination(service)])
  return true
}

/** `deleteDbInstance`, `delete_db_instance`, `DeleteDBInstanceCommand`: `delete-db-instance`. */
function kebab(name: string): string {
  return name
    .replace(/[!?]$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
    .replace(/^-+/, '')
}

/** What only leads to a client or its things. */
const MAKES_CLIENT =
  /^(|get|list|find|fetch|query|search|describe|retrieve|show|iter\w*|auto-paging-\w+|new|client|resource|session|items?|all|create|connect|instance|from-.*|builder|build|open|default|v\d\w*|api|rest|paginate|service|db|admin)$/
/** What hands a statement to a database. */
const RUNS_STATEMENT =
  /^(query|execute|run|sql|execute-sql|execute-statement|query-and-wait|exec|command|cypher|query-raw|execute-query)$/

/** `get_repo`, `listBuckets`, `BucketsClient`: what is asked for is what is spoken of. */
function noun(name: string): string {
  return kebab(name)
    .replace(/^(get|list|describe|find|fetch|search|query|retrieve|init|use|ref|open|iter|each|for-each)-(all-)?/, '')
    .replace(/-(client|api|v\d\w*)$/g, '')
}

function isTrial(c: CodeContext, { library, address, isTrial: said }: Service): boolean {
  if (said || c.isCalled || (library.local && !address && !namesAddress(c))) return true
  return c.source.tokens.some(
    ({ kind, text }) =>
      (kind === 'name' && STANDS_IN.test(text)) || (kind === 'string' && (TRIAL.test(text) || STANDS_IN.test(text))),
  )
}

/** An address somewhere in the code: options that are not followed may hold it. */
function namesAddress(c: CodeContext): boolean {
  return c.source.tokens.some(
    ({ kind, text }) =>
      kind === 'string' &&
      /^([a-z][a-z0-9+]*:\/\/|[\w.-]+\.[\w-]+:\d{2,5}$)/i.test(text) &&
      !isLocalAddress({ text, taints: [] }),
  )
}

/** `[find, create, put, …]-NOUN`, with the name of what was made, where it is written. */
function noteMade(c: CodeContext, { name, path }: Service, method: string, args: Arguments): void {
  const [verb = '', ...rest] = method.split('-')
  if (!/^(create|insert|run|launch|import|add|put|upload)$/.test(verb)) return
  const thing = rest.length > 0 ? rest.join('-') : noun(path.at(-2) ?? '')
  c.made.add(`${name} ${singular(thing)} ${textsIn([...args.list, ...args.named.values()])[0]?.text ?? ''}`)
}

/** The same code made what it takes away: a trial from its start to its end. */
function isMade(
  c: CodeContext,
  { name }: Service,
  parts: readonly string[],
  path: readonly string[],
  args: Arguments,
): boolean {
  const thing = parts.length > 1 ? parts.slice(1).join('-') : (path.at(-1) ?? '')
  const text = textsIn([...args.list, ...args.named.values()])[0]?.text ?? ''
  const key = `${name} ${singular(thing)} `
  return c.made.has(key + text) || ((text === '' || !isKnown(text)) && [...c.made].some(each => each.startsWith(key)))
}

const singular = (word: string): string => word.replace(/s$/, '')

function lossOfStore(
  c: CodeContext,
  service: Service,
  parts: readonly string[],
  path: readonly string[],
  args: Arguments,
): boolean {
  const [verb = '', ...rest] = parts
  const nouns = [...rest, path.at(-1) ?? '']
  const [filter] = args.list
  const isOfAll =
    (/^(many|delete-many)$/.test(rest.join('-')) || (verb === 'remove' && rest.length === 0)) &&
    (filter === undefined || (filter.entries !== undefined && filter.entries.size === 0 && !filter.items?.length))
  const isIndex = verb === 'drop' && /^(index|indexes|constraint)$/.test(rest.join('-'))
  const loses =
    verb === 'recursive' ||
    /^(flushall|flushdb|truncate|wipe|purge|obliterate)$/.test(verb) ||
    (verb === 'flush' && /^(all|db)/.test(rest[0] ?? '')) ||
    (verb === 'drop' && !isIndex) ||
    isOfAll ||
    (!rest.includes('many') && !rest.includes('one') && nouns.some(part => HOLDS.test(part)))
  if (!loses || (verb === 'reset' && rest.length === 0)) return true
  if (service.library.as === 'mongosh') {
    const code = rest.includes('database')
      ? 'db.dropDatabase()'
      : isOfAll
        ? 'db.items.deleteMany({})'
        : 'db.items.drop()'
    runWords(c, ['mongosh', service.address ?? SOME, '--eval', code])
    return true
  }
  const what = parts.length > 1 ? [parts.join('-')] : [path.at(-1) ?? 'collection', verb]
  runWords(c, [service.name, ...what, '--force', ...destination(service)])
  return true
}

function runWords(c: CodeContext, words: readonly (string | CodeValue)[]): void {
  runCommandWords(
    c,
    words.map(word => (typeof word === 'string' ? literal(word) : word)),
  )
}

function destination({ address }: Service): readonly (string | CodeValue)[] {
  return address?.text !== undefined && isKnown(address.text) ? ['--endpoint', address] : []
}

function commandOf(
  { library, name, part, path: way }: Service,
  method: string,
  path: readonly string[],
  args: Arguments,
): readonly (string | CodeValue)[] {
  const bare = method.replace(/^(begin|async)-/, '')
  const [verb = ''] = bare.split('-')
  switch (library.as) {
    case 'aws': {
      const service = part ?? /^(?:client-)?([a-z]\w*)/i.exec(way[0] ?? '')?.[1]?.toLowerCase() ?? 's3'
      return ['aws', service, bare.includes('-') ? bare : `${verb}-${path.at(-1) ?? 'resource'}`]
    }
    case 'kubectl': {
      const kind = bare.split('-').filter(word => !/^(delete|namespaced|collection|cluster|with|http|info)$/.test(word))
      const given = args.named.get('name') ?? args.list[0]
      const isAll = /-collection-/.test(bare)
      const called = given?.text !== undefined && isKnown(given.text) ? given : 'NAME'
      return ['kubectl', 'delete', kind.join('') || (path.at(-1) ?? 'resource'), ...(isAll ? ['--all'] : [called])]
    }
    case 'gcloud':
    case 'az':
      return [library.as, ...path.slice(-2), bare]
    default:
      return [name.replace(/^@/, '').replace('/', '-'), ...path.slice(-1), bare]
  }
}

/** People are written to, or money is moved: said as the command line that does the same. */
function isOthersNotice(c: CodeContext, service: Service, method: string, args: Arguments): boolean {
  const path = service.path.slice(0, -1).map(noun)
  const what = `${singular(path.at(-1) ?? '')} ${method}`
  const line = NOTICED.find(each => each.libraries.test(service.name) && each.calls.test(what))?.line
  if (line === undefined) return false
  if (!isTrial(c, service)) {
    const said = textsIn([...args.list, ...args.named.values()]).filter(({ text = '' }) => /@|^\+?\d{6,}$/.test(text))
    runWords(c, [...line.split(' '), ...said])
  }
  return true
}

/** By the library, the last word before the method, and the method. */
const NOTICED: readonly { readonly libraries: RegExp; readonly calls: RegExp; readonly line: string }[] = [
  {
    libraries: /^stripe$/i,
    calls: /^(refund|payout|transfer|topup|charge) create$/,
    line: 'stripe refunds create --live',
  },
  { libraries: /^twilio$/i, calls: /^(message|call) create$/, line: 'twilio api:core:messages:create --to' },
  {
    libraries: /^(@?sendgrid|resend|mailchimp_marketing|@mailchimp)$/i,
    calls: /(^|\b)(send|send-multiple|send-email)$/,
    line: 'sendgrid send',
  },
  {
    libraries: /^(boto3|@aws-sdk|Aws)$/,
    calls: /\bsend-(bulk-|templated-|raw-)*email(-command)?$/,
    line: 'aws ses send-email --to',
  },
]
