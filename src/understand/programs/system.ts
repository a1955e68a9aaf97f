/** Programs that change the machine: services, processes, firewalls. */
import { applyModel } from '../shell/apply.ts'
import { emitNamed } from '../shell/emit.ts'
import { runNested } from '../shell/run.ts'
import type { ProgramHandler } from '../shell/runner.ts'
import { isKnown, NOTHING, UNKNOWN, withoutHoles } from '../shell/value.ts'

const POWER = /^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|exit|soft-reboot)(\.target)?$/
const LOOKS =
  /^(status|list.*|show.*|is-.*|cat|help|get-default|print.*|blame|dump|logs?|monit|describe|ls|info|jlist|version)$/
/** Services that guard the machine, the reviewer's own among them, or that somebody needs to get in. */
const PROTECTIVE =
  /^(ufw|firewalld|iptables|nftables|auditd|apparmor|selinux.*|fail2ban|clamav.*|falcon.*|crowdstrike.*|osquery.*|rsyslog|sshd?|network(ing|manager)?|systemd-(networkd|resolved|journald|logind)|wazuh.*|sysmon|(step-)?reviewer(-(policy|ship)[\w-]*)?)(\.service|\.socket|\.timer|\.plist)?$/i

const services: ProgramHandler = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const words = call.args.map(arg => arg.text)
  const program = call.path[0] ?? ''
  const nameFirst =
    /^(service|rc-service|sv|invoke-rc\.d|update-rc\.d|chkconfig)$/.test(program) &&
    !/^(start|stop|restart|status|up|down)$/.test(words[0] ?? '')
  const [action = '', name = ''] = nameFirst ? [words[1], words[0]] : words
  if (action === '' || LOOKS.test(action)) return UNKNOWN
  if (
    /^(pm2|supervisorctl|monit)$/.test(program) &&
    /^(delete|del|kill|stop|remove|shutdown)$/.test(action) &&
    (scope.place.kind === 'remote' || (program === 'supervisorctl' && (name === 'all' || action === 'shutdown')))
  ) {
    const on = { kind: 'resource', class: 'remote', value: name || action } as const
    emitNamed('infrastructure', on, call, runner, scope, { severity: 'high', details: { stops: true } }, call.args[0])
    return UNKNOWN
  }
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

const firewall: ProgramHandler = (call, runner, scope) => {
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
const KERNEL_PROTECTIONS =
  /^(kernel[./](randomize_va_space|yama|kptr_restrict|dmesg_restrict|sysrq|core_pattern|modprobe|unprivileged|perf_event_paranoid|modules_disabled|kexec)|fs[./](protected|suid_dumpable)|vm[./]mmap_min_addr|net[./]ipv[46][./]conf[./]\w+[./](rp_filter|accept_redirects))/

const sysctl: ProgramHandler = (call, runner, scope) => {
  const set = call.args.filter(arg => arg.text.includes('='))
  if ((call.flags.has('load') || set.length > 0) && !call.flags.has('help'))
    emitNamed('system', { value: withoutHoles(call.args.map(arg => arg.text).join(' ')) }, call, runner, scope, {
      severity: set.some(arg => KERNEL_PROTECTIONS.test(arg.text)) ? 'high' : 'medium',
      details: { what: 'kernel' },
    })
  return UNKNOWN
}

/** crontab, at and batch put in what comes in: where nothing does, and nothing is named, nothing is put in. */
const queue: ProgramHandler = (call, runner, scope, stdin) => {
  const isNothing = stdin === NOTHING && call.args.length === 0 && call.flags.size === 0 && !call.options.has('file')
  if (isNothing || call.flags.has('help')) return NOTHING
  const before = runner.effects.length
  const out = runNested(call, runner, scope, stdin) ?? UNKNOWN
  // A job that runs once and, as it can be read, does nothing that lasts: a reminder.
  const isOnce = call.path[0] === 'at' && stdin.text !== undefined && isKnown(stdin.text) && stdin.text.trim() !== ''
  if (!isOnce || runner.effects.length > before) applyModel(call, runner, scope, stdin)
  return out
}

export const SYSTEM_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  queue,
  services,
  firewall,
  sysctl,
}
