/** Files that a server's tool writes and that something runs later: judged by their text, as those of the agent's own tools are. */
import { isRecord } from '../../common/is-record.ts'
import type { Effect } from '../../model/action.ts'
import type { Json } from '../../model/event.ts'
import type { ToolContext } from './action.ts'
import { isDeferred } from './deferred-kinds.ts'
import { deferredEffects } from './deferred-text.ts'
import { isPathKey, placesIn } from './parameter-paths.ts'
import type { Parameters } from './parameters.ts'

const WHOLE = ['content', 'contents', 'file_text', 'fileText', 'text', 'data', 'body']
const OLD = ['oldText', 'old_text', 'old_string', 'old_str', 'oldString', 'search', 'needle']
const NEW = [
  'newText',
  'new_text',
  'new_string',
  'new_str',
  'newString',
  'replace',
  'replacement',
  'repl',
  'insert_text',
  'new_content',
  'code_edit',
]

/** What the files that a call writes will do. */
export function writtenEffects({ objects }: Parameters, context: ToolContext): readonly Effect[] {
  return objects.flatMap(object => {
    const path = Object.entries(object).find(([key, value]) => typeof value === 'string' && isPathKey(key))?.[1]
    if (typeof path !== 'string' || path.includes('\n')) return []
    const file = placesIn(path, context)[0]
    if (file === undefined || !isDeferred(file)) return []
    const old = context.facts.text(file)
    return textsOf(object, old).flatMap(text => deferredEffects(file, text, old, context))
  })
}

/** The text of the file after the call, and what it puts where nobody knows; nothing where the call holds no text. */
function textsOf(object: Json, old: string | undefined): readonly string[] {
  const whole = textOf(object, WHOLE)
  if (whole !== undefined) return [whole]
  const edits = Object.values(object).filter(Array.isArray).flat().filter(isRecord)
  const changes = [object, ...edits].flatMap(edit => {
    const to = textOf(edit, NEW)
    return to === undefined ? [] : [{ from: textOf(edit, OLD) ?? '', to }]
  })
  let text = old ?? ''
  const others: string[] = []
  for (const { from, to } of changes)
    if (from !== '' && text.includes(from)) text = text.replace(from, () => to)
    else others.push(to)
  return [text, ...others]
}

function textOf(object: Json, keys: readonly string[]): string | undefined {
  const value = keys.map(key => object[key]).find(each => typeof each === 'string' && each !== '')
  return typeof value === 'string' ? value : undefined
}
