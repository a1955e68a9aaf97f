/** `reviewer trust`: which files of projects the user vouches for, pinned by their content in the user's own configuration. */

import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isMap, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { isConfigError } from '../../config/error.ts'
import { checkConfigFile } from '../../config/load.ts'
import type { Locations } from '../../config/locations.ts'
import { readText } from '../../config/read.ts'
import { contentHash, expand, samePath } from '../../config/trust.ts'
import { defineCommand } from '../command.ts'
import { plural } from '../output/counts.ts'
import { requireHuman } from '../person/human.ts'

interface Pinned {
  /** As the configuration spells it. */
  readonly path: string
  readonly sha256: string
}

export default defineCommand({
  name: 'trust',
  order: 140,
  summary: 'files of projects that may run code or loosen the policy',
  examples: [
    'reviewer trust list',
    'reviewer trust add reviewers/mine.mjs',
    'reviewer trust remove reviewers/mine.mjs',
  ],
  register(command, { locations }) {
    command
      .command('list', { isDefault: true })
      .description('the files that are pinned, and whether they still hold what was pinned')
      .option('--json', 'as JSON')
      .action(({ json }) => list(locations(), json === true))

    command
      .command('add')
      .description('pin the content that a file has now; a change of it needs another word')
      .argument('<file>', 'of a project')
      .action(file => run(() => add(resolve(file), locations())))

    command
      .command('remove')
      .description('no longer trust a file')
      .argument('<file>', 'of a project')
      .action(file => run(() => remove(resolve(file), locations())))
  },
})

/** `work` returns why nothing was done, or nothing. */
async function run(work: () => Promise<string | undefined>): Promise<void> {
  const why = await work().catch((error: unknown) => {
    if (isConfigError(error)) return error.message
    throw error
  })
  if (why === undefined) return
  process.stderr.write(`reviewer trust: ${printable(why)}\n`)
  process.exitCode = 1
}

function list({ user_config, home }: Locations, json: boolean): void {
  const found = pinsIn(documentOf(user_config, home)).map(({ path, sha256 }) => ({
    path,
    sha256,
    state: state(expand(path, home), sha256),
  }))
  if (json) {
    process.stdout.write(`${printableJson(found, 2)}\n`)
    return
  }
  const lines = found.map(each => `${each.sha256.slice(0, 12)}  ${each.state}  ${each.path}`)
  process.stdout.write(found.length === 0 ? 'no files are pinned\n' : `${lines.map(printable).join('\n')}\n`)
}

function state(file: string, sha256: string): string {
  let text: string | undefined
  try {
    text = textOf(file)
  } catch {
    return 'unreadable'
  }
  if (text === undefined) return 'missing'
  return contentHash(text) === sha256.toLowerCase() ? 'trusted' : 'changed'
}

async function add(file: string, locations: Locations): Promise<string | undefined> {
  documentOf(locations.user_config, locations.home)
  const text = textOf(file)
  if (text === undefined) return `${file} is no file that can be read`
  const sha256 = contentHash(text)
  const permission = await requireHuman(`trust ${file} as it is now (${sha256.slice(0, 12)}, ${size(text)})`, {
    locations,
  })
  if (!permission.ok) return `refused: ${permission.why}`
  // Who answered looked at the file as it was when it was asked about.
  if (textOf(file) !== text) return `${file} changed meanwhile; nothing was pinned`
  return save(locations, pins => [...pins.filter(each => !isPinOf(each, file, locations)), { path: file, sha256 }])
}

async function remove(file: string, locations: Locations): Promise<string | undefined> {
  const known = pinsIn(documentOf(locations.user_config, locations.home))
  if (!known.some(each => isPinOf(each, file, locations))) return `${file} is not pinned`
  const permission = await requireHuman(`no longer trust ${file}`, { locations })
  if (!permission.ok) return `refused: ${permission.why}`
  return save(locations, pins => pins.filter(each => !isPinOf(each, file, locations)))
}

function isPinOf({ path }: Pinned, file: string, { home }: Locations): boolean {
  return samePath(expand(path, home), file)
}

function size(text: string): string {
  return plural(text.split('\n').length, 'line')
}

/**
 * The file itself: what a link leads to is trusted in its own place. Undefined where there is none.
 *
 * @throws ConfigError where it is no text that could be pinned.
 */
function textOf(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readText(file) : undefined
}

/**
 * With its comments, so that they stay.
 *
 * @throws ConfigError where the configuration cannot be used as it is.
 */
function documentOf(file: string, home: string): ReturnType<typeof parseDocument> {
  const text = readText(file)
  if (text !== undefined) checkConfigFile(file, home)
  return parseDocument(text ?? '')
}

function pinsIn(document: ReturnType<typeof parseDocument>): readonly Pinned[] {
  const { trust } = (document.toJS() ?? {}) as { readonly trust?: readonly Pinned[] }
  return trust ?? []
}

/** Writes the pins whole or not at all, and only where the configuration is valid with them. */
function save(
  { user_config, home }: Locations,
  change: (pins: readonly Pinned[]) => readonly Pinned[],
): string | undefined {
  const document = documentOf(user_config, home)
  const wanted = change(pinsIn(document))
  if (!isMap(document.contents)) document.contents = document.createNode({}) as YAMLMap & typeof document.contents
  const pins = document.get('trust')
  // Entries that stay keep what was written beside them.
  const kept = isSeq<YAMLMap>(pins)
    ? pins.items.filter(item => wanted.some(({ path }) => item.get?.('path') === path))
    : []
  const list = new YAMLSeq<YAMLMap>()
  for (const { path, sha256 } of wanted) {
    const item = kept.find(each => each.get('path') === path) ?? (document.createNode({ path, sha256 }) as YAMLMap)
    item.set('sha256', sha256)
    list.items.push(item)
  }
  document.set('trust', list)
  mkdirSync(dirname(user_config), { recursive: true, mode: 0o700 })
  // People keep it elsewhere and link to it: the link stays.
  const file = existsSync(user_config) ? realpathSync(user_config) : user_config
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`)
  try {
    writeFileSync(temporary, document.toString(), { mode: 0o600, flag: 'wx' })
    checkConfigFile(temporary, home)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    return `${user_config} was left as it is: ${messageOf(error)}`
  }
  process.stdout.write('done: it holds for new sessions; for those at work after reviewer config reload\n')
  return undefined
}
