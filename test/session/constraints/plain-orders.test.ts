/** Orders as modules give them: any name may stand in them, and what is no order sets nothing. */
import { expect, test } from 'vitest'
import { constraintsAs } from '../../../src/session/constraints/index.ts'

const read = (order: string): readonly string[] =>
  constraintsAs(order, { said: 'as the person said it', prompt: '', prompt_id: 'p1' }).map(({ kind, about, targets }) =>
    `${kind} ${about.join('+')} ${targets.join(' ')}`.trim(),
  )

test.each([
  // read as a person's sentence would be
  ['do not touch src/api', ['prohibit change+delete+create src/api']],
  ['do not change anything', ['prohibit change+create+delete']],
  ['only change src/a.ts and src/b.ts', ['only change+create+delete src/a.ts src/b.ts']],
  ['never run git stash', ['prohibit any git stash']],
  ['do not use docker', ['prohibit any docker']],
  ['do not add new dependencies', ['prohibit install new dependencies']],
  ['ask me before you push', ['ask_first push']],
  ["don't touch more than 3 files", ['prohibit amount 3 files']],
  // names that a sentence would leave open
  ['do not connect to web1', ['prohibit change+create+delete web1']],
  ['do not touch Header', ['prohibit change+create+delete Header']],
  ['do not use Mockito', ['prohibit code Mockito', 'prohibit install Mockito']],
  ['no `?.` in the code', ['prohibit code ?.']],
  ['do not install left-pad, is-odd and is-even', ['prohibit install left-pad is-odd is-even']],
])('%s', (order, limits) => expect(read(order)).toEqual(limits))

test.each(['', 'be careful', 'please write good code', 'do not use a lot of memory, it is expensive here', 'no'])(
  'sets nothing: %s',
  order => expect(read(order)).toEqual([]),
)

test('a limit is kept in the words of the person', () => {
  const said = { said: 'hands off our api, ok?', prompt: 'fix it. hands off our api, ok?', prompt_id: 'p1' }
  expect(constraintsAs('do not touch src/api', said)).toMatchObject([
    { text: 'hands off our api, ok?', prompt_id: 'p1' },
  ])
})

test('where the tests are wanted first, they are not asked about', () => {
  const said = { said: 'show me', prompt: 'write a failing test, show me, then fix it', prompt_id: 'p1' }
  expect(constraintsAs('ask me before you change anything', said)).toMatchObject([
    { kind: 'ask_first', except: ['tests'] },
  ])
})
