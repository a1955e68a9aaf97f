/** The spool: entries that the database would not take, a file each, until a later hook can record them. */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isEntryRow } from './audit.ts'
import { makePrivateDirectory } from './directory.ts'
import { StoreError } from './error.ts'
import { endOutage, isRecent, isTold, spoolDirectory } from './outage.ts'
import { maskEntry } from './payload.ts'
import type { LocalStore } from './store.ts'
import type { Entry } from './types.ts'
import { DAMAGED, keyIdOf, LOCKED, OPEN_VAULT, type Vault } from './vault.ts'
import { wipe } from './wipe.ts'

/** One hook takes at most so many files, so that the first one after a long outage is not felt. */
const FILES_AT_ONCE = 32
/** A file that somebody began to write or to record this long ago was left behind by a process that died. */
const ABANDONED_MS = 60_000

/**
 * Keeps an entry, masked, as one line of a file of its own in the state directory; its payload is encrypted where it would be in the
 * database. Throws the file system's error.
 */
export function spool(state: string, entry: Entry, vault: Vault = OPEN_VAULT): void {
  const directory = spoolDirectory(state)
  // Never the name of another: clocks are set back, and containers that share a state have the same process ids.
  const [, nanoseconds] = process.hrtime()
  const file = join(directory, `${process.pid}-${Date.now()}-${nanoseconds}.jsonl`)
  const line = `${JSON.stringify(sealEntry(maskEntry(entry), vault))}\n`
  try {
    write(directory, file, line)
  } catch (error) {
    // the directory may have been removed, as empty, just after it was made sure of
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    write(directory, file, line)
  }
}

/** What envelopes in the spool are good for: their rows have no place yet. */
const IN_THE_SPOOL = 'spool'

function sealEntry(entry: Entry, vault: Vault): Entry & { readonly sealed?: string } {
  if (entry.row.kind !== 'review') return entry
  const sealed = vault.seal(JSON.stringify(entry.payload), IN_THE_SPOOL)
  if (sealed.as === 'plain') return entry
  if (sealed.as === 'withheld') return { ...entry, payload: { withheld: sealed.why } }
  return { ...entry, payload: {}, sealed: Buffer.from(sealed.body).toString('base64') }
}

/** `locked`: it waits for its key. Undefined: it can never be read. */
function unsealEntry(line: Entry & { readonly sealed?: unknown }, vault: Vault): Entry | typeof LOCKED | undefined {
  const { sealed, ...entry } = line
  if (typeof sealed !== 'string') return entry
  const text = vault.open(Buffer.from(sealed, 'base64'), IN_THE_SPOOL)
  if (text === LOCKED) return LOCKED
  return text === DAMAGED ? undefined : { ...entry, payload: JSON.parse(text) }
}

/** Under its final name a file is complete: whoever takes it loses no half of a line. */
function write(directory: string, file: string, line: string): void {
  makePrivateDirectory(directory)
  try {
    writeFileSync(`${file}.tmp`, line, { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  } catch (error) {
    // Half a line is of no use, and a full disk would gather one a call.
    rmSync(`${file}.tmp`, { force: true })
    throw error
  }
}

/**
 * Records what is in the spool, oldest file first, and returns how many entries that were. Lines that cannot be read are
 * kept in `<file>.bad`; a file whose key is not there stays. Throws StoreError where the database does not take them either; they stay in the spool then.
 */
export function ingestSpool(store: Pick<LocalStore, 'recordAll'>, state: string, vault: Vault = OPEN_VAULT): number {
  const directory = spoolDirectory(state)
  if (!existsSync(directory)) return 0
  let count = 0
  const files = waiting(directory)
  for (const name of files.slice(0, FILES_AT_ONCE)) count += ingestFile(store, directory, name, vault)
  // Where nothing could be kept, quiet is all that tells of the end.
  if (files.length <= FILES_AT_ONCE && (count > 0 || (files.length === 0 && !isRecent(state)))) endOutage(state)
  try {
    rmdirSync(directory)
  } catch {
    // not empty: another process is at work there, or bad lines wait for a person
  }
  return count
}

/** Records all that is in the spool and can be read, however much it is: for commands, which nobody waits for. */
export function emptySpool(store: Pick<LocalStore, 'recordAll'>, state: string, vault: Vault): void {
  while (ingestSpool(store, state, vault) > 0);
}

/** Whether something in the spool is encrypted with one of these keys. */
export function waitsForKey(state: string, ids: readonly string[]): boolean {
  const directory = spoolDirectory(state)
  return namesIn(directory).some(name => {
    if (name.endsWith('.bad') || isTold(name)) return false
    return readLines(join(directory, name)).some(line => ids.includes(sealedWith(line)))
  })
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    // It has been recorded meanwhile.
    return []
  }
}

function sealedWith(line: string): string {
  try {
    const { sealed } = JSON.parse(line) as { readonly sealed?: unknown }
    return typeof sealed === 'string' ? keyIdOf(Buffer.from(sealed, 'base64')) : ''
  } catch {
    return ''
  }
}

/** Files that nobody is recording, the oldest first. */
function waiting(directory: string): readonly string[] {
  const files = namesIn(directory).flatMap(name => {
    if (name.endsWith('.bad') || isTold(name)) return []
    const stats = statSync(join(directory, name), { throwIfNoEntry: false })
    // a rename sets ctime: since when another process has been writing or recording it
    if (!stats || (!name.endsWith('.jsonl') && Math.abs(Date.now() - stats.ctimeMs) < ABANDONED_MS)) return []
    return [{ name, written: stats.mtimeMs }]
  })
  return files.sort((a, b) => a.written - b.written).map(file => file.name)
}

/** None where another process has emptied and removed the spool since it was seen. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function ingestFile(store: Pick<LocalStore, 'recordAll'>, directory: string, name: string, vault: Vault): number {
  const original = name.replace(/\.tmp$|\.\d+\.taken$/, '')
  const taken = join(directory, `${original}.${process.pid}.taken`)
  try {
    renameSync(join(directory, name), taken)
  } catch {
    // another process was faster
    return 0
  }
  const entries: Entry[] = []
  const bad: string[] = []
  for (const line of readFileSync(taken, 'utf8').split('\n')) {
    const entry = parseEntry(line, vault)
    if (entry === LOCKED) {
      renameSync(taken, join(directory, original))
      return 0
    }
    if (entry) entries.push(entry)
    else if (line !== '') bad.push(`${line}\n`)
  }
  let recorded: number
  try {
    recorded = store.recordAll(entries, original).length
  } catch (error) {
    // what the database refuses for what it says would be refused for ever
    const hopeless = error instanceof StoreError && error.code === 'failed'
    renameSync(taken, join(directory, hopeless ? `${original}.bad` : original))
    if (hopeless) return 0
    throw error
  }
  if (bad.length > 0) appendFileSync(join(directory, `${original}.bad`), bad.join(''), { mode: 0o600 })
  // It holds what may be erased from the database later.
  wipe(taken)
  return recorded
}

function parseEntry(line: string, vault: Vault): Entry | typeof LOCKED | undefined {
  try {
    const entry: Entry | null = JSON.parse(line)
    return isEntryRow(entry?.row) && typeof entry?.payload === 'object' ? unsealEntry(entry, vault) : undefined
  } catch {
    return undefined
  }
}
