/**
 * Credentials of a service that are shown to somebody else. A token in a header or an address authenticates, where it is told to the service
 * that has issued it; which service that is, is data (`tokens`). Names that no data knows may be anybody's, and so may a host that is not known.
 */

import type { Taint } from '../../model/action.ts'
import type { Invocation } from './invocation.ts'
import { type Issuer, issuerKey } from './model.ts'
import { hostOf, isLocalHost } from './network.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { isKnown, withoutHoles } from './value.ts'

/** Whether a secret belongs to a service, and the address to somebody else. */
export function belongsElsewhere({ kind, from }: Taint, address: string, runner: Runner, scope: Scope): boolean {
  if (kind !== 'secret' || !from.startsWith('$')) return false
  const host = writtenHost(address)
  if (host === undefined || isLocalHost(host)) return false
  const issuer = issuerOf(from, runner)
  return issuer !== undefined && !isOwn(issuer, host, address) && !isOurForge(host, runner, scope)
}

/** The addresses that a call names: its arguments, and those of an option that is one. */
export function addressesOf({ args, options }: Invocation): readonly string[] {
  return [...(options.get('url') ?? []), ...args]
    .map(({ text }) => text)
    .filter(text => writtenHost(text) !== undefined)
}

/** `$GITHUB_TOKEN`, `${GITHUB_TOKEN:-x}`, `$(gcloud auth print-access-token --quiet)`. */
function issuerOf(from: string, runner: Runner): Issuer | undefined {
  const [, variable] = /^\$\{?!?(\w+)/.exec(from) ?? []
  const key = variable === undefined ? from : `$${variable}`
  return runner.models(issuerKey(key))?.issuer
}

/** A host that is written out, with a domain: of `https://$USER:$TOKEN@host/path` it is known, of `https://$HOST/path` it is not. */
function writtenHost(address: string): string | undefined {
  const [, authority = ''] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)/i.exec(address) ?? []
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const host = isKnown(place) ? hostOf(withoutHoles(address)) : undefined
  return host !== undefined && /^[\w-]+(\.[\w-]+)*\.([a-z]{2,}|\d+)$/.test(host) ? host : undefined
}

function isOwn({ hosts, labels = [], paths = [] }: Issuer, host: string, address: string): boolean {
  if (hosts.some(each => host === each || host.endsWith(`.${each}`))) return true
  if (
    host
      .split('.')
      .slice(0, -1)
      .some(label => labels.includes(label))
  )
    return true
  const path = address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*|[?#].*$/gis, '')
  return paths.some(each => path.startsWith(each))
}

/** The host that the project comes from is one of the company's own. */
function isOurForge(host: string, runner: Runner, scope: Scope): boolean {
  const origin = remoteOrigin(runner, scope)
  return origin !== undefined && hostOf(origin) === host
}

/** Where the repository comes from that a command runs in. */
export function remoteOrigin({ facts }: Runner, { cwd }: Scope): string | undefined {
  return isKnown(cwd) ? facts.setting(cwd, 'remote.origin.url') : undefined
}

/** The host of the service whose program it is, by the token that it prints: github.com for `gh`. */
export function serviceHost(program: string, runner: Runner): string | undefined {
  return runner.models(issuerKey(`$(${program} auth token)`))?.issuer?.hosts[0]
}
