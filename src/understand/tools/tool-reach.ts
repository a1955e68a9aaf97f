/**
 * What a tool that nobody described does for others besides taking things away, by its name and its parameters: it reaches people, spends
 * money, makes somebody an administrator, deploys, or hands a service's console a script that deletes.
 */
import { reachesNobodyElse } from '../shell/consequences.ts'
import type { Parameters } from './parameters.ts'
import { serviceOperations } from './service-operations.ts'
import { type NamedCall, type NamedOperation, wordsIn } from './tool-verbs.ts'
import { CATCHING_SERVERS, MONEYS, PAYING, TELLING, TELLING_SERVERS } from './words.ts'

const telling = new Set(TELLING)
const tellingServers = new Set(TELLING_SERVERS)
const catching = new Set(CATCHING_SERVERS)
const paying = new Set(PAYING)
const moneys = new Set(MONEYS)

/** What only looks, tries or prepares. */
const LOOKS =
  /^(get|list|ls|read|search|find|show|describe|fetch|lookup|count|validate|verify|preview|estimate|simulate|draft|drafts|template|templates|test|check|can|is|history|status|stats|export|download|quote|link|links|delete|remove|cancel)$/

export function reachNamed(call: NamedCall): readonly NamedOperation[] {
  const words = wordsIn(call.name)
  const servers = wordsIn(call.server)
  const onServices = serviceOperations(call)
  if ([...servers, ...words].some(word => catching.has(word)) || words.some(word => LOOKS.test(word))) return onServices
  const what = words.join(' ')
  const found: readonly (NamedOperation['does'] | undefined)[] = [
    tells(words, servers) && !reachesNobodyElse(recipientsOf(call.parameters)) ? 'tells' : undefined,
    spends(words, call.parameters) ? 'spends' : undefined,
    grants(words, call.parameters) ? 'grants' : undefined,
    handsOverLoss(call, words, servers) ? 'destroys' : undefined,
  ]
  return [...onServices, ...found.flatMap(does => (does === undefined ? [] : [{ does, what }]))]
}

const RECIPIENT = /^(to|cc|bcc|recipients?|to_?(emails?|address(es)?|recipients?)|emails?)$/i

/** Who gets it, where addresses of mail are named. */
function recipientsOf({ objects }: Parameters): string {
  const named = objects.flatMap(object =>
    Object.entries(object).flatMap(([key, value]) => (RECIPIENT.test(key) ? [JSON.stringify(value)] : [])),
  )
  return named.join(' ')
}

const SENDS = /^(send|broadcast|blast|forward|reply|dispatch|text|tweet|fax)$/
const BRINGS_OUT = /^(post|publish|create|make|schedule|launch|start|share|submit|upload)$/
const MESSAGE = /^(message|messages|text|draft|post|posts|thread|reply|story|status|dm|media|video|photo|article|call)$/

function tells(words: readonly string[], servers: readonly string[]): boolean {
  const isOutward = servers.some(word => tellingServers.has(word))
  const sends = words.some(word => SENDS.test(word))
  const things = words.filter(word => telling.has(word))
  if (sends && (things.length > 0 || words.some(word => /^(tweet|fax)$/.test(word)))) return true
  if (sends && isOutward) return words.length < 2 || words.some(word => MESSAGE.test(word)) || words.includes('media')
  if (!words.some(word => BRINGS_OUT.test(word))) return false
  // A campaign or a mail that is made is not yet out.
  if (things.some(word => /^(tweet|toot)/.test(word))) return true
  if (things.length > 0) return words.some(word => /^(publish|schedule|launch|start)$/.test(word))
  return isOutward && words.some(word => MESSAGE.test(word))
}

const MOVES_MONEY = /^(create|send|make|transfer|submit|issue|initiate|confirm|approve|capture|execute|swap)$/

function spends(words: readonly string[], { objects }: Parameters): boolean {
  if (objects.some(({ paper, sandbox, test_mode }) => paper === true || sandbox === true || test_mode === true))
    return false
  const last = words.at(-1) ?? ''
  const [first = '', second = ''] = words
  if (
    [first, second].some(word => paying.has(word)) &&
    !/^(page|button|form|intent|method|methods|info|option|options)$/.test(last)
  )
    return true
  if (/^transactions?$/.test(last)) return words.some(word => /^(send|sign|broadcast)$/.test(word))
  if (words.some(word => MOVES_MONEY.test(word)) && moneys.has(last)) return true
  if (words.some(word => /^(place|submit)$/.test(word)) && /^orders?$/.test(last)) return true
  return words.some(word => /^(register|transfer)$/.test(word)) && last === 'domain'
}

const CHANGES = /^(assign|add|invite|set|update|change|grant|put|create|make|promote|edit|modify|attach)$/
const PEOPLE =
  /^(users?|members?|roles?|claims?|collaborators?|permissions?|access|bindings?|memberships?|invitations?|orgs?|organi[sz]ations?|teams?|groups?|people|account|accounts|owner|admin)$/
const ROLE =
  /^(claims?|role|roles|role_?name|role_?id|permission|permissions|access|access_?level|access_?role|privilege|privileges|user_?type)$/i
const ADMIN =
  /^((super|org|organi[sz]ation|site|global|system|workspace|account|billing)?[\s_-]?(admin|administrator|owner)s?|root|superuser|roles\/(owner|editor|\S*admin\S*)|\S+[-_:.]admin(istrator)?|administratoraccess|cluster-admin|full_?control|maintain(er)?)$/i
const SECRET = /^(password|key|keys|secret|secrets|token|tokens|credential|credentials)$/

function grants(words: readonly string[], { objects }: Parameters): boolean {
  const last = words.at(-1) ?? ''
  if (
    /^(reset|rotate|regenerate|roll)$/.test(words.find(word => /^(reset|rotate|regenerate|roll)$/.test(word)) ?? '') &&
    SECRET.test(last)
  )
    return true
  if (!words.some(word => CHANGES.test(word)) || !words.some(word => PEOPLE.test(word))) return false
  if (words.includes('admin') && words.some(word => /^(assign|make|promote|grant|add)$/.test(word))) return true
  return objects.some(object =>
    Object.entries(object).some(
      ([key, value]) =>
        (value === true && ADMIN.test(key)) ||
        (ROLE.test(key) && [value].flat().some(each => typeof each === 'string' && ADMIN.test(each))),
    ),
  )
}

/** Interpreters and editors: their code runs here, and is understood as code. */
const IS_INTERPRETER =
  /^(python|jupyter|ipython|node|deno|bun|repl|code|sandbox|interpreter|kernel|shell|terminal|bash|ide|vscode|javascript|js|playwright|browser|page|puppeteer|devtools|chrome|figma|notebook)$/
const RUNS = /^(run|exec|execute|eval|evaluate|invoke|console|script|groovy|apex)$/
const IS_SCRIPT = /^(script|code|groovy|source|expression|javascript|js|apex|body|content)$/i
/** A call that deletes whatever it is called on. */
const LOSES =
  /\.(delete|destroy|remove|purge|drop|wipe|truncate|doDelete|doWipeOut\w*|deleteAll|delete_all|destroy_all|removeAll|dropDatabase|drop_database|truncate_all)!?\s*\(\s*(\{\s*\})?\s*\)|\.(delete|destroy)_all\b|^[ \t]*delete\s+\[/im

/** A script for the console of a service: Groovy, Apex, JavaScript. */
function handsOverLoss({ parameters }: NamedCall, words: readonly string[], servers: readonly string[]): boolean {
  if (!words.some(word => RUNS.test(word)) || [...servers, ...words].some(word => IS_INTERPRETER.test(word)))
    return false
  return parameters.texts.some(({ key, value }) => IS_SCRIPT.test(key) && LOSES.test(value))
}
