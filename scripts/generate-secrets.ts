/** Makes the table of token formats that the detector loads from rules/secrets/*.yaml. */
import {
  boundsOf,
  characterClass,
  loadSecrets,
  type SecretEntry,
  type SecretForm,
  type SecretPart,
} from '../src/config/rules/secrets.ts'

/** Text of src/content/detect/secrets/formats.ts. */
export function secretFormatsText(directory: string): string {
  const entries = [...loadSecrets(directory)].sort((one, other) => longestPrefix(other) - longestPrefix(one))
  const lines = entries.map(entry => {
    const { id, words, shapes, form, isPart } = formatOf(entry)
    const parts = [
      quoted(id),
      listed(words),
      `[${shapes.map(shapeText).join(', ')}]`,
      quoted(form),
      ...(isPart ? ["'body'"] : []),
    ]
    return `  [${parts.join(', ')}],`
  })
  return `/** Token formats, made of rules/secrets/*.yaml by \`npm run generate\`: change them there. */
import { once } from '../../../common/memo.ts'
import type { Format } from './model.ts'

/** Those with the longest prefix first: \`shippo_live_…\` says more than \`live_…\`. Put together at the first need. */
export const formats = once((): readonly Format[] => [
${lines.join('\n')}
])
`
}

/** What an expression begins with: `(?:sk-|sess-)[\\w-]{20}`, `tr_[a-z]{3,7}_`. */
const LEAD = /^(?:\(\?:([\w|-]+)\)|([\w-]+)(?=[[(\\]))/

function shapeText(pattern: string): string {
  const [, several, one] = LEAD.exec(pattern) ?? []
  const leads = (several ?? one ?? '').split('|')
  return `[${quoted(pattern)}, ${listed(leads.includes('') ? [] : leads)}]`
}

/** Shorter prefixes stand in many words. */
const SHORTEST = 3

interface CompiledFormat {
  readonly id: string
  readonly words: readonly string[]
  readonly shapes: readonly string[]
  readonly form: string
  readonly isPart: boolean
}

function formatOf(entry: SecretEntry): CompiledFormat {
  const prefixes = entry.forms.flatMap(prefixesOf)
  if (!entry.keywords && (prefixes.length === 0 || prefixes.some(each => each.length < SHORTEST)))
    throw new Error(`${entry.id} has no prefix, or one that stands in many words: say its keywords`)
  const keywords = entry.keywords ?? prefixes
  const form = entry.forms.map(expressionOf).join('|')
  return {
    id: entry.id,
    words: [...new Set(keywords.filter(each => typeof each === 'string'))],
    shapes: keywords.filter(each => typeof each !== 'string').map(expressionOf),
    form,
    isPart: /(?<!\\)\((?!\?)/.test(form),
  }
}

function longestPrefix({ forms }: SecretEntry): number {
  return Math.max(0, ...forms.flatMap(prefixesOf).map(prefix => prefix.length))
}

/** The texts that a form may begin with, without what stands before the secret. */
function prefixesOf({ prefix, parts }: SecretForm): readonly string[] {
  const first = prefix ?? parts?.[0]
  return typeof first === 'string' ? [first] : Array.isArray(first) ? first : []
}

function expressionOf(form: SecretForm): string {
  if (form.pattern !== undefined) return form.pattern
  const { prefix, suffix, after, end } = form
  const parts: readonly SecretPart[] = form.parts ?? [
    ...(prefix === undefined ? [] : [prefix]),
    { alphabet: form.alphabet, length: form.length, holds: form.holds, within: form.within, padding: form.padding },
    ...(suffix === undefined ? [] : [suffix]),
  ]
  const body = parts.map(partOf).join('')
  const before = typeof after === 'string' ? [after] : after
  const whole = before === undefined ? body : `${before.map(partOf).join('')}(${body})`
  return end === undefined ? whole : `${whole}(?!${classOf(end)})`
}

function partOf(part: SecretPart): string {
  if (typeof part === 'string') return escaped(part)
  if (Array.isArray(part)) return choice(part)
  if ('optional' in part) return `(?:${part.optional.map(partOf).join('')})?`
  const { alphabet = '', length = 1, holds = [], within, padding } = part
  if (alphabet === 'uuid') return [8, 4, 4, 4, 12].map(count => `[0-9a-f]{${count}}`).join('-')
  const [shortest, longest] = boundsOf(length)
  const sought = typeof holds === 'string' ? [holds] : holds
  const leads = sought.map(each => `(?=${classOf(alphabet)}{0,${(within ?? shortest) - 1}}${classOf(each)})`)
  const count = shortest === longest ? `{${shortest}}` : `{${shortest},${longest}}`
  return `${leads.join('')}${classOf(alphabet)}${count}${padding === undefined ? '' : `={0,${padding}}`}`
}

/** One of several texts; an empty one stands for nothing. */
function choice(texts: readonly string[]): string {
  return `(?:${texts.map(escaped).join('|')})`
}

function classOf(alphabet: string): string {
  const inner = characterClass(alphabet)
  return inner === '\\w' ? inner : `[${inner}]`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function listed(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`
}
