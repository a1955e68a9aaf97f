/** Secrets that go along where directories are taken as a whole: packed, sent, or printed file by file. */

import { isInside, resolvePath } from '../../common/path.ts'
import type { Taint } from '../../model/action.ts'
import { classifyPath, holdsKeysElsewhere, isCredential } from '../paths/classify.ts'
import { expandedGlob } from './globs.ts'
import { sendingKey } from './model.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { choosingWords, type Selection, selectionByFile, selectionOf } from './selection.ts'
import { pathTargets } from './targets.ts'
import { type Field, isKnown } from './value.ts'
import { secretsBelow } from './walked.ts'

/** Of which call it is asked: its options choose among the files. */
interface Choosing {
  readonly path: readonly string[]
  readonly words: readonly Field[]
  /** Names of files of patterns that leave something out, where they lie in the directory. */
  readonly ignores?: readonly string[]
}

/**
 * The first secret below the directories that are named and not left out by an option. What git holds is no secret any more from
 * whoever gets the project.
 */
export function secretAlong(
  sources: readonly Field[],
  { path: [program = ''], words, ignores = [] }: Choosing,
  runner: Runner,
  scope: Scope,
): readonly Taint[] {
  if (scope.place.kind !== 'local') return []
  const chosen = selectionOf(program, words, runner, scope)
  const isTaken = (path: string, base: string, dotless: boolean, { asGit, takes }: Selection): boolean => {
    const relative = path.slice(base === '/' ? 1 : base.length + 1)
    // A star stands for no dot at the beginning of a name.
    if (dotless && relative.startsWith('.') && !runner.takesDots) return false
    const git = runner.facts.git(path)
    if (git === 'clean' || git === 'modified' || ((asGit || chosen.asGit) && git === 'ignored')) return false
    return takes(relative) && chosen.takes(relative)
  }
  // `--include='.aws/***'`: whoever names a place of secrets means it, whatever lies there now.
  const isNamedSecret = (path: string, base: string): boolean =>
    !/^(clean|modified)$/.test(runner.facts.git(path)) &&
    (chosen.takes(path.slice(base.length + 1)) || chosen.takes(`${path.slice(base.length + 1)}/x`)) &&
    (classifyPath(path, runner).class === 'secret' || isPlaceOfKeys(path, runner))
  for (const source of sources.filter(({ tracked }) => !tracked))
    for (const { target } of pathTargets(source, scope, runner)) {
      const isContents = target.value.endsWith('/*')
      const base = target.value.replace(/(?<=.)\/\*$/, '')
      if (target.kind !== 'path') continue
      const led = followsLinks(program, words, runner) ? linkedSecret(base, runner, scope) : undefined
      if (led !== undefined) return [{ kind: 'secret', from: led }]
      if (!isContents && runner.facts.path(base).type !== 'directory') continue
      const ignored = selectionByFile(base, ignores, runner, scope)
      const from = secretsBelow(base, runner).find(path => isTaken(path, base, isContents && isStar(source), ignored))
      const named = chosen.named.map(each => `${base}/${each}`).find(path => isNamedSecret(path, base))
      if (named !== undefined) return [{ kind: 'secret', from: named }]
      if (from !== undefined) return [{ kind: 'secret', from, within: true }]
    }
  return []
}

/** Whether links are followed into what they lead to: as the data of the program says (`links`), else they are. */
function followsLinks(program: string, words: readonly Field[], { models }: Runner): boolean {
  const [links] = models(program)?.links ?? models(sendingKey(program))?.links ?? []
  if (links?.follows) return words.some(({ text }, at) => isOption(text, at, links.follows ?? []))
  return !words.some(({ text }, at) => isOption(text, at, links?.keeps ?? []))
}

/** `-L` also stands among other letters, and `h` is one of those of a first word without a dash. */
function isOption(text: string, at: number, spelled: readonly string[]): boolean {
  return spelled.some(each => {
    if (/^-\w$/.test(each)) return /^-[a-zA-Z]+$/.test(text) && text.includes(each.slice(1))
    return each.startsWith('-') ? text === each : at === 0 && /^[a-zA-Z]+$/.test(text) && text.includes(each)
  })
}

/** A directory of which keys are the point. */
function isPlaceOfKeys(path: string, { facts }: Runner): boolean {
  return facts.homes.some(home => isInside(path, home) && holdsKeysElsewhere(`~${path.slice(home.length)}`))
}

/** What a link leads to that this command has made below a directory, where that is a secret or holds one. */
function linkedSecret(base: string, runner: Runner, scope: Scope): string | undefined {
  for (const [at, to] of scope.links) {
    if (!isInside(at, base) || !isKnown(to)) continue
    if (classifyPath(to, runner).class === 'secret' || isPlaceOfKeys(to, runner)) return to
    const [within] = secretsBelow(to, runner)
    if (within !== undefined) return within
  }
  return undefined
}

function isStar({ text }: Field): boolean {
  return /(^|\/)\*[^/]*$/.test(text)
}

/** Of the files that a pattern names, the secrets that git does not hold. */
export function secretsNamed(pattern: Field, runner: Runner, scope: Scope): readonly Taint[] {
  if (!pattern.glob || scope.place.kind !== 'local') return []
  const paths = pathTargets(pattern, scope, runner).map(({ target }) => target.value)
  // Of `.*` the directories `.` and `..` are what is judged, where something is deleted; here it is the files.
  const written = isKnown(pattern.text) && isKnown(scope.cwd) ? [resolvePath(scope.cwd, pattern.text)] : []
  const found = [...new Set([...paths, ...written])].flatMap(path => expandedGlob(path, runner) ?? [])
  const secrets = found.filter(path => isCredential(path, runner) && !/^(clean|modified)$/.test(runner.facts.git(path)))
  return secrets.slice(0, 1).map(from => ({ kind: 'secret', from }))
}

/** Words without those that say what is left out. */
export function withoutExcluded(fields: readonly Field[], { path: [program = ''], words }: Choosing): readonly Field[] {
  const excluded = choosingWords(program, words)
  if (excluded.size === 0) return fields
  // The value of `--exclude=.env` is cut from its word.
  const values = new Set([...excluded].map(({ text }) => /^--?[\w-]+=(.+)$/s.exec(text)?.[1]))
  return fields.filter(field => !excluded.has(field) && (words.includes(field) || !values.has(field.text)))
}
