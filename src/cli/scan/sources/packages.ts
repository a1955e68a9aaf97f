/** What package managers run by themselves: scripts of an installation, build scripts, and settings that name programs. */
import { isRecord } from '../../../common/is-record.ts'
import { lineAt, lineOf, lineOfKey } from '../lines.ts'
import type { ScannedCommand, ScannedFile, ScanSource, SourceResult, Start, Trigger } from '../model.ts'
import { hostCommands, jsonOf, stringsOf, textsUnder, tomlOf } from './texts.ts'

const byItself = (when: string): Trigger => ({ when, starts: 'by_itself' })

/** Also run where the package is a dependency of another. */
const AT_INSTALLATION = /^(pre|post)?install$/
/** Run where somebody installs the repository's own dependencies. */
const IN_REPOSITORY = /^((pre|post)?prepare|prepublish|dependencies)$/
const AT_PUBLICATION = /^(prepublishOnly|prepack|postpack|(pre|post)?publish)$/

function scriptTrigger(name: string): Trigger {
  if (AT_INSTALLATION.test(name)) return byItself('on npm install')
  if (IN_REPOSITORY.test(name)) return byItself('on npm install in this repository')
  if (AT_PUBLICATION.test(name)) return { when: 'on npm publish', starts: 'on_request' }
  return { when: `npm run ${name}`, starts: 'on_request' }
}

function readPackage(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const scripts = textsUnder(data.scripts)
  const commands = scripts.map(([name, text]) => ({
    ...scriptTrigger(name),
    text,
    line: lineOfKey(file.text, name, lineOf(file.text, text)),
  }))
  const builds = file.hasBeside('binding.gyp') && !scripts.some(([name]) => /^(pre)?install$/.test(name))
  const implied: readonly ScannedCommand[] = builds
    ? [{ ...byItself('on npm install'), text: 'node-gyp rebuild', line: 1 }]
    : []
  return {
    commands: [...commands, ...implied],
    runs: commands.filter(each => each.starts === 'by_itself').flatMap(each => filesNamedIn(each)),
    ...(problem !== undefined && { problem }),
  }
}

/** Files that a command runs: `node scripts/install.js`, `./configure`, `sh install.sh`. */
export function filesNamedIn({ text, when, starts }: ScannedCommand): readonly (Trigger & { readonly file: string })[] {
  const found = text.matchAll(
    /(?:^|[\s;&|("'=])((?:\$\{?(?:CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|workspaceFolder)\}?"?\/)?(?:\.{1,2}\/)*[\w@][\w@.+-]*(?:\/[\w@.+-]+)*)/g,
  )
  return [...new Set([...found].map(([, word = '']) => word.replace(/^\$\{?\w+\}?"?\//, '/')))].map(file => ({
    when,
    starts,
    file,
  }))
}

const COMPOSER =
  /^(pre|post)-(install|update|autoload|root-package|create-project|package|dependencies|status|archive|pool)/

function readComposer(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const scripts = isRecord(data.scripts) ? Object.entries(data.scripts) : []
  const commands = scripts.flatMap(([name, value]) => {
    const texts = typeof value === 'string' ? [value] : stringsOf(value)
    const trigger: Trigger = COMPOSER.test(name)
      ? byItself('on composer install')
      : { when: `composer ${name}`, starts: 'on_request' }
    return texts
      .filter(text => !text.includes('::'))
      .map(text => ({ ...trigger, text: text.replace(/^@php\s/, 'php '), line: lineOf(file.text, text) }))
  })
  return {
    commands,
    runs: commands.filter(each => each.starts === 'by_itself').flatMap(filesNamedIn),
    ...(problem !== undefined && { problem }),
  }
}

/** `<!(command)` and `<!@(command)` are run when the build is configured. */
function readGyp(file: ScannedFile): SourceResult {
  const commands = [...file.text.matchAll(/<!@?\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g)].map(match => ({
    ...byItself('on npm install (node-gyp)'),
    text: (match[1] ?? '').replace(/\\(["'])/g, '$1').replace(/<\((\w+)\)/g, '$1'),
    line: lineAt(file.text, match.index),
  }))
  return { commands, runs: commands.flatMap(filesNamedIn) }
}

/** `build = "build.py"` of Poetry, `[tool.hatch.build.hooks.custom] path`, `build-backend` with a path of its own. */
function readPyproject(file: ScannedFile): SourceResult {
  const { data, problem } = tomlOf(file)
  const at = (...keys: readonly string[]): unknown =>
    keys.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), data)
  const poetry = at('tool', 'poetry', 'build')
  const hatch = at('tool', 'hatch', 'build', 'hooks', 'custom')
  const inPath = stringsOf(at('build-system', 'backend-path'))
  const backend = at('build-system', 'build-backend')
  const files = [
    typeof poetry === 'string' ? poetry : at('tool', 'poetry', 'build', 'script'),
    isRecord(hatch) ? (hatch.path ?? 'hatch_build.py') : undefined,
    ...(typeof backend === 'string'
      ? inPath.map(path => `${path}/${backend.split(':')[0]?.replaceAll('.', '/')}.py`)
      : []),
  ].filter(each => typeof each === 'string')
  const trigger = byItself('on pip install')
  return {
    commands: hostCommands(file, { when: 'when its task is run', starts: 'on_request' }),
    runs: files.map(each => ({ ...trigger, file: each })),
    ...(problem !== undefined && { problem }),
  }
}

/** Programs of the repository that a package manager is told to use instead of its own. */
function readYarn(file: ScannedFile): SourceResult {
  const plugins = [
    ...file.text.matchAll(/^[ \t]*(?:yarnPath|(?:-[ \t]*)?path|spec)[ \t]*:[ \t]*(?:\r?\n[ \t]*)?["']?([^\s"'#]+)/gm),
  ]
  return {
    runs: plugins.map(([, path = '']) => ({ ...byItself('on every yarn command'), file: path })),
  }
}

const onDemand = (when: string, starts: Start = 'by_itself'): Trigger => ({ when, starts })

export const PACKAGE_SOURCES: readonly ScanSource[] = [
  { files: /\/package\.json$/, trigger: onDemand('by npm', 'on_request'), read: readPackage },
  { files: /\/composer\.json$/, trigger: onDemand('by composer', 'on_request'), read: readComposer },
  { files: /\/[\w.-]+\.gypi?$/, trigger: byItself('on npm install (node-gyp)'), read: readGyp },
  { files: /\/(\.pnpmfile\.c?js|pnpmfile\.js)$/, trigger: byItself('on pnpm install') },
  { files: /\/\.yarnrc(\.yml)?$/, trigger: byItself('on every yarn command'), read: readYarn },
  { files: /\/\.npmrc$/, trigger: byItself('on every npm command') },
  { files: /\/bunfig\.toml$/, trigger: byItself('on every bun command') },
  { files: /\/setup\.py$/, trigger: byItself('on pip install') },
  { files: /\/setup\.cfg$/, trigger: byItself('on pip install') },
  { files: /\/pyproject\.toml$/, trigger: onDemand('by Python tools', 'on_request'), read: readPyproject },
  { files: /\/(pip\.conf|pip\.ini)$/, trigger: byItself('on pip install') },
  { files: /\/[\w-]+\.pth$|\/(site|user)customize\.py$/, trigger: byItself('when Python starts') },
  { files: /\/conftest\.py$/, trigger: byItself('on pytest') },
  { files: /\/build\.rs$/, trigger: byItself('on cargo build') },
  { files: /\/\.cargo\/config(\.toml)?$/, trigger: byItself('on every cargo command') },
  { files: /\/extconf\.rb$/, trigger: byItself('on gem install') },
  { files: /\/(Gemfile|[\w.-]+\.gemspec)$/, trigger: byItself('on bundle install') },
  { files: /\/(Makefile|Build)\.PL$/, trigger: byItself('on cpan install') },
  { files: /\/mix\.exs$/, trigger: byItself('on every mix command') },
  { files: /\/build\.gradle(\.kts)?$|\/settings\.gradle(\.kts)?$/, trigger: byItself('on every gradle command') },
  { files: /\/(gradlew|mvnw)$/, trigger: onDemand('when the build is started', 'on_request') },
  {
    files: /\/(PKGBUILD|APKBUILD)$|\.(postinst|preinst|postrm|prerm)$|\/debian\/(postinst|preinst|postrm|prerm)$/,
    trigger: byItself('when the package is installed'),
  },
]
