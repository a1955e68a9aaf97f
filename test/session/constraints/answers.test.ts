/** A yes to a question of the agent's, and what it allows. */
import { expect, test } from 'vitest'
import { answersOf, isAllowedBy } from '../../../src/session/constraints/answers.ts'
import { constraintsIn, isAgreed } from '../../../src/session/constraints/index.ts'
import { eventOf } from '../world.ts'

const allowed = (limit: string, question: string, answer: string): boolean =>
  constraintsIn(limit, 'p').every(constraint => isAllowedBy(constraint, question, answer))

test.each([
  ["Don't push.", 'May I push the branch now?', 'Yes'],
  ["Don't push.", 'What next?', 'Push to origin'],
  ['Ask me before deleting anything.', 'Should I delete old.sql?', 'yes, please'],
  ['Ask before installing packages.', 'Do you want me to install zod?', 'Yes (Recommended)'],
  [
    'Ask before installing packages.',
    'May I install ocrmypdf and a language?',
    "ocrmypdf yes, the German one isn't needed.",
  ],
  ['Do not restart the server.', 'Is it ok to restart the server?', 'Sure'],
  ["Don't commit.", 'Ready to commit?', 'Ja'],
])('%s %s %s', (limit, question, answer) => expect(allowed(limit, question, answer)).toBe(true))

test.each([
  ["Don't push.", 'May I push the branch now?', 'No'],
  ["Don't push.", 'May I push the branch now?', 'Not yet'],
  ['Ask before installing packages.', 'May I install ocrmypdf?', 'ocrmypdf no, use what is there'],
  ["Don't push.", 'Which database should I use?', 'Yes'],
  ["Don't push.", 'Should I delete old.sql?', 'Yes'],
  ['Ask me before deleting anything.', 'Shall I push?', 'Yes'],
])('not %s %s %s', (limit, question, answer) => expect(allowed(limit, question, answer)).toBe(false))

test('answers stand in the response, or in the input where the client filled them in', () => {
  const questions = [{ question: 'May I push?', header: 'Push', options: [], multiSelect: false }]
  const answers = { 'May I push?': 'Yes' }
  const asked = eventOf('AskUserQuestion', { questions })
  expect(answersOf({ ...asked, tool_response: { questions, answers } })).toEqual([['May I push?', 'Yes']])
  expect(answersOf(eventOf('AskUserQuestion', { questions, answers }))).toEqual([['May I push?', 'Yes']])
  expect(answersOf({ ...asked, tool_response: 'no answer' })).toEqual([])
})

test.each([
  ['l’iso et le dump de mars oui, le téléphone surtout pas', '/home/odile/x/ubuntu-22.04.iso', true],
  ['l’iso et le dump de mars oui, le téléphone surtout pas', '/home/odile/x/compta-2024-03.dump', true],
  ['l’iso et le dump de mars oui, le téléphone surtout pas', '/home/odile/x/sauvegarde-telephone.tar', false],
  ['the old logs yes but the dumps no', '/srv/app/logs/2023.log', true],
  ['the old logs yes but the dumps no', '/srv/app/dumps/2023.sql', false],
  ['is the iso ok?', '/home/odile/x/ubuntu-22.04.iso', false],
])('of several things a yes by name is for those that it names: %s, %s: %s', (answer, target, is) => {
  const [limit] = constraintsIn('Avant de supprimer quoi que ce soit, demande-moi.', 'p')
  expect(limit && isAgreed(limit, answer, [target])).toBe(is)
})
