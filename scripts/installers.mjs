// Archives of the platforms' packages as npm publishes them, and what installs them without npm: a script for shells, a formula for
// Homebrew, a Dockerfile for CI. Version and checksums are those of the archives; nothing says them a second time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const REGISTRY = 'https://registry.npmjs.org'

/** Packs the package in a directory. Gives the file and its SHA-256. */
export function archiveOf(directory, destination) {
  mkdirSync(destination, { recursive: true })
  const words = ['pack', directory, '--json', '--ignore-scripts', '--pack-destination', destination]
  const { stdout, status } = spawnSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${directory} cannot be packed`)
  const file = join(destination, JSON.parse(stdout)[0].filename)
  return { file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') }
}

/** Where a registry has the archive of a platform. */
export function archivePath(name, version) {
  return `@step-reviewer/${name}/-/${name}-${version}.tgz`
}

/** File name → text. `sums`: SHA-256 of the archives by the names of their platforms. */
export function installerTexts(version, sums) {
  const filled = (file, more) =>
    Object.entries({ VERSION: version, ...more }).reduce(
      (text, [name, value]) => text.replaceAll(`@${name}@`, value),
      readFileSync(new URL(`installers/${file}`, import.meta.url), 'utf8'),
    )
  const lines = Object.entries(sums).map(([name, sum]) => `    ${name}) echo ${sum} ;;`)
  return {
    'install.sh': filled('install.sh', { SUMS: lines.join('\n') }),
    'reviewer.rb': filled('reviewer.rb', { URLS: formulaUrls(version, sums) }),
    Dockerfile: filled('Dockerfile', {}),
  }
}

/** Homebrew runs on macOS, and on Linux with glibc. */
function formulaUrls(version, sums) {
  const systems = [
    ['macos', 'darwin'],
    ['linux', 'linux'],
  ]
  const processors = [
    ['arm', 'arm64'],
    ['intel', 'x64'],
  ]
  const blocks = systems.map(([system, os]) => {
    const inner = processors
      .filter(([, cpu]) => sums[`${os}-${cpu}`])
      .map(([processor, cpu]) => {
        const name = `${os}-${cpu}`
        return [
          `    on_${processor} do`,
          `      url "${REGISTRY}/${archivePath(name, version)}"`,
          `      sha256 "${sums[name]}"`,
          '    end',
        ].join('\n')
      })
    return [`  on_${system} do`, ...inner, '  end'].join('\n')
  })
  return blocks.join('\n\n')
}
