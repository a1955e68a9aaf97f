/**
 * Who may use what only people may use. Several layers, none of them a wall: code of the same user can imitate a terminal. Together
 * they keep an agent from doing it by itself, and every use is on record and shown when the next session starts.
 */

import { randomInt, scryptSync, timingSafeEqual } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENTS } from '../../agents/index.ts'
import { messageOf } from '../../common/message-of.ts'
import { printable, textWidth } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { readRegular } from '../../facts/files.ts'
import type { Entry, Store } from '../../model/record.ts'
import { openStore } from '../../record/store.ts'
import { BLANK } from '../../review/blank.ts'
import { bareEntry } from '../../review/entry.ts'
import { outputColumns } from '../output/width.ts'
import { wrapText } from '../output/wrap.ts'
import { ancestors } from './ancestors.ts'
import { InputEnded, type Terminal, withTerminal } from './terminal.ts'
import { isWindowOpen, openWindow } from './window.ts'

export type Permission = { readonly ok: true } | { readonly ok: false; readonly why: string }

export interface HumanOptions {
  readonly locations: Locations
  /** The session that it is about, where it is about one. */
  readonly session?: string
  /** The code that is typed opens ten minutes, in which the same is not asked for again in this terminal. */
  readonly opensWindow?: true
}

const IN_A_TERMINAL = 'Open a terminal of your own, outside Claude Code, and type the command there.'

/**
 * Asks for a person before something that only people may do. `what` says it in a few words that follow "to": `resume session ab12`.
 * Granted or refused, it is recorded. Never throws.
 */
export async function requireHuman(what: string, options: HumanOptions): Promise<Permission> {
  const permission = await ask(what, options)
  recordUse(what, permission, options)
  return permission
}

async function ask(what: string, { locations, opensWindow }: HumanOptions): Promise<Permission> {
  const inside = insideAgent(process.env, ancestors(process.ppid))
  if (inside !== undefined) return { ok: false, why: `${inside}. ${IN_A_TERMINAL}` }
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return { ok: false, why: `standard input and output are no terminal. ${IN_A_TERMINAL}` }
  try {
    const hasPassphrase = readPassphrase(locations) !== undefined
    if (opensWindow && !hasPassphrase && isWindowOpen(locations.state, Date.now())) return { ok: true }
    const permission = await withTerminal(terminal => confirm(what, terminal, locations))
    if (permission.ok && opensWindow && !hasPassphrase) openWindow(locations.state, Date.now())
    return permission
  } catch (error) {
    if (error instanceof InputEnded) return { ok: false, why: 'no code was typed.' }
    return { ok: false, why: `the terminal cannot be used (${messageOf(error)}). ${IN_A_TERMINAL}` }
  }
}

/** Why this is no person's own terminal; undefined where nothing speaks for that. */
export function insideAgent(
  env: Readonly<Record<string, string | undefined>>,
  commandLines: readonly (readonly string[])[],
): string | undefined {
  const set = AGENTS.map(({ variableOfClient }) => variableOfClient(env)).find(name => name !== undefined)
  if (set !== undefined) return `this runs inside Claude Code (${set} is set)`
  return commandLines.some(isAgent) ? 'this was started by Claude Code, or by a hook of it' : undefined
}

function isAgent(words: readonly string[]): boolean {
  const [program = '', script = ''] = words
  const runs = /(^|\/)(node|nodejs|bun|deno)$/.test(program) ? script : program
  if (AGENTS.some(({ isClientPath }) => isClientPath(runs))) return true
  return words.some(word => /(^|\/)(step-)?reviewer(\.js)?$/.test(word)) && words.includes('hook')
}

/** Without what is easily mistaken for something else. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 6

async function confirm(what: string, terminal: Terminal, locations: Locations): Promise<Permission> {
  const secret = readPassphrase(locations)
  if (secret === 'unreadable')
    return { ok: false, why: `the passphrase cannot be checked: ${passphraseFile(locations)} is damaged; remove it` }
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const typed = await terminal.ask(questionFor(printable(what), code), true)
  if (typed.trim().toUpperCase() !== code) return { ok: false, why: 'the code was not typed as it was shown' }
  if (!secret) return { ok: true }
  const passphrase = await terminal.ask('Passphrase: ', false)
  return matches(passphrase, secret) ? { ok: true } : { ok: false, why: 'the passphrase is wrong' }
}

/** Where the terminal is too narrow for one line, the code stands on a line of its own. */
function questionFor(what: string, code: string): string {
  const [begin, end] = [`To ${what},`, `type ${code}: `]
  const columns = outputColumns()
  return textWidth(`${begin} ${end}`) < columns ? `${begin} ${end}` : `${wrapText(`${begin}\n`, columns)}${end}`
}

interface Passphrase {
  readonly salt: string
  readonly hash: string
}

/** Beside the user's configuration: losing the state loosens nothing. */
export function passphraseFile({ user_config }: Pick<Locations, 'user_config'>): string {
  return join(dirname(user_config), 'passphrase.json')
}

function readPassphrase(locations: Locations): Passphrase | 'unreadable' | undefined {
  const file = passphraseFile(locations)
  const text = readRegular(file)
  if (text === undefined) return isMissing(file) ? undefined : 'unreadable'
  try {
    const { salt, hash } = JSON.parse(text)
    const isHex = (value: unknown): boolean => typeof value === 'string' && /^([0-9a-f]{2})+$/.test(value)
    return isHex(salt) && isHex(hash) ? { salt, hash } : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

function isMissing(file: string): boolean {
  try {
    closeSync(openSync(file, 'r'))
    return false
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENOENT' || code === 'ENOTDIR'
  }
}

/** Interactive use, once in a while: the cost that the makers of scrypt name for that. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** What is kept of a passphrase, in hex. `salt`: 16 bytes in hex. */
export function hashPassphrase(passphrase: string, salt: string): string {
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 32, SCRYPT).toString('hex')
}

function matches(passphrase: string, { salt, hash }: Passphrase): boolean {
  const given = Buffer.from(hashPassphrase(passphrase, salt), 'hex')
  const kept = Buffer.from(hash, 'hex')
  return given.length === kept.length && timingSafeEqual(given, kept)
}

/** The row of something that a person did, or was kept from doing. */
export function humanEntry(what: string, permission: Permission, facts: Pick<HumanOptions, 'session'>): Entry {
  const { row } = bareEntry({ ...BLANK, session_id: facts.session ?? '', ts: Date.now() }, 0)
  return {
    row: { ...row, kind: 'human', event: 'human', decision: permission.ok ? 'granted' : 'refused' },
    payload: { what, ...(!permission.ok && { why: permission.why }) },
  }
}

/** A session that the record has lost is not made anew by it. */
function recordUse(what: string, permission: Permission, { locations, session }: HumanOptions): void {
  let store: Store | undefined
  try {
    store = openStore({ database: locations.database })
    const known = session !== undefined && store.session(session) !== undefined
    store.record(humanEntry(what, permission, known ? { session } : {}))
  } catch (error) {
    process.stderr.write(`note: this could not be recorded: ${printable(messageOf(error))}\n`)
  } finally {
    store?.close()
  }
}
