/** Scans a directory or a file: which commands its files make run, and what the review says of each. Reads, and does nothing else. */
import { lstatSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isInside } from '../../common/path.ts'
import { realPath } from '../../common/real-path.ts'
import { redact } from '../../content/redact/redact.ts'
import { type Finding, SEVERITIES, type Severity } from '../../model/action.ts'
import type { Review } from '../../model/review.ts'
import { inLanguage } from '../../understand/tools/deferred-text.ts'
import { findFiles, LINK, readBounded } from './files.ts'
import { lineAt, lineOf } from './lines.ts'
import type {
  Remark,
  ScanFinding,
  ScannedCommand,
  ScannedFile,
  ScanReport,
  SourceResult,
  Trigger,
  Unlooked,
} from './model.ts'
import { type ScanReviewer, scanReviewer } from './review.ts'
import { scanSourceOf } from './sources/index.ts'
import { unparsedReason } from './sources/texts.ts'

export interface ScanLimits {
  readonly commands: number
  readonly files: number
  /** Of the whole scan. */
  readonly milliseconds: number
}

export const LIMITS: ScanLimits = { commands: 5000, files: 5000, milliseconds: 120_000 }

/** The review of a file that runs later reads so much of it. */
const MOST_CHARACTERS = 256 * 1024
/** One command of this length is no command that somebody wrote. */
const LONGEST_COMMAND = 64 * 1024
/** So many reasons of one kind are listed; the rest is counted. */
const MOST_UNLOOKED = 200

/** @throws ConfigError; and the system's error where the path cannot be looked at. */
export function scan(path: string, home: string | undefined, limits: ScanLimits = LIMITS): ScanReport {
  const place = realPath(resolve(path))
  const isDirectory = lstatSync(place).isDirectory()
  const root = isDirectory ? place : rootOf(place)
  const until = performance.now() + limits.milliseconds
  const isOver = (): boolean => performance.now() > until
  const state = new Scan(root, scanReviewer(root, home), limits, isOver)
  if (isDirectory) {
    const { names, unlooked } = findFiles(root, name => scanSourceOf(name) !== undefined, isOver)
    for (const each of unlooked) state.leaveOut(each.what, each.why)
    for (const name of names) state.take(name)
  } else state.take(place.slice(root.length))
  return state.report(place)
}

/** What a single file's name is read from: the directories that give a file its meaning belong to the name. */
function rootOf(file: string): string {
  const found =
    /^(.*?)\/\.(?:github|gitlab|circleci|vscode|claude|cursor|devcontainer|husky|git|cargo|buildkite)\//.exec(file)?.[1]
  return found === undefined || found === '' ? dirname(file) : found
}

/** What a command names and does not run. */
const NO_PROGRAM = /\.(json|md|txt|lock|ya?ml|html|css|svg|png)$/

class Scan {
  readonly #root: string
  readonly #reviewer: ScanReviewer
  readonly #limits: ScanLimits
  readonly #isOver: () => boolean
  /** Of commands one by one, and of files as a whole. */
  readonly #findings = new Map<string, ScanFinding>()
  readonly #wholes = new Map<string, ScanFinding>()
  readonly #unlooked: Unlooked[] = []
  readonly #reviewed = new Set<string>()
  #skipped = { files: 0, commands: 0 }
  #files = 0
  #commands = 0

  constructor(root: string, reviewer: ScanReviewer, limits: ScanLimits, isOver: () => boolean) {
    this.#root = root
    this.#reviewer = reviewer
    this.#limits = limits
    this.#isOver = isOver
  }

  leaveOut(what: string, why: string): void {
    this.#unlooked.push({ what: what.replace(/^\//, '') || '.', why })
  }

  /** A file by its own kind, or as something that another file runs. */
  take(name: string, by?: Trigger): void {
    const source = scanSourceOf(name)
    const trigger = by ?? source?.trigger
    if (trigger === undefined || (source === undefined && by === undefined)) return
    const key = `${name} ${by?.starts ?? ''}`
    if (this.#reviewed.has(key)) return
    this.#reviewed.add(key)
    if (this.#files >= this.#limits.files || this.#isOver()) {
      this.#skipped.files++
      return
    }
    const real = realPath(join(this.#root, name))
    if (!isInside(real, this.#root)) {
      this.leaveOut(name, LINK)
      return
    }
    const text = readBounded(real)
    if (text === undefined) return
    if (typeof text !== 'string') {
      this.leaveOut(name, text.why)
      return
    }
    if (text.includes('\0')) {
      if (source !== undefined) this.leaveOut(name, 'no text')
      return
    }
    this.#files++
    const directory = dirname(join(this.#root, name))
    const file: ScannedFile = {
      path: join(this.#root, name),
      name,
      text,
      hasBeside: beside => lstatSync(join(directory, beside), { throwIfNoEntry: false })?.isFile() === true,
    }
    if (text.length > MOST_CHARACTERS)
      this.leaveOut(name, `only its commands were looked at: longer than ${MOST_CHARACTERS / 1024} KB`)
    else this.#judgeWhole(file, trigger)
    if (by !== undefined && source === undefined) this.#judgeProgram(file, by)
    else this.#readSource(file, source?.read?.(file) ?? {}, trigger)
  }

  #readSource(file: ScannedFile, found: SourceResult, trigger: Trigger): void {
    const problem = found.problem ?? unparsedReason(file.name, file.text)
    if (problem !== undefined) this.leaveOut(file.name, problem)
    for (const remark of found.remarks ?? []) this.#addRemark(remark, file, trigger)
    for (const command of found.commands ?? []) this.#judgeCommand(command, file)
    for (const { file: named, ...by } of found.runs ?? []) {
      // Beside the file, or below the root, where most things are started.
      const places = named.startsWith('/') ? [this.#root] : [dirname(file.path), this.#root]
      for (const path of new Set(places.map(place => join(place, named))))
        if (isInside(path, this.#root)) this.#takeNamed(path.slice(this.#root.length), by)
    }
  }

  /** `node scripts/install` is `scripts/install.js`, and a directory its `index.js`. */
  #takeNamed(name: string, by: Trigger): void {
    for (const ending of ['', '.js', '.cjs', '.mjs', '/index.js']) {
      const stat = lstatSync(join(this.#root, `${name}${ending}`), { throwIfNoEntry: false })
      if ((stat?.isFile() || stat?.isSymbolicLink()) && !NO_PROGRAM.test(name)) this.take(`${name}${ending}`, by)
      if (stat !== undefined && !stat.isDirectory()) return
    }
  }

  /** What runs later in the file, as the review sees it when somebody writes such a file. */
  #judgeWhole(file: ScannedFile, trigger: Trigger): void {
    const review = this.#reviewer.file(file.path, file.text)
    for (const finding of findingsOf(review)) {
      // That the file itself is written is not what is asked here.
      if (finding.evidence.text === file.path || finding.id.startsWith('self.')) continue
      this.#add(finding, file, trigger, this.#lineOf(finding, review, file.text), finding.evidence.text, true)
    }
  }

  /** A program that is run by itself: all that it does counts, as if its text had been typed. */
  #judgeProgram(file: ScannedFile, by: Trigger): void {
    const language = languageOf(file)
    if (language === undefined || by.starts !== 'by_itself') return
    const text = language === 'shell' ? file.text : inLanguage(language, file.text)
    this.#judgeCommand({ ...by, text, line: language === 'shell' ? 1 : 0 }, file, true)
  }

  #judgeCommand(command: ScannedCommand, file: ScannedFile, isProgram = false): void {
    const { text, line } = command
    if (text.trim() === '') return
    if (text.length > LONGEST_COMMAND) {
      this.leaveOut(`${file.name}:${line}`, 'a command of more than 64 KB')
      return
    }
    if (this.#commands >= this.#limits.commands || this.#isOver()) {
      this.#skipped.commands++
      return
    }
    this.#commands++
    const review = this.#reviewer.command(text, dirname(file.path))
    if (review?.fail_safe) {
      this.leaveOut(`${file.name}:${line}`, review.primary_reason)
      return
    }
    for (const finding of findingsOf(review)) {
      if (!counts(finding, command)) continue
      if (isProgram && UNCERTAIN.test(finding.id)) {
        this.leaveOut(`${file.name} (${command.when})`, 'a program of which a part cannot be understood')
        continue
      }
      const offset = finding.evidence.span?.start
      const inner = offset === undefined ? 0 : lineAt(text, offset) - 1
      const words = text.split('\n')[inner]?.trim() ?? ''
      // What stands in the file in another form is looked for by what the finding is about.
      const at = lineOf(file.text, words, 0) > 0 ? line + inner : this.#lineOf(finding, review, file.text, line)
      const shown = text.includes('\n') ? (file.text.split('\n')[at - 1] ?? '') : text
      this.#add(finding, file, command, at, shown)
    }
  }

  #lineOf(finding: Finding, review: Review | undefined, text: string, otherwise = 1): number {
    for (const word of wordsOf(finding, review, this.#reviewer.home)) {
      const line = word.length > 1 || word === '~' ? lineOf(text, word, 0) : 0
      if (line > 0) return line
    }
    return otherwise
  }

  #addRemark(remark: Remark, file: ScannedFile, trigger: Trigger): void {
    const { rule, severity, message, line, target, when = trigger.when, starts = trigger.starts } = remark
    const evidence = file.text.split('\n')[line - 1]?.trim() ?? ''
    this.#keep({
      rule,
      severity,
      message: redact(message),
      file: file.name.slice(1),
      line,
      when,
      starts,
      evidence: redact(evidence),
      target: redact(target),
    })
  }

  #add(
    finding: Finding,
    file: ScannedFile,
    { when, starts }: Trigger,
    line: number,
    evidence: string,
    isWhole = false,
  ): void {
    this.#keep(
      {
        rule: finding.id,
        severity: severityOf(finding, starts, isWhole),
        message: redact(finding.message),
        file: file.name.slice(1),
        line: Math.max(1, line),
        when,
        starts,
        evidence: redact(evidence.trim()),
        target: redact(finding.evidence.text),
        ...(finding.suggestion !== undefined && { suggestion: finding.suggestion }),
      },
      isWhole,
    )
  }

  #keep(finding: ScanFinding, isWhole = false): void {
    const findings = isWhole ? this.#wholes : this.#findings
    const key = JSON.stringify([finding.rule, finding.file, isWhole || finding.line, plainMessage(finding)])
    const known = findings.get(key)
    if (!known || rank(finding.severity) > rank(known.severity)) findings.set(key, finding)
  }

  /** A file is judged as a whole and command by command: what both find is said of the command. */
  #merged(): readonly ScanFinding[] {
    const same = (finding: ScanFinding): string => JSON.stringify([finding.rule, finding.file, plainMessage(finding)])
    const wholes = new Map([...this.#wholes.values()].map(each => [same(each), each]))
    const commands = [...this.#findings.values()].map(each => {
      const whole = wholes.get(same(each))
      return whole && rank(whole.severity) > rank(each.severity) ? { ...each, severity: whole.severity } : each
    })
    const said = new Set(commands.map(same))
    return [...commands, ...[...wholes].flatMap(([key, each]) => (said.has(key) ? [] : [each]))].sort(worstFirst)
  }

  report(root: string): ScanReport {
    const { files, commands } = this.#skipped
    const why = this.#isOver() ? 'no time left' : 'more than are looked at'
    const unlooked = this.#unlooked.slice(0, MOST_UNLOOKED)
    if (this.#unlooked.length > MOST_UNLOOKED)
      unlooked.push({ what: `${this.#unlooked.length - MOST_UNLOOKED} more`, why: 'for reasons like these' })
    if (files > 0) unlooked.push({ what: `${files} files`, why })
    if (commands > 0) unlooked.push({ what: `${commands} commands`, why })
    return {
      root,
      files: this.#files,
      commands: this.#commands,
      findings: this.#merged(),
      not_looked_at: unlooked,
    }
  }
}

/** Without the way that led there, which only a command has. */
const plainMessage = ({ message }: ScanFinding): string => message.replace(/ It is run by [^.]*\.$/, '')

/** Words by which what a finding is about may stand in its file, the most exact first. */
function wordsOf({ evidence, message }: Finding, review: Review | undefined, home: string): readonly string[] {
  const effects = (review?.effects ?? []).filter(
    ({ target }) => target.value !== '' && (target.value === evidence.text || message.includes(target.value)),
  )
  const named = effects
    .flatMap(({ target, details }) => [details.from, details.carries, target.value, details.host])
    .filter(each => typeof each === 'string')
  const inHome = named
    .filter(each => isInside(each, home))
    .flatMap(each => HOMES.map(name => `${name}${each.slice(home.length)}`))
  const programs = effects.flatMap(({ details }) =>
    typeof details.program === 'string' ? [`${details.program} `] : [],
  )
  const words = [...named, ...inHome, evidence.text]
  return [...words, ...words.map(each => basename(each)), ...programs]
}

const HOMES = ['~', '$HOME', '${HOME}', '$(HOME)', '$$HOME']

const findingsOf = (review: Review | undefined): readonly Finding[] =>
  (review?.findings ?? []).filter(({ source }) => source === 'rule')

/** A question is for what nobody asked for; elsewhere, a command is a part of an image or of another machine's work. */
function counts({ id, decision }: Finding, { starts }: ScannedCommand): boolean {
  if (starts === 'elsewhere') return id.startsWith('exec.')
  return decision === 'block' || decision === 'ask'
}

/** Rules that say that something cannot be known, and not what happens. */
const UNCERTAIN = /^(exec\.(unparsedReason|unread-input|dynamic)|self\.unresolved|files\.delete-unknown)$/

/** What a person asks for by its name is asked for, unless it is what no such file needs. */
function severityOf({ id, severity, decision }: Finding, starts: Trigger['starts'], isWhole: boolean): Severity {
  if (UNCERTAIN.test(id)) return starts === 'by_itself' ? 'medium' : 'low'
  if (starts !== 'on_request' || decision === 'block') return severity
  return isWhole && rank(severity) >= rank('high') ? 'medium' : 'low'
}

export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

const ORDER = ['by_itself', 'elsewhere', 'on_request'] as const

function worstFirst(a: ScanFinding, b: ScanFinding): number {
  return (
    rank(b.severity) - rank(a.severity) ||
    ORDER.indexOf(a.starts) - ORDER.indexOf(b.starts) ||
    (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)
  )
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.[cm]?[jt]sx?$/, 'node'],
  [/\.py$/, 'python'],
  [/\.rb$/, 'ruby'],
  [/\.p[lm]$/, 'perl'],
  [/\.php$/, 'php'],
  [/\.(ba|z|k)?sh$/, 'shell'],
]

/** By the name, or by the first line. */
function languageOf({ name, text }: ScannedFile): string | undefined {
  const named = LANGUAGES.find(([ending]) => ending.test(name))?.[1]
  if (named !== undefined) return named
  const [, program = ''] = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?(\w+)/.exec(text) ?? []
  if (/^(ba|z|k|da)?sh$/.test(program)) return 'shell'
  return /^(node|python|ruby|perl|php)/.exec(program)?.[1]
}
