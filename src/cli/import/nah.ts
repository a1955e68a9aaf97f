/** Configuration of nah: `~/.config/nah/config.yaml` and `.nah.yaml`. */
import { parse } from 'yaml'
import { isRecord } from '../../common/is-record.ts'
import type { Condition } from '../../model/rule.ts'
import type { Imported, Importer, Matcher, Remainder, Wish } from './model.ts'
import { aloneMatcher, commandMatcher } from './patterns.ts'

export const nah: Importer = {
  files: (home, project) => [`${home}/.config/nah/config.yaml`, `${project}/.nah.yaml`],
  read(text, { home }) {
    const config: unknown = parse(text, { maxAliasCount: 100 })
    if (!isRecord(config)) throw new Error('no configuration of nah: not a section')
    const actions = isRecord(config.actions) ? config.actions : {}
    return Object.entries(config).flatMap(([key, value]): readonly Imported[] => {
      if (key === 'actions') return Object.entries(actions).map(([type, policy]) => actionOf(type, String(policy)))
      if (key === 'classify') return classified(value, actions)
      if (key === 'sensitive_paths' || key === 'sensitive_basenames') return paths(key, value, home)
      return [{ from: key, ...(OTHERS[key] ?? UNKNOWN) }]
    })
  },
}

const UNKNOWN = { as: 'lost', why: 'it has no counterpart' } as const
const OTHERS: Readonly<Record<string, Omit<Remainder, 'from'>>> = {
  known_registries: { as: 'kept', why: 'hosts are judged by what is sent to them or run from them' },
  exec_sinks: { as: 'held', why: 'exec.download and exec.unread-input know all shells and interpreters' },
  decode_commands: { as: 'held', why: 'exec.decoded' },
  credential_patterns: { as: 'held', why: 'the reviewers of secrets' },
  content_patterns: {
    as: 'lost',
    why: 'what is written is judged by what it does; a rule with `command` sees command lines only',
  },
  trusted_paths: {
    as: 'kept',
    why: 'writing outside of the project is not asked about; scope.paths names directories that belong to the work',
  },
  allow_paths: {
    as: 'lost',
    why: 'it holds in one project; reviewer allow --project makes an exception of a call that was stopped',
  },
  trusted_containers: UNKNOWN,
  db_targets: UNKNOWN,
  presets: { as: 'lost', why: 'presets are named configurations of nah' },
  targets: { as: 'lost', why: 'there is one policy for all agents' },
  llm: { as: 'kept', why: 'no model is asked here' },
  log: { as: 'kept', why: 'every call is on record' },
  profile: { as: 'kept', why: 'nah itself ignores it' },
}

/** What an action of nah is in effects, with calls that are one. Those that are missing here are no single effect. */
const EFFECTS: Readonly<Record<string, { readonly when: Condition; readonly matches: Matcher['matches'] }>> = {
  filesystem_delete: {
    when: { verb: 'delete', target: { kind: 'path' } },
    matches: ['rm notes/ideas.md', 'rm -r docs'],
  },
  git_history_rewrite: {
    when: { verb: 'rewrite_history' },
    matches: ['git push --force origin main', 'git rebase -i HEAD~3'],
  },
  network_write: { when: { verb: 'send' }, matches: ['curl -d a=1 https://example.com/x'] },
  db_write: { when: { verb: 'data' }, matches: ["psql -c 'DROP TABLE users'", "psql -c 'delete from users'"] },
  container_destructive: { when: { verb: 'container' }, matches: ['docker system prune -f', 'docker volume rm data'] },
  process_signal: { when: { verb: 'process' }, matches: ['kill 1234', 'pkill node'] },
}
const HELD: Readonly<Record<string, string>> = { obfuscated: 'exec.decoded', git_discard: 'git.discard' }

function actionOf(type: string, policy: string): Imported {
  const from = `actions: ${type} = ${policy}`
  if (policy === 'allow' || policy === 'context')
    return { from, as: 'kept', why: 'an import switches nothing off; what is stopped is said by the built-in rules' }
  const found = EFFECTS[type]
  if (policy !== 'block' && policy !== 'ask') return { from, as: 'lost', why: 'an unknown policy' }
  if (found) return { from, wants: policy, matcher: { ...found, passes: ['git status', 'ls -la', 'npm test'] } }
  const by = HELD[type]
  return by === undefined
    ? { from, as: 'lost', why: 'the type is no single effect here; a rule for its commands says the same (classify)' }
    : { from, as: 'held', why: by }
}

function classified(value: unknown, actions: Readonly<Record<string, unknown>>): readonly Imported[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([type, prefixes]) =>
    (Array.isArray(prefixes) ? prefixes.map(String) : []).map((prefix): Imported => {
      const policy = String(actions[type] ?? DEFAULTS[type] ?? 'ask')
      const from = `classify: ${prefix} = ${type} (${policy})`
      if (policy === 'block' || policy === 'ask') return { from, wants: policy, matcher: commandMatcher(prefix) }
      if (policy === 'allow') return { from, wants: 'allow', matcher: aloneMatcher(prefix) }
      return { from, as: 'kept', why: 'it is judged by what it does' }
    }),
  )
}

/** The documented policies of types that nobody sets; a type of one's own is asked about. */
const DEFAULTS: Readonly<Record<string, string>> = {
  filesystem_read: 'allow',
  filesystem_write: 'context',
  filesystem_delete: 'context',
  git_safe: 'allow',
  git_write: 'allow',
  network_outbound: 'context',
  network_write: 'context',
  network_diagnostic: 'allow',
  package_install: 'allow',
  package_run: 'allow',
  lang_exec: 'context',
  container_read: 'allow',
  container_write: 'context',
  service_read: 'allow',
  db_read: 'allow',
  db_write: 'context',
  obfuscated: 'block',
}

function paths(key: string, value: unknown, home: string): readonly Imported[] {
  return Object.entries(isRecord(value) ? value : {}).map(([path, policy]): Imported => {
    const from = `${key}: ${path} = ${String(policy)}`
    if (policy === 'allow') return { from, as: 'kept', why: 'an import switches nothing off' }
    if (policy !== 'block' && policy !== 'ask') return { from, as: 'lost', why: 'an unknown policy' }
    const absolute = key === 'sensitive_basenames' ? `**/${path}` : path.replace(/^~(?=\/|$)/, home).replace(/\/$/, '')
    const example = key === 'sensitive_basenames' ? `./${path}` : absolute
    const matcher: Matcher = {
      when: { verb: ['read', 'write', 'delete', 'metadata', 'send'], target: { value: [absolute, `${absolute}/**`] } },
      matches: [
        { tool: 'Read', input: { file_path: `${example}${key === 'sensitive_basenames' ? '' : '/a'}` } },
        { tool: 'Read', input: { file_path: example } },
      ],
      passes: [{ tool: 'Read', input: { file_path: './README.md' } }],
    }
    return { from, wants: policy satisfies Wish['wants'], matcher }
  })
}
