/** Tests that go because what they test has gone: told by names alone, so that it holds in any language of the prompt. */
import { fileName } from '../../common/path.ts'
import type { TargetClass } from '../../model/action.ts'
import type { Session } from '../../model/session.ts'
import { pathInProject } from './changes.ts'
import { isTestFile } from './places.ts'

/** Names of the code files that were deleted in this session, or are by this call: small letters and digits, without their endings. */
export function deletedSubjects(paths: readonly string[], { history, project_root }: Session): readonly string[] {
  const before = history.flatMap(({ features, status }) => (status === 'failed' ? [] : features.touched))
  const deleted = before.filter(each => each.verb === 'delete' && !MADE_ANEW.has(each.class)).map(each => each.path)
  return [...new Set([...deleted, ...paths])]
    .filter(path => !isTestFile(pathInProject(path, project_root)))
    .map(subjectOf)
    .filter(subject => subject.length >= SHORTEST)
}

/** Builds and tools lay these down under the names of what they are made from. */
const MADE_ANEW: ReadonlySet<TargetClass> = new Set(['temp', 'regenerable', 'session_made'])

/** Whether a file of tests is named for one of what has gone: `fax_test.exs` for `fax.ex`, `BarcodeViewModelTest.kt` for `barcode/`. */
export function isTestOf(path: string, subjects: readonly string[]): boolean {
  const tested = subjectOf(path)
  return subjects.some(subject => tested === subject || (subject.length >= LONG && tested.includes(subject)))
}

const SHORTEST = 3
/** A shorter name is part of many others. */
const LONG = 5

function subjectOf(path: string): string {
  const name = fileName(path) ?? ''
  return name
    .replace(/(?<=.)\.[^/]*$/, '')
    .replace(TEST_WORDS, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
const TEST_WORDS = /^test[_-]|[_-](?:test|tests|spec)$|(?:Tests?|TestCase|Spec|IT)$/g
