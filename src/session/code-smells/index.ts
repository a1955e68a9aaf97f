/** Signs in what a call writes and deletes that patterns look for; found while the texts are at hand. */

import { resolvePath } from '../../common/path.ts'
import { redact } from '../../content/redact/redact.ts'
import type { Action, Call, CodeSmell } from '../../model/action.ts'
import type { Facts } from '../../model/facts.ts'
import type { Session } from '../../model/session.ts'
import { loadAsked } from '../on-demand.ts'
import { ownWords } from '../prompts.ts'
import { changesOf, type FileEdit, pathInProject } from './changes.ts'
import { checkSmells, commandSmells } from './checks.ts'
import { copiedAnswer } from './copied.ts'
import { deniedSmells } from './denied.ts'
import { isTestFile } from './places.ts'
import { hasUnseenFigure, unsupportedResult } from './results.ts'
import { standInIn } from './stand-ins.ts'
import { substitutionIn } from './substitution.ts'
import { type TestIndicator, testSmells } from './tests.ts'
import { deletedSubjects, isTestOf, speaksOf } from './with-source.ts'

const MOST_SMELLS = 6
const LONGEST_TEXT = 120
const LONGEST_PATH = 200
/** A test that was written so many steps ago may be where the deleted ones went. */
const RECENT = 8

/** At most 6 signs, one of a kind for each file; their texts are masked. */
export function codeSmellsOf(action: Action, session: Session, facts: Facts): readonly CodeSmell[] {
  if (action.intent === 'file_read' || (action.type !== 'file_operation' && action.command === undefined)) return []
  const found: (TestIndicator & { readonly path: string })[] = []
  for (const change of changesOf(action, facts)) {
    for (const sign of indicatorsIn(change, action, session, facts)) found.push({ ...sign, path: change.path })
  }
  for (const path of deletedTests(action, session))
    found.push({ kind: 'test_deleted', text: pathInProject(path, action.scope.project_root), path })
  for (const sign of commandSmells(action)) found.push({ ...sign, path: action.scope.cwd })
  if (found.length === 0) return []
  const goals = session.goals.map(ownWords)
  const { isAskedFor } = loadAsked()
  const unasked = found.filter(({ kind }) => !goals.some(goal => isAskedFor(kind, goal)))
  return distinct(unasked)
    .slice(0, MOST_SMELLS)
    .map(({ kind, path, text }) => ({
      kind,
      path: redact(path).slice(0, LONGEST_PATH),
      text: redact(text.trim().replace(/\s+/g, ' ').slice(0, 500)).slice(0, LONGEST_TEXT),
    }))
}

function indicatorsIn(change: FileEdit, action: Action, session: Session, facts: Facts): readonly TestIndicator[] {
  return [
    ...(isScratch(change.path, action) ? [] : madeUpIn(change, isNamed(change.path, action), session, facts)),
    ...testSmells(change, () => movedLately(change.path, session)).filter(
      ({ kind, text }) => !OF_REMOVAL.has(kind) || !speaksOf(text, deletedSubjects([], session)),
    ),
    ...copiedAnswer(change, session),
    ...checkSmells(change),
    ...deniedSmells(change, session),
  ]
}

function madeUpIn(change: FileEdit, named: boolean, session: Session, facts: Facts): readonly TestIndicator[] {
  const result = unsupportedResult(change, named, session)
  const said =
    substitutionIn(
      change,
      () => facts.text(change.path),
      named,
      sentence => hasUnseenFigure(change, sentence, session),
    ) ?? standInIn(change, session)
  return [
    ...(said === undefined ? [] : [{ kind: 'substitution', text: said }]),
    ...(result === undefined ? [] : [{ kind: 'unsupported_result', text: result }]),
  ]
}

/** What lies among temporary files is handed over to nobody. */
function isScratch(path: string, { effects, calls = [] }: Action): boolean {
  // What is made into something elsewhere by the same call is its source.
  const isSource = calls.some(
    ({ words }) => words.includes(path) && words.some(word => /^\/(?!tmp\/|var\/tmp\/|dev\/)/.test(word)),
  )
  if (isSource) return false
  return effects.some(({ verb, target }) => verb === 'write' && target.value === path && target.class === 'temp')
}

/** Signs whose words are what has gone from a test. */
const OF_REMOVAL: ReadonlySet<string> = new Set(['assertion_removed', 'test_deleted'])

/** The person named the file: it is what they asked for. */
function isNamed(path: string, { effects }: Action): boolean {
  return effects.some(
    ({ verb, target, details }) => verb === 'write' && target.value === path && details.named === true,
  )
}

/** Test files that are gone afterwards, and lie nowhere else. */
function deletedTests({ effects, calls = [], scope }: Action, session: Session): readonly string[] {
  const gone = effects.filter(
    ({ verb, target, certain, details }) =>
      verb === 'delete' &&
      target.kind === 'path' &&
      certain &&
      !/^(temp|regenerable|session_made)$/.test(target.class) &&
      !isStillTest(details.moved_to, scope.project_root) &&
      details.kept !== true &&
      details.made !== true,
  )
  const paths = [...new Set([...gone.map(({ target }) => target.value), ...calls.flatMap(untracked)])]
  const tests = paths.filter(
    path =>
      isTestFile(pathInProject(path, scope.project_root)) &&
      !OF_FAILURES.test(`${path}/`) &&
      !movedLately(path, session),
  )
  if (tests.length === 0) return []
  const subjects = deletedSubjects(paths, session)
  return tests.filter(path => !isTestOf(path, subjects))
}

/** What runners lay down of tests that failed: pictures of what differs. */
const OF_FAILURES =
  /\/(?:failures|__diff_output__|diff_output|test-results|playwright-report|screenshots\/(?:diff|actual))\//

/** A runner looks for it where it was moved to. */
function isStillTest(path: unknown, root: string): boolean {
  return typeof path === 'string' && !path.startsWith('/tmp/') && !SET_ASIDE.test(pathInProject(path, root))
}

const SET_ASIDE =
  /\.(?:bak|skip|skipped|disabled|off|old|orig|broken|todo|ignore|tmp|txt)$|(?:^|[/_.-])(?:disabled|skipped|broken|old|attic|archive|quarantine)(?:[/_.]|$)/i

/** What git holds of a file can be had again, and so `git rm` loses nothing; but the test is gone. */
function untracked(call: Call): readonly string[] {
  const { path, words, cwd, scripted } = call
  if (path.join(' ') !== 'git rm' || scripted || words.includes('--cached')) return []
  return words.filter(word => word !== 'rm' && !word.startsWith('-')).map(word => resolvePath(cwd, word))
}

/** Another file of tests was made shortly before. */
function movedLately(path: string, { history, project_root }: Session): boolean {
  return history
    .slice(-RECENT)
    .some(
      ({ intent, features }) =>
        intent === 'file_creation' &&
        features.touched.some(
          each => each.verb === 'write' && each.path !== path && isTestFile(pathInProject(each.path, project_root)),
        ),
    )
}

function distinct<T extends { readonly kind: string; readonly path: string }>(signs: readonly T[]): readonly T[] {
  const seen = new Set<string>()
  return signs.filter(({ kind, path }) => {
    const key = `${kind} ${path}`
    return !seen.has(key) && seen.add(key)
  })
}
