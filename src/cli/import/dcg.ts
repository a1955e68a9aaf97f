/** Configuration, allowlists and packs of dcg (destructive_command_guard): `config.toml`, `allowlist.toml`, pack files in YAML. */
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { isRecord } from '../../common/is-record.ts'
import type { Imported, Importer, Matcher, Remainder } from './model.ts'
import { aloneMatcher, regexMatcher } from './patterns.ts'

export const dcg: Importer = {
  files: (home, project) => [
    `${home}/.config/dcg/config.toml`,
    `${home}/.config/dcg/allowlist.toml`,
    `${project}/.dcg.toml`,
  ],
  read(text, { file }) {
    const config: unknown = /\.ya?ml$/.test(file) ? parseYaml(text, { maxAliasCount: 100 }) : parseToml(text)
    if (!isRecord(config)) throw new Error('no configuration of dcg: not a table')
    if (Array.isArray(config.destructive_patterns) || Array.isArray(config.safe_patterns)) return packOf(config)
    return Object.entries(config).flatMap(([key, value]) => sectionOf(key, value))
  },
}

/** Which of our families say what a pack of dcg says. */
const HELD: readonly (readonly [pack: RegExp, by: string])[] = [
  [/^(core\.git|strict_git)$/, 'git.*'],
  [/^core\.filesystem$/, 'files.* and prevent_recursive_deletion'],
  [/^database(\.|$)/, 'data.*'],
  [/^containers(\.|$)/, 'containers.*'],
  [/^(kubernetes|cloud|infrastructure|storage|dns|cdn|loadbalancer|apigateway)(\.|$)/, 'infrastructure.*'],
  [/^system(\.|$)/, 'system.*, files.device and files.permissions-system'],
  [/^(package_managers|platform|cicd)(\.|$)/, 'publish.* and infrastructure.*'],
  [
    /^(secrets|remote|backup|messaging|search|monitoring)(\.|$)/,
    'the models of these programs, and network.secret-out',
  ],
]

function sectionOf(key: string, value: unknown): readonly Imported[] {
  if (key === 'packs' && isRecord(value)) return packs(value)
  if (key === 'policy' && isRecord(value)) return policy(value)
  if (key === 'overrides' && isRecord(value)) return overrides(value)
  if ((key === 'allow' || key === 'rules') && Array.isArray(value)) return value.filter(isRecord).map(allowed)
  if (key === 'agents' && isRecord(value)) return agents(value)
  const why =
    key === 'heredoc'
      ? 'heredocs and code given to interpreters are always read'
      : 'it is about dcg itself, such as its output, history or limits'
  return [{ from: `[${key}]`, as: 'kept', why }]
}

function packs(section: Readonly<Record<string, unknown>>): readonly Imported[] {
  return Object.entries(section).flatMap(([key, value]): readonly Remainder[] => {
    const names = Array.isArray(value) ? value.map(String) : [String(value)]
    return names.map(name => {
      const from = `packs.${key}: ${name}`
      if (key === 'custom_paths') return { from, as: 'lost', why: `a file of its own: reviewer import dcg ${name}` }
      if (key !== 'enabled')
        return { from, as: 'lost', why: 'an import switches nothing off; step_reviewer.rules.disabled does' }
      const by = HELD.find(([pack]) => pack.test(name))?.[1]
      return by === undefined
        ? { from, as: 'lost', why: 'no family of rules has this name' }
        : { from, as: 'held', why: by }
    })
  })
}

function policy(section: Readonly<Record<string, unknown>>): readonly Imported[] {
  const why = 'modes of its own rules; ours have theirs (step_reviewer.rules.severity changes them)'
  return Object.entries(section).flatMap(([key, value]): readonly Remainder[] =>
    isRecord(value)
      ? Object.entries(value).map(([name, mode]) => ({
          from: `policy.${key}: ${name} = ${String(mode)}`,
          as: 'lost',
          why,
        }))
      : [{ from: `policy.${key} = ${String(value)}`, as: 'lost', why }],
  )
}

function overrides(section: Readonly<Record<string, unknown>>): readonly Imported[] {
  return Object.entries(section).flatMap(([key, list]) =>
    (Array.isArray(list) ? list : []).map((entry: unknown): Imported => {
      const pattern = isRecord(entry) ? String(entry.pattern ?? '') : String(entry)
      const from = `overrides.${key}: ${pattern}`
      const matcher = key === 'allow' || key === 'block' ? regexMatcher(pattern) : 'unknown list'
      if (typeof matcher === 'string') return { from, as: 'lost', why: matcher }
      if (key === 'allow')
        return {
          from,
          as: 'lost',
          why: 'an expression may fit more than one command; reviewer allow makes an exception from one',
        }
      const reason = isRecord(entry) && typeof entry.reason === 'string' ? { because: entry.reason } : {}
      return { from, wants: 'block', matcher, ...reason }
    }),
  )
}

function allowed(entry: Readonly<Record<string, unknown>>): Imported {
  const { rule, exact_command, command_prefix, pattern, reason } = entry
  const because = typeof reason === 'string' ? { because: reason } : {}
  const scoped = ['paths', 'expires_at', 'expires', 'ttl', 'session', 'conditions', 'context'].find(
    key => entry[key] !== undefined,
  )
  const named = exact_command ?? command_prefix
  const from = `allow: ${String(named ?? rule ?? pattern ?? JSON.stringify(entry))}`
  if (scoped !== undefined)
    return {
      from,
      as: 'lost',
      why: `it holds only under ${scoped}; reviewer allow --project or --minutes says that of one call`,
    }
  if (typeof named === 'string')
    return { from, wants: 'allow', matcher: aloneMatcher(named, exact_command !== undefined), ...because }
  if (typeof rule === 'string')
    return {
      from,
      as: 'lost',
      why: 'it names a rule of dcg; reviewer allow makes an exception from one of ours, of a call that it stopped',
    }
  return {
    from,
    as: 'lost',
    why: 'an expression may fit more than one command; reviewer allow makes an exception from one',
  }
}

function agents(section: Readonly<Record<string, unknown>>): readonly Imported[] {
  return Object.entries(section).flatMap(([agent, profile]) =>
    Object.entries(isRecord(profile) ? profile : {}).flatMap(([key, value]): readonly Imported[] => {
      const from = `agents.${agent}.${key}`
      if (agent === 'claude-code' && key === 'additional_allowlist' && Array.isArray(value))
        return value.map(each => ({
          from: `${from}: ${String(each)}`,
          wants: 'allow',
          matcher: aloneMatcher(String(each)),
        }))
      return [{ from: `${from} = ${JSON.stringify(value)}`, as: 'lost', why: 'agents have no profiles here' }]
    }),
  )
}

const MODES: Readonly<Record<string, 'block' | 'warn'>> = { critical: 'block', high: 'block', medium: 'warn' }

function packOf(pack: Readonly<Record<string, unknown>>): readonly Imported[] {
  const listed = (key: string) => (Array.isArray(pack[key]) ? pack[key] : []).filter(isRecord)
  const safe = listed('safe_patterns').map(({ pattern }) => regexMatcher(String(pattern)))
  const unless = safe.filter((each): each is Matcher => typeof each !== 'string').map(({ when }) => when)
  const entries = listed('destructive_patterns').map((entry): Imported => {
    const from = `${String(pack.id)}: ${String(entry.name)}`
    const severity = String(entry.severity ?? 'high')
    const wants = MODES[severity]
    if (wants === undefined) return { from, as: 'lost', why: `severity ${severity} only writes a log` }
    const programs = Array.isArray(entry.executables) ? entry.executables.map(String) : []
    const matcher = regexMatcher(String(entry.pattern))
    if (typeof matcher === 'string') return { from, as: 'lost', why: matcher }
    const [program] = programs
    const conditions = [
      matcher.when,
      ...(program === undefined ? [] : [{ command: programs.map(each => `/(?:^|[;&|(\\/\\s])${each}(?:\\s|$)/`) }]),
    ]
    const when = conditions.length === 1 ? matcher.when : { all: conditions }
    const because = entry.description ?? entry.explanation
    return {
      from,
      wants,
      matcher: { ...matcher, when: unless.length === 0 ? when : { all: [when], not: { any: unless } } },
      ...(typeof because === 'string' && { because }),
    }
  })
  const others = listed('safe_patterns').map(({ name }, at): Remainder => {
    const made = safe[at]
    const from = `${String(pack.id)}: ${String(name)}`
    return typeof made === 'string'
      ? { from, as: 'lost', why: made }
      : { from, as: 'kept', why: 'it limits the rules of its pack' }
  })
  return [...entries, ...others]
}
