/**
 * Calls of cloud and database libraries that delete all there is of something, or what is called production: told as the command lines that do
 * the same. A program that deletes one thing, or what a condition chose, is what such libraries are for.
 */
import type { DeferredText } from './text.ts'
import { wordFor } from './text.ts'

interface Library {
  readonly imports: RegExp
  /** The command line that deletes what a call deletes. */
  readonly command: (call: string, content: string) => string
}

const LIBRARIES: readonly Library[] = [
  {
    imports: /\bboto3\b|\baiobotocore\b|aws-sdk|awssdk|\bAws::|Amazon\.\w+/,
    command: (call, content) => {
      const service =
        /\b(?:client|resource)\(\s*["']([\w-]+)["']/.exec(content)?.[1] ?? /client-([\w-]+)/.exec(content)?.[1] ?? 's3'
      if (/^(?:delete|terminate|remove)$/.test(call)) return `aws ${service} delete-all`
      return `aws ${service === 's3' ? 's3api' : service} ${kebab(call)}`
    },
  },
  { imports: /\bkubernetes\b|client-node|client-go|k8s\.io/, command: call => `kubectl delete ${kindOf(call)} --all` },
  {
    imports: /google\.cloud|@google-cloud|cloud\.google\.com|googleapis/,
    command: call => `gcloud ${kindOf(call)} delete all`,
  },
  { imports: /\bazure\b|@azure\//i, command: call => `az ${kindOf(call)} delete --name all --yes` },
  {
    imports: /octokit|\bgithub\b.*\bimport\b|from github\b|PyGithub|go-github/i,
    command: () => 'gh repo delete all --yes',
  },
  {
    imports:
      /\b(?:digitalocean|pydo|hcloud|cloudflare|stripe|auth0|okta|firebase-admin|firebase_admin|gitlab|vercel|heroku|linode|vultr|pinecone|algoliasearch|openstack|proxmoxer|twilio|supabase)\b/i,
    command: call => `gcloud ${kindOf(call)} delete all`,
  },
]

/** What is kept in a cloud and does not come back; what comes and goes is left out. */
const KEPT =
  /bucket|table|instance|cluster|database|db_|volume|snapshot|namespace|project|resource_?group|\bgroups?\b|repo|function|lambda|stack|file_?system|vault|secret|topic|queue|user|customer|subscription|zone|domain|disk|server|droplet|collection|index|certificate|backup|deployment|statefulset|pvc|persistent|account/i
const DELETES =
  /(?:\.\s*|new\s+)((?:begin_?|Begin)?(?:delete|terminate|destroy|remove|drop|purge|del|schedule_key_deletion|Delete|Terminate)(?:_\w+|[A-Z]\w*)?)\s*(?:\(|!|(?=\}))/g
/** All that there is of something is asked for. */
const LISTS =
  /\b(?:list_?\w*|List\w*|describe_\w+|Describe\w*|get_?[Aa]ll\w*|paginate\w*|get_paginator|get_repos|scan|search)\s*\(|\.(?:all|list)\(\)|\.auto_paging_iter\(|\.(?:buckets|instances|tables|repos|projects|clusters|namespaces|volumes|databases)\.(?:each|map|forEach)\b|\b(?:Buckets|Tables|Instances|Projects|Clusters|Namespaces|Databases)\(/
/** What one by one is gone through. */
const LOOPS = /\bfor\b|\bforeach\b|\.(?:forEach|map|each)\b|\bforEach\b|\brange\b/
/** Something is chosen. */
const CHOOSES =
  /\bif\b|\bunless\b|\bcontinue\b|\bwhere\b|[Ff]ilter|[Pp]refix|[Ss]elector|[Ss]tarts_?[Ww]ith|older|cutoff|expire|[Tt]ags?\b|\bage\b|days|preview|staging|\bdev\b|test|mock|tmp|temp\b|stale|unused|dry.?run|confirm|localhost|\bids?\b\s*=\s*(?:sys|process|args)/
const AROUND = 700

const NAME = '(?<![a-zA-Z])(?:prod|production|prd)(?![a-zA-Z])'
/** A connection, a project, a profile that is called production; not a comparison with that name. */
const PRODUCTION = new RegExp(
  String.raw`(?:(?<!(?:[=!]=|\bin|NODE_ENV\b.{0,20}|_ENV\b.{0,20}|[:=]\s{0,2}process\.env.{0,40}\?\?)\s{0,2})["'\x60]((?=[^"'\x60\s]{0,200}${NAME})(?:[^"'\x60\s]*(?::\/\/|[-.@/])[^"'\x60\s]*|prod|production|prd))["'\x60])|\b((?:PROD|PRODUCTION|PRD)_\w*(?:URL|URI|DSN|DATABASE|DB|HOST|CONNECTION)\w*|\w+_(?:URL|URI|DSN)_(?:PROD|PRODUCTION))\b`,
)
/** All rows, all tables, all keys of a database, by the words of its libraries. */
const EMPTIES =
  /\.\s*(?:deleteMany|delete_many)\(\s*(?:\{\s*\})?\s*\)|\.\s*(?:dropDatabase|drop_database|dropSchema|dropAllSchemas|drop_all|dropAll)\s*\(|\bdb\.drop\b|\.sync\(\s*\{[^}]*force:\s*true|\.(?:delete_all|destroy_all)\b|objects\.all\(\)\.delete\(|\.(?:flushall|flushAll|flushdb|flushDb|FLUSHALL)\s*\(|\.(?:dropCollection|drop_collection)\s*\(|\.collection\([^)]*\)\.drop\(|\.destroy\(\s*\{[^}]*(?:truncate:\s*true|where:\s*\{\s*\})|indices\.delete\([^)]*(?:"\*"|'\*'|_all)|\.truncate\(|TRUNCATE\s+(?:TABLE\s+)?["'\w]|\.resetDatabase\(|\.wipe\(/
/** A quick look: most programs delete nothing by these names. */
const ACTS =
  /\.\s*(?:begin_?)?(?:delete|terminate|destroy|purge|drop|flush|truncate)|Delete\w*Command|Terminate\w*Command|force:\s*true|TRUNCATE|\.remove\w*\(/i
const READS_LIBRARY = /Aws::|import|require|using|\buse\b|from\b|include/

export function cloudTexts(content: string): readonly DeferredText[] {
  if (!ACTS.test(content) || !READS_LIBRARY.test(content)) return []
  return [...deletionsOfAll(content), ...emptiedProduction(content)]
}

function deletionsOfAll(content: string): readonly DeferredText[] {
  if (!/delete|terminate|destroy|purge/i.test(content)) return []
  const library = LIBRARIES.find(({ imports }) => imports.test(content))
  if (library === undefined) return []
  for (const { 1: call = '', index } of content.matchAll(DELETES)) {
    const line = content
      .slice(index, index + 200)
      .split('\n', 2)
      .join(' ')
    const before = content.slice(Math.max(0, index - AROUND), index)
    const from = Math.max(
      before.lastIndexOf('\n\n\n'),
      before.search(/\n(?:async )?(?:def|function|func) (?![\s\S]*\n(?:async )?(?:def|function|func) )/),
      0,
    )
    // That a call failed chooses nothing.
    const around = before.slice(from).replace(/\bif (?:err|error)\b[^\n]*/g, '')
    const isOfAll =
      LISTS.test(around) && LOOPS.test(around) && !CHOOSES.test(`${around}${line}`) && KEPT.test(`${around}${call}`)
    const isProduction = KEPT.test(call) && PRODUCTION.test(line)
    const inProduction =
      isOfLoop(around) && KEPT.test(`${around}${call}`) && PRODUCTION.test(content) && !CHOOSES.test(`${around}${line}`)
    if (isOfAll || isProduction || inProduction) return [{ text: library.command(call, content), isAll: true }]
  }
  return []
}

const isOfLoop = (around: string): boolean => LOOPS.test(around) && LISTS.test(around)

function emptiedProduction(content: string): readonly DeferredText[] {
  if (!EMPTIES.test(content)) return []
  const [, literal, variable] = PRODUCTION.exec(content) ?? []
  const database = literal ?? variable
  if (database === undefined) return []
  return [{ text: `psql ${wordFor(database)} -c 'DROP DATABASE app'`, isAll: true }]
}

function kebab(name: string): string {
  return name
    .replace(/Command$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** `delete_namespace`, `deleteNamespacedPod`: what the call deletes. */
function kindOf(call: string): string {
  const words = kebab(call)
    .split('-')
    .filter(word => !/^(?:begin|delete|terminate|destroy|remove|drop|purge|collection|namespaced|all)$/.test(word))
  return words.join('-') || 'resource'
}
