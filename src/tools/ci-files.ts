/** CI files: what they run runs on another machine with all secrets of the project at hand, as soon as they are pushed. */
import type { Effect } from '../model.ts'
import { understand } from '../shell/understand.ts'
import type { ToolContext } from './action.ts'

const CI_FILE =
  /\/(\.github\/(workflows|actions)\/.+|\.gitlab-ci|\.circleci\/config|azure-pipelines|bitbucket-pipelines|\.travis|\.drone|\.woodpecker\/.+|\.forgejo\/workflows\/.+|\.gitea\/workflows\/.+)\.ya?ml$/
/** Keys whose values are shell text, or lists of it. */
const RUNS = /^(\s*)(?:-\s+)?(?:run|script|before_script|after_script|command|commands|bash)\s*:\s*(.*)$/
/** The shell texts of one file are followed up to this length, in UTF-16 units. */
const LONGEST = 64 * 1024

/**
 * What a CI file would do that no CI needs: hand out files of secrets or the whole environment, open a shell to somebody, run what
 * was hidden. A secret by its name in a request is how CI authenticates.
 */
export function ciEffects(file: string, content: string, context: ToolContext): readonly Effect[] {
  if (!CI_FILE.test(file)) return []
  const text = shellTexts(content).join('\n').slice(0, LONGEST)
  if (text.trim() === '') return []
  const { effects } = understand(text, context)
  return effects.filter(isGrave).map(({ span: _span, flags: _flags, ...effect }) => ({
    ...effect,
    details: { ...effect.details, via: ['CI'], place: 'ci' },
  }))
}

function isGrave({ verb, details }: Effect): boolean {
  if (details.reverse_shell === true) return true
  if (verb === 'send') return typeof details.carries === 'string' && !details.carries.startsWith('$')
  return verb === 'execute' && details.origin === 'decoded'
}

/** `${{ secrets.X }}` is a variable by another name, and `toJSON(secrets)` all of them. */
function plain(text: string): string {
  return text
    .replace(/\$\{\{[^}]*toJSON\(\s*(?:secrets|env)\s*\)[^}]*\}\}/gi, '$(printenv)')
    .replace(/\$\{\{\s*secrets\.(\w+)\s*\}\}/g, '$SECRET_$1')
    .replace(/\$\{\{[^}]*\}\}/g, '$unknown')
}

/** Values on the line of their key, and blocks and lists below it that stand further in. */
function shellTexts(content: string): readonly string[] {
  const lines = content.split('\n')
  const texts: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', value = ''] = RUNS.exec(lines[at] ?? '') ?? []
    if (!RUNS.test(lines[at] ?? '')) continue
    if (value !== '' && !/^[|>]/.test(value)) {
      texts.push(plain(unquoted(value)))
      continue
    }
    for (; at + 1 < lines.length; at++) {
      const next = lines[at + 1] ?? ''
      if (next.trim() !== '' && next.search(/\S/) <= indent.length) break
      texts.push(plain(unquoted(next.trim().replace(/^-\s+/, ''))))
    }
  }
  return texts
}

function unquoted(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text
}
