/** Brings a checkpoint back without a person, where the configuration says so. */
import { findCheckpoint } from './find.ts'
import { restoreCheckpoint } from './restore.ts'
import type { Occasion } from './save.ts'

/** Why it could not be brought back, or not all of it; empty where it was. Never throws. */
export function rollBack(state: string, id: string, occasion: Occasion): string {
  const found = findCheckpoint(state, id)
  if (typeof found === 'string') return found
  try {
    const { failed } = restoreCheckpoint({ state, found, occasion })
    return failed.map(({ path, why }) => `${path}: ${why}`).join('; ')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
