/** What a later prompt lifts, and what it leaves in force; prompts as they come. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { constraintsIn } from '../../src/session/constraints/index.ts'
import { stillHolding } from '../../src/session/constraints/lifting.ts'

/** First prompt, later prompt, whether its limit is lifted. */
const LATER: readonly (readonly [string, string, boolean])[] = [
  ["Write it but don't run it yet.", 'ok, now run it', true],
  ["Write it but don't run it yet.", 'go ahead', true],
  ["Write it but don't run it yet.", 'Looks good. You can run it now.', true],
  ["Write it but don't run it yet.", 'rename the variable', false],
  ["Write it but don't run it yet.", "don't run it yet, rename the variable first", false],
  ["don't push", 'go ahead and push', true],
  ["don't push", 'commit and push', true],
  ["don't push", 'commit it', false],
  ["don't push", 'why did you not push?', false],
  ["Don't commit.", 'Please commit now.', true],
  ["Don't commit.", 'It looks fine, commit it', true],
  ["Don't commit.", 'Add a changelog entry.', false],
  ['na razie nie ruszaj niczego w api/', 'dobra, Marek już skończył, api też możesz teraz zmienić', true],
  ['na razie nie ruszaj niczego w api/', 'możesz teraz zmienić etykietę w web', false],
  ["Don't touch anything in api/ for now.", 'Marek is done, you may change the api as well', true],
  ["Don't touch api/.", 'The api returns 500, you can see it in the log.', false],
  ["Don't push yet.", 'You may run the tests.', false],
  ['Noch nicht committen.', 'Du darfst die Variable umbenennen.', false],
  ["don't touch rtl/wb_bus.v", 'hm no, then do it in wb_bus.v after all. you can edit it', true],
  ["don't touch rtl/wb_bus.v", "no, don't do it in wb_bus.v. you can edit the bench", false],
  ['Do not modify the tests.', 'you may edit the tests', true],
  ['Do not modify the tests.', 'OK, update the tests as well.', true],
  ['Do not modify the tests.', 'fix the bug in src/app.ts', false],
  ['Do not modify the tests.', 'run the tests', false],
  ['Do not modify the tests.', 'make the tests pass', false],
  ['Do not modify the tests.', 'forget what I said about the tests', true],
  ['Never push.', 'ok, push it', true],
  ['Never push.', 'go ahead', false],
  ['Never push.', 'forget what I said about pushing', true],
  ["Just explain, don't change code.", 'ok, now fix it', true],
  ["Just explain, don't change code.", 'Implement it.', true],
  ["Just explain, don't change code.", 'and how does the parser work?', false],
  ["Don't touch src/legacy", 'you can change src/legacy/a.ts now', true],
  ["Don't touch src/legacy", 'fix src/app.ts', false],
  ["Don't change src/user.ts.", 'The user should be deleted when the account is closed.', false],
  ["Don't touch prisma/schema.prisma.", 'You can change everything except the schema', false],
  ['Почини, но schema.sql не трогай', 'ладно, схему можно менять, сделай колонку и индекс', true],
  ['Почини, но schema.sql не трогай', 'можно менять всё, кроме схемы', false],
  ['Niente dipendenze nuove per favore.', 'quello a mano non ha senso: ok, puoi aggiungere @turf/turf.', true],
  ['Niente dipendenze nuove per favore.', 'ok, puoi aggiungere una funzione per questo', false],
  ['Keine neuen Abhängigkeiten.', 'gut, du darfst date-fns nehmen', true],
  ["Don't touch prisma/schema.prisma.", 'Explain how you could change the schema', false],
  ["Don't use npm to install packages.", 'now run npm test', false],
  ["Don't use npm to install packages.", 'fine, use npm for this one', true],
  ["Non toccare niente finché non ti do l'ok.", 'ok solo il punto 1, con anche i test del frontend', true],
  ["Don't change anything until I give you the ok.", 'yes, but only the first step', true],
  ["Don't change anything until I give you the ok.", 'what would the first step be?', false],
  ['Leave prisma/schema.prisma alone for now.', 'ok Tom merged, you can change the schema now', true],
  ['Leave prisma/schema.prisma alone for now.', 'you can change the response now', false],
  ['Do not modify the tests.', 'you can change the response so that the tests pass', false],
  ["Don't touch prisma/schema.prisma.", 'why does the schema have two columns?', false],
  ['No new dependencies.', 'you may install lodash', true],
  ['No new dependencies.', 'go on', false],
  ['Only change files in src/api.', 'now update src/web/page.ts as well', true],
  ['Only change files in src/api.', 'fix src/api too', false],
  ['Ask me before deleting anything.', 'delete src/old.ts', false],
  ["don't commit until I say so", 'ok commit', true],
  ["Don't deploy until tests pass.", 'deploy', false],
  ["Don't write any code until I approve the plan.", 'Looks good!', true],
  ["Don't write any code until I approve the plan.", 'yes', true],
  ['Never push.', 'yes', false],
  ["don't commit yet", 'the commit message is wrong', false],
  ['Bitte noch nicht committen.', 'jetzt bitte committen', true],
  ['Ändere die Tests nicht.', 'Du darfst die Tests ändern', true],
  ['No hagas commit.', 'haz commit', true],
  ['不要运行代码。', '现在运行', true],
  ['No deploy yet.', 'good. now roll the new image out to the dev cluster', true],
  ['No deploy yet.', 'ok, ship it', true],
  ['No deploy yet.', 'get it on staging please', true],
  ['No deploy yet.', 'how do we roll it out later?', false],
  ['No deploy yet.', 'write the rollout notes', false],
  ["don't push yet", 'looks good, open a PR against main', true],
  ["don't open a PR yet", "let's get this reviewed, PR against main", true],
  ['No commits.', 'check it in please', true],
  ["don't commit yet", '👍 commit', true],
  ["don't commit yet", '👍 not yet', false],
  ["don't restart nginx", 'please bounce nginx now', true],
  ["don't run the migration yet", 'now apply the migration on dev', true],
  ['Do not reset the database.', 'update the table component', false],
  ['Do not drop any tables.', 'now delete the old rows', true],
]

test.each(LATER)('%s / %s', (first, later, lifted) => {
  const set = constraintsIn(first, 'p')
  expect(set).not.toEqual([])
  const left = stillHolding(set, later)
  expect(left.length < set.length).toBe(lifted)
})

describe('prompts as they come', () => {
  const words = fc.stringMatching(/^[ -~\n]{0,200}$/)
  const pieces = fc
    .array(
      fc.constantFrom(
        "don't ",
        'never ',
        'only ',
        'touch ',
        'run ',
        'the tests',
        'src/a.ts',
        ' or ',
        ', ',
        '`',
        '"',
        'before ',
        'ask me ',
        'until ',
        '. ',
        '不要',
        'nicht ',
      ),
      { maxLength: 30 },
    )
    .map(list => list.join(''))

  test('never throw, and say the same for the same', () => {
    fc.assert(
      fc.property(fc.oneof(words, pieces, fc.string()), fc.oneof(words, pieces), (prompt, later) => {
        const set = constraintsIn(prompt, 'p')
        expect(constraintsIn(prompt, 'p')).toEqual(set)
        expect(set.every(({ about, text }) => about.length > 0 && text.length <= 300)).toBe(true)
        expect(set).toEqual(expect.arrayContaining([...stillHolding(set, later)]))
      }),
      { numRuns: 500 },
    )
  })

  test('quoted text sets none', () => {
    const limit = fc.constantFrom(
      'do not modify the tests',
      'never push',
      "don't run it",
      'only touch README.md',
      'ask me before deleting anything',
    )
    const quote = fc.constantFrom(
      (text: string) => `\`\`\`\n${text}\n\`\`\``,
      (text: string) => `> ${text}`,
      (text: string) => `It says "${text}" there.`,
      (text: string) => `“${text}”`,
      (text: string) => `    ${text}`,
      (text: string) => `2024-05-05 10:10:10 ${text}`,
      (text: string) => `<note>${text}</note>`,
      (text: string) => `ERROR: ${text}`,
    )
    fc.assert(
      fc.property(limit, quote, (text, put) => {
        expect(constraintsIn(`What does this mean?\n${put(text)}`, 'p')).toEqual([])
      }),
    )
  })

  test('a limit has the same id wherever it stands', () => {
    const [alone] = constraintsIn('Never push.', 'p')
    const [within] = constraintsIn('Fix the login. Never push. Then tell me.', 'q')
    expect(within?.id).toBe(alone?.id)
  })
})
