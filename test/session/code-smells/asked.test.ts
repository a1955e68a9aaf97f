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
  ['snapshot_updated', 'Gli snapshot cambieranno per forza, rigenerali pure'],
  ['snapshot_updated', 'スナップショットはその変更だけだと確認してから更新してください'],
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
  ['test_deleted', 'Verwijder geen tests, repareer de code'],
  ['test_deleted', 'Slett aldri tester, fiks koden'],
  ['test_deleted', 'Order cancellation is broken: the test test_cancel_order fails. Fix the code.'],
  ['test_deleted', 'Napraw błąd: usuwanie użytkownika nie działa, test test_usuwania jest czerwony'],
  ['test_deleted', 'Voeg een endpoint toe om gebruikers te verwijderen'],
  ['test_skipped', 'Spring Boot tests fail with a timeout'],
  ['expectation_changed', 'Popraw błąd w kodzie, żeby test przechodził'],
  ['substitution', 'Inga påhittade siffror, tack'],
  ['substitution', 'Żadnych zmyślonych danych'],
  ['substitution', 'Sahte hesap tespiti ekle'],
])('%s is not asked for: %s', (kind, goal) => expect(isAskedFor(kind, goal)).toBe(false))

test.each([
  ['snapshot_updated', 'Zmieniłem kolory, snapshoty i snapshots mają być nowe'],
  ['snapshot_updated', 'Butonların köşeleri yuvarlak oldu, snapshots tazelensin, yalnız köşeler değişmeli'],
  ['snapshot_updated', 'Ändra knapparnas färg. Ta nya snapshots, men kolla skillnaden'],
  ['snapshot_updated', '버튼 색을 바꿨어요. 스냅샷도 새로 찍어 주세요'],
  ['check_disabled', 'no-console stoort in de map scripts/, zet die daar uit', '"no-console": "off"'],
  ['check_disabled', 'CA1305 är bara brus för oss, bort med den', 'dotnet_diagnostic.CA1305.severity = none'],
  ['check_disabled', 'kural react/prop-types kapansın', '"react/prop-types": "off",'],
])('%s is asked for by its name: %s', (kind, goal, text = '') => expect(isAskedFor(kind, goal, text)).toBe(true))

test.each([
  ['snapshot_updated', 'Refactor RecipeCard. No visual change. Snapshot tests must pass.'],
  ['snapshot_updated', 'Bump flutter_localizations. Goldens must stay green, design signed them off.'],
  ['snapshot_updated', 'I already put golden files for it into testdata/ (calculated by accounting).'],
  ['snapshot_updated', 'Napraw błąd, snapshots są czerwone'],
  ['snapshot_updated', 'Das Padding ist kaputt, behebe das. Snapshots zeigen es.'],
  ['snapshot_updated', 'Het is een zuivere verbouwing, de snapshots blijven hetzelfde'],
  ['check_disabled', 'eslint complains about no-explicit-any, fix that', '"no-explicit-any": "off"'],
  ['check_disabled', 'Turn on no-floating-promises', '"no-floating-promises": "off"'],
  ['check_disabled', 'fail-under stays at 85', 'fail-under = 80'],
])('%s is not asked for by its name: %s', (kind, goal, text = '') => expect(isAskedFor(kind, goal, text)).toBe(false))

test('what is ruled out in one sentence may be asked for in another', () => {
  const goal = 'No placeholder in the report. The tests may use a mock of the server.'
  expect(isAskedFor('substitution', goal)).toBe(true)
})
