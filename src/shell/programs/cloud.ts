/** kubectl and the command lines of clouds: what is destroyed or changed is told by verbs among their words. */
import type { Detail } from '../../model.ts'
import { secretsIn } from '../apply.ts'
import { emitNamed } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import { runNested } from '../run.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { isKnown, NOTHING, UNKNOWN } from '../value.ts'

/** Contexts of clusters on this machine. */
const LOCAL_CONTEXT =
  /^(kind(-.*)?|minikube|docker-desktop|docker-for-desktop|rancher-desktop|k3d(-.*)?|colima|orbstack|microk8s|k3s-local)$/
/** Kinds whose deletion takes data or a running service away. */
const PRECIOUS_KIND =
  /^(ns|namespaces?|deploy(ments?)?(\.apps)?|sts|statefulsets?|ds|daemonsets?|pvc?s?|persistentvolume(claim)?s?|nodes?|no|crds?|customresourcedefinitions?|secrets?|svc|services?|ing|ingress(es)?|all|clusterrole(binding)?s?|storageclass(es)?|sc|rs|replicasets?|cronjobs?|cj)$/
const APPLIES =
  /^(apply|create|patch|edit|scale|set|label|annotate|expose|autoscale|cordon|uncordon|taint|run|adm|new-app|import|tag)$/

const kubectl: Program = (call, runner, scope, stdin) => {
  const verb = call.path[1] ?? ''
  if (call.flags.has('help') || verb === '') return NOTHING
  const context = call.options.get('context')?.at(-1)?.text
  const local = context !== undefined && LOCAL_CONTEXT.test(context)
  const base = { ...(context !== undefined && { context }), ...(local && { local: true }) }
  const dryRun = call.words.some(field => /^--dry-run(=(client|server|true))?$/.test(field.text))
  if (verb === 'exec' || verb === 'rsh') return inPod(call, runner, scope, stdin)
  if (verb === 'get') readSecrets(call, runner, scope)
  if (dryRun) return UNKNOWN
  const [kind] = call.args
  const value = call.args.map(arg => arg.text).join(' ') || call.options.get('file')?.[0]?.text || verb
  const emit = (details: Readonly<Record<string, Detail>>, severity: 'low' | 'medium' | 'high'): void =>
    emitNamed(
      'infrastructure',
      { kind: 'resource', class: 'remote', value },
      call,
      runner,
      scope,
      { severity: local ? 'low' : severity, details: { ...base, ...details } },
      kind,
    )
  if (verb === 'delete') {
    if (takesPrecious(call)) emit({ destroys: true }, 'high')
    else emit({ removes: kind?.text.split('/')[0] ?? '' }, 'medium')
  } else if (verb === 'replace') emit(call.flags.has('force') ? { destroys: true } : { applies: true }, 'medium')
  else if (verb === 'drain') emit({ destroys: true }, 'high')
  else if (verb === 'rollout' && /^(restart|undo|pause|resume)$/.test(kind?.text ?? ''))
    emit({ applies: true }, 'medium')
  else if (APPLIES.test(verb)) emit({ applies: true }, 'medium')
  return UNKNOWN
}

/** `delete deploy/web svc web`, a file, or everything of a kind: more than a pod that comes back by itself. */
function takesPrecious(call: Invocation): boolean {
  if (call.flags.has('all') || call.options.has('file')) return true
  const kinds = call.args
    .filter((arg, at) => at === 0 || arg.text.includes('/'))
    .flatMap(arg => arg.text.split('/')[0]?.split(',') ?? [])
  return kinds.some(kind => PRECIOUS_KIND.test(kind))
}

function readSecrets(call: Invocation, runner: Runner, scope: Scope): void {
  const named = call.args.find(arg => /^secrets?(\/|$)/.test(arg.text))
  if (!named || !call.words.some(field => /^(-o|--output)/.test(field.text))) return
  const on = { class: 'secret', value: 'secrets of the cluster' } as const
  emitNamed('read', on, call, runner, scope, { details: { keychain: true } }, named)
}

/** `kubectl exec pod -- command`. */
function inPod(call: Invocation, runner: Runner, scope: Scope, stdin: Parameters<Program>[3]): ReturnType<Program> {
  const dashes = call.words.findIndex(field => field.text === '--')
  const words = dashes < 0 ? call.args.slice(1) : call.words.slice(dashes + 1)
  const name = call.args[0]?.text ?? ''
  if (words.length === 0) return UNKNOWN
  return runner.runWords(
    words,
    subshell(scope, {
      via: [...scope.via, call.path.join(' ')],
      place: { kind: 'container', name: isKnown(name) ? name : '' },
    }),
    stdin,
  )
}

const DESTROYS =
  /^(delete|destroy|terminate|remove|rm|rb|rmi|purge|deregister|disable-key|schedule-key-deletion|empty|wipe|drop|release-address|batch-delete|del|kill)(-.*)?$/
const SECRET_READS =
  /^(get-secret-value|get-session-token|get-federation-token|create-access-key|get-login-password|print-access-token|print-identity-token|get-access-token|batch-get-secret-value|create-login-profile|list-keys|get-parameters?-by-path)$/
const READS =
  /^(describe|list|ls|get|show|head|view|export|check|help|wait|tail|logs?|search|query|lookup|estimate|validate|preview)(-.*)?$/

/** aws, gcloud, az …: the words before the first option name service and action. */
const cloud: Program = (call, runner, scope, stdin) => {
  if (
    call.flags.has('help') ||
    call.words.some(field => /^--(dry-?run|dryrun|no-execute-changeset|what-if|validate-only)$/.test(field.text))
  )
    return UNKNOWN
  const program = call.path[0] ?? ''
  const words = actionWords(call)
  const action = words.find(text => DESTROYS.test(text)) ?? words.find(text => READS.test(text)) ?? words.at(-1) ?? ''
  const joined = words.join(' ')
  const value = call.args.filter(arg => /^[a-z0-9]+:\/\//.test(arg.text)).at(-1)?.text ?? joined
  const more = { service: program, action: joined }
  if (
    /^configure( set| import|$)/.test(joined) ||
    /^(auth|config) (login|set|activate)/.test(joined) ||
    joined === 'login'
  ) {
    const credential =
      program === 'aws'
        ? (/set/.test(joined) && /key|token|secret/.test(call.args[2]?.text ?? '')) || joined === 'configure'
        : /login|activate/.test(joined)
    if (credential)
      emitNamed('write', { class: 'secret', value: `${program} credentials` }, call, runner, scope, {
        details: { credential: true },
      })
    return UNKNOWN
  }
  if (
    words.some(text => SECRET_READS.test(text)) ||
    (/^secrets versions access|^keyvault secret show|^ssm get-parameter.*$/.test(joined) &&
      (program !== 'aws' || call.words.some(field => field.text === '--with-decryption')))
  ) {
    emitNamed('read', { class: 'secret', value: `${program} secret` }, call, runner, scope, {
      details: { keychain: true },
    })
    return UNKNOWN
  }
  const mirrors =
    call.words.some(field => /^(--delete|-d|--delete-unmatched-destination-objects)$/.test(field.text)) &&
    /\b(sync|rsync)\b/.test(joined)
  if (DESTROYS.test(action) || mirrors || (/\bs3 mv\b/.test(joined) && mirrors)) {
    emitNamed(
      'infrastructure',
      { kind: 'resource', class: 'remote', value },
      call,
      runner,
      scope,
      { details: { destroys: true, ...more } },
      call.args[0],
    )
    return UNKNOWN
  }
  if (READS.test(action)) return { taints: [] }
  if (/\bdeploy\b|^deployment|update-function-code|create-deployment/.test(joined)) {
    emitNamed(
      'publish',
      { kind: 'resource', class: 'remote', value: joined },
      call,
      runner,
      scope,
      { details: { deploys: true, ...more } },
      call.args[0],
    )
    return UNKNOWN
  }
  if (/^(s3 (cp|mv|sync)|storage (cp|rsync|blob upload)|-m (cp|rsync)|cp|rsync|mv)/.test(joined))
    return transfer(call, runner, scope, stdin)
  emitNamed(
    'infrastructure',
    { kind: 'resource', class: 'remote', value },
    call,
    runner,
    scope,
    { severity: 'medium', details: { changes: true, ...more } },
    call.args[0],
  )
  return UNKNOWN
}

function actionWords(call: Invocation): readonly string[] {
  const words: string[] = []
  for (const { text } of call.args) {
    if (!/^[a-z][a-z0-9-]*$/.test(text) || words.length === 4) break
    words.push(text)
  }
  return words
}

function transfer(call: Invocation, runner: Runner, scope: Scope, stdin: Parameters<Program>[3]): ReturnType<Program> {
  const target = call.args.at(-1)
  if (!target || !/^[a-z0-9]+:\/\//.test(target.text)) return UNKNOWN
  const [secret] = secretsIn(call, runner, scope, stdin)
  emitNamed(
    'send',
    { kind: 'url', class: 'network', value: target.text },
    call,
    runner,
    scope,
    { details: { copies: true, ...(secret && { carries: secret.from }) } },
    target,
  )
  return UNKNOWN
}

/** Clusters on this machine are made anew in a minute; all others are somebody's. */
const localCluster: Program = (call, runner, scope) => {
  if (call.flags.has('help') || call.flags.has('dry_run')) return NOTHING
  if (/^(kind|minikube|k3d|microk8s|vcluster|tilt|colima)$/.test(call.path[0] ?? '')) return UNKNOWN
  const value = call.args.map(arg => arg.text).join(' ') || call.path.slice(1).join(' ')
  emitNamed(
    'infrastructure',
    { kind: 'resource', class: 'remote', value },
    call,
    runner,
    scope,
    { details: { destroys: true } },
    call.args[0],
  )
  return runNested(call, runner, scope, NOTHING) ?? UNKNOWN
}

export const CLOUD_PROGRAMS: Readonly<Record<string, Program>> = { kubectl, cloud, 'local-cluster': localCluster }
