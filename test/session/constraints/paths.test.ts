/** Names of files in sentences. */
import { expect, test } from 'vitest'
import { PATH, pathsIn } from '../../../src/session/constraints/paths.ts'

const NAMES = [
  ...[
    'a.ts',
    'src/a.ts',
    './a.ts',
    '../a.ts',
    '~/a.ts',
    '/etc/a',
    '@src/a.ts',
    '@./a.ts',
    '@/a.ts',
    'src/',
    '*.b',
    '*.7z',
  ],
  ...[
    '@*.b',
    '*.test.ts',
    '*.configuration',
    'a.*',
    '**/*.ts',
    'README.md',
    '.env',
    '.env.local',
    '.gitignore',
    '.git/config',
  ],
  ...[
    '.github/ci.yml',
    '.prettierrc',
    '.eslintrc.json',
    'a-b.c-d.ts',
    'a.tar.gz',
    '@types/node',
    '*.integration.ts',
    '*.integration_test.go',
    '*.2024.csv',
    '*.config.*',
    '*.instructions.md',
  ],
]

test.each(NAMES)('%s is a name', name => {
  expect(pathsIn(`look at ${name} now`)).toEqual([name.replace('@', '')])
})

// Where two forms fit one name, what is no list of forty of them is tried in 2⁴⁰ ways: the test would not end.
test.each(NAMES)('%s fits one form alone', name => {
  const list = new RegExp(`^${PATH}(?:, ${PATH})*$`, 'iu')
  const names = Array.from({ length: 40 }, () => name).join(', ')
  expect(list.test(names)).toBe(true)
  expect(list.test(`${names}, !`)).toBe(false)
})
