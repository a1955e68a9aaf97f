/** The files of a policy of the organisation, as they lie where it is written. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_FILE_BYTES } from '../../config/read.ts'
import { isUsablePath, POLICY_FILE } from '../../fleet/policy/bundle.ts'
import { PolicyError } from '../../fleet/policy/error.ts'

/** Of one file, which becomes the configuration, or of a directory with `policy.yaml` and what it names. Throws PolicyError. */
export function policyFiles(path: string): Readonly<Record<string, string>> {
  if (!statSync(path).isDirectory()) return { [POLICY_FILE]: textOf(path) }
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => !name.split('/').some(part => part.startsWith('.')) && statSync(join(path, name)).isFile())
  const wrong = names.find(name => !isUsablePath(name))
  if (wrong !== undefined)
    throw new PolicyError(
      `${wrong} cannot travel in a policy`,
      'only files of YAML do: code is installed by other means, and the policy pins it by its content under trust',
    )
  if (!names.includes(POLICY_FILE)) throw new PolicyError(`there is no ${POLICY_FILE} in ${path}`)
  return Object.fromEntries(names.sort().map(name => [name, textOf(join(path, name))]))
}

/** What no machine would read is not read here either. Throws PolicyError. */
function textOf(file: string): string {
  if (statSync(file).size > MAX_FILE_BYTES)
    throw new PolicyError(`${file} is larger than ${MAX_FILE_BYTES / 1024} KB`, 'divide it')
  return readFileSync(file, 'utf8')
}
