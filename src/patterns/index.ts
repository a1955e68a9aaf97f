/** All built-in patterns, in the order they are looked for. */
import type { PatternDefinition } from '../define.ts'
import { circumvention } from './circumvention.ts'
import { prohibitionIgnored } from './prohibition-ignored.ts'

export const PATTERNS: readonly PatternDefinition[] = [prohibitionIgnored, circumvention]
