/** Environment variables that a file sets for what runs later, and that make programs load code, trust a stranger or send things to one. */
import { lineOfKey } from '../lines.ts'
import type { Remark, ScannedFile } from '../model.ts'

const LOADS_CODE =
  /^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+|NODE_OPTIONS|BASH_ENV|ENV|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|GIT_SSH_COMMAND|GIT_SSH|GIT_EXTERNAL_DIFF|GIT_ASKPASS|SSH_ASKPASS|GIT_CONFIG_\w+|RUSTC_WRAPPER|npm_config_(script_shell|node_options|registry)|PIP_(EXTRA_)?INDEX_URL|PAGER|GIT_PAGER|EDITOR)$/i
/** Ordinary values of these: how much memory a program may take, or where else it looks for its own. */
const HARMLESS =
  /^(--(max|experimental|no-|enable|trace|stack|openssl|unhandled|throw|conditions|preserve|es-module|dns)[\w-]*(=[\w.:-]*)?(\s+|$))+$|^-X\w+|^(less|more|cat|vim|vi|nano|code|emacs)\b|^https:\/\/(registry\.npmjs\.org|pypi\.org)\//
const SENDS_TO =
  /^(ANTHROPIC_(BASE_URL|BEDROCK_BASE_URL|VERTEX_BASE_URL)|OPENAI_(BASE_URL|API_BASE)|HTTPS?_PROXY|ALL_PROXY)$/i
const OWN_ADDRESS =
  /^(https:\/\/([\w-]+\.)*(anthropic\.com|openai\.com|amazonaws\.com|googleapis\.com)(\/|$)|https?:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/
const TRUSTS_ANYBODY = /^(NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY)$/

export function variableRemarks(
  variables: readonly (readonly [name: string, value: string])[],
  file: ScannedFile,
  when: string,
): readonly Remark[] {
  return variables.flatMap(([name, value]): readonly Remark[] => {
    const line = lineOfKey(file.text, name)
    const about = { line, target: name, when, starts: 'by_itself' as const }
    if (SENDS_TO.test(name) && value !== '' && !OWN_ADDRESS.test(value))
      return [
        {
          ...about,
          rule: 'scan.variable-redirects',
          severity: /^(ANTHROPIC|OPENAI)/i.test(name) ? 'critical' : 'high',
          message: `${name} sends requests, with the keys in them, to ${value}.`,
        },
      ]
    if (LOADS_CODE.test(name) && value !== '' && !HARMLESS.test(value))
      return [
        {
          ...about,
          rule: 'scan.variable-loads-code',
          severity: 'high',
          message: `${name}=${value} makes programs load or run something else.`,
        },
      ]
    if (TRUSTS_ANYBODY.test(name) && /^(0|1|true)$/.test(value) && !(name !== 'GIT_SSL_NO_VERIFY' && value !== '0'))
      return [
        {
          ...about,
          rule: 'scan.variable-trusts-anybody',
          severity: 'medium',
          message: `${name}=${value} turns off the check of who answers.`,
        },
      ]
    return []
  })
}
