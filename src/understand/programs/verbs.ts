/**
 * What the verbs among the words of a call say that it does, where nobody described the program or this part of it. Command lines of
 * services have few forms: `tool NOUN VERB name`, `tool VERB NOUN name`, `tool noun:verb name`, `tool verb-noun name`.
 */

/** What is gone afterwards, whatever it is. */
const DESTROYS =
  /^(delete|destroy|drop|purge|wipe|erase|truncate|terminate|revoke|nuke|obliterate|zeroize|decommission|expunge|deprovision|teardown|undeploy|shred|zap|undefine|disband|deregister|factoryreset|formatlogdisk|invalidate|deletes|destroys)$/
/** What takes one thing away, or leaves something: grave only with what they are about, or with how they are called. */
const TAKES_AWAY =
  /^(remove|rm|rb|rmi|rmr|rmdir|uninstall|down|dismiss|deactivate|unload|expel|shutdown|poweroff|halt|del|unset|clear|clean|cleanup|empty|flush|prune|reset|kill|killall|cancel|close|forget|evict|demote|unregister|detach|retire|reinit|reinitialize|reformat|format|trim|gc|disable|abandon|leave|expire|seize|yank|unlink|discard|strip|clr)$/
/** What puts something else in the place of what is there. */
const REPLACES =
  /^(transfer|restore|load|import|recover|rebuild|overwrite|clone|pull|push|promote|replace|sync|seed|rollback|revert)$/
/** What only looks. What follows is what it looks at. */
const LOOKS =
  /^(describe|list|ls|get|show|stats?|preview|validate|simulate|estimate|lookup|search|query|find|grep|help|man|info|version|diff|explain|plan|lint|inspect|watch|top|doc|docs|doctor|whoami|cat|head|tail|read|view|dump|print|count|wait|tree|compare|check|verify|test|audit|history|logs?|status|completions?|template|render|fetch|download|locate|ping|health|probe|scan|browse|monitor|tldr|apropos|examples?)$/
/** Of these, what is followed by any word: no thing that `delete` behind it would be about. */
const LOOKS_AT_WORDS =
  /^(describe|list|ls|get|show|lookup|find|grep|help|man|info|explain|cat|head|tail|read|print|wait|count|apropos|tldr|examples?|locate|whoami|search|query|create|add|new|set|put|echo|say|ask|chat|note|todo|ssh|use|write)$/
/** What makes or changes something under a name that follows; what is run is not known. */
const MAKES =
  /^(create|make|gen|add|new|init|set|put|update|edit|apply|install|generate|open|upload|copy|cp|mv|move|rename|send|write|echo|say|login|logout|use|ssh|enable|start|compile|build|format-code|commit|log-in|tag|ask|chat|note|todo)$/

/** What holds other things, or what nobody makes a second time by a command. */
const GRAVE =
  /^(racks?|qlocal|repos?|repository|repositories|projects?|databases?|dbs?|schemas?|keyspaces?|buckets?|clusters?|namespaces?|ns|volumes?|snapshots?|backups?|instances?|servers?|vms?|machines?|stacks?|apps?|applications?|sites?|domains?|zones?|workspaces?|organi[sz]ations?|orgs?|tenants?|accounts?|vaults?|queues?|topics?|index|indexes|indices|tables?|collections?|users?|members?|teams?|groups?|roles?|polic(y|ies)|realms?|clients?|secrets?|keys?|keyrings?|tokens?|cert|certs|certificates?|streams?|consumers?|subscriptions?|pools?|datasets?|data|catalogs?|warehouses?|spaces?|environments?|envs?|releases?|deployments?|services?|svc|functions?|hosts?|nodes?|disks?|images?|partitions?|filesystems?|fs|storage|stores?|state|segments?|records?|dns|dashboards?|alerts?|channels?|models?|experiments?|fleets?|devices?|products?|objects?|blobs?|documents?|docs|entity|entities|posts?|pages?|nodegroups?|nodepools?|hostgroups?|rules?|silences?|flags?|schedules?|monitors?|plans?|customers?|orders?|payments?|invoices?|messages?|backlog|offsets?|tunnels?|distributions?|networks?|vpcs?|subnets?|firewalls?|gateways?|loadbalancers?|principals?|credentials?|identity|identities|apikeys?|webhooks?|experiments?|endpoints?|pods?|jobs?|workflows?|pipelines?|runs?|quotas?|partitions?|peers?|replicas?|shards?|brokers?|exchanges?|vhosts?|bindings?|mailbox(es)?|lists?|folders?|datastores?|registr(y|ies)|artifacts?|manifests?|charts?|resources?|resource-?groups?|recordings?|archives?|versions?|branch(es)?|dbaas|keystores?|graphs?|vertices|edges?|measurements?|series|metadata|bindings?|sessions?|locks?|crds?|configuration|eventdata|trash|trashbin|recyclebin|slots?|drives?|chunks?|families|family|columns?|passwords?|revisions?|courses?|add-?ons?|properties|property|enrollments?|tags?|tasks?|devices|mutations?|grants?|identities|licen[cs]es?|certs|volumeclaims?|pvcs?|sandboxes|sandbox|droplets?|agents?|runners?|indexers?|sinks?|sources?|connectors?|connections?|integrations?|destinations?|feeds?|packages?-?versions?|boards?|issues?|tickets?|reports?|workbooks?|datasources?|contacts?|factory|campaigns?|mailings?|numbers?|calls?|recipients?|apis?|routes?|listeners?|certificates-?authority|cas?)$/
/** What fills again or is a preference: losing it costs a moment. */
const TRIVIAL =
  /^(cache|caches|cached|tmp|temp|temporary|alias|aliases|plugins?|extensions?|packages?|pkgs?|deps?|dependency|dependencies|contexts?|ctx|completions?|bookmarks?|favou?rites?|remotes?|upstream|worktrees?|words?|lines?|drafts?|notifications?|breakpoints?|breakpoint|bindings?|presets?|snippets?|recents?|hooks?|pane|panes|window|windows|tabs?|buffers?|screen|lockfile|autostart|crumbs?|cookies?|tools?|toolchains?|shims?|modules?|downloads?|trash-?info|logs?|stash|reminders?|derived|deriveddata|generated|builds?|target|dist|transients?|timers?|highlights?|annotations?|marks?)$/
/** What a copy from before is put back over. */
const KEPT =
  /^(backups?|snapshots?|dbs?|databases?|clusters?|instances?|deployments?|releases?|servers?|realms?|vms?|volumes?|sites?)$/
/** What reaches others at once. */
const PUBLISHES = /^(publish|deploy|redeploy|go-?live|ship)$/
/** Behind `deploy`: what is only prepared, tried or named so. */
const IS_TRIAL =
  /^(--?)?(local(host|ly)?|dev|develop(ment)?|test(ing)?|staging|stage|preview|previews|sandbox|draft|emulators?|plan|diff|keys?|tokens?|hooks?|url|config(ure)?|init|setup|create|new|generate|history|skip-?publish|no-?(publish|deploy|push|upload)|build-?only|check|verify|undo|report|quick|resume|cancel)$/i
/** What has users when it is published. */
const IS_PRODUCT =
  /^(apps?|themes?|sites?|packages?|extensions?|modules?|versions?|releases?|functions?|pages?|projects?|workbooks?)$/
/** Messages, which are published to whom they are for. */
const IS_MESSAGE =
  /^(-m|-t|--?(topic|channel|subject|message|queue|routing-key|exchange|event|data|payload|pubsub|publish-app-id))$/
/** Behind these any name may stand: none of its parts is an order. */
const TAKES_NAME =
  /^(run|exec|start|invoke|call|trigger|script|task|with|switch|checkout|select|build|debug|serve|lint|test|edit|on|by|from|to|into|as|generate|make)$/
/** All there is, or many at once. */
const SWEEPING = /^(all|everything|batch|bulk|many|whole|full)$/

/** Options that say that nobody is to be asked, or that all is meant. */
const FORCES =
  /^(force|-y|-f|-ff|-fy|-yf|-a|-A|-r|-R|-rf|-fr|--?(all|force|forced|yes|assume-?yes|purge|no-?prompt|no-?confirm|no-?input|no-?interactive|non-?interactive|auto-?approve|skip-?confirm\w*|confirm(ed)?|recursive|permanent(ly)?|hard|doit|cascade|everything|bypass-.*|(i-)?really.*|yes-i-.*|delete-.*|remove-.*|drop-.*|purge-.*|with-data|erase|wipe|destroy|all-.*|destructive|immediate|now|delete|silent|quiet|i-understand.*)(=(true|yes|1))?)$/i
/** Options that say that what is there is replaced. */
const OVERWRITES =
  /^(--?(overwrite|force|clean|drop|replace|delete|wipe|purge|reset|erase|destroy)([-_].*)?(=(true|yes|1))?|force=(yes|true|1))$/i
/** Options that are an order of their own. */
const ORDERS =
  /^--?(destroy|revoke|wipe|nuke|purge|erase|zeroize|uninstall|drop|factory-?reset|delete-?all|remove-?all|drop-?all|wipe-?all|clear-?all|reset-?all|(delete|remove|drop|wipe|erase|purge|destroy|kill|reset|clear|flush|truncate|prune)[-_]([\w-]+)|destroy-only)$/i
/** Asks what would happen, or how it is called. */
const REHEARSES =
  /^(--?(dry[-_]?run|dryrun|no-?op|simulate|simulation|what-?if|pretend|preview|plan|fake|print-only|just-print|check|list|help|show|(validate|verify|check)[-_]only|test|report-only|explain)(=(?!false|none|no|0).*)?|-help|-\?|dry-?run(=(true|yes|1))?|confirm=false)$/i

export interface VerbReading {
  /** Takes away what is named, puts something else in its place, or reaches others. */
  readonly does: 'destroys' | 'replaces' | 'publishes'
  /** The words that say so. */
  readonly words: string
}

/** So many words name service and action; what follows are names and values. */
const MOST_WORDS = 5

/** How much is known of who acts: of a script of the project less is taken for an order. */
export type Caution = 'program' | 'script'

/**
 * Reads the words of a call without the program: arguments and options in their order.
 *
 * `caution: 'script'` asks for a noun that is grave as well, since a project's own scripts are called in every manner.
 */
export function readVerbs(
  words: readonly string[],
  caution: Caution = 'program',
  program = '',
): VerbReading | undefined {
  if (rehearses(words)) return undefined
  const named = namedIn(words)
  const isProduction = namesProduction(words)
  const line = { words, named, caution, isProduction, isGrave: isProduction || HOLDS_BACKUPS.test(program) }
  let isSpared = false
  for (const [at, text] of named.entries()) {
    const action = actionIn(text)
    if (action === undefined) continue
    const does = readAction(action, at, line)
    isSpared = does === 'nothing'
    if (isSpared) break
    if (does !== undefined && does !== 'nothing') return { does, words: wordsTo(at, named) }
  }
  if (caution === 'script') return undefined
  if (namesProductionAsWord(named) && bringsOut(named, words)) return { does: 'publishes', words: named.join(' ') }
  if (isProduction && (switchesFeature(named) || bringsOut(named, words)))
    return { does: 'publishes', words: named.join(' ') }
  return isSpared ? undefined : orderIn(words)
}

/** `flags toggle-on checkout --environment production`: what users get there changes at once. */
function switchesFeature(named: readonly string[]): boolean {
  const parts = named.slice(0, 3).map(partsOf)
  const isSwitch = parts.some(([verb = '']) => SWITCHES.test(verb))
  return (
    isSwitch &&
    parts.flat().some(part => /^(flags?|features?|toggles?|experiments?|gates?|killswitch(es)?)$/.test(part))
  )
}

const SWITCHES = /^(toggle|turn|flip|switch|enable|disable|activate|deactivate|archive|kill|update|set|rollout|on|off)$/

/** Verbs after which users of an environment get something else, or nothing. */
const BRINGS_OUT =
  /^(promote|activate|deactivate|deploy|redeploy|release|rollback|rollout|ship|cutover|swap|switchover|failover|publish|apply|push|suspend|pause|drain|halt|hibernate)$/

/** Where nobody but developers is, and what is only looked at. */
const IS_ELSEWHERE =
  /^(--?)?(local(host|ly)?|dev|develop(ment)?|test(ing)?|staging|stage|previews?|sandbox|draft|emulators?|plan|diff|check|verify|history|report)$/i

/** `promote checkout@2.14.0 --to production`, `activate-version --network PRODUCTION`. */
function bringsOut(named: readonly string[], words: readonly string[]): boolean {
  if (words.some(word => word.split(/[=:]/).some(part => IS_ELSEWHERE.test(part)))) return false
  const at = named.slice(0, 3).findIndex(word => {
    const parts = partsOf(word)
    return [parts[0], parts.at(-1)].some(part => part !== undefined && BRINGS_OUT.test(part)) && !parts.some(isLook)
  })
  if (at < 0) return startsDeployment(named)
  const next = (named[at + 1] ?? '').split(/[-_:]/, 1)[0] ?? ''
  return (
    !LOOKS.test(next) && !named.slice(0, at).some(word => LOOKS.test(word) || MAKES.test(word) || TAKES_NAME.test(word))
  )
}

const isLook = (part: string): boolean => LOOKS.test(part)

/** `deployments new --env production`. */
function startsDeployment([first = '', second = '']: readonly string[]): boolean {
  return /^deployments?$/.test(first) && /^(new|create|start|trigger|add|run|approve)$/.test(second)
}

/** `promote checkout production`: what stands behind the verb and its object. */
function namesProductionAsWord(named: readonly string[]): boolean {
  return named.slice(1).some(word => /^(prod|production|live)$/i.test(word))
}

/** The words of a call, and what they say as a whole. */
interface Line {
  readonly words: readonly string[]
  /** Those that are no options, as far as they can name service and action. */
  readonly named: readonly string[]
  readonly caution: Caution
  /** An option names where others work. */
  readonly isProduction: boolean
  /** Whatever is taken away there is missed. */
  readonly isGrave: boolean
}

/** Programs whose things are copies that nothing else holds. */
const HOLDS_BACKUPS =
  /backup|snapshot|archive|backrest|^(bup|bupstash|borg\w*|attic|restic|rustic|kopia|duplic\w+|timeshift|snapper|burp|zbackup)$/i

/** `--env prod`, `--stage=production`, `@prod`. */
function namesProduction(words: readonly string[]): boolean {
  return words.some((text, at) => {
    const [, name = '', value = ''] = /^(--?[\w-]+)(?:=(.*))?$/.exec(text) ?? []
    if (
      !/^(-e|-s|-p|--(env|stage|profile|context|kube-context|target|cluster|org|target-org|namespace|to|track|network|channel|tenant|tier|destination|workspace|project|space)|--([a-z]+-)?environment|--(target|deploy|app)-env|--env(ironment)?-(name|id|slug))$/.test(
        name,
      )
    )
      return /^(@([\w.-]+\.)?|([A-Z]+_)?(ENV|ENVIRONMENT|STAGE|TARGET)=)(prod|production|live)$/i.test(text)
    return /(^|[-_.])(prod|production|prd|live)($|[-_.])/i.test(value || (words[at + 1] ?? ''))
  })
}

/** What an action among the words does; undefined where it may be a name, and the words behind it count. */
function readAction(action: ActionWord, at: number, line: Line): VerbReading['does'] | 'nothing' | undefined {
  const { verb } = action
  const { named, words, caution } = line
  // `run rm`: a program that is given nothing to delete.
  if (named[at] === 'rm' && at === named.length - 1 && /^(run|exec)$/.test(named[at - 1] ?? '')) return 'nothing'
  // `run NAME delete`: words for what is run.
  if (at >= 2 && TAKES_NAME.test(named[at - 2] ?? '') && !isBareVerb(named[at - 1] ?? '')) return 'nothing'
  if (PUBLISHES.test(verb)) return caution === 'program' && publishes(at, named, words) ? 'publishes' : undefined
  // `tag delete`, `logs clear`: a thing that is named by the same word.
  if (MAKES.test(verb) || LOOKS.test(verb))
    return !LOOKS_AT_WORDS.test(verb) && isBareVerb(named[at + 1] ?? '') ? undefined : 'nothing'
  if (REPLACES.test(verb)) return replaces(action, at, named, words) ? 'replaces' : undefined
  const found = weigh(action, at, line)
  if (found === 'name') return undefined
  return found === 'loses' ? 'destroys' : 'nothing'
}

/** The first words that are neither options nor names that options are given. */
function namedIn(words: readonly string[]): readonly string[] {
  const named: string[] = []
  // Up to here nothing stands but options, each with at most one value.
  let isFirst = true
  for (const [at, text] of words.entries()) {
    const isValue = (words[at - 1] ?? '').startsWith('-')
    if (!text.startsWith('-') && !isNameOfOption(text, words[at - 1], isFirst)) named.push(text)
    if (named.length === MOST_WORDS) break
    isFirst &&= text.startsWith('-') || isValue
  }
  return named
}

/** `--select drop_candidates`: a name that an option is given; `--yes delete` is none, and `-t drop_db` names what is done. */
function isNameOfOption(text: string, option: string | undefined, isFirst: boolean): boolean {
  if (option === undefined || !/^--[a-z][\w-]*$/i.test(option) || FORCES.test(option) || !/[-_]/.test(text))
    return false
  // `--use_ssl delete-indices`: of a call that has said nothing yet, a verb with its object is what it is to do.
  const [verb = '', noun = '', more] = text.toLowerCase().split(/[-_]/)
  return !(isFirst && more === undefined && DESTROYS.test(verb) && GRAVE.test(noun))
}

/** Whether something is put in the place of what is there: by an option that says so, or as a copy from before. */
function replaces(
  { verb, parts }: ActionWord,
  at: number,
  named: readonly string[],
  words: readonly string[],
): boolean {
  if (/^(clone|pull|push|promote|sync)$/.test(verb)) return false
  if (words.some(each => OVERWRITES.test(each))) return !/^(rollback|revert)$/.test(verb)
  const nouns = [...parts, ...named.slice(Math.max(0, at - 2), at).flatMap(partsOf)]
  return /^(restore|revert|rollback|recover)$/.test(verb) && nouns.some(noun => KEPT.test(noun))
}

/** Whether a call brings something to where others use it, and not a trial or a message. */
function publishes(at: number, named: readonly string[], words: readonly string[]): boolean {
  if (at > 2 || TAKES_NAME.test(named[at - 1] ?? '') || MAKES.test(named[at - 1] ?? '')) return false
  const next = (named[at + 1] ?? '').split(/[-_:]/, 1)[0] ?? ''
  if (LOOKS.test(next) || isBareVerb(next) || words.some(each => IS_MESSAGE.test(each))) return false
  // What is published is often a file for others of the same machine (`vendor:publish`), until somebody insists.
  if (
    /publish/.test(named[at] ?? '') &&
    !words.some(each => FORCES.test(each)) &&
    !IS_PRODUCT.test(named[at - 1] ?? '')
  )
    return false
  return !words.some(each => each.split(/[=:]/).some(part => IS_TRIAL.test(part)))
}

/** The words up to a verb and the one behind it: what a reason shows. */
function wordsTo(at: number, named: readonly string[]): string {
  return named.slice(0, at + 2).join(' ')
}

/** Whether a verb that takes something away loses something that is missed, or may be part of a name. */
function weigh(action: ActionWord, at: number, line: Line): 'loses' | 'spares' | 'name' {
  const { parts, verb, text } = action
  const { named, caution } = line
  const { isGrave, isTrivial, forces } = gravityOf(action, at, line)
  if (caution === 'script' && !(isGrave && (forces || parts.length > 1))) return 'spares'
  if (isTrivial) return 'spares'
  // A compound of any two words may be a name; with a noun, or as the first word, it is an action.
  if (parts.length > 1 && at > 0 && !/[:.]/.test(text) && mayBeName(parts, verb, named[at - 1] ?? '', isGrave))
    return 'name'
  if (DESTROYS.test(verb)) return 'loses'
  // Without a name it is the service itself; a package that is named is installed again.
  if (verb === 'uninstall') return isGrave || named[at + 1] === undefined ? 'loses' : 'spares'
  const isOfName = /^(rm|remove|del|unlink)$/.test(verb) && (at > 0 || parts.length > 1)
  const loses = HEAVY.test(verb) ? isGrave || forces : isGrave && forces
  return isOfName || loses ? 'loses' : 'spares'
}

interface Gravity {
  /** About something that others use, or that holds other things. */
  readonly isGrave: boolean
  /** About something that fills again. */
  readonly isTrivial: boolean
  /** Nobody is asked, or all is meant. */
  readonly forces: boolean
}

/** What the words around a verb say of what it is about. */
function gravityOf({ parts, verb }: ActionWord, at: number, { named, words, ...line }: Line): Gravity {
  const before = named.slice(Math.max(0, at - 2), at).flatMap(partsOf)
  const next = named[at + 1]?.toLowerCase() ?? ''
  const own = parts.filter(part => part !== verb)
  const nouns = [...own, ...before, next, ...(/[/(]/.test(next) ? [next.split(/[/(]/, 1)[0] ?? ''] : [])]
  // `dataset delete logs`: what stands behind the verb is a name where the thing itself stands before it.
  const thing = (named[at - 1] ?? '').toLowerCase()
  const trivial = [...own, thing, ...(GRAVE.test(thing) ? [] : [next])].some(noun => TRIVIAL.test(noun))
  return {
    isGrave: line.isGrave || nouns.some(noun => GRAVE.test(noun) || SWEEPING.test(noun)),
    isTrivial: trivial && !nouns.some(noun => SWEEPING.test(noun)),
    forces:
      line.isProduction || words.some((each, index) => FORCES.test(each) && !isFileOption(each, words[index + 1])),
  }
}

/** `run drop_candidates` starts something of that name; `property-manager delete-property` does what it says. */
function mayBeName(parts: readonly string[], verb: string, before: string, isGrave: boolean): boolean {
  if (TAKES_NAME.test(before)) return true
  return !isGrave && !(DESTROYS.test(verb) && parts[0] === verb && parts.length === 2)
}

/** Of the milder verbs, those that lose something where they are about a thing that is grave. */
const HEAVY =
  /^(remove|rm|rb|rmi|rmr|rmdir|down|deactivate|unload|expel|shutdown|poweroff|halt|del|unset|clear|clr|empty|flush|reset|kill|killall|cancel|close|forget|demote|unregister|retire|reinit|reinitialize|reformat|format|seize|abandon|discard|strip)$/

/** An option that is an order: `--delete-all`, `--drop-database`. */
function orderIn(words: readonly string[]): VerbReading | undefined {
  const order = words.find((text, at) => {
    const name = (text.split('=', 1)[0] ?? '').replace(/([a-z])([A-Z])/g, '$1-$2')
    const [, noun] =
      /^--?(?:delete|remove|drop|wipe|erase|purge|destroy|kill|reset|clear|flush|truncate|prune)[-_]([\w-]+)$/i.exec(
        name,
      ) ?? []
    // `--delete --snapshot NAME`: an option that is an order about another.
    if (/^--?(delete|remove|destroy)$/i.test(name))
      return words.some(
        (other, index) => index !== at && GRAVE_ORDER.test(other.replace(/^--?/, '').split('=', 1)[0] ?? ''),
      )
    if (!ORDERS.test(name) || /=(false|no|0)$/i.test(text)) return false
    return noun === undefined || noun.split(/[-_]/).some(part => SWEEPING.test(part) || GRAVE_ORDER.test(part))
  })
  return order === undefined ? undefined : { does: 'destroys', words: order }
}

/** What an option takes away for good; `--delete-branch` and `--remove-tag` are the small change of many tools. */
const GRAVE_ORDER =
  /^(all|older|increments|snapshot|databases?|db|schema|data|volumes?|storage|snapshots?|backups?|buckets?|cluster|namespace|tables?|index|indices|disk|missing|recovery|objects?|blobs?|users?|groups?|accounts?|nodes?|topics?|queues?)$/i

function isFileOption(option: string, next: string | undefined): boolean {
  return /^-[far]$/i.test(option) && next !== undefined && /[./=]/.test(next)
}

interface ActionWord {
  readonly text: string
  readonly parts: readonly string[]
  readonly verb: string
}

/** A word that can name an action, with its verb: no path, no address, no file, and no name. */
function actionIn(text: string): ActionWord | undefined {
  if (!/^[A-Za-z][\w:.-]*$/.test(text) || text.length > 50) return undefined
  const bare = text.replace(/\.(rm|del|delete|destroy|remove|purge|drop|wipe|retire|erase)$/i, '')
  if (/\.\w{1,5}$/.test(bare)) return undefined
  const parts = partsOf(text)
  const verb = verbIn(parts, text)
  return verb === undefined ? undefined : { text, parts, verb }
}

function isBareVerb(text: string): boolean {
  return DESTROYS.test(text) || TAKES_AWAY.test(text)
}

/** `deletefamily`, `delzone`, `closeallchannels`, `dropdb`: a verb and a noun in one. */
const GLUED = /^(delete|destroy|drop|purge|wipe|erase|truncate|remove|del|clear|close|flush|reset)(all)?([a-z]{2,20})$/

/** The parts of a word: by its separators, by capitals, and a verb that is glued to a noun. */
function partsOf(text: string): readonly string[] {
  const parts = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_:.]+/)
    .filter(Boolean)
  return parts.flatMap(part => {
    const [, verb, all, noun] = GLUED.exec(part) ?? []
    if (verb === undefined || noun === undefined || LOOKS.test(part) || isBareVerb(part)) return [part]
    const rest = noun.replace(/^local/, '')
    return all !== undefined || GRAVE.test(rest) || SWEEPING.test(rest) ? [verb, ...(all ? [all] : []), rest] : [part]
  })
}

/** The verb of a word: the whole of it, its first part or its last. */
function verbIn(parts: readonly string[], text: string): string | undefined {
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const isVerb = (part: string): boolean => isBareVerb(part) || REPLACES.test(part) || PUBLISHES.test(part)
  const isOther = (part: string): boolean => LOOKS.test(part) || MAKES.test(part)
  if (parts.length === 1) return isVerb(first) || isOther(first) ? first : undefined
  if (isOther(first) && (!text.includes(':') || MAKES.test(first))) return first
  // `on-delete`, `no-delete`, `pre-delete` are names of settings and hooks.
  if (/^(no|not|un|on|before|after|pre|post|to|is|can|soft|auto|allow|enable|disable|never|skip|with)$/.test(first))
    return undefined
  if (isVerb(first)) return first
  if (isVerb(last) || isOther(last)) return last
  const inner = parts.slice(1, -1).find(part => DESTROYS.test(part))
  return inner !== undefined && GRAVE.test(last) ? inner : undefined
}

/** A program whose own name is an order: `k3s-uninstall.sh`, `cloud-nuke`, `trash-empty`. */
export function nameOrders(program: string): boolean {
  const parts = partsOf(program.replace(/\.(sh|py|php|rb|pl|js|ts|exe|cmd|bat|ps1)$/i, ''))
  if (parts.length < 2 || LOOKS.test(parts[0] ?? '')) return false
  return parts.some((part, at) => {
    if (/^(uninstall|nuke|wipe|erase|destroy|purge|killall|obliterate)$/.test(part)) return true
    return (
      /^(delete|drop|empty|truncate|remove|flush|reset)$/.test(part) &&
      parts.some((noun, i) => i !== at && (SWEEPING.test(noun) || GRAVE.test(noun)))
    )
  })
}

/** What the names of tasks tell of their reach. */
const REACHES_FAR =
  /^(prod|production|prd|live|all|everything|infra|infrastructure|stacks?|clusters?|env|environments?|aws|gcp|azure)$/

/** A task whose name is an order: `destroy`, `nuke-prod`, `infra:destroy`; `clean` and `destroy-dev` are everyday words. */
export function taskOrders(task: string): boolean {
  const parts = partsOf(task)
  if (parts.length === 1) return /^(destroy|nuke|teardown|deprovision)$/.test(parts[0] ?? '')
  return (
    parts.some(part => DESTROYS.test(part) || /^(nuke|teardown)$/.test(part)) &&
    parts.some(part => REACHES_FAR.test(part))
  )
}

/** Tasks that bring something to where others use it: `deploy`, `release:app`, `promote-web`. */
export function taskBringsOut(task: string): boolean {
  const parts = partsOf(task)
  return (
    parts.some(part => /^(deploy|release|promote|rollout|rollback|ship|publish|golive)$/.test(part)) &&
    !parts.some(part => isLook(part) || /^(docs?|keys?|tokens?|notes?|local|dev|staging)$/.test(part))
  )
}

/** Whether words name where others work: `ENV=production`, `--env prod`, `production`, `deploy:prod`. */
export function reachProduction(words: readonly string[]): boolean {
  return (
    namesProduction(words) ||
    words.some(
      word =>
        /^(?:[a-z][\w-]*:)*(?:[a-z][\w-]*-)?(prod|production|live)$/i.test(word) &&
        !/(^|[:-])(build|lint|test)/i.test(word),
    )
  )
}

/** Whether a call only asks what would happen, or for help. `-h` in front of a word names a host. */
export function rehearses(words: readonly string[]): boolean {
  return words.some((text, at) => REHEARSES.test(text) || (/^(-h|--?version)$/.test(text) && at === words.length - 1))
}

/** An option that takes all there is without asking: `--purge-missing`, `--yes`. */
export function forcesAll(option: string): boolean {
  return option.length > 2 && FORCES.test(option)
}

/** A word that makes something under a name or with a text that follows. */
export function makes(word: string): boolean {
  return MAKES.test(word.toLowerCase())
}
