/** Commands in JSON, YAML and TOML: values whose keys say that they are run, wherever they stand. */
import { isRecord } from '../../../common/is-record.ts'
import { isDeeper, MAX_DEPTH } from '../../../model/bounds.ts'
import { type DeferredText, type RunsOn, wordFor } from './text.ts'

/** A command, a line of a script, or a list of them. */
const RUNS =
  /^(run|runs|script|scripts|cmds?|commands?|bash|sh|shell|pwsh|powershell|exec|execute|execstart|raw|entry|entrypoint|entry_?points?|test|init|before|after|hook|before_?script|after_?script|(before|after)_(install|deploy|success|failure|script|cache)|install|deploy|inline_?script|script_?text|run_?cmd|boot_?cmd|notify|value_?from|health_?check|start|stop|prebuild|postbuild|pre_?run|post_?run|preinstall|postinstall|postdeploy|predeploy|pre|post|enter|leave|cd|setup|teardown|cleanup|env_file_cmd|release_command|shell_?hook|shell_?cmd|on_?(create|change|attach|exit)|rustc-wrapper|rustc-workspace-wrapper|runner|linker|credential-provider|filter|smudge|command_?to_?execute|override-(build|pull|stage|prime)|fn::base64|user_?data|on-run-(start|end)|(pre|post)-hook|\w*_?command|\w*_?script|\w+commands(-\w+)?)$/i
/** The children of these are commands under names of their own. */
const SECTION =
  /^(scripts?|tasks|lint-?staged|hooks|git-?hooks|ghooks|simple-git-hooks|pre-commit|alias(es)?|cmds|events|poe|taskipy|recipes|targets|wireit|post_?start|pre_?stop)$/i
/** Names and settings, never run. */
const NEVER =
  /^(env|environment|variables|vars|name|description|label|image|working_dir(ectory)?|cwd|dir|dependencies|dev_?dependencies|depends_on|devDependencies|needs|if|when|only|except|on|matcher|group|labels|annotations)$/i
const PROGRAM = ['command', 'cmd', 'runtimeExecutable', 'program', 'path', 'executable', 'shell_cmd', 'entrypoint']
const ARGUMENTS = ['args', 'arguments', 'runtimeArgs', 'argv', 'command']
/** Lists under these keys are the words of one command, unless each of them is a line of its own. */
const WORDS = /^(cmds?|command|entrypoint|args|test|exec|entry|notify|\w*command|runner)$/i
const MOST = 2000

/** Texts that a structure runs. `isSection`: its own entries are commands. */
export function commandsIn(value: unknown, place: RunsOn, isSection = false): readonly DeferredText[] {
  if (typeof value !== 'object' || value === null || isDeeper(value, MAX_DEPTH)) return []
  const found: DeferredText[] = []
  walk(value, { found, place }, isSection, '')
  return found
}

interface Finding {
  readonly found: DeferredText[]
  readonly place: RunsOn
}

function walk(node: unknown, to: Finding, isRun: boolean, key: string): void {
  if (to.found.length >= MOST) return
  if (typeof node === 'string') {
    if (isRun) add(node, to)
  } else if (Array.isArray(node)) walkList(node, to, isRun, key)
  else if (isRecord(node)) walkRecord(node, to, isRun)
}

/** Statements of SQL that a tool gives to its database. */
const IS_SQL = /^\s*(?:drop|truncate|delete\s+from)\s/i

function add(given: string, to: Finding, more: Partial<DeferredText> = {}): void {
  const text = IS_SQL.test(given) ? `psql <<'END_OF_SQL'\n${given.replaceAll('\n', ';\n')};\nEND_OF_SQL` : given
  to.found.push({ text, place: to.place, ...more })
}

function walkList(list: readonly unknown[], to: Finding, isRun: boolean, key: string): void {
  const texts = list.filter(each => typeof each === 'string')
  const isWords = WORDS.test(key) && texts.length === list.length && texts.some(each => !/\s/.test(each.trim()))
  // Settings of a program that are lists of words stand in lists themselves: `runcmd: [[sh, -c, x]]`.
  if (isRun && texts.length > 0) add(isWords ? line(texts) : texts.join('\n'), to)
  if (list.some(isRecord)) for (const text of fetchedAndRun(list)) add(text, to)
  for (const each of list) if (typeof each !== 'string') walk(each, to, isRun, Array.isArray(each) ? 'command' : key)
}

/** Ansible: a step fetches a file, and a later one runs it. */
function fetchedAndRun(steps: readonly unknown[]): readonly string[] {
  const lines: string[] = []
  for (const step of steps.filter(isRecord))
    for (const [key, value] of Object.entries(step)) {
      if (/(?:^|\.)get_url$/.test(key) && isRecord(value))
        lines.push(`curl -so ${wordFor(String(value.dest))} ${wordFor(String(value.url))}`)
      else if (lines.length > 0 && /(?:^|\.)(?:command|shell|script)$/.test(key)) {
        const text = isRecord(value) ? (value.cmd ?? linesOf(value.argv)) : value
        if (typeof text === 'string') lines.push(text)
      }
    }
  return lines.length > 1 ? [lines.join('\n')] : []
}

/** Salt: `cmd.run: [{ name: … }]`. */
function namedCommands(key: string, value: unknown): readonly string[] {
  if (!/^cmd\.(?:run|script|wait)$/.test(key) || !Array.isArray(value)) return []
  return value.filter(isRecord).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

/** A function's code may stand in the template itself. */
function addInline(name: string, value: unknown, to: Finding): void {
  if (/^(?:ZipFile|InlineCode)$/.test(name) && typeof value === 'string')
    add(value, to, { language: /^[ \t]*(?:import|from|def)\s[^;{]*$/m.test(value) ? 'python' : 'node' })
}

function walkRecord(record: Readonly<Record<string, unknown>>, to: Finding, isRun: boolean): void {
  // Ansible: what is not to be there is deleted.
  if (record.state === 'absent' && typeof record.path === 'string') add(`rm -rf ${wordFor(record.path)}`, to)
  const called = callIn(record) ?? requestIn(record)
  if (called !== undefined) add(called, to)
  const language = languageIn(record)
  // A section of names and commands may have names that are keys of a step elsewhere: `test` beside `prepare`.
  const isNamed =
    isRun &&
    (Object.values(record).every(value => typeof value === 'string') ||
      !Object.keys(record).some(key => RUNS.test(bare(key))))
  const given = environmentOf(record)
  for (const [key, value] of Object.entries(record)) walkEntry(key, value, record, { to, language, given, isNamed })
}

interface Around {
  readonly to: Finding
  readonly language: string | undefined
  /** Variables of the step. */
  readonly given: string
  /** The record is a section of names and commands. */
  readonly isNamed: boolean
}

function walkEntry(
  key: string,
  value: unknown,
  record: Readonly<Record<string, unknown>>,
  { to, language, given, isNamed }: Around,
): void {
  const name = bare(key)
  for (const text of namedCommands(key, value)) add(text, to)
  addInline(name, value, to)
  const runs = RUNS.test(name) || isNamed || isMember(record, name)
  const ownLanguage = /^(pwsh|powershell)$/i.test(name) ? 'powershell' : language
  if (ownLanguage !== undefined && typeof value === 'string' && (RUNS.test(name) || name === 'source'))
    add(value, to, { language: ownLanguage })
  else if (RELEASES.test(name) && linesOf(value) !== undefined) add(linesOf(value) ?? '', to, { isAll: true })
  else if (NEVER.test(name) && typeof value === 'string') return
  else if (given !== '' && RUNS.test(name) && linesOf(value) !== undefined) add(`${given}${linesOf(value)}`, to)
  else walk(value, to, (runs || SECTION.test(name)) && !NEVER.test(name), name)
}

/** Variables of a step that hold what only its runner knows, as assignments: `env: { TOKENS: "${{ toJSON(secrets) }}" }`. */
function environmentOf({ env, environment }: Readonly<Record<string, unknown>>): string {
  const given = [env, environment].filter(isRecord).flatMap(each => Object.entries(each))
  const held = given.flatMap(([name, value]) => {
    if (!/^\w+$/.test(name)) return []
    if (isRecord(value) && typeof value.from_secret === 'string') return [`${name}="$SECRET_${value.from_secret}"`]
    return String(value).includes('${{') ? [`${name}="${value}"`] : []
  })
  return held.map(each => `${each}\n`).join('')
}

/** `value` of an action's step that another key names, as `inputs: { script: … }` has it. */
function isMember(record: Readonly<Record<string, unknown>>, name: string): boolean {
  return name === 'source' && record.type === 'shell'
}

/** `ansible.builtin.shell`, `terminal.integrated.profiles.linux`. */
function bare(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

/** A script, as one text or line by line. */
function linesOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const lines = Array.isArray(value) ? value : []
  return lines.length > 0 && lines.every(each => typeof each === 'string') ? lines.join('\n') : undefined
}

/** What runs where the application does, before each of its releases. */
const RELEASES = /^(?:release_?command|pre_?deploy_?command|post_?deploy_?command)$/i
const BODY = ['body', 'data', 'payload', 'json', 'form', 'formData', 'content', 'src', 'customData']

/** A request as a step of its own, with what its runner puts into its body: `uri: { url, body: "{{ lookup('file', path) }}" }`. */
function requestIn(record: Readonly<Record<string, unknown>>): string | undefined {
  const url = record.url ?? record.uri
  if (typeof url !== 'string' || !/^https?:/.test(url)) return undefined
  const given = BODY.filter(key => record[key] !== undefined)
  if (given.length === 0) return undefined
  const texts = given.map(key =>
    key === 'src' ? `{{ lookup('file', '${record.src}') }}` : JSON.stringify(record[key]),
  )
  const text = texts
    .join(' ')
    .replace(/["\\`]/g, ' ')
    .replace(LOOKUPS, (_, kind: string, what: string) =>
      kind === 'env' ? `$${what}` : `$(${kind === 'pipe' ? '' : 'cat '}${what})`,
    )
  return /\$[({\w]/.test(text) ? `curl -X POST -d "${text}" ${wordFor(url)}` : undefined
}

const LOOKUPS =
  /\{\{\s*(?:lookup|query)\(\s*'(?:ansible\.builtin\.)?(file|unvault|env|pipe)'\s*,\s*'([^'{}]+)'[^{}]*\}\}/g

/** A program and its arguments that stand beside each other. */
function callIn(record: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of PROGRAM) {
    const program = record[key]
    const words = typeof program === 'string' ? [program] : listOf(program)
    const args = ARGUMENTS.filter(each => each !== key).flatMap(each => listOf(record[each]) ?? [])
    if (words === undefined || words.length === 0 || args.length === 0) continue
    return [words.length === 1 ? words[0] : line(words), line(args)].join(' ')
  }
  const [, builder] =
    typeof record.name === 'string' ? (/\/cloud-(?:builders|sdk-docker)\/(\w+)/.exec(record.name) ?? []) : []
  const words = builder === undefined ? undefined : listOf(record.args)
  if (words !== undefined) return line([builder ?? '', ...words])
  // An image that starts what it is given, as those of databases do.
  const given = typeof record.image === 'string' ? listOf(record.args) : undefined
  return given === undefined || given.length === 0 ? undefined : line(given)
}

function listOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap(each =>
    typeof each === 'string' ? [each] : isRecord(each) && typeof each.value === 'string' ? [each.value] : [],
  )
}

/** The words of one command; what a health check begins with is no program. */
function line(words: readonly string[]): string {
  const [first = '', ...rest] = words
  if (first === 'CMD-SHELL') return rest.join(' ')
  return (first === 'CMD' ? rest : words).map(wordFor).join(' ')
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/python/i, 'python'],
  [/pwsh|powershell/i, 'powershell'],
  [/^(node|js|javascript|deno|bun)/i, 'node'],
  [/ruby/i, 'ruby'],
  [/perl/i, 'perl'],
]

/** The language that a step names for its script. */
function languageIn(record: Readonly<Record<string, unknown>>): string | undefined {
  const [interpreter] = Array.isArray(record.command) && 'source' in record ? (record.command as unknown[]) : []
  const said = [interpreter, ...['shell', 'interpreter', 'language'].map(key => record[key])].find(
    each => typeof each === 'string',
  )
  return typeof said === 'string' ? LANGUAGES.find(([name]) => name.test(said))?.[1] : undefined
}

/** JSON as editors write it: with comments, and commas at the end. A text that does not end goes to the end of its line. */
export function parseJsonc(text: string): unknown {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, part => (part.startsWith('"') ? part : ' '))
    .replace(/"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])/g, part => (part === ',' ? '' : part))
  // An edit of a file that cannot be read leaves only what it brings.
  for (const text of [plain, `{${plain}}`, `{${closed(plain)}}`])
    try {
      return JSON.parse(text)
    } catch {
      // The next form, or no JSON at all.
    }
  return undefined
}

/** A piece of JSON with the brackets closed that it opens, and without those that it closes for others. */
function closed(piece: string): string {
  const open: string[] = []
  const own = piece.replace(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g, part => {
    if (part === '{' || part === '[') open.unshift(part === '{' ? '}' : ']')
    else if (part === '}' || part === ']') return open.shift() === undefined ? '' : part
    return part
  })
  return `${own.replace(/,\s*$/, '')}${open.join('')}`
}
