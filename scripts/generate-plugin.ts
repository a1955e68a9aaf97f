/** Makes the files of the plugin that the client reads as data, from the version of the package and from the registration. */
import { pluginHandlerFor } from '../src/agents/claude-code/registration/handler.ts'
import { mergeHooks } from '../src/agents/claude-code/registration/settings.ts'
import { REVIEWED_EVENTS } from '../src/model/event.ts'

/** What the plugin says of itself, from package.json. */
interface PackageManifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly keywords: readonly string[]
}

const AUTHOR = { name: 'step-reviewer' }
const text = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Text of plugin/.claude-plugin/plugin.json. */
export function pluginManifestText({ version, description, license, keywords }: PackageManifest): string {
  return text({ name: 'reviewer', version, description, author: AUTHOR, license, keywords })
}

/** Text of .claude-plugin/marketplace.json, by which `claude plugin marketplace add` finds the plugin in this repository. */
export function marketplaceText({ version, description }: PackageManifest): string {
  return text({
    name: 'step-reviewer',
    owner: AUTHOR,
    description: 'The safety reviewer for Claude Code.',
    plugins: [{ name: 'reviewer', source: './plugin', description, version }],
  })
}

/** Text of plugin/hooks/hooks.json. */
export function pluginHooksText(): string {
  const description =
    'Judges each call of a tool before it runs. Where settings register the reviewer too, events are left to that.'
  return text({ description, ...mergeHooks({}, REVIEWED_EVENTS, pluginHandlerFor) })
}
