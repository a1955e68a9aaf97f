/** Git hooks that this session wrote: git runs them at the next commit, push or checkout. */
import { dirname, resolvePath } from '../../common/path.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { isKnown } from '../shell/value.ts'
import { followScript } from './follow.ts'
import { readBuildFile } from './read.ts'
import { scriptLanguage } from './script-text.ts'

/** Hooks that git's commands run, in their order. */
export const HOOKS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'],
    push: ['pre-push'],
    merge: ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'],
    pull: ['pre-merge-commit', 'commit-msg', 'post-merge', 'pre-rebase', 'post-rewrite'],
    checkout: ['post-checkout'],
    switch: ['post-checkout'],
    clone: ['post-checkout'],
    worktree: ['post-checkout'],
    rebase: ['pre-rebase', 'post-rewrite', 'post-checkout'],
    'cherry-pick': ['prepare-commit-msg', 'post-commit'],
    revert: ['prepare-commit-msg', 'post-commit'],
    am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch'],
  }),
)

/**
 * Follows the hooks of these names that were written in this session. A hook that was there before is the developer's own,
 * runs at every commit, and is none of this session's doing.
 */
export function runHooks(names: readonly string[], configured: string | undefined, runner: Runner, scope: Scope): void {
  if (names.length === 0 || scope.place.kind !== 'local' || !isKnown(scope.cwd)) return
  const repository = runner.facts.repository(scope.cwd)
  if (!repository) return
  const directories = hookDirectories(repository.root, repository.git_dir, configured, runner)
  for (const name of names)
    for (const directory of directories) {
      const path = `${directory}/${name}`
      if (!scope.files.has(path) && !runner.facts.made(path)) continue
      const file = readBuildFile(path, runner, scope)
      if (!file) continue
      const language = file.text.startsWith('#!')
        ? scriptLanguage(file.text.slice(0, 200).split('\n')[0] ?? '')
        : undefined
      followScript(
        { texts: [file.text], file, name: `git hook ${name}`, cwd: repository.root, language },
        runner,
        scope,
      )
    }
}

/** Where git looks: its own directory, or the one that the call or `core.hooksPath` names. husky's `_` calls what lies beside it. */
function hookDirectories(
  root: string,
  gitDirectory: string,
  given: string | undefined,
  runner: Runner,
): readonly string[] {
  const common = runner.facts.text(`${gitDirectory}/commondir`)?.trim()
  const shared = common === undefined ? gitDirectory : resolvePath(gitDirectory, common)
  const configured =
    given ??
    /^[ \t]*hooksPath[ \t]*=[ \t]*"?([^"\s][^"\n]*)"?[ \t]*$/im.exec(runner.facts.text(`${shared}/config`) ?? '')?.[1]
  if (configured === undefined) return [`${shared}/hooks`]
  const directory = resolvePath(root, configured.trim())
  return directory.endsWith('/_') ? [dirname(directory), directory] : [directory]
}
