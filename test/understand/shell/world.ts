/** A made-up machine in memory, and the real command models on it: what shell commands are understood against. */

import { minimatch } from 'minimatch'
import { CLAUDE_CODE_PLACES } from '../../../src/agents/claude-code/places.ts'
import { loadModels } from '../../../src/config/rules/load.ts'
import { defaults } from '../../../src/config/schema.ts'
import type { GitState } from '../../../src/model/action.ts'
import type { Facts } from '../../../src/model/facts.ts'
import { declaredBy } from '../../../src/understand/paths/declared.ts'
import type { CommandModel } from '../../../src/understand/shell/model.ts'
import { type Understanding, understand } from '../../../src/understand/shell/understand.ts'

export const HOME = '/home/dev'
export const PROJECT = '/home/dev/app'

const STATES: Readonly<Record<string, GitState>> = {
  '': 'modified',
  src: 'clean',
  'src/a.ts': 'modified',
  'src/index.ts': 'clean',
  notes: 'untracked',
  'notes/ideas.md': 'untracked',
  dist: 'ignored',
  build: 'ignored',
  '.env': 'ignored',
  node_modules: 'ignored',
}

const relative = (path: string): string | undefined =>
  path === PROJECT ? '' : path.startsWith(`${PROJECT}/`) ? path.slice(PROJECT.length + 1) : undefined

/** Nothing is known of the machine beyond names and the states of a few files; `more` overrides. */
export function facts(more: Partial<Facts> = {}): Facts {
  const path: Facts['path'] = more.path ?? (real => ({ real, type: 'unknown' }))
  const around = { homes: [HOME], projectRoot: PROJECT, path, list: () => undefined }
  return {
    declared: declaredBy(
      { protected_paths: [], protected_branches: defaults().protected.branches, production: [], scope: [] },
      { ...around, glob: (pattern, text) => minimatch(text, pattern, { dot: true }) },
    ),
    homes: [HOME],
    temps: ['/tmp'],
    safety_control: [`${HOME}/.config/reviewer`],
    credential_files: [`${HOME}/.config/reviewer/ship-password`],
    agent: CLAUDE_CODE_PLACES,
    path: path => ({ real: path, type: typeOf(path) }),
    text: () => undefined,
    list: () => undefined,
    env: () => undefined,
    repository: path =>
      relative(path) === undefined ? undefined : { root: PROJECT, git_dir: `${PROJECT}/.git`, branch: 'topic' },
    git: path => STATES[relative(path) ?? '-'] ?? 'unknown',
    uncommitted: () => undefined,
    isLate: () => false,
    isCut: () => false,
    archive: () => undefined,
    tree: () => undefined,
    refs: () => undefined,
    pushed: () => false,
    setting: (_path, key) => (key === 'alias.undo' ? 'reset --hard' : undefined),
    made: path => path.includes('/made'),
    born: () => false,
    program: () => undefined,
    taints: () => [],
    written: () => [],
    moved: () => [],
    ...more,
  }
}

function typeOf(path: string): 'file' | 'directory' | 'unknown' {
  const name = relative(path)
  if (name === undefined || !(name in STATES)) return 'unknown'
  return /\.\w+$/.test(name) ? 'file' : 'directory'
}

const texts = loadModels(new URL('../../../rules', import.meta.url).pathname)
const parsed = new Map<string, CommandModel>()

export function models(program: string): CommandModel | undefined {
  const text = Object.hasOwn(texts, program) ? texts[program] : undefined
  if (text === undefined) return undefined
  const known = parsed.get(program) ?? (JSON.parse(text) as CommandModel)
  parsed.set(program, known)
  return known
}

export function understood(command: string, more: Partial<Facts> = {}): Understanding {
  return understand(command, {
    facts: facts(more),
    models,
    projectRoot: PROJECT,
    cwd: PROJECT,
    glob: (pattern, text) => minimatch(text, pattern, { dot: true }),
  })
}

/** Effects as `verb class value`, in order. */
export function effectsOf(command: string, more: Partial<Facts> = {}): readonly string[] {
  return understood(command, more).effects.map(({ verb, target }) => `${verb} ${target.class} ${target.value}`)
}
