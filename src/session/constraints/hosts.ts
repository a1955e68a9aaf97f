/** Machines in the words of a person: a limit on one of them says nothing about other machines, or about files here. */
import type { ConstraintPhrase } from './foreign.ts'

/** What machines and environments are called: `stg-db-02`, `shop-prod`. Norms, models and tickets look alike. */
export const HOST =
  '(?!(?:utf|sha|iso|aes|rsa|gpt|es|ean|ticket|issue|bug|pr|non|pre|post)-)[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:\\d{2,3}|prod|production|preprod|staging|stg)(?![\\w/-]|\\.\\w)'
export const HOST_NAME = new RegExp(`(?<![\\w./@-])${HOST}`, 'g')

export const hostsIn = (text: string): readonly string[] => [...new Set(text.match(HOST_NAME) ?? [])]

/** "On stg-db-02", and so in other languages. */
const PLACED = /(?<!\p{L})(?:on|at|auf|bei|an|in|sur|en|em|no|na|su|op|w|we|v|ve|на)\s+$/iu

/** Nothing at all is to be changed or started, but on the machines that the sentence names. */
export function onHosts(phrase: ConstraintPhrase, sentence: string): ConstraintPhrase {
  const { kind, about, targets } = phrase
  if (kind !== 'prohibit' || targets.length > 0 || !about.some(each => DONE_THERE.has(each))) return phrase
  const hosts = [...sentence.matchAll(HOST_NAME)].filter(({ index }) => PLACED.test(sentence.slice(0, index)))
  return hosts.length === 0 ? phrase : { ...phrase, targets: [...new Set(hosts.map(([host]) => host))] }
}

const DONE_THERE: ReadonlySet<string> = new Set(['change', 'create', 'delete', 'run'])

/** A machine that was ruled out is opened by its name: "you may use tst-app-01 now". */
export function opensHost(targets: readonly string[], text: string): boolean {
  return PERMITS.test(text) && hostsIn(text).some(host => targets.includes(host))
}

const PERMITS =
  /(?<!\p{L})(?:may|can|allowed|free|open|go ahead|darfst|dürfen|kannst|freigegeben|peux|pouvez|puedes|podés|pode|podes|puoi|mag|можешь|можно)(?!\p{L})|可以|よい|いい|해도/iu
