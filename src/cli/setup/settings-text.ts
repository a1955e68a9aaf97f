/** Settings as the dialogue shows them: each hook of ours in one line, since it would take thirty and say nothing more. */

import { startedBy } from '../../agents/claude-code/registration/handler.ts'
import { type HookGroup, isOurs, type Settings } from '../../agents/claude-code/registration/settings.ts'

/** Stand around what is shown as it is; no text of a person has them. */
const [OPEN, CLOSE] = ['\ue000', '\ue001']

/** JSON but for those hooks; empty where there is nothing. `home`: of the user. */
export function settingsText(settings: Settings, home: string): string {
  if (Object.keys(settings).length === 0) return ''
  const hooks = Object.entries(settings.hooks ?? {}).map(([event, groups]) => [event, shownGroups(groups, home)])
  const shown = settings.hooks === undefined ? settings : { ...settings, hooks: Object.fromEntries(hooks) }
  return `${JSON.stringify(shown, null, 2).replaceAll(`"${OPEN}`, '').replaceAll(`${CLOSE}"`, '')}\n`
}

function shownGroups(groups: readonly HookGroup[], home: string): unknown {
  const shown = groups.map(group => {
    const [handler] = group.hooks
    if (!handler || !group.hooks.every(isOurs)) return group
    return `${OPEN}{ ${startedBy(handler, home)?.command.join(' ') ?? 'another program'} hook … }${CLOSE}`
  })
  const [only] = shown
  return shown.length === 1 && typeof only === 'string' ? only.replace(/\{(.*)\}/, '[{$1}]') : shown
}
