/** Limits on code and on how much of it may change, as people say them; and what only sounds like one. */
import { describe, expect, test } from 'vitest'
import { onCode } from '../../../../src/session/constraints/code/limits.ts'

describe('is a limit', () => {
  test.each([
    ['fix it without eslint-disable', 'code', 'eslint-disable'],
    ['mach es grün, ohne ts-ignore', 'code', 'ts-ignore'],
    ['no `any` or ts-ignore', 'code', 'any'],
    ['No sorted() anywhere', 'code', 'sorted'],
    ['rewrite it, but no ArrayList', 'code', 'ArrayList'],
    ['No emojis in the code please', 'code', 'emojis'],
    ["don't mock the database, use the real one", 'code', 'mocks of database'],
    ['please never mock anything', 'code', 'mocks'],
    ["don't mock the payment client", 'code', 'mocks of payment client'],
    ['mocke die Datenbank nicht', 'code', 'mocks of datenbank'],
    ['Verwende bitte kein useEffect', 'code', 'useEffect'],
    ["N'ajoute pas de commentaires dans le code", 'code', 'comments'],
    ['no pongas comentarios en el código', 'code', 'comments'],
    ['Évite les mocks, prends la vraie base', 'code', 'mocks'],
    ['bitte nichts mocken', 'code', 'mocks'],
    ['pas de mocks', 'code', 'mocks'],
    ['sin mocks', 'code', 'mocks'],
    ["Fix it, don't add comments", 'code', 'comments'],
    ['keep the public function signatures as they are', 'code', 'signatures'],
    ['die öffentlichen Signaturen bleiben unverändert', 'code', 'signatures'],
    ['sin cambiar las firmas', 'code', 'signatures'],
    ['Speed up the build, but the base image stays node:20-bullseye', 'code', 'keeps: base image = node:20-bullseye'],
    ['keep the go version at 1.21 in go.mod', 'code', 'keeps: go version = 1.21'],
    ['The Java version has to stay at 17', 'code', 'keeps: java version = 17'],
    ['no more than 20 changed lines', 'amount', '20 lines'],
    ['ändere höchstens zwei Dateien', 'amount', '2 files'],
    ['keep the diff under 100 lines', 'amount', '100 lines'],
    ['Minimal patch, five lines at most', 'amount', '5 lines'],
    ['If it needs more than 10 files, stop and tell me', 'amount', '10 files'],
  ])('%s', (text, about, target) =>
    expect(onCode(text).map(each => [each.about[0], each.targets[0]])).toEqual([[about, target]]),
  )
})

describe('is none', () => {
  test.each([
    "There's no console.log in the handler, add one",
    'The linter fails without eslint-disable here, add one',
    'Write a hook that rejects commits: no console.log, no debugger',
    'The machine never sleeps',
    'In the repo there is a UserService, but no OrderService',
    'Startup fails: no QueryClient, set one with QueryClientProvider',
    'Please avoid ConcurrentModificationException in this class',
    'The poller spins without sleep(), so one CPU sits at 100 %',
    'Our suite goes green without mocks, but with them it hangs',
    'Weil wir die Datenbank nicht mocken, dauern die Tests acht Minuten',
    "To reproduce: open a ticket, don't add comments, close it",
    'handle orders without customerId',
    'The importer crashes on a row with no userId',
    'no GitHub actions',
    'Fix the page for posts without comments',
    "Users can't add comments any more",
    'the unit tests do not mock the clock, that is why they fail',
    '- no emojis',
    'never write comments that restate the code',
    'When there are no TODOs, show an empty state',
    'The signature stays the same after the user edits the mail, this is a bug',
    'Die API muss stabil laufen',
    'The battery level stays at 100 in the widget',
    'Die Java-Version bleibt auf 11, in der pom.xml soll aber 17 stehen',
    'The runtime stays on node 16 because the CI file pins it; move it to 20',
    'Fix the uploader: at most 3 files are sent although the user picked 8',
    'Modify the CLI so that it prints max 20 lines per page',
    'When the user drops more than 5 files, ask for confirmation',
  ])('%s', text => expect(onCode(text)).toEqual([]))
})
