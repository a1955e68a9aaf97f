/** How files of each kind are read: which of their text runs, in which language, and where. */
import { isRecord } from '../../../common/is-record.ts'
import { parseJustfile } from '../../build-files/justfile.ts'
import { logicalLines } from '../../build-files/make-text.ts'
import { scriptLanguage } from '../../build-files/script-text.ts'
import { loadFormats } from '../../on-demand.ts'
import type { DeferredKind } from '../deferred-kinds.ts'
import { batchTexts, keyTexts, scheduledTexts } from './batch.ts'
import { cloudTexts } from './cloud-calls.ts'
import { dockerfileTexts } from './dockerfile.ts'
import { instructionTexts } from './instructions.ts'
import {
  blocksIn,
  cronTexts,
  gitTexts,
  goTexts,
  hclTexts,
  iniTexts,
  nixTexts,
  notebookTexts,
  procfileTexts,
  provisionTexts,
  pthTexts,
  registryTexts,
  unitTexts,
  xmlTexts,
} from './lines.ts'
import { migrationTexts } from './migrations.ts'
import { plainDownloads, runLines, runStrings, shellStrings } from './run-strings.ts'
import { flowTexts } from './source-flow.ts'
import { commandsIn, parseJsonc } from './structured.ts'
import { type DeferredText, type RunsOn, wordFor } from './text.ts'

type Reader = (content: string, file: string) => readonly DeferredText[]

export const READERS: Readonly<Record<DeferredKind, Reader>> = {
  json: (content, file) =>
    commandsIn(parseJsonc(content), 'host', IS_LIST_OF_COMMANDS.test(file) || isPieceOfScripts(content, file)).map(
      each => ({
        ...each,
        // Composer: `@php …` is PHP itself.
        text: each.text.replace(/^@(?=php\s)/, ''),
      }),
    ),
  devcontainer: devcontainerTexts,
  dockerfile: dockerfileTexts,
  compose: composeTexts,
  ci: content => [...yamlTexts(content, 'elsewhere'), ...strangersCode(content)],
  yaml: (content, file) => {
    if (
      !/(run|script|cmd|command|shell|raw|entry|exec|args|hook|override|user_?data|base64|zipfile|inlinecode)[\w-]*["']?\s*:|state: absent/i.test(
        content,
      )
    )
      return []
    return yamlTexts(
      content,
      /^kind:|^- hosts:|^[ \t]*hosts:/m.test(content) ? 'elsewhere' : 'host',
      IS_LIST_OF_COMMANDS.test(file),
    )
  },
  toml: content => commandsIn(loadFormats().parseToml(content), 'host'),
  make: makeTexts,
  just: justTexts,
  hook: scriptTexts,
  start: content => scriptTexts(content.replace(/^([ \t]*)source_env(_if_exists)?(?=[ \t])/gm, '$1source')),
  shell: scriptTexts,
  powershell: content => [{ text: content, language: 'powershell' }, ...scheduledTexts(content)],
  batch: batchTexts,
  keys: keyTexts,
  python: (content, file) => [...program('python')(content, file), ...runnerTexts(content)],
  node: program('node'),
  ruby: (content, file) => [...program('ruby')(content, file), ...provisionTexts(content)],
  perl: program('perl'),
  rust: program('rust'),
  r: program('r'),
  vim: inLanguage('vim'),
  lua: content => [...program('lua')(content, ''), ...runStrings(content)],
  gdb: inLanguage('gdb'),
  groovy: content => [...groovyTexts(content), ...shellStrings(content)],
  cmake: inLanguage('cmake'),
  hcl: hclAndShellTexts,
  nomad: hclAndShellTexts,
  nix: nixTexts,
  elixir: program('elixir'),
  pth: pthTexts,
  notebook: notebookTexts,
  unit: unitTexts,
  cron: cronTexts,
  procfile: procfileTexts,
  xml: (content, file) => [...xmlTexts(content), ...runStrings(content), ...migrationTexts(content, file)],
  git: gitTexts,
  ini: iniTexts,
  registry: registryTexts,
  sql: (content, file) => [...sqlTexts(content), ...migrationTexts(content, file)],
  instructions: instructionTexts,
  source: sourceTexts,
  literate: chunkTexts,
  data: (content, file) => (RUN_NOTHING.test(file) ? [] : commandsIn(parseJsonc(content), 'host')),
  other: (content, file) =>
    RUN_NOTHING.test(file)
      ? []
      : [
          ...runStrings(content),
          ...runLines(content),
          ...blocksIn(content),
          ...flowTexts(content),
          ...(IS_PROSE.test(file) ? [] : plainDownloads(content)),
        ],
}

function hclAndShellTexts(content: string): readonly DeferredText[] {
  return [...hclTexts(content), ...shellStrings(content).map(each => ({ ...each, place: 'elsewhere' as const }))]
}

/** Papers quote what they are about. */
const IS_PROSE = /\.(?:tex|sty|man|[1-9])$/

/** All that stands in these are commands under the names of files or of hooks. */
const IS_LIST_OF_COMMANDS = /lint-?staged|\.(huskyrc|ghooks)/

/** What an edit brings into the scripts of a package, without the rest of the file. */
function isPieceOfScripts(content: string, file: string): boolean {
  return /\/(?:package|composer)\.json$/.test(file) && !/^\s*\{|"scripts"\s*:/.test(content)
}

function inLanguage(language: string): Reader {
  return content => [{ text: content, language }]
}

function program(language: string): Reader {
  return (content, file) => [{ text: content, language }, ...programTexts(content), ...migrationTexts(content, file)]
}

/** What shows in a program without its grammar. */
function programTexts(content: string): readonly DeferredText[] {
  return [...flowTexts(content), ...cloudTexts(content)]
}

/** Extensions of sources, and the language that they are understood as. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.[cm]?[jt]sx?$/, 'node'],
  [/\.py$|\/Snakefile$|\.smk$/, 'python'],
  [/\.rb$/, 'ruby'],
  [/\.php$/, 'php'],
  [/\.p[lm]$/, 'perl'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.lua$/, 'lua'],
  [/\.[rR]$|\/\.Rprofile$/, 'r'],
  [/\.jl$/, 'julia'],
  [/\.exs?$/, 'elixir'],
  [/\.java$/, 'java'],
  [/\.(scala|sbt|sc)$/, 'scala'],
  [/\.swift$/, 'swift'],
  [/\.(c|cc|cpp|cxx)$/, 'c'],
]
/** Tests and examples hold texts of what is only tried; declarations of types run nothing. */
const RUN_NOTHING =
  /\.d\.[cm]?ts$|\/(tests?|__tests__|specs?|fixtures?|e2e|testdata|examples?)\/|[._-](test|spec)s?\.\w+$|\/test_[^/]*$/

/** What the program does when it runs, as far as its language is known; of others, the commands in it. */
function sourceTexts(content: string, file: string): readonly DeferredText[] {
  const language = LANGUAGES.find(([name]) => name.test(file))?.[1]
  // Java's tests start programs by one class alone, which no text of an assertion looks like.
  if (RUN_NOTHING.test(file)) return language === 'java' ? [{ text: content, language }] : []
  const texts = [
    ...runStrings(content),
    ...plainDownloads(content),
    ...programTexts(content),
    ...migrationTexts(content, file),
  ]
  if (language === undefined) return texts
  return [{ text: content, language }, ...texts, ...(language === 'go' ? goTexts(content) : [])]
}

/** `apply from: 'http://…'`: over a plain connection anybody may have written what is run. */
function plainScripts(content: string): readonly DeferredText[] {
  const found = content.matchAll(
    /\b(?:apply\s?\(?\s?from\s?[:=]|evaluate\s?\(\s?new URL\()\s?["'](http:\/\/[^"'\s]+)["']/g,
  )
  return [...found].map(([, url = '']) => ({ text: `curl ${wordFor(url)} | sh` }))
}

/** Statements, also those that an event of the database will run, and commands that SQL Server gives to a shell. */
function sqlTexts(content: string): readonly DeferredText[] {
  const commands = content.matchAll(/\bxp_cmdshell\s+N?'((?:[^']|''){1,4000})'/gi)
  const statements = content.replace(/\bDO\s+(?=(?:DROP|TRUNCATE|DELETE)\b)/gi, ';\n')
  return [
    { text: `psql <<'${END}'\n${statements}\n${END}` },
    ...[...commands].map(([, text = '']) => ({ text: text.replaceAll("''", "'"), language: 'powershell' })),
  ]
}

/** Blocks of code in a document that is computed when it is made: ```` ```{python} ````. */
function chunkTexts(content: string): readonly DeferredText[] {
  const found = content.matchAll(/^```\{(\w+)[^}\n]*\}[ \t]*\n([\s\S]*?)^```/gm)
  return [...found].flatMap(([, name = '', text = '']) => {
    const language = /^(r|python|ruby|perl|julia|node|js)$/i.test(name) ? name.toLowerCase() : undefined
    if (language !== undefined) return program(language === 'js' ? 'node' : language)(text, '')
    return /^(bash|sh|zsh)$/i.test(name) ? [{ text }] : []
  })
}

/** Commands of containers. What they are given of this machine is named by where it lies here. */
function composeTexts(content: string): readonly DeferredText[] {
  const compose = loadFormats().parseBuildYaml(content.replaceAll('$$', '$'))
  const services = isRecord(compose) && isRecord(compose.services) ? Object.values(compose.services) : []
  const mounted = services.filter(isRecord).flatMap(service => {
    const places = (Array.isArray(service.volumes) ? service.volumes : []).flatMap(mountOf)
    if (places.length === 0) return []
    return commandsIn(service, 'host').map(({ text }) => ({
      text: places.reduce((now, [here, there]) => now.replaceAll(there, here), text),
    }))
  })
  return [...yamlTexts(content.replaceAll('$$', '$'), 'container'), ...mounted]
}

/** What a container is given of this machine outside the project, and where it sees it. */
function mountOf(volume: unknown): readonly (readonly [here: string, there: RegExp])[] {
  const [, here = '', there = ''] = typeof volume === 'string' ? (/^([/~$][^:]*):(\/[^:]*)/.exec(volume) ?? []) : []
  if (there === '') return []
  const name = there.replace(/\/+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return name === '' ? [] : [[here.replace(/\/+$/, ''), new RegExp(`(?<![\\w/.-])${name}(?=[/\\s"';)]|$)`, 'g')]]
}

/** `{{ .Release.Name }}`: what a template fills in, which YAML cannot read where it begins a value. */
const FILLED_IN = /(?<!\$)\{\{[^{}\n]*\}\}/g

function yamlTexts(content: string, place: RunsOn, isSection = false): readonly DeferredText[] {
  const readable = content.includes('kind:') ? content.replace(FILLED_IN, 'x') : content
  const texts = commandsIn(loadFormats().parseBuildYaml(readable), place, isSection)
  return [...texts, ...scriptsOfActions(content, place)]
}

/** The code of a request is fetched and run with the rights and secrets of the repository that it asks. */
function strangersCode(content: string): readonly DeferredText[] {
  const at = /\bpull_request_target\b|\bissue_comment\b/.test(content)
    ? content.search(/\bref:\s*["']?(?:\$\{\{[^}]*\bpull_request\.head\.|refs\/pull\/)|\bgh pr checkout\b/)
    : -1
  if (at < 0 || !/^[ \t]*(?:- )?run:|uses:\s*\.\//m.test(content.slice(at))) return []
  return [{ text: 'curl -s https://github.com/pull_request/head | sh', place: 'elsewhere' }]
}

/** `uses: actions/github-script` with a script of its own. */
function scriptsOfActions(content: string, place: RunsOn): readonly DeferredText[] {
  if (!content.includes('github-script')) return []
  const steps: DeferredText[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each)
    if (!isRecord(node)) return
    const { uses, with: given } = node
    if (
      typeof uses === 'string' &&
      uses.includes('github-script') &&
      isRecord(given) &&
      typeof given.script === 'string'
    )
      steps.push({ text: given.script, language: 'node', place })
    for (const each of Object.values(node)) walk(each)
  }
  walk(loadFormats().parseBuildYaml(content))
  return steps
}

/** Only the first command runs on this machine; the others see the project, which is mounted. */
function devcontainerTexts(content: string): readonly DeferredText[] {
  const settings = parseJsonc(content)
  if (!isRecord(settings)) return []
  const { initializeCommand, ...others } = settings
  return [...commandsIn({ initializeCommand }, 'host'), ...commandsIn(others, 'container')]
}

/** A script, in the language that its first line asks for. */
function scriptTexts(content: string): readonly DeferredText[] {
  const [first = ''] = content.split('\n', 1)
  const language = first.startsWith('#!') ? scriptLanguage(first) : undefined
  if (language !== undefined) return [{ text: content, language }]
  // Functions of a file like PKGBUILD are called by whoever reads it.
  const functions = [...content.matchAll(/^(?:function[ \t]+)?([A-Za-z_]\w{0,60})[ \t]?\(\)[ \t]*\{/gm)].map(
    ([, name]) => name,
  )
  return [{ text: [content, ...new Set(functions)].join('\n') }]
}

const END = 'END_OF_THE_FILE'

/** The tool's own reading of its file: as if the file were written and each of its goals asked for. */
function written(file: string, content: string, command: string): DeferredText {
  return { text: `cat > ${wordFor(file)} <<'${END}'\n${content}\n${END}\n${command}` }
}

function makeTexts(content: string, file: string): readonly DeferredText[] {
  const goals = logicalLines(content).flatMap(({ text, recipe }) => {
    const [, names = ''] = recipe ? [] : (/^([^:=#$]+):(?![=])/.exec(text) ?? [])
    return names.split(/\s+/).filter(name => name !== '' && !name.includes('%') && !/^\.[A-Z_]+$/.test(name))
  })
  const asked = [...new Set(goals)].slice(0, 64).map(wordFor).join(' ')
  return [written(file, content, `make -f ${wordFor(file)} ${asked}`)]
}

function justTexts(content: string, file: string): readonly DeferredText[] {
  const { recipes } = parseJustfile(content)
  const calls = [...recipes.keys()].slice(0, 64).map(name => `just -f ${wordFor(file)} ${name}`)
  return [written(file, content, calls.join('\n'))]
}

const STRING = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g

/** `session.run('bash', '-c', '…')`, `c.run('…')`, `local('…')`: what the tasks of nox, invoke and their like are made of. */
function runnerTexts(content: string): readonly DeferredText[] {
  const calls = content.matchAll(
    /\b\w+\.(?:run|run_always|run_install|sudo|local|shell|cmd|system|sh)\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\b(?:local|local_resource|sh|shell)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
  )
  return [...calls].flatMap(([, method, plain]) => {
    const given = method ?? plain ?? ''
    // Tilt: the first word is the name of the task.
    const [, behind] = /\bcmd\s?=\s?([\s\S]*)$/.exec(given) ?? []
    const words = [...(behind ?? given).matchAll(STRING)].map(([, double, single]) => double ?? single ?? '')
    if (words.length === 0) return []
    const [only = ''] = words
    return [{ text: words.length === 1 || /\s/.test(only) ? only : words.map(wordFor).join(' ') }]
  })
}

/** `sh '…'`, `sh(script: '''…''')`, `commandLine 'sh', '-c', '…'`: what pipelines and Gradle run. */
function groovyTexts(content: string): readonly DeferredText[] {
  const steps = content.matchAll(
    /\b(?:sh|bat|powershell|pwsh)\s{0,99}(?:\(\s{0,99})?(?:[\w\s,:'"-]{0,4000}\bscript\s{0,99}:\s{0,99})?(?:'''([\s\S]*?)'''|"""([\s\S]*?)"""|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g,
  )
  const bound = content.matchAll(
    /\bcredentialsId:\s*['"]([\w-]+)['"],\s*(?:\w+:\s*['"][^'"]*['"],\s*)?\w*[vV]ariable:\s*['"](\w+)['"]/g,
  )
  const given = [...bound].map(([, id = '', name]) => `${name}="$SECRET_${id.replaceAll('-', '_')}"\n`).join('')
  const lines = content.matchAll(/\bcommandLine\s*\(?\s*([^\n)]*)/g)
  return [
    ...[...steps].map(([, ...texts]) => ({
      text: `${given}${texts.find(each => each !== undefined) ?? ''}`,
      place: 'elsewhere' as const,
    })),
    ...[...lines].map(([, list = '']) => ({
      text: [...list.matchAll(STRING)].map(([, double, single]) => wordFor(double ?? single ?? '')).join(' '),
    })),
    ...plainScripts(content),
    ...program('groovy')(content, ''),
  ]
}
