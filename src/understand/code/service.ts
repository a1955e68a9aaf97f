/** Which values of code are a service, by the names of the libraries that speak to it. */
import { SERVICE_LIBRARIES, type ServiceLibrary } from './tables/services.ts'
import type { CodeValue, Service } from './value.ts'

/** So much of the way from a library to a value is kept. */
const LONGEST_PATH = 5

/** What is selected from a value of a service. */
export function memberOf({ isNamed: _, ...service }: Service, name: string): Service {
  return { ...service, path: [...service.path, name].slice(-LONGEST_PATH) }
}

/** The service that a value is or belongs to. */
export function serviceOf(language: string, value: CodeValue): Service | undefined {
  if (value.service) return value.service
  const { ref } = value
  if (ref === undefined || ref.startsWith('.')) return undefined
  const libraries = SERVICE_LIBRARIES[language]
  if (!libraries) return undefined
  const name = nameIn(libraries, ref)
  const entry = name === undefined ? undefined : libraries[name]
  if (name === undefined || entry === undefined) return undefined
  const rest = name.endsWith('/*') ? ref.slice(name.length - 1) : ref.slice(name.length)
  return { entry, name: name.replace('/*', ''), path: rest.split('.').filter(Boolean).slice(-LONGEST_PATH) }
}

/** The longest name of a library that a full name begins with. */
function nameIn(libraries: Readonly<Record<string, ServiceLibrary>>, ref: string): string | undefined {
  const [scope = '', inner] = ref.split('/', 2)
  if (inner !== undefined && Object.hasOwn(libraries, `${scope}/*`)) return `${scope}/*`
  const [first = '', second = ''] = ref.split('.', 2)
  return [`${first}.${second}`, first].find(name => Object.hasOwn(libraries, name))
}
