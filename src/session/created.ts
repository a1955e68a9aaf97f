/**
 * Files that a call made, as its output says and its options name: generators, renderers and compilers write what no effect tells of.
 * Whatever came up in the session before may have been there before.
 */
import { resolvePath } from '../common/path.ts'
import { eventCall, type ToolEvent } from '../model/event.ts'
import { textIn } from '../model/tool.ts'
import { isKnownName } from './known-names.ts'
import { outputOf } from './output.ts'

/** Lines of a long output that are looked at. */
const MOST_LINES = 200
const MOST_PATHS = 20
const LONGEST_LINE = 300

const MADE =
  /(?<!\p{L})(?:creat(?:ed?|es|ing)|generat(?:ed?|es|ing)|sav(?:ed|ing)|wrote|writ(?:ing|ten)|export(?:ed|ing)|render(?:ed|ing)|erstellt|erzeugt|geschrieben|gespeichert|generiert|cre[aá](?:do|da|ndo)|guardad[oa]|escrit[oa]|créée?|enregistrée?|générée?|criad[oa]|salv[oa]|gravad[oa]|creat[oa]|salvat[oa]|scritt[oa]|создан\p{L}*|сохран[её]н\p{L}*|записан\p{L}*)(?!\p{L})|已?(?:创建|生成|保存)|作成|保存|생성|저장/iu
/** It was not made, or not by this. */
const NOT_MADE = /\b(?:not|already|exists?|skip\w*|unchanged|identical|would|fail\w*|cannot|could not|no such)\b/i
const PATH = /(?<![\w:/.~@-])(?:~\/|\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@+-][\w@.+-]*\.[a-z]\w{0,7}(?![\w/])/gi
/** Options that say where a program puts what it makes. */
const INTO =
  /(?:^|\s)(?:-o|--?(?:out|output|out-?file|output-?file|save(?:-to|-as)?|report|junit-?xml|html-report))[=\s]+["']?([\w@./~+-]*[\w@+-]\.\w+)["']?(?=\s|$|[;&|)])/g

const ENTERS = /^\s*cd\s+["']?([^\s;&"']+)["']?\s*(?:&&|;)/

/** A program that is not there ended the command line. */
const NOT_THERE =
  /(?:^|\n)(?:(?:\S*sh: )?(?:line \d+: |\d+: )?([\w./+-]+): (?:command )?not found|(?:\S*sh|\(eval\))(?::\d+)?: command not found: ([\w./+-]+))/
const MAKES = /^\s*mkdir\s+(?:-\w+\s+)*(.+)$/

/** `mkdir -p out && rsync …` fails for want of rsync: the directories that were made ahead of it, joined to it by `&&` alone. */
export function madeAhead(event: ToolEvent, home: string): readonly string[] {
  if (event.form.kind !== 'run_command') return []
  const command = textIn(eventCall(event), 'command')
  const [, first, last] = NOT_THERE.exec(outputOf(event).text) ?? []
  const missing = first ?? last
  const parts = command.split('&&')
  const at = missing === undefined ? -1 : parts.findIndex(part => part.trim().split(/\s+/)[0] === missing)
  const ahead = parts.slice(0, Math.max(0, at))
  if (ahead.some(part => /[;|&\n`$(]/.test(part))) return []
  const [, entered = ''] = ENTERS.exec(command) ?? []
  return ahead.flatMap(part =>
    (MAKES.exec(part)?.[1] ?? '')
      .split(/\s+/)
      .filter(word => /^[\w./~@+-]+$/.test(word))
      .map(word =>
        word.startsWith('~/') ? `${home}${word.slice(1)}` : resolvePath(resolvePath(event.cwd, entered), word),
      ),
  )
}

/** Absolute paths. `known`: the names that came up before. */
export function createdBy(event: ToolEvent, home: string, known: string): readonly string[] {
  const { kind } = event.form
  if (event.name !== 'PostToolUse' || (kind !== 'run_command' && kind !== 'external')) return []
  const command = textIn(eventCall(event), 'command')
  const [, entered = ''] = ENTERS.exec(command) ?? []
  const cwd = resolvePath(event.cwd, entered)
  const named = [...command.matchAll(INTO)].flatMap(([, path]) => path ?? [])
  const said = outputOf(event)
    .text.split('\n', MOST_LINES)
    .filter(line => line.length < LONGEST_LINE && MADE.test(line) && !NOT_MADE.test(line))
    .flatMap(line => line.match(PATH) ?? [])
  const paths = [...new Set([...named, ...said])].slice(0, MOST_PATHS)
  return paths
    .filter(path => !isKnownName(known, path))
    .map(path => (path.startsWith('~/') ? `${home}${path.slice(1)}` : resolvePath(cwd, path)))
}
