/** Tests that go because what they test has gone: told by names alone, so that it holds in any language of the prompt. */
import { basename } from '../../common/path.ts'
import type { TargetClass } from '../../model/action.ts'
import type { Session } from '../../model/session.ts'
import { pathInProject } from './changes.ts'
import { isDeliverable, isTestFile } from './places.ts'

/** Names of the code files that were deleted in this session, or are among `paths`, without their endings. */
export function deletedSubjects(paths: readonly string[], { history, project_root }: Session): readonly string[] {
  const before = history.flatMap(({ features, status }) => (status === 'failed' ? [] : features.touched))
  const deleted = before.filter(each => each.verb === 'delete' && !MADE_ANEW.has(each.class)).map(each => each.path)
  return [...new Set([...deleted, ...paths])]
    .map(path => pathInProject(path, project_root))
    .filter(path => !isTestFile(path) && isDeliverable(path))
    .map(subjectOf)
    .filter(subject => !ANYTHING.test(subject))
}

/** Builds and tools lay these down under the names of what they are made from. */
const MADE_ANEW: ReadonlySet<TargetClass> = new Set(['temp', 'regenerable', 'session_made'])
/** Every project has files of such names. */
const ANYTHING = /^(?:.{0,2}|index|main|app|init|__init__|mod|lib|utils?|helpers?|types?|config|common|constants?)$/i

/** Whether a file of tests is named for one of what has gone: `fax_test.exs` for `fax.ex`, `TestCart.java` for `Cart.java`. */
export function isTestOf(path: string, subjects: readonly string[]): boolean {
  const tested = lettersOf(subjectOf(path))
  return subjects.some(subject => tested === lettersOf(subject))
}

/** Whether what goes from a test that stays is about something that has gone: `verify(redeemService)`, after `RedeemService.java`. */
export function speaksOf(text: string, subjects: readonly string[]): boolean {
  const said = lettersOf(text)
  return subjects.some(subject => COMPOUND.test(subject) && said.includes(lettersOf(subject)))
}

/** A name of several words: one word may stand in any test. */
const COMPOUND = /[a-z][A-Z]|[a-z][_-][a-z]/

const subjectOf = (path: string): string =>
  basename(path)
    .replace(/(?<=.)\..*$/, '')
    .replace(TEST_WORDS, '')

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const TEST_WORDS = /^test[_-]|^Test(?=[A-Z])|[_-](?:test|tests|spec)$|(?<=[a-z])(?:Tests?|TestCase|Spec|IT)$/g
