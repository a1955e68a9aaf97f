/** Policies in a git repository, in the directory that stands behind a # in the address: each version is a commit. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { safeEnvironment } from '../../../facts/start.ts'
import { PolicyError } from '../error.ts'
import { fileOf, nothingPublished, type OpenSource, type PolicySource } from '../source.ts'
import { directorySource } from './file.ts'

const run = promisify(execFile)
const TIMEOUT = 60_000

export const openGit: OpenSource = url => {
  const repository = url.href.replace(/^git\+/, '').replace(/#.*$/, '')
  const inside = decodeURIComponent(url.hash.slice(1))
  if (/(^|\/)\.\.(\/|$)|^\//.test(inside)) throw new PolicyError(`${inside} is no directory of a repository`)

  /** A copy of the newest commit, for as long as the work takes. */
  async function withCopy<T>(work: (source: PolicySource, copy: string) => Promise<T>): Promise<T> {
    const copy = mkdtempSync(join(tmpdir(), 'reviewer-policy-'))
    try {
      await git(tmpdir(), 'clone', '--quiet', '--depth', '1', '--', repository, copy)
      return await work(directorySource(join(copy, inside), url.href), copy)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  return {
    newest: audience => withCopy(source => source.newest(audience)),
    fetch: audience =>
      withCopy(async source => {
        const envelope = await source.newest(audience)
        if (envelope === undefined) throw nothingPublished(audience, url.href)
        return { envelope, etag: '' }
      }),
    publish: (envelope, about) =>
      withCopy(async (source, copy) => {
        await source.publish(envelope, about)
        await git(copy, 'add', '--', join(inside, fileOf(about.audience)))
        await git(copy, 'commit', '--quiet', '-m', `policy of ${about.audience}, version ${about.version}`)
        // Refused where somebody else published meanwhile.
        await git(copy, 'push', '--quiet', 'origin', 'HEAD')
      }),
  }
}

/**
 * What is cloned is somebody else's: hooks do not run, and a symbolic link is a file with its target as text, so that it leads nowhere. There
 * is nobody to be asked for a password either.
 */
async function git(cwd: string, ...words: readonly string[]): Promise<void> {
  const settings = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.symlinks=false',
    'protocol.ext.allow=never',
  ].flatMap(setting => ['-c', setting])
  try {
    await run('git', [...settings, ...words], {
      cwd,
      env: { ...safeEnvironment(), GIT_TERMINAL_PROMPT: '0', GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' },
      timeout: TIMEOUT,
    })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new PolicyError(`git ${words[0]} failed: ${said.split('\n').at(-1) ?? ''}`)
  }
}
