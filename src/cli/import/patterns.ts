/** Conditions of rules for what other guards say in patterns of their own, with examples made of them. */
import { compilesAsRegExp } from '../../common/compiles-as-regexp.ts'
import { matchRegex } from '../../common/regex.ts'
import type { RuleExample } from '../../model/rule.ts'
import type { Matcher } from './model.ts'

/** What may stand before a command in its line: another command, an assignment, a program that runs it. */
const BEFORE = String.raw`(?:^|[;&|(\n\x60]\s*)(?:\w+=\S*\s+)*(?:(?:sudo|env|command|time|nohup|exec|xargs)\s+(?:-\S+\s+)*)*`
const AFTER = String.raw`(?:$|[\s;&|)\n\x60])`

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Words with any space between them, and `*` for anything. */
function wordsPattern(text: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map(word => word.split('*').map(escaped).join('.*'))
    .join(String.raw`\s+`)
}

/** A command that begins with these words, wherever it stands in a line. `isWhole`: nothing may follow them. */
export function commandMatcher(prefix: string, isWhole = false): Matcher {
  const end = isWhole ? String.raw`\s*(?:$|[;&|)\n])` : prefix.trim().endsWith('*') ? '' : AFTER
  return {
    when: { command: `/${BEFORE}${wordsPattern(prefix)}${end}/` },
    matches: examplesOf(prefix, isWhole),
    passes: PASSES,
  }
}

/** The whole line is this command, and nothing else is in it that could run: what is allowed is allowed alone. */
export function aloneMatcher(prefix: string, isWhole = false): Matcher {
  const rest = isWhole ? '' : String.raw`(?:\s[^;&|<>()$\x60\n]*)?`
  const words = wordsPattern(prefix).replaceAll('.*', String.raw`[^;&|<>()$\x60\n]*`)
  return {
    when: { command: `/^${words}${rest}$/` },
    matches: examplesOf(prefix, isWhole).slice(0, isWhole ? 1 : undefined),
    passes: PASSES,
  }
}

/** A regular expression of another guard's; why it cannot be used, where it cannot: ours never backtrack. */
export function regexMatcher(source: string, examples: readonly RuleExample[] = []): Matcher | string {
  if (!compilesAsRegExp(source)) return 'it is no regular expression'
  try {
    matchRegex(`/${source}/`, '')
  } catch {
    return 'it looks ahead, behind or back, which expressions that always end cannot'
  }
  return { when: { command: `/${source}/` }, matches: [...examples, ...sampled(source)], passes: PASSES }
}

/** Texts that a simple expression matches: its words, with one space where it wants any. */
function sampled(source: string): readonly string[] {
  const plain = source
    .replace(/^\^|\$$|\\b/g, '')
    .replace(/\\s[*+]|\s/g, ' ')
    .replace(/\(\?:([^()|]*)(?:\|[^()]*)?\)[*+?]?|\(([^()|]*)(?:\|[^()]*)?\)[*+?]?/g, '$1$2')
    .replace(/\[[^\]]*\][*+?]?|\\[wdS][*+?]?|\.[*+]\??/g, 'a')
    .replace(/\\(.)/g, '$1')
    .replace(/.\?/g, '')
  const expression = new RegExp(source)
  return [plain, `${plain} x`, `${plain} src/a.ts`].filter(text => expression.test(text))
}

/** Operands that programs of many kinds take. */
const OPERANDS = ['', 'src/a.ts', 'README.md notes/ideas.md', 'x', 'origin main', 'https://example.com/x', '-n 1']

function examplesOf(prefix: string, isWhole: boolean): readonly string[] {
  const words = prefix.replaceAll('*', 'x').trim()
  return isWhole ? [words, `cd src && ${words}`] : OPERANDS.map(operand => `${words} ${operand}`.trim())
}

const PASSES = ['git status', 'ls -la', 'echo done', 'npm test']
