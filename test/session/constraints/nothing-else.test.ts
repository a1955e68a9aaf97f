/** What alone may be changed: the file that was named before, or what stands before "and nothing else". */
import { describe, expect, test } from 'vitest'
import { nothingElse } from '../../../src/session/constraints/nothing-else.ts'

const only = (...targets: readonly string[]) => [{ kind: 'only', about: ['change', 'create', 'delete'], targets }]

describe('is all that may be changed', () => {
  test.each([
    ['Only change that file', 'src/a.ts', only('src/a.ts')],
    ['That file only', 'src/a.ts', only('src/a.ts')],
    ['Ändere nur diese Datei', 'src/a.ts', only('src/a.ts')],
    ['Modifica solo quel file, gli altri capitoli no', 'capitoli/2.md', only('capitoli/2.md')],
    ['Nur die README, sonst nichts anfassen', undefined, only('README')],
    ['seulement src/a.ts, rien d’autre', undefined, only('src/a.ts')],
    ['arregla el filtro en reportes.php y nada mas', undefined, only('reportes.php')],
    ["solo i test, nient'altro", undefined, only('tests')],
  ] as const)('%s', (text, last, limit) => expect(nothingElse(text, last)).toEqual(limit))
})

describe('sets a limit on nothing that could be told', () => {
  test.each(['Behebe den Fehler beim Anmelden, sonst nichts anfassen', 'Arregla el menú, nada más'])('%s', text =>
    expect(nothingElse(text, undefined)).toEqual([]),
  )
})

describe('is something else', () => {
  test.each([
    ['Only change that file.', undefined],
    ['It only changes that file when it is dirty', 'src/a.ts'],
    ['Nada más llegar se cierra la ventana', undefined],
    ['Es passiert nichts weiter, wenn ich klicke', undefined],
  ] as const)('%s', (text, last) => expect(nothingElse(text, last)).toBeUndefined())
})
