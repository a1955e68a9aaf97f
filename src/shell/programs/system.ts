/** Programs that change the machine: disks, services, processes, firewalls, containers that reach out of themselves. */
import { emitNamed, word } from '../emit.ts'
import { cut } from '../invocation.ts'
import type { Program } from '../runner.ts'
import { subshell } from '../scope.ts'
import { pathTargets } from '../targets.ts'
import { type Field, isKnown, NOTHING, shown, UNKNOWN } from '../value.ts'

const DISK_LOSS: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^zpool$/, /^(destroy|labelclear)\b/],
  [/^zfs$/, /^(destroy|rollback)\b/],
  [/^(lvremove|vgremove|pvremove|lvreduce|blkdiscard)$/, /./],
  [/^cryptsetup$/, /^(luksFormat|erase|luksErase|luksKillSlot|reencrypt)\b/],
  [/^diskutil$/, /^(erase\w*|partitionDisk|zeroDisk|secureErase|randomDisk|reformat|apfs delete\w*)\b/i],
  [/^mdadm$/, /--(zero-superblock|stop|remove|fail)/],
  [/^dmsetup$/, /^(remove|remove_all|wipe_table)\b/],
  [/^hdparm$/, /--security-erase|--trim-sector/],
  [/^nvme$/, /^(format|sanitize|delete-ns)\b/],
  [/^badblocks$/, /(^|\s)-\w*w/],
  [/^btrfs$/, /^subvolume delete\b/],
]

const disks: Program = (call, runner, scope) => {
  const program = call.path[0] ?? ''
  const words = call.words.map(field => field.text).join(' ')
  if (!call.flags.has('help') && DISK_LOSS.some(([name, loss]) => name.test(program) && loss.test(words)))
    emitNamed(
      'system',
      { value: words },
      call,
      runner,
      scope,
      { severity: 'critical', details: { what: 'partition' } },
      call.words[0],
    )
  return UNKNOWN
}

const POWER = /^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|exit|soft-reboot)(\.target)?$/
const LOOKS =
  /^(status|list.*|show.*|is-.*|cat|help|get-default|print.*|blame|dump|logs?|monit|describe|ls|info|jlist|version)$/
/** Services that guard the machine, or that somebody needs to get in. */
const PROTECTIVE =
  /^(ufw|firewalld|iptables|nftables|auditd|apparmor|selinux.*|fail2ban|clamav.*|falcon.*|crowdstrike.*|osquery.*|rsyslog|sshd?|network(ing|manager)?|systemd-(networkd|resolved|journald|logind)|wazuh.*|sysmon)(\.service|\.socket|\.plist)?$/i

const services: Program = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const words = call.args.map(arg => arg.text)
  const program = call.path[0] ?? ''
  const nameFirst =
    /^(service|rc-service|sv|invoke-rc\.d|update-rc\.d|chkconfig)$/.test(program) &&
    !/^(start|stop|restart|status|up|down)$/.test(words[0] ?? '')
  const [action = '', name = ''] = nameFirst ? [words[1], words[0]] : words
  if (action === '' || LOOKS.test(action)) return UNKNOWN
  if (
    program === 'systemctl' &&
    (POWER.test(action) || words.slice(1).some(unit => /\.target$/.test(unit) && POWER.test(unit)))
  )
    emitNamed('system', { value: 'power' }, call, runner, scope, { severity: 'critical', details: { what: 'power' } })
  else if (
    /^(enable|link|preset|load|bootstrap|submit|defaults|on|startup|add|unmask|edit)$/.test(action) &&
    (!/^(supervisorctl|pm2|sv)$/.test(program) || action === 'startup')
  )
    emitNamed(
      'write',
      { class: 'persistence', value: `service ${name}` },
      call,
      runner,
      scope,
      { details: { service: name } },
      call.args[0],
    )
  else if (/^(stop|disable|mask|kill|unload|bootout|remove|isolate|down)$/.test(action)) {
    const protective = PROTECTIVE.test(name.slice(name.lastIndexOf('/') + 1))
    const details = { what: 'service', action, ...(protective && { protective: true }) }
    emitNamed(
      'system',
      { value: name },
      call,
      runner,
      scope,
      { severity: protective ? 'high' : 'low', details },
      call.args[0],
    )
  } else
    emitNamed(
      'system',
      { value: name || action },
      call,
      runner,
      scope,
      { severity: 'low', details: { what: 'service', action } },
      call.args[0],
    )
  return UNKNOWN
}

const firewall: Program = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const words = call.words.map(field => field.text).join(' ')
  if (
    words === '' ||
    /^(status|version|list|show|get|-n?v?L|-S|--list|-nvL|-nL|-vnL|-sr|-s |--state|--get|--query|-t \w+ -(L|S|nvL|vnL))/.test(
      words,
    ) ||
    /(^|\s)(-L|-S|--list\S*|list)(\s|$)/.test(words)
  )
    return UNKNOWN
  const opens =
    /(^|\s)(-F|--flush|-X|--delete-chain|-P (INPUT|FORWARD|OUTPUT) ACCEPT|flush|disable|reset|-d|--panic-on|panic)(\s|$)/.test(
      words,
    )
  emitNamed(
    'system',
    { value: words },
    call,
    runner,
    scope,
    { severity: opens ? 'critical' : 'high', details: { what: 'firewall', ...(opens && { opens: true }) } },
    call.words[0],
  )
  return UNKNOWN
}

/** Settings of the kernel that keep programs from each other, or name what it starts. */
const GUARDS =
  /^(kernel[./](randomize_va_space|yama|kptr_restrict|dmesg_restrict|sysrq|core_pattern|modprobe|unprivileged|perf_event_paranoid|modules_disabled|kexec)|fs[./](protected|suid_dumpable)|vm[./]mmap_min_addr|net[./]ipv[46][./]conf[./]\w+[./](rp_filter|accept_redirects))/

const sysctl: Program = (call, runner, scope) => {
  const set = call.args.filter(arg => arg.text.includes('='))
  if ((call.flags.has('load') || set.length > 0) && !call.flags.has('help'))
    emitNamed('system', { value: shown(call.args.map(arg => arg.text).join(' ')) }, call, runner, scope, {
      severity: set.some(arg => GUARDS.test(arg.text)) ? 'high' : 'medium',
      details: { what: 'kernel' },
    })
  return UNKNOWN
}

/** What is mounted over a directory hides it; what is unmounted is gone for whoever works there. */
const mount: Program = (call, runner, scope) => {
  const isMount = !/^(u|fusermount)/.test(call.path[0] ?? '')
  const place = call.flags.has('all') ? word('/') : call.args.at(-1)
  if (!place || call.flags.has('help')) return UNKNOWN
  const [reached] = pathTargets(place, scope, runner)
  const path = reached?.target.value ?? place.text
  // Directories made for it are of no interest, nor is a list of what is mounted.
  const isLived =
    /^\/$|^\/(bin|boot|etc|home|lib\w*|opt|root|sbin|srv|usr|var|Users|System|Library)$|^\/(home|Users|usr|var)\/[^/]+$/.test(
      path,
    )
  const changes = (call.options.get('options') ?? []).some(field =>
    /(^|,)(rw|ro|bind|rbind|move)(,|$)/.test(field.text),
  )
  const severity = isLived && (!isMount || call.args.length > 1 || changes) ? 'high' : 'low'
  const details = { what: 'mount', action: isMount ? 'mount' : 'unmount' }
  emitNamed('system', { value: path }, call, runner, scope, { severity, details }, place)
  return UNKNOWN
}

/** docker run: privileged, with the socket, or with the host's own places mounted, a container is no boundary. */
const dockerRun: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const image = call.rest[0]
  if (!image) return UNKNOWN
  const mounts = [...(call.options.get('volume') ?? []), ...(call.options.get('mount') ?? [])].map(mountOf)
  const reached = mounts.flatMap(mount => (mount && /^[/~.]/.test(mount.text) ? pathTargets(mount, scope, runner) : []))
  const isWide = reached.some(
    ({ target }) =>
      (target.root && target.class !== 'project' && target.class !== 'temp') ||
      target.class === 'device' ||
      (target.class === 'system' &&
        /^\/(etc|root|boot|usr|var|sys|proc)(\/|$)/.test(target.value) &&
        !/docker\.sock$|localtime|timezone|^\/usr\/share|^\/var\/lib\/docker\/volumes|resolv\.conf|^\/etc\/(hosts|passwd|group|ssl)/.test(
          target.value,
        )),
  )
  const opens = (name: string, pattern: RegExp): boolean =>
    (call.options.get(name) ?? []).some(field => pattern.test(field.text))
  const details = {
    image: shown(image.text),
    ...(call.flags.has('privileged') && { privileged: true }),
    ...(mounts.some(mount => mount !== undefined && /docker\.sock$|containerd\.sock$/.test(mount.text)) && {
      socket: true,
    }),
    ...(isWide && { mounts_host: true }),
    ...((opens('cap', /^(ALL|SYS_ADMIN|CAP_SYS_ADMIN|SYS_MODULE|SYS_RAWIO)$/) ||
      opens('pid', /^host$/) ||
      (opens('security', /unconfined/) && opens('cap', /./))) && { unconfined: true }),
  }
  const grave = details.privileged || details.socket || details.mounts_host || details.unconfined
  emitNamed(
    'container',
    { kind: 'resource', value: image.text },
    call,
    runner,
    scope,
    { severity: grave ? 'high' : 'low', details },
    image,
  )
  for (const { target, certain } of reached)
    if (target.class === 'secret')
      runner.emit({ verb: 'read', target, certain, details: { mounted: true } }, scope, call)
  const words = [...(call.options.get('entrypoint') ?? []), ...call.rest.slice(1)]
  if (words.length === 0) return UNKNOWN
  return runner.runWords(
    words,
    subshell(scope, {
      via: [...scope.via, call.path.join(' ')],
      place: { kind: 'container', name: shown(image.text) },
    }),
    stdin,
  )
}

function mountOf(field: Field): Field | undefined {
  if (!isKnown(field.text) && !field.text.includes(':')) return field
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(field.text)
  if (source?.[1] !== undefined) return cut({ ...field, text: source[1] }, 0)
  const colon = field.text.indexOf(':')
  return colon < 0 ? undefined : { ...field, text: field.text.slice(0, colon) }
}

export const SYSTEM_PROGRAMS: Readonly<Record<string, Program>> = {
  disks,
  services,
  firewall,
  sysctl,
  mount,
  'docker-run': dockerRun,
}
