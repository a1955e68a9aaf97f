/** What the person's own words name: an action on exactly that was asked for. */

import { escaped } from '../common/escaped.ts'
import { basename } from '../common/path.ts'
import type { Action, Effect } from '../model/action.ts'
import { isOfKind } from '../understand/program-kinds.ts'
import { ownWords } from './prompts.ts'

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
  if (/.\.[A-Za-z]\w*$/.test(name) && (path.startsWith(`${root}/`) || !OF_EVERY_PROJECT.test(name)))
    spellings.push(name)
  return spellings.some(spelling => spelling.length > 2 && mentions(said, spelling))
}

/** Files that every project has one of: who speaks of the Makefile means that of theirs. */
const OF_EVERY_PROJECT =
  /^(?:(?:gnu)?makefile|dockerfile|jenkinsfile|procfile|gemfile|readme(?:\.\w+)?|changelog(?:\.\w+)?|package(?:-lock)?\.json|tsconfig(?:\.\w+)?\.json|cargo\.toml|go\.mod|pyproject\.toml|requirements[\w.-]*\.txt|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|(?:docker-)?compose\.ya?ml|index\.\w+|main\.\w+)$/i

/**
 * Whether the person's words lead to the place that a path outside of the project lies in: a directory above it by any spelling,
 * a project beside this one by its name, what it belongs to in `/etc` or a home. Looser than a name: it says where work is
 * wanted, and allows nothing by itself. A copy that is kept beside a file is where that file is.
 */
export function isPlaceNamed(path: string, said: string, root: string, homes: readonly string[]): boolean {
  if (said.trim() === '') return false
  const original = path.replace(/(?:\.(?:bak|orig|old|backup)|~)$/, '')
  if (original !== path) return isPlaceNamed(original, said, root, homes)
  const home =
    homes.find(each => path.startsWith(`${each}/`)) ?? /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/)/.exec(path)?.[0]
  const beside = root.slice(0, root.lastIndexOf('/') + 1)
  // A directory within another project is named by that project's name: theirs are called like this one's.
  const isOtherProject = beside !== `${home ?? ''}/` && beside !== '/' && path.startsWith(beside)
  return ancestorsOf(path, root, home).some(place => {
    const spellings = [place, relativeTo(root, place), ...(home === undefined ? [] : [`~${place.slice(home.length)}`])]
    if (spellings.some(spelling => spelling.length > 4 && mentions(said, spelling))) return true
    // Who names one file of a program's settings wants work on them.
    if (OF_ONE_PROGRAM.test(place) && said.includes(`${place}/`)) return true
    const name = basename(place)
    if (place === path && OF_EVERY_PROJECT.test(name)) return false
    const isBeside = place.slice(0, -name.length) === beside
    return (isBeside || (!isOtherProject && (home !== undefined || OF_ONE_PROGRAM.test(place)))) && isCalled(said, name)
  })
}

/** The settings of one program. */
const OF_ONE_PROGRAM = /^\/etc\/[^/]+$/

/** The path and the directories above it, up to where nobody's own begins. */
function ancestorsOf(path: string, root: string, home: string | undefined): readonly string[] {
  const found: string[] = []
  for (let at = path; at.lastIndexOf('/') > 0; at = at.slice(0, at.lastIndexOf('/'))) {
    if (at === home || root === at || root.startsWith(`${at}/`)) break
    found.push(at)
  }
  return found
}

function relativeTo(root: string, path: string): string {
  const from = root.split('/')
  const to = path.split('/')
  let same = 0
  while (same < from.length && same < to.length && from[same] === to[same]) same++
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}

/** `.zshrc` by zsh and by zshrc, `nginx` by nginx, `inventory` by the inventory service. */
function isCalled(said: string, name: string): boolean {
  const word = name
    .replace(/^\./, '')
    .replace(/(?:rc|_?profile|\.(?:conf|d|toml|ya?ml|json|lua|ini))$/, '')
    .toLowerCase()
  const whole = name.replace(/^\./, '').toLowerCase()
  return [...new Set([word, whole])].some(each => each.length >= 3 && !EVERYWHERE.test(each) && isWord(said, each))
}

const isWord = (said: string, word: string): boolean =>
  new RegExp(
    `(?<![\\w./-])${escaped(word)}(?![\\w/-]|\\.\\w${isOfKind(word, 'subcommands') ? `|${CALLED_WITH}` : ''})`,
    'i',
  ).test(said)

/** "npm run lint" is a command, and names no settings of npm; "make zsh start faster" does. */
const CALLED_WITH = String.raw`\s+(?:run|install|i|ci|test|start|build|add|remove|exec|publish|pack|audit|update|upgrade|init|clone|commit|push|pull|checkout|status|log|diff|rebase|merge|fetch|stash|--?\w[\w-]*)(?![\w-])`

const EVERYWHERE =
  /^(?:config|local|share|src|bin|lib|app|apps|code|work|projects?|repos?|home|data|docs?|documents|desktop|downloads|scripts?|tools?|test|tests|tmp|system|default|user|users|settings|plugin|after|pages|assets|static|css|api|main|index|readme|common|shared|dev|opt|srv|var|etc|usr)$/

/** As a word of its own: `notes` is not named by `notes/ideas.md`, nor by `mynotes`. */
function mentions(said: string, spelling: string): boolean {
  for (let at = said.indexOf(spelling); at >= 0; at = said.indexOf(spelling, at + 1)) {
    const before = said[at - 1] ?? ' '
    const after = said.slice(at + spelling.length, at + spelling.length + 2)
    if (!/[\w./~-]/.test(before) && /^(?:\/?(?![\w/-])|$)/.test(after) && !/^\.\w/.test(after)) return true
  }
  return false
}
