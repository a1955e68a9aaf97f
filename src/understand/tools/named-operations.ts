/** What a server's tool does for everyone by its name and its parameters: something is gone, is out, or somebody may do more. */
import type { Detail, Effect } from '../../model/action.ts'
import type { Json } from '../../model/event.ts'
import { loadToolReach, loadToolVerbs } from '../on-demand.ts'
import { makeEffect, target } from '../paths/effect.ts'
import { isLocalContext } from '../shell/local-clusters.ts'
import { hostOf } from '../shell/network.ts'
import type { ToolNames } from './parameter-code.ts'
import type { Parameters } from './parameters.ts'
import type { DescribedCall } from './servers.ts'
import type { NamedOperation } from './tool-verbs.ts'

interface Call extends ToolNames {
  readonly input: Json
  readonly parameters: Parameters
}

/** Verbs that take something away. */
const TAKES_AWAY = /(^|[_-])(delete|remove|destroy|drop|purge|erase|wipe)([_-]|$)/i
const CHANGES_MANY = /(^|[_-])(update|set|replace|patch)[_-](many|all|bulk|batch|by[_-]query)([_-]|$)/i
/** More than a person would name one after the other. */
const MANY = 20
/** Conditions that choose what goes: empty, they choose all. */
const CONDITION = /^(where|filter|filters|query|selector|match|criteria|condition|conditions)$/i
/** Rows of databases: taking away those that are chosen is what SQL does with a condition. */
const ROWS = /(^|[_-])(many|one|row|rows|records?|documents?|points?|items?|vectors?|entit(y|ies)|by[_-]query)([_-]|$)/i
const DATABASES =
  /(^|[_-])(postgres\w*|mysql|mariadb|sqlite|mongo\w*|redis|dynamo\w*|firestore|firebase|supabase|neon|elastic\w*|opensearch|qdrant|pinecone|weaviate|chroma|milvus|neo4j|clickhouse|duckdb|sql|db|database|typesense|meilisearch)([_-]|$)/i
const REHEARSALS = [
  'dry_run',
  'dryRun',
  'dry',
  'plan_only',
  'planOnly',
  'preview',
  'validate_only',
  'validateOnly',
  'what_if',
  'whatIf',
  'simulate',
]

/** Whether a call only asks what would happen. */
export function isRehearsal(input: Json): boolean {
  return REHEARSALS.some(key => input[key] === true)
}

/** `described`: what is known of the tool, whose name then says nothing further. */
export function operationEffects(call: Call, described: Partial<DescribedCall>): readonly Effect[] {
  const { input, parameters, name, server, tool } = call
  if (isRehearsal(input) || isOfThisMachine(input)) return []
  const { isForced, isLocalServer, operationNamed, operationsIn, deploysToProduction } = loadToolVerbs()
  if (isLocalServer(server)) return []
  const { reachNamed } = loadToolReach()
  const { isTold, does } = described
  const named = isTold ? undefined : operationNamed(name, isForced(parameters), server)
  const own = does === undefined ? named : { does, what: name }
  const isChosenRow = ROWS.test(name) && DATABASES.test(server) && isChosen(input)
  const sweeps = sweepsBy(call)
  const found = [
    ...(own && !(own.does === 'destroys' && isChosenRow) ? [{ ...own, what: withName(own, input) }] : []),
    ...operationsIn(parameters, name),
    ...(isTold ? [] : reachNamed(call)),
    ...(!isTold && deploysToProduction(parameters, name) ? [{ does: 'deploys', what: name } as const] : []),
    ...(sweeps ? [{ does: 'destroys', what: name } as const] : []),
  ]
  const different = [...new Map(found.map(each => [each.does, each])).values()]
  return different.map(operation => effectOf(operation, tool, server))
}

/** Many at once, or all that a condition chooses that chooses nothing; a collection that a query replaces by what it finds. */
function sweepsBy({ input, name }: Call): boolean {
  const isMany =
    TAKES_AWAY.test(name) && Object.values(input).some(value => Array.isArray(value) && value.length > MANY)
  const isUnbound = (TAKES_AWAY.test(name) || CHANGES_MANY.test(name)) && choosesAll(input)
  return isMany || isUnbound || replacesItself(input)
}

function effectOf({ does, what }: NamedOperation, program: string, server: string): Effect {
  const on = target('resource', what, 'remote')
  const said = { tool: true, program }
  if (does === 'tells')
    return makeEffect({ verb: 'send', target: on, certain: false, details: { ...said, tells: true } })
  if (/^(destroys|grants|spends|stops|applies)$/.test(does)) {
    const details: Readonly<Record<string, Detail>> = { ...said, [does]: true }
    return makeEffect({ verb: 'infrastructure', target: on, severity: 'high', certain: false, details })
  }
  const details: Readonly<Record<string, Detail>> = { ...said, [does]: true, registry: server }
  return makeEffect({
    verb: 'publish',
    target: on,
    certain: false,
    details: does === 'deploys' ? { ...said, deploys: true } : details,
  })
}

/** With the name of the thing, as people will look for it. */
function withName({ what }: NamedOperation, input: Json): string {
  const named = [
    ...what.split(' '),
    'name',
    'id',
    'repo',
    'key',
    'slug',
    'title',
    ...Object.keys(input).filter(key => /(name|id|key|slug)$/i.test(key)),
  ]
    .map(key => input[key])
    .find(value => (typeof value === 'string' && value !== '') || typeof value === 'number')
  return named === undefined ? what : `${what} ${String(named).slice(0, LONGEST_NAME)}`
}

const LONGEST_NAME = 100

/** A service on this machine, by the address that the call names, or by its cluster. */
function isOfThisMachine(input: Json): boolean {
  const context = ['context', 'kubeContext', 'kube_context', 'cluster']
    .map(key => input[key])
    .find(each => each !== undefined)
  if (typeof context === 'string' && isLocalContext(context)) return true
  const addresses = ['url', 'uri', 'endpoint', 'host', 'base_url', 'baseUrl']
    .map(key => input[key])
    .filter(each => typeof each === 'string')
  return (
    addresses.length > 0 &&
    addresses.every(each => /^(localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/.test(hostOf(each) ?? each))
  )
}

function isChosen(input: Json): boolean {
  return Object.entries(input).some(([key, value]) =>
    CONDITION.test(key) || /(^|_)(ids?|keys?|points)$/i.test(key.replace(/([a-z])([A-Z])/g, '$1_$2'))
      ? !isEmpty(value)
      : false,
  )
}

function choosesAll(input: Json): boolean {
  if (input.all === true || input.delete_all === true || input.deleteAll === true) return true
  const conditions = Object.entries(input).filter(([key]) => CONDITION.test(key))
  return conditions.length > 0 && conditions.every(([, value]) => isEmpty(value))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === '*') return true
  if (typeof value !== 'object') return false
  // `{ match_all: {} }` is how a search engine spells it.
  const entries = Object.entries(value)
  return (
    entries.length === 0 ||
    (entries.length === 1 && /^(match_all|query)$/.test(entries[0]?.[0] ?? '') && isEmpty(entries[0]?.[1]))
  )
}

/** `{ $out: "users" }` over the collection `users`. */
function replacesItself({ collection, pipeline }: Json): boolean {
  return (
    typeof collection === 'string' &&
    Array.isArray(pipeline) &&
    pipeline.some(stage => typeof stage === 'object' && stage !== null && Reflect.get(stage, '$out') === collection)
  )
}
