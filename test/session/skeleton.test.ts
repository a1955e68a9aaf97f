/** Skeletons stay equal when a call is tried again, and differ where something else is done. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_SKELETON } from '../../src/session/skeleton.ts'
import { features, ofCommand } from './world.ts'

const skeleton = (command: string): string => ofCommand(command).skeleton

test.each([
  ['pytest tests/a.py', 'pytest'],
  ['cd x && timeout 30 pytest -xvs tests/a.py --tb=short 2>&1 | tail -5 || echo no', 'pytest -x'],
  ['npm run build', 'npm run build'],
  ['npm run --silent build', 'npm run build'],
  ['npx jest --ci foo', 'jest --ci'],
  ['uv run pytest -q', 'pytest'],
  ['poetry run python train.py', 'python train.py'],
  ['python -m pytest tests', 'pytest'],
  ['python3.11 ./train.py --lr 3', 'python train.py --lr'],
  ['python manage.py migrate app', 'manage.py migrate'],
  ['bash -c "npm test && ls"', 'npm test'],
  ['bash build.sh', 'build.sh'],
  ['./build.sh now', 'build.sh'],
  ['./gradlew test', 'gradle test'],
  ['make -j4 test', 'make test -j'],
  ['julia --project src/wait.jl 10000', 'julia src/wait.jl --project'],
  ['make -C sub test', 'make test -C'],
  ['go test -run TestX ./...', 'go test -run'],
  ['cargo test --release', 'cargo test --release'],
  ['mvn -q clean test', 'mvn clean test'],
  ['FOO=1 env BAR=2 nice -n 5 node server.js &', 'node server.js'],
  ['source venv/bin/activate && pip install -r r.txt', 'pip install -r'],
  ['sudo apt-get install -y curl', 'sudo -y; apt-get install -y'],
  ['mkdir -p out && python train.py > out/log', 'python train.py'],
  ['pwd && ls -la && npm test', 'npm test'],
  ['for f in a b; do pytest $f; done', 'pytest'],
  ['mysql -uroot -pS3cretPass1 db', 'mysql -p -u'],
  ['curl --token=abcdef https://example.com', 'curl --token'],
  ['mytool deploy x', 'mytool deploy'],
  ['[[ -f y ]]', 'Bash [['],
  ['python - <<EOF\nimport x\nEOF', 'python'],
])('%s', (command, expected) => expect(skeleton(command)).toBe(expected))

test.each([
  ['npm run build', 'npm run lint'],
  ['python train.py', 'python eval.py'],
  ['make test', 'make lint'],
  ['cargo build', 'cargo test'],
  ['./a.sh', './b.sh'],
  ['npm install', 'npm test'],
  ['git push', 'git pull'],
  ['mytool build', 'mytool lint'],
  ['go vet ./...', 'go build ./...'],
  ['python manage.py migrate', 'python manage.py test'],
  ['python -m a.train', 'python -m a.eval'],
  ['go run ./cmd/a', 'go run ./cmd/b'],
  ['python -m http.server', 'python -m pytest'],
])('%s is not %s', (one, other) => expect(skeleton(one)).not.toBe(skeleton(other)))

test('of other tools the name', () => {
  expect(features('Read', { file_path: '/home/dev/app/a.ts' }).skeleton).toBe('Read')
  expect(features('mcp__db__query', { sql: 'select 1' }).skeleton).toBe('mcp__db__query')
})

const bases = fc.constantFrom(
  'pytest tests/a.py',
  'npm run build',
  'npm test',
  'go test ./...',
  'cargo build --release',
  'python train.py --epochs 3',
  'make all',
  'tsc --noEmit',
  'eslint src',
  'node server.js',
  'docker build .',
  'mytool deploy x',
)
const wrappers = fc.constantFrom<(command: string) => string>(
  command => `timeout 60 ${command}`,
  command => `nice -n 5 ${command}`,
  command => `env A=1 ${command}`,
)
const dressings = fc.constantFrom<(command: string) => string>(
  command => `cd sub && ${command}`,
  command => `export A=1; ${command}`,
  command => `set -e; ${command}`,
  command => `${command} 2>&1`,
  command => `${command} 2>&1 | tail -5`,
  command => `${command} | head -20`,
  command => `${command} > /tmp/log`,
  command => `${command} || echo failed`,
  command => `${command} || true`,
  command => `echo start; ${command}; echo done`,
  command => `( ${command} )`,
  command => `sleep 1; ${command}`,
  command => `mkdir -p out && ${command}`,
  command => `ls && ${command}`,
  command => `${command} | grep -i error`,
)

test('cosmetic changes leave it as it is', () => {
  fc.assert(
    fc.property(
      bases,
      fc.array(wrappers, { maxLength: 2 }),
      fc.array(dressings, { maxLength: 3 }),
      (base, wrapped, changes) => {
        const dressed = [...wrapped, ...changes].reduce<string>((command, change) => change(command), base)
        // Another directory has another script.
        const isElsewhere = dressed.includes('cd sub') && /\.(py --|js)/.test(base)
        if (!isElsewhere) expect(skeleton(dressed)).toBe(skeleton(base))
      },
    ),
    { numRuns: 300 },
  )
})

test('any text has one, bounded and in one line', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 200 })), command => {
      const found = skeleton(command)
      expect(found.length).toBeLessThanOrEqual(LONGEST_SKELETON)
      expect(found).not.toMatch(/\n/)
      expect(skeleton(command)).toBe(found)
    }),
    { numRuns: 300 },
  )
})
