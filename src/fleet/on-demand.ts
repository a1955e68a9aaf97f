/** Loaded when it is first asked for. What speaks to a kind of server, with its library. */
export const loadPostgres = (): typeof import('./postgres/index.ts') => require('./postgres/index.ts')
export const loadPostgresOwner = (): typeof import('./postgres/owner.ts') => require('./postgres/owner.ts')
export const loadOtlp = (): typeof import('./otlp/index.ts') => require('./otlp/index.ts')
export const loadSharedRecord = (): typeof import('./postgres/reader.ts') => require('./postgres/reader.ts')
export const loadPolicySources = (): typeof import('./policy/sources/index.ts') => require('./policy/sources/index.ts')
