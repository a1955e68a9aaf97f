/** What passes between the reviewer's process and the one of a module. */
import type { Params, ReviewSetting } from '../../model/reviewer.ts'
import type { Side } from './results.ts'

interface ToModule {
  /** Absolute path of the module. */
  readonly file: string
  /** SHA-256 that its content must have; empty where the project cannot change it. */
  readonly sha256: string
  /** Nothing is reviewed: it is only to be seen whether the module can be used. */
  readonly only_loads?: true
  readonly setting: ReviewSetting
  /** Milliseconds. */
  readonly timeout: number
}

/** What of a call is to be reviewed. */
interface AboutCall {
  readonly side: Side
  readonly tool_id: string
  readonly tool_name: string
  readonly params: Params
  /** Of an output. */
  readonly result?: unknown
}

/** Which limits a prompt of the person's sets. */
interface AboutPrompt {
  readonly side: 'prompt'
  readonly prompt: string
}

export type ModuleQuestion = ToModule & (AboutCall | AboutPrompt)
/** As it is asked, before it is known which content the module must have. */
export type OpenQuestion = Omit<ToModule, 'sha256'> & (AboutCall | AboutPrompt)

/** `mark`: stands before the reply on standard output, so that what a module prints is not taken for it. */
export type MarkedQuestion = ModuleQuestion & { readonly mark: string }

export type ModuleReply = { readonly answer?: unknown; readonly cacheable: boolean } | { readonly error: string }
