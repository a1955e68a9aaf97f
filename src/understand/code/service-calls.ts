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
import type { Source } from './source.ts'
import { ACTING_VERBS, ADDRESS_NAMES, HOLDS, NOTICED, SMALL_NOUNS, STANDS_IN } from './tables/services.ts'
import { type CodeValue, literal, type Service } from './value.ts'

/** What a call gives belongs to the service as well; its first calls say where it is. */
export function afterCall(service: Service, args: Arguments): Service {
  const address = service.address ?? addressIn(args)
  const part = service.part ?? partIn(service, args)
  const isTrial = service.isTrial || isTrialIn(args) || (address !== undefined && isLocalAddress(address))
  return {
    ...service,
    ...(address && { address }),
    ...(part !== undefined && { part }),
    ...(isTrial && { isTrial }),
    ...(args.list[0]?.text !== undefined && { isNamed: true }),
  }
}

function partIn({ entry, path }: Service, { list }: Arguments): string | undefined {
  const first = list[0]?.text
  if (entry.as !== 'aws' || first === undefined || !/^[a-z][\w-]*$/.test(first)) return undefined
  return /^(client|resource|create_client)$/i.test(path.at(-1) ?? '') ? first : undefined
}

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
  const said = textsIn(entries.flatMap(([name, value]) => (ADDRESS_NAMES.test(name) ? [value] : [])))
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

/** Says what a call on a service takes away there. Returns whether it is known to do that. */
export function serviceLoss(c: CodeContext, service: Service, callee: CodeValue, args: Arguments): boolean {
  const method = kebab(lastName(callee.ref ?? '')).replace(/-command$/, '')
  if (isNoticedByOthers(c, service, method, args)) return true
  const statement = args.list[0]
  if (RUNS_STATEMENT.test(method) && statement?.text !== undefined && lossesIn(statement.text).length > 0) {
    if (!isTestOrLocal(c, service, args)) runWords(c, [service.entry.as ?? service.name, 'query', statement])
    return true
  }
  if (!ACTING_VERBS.test(method)) {
    if (SETS_UP.test(method) && isTrialIn(args)) c.trials.add(service.name)
    noteMade(c, service, method, args)
    return false
  }
  if (isTestOrLocal(c, service, args)) return true
  const path = service.path
    .slice(0, -1)
    .map(noun)
    .filter(word => !MAKES_CLIENT.test(word))
  const parts = method.split('-')
  if (isMadeByThisCode(c, service, parts, path, args)) return true
  if (service.entry.holds) return lossOfStore(c, service, callee, { parts, path, args })
  const nouns = parts.filter(part => !ACTING_VERBS.test(part) && !/^(begin|batch|by|id|namespaced|async)$/.test(part))
  const thing = nouns.length > 0 ? nouns : path.slice(-1)
  if (thing.length > 0 && thing.every(part => SMALL_NOUNS.has(singular(part)))) return true
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

/** What sets up a library as a whole: `paypalrestsdk.configure({mode: 'sandbox'})`. */
const SETS_UP = /^(configure|config|init|initialize|setup|set-api-key|set-key|api-key)$/

function isTestOrLocal(c: CodeContext, { entry, name, address, isTrial }: Service, args: Arguments): boolean {
  const { standsIn, namesAddress, testKeys } = readingOf(c.source)
  if (isTrial || c.isCalled || isTrialIn(args) || standsIn || c.trials.has(name)) return true
  return testKeys.has(name.toLowerCase()) || (entry.local === true && !address && !namesAddress)
}

/** What the tokens of a source say of the services that it speaks to. */
interface Reading {
  /** It imports what stands in for services, or something is decorated with that. */
  readonly standsIn: boolean
  /** An address stands somewhere in it: options that are not followed may hold it. */
  readonly namesAddress: boolean
  /** Libraries whose key is set to one for tests: `stripe.api_key = 'sk_test_…'`. */
  readonly testKeys: ReadonlySet<string>
}

const readings = new WeakMap<Source, Reading>()

function readingOf(source: Source): Reading {
  const known = readings.get(source)
  if (known) return known
  const testKeys = new Set<string>()
  let standsIn = false
  let namesAddress = false
  for (const [at, { kind, text }] of source.tokens.entries()) {
    standsIn ||= STANDS_IN.test(text.split(/[./]/, 1)[0] ?? '') && isBroughtIn(source, at)
    if (kind !== 'string') continue
    namesAddress ||=
      /^([a-z][a-z0-9+]*:\/\/|[\w.-]+\.[\w-]+:\d{2,5}$)/i.test(text) && !isLocalAddress({ text, taints: [] })
    const [library, , key, equals] = source.tokens.slice(Math.max(at - 4, 0), at).map(each => each.text)
    if (equals === '=' && /^api_?key$/i.test(key ?? '') && TRIAL.test(text)) testKeys.add((library ?? '').toLowerCase())
  }
  const reading = { standsIn, namesAddress, testKeys }
  readings.set(source, reading)
  return reading
}

/** Behind `import`, `from` or `require`, in their statement, or behind the `@` of a decorator. */
function isBroughtIn({ tokens }: Source, at: number): boolean {
  const { kind, sigil } = tokens[at] ?? {}
  const before = tokens[at - 1]?.text ?? ''
  if (kind === 'name' && (sigil === '@' || before === '@')) return true
  if (kind === 'string') return /^(from|import|require)$/.test(before === '(' ? (tokens[at - 2]?.text ?? '') : before)
  if (kind !== 'name') return false
  const start = tokens.findLastIndex((each, index) => index < at && (each.kind === 'line' || each.text === ';'))
  return /^(import|from)$/.test(tokens[start + 1]?.text ?? '')
}

/** What tells a thing from others of its kind: no numbers, no `true`. */
function namesIn({ list, named }: Arguments): readonly string[] {
  return textsIn([...list, ...named.values()])
    .map(({ text = '' }) => text)
    .filter(text => !/^(true|false|\d*)$/i.test(text))
}

/** What a call with a verb of making makes: its library and kind, with all texts that it is given, one of which is its name. */
function noteMade(c: CodeContext, { name, path }: Service, method: string, args: Arguments): void {
  const [verb = '', ...rest] = method.split('-')
  if (!/^(create|insert|run|launch|import|add|put|upload)$/.test(verb)) return
  const kind = `${name} ${singular(rest.length > 0 ? rest.join('-') : noun(path.at(-2) ?? ''))}`
  c.madeAtServices.push({ kind, names: new Set(namesIn(args)) })
}

/** The same code made what it takes away: a trial from its start to its end. */
function isMadeByThisCode(
  c: CodeContext,
  { name }: Service,
  parts: readonly string[],
  path: readonly string[],
  args: Arguments,
): boolean {
  const kind = `${name} ${singular(parts.length > 1 ? parts.slice(1).join('-') : (path.at(-1) ?? ''))}`
  const names = namesIn(args).filter(isKnown)
  return c.madeAtServices.some(made => made.kind === kind && names.every(each => made.names.has(each)))
}

/** `tables`: `table`; `indices`: `index`; `class` and `alias` are no plurals. */
function singular(word: string): string {
  return word
    .replace(/indices$/, 'index')
    .replace(/(ss|x|tch|sh|ias)es$/, '$1')
    .replace(/(?<!s|u|ia)s$/, '')
}

const isHolder = (word: string): boolean => HOLDS.has(singular(word))

/** What narrows a request down behind its verb: `.delete().eq('id', 1)`; `neq` and `gt` are for all but a few. */
const CONDITION = /^(eq|in_?|match|is_?|filter|or_?|i?like|contains|lte?|where|text_?search)$/i

/** A bare verb on a container that was given by its name takes only what its arguments or its condition say. */
function takesSome(c: CodeContext, { self }: CodeValue, { list, named }: Arguments): boolean {
  if (!self?.service?.isNamed) return false
  if ([...named].some(([name, { text }]) => /^delete_?all$/i.test(name) && text === 'true')) return false
  if (list.length > 0 || named.size > 0) return true
  return c.token()?.text === '.' && CONDITION.test(c.token(1)?.text ?? '')
}

/** `delete_many({})`, `remove()`: all that a container holds. */
function isOfAllIn([verb, ...rest]: readonly string[], { list: [filter] }: Arguments): boolean {
  if (!/^(many|delete-many)$/.test(rest.join('-')) && (verb !== 'remove' || rest.length > 0)) return false
  return filter === undefined || (filter.entries !== undefined && filter.entries.size === 0 && !filter.items?.length)
}

/** A call on what keeps documents or keys: the words of its method, what it is called on, and what it is given. */
interface StoreCall {
  readonly parts: readonly string[]
  readonly path: readonly string[]
  readonly args: Arguments
}

function lossOfStore(c: CodeContext, service: Service, callee: CodeValue, { parts, path, args }: StoreCall): boolean {
  const [verb = '', ...rest] = parts
  const isOfAll = isOfAllIn(parts, args)
  const takesHolder = rest.length > 0 ? rest.some(isHolder) : isHolder(path.at(-1) ?? '') && !takesSome(c, callee, args)
  const isIndex = verb === 'drop' && /^(index|indexes|constraint)$/.test(rest.join('-'))
  const loses =
    verb === 'recursive' ||
    /^(flushall|flushdb|truncate|wipe|purge|obliterate)$/.test(verb) ||
    (verb === 'flush' && /^(all|db)/.test(rest[0] ?? '')) ||
    (verb === 'drop' && !isIndex) ||
    isOfAll ||
    (!rest.includes('many') && !rest.includes('one') && takesHolder)
  if (!loses || (verb === 'reset' && rest.length === 0)) return true
  if (service.entry.as === 'mongosh') {
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
  { entry, name, part, path: way }: Service,
  method: string,
  path: readonly string[],
  args: Arguments,
): readonly (string | CodeValue)[] {
  const bare = method.replace(/^(begin|async)-/, '')
  const [verb = ''] = bare.split('-')
  switch (entry.as) {
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
      return [entry.as, ...path.slice(-2), bare]
    default:
      return [name.replace(/^@/, '').replace('/', '-'), ...path.slice(-1), bare]
  }
}

/** People are written to, or money is moved: said as the command line that does the same. */
function isNoticedByOthers(c: CodeContext, service: Service, method: string, args: Arguments): boolean {
  const path = service.path.slice(0, -1).map(noun)
  const what = `${singular(path.at(-1) ?? '')} ${method}`
  const line = NOTICED.find(each => each.libraries.test(service.name) && each.calls.test(what))?.line
  if (line === undefined) return false
  if (!isTestOrLocal(c, service, args)) {
    const said = textsIn([...args.list, ...args.named.values()]).filter(({ text = '' }) => /@|^\+?\d{6,}$/.test(text))
    runWords(c, [...line.split(' '), ...said])
  }
  return true
}
