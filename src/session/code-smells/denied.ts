/** A file is written whose text does what was denied before: to run it would be another route to the same. */
import type { Denial, DeniedEffect, Session } from '../../model/session.ts'
import type { FileEdit } from './changes.ts'
import { addedLines } from './changes.ts'
import type { TestIndicator } from './tests.ts'

export const DENIED_AGAIN = 'denied_again'

/** Words of code that do what a verb stands for. */
const DOES: Readonly<Partial<Record<DeniedEffect['verb'], RegExp>>> = {
  delete:
    /\b(?:rm|rmdir|unlink\w*|rmtree|remove\w*|delete\w*|rmSync|rmdirSync|del|Remove-Item|shred|truncate|FileUtils|wipe|RemoveAll|rm_rf|rimraf|fs\.rm)\b|-delete\b/i,
  write: /\b(?:write\w*|tee|sed|cp|mv|install|echo|cat|printf|open|append\w*|dump)\b|>/i,
  metadata: /\b(?:chmod|chown|setfacl|chattr|touch)\w*/i,
  data: /\b(?:drop\w*|truncate\w*|del|delete\w*|update\w*|flush\w*|alter|destroy\w*|remove\w*|clear\w*|wipe\w*|purge\w*)\b/i,
  rewrite_history: /\b(?:push|filter-branch|update-ref|branch|reset|force)\b/i,
  send: /\b(?:curl|wget|post|put|push|send|upload|requests|fetch|urlopen|scp|rsync|http)\b/i,
  publish: /\b(?:publish|release|upload|push)\b/i,
  infrastructure: /\b(?:delete|destroy|apply|terminate|remove|rm|rb|purge)\w*\b/i,
  container: /\b(?:rm|prune|down|remove|kill)\b/i,
  system: /\b(?:systemctl|service|stop|restart|disable|sysctl)\b/i,
  process: /\b(?:kill\w*|pkill|terminate|signal)\b/i,
  execute: /\b(?:bash|sh|curl|wget|exec|eval|system|subprocess|urlopen)\b/i,
}

/** What a change says that was denied; empty where nothing was. */
export function deniedSmells(change: FileEdit, { denials, project_root }: Session): readonly TestIndicator[] {
  if (denials.length === 0 || /\.(?:md|txt|rst|adoc|log|json(?<!package\.json))$/i.test(change.path)) return []
  const lines = addedLines(change)
  const text = lines.join('\n')
  // Some rows are not all of them.
  const ofAllRows = lines.filter(line => !SELECTS.test(line)).join('\n')
  const isAgain = denials.some(({ effects }: Denial) =>
    effects.some(
      ({ verb, target }) =>
        (DOES[verb]?.test(verb === 'data' ? ofAllRows : text) ?? false) &&
        (names(text, target, project_root) || (verb === 'data' && namesModel(text, target))),
    ),
  )
  return isAgain ? [{ kind: DENIED_AGAIN, text: change.place }] : []
}

const SELECTS = /\b(?:where\w*|filter\w*|having|exclude|in_|whereIn|limit|find\w*)\b/i

/** A table by the class that stands for its rows: `contacts` is `Contact`. */
function namesModel(text: string, target: string): boolean {
  const [, table = ''] = /(\w{3,})\W*$/.exec(target) ?? []
  const single = table.replace(/_/g, '').replace(/ies$/i, 'y').replace(/s$/i, '')
  return single.length > 2 && new RegExp(`(?<![a-z])${single}(?:s|es)?(?![a-z])`, 'i').test(text)
}

/** The target as it may be written: whole, from the project, from a home, by its last part. */
function names(text: string, target: string, root: string): boolean {
  const plain = target.replace(/\/(?:\*\*?|…)$/, '').replace(/^refs\/heads\//, '')
  if (plain.length < 3) return false
  const last = plain.slice(plain.lastIndexOf('/') + 1)
  const spellings = [plain, ...(plain.startsWith(`${root}/`) ? [plain.slice(root.length + 1)] : [])]
  const isPath = plain.includes('/') && last.length > 2
  return [...spellings, ...(isPath ? [last] : []), ...plain.split(/[: ]+/).slice(-1)].some(spelling => {
    const at = spelling.length > 2 ? text.indexOf(spelling) : -1
    return at >= 0 && !/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + spelling.length] ?? ' ')
  })
}
