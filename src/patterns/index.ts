/** All built-in patterns, in the order they are looked for. */
import type { PatternDefinition } from '../define.ts'

export const PATTERNS: readonly PatternDefinition[] = []
