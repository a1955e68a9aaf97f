/** The end of the ladder: nothing runs until a person resumes the session. */
import { defineIntervention } from '../define.ts'
import { lines, problems } from './wording.ts'

export const emergencyStop = defineIntervention({
  id: 'emergency_stop',
  description: 'Stops the session until a person resumes it.',
  allows_continuation: false,
  say: (matches, _view, means) => ({
    claude: lines(
      'The reviewer has stopped this session. Do not start anything else: report to the user what was done and where it stands.',
      problems(matches),
    ),
    person: lines(
      `reviewer stopped this session after ${means.earlier} ${means.earlier === 1 ? 'hint' : 'hints'} that did not help.`,
      problems(matches),
      means.checkpoint ? `Saved from before it began: reviewer checkpoint restore ${means.checkpoint.id}` : '',
      'To go on: reviewer session resume',
    ),
  }),
})
