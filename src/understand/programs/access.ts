/**
 * What the words of a call say that it opens to everybody, whom it lets do more, or what it takes from everybody for a while, where nobody
 * described the program. Command lines of services spell that in few ways: an option or a value that stands for everybody, a role that may do
 * everything, and a service that is paused or scaled to nothing.
 */

export interface AccessReading {
  readonly does: 'exposes' | 'grants' | 'stops'
  /** The words that say so. */
  readonly words: string
}

/** What only looks, or takes access away: then a value that stands for everybody is what is looked for or closed. */
const LOOKS_OR_CLOSES =
  /^(list|ls|get|show|describe|info|view|check|test|lint|validate|find|search|inspect|status|diff|plan|help|audit|scan|print|explain|delete|remove|rm|revoke|deny|block|drop|reject|unset|disable|unshare)([-_:.]|$)|[-_:.](list|ls|get|show|describe|info|delete|remove|revoke|deny|block)$/i

/** Options and values that stand for everybody. */
const EVERYBODY =
  /^(--?acl[-_]public|--make-public|--(default-|canned-)?acl=public-read(-write)?|public-read(-write)?|--visibility=public|visibility=public|--(read-acl|public-access)=(\.r:\*.*|true|enabled|blob|container)|\.r:\*.*|(--member=)?all(Authenticated)?Users(:.*)?|--allow-unauthenticated|--publicly-accessible(=true)?)$/
/** The same as an option and its value in two words. */
const EVERYBODY_IN_TWO =
  /^(--visibility public|--?(default-|canned-)?acl public(-read(-write)?)?|--public-access (true|enabled|blob|container))$/

/** Every address there is, which says something only where access is what the call is about. */
const EVERY_ADDRESS = /(^|[=,:\s"'[])(0\.0\.0\.0\/0|::\/0)($|[,:\s"'\]])/
const ABOUT_ACCESS =
  /(allow|access|firewall|acl|whitelist|ingress|inbound|trusted|authori[sz]ed?|ip-?(filter|list|rule|range)|security-?(group|rule)|cidr)/i
/** Which way packets go is no access; what leaves is nobody's coming in. */
const ABOUT_ROUTES =
  /^(wg|ip|routes?|routing|deny|block|drop)$|allowed-?ips|egress|outbound|advertise-?routes|[=_-](deny|block|drop)$/i

/** What changes who somebody is. */
const CHANGES =
  /^(create|update|set|add|assign|invite|edit|modify|change|grant|promote|put|make|give|upsert|apply|patch|attach)([-_:]|$)|[-_:.](create|update|set|add|assign|invite|edit|grant|promote)$/i
const PERSON =
  /^(users?|members?|memberships?|accounts?|teams?|groups?|people|collaborators?|principals?|service-?accounts?|invites?|invitations?|admins?|owners?|roles?|permissions?|bindings?|role-?bindings?|orgs?|organi[sz]ations?)$/i
/** Roles that may do everything, in the words of one service or another. */
const ADMIN =
  /^(\S*[._:/-])?(admin|administrator|superadmin|super_?user|owner|root|sysadmin|org_?owner|iam_owner|full[-_]?(access|control)|everything|cluster-admin)s?$/i
/** Sets the roles of somebody, whichever they are; or one role, which then has to be one that may do everything. */
const SETS_ROLES = /^--(set|add|grant)-(roles?|permissions?|polic(y|ies)|logins?)$/
const NAMES_ROLE = /^--?(roles?|permissions?|access(-level)?|privileges?|grants?|policy|type)$/

/** Reads the words of a call: arguments and options in their order. */
export function readAccess(words: readonly string[], named: readonly string[]): AccessReading | undefined {
  const [first = '', second = '', third = ''] = named
  if ([first, second, third].some(word => LOOKS_OR_CLOSES.test(word))) return undefined
  const open = words.find(
    (word, at) => EVERYBODY.test(word) || EVERYBODY_IN_TWO.test(`${word} ${(words[at + 1] ?? '').toLowerCase()}`),
  )
  if (open !== undefined && named.length > 0)
    return { does: 'exposes', words: `${[first, second].join(' ')} ${open}`.trim() }
  const isAccess = words.some(word => ABOUT_ACCESS.test(word)) && !words.some(word => ABOUT_ROUTES.test(word))
  if (
    isAccess &&
    words.some(word => EVERY_ADDRESS.test(word)) &&
    named.some(word => CHANGES.test(word) || /allow|authori[sz]e/i.test(word))
  )
    return { does: 'exposes', words: [first, second].join(' ').trim() }
  const what = [first, second, third].join(' ').trim()
  if (givesRole(words, named)) return { does: 'grants', words: what }
  return stopsService(words, named.slice(0, 3)) ? { does: 'stops', words: what } : undefined
}

/** Options that make somebody one who may do everything. */
const IS_POWER = /^--(super[-_]?user|is[-_](super[-_]?user|superadmin|admin|owner))$/
/** Adds somebody to a group, whichever way services write it. */
const ADDS_MEMBER = /^[-/]?add[-_]?(mem|members?|mbr|users?|principals?)s?$/i
/** Groups whose members may do everything in a directory. */
const ADMIN_GROUP =
  /(^|[=,\s\\/'"-])(domain|enterprise|schema|cluster|global|org|account|built-?in|super)?[-_ ]?(admins|administrators|owners|superusers|sudoers)($|[,\s'"])/i

function givesRole(words: readonly string[], named: readonly string[]): boolean {
  if (words.some(word => ADDS_MEMBER.test(word)) && words.some(word => ADMIN_GROUP.test(word))) return true
  const nouns = named.flatMap(word => [word, ...word.split(/[-_:.]/)])
  if (!named.slice(0, 4).some(word => CHANGES.test(word)) || !nouns.some(word => PERSON.test(word))) return false
  return words.some((word, at) => {
    const [option = '', joined] = word.split(/=(.*)/s)
    const value = joined ?? words[at + 1] ?? ''
    if (IS_POWER.test(option) && !/^(false|no|0)$/i.test(value)) return true
    if (SETS_ROLES.test(option)) return true
    if (NAMES_ROLE.test(option)) return value.split(',').some(each => ADMIN.test(each))
    // `role assign bob admin`: the last of the names, where roles are what it is about.
    return (
      at > 1 && nouns.some(noun => /^(roles?|permissions?)$/i.test(noun)) && !word.startsWith('-') && ADMIN.test(word)
    )
  })
}

const SERVICE =
  /^(projects?|services?|apps?|applications?|sites?|websites?|databases?|clusters?|deployments?|distributions?)$/i
/** How many run. */
const COPIES = /^--?(i|n|count|instances|replicas|size|quantity|num-?instances|desired|max-?instances|machines)$/

/** `services suspend srv-1`, `scale shop -i 0`, `ps:scale web=0`: who uses it finds nothing there. */
function stopsService(words: readonly string[], named: readonly string[]): boolean {
  const parts = named.flatMap(word => word.split(/[-_:.]/))
  const at = parts.findIndex(part => /^(pause|suspend|hibernate|takedown)$/i.test(part))
  // `workflow pause app`: what stands before the verb is the thing, what stands behind it its name.
  if (at >= 0) return SERVICE.test(parts[at === 0 ? 1 : at - 1] ?? '')
  if (!parts.some(part => /^scale$/i.test(part))) return false
  return words.some((word, index) => {
    const [option = '', joined] = word.split(/=(.*)/s)
    if (word.startsWith('-')) return COPIES.test(option) && (joined ?? words[index + 1]) === '0'
    return joined === '0'
  })
}
