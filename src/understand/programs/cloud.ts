/** The command lines of clouds: what is destroyed, opened or read is told by verbs among their words. */
import type { Detail, Severity } from '../../model/action.ts'
import { secretsIn } from '../shell/apply.ts'
import { carried } from '../shell/carried.ts'
import { emitNamed, emitPaths, originOf } from '../shell/emit.ts'
import type { Invocation } from '../shell/invocation.ts'
import { hostOf, isLocalHost } from '../shell/network.ts'
import { printsSecret } from '../shell/output.ts'
import { secretAlong } from '../shell/packed.ts'
import { protectedTargetOf } from '../shell/protected-arguments.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { isKnown, MAYBE, mergeTaints, NOTHING, type Stream, UNKNOWN } from '../shell/value.ts'
import { lossesIn } from '../sql/losses.ts'
import { mutationLoss } from './called-operations.ts'
import { firstVariable } from './database.ts'
import { ordersLoss } from './request-body.ts'

const DESTROYS =
  /^(delete|destroy|terminate|remove|rm|rb|rmi|purge|deregister|schedule-key-deletion|empty|wipe|drop|release-address|release-hosts|batch-delete|bulk-delete|del|kill|abandon-instances|undeploy|disband|uninstall|rebuild|close-account|cancel|seek|revoke|truncate|erase|hard-delete|force-delete|leave-organization)(-.*)?$|^(admin|batch|bulk|force|hard|permanently)-(delete|remove|terminate|destroy)(-.*)?$|^[a-z]+(-[a-z]+)*-(delete|destroy|terminate|purge)$/
/** Of the verbs that destroy, what only takes a label, a member or a message away. */
const MILD =
  /^(remove-tags.*|delete-tags|delete-message(-batch)?|delete-item|remove-targets|deregister-targets|remove-labels|remove-permission)$/
const STOPS =
  /^(stop|suspend|deallocate|power-?off|shutdown|hibernate|disable)(-(instances?|db-instance|db-cluster|task|notebook-instance|rule|alarm-actions))?$/
const READS =
  /^(describe|list|ls|get|show|head|view|export|check|exists|wait|read|cat|du|stat|preview|logs|validate|simulate|estimate|filter|lookup|search|query|batch-get|test|tail|diff)(-.*)?$/
/** Who may do what: new keys, new grants, new policies, and the end of watching. */
const GRANTS =
  /^(create-access-key|create-login-profile|attach-(user|role|group)-policy|put-(user|role|group|bucket|key|resource|repository|secret)-policy|add-user-to-group|update-assume-role-policy|create-policy-version|add-iam-policy-binding|set-iam-policy|put-bucket-acl|put-object-acl|put-public-access-block|add-permission|create-grant|stop-logging|disable-security-hub|disable-key)$/
/** Settings, caches and parts of the program itself, on this machine. */
const OWN_SETTINGS =
  /^(config|configurations?|cache|components?|extensions?|plugins?|completion|auth|context|contexts|aliases|alias|cli|telemetry|feedback|upgrade|self-update|version) /

/** What runs changes at once, and those who use it see it first. */
const APPLIES =
  /^(update-function-code|update-stack|execute-change-set|update-service|change-resource-record-sets|create-invalidation|update-distribution|start-deployment|update-environment|promote|rollback|failover.*|modify-db-.*|reboot-.*|restart|reset|resize)$/
const DEPLOYS = /^(deploy|create-deployment|up)$/
/** Other verbs, so that the name of what is made is not taken for one. */
const OTHER =
  /^(create|update|set|add|put|start|insert|patch|attach|enable|import|upload|copy|submit|associate|authorize|modify|register|move|restore|publish|invoke|send|tag|ssh|scp|new|connect|edit)(-.*)?$/
const VERBS: readonly RegExp[] = [DESTROYS, STOPS, READS, GRANTS, APPLIES, DEPLOYS, OTHER]
const SECRET_READS =
  /^(get-secret-value|get-session-token|get-federation-token|get-login-password|print-access-token|print-identity-token|get-access-token|batch-get-secret-value|list-connection-strings|get-credentials-for-identity|assume-role(-with-.*)?|get-authorization-token|export-credentials)$/

/** aws, gcloud, az …: the words before the first option name service and action. */
const cloud: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help') || call.flags.has('dry_run') || isRehearsal(call)) return UNKNOWN
  const words = actionWords(call)
  const joined = words.join(' ')
  statementLosses(call, runner, scope)
  runThere(call, runner, scope)
  if (/^auth (revoke|application-default revoke)/.test(joined))
    emitNamed('delete', { class: 'secret', value: `${call.path[0]} credentials` }, call, runner, scope)
  if (/^configure get \S*(key|secret|token)/.test(call.args.map(arg => arg.text).join(' ')))
    return printsSecret(call, 'aws credentials')
  if (isSecretRead(joined, words, call)) return printsSecret(call, `${call.path[0]} ${joined}`)
  if (OWN_SETTINGS.test(joined)) return UNKNOWN
  if (/^storage buckets (update|patch)/.test(joined) && unprotects('update', call)) {
    emitCloud({ unprotects: true }, 'high', joined, call, runner, scope)
    return UNKNOWN
  }
  if (isLogin(joined)) return logIn(joined, call, runner, scope)
  if (
    /^((s3|oss|cos) (cp|mv|sync|rm|rb)|storage (cp|rsync|mv|rm|blob|objects|buckets)|cp|rsync|mv|rm|rb|copy|sync)\b/.test(
      joined,
    )
  )
    return storage(joined, call, runner, scope, stdin)
  const verb = verbOf(call.path[0] ?? '', words)
  const emit = (details: Readonly<Record<string, Detail>>, severity: Severity): void =>
    emitCloud(details, severity, joined, call, runner, scope)
  if (MILD.test(verb)) emit({ removes: verb }, 'medium')
  else if (DESTROYS.test(verb) || /^branch(es)? (reset|restore)\b/.test(joined) || completes(call))
    emit({ destroys: true }, 'high')
  else if (GRANTS.test(verb) || /^role assignment create/.test(joined) || opensToAll(verb, call))
    emit({ grants: true }, 'high')
  else if (unprotects(verb, call)) emit({ unprotects: true }, 'high')
  else if (scalesToNothing(call)) emit({ stops: true }, 'high')
  else if (STOPS.test(verb)) emit({ stops: true }, 'medium')
  else if (READS.test(verb)) return UNKNOWN
  else if (DEPLOYS.test(verb)) deploy(joined, call, runner, scope)
  else if (APPLIES.test(verb)) emit({ applies: true }, 'medium')
  else if (joined !== '') emit({ changes: true }, 'medium')
  return UNKNOWN
}

/** `aws SERVICE ACTION`; elsewhere the first word that is one: what follows is a name. */
function verbOf(program: string, words: readonly string[]): string {
  if (/^aws/.test(program)) return words[1] ?? ''
  // `govc vm.destroy`, `twilio phone-numbers:remove`: the verb stands behind its noun.
  const verbs = words.map(text => (/[.:]/.test(text) ? text.slice(text.search(/[.:][^.:]*$/) + 1) : text))
  return verbs.find(text => VERBS.some(each => each.test(text))) ?? verbs.at(-1) ?? ''
}

/** `az deployment group create --mode Complete` deletes what the template does not name. */
function completes(call: Invocation): boolean {
  return call.words.some(
    ({ text }, at) =>
      /^--mode=complete$/i.test(text) || (text === '--mode' && /^complete$/i.test(call.words[at + 1]?.text ?? '')),
  )
}

/** `az acr run --cmd`, `az vm run-command invoke --scripts`, `aws ssm send-command`: what a machine over there is told to run. */
function runThere(call: Invocation, runner: Runner, scope: Scope): void {
  for (const [at, { text }] of call.words.entries()) {
    const script = /^--(cmd|scripts?|command|parameters)$/.test(text) ? call.words[at + 1] : undefined
    if (script === undefined) continue
    const lines = text === '--parameters' ? commandsOf(script.text) : script.text
    if (!/\s/.test(lines) || /^[@{]/.test(lines)) continue
    const via = [...scope.via, call.path[0] ?? '']
    const place = { kind: 'remote', name: call.path[0] ?? '' } as const
    runner.runScript(lines, subshell(scope, { via, place, cwd: MAYBE }), originOf(script), NOTHING)
  }
}

/** `commands=["rm -rf /data"]`, `{"commands":[…]}`: the lines of a document that runs a shell. */
function commandsOf(text: string): string {
  const [, list = ''] = /"?commands"?\s*[:=]\s*\[([\s\S]*)\]/.exec(text) ?? []
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(match => match[1] ?? match[2] ?? '').join('\n')
}

function deploy(value: string, call: Invocation, runner: Runner, scope: Scope): void {
  const details = { deploys: true, service: call.path[0] ?? '', ...localDetail(call, runner, scope) }
  emitNamed('publish', { kind: 'resource', class: 'remote', value }, call, runner, scope, { details }, call.args[0])
}

function scalesToNothing(call: Invocation): boolean {
  return call.words.some(
    (field, at) =>
      (/^--(desired-count|desired-capacity|node-count|reserved-concurrent-executions|max-instances)$/.test(
        field.text,
      ) &&
        call.words[at + 1]?.text === '0') ||
      /^--(max-instances=0|activation-policy=never)$/i.test(field.text) ||
      (field.text === '--activation-policy' && /^never$/i.test(call.words[at + 1]?.text ?? '')),
  )
}

/** Takes away what guards data: against deletion, by backups, by a way back. */
function unprotects(verb: string, call: Invocation): boolean {
  if (READS.test(verb)) return false
  return call.words.some(({ text }, at) => {
    if (UNPROTECTS.test(text)) return true
    return text === '--backup-retention-period' && call.words[at + 1]?.text === '0'
  })
}

const UNPROTECTS =
  /^--no-(deletion-protection|disable-api-termination|enable-deletion-protection|backup|enable-key-rotation|soft-delete|versioning|uniform-bucket-level-access|public-access-prevention|lien|retention-period|point-in-time-recovery|enable-point-in-time-recovery)$|^--clear-(retention-period|soft-delete|backup-schedule|labels-protection)$|^--delete-backup-data(=true)?$|^--soft-delete-duration=0s?$|^--enable-(soft-delete|backup|versioning)=false$|^--(deletion|termination|delete)-protection=false$|^--enable-purge-protection=false$|^--backup-retention-period=0$|PointInTimeRecoveryEnabled=false|"?deletion_?protection(_enabled)?"?\s*[:=]\s*"?false|Status=Suspended/i

/** Asks the cloud what would happen. */
function isRehearsal(call: Invocation): boolean {
  if (
    call.path[0] === 'gsutil' &&
    call.words.some(({ text }) => /^-[a-z]*n[a-z]*$/.test(text)) &&
    call.args.some(({ text }) => text === 'rsync')
  )
    return true
  // `az deployment group what-if --mode Complete`, `az deployment group validate`.
  if (
    call.args[0]?.text === 'deployment' &&
    call.args.slice(1, 4).some(({ text }) => /^(what-if|validate)$/.test(text))
  )
    return true
  return call.words.some(field =>
    /^--(dry[-_]?run|no-execute-changeset|what-if|validate-only|generate-cli-skeleton)(=.*)?$/.test(field.text),
  )
}

/** LocalStack, Azurite and emulators: a cloud on this machine. */
function isLocalEndpoint(call: Invocation, runner: Runner, scope: Scope): boolean {
  if (call.path[0] === 'awslocal') return true
  const [service = ''] = actionWords(call)
  const name = service.toUpperCase().replaceAll('-', '_')
  const url =
    call.options.get('endpoint')?.at(-1)?.text ??
    optionValue(call, ENDPOINT) ??
    firstVariable(
      [`AWS_ENDPOINT_URL_${name}`, 'AWS_ENDPOINT_URL', `CLOUDSDK_API_ENDPOINT_OVERRIDES_${name}`],
      runner,
      scope,
    )
  if (url !== undefined) return isLocalUrl(url)
  const connection =
    optionValue(call, /^--connection-string$/) ?? firstVariable(['AZURE_STORAGE_CONNECTION_STRING'], runner, scope)
  return connection !== undefined && isEmulator(connection)
}

const ENDPOINT = /^--([a-z]+-)?(endpoint(-url)?|api-url|api-host)$/

function optionValue(call: Invocation, option: RegExp): string | undefined {
  const at = call.words.findIndex(({ text }) => option.test(text.split('=', 1)[0] ?? ''))
  const [, value] = /^[^=]*=([\s\S]*)$/.exec(call.words[at]?.text ?? '') ?? []
  return at < 0 ? undefined : (value ?? call.words[at + 1]?.text)
}

function isLocalUrl(url: string): boolean {
  const host = hostOf(url)
  return host !== undefined && isLocalHost(host)
}

/** The connection string of a storage emulator: by its own word, or by addresses that all lead to this machine. */
function isEmulator(connection: string): boolean {
  if (/(^|;)\s*UseDevelopmentStorage=true/i.test(connection)) return true
  const urls = [...connection.matchAll(/\w*Endpoint=([^;]+)/gi)].map(([, url = '']) => url)
  return urls.length > 0 && urls.every(isLocalUrl)
}

function localDetail(call: Invocation, runner: Runner, scope: Scope): { local?: true } {
  return isLocalEndpoint(call, runner, scope) ? { local: true } : {}
}

function emitCloud(
  details: Readonly<Record<string, Detail>>,
  severity: Severity,
  value: string,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  const local = localDetail(call, runner, scope)
  const more = { service: call.path[0] ?? '', action: actionWords(call).join(' '), ...local, ...details }
  const on = { kind: 'resource', class: 'remote', value } as const
  emitNamed(
    'infrastructure',
    on,
    call,
    runner,
    scope,
    { severity: local.local ? 'low' : severity, details: more },
    call.args[0],
  )
}

function isLogin(joined: string): boolean {
  return /^configure( set| import|$)|^(auth|config|config configurations) (login|set|activate|revoke|application-default)|^(login|logout|account set)/.test(
    joined,
  )
}

/** Settings and logins; only what replaces a key that stands in the credentials file loses something. */
function logIn(joined: string, call: Invocation, runner: Runner, scope: Scope): Stream {
  if (call.path[0] !== 'aws' || !/^configure/.test(joined)) return UNKNOWN
  const isSecret =
    joined === 'configure' || joined === 'configure import' || /key|token|secret/.test(call.args[2]?.text ?? '')
  const [home] = runner.facts.homes
  if (!isSecret || home === undefined) return UNKNOWN
  const file = `${home}/.aws/credentials`
  const profile =
    call.options.get('profile')?.at(-1)?.text ?? firstVariable(['AWS_PROFILE'], runner, scope) ?? 'default'
  const text = runner.facts.text(file)
  const isNew = text === undefined ? runner.facts.path(file).type === 'missing' : !text.includes(`[${profile}]`)
  emitNamed('write', { class: 'secret', value: `aws credentials of profile ${profile}` }, call, runner, scope, {
    details: { credential: true, ...(isNew && { adds: true }) },
  })
  return UNKNOWN
}

function isSecretRead(joined: string, words: readonly string[], call: Invocation): boolean {
  if (words.some(text => SECRET_READS.test(text))) return true
  if (/^secrets versions access|^keyvault secret (show|download)|^secret-manager/.test(joined)) return true
  return /^ssm get-parameter/.test(joined) && call.words.some(field => field.text === '--with-decryption')
}

/** A policy that lets everybody in. */
const ALLOWS_ALL =
  /"Effect"\s*:\s*"Allow"[\s\S]{0,200}"Principal"\s*:\s*("\*"|\{\s*"AWS"\s*:\s*"\*")|"Principal"\s*:\s*("\*"|\{\s*"AWS"\s*:\s*"\*")[\s\S]{0,200}"Effect"\s*:\s*"Allow"/

/** `authorize-security-group-ingress --cidr 0.0.0.0/0`, a bucket for all the world, `--member allUsers`. */
function opensToAll(verb: string, call: Invocation): boolean {
  if (READS.test(verb)) return false
  const isIngress = verb === 'authorize-security-group-ingress'
  const says = (option: string, value: string): boolean =>
    call.words.some(
      ({ text }, at) => text === `${option}=${value}` || (text === option && call.words[at + 1]?.text === value),
    )
  if (says('--public-access', 'container') || says('--public-access', 'blob') || says('--source-ranges', '0.0.0.0/0'))
    return true
  if (call.words.some(({ text }) => text === '--publicly-accessible')) return true
  if (says('--start-ip-address', '0.0.0.0') && says('--end-ip-address', '255.255.255.255')) return true
  return call.words.some(
    ({ text }) =>
      ALLOWS_ALL.test(text) ||
      /^(--member=)?all(Authenticated)?Users(:\w+)?$|^--(source-ranges|authorized-networks|source-address-prefixes)=(0\.0\.0\.0\/0|\*|Internet)$|^public-read(-write)?$/.test(
        text,
      ) ||
      (isIngress && /0\.0\.0\.0\/0|::\/0/.test(text)),
  )
}

/** Words before the first that is no word of an action, at most four; `DeleteInstance` is `delete-instance`. */
function actionWords(call: Invocation): readonly string[] {
  const words: string[] = []
  for (const { text } of call.args) {
    if (!/^[A-Za-z][A-Za-z0-9.:-]*$/.test(text) || text.length > 60 || words.length === 4) break
    words.push(text.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase())
  }
  return words
}

const IS_URL = /^[a-z0-9]+:\/\//

/** Copies to and from buckets, and what takes objects away there. */
function storage(joined: string, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const urls = call.args.filter(arg => IS_URL.test(arg.text))
  const value = urls.at(-1)?.text ?? joined
  const flagged = (pattern: RegExp): boolean => call.words.some(field => pattern.test(field.text))
  const mirrors =
    /\b(sync|rsync)\b/.test(joined) &&
    flagged(/^(--delete|-[a-zA-Z]*d[a-zA-Z]*|--delete-unmatched-destination-objects|--delete-destination(=true)?)$/)
  const removes = /\b(rm|rb|delete|delete-batch|remove)\b/.test(joined)
  const target = call.args.at(-1)
  const goesOut = target !== undefined && IS_URL.test(target.text)
  if (removes || (mirrors && goesOut)) {
    emitCloud({ destroys: true }, 'high', value, call, runner, scope)
    return UNKNOWN
  }
  if (!goesOut && target?.text === '-') return { taints: [{ kind: 'network', from: value }] }
  if (!goesOut) {
    // What is kept in step with a bucket is a copy of it, unless it is protected.
    const isCopy = /\br?sync\b/.test(joined) && target !== undefined && !protectedTargetOf(target, runner, scope)
    if (target && urls.length > 0 && !isCopy) emitPaths('write', target, call, runner, scope)
    return UNKNOWN
  }
  if (opensToAll('put', call)) {
    const on = { kind: 'resource', class: 'remote', value } as const
    emitNamed(
      'publish',
      on,
      call,
      runner,
      scope,
      { details: { exposes: true, ...localDetail(call, runner, scope) } },
      target,
    )
  }
  const along = secretAlong(call.args.slice(0, -1), call, runner, scope)
  const secrets = mergeTaints(secretsIn(call, runner, scope, stdin), along)
  const details = { copies: true, ...carried(secrets, localDetail(call, runner, scope), true) }
  emitNamed('send', { kind: 'url', class: 'network', value: target.text }, call, runner, scope, { details }, target)
  return UNKNOWN
}

/** Options whose value goes to devices and workers. */
const IS_MESSAGE = /^--(payload|message|messages|message-body|data|method-name|method-payload|mp|mn|entries|detail)$/

/** Statements for a database of the cloud (Athena, Aurora, Spanner), and mutations for its interface in GraphQL. */
function statementLosses(call: Invocation, runner: Runner, scope: Scope): void {
  const mutation = call.words.map(({ text }) => mutationLoss(text)).find(name => name !== undefined)
  if (mutation !== undefined) emitCloud({ destroys: true }, 'high', mutation, call, runner, scope)
  // `aws iot-data publish --topic fleet/cmd --payload …`, `az iot hub invoke-device-method --method-name factoryReset`
  const order = call.words.find(
    ({ text }, at) =>
      IS_MESSAGE.test(call.words[at - 1]?.text ?? '') && ordersLoss(text.replace(/([a-z])([A-Z])/g, '$1_$2')),
  )
  if (order) emitCloud({ destroys: true }, 'high', order.text.slice(0, 60), call, runner, scope)
  for (const [at, field] of call.words.entries()) {
    const written = /^--(?:sql|query-string|ddl|query)(?:=([\s\S]*))?$/.exec(field.text)
    if (!written || (written[1] === undefined && field.text === '--query')) continue
    const statement = written[1] === undefined ? call.words[at + 1] : { ...field, text: written[1] }
    if (!statement || !isKnown(statement.text)) continue
    for (const { loss, objects, text } of lossesIn(statement.text)) {
      const on = { kind: 'database', value: objects.join(', ').toLowerCase() || 'the database' } as const
      const details = { sql: loss, environment: 'unknown', server: 'remote', statement: text }
      emitNamed('data', on, call, runner, scope, { details }, statement)
    }
  }
}

export const CLOUD_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { cloud }
