/** Where a text names a secret: all that is found by a name begins here, and most texts name none. */
import { once } from '../../memo.ts'
import { CODES, FOREIGN, FOREIGN_KEYS } from './names.ts'

/** Words that end the name of a secret, and what may follow one that a value stands behind. */
const MENTION = once(
  () =>
    new RegExp(
      `(pass(?:word|wd|phrase|code)?|pwd?|psk|secret|token|key(?:[_-]?base|[_-]data| content)?|salt|_auth|masterauth|[_-]pat|credential|totp|p[iu]n|puk|${CODES}|${FOREIGN}|${FOREIGN_KEYS})(s?)(?:[_-]?v?\\d{1,2}|[_-](?:old|new|prod|production|staging|dev|live|backup|main|primary|secondary|default))?(?=[<：\\s"'\`:=(>|,;\\\\\\]/]|\\.(?:\\s|$))`,
      'gi',
    ),
)

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
  const found: Mention[] = []
  for (const { index, 0: whole, 1: core = '', 2: plural = '' } of text.matchAll(MENTION()))
    found.push({ start: index, core: index + core.length, end: index + whole.length, isPlural: plural !== '' })
  return found
}
