/** Containers: whose machine they run on, and which of them can reach out of themselves. */

import { normalize } from '../../common/path.ts'
import { applyModel } from '../shell/apply.ts'
import { carried } from '../shell/carried.ts'
import { taintsAt } from '../shell/contents.ts'
import { ownDestinations } from '../shell/destinations.ts'
import { emitNamed, originOf } from '../shell/emit.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import { hostOf } from '../shell/network.ts'
import { output } from '../shell/output.ts'
import { secretAlong } from '../shell/packed.ts'
import { emitUnlisted } from '../shell/production.ts'
import { runNested, setVariables } from '../shell/run.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { type Mount, type Scope, subshell } from '../shell/scope.ts'
import { pathTargets, type TargetReach } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, type Stream, UNKNOWN, withoutHoles } from '../shell/value.ts'
import { emitKeyRead, noteBrought } from './brought.ts'
import { composeMounts, ofTests } from './compose.ts'
import { firstVariable } from './database.ts'

/** All of docker that its model describes, on whichever machine its engine is. */
const docker: ProgramHandler = (call, runner, scope, stdin) => {
  const at = onEngine(call, runner, scope)
  const before = { effects: runner.effects.length, calls: runner.calls.length }
  // What is copied out of a container lies here.
  applyModel(ofTests(call), runner, call.path.at(-1) === 'cp' ? scope : at, stdin)
  composeMounts(call, runner, at)
  if (/^\S+ ((container|compose) )?cp$/.test(call.path.join(' '))) copyBetween(call, runner, scope, at)
  // All that run, of other projects too; with a filter they are somebody's choice.
  if (
    /^\S+ (ps|container (ls|ps|list))$/.test(call.path.join(' ')) &&
    call.flags.has('quiet') &&
    !call.options.has('filter')
  )
    return { text: '*', taints: [] }
  const out = runNested(call, runner, at, stdin) ?? output(call, runner, at, stdin)
  if (at.place.kind !== 'local' && !call.flags.has('help') && !call.flags.has('dry_run'))
    emitUnlisted(call, runner.models(call.path[0] ?? '')?.reaches, before, runner, at)
  return out
}

/** What a build is given goes to the engine, but for what `.dockerignore` names. */
function emitContext(call: Invocation, runner: Runner, scope: Scope, { place }: Scope): void {
  const [context] = call.args.slice(-1)
  const secrets = context ? secretAlong([context], { ...call, ignores: ['.dockerignore'] }, runner, scope) : []
  const on = { kind: 'host', class: 'network', value: place.name } as const
  if (secrets.length > 0) emitNamed('send', on, call, runner, scope, { details: carried(secrets, {}, true) }, context)
}

/** `docker cp`: to a container of this machine nothing leaves it yet; what is fetched may be a key. */
function copyBetween(call: Invocation, runner: Runner, scope: Scope, at: Scope): void {
  const [from, to] = call.args
  if (!from || !to || call.flags.has('help')) return
  if (from.text.includes(':')) emitKeyRead(from, call, runner, scope)
  if (!to.text.includes(':')) return
  noteBrought(from, to, runner, scope)
  if (at === scope) return
  const named = pathTargets(from, scope, runner).flatMap(reached => taintsAt(reached, runner, scope))
  const secrets = mergeTaints(named, secretAlong([from], call, runner, scope)).filter(({ kind }) => kind === 'secret')
  const on = { kind: 'host', class: 'network', value: at.place.name } as const
  if (secrets.length > 0) emitNamed('send', on, call, runner, scope, { details: carried(secrets, {}, true) }, to)
}

/** The engine of another machine: `-H ssh://host`, DOCKER_HOST, a context by name. */
function onEngine(call: Invocation, runner: Runner, scope: Scope): Scope {
  const host = call.options.get('host')?.at(-1)?.text ?? firstVariable(['DOCKER_HOST', 'CONTAINER_HOST'], runner, scope)
  const context = call.options.get('context')?.at(-1)?.text ?? firstVariable(['DOCKER_CONTEXT'], runner, scope)
  const away = host !== undefined && /^(ssh|tcp|https?):/.test(host) ? hostOf(host) : undefined
  const [production] = ownDestinations(call, runner, scope).filter(name => runner.facts.declared.production?.(name))
  if (production !== undefined) return subshell(scope, { place: { kind: 'remote', name: production } })
  const isHere = away === undefined || /^(localhost|127(\.\d+){3}|docker|dind)$/.test(away)
  const named =
    context !== undefined &&
    !/^(default|desktop-.*|rootless|colima.*|orbstack|rancher-desktop|lima-.*|minikube)$/.test(context)
  if (isHere && !(named && host === undefined)) return scope
  return subshell(scope, { place: { kind: 'remote', name: (isHere ? context : away) ?? '' } })
}

/** What of the machine a container may be given to read, without holding the machine itself. */
const HARMLESS_MOUNT =
  /docker\.sock$|localtime|timezone|^\/usr\/share|^\/var\/lib\/docker\/volumes|resolv\.conf|^\/etc\/(hosts|passwd|group|ssl|ca-certificates|machine-id|os-release)|^\/usr\/lib\/os-release/
const WIDE_SYSTEM = /^\/(etc|root|boot|usr|var|sys|proc|lib|lib64|bin|sbin)(\/|$)/

/** docker run: privileged, with the socket, or with the host's own places mounted, a container is no boundary. */
const dockerRun: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const image = call.rest[0]
  if (!image) return UNKNOWN
  const engine = onEngine(call, runner, scope)
  composeMounts(call, runner, engine)
  const [home] = runner.facts.homes
  const mounts = [...(call.options.get('volume') ?? []), ...(call.options.get('mount') ?? [])]
    .map(mountOf)
    .map(mount =>
      // The shell leaves `~:/h` as it is; what was meant is the home.
      mount?.text === '~' && home !== undefined ? { ...mount, text: home } : mount,
    )
  const reached = mounts.flatMap(mount =>
    mount && /^[/~.]/.test(mount.text) ? pathTargets(mount, engine, runner) : [],
  )
  const details = {
    image: withoutHoles(image.text),
    ...(call.flags.has('privileged') && { privileged: true }),
    ...(mounts.some(mount => mount !== undefined && /(docker|containerd|crio|podman)\.sock$/.test(mount.text)) && {
      socket: true,
    }),
    ...(reached.some(isWide) && { mounts_host: true }),
    ...(isUnconfined(call) && { unconfined: true }),
  }
  const isGrave = details.privileged || details.socket || details.mounts_host || details.unconfined
  const on = { kind: 'resource', value: image.text } as const
  emitNamed('container', on, call, runner, engine, { severity: isGrave ? 'high' : 'low', details }, image)
  for (const { target, certain } of reached)
    if (target.class === 'secret')
      runner.emit({ verb: 'read', target, certain, details: { mounted: true } }, engine, call)
  emitPiped(call, engine, stdin, runner, scope)
  const entry = call.options.get('entrypoint') ?? entryOf(image, call.rest[1])
  const words = [...entry, ...call.rest.slice(1)]
  for (const volume of emptiedVolumes(call, words)) {
    const named = { kind: 'resource', value: volume } as const
    emitNamed('container', named, call, runner, engine, { severity: 'high', details: { removes: 'volumes' } }, image)
  }
  if (words.length === 0) return UNKNOWN
  const workdir = call.options.get('workdir')?.at(-1)?.text
  const mounted = engine === scope ? mountsOf(call, scope, runner) : []
  const inside = {
    via: [...scope.via, call.path.join(' ')],
    place: {
      kind: 'container',
      name: withoutHoles(image.text),
      mounts: mounted.filter(({ readonly }) => !readonly),
      shown: mounted,
    },
    ...(workdir?.startsWith('/') && { cwd: workdir }),
  } as const
  const there = subshell(scope, inside)
  setVariables(call.options.get('env') ?? [], there)
  return runner.runWords(words, there, stdin)
}

/** What is piped into a container of another machine. */
function emitPiped(call: Invocation, { place }: Scope, stdin: Stream, runner: Runner, scope: Scope): void {
  const secrets = place.kind === 'remote' ? stdin.taints.filter(({ kind }) => kind === 'secret') : []
  const on = { kind: 'host', class: 'network', value: place.name } as const
  if (secrets.length > 0) emitNamed('send', on, call, runner, scope, { details: carried(secrets, {}) })
}

/** Images that are one program: the words behind their name are its arguments. */
const IS_PROGRAM =
  /^(?:[\w.-]+\.\w+\/)?(?:hashicorp\/(terraform|vault|packer)|bitnami\/(kubectl)|alpine\/(git|helm)|amazon\/(aws)-cli|rclone\/(rclone)|curlimages\/(curl))(?:[:@].*)?$/

function entryOf(image: Field, first: Field | undefined): readonly Field[] {
  // There is still a shell in it.
  if (/^(ba|a|da)?sh$/.test(first?.text ?? '')) return []
  const found = IS_PROGRAM.exec(image.text)
  const program = found?.slice(1).find(each => each !== undefined)
  return program === undefined ? [] : [{ text: program, glob: false, taints: [] }]
}

/** A machine of the project: its directory lies there as /vagrant. */
const vagrantSsh: ProgramHandler = (call, runner, scope, stdin) => {
  const [command] = call.options.get('command') ?? []
  if (!command || call.flags.has('help')) return UNKNOWN
  const mounts = [{ from: runner.projectRoot, to: '/vagrant' }]
  const place = { kind: 'container', name: 'vagrant', mounts } as const
  const inside = subshell(scope, { via: [...scope.via, 'vagrant ssh'], place, cwd: '/home/vagrant' })
  return runner.runScript(command.text, inside, originOf(command), stdin)
}

function isWide({ target }: TargetReach): boolean {
  if (target.class === 'device') return true
  if (HARMLESS_MOUNT.test(target.value)) return false
  if (target.root) return target.class !== 'project' && target.class !== 'temp'
  return target.class === 'system' && WIDE_SYSTEM.test(target.value)
}

/** Rights and name spaces of the host. A debugger's SYS_PTRACE and its seccomp=unconfined are honest. */
function isUnconfined(call: Invocation): boolean {
  const opens = (name: string, pattern: RegExp): boolean =>
    (call.options.get(name) ?? []).some(field => pattern.test(field.text))
  const adds = /^(CAP_)?(ALL|SYS_ADMIN|SYS_MODULE|SYS_RAWIO|SYS_BOOT|DAC_READ_SEARCH|MAC_ADMIN|BPF)$/i
  const isUnguarded = opens('security', /unconfined/) && opens('cap', /./) && !opens('cap', /^(CAP_)?SYS_PTRACE$/i)
  return (
    opens('cap', adds) ||
    opens('pid', /^host$/) ||
    opens('userns', /^host$/) ||
    opens('device', /^\/dev\/(sd|nvme|vd|hd|mem|kmsg|mapper|dm-)/) ||
    isUnguarded
  )
}

/** Where directories of this machine lie in the container: what is done there is done here, but for those that may only be read. */
function mountsOf(call: Invocation, scope: Scope, runner: Runner): readonly Mount[] {
  const mounts: Mount[] = []
  for (const field of [...(call.options.get('volume') ?? []), ...(call.options.get('mount') ?? [])]) {
    const source = mountOf(field)
    const to = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(field.text)?.[1] ?? field.text.split(':').at(1)
    if (!source || !to?.startsWith('/') || !/^[/.~]/.test(source.text)) continue
    const readonly = /:ro(,|$)|(^|,)(readonly|ro)(,|=true|$)/.test(field.text)
    for (const { target, certain } of pathTargets(source, scope, runner))
      if (certain) mounts.push({ from: target.value, to: normalize(to), ...(readonly && { readonly }) })
  }
  return mounts
}

/** Volumes of the engine that a container deletes all of: to empty one is to remove it. */
function emptiedVolumes(call: Invocation, words: readonly Field[]): readonly string[] {
  const said = words.map(({ text }) => text).join(' ')
  if (!/\brm\s+(?:-\S+\s+)*-\w*[rR]|\s-delete\b|\bmkfs\b/.test(said)) return []
  return [...(call.options.get('volume') ?? []), ...(call.options.get('mount') ?? [])].flatMap(field => {
    const name = mountOf(field)?.text
    const to = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(field.text)?.[1] ?? field.text.split(':').at(1)
    if (!name || !to?.startsWith('/') || !/^\w[\w.-]*$/.test(name) || /:ro(,|$)|(^|,)readonly/.test(field.text))
      return []
    const place = to.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?:^|\\s)${place}(?:/[.*?!\\[\\]]*)?(?=$|[\\s;&'"])`).test(said) ? [name] : []
  })
}

function mountOf(field: Field): Field | undefined {
  if (!isKnown(field.text) && !field.text.includes(':')) return field
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(field.text)
  if (source?.[1] !== undefined) return fieldFrom({ ...field, text: source[1] }, 0)
  const colon = field.text.indexOf(':')
  return colon < 0 ? undefined : { ...field, text: field.text.slice(0, colon) }
}

/** Registries of this machine: what is pushed there reaches nobody. */
const LOCAL_REGISTRY =
  /^(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|registry|kind-registry|host\.docker\.internal|[\w.-]+\.(local|localhost))(:\d+)?\//

/** `docker push`: the image's name says where to. */
const pushImage: ProgramHandler = (call, runner, scope) => {
  const at = onEngine(call, runner, scope)
  if (at !== scope && call.path.includes('build') && !call.flags.has('help')) emitContext(call, runner, scope, at)
  const [image] = call.args
  const isPushed = call.path.at(-1) === 'push' || call.flags.has('push')
  if (call.flags.has('help') || call.flags.has('dry_run') || !isPushed) return UNKNOWN
  const names = call.path.at(-1) === 'push' ? call.args : (call.options.get('tag') ?? [])
  if (names.length > 0 && names.every(name => LOCAL_REGISTRY.test(name.text))) return UNKNOWN
  const on = { kind: 'package', value: names.at(-1)?.text ?? 'images of the project' } as const
  emitNamed('publish', on, call, runner, scope, { details: { registry: 'images' } }, image)
  return UNKNOWN
}

export const CONTAINER_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  docker,
  'docker-run': dockerRun,
  'vagrant-ssh': vagrantSsh,
  'push-image': pushImage,
}
