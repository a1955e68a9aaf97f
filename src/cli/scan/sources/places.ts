/** What runs because somebody opens, enters or commits: editors, directory environments, git hooks. */
import { isRecord } from '../../../common/is-record.ts'
import { wordFor } from '../../../understand/tools/deferred/text.ts'
import { lineOf, lineOfKey } from '../lines.ts'
import type { Remark, ScannedCommand, ScannedFile, ScanSource, SourceResult, Trigger } from '../model.ts'
import { filesNamedIn } from './packages.ts'
import { hostCommands, jsonOf, listOf, readCommands, stringsOf, textsUnder, tomlOf, yamlOf } from './texts.ts'
import { variableRemarks } from './variables.ts'

const byItself = (when: string): Trigger => ({ when, starts: 'by_itself' })
const ENTERING = byItself('on entering the directory (direnv)')
const MISE = byItself('on entering the directory (mise)')
const OPENING = byItself('on opening in VS Code')

function readTasks(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const commands = listOf(data.tasks)
    .filter(isRecord)
    .flatMap(task => taskOf(task, file))
  return {
    commands,
    runs: commands.filter(each => each.starts === 'by_itself').flatMap(filesNamedIn),
    ...(problem !== undefined && { problem }),
  }
}

function taskOf(task: Readonly<Record<string, unknown>>, file: ScannedFile): readonly ScannedCommand[] {
  const label = String(task.label ?? task.taskName ?? task.command ?? '')
  const opens = isRecord(task.runOptions) && task.runOptions.runOn === 'folderOpen'
  const trigger: Trigger = opens ? OPENING : { when: `task ${label}`, starts: 'on_request' }
  // A system's own form of the command takes the place of the general one.
  return [task, task.linux, task.osx, task.windows].filter(isRecord).flatMap(form => {
    if (typeof form.command !== 'string') return []
    const args = listOf(form.args).map(each => (isRecord(each) ? String(each.value) : String(each)))
    const text = [form.command, ...args.map(wordFor)].join(' ').replace(/\$\{workspaceFolder\}/g, '.')
    return [{ ...trigger, text, line: lineOf(file.text, form.command, lineOfKey(file.text, 'tasks')) }]
  })
}

/** Settings of a workspace that name a program: it runs when the editor first needs it. */
const PROGRAM_KEYS =
  /(^|\.)(path|\w*Path|executable|command|cmd|interpreter|shell|nodePath|runtime|binary|serverPath)$/i
const IN_REPOSITORY = /^(\.{1,2}\/|\$\{workspace(Folder|Root)\}\/)(?!node_modules\/|\.venv\/|venv\/|\.yarn\/sdks\/)/

function readEditorSettings(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const remarks = Object.entries(data).flatMap(([key, value]): readonly Remark[] => {
    const line = lineOfKey(file.text, key)
    if (key === 'task.allowAutomaticTasks' && value === 'on')
      return [
        {
          rule: 'scan.automatic-tasks',
          severity: 'high',
          message: 'Tasks of this folder start without a question.',
          line,
          target: key,
        },
      ]
    if (/^terminal\.integrated\.env\./.test(key) && isRecord(value))
      return variableRemarks(textsUnder(value), file, 'in each terminal of VS Code')
    if (
      typeof value === 'string' &&
      PROGRAM_KEYS.test(key) &&
      IN_REPOSITORY.test(value) &&
      !/\.(json|toml|ya?ml|ini|cfg)$|\/node_modules\/|\/$/.test(value) &&
      /\/(s?bin|scripts?|tools?)\/|\.(sh|py|exe|js|cjs|bat|cmd)$|^\.\/[^/]+$/.test(value) &&
      !/\.?venv|\/env\//.test(value)
    )
      return [
        {
          rule: 'scan.program-of-repository',
          severity: 'medium',
          message: `VS Code runs ${value}, a file of this repository, as ${key}.`,
          line,
          target: value,
        },
      ]
    return []
  })
  return { remarks, ...(problem !== undefined && { problem }) }
}

const HOOKS = 'on git '
/** The verb of git that runs a hook, by the name of the file. */
function hookTrigger(name: string): Trigger {
  const hook = name.split('/').at(-1) ?? ''
  if (/^(pre-commit|prepare-commit-msg|commit-msg|post-commit)/.test(hook)) return byItself(`${HOOKS}commit`)
  if (/^pre-push/.test(hook)) return byItself(`${HOOKS}push`)
  if (/^post-checkout/.test(hook)) return byItself(`${HOOKS}checkout`)
  if (/^post-merge/.test(hook)) return byItself(`${HOOKS}pull`)
  return byItself('by a git hook')
}

function readHook(file: ScannedFile): SourceResult {
  const trigger = hookTrigger(file.name)
  return { commands: [{ ...trigger, text: file.text, line: 1 }] }
}

/** `pre-commit: { commands: { lint: { run: … } }, jobs: [{ run: … }], scripts: { "check.sh": { runner: bash } } }`. */
function readLefthook(file: ScannedFile): SourceResult {
  const { data, problem } = file.name.endsWith('.json')
    ? jsonOf(file)
    : file.name.endsWith('.toml')
      ? tomlOf(file)
      : yamlOf(file)
  const found = Object.entries(data).flatMap(([hook, settings]) => {
    if (!isRecord(settings)) return []
    const named = [settings.commands, settings.jobs].flatMap(each =>
      isRecord(each) ? Object.values(each) : listOf(each),
    )
    const trigger = hookTrigger(hook)
    const commands = named
      .filter(isRecord)
      .flatMap(({ run }) =>
        typeof run === 'string'
          ? [{ ...trigger, text: run.replace(/\{(\w+)\}/g, '$1'), line: lineOf(file.text, run) }]
          : [],
      )
    const scripts = isRecord(settings.scripts) ? Object.keys(settings.scripts) : []
    return [{ commands, runs: scripts.map(name => ({ ...trigger, file: `/.lefthook/${hook}/${name}` })) }]
  })
  const commands = found.flatMap(each => each.commands)
  return {
    commands,
    runs: [...found.flatMap(({ runs }) => runs), ...commands.flatMap(filesNamedIn)],
    ...(problem !== undefined && { problem }),
  }
}

function readPreCommit(file: ScannedFile): SourceResult {
  const { data, problem } = yamlOf(file)
  const commands = listOf(data.repos)
    .filter(isRecord)
    .flatMap(repository =>
      listOf(repository.hooks)
        .filter(isRecord)
        .flatMap(hook => {
          if (typeof hook.entry !== 'string' || hook.language === 'pygrep' || hook.language === 'fail') return []
          const text = [hook.entry, ...stringsOf(hook.args).map(wordFor)].join(' ')
          return [{ ...byItself('on git commit (pre-commit)'), text, line: lineOf(file.text, hook.entry) }]
        }),
    )
  const remarks = listOf(data.repos)
    .filter(isRecord)
    .flatMap((repository): readonly Remark[] => {
      const { repo } = repository
      return typeof repo === 'string' && repo.startsWith('http:')
        ? [
            {
              rule: 'scan.plain-connection',
              severity: 'medium',
              message: `Hooks are fetched from ${repo} over a plain connection.`,
              line: lineOf(file.text, repo),
              target: repo,
            },
          ]
        : []
    })
  return { commands, remarks, runs: commands.flatMap(filesNamedIn), ...(problem !== undefined && { problem }) }
}

function readEnvrc(file: ScannedFile): SourceResult {
  const text = file.text.replace(/^([ \t]*)source_env(_if_exists)?(?=[ \t])/gm, '$1source')
  const fetched = [...file.text.matchAll(/^[ \t]*source_url[ \t]+["']?(\S+?)["']?(?:[ \t]+(\S+))?[ \t]*$/gm)]
  const set = [...file.text.matchAll(/^[ \t]*export[ \t]+(\w+)=["']?([^"'\n]*)/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return {
    commands: [
      { ...ENTERING, text, line: 1 },
      ...fetched
        .filter(([, , hash]) => hash === undefined)
        .map(([, url = '']) => ({
          ...ENTERING,
          text: `curl -fsSL ${wordFor(url)} | bash`,
          line: lineOf(file.text, url),
        })),
    ],
    remarks: variableRemarks(set, file, ENTERING.when),
  }
}

function readMise(file: ScannedFile): SourceResult {
  const { data, problem } = tomlOf(file)
  const hooks = isRecord(data.hooks) ? Object.values(data.hooks) : []
  const entered = hooks.flatMap(hook =>
    typeof hook === 'string'
      ? [hook]
      : isRecord(hook) && typeof hook.script === 'string'
        ? [hook.script]
        : stringsOf(hook),
  )
  const templates = [...file.text.matchAll(/exec\(\s*command\s*=\s*(["'])((?:(?!\1)[^\n])*)\1/g)].map(
    ([, , text = '']) => text,
  )
  const here = [...entered, ...templates].map(text => ({ ...MISE, text, line: lineOf(file.text, text) }))
  const known = new Set(here.map(({ text }) => text))
  const others = hostCommands(file, { when: 'on mise run', starts: 'on_request' }).filter(
    ({ text }) => !known.has(text),
  )
  return {
    commands: [...here, ...others],
    remarks: variableRemarks(textsUnder(data.env), file, MISE.when),
    runs: here.flatMap(filesNamedIn),
    ...(problem !== undefined && { problem }),
  }
}

export const PLACE_SOURCES: readonly ScanSource[] = [
  {
    files: /\/\.vscode\/tasks\.json$/,
    trigger: { when: 'when its task is run', starts: 'on_request' },
    read: readTasks,
  },
  { files: /\/\.vscode\/settings\.json$/, trigger: OPENING, read: readEditorSettings },
  { files: /\.code-workspace$/, trigger: OPENING, read: readEditorSettings },
  {
    files: /\/\.vscode\/launch\.json$|\/\.(idea\/runConfigurations|run)\/.+\.xml$|\/\.zed\/[^/]+\.json$/,
    trigger: { when: 'when its task is run', starts: 'on_request' },
  },
  {
    files: /\/(\.git\/hooks|\.husky|\.githooks|git-hooks|githooks)\/[a-z]+(-[a-z]+)*$/,
    trigger: byItself('by a git hook'),
    read: readHook,
  },
  { files: /\/\.?lefthook(-local)?\.(ya?ml|toml|json)$/, trigger: byItself('by a git hook'), read: readLefthook },
  { files: /\/\.pre-commit-config\.ya?ml$/, trigger: byItself('on git commit (pre-commit)'), read: readPreCommit },
  { files: /\/\.pre-commit-hooks\.ya?ml$/, trigger: byItself('on git commit (pre-commit)') },
  {
    files: /\/\.(lintstagedrc|huskyrc)(\.(json|ya?ml))?$/,
    trigger: byItself('on git commit'),
    read: readCommands(byItself('on git commit')),
  },
  { files: /\/\.gitconfig$|\/\.lfsconfig$|\/\.gitmodules$/, trigger: byItself('by git') },
  { files: /\/\.envrc$/, trigger: ENTERING, read: readEnvrc },
  { files: /\/(\.?mise([\w.-]*)|mise\/config[\w.-]*|\.mise\/config)\.toml$/, trigger: MISE, read: readMise },
  { files: /\/\.asdfrc$/, trigger: byItself('by asdf') },
  {
    files: /\/(\.exrc|\.nvim\.lua|\.vimrc|\.gdbinit|\.Rprofile|\.iex\.exs|\.irbrc|\.pryrc)$/,
    trigger: byItself('when its program starts here'),
  },
]
