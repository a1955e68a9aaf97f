/** What is said to the agent about its own work, and what tells of a program, a person or the past. */
import { describe, expect, test } from 'vitest'
import {
  goesOnTelling,
  isAskedByOthers,
  isCaseOfProgram,
  isOnTheWork,
  tellsBefore,
  writesProgram,
} from '../../../src/session/constraints/addressed.ts'
import { constraintsIn, standingOrdersIn } from '../../../src/session/constraints/index.ts'

describe('goes on telling', () => {
  test.each([
    ['Jobs get stuck in pending', ' and never '],
    ['We fetch the rows from the API', ' but never '],
    ['I build the image', " and don't "],
    ['Workers pull jobs', ', never '],
  ])('%s%s', (before, trigger) => expect(goesOnTelling(before, trigger)).toBe(true))

  test.each([
    ['Fix the parser', ' but never '],
    ['We use pnpm here', ', never '],
    ['I want you to fix the parser', " and don't "],
    ['', 'never '],
    ['The tests are right', ", don't "],
  ])('not %s%s', (before, trigger) => expect(goesOnTelling(before, trigger)).toBe(false))
})

describe('a case of the program', () => {
  test.each([
    'If the user is a guest, ',
    'On error, ',
    'In safe mode, ',
    'With --check, ',
    '`--no-push`: ',
    'dry run: ',
    'Translate to French: ',
    'Add a checkbox: ',
  ])('%s', before => expect(isCaseOfProgram(before)).toBe(true))

  test.each([
    'If you find bugs, ',
    'If the tests fail, ',
    'On prod, ',
    'Important: ',
    'An important rule: ',
    'Add dark mode to the settings screen (',
    '',
  ])('not %s', before => expect(isCaseOfProgram(before)).toBe(false))
})

test('a statement stands before "no changes"', () => {
  expect(['There is a model but', 'The endpoint returns 200 but', "It's a fresh repo,"].every(tellsBefore)).toBe(true)
  expect(['Fix the lint errors,', 'please', '', 'I want a plan,'].some(tellsBefore)).toBe(false)
})

test('who asks is not the agent', () => {
  expect(['Have the installer ', 'The bot must always ', 'As an admin I '].every(isAskedByOthers)).toBe(true)
  expect(['', 'Refactor it and ', 'You must ', 'make sure to '].some(isAskedByOthers)).toBe(false)
})

test('a limit is on the work where it names a file, or what programs do not do', () => {
  expect(isOnTheWork({ about: ['delete'], targets: [] })).toBe(false)
  expect(isOnTheWork({ about: ['change'], targets: ['req.body'] })).toBe(false)
  expect(isOnTheWork({ about: ['change'], targets: ['src/a.ts'] })).toBe(true)
  expect(isOnTheWork({ about: ['commit'], targets: [] })).toBe(true)
})

test('a program is to be written', () => {
  expect(writesProgram('write me a cli to clean docker images')).toBe(true)
  expect(writesProgram('fix the cli, it crashes')).toBe(false)
})

describe('sets nothing', () => {
  test.each([
    'Jobs get stuck in pending and never run. Please investigate the scheduler.',
    'In check mode: don’t modify files',
    '`--skip-git`: don’t commit',
    'Translate to French: Do not delete this file',
    'Rename checkbox to: Ask before sending',
    'In the trash view you can’t delete files',
    'Fix the cron job not running on Sundays',
    'Add a config reload without restarting the server',
    'Use soft delete instead of deleting rows',
    'Switch the cleanup job to archive instead of deleting files',
    'Fix the rate limit in src/middleware/rate.ts',
    'Only update the cache when the ETag changes',
    'On Lambda you can only write to /tmp, so move the cache there',
    'Have the installer ask before overwriting files',
    'The bot must always ask before sending emails',
    'You no longer have to ask me before pushing',
    'as an editor I want to review drafts before publishing',
    'Before merging, show us a summary screen in the app',
    'Add a pre-commit hook to run lint before commit',
    'The pipeline should run tests before deploying to staging',
    'When I push the button, the lamp turns on later than expected',
    'I wait on the deployment for 20 minutes, speed up the CI',
    'As an admin, I want to approve every deletion',
    'Help text: if you need to install plugins, ask your administrator',
    'There is no --json flag yet, add it',
    'The Makefile calls python instead of python3, fix it',
    'The base image has no python, so the healthcheck fails',
    'Happens on prod.\nNot on staging.\nCan you find out why?',
    'staging should not be indexed by Google, add robots.txt',
    'The config should not be changed at runtime',
    'In atlantis we see terraform plan only, apply is missing',
    'Delete all users except `admin`',
    '`createdAt` is read-only, the API should return 400 if it is sent',
    'Trim whitespace but keep newlines intact',
    'Enemies should keep away from fire',
    'Bug: read-only filesystem error in the container at startup',
    'The form has two states - read-only and editable. The styling of both is off.',
    'How do I make a dataclass field frozen, read-only?',
    "Don't remove the comments in src/a.ts",
    'Write a bash script which syncs folders. It must not delete anything on the target.',
  ])('%s', text => expect(constraintsIn(text, '', true)).toEqual([]))

  test.each([
    'Never modify `req.body`',
    'Do not write to `os.environ`',
    '`user.id` must not be changed',
    'config.json is read-only for the app; use the settings API',
  ])('as a standing order: %s', text => expect(standingOrdersIn(text, '/p/CLAUDE.md')).toEqual([]))
})
