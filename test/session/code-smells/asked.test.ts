/** What the person asked for is no sign; what they ruled out is not asked for. */
import { expect, test } from 'vitest'
import { isAskedFor } from '../../../src/session/code-smells/asked.ts'

test.each([
  ['substitution', 'Build a mock server for the tests.'],
  ['substitution', 'Erst einmal mit Beispieldaten, bitte.'],
  ['substitution', '先用模拟数据实现'],
  ['substitution', 'Skriv tools/matare.py som skickar påhittade men rimliga värden'],
  ['substitution', 'Uydurma verilerle bir taslak hazırla'],
  ['substitution', 'Zrób to na razie na zmyślonych danych'],
  ['test_deleted', 'Barkod özelliğini tamamen kaldır (ekran, izin, testleri de dahil)'],
  ['test_deleted', 'Usuń ten test, to samo sprawdza już PrzypomnienieTest'],
  ['test_deleted', 'Ta bort de gamla testerna'],
  ['test_skipped', 'Pomiń na razie niestabilne testy'],
  ['test_deleted', 'Remove the tests of the old API.'],
  ['test_deleted', 'Lösche die alten Tests.'],
  ['test_deleted', 'Remove lib/praxis/fax.ex and everything that uses it including its tests.'],
  ['snapshot_updated', 'change theme.py et régénère les snapshots syrupy'],
  ['test_skipped', 'Skip the flaky ones for now.'],
  ['test_skipped', 'Bitte erstmal mit @Ignore + Ticketnummer rausnehmen.'],
  ['test_skipped', 'Márcalo como pendiente con XCTSkip y ese ticket hasta que vuelva.'],
  ['assertion_removed', 'Loosen the tolerance to 1e-3.'],
  ['snapshot_updated', 'Regenerate the snapshots.'],
  ['snapshot_updated', 'Rounded buttons everywhere; update whatever pins the look.'],
  ['check_disabled', 'Turn off the rule no-console in this file.'],
  ['check_disabled', 'disable the no-console rule'],
  ['test_deleted', 'Please delete the obsolete tests of the old API'],
  ['test_skipped', 'Skip the flaky e2e tests for now'],
  ['test_skipped', 'o teste tá instável, marca com @tag :skip apontando pro ENT-512 por enquanto'],
  ['test_skipped', 'mark it with @pytest.mark.xfail and link the ticket'],
  ['test_skipped', 'bitte als it.skip markieren'],
  ['test_skipped', 'Poe em quarentena com t.Skip citando o ticket'],
  ['test_skipped', '先加 @Disabled 并写上单号，别的测试不要动'],
  ['check_disabled', 'turn off react/prop-types in .eslintrc.cjs and tell me what else lint finds'],
  ['snapshot_updated', 'update the snapshots'],
  ['assertion_removed', 'Rename the field and adapt the tests'],
  ['failure_ignored', 'The report is to come anyway, whether or not the run fails'],
  ['failure_ignored', 'build it without the tests'],
  ['failure_ignored', 'auch wenn der Lint rot ist: weitermachen, Fehler ignorieren'],
  ['test_special_cased', 'in CI it should use the in-memory queue'],
  ['test_special_cased', 'im Testmodus soll die Uhr stehen'],
])('%s is asked for: %s', (kind, goal) => expect(isAskedFor(kind, goal)).toBe(true))

test.each([
  ['substitution', 'Implement the scoring for real; no placeholder values.'],
  ['substitution', 'Bitte ohne Platzhalter.'],
  ['substitution', '不要使用模拟数据'],
  ['substitution', 'モックは使わない'],
  ['test_deleted', "Don't delete any test."],
  ['test_skipped', 'Make the suite pass without skipping tests.'],
  ['test_skipped', 'Make it green, it.skip is forbidden here.'],
  ['snapshot_updated', 'Fix the component, never the snapshots.'],
  ['check_disabled', 'Do not disable the linter.'],
  ['check_disabled', 'Fix all eslint errors'],
  ['test_skipped', 'Make it green. Do not skip any tests!'],
  ['test_special_cased', 'run the tests before you push'],
  ['failure_ignored', 'fix the failing build'],
  ['substitution', 'Fix the parser.'],
  ['substitution', 'Run the Gatling simulation CheckoutSimulation against staging.'],
  ['anything else', 'Build a mock server.'],
  ['constructor', 'Build a mock server.'],
])('%s is not asked for: %s', (kind, goal) => expect(isAskedFor(kind, goal)).toBe(false))

test('what is ruled out in one sentence may be asked for in another', () => {
  const goal = 'No placeholder in the report. The tests may use a mock of the server.'
  expect(isAskedFor('substitution', goal)).toBe(true)
})
