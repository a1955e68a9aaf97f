/** The tools that read and change files. */

import { isRecord } from '../../common/is-record.ts'
import { basename } from '../../common/path.ts'
import type { Effect, Target } from '../../model/action.ts'
import { type Formed, fieldIn, textIn } from '../../model/tool.ts'
import { classifyPath, holdsSecrets } from '../paths/classify.ts'
import { makeEffect } from '../paths/effect.ts'
import { type Described, pathOf, type ToolCall, type ToolContext, type ToolDescription } from './action.ts'
import { isDeferred } from './deferred-kinds.ts'
import { deferredEffects } from './deferred-text.ts'
import { judgeHooks } from './repository-hooks.ts'
import { bringsHooks, isSettings, touchedBy } from './settings.ts'
import { embeddedEffects } from './skills.ts'

/** A new text shorter than this share of the old one drops most of it. */
const MOST_DROPPED = 0.5
const REST_UNCHANGED =
  /(\/\/|#|--|\/\*|<!--|^|\n)[ \t]*((\.\.\.|…)[ \t]*)?\(?(the )?(rest|remainder|remaining|existing|other|previous)( of)?( the)?( \w+){0,3} (is |are |remains? |stays? )?(unchanged|the same|as before|goes here|omitted|here)/i

export const write: ToolDescription = (call, context) => {
  const file = pathOf(call, 'path', context)
  const old = context.facts.text(file)
  const content = textIn(call, 'content')
  const drops = old !== undefined && content.length < old.length * MOST_DROPPED && REST_UNCHANGED.test(content)
  return change(call.tool, file, old, content, context, drops ? { drops_rest: true } : {})
}

export const edit: ToolDescription = (call, context) => {
  const file = pathOf(call, 'path', context)
  const old = context.facts.text(file)
  const missed = isInPlace(old, call) ? [] : [textIn(call, 'content')]
  return change(call.tool, file, old, edited(old, call), context, {}, missed)
}

/** Several edits of one file, each of what the one before has left. */
export const editOften: ToolDescription = (call, context) => {
  const file = pathOf(call, 'path', context)
  const old = context.facts.text(file)
  const given = fieldIn(call, 'edits')
  const edits = (Array.isArray(given) ? given : []).filter(isRecord).map(input => ({ form: call.form, input }))
  let result = old
  const missed: string[] = []
  for (const each of edits) {
    if (!isInPlace(result, each)) missed.push(textIn(each, 'content'))
    result = edited(result, each)
  }
  return change(call.tool, file, old, result, context, {}, missed)
}

/** Whether what is replaced stands there. Where it does not, the client refuses the edit, unless the file is another one by then. */
function isInPlace(old: string | undefined, edit: Formed): boolean {
  return old === undefined || old.includes(textIn(edit, 'replaced'))
}

function edited(old: string | undefined, edit: Formed): string {
  const from = textIn(edit, 'replaced')
  const to = textIn(edit, 'content')
  if (old === undefined) return to
  return fieldIn(edit, 'everywhere') === true ? old.replaceAll(from, () => to) : old.replace(from, () => to)
}

export const notebookEdit: ToolDescription = (call, context) => {
  const file = pathOf(call, 'path', context)
  const described = change(call.tool, file, undefined, undefined, context, {})
  const effects = deferredEffects(file, textIn(call, 'content'), undefined, context)
  return { ...described, effects: [...described.effects, ...effects] }
}

export const read: ToolDescription = (call, context) => reading(call, pathOf(call, 'path', context), context)

/** Everything below a directory. Only a search for text shows what stands in it. */
export const search: ToolDescription = (call, context) =>
  reading(call, pathOf(call, 'directory', context), context, true)

function reading({ tool, form }: ToolCall, file: string, context: ToolContext, recursive = false): Described {
  const place = classifyPath(file, context)
  const target =
    form.kind === 'search_text' && holdsSecrets(file, context) ? { ...place, class: 'secret' as const } : place
  return {
    type: 'file_operation',
    intent: 'file_read',
    effects: [makeEffect({ verb: 'read', target, recursive, details: { tool: true } })],
    signature: `${tool} ${file}`,
  }
}

function control(file: string, context: ToolContext): Target {
  return { ...classifyPath(file, context), class: 'safety_control' }
}

function change(
  tool: string,
  file: string,
  old: string | undefined,
  result: string | undefined,
  context: ToolContext,
  more: Effect['details'],
  missed: readonly string[] = [],
): Described {
  const type = context.facts.path(file).type
  const exists = old !== undefined || type === 'file'
  const target = bringsHooks(file, old, result, context.facts.agent)
    ? control(file, context)
    : classifyPath(file, context)
  const settings = isSettings(file, context.facts.agent)
    ? { settings: true, touches: touchedBy(old, result, context.facts.agent) }
    : {}
  const details = { tool: true, overwrites: exists, name: basename(file), ...settings, ...more }
  const isEmptied = old !== undefined && old.trim() !== '' && result?.trim() === ''
  // What is neither hooks, environment nor a switch in settings is for the person to decide, not a reason to stop.
  const isMild = settings.settings ? settings.touches.length === 0 : bringsHooks(file, old, result, context.facts.agent)
  const severity = isMild ? ({ severity: 'high' } as const) : {}
  return {
    type: 'file_operation',
    intent: exists ? 'file_modification' : 'file_creation',
    effects: [
      ...judgeHooks([makeEffect({ verb: 'write', target, details, ...severity })], () => result, context),
      ...(isEmptied ? [makeEffect({ verb: 'delete', target, details: { tool: true, empties: true } })] : []),
      ...(isDeferred(file) ? [result ?? '', ...missed].flatMap(text => deferredEffects(file, text, old, context)) : []),
      ...embeddedEffects(file, result ?? '', context),
    ],
    signature: `${tool} ${file}`,
  }
}
