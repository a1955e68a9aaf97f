/** Whether a value can be a secret by its own look: drawn by chance or made up for documentation, a literal or a reference. */
import { recent } from '../../../common/memo.ts'
import { isCodeExpression, isProgramName } from './expressions.ts'
import { ACRONYM, isSpeakable, isUnspoken, isWordLike } from './spoken.ts'
import { DOCUMENTED, NEUTRAL, STAND_INS } from './words.ts'

const SAID =
  /example|sample|placeholder|change[-_ ]?(?:me|this|it)|dummy|redacted|your[-_ ]?|xxxx|\*{3}|\.{3}|…|•|fake|insert|replace[-_ ]?(?:me|with|this)|\btest[-_]|[-_]test\b|lorem|todo|foo[-_ ]?bar|mock|deadbeef|not[-_]?a?[-_]?(?:real|secret)|mindestens|zeichen|caract[eè]re?s|characters|at-?least/i
/** The shortest run of neighbours, `abcdef` or `654321`, that nobody draws by chance: once in 10,000 values of 64 hex digits. */
const LONGEST_RUN = 7

/** Documentation and tests have such values; nobody was given one. Several detectors ask the same of a value, one after the other. */
export const isMadeUp = recent(500, (value: string): boolean => {
  const said = SAID.exec(value)?.[0]
  return (said !== undefined && isWritten(said)) || isMonotonous(value) || DOCUMENTED_VALUES.has(value)
})

/** Examples of vendors and of standards. */
const DOCUMENTED_VALUES = new Set(DOCUMENTED)

/** As people write words: not in capitals and small letters mixed. */
function isWritten(word: string): boolean {
  return (
    word === word.toLowerCase() || word === word.toUpperCase() || /^[A-Z][a-z]+(?:[^A-Za-z]?[A-Z][a-z]+)*$/.test(word)
  )
}

/** Few characters, characters in order, or the same few over and over. */
function isMonotonous(value: string): boolean {
  const chars = value.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (chars.length === 0) return true
  if (!hasMoreThan(Math.min(5, chars.length / 3), chars)) return true
  let run = 1
  let ordered = 0
  let direction = 0
  for (let at = 1; at < chars.length; at++) {
    const step = chars.charCodeAt(at) - chars.charCodeAt(at - 1)
    const isNeighbour = step === 1 || step === -1 || (chars[at - 1] === '9' && chars[at] === '0')
    if (isNeighbour) ordered++
    run = isNeighbour && (run === 1 || step === direction || step === -9) ? run + 1 : isNeighbour ? 2 : 1
    if (isNeighbour && step !== -9) direction = step
    if (run >= LONGEST_RUN) return true
  }
  if (chars.length >= 12 && ordered > chars.length * 0.6) return true
  return chars.length >= 12 && isRepeated(chars)
}

/** Whether there are more than so many different characters: most values have as many at their beginning. */
function hasMoreThan(few: number, chars: string): boolean {
  let different = ''
  for (const char of chars) {
    if (!different.includes(char)) different += char
    if (different.length > few) return true
  }
  return false
}

/** The same up to eight characters, at least twice. */
function isRepeated(chars: string): boolean {
  for (let period = 1; period <= 8; period++) if (chars.slice(period) === chars.slice(0, -period)) return true
  return false
}

const FAKE = new Set(STAND_INS)
const NEUTRAL_WORDS = new Set(NEUTRAL)

/** What everybody chooses, and all texts on passwords name. */
const USUAL =
  /^(?:spring|summer|autumn|fall|winter|welcome|company|admin|password|hello|monday)[-_@]?(?:\d{1,4}|123)[!@#$.]{0,2}$|^(?:hunter2|tr0ub4dor&3|correct-?horse-?battery-?staple|abc123|qwerty\d*|iloveyou|letmein\d*|1q2w3e4r\w*|admin@?123!?)$/i

/** Nothing but words, and those of the kind that stands in for a secret: `my-secret-token`, `password123`, `postgres`. */
export const isStandIn = recent(500, (value: string): boolean => {
  if (USUAL.test(value)) return true
  const words = wordsOf(value)
  if (words.length === 0) return true
  if (!words.every(word => FAKE.has(word) || NEUTRAL_WORDS.has(word))) return false
  return words.some(word => FAKE.has(word)) || classesOf(value) < 4
})

function wordsOf(value: string): readonly string[] {
  return value
    .replace(/p[a@4][s$5]{2}w[o0]rd/gi, ' password ')
    .replace(/[s$5][e3]cr[e3]t/gi, ' secret ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/password|passwd|secret|token|admin|user/g, ' $& ')
    .split(/[^a-z]+/)
    .filter(word => word !== '')
}

/** How many of small letters, capitals, digits and other characters it has. */
export function classesOf(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter(each => each.test(value)).length
}

/** Begins a variable, a template, a pattern, another operator, a list, a home directory; or is filled in somewhere. */
const NOT_LITERAL =
  /^(?:[$<{[\\]|(?:[%*=~!?^@#])(?!(?=.{9})(?=[^\s]*\d)(?=[^\s]*[a-z])(?=[^\s]*[A-Z])[^\s]*$)|\.[*+])|[$#]\{|\{\{|%[sdv]\b|\$\(/
const REFERENCE =
  /^(?:arn:|op:\/\/|vault:|ssm:|secret:|env[:.]|file:|ref\+|keyring:|gcpsm:|projects\/|https?:\/\/|ENC[[(]|Ag[A-D][A-Za-z0-9+/]{150}|encrypted:|sha(?:1|256|384|512)[:-]|md5:|\$2[aby]\$|data:|urn:|process\.|os\.|secrets\.|vars?\.|local\.|module\.|self\.|this\.|config[.[]|pk_(?:live|test)_|phc_|pk\.eyJ|0x[\da-f]{40}$|i-[\da-f]{17}$|(?:subnet|vpc|sg|ami|vol|eni|rtb|igw|nat|snap|acl|eipalloc)-[\da-f]{8,17}$)/i
const PATH_LIKE =
  /^path\/to\/|^(?:[\w.-]+\/)+[\w.-]+\.[a-z]\w{1,7}$|^[a-z][a-z_.-]*(?:\/[a-z][a-z_.-]*)+$|^(?:~|\.{1,2})?\/(?![A-Za-z\d+/]{40,}={1,2}$)|^[A-Za-z]:[\\/]|^[\w.-]+\.(?:ts|js|py|go|rb|json|ya?ml|pem|key|txt|md|env|sh|toml|crt)$/

/** Says where the secret is to be found, or is a part of a program, and is none itself. */
export function isReference(value: string): boolean {
  return NOT_LITERAL.test(value) || REFERENCE.test(value) || isCodeExpression(value)
}

export function isPathLike(value: string): boolean {
  return PATH_LIKE.test(value)
}

/** Letters of a word, its first perhaps a capital. */
const WORD_RUN = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g

/**
 * Whether a value looks drawn by chance: letters and digits that change places often, and no words. Of names in programs
 * (`getTokenFromStorage2`, `my-service-v2`, `oauth2_client`) none does.
 */
export function isRandom(value: string, shortest = 16): boolean {
  if (value.length < shortest || /\s/.test(value)) return false
  const chars = value.replace(/[^A-Za-z0-9]/g, '')
  if (chars.length < shortest * 0.75 || entropyOf(chars) < (chars.length < 20 ? 2.7 : 3)) return false
  let changes = 0
  for (let at = 1; at < chars.length; at++) if (classOf(chars, at) !== classOf(chars, at - 1)) changes++
  const digits = chars.replace(/\D/g, '').length / chars.length
  const words = (value.match(WORD_RUN) ?? []).filter(isSpeakable).join('').length / chars.length
  if (digits === 0) return value.length >= 20 && changes / chars.length >= 0.3 && words < 0.45
  if (digits > 0.9) return false
  if (/^(?:[\da-f]{32,}|[\dA-F]{32,})$/.test(value)) return true
  return changes / chars.length >= 0.18 && (words < 0.6 || digits >= 0.2)
}

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 58 ? 0 : code < 91 ? 1 : 2
}

/** Bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** The text that Base64 stands for, as one byte a character; undefined where it is none. */
export function fromBase64(text: string): string | undefined {
  const clean = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  if (clean.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(clean)) return undefined
  return atob(clean)
}

/** A JSON Web Token: whether it is a secret is seen in it, whatever stands before. */
export function isWebToken(value: string): boolean {
  return value.startsWith('eyJ') && value.includes('.eyJ')
}

/** Names of algorithms, encodings, versions, moments and places of the network change between letters and digits too. */
const TERM =
  /^(?:v?\d+(?:\.\d+)+|\d{4}-\d\d-\d\d|(?:[0-9a-f]{2}:){3,}|(?:sha|md|aes|des|rsa|pbkdf|base|utf|hs|rs|es|ps|argon|bcrypt|oauth|saml|ed|curve|cv|x|p|secp|tls|ssl|http|h|ipv|aws|ec|s|k|i|ntlm|krb|fido|webauthn|win|ios|level|part|step|section|page|line|sub|node|web|db|srv|host|v)-?\d{1,5}(?![\dA-Z])|[\w.+-]+@[\w-]+\.[\w.-]+$|[\w-]+(?:\.[\w-]+)+:\d+$|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$)/i

/** Letters, digits and signs change places as they do in no word, name or number: what people and machines choose as passwords. */
export const isMixed = recent(500, (value: string): boolean => {
  if (value.length < 8 || TERM.test(value) || !/[A-Za-z]/.test(value)) return false
  if (/\d/.test(value) && /[!@#%^*?+~$&=]/.test(value) && !/[=&(),;/\\]\w*[=&(),;/\\]/.test(value)) return true
  let turns = 0
  let changes = 0
  for (let at = 1; at < value.length; at++) {
    const [one, other] = [kindAt(value, at - 1), kindAt(value, at)]
    if (one === other || one === PUNCTUATION || other === PUNCTUATION) continue
    changes++
    if (one === DIGIT || other === DIGIT) turns++
  }
  if (turns >= 3) return true
  return ((turns >= 2 && changes >= 4) || changes >= Math.max(4, value.length * 0.4)) && !isProgramName(value)
})

const DIGIT = 0
const PUNCTUATION = 3

function kindAt(text: string, at: number): number {
  const char = text.charAt(at)
  return char >= '0' && char <= '9'
    ? DIGIT
    : char >= 'a' && char <= 'z'
      ? 1
      : char >= 'A' && char <= 'Z'
        ? 2
        : PUNCTUATION
}

/** Capitals and small letters alone, as chance puts them and no name of a program does: `fgPbPTDqht`. */
export const isLettered = recent(500, (value: string): boolean => {
  if (value.length < 8 || !/^[A-Za-z]+$/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  if (pieces.length < 3) return false
  // names are put together of longer pieces, and each can be spoken
  if (
    pieces.length >= 4 &&
    value.length / pieces.length < 2.8 &&
    pieces.some(each => !/[aeiouy]/i.test(each) && !ACRONYM.test(each))
  )
    return true
  const spoken = pieces.filter(each => ACRONYM.test(each) || (each.length > 2 && isWordLike(each)))
  return spoken.join('').length / value.length < 0.51
})

/** Put together of words and few other characters, as names of programs are: `LoginPageV2`, `tokenize2ast`. */
export function isWordy(value: string): boolean {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const spoken = pieces.filter(each => ACRONYM.test(each) || (each.length > 1 && isSpeakable(each)))
  return spoken.join('').length / value.length >= 0.75
}

/** Letters and digits that no name of a program or a version has in such an order, or letters that no word has. */
export function isOdd(value: string): boolean {
  if (!/^[A-Za-z\d]{8,64}$/.test(value) || TERM.test(value) || isMadeUp(value)) return false
  if (!/\d/.test(value)) return isUnspoken(value) || isLettered(value)
  if (isWordy(value)) return false
  return (
    /\d[A-Za-z]{2}|\d[A-Za-z]\d/.test(value) ||
    isUnspoken(value.replace(/\d+$/, '')) ||
    /[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]{5}/.test(value)
  )
}

/** Three words or more and a number, as people and their managers choose passwords: `violet-willow-mango-52`. */
export function isPhrase(value: string): boolean {
  return (
    /^[A-Za-z]{3,12}(?:[-_. ][A-Za-z]{3,12}){2,7}[-_. ]?\d{1,4}[!?.]?$/.test(value) ||
    /^[a-z]{4}(?:-[a-z]{4}){3}$/.test(value)
  )
}

/** A word and a number, perhaps a sign: `Benvenuto4240`, as they are told to people who have none yet. */
export function isWordNumber(value: string): boolean {
  return (
    /^[A-Z\u00c0-\u00de\u0410-\u042f][a-z\u00df-\u00ff\u0430-\u044f]{4,15}[-_.#@]?\d{3,6}[!?.*#$]?$/.test(value) &&
    !PRODUCT.test(value) &&
    !isMadeUp(value) &&
    !isStandIn(value)
  )
}
/** What has a number of its own. */
const PRODUCT =
  /^(?:Windows|Server|Office|Exchange|Studio|Version|Release|Build|Ticket|Issue|Room|Python|Chapter|Section|Error|Figure|Table|Section|Rechnung|Auftrag|Artikel|Kunde|Order|Invoice|Port|Level|Group|Class|Model)/

/** Four groups of four that are no words, as a provider of mail gives them to programs: `fdns qbzc ichn toak`. */
export function isGrouped(value: string): boolean {
  return /^[a-z\d]{4}(?: [a-z\d]{4}){3}$/.test(value) && isRare(value.replaceAll(' ', ''))
}

function isRare(letters: string): boolean {
  return /\d[a-z]/.test(letters) || isUnspoken(letters)
}

/** Of words alone, as many as a wallet or a disk is locked with, and no sentence. */
export function isSeed(value: string): boolean {
  if (!/^[a-z]{3,9}(?:[ -][a-z]{3,9}){3,24}$/.test(value)) return false
  const words = value.split(/[ -]/)
  return words.filter(word => SENTENCE.test(word)).length <= (words.length >= 12 ? 2 : 0)
}
const SENTENCE =
  /^(?:the|that|your|you|enter|for|and|with|from|this|not|must|used|use|when|will|should|are|can|has|have|key|keys|please|phrase|password|secret|token|file|value|name|user|set|get|required|optional|empty|was|were|its|but|all|any|into|they|which|who|may|new)$/

/** Small words that make no sentence, two of them or more. */
export function isWords(value: string): boolean {
  const words = value.split(/[ -]/)
  return (
    words.length >= 2 && !words.some(word => SENTENCE.test(word) || IN_SENTENCE.test(word)) && words.every(isSpeakable)
  )
}
const IN_SENTENCE =
  /^(?:been|does|did|each|first|here|how|see|set|only|own|per|private|protected|incorrect|correct|wrong|invalid|valid|again|same|such|than|then|there|these|those|through|under|until|what|where|which|why|would|could|provided|missing|entered|given|found|long|short|strong|weak|random|generated|minimum|length|least|characters|words|string|text|store|stored|prompt|change|changed|default|encrypted|encryption|available|ssh|gpg|openssl|disabled|enabled|yourself|yes|none|null|true|false|example|sample|test|dummy|placeholder|changeme|here|der|die|das|ein|eine|und|ist|mit|für|les|des|est|une|pour|que|los|las|con|para|una|del)$/

/** With letters, a digit and a sign that no name, address or number has in such a place: nobody would call a thing so. */
export function isChosen(value: string): boolean {
  if (!/^[A-Za-z\d!@#$%^&*+=?_~.-]{8,40}$/.test(value) || !/[!#$%^*?~@]/.test(value)) return false
  return (
    /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && isMixed(value) && !CODE_CHARACTERS.test(value)
  )
}
/** Signs as programs and addresses have them. */
const CODE_CHARACTERS =
  /^[@#$%&*.+=?~-]|^[A-Z]{2,}#\d|[a-z]@[\w.-]+\.[a-z]|\w@v?\d|=\w+[&=]|\w#\w+$|\+\+|&&|==|\$[{(]|%[0-9A-F]{2}/
