/** Where a text names a secret: all that is found by a name begins here, and most texts name none. */
import { hasFarLetters } from '../../../common/letters.ts'
import { once } from '../../../common/memo.ts'
import { lowered } from '../lowered.ts'
import { wordFinder, wordFinders } from '../words-in.ts'
import { isOpening } from './names.ts'
import { FAR_PASSWORDS, FAR_TOKENS, FOREIGN_PASSWORDS, FOREIGN_TOKENS, NAME_STEMS } from './words.ts'

/** Several of them, a number that tells one from others, and what may follow a name that a value stands behind. */
const TAIL = `(s?)(?:[_-]?v?\\d{1,2}_?|[_-]?value|[_-]?data|_val|[_-]?text|[_-]?string|_live|_staging|_dev|_old|_new|_prod|_hex|_b64|_base64|_plain|_te?mp\\w{0,12}|_prov\\w{2,8}|_ini[tcz]ial\\w{0,2}|_tymcz\\w{2,6}|_neu|_alt|_n[uo][ueo]v\\w{1,4}|_test|_bdd?|_db|_api|_admin|_root|_user|_app|_srv|_server)?(?=[<：\\s"'\`:=(>|,;)?!\\\\\\]]|\\.(?:\\s|\\.|$)|\\[\\w{0,20}\\])`
/** Words that end the name of a secret, in small letters: an expression that is to tell no case takes twice as long to compile. */
const MENTION = new RegExp(
  `(pass(?:word|wd|w|phrase|code|wort|ord|e)?|pwd?|paswort|parola|psk|pin|puk|phrase|secret|salt|senha|token|totp|key(?:[_-]?base|[_-]data| content)?|kennwort|credential|clave|chiave|contrasen(?:y|i)?a|code(?: secret)?|wachtwoord|_auth|masterauth|mnemonic|[_-]pat)${TAIL}`,
  'g',
)
/** Words of languages that are written with ASCII. */
const FOREIGN = [...FOREIGN_PASSWORDS, ...FOREIGN_TOKENS]
const foreignIn = wordFinders(() => FOREIGN)
const foreignMention = once(() => new RegExp(`(${FOREIGN.join('|')})${TAIL}`, 'g'))
/** Words of languages that have letters of their own: a text with none of these letters has no need of them. */
const farMention = once(
  () =>
    new RegExp(
      `(${[...FAR_PASSWORDS, ...FAR_TOKENS].join('|')})(s?)(?=[<：\\s"'\`:=(>|,;)\\\\\\]是は为をが는은])`,
      'g',
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
  /** Something follows within a few lines that is no word. */
  readonly isNear: boolean
  /** One of codes or words in a list. */
  readonly isListed: boolean
}

/** Whether something is no word: it may be a value. */
export function isNoWord(text: string): boolean {
  return VALUE.test(text)
}

/** So far behind its name a value may begin. */
const NEAR = 140
/** A word with a digit or a sign in it, with capitals in its middle, longer than words are or not to be spoken; or the value of a variable. */
const VALUE =
  /[\d!#%^*+~@$](?:\S{5}|(?<=\S.)\S{4}|(?<=\S{2}.)\S{3}|(?<=\S{3}.)\S{2}|(?<=\S{4}.)\S|(?<=\S{5}.))|[a-z]{4}(?: [a-z]{4}){3}["'\n]|\d{4}|(?<!\S)\S{20}|^=\S{6}|[A-Za-z]{2}[A-Z]{2}[a-z]|[a-z][A-Z][a-z]?[A-Z]|[b-df-hj-np-tv-xz]{5}|q[^u]|[jqvxz]{2}|'[A-Z]{8,}'/

/** In the order of the text. `most`: whoever asks looks at no more of them. Several ask for those of a long text. */
export function mentionsIn(text: string, most = Infinity): readonly Mention[] {
  if (last?.text === text) return last.found
  const found = mentionsOf(text, most)
  if (found.length < most) last = { text, found }
  return found
}
let last: { readonly text: string; readonly found: readonly Mention[] } | undefined

function mentionsOf(text: string, most: number): readonly Mention[] {
  const lower = lowered(text)
  const found = NAME_STEMS.some(wordFinder(lower)) ? matches(text, lower, MENTION, most) : []
  const far = hasFarLetters(lower) ? matches(text, lower, farMention(), most) : []
  // behind as many as are asked for no more are wanted
  const last = [found, far].find(each => each.length >= most)?.at(-1)
  const foreign = FOREIGN.some(foreignIn(last ? lower.slice(0, last.end) : lower))
    ? matches(text, lower, foreignMention(), most)
    : []
  return foreign.length + far.length === 0
    ? found
    : [...found, ...foreign, ...far].sort((one, other) => one.end - other.end)
}

function matches(text: string, lower: string, pattern: RegExp, most: number): readonly Mention[] {
  const found: Mention[] = []
  for (const { index: start, 0: whole, 1: word = '', 2: plural = '' } of lower.matchAll(pattern)) {
    if (found.length >= most) break
    const end = start + whole.length
    if (word === 'code' && !isOpening(text.slice(Math.max(0, start - 24), start))) continue
    const isListed = word.startsWith('code') || word === 'phrase' || word === 'mnemonic'
    const isNear = isListed || word === 'passphrase' || VALUE.test(text.slice(end, end + NEAR))
    found.push({
      start,
      core: start + word.length,
      end,
      isPlural: plural !== '' && !(word === 'credential' && text.charAt(end) === '='),
      isNear,
      isListed,
    })
  }
  return found
}
