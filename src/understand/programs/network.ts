/** curl, wget, httpie, netcat, scp and rsync: whether words are sent or fetched, and what ends up where. */

import { fileName, resolvePath } from '../../common/path.ts'
import type { Detail, Taint } from '../../model/action.ts'
import { isSecretElsewhere } from '../paths/classify.ts'
import { secretsIn } from '../shell/apply.ts'
import { expandBraces } from '../shell/braces.ts'
import { carried } from '../shell/carried.ts'
import { consequenceOfRequest, emitConsequence } from '../shell/consequences.ts'
import { contentsOf, taintsAt } from '../shell/contents.ts'
import { bringOver, noteCopies } from '../shell/copies.ts'
import { emitNamed, emitPaths, originOf, word } from '../shell/emit.ts'
import { textAt, textOfFile } from '../shell/files.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import { hostOf, isLocalHost, network } from '../shell/network.ts'
import { secretAlong } from '../shell/packed.ts'
import { emitBrought } from '../shell/protected-writes.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { isInPod, type Scope, subshell } from '../shell/scope.ts'
import { isSessionFile } from '../shell/session-files.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, SOME, type Stream, UNKNOWN, withoutHoles } from '../shell/value.ts'
import { emitKeyRead } from './brought.ts'
import { destination, runLocalCommands } from './remote.ts'
import { losesByRequest } from './request-body.ts'

interface Request {
  readonly url: Field
  readonly method: string
  /** A file goes along. */
  readonly uploads: boolean
  /** What is sent, where it stands in the command. */
  readonly bodies: readonly string[]
}

/** A key for tests, or a service's sandbox: nothing there is missed. */
const IS_TRIAL = /\b(sk|rk|pk)_test_|\/\/[\w.-]*\bsandbox\b/i

function emitRequest(request: Request, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): void {
  const { url, uploads, bodies } = request
  const said = call.words.flatMap(({ text, taints }) => [text, ...taints.map(({ from }) => from)]).join(' ')
  // What takes something away is no less than a DELETE.
  const loses = losesByRequest(url.text, request.method, bodies) && !IS_TRIAL.test(said)
  const method = loses ? 'DELETE' : request.method
  if (url.text.startsWith('file://')) {
    emitPaths(call.options.has('upload') ? 'write' : 'read', fieldFrom(url, 7), call, runner, scope)
    return
  }
  const secrets = secretsIn(call, runner, scope, stdin)
  const reads = /^(GET|HEAD|OPTIONS)$/i.test(method) && secrets.length === 0
  const details = {
    ...carried(secrets, goesTo(url, call, scope)),
    // `localhost` in a pod is what the cluster runs there.
    ...(isInPod(scope) && { local: false }),
    method: method.toUpperCase(),
    ...(uploads && { uploads: true }),
  }
  emitNamed(
    reads ? 'receive' : 'send',
    { kind: 'url', class: 'network', value: url.text },
    call,
    runner,
    scope,
    { details },
    url,
  )
  if (method !== request.method) return
  const noticed = consequenceOfRequest(url.text, method, said, runner)
  if (noticed) emitConsequence(noticed.does, noticed.what, call, runner, scope, url)
}

/** Options that lead a request elsewhere than its address says, and the part of their values that is a host. */
const LEADS_TO: readonly (readonly [option: string, host: RegExp])[] = [
  ...['-x', '--proxy', '--preproxy', '--socks4', '--socks4a', '--socks5', '--socks5-hostname'].map(
    option => [option, /^(.+)$/s] as const,
  ),
  ['--connect-to', /^[^:]*:[^:]*:(\[[^\]]+\]|[^:]+)/],
  ['--resolve', /^[^:]*:[^:]*:(\[[^\]]+\]|[^:,]+)/],
]

/** Where a request goes: through a proxy, or to another host than the one that it names, it leaves this machine after all. */
function goesTo(url: Field, call: Invocation, scope: Scope): Readonly<Record<string, Detail>> {
  const to = network('url', url.text)
  if (to.local !== true) return to
  const named = LEADS_TO.flatMap(([option, host]) =>
    (call.options.get(option) ?? []).flatMap(({ text }) => host.exec(text)?.[1] ?? []),
  )
  const set = ['http_proxy', 'https_proxy', 'all_proxy', 'ALL_PROXY'].flatMap(
    name => scope.environment.get(name)?.text ?? [],
  )
  const elsewhere = [...named, ...set].map(hostOf).find(host => host !== undefined && !isLocalHost(host))
  return elsewhere === undefined ? to : { ...to, host: elsewhere, local: false }
}

const curl: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const [program = ''] = call.path
  const configured = /^(curl|wget2?)$/.test(program) ? configuredWords(call, runner, scope, stdin) : []
  if (configured.length > 0) {
    const alone = word(program === 'curl' ? '-q' : '--no-config')
    return runner.runWords([word(program), alone, ...call.words.filter(isNoConfig), ...configured], scope, stdin)
  }
  for (const helper of call.options.get('askpass') ?? [])
    runner.runScript(helper.text, subshell(scope, { via: [...scope.via, program] }), originOf(helper), UNKNOWN)
  const upload = call.options.get('upload')?.flatMap(byBraces)
  if (upload) return sent({ ...call, options: new Map([...call.options, ['upload', upload]]) }, runner, scope, stdin)
  return sent(call, runner, scope, stdin)
}

/** `-T "{a,b}"`: curl has braces of its own. */
function byBraces(field: Field): readonly Field[] {
  return (expandBraces(field.text) ?? [field.text]).map(text => (text === field.text ? field : { ...field, text }))
}

function sent(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const urls = [...(call.options.get('url') ?? []), ...call.args]
  const has = (name: string): boolean => call.options.has(name)
  const implied = has('upload') ? 'PUT' : (has('data') || has('form')) && !call.flags.has('get') ? 'POST' : 'GET'
  const method = call.flags.has('head') ? 'HEAD' : (call.options.get('method')?.at(-1)?.text ?? implied)
  const bodies = ['data', 'form', 'upload'].flatMap(name => call.options.get(name) ?? [])
  const uploads = has('upload') || bodies.some(field => /(^|=)[@<]/.test(field.text))
  for (const url of urls)
    emitRequest(
      { url, method, uploads, bodies: bodies.map(({ text }) => text) },
      call,
      runner,
      scope,
      uploads || bodies.some(b => /@-/.test(b.text)) ? stdin : UNKNOWN,
    )
  for (const [url, list] of listedUrls(call, runner, scope, stdin))
    emitRequest({ url, method, uploads: false, bodies: [] }, call, runner, scope, list)
  for (const option of ['cookie_jar', 'dump', 'log'])
    for (const file of call.options.get(option) ?? [])
      if (!/^(-|\/dev\/std\w+)$/.test(file.text)) emitPaths('write', file, call, runner, scope)
  for (const format of call.options.get('format') ?? [])
    for (const [, file = ''] of format.text.matchAll(/%output\{(?:>>)?([^}]+)\}/g))
      emitPaths('write', word(file, format), call, runner, scope)
  return saved(urls, call, runner, scope)
}

/** `wget -i FILE`: each of its lines is an address; of a list that is not known only secrets matter. */
function listedUrls(
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): readonly (readonly [url: Field, list: Stream])[] {
  return (call.options.get('input') ?? []).flatMap((file): readonly (readonly [Field, Stream])[] => {
    const [reached] = pathTargets(file, scope, runner)
    const given = /^(-|\/dev\/stdin)$/.test(file.text) ? stdin : scope.files.get(file.text)
    const list = given ?? (reached ? contentsOf(reached, runner, scope) : UNKNOWN)
    if (!list.taints.some(({ kind }) => kind === 'secret')) return []
    const [url = `https://${SOME}`] = (list.text ?? '').split('\n').filter(Boolean)
    return [[word(url, file), list]]
  })
}

/** The options that files hold, `data = @file`, `post_file=file`, and those that wget is given one by one. */
function configuredWords(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): readonly Field[] {
  const isAlone = call.words.some(({ text }) => /^(-q|--disable|--no-config)$/.test(text)) && call.words.length > 0
  const files = [...(call.options.get('config') ?? []), ...(isAlone ? [] : usualConfig(call, runner, scope))]
  const given = call.path[0] === 'curl' ? [] : (call.options.get('command') ?? [])
  const lines = files.flatMap(file => {
    const path = resolvePath(scope.cwd, file.text)
    const text = file.text === '-' ? stdin.text : (scope.files.get(file.text)?.text ?? textAt(path, runner, scope))
    return (text ?? '').split('\n').map(line => ({ line, file }))
  })
  return [...lines, ...given.map(file => ({ line: file.text, file }))].flatMap(({ line, file }) => {
    const [, name = '', value = ''] = /^\s*-{0,2}([\w-]+)\s*(?:[=:]\s*)?(.*)$/.exec(line) ?? []
    if (name === '' || name === 'config') return []
    const unquoted = value.trim().replace(/^"(.*)"$/, '$1')
    return [word(`--${name.replaceAll('_', '-')}`, file), ...(unquoted === '' ? [] : [word(unquoted, file)])]
  })
}

/** The file that is read without being named: where a variable says, or in the home, if this session wrote it. */
function usualConfig(call: Invocation, runner: Runner, scope: Scope): readonly Field[] {
  const isCurl = call.path[0] === 'curl'
  const named = scope.environment.get(isCurl ? 'CURL_HOME' : 'WGETRC')
  if (named) return [isCurl ? { ...named, text: `${named.text}/.curlrc` } : named]
  const [home] = runner.facts.homes
  const path = `${home}/${isCurl ? '.curlrc' : '.wgetrc'}`
  return home !== undefined && isSessionFile(path, runner, scope) ? [word(path)] : []
}

/** A call without its configuration file, which has been read. */
function isNoConfig(field: Field, at: number, words: readonly Field[]): boolean {
  const isOption = /^(-K|--config|-e|--execute)$/
  const isJoined = /^(-K.|--(config|execute)=)/
  return !isOption.test(field.text) && !isOption.test(words[at - 1]?.text ?? '') && !isJoined.test(field.text)
}

/** Where what comes back goes: to files, which are then known to come from the network, or on. */
function saved(urls: readonly Field[], call: Invocation, runner: Runner, scope: Scope): Stream {
  const taints = mergeTaints(...urls.map(url => fromNetwork(url)))
  const isWget = /^(wget2?|aria2c|axel)$/.test(call.path[0] ?? '')
  const outputs = call.options.get('output') ?? []
  const directory = call.options.get('directory')?.[0] ?? call.options.get('output_dir')?.[0]
  const names = outputs.length > 0 ? outputs : isWget || call.flags.has('remote_name') ? urls.flatMap(nameOf) : []
  for (const name of names) {
    if (/^(-|\/dev\/(stdout|null|fd\/1))$/.test(name.text)) continue
    const file = directory && !name.text.startsWith('/') ? { ...name, text: `${directory.text}/${name.text}` } : name
    emitPaths('write', file, call, runner, scope)
    if (isKnown(file.text) && isKnown(scope.cwd)) scope.files.set(resolvePath(scope.cwd, file.text), { taints })
  }
  const toStdout = names.length === 0 || names.some(name => /^(-|\/dev\/stdout)$/.test(name.text))
  return toStdout ? { taints } : NOTHING
}

function nameOf(url: Field): readonly Field[] {
  const name = fileName(url.text)
  return name === undefined ? [] : [word(withoutHoles(name), url)]
}

/** This machine's own servers are no foreign source. */
function fromNetwork(url: Field): readonly Taint[] {
  const host = hostOf(url.text)
  if (host !== undefined && /^(localhost|127\.|0\.0\.0\.0|::1)/.test(host)) return []
  return [{ kind: 'network', from: withoutHoles(url.text) }]
}

const httpie: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help') || call.flags.has('dry_run')) return NOTHING
  const [first, second] = call.args
  const named = first && /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i.test(first.text)
  const written = named ? second : first
  if (!written) return NOTHING
  // `:8080/users`: a server of this machine, in short.
  const url = /^:(\d|\/|$)/.test(written.text) ? { ...written, text: `localhost${written.text}` } : written
  const items = call.args.slice(named ? 2 : 1)
  const method = named
    ? first.text.toUpperCase()
    : items.some(item => /[^=:]:?=/.test(item.text) && !item.text.includes('=='))
      ? 'POST'
      : 'GET'
  // `Authorization:"Bearer $TOKEN"` is a header, and authenticates.
  const headers = items.filter(item => /^[\w-]+:(?![=@])/.test(item.text))
  const known = new Map([...call.options, ['auth', [...(call.options.get('auth') ?? []), ...headers]]])
  const uploads = items.some(item => /[=:@]@|^\w+@/.test(item.text))
  const bodies = items.map(({ text }) => text.replace(/^[\w-]+:?=/, ''))
  emitRequest({ url, method, uploads, bodies }, { ...call, options: known }, runner, scope, stdin)
  for (const file of call.options.get('output') ?? []) emitPaths('write', file, call, runner, scope)
  return { taints: fromNetwork(url) }
}

/** nc and socat: a program at the end of a connection is a shell for whoever is on the other side. */
const netcat: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const isSocat = call.path[0] === 'socat'
  const words = isSocat ? call.args : (call.options.get('execute') ?? [])
  for (const field of words) {
    const run = isSocat ? /^(?:EXEC|SYSTEM|SHELL):["']?([^,"']+)/i.exec(field.text)?.[1] : field.text
    if (run === undefined) continue
    emitNamed(
      'execute',
      { value: run },
      call,
      runner,
      scope,
      { severity: 'critical', details: { reverse_shell: true } },
      field,
    )
  }
  const host = isSocat ? socatHost(call) : call.args.length > 1 ? call.args[0] : undefined
  if (!host) {
    const given = secretsIn(call, runner, scope, stdin)
    const port = { kind: 'host', class: 'network', value: 'whoever connects' } as const
    const listens = call.flags.has('listen') || call.args.some(({ text }) => /^[A-Z0-9]+-?L(ISTEN)?:/i.test(text))
    if (given.length > 0 && listens)
      emitNamed('send', port, call, runner, scope, { details: { raw: true, ...carried(given, {}) } })
    return { taints: [{ kind: 'network', from: call.path[0] ?? '', raw: true }] }
  }
  const name = host.text.split(':')[0] ?? ''
  const secrets = secretsIn(call, runner, scope, stdin)
  const isLook = words.length === 0 && secrets.length === 0 && onlyAsks(stdin)
  const details = { ...carried(secrets, network('host', host.text)), ...(!isLook && { raw: true }) }
  emitNamed(
    call.flags.has('scan') || isLook ? 'receive' : 'send',
    { kind: 'host', class: 'network', value: name },
    call,
    runner,
    scope,
    { details },
    host,
  )
  return { taints: /^(localhost|127\.)/.test(name) ? [] : [{ kind: 'network', from: name, raw: true }] }
}

/** Requests of text protocols that only ask, each on a line: HTTP, memcached, Redis, ZooKeeper, HAProxy, mail. */
const ASKS =
  /^((get|head|options) \S+( http\/[\d.]+)?|stats?( (items|slabs|sizes|settings|conns))?|version|verbosity|quit|exit|logout|ping|info( \w+)?|ruok|mntr|srvr|conf|envi|cons|wchs|isro|show \w+( \w+)*|help|noop|ehlo .*|helo .*|capability|\w+ (capability|noop|logout)|dbsize|)$/i
/** The lines that may stand behind the first one of such a request, up to an empty one. */
const HEADERS = /(?<=^(?:GET|HEAD|OPTIONS) \S+ HTTP\/[\d.]+\n)(?:[\w-]+: .*(?:\n|$(?!\n)))+/gim
/** So many lines are what somebody asks. */
const MOST_LINES = 20

/** Whether all that is sent is known, and only asks. */
function onlyAsks(stdin: Stream): boolean {
  if (stdin === NOTHING || stdin.text === undefined || !isKnown(stdin.text)) return false
  const lines = stdin.text
    .replace(/\\r|\r/g, '')
    .replace(HEADERS, '')
    .split('\n')
  return lines.length <= MOST_LINES && stdin.text.trim() !== '' && lines.every(line => ASKS.test(line.trim()))
}

function socatHost(call: Invocation): Field | undefined {
  for (const field of call.args) {
    const host = /^(?:TCP|TCP4|TCP6|UDP|UDP4|OPENSSL|SSL|SCTP|SOCKS4A?)(?:-CONNECT)?:([^:,]+)/i.exec(field.text)?.[1]
    if (host !== undefined) return word(host, field)
  }
  return undefined
}

/** scp and rsync: to or from another machine by the colon. */
const copy: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const shell = call.options.get('shell')?.[0]
  if (shell && !/^(\S*\/)?ssh(\s|$)/.test(shell.text))
    runner.runScript(shell.text, subshell(scope, { via: [...scope.via, call.path[0] ?? ''] }), originOf(shell), UNKNOWN)
  if (call.path[0] === 'scp') runLocalCommands(call, runner, scope)
  runAtOtherEnd(call, runner, scope)
  const dry = call.flags.has('dry_run')
  const target = call.args.at(-1)
  const sources = call.args.slice(0, -1)
  if (!target || sources.length === 0) return UNKNOWN
  if (isRemote(target.text)) {
    const secrets = secretsCopied(sources, call, runner, scope, stdin)
    const details = { ...carried(secrets, network('host', target.text, true), true), copies: true }
    if (!dry)
      emitNamed(
        'send',
        { kind: 'host', class: 'network', value: target.text },
        call,
        runner,
        scope,
        { details },
        target,
      )
    const mirror = { recursive: true, reversible: false, details: { mirror: true } } as const
    if (!dry && call.flags.has('delete'))
      emitNamed(
        'delete',
        { kind: 'resource', class: 'remote', value: target.text },
        call,
        runner,
        scope,
        mirror,
        target,
      )
    return UNKNOWN
  }
  for (const source of sources) {
    emitKeyRead(source, call, runner, scope)
    if (!isRemote(source.text))
      emitPaths(call.flags.has('remove_source') && !dry ? 'delete' : 'read', source, call, runner, scope, {
        recursive: true,
      })
    else
      emitNamed(
        'receive',
        { kind: 'host', class: 'network', value: source.text },
        call,
        runner,
        scope,
        { details: network('host', source.text) },
        source,
      )
  }
  if (dry) return UNKNOWN
  emitPaths('write', target, call, runner, scope)
  bring(sources, target, call, runner, scope)
  if (call.flags.has('delete') && !isVoid(target, runner, scope))
    emitPaths('delete', target, call, runner, scope, { recursive: true, details: { mirror: true } })
  return UNKNOWN
}

/** What is copied: the files that are named, those in the directories that are, and those of a list. */
function secretsCopied(
  sources: readonly Field[],
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): readonly Taint[] {
  const isWhole =
    call.flags.has('archive') ||
    call.flags.has('recursive') ||
    call.words.some(({ text }) => /^-[a-zA-Z]*[ra]/.test(text))
  const list = call.path[0] === 'rsync' ? listFile(call) : undefined
  const near = sources.filter(({ text }) => !isRemote(text))
  const along =
    list !== undefined
      ? secretsListed(list, near, runner, scope, stdin)
      : isWhole
        ? secretAlong(near, call, runner, scope)
        : []
  const between = sources.flatMap(({ text }): readonly Taint[] => {
    const [, path] = /^(?:[a-z]+:\/\/[^/]+\/|[^/:]+::?)(.+)$/.exec(text) ?? []
    return path !== undefined && isSecretElsewhere(path) ? [{ kind: 'secret', from: text }] : []
  })
  return mergeTaints(secretsIn(call, runner, scope, stdin), along, between)
}

function listFile({ words }: Invocation): Field | undefined {
  const at = words.findIndex(({ text }) => /^--files-from(=|$)/.test(text))
  const field = words[at]
  if (at < 0) return undefined
  return field?.text.includes('=') ? fieldFrom(field, field.text.indexOf('=') + 1) : words[at + 1]
}

/** Secrets among the files that a list names, from the directory that they are copied from. */
function secretsListed(
  list: Field,
  [base]: readonly Field[],
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): readonly Taint[] {
  const text = scope.files.get(list.text)?.text ?? textOfFile(list, runner, scope, stdin)
  const names = (text ?? '').split(/[\n\0]/).map(line => line.trim())
  const fields = names.filter(Boolean).map(name => word(`${base?.text.replace(/\/+$/, '') ?? '.'}/${name}`, list))
  return fields.flatMap(field => pathTargets(field, scope, runner).flatMap(reached => taintsAt(reached, runner, scope)))
}

/** `rsync --rsync-path='sudo rsync'`: a script for the shell of the other machine. */
function runAtOtherEnd(call: Invocation, runner: Runner, scope: Scope): void {
  for (const script of call.options.get('rsync_path') ?? []) {
    const host = call.args.find(({ text }) => isRemote(text))?.text.replace(/:.*$/s, '') ?? ''
    const inner = subshell(scope, { via: [...scope.via, 'rsync'], ...destination(call, host, runner) })
    runner.runScript(script.text, inner, originOf(script), UNKNOWN)
  }
}

/** What takes the place of files here, from this machine or another one. */
function bring(sources: readonly Field[], into: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const near = sources.filter(({ text }) => !isRemote(text))
  bringOver(near, into, true, 'copy', call, runner, scope)
  noteCopies(near, into, call, runner, scope)
  for (const source of sources.filter(({ text }) => isRemote(text)))
    emitBrought(source, into, call.path[0] === 'rsync' && source.text.endsWith('/'), call, runner, scope)
  for (const source of sources.filter(({ text }) => isRemote(text))) noteOrigin(source, into, runner, scope)
}

/** What comes from another machine is a download, whatever brings it: that counts where it is run. */
function noteOrigin(source: Field, into: Field, runner: Runner, scope: Scope): void {
  const name = source.text.replace(/^.*[:/]/s, '')
  for (const { target, certain } of pathTargets(into, scope, runner)) {
    const isInto = into.text.endsWith('/') || runner.facts.path(target.value).type === 'directory'
    if (!certain || (isInto && name === '')) continue
    const path = isInto ? `${target.value}/${name}` : target.value
    scope.files.set(path, { taints: [{ kind: 'network', from: withoutHoles(source.text) }] })
  }
}

/** A mirror deletes nothing where nothing lies. */
function isVoid(target: Field, runner: Runner, scope: Scope): boolean {
  return pathTargets(target, scope, runner).every(({ target: { value }, certain }) => {
    const { type } = runner.facts.path(value)
    return certain && (type === 'missing' || (type === 'directory' && runner.facts.list(value)?.length === 0))
  })
}

function isRemote(text: string): boolean {
  return /^rsync:\/\/|^scp:\/\/|^[^/:]+::?/.test(text) && !/^[A-Za-z]:\\/.test(text)
}

/** zsh's connections: what is redirected to the descriptor in REPLY goes there. */
const ztcp: ProgramHandler = (call, _runner, scope) => {
  const [host, port] = call.args
  if (host && !call.flags.has('close'))
    scope.variables.set('REPLY', [[{ text: `/dev/tcp/${host.text}/${port?.text ?? '23'}`, glob: false, taints: [] }]])
  return NOTHING
}

export const NETWORK_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { curl, httpie, netcat, copy, ztcp }
