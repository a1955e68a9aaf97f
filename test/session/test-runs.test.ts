/** Which commands run all tests, and which only some; and who speaks of all. */
import { expect, test } from 'vitest'
import { OF_WHOLE_SUITE, runsSomeTests } from '../../src/session/test-runs.ts'

test.each([
  'npm test',
  'npx vitest run',
  'pytest',
  'pytest -q -x',
  'go test ./...',
  'cargo test --release',
  './gradlew test --console=plain',
  'mvn -q verify',
  'cd services/api && npm test 2>&1 | tail -20',
  'npx jest --config config/jest.js',
  'bundle exec rspec > /tmp/out.log',
])('all: %s', command => expect(runsSomeTests(command)).toBe(false))

test.each([
  'npm test -- tests/unit/billing',
  'npx vitest run src/a.test.ts',
  'npx vitest run -t "rounds"',
  'pytest tests/unit',
  'pytest -k vat',
  'pytest test_money.py::test_round',
  'go test ./billing',
  'go test ./... -run TestVat',
  'cargo test rounding',
  './gradlew :points:test',
  'mvn test -Dtest=VatTest',
  'npm run test:unit',
  'make test-unit',
  'dotnet test --filter FullyQualifiedName~Vat',
  'bundle exec rspec spec/models',
  'mix test test/vat_test.exs',
])('some: %s', command => expect(runsSomeTests(command)).toBe(true))

test.each([
  "please don't run the full test suite",
  'never the whole suite',
  'nicht die ganze Testsuite laufen lassen',
  'ne lance pas toute la suite',
  'no ejecutes la suite completa',
  'não rode a suíte inteira',
  'draai niet de hele testsuite',
  '不要跑全部测试',
])('spoken of all: %s', text => expect(text).toMatch(OF_WHOLE_SUITE))

test.each(["don't run the tests", 'do not run e2e tests', 'die Tests nicht ausführen'])('spoken of any: %s', text =>
  expect(text).not.toMatch(OF_WHOLE_SUITE),
)
