/** What the person's own words name: an action on exactly that was asked for. */
import type { Action, Effect } from '../model.ts'
import { ownWords } from '../session/prompts.ts'
import { basename } from '../targets/path.ts'

/** Marks the effects whose path a prompt names with `details.named`. Returns the action itself where there is none. */
export function markNamed(action: Action, prompts: readonly string[], homes: readonly string[] = []): Action {
  const said = prompts.map(ownWords).join('\n')
  if (said.trim() === '') return action
  const effects = action.effects.map(effect => (isNamed(effect, action, said, homes) ? marked(effect) : effect))
  return effects.every((effect, at) => effect === action.effects[at]) ? action : { ...action, effects }
}

function marked(effect: Effect): Effect {
  return { ...effect, details: { ...effect.details, named: true } }
}

/** As an absolute path, from the project, from the home, or by a file name that has an ending. */
function isNamed({ target }: Effect, action: Action, said: string, homes: readonly string[]): boolean {
  if (target.kind !== 'path') return false
  const { project_root: root } = action.scope
  const path = target.value
  const name = basename(path)
  const spellings = [path]
  if (path.startsWith(`${root}/`)) spellings.push(path.slice(root.length + 1))
  const own = homes.find(each => path.startsWith(`${each}/`))
  const home =
    own !== undefined ? path.slice(own.length + 1) : /^(?:\/(?:home|Users)\/[^/]+|\/root)\/(.+)$/.exec(path)?.[1]
  if (home !== undefined) spellings.push(`~/${home}`)
  if (/.\.[A-Za-z]\w*$/.test(name)) spellings.push(name)
  return spellings.some(spelling => spelling.length > 2 && mentions(said, spelling))
}

/** As a word of its own: `notes` is not named by `notes/ideas.md`, nor by `mynotes`. */
function mentions(said: string, spelling: string): boolean {
  for (let at = said.indexOf(spelling); at >= 0; at = said.indexOf(spelling, at + 1)) {
    const before = said[at - 1] ?? ' '
    const after = said.slice(at + spelling.length, at + spelling.length + 2)
    if (!/[\w./~-]/.test(before) && /^(?:\/?(?![\w/-])|$)/.test(after) && !/^\.\w/.test(after)) return true
  }
  return false
}
