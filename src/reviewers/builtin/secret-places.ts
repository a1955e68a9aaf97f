/** Files that are there to hold secrets, and files where secrets are made up. */
import type { Facts } from '../../facts/model.ts'
import { dirname } from '../../targets/path.ts'

/** Tests, examples and documentation: passwords there show how one looks. */
const SAMPLE =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|fixtures?|testdata|examples?|samples?|docs?|mocks?|cypress)\/|[._-](?:test|spec|stories|mock|fixture)\.[a-z]+$|(?:^|\/)test_[^/]*\.py$|_test\.(?:go|py|rb|exs?)$|\.(?:md|mdx|rst|adoc)$|\.(?:example|sample|template|dist|tpl)$|\.env\.(?:example|sample|template|test)/i

export function isSample(path: string): boolean {
  return SAMPLE.test(path)
}

const FOR_SECRETS =
  /(?:^|\/)(?:\.env(?:\.(?!example|sample|template|dist)[\w.-]+)?|[\w-]+\.env|\.envrc|\.netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|\.dev\.vars|secrets?\.(?:ya?ml|json|toml|env|local)|credentials(?:\.[a-z]+)?|[\w.-]+\.local\.(?:ya?ml|json|toml)|local\.settings\.json|terraform\.tfvars|[\w.-]+\.(?:pem|key|p12|pfx|tfvars))$/i

/** Whether a file is there to hold secrets, by its name. */
export function isNamedForSecrets(path: string): boolean {
  return FOR_SECRETS.test(path)
}

/** Whether a file is there to hold secrets, and stays on this machine: outside of a repository, or ignored by it. */
export function isForSecrets(path: string, facts: Facts): boolean {
  if (!isNamedForSecrets(path)) return false
  const root = facts.repository(dirname(path))?.root
  return root === undefined || isIgnored(path, root, facts)
}

function isIgnored(path: string, root: string, facts: Facts): boolean {
  const state = facts.git(path)
  if (state !== 'unknown' && facts.path(path).type !== 'missing') return state === 'ignored'
  // Git was not asked of what is not there yet.
  const name = path.slice(path.lastIndexOf('/') + 1)
  const rules = [dirname(path), root].map(directory => facts.text(`${directory}/.gitignore`) ?? '')
  return rules.some(text => text.split('\n').some(line => isRuleFor(line.trim(), name, path.slice(root.length))))
}

/** Of the rules of a `.gitignore` those that name a file by its name or its path, with stars. */
function isRuleFor(rule: string, name: string, path: string): boolean {
  if (rule === '' || rule.startsWith('#') || rule.startsWith('!') || rule.endsWith('/')) return false
  const bare = rule.replace(/^(?:\*\*)?\//, '')
  const form = bare.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '[^/]*')
  const isPath = bare.includes('/')
  return new RegExp(`^${form}$`).test(isPath ? path.slice(1) : name)
}
