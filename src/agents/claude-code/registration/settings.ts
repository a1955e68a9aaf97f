/** Hook registrations inside the client's settings: merged beside whatever else stands there. */

export interface HookHandler {
  readonly type: string
  readonly command?: string
  readonly args?: readonly string[]
  readonly timeout?: number
  readonly onFailure?: string
}

export interface HookGroup {
  readonly matcher?: string
  readonly hooks: readonly HookHandler[]
}

export interface Settings {
  readonly hooks?: Readonly<Record<string, readonly HookGroup[]>>
  readonly [key: string]: unknown
}

/** Whether the hooks stand there in the client's shape: nothing else can be merged with, or taken out of. */
export function isMergeable({ hooks = {} }: Settings): boolean {
  const isSection = (value: unknown) => typeof value === 'object' && value !== null
  return (
    isSection(hooks) &&
    Object.values(hooks).every(
      groups =>
        Array.isArray(groups) && groups.every(group => Array.isArray(group?.hooks) && group.hooks.every(isSection)),
    )
  )
}

/** A handler that starts this program, from wherever it was installed, also one that somebody wrote as a line for a shell. */
export function isOurs({ command, args }: HookHandler): boolean {
  if (Array.isArray(args)) {
    const words = [command, ...args]
    return words.some((word, at) => /(^|[\\/])reviewer(\.js|\.exe)?$/.test(String(word)) && words[at + 1] === 'hook')
  }
  return typeof command === 'string' && /(^|[\s/\\'"])reviewer(\.js)?['"]?\s+hook(\s|$)/.test(command)
}

/** One registration for each event; an older one of ours is replaced, all others stay as they are. */
export function mergeHooks(
  settings: Settings,
  events: readonly string[],
  handler: (event: string) => HookHandler,
): Settings {
  const kept = withoutHooks(settings)
  const hooks: Record<string, readonly HookGroup[]> = { ...kept.hooks }
  for (const event of events) hooks[event] = [...(hooks[event] ?? []), { matcher: '*', hooks: [handler(event)] }]
  return { ...kept, hooks }
}

/** The settings without any registration of ours; empty groups and events go with it. */
export function withoutHooks(settings: Settings): Settings {
  const events = Object.entries(settings.hooks ?? {}).flatMap(([event, groups]) => {
    const left = groups
      .map(group => ({ ...group, hooks: group.hooks.filter(hook => !isOurs(hook)) }))
      .filter((group, index) => group.hooks.length > 0 || groups[index]?.hooks.length === 0)
    return left.length > 0 ? [[event, left] as const] : []
  })
  if (events.length > 0) return { ...settings, hooks: Object.fromEntries(events) }
  const { hooks: _hooks, ...rest } = settings
  return rest
}
