/** Names of the built-in reviewers, in the order in which they look at a value. */
export const REVIEWERS = ['secrets', 'personal', 'injection', 'size'] as const
export type ReviewerId = (typeof REVIEWERS)[number]
