/** What a name that a person uses stands for in the project: files of a script, hosts of an environment, services, packages. */
import { basename, isInside, resolvePath } from '../common/path.ts'
import type { Call, Role } from '../model/action.ts'
import type { Facts } from '../model/facts.ts'
import { isOfKind } from '../understand/program-kinds.ts'
import { roleByName } from './programs.ts'

/** What a name stands for beside what is called so itself. */
export interface NamedThings {
  /** Something of the project or its environments is called so. */
  readonly known: boolean
  /** Files that a script of this name runs, directories of a package of this name; absolute. */
  readonly paths: readonly string[]
  /** Addresses that stand in settings of this name. */
  readonly hosts: readonly string[]
  /** A service of a compose file. */
  readonly service: boolean
}

/** Lower case, in the singular, without accents: "facturación" is `facturacion/`. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{M}+/giu, '')
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+|(?<=[a-z])(?=[A-Z])/u)
    .map(word => word.toLowerCase().replace(/(?<=..[^s])s$/, ''))
    .filter(word => word !== '')
}

/** Whether a text has all words of a name, one behind the other. */
export function mentions(text: string, name: string): boolean {
  const wanted = wordsOfName(name)
  const words = wordsOfName(text)
  return wanted.length > 0 && words.some((_, at) => wanted.every((word, next) => words[at + next] === word))
}

/** Directories where settings and packages lie. */
const OF_SETTINGS = [
  '',
  'config',
  'conf',
  'env',
  'envs',
  'environments',
  'deploy',
  'deployment',
  'infra',
  'k8s',
  'helm',
]
const OF_PACKAGES = ['packages', 'apps', 'libs', 'services', 'modules', 'crates']
const SETTINGS = /^\.env|\.(?:env|ya?ml|json|toml|ini|properties|conf|tfvars)$/
const COMPOSE = /^(?:docker-)?compose[\w.-]*\.ya?ml$/
const MOST_FILES = 40
const HOST = /(?:[\w-]+\.)+[a-z][\w-]+(?::\d+)?|\d+(?:\.\d+){3}/gi
const ADDRESS = /:\/\/(?:[^\s/@'"]*@)?([^\s/'":]+)|\bhost(?:name)?["']?\s*[:=]\s*["']?([\w.-]+)/gi

export function thingsCalled(name: string, root: string, facts: Facts): NamedThings {
  const paths = [...ofScripts(name, root, facts), ...ofPackages(name, root, facts)]
  const settings = settingsCalled(name, root, facts)
  const service = servicesOf(root, facts).some(each => wordsOfName(each).join() === wordsOfName(name).join())
  return {
    known:
      paths.length > 0 ||
      settings.length > 0 ||
      service ||
      facts.refs(root)?.resolve(name) !== undefined ||
      scriptsOf(root, facts).some(([script]) => mentions(script, name)),
    paths,
    hosts: settings.flatMap(path => hostsIn(facts.text(path) ?? '')),
    service,
  }
}

/** Names of scripts and targets with what they run. */
function scriptsOf(root: string, facts: Facts): readonly (readonly [string, string])[] {
  const manifest = /"scripts"\s*:\s*\{([^}]*)\}/.exec(facts.text(`${root}/package.json`) ?? '')?.[1] ?? ''
  const scripts = [...manifest.matchAll(/"([^"]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = '', command = '']) => [name, command] as const,
  )
  const targets = [
    ...(facts.text(`${root}/Makefile`) ?? '').matchAll(/^([\w.-]+)\s*:(?!=)[^\n]*\n((?:\t[^\n]*\n?)*)/gm),
  ].map(([, name = '', recipe = '']) => [name, recipe] as const)
  return [...scripts, ...targets]
}

function ofScripts(name: string, root: string, facts: Facts): readonly string[] {
  return scriptsOf(root, facts)
    .filter(([script]) => wordsOfName(script).join() === wordsOfName(name).join())
    .flatMap(([, command]) => command.match(/[\w@.-]+(?:\/[\w@.-]+)*\.\w+/g) ?? [])
    .map(word => resolvePath(root, word))
    .filter(path => facts.path(path).type === 'file')
}

function ofPackages(name: string, root: string, facts: Facts): readonly string[] {
  return OF_PACKAGES.flatMap(parent =>
    (facts.list(`${root}/${parent}`) ?? []).slice(0, MOST_FILES).flatMap(each => {
      const manifest = facts.text(`${root}/${parent}/${each}/package.json`) ?? ''
      const called = /"name"\s*:\s*"([^"]+)"/.exec(manifest)?.[1] ?? ''
      return wordsOfName(basename(called)).join() === wordsOfName(name).join() ? [`${root}/${parent}/${each}`] : []
    }),
  )
}

function settingsCalled(name: string, root: string, facts: Facts): readonly string[] {
  return OF_SETTINGS.flatMap(parent => {
    const directory = parent === '' ? root : `${root}/${parent}`
    return (facts.list(directory) ?? [])
      .slice(0, 200)
      .filter(each => SETTINGS.test(each) && mentions(each, name))
      .map(each => `${directory}/${each}`)
  }).slice(0, MOST_FILES)
}

/** Addresses of other machines. */
function hostsIn(text: string): readonly string[] {
  const found = [...text.matchAll(ADDRESS)].map(([, url, host]) => url ?? host ?? '')
  return [...new Set(found)].filter(
    host => (host.match(HOST) ?? [])[0] === host && !/^(?:localhost|127\.|0\.0\.0\.0)/.test(host),
  )
}

/** Services of the compose files of a project. */
export function servicesOf(root: string, facts: Facts): readonly string[] {
  const files = (facts.list(root) ?? []).filter(each => COMPOSE.test(each)).slice(0, 5)
  return files.flatMap(each => {
    const text = facts.text(`${root}/${each}`) ?? ''
    const block = /^services:[^\n]*\n((?:[ \t]+[^\n]*\n?|\s*\n|#[^\n]*\n)*)/m.exec(text)?.[1] ?? ''
    return [...block.matchAll(/^ {2}([\w.-]+):/gm)].map(([, name = '']) => name)
  })
}

/** Programs that only look, change texts or tell of commits: a name among their words is no address. */
const NOT_ADDRESSED: ReadonlySet<Role | undefined> = new Set(['look', 'probe', 'change'])
const NO_ADDRESS = /^(?:git|echo|printf|cat|sed|awk|jq|yq|diff|mkdir|cp|mv|rm|touch|ln|tar|code|gh|glab|test|\[)$/
const LOADS = /^(?:source|\.|dotenv|env)$/

/** Values that are set for a command alone. */
const ASSIGNED = /(?:^|[;&|\n]\s*|\bexport\s+)((?:[A-Za-z_]\w*=\S+\s*)+)/g

/** A call speaks to what is called so: a context, a host, a service, an environment whose settings it loads. */
export function addresses(calls: readonly Call[], command: string, name: string, things: NamedThings): boolean {
  const isHost = (word: string): boolean => things.hosts.some(host => word.includes(host))
  if ([...command.matchAll(ASSIGNED)].some(([, values = '']) => isHost(values))) return true
  if (/^prod/i.test(name) && isSaidInProduction(calls, command)) return true
  // Much is made for production, or in its way, on this machine.
  const isLocal = /^prod/i.test(name) || /\bbuild\b/.test(command.replaceAll(name, ''))
  return calls.some(({ path: [program = '', ...more], words }) => {
    const called = basename(program)
    if (words.some(isHost) && !NO_ADDRESS.test(called)) return true
    if (isLocal || isNotAddressed(called, more)) return false
    return words.some(word => !/\s/.test(word) && !/^--?[\w-]+$/.test(word) && mentions(word, name))
  })
}

/** How production is called in names, in the languages that write it without accents there. */
export const PRODUCTION_WORD = 'prod(?:uction|uktion|uccion|ucao|uzione|uctie|ukcja)?'
/** A host, a context, an address that is named for what runs for real. */
export const FOR_REAL = new RegExp(`(?:^|[^a-z])${PRODUCTION_WORD}(?:$|[^a-z])`, 'i')
const namesProduction = (word: string): boolean => !/\s/.test(word) && FOR_REAL.test(word)

/** Programs that act on other machines, beside those whose entry says so. */
const ACTS_THERE =
  /^(?:ssh|scp|rsync|sftp|mosh|terraform|tofu|terragrunt|pulumi|cdk|cdktf|serverless|sls|sst|ansible(?:-playbook)?|cap|kamal|ecs-deploy|skaffold|kustomize|mongosh?|mongo|redis-cli|dropdb|pg_restore|rails|rake|mix|artisan|flyway|liquibase)$/
/** What of them changes nothing there. */
const LOOKS_THERE =
  /^(?:plan|validate|fmt|show|output|get|describe|logs|top|diff|template|lint|status|list|ls|history|info|graph|preview|synth|generate|g)$/
/** Tasks and scripts that go by what they do to other machines. */
const GOES_THERE =
  /(?:^|[\s/:_.-])(?:deploy\w*|release|rollout|roll-out|ship|promote|migrat\w*|publish|rollback|restart|seed)(?:$|[\s:_.-])/i
/** The address of a database, or the environment that a program takes its settings from, for one command. */
const SETTINGS_OF =
  /^(?:\w*(?:URL|DSN|URI|HOST|DATABASE)|(?:RAILS|RACK|APP|MIX|DJANGO|FLASK)_ENV|AWS_PROFILE|KUBECONFIG|\w*CONTEXT|STAGE|ENV(?:IRONMENT)?)=/
/** What they build or start for production is on this machine. */
const LOCAL = /^(?:docker|podman|docker-compose|buildah|nerdctl)$/
/** "$PROD_DSN": what it holds is where production is. */
const OF_VARIABLE = /\$\{?\w*PROD(?:UCTION)?(?:_\w+)?\b/
/** Runs for production what is made on this machine. */
const MADE_HERE = /\b(?:assets?:\w+|build|compile|bundle|webpack|vite|lint|test|tests|install)\b/

/** A program that acts on other machines is pointed to production: by a context, an address, a name, or the settings it is given. */
function isSaidInProduction(calls: readonly Call[], command: string): boolean {
  const assigned = [...command.matchAll(ASSIGNED)].flatMap(([, values = '']) => values.trim().split(/\s+/))
  const isSet = assigned.some(each => SETTINGS_OF.test(each) && namesProduction(each.replace(/^\w+=/, '')))
  return calls.some(({ path: [program = '', ...more], words }) => {
    const called = basename(program)
    if (isNotAddressed(called, more) || [...more, ...words.slice(0, 1)].some(word => LOOKS_THERE.test(word)))
      return false
    const isTask = GOES_THERE.test([called, ...more, ...words].join(' '))
    if (LOCAL.test(called)) return false
    const acts = isOfKind(called, 'remote') || isOfKind(called, 'sql_client') || ACTS_THERE.test(called)
    if (!acts && !isTask) return false
    return (
      words.some(namesProduction) || (acts && OF_VARIABLE.test(command)) || (isSet && !MADE_HERE.test(words.join(' ')))
    )
  })
}

function isNotAddressed(program: string, subcommands: readonly string[]): boolean {
  if (LOADS.test(program)) return false
  if (NO_ADDRESS.test(program) || NOT_ADDRESSED.has(roleByName(program, subcommands))) return true
  return program === 'docker' && /^(?:logs|ps|inspect|top|port|images|stats|ls)$/.test(subcommands.at(-1) ?? '')
}

/** A file that a name stands for, or one below it. */
export function isOfThing(path: string, { paths }: NamedThings): boolean {
  return paths.some(each => isInside(path, each))
}
