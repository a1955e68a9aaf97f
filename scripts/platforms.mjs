// The platforms that have a package with an executable, and what Bun needs to compile for them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const platform = (os, cpu, libc) => ({
  /** As Node names them: the name of the package is made of them. */
  name: [os, cpu, ...(libc === 'musl' ? ['musl'] : [])].join('-'),
  /** As Bun names them. */
  target: [
    'bun',
    os === 'win32' ? 'windows' : os,
    cpu === 'arm64' ? 'aarch64' : cpu,
    ...(libc === 'musl' ? ['musl'] : []),
  ].join('-'),
  executable: os === 'win32' ? 'reviewer.exe' : 'reviewer',
  os,
  cpu,
  libc,
})

export const PLATFORMS = [
  platform('linux', 'x64', 'glibc'),
  platform('linux', 'arm64', 'glibc'),
  platform('linux', 'x64', 'musl'),
  platform('linux', 'arm64', 'musl'),
  platform('darwin', 'x64'),
  platform('darwin', 'arm64'),
  platform('win32', 'x64'),
]

/** Bun's own executable for a target, from its npm package, with the contents that the lock file pins; kept for the next time. */
export function runtimeFor(target) {
  const name = `@oven/${target}`
  const { version, integrity } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`]
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'step-reviewer')
  const directory = join(cache, `${target}-${version}`)
  const file = join(directory, 'bin', target.includes('windows') ? 'bun.exe' : 'bun')
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, 'making-'))
  try {
    run('npm', 'pack', '--silent', '--pack-destination', making, `${name}@${version}`)
    const [packed] = readdirSync(making)
    const digest = createHash('sha512')
      .update(readFileSync(join(making, packed)))
      .digest('base64')
    if (integrity !== `sha512-${digest}`) throw new Error(`${name} ${version} is not what package-lock.json pins`)
    run('tar', '-xzf', join(making, packed), '-C', making)
    renameSync(join(making, 'package'), directory)
    return file
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

function run(program, ...words) {
  const { status } = spawnSync(program, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}`)
}
