/** Loaded when it is first asked for: what only the hook of the plugin needs. */
export const loadBesideSettings = (): typeof import('./claude-code/registration/beside-settings.ts') =>
  require('./claude-code/registration/beside-settings.ts')
