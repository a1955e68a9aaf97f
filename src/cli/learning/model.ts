/** What is proposed: which change, why, and what it would have made of the record. Types only. */
import type { PolicyChange, Simulated } from './rejudge.ts'

/** One change of a file. */
export type ConfigEdit =
  /** Of the user's configuration: sets a key, or adds an entry to a list or takes one out. */
  | { readonly file: 'config'; readonly path: readonly string[]; readonly set: unknown }
  | { readonly file: 'config'; readonly path: readonly string[]; readonly add: unknown }
  | { readonly file: 'config'; readonly path: readonly string[]; readonly remove: string }
  /** Takes a key out, with the sections that then hold nothing. */
  | { readonly file: 'config'; readonly path: readonly string[]; readonly unset: true }
  /** Of the file with rules of one's own: adds a rule or an exception. */
  | { readonly file: 'rules'; readonly list: 'rules' | 'exceptions'; readonly entry: Readonly<Record<string, unknown>> }

export const PROPOSAL_KINDS = [
  'exemption',
  'lower_rule',
  'quiet_rule',
  'disable_rule',
  'pattern',
  'threshold',
  'reviewer',
  'new_rule',
  'enable_rule',
] as const

export interface Proposal {
  /** From 1 on, in the order in which they are shown. */
  readonly number: number
  readonly kind: (typeof PROPOSAL_KINDS)[number]
  /** The rule, pattern, reviewer or setting that it is about. */
  readonly about: string
  /** What it would change, in words. */
  readonly what: string
  /** What speaks for it. */
  readonly reason: string
  readonly edits: readonly ConfigEdit[]
  /** What it does to reviews. */
  readonly change: PolicyChange
  /** Of the reviews that it touches. */
  readonly record: Simulated
  /** What else it would have changed, in words; empty where nothing. */
  readonly beside: string
}

export type Draft = Omit<Proposal, 'number'>

/** What was looked at and is not proposed, and why. */
export interface Declined {
  readonly about: string
  readonly why: string
}
