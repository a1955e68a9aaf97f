/** Follows code from its first statement to its last, and into the functions that it calls. */
import type { Span } from '../../model/action.ts'
import { textAt } from '../shell/files.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { isSessionFile } from '../shell/session-files.ts'
import { type Field, type Stream, UNKNOWN } from '../shell/value.ts'
import { ACTIONS } from './actions/index.ts'
import { emitProtectedByCode, isMethodBody, keyOf, lastName, unknownResult } from './calls.ts'
import type { Arguments, CodeContext } from './context.ts'
import { asImported, defaultOf, filesOfModule, importedNames, possibleModules } from './modules.ts'
import { codeExpression, loose, tight } from './operators.ts'
import { bindParameters } from './parameters.ts'
import { serviceOf } from './service.ts'
import { afterCall, serviceLoss } from './service-calls.ts'
import { type Body, type Source, sourceOf } from './source.ts'
import { statement } from './statements.ts'
import { type LanguageStyle, STYLES } from './styles.ts'
import { whatDoes, whatMethodDoes } from './tables/index.ts'
import type { Does } from './tables/table.ts'
import { type CodeToken, MOST_TOKENS, tokensOf } from './tokens.ts'
import { type CodeValue, NONE } from './value.ts'
import { Variables } from './variables.ts'
import { deepened } from './walks.ts'

/** So much longer than the code itself may what is followed of it be: loops and functions are followed more than once. */
const MOST_STEPS = 4 * MOST_TOKENS
/** Code that does more different things than this is not followed to its end. */
const MOST_ACTS = 400
/** What hands its result to a function that it is given. */
const CALLS_BACK: ReadonlySet<Does> = new Set<Does>([
  'read',
  'request',
  'fetch',
  'shell',
  'spawn',
  'names',
  'transmit_name',
])
const DEEPEST_CALL = 12
/** Of one program so many modules are loaded. */
const MOST_MODULES = 60
/** Code that is nested deeper is not followed: a hostile one would exhaust the stack. */
const DEEPEST = 150

export interface FollowerSetting {
  readonly language: string
  readonly runner: Runner
  readonly scope: Scope
  readonly span: Span | undefined
  readonly args: readonly Field[]
  readonly isFile: boolean
  readonly path: string
  readonly isCalled: boolean
  readonly isAlone: boolean
  readonly stdin?: Stream | undefined
  /** Follows code that is given as text. */
  readonly evaluate: (code: string) => void
}

export class Follower implements CodeContext {
  readonly language: string
  readonly style: LanguageStyle
  readonly runner: Runner
  readonly scope: Scope
  readonly span: Span | undefined
  readonly args: readonly Field[]
  readonly isFile: boolean
  readonly isCalled: boolean
  readonly #isAlone: boolean
  readonly path: string
  readonly stdin: Stream | undefined
  readonly evaluate: (code: string) => void
  readonly functions = new Map<string, Body>()
  readonly stars: string[] = []
  readonly madeAtServices: CodeContext['madeAtServices'] = []
  readonly trials = new Set<string>()
  readonly printed: CodeValue[] = []
  readonly truncated: CodeValue[] = []
  readonly narrowings: { readonly source: Source; readonly to: number; readonly undo: () => void }[] = []
  database: CodeValue | undefined
  host: CodeValue | undefined
  source: Source
  at = 0
  end: number
  line = 0
  depth = 0
  readonly shared = new Variables()
  variables = this.shared
  element: CodeValue | undefined
  stops: RegExp | undefined
  returned: CodeValue | undefined
  readonly #followed = new Set<Body>()
  /** What functions have returned, by their arguments. */
  readonly #results = new Map<Body, Map<string, CodeValue>>()
  readonly #running: Body[] = []
  readonly #done = new Map<string, Stream>()
  readonly #loaded = new Set<string>()
  #steps = 0
  #isTooMuch = false

  constructor(setting: FollowerSetting, tokens: readonly CodeToken[], style: LanguageStyle) {
    this.language = setting.language
    this.style = style
    this.runner = setting.runner
    this.scope = setting.scope
    this.span = setting.span
    this.args = setting.args
    this.isFile = setting.isFile
    this.isCalled = setting.isCalled
    this.#isAlone = setting.isAlone
    this.path = setting.path
    this.#loaded.add(setting.path)
    this.stdin = setting.stdin
    this.evaluate = setting.evaluate
    this.source = sourceOf(tokens, setting.language)
    this.end = tokens.length
  }

  /** Follows all of it. Functions that nobody is seen to call are followed last, unless the code is a file with many uses. */
  follow(): void {
    this.statements(0, this.end)
    const main = this.language === 'go' ? this.functions.get('main') : undefined
    if (main) this.invoke(main, [])
    if (this.isFile && !this.isCalled) return
    const { source } = this
    for (const body of [...this.functions.values()].filter(each => !this.isFile || each.source === source))
      if (!this.#followed.has(body)) this.invoke(body, [])
  }

  load(name: string): Body | undefined {
    const { runner, scope, path } = this
    if (!this.#hasModules()) return undefined
    const files = filesOfModule(name, { path, language: this.language }, runner, scope)
    return files.map(file => this.#loadFile(file)).at(-1)
  }

  loadPossible(name: string | undefined): void {
    const { runner, scope, path, language } = this
    if (!this.#hasModules()) return
    for (const file of possibleModules(name, { path, language }, runner, scope)) this.#loadFile(file)
  }

  /** Whether the session has written any that count. */
  #hasModules(): boolean {
    const { runner, scope } = this
    return !this.#isAlone && (scope.files.size > 0 || runner.facts.written().length > 0)
  }

  /** What the session did not write is only looked through for what it imports. */
  #loadFile(path: string): Body | undefined {
    const text = textAt(path, this.runner, this.scope)
    const isNew = !this.#loaded.has(path) && this.#loaded.size < MOST_MODULES
    this.#loaded.add(path)
    if (text === undefined) return undefined
    const { source, at, end, stops, variables, returned, element, scope, isFile } = this
    const inner = { path, isFile: true, element: undefined, returned: undefined }
    const saved = { path: this.path, source, at, end, stops, variables, returned, element, scope, isFile }
    Object.assign(this, inner)
    if (isNew && !isSessionFile(path, this.runner, scope))
      for (const name of importedNames(this.language, text)) this.load(name)
    else if (isNew) {
      const { tokens } = tokensOf(this.language, asImported(this.language, text))
      const { standing: _standing, ...own } = scope
      Object.assign(this, { source: sourceOf(tokens, this.language), variables: new Variables(), scope: own })
      this.statements(0, tokens.length)
    }
    Object.assign(this, saved)
    return this.functions.get(defaultOf(text) ?? '')
  }

  expression(): CodeValue {
    this.depth++
    if (this.depth > DEEPEST) this.tooDeep()
    const value = codeExpression(this)
    this.depth--
    return value
  }

  loose(): CodeValue {
    return loose(this)
  }

  tight(): CodeValue {
    return tight(this)
  }

  token(offset = 0): CodeToken | undefined {
    const at = this.at + offset
    return at < this.end ? this.source.tokens[at] : undefined
  }

  step(): boolean {
    if (++this.#steps <= MOST_STEPS) return true
    if (!this.#isTooMuch && !this.isFile) this.runner.problem('the code runs too much to be followed')
    this.#isTooMuch = true
    return false
  }

  statements(from: number, to: number): void {
    const { at, end, line, stops } = this
    this.depth += 2
    this.at = from
    this.end = Math.min(to, this.source.tokens.length)
    this.stops = undefined
    if (this.depth > DEEPEST) this.tooDeep()
    const before = this.narrowings.length
    while (this.at < this.end && this.step()) {
      this.#widen(before, this.at)
      statement(this)
    }
    this.#widen(before, Number.POSITIVE_INFINITY)
    this.depth -= 2
    Object.assign(this, { at, end, line, stops })
  }

  /** Ends what conditions said of variables up to here. */
  #widen(first: number, at: number): void {
    for (let last = this.narrowings.at(-1); last && this.narrowings.length > first; last = this.narrowings.at(-1)) {
      if (at < last.to && last.source === this.source) return
      last.undo()
      this.narrowings.pop()
    }
  }

  tooDeep(): void {
    if (!this.isFile) this.runner.problem('the code is nested too deeply to be followed')
    this.at = this.end
  }

  nested(tokens: readonly CodeToken[]): CodeValue {
    const { source, at, end, stops } = this
    this.source = sourceOf(tokens, this.language)
    this.at = tokens[0]?.kind === 'line' ? 1 : 0
    this.end = tokens.length
    this.stops = undefined
    const value = this.expression()
    Object.assign(this, { source, at, end, stops })
    return value
  }

  invoke(body: Body, args: readonly CodeValue[]): CodeValue {
    // A function that calls itself with what it found in a directory walks all that is below: it is followed once more for that.
    const times = this.#running.filter(each => each === body).length
    const most = args.some(({ walk }) => walk) ? 1 : 0
    if (this.#running.length >= DEEPEST_CALL || times > most) return NONE
    this.#followed.add(body)
    const { source, at, end, line, variables, returned, element, stops } = this
    this.#running.push(body)
    this.source = body.source
    this.element = undefined
    this.stops = undefined
    this.returned = undefined
    this.variables = new Variables(body.variables, this.language !== 'python' && this.language !== 'php')
    bindParameters(this, body.parameters, times > 0 ? args.map(deepened) : args)
    if (this.language === 'perl')
      this.variables.declare('@_', { items: times > 0 ? args.map(deepened) : args, taints: [] })
    let result: CodeValue = NONE
    if (body.isExpression) {
      this.at = body.from
      this.end = body.to
      result = this.expression()
    } else {
      this.statements(body.from, body.to)
      result = this.returned ?? NONE
    }
    this.#running.pop()
    Object.assign(this, { source, at, end, line, variables, returned, element, stops })
    return result
  }

  isFunction(callee: CodeValue): boolean {
    return (
      callee.ref !== undefined &&
      (callee.service !== undefined || (this.#exactly(callee.ref) ?? this.#generally(callee.ref)) !== undefined)
    )
  }

  #exactly(ref: string): Does | undefined {
    return whatDoes(this.language, ref, this.stars)
  }

  #generally(ref: string): Does | undefined {
    return ref.includes('.') ? whatMethodDoes(this.language, lastName(ref)) : undefined
  }

  call(callee: CodeValue, args: Arguments): CodeValue {
    const service = callee.body ? undefined : serviceOf(this.language, callee)
    if (!service) return this.#call(callee, args)
    const isKnown = this.#exactly(callee.ref ?? '') !== undefined
    const result = !isKnown && serviceLoss(this, service, callee, args) ? NONE : this.#call(callee, args)
    return result.service ? result : { ...result, service: afterCall(service, args) }
  }

  #call(callee: CodeValue, args: Arguments): CodeValue {
    if (callee.body) return this.#own(callee.body, callee, args)
    // PHP calls a function by its name in a variable.
    const ref = callee.ref ?? (this.language === 'php' ? callee.text : undefined)
    if (ref === undefined) return this.#unknown(callee, '', args)
    const name = lastName(ref)
    const exact = this.#exactly(ref)
    const general = this.#generally(ref)
    const own = this.functions.get(name)
    // A function of the code's own goes before a method of anything, but not before those of a text.
    const isOwn = exact === undefined ? general === undefined || callee.self?.text === undefined : ref === name
    if (own && isOwn) return this.#own(own, callee, args)
    const does = exact ?? general
    const action = does && ACTIONS[does]
    if (!action) return this.#unknown(callee, name, args)
    const result = action({ ref, name, self: callee.self, list: args.list, named: this.#named(args) }, this)
    if (CALLS_BACK.has(does)) this.#giveBack(args, result)
    return result
  }

  /** What is given by name, and the entries of options that are given as a whole. */
  #named(args: Arguments): ReadonlyMap<string, CodeValue> {
    if (this.language === 'python') return args.named
    const entries = args.list.flatMap(value => [...(value.entries ?? [])])
    return entries.length === 0 ? args.named : new Map([...args.named, ...entries])
  }

  /** A function of somebody else, or a new object. */
  #unknown(callee: CodeValue, name: string, args: Arguments): CodeValue {
    this.#callbacks(args)
    emitProtectedByCode(this, callee, name, args)
    if (/^[A-Z]/.test(name)) this.#construct(args)
    return unknownResult(callee, args)
  }

  /** A function of the code: with arguments of which nothing is known it is followed once, and once with each that it was given. */
  #own(body: Body, callee: CodeValue, args: Arguments): CodeValue {
    const list = isMethodBody(body) ? [callee.self ?? NONE, ...args.list] : args.list
    const key = keyOf(list)
    if (key === undefined) return this.invoke(body, list)
    const results = this.#results.get(body) ?? new Map<string, CodeValue>()
    this.#results.set(body, results)
    const known = results.get(key)
    if (known) return known
    results.set(key, NONE)
    const result = this.invoke(body, list)
    results.set(key, result)
    return result
  }

  once(key: string, act: () => Stream): Stream {
    const here = `${this.scope.cwd}\0${this.scope.files.size}\0${key}`
    const known = this.#done.get(here)
    if (known) return known
    if (this.#done.size >= MOST_ACTS) {
      this.runner.problem('the code does too much to be followed')
      return UNKNOWN
    }
    const stream = act()
    this.#done.set(here, stream)
    return stream
  }

  /** Node gives results to the last argument: as the only one, or after an error. */
  #giveBack(args: Arguments, result: CodeValue): void {
    const body = args.list.at(-1)?.body
    if (body) this.invoke(body, body.parameters.length > 1 ? [NONE, result] : [result])
  }

  /** What is given to somebody else is called by them. */
  #callbacks(args: Arguments): void {
    for (const { body } of [...args.list, ...args.named.values()])
      if (body && !this.#followed.has(body)) this.invoke(body, [])
  }

  #construct(args: Arguments): void {
    for (const name of ['__init__', 'constructor', 'initialize', '__construct']) {
      const body = this.functions.get(name)
      if (body) this.#own(body, NONE, args)
    }
  }
}

export function styleOf(language: string): LanguageStyle | undefined {
  return Object.hasOwn(STYLES, language) ? STYLES[language] : undefined
}
