/** Limits on what may only be looked at, and sentences of the product that use the same words. */
import { describe, expect, test } from 'vitest'
import { constraintsIn } from '../../../src/session/constraints/index.ts'
import { lookOnlyIn } from '../../../src/session/constraints/read-only.ts'

const PRODUCTION = ['production', 'prod']

describe('what may only be looked at', () => {
  test.each([
    ['On production only look, a fix goes through a migration.', PRODUCTION],
    ['Production is read-only.', PRODUCTION],
    ['On the production DB you may only read.', PRODUCTION],
    ['Only read from prod.', PRODUCTION],
    ['In prod-eu agents only look (get, describe, logs).', ['prod-eu']],
    ['Auf prod bitte nur lesen.', PRODUCTION],
    ['En producción solo lectura.', PRODUCTION],
    ['Sur la prod, lecture seule.', PRODUCTION],
    ['Em produção só pode ler', PRODUCTION],
    ['Op productie alleen lezen hè, een fix doen we via een migratie.', PRODUCTION],
    ['On production only SELECT', PRODUCTION],
    ['read only please: only SELECT', undefined],
    ['Nur SELECT-Abfragen.', undefined],
    ['SELECT statements only', undefined],
    ['prod nur lesend', PRODUCTION],
    ['la prod est en lecture seule', PRODUCTION],
    ['producción es de solo lectura', PRODUCTION],
    ['produzione in sola lettura', PRODUCTION],
    ['prod is alleen-lezen', PRODUCTION],
    ['Auf prod: nur SELECT', PRODUCTION],
    ['Please, only SELECT on prod', PRODUCTION],
  ])('%s', (text, called) => {
    const { phrases } = lookOnlyIn(text) ?? { phrases: [] }
    expect(phrases[0]).toMatchObject({ kind: 'prohibit', about: ['data', 'migrate'], targets: ['database'] })
    expect(phrases[0]?.called).toEqual(called)
  })

  test.each([
    'select only the columns id and name',
    'The query log shows only SELECT statements.',
    'The SQL parser currently supports only SELECT',
    'The sandbox accepts SELECT statements only.',
    'The MCP tool should run only SELECT queries',
    'PostgreSQL-Rolle: nur SELECT',
    'Der Report-User darf nur SELECT',
    'Die View nutzt nur SELECT, trotzdem langsam',
    'Analytics queries: only SELECT',
    'Prod ist nicht erreichbar',
    'In Prisma, only select what you need.',
    'Only use selects, no radio buttons',
    'Multi-select only on desktop',
    'Give grafana a user with only SELECT rights',
    'Grant the app user only SELECT on views, write the migration',
    'Products are read-only for guests, add an edit button',
    'Live search should only query after 300ms',
    'The user field is read-only in prod, make it editable.',
    'It only reads the first line in production.',
    'Create a read-only user on the production database',
    'Production only reads from the replica, please fix the failover',
    'Le champ est en lecture seule en production, corrige ça',
    'Turn off read-only mode on production',
    'In production only read from the replica.',
    'When on prod only look and do not install packages.',
  ])('not: %s', text => expect(lookOnlyIn(text)).toBeUndefined())

  test('what else the sentence says holds as well', () => {
    const abouts = constraintsIn("Don't change any files, on production only look.", 'p').map(({ about }) => about)
    expect(abouts).toContainEqual(['change', 'delete'])
    expect(abouts).toContainEqual(['data', 'migrate'])
  })
})

describe('who is to be asked before something', () => {
  test.each([
    ['before you flash ask me, motors are powered', 'any', 'does: flash'],
    ['before rebasing ask me', 'any', 'does: rebase'],
    ['BEFORE you restart anything ask me, somebody works in it', 'stop', undefined],
    ['Before each commit, ask me.', 'commit', undefined],
    ['Prima di applicare chiedimi', 'deploy', undefined],
  ])('%s', (text, about, target) => {
    const [constraint] = constraintsIn(text, 'p')
    expect(constraint).toMatchObject({ kind: 'ask_first' })
    expect(constraint?.about).toContain(about)
    if (target !== undefined) expect(constraint?.targets).toContain(target)
  })

  test.each([
    'Before you build, ask me what features I want.',
    'Before you plan, ask me 5 questions.',
    'Before you start, ask me any questions you have.',
    'Before you lint, tell me which rules are on',
    'Before lunch ask me again',
    'Add a check before rendering',
    'Text: Before you cancel, tell us why.',
    "Prima di applicare il filtro, chiedi all'utente il nome",
    'Antes de aplicar o cupom, confirme com o usuário',
  ])('not: %s', text => expect(constraintsIn(text, 'p')).toEqual([]))
})
