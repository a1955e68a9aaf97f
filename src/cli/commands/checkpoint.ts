/** `reviewer checkpoint`: lists what was saved before it was changed or deleted, shows it, and brings it back. */

import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { isInside } from '../../common/path.ts'
import { clip, printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { diffCheckpoint } from '../../record/checkpoints/diff.ts'
import { allCheckpoints, type CheckpointMatch } from '../../record/checkpoints/find.ts'
import { bytes, finishRestores } from '../../record/checkpoints/journal.ts'
import { summaryOf } from '../../record/checkpoints/manifest.ts'
import { RESTORING, type Restored, RestoreError, restoreCheckpoint } from '../../record/checkpoints/restore.ts'
import { tidyStore } from '../../record/checkpoints/tidy.ts'
import { findProjectRoot } from '../../review/context.ts'
import { CHECKPOINT_ID, checkpointNamed, sessionWith } from '../checkpoint-id.ts'
import { defineCommand, format } from '../command.ts'
import { plural } from '../output/counts.ts'
import { outputColumns } from '../output/width.ts'
import { compiledPolicy } from '../parts.ts'
import { requireHuman } from '../person/human.ts'
import { SESSION_ID } from '../session-id.ts'

const EXIT_FAILED = 1
/** So much of an action is shown in the narrowest terminal. */
const LEAST_ACTION = 12
const USUAL_WIDTH = 80

interface ListOptions {
  readonly session?: string
  readonly all?: boolean
  readonly format: 'table' | 'json'
}

interface RestoreOptions {
  readonly path?: string
  readonly to?: string
}

/** Adds `checkpoint list | show | diff | restore` to a program with the option `--home`. */
export default defineCommand({
  name: 'checkpoint',
  order: 80,
  summary: 'what was saved before it was changed or deleted',
  examples: [
    'reviewer checkpoint list',
    'reviewer checkpoint show last',
    'reviewer checkpoint diff last',
    'reviewer checkpoint restore last',
  ],
  register(command, context) {
    const locations = (): Locations => {
      const found = context.locations()
      finishRestores(found.state)
      return found
    }

    command
      .command('list', { isDefault: true })
      .description('the checkpoints of this project, the newest last')
      .option('--session <id>', `only this session, of any project: ${SESSION_ID}`)
      .option('--all', 'of all projects')
      .addOption(format('table', 'json'))
      .option('--json', 'as JSON')
      .action((options: ListOptions & { readonly json?: true }) => {
        const where = locations()
        tidy(where)
        list(where, options.json ? { ...options, format: 'json' } : options)
      })

    command
      .command('show')
      .description('what one checkpoint holds')
      .argument('[id]', `${CHECKPOINT_ID}; the newest, where none is given`)
      .addOption(format('table', 'json'))
      .option('--json', 'as JSON')
      .action((id: string | undefined, options: { readonly format: string; readonly json?: true }) =>
        withFound(locations(), id ?? 'last', found => show(found, options.json ? 'json' : options.format)),
      )

    command
      .command('diff')
      .description('what a restore would change, as a unified diff')
      .argument('[id]', `${CHECKPOINT_ID}; the newest, where none is given`)
      .option('--path <path>', 'only this file or directory')
      .action((id: string | undefined, { path }: RestoreOptions) =>
        withFound(locations(), id ?? 'last', found => {
          process.stdout.write(diffCheckpoint(found, path === undefined ? undefined : resolve(path)))
        }),
      )

    command
      .command('restore')
      .description('bring it back; what this overwrites is saved first')
      .argument('[id]', `${CHECKPOINT_ID}; the newest, where none is given`)
      .option('--path <path>', 'only this file or directory')
      .option('--to <dir>', 'below this directory, and not where it was')
      .action(async (id: string | undefined, options: RestoreOptions) => {
        const where = locations()
        await withFound(where, id ?? 'last', async found => {
          // By its whole id, so that the record says which one it was.
          const what = `restore checkpoint ${found.manifest.id} (${namesIn(found, options)})`
          const allowed = await requireHuman(what, { locations: where })
          if (allowed.ok) restore(where, found, options)
          else fail(allowed.why)
        })
      })
  },
})

/** Reading is the moment to put things in order: nothing waits for it. */
function tidy(locations: Locations): void {
  const root = findProjectRoot(process.cwd(), process.env, locations.home)
  try {
    tidyStore(locations.state, compiledPolicy(locations, root).config.checkpoints.keep_days, Date.now())
  } catch {
    // Without a configuration that holds, nothing is removed.
  }
}

async function withFound(
  locations: Locations,
  id: string,
  use: (found: CheckpointMatch) => void | Promise<void>,
): Promise<void> {
  await use(checkpointNamed(locations, id))
}

function list(locations: Locations, { session, all, format }: ListOptions): void {
  const root = findProjectRoot(process.cwd(), process.env, locations.home)
  const found = allCheckpoints(locations.state)
  const id = session === undefined ? undefined : sessionWith(found, locations, session)
  const chosen = found.filter(({ manifest }) =>
    id === undefined ? all === true || manifest.project_root === root : manifest.session_id === id,
  )
  if (format === 'json') {
    const rows = chosen.map(({ manifest }) => {
      const { session_id, project_root } = manifest
      return { ...summaryOf(manifest), session_id, project_root }
    })
    process.stdout.write(`${printableJson(rows, 2)}\n`)
  } else if (chosen.length === 0) process.stdout.write('No checkpoints.\n')
  else for (const { manifest } of chosen) process.stdout.write(`${line(manifest)}\n`)
}

function line({ id, ts, files, bytes: size, refs, action, missing, session_id }: CheckpointMatch['manifest']): string {
  const what = [plural(files, 'file'), sizeOf(size), ...(refs > 0 ? [plural(refs, 'ref')] : [])]
  const lost = missing.length > 0 ? ` (${missing.length} not saved)` : ''
  // A narrow terminal has room for what tells checkpoints apart.
  const isNarrow = outputColumns() < USUAL_WIDTH
  const head = `${id}  ${isNarrow ? timeOf(ts).slice(5, 16) : timeOf(ts)}  ${what.join(', ')}${lost}`
  const end = isNarrow ? '' : `  [${printable(session_id.slice(0, 8))}]`
  const room = Math.max(LEAST_ACTION, outputColumns() - head.length - end.length - 2)
  return `${head}  ${clip(printable(action), room)}${end}`
}

function timeOf(ts: number): string {
  return new Date(ts).toISOString().slice(0, 19).replace('T', ' ')
}

function sizeOf(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1024 * 1024 ? `${Math.round(size / 1024)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`
}

function show({ manifest }: CheckpointMatch, format: string): void {
  if (format === 'json') {
    const entries = manifest.entries.map(entry => ({ ...entry, name: bytes(entry.path).toString() }))
    process.stdout.write(`${printableJson({ ...manifest, entries }, 2)}\n`)
    return
  }
  const lines = [
    line(manifest),
    `project ${printable(manifest.project_root)}, session ${printable(manifest.session_id)}`,
  ]
  for (const { path, type, size, mode, to } of manifest.entries) {
    const about =
      type === 'file' ? sizeOf(size) : type === 'link' ? `→ ${printable(bytes(to ?? '').toString())}` : 'directory'
    lines.push(`  ${mode.toString(8).padStart(4)}  ${printable(bytes(path).toString())}  ${about}`)
  }
  for (const { name, commit, message } of manifest.saved_refs)
    lines.push(`  ${printable(name)}  ${commit.slice(0, 12)}  ${printable(message ?? '')}`)
  for (const { path, why } of manifest.missing) lines.push(`  not saved: ${printable(path)} (${printable(why)})`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** So many files are named in a question. */
const MOST_NAMED = 3

/** What a restore is about, in words: its files, by their paths from where the person is. */
function namesIn({ manifest: { entries, saved_refs } }: CheckpointMatch, { path, to }: RestoreOptions): string {
  const named = entries.filter(({ type }) => type !== 'directory').map(entry => bytes(entry.path).toString())
  const about = path === undefined ? named : named.filter(each => isInside(each, resolve(path)))
  const names = [...about.map(each => shortPath(each)), ...saved_refs.map(({ name }) => name)]
  const more = names.length - MOST_NAMED
  const shown = names.slice(0, MOST_NAMED).join(', ')
  const where = to === undefined ? '' : ` below ${to}`
  return `${shown || 'directories'}${more > 0 ? ` and ${more} more` : ''}${where}`
}

function shortPath(path: string): string {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near
}

function restore(locations: Locations, found: CheckpointMatch, { path, to }: RestoreOptions): void {
  const { session_id, project_root, id } = found.manifest
  const occasion = {
    session_id,
    project_root,
    tool: RESTORING,
    tool_use_id: '',
    action: `reviewer checkpoint restore ${id}`,
    now: Date.now(),
  }
  try {
    const request = { state: locations.state, found, occasion }
    const done = restoreCheckpoint({
      ...request,
      ...(path !== undefined && { path: resolve(path) }),
      ...(to !== undefined && { to: realPlace(resolve(to)) }),
    })
    report(done)
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error
    fail(printable(error.message))
  }
}

/** Links above a place are resolved: from there on none is followed. */
function realPlace(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const above = resolve(path, '..')
    return above === path ? path : resolve(realPlace(above), path.slice(above.length).replace(/^\/+/, ''))
  }
}

function report({ written, unchanged, refs, failed, before }: Restored): void {
  const lines = [...written.map(path => `restored ${printable(path)}`), ...refs.map(printable)]
  if (unchanged > 0) lines.push(`${plural(unchanged, 'file')} already as saved`)
  for (const { path, why } of failed) lines.push(`not restored: ${printable(path)} (${printable(why)})`)
  if (lines.length === 0) lines.push('nothing to restore: all of it stands as it was saved')
  if (before) lines.push(`what this overwrote is saved: reviewer checkpoint restore ${before.id}`)
  process.stdout.write(`${lines.join('\n')}\n`)
  if (failed.length > 0) process.exitCode = EXIT_FAILED
}

function fail(message: string): void {
  process.stderr.write(`reviewer checkpoint: ${message}\n`)
  process.exitCode = EXIT_FAILED
}
