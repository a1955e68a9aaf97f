/** Programs that change the machine: services, processes, firewalls. */
import type { Detail } from '../../model.ts'
import { emitNamed } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Program } from '../runner.ts'
import { type Field, NOTHING, shown, UNKNOWN } from '../value.ts'

const POWER = /^(poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|exit|soft-reboot)$/
const LOOKS =
  /^(status|list.*|show.*|is-.*|cat|help|get-default|print.*|blame|dump|logs?|monit|describe|ls|info|jlist|version)$/
/** Services that guard the machine, or that somebody needs to get in. */
const PROTECTIVE =
  /^(ufw|firewalld|iptables|nftables|auditd|apparmor|selinux.*|fail2ban|clamav.*|falcon.*|crowdstrike.*|osquery.*|rsyslog|sshd?|network(ing|manager)?|systemd-(networkd|resolved|journald|logind)|wazuh.*|sysmon)(\.service)?$/i

const services: Program = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const words = call.args.map(arg => arg.text)
  const program = call.path[0] ?? ''
  const nameFirst =
    /^(service|rc-service|sv|invoke-rc\.d)$/.test(program) &&
    !/^(start|stop|restart|status|up|down)$/.test(words[0] ?? '')
  const [action = '', name = ''] = nameFirst ? [words[1], words[0]] : words
  if (action === '' || LOOKS.test(action)) return UNKNOWN
  if (POWER.test(action) && program === 'systemctl')
    emitNamed('system', { value: 'power' }, call, runner, scope, { severity: 'critical', details: { what: 'power' } })
  else if (
    /^(enable|link|preset|load|bootstrap|submit|defaults|on|startup|add|unmask)$/.test(action) &&
    !/^(supervisorctl|pm2|sv)$/.test(program)
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
    const protective = PROTECTIVE.test(name)
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

/** Processes that a session, a machine or an installation depends on. */
const VITAL =
  /^(systemd.*|init|launchd|sshd|dbus.*|Xorg|wayland|gnome-shell|kwin.*|WindowServer|loginwindow|Finder|explorer\.exe|dockerd|containerd|kubelet|NetworkManager|apt(-get)?|dpkg|yum|dnf|rpm|pacman|brew|claude|reviewer|tmux|screen|bash|zsh|sh|fish)$/
const INTERPRETER = /^(node|nodejs|python[\d.]*|ruby|java|perl|php|deno|bun|go|docker)$/

const kill: Program = (call, runner, scope) => {
  if (call.flags.has('help') || call.flags.has('list') || call.words.some(field => /^-[lL0]$/.test(field.text)))
    return UNKNOWN
  const program = call.path[0] ?? ''
  if (program === 'killall5') return emitProcess({ value: 'every process' }, { by: 'all' })
  for (const user of call.options.get('user') ?? []) emitProcess({ value: user.text, at: user }, { by: 'user' })
  if (program === 'fuser') {
    if (call.flags.has('kill'))
      for (const arg of call.args)
        emitProcess(
          { value: arg.text, at: arg },
          arg.text.startsWith('/') && !/^\/dev\/tty/.test(arg.text) ? { by: 'file' } : { by: 'port' },
        )
    return UNKNOWN
  }
  const targets = targetsOf(call, program)
  for (const field of targets) emitProcess({ value: field.text, at: field }, howOf(field.text, program, call))
  return UNKNOWN

  function emitProcess(
    on: { readonly value: string; readonly at?: Field },
    details: Readonly<Record<string, Detail>>,
  ): typeof UNKNOWN {
    const grave = details.by === 'all' || details.by === 'user' || details.vital === true
    emitNamed(
      'process',
      { kind: 'process', value: on.value },
      call,
      runner,
      scope,
      { severity: grave ? 'high' : 'low', certain: true, details },
      on.at,
    )
    return UNKNOWN
  }
}

/** Words that name processes; the first word of kill may be a signal, and -1 is every process. */
function targetsOf(call: Invocation, program: string): readonly Field[] {
  if (program !== 'kill' && program !== 'tkill') return call.args
  const signalled =
    call.words[0] && /^-(\d+|[A-Z]+|[snq])$/.test(call.words[0].text) ? (/^-[sn]$/.test(call.words[0].text) ? 2 : 1) : 0
  return call.words.slice(signalled).filter(field => field.text !== '--' && !/^-[sn]$/.test(field.text))
}

function howOf(text: string, program: string, call: Invocation): Readonly<Record<string, Detail>> {
  if (program === 'kill' || program === 'tkill') {
    if (text === '-1') return { by: 'all' }
    return text === '1' || text === '0' ? { by: 'pid', ...(text === '1' && { vital: true }) } : { by: 'pid' }
  }
  if (/^(\.|\.\*|\*|\^|\$|)$/.test(text)) return { by: 'all' }
  if (call.flags.has('full') && !INTERPRETER.test(text))
    return { by: 'script', ...(VITAL.test(text) && { vital: true }) }
  return { by: 'name', ...(VITAL.test(text) && { vital: true }) }
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

const sysctl: Program = (call, runner, scope) => {
  const sets = call.flags.has('load') || call.args.some(arg => arg.text.includes('='))
  if (sets && !call.flags.has('help'))
    emitNamed('system', { value: shown(call.args.map(arg => arg.text).join(' ')) }, call, runner, scope, {
      severity: 'medium',
      details: { what: 'kernel' },
    })
  return UNKNOWN
}

export const SYSTEM_PROGRAMS: Readonly<Record<string, Program>> = {
  services,
  kill,
  firewall,
  sysctl,
}
