/** Values of a Kubernetes Secret, in YAML and in JSON: in Base64 they look like anything. */
import type { Secret } from './model.ts'
import { fromBase64, isMadeUp, isReference, isStandIn } from './values.ts'

const SECRET_KIND = /\bkind"?\s{0,4}:\s{0,4}"?Secret\b(?!List)/g
/** So far around the kind the data of the same object is looked for. */
const LONGEST = 65_536
const YAML_DATA = /^([ \t]*)(data|stringData):[ \t]*\r?\n((?:\1[ \t]+\S.*\r?\n?)+)/gm
const YAML_ENTRY = /^[ \t]+([\w.-]+):[ \t]+["']?([^\s"'|>]{4,})["']?[ \t]*$/gm
const JSON_DATA = /"(data|stringData)"\s{0,4}:\s{0,4}\{([^{}]{1,65536})\}/g
const JSON_ENTRY = /"([\w.-]+)"\s{0,4}:\s{0,4}"([^"\\]{4,})"/g
/** Certificates, and what is there for everybody to check with. */
const PUBLIC = /\.(?:crt|cert|pub|ca)$|^(?:ca|tls)\.crt$|^(?:namespace|username|user|host|port|database|url|email)$/i

export function* kubernetesSecrets(text: string): Generator<Secret> {
  if (!text.includes('Secret') || !/\bkind"?\s{0,4}:\s{0,4}"?Secret\b/.test(text)) return
  let done = 0
  for (const { index } of text.matchAll(SECRET_KIND)) {
    const from = Math.max(done, text.lastIndexOf('\n---', index), index - LONGEST)
    const next = text.indexOf('\n---', index)
    const to = Math.min(next === -1 ? text.length : next, index + LONGEST)
    if (to <= done) continue
    done = to
    const part = text.slice(from, to)
    const blocks = [...blocksOf(part, YAML_DATA, 3, YAML_ENTRY), ...blocksOf(part, JSON_DATA, 2, JSON_ENTRY)]
    for (const { start, end } of blocks) yield { kind: 'kubernetes-secret', start: from + start, end: from + end }
  }
}

function* blocksOf(text: string, data: RegExp, group: number, entry: RegExp) {
  for (const block of text.matchAll(data)) {
    const body = block[group] ?? ''
    const base = block.index + block[0].indexOf(body)
    const isPlain = block[0].includes('stringData')
    for (const { 0: whole, 1: name = '', 2: value = '', index } of body.matchAll(entry)) {
      if (PUBLIC.test(name) || !isHidden(value, isPlain)) continue
      const start = base + index + whole.lastIndexOf(value)
      yield { start, end: start + value.length }
    }
  }
}

function isHidden(value: string, isPlain: boolean): boolean {
  if (value.startsWith('[') || isReference(value)) return false
  const plain = isPlain ? value : fromBase64(value)
  return (
    plain !== undefined &&
    plain.trim().length >= 4 &&
    !isStandIn(plain) &&
    !isMadeUp(plain) &&
    !/^(?:true|false)$/.test(plain)
  )
}
