/** Options of the built-in reviewers: what is wrong with them is said where it stands. */
import { expect, test } from 'vitest'
import { checkFile } from '../../src/config/check.ts'
import { parseYaml } from '../../src/config/document.ts'
import { problemsOf } from './world.ts'

const check = (entry: string) => checkFile(parseYaml('safety.config.yaml', `reviewers:\n  - ${entry}\n`))
const firstProblem = (entry: string) => problemsOf(() => check(entry))[0]

test.each([
  '{ use: secrets, options: { allow: [jwt], formats: [{ kind: house-key, pattern: "/HK-[0-9]{12}/" }] } }',
  '{ use: injection, tools: [WebFetch], options: { mark: false } }',
  '{ use: size, options: { max_output_chars: 20000 } }',
  '{ use: personal, enabled: false }',
  '{ use: personal, tools: ["/^mcp__/"], options: { allow: [email] } }',
  '{ use: ./mine.mjs, options: { anything: [1, 2] } }',
])('%s', entry => expect(check(entry)).toBeDefined())

test.each([
  [
    '{ use: secrets, options: { alow: [jwt] } }',
    'reviewers.0.options.alow',
    'one of the options of secrets (allow, formats)',
  ],
  ['{ use: personal, options: { allow: [emial] } }', 'reviewers.0.options.allow.0', 'one of email, iban'],
  ['{ use: secrets, tools: Bash }', 'reviewers.0.tools', 'a list'],
  ['{ use: secrets, tools: ["/[/"] }', 'reviewers.0.tools.0', '/a regular expression/'],
  ['{ use: size, options: { max_input_chars: 0 } }', 'reviewers.0.options.max_input_chars', 'from 1 on'],
  ['{ use: injection, options: { mark: "no" } }', 'reviewers.0.options.mark', 'true or false'],
  [
    '{ use: secrets, options: { formats: [{ kind: k, pattern: /(/ }] } }',
    'reviewers.0.options.formats.0.pattern',
    'RE2',
  ],
  ['{ use: secretz }', 'reviewers.0.use', 'one of secrets'],
  ['{ use: secrets, timeout_ms: 5 }', 'reviewers.0.timeout_ms', '10'],
])('%s is refused', (entry, key, message) => {
  expect(firstProblem(entry)).toMatchObject({ key, line: 2, message: expect.stringContaining(message) })
})
