/** Commands in files of lines: units of systemd, crontabs, Procfiles, settings with a key for each line, property lists, `go:generate`. */
import { type DeferredText, wordFor } from './text.ts'

/** `ExecStart=-/bin/sh -c '…'`: the signs in front say how it is started. What one line fetches another one may start. */
export function unitTexts(content: string): readonly DeferredText[] {
  const joined = content.replace(/\\\r?\n/g, ' ')
  const lines = [
    ...joined.matchAll(/^[ \t]*(?:Exec\w*|command|ReadyCommand|PodmanArgs|process_name_cmd)[ \t]*=[ \t]*(.*)$/gm),
  ].map(([, text = '']) => text.replace(/^[-@:+!|]+/, '').replace(/%h/g, '$HOME'))
  const fetches = lines.length > 1 && lines.some(line => /https?:/.test(line))
  return (fetches ? [lines.join('\n'), ...lines] : lines).map(text => ({ text }))
}

/** Five fields or a word with @, a user in system tables, and the command, in which a percent sign ends the line. */
export function cronTexts(content: string): readonly DeferredText[] {
  const entries = content.matchAll(/^[ \t]*(?:@\w+|(?:[\w*/,?-]+[ \t]+){4}[\w*/,?-]+)[ \t]+(.+)$/gm)
  return [...entries].flatMap(([, rest = '']) => {
    const text = rest.replace(/([^\\])%[\s\S]*$/, '$1').replaceAll('\\%', '%')
    const [, withoutUser] = /^(?:root|[a-z_][a-z0-9_-]*)[ \t]+(\S.*)$/.exec(text) ?? []
    return withoutUser === undefined ? [{ text }] : [{ text }, { text: withoutUser }]
  })
}

/** The release phase runs where the application does, before each of its releases. */
export function procfileTexts(content: string): readonly DeferredText[] {
  return [...content.matchAll(/^([\w-]+)[ \t]*:[ \t]*(.+)$/gm)].map(([, name, text = '']) => ({
    text,
    ...(name === 'release' && { isAll: true as const }),
  }))
}

/** Settings of git whose value is a command; an alias is one where it begins with `!`. */
export function gitTexts(content: string): readonly DeferredText[] {
  const joined = content.replace(/\\\r?\n/g, ' ')
  const lines = [...joined.matchAll(/^[ \t]*([\w.-]+)[ \t]*=[ \t]*(.*)$/gm)]
  return lines.flatMap(([, key = '', value = '']) => {
    const text = unquoted(value)
    if (text.startsWith('!')) return [{ text: text.slice(1) }]
    return GIT_RUNS.test(key) ? [{ text }] : []
  })
}

const GIT_RUNS =
  /^(sshCommand|fsmonitor|pager|editor|askPass|gitProxy|alternateRefsCommand|clean|smudge|process|textconv|command|cmd|external|driver|uploadpack|receivepack|program|packObjectsHook|tool|helper)$/i

function unquoted(value: string): string {
  const text = value.trim()
  if (!text.startsWith('"')) return text.replace(/\s+[#;].*$/, '')
  return text.replace(/^"((?:[^"\\]|\\.)*)".*$/, '$1').replace(/\\(["\\])/g, '$1')
}

/** Keys of settings whose lines are commands; lines that stand further in belong to the key above. */
const INI_RUNS =
  /^[ \t]*(?:commands(?:_pre|_post)?|(?:pre|post)_(?:asdf|commit)?\w*|allowlist_externals_cmd|(?:pre|post|update|commit|changegroup|outgoing|incoming|pretxn\w*|prechangegroup|preoutgoing|pretag)[\w.-]*|[\w.-]*_command)[ \t]*=[ \t]*(.*(?:\r?\n[ \t]+\S.*)*)$/gm
/** `run-shell "…"`, `if-shell`, `\!`, `.shell`: lines that a tool gives to a shell. */
const GIVEN =
  /^[ \t]*(?:(?:set(?:-option)?[ \t]+-?\w*[ \t]+)?(?:run-shell|run|if-shell|default-command|exec)[ \t]+(?:-b[ \t]+)?|\\!|\.(?:shell|system)[ \t]+)(.+)$/gm

export function iniTexts(content: string): readonly DeferredText[] {
  const settings = [...content.matchAll(INI_RUNS)].map(([, text = '']) => ({ text: text.replace(/\n[ \t]+-?/g, '\n') }))
  const given = [...content.matchAll(GIVEN)].map(([, text = '']) => ({ text: text.replace(/^(["'])(.*)\1$/, '$2') }))
  return [...settings, ...given]
}

/** What a property list starts, what a build runs, what an editor's run configuration holds. */
export function xmlTexts(content: string): readonly DeferredText[] {
  const lists = [
    ...content.matchAll(
      /<key>(?:ProgramArguments|Program)<\/key>\s*(?:<array>([\s\S]*?)<\/array>|<string>([\s\S]*?)<\/string>)/g,
    ),
  ]
  const arguments_ = lists.map(([, list, only]) =>
    list === undefined
      ? [entities(only ?? '')]
      : [...list.matchAll(/<string>([\s\S]*?)<\/string>/g)].map(each => entities(each[1] ?? '')),
  )
  const commands = [
    ...content.matchAll(/<Exec\b[^>]*\bCommand\s*=\s*"([^"]*)"/g),
    ...content.matchAll(/name="(?:SCRIPT_TEXT|COMMAND_LINE)"\s+value="([^"]*)"/g),
    ...[...content.matchAll(/<Command>([^<]*)<\/Command>\s*<Arguments>([^<]*)<\/Arguments>/g)].map(
      ([whole, program, given]) => [whole, `${program} ${given}`],
    ),
    ...content.matchAll(/<(?:PreBuildEvent|PostBuildEvent)>([\s\S]*?)<\//g),
  ].map(([, text = '']) => entities(text))
  const maven = [
    ...content.matchAll(
      /<executable>((?:(?!<\/executable>)[\s\S])*)<\/executable>([\s\S]*?)<\/(?:configuration|exec)>/g,
    ),
  ].map(([, program = '', rest = '']) => [
    entities(program),
    ...[...rest.matchAll(/<argument>([\s\S]*?)<\/argument>/g)].map(each => entities(each[1] ?? '')),
  ])
  const ant = [...content.matchAll(/<exec\b[^<>]*\bexecutable\s*=\s*"([^"<]*)"[^<>]*>([\s\S]*?)<\/exec>/g)].map(
    ([, program = '', rest = '']) => [
      entities(program),
      ...[...rest.matchAll(/<arg\b[^>]*\b(value|line)\s*=\s*"([^"]*)"/g)].map(each => entities(each[2] ?? '')),
    ],
  )
  return [...commands, ...[...arguments_, ...maven, ...ant].map(words => words.map(wordFor).join(' '))].map(text => ({
    text,
  }))
}

function entities(text: string): string {
  return text
    .replace(/&(?:lt|gt|quot|apos|#10|#xA);/g, each => ENTITIES[each] ?? each)
    .replaceAll('&amp;', '&')
    .trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#10;': '\n',
  '&#xA;': '\n',
}

/** `//go:generate command`: a variable of Go's environment is one of the shell's. */
export function goTexts(content: string): readonly DeferredText[] {
  return [...content.matchAll(/^\/\/go:generate[ \t]+(.+)$/gm)].map(([, text = '']) => ({ text }))
}

/** Of a `.pth` file only the lines that import something are executed, whenever Python starts. */
export function pthTexts(content: string): readonly DeferredText[] {
  return (content.match(/^import[ \t].*$/gm) ?? []).map(text => ({ text, language: 'python' }))
}

/** A notebook's cells of code, or a single cell where the text is no notebook. Its kernel gives some lines to a shell. */
export function notebookTexts(content: string): readonly DeferredText[] {
  return cellsOf(content).map(cell => {
    const [magic, language = ''] =
      /^\s*%%(bash|sh|script|system|!|python\w*|javascript|js|node|perl|ruby)\b[^\n]*\n/.exec(cell) ?? []
    if (magic === undefined) return { text: `ipython -c ${quoted(cell)}` }
    const code = cell.slice(magic.length)
    if (/^(javascript|js|node)$/.test(language)) return { text: code, language: 'node' }
    return /^(python|perl|ruby)/.test(language)
      ? { text: code, language: language.replace(/\d+$/, '') }
      : { text: code }
  })
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function cellsOf(content: string): readonly string[] {
  try {
    const { cells } = JSON.parse(content) as { cells: readonly { cell_type: string; source: string | string[] }[] }
    return cells.flatMap(({ cell_type, source }) =>
      cell_type === 'code' ? [Array.isArray(source) ? source.join('') : source] : [],
    )
  } catch {
    return [content]
  }
}

/** The index that a package manager takes for all packages, as the call that would use it. Those of a scope are a company's own. */
export function registryTexts(content: string): readonly DeferredText[] {
  const npm = [...content.matchAll(/^[ \t]*(?:registry|npmRegistryServer)[ \t]*[ =:][ \t]*["']?(\S+?)["']?[ \t]*$/gm)]
  const settings = [
    ...content.matchAll(/^[ \t]*(script-shell|node-options|onload-script)[ \t]*=[ \t]*["']?([^"'\n]+?)["']?[ \t]*$/gm),
  ]
  const python = [...content.matchAll(/^[ \t]*(?:extra-)?index-url[ \t]*=[ \t]*(\S+)[ \t]*$/gm)]
  return [
    ...npm.map(([, url = '']) => ({ text: `npm config set registry ${quoted(url)}` })),
    ...settings.map(([, key = '', value = '']) => ({ text: `npm config set ${key} ${quoted(value)}` })),
    ...python.map(([, url = '']) => ({ text: `pip install --index-url ${quoted(url)} x` })),
  ]
}

/** Commands that Terraform and its kin run on this machine, and lists of them for machines that they set up. */
export function hclTexts(content: string): readonly DeferredText[] {
  const found = content.matchAll(
    /\b(command|execute|program|inline|user_data|startup_script|custom_data)[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|<<[-~]?(\w+)\n([\s\S]*?)\n[ \t]*\3\b|\[([^\]]*)\])/g,
  )
  // Nomad: a program, and its arguments in a list of their own.
  const calls = content.matchAll(/\bcommand[ \t]*=[ \t]*"([^"\n]*)"\s*args[ \t]*=[ \t]*\[([^\]]*)\]/g)
  const withArguments = [...calls].map(([, program = '', list = '']) => ({
    text: [program, ...[...list.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, word = '']) => unescaped(word))]
      .map(wordFor)
      .join(' '),
    place: 'elsewhere' as const,
  }))
  const settings = [...found].map(([, key = '', text, , block, list]) => {
    const words =
      list === undefined ? [] : [...list.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, word = '']) => unescaped(word))
    const lines = key === 'inline' ? words.join('\n') : words.map(wordFor).join(' ')
    const command = block ?? (text === undefined ? lines : unescaped(text))
    const isElsewhere = /^(?:inline|user_data|startup_script|custom_data)$/.test(key)
    return { text: command, ...(isElsewhere && { place: 'elsewhere' as const }) }
  })
  return [...settings, ...withArguments]
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

/** Hooks and phases of shells and builds; `''${` is an expression of Nix that is none. */
export function nixTexts(content: string): readonly DeferredText[] {
  const found = content.matchAll(
    /\b(\w*(?:Hook|Phase|Script)|script|pre\w+|post\w+)[ \t]*=[ \t]*(?:''([\s\S]*?)''(?!['$\\])|"((?:[^"\\]|\\.)*)")/g,
  )
  return [...found].map(([, , block, text]) => ({ text: block?.replaceAll("''${", '${') ?? unescaped(text ?? '') }))
}

/** `inline: "…"` and its heredocs: what a virtual machine runs when it is set up. */
export function provisionTexts(content: string): readonly DeferredText[] {
  const found = content.matchAll(
    /\binline:[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|<<[-~]?["']?(\w+)\b["']?[^\n]*\n([\s\S]*?)\n[ \t]*\3\b)/g,
  )
  return [...found].map(([, double, single, , block]) => ({
    text: block ?? single ?? unescaped(double ?? ''),
    place: 'elsewhere' as const,
  }))
}

/** Scripts between words of their own: `postrotate … endscript`. */
export function blocksIn(content: string): readonly DeferredText[] {
  const found = content.matchAll(
    /^[ \t]*(?:(?:pre|post)rotate|(?:first|last)action|preremove)\b[^\n]*\n([\s\S]{0,4000}?)^[ \t]*endscript/gm,
  )
  return [...found].map(([, text = '']) => ({ text }))
}
