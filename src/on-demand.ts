/**
 * What few starts of the program need and takes long to load: each is loaded when it is first asked for. Nothing else is loaded in
 * this way.
 */
export const loadCli = (): typeof import('./cli.ts') => require('./cli.ts')
export const loadDoctor = (): typeof import('./doctor/main.ts') => require('./doctor/main.ts')
export const loadInternal = (): typeof import('./internal.ts') => require('./internal.ts')
export const loadTrace = (): typeof import('./hook/trace.ts') => require('./hook/trace.ts')
export const loadCompiler = (): typeof import('./hook/compile.ts') => require('./hook/compile.ts')
export const loadGlob = (): typeof import('./hook/glob.ts') => require('./hook/glob.ts')
export const loadRegex = (): typeof import('./hook/regex.ts') => require('./hook/regex.ts')
export const loadCipher = (): typeof import('./keys/cipher.ts') => require('./keys/cipher.ts')
export const loadFormats = (): typeof import('./shell/build-files/formats.ts') =>
  require('./shell/build-files/formats.ts')
export const loadModules = (): typeof import('./modules/index.ts') => require('./modules/index.ts')
