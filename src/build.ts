/** What this build is: set by the bundler; run from source it says so. */
declare const REVIEWER_BUILD: string | undefined
declare const REVIEWER_VERSION: string | undefined

/** Changes with every change of the bundled code: caches of another build do not count. */
export const BUILD = typeof REVIEWER_BUILD === 'string' ? REVIEWER_BUILD : 'source'
export const VERSION = typeof REVIEWER_VERSION === 'string' ? REVIEWER_VERSION : '0.0.0-source'
