/** Loaded when it is first asked for: the parts of the command line, of which one start needs one, and the examples of rules. */
export const loadCli = (): typeof import('./main.ts') => require('./main.ts')
export const loadDoctor = (): typeof import('./doctor/main.ts') => require('./doctor/main.ts')
export const loadInternal = (): typeof import('./internal.ts') => require('./internal.ts')
export const loadExamples = (): typeof import('./examples/rules.ts') => require('./examples/rules.ts')
export const loadUnnamed = (): typeof import('./unnamed.ts') => require('./unnamed.ts')
export const loadSharedRecordAccess = (): typeof import('./shared-record.ts') => require('./shared-record.ts')
