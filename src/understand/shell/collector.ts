/** What a walk finds: effects with all that is known about them, calls, and what could not be read. */

import { isInside } from '../../common/path.ts'
import type { Call, Effect, Span, Written } from '../../model/action.ts'
import type { Facts } from '../../model/facts.ts'
import { type EffectDraft, makeEffect, target } from '../paths/effect.ts'
import { isUnregistered } from '../programs/git-submodules.ts'
import { TooMuch } from './budget.ts'
import { type Invocation, lookOf } from './invocation.ts'
import type { Models } from './model.ts'
import { isOpen, LEFT_OPEN } from './pre-existing-script.ts'
import type { Scope } from './scope.ts'
import type { Stream } from './value.ts'

/** More effects than this of one call are no longer looked at one by one. */
export const MOST_EFFECTS = 1000
const MOST_MADE = 50
const MOST_CALLS = 200
const MOST_COMMANDS = 50
/** A text that is no shell may have a problem at each of its characters. */
const MOST_PROBLEMS = 20
const MOST_WRITTEN = 8

export interface CollectorInputs {
  readonly facts: Facts
  readonly models: Models
  readonly projectRoot: string
  readonly cwd: string
  readonly glob: (pattern: string, text: string) => boolean
  /** What the caller of a tool names as what it acts on, where that is production. */
  readonly destinations?: readonly string[]
}

/** Effects, calls and problems of a walk, as they are found. */
export class Collector {
  readonly effects: Effect[] = []
  readonly calls: string[] = []
  readonly commands: Call[] = []
  readonly written: Written[] = []
  readonly problems: string[] = []
  /** Whether what is printed in the end holds a secret. */
  showsSecret = false
  readonly facts: Facts
  readonly models: Models
  readonly projectRoot: string
  readonly command: string
  readonly glob: CollectorInputs['glob']
  readonly #seen = new Set<string>()
  /** Directories, and files by `makes: 'file'`, that the command itself makes. */
  readonly #made: string[] = []
  /** Paths that are not there where the walk is now. */
  protected readonly absent = new Set<string>()

  constructor(inputs: CollectorInputs, command = '') {
    const { facts } = inputs
    this.facts = {
      ...facts,
      path: path => (this.absent.has(path) ? { real: path, type: 'missing' } : facts.path(path)),
      made: path => facts.made(path) || this.#made.some(made => isInside(path, made)),
    }
    this.command = command
    this.models = inputs.models
    this.projectRoot = inputs.projectRoot
    this.glob = inputs.glob
  }

  emit(draft: EffectDraft, scope: Scope, call?: Invocation): void {
    if (scope.standing && isOpen(draft)) this.#add(LEFT_OPEN, scope)
    else this.#add(draft, scope, call)
  }

  #add(draft: EffectDraft, scope: Scope, call?: Invocation): void {
    const details = {
      ...(call && { program: call.path.join(' ') }),
      ...(scope.via.length > 0 && { via: scope.via }),
      ...(draft.target.kind === 'path' && this.facts.made(draft.target.value) && { made: true }),
      ...(scope.place.kind !== 'local' && { place: scope.place.kind, host: scope.place.name }),
      ...(this.#isKept(draft, scope) && { kept: true }),
      ...(draft.verb === 'delete' &&
        draft.target.class === 'vcs' &&
        isUnregistered(draft.target.value, this.facts, scope) && { unregistered: true }),
      ...this.#production(draft, scope),
      ...(call && draft.target.kind !== 'path' && this.#look(call)),
      ...(draft.target.root && this.#unset(draft, scope)),
      ...draft.details,
    }
    const flags = call && flagSpans(call)
    // Another machine that is stopped is a matter of others, not the end of this session.
    const isTheirs = scope.place.kind === 'remote' && draft.verb === 'system' && draft.severity === 'critical'
    const severity = isTheirs && ({ severity: 'high' } as const)
    const effect = makeEffect({ ...draft, ...severity, ...(flags && { flags }), details })
    const key = JSON.stringify(effect)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    if (this.effects.length >= MOST_EFFECTS) throw new TooMuch()
    this.effects.push(effect)
    const { makes, overwrites } = effect.details
    // What is made in the system's trees belongs to the system all the same.
    const isNew =
      effect.verb === 'write' &&
      (makes === 'directory' || makes === 'file') &&
      overwrites === false &&
      effect.target.class !== 'system'
    if (isNew && this.#made.length < MOST_MADE) this.#made.push(effect.target.value)
  }

  /** How to look first, for suggestions. */
  #look(call: Invocation): { readonly look?: string } {
    const look = lookOf(call, this.glob)
    return look === undefined ? {} : { look }
  }

  /** The variable that nothing gives a value in the word of a root, and the word written so that the shell stops where it is empty. */
  #unset({ span }: EffectDraft, scope: Scope): { readonly unset?: string; readonly guarded?: string } {
    const word = span ? this.command.slice(span.start, span.end) : ''
    for (const [whole, braced, bare] of word.matchAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g)) {
      const unset = braced ?? bare ?? ''
      if (this.facts.env(unset) !== undefined || scope.variables.has(unset)) continue
      return { unset, guarded: word.replace(whole, `\${${unset}:?}`) }
    }
    return {}
  }

  /** What the user has declared to be production, where the effect reaches that. */
  #production({ target: on, details, verb }: EffectDraft, scope: Scope): { readonly production?: string } {
    const { production } = this.facts.declared
    if (production === undefined || STAYS_HERE.has(verb) || isOfThisMachine(verb, on.kind, scope)) return {}
    const names = [
      ...(scope.destinations ?? []),
      ...(verb === 'send' ? [] : (scope.mentions ?? [])),
      ...(scope.place.kind === 'local' ? [] : [scope.place.name]),
      ...(on.kind === 'host' || on.kind === 'url' ? [on.value] : []),
      ...(details?.environment === 'production' ? ['production', 'prod'] : []),
    ]
    const found = names.find(name => production(name) !== undefined)
    return found === undefined ? {} : { production: found }
  }

  /** What is overwritten or deleted lies elsewhere too, in a copy that this command has made. */
  #isKept({ verb, target: on, details }: EffectDraft, scope: Scope): boolean {
    if (on.kind !== 'path' || (verb !== 'write' && verb !== 'delete')) return false
    const copy = scope.copied.get(on.value)
    if (verb === 'delete' && details?.moved_to === undefined) {
      for (const [from, to] of scope.copied) if (isInside(to, on.value)) scope.copied.delete(from)
      // From now on the copy is all there is: deleting it would lose the original.
      if (copy !== undefined && scope.copied.delete(on.value)) scope.moved.set(copy, on)
    }
    return copy !== undefined
  }

  makesDirectory(path: string): boolean {
    return this.#made.includes(path)
  }

  problem(text: string): void {
    if (this.problems.length < MOST_PROBLEMS && !this.problems.includes(text)) this.problems.push(text)
  }

  record(call: string, made?: Call): void {
    if (this.calls.length < MOST_CALLS) this.calls.push(call)
    if (made && this.commands.length < MOST_COMMANDS) this.commands.push(made)
  }

  /** The commands from this one on are started, and nobody waits for them. */
  goesOn(from: number): void {
    for (const [index, made] of this.commands.entries())
      if (index >= from) this.commands[index] = { ...made, background: true }
  }

  /** Notes a text that is put into a file. */
  wrote(text: Written): void {
    if (this.written.length < MOST_WRITTEN) this.written.push(text)
  }

  /**
   * What is printed in the end is read: a key chain's answer that went nowhere else, and a secret in a form that it cannot be taken
   * out of the output in.
   */
  shows({ taints }: Stream, scope: Scope): void {
    this.showsSecret = taints.some(({ kind }) => kind === 'secret')
    for (const { shows, from, encoded } of taints)
      if (shows) {
        const details = { program: from.replace(/^\$\((.*)\)$/, '$1'), keychain: true }
        const place = shows.span && { span: shows.span }
        this.emit({ verb: 'read', target: target('none', shows.name, 'secret'), details, ...place }, scope)
      } else if (encoded) {
        this.emit({ verb: 'read', target: target('none', `${from}, encoded`, 'secret'), details: { encoded } }, scope)
      }
  }

  /** Something may run that was not seen. */
  blind(scope: Scope): void {
    this.emit(
      {
        verb: 'execute',
        target: target('none', 'what could not be read'),
        certain: false,
        details: { source: 'unread' },
      },
      scope,
    )
  }
}

/** Nothing out there is another one after it. */
const STAYS_HERE: ReadonlySet<string> = new Set(['read', 'receive', 'privilege', 'resource'])

/** What a program does here besides: the file that it copies from there, the processes that it runs here. */
function isOfThisMachine(verb: string, kind: string, { place }: Scope): boolean {
  return place.kind === 'local' && (kind === 'path' || verb === 'process' || verb === 'system' || verb === 'execute')
}

function flagSpans(call: Invocation): Effect['flags'] {
  const spans: Record<string, Span> = {}
  for (const [name, { text, verbatim }] of call.flagWords)
    if (verbatim !== undefined) spans[name] = { start: verbatim, end: verbatim + text.length }
  return Object.keys(spans).length > 0 ? spans : undefined
}
