/** Clusters: which one is meant, and what a verb takes away from it. */

import { resolvePath } from '../../common/path.ts'
import type { Detail, Severity } from '../../model/action.ts'
import { applyModel } from '../shell/apply.ts'
import { carried } from '../shell/carried.ts'
import { taintsAt } from '../shell/contents.ts'
import { emitNamed, emitPaths, word } from '../shell/emit.ts'
import { textAt } from '../shell/files.ts'
import { fits, type Invocation } from '../shell/invocation.ts'
import { isLocalContext } from '../shell/local-clusters.ts'
import { output, printsSecret, secretsGiven } from '../shell/output.ts'
import { secretAlong } from '../shell/packed.ts'
import { reachesProduction } from '../shell/production.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, UNKNOWN, withoutHoles } from '../shell/value.ts'
import { emitKeyRead, noteBrought } from './brought.ts'
import { firstVariable } from './database.ts'

/** Kinds of Kubernetes itself that come back or are done; what else is unknown here is somebody's own, and stands for more than itself. */
const MILD_KIND =
  /^(po|pods?|jobs?|rs|replicasets?|rc|replicationcontrollers?|ev|events?|ep|endpoints?|endpointslices?|leases?|cm|configmaps?|hpa|horizontalpodautoscalers?|pdb|poddisruptionbudgets?|netpol|networkpolic(y|ies)|roles?|rolebindings?|sa|serviceaccounts?|limits|limitranges?|quota|resourcequotas?|pr|pipelineruns?|tr|taskruns?|wf|workflows?|csr|priorityclass(es)?|replicaset|builds?|is|imagestreams?|-.*)(\..*)?$/i
/** Kinds whose deletion takes data or a running service away. Pods, jobs and replica sets come back or are done. */
const PRECIOUS_KIND =
  /^(ns|namespaces?|deploy(ments?)?|sts|statefulsets?|ds|daemonsets?|pvc?s?|persistentvolume(claim)?s?|nodes?|no|crds?|customresourcedefinitions?|secrets?|svc|services?|ing|ingress(es)?|all|clusterrole(binding)?s?|storageclass(es)?|sc|cronjobs?|cj|applications?|kustomizations?|helmreleases?|projects?|clusters?|machines?|virtualmachines?|vms?|certificates?|volumesnapshots?|dc|deploymentconfigs?|routes?)(\..*)?$/i
const APPLIES =
  /^(apply|replace|scale|create|patch|edit|set|label|annotate|expose|autoscale|uncordon|cordon|taint|run|new-app|import|tag|start-build)$/

/** The context of a call: named, or the one that the configuration of this machine stands on. */
function contextOf(call: Invocation, runner: Runner, scope: Scope): string | undefined {
  const named = call.options.get('context')?.at(-1)?.text
  if (named !== undefined) return withoutHoles(named)
  if (call.options.has('kubeconfig') || scope.place.kind !== 'local') return undefined
  const file = kubeconfig(runner, scope)
  const text = file && textAt(file, runner, scope)
  return text ? /^current-context:\s*["']?([^\s"']+)/m.exec(text)?.[1] : undefined
}

function isLocal(context: string | undefined): boolean {
  return context !== undefined && isLocalContext(context)
}

function kubeconfig(runner: Runner, scope: Scope): string | undefined {
  const [home] = runner.facts.homes
  const named = firstVariable(['KUBECONFIG'], runner, scope)?.split(':')[0]
  if (named === undefined) return home && `${home}/.kube/config`
  return isKnown(named) && isKnown(scope.cwd) ? resolvePath(scope.cwd, named) : undefined
}

/** The cluster that commands from here on speak to: `kubectl config use-context kind-dev && …`. */
function useContext(context: string, runner: Runner, scope: Scope): void {
  const file = kubeconfig(runner, scope)
  const text = `current-context: ${context}\n`
  if (file && isKnown(context)) scope.files.set(file, { text, taints: [{ kind: 'secret', from: file }] })
}

/** An effect on a cluster; on one of this machine nothing is lost that a minute does not bring back. */
function emitCluster(
  details: Readonly<Record<string, Detail>>,
  severity: Severity,
  value: string,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  const context = contextOf(call, runner, scope)
  const isHere = isLocal(context)
  const namespace = call.options.get('namespace')?.at(-1)?.text
  const more = {
    ...(context !== undefined && { context }),
    ...(namespace !== undefined && { namespace: withoutHoles(namespace) }),
    ...(isHere && { local: true }),
    ...details,
  }
  const on = { kind: 'resource', class: 'remote', value } as const
  emitNamed(
    'infrastructure',
    on,
    call,
    runner,
    scope,
    { severity: isHere ? 'low' : severity, details: more },
    call.args[0],
  )
}

/** Files whose contents the cluster is given; what is put into a secret there is where it belongs. */
function emitHanded(verb: string, kind: string, call: Invocation, runner: Runner, scope: Scope): void {
  if (verb === 'create' && /^(cm|configmaps?)$/.test(kind)) emitConfigMap(call, runner, scope)
  else if (!/^(secrets?|sec)$/.test(kind) && !/^(get|describe|logs|explain|api-resources|top|wait)$/.test(verb))
    emitGiven([], call.path.join(' '), call, runner, scope)
}

const kubectl: ProgramHandler = (call, runner, scope, stdin) => {
  const verb = call.path[1] ?? ''
  if (call.flags.has('help') || verb === '') return NOTHING
  const other = Object.hasOwn(OTHER_VERBS, verb) ? OTHER_VERBS[verb] : undefined
  if (other) return other(call, runner, scope, stdin)
  if (call.words.some(field => /^--dry-run(=(client|server|true))?$/.test(field.text))) return UNKNOWN
  const [first] = call.args
  emitHanded(verb, first?.text ?? '', call, runner, scope)
  const raw = rawPath(call)
  const value =
    call.args.map(arg => arg.text).join(' ') || (raw && namedIn(raw)) || call.options.get('file')?.[0]?.text || verb
  const emit = (details: Readonly<Record<string, Detail>>, severity: Severity): void =>
    emitCluster(details, severity, value, call, runner, scope)
  if (verb === 'delete' && raw === undefined && !takesPrecious(call))
    emit({ removes: first?.text.split('/')[0] ?? '' }, 'medium')
  else if (destroys(verb, call) || orders(verb, call)) emit({ destroys: true }, 'high')
  else if (grantsAll(verb, call) || letsEverybodyIn(verb, call)) emit({ grants: true }, 'high')
  else if (stops(verb, call)) emit({ stops: true }, 'high')
  else if (APPLIES.test(verb) || (verb === 'rollout' && /^(restart|undo|pause|resume)$/.test(first?.text ?? '')))
    emit({ applies: true }, 'medium')
  return verb === 'run' && call.words.some(({ text }) => text === '--') ? inPod(call, runner, scope, stdin) : UNKNOWN
}

/** `--raw /api/v1/namespaces/shop`: the request as the server takes it. */
function rawPath({ words }: Invocation): string | undefined {
  const at = words.findIndex(({ text }) => /^--raw(=|$)/.test(text))
  return at < 0 ? undefined : (/^--raw=(.+)/.exec(words[at]?.text ?? '')?.[1] ?? words[at + 1]?.text)
}

/** The kind and the name that such a path ends in, as they are written in a command. */
function namedIn(path: string): string {
  const [kind = '', name] = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean)
    .slice(-2)
  return name === undefined ? path : `${kind.replace(/s$/, '')} ${name}`
}

/** Deletes, replaces by deleting first, or deletes what a directory no longer names. */
function destroys(verb: string, call: Invocation): boolean {
  if (verb === 'replace') return call.flags.has('force')
  const prunes = verb === 'apply' && call.words.some(field => /^--prune(=true)?$/.test(field.text))
  return verb === 'delete' || prunes
}

/** `oc adm prune --confirm`, and patches by which an operator destroys what it keeps. */
function orders(verb: string, call: Invocation): boolean {
  const says = (pattern: RegExp): boolean => call.words.some(({ text }) => pattern.test(text))
  if (verb === 'adm') return call.args[0]?.text === 'prune' && says(/^--confirm(=true)?$/)
  return (
    verb === 'patch' &&
    says(
      /yes-really-destroy|"?(deletionPolicy|reclaimPolicy|persistentVolumeReclaimPolicy)"?\s*:\s*"?Delete|"finalizers"\s*:\s*(null|\[\s*\])/,
    )
  )
}

/** `create clusterrolebinding x --clusterrole=cluster-admin`, `oc adm policy add-cluster-role-to-user cluster-admin bob`. */
function grantsAll(verb: string, call: Invocation): boolean {
  const isAdmin = call.words.some(({ text }) => /^(--clusterrole=)?cluster-admin$/.test(text))
  if (verb === 'create') return isAdmin && /^(cluster)?rolebinding$/.test(call.args[0]?.text ?? '')
  return verb === 'adm' && isAdmin && /^add-(cluster-)?role-to-/.test(call.args[1]?.text ?? '')
}

/** A load balancer or an ingress that takes connections from every address there is. */
function letsEverybodyIn(verb: string, call: Invocation): boolean {
  const isOpen = ({ text }: Field): boolean =>
    /(loadBalancerSourceRanges|whitelist-source-range|allowlist-source-range|inbound-cidrs)[\s\S]{0,40}(0\.0\.0\.0|::)\/0/.test(
      text,
    )
  return /^(patch|annotate)$/.test(verb) && call.words.some(isOpen)
}

function stops(verb: string, call: Invocation): boolean {
  return verb === 'drain' || (verb === 'scale' && call.options.get('replicas')?.at(-1)?.text === '0')
}

/** `kubectl get secret -o yaml` prints what it holds; those of a cluster on this machine are nobody's. */
const get: ProgramHandler = (call, runner, scope, stdin) =>
  isLocal(contextOf(call, runner, scope)) ? UNKNOWN : output(call, runner, scope, stdin)

const configure: ProgramHandler = (call, runner, scope) => {
  const [action, name, value] = call.args
  if (action?.text === 'view' && call.words.some(field => field.text === '--raw'))
    return printsSecret(call, 'credentials of the clusters')
  if (/^(use-context|use)$/.test(action?.text ?? '') && name) useContext(name.text, runner, scope)
  if (action?.text === 'set' && name?.text === 'current-context' && value) useContext(value.text, runner, scope)
  return UNKNOWN
}

/** `kubectl cp pod:/a b` writes here; the other way it changes what runs there, which counts in production. */
const copyFiles: ProgramHandler = (call, runner, scope) => {
  const [from, to] = call.args
  if (from?.text.includes(':') && to && !to.text.includes(':')) {
    emitPaths('write', to, call, runner, scope)
    emitKeyRead(from, call, runner, scope)
  }
  if (from && to?.text.includes(':')) {
    noteBrought(from, to, runner, scope)
    emitGiven([from], to.text, call, runner, scope)
  }
  if (to?.text.includes(':') && reachesProduction(runner, scope)) {
    const on = { kind: 'resource', class: 'remote', value: to.text } as const
    emitNamed('infrastructure', on, call, runner, scope, { severity: 'medium', details: { copies: true } }, to)
  }
  return UNKNOWN
}

/** What is put into a cluster that is not of this machine, where others read it. */
function emitGiven(files: readonly Field[], value: string, call: Invocation, runner: Runner, scope: Scope): void {
  const words = call.words.filter(field => !files.includes(field))
  const named = files.flatMap(field =>
    pathTargets(field, scope, runner).flatMap(reached => taintsAt(reached, runner, scope)),
  )
  const taints = mergeTaints(named, secretsGiven({ words }), secretAlong(files, call, runner, scope))
  const secrets = taints.filter(({ kind }) => kind === 'secret')
  if (secrets.length === 0 || isLocal(contextOf(call, runner, scope))) return
  const on = { kind: 'resource', class: 'remote', value: withoutHoles(value) } as const
  emitNamed('send', on, call, runner, scope, { details: carried(secrets, {}, true) })
}

/** `create configmap --from-env-file=.env`: anybody in the cluster reads it there; secrets are made for that. */
function emitConfigMap(call: Invocation, runner: Runner, scope: Scope): void {
  const files = call.words.flatMap((field, at) => {
    const [, joined] = /^--from-(?:env-)?file(?:=(?:[\w.-]+=)?(.+))?$/s.exec(field.text) ?? []
    const next = call.words[at + 1]
    if (joined !== undefined) return [word(joined, field)]
    return /^--from-(env-)?file$/.test(field.text) && next ? [word(next.text.replace(/^[\w.-]+=/, ''), next)] : []
  })
  emitGiven(files, `configmap ${call.args[1]?.text ?? ''}`.trim(), call, runner, scope)
}

/** `delete deploy/web svc web`, a file, or everything of a kind: more than a pod that comes back by itself. */
function takesPrecious(call: Invocation): boolean {
  if (call.flags.has('all') || call.options.has('file')) return true
  const kinds = call.args
    .filter((arg, at) => at === 0 || arg.text.includes('/'))
    .flatMap(arg => arg.text.split('/')[0]?.split(',') ?? [])
  return kinds.some(
    kind => PRECIOUS_KIND.test(kind) || !isKnown(kind) || (call.args.length > 1 && !MILD_KIND.test(kind)),
  )
}

/** `kubectl exec pod -- command`. */
const inPod: ProgramHandler = (call, runner, scope, stdin) => {
  const dashes = call.words.findIndex(field => field.text === '--')
  const words = dashes < 0 ? (call.path[1] === 'debug' ? [] : call.args.slice(1)) : call.words.slice(dashes + 1)
  const name = call.args[0]?.text ?? ''
  if (words.length === 0) return UNKNOWN
  const piped = mergeTaints(stdin.taints, secretsGiven({ words })).filter(({ kind }) => kind === 'secret')
  if (piped.length > 0 && !isLocal(contextOf(call, runner, scope))) {
    const on = { kind: 'resource', class: 'remote', value: withoutHoles(name) } as const
    emitNamed('send', on, call, runner, scope, { details: carried(piped, {}, true) })
  }
  const via = [...scope.via, call.path.join(' ')]
  return runner.runWords(
    words,
    subshell(scope, { via, place: { kind: 'container', name: isKnown(name) ? name : '' } }),
    stdin,
  )
}

/** `kubectl debug node/n1`: a pod with the node's own files below /host. */
const debug: ProgramHandler = (call, runner, scope, stdin) => {
  const [on] = call.args
  const isNode = /^nodes?\//.test(on?.text ?? '') && !isLocal(contextOf(call, runner, scope))
  if (isNode) {
    const details = { mounts_host: true, privileged: true }
    emitNamed(
      'container',
      { kind: 'resource', value: on?.text ?? '' },
      call,
      runner,
      scope,
      { severity: 'high', details },
      on,
    )
  }
  return inPod(call, runner, scope, stdin)
}

/** Verbs that do not change what the cluster runs. */
const OTHER_VERBS: Readonly<Record<string, ProgramHandler>> = {
  exec: inPod,
  rsh: inPod,
  debug,
  get,
  config: configure,
  cp: copyFiles,
  rsync: copyFiles,
}

/** helm, flux, argocd …: the model says what happens, the context says to which cluster. */
const cluster: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help') || call.flags.has('dry_run')) return UNKNOWN
  for (const effect of call.model?.effects ?? []) {
    if (effect.verb !== 'infrastructure') applyModel({ ...call, model: { effects: [effect] } }, runner, scope, stdin)
    else if (fits(effect.when, call, (pattern, text) => runner.glob(pattern, text))) {
      const value = call.args.map(arg => arg.text).join(' ') || effect.value || call.path.join(' ')
      emitCluster(effect.details ?? {}, effect.severity ?? 'high', value, call, runner, scope)
    }
  }
  return output(call, runner, scope, stdin)
}

/** kind, minikube, k3d: clusters of this machine, made anew in a minute. Creating one makes it the current one. */
const localCluster: ProgramHandler = (call, runner, scope) => {
  const program = call.path[0] ?? ''
  const name = call.options.get('name')?.at(-1)?.text ?? call.args.find(arg => arg.text !== 'cluster')?.text
  const starts = /^(create|start)$/.test(call.path[1] ?? '')
  if (starts && program === 'kind') useContext(`kind-${name ?? 'kind'}`, runner, scope)
  else if (starts && program === 'k3d') useContext(`k3d-${name ?? 'k3s-default'}`, runner, scope)
  else if (starts && program === 'minikube') useContext('minikube', runner, scope)
  return UNKNOWN
}

/** kubectx: switches the context. */
const switchContext: ProgramHandler = (call, runner, scope) => {
  const [name] = call.args
  if (name && name.text !== '-') useContext(name.text, runner, scope)
  return UNKNOWN
}

export const CLUSTER_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  kubectl,
  cluster,
  'local-cluster': localCluster,
  'switch-context': switchContext,
}
