/**
 * What a call does for others that nobody takes back: it reaches people, spends money, grants rights, opens something to everybody. Which calls
 * of programs and which requests do is data; code only asks it, and says so with an effect.
 */

import { memo } from '../../common/memo.ts'
import type { Detail, Effect } from '../../model/action.ts'
import { emitNamed } from './emit.ts'
import type { Invocation } from './invocation.ts'
import { type CommandModel, type Consequence, consequenceKey, type RequestConsequence, requestKey } from './model.ts'
import { hostOf, isLocalHost, isLoopback } from './network.ts'
import { wordsBehind } from './production.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, withoutHoles } from './value.ts'

/** So much of a call's words is compared with patterns. */
const LONGEST = 4000

/** Asks what would happen, or how it is called. */
const REHEARSES =
  /^(help|--?(help|dry[-_]?run|what-?if|validate-only|generate-cli-skeleton|simulate|no-?op|draft|testmode)(=(?!false).*)?)$/i

const compiled = memo((pattern: string) => new RegExp(pattern, 'i'))

/** Emits what a call is known to do for others, unless that was seen already. */
export function emitConsequences(
  call: Invocation,
  model: CommandModel | undefined,
  seen: readonly Effect[],
  runner: Runner,
  scope: Scope,
): void {
  const program = call.path[0] ?? ''
  const known = model?.consequences ?? runner.models(consequenceKey(program))?.consequences
  if (known === undefined || call.flags.has('help') || call.flags.has('dry_run')) return
  const words = call.words.map(({ text }) => text)
  if (rehearses(words)) return
  const text = words.join(' ').slice(0, LONGEST)
  const readings = model === undefined ? [call, withoutValues(call)] : [call]
  for (const each of known) {
    const isCalled = (first: string): boolean => readings.some(one => wordsBehind(first, one) !== undefined)
    if (!each.calls.some(first => first === '' || isCalled(first))) continue
    if (each.with !== undefined && !compiled(each.with).test(text)) continue
    if (each.without !== undefined && compiled(each.without).test(text)) continue
    if ('api' in each) {
      // What the program's own description says of the same request is enough.
      if (!seen.some(({ verb }) => verb === 'publish' || verb === 'infrastructure'))
        emitApiRequest(each.api, call, runner, scope)
      continue
    }
    const first = each.calls.find(words => words !== '' && isCalled(words))
    const { does } = each
    if (
      seen.some(({ details }) => details[does] === true) ||
      isHere(words) ||
      (does === 'tells' && reachesNobodyElse(text))
    )
      continue
    emitConsequence(does, each.what ?? first ?? program, call, runner, scope, call.args[0])
  }
}

/** `-h` in front of a word names a host. */
function rehearses(words: readonly string[]): boolean {
  return words.some(word => REHEARSES.test(word)) || words.at(-1) === '-h'
}

/** `signal-cli -a +49151 send`: of a program without a model it is not known which options take a value. */
function withoutValues(call: Invocation): Invocation {
  const values = call.words.filter((_, at) => /^-[^=]*$/.test(call.words[at - 1]?.text ?? ''))
  return { ...call, args: call.args.filter(arg => !values.includes(arg)) }
}

/** A service on this machine, by an address among the words. */
function isHere(words: readonly string[]): boolean {
  const hosts = words.flatMap(word => /(?:^|=)https?:\/\/([^/]+)/.exec(word)?.[1] ?? []).map(hostOf)
  return hosts.length > 0 && hosts.every(host => host !== undefined && isLoopback(host))
}

/** Domains of mail that lead to nobody: those of documentation (RFC 2606), and those of this machine. */
const NOBODY =
  /^(example\.(com|org|net)|(your-?)?(domain|company)\.com|localhost|.*\.(test|invalid|localhost|local|localdomain))$/i
/** Addresses of the team itself, which its members expect mail at, and those that stand for another. */
const OWN_TEAM =
  /^(team|devs?|developers?|eng|engineering|ops|devops|sre|on-?call|alerts?|ci|builds?|qa|platform|backend|frontend|infra|noc|me|root|your[-_.]?(e?mail|name|address)?)$/i

/** Whether a text names addresses of mail, and none at which anybody outside of the team gets it. */
export function reachesNobodyElse(text: string): boolean {
  const found = [...text.matchAll(/([^\s@"'<>,;:=()[\]]+)@([\w.-]+)/g)]
  return found.length > 0 && found.every(([, name = '', domain = '']) => NOBODY.test(domain) || OWN_TEAM.test(name))
}

/** Says with an effect what others notice. */
export function emitConsequence(
  does: Consequence,
  what: string,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  at?: Field,
): void {
  const on = { kind: 'resource', class: 'remote', value: what } as const
  const details: Readonly<Record<string, Detail>> = { [does]: true, service: call.path[0] ?? '' }
  const verb = does === 'tells' ? 'send' : does === 'deploys' || does === 'exposes' ? 'publish' : 'infrastructure'
  emitNamed(verb, on, call, runner, scope, { ...(verb === 'infrastructure' && { severity: 'high' }), details }, at)
}

/** What a request does for others at a service that is known; undefined where it only asks, tries or changes what is one's own. */
export function consequenceOfRequest(
  url: string,
  method: string,
  said: string,
  runner: Runner,
): { readonly does: Consequence; readonly what: string } | undefined {
  const host = hostOf(url)
  if (host === undefined || isLocalHost(host) || /^(GET|HEAD|OPTIONS)$/i.test(method)) return undefined
  const path = withoutHoles(url).replace(/^[a-z]+:\/\/[^/]*/i, '')
  const text = said.slice(0, LONGEST)
  const found = requestsOf(host, runner).find(
    each =>
      (each.methods ?? ['POST']).includes(method.toUpperCase()) &&
      compiled(each.path).test(path) &&
      (each.with === undefined || compiled(each.with).test(text)) &&
      (each.without === undefined || !compiled(each.without).test(text)),
  )
  return found && { does: found.does, what: found.what ?? `${host}${path.split('?', 1)[0]}` }
}

/** Under a service's own name or that of a domain above it (`us1.api.mailchimp.com`), or of services that everybody can have on a host of their own. */
function requestsOf(host: string, runner: Runner): readonly RequestConsequence[] {
  const labels = host.split('.')
  for (let at = 0; at + 1 < labels.length; at++) {
    const requests = runner.models(requestKey(labels.slice(at).join('.')))?.requests
    if (requests) return requests
  }
  return runner.models(requestKey('*'))?.requests ?? []
}

/** `gh api -X PUT repos/o/r/collaborators/x -f permission=admin`: a request under another name. */
function emitApiRequest(base: string, call: Invocation, runner: Runner, scope: Scope): void {
  const [path] = call.args
  if (!path) return
  const field = call.options.has('field') || call.options.has('input')
  const method = call.options.get('method')?.at(-1)?.text ?? (field ? 'POST' : 'GET')
  const said = call.words.map(({ text }) => text).join(' ')
  const found = consequenceOfRequest(`${base}${path.text.replace(/^\//, '')}`, method, said, runner)
  if (found) emitConsequence(found.does, found.what, call, runner, scope, path)
}
