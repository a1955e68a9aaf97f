/** What passes between the reviewer's process and the one of a module. */
import type { Params, Setting } from './model.ts'
import type { Side } from './results.ts'

/** Descriptor that the reply is written to: what a module prints must not mix with it. */
export const REPLY_FD = 3

export interface ModuleQuestion {
  /** Absolute path of the module. */
  readonly file: string
  /** SHA-256 that its content must have; empty where the project cannot change it. */
  readonly sha256: string
  readonly side: Side
  readonly tool_id: string
  readonly tool_name: string
  readonly params: Params
  /** Of an output. */
  readonly result?: unknown
  readonly setting: Setting
  /** Milliseconds. */
  readonly timeout: number
}

export type ModuleReply = { readonly answer?: unknown; readonly cacheable: boolean } | { readonly error: string }
