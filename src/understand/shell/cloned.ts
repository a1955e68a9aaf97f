/**
 * Scripts in a repository that the same command has fetched: nobody here has read them. What builds and tests such a project is everyday
 * work; a shell script that is started right after it has come is a download that is run.
 */

import { basename, isInside } from '../../common/path.ts'
import type { Taint } from '../../model/action.ts'
import { remoteOrigin } from './issuers.ts'
import { hostOf, isLocalHost } from './network.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'

const KEY = 'cloned '

/** Remembers where a directory comes from, if somebody else has written what lies there. */
export function noteCloned(address: string, directory: string, runner: Runner, scope: Scope): void {
  const host = /^([a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/i.test(address) ? hostOf(address) : undefined
  if (host === undefined || isLocalHost(host) || /^file:/i.test(address)) return
  const origin = remoteOrigin(runner, scope)
  if (origin !== undefined && ownerOf(origin) === ownerOf(address)) return
  scope.files.set(`${KEY}${directory}`, { text: address, taints: [] })
}

/** `github.com/acme`, however it is written. */
function ownerOf(address: string): string {
  const [, owner = ''] = /[:/]([^:/]+)\/[^/]+?(?:\.git)?\/?$/.exec(address) ?? []
  return `${hostOf(address)}/${owner.toLowerCase()}`
}

const BUILDS =
  /^(build|make|compile|configure|autogen|buildconf|test|tests|run[-_]?(all[-_]?)?(unit[-_]?)?tests?|lint|check|format|fmt|bench\w*|ci|docs?|coverage|gradlew|mvnw|waf)([-_.].*)?$/
const SETS_UP =
  /^(install|setup|set-?up|bootstrap|init|deploy|provision|run|start|get|update|upgrade|entrypoint)([-_.].*)?$|\.(sh|bash|zsh)$/

/** Where a script comes from that is started by a shell (`isGiven`), or by its own name. */
export function clonedScript(path: string, isGiven: boolean, scope: Scope): readonly Taint[] {
  const name = basename(path)
  if (BUILDS.test(name) || !(isGiven || SETS_UP.test(name))) return []
  const [from] = [...scope.files].flatMap(([key, { text }]) =>
    key.startsWith(KEY) && isInside(path, key.slice(KEY.length)) && text !== undefined ? [text] : [],
  )
  return from === undefined ? [] : [{ kind: 'network', from }]
}
