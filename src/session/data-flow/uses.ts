/**
 * What a call gives to others or takes from them, by its effects: to whom it sends, what it installs or runs that came from the network, where it
 * publishes, to whom it grants something, what it changes outside the project. Reading is no use. Pure.
 */
import type { Action, Call, Effect } from '../../model/action.ts'
import { addressOf, ownerOf } from './addresses.ts'
import { commandName, nameKey, withoutVersion } from './names.ts'
import { namedTextsIn } from './texts.ts'
import { ACTS, CURATED, LOOKS } from './words.ts'

export type Purpose = 'send' | 'install' | 'run' | 'publish' | 'grant' | 'change'

export interface Use {
  /** Place of the effect in the action. */
  readonly effect: number
  readonly purpose: Purpose
  /** As it is told to people. */
  readonly said: string
  /** Names of which each must be known. */
  readonly names: readonly string[]
  /** Names that only count where they stand in a marked passage. */
  readonly closer: readonly string[]
  /** The server whose tool is called: what it calls its own things is no news from others. */
  readonly server?: string
}

/** Value of a setting of git: the address of a remote. */
export type RemoteAddress = (name: string) => string | undefined

export function usesOf(action: Action, remoteAddress: RemoteAddress): readonly Use[] {
  const uses = action.effects.flatMap((effect, index) =>
    effect.details.deferred === true
      ? []
      : usesOfEffect(effect, action, remoteAddress).map(use => ({ ...use, effect: index })),
  )
  return [...uses, ...wholeCommands(action)]
}

type Found = Omit<Use, 'effect'>

function usesOfEffect(effect: Effect, action: Action, remoteAddress: RemoteAddress): readonly Found[] {
  const { verb, target, details } = effect
  const { value } = target
  if (details.local === true) return []
  switch (verb) {
    case 'receive':
      return details.package === true ? ofIndex(ofPackage(value, 'install'), details.program) : []
    case 'execute':
      if (typeof details.mcp === 'string') {
        const server = details.mcp
        return ofServer(action, server).map(use => ({ ...use, server }))
      }
      if (details.source === 'package') return ofPackage(value, 'run')
      if (typeof details.script === 'string' && /^[\w-]+(?:\.[\w-]+)+\/\S+@/.test(details.script))
        return ofPackage(details.script, 'run')
      return details.origin === 'network' && typeof details.from === 'string' ? ofAddress(details.from, 'run') : []
    case 'container':
      return typeof details.image === 'string' ? ofPackage(details.image, 'run') : []
    case 'send':
      return ofSending(effect, action, remoteAddress)
    case 'publish':
      return ofWords(effect, action, details.rights === true ? 'grant' : 'publish')
    case 'privilege':
    case 'system':
    case 'infrastructure':
      if (details.grants === true || details.grants !== undefined) return ofWords(effect, action, 'grant')
      return target.kind === 'resource' && value.includes('://') ? ofAddress(value, 'run') : []
    case 'write':
    case 'delete':
    case 'metadata':
      return ofPath(effect, action)
    default:
      return []
  }
}

function ofPackage(value: string, purpose: Purpose): readonly Found[] {
  if (value === '' || /^[./~]/.test(value)) return []
  const name = withoutVersion(value)
  const isPlace = value.includes('://') || /^[\w-]+(?:\.[\w-]+)+\//.test(name) || /^git@/.test(value)
  return isPlace ? ofAddress(name, purpose) : [{ purpose, said: name, names: [nameKey(name)], closer: [] }]
}

const curated = new Set(CURATED)

/** What a system's own index has was looked at: only a marked passage speaks against it. */
function ofIndex(found: readonly Found[], program: Effect['details'][string] | undefined): readonly Found[] {
  if (!curated.has(String(program ?? '').split(' ')[0] ?? '')) return found
  return found.map(use => ({ ...use, names: [], closer: [...use.names, ...use.closer] }))
}

function ofAddress(value: string, purpose: Purpose): readonly Found[] {
  const address = addressOf(value)
  if (!address) return []
  const owner = ownerOf(address)
  return [{ purpose, said: owner, names: [owner], closer: owner === address.place ? [] : [address.place] }]
}

function ofSending(effect: Effect, action: Action, remoteAddress: RemoteAddress): readonly Found[] {
  const { target, details } = effect
  const purpose = details.grants === true ? 'grant' : 'send'
  if (details.mail === true) return ofAccounts(effect, action)
  if (target.kind === 'url' || target.kind === 'host') return ofAddress(target.value, purpose)
  if (typeof details.remote === 'string') {
    const { remote } = details
    const address = /[:/]/.test(remote) ? remote : remoteAddress(remote)
    return address === undefined ? [] : ofAddress(address, 'send')
  }
  return target.kind === 'resource' ? ofForge(effect, action) : []
}

/** Words of the calls of a program that an effect comes from. */
function wordsOf({ details }: Effect, { calls = [] }: Action): readonly string[] {
  const program = String(details.program ?? '').split(' ')[0]
  return calls.filter(({ path }) => path[0] === program).flatMap(({ words }) => words)
}

const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

function ofAccounts(effect: Effect, action: Action): readonly Found[] {
  return wordsOf(effect, action)
    .filter(word => MAIL.test(word))
    .map(word => ({ purpose: 'send', said: word, names: [nameKey(word)], closer: [] }))
}

/** At a forge: another repository, and an account that is given something. */
function ofForge(effect: Effect, action: Action): readonly Found[] {
  const { value } = effect.target
  const words = wordsOf(effect, action)
  const option = words.findIndex(word => /^(?:-R|--repo)$/.test(word))
  const joined = words.map(word => /^--repo=(.+)$/.exec(word)?.[1]).find(Boolean)
  const repository = joined ?? (option >= 0 ? words[option + 1] : /^\/?repos\/([^/]+\/[^/]+)/.exec(value)?.[1])
  const account = /\/(?:collaborators|members|memberships|outside_collaborators|invitations|keys)\/([\w-]+)/.exec(
    value,
  )?.[1]
  const gist = /^gists\//.test(value)
  if (gist || (repository === undefined && account === undefined)) return []
  const name = repository?.replace(/^https?:\/\//, '').replace(/^github\.com\//, '')
  return [
    ...(name === undefined ? [] : [{ purpose: 'send' as const, said: name, names: [nameKey(name)], closer: [] }]),
    ...(account === undefined
      ? []
      : [{ purpose: 'grant' as const, said: account, names: [nameKey(account)], closer: [] }]),
  ]
}

/** Numbers, versions and options say nothing of where they come from. */
const NO_NAME = /^(?:-.*|v?\d[\w.-]*|.{1,2})$/

function ofWords(effect: Effect, action: Action, purpose: Purpose): readonly Found[] {
  const program = String(effect.details.program ?? '').split(' ')
  const known = new Set([...program, ...(action.calls ?? []).flatMap(({ path }: Call) => path)])
  return wordsOf(effect, action)
    .flatMap(word => (/^--[\w-]+=(.+)$/.exec(word)?.[1] ?? word).split(/(?<==)(?=\S)/).slice(-1))
    .filter(word => !NO_NAME.test(word) && !known.has(word))
    .slice(0, 30)
    .flatMap(word =>
      word.includes('://') ? ofAddress(word, purpose) : [{ purpose, said: word, names: [nameKey(word)], closer: [] }],
    )
}

const OUTSIDE = new Set(['outside', 'home', 'system', 'persistence', 'remote', 'unknown'])

function ofPath({ target, details }: Effect, { scope }: Action): readonly Found[] {
  if (target.kind !== 'path' || !OUTSIDE.has(target.class) || details.made === true) return []
  const { value } = target
  const home = /^(?:\/(?:home|Users)\/[^/]+|\/root)\/(.+)$/.exec(value)?.[1]
  if (value.split('/').length < 3 || scope.project_root.startsWith(`${value}/`)) return []
  const names = home === undefined ? [value] : [value, `~/${home}`]
  // Known by one spelling is known.
  return [{ purpose: 'change', said: value, names: names.map(nameKey), closer: [] }]
}

/** Commands that change more than the project, as they stand: a passage may give them word by word. */
const HEAVY: ReadonlySet<Effect['verb']> = new Set(['privilege', 'system', 'infrastructure', 'publish'])

function wholeCommands({ command, effects }: Action): readonly Use[] {
  if (command === undefined) return []
  const effect = effects.findIndex(
    each =>
      HEAVY.has(each.verb) || (each.target.kind === 'path' && each.verb !== 'read' && OUTSIDE.has(each.target.class)),
  )
  if (effect < 0) return []
  return [command, ...command.split(/\s*(?:&&|\|\||;|\n)\s*/)]
    .filter(part => part.trim().split(/\s+/).length > 1 && part.length <= 300)
    .slice(0, 20)
    .map(part => ({ effect, purpose: 'change', said: part.trim(), names: [nameKey(commandName(part))], closer: [] }))
}

const acts = new Set(ACTS)
const looks = new Set(LOOKS)
/** Parameters that say to whom or where. */
const DESTINATION =
  /(?:^|[_-])(?:to|cc|bcc|recipients?|users?|user_?names?|e?mails?|participants?|attendees|invitees|members?|accounts?|iban|address(?:es)?|ur[li]s?|links?|host|endpoint|webhook|channels?|owner|repo|repository|collaborators?|target|destination|bucket|phone|payee|beneficiary|assignees?|team|org|package|image|domain|server|handle|logins?|contacts?)$/i
const TEXT =
  /(?:^|[_-])(?:body|text|content|message|description|subject|comment|html|markdown|title|notes?|summary|prompt|query)$/i

/** What a tool of a server is given that says to whom, where or what; its texts count where a marked passage gave them. */
function ofServer({ tool, form, parameters }: Action, server: string): readonly Found[] {
  const words = (form.operation ?? tool).split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map(word => word.toLowerCase())
  const own = words.filter(word => word !== '' && word !== server.toLowerCase())
  if (looks.has(own[0] ?? '') || !own.some(word => acts.has(word))) return []
  const texts = namedTextsIn(parameters)
  const owner = texts.find(([key]) => key === 'owner')?.[1]
  return texts.slice(0, 200).flatMap(([key, value]) => {
    const text = value.trim()
    if (text === '' || (TEXT.test(key) && !MAIL.test(text))) return ofText(text)
    const isNamed = DESTINATION.test(key.replace(/(?<=[a-z])(?=[A-Z])/g, '_'))
    if (text.length > 300 || /\s\S+\s\S+\s/.test(text)) return ofText(text)
    if (key === 'owner') return []
    if (key === 'repo' && owner !== undefined) return named(`${owner}/${text}`)
    if (text.includes('://')) return ofAddress(text, 'send')
    const account = text.replaceAll(' ', '')
    const isPayment =
      /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(account) ||
      /^(?:0x[0-9a-f]{40}|bc1\w{25,62}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})$/i.test(account)
    if (isPayment || MAIL.test(text)) return named(account)
    if (NO_NAME.test(text)) return []
    return isNamed
      ? named(text.replace(/^[@#]/, ''))
      : [{ purpose: 'send', said: text, names: [], closer: [nameKey(text)] }]
  })
}

function named(said: string): readonly Found[] {
  return [{ purpose: 'send', said, names: [nameKey(said)], closer: [] }]
}

/** Addresses in a text that is sent: what stands in it is no destination. */
function ofText(text: string): readonly Found[] {
  const found = new Set<string>()
  for (const [address] of text
    .slice(0, 20_000)
    .matchAll(/https?:\/\/[^\s"'<>)\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[A-Z]{2}\d{2}[A-Z\d]{11,30}\b/g))
    found.add(address)
  return [...found].slice(0, 20).flatMap(each => {
    const address = each.includes('://') ? addressOf(each) : undefined
    const closer = address ? [ownerOf(address), address.place] : [nameKey(each)]
    return [{ purpose: 'send' as const, said: each, names: [], closer }]
  })
}
