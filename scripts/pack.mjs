// Makes dist/packages ready for `npm publish`: a package for each platform with its executable, the main package, which names them, and
// what installs them without npm.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { archiveOf, installerTexts } from './installers.mjs'
import { PLATFORMS } from './platforms.mjs'
import { publishedManifest } from './published.mjs'

const ROOT = 'dist/packages'
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const { version, license } = manifest
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
const nameOf = ({ name }) => `@step-reviewer/${name}`

const sums = {}
for (const platform of PLATFORMS) {
  const { name, executable, os, cpu, libc } = platform
  const directory = join(ROOT, name)
  const file = join(directory, executable)
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build:all`)
  sums[name] = createHash('sha256').update(readFileSync(file)).digest('hex')
  write(join(directory, 'package.json'), {
    name: nameOf(platform),
    version,
    description: `The executable of step-reviewer for ${name}.`,
    license,
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    files: [executable, 'LICENSES.txt'],
    preferUnplugged: true,
  })
  writeFileSync(
    join(directory, 'README.md'),
    `# ${nameOf(platform)}\n\nThe executable of [step-reviewer](https://www.npmjs.com/package/step-reviewer) for ${name}; install that package, not this one.\n`,
  )
  cpSync('LICENSE', join(directory, 'LICENSE'))
  cpSync('dist/LICENSES.txt', join(directory, 'LICENSES.txt'))
}

// The main package: what npm would pack here, without executables, and with what only a published package can name.
const main = join(ROOT, 'step-reviewer')
rmSync(main, { recursive: true, force: true })
const { stdout, status } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
  shell: process.platform === 'win32',
})
if (status !== 0) throw new Error('npm pack cannot tell which files the package has')
for (const { path } of JSON.parse(stdout)[0].files) {
  mkdirSync(dirname(join(main, path)), { recursive: true })
  cpSync(path, join(main, path))
}
write(join(main, 'dist', 'checksums.json'), sums)
const library = readFileSync('dist/index.js', 'utf8')
write(join(main, 'package.json'), publishedManifest(manifest, library, PLATFORMS.map(nameOf)))
// What installs the executables without npm names the archives by their contents: these very files are to be published.
const archives = PLATFORMS.map(({ name }) => [name, archiveOf(join(ROOT, name), join(ROOT, 'archives'))])
const digests = Object.fromEntries(archives.map(([name, { sha256 }]) => [name, sha256]))
for (const [file, text] of Object.entries(installerTexts(version, digests))) writeFileSync(join(ROOT, file), text)
process.stdout.write(`${ROOT}: npm publish the archives of the platforms first, then step-reviewer\n`)
