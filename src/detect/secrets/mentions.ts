/** Where a text names a secret: all that is found by a name begins here, and most texts name none. */
import { once } from '../../memo.ts'
import { CODE_KINDS, FAR, FAR_KEYS } from './names.ts'

/** What tells a name from others of its kind, and what may follow one that a value stands behind. */
const TAIL = `(s?)(?:[_-]?v?\\d{1,2}|[_-](?:old|new|prod|production|staging|dev|live|backup|main|primary|secondary|default))?(?=[<：\\s"'\`:=(>|,;\\\\\\]/]|\\.(?:\\s|$))`
/** Words that end the name of a secret. */
const MENTION = once(
  () =>
    new RegExp(
      `(pass(?:word|wd|phrase|code|wort|ord|e)?|pwd?|paswort|parola|psk|p[iu]n|puk|secret|salt|senha|token|totp|key(?:[_-]?base|[_-]data| content)?|kennwort|credential|clave|chiave|contrasen[yi]a|code(?<=(?:${CODE_KINDS})[ _-]?(?:pass)?code)|code secret|wachtwoord|_auth|masterauth|[_-]pat)${TAIL}`,
      'gi',
    ),
)
/** Words of languages that have letters of their own: a text with none of these letters has no need of them. */
const FAR_MENTION = once(() => new RegExp(`(${FAR}|${FAR_KEYS})${TAIL}`, 'gi'))

/** A place where a secret is named. */
export interface Mention {
  readonly start: number
  /** Where the name ends, but for a number or a word that tells it from others. */
  readonly core: number
  readonly end: number
  /** Several are spoken of: their name is none of a value. */
  readonly isPlural: boolean
}

export function mentionsIn(text: string): readonly Mention[] {
  const found = matches(text, MENTION())
  if (!/[^\x00-\x7f]/.test(text)) return found
  const far = matches(text, FAR_MENTION())
  return far.length === 0 ? found : [...found, ...far].sort((one, other) => one.end - other.end)
}

function matches(text: string, pattern: RegExp): readonly Mention[] {
  const found: Mention[] = []
  for (const { index, 0: whole, 1: core = '', 2: plural = '' } of text.matchAll(pattern))
    found.push({ start: index, core: index + core.length, end: index + whole.length, isPlural: plural !== '' })
  return found
}
