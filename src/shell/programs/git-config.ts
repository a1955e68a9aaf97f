/** Git's configuration keys: which of them run programs, send traffic elsewhere, or take protection away. */
import { emitNamed, originOf } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, isKnown, shown, UNKNOWN } from '../value.ts'

/** Keys whose value is a command, or a file or directory with commands. Lower case. */
const RUNS =
  /^(core\.(sshcommand|hookspath|fsmonitor|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..+|diff\.external|diff\..+\.(command|textconv)|(difftool|mergetool|man|browser)\..+\.(cmd|path)|merge\..+\.driver|filter\..+\.(clean|smudge|process)|credential(\..+)?\.helper|gpg\.((.+)\.)?(program|defaultkeycommand)|submodule\..+\.update|uploadpack\.packobjectshook|remote\..+\.(uploadpack|receivepack|vcs)|trailer\..+\.(cmd|command)|init\.templatedir|help\.browser|web\.browser|man\.viewer|sendemail\.(sendmailcmd|smtpserver|tocmd|cccmd)|imap\.tunnel|interactive\.difffilter|tar\..+\.command|gc\.recentobjectshook|lfs\.(customtransfer\..+\.(path|args)|standalonetransferagent|extension\..+\.(clean|smudge))|include\.path|includeif\..+\.path|core\.worktree)$/
/** Keys that send what git fetches or pushes somewhere else, or along another way. */
const REDIRECTS =
  /^(url\..+\.(insteadof|pushinsteadof)|(http|remote)(\..+)?\.proxy|http(\..+)?\.(proxyauthmethod|cookiefile|extraheader)|trace2\..+)$/
/** Keys that take a protection away, and values that do. */
const WEAKENS =
  /^(http(\..+)?\.(sslverify|sslcainfo|sslcapath|sslversion|sslbackend)|protocol(\..+)?\.allow|(transfer|fetch|receive)\.fsckobjects|core\.(repositoryformatversion|protectntfs|protecthfs))$/
const SAFE_HELPERS =
  /^(|store|cache.*|osxkeychain|manager(-core|-ref)?|libsecret|wincred|gh|glab|!(\S*\/)?(gh|glab|aws) .*)$/
const SAFE_VIEWERS =
  /^(|true|cat|less( -\S+)*|more|delta.*|bat.*|vim?|nvim|nano|emacs( -nw)?|code( --?\S+)*|diff-so-fancy.*|:|false)$/

/**
 * What setting a key does: for one command, or for good.
 *
 * @param value undefined where git only reads the key.
 */
export function gitSetting(
  key: string,
  value: Field,
  lasting: boolean,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  const name = key.toLowerCase()
  const text = value.text
  const details = { config: name, setting: shown(text), ...(lasting && { lasting: true }) }
  if (name.startsWith('alias.') && text.startsWith('!')) {
    if (lasting) runValue(text.slice(1), name, value, runner, scope)
    return
  }
  if (/^remote\..+\.url$/.test(name)) {
    if (/^ext::/.test(text)) emit('execute', { ...details, source: 'git_config', known: false })
    return
  }
  if (name === 'core.hookspath') {
    if (skipsHooks(text)) emit('metadata', { ...details, no_verify: true })
    else if (!isKnown(text) || !/^\.?[\w-][\w./-]*$/.test(text) || text.includes('..'))
      emit('execute', { ...details, source: 'git_config', known: false })
    return
  }
  if (RUNS.test(name)) {
    if (isHarmlessValue(name, text)) return
    runValue(text, name, value, runner, scope)
    emit('execute', { ...details, source: 'git_config', known: false })
    return
  }
  if (REDIRECTS.test(name)) emit('metadata', { ...details, redirects: true })
  else if (WEAKENS.test(name) && !/^(true|1|yes|on|never|user|tlsv1\.[23])$/i.test(text))
    emit('metadata', { ...details, weakens: true })

  function emit(verb: 'execute' | 'metadata', all: Readonly<Record<string, string | boolean>>): void {
    emitNamed(
      verb,
      { class: 'vcs', value: `${name}=${text}` },
      call,
      runner,
      scope,
      { severity: 'medium', details: all },
      value,
    )
  }
}

/** A directory without hooks: nothing guards a commit any more. */
function skipsHooks(text: string): boolean {
  return text === '' || text === '/dev/null' || /^\/(tmp|dev|var\/tmp|nonexistent|none)(\/|$)/.test(text)
}

function isHarmlessValue(name: string, text: string): boolean {
  if (!isKnown(text)) return false
  if (name.endsWith('.helper')) return SAFE_HELPERS.test(text)
  if (/^core\.(editor|pager|askpass)$|^sequence\.editor$|^pager\.|^interactive\.difffilter$|browser$/.test(name))
    return SAFE_VIEWERS.test(text) || text === 'true' || text === 'false'
  if (name === 'core.fsmonitor') return /^(true|false)$/.test(text)
  if (/^submodule\..+\.update$/.test(name)) return !text.startsWith('!')
  if (name.startsWith('filter.')) return /^git[- ]lfs|^git-crypt|^cat$|^$/.test(text)
  if (/^gpg\.((.+)\.)?program$/.test(name)) return /^(gpg2?|ssh-keygen|\S*\/(gpg2?|op-ssh-sign|ssh-keygen))$/.test(text)
  if (name === 'core.sshcommand')
    return /^ssh(\s+-[io]\s*\S+|\s+-[vq46]+)*$/.test(text) && !/proxycommand|localcommand/i.test(text)
  if (/^(difftool|mergetool)\./.test(name)) return /^(code|vim|nvim|vimdiff|meld|kdiff3|opendiff|bcomp)\b/.test(text)
  return text === ''
}

function runValue(text: string, name: string, value: Field, runner: Runner, scope: Scope): void {
  if (!isKnown(text)) return
  runner.runScript(
    text,
    subshell(scope, { via: [...scope.via, `git config ${name}`] }),
    value.span ? { span: value.span } : originOf(value),
    UNKNOWN,
  )
}

/** Variables that mean what a configuration key means. */
const VARIABLES: Readonly<Record<string, string>> = {
  GIT_SSH_COMMAND: 'core.sshCommand',
  GIT_SSH: 'core.sshCommand',
  GIT_ASKPASS: 'core.askPass',
  GIT_PAGER: 'core.pager',
  GIT_EDITOR: 'core.editor',
  GIT_SEQUENCE_EDITOR: 'sequence.editor',
  GIT_PROXY_COMMAND: 'core.gitProxy',
  GIT_EXTERNAL_DIFF: 'diff.external',
  GIT_TEMPLATE_DIR: 'init.templateDir',
  GIT_EXEC_PATH: 'core.execPath',
  GIT_SSL_CAINFO: 'http.sslCAInfo',
  GIT_SSL_CAPATH: 'http.sslCAPath',
  GIT_SSL_VERSION: 'http.sslVersion',
  GIT_CONFIG_GLOBAL: 'include.path',
  GIT_CONFIG_SYSTEM: 'include.path',
  GIT_CONFIG_PARAMETERS: 'include.path',
  GIT_TRACE2_CONFIG_PARAMS: 'trace2.configParams',
  GIT_TRACE2_ENV_VARS: 'trace2.envVars',
}

/** What the environment of a git command sets. */
export function gitEnvironment(call: Invocation, runner: Runner, scope: Scope): void {
  const { environment } = scope
  for (const [name, value] of environment) {
    if (!name.startsWith('GIT_')) continue
    if (name === 'GIT_SSL_NO_VERIFY' && !/^(|0|false)$/.test(value.text))
      set('http.sslVerify', { ...value, text: 'false' })
    if (name === 'GIT_ALLOW_PROTOCOL' && /\bext\b/.test(value.text)) set('protocol.allow', { ...value, text: 'always' })
    if (name === 'GIT_EXEC_PATH') set('core.sshCommand', value)
    else if (/^GIT_CONFIG_(GLOBAL|SYSTEM)$/.test(name) && /^(|\/dev\/null)$/.test(value.text)) continue
    else if (VARIABLES[name] !== undefined) set(VARIABLES[name], value)
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    const indexed = index === undefined ? undefined : environment.get(`GIT_CONFIG_VALUE_${index}`)
    if (indexed) set(value.text, indexed)
  }

  function set(key: string, value: Field): void {
    gitSetting(key, value, false, call, runner, scope)
  }
}
