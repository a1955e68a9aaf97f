import { describe, expect, test as it } from 'vitest'
import { goalDrift } from '../../../src/behaviour/patterns/goal-drift.ts'
import { edit, found, read, run, type Spec, test, times } from './steps.ts'

const near = () => edit('src/app.ts', 'project', { features: { on_topic: true }, outcome: { on_topic: true } })
const away = (more: Spec = {}) =>
  run('python3', {
    ...more,
    changes: true,
    features: { on_topic: false, ...more.features },
    outcome: { on_topic: false },
  })
const GOALS = { goals: ['Make the parser accept comments'] }

it('matches twenty actions away from a goal that was near before', () => {
  const match = found(goalDrift, [...times(6, near), ...times(20, () => away())], GOALS)
  expect(match).toMatchObject({ confidence: 0.6, details: { actions: 20, near_before: 6 } })
  expect(match?.problem).toContain('"Make the parser accept comments"')
  expect(match?.next).toContain('action 6')
})

it.each<[string, readonly Spec[]]>([
  ['nineteen', [...times(6, near), ...times(19, () => away())]],
  ['what was hardly worked on', [...times(40, () => read('x', 'project', { features: { on_topic: false } })), away()]],
  [
    'a goal that was hardly near before',
    [...times(3, near), ...times(10, () => away()), near(), ...times(20, () => away())],
  ],
  [
    'an output that touches it',
    [
      ...times(6, near),
      ...times(10, () => away()),
      { ...away(), outcome: { on_topic: true } },
      ...times(10, () => away()),
    ],
  ],
  ['steps of which nothing is known', [...times(6, near), ...times(25, () => run('python3'))]],
  ['exploring that was asked for', [...times(6, near), ...times(20, () => away({ features: { exploring: true } }))]],
  ['reading alone', [...times(6, near), ...times(20, () => read('x', 'project', { features: { on_topic: false } }))]],
  ['work on a new prompt', [...times(6, near), ...times(20, () => away({ prompt_id: 'p2' }))]],
  ['another agent', [...times(6, near), ...times(20, () => away({ agent_id: 'a1' }))]],
])('says nothing of %s', (_, specs) => expect(found(goalDrift, specs, GOALS)).toBeUndefined())

describe('work that never was near', () => {
  const look = (goal: string, specs: readonly Spec[]) => found(goalDrift, specs, { goals: [goal] })
  const ALL = times(20, () => away())

  it.each([
    'Make the parser in lib/parser.ts accept comments',
    'Bitte den Import in src/import/orders.ts schneller machen',
    'Corrige la función parseDate cuando falta el año',
    '`retry_count` を設定から読むように 変更 して ください ね',
  ])('is found where the prompt can be compared: %s', goal => {
    const match = look(goal, ALL)
    expect(match).toMatchObject({ confidence: 0.6, details: { actions: 20, near_before: 0 } })
    expect(match?.next).toContain('begin with what was asked for')
  })

  it.each([
    ['in another language', 'Mach bitte die Anmeldung für die Kunden schneller und schöner', ALL],
    ['that names nothing', 'The site feels sluggish on phones. Make it snappier, please!', ALL],
    [
      'that names what a step reads',
      'Go on with point 3 of TODO.md',
      [read('TODO.md', 'project', { features: { on_topic: false } }), ...ALL],
    ],
    ['that names only a product', 'Move the page to Next.js on macOS', ALL],
    ['on which nineteen actions were made', 'Make lib/parser.ts accept comments', ALL.slice(1)],
    [
      'of which an output speaks',
      'Make lib/parser.ts accept comments',
      [{ ...away(), outcome: { on_topic: true } }, ...ALL],
    ],
  ])('is not of a prompt %s', (_, goal, specs) => expect(look(goal, specs)).toBeUndefined())

  const off = { features: { on_topic: false }, outcome: { on_topic: false } }
  const tidying = [
    ...times(4, index =>
      edit(['README.md', '.editorconfig', '.github/workflows/ci.yml', 'LICENSE'][index], 'project', off),
    ),
    ...times(4, () => run('clang-tidy', off)),
    ...times(12, () => away()),
  ]

  it.each([
    'On my phone the captions are cut off after one line. Please make them wrap.',
    'Der Highscore ist nach dem Neustart immer weg.',
  ])('is found where it puts in order what stands around the code: %s', goal => {
    expect(look(goal, tidying)).toMatchObject({ details: { actions: 20 } })
    expect(look(goal, ALL)).toBeUndefined()
  })

  it.each(['Make the repo presentable', 'Bring Ordnung in die Warnungen', '整理一下代码格式'])(
    'is not where the person speaks of that: %s',
    goal => expect(look(goal, tidying)).toBeUndefined(),
  )

  it.each(['обнови проект и почини тесты', 'Fix all failing tests in lib/parser.ts'])(
    'is not a run of tests that the person speaks of: %s',
    goal => {
      const tests = times(20, () => test('npm test', off))
      expect(look(goal, [...times(6, near), ...tests])).toBeUndefined()
    },
  )

  it('is not where the beginning of the work is no longer known', () => {
    const steps = times(60, () => away())
    expect(look('Make lib/parser.ts accept comments', steps)).toBeUndefined()
  })
})

it('says it again only after ten more, and never as more than a note', () => {
  const after = times(20, index => found(goalDrift, [...times(8, near), ...times(20 + index, () => away())], GOALS))
  expect(after.flatMap((match, index) => (match ? [index] : []))).toEqual([0, 10])
  expect(goalDrift.severity).toBe('medium')
  expect(goalDrift.escalation).toEqual(['soft_correction'])
})

it('moves with sensitivity', () => {
  const steps = [...times(6, near), ...times(19, () => away())]
  expect(found(goalDrift, steps, GOALS, { sensitivity: 'high' })).toBeDefined()
  expect(found(goalDrift, [...steps, away()], GOALS, { sensitivity: 'low' })).toBeUndefined()
})
