/** Code given to an interpreter: what it deletes, writes, starts and sends, as far as that can be told from its text. */
import { target } from '../paths/effect.ts'
import { firstVariable } from '../programs/database.ts'
import { preciousAmong } from '../shell/globs.ts'
import { notedNames } from '../shell/noted-settings.ts'
import { emitCarried } from '../shell/secret-script.ts'
import { ANYTHING, isKnown, NOTHING, type Stream, UNKNOWN } from '../shell/value.ts'
import { empty } from './actions/perform.ts'
import { appleScriptEffects } from './applescript.ts'
import { awkEffects } from './awk.ts'
import { commandEffects, escapeEffects } from './commands.ts'
import { Follower, styleOf } from './follower.ts'
import { isForkBomb } from './fork-bomb.ts'
import { lispEffects } from './lisp.ts'
import { mentionedIn } from './mentions.ts'
import { sendsNamed } from './named-files.ts'
import { isReverseShell } from './reverse-shell.ts'
import type { CodeRun } from './run.ts'
import { translated } from './small/translate.ts'
import { tclEffects } from './tcl.ts'
import { type CodeToken, tokensOf } from './tokens.ts'
import { type CodeValue, outsideOf, taintsOf } from './value.ts'

const DEEPEST = 6
/** Languages of which only some calls are looked for in the text. */
const READERS: Readonly<Record<string, typeof tclEffects>> = {
  tcl: tclEffects,
  lisp: lispEffects,
  other: commandEffects,
  gnuplot: escapeEffects,
}

/** Whoever opens a file anew writes to it, by one of these names: else it is left empty. */
const WRITES =
  /write|dump|print|puts|say|save|store|copy|send|pipe|stream|append|export|encode|serialize|flush|log|to_|<<|^send|^put|^echo/i

/** Emits what code does, and tells what it prints. Code of a language that is not known here says nothing. */
export function effectsOfCode(language: string, code: string, around: CodeRun): Stream {
  const { runner, scope, stdin, depth = 0 } = around
  const before = runner.effects.length
  const out = followCode(language, code, around)
  // What comes in is read in many ways: what the code sends may hold it.
  const secrets = depth > 0 ? [] : (stdin?.taints ?? []).filter(({ kind }) => kind === 'secret')
  if (secrets.length > 0) emitCarried(secrets, before, runner, scope)
  return out
}

function followCode(language: string, code: string, around: CodeRun): Stream {
  const style = styleOf(language)
  const { runner, span, args = [], isFile = false, depth = 0, stdin } = around
  const { tokens, cut } = tokensOf(language, translated(language, code) ?? code)
  const run = withMentions(tokens, around)
  const { scope } = run
  if (!scope.standing) runner.notice(code, args)
  const reads = Object.hasOwn(READERS, language) ? READERS[language] : undefined
  reads?.(code, runner, scope, span)
  if (!isFile || run.isCalled) sendsNamed(code, language, runner, scope, span)
  if (!style || depth > DEEPEST) return UNKNOWN
  let printed: readonly CodeValue[] = []
  if (cut && !isFile) emitUnread(language, run)
  if (language === 'awk')
    awkEffects(tokens, { variables: run.variables ?? new Map(), stdin: stdin ?? NOTHING }, runner, scope, span)
  else if (language === 'applescript') appleScriptEffects(tokens, runner, scope, span)
  else {
    const evaluate = (text: string): void => {
      effectsOfCode(language, text, { ...run, isFile: false, depth: depth + 1 })
    }
    const { path = `${scope.cwd}/`, isCalled = false, isAlone = false } = run
    const follower = new Follower(
      { language, runner, scope, span, args, isFile, path, isCalled, isAlone, evaluate, stdin },
      tokens,
      style,
    )
    if (run.perLine) for (const name of ['_', '$_']) follower.variables.set(name, outsideOf(stdin))
    follower.follow()
    if (!isFile) leaveEmpty(follower, tokens)
    printed = follower.printed
  }
  const emit = (verb: 'execute' | 'process', detail: Readonly<Record<string, true>>): void =>
    runner.emit(
      {
        verb,
        target: target(verb === 'process' ? 'process' : 'none', language),
        severity: 'critical',
        details: { ...detail, program: language },
        ...(span && { span }),
      },
      scope,
    )
  if (isReverseShell(tokens)) emit('execute', { reverse_shell: true })
  if (isForkBomb(tokens)) emit('process', { bomb: true })
  return outputOf(printed, code, run)
}

/** Files that the code opens anew, and writes nothing to. */
function leaveEmpty(follower: Follower, tokens: readonly CodeToken[]): void {
  if (follower.truncated.length === 0 || tokens.some(({ text }) => WRITES.test(text))) return
  for (const path of follower.truncated) empty(follower, path)
}

/** The code acts on the production that it names. */
function withMentions(tokens: readonly CodeToken[], run: CodeRun): CodeRun {
  const { runner, scope } = run
  const { production } = runner.facts.declared
  if (production === undefined) return run
  const read = (variable: string): string | undefined => firstVariable([variable], runner, scope)
  const names = [...mentionedIn(tokens, production, read), ...notedNames([], true, scope)]
  return names.length === 0 ? run : { ...run, scope: { ...scope, mentions: names } }
}

/** What hides a text: letters turned around, numbers made into letters, encodings. */
const HIDES =
  /\[::-1\]|\breversed?\b|\bchr\b|fromCharCode|fromCodePoint|b64|base64|fromhex|unhexlify|rot_?13|atob|maketrans|\bpack\b|strrev|substr\(|sprintf\("%c|\by\/|\btr\//

/** What code prints: its text, where all of it is known; anything, where it hides what it is. */
function outputOf(printed: readonly CodeValue[], code: string, { runner, scope, isFile }: CodeRun): Stream {
  const taints = taintsOf(printed)
  const texts = printed.map(({ text }) => text)
  if (texts.length > 0 && texts.every(text => text !== undefined && isKnown(text)) && !printed.some(({ glob }) => glob))
    return { text: texts.map(text => `${text}\n`).join(''), taints }
  // A script that was there before the session is what it was for its author.
  const isHidden = !(isFile && scope.standing) && (HIDES.test(code) || texts.some(text => text?.includes(ANYTHING)))
  const patterns = printed.flatMap(({ text, glob }) => (glob && text !== undefined ? [{ text, glob, taints: [] }] : []))
  return {
    taints,
    ...(isHidden && { computed: true }),
    ...(patterns.length > 0 && { guarded: () => preciousAmong(patterns, runner, scope) }),
  }
}

/** What stands behind the part that is read may do anything. */
function emitUnread(language: string, { runner, scope, span }: CodeRun): void {
  runner.problem(`the ${language} code is too long to be read to its end`)
  const details = { source: 'unread', program: language }
  runner.emit(
    { verb: 'execute', target: target('none', language), certain: false, details, ...(span && { span }) },
    scope,
  )
}
