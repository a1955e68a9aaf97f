/** Whether tests are run as a whole, or some of them: who rules out the whole suite wants those that matter to be run. */

/** A limit on all tests together, in the person's words. */
export const OF_WHOLE_SUITE =
  /(?<!\p{L})(?:(?:whole|full|entire|complete)\s+(?:\p{L}+\s+)?(?:suite|tests?|specs)|(?:ganze[nrs]?|gesamte[nrs]?|komplette[nrs]?)\s+test\p{L}*|(?:toute\s+la|la)\s+suite(?:\s+(?:complète|entière|de\s+tests))?|suite\s+(?:complète|completa|entera|intera)|suíte\s+(?:inteira|completa|toda)|toda\s+la\s+suite|(?:hele|volledige)\s+test\p{L}*|(?:весь|все)\s+(?:набор\s+)?тест\p{L}*)(?!\p{L})|(?:全部|所有|整个)的?测试|(?:全|すべての|全ての)テスト/iu

/** What says nothing of which tests: where it is run, where the output goes, which settings hold. */
const BESIDE = /\bcd\s+\S+\s*(?:&&|;)|\d?>{1,2}\s*\S+|\s(?:--config|-c|--rootDir|--reporter|--root)(?:=|\s+)\S+|\|.*$/g
/** A filter, a part of the project, a path, a file of tests, the name of one, a task for some of them. */
const PART = new RegExp(
  [
    String.raw`\s(?:-k|-t|-g|-m|-run|-n|-p|-pl|--filter\S*|--grep\S*|--tests?|--only\S*|--name\S*|--test[NP]\w+|--spec|--package|--project|--lf|--ff|--last-failed|-D(?:it\.)?test\S*)(?:[\s=]|$)`,
    String.raw`\s(?!\./\.\.\.)(?:\.{0,2}/)?(?:[\w@.-]+/)+[\w@.*:-]*`,
    String.raw`\s[\w@.-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|exs?|cs|swift)(?![\w])|\stest_\w+|\s\S+::\S+`,
    String.raw`\s:[\w-]+:\S*test|\s(?:tests?|spec)[:_-][\w:-]+`,
    String.raw`\bcargo\s+(?:nextest\s+run|test)\s+[a-z][\w:]*|\b(?:mix|rails)\s+test\s+\S+`,
  ].join('|'),
  'i',
)

/** Where the program lies says nothing either. */
const FOLDER_OF_PROGRAM = /(^|&&|;)\s*\S*\/(?=[^\s/]+)/g

/** A command that runs tests says which of them. */
export const runsSomeTests = (command: string): boolean =>
  PART.test(` ${command.replace(BESIDE, ' ').replace(FOLDER_OF_PROGRAM, '$1 ')}`)
