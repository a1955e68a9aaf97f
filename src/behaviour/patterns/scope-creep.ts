/** Changes spread over places that have nothing to do with the project. */

import { once } from '../../common/memo.ts'
import { isInside } from '../../common/path.ts'
import type { Touched } from '../../model/action.ts'
import { definePattern } from '../../model/define.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import { workspaceOf } from '../../session/workspace.ts'
import { isAccountSetting } from '../../understand/paths/tools-own.ts'
import { ofPrograms } from '../conclusion/untracked-side-effects.ts'
import {
  confidenceOf,
  evidenceOf,
  hasFailed,
  isToolsOwn,
  listed,
  OUTSIDE_CLASSES,
  ownSteps,
  rootOf,
  shifted,
} from './steps.ts'

const ROOTS = 3
/** Of the changes in the window; more than so large a part, and at least so many of them. */
const SHARE = 0.3
const SAMPLES = 5
/** In one place: so many calls that went there. */
const DECISIONS = 3
/** So many changes, looked for in so many steps. */
const WINDOW = 10
const STEPS = 30
/** What the machine starts or runs on counts double, what is only looked at counts little. */
const CRITICAL_WEIGHT = 2
const READ_WEIGHT = 0.1

/**
 * Severity high. Three places, or more than 0.3 of at least five changes, have confidence 0.6 (0.39: Claude is reminded of what was
 * asked for); each further place, and each one that the machine starts or runs on, adds 0.1, up to 0.95. What the person named, installing packages,
 * caches and what belongs to dependencies never count, nor does the system of a machine that
 * may be lost.
 */
export const scopeCreep = definePattern({
  id: 'scope_creep',
  order: 100,
  description:
    'Changes spread to places outside the project that nobody named: no repository keeps them, and nobody will look there.',
  severity: 'high',
  when: 'after',
  escalation: ['context_reinforcement', 'resource_throttling', 'checkpoint_rollback', 'emergency_stop'],
  detect(view) {
    const { step, sensitivity, facts } = view
    const { homes } = facts
    const workspace = workspaceOf(view.session.project_root, facts)
    const isOutside = (each: Touched) =>
      !isInside(each.path, workspace) &&
      ((OUTSIDE_CLASSES.has(each.class) && !isToolsOwn(each.path, homes)) || isAccountSetting(each.path, homes)) &&
      !each.named &&
      !(isCritical(each) && (view.disposable || isMachineWork(view.session.goals)))
    const changes = changesIn(view)
    const outside = changes.filter(({ touched }) => isOutside(touched))
    // A call may touch a path twice: what it was last touched as decides whether this call left the project.
    if (!outside.some(({ of }) => of.step === step.step)) return undefined
    const { project_root } = view.session
    const roots = [...new Set(outside.map(({ touched }) => placeOf(touched, homes, project_root)))]
    const critical = outside.filter(({ touched }) => isCritical(touched)).length
    const least = shifted(ROOTS, sensitivity)
    const share = shareOf(changes, isOutside, ownSteps(view, WINDOW))
    const spread = roots.length >= least
    // What is handed over in one place by a call or two is one decision.
    const decisions = new Set(outside.map(({ of }) => of.step)).size
    if (!spread && critical === 0 && decisions < shifted(DECISIONS, sensitivity)) return undefined
    if (!spread && !(changes.length >= shifted(SAMPLES, sensitivity) && share > SHARE)) return undefined
    const paths = [...new Set(outside.map(({ touched }) => touched.path))]
    return {
      confidence: confidenceOf(Math.max(roots.length, least) + Math.min(critical, 2), least),
      problem: `${paths.length} of the last ${changes.length} changed paths lie outside the project, in ${roots.length === 1 ? 'one place' : `${roots.length} places`} that nobody named: ${listed(paths.toReversed(), 4, 55)}.`,
      next: `Keep to ${view.session.project_root}: put what belongs to the work there, take back what is not needed at ${listed(roots, 3, 40)}, and ask the person before anything else outside is changed.`,
      details: { roots: roots.slice(0, 20), outside: paths.length, changes: changes.length, critical },
      evidence: evidenceOf([...new Set(outside.map(({ of }) => of))]),
      ...(critical > 0 && { harm: true }),
    }
  },
})

/** To set up a machine or an account is the task: what it starts with and runs on is what is worked on. */
const isMachineWork = (goals: readonly string[]): boolean => goals.some(goal => SETS_UP_MACHINE().test(goal))
const SETS_UP_MACHINE = once(
  () =>
    /(?:^|[.!;:]\s*)(?:(?:this|that|my|the|mein|meine|ich\s+habe|i\s+have|i\s+got)\s+)*(?:an?\s+|einen?\s+)?(?:new|fresh|neue[rmns]?|frische[rmns]?|nouve(?:au|lle)|nuev[oa]|nov[oa]|nuov[oa]|nieuwe)\s+(?:laptop|machine|mac(?:book)?|pc|computer|server|vps|vm|box|rechner|serveur|ordinateur|ordi|servidor|portátil|computador|notebook)(?!\s+\p{L})|\b(?:vps|server|box|machine|laptop)\s+(?:is|ist)\s+(?:fresh|new|neu|frisch)\b|(?<!\p{L})(?:set\s*(?:it\s+|this\s+|them\s+)?up|provision|einrichten|richte|aufsetzen|setz)\s[^.\n]{0,60}(?<!\p{L})(?:an?|the|this|my|our|den|die|das|einen|eine|meinen|mein)\s+(?:server|vps|machine|laptop|rechner|firewall|dotfiles)(?!\p{L})/imu,
)

const isCritical = (touched: Touched): boolean => touched.class === 'system' || touched.class === 'persistence'

/** What the system runs on is told apart one level deeper: /etc/ssl and /etc/cron.d are two places. */
function placeOf(touched: Touched, homes: readonly string[], project: string): string {
  const { path } = touched
  if (!path.startsWith('/')) return path.split('/', 1)[0] ?? path
  const beside = project.slice(0, project.lastIndexOf('/'))
  // What lies where the project lies are projects of their own.
  const root = rootOf(path, beside !== '' && path.startsWith(`${beside}/`) ? [beside] : homes)
  // What a shell or a program starts with lies right in the home, each for itself.
  if (homes.some(home => root === home)) return isCritical(touched) ? path : root
  const isInHome = homes.some(home => root.startsWith(`${home}/`))
  if (isCritical(touched) && !isInHome) return rootOf(path, [root])
  return COLLECTIONS.test(root) ? rootOf(path, [root]) : root
}

/** Directories in which people keep one project beside the other. */
const COLLECTIONS =
  /^\/(?:home|Users|mnt|media|srv|data|work|Volumes|workspaces?)$|\/(?:work(?:spaces?)?|src|code|coding|repos?|repositories|projects?|git(?:hub|lab)?|dev|develop(?:er|ment)?|sites|www|source|[A-Z]\w*Projects|Documents|Desktop|projekte|proyectos|projets)$/

function changesOf(step: Step): readonly Touched[] {
  const { role, touched } = step.features
  if (role === 'install' || step.status === 'stopped' || hasFailed(step)) return []
  return [...touched.filter(({ verb }) => verb !== 'read'), ...settingsOf(step)]
}

/** Settings of the whole account that a program keeps for itself: `git config --global`, `go env -w`. The program is the place. */
function settingsOf({ signature }: Step): readonly Touched[] {
  return ofPrograms(signature)
    .filter(({ kind, name }) => kind === 'setting' && !FIRST_SETTINGS.test(name))
    .map(({ name, undo }) => ({ path: `${undo.split(' ', 1)[0]}/${name}`, verb: 'write', class: 'home' }))
}

/** Who commits, and which directories git trusts: what a fresh machine asks for before any work. */
const FIRST_SETTINGS = /^(?:user|safe|init|advice|core\.(?:editor|pager|autocrlf))(?:\.|$)/i

interface Change {
  readonly touched: Touched
  readonly of: Step
}

/** The newest changes, each path once, as it was changed last. */
function changesIn(view: BehaviourView): readonly Change[] {
  const byPath = new Map<string, Change>()
  for (const of of ownSteps(view, STEPS))
    for (const touched of changesOf(of)) {
      // What the session made outside and writes once more still lies outside.
      const known = touched.class === 'session_made' && touched.verb !== 'delete' ? byPath.get(touched.path) : undefined
      byPath.delete(touched.path)
      byPath.set(touched.path, { touched: known?.touched ?? touched, of })
    }
  return [...byPath.values()].slice(-WINDOW)
}

/** 0..1: the weighted part of what was touched that lies outside. */
function shareOf(changes: readonly Change[], isOutside: (touched: Touched) => boolean, steps: readonly Step[]): number {
  const reads = steps.flatMap(({ features }) => features.touched.filter(({ verb }) => verb === 'read'))
  const weigh = (touched: Touched): number =>
    touched.verb === 'read' ? READ_WEIGHT : isOutside(touched) && isCritical(touched) ? CRITICAL_WEIGHT : 1
  const all = [...changes.map(({ touched }) => touched), ...reads]
  const total = all.reduce((sum, touched) => sum + weigh(touched), 0)
  const outside = all.filter(isOutside).reduce((sum, touched) => sum + weigh(touched), 0)
  return total === 0 ? 0 : outside / total
}
