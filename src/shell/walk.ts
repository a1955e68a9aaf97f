/** Walks a parsed script in the order the shell would run it and collects every effect on the way. */
import type {
  AndOr,
  ArithmeticFor,
  CommandNode,
  Coproc,
  For,
  If,
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
import { runPowerShell } from '../powershell/run.ts'
import { target } from '../targets/effect.ts'
import { Budget, TooMuch } from './budget.ts'
import { runSubscripts } from './builtins/variables.ts'
import { Collector } from './collector.ts'
import { runSimple, runWords } from './command.ts'
import { type Guard, guardOf } from './guards.ts'
import { LONGEST_COMMAND, parseShell } from './parse.ts'
import { asksForClient } from './process-numbers.ts'
import { openRedirections, outputTarget } from './redirect.ts'
import type { Runner, ScriptLanguage } from './runner.ts'
import {
  type Alternatives,
  type Expand,
  type Expander,
  mergeBranch,
  type Origin,
  type Scope,
  setPositional,
  subshell,
} from './scope.ts'
import { pathTargets } from './targets.ts'
import { COUNTED, type Field, mergeTaints, NOTHING, SOME, type Stream, UNKNOWN } from './value.ts'
import { expandToText, expandWord, substituteEmbedded } from './word.ts'

/** One step counts for so many words: a command of thousands of words is as much work as many commands. */
const WORDS_A_STEP = 50
/** To parse so many characters is a step: `eval eval eval …` has the same long text parsed again at each level. */
const CHARACTERS_A_STEP = 512
/** A loop over more words than this is too much to be followed. */
const MOST_ROUNDS = 200

/** What makes a star take names that begin with a dot, in bash and zsh. */
const TAKES_DOTS = /\bdotglob\b|\bglob_?dots\b|\bGLOBIGNORE=/i

/** The walk of one command. May throw TooMuch. */
export class Walk extends Collector implements Runner {
  readonly #budget = new Budget()
  #asksForClient = false
  #takesDots = false

  runScript(text: string, scope: Scope, origin: Origin, stdin: Stream, language: ScriptLanguage = 'shell'): Stream {
    if (language === 'powershell') return this.#budget.deeper(() => runPowerShell(text, this, scope, origin, stdin))
    if (!scope.standing) this.notice(text)
    this.#budget.step(Math.min(text.length, LONGEST_COMMAND) / CHARACTERS_A_STEP)
    const { script, problems, blind, elsewhere } = parseShell(text)
    if (!scope.standing) for (const problem of problems) this.problem(problem)
    if (blind || (scope.standing && problems.length > 0)) this.blind(scope)
    if (elsewhere !== undefined) this.#budget.deeper(() => this.runScript(elsewhere, subshell(scope), {}, stdin))
    if (!script) return UNKNOWN
    const inner: Scope = { ...scope, origin }
    const run = (): Stream => this.#budget.deeper(() => this.#statements(script.commands, inner, stdin))
    const out = scope.standing ? this.#budget.leniently(run, () => this.#leaveOpen(inner)) : run()
    scope.cwd = inner.cwd
    return out
  }

  notice(text: string, args: readonly Field[] = []): void {
    this.#asksForClient ||= asksForClient(text, args)
    this.#takesDots ||= TAKES_DOTS.test(text)
  }

  get takesDots(): boolean {
    return this.#takesDots
  }

  get asksForClient(): boolean {
    return this.#asksForClient
  }

  #leaveOpen(scope: Scope): Stream {
    this.blind(scope)
    return UNKNOWN
  }

  step(count = 1): void {
    this.#budget.step(count)
  }

  runWords(words: readonly Field[], scope: Scope, stdin: Stream): Stream {
    this.#budget.step(1 + words.length / WORDS_A_STEP)
    return this.#budget.deeper(() => runWords(words, this, scope, stdin, this.#callFunction))
  }

  #statements(statements: readonly Statement[], scope: Scope, stdin: Stream): Stream {
    const outputs: Stream[] = []
    for (const statement of statements) {
      this.#budget.step()
      const at = statement.background ? subshell(scope) : scope
      outputs.push(this.#node(statement.command, at, stdin))
      stayWhereItWas(at)
    }
    return concat(outputs)
  }

  #node(node: PipelineNode | AndOr | Coproc['body'], scope: Scope, stdin: Stream): Stream {
    switch (node.type) {
      case 'AndOr':
        return this.#andOr(node, scope, stdin)
      case 'Pipeline':
        return this.#pipeline(node, scope, stdin)
      case 'CompoundList':
        return this.#statements(node.commands, scope, stdin)
      default:
        return this.#command(node, scope, stdin)
    }
  }

  #andOr(node: AndOr, scope: Scope, stdin: Stream): Stream {
    const [first, second, ...others] = node.commands
    if (!first) return NOTHING
    const outputs = [this.#node(first, scope, stdin)]
    const run = (): Stream => (second ? this.#node(second, scope, stdin) : NOTHING)
    if (node.operators[0] === '||' && scope.stays !== undefined) {
      const went = scope.cwd
      stayWhereItWas(scope)
      outputs.push(run())
      // `cd x || exit`: what comes after runs only where cd went well.
      if (second && endsShell(second)) scope.cwd = went
    } else outputs.push(this.#guarded(guardOf(first), node.operators[0] === '&&', scope, run))
    return concat([...outputs, ...others.map(command => this.#node(command, scope, stdin))])
  }

  /** Runs what a test lets run: where that means that a path is not there, it is not there. */
  #guarded(guard: Guard | undefined, whenTrue: boolean, scope: Scope, run: () => Stream): Stream {
    const word = guard && guard.succeeds !== whenTrue ? this.#expand(scope).text(guard.path)[0] : undefined
    const paths = word ? pathTargets(word, scope, this).flatMap(each => (each.certain ? [each.target.value] : [])) : []
    const added = paths.filter(path => !this.absent.has(path))
    for (const path of added) this.absent.add(path)
    const out = run()
    for (const path of added) this.absent.delete(path)
    return out
  }

  #pipeline(node: Pipeline, scope: Scope, stdin: Stream): Stream {
    let stream = stdin
    const last = node.commands.length - 1
    for (const [index, command] of node.commands.entries())
      stream = this.#command(command, last === 0 ? scope : subshell(scope), index === 0 ? stdin : piped(stream))
    return stream
  }

  #command(node: CommandNode, scope: Scope, stdin: Stream): Stream {
    this.#budget.step()
    return this.#budget.deeper(() => this.#dispatch(node, scope, stdin))
  }

  #dispatch(node: CommandNode, scope: Scope, stdin: Stream): Stream {
    switch (node.type) {
      case 'Command':
        return runSimple(node, this, scope, stdin, this.#expand(scope, stdin), this.#callFunction)
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
        return this.#if(node, scope, stdin)
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
        this.#count(node, scope)
        return this.#statements(node.body.commands, scope, stdin)
      case 'TestCommand':
        this.#test(node.expression, scope)
        return NOTHING
      case 'ArithmeticCommand':
        substituteEmbedded(node.expression, this.#expand(scope).expander)
        return NOTHING
    }
  }

  /** `for ((i = 2; i < 80; i++))`: what goes through a range. */
  #count({ initialize }: ArithmeticFor, scope: Scope): void {
    const left = initialize?.type === 'ArithmeticBinary' && initialize.operator === '=' ? initialize.left : undefined
    const name = left?.type === 'ArithmeticWord' ? left.value : undefined
    if (name !== undefined) scope.variables.set(name, [[{ text: SOME, glob: false, taints: COUNTED }]])
  }

  #if(node: If, scope: Scope, stdin: Stream): Stream {
    const test = node.clause.commands.length === 1 ? node.clause.commands[0]?.command : undefined
    const guard = test && guardOf(test)
    const rest = node.elif.flatMap(branch => [branch.clause.commands, branch.then.commands])
    const lists = [node.clause.commands, node.then.commands, ...rest, ...(node.else ? [node.else.commands] : [])]
    return this.#branches(lists, scope, stdin, (list, run) => {
      if (list === node.then.commands) return this.#guarded(guard, true, scope, run)
      return list === node.clause.commands ? run() : this.#guarded(guard, false, scope, run)
    })
  }

  /** Each branch may run: each is walked from the state before, and leaves what it may have changed. */
  #branches(
    lists: readonly (readonly Statement[])[],
    scope: Scope,
    stdin: Stream,
    around = (_list: readonly Statement[], run: () => Stream): Stream => run(),
  ): Stream {
    const outputs: Stream[] = []
    const ends: Scope[] = []
    for (const list of lists) {
      const branch = subshell(scope)
      outputs.push(around(list, () => this.#statements(list, branch, stdin)))
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

  #expand(scope: Scope, stdin: Stream = NOTHING): Expand {
    const expander: Expander = {
      scope,
      facts: this.facts,
      text: word => expandToText(word, expander),
      substitute: (script, reads) => this.#substitute(script, scope, reads ? stdin : NOTHING),
    }
    return {
      words: (word): Alternatives => expandWord(word, expander),
      text: word => expandToText(word, expander),
      expander,
    }
  }

  #substitute(script: ParsedScript | undefined, scope: Scope, stdin: Stream): Stream {
    if (!script) return UNKNOWN
    const { offset: _offset, ...rest } = scope.origin
    const inner = subshell(scope, script.source === undefined ? {} : { origin: rest })
    return this.#budget.deeper(() => this.#statements(script.commands, inner, stdin))
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
  return {
    taints,
    ...(words.length > 0 && { words: words.slice(0, 64) }),
    ...(streams.some(stream => stream.computed) && { computed: true }),
    ...(streams.some(stream => stream.guarded) && {
      guarded: () => streams.flatMap(stream => stream.guarded?.() ?? []),
    }),
  }
}

/** After a cd that may have failed, the next command runs where the shell was before. */
function stayWhereItWas(scope: Scope): void {
  if (scope.stays !== undefined && !scope.exitsOnError) scope.cwd = scope.stays
  scope.stays = undefined
}

/** `exit`, or a group that ends with it. */
function endsShell(node: PipelineNode | AndOr): boolean {
  if (node.type === 'Command') return /^(exit|return|die|fail|abort)$/.test(node.name?.value ?? '')
  if (node.type !== 'BraceGroup') return false
  const last = node.body.commands.at(-1)?.command
  return last !== undefined && last.type !== 'AndOr' && endsShell(last)
}
