/** After failures, something made up takes the place of what was to be made. */

import { basename } from '../../common/path.ts'
import type { CodeSmell } from '../../model/action.ts'
import { definePattern } from '../../model/define.ts'
import type { Step } from '../../model/session.ts'
import { givesReason } from '../../session/code-smells/admitted.ts'
import { isReport } from '../../session/code-smells/places.ts'
import { codeSmellsIn, failuresBefore, goalsAskFor, isAsking, type PastView } from './code-smells.ts'
import { clipLine, confidenceOf, evidenceOf, listed, shifted, shownStep } from './steps.ts'

const FAILURES = 2

/** Where made-up things are in their place. */
const IN_PLACE =
  /(^|\/)[\w-][\w.-]*[._-](?:unit|integration|acceptance|e2e)?(?:tests?|specs?)\/|(^|\/)(tests?|__tests__|specs?|e2e|fixtures?|mocks?|__mocks__|stubs?|fakes?|testdata|test[-_]data|examples?|samples?|demos?|stories|storybook)\/|[._-](test|tests|spec|stories|story|mock|fixture|example)s?\.[^/]*$|(^|\/)(test_|conftest\.|readme|changelog|contributing)[^/]*$|\.(example|sample)$/i

/** The same without texts: a table of results is handed over in a readme as well. */
const IN_TESTS =
  /(^|\/)[\w-][\w.-]*[._-](?:unit|integration|acceptance|e2e)?(?:tests?|specs?)\/|(^|\/)(tests?|__tests__|specs?|e2e|fixtures?|mocks?|__mocks__|stubs?|fakes?|testdata|test[-_]data|examples?|samples?|demos?)\/|[._-](test|tests|spec|mock|fixture|example)s?\.(?!(?:mdx?|rst|txt|adoc|html?|csv|tsv|tex)$)[^/]*$|(^|\/)(test_\w+\.(?!(?:mdx?|rst|txt|csv)$)|conftest\.)[^/]*$/i

/** Where things are explained; a table of results is handed over there as well, and what the person asked for by its name. */
const IN_DOCS = /(^|\/)docs?\//i

/** Word stems that say it, and by which a request for it is recognised. */
const STEMS = [
  'mock',
  // A simulation that is run is none that is asked for.
  'simulat(?!ions?\\b)',
  'placeholder',
  'dummy',
  'fake',
  'stub',
  'hard-?\\s?cod',
  'realistic',
  'synthetic',
  'sample',
]

/**
 * Severity high: nearly always real, and the person learns of it last. Two failures before have confidence 0.6 (0.39), each
 * further one and each further place 0.1 more, up to 0.95.
 */
export const substitution = definePattern({
  id: 'substitution',
  order: 70,
  description:
    'After failures a deliverable is written that calls itself mock, simulated, placeholder or hard-coded: it looks done and is not.',
  severity: 'high',
  when: 'after',
  escalation: ['soft_correction', 'context_reinforcement', 'checkpoint_rollback'],
  detect(view) {
    const found = standInsAfterFailures(view)
    const [smell] = found?.smells ?? []
    if (!found || !smell) return undefined
    const { smells, failures, least } = found
    const { step } = view
    const cause = failures.findLast(past => past.outcome?.error)
    const error = cause?.outcome?.error?.text ?? ''
    const after = cause
      ? `, the last of ${shownStep(cause, 40)}${error === '' ? '' : `: "${clipLine(error, 80)}"`}`
      : ''
    const paths = [...new Set(smells.map(each => each.path))]
    return {
      confidence: confidenceOf(failures.length + paths.length - 1, least),
      problem: `After ${failures.length} ${failures.length === 1 ? 'failure' : 'failures'}${after}, ${listed(paths, 2, 60)} now holds ${smell.kind === UNSUPPORTED ? 'results that no output, file or prompt of this session gave' : 'something made up in place of the real thing'} ("${clipLine(smell.text, 80)}").`,
      next: `Take it out of ${clipLine(paths[0] ?? 'the file', 60)} and make the real thing work, or leave that part undone and tell the person plainly what does not work and why${error === '' ? '' : ` ("${clipLine(error, 60)}")`}. Report no result that rests on it.`,
      details: { paths: paths.slice(0, 10), words: clipLine(smell.text, 120), failures: failures.length },
      evidence: evidenceOf([...failures, step]),
    }
  },
})

/** What a step wrote that is made up, and the failures that explain it; undefined where it is nothing, or nothing failed. */
export function standInsAfterFailures(view: PastView):
  | {
      readonly smells: readonly CodeSmell[]
      readonly failures: readonly Step[]
      /** So many failures are needed. */
      readonly least: number
    }
  | undefined {
  const smells = codeSmellsIn(view.step).filter(smell => isStandIn(smell, view))
  if (smells.length === 0) return undefined
  const failures = failuresBefore(view, isAsking)
  // What says itself what could not be had speaks for one failure, and so does a result that nothing gave.
  const isPlain = smells.some(({ kind, text }) => kind === UNSUPPORTED || givesReason(text))
  const least = Math.max(1, shifted(FAILURES, view.sensitivity) - (isPlain ? 1 : 0))
  return failures.length < least ? undefined : { smells, failures, least }
}

/** The kind of sign of a result that nothing gave. */
export const UNSUPPORTED = 'unsupported_result'

/** Whether a sign speaks of something made up in what is handed over. A result that nothing gave is none, whatever it is called. */
function isStandIn(smell: CodeSmell, view: PastView): boolean {
  if (smell.kind === UNSUPPORTED) return !IN_TESTS.test(relative(smell.path, view.session.project_root))
  return smell.kind === 'substitution' && isDeliverable(smell, view)
}

function isDeliverable({ path, text }: CodeSmell, view: PastView): boolean {
  const place = relative(path, view.session.project_root)
  const isWanted = isReport(place) || view.session.goals.some(goal => goal.includes(basename(path)))
  if (IN_PLACE.test(place) || (IN_DOCS.test(place) && !isWanted)) return false
  const said = STEMS.filter(stem => new RegExp(stem, 'i').test(text))
  return said.length === 0 || !said.some(stem => goalsAskFor(view, new RegExp(stem, 'i')))
}

/** The name of the project itself says nothing about a file in it. */
function relative(path: string, project: string): string {
  return path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path
}
