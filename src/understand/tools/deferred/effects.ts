/**
 * Text that something runs later by itself. It is judged when it is run; when it is written, only what no such file needs counts: foreign
 * code, secrets handed out, destruction.
 */
import { basename, dirname } from '../../../common/path.ts'
import type { Effect } from '../../../model/action.ts'
import type { Facts } from '../../../model/facts.ts'
import { loadMayAct } from '../../on-demand.ts'
import { understand, understandCode } from '../../shell/understand.ts'
import type { ToolContext } from '../action.ts'
import { type DeferredKind, deferredKinds } from '../deferred-kinds.ts'
import { filledIn } from './expressions.ts'
import { handsOut } from './handed-out.ts'
import { isKnownInstaller } from './installers.ts'
import { losesHere, losesProduction, losesThere } from './losses.ts'
import { READERS } from './readers.ts'
import type { DeferredText, RunsOn } from './text.ts'

/** The texts of one file are followed up to this length, in UTF-16 units. */
const LONGEST = 256 * 1024
/** Those that are run without anybody asking for them by name: they reach into what stays on the machine for no good reason. */
const BY_ITSELF: ReadonlySet<DeferredKind> = new Set<DeferredKind>([
  'json',
  'devcontainer',
  'hook',
  'start',
  'python',
  'pth',
  'notebook',
  'git',
])
/** Their tools show what they are about to do, and ask. */
const SHOWN_FIRST: ReadonlySet<DeferredKind> = new Set<DeferredKind>(['hcl'])
/** They run where they lie, and others in the root of the project. */
const IN_PLACE: ReadonlySet<DeferredKind> = new Set<DeferredKind>([
  'json',
  'start',
  'python',
  'make',
  'just',
  'notebook',
  'compose',
])

/** What a file that is written like this will do beyond what such a file is for. What stood in it `before` is somebody's own. */
export function effectsOfDeferred(
  file: string,
  content: string,
  before: string | undefined,
  context: ToolContext,
): readonly Effect[] {
  if (content.length > LONGEST) return []
  return deferredKinds(file).flatMap(kind => {
    const old = before === undefined ? [] : READERS[kind](before, file)
    const said = new Set(old.map(textIdentity))
    const texts = READERS[kind](content, file).filter(text => !said.has(textIdentity(text)))
    const found = graveEffects(kind, file, texts, context)
    if (found.length === 0 || old.length === 0) return found
    const known = new Set(graveEffects(kind, file, old, context).map(identity))
    return found.filter(effect => !known.has(identity(effect)))
  })
}

const OF_PROGRAMS: ReadonlySet<DeferredKind> = new Set<DeferredKind>(['source', 'data', 'other'])

/** A program may empty directories of its project, and instructions name other indexes as examples. */
function isOrdinary(kind: DeferredKind, { verb, target }: Effect): boolean {
  if (kind === 'instructions') return verb === 'receive'
  return OF_PROGRAMS.has(kind) && verb === 'delete' && target.class === 'project'
}

function textIdentity({ text, language, place }: DeferredText): string {
  return JSON.stringify([text, language, place])
}

function identity({ verb, target, details }: Effect): string {
  return JSON.stringify([verb, target.value, details.origin, details.from, details.carries])
}

function graveEffects(
  kind: DeferredKind,
  file: string,
  texts: readonly DeferredText[],
  context: ToolContext,
): readonly Effect[] {
  const cwd =
    IN_PLACE.has(kind) && !/\/\.(vscode|zed|idea|run|cursor)\//.test(file) ? dirname(file) : context.projectRoot
  const seen = new Set<string>()
  // A step that a file repeats is understood once.
  const different = new Map(texts.map(text => [textIdentity(text), text]))
  return [...different.values()].flatMap(deferred => {
    const place = deferred.place ?? 'host'
    return effectsOf(deferred, file, OF_PROGRAMS.has(kind), {
      ...context,
      cwd,
      facts: factsFor(deferred, context.facts),
    })
      .filter(
        effect =>
          !(effect.verb === 'delete' && place === 'host' && SHOWN_FIRST.has(kind)) &&
          !isOrdinary(kind, effect) &&
          effect.target.value !== file &&
          (isGrave(effect, place, BY_ITSELF.has(kind), context) || losesProduction(effect, file, deferred)),
      )
      .filter(effect => !seen.has(identity(effect)) && seen.add(identity(effect)))
      .map(({ span: _span, flags: _flags, ...effect }) => ({
        ...effect,
        details: { ...effect.details, via: [basename(file)], deferred: true, ...(place !== 'host' && { place }) },
      }))
  })
}

/** What is not there yet may be there when a command runs, wherever that is. */
function factsFor({ language }: DeferredText, facts: Facts): Facts {
  if (language !== undefined) return facts
  return {
    ...facts,
    path(path) {
      const fact = facts.path(path)
      return fact.type === 'missing' ? { ...fact, type: 'unknown' } : fact
    },
  }
}

/** A program is judged by its own text: the modules that it loads were judged when they were written. */
function effectsOf(
  { text, language }: DeferredText,
  file: string,
  isProgram: boolean,
  context: ToolContext,
): readonly Effect[] {
  const filled = language === undefined ? filledIn(text).replace(OWN_PATH, () => file) : filledIn(text)
  if (filled.trim() === '') return []
  if (isProgram && language !== undefined && !loadMayAct().mayAct(language, filled)) return []
  if (language === undefined || language === 'powershell')
    return understand(filled, context, language ?? 'shell').effects
  return understandCode(language, filled, file, context, isProgram).effects
}

/** A script's own path, by which it finds its directory. */
const OWN_PATH = /\$(?:0\b|\{0\}|BASH_SOURCE\b(?:\[0\])?|\{BASH_SOURCE(?:\[0\])?\})/g
/** Calls by which a file of settings is read. */
const SETTING = /^(npm config|pip)/
/** Programs that run what they load. */
const RUNS_AT_ONCE = /^(npx|bunx|pnpx|uvx|bun x|npm exec|pipx run|(pnpm|yarn) dlx)/
/** Who may log in is no matter of a build. */
const isLogin = ({ target }: Effect): boolean => /\/\.ssh\/authorized_keys2?$/.test(target.value)
const STAYS = /^(persistence|safety_control)$/

function isGrave(effect: Effect, place: RunsOn, isByItself: boolean, context: ToolContext): boolean {
  const { verb, target, details } = effect
  if (details.reverse_shell === true || details.bomb === true) return true
  if (verb === 'send') return handsOut(details, target.value)
  if (verb === 'execute') {
    if (details.origin !== 'network') return details.origin === 'decoded' || details.variable === 'script-shell'
    // What runs without being asked for has no reason to install anything on this machine.
    return (place === 'host' && isByItself) || !isKnownInstaller(String(details.from ?? ''))
  }
  // The index that all packages come from, or a package from an address that is run.
  if (verb === 'receive')
    return (
      details.foreign === true && (details.source === 'index' ? SETTING : RUNS_AT_ONCE).test(String(details.program))
    )
  return isLoss(effect, place, isByItself, context)
}

function isLoss(effect: Effect, place: RunsOn, isByItself: boolean, context: ToolContext): boolean {
  const { verb, target, details, certain, severity } = effect
  // Whichever of the disks it is that a loop goes through.
  if (certain === false) return severity === 'critical' && verb === 'write' && target.value.startsWith('/dev/')
  if (verb === 'delete')
    return place === 'host' ? losesHere(effect, isByItself, context) : losesThere(effect, place, context)
  if (place !== 'host') return false
  if (verb === 'rewrite_history') return details.permanent === true
  if (verb === 'write') return target.class === 'device' || isLogin(effect) || (isByItself && STAYS.test(target.class))
  return severity === 'critical' && /^(system|metadata|process)$/.test(verb)
}
