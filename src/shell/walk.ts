/** Walks a parsed script in the order the shell would run it and collects every effect on the way. */
import type {
  AndOr,
  CommandNode,
  Coproc,
  For,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Function as ShellFunction,
  Statement,
  TestExpression,
  While,
  Word,
} from 'unbash'
import type { Effect, Facts, Moved, Span, Traces } from '../model.ts'
import { runPowerShell } from '../powershell/run.ts'
import { type EffectDraft, makeEffect, target } from '../targets/effect.ts'
import { isInside } from '../targets/path.ts'
import { runSubscripts } from './builtins/variables.ts'
import { runSimple, runWords } from './command.ts'
import { originOf } from './emit.ts'
import type { Invocation } from './invocation.ts'
import type { Models } from './model.ts'
import { parseShell } from './parse.ts'
import { openRedirections, outputTarget } from './redirect.ts'
import type { Runner, ScriptLanguage } from './runner.ts'
import {
  type Alternatives,
  type Expand,
  type Expander,
  mergeBranch,
  newScope,
  type Origin,
  type Scope,
  setPositional,
  subshell,
} from './scope.ts'
import { isOpen, LEFT_OPEN } from './standing.ts'
import { type Field, mergeTaints, NOTHING, SOME, type Stream, shown, UNKNOWN } from './value.ts'
import { expandToText, expandWord, substituteEmbedded } from './word.ts'

/** Steps after which a command counts as unreadable: no honest one comes near. */
const MOST_STEPS = 4000
/** Commands that run commands: sudo env nice bash -c … No honest one comes near. */
const DEEPEST = 96
/** One step counts for so many words: a command of thousands of words is as much work as many commands. */
const WORDS_A_STEP = 50
/** More effects than this of one call are no longer looked at one by one. */
const MOST_EFFECTS = 1000
const MOST_MADE = 50
/** Steps after which the rest of a standing script is left open, and what it then counts for. */
const MOST_STANDING_STEPS = 1500
const STEPS_LEFT_OPEN = 500
/** A loop over more words than this is too much to be followed. */
const MOST_ROUNDS = 200

export interface Understanding {
  readonly effects: readonly Effect[]
  /** Program, subcommand, flags and arguments of each command, for recognising the same action again. */
  readonly calls: readonly string[]
  readonly problems: readonly string[]
  readonly traces: Traces
}

export interface Surroundings {
  readonly facts: Facts
  readonly models: Models
  readonly projectRoot: string
  readonly cwd: string
  readonly glob: (pattern: string, text: string) => boolean
}

/** Everything that a command does. Never throws. */
export function understand(
  command: string,
  surroundings: Surroundings,
  language: ScriptLanguage = 'shell',
): Understanding {
  const walk = new Walk(surroundings)
  const moved = surroundings.facts.moved()
  const scope = newScope(surroundings.cwd, moved)
  try {
    walk.shows(walk.runScript(command, scope, { offset: 0 }, NOTHING, language), scope)
    for (const handler of scope.atExit) walk.runScript(handler.text, scope, originOf(handler), NOTHING)
  } catch (cause) {
    if (!(cause instanceof TooMuch) && !(cause instanceof RangeError)) throw cause
    walk.effects.length = Math.min(walk.effects.length, MOST_EFFECTS - 1)
    walk.problem('the command runs too much to be followed')
    walk.blind(newScope(surroundings.cwd))
  }
  return { effects: walk.effects, calls: walk.calls, problems: walk.problems, traces: tracesOf(scope, moved) }
}

/** What of the scope outlives the command: files with contents from elsewhere, and what was moved away. */
function tracesOf({ files, moved }: Scope, before: readonly Moved[]): Traces {
  const tainted = [...files].flatMap(([path, { taints }]) =>
    taints.length > 0 && path.startsWith('/') && !path.startsWith('/dev/') ? [{ path, taints }] : [],
  )
  const known = new Set(before.map(({ path }) => path))
  const added = [...moved].flatMap(([path, target]) => (known.has(path) ? [] : [{ path, target }]))
  return { tainted, moved: added }
}

class TooMuch extends Error {}

class Walk implements Runner {
  readonly effects: Effect[] = []
  readonly calls: string[] = []
  readonly problems: string[] = []
  readonly facts: Facts
  readonly models: Models
  readonly projectRoot: string
  readonly glob: Surroundings['glob']
  readonly #seen = new Set<string>()
  /** Directories that the command itself makes. */
  readonly #made: string[] = []
  #steps = 0
  #mostSteps = MOST_STEPS
  #depth = 0
  /** Inside a standing script. */
  #isLenient = false

  constructor(surroundings: Surroundings) {
    const { facts } = surroundings
    this.facts = { ...facts, made: path => facts.made(path) || this.#made.some(made => isInside(path, made)) }
    this.models = surroundings.models
    this.projectRoot = surroundings.projectRoot
    this.glob = surroundings.glob
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
      ...draft.details,
    }
    const flags = call && flagSpans(call)
    const effect = makeEffect({ ...draft, ...(flags && { flags }), details })
    const key = JSON.stringify(effect)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    if (this.effects.length >= MOST_EFFECTS) throw new TooMuch()
    this.effects.push(effect)
    const { makes, overwrites } = effect.details
    const isNew = effect.verb === 'write' && makes === 'directory' && overwrites === false
    if (isNew && this.#made.length < MOST_MADE) this.#made.push(effect.target.value)
  }

  problem(text: string): void {
    if (!this.problems.includes(text)) this.problems.push(text)
  }

  runScript(text: string, scope: Scope, origin: Origin, stdin: Stream, language: ScriptLanguage = 'shell'): Stream {
    if (language === 'powershell') return this.#deeper(() => runPowerShell(text, this, scope, origin, stdin))
    const { script, problems, blind, elsewhere } = parseShell(text)
    if (!scope.standing) for (const problem of problems) this.problem(problem)
    if (blind || (scope.standing && problems.length > 0)) this.blind(scope)
    if (elsewhere !== undefined) this.#deeper(() => this.runScript(elsewhere, subshell(scope), {}, stdin))
    if (!script) return UNKNOWN
    const inner: Scope = { ...scope, origin }
    const run = (): Stream => this.#deeper(() => this.#statements(script.commands, inner, stdin))
    const out = scope.standing && !this.#isLenient ? this.#leniently(run, inner) : run()
    scope.cwd = inner.cwd
    return out
  }

  /** What a standing script does beyond what can be followed is left open. */
  #leniently(run: () => Stream, scope: Scope): Stream {
    const before = this.#steps
    this.#isLenient = true
    this.#mostSteps = Math.min(MOST_STEPS, before + MOST_STANDING_STEPS)
    try {
      return run()
    } catch (cause) {
      if (!(cause instanceof TooMuch)) throw cause
      this.#steps = Math.min(this.#steps, before + STEPS_LEFT_OPEN)
      this.blind(scope)
      return UNKNOWN
    } finally {
      this.#isLenient = false
      this.#mostSteps = MOST_STEPS
    }
  }

  runWords(words: readonly Field[], scope: Scope, stdin: Stream): Stream {
    this.step(1 + words.length / WORDS_A_STEP)
    return this.#deeper(() => runWords(words, this, scope, stdin, this.#callFunction))
  }

  record(call: string): void {
    if (this.calls.length < 200) this.calls.push(call)
  }

  /** What is printed in the end is read: a key chain's answer that went nowhere else. */
  shows({ taints }: Stream, scope: Scope): void {
    for (const { shows, from } of taints)
      if (shows) {
        const details = { program: from.replace(/^\$\((.*)\)$/, '$1'), keychain: true }
        const place = shows.span && { span: shows.span }
        this.emit({ verb: 'read', target: target('none', shows.name, 'secret'), details, ...place }, scope)
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

  step(count = 1): void {
    this.#steps += count
    if (this.#steps > this.#mostSteps) throw new TooMuch()
  }

  #deeper<T>(run: () => T): T {
    if (++this.#depth > DEEPEST) throw new TooMuch()
    try {
      return run()
    } finally {
      this.#depth--
    }
  }

  #statements(statements: readonly Statement[], scope: Scope, stdin: Stream): Stream {
    const outputs: Stream[] = []
    for (const statement of statements) {
      this.step()
      const at = statement.background ? subshell(scope) : scope
      outputs.push(this.#node(statement.command, at, stdin))
    }
    return concat(outputs)
  }

  #node(node: PipelineNode | AndOr | Coproc['body'], scope: Scope, stdin: Stream): Stream {
    switch (node.type) {
      case 'AndOr':
        return concat(node.commands.map(command => this.#node(command, scope, stdin)))
      case 'Pipeline':
        return this.#pipeline(node, scope, stdin)
      case 'CompoundList':
        return this.#statements(node.commands, scope, stdin)
      default:
        return this.#command(node, scope, stdin)
    }
  }

  #pipeline(node: Pipeline, scope: Scope, stdin: Stream): Stream {
    let stream = stdin
    const last = node.commands.length - 1
    for (const [index, command] of node.commands.entries())
      stream = this.#command(command, last === 0 ? scope : subshell(scope), index === 0 ? stdin : piped(stream))
    return stream
  }

  #command(node: CommandNode, scope: Scope, stdin: Stream): Stream {
    this.step()
    return this.#deeper(() => this.#dispatch(node, scope, stdin))
  }

  #dispatch(node: CommandNode, scope: Scope, stdin: Stream): Stream {
    switch (node.type) {
      case 'Command':
        return runSimple(node, this, scope, stdin, this.#expand(scope), this.#callFunction)
      case 'Redirected':
        return this.#redirected(node.command, node.redirects, scope, stdin)
      case 'Function':
        scope.functions.set(node.name.value, { node, origin: scope.origin })
        return NOTHING
      case 'Coproc':
        return this.#node(node.body, subshell(scope), UNKNOWN)
      case 'Subshell':
        return this.#statements(node.body.commands, subshell(scope), stdin)
      case 'BraceGroup':
        return this.#statements(node.body.commands, scope, stdin)
      case 'If':
        return this.#branches(
          [node, ...node.elif]
            .flatMap(branch => [branch.clause.commands, branch.then.commands])
            .concat(node.else ? [node.else.commands] : []),
          scope,
          stdin,
        )
      case 'Case':
        this.#expand(scope).words(node.word)
        return this.#branches(
          node.items.map(item => item.body.commands),
          scope,
          stdin,
        )
      case 'While':
        return this.#while(node, scope, stdin)
      case 'For':
      case 'Select':
        return this.#loop(node.name.value, node.wordlist, node.body, scope, stdin)
      case 'ArithmeticFor':
        for (const part of [node.initialize, node.test, node.update])
          substituteEmbedded(part, this.#expand(scope).expander)
        return this.#statements(node.body.commands, scope, stdin)
      case 'TestCommand':
        this.#test(node.expression, scope)
        return NOTHING
      case 'ArithmeticCommand':
        substituteEmbedded(node.expression, this.#expand(scope).expander)
        return NOTHING
    }
  }

  /** Each branch may run: each is walked from the state before, and leaves what it may have changed. */
  #branches(lists: readonly (readonly Statement[])[], scope: Scope, stdin: Stream): Stream {
    const outputs: Stream[] = []
    const ends: Scope[] = []
    for (const list of lists) {
      const branch = subshell(scope)
      outputs.push(this.#statements(list, branch, stdin))
      ends.push(branch)
    }
    for (const branch of ends) mergeBranch(scope, branch)
    return concat(outputs)
  }

  #loop(name: string, wordlist: For['wordlist'], body: For['body'], scope: Scope, stdin: Stream): Stream {
    const expand = this.#expand(scope)
    const fields: Field[] = wordlist
      ? wordlist.flatMap(word => expand.words(word).flat())
      : [...(scope.variables.get('@')?.flat() ?? [{ text: SOME, glob: false, taints: [] }])]
    const known = fields.map(field => (field.text === '\uE000' ? { ...field, text: SOME } : field))
    const outputs: Stream[] = []
    if (known.length > MOST_ROUNDS) throw new TooMuch()
    for (const field of known) {
      scope.variables.set(name, [[field]])
      outputs.push(this.#statements(body.commands, scope, stdin))
    }
    return concat(outputs)
  }

  /** `while read x` takes what comes in line by line; any other loop is walked once. */
  #while(node: While, scope: Scope, stdin: Stream): Stream {
    const reads = node.clause.commands.some(
      ({ command }) => command.type === 'Command' && command.name?.value === 'read',
    )
    const lines = reads && stdin !== NOTHING ? stdin.text?.split('\n').filter(Boolean) : undefined
    const isMany = lines !== undefined && lines.length > MOST_ROUNDS
    const rounds: readonly Stream[] =
      lines && !isMany
        ? lines.map(line => ({ text: `${line}\n`, taints: stdin.taints }))
        : [isMany ? { taints: stdin.taints } : stdin]
    if (startsWithoutEnd(node))
      this.emit(
        { verb: 'process', target: target('process', 'loop'), severity: 'critical', details: { bomb: true } },
        scope,
      )
    const outputs: Stream[] = []
    const inner: Scope = reads && stdin !== NOTHING ? { ...scope, via: [...scope.via, 'while'] } : scope
    for (const round of rounds) {
      outputs.push(this.#statements(node.clause.commands, inner, round))
      outputs.push(this.#statements(node.body.commands, inner, reads ? { taints: stdin.taints } : stdin))
    }
    scope.cwd = inner.cwd
    return concat(outputs)
  }

  #test(expression: TestExpression, scope: Scope): void {
    const expand = this.#expand(scope)
    switch (expression.type) {
      case 'TestUnary':
        this.#testWord(expression.operand, expand, scope)
        return
      case 'TestBinary':
        this.#testWord(expression.left, expand, scope)
        this.#testWord(expression.right, expand, scope)
        return
      case 'TestLogical':
        for (const operand of expression.operands) this.#test(operand, scope)
        return
      case 'TestNot':
        this.#test(expression.operand, scope)
        return
      case 'TestGroup':
        this.#test(expression.expression, scope)
    }
  }

  #testWord(word: Word, expand: Expand, scope: Scope): void {
    for (const field of expand.words(word).flat()) runSubscripts(field, this, scope)
  }

  #redirected(command: CommandNode, redirects: readonly Redirection[], scope: Scope, stdin: Stream): Stream {
    const opened = openRedirections(redirects, this, scope, stdin, this.#expand(scope), 'group')
    return outputTarget(this.#command(command, scope, opened.stdin), opened, this, scope)
  }

  #expand(scope: Scope): Expand {
    const expander: Expander = {
      scope,
      facts: this.facts,
      text: word => expandToText(word, expander),
      substitute: script => this.#substitute(script, scope),
    }
    return {
      words: (word): Alternatives => expandWord(word, expander),
      text: word => expandToText(word, expander),
      expander,
    }
  }

  #substitute(script: ParsedScript | undefined, scope: Scope): Stream {
    if (!script) return UNKNOWN
    const { offset: _offset, ...rest } = scope.origin
    const inner = subshell(scope, script.source === undefined ? {} : { origin: rest })
    return this.#deeper(() => this.#statements(script.commands, inner, NOTHING))
  }

  readonly #callFunction = (name: string, args: readonly Field[], scope: Scope, stdin: Stream): Stream | undefined => {
    const definition = scope.functions.get(name)
    if (!definition) return undefined
    if (scope.running.includes(definition.node)) {
      if (isForkBomb(definition.node, name))
        this.emit(
          { verb: 'process', target: target('process', name), severity: 'critical', details: { bomb: true } },
          scope,
        )
      return UNKNOWN
    }
    const inner: Scope = { ...scope, running: [...scope.running, definition.node], origin: definition.origin }
    setPositional(inner, args)
    const out = this.#node(definition.node.body, inner, stdin)
    scope.cwd = inner.cwd
    return out
  }
}

function flagSpans(call: Invocation): Effect['flags'] {
  const spans: Record<string, Span> = {}
  for (const [name, { text, verbatim }] of call.flagWords)
    if (verbatim !== undefined) spans[name] = { start: verbatim, end: verbatim + text.length }
  return Object.keys(spans).length > 0 ? spans : undefined
}

/** A function that starts itself twice at once, or again in the background. */
function isForkBomb(node: ShellFunction, name: string): boolean {
  const text = JSON.stringify(node.body, (key, value) => (key === 'pos' || key === 'end' ? undefined : value))
  return text.split(`"text":${JSON.stringify(name)}`).length > 2 || text.includes('"background":true')
}

/** A loop without an end that waits for nothing that it starts. */
function startsWithoutEnd({ clause, body }: While): boolean {
  const [only, more] = clause.commands
  const isEndless = only?.command.type === 'Command' && /^(:|true)$/.test(only.command.name?.value ?? '') && !more
  return isEndless && body.commands.length > 0 && body.commands.every(({ background }) => background === true)
}

/** A pipe's reader always has a standard input, even where nothing is known of it. */
function piped(stream: Stream): Stream {
  return stream === NOTHING ? { text: '', taints: [] } : stream
}

function concat(streams: readonly Stream[]): Stream {
  const [first, ...others] = streams
  if (!first) return NOTHING
  if (others.length === 0) return first
  const taints = mergeTaints(...streams.map(stream => stream.taints))
  if (streams.every(stream => stream.text !== undefined)) {
    const text = streams.map(stream => stream.text).join('')
    return text.length < 100_000 ? { text, taints } : { taints }
  }
  const words = streams.flatMap(stream => stream.words ?? [])
  return { taints, ...(words.length > 0 && { words: words.map(shown).length > 64 ? words.slice(0, 64) : words }) }
}
