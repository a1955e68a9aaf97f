/** What empties tables of frameworks, caches, buckets and document databases, said as calls of their clients. */
import { isKnown, SOME } from '../../shell/value.ts'
import type { CodeContext } from '../context.ts'
import { type CodeValue, literal, NONE } from '../value.ts'
import type { CodeActions } from './action.ts'
import { run, runCommandWords } from './perform.ts'

/** Names of classes, which are names of tables to a framework. */
const MODEL = /^(?:\w+(?:\.|::))*([A-Z]\w*)(?:\.objects)?$/

/** All rows of a table. */
function rowsOf(name: string | undefined): CodeValue {
  return name !== undefined && isKnown(name) && /^\w+$/.test(name) ? { taints: [], ref: 'Rows', text: name } : NONE
}

function nameOf(value: CodeValue | undefined): string | undefined {
  return value?.ref === 'Rows' ? value.text : MODEL.exec(value?.ref ?? '')?.[1]
}

function emptyTable(c: CodeContext, name: string | undefined): CodeValue {
  if (name !== undefined) runCommandWords(c, [literal('psql'), literal('-c'), literal(`DELETE FROM ${name}`)])
  return NONE
}

function client(ref: string, on: CodeValue | undefined): CodeValue {
  return { taints: [], ref, text: on?.text ?? SOME }
}

export const STORE_ACTIONS: CodeActions = {
  rows: call => rowsOf(call.list[0]?.text),
  all_rows: call => (call.self?.ref?.endsWith('.objects') ? rowsOf(nameOf(call.self)) : (call.self ?? NONE)),
  empty_rows: (call, c) => emptyTable(c, nameOf(call.self)),
  statement: (call, c) => {
    if (call.list[0]?.text !== undefined) runCommandWords(c, [literal('psql'), literal('-c'), call.list[0]])
    return NONE
  },
  cache: call => client('Cache', call.named.get('host') ?? call.list[0] ?? literal('localhost')),
  flush: (call, c) => {
    const host = call.self ?? NONE
    run(c, 'redis-cli', literal(/:\/\//.test(host.text ?? '') ? '-u' : '-h'), host, literal(call.name))
    return NONE
  },
  documents: call => client('Documents', call.list[0] ?? call.named.get('host')),
  drop_documents: (call, c) => {
    run(c, 'mongosh', call.self ?? NONE, literal('--eval'), literal('db.dropDatabase()'))
    return NONE
  },
  bucket: call => client('Bucket', call.list.at(-1)),
  bucket_objects: call => (call.self?.self?.ref === 'Bucket' ? client('Objects', call.self.self) : NONE),
  empty_bucket: (call, c) => {
    run(c, 'aws s3 rm --recursive', literal(`s3://${call.self?.text ?? SOME}`))
    return NONE
  },
}
