/** `reviewer keys`: encrypts what the record holds of calls, changes the key, and takes the encryption away again. */

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { StoreError, sqliteCode, storeError } from '../../record/error.ts'
import {
  finish,
  giveUp,
  type Held,
  heldIn,
  isForgotten,
  KeysError,
  noteKeyChange,
  replaceKey,
  takeExisting,
  trouble,
  turnOff,
  turnOn,
} from '../../record/keys/change.ts'
import { keyId, namesOf, parseKey, readKeyFile } from '../../record/keys/cipher.ts'
import { makeKey, wipeKey } from '../../record/keys/files.ts'
import { openRecord } from '../../record/keys/record.ts'
import type { Reencrypted } from '../../record/keys/reencrypt.ts'
import { type Encryption, encryptionFile, type KeyLocation, readEncryption } from '../../record/vault.ts'
import { defineCommand } from '../command.ts'
import { progressBar } from '../output/progress.ts'
import { requireHuman } from '../person/human.ts'

interface Where {
  readonly file?: string
  readonly env?: string
}

/** Adds `keys init | rotate | status | remove` to a program with the option `--home`. Exit code 1 where nothing was done. */
export default defineCommand({
  name: 'keys',
  order: 160,
  summary: 'encrypt what the record holds of calls',
  examples: ['reviewer keys status', 'reviewer keys init', 'reviewer keys rotate', 'reviewer keys remove'],
  register(command, context) {
    const run = (work: (locations: Locations) => Promise<void>): Promise<void> => attempt(context.locations(), work)

    command
      .command('status', { isDefault: true })
      .description('whether the record is encrypted, with which key, and whether that can be read')
      .option('--json', 'as JSON')
      .action(({ json }: { json?: boolean }) => run(locations => status(locations, json === true)))

    command
      .command('init')
      .description('encrypt from now on, with a new key or one that is there (for people only)')
      .option('--file <path>', 'where the key lies, or is made (default: record.key beside the configuration)')
      .option('--env <name>', 'the key is in this variable, here and where Claude Code is started')
      .option('--existing', 'also what is on record already')
      .action((options: Where & { existing?: boolean }) => run(locations => init(locations, options)))

    command
      .command('rotate')
      .description('encrypt everything with a new key (for people only)')
      .option('--file <path>', 'where the new key lies, or is made (default: in place of the old one)')
      .option('--env <name>', 'the new key is in this variable, beside the old one')
      .action((options: Where) => run(locations => rotate(locations, options)))

    command
      .command('remove')
      .description('decrypt everything, and encrypt no more (for people only)')
      .action(() => run(remove))
  },
})

async function attempt(locations: Locations, work: (locations: Locations) => Promise<void>): Promise<void> {
  try {
    await work(locations)
  } catch (error) {
    if (error instanceof StoreError || sqliteCode(error) !== '') {
      const { message, remedy } = storeError(error, locations.database)
      refuse(`${message}\n${remedy}`, 2)
    } else if (error instanceof KeysError || (error instanceof Error && 'code' in error)) refuse(error.message, 1)
    else throw error
  }
}

function refuse(why: string, code: number): void {
  process.stderr.write(
    `${why
      .split('\n')
      .map(line => `reviewer keys: ${printable(line)}\n`)
      .join('')}`,
  )
  process.exitCode = code
}

const say = (line: string): void => void process.stdout.write(`${printable(line)}\n`)

/** What the state says; an unreadable file of it is for a person to look at. */
function encryptionOf({ state }: Locations): Encryption | undefined {
  try {
    return readEncryption(state)
  } catch (error) {
    const why = messageOf(error)
    throw new KeysError(
      `${encryptionFile(state)} cannot be read (${why}). It says where the key is: put it back from a backup, or remove it to begin without encryption`,
    )
  }
}

const spelled = ({ file, env, id }: KeyLocation): string => `${id} in ${file ?? `the variable ${env}`}`

async function status(locations: Locations, json: boolean): Promise<void> {
  const encryption = encryptionOf(locations)
  const held = existsSync(locations.database)
    ? heldIn(locations.database)
    : { plain: 0, current: 0, others: 0, unknown: 0 }
  const why = trouble(locations.database)
  if (why !== undefined) process.exitCode = 1
  if (json) {
    process.stdout.write(
      `${printableJson({ encryption: encryption ?? null, payloads: held, ...(why && { why }) }, 2)}\n`,
    )
    return
  }
  if (!encryption && why !== undefined) say(`encrypted, but ${encryptionFile(locations.state)} is gone`)
  else if (!encryption) say('not encrypted. To turn it on: reviewer keys init')
  else if (encryption.key) say(`encrypted with the key ${spelled(encryption.key)}`)
  else say('no longer encrypted')
  if (why !== undefined) {
    say(`the key cannot be used: ${why}`)
    say(
      encryption
        ? 'Put the key back from where you keep a copy. Until then calls are on record without what they were about.'
        : 'To go on with the key that is there: reviewer keys init (with the same --file or --env). To encrypt no more: reviewer keys remove',
    )
  }
  if (encryption?.unfinished) say(`not finished; go on with: reviewer keys ${commandOf(encryption.unfinished)}`)
  for (const line of countsOf(held)) say(line)
}

function countsOf({ plain, current, others, unknown }: Held): readonly string[] {
  const lines: readonly (readonly [number, string])[] = [
    [current, 'encrypted'],
    [others, 'encrypted with an earlier key'],
    [unknown, 'encrypted with a key that is not known here'],
    [plain, 'plain'],
  ]
  return lines.filter(([count]) => count > 0).map(([count, what]) => `${String(count).padStart(8)} payloads ${what}`)
}

const commandOf = (unfinished: NonNullable<Encryption['unfinished']>): string =>
  unfinished === 'init' ? 'init --existing' : unfinished

/** Asks for a person; true where one agreed. */
async function agreed(what: string, locations: Locations): Promise<boolean> {
  const permission = await requireHuman(what, { locations })
  if (!permission.ok) refuse(`refused: ${permission.why}`, 1)
  return permission.ok
}

async function init(
  locations: Locations,
  { existing = false, ...where }: Where & { existing?: boolean },
): Promise<void> {
  const now = encryptionOf(locations)
  if (now) {
    if (!existing || !now.key)
      throw new KeysError(now.key ? 'the record is encrypted already' : 'go on with: reviewer keys remove')
    if (!(await agreed('encrypt what is on record already', locations))) return
    await takeExisting(locations.database)
    return await complete(locations, 'keys.init')
  }
  const file = resolve(where.file ?? join(dirname(locations.user_config), 'record.key'))
  const known = where.env === undefined ? existsSync(file) : true
  const named = where.env === undefined ? file : `the variable ${where.env}`
  const found = known ? placeOf(where, file) : undefined
  const with_ = found ? `the key ${spelled(found)}` : `a new key in ${named}`
  if (!(await agreed(`encrypt the record with ${with_}${existing ? ', also what is there already' : ''}`, locations)))
    return
  const place = found ?? { id: makeKey(file), file }
  await turnOn(locations.database, place, existing)
  recordNote(locations, 'keys.init', { key_id: place.id, where: place.file ?? place.env })
  say(`encrypted from now on with the key ${spelled(place)}`)
  say('Keep a copy of the key elsewhere: without it, what is encrypted is lost.')
  if (existing) return await complete(locations, 'keys.init')
  const { plain } = heldIn(locations.database)
  if (plain > 0) say(`${plain} payloads from before stay plain. To encrypt them: reviewer keys init --existing`)
}

/** The key that is at a place already. */
function placeOf({ env }: Where, file: string): KeyLocation {
  if (env === undefined) {
    const key = readKeyFile(file)
    if (typeof key === 'string') throw new KeysError(key)
    return { id: key.id, file }
  }
  if (!/^[A-Za-z_]\w*$/.test(env)) throw new KeysError(`${env} is no name of a variable`)
  const bytes = parseKey(process.env[env] ?? '')
  if (!bytes)
    throw new KeysError(
      `the variable ${env} holds no key: 32 bytes in base64 or hex are needed. To make one: export ${env}="$(openssl rand -base64 32)"`,
    )
  return { id: keyId(bytes), env }
}

async function rotate(locations: Locations, where: Where): Promise<void> {
  const now = encryptionOf(locations)
  if (!now?.key) throw new KeysError('the record is not encrypted. To turn it on: reviewer keys init')
  if (now.unfinished === 'rotate') {
    if (await agreed('go on with changing the key of the record', locations)) await complete(locations, 'keys.rotated')
    return
  }
  if (now.unfinished)
    throw new KeysError(`an earlier change is not finished: reviewer keys ${commandOf(now.unfinished)}`)
  if (where.file === undefined && where.env === undefined && now.key.file === undefined)
    throw new KeysError('the key is in a variable: put the new one in another (--env NAME), or in a file (--file PATH)')
  if (!(await agreed('encrypt the record with a new key', locations))) return
  await replaceKey(locations.database, old => newPlace(where, old))
  const { key } = encryptionOf(locations) ?? {}
  if (key) say(`encrypted from now on with the key ${spelled(key)}`)
  await complete(locations, 'keys.rotated')
  say('Keep a copy of the new key elsewhere: without it, what is encrypted is lost.')
}

/** In place of the old one the new key lies beside it first; what lies there already nothing refers to. */
function newPlace(where: Where, old: KeyLocation): KeyLocation {
  if (where.env !== undefined) return placeOf(where, '')
  const file = resolve(where.file ?? old.file ?? '')
  if (file !== old.file) return existsSync(file) ? placeOf({}, file) : { id: makeKey(file), file }
  const [, fresh = ''] = namesOf(file)
  const left = readKeyFile(fresh)
  if (typeof left !== 'string') wipeKey(file, left.id)
  return { id: makeKey(fresh), file }
}

async function remove(locations: Locations): Promise<void> {
  const now = encryptionOf(locations)
  if (!now && existsSync(locations.database) && isForgotten(locations.database)) {
    if (!(await agreed('write the record in plain from now on', locations))) return
    await giveUp(locations.database)
    recordNote(locations, 'keys.removed', { key_id: '', lost: true })
    return say('plain from now on; what is encrypted stays so')
  }
  if (!now) throw new KeysError('the record is not encrypted')
  if (!(await agreed('decrypt the record, and encrypt it no more', locations))) return
  if (now.unfinished !== 'remove') await turnOff(locations.database)
  await complete(locations, 'keys.removed')
  for (const place of [now.key, ...now.old])
    if (place) say(`The key ${spelled(place)} is left: copies of the record may need it.`)
}

async function complete(locations: Locations, event: string): Promise<void> {
  const before = encryptionOf(locations)
  const { plain, current, others, unknown } = heldIn(locations.database)
  const bar = progressBar('rows', 0)
  let done: Reencrypted | undefined
  try {
    done = await finish(locations.database, bar.at)
  } finally {
    bar.end()
  }
  const { changed = 0, damaged = 0 } = done ?? {}
  recordNote(locations, event, { key_id: before?.key?.id ?? '', changed, damaged })
  say(`done: ${changed} of ${plain + current + others + unknown} payloads were written anew`)
  if (damaged > 0) say(`${damaged} were damaged and stay as they are. See: reviewer audit verify`)
}

function recordNote({ database }: Locations, event: string, facts: Readonly<Record<string, unknown>>): void {
  const store = openRecord(database)
  try {
    noteKeyChange(store, event, facts)
  } finally {
    store.close()
  }
}
