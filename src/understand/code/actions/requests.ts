/** What functions send and fetch, said as calls of curl. */
import type { Taint } from '../../../model/action.ts'
import { target } from '../../paths/effect.ts'
import { carried } from '../../shell/carried.ts'
import { hostOf, isLocalHost, network } from '../../shell/network.ts'
import { isKnown, SOME } from '../../shell/value.ts'
import type { CodeContext } from '../context.ts'
import { type CodeValue, literal, madeFrom, NONE, taintsOf } from '../value.ts'
import type { CodeAction, CodeActions, CodeCall } from './action.ts'
import { fieldOf, isUsable, place, remember, runCommandWords } from './perform.ts'

const METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i
/** Names under which something is sent along; what authenticates is shown to the other side, not given away. */
const BODIES = /^(data|json|body|form|files|params|content|payload|query|postfields|searchParams|qs|multipart)$/i
const words = (...texts: readonly string[]): readonly CodeValue[] => texts.map(text => ({ text, taints: [] }))

/** One request; what comes back comes from the network. */
function send(
  c: CodeContext,
  method: string,
  url: CodeValue | undefined,
  bodies: readonly CodeValue[],
  headers: readonly CodeValue[] = [],
): CodeValue {
  const taints = taintsOf(bodies).filter(taint => taint.kind === 'secret')
  const isUrl = url?.text !== undefined && /^[a-z]+:\/\/|^[\w.-]+:\d+|^localhost/i.test(url.text)
  const isSecret = taints.length > 0 || taintsOf([url]).some(taint => taint.kind === 'secret')
  if (!isUrl && !isSecret) return madeFrom([url])
  const to: CodeValue = isUrl && url ? url : { text: `https://${SOME}`, taints: taintsOf([url]) }
  const data = bodies.length > 0 ? [...words('--data'), { text: SOME, taints }] : []
  // Who comes: a credential of one service may be shown to another.
  const shown = taintsOf(headers).filter(({ kind, from }) => kind === 'secret' && from.startsWith('$'))
  const header = shown.length > 0 ? [...words('-H'), { text: SOME, taints: shown }] : []
  const stream = runCommandWords(c, [...words('curl', '-X', method.toUpperCase()), ...header, ...data, to])
  return { text: SOME, taints: stream.taints, ref: 'Response' }
}

function bodiesOf(call: CodeCall, from: number): readonly CodeValue[] {
  const given = call.list.slice(from).flatMap(value => (value.entries && hasBody(value) ? [] : [value]))
  return [...given, ...[...call.named].filter(([name]) => BODIES.test(name)).map(([, value]) => value)].filter(
    value => value.body === undefined,
  )
}

/** Options of a request, rather than what it sends. */
function hasBody(value: CodeValue): boolean {
  return [...(value.entries?.keys() ?? [])].some(
    name => BODIES.test(name) || /^(method|headers|auth|timeout)$/.test(name),
  )
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  head: 'HEAD',
  options: 'OPTIONS',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}

/** `requests.post(url, …)`: the method is the name. */
const request: CodeAction = (call, c) => {
  const method = METHODS[call.name.replace(/_form|_response|store|print|!/g, '')] ?? 'GET'
  const isRead = /^(GET|HEAD|OPTIONS)$/.test(method)
  const url = call.list[0] ?? call.named.get('url')
  const bodies = [...call.named].filter(([name]) => BODIES.test(name)).map(([, value]) => value)
  const inList =
    /^(axios|got|ky|HTTP|RestClient|Faraday|HTTPoison|Net\.HTTP)\./.test(call.ref) || c.language === 'python'
      ? call.list.slice(1, isRead ? 1 : 2)
      : bodiesOf(call, 1)
  const own = inList.filter(value => !(value.entries && hasBody(value)))
  if (call.name === 'getstore') return download(call, c)
  return send(c, method, url, [...own, ...bodies], headersOf(call))
}

/** The values of headers, given by name or among the options of a request. */
function headersOf({ list, named }: CodeCall): readonly CodeValue[] {
  const given = [named.get('headers'), ...list.map(value => value.entries?.get('headers'))]
  return given.flatMap(headers => [...(headers?.entries?.values() ?? [])])
}

/** Headers that do not authenticate, with a secret out of a file: they are sent as a body is. */
function headersTold(headers: CodeValue | undefined): readonly CodeValue[] {
  return [...(headers?.entries ?? [])]
    .filter(([name]) => !/auth|key|token|cookie|secret|signature/i.test(name))
    .map(([, value]) => value)
    .filter(value => taintsOf([value]).some(({ kind, from }) => kind === 'secret' && !from.startsWith('$')))
}

/** `fetch(url, { method, body })`, `axios({ url, data })`. */
const fetchUrl: CodeAction = (call, c) => {
  const url = call.list[0]?.entries ? call.named.get('url') : (call.list[0] ?? call.named.get('url'))
  const named = [...call.named].filter(([name]) => BODIES.test(name)).map(([, value]) => value)
  const bodies = [...named, ...headersTold(call.named.get('headers'))]
  const method = call.named.get('method')?.text
  const host = call.named.get('host') ?? call.named.get('hostname')
  if (host?.text !== undefined && url?.text === undefined) {
    c.host = host
    return { ...NONE, ref: 'Response' }
  }
  // What is written to it is sent there.
  if (/^https?\.request$/.test(call.ref) && url?.text !== undefined) c.host = { ...url, text: hostOf(url.text) ?? SOME }
  return send(
    c,
    method !== undefined && METHOD.test(method) ? method : bodies.length > 0 && call.ref !== 'fetch' ? 'POST' : 'GET',
    url,
    bodies,
    headersOf(call),
  )
}

const download: CodeAction = (call, c) => {
  const [url, path] = call.list
  const to = path ?? call.named.get('filename') ?? call.named.get('out') ?? call.named.get('destfile')
  if (!isUsable(url)) return NONE
  const stream = runCommandWords(c, isUsable(to) ? [...words('curl', '-o'), to, url] : [...words('curl', '-O'), url])
  return { text: SOME, taints: stream.taints }
}

/** Something that is not known is sent over a connection: only secrets matter. */
export const transmit: CodeAction = (call, c) => {
  const secrets = taintsOf([...call.list, ...call.named.values()]).filter(taint => taint.kind === 'secret')
  const to = c.host?.text
  if (secrets.length === 0 || (call.self?.ref === 'Response' && !c.host)) return NONE
  if (c.language === 'node' && !c.host) return NONE
  emitSend(c, to ?? SOME, secrets)
  return NONE
}

/** `stream.pipe(request)`, `stream.pipe(file)`. */
const pipeTo: CodeAction = (call, c) => {
  const [into] = call.list
  const secrets = taintsOf([call.self]).filter(taint => taint.kind === 'secret')
  if (into?.ref === 'Response' || into?.ref === 'socket') {
    if (secrets.length > 0) emitSend(c, c.host?.text ?? SOME, secrets)
  } else if (into?.file !== undefined) remember(c, literal(into.file), call.self)
  return into ?? NONE
}

function emitSend(c: CodeContext, host: string, secrets: readonly Taint[]): void {
  const value = isKnown(host) ? host : 'an unknown host'
  const details = { program: c.language, raw: true, ...carried(secrets, network('host', host)) }
  c.runner.emit({ verb: 'send', target: target('host', value, 'network'), details, ...place(c) }, c.scope)
}

/** Looking up a name tells it to whoever answers for the domain. */
const transmitName: CodeAction = (call, c) => {
  const secrets = taintsOf(call.list.slice(0, 1)).filter(taint => taint.kind === 'secret')
  if (secrets.length > 0) emitSend(c, fieldOf(c, call.list[0] ?? NONE).text, secrets)
  return NONE
}

const connect: CodeAction = (call, c) => {
  const [first, second] = call.list
  const host =
    first?.items?.[0] ??
    call.named.get('host') ??
    call.named.get('hostname') ??
    call.named.get('PeerAddr') ??
    (/^\d+$/.test(first?.text ?? '') ? second : first)
  if (host?.text !== undefined) c.host = host
  const isForeign = host?.text !== undefined && isKnown(host.text) && !isLocalHost(host.text)
  const taints: readonly Taint[] = isForeign ? [{ kind: 'network', from: host.text }] : []
  return { taints, ref: 'socket' }
}

/** An address, or a request that was made before; with data it is sent. */
export function openUrl(call: CodeCall, c: CodeContext): CodeValue {
  const [url] = call.list.length > 0 ? call.list : call.self ? [call.self] : []
  const isRequest = url?.ref === 'Request'
  const body = call.list[1] ?? call.named.get('data') ?? (isRequest ? url.self : undefined)
  const method = isRequest ? url.each?.text : undefined
  const isBody = body !== undefined && body.entries === undefined && body.text !== ''
  return send(c, method ?? (isBody ? 'POST' : 'GET'), url, isBody ? [body] : [])
}

export const REQUEST_ACTIONS: CodeActions = {
  request,
  request_named: (call, c) => {
    const named = call.list[0]?.text
    if (named === undefined || !METHOD.test(named)) return fetchUrl(call, c)
    return send(c, named, call.list[1] ?? call.named.get('url'), bodiesOf({ ...call, list: call.list.slice(1) }, 1))
  },
  // An unknown object may be a session: only a whole address tells.
  request_self: (call, c) => (/^https?:\/\//.test(call.list[0]?.text ?? '') ? request(call, c) : madeFrom([call.self])),
  fetch: fetchUrl,
  url_request: (call, c) => {
    const [url, data] = call.list
    const body = data ?? call.named.get('data')
    return {
      ...(url ?? NONE),
      ref: 'Request',
      ...(body && { self: body }),
      ...(call.named.get('method') && c && { each: call.named.get('method') ?? NONE }),
    }
  },
  url_open: openUrl,
  download,
  session: () => ({ taints: [], ref: 'session' }),
  connection: connect,
  host: connect,
  host_connect: connect,
  pipe_to: pipeTo,
  transmit,
  transmit_name: transmitName,
}
