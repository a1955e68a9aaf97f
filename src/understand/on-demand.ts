/**
 * Loaded when it is first asked for. Languages that few commands hold: PowerShell, code given to interpreters, build files in TOML and YAML; files
 * that something runs later; tools of servers.
 */
export const loadDeferred = (): typeof import('./tools/deferred/effects.ts') => require('./tools/deferred/effects.ts')
export const loadFormats = (): typeof import('./build-files/formats.ts') => require('./build-files/formats.ts')
export const loadInlineCode = (): typeof import('./code/effects.ts') => require('./code/effects.ts')
export const loadMayAct = (): typeof import('./code/may-act.ts') => require('./code/may-act.ts')
export const loadPowerShell = (): typeof import('./powershell/run.ts') => require('./powershell/run.ts')
export const loadServerTools = (): typeof import('./tools/servers.ts') => require('./tools/servers.ts')
export const loadToolVerbs = (): typeof import('./tools/tool-verbs.ts') => require('./tools/tool-verbs.ts')
export const loadToolReach = (): typeof import('./tools/tool-reach.ts') => require('./tools/tool-reach.ts')
