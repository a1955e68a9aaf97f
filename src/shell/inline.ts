/** Placeholder while the reader of inline code is being written. */
import type { Invocation } from './invocation.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
export function inlineEffects(_language: string, _code: string, _runner: Runner, _scope: Scope, _call: Invocation): void {}
