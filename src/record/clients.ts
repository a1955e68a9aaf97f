/**
 * Which processes of a client have run the hook that their settings name: a file for each, by its process id, that says when the process
 * began. By it the hook of the plugin knows that calls of that client are reviewed already.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateDirectory } from '../common/private-directory.ts'
import { processAt } from '../facts/processes.ts'

const directoryOf = (state: string): string => join(state, 'clients')
const fileOf = (state: string, client: number): string => join(directoryOf(state), String(client))

/** Notes that the hook of the settings ran in a client. Throws the system's error. */
export function noteClient(state: string, client: number): void {
  if (isClientNoted(state, client)) return
  makePrivateDirectory(directoryOf(state))
  writeFileSync(fileOf(state, client), startOf(client), { mode: 0o600 })
}

/** A client that has ended may have had the same number: in a container nearly always. */
export function isClientNoted(state: string, client: number): boolean {
  try {
    return readFileSync(fileOf(state, client), 'latin1') === startOf(client)
  } catch {
    return false
  }
}

/** Empty where the system does not say it in a file; the number alone counts there. */
const startOf = (client: number): string => processAt(client)?.start ?? ''

/** Forgets clients that have ended: a process id is given again. */
export function tidyClients(state: string): void {
  if (!existsSync(directoryOf(state))) return
  for (const name of readdirSync(directoryOf(state)))
    if (!isAlive(Number(name))) rmSync(join(directoryOf(state), name), { force: true })
}

function isAlive(process_id: number): boolean {
  try {
    return process.kill(process_id, 0)
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
