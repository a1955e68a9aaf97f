/**
 * The outputs in secrets.jsonl hold placeholders instead of secrets, so that no scanner takes the repository for a leak.
 * A placeholder is ⟦kind:arguments#tag⟧. Its value depends on the id of the row and on its own text, so the same
 * placeholder is the same value in `text` and in `secrets`. `!` at its end says that the value is random and no secret.
 *   ⟦alnum:36⟧            36 characters of an alphabet
 *   ⟦acme_live_|hex:24⟧   a literal, then characters of an alphabet
 *   ⟦ghp⟧                 a token of a vendor, with its structure
 *   ⟦pem:rsa⟧             a block of lines, each behind what stands before the placeholder in its line
 */
import { readFileSync } from 'node:fs'

export interface Output {
  id: string
  tool: string
  /** What was asked for: a command, the path of a file, or the parameters of a server's tool as JSON. */
  command?: string
  text: string
  kind: string
  why: string
  tune?: boolean
}

export interface SecretOutput extends Output {
  secrets: string[]
}

type Draw = (alphabet: string, length: number) => string
type Maker = (draw: Draw, args: string[]) => string

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALPHABETS: Record<string, string> = {
  digits: DIGITS,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  lower: LOWER,
  upper: UPPER,
  alnum: LOWER + UPPER + DIGITS,
  lowernum: LOWER + DIGITS,
  uppernum: UPPER + DIGITS,
  base32: `${UPPER}234567`,
  base64: `${UPPER}${LOWER}${DIGITS}+/`,
  base64url: `${UPPER}${LOWER}${DIGITS}-_`,
  bech32: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.toUpperCase(),
  symbols: `${LOWER}${UPPER}${DIGITS}!@#%^*_-+=?`,
}
const A = ALPHABETS as Record<
  | 'digits'
  | 'hex'
  | 'HEX'
  | 'alnum'
  | 'lowernum'
  | 'uppernum'
  | 'base32'
  | 'base64'
  | 'base64url'
  | 'bech32'
  | 'symbols',
  string
>
const WORDS = (
  'amber anchor apple basalt beacon birch bramble cactus canyon cedar cobalt copper coral crimson delta ember falcon ' +
  'fern fjord garnet glacier granite harbor hazel heron indigo ivory jasper juniper kestrel lagoon lantern lemon ' +
  'maple marble meadow mango nectar nutmeg ocean olive onyx orchid otter panda pebble pepper quartz raven river ' +
  'saffron salmon sierra silver summer sunset tango thunder timber tulip velvet violet walnut willow winter zephyr'
).split(' ')

export function mulberry32(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

function base62(value: number, width: number): string {
  const alphabet = DIGITS + UPPER + LOWER
  let text = ''
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text
  return text
}

const b64 = (text: string): string => Buffer.from(text).toString('base64')
const b64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const pick = (draw: Draw): string => WORDS[Number.parseInt(draw(A.hex, 4), 16) % WORDS.length] ?? 'amber'
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const uuid = (draw: Draw): string =>
  `${draw(A.hex, 8)}-${draw(A.hex, 4)}-4${draw(A.hex, 3)}-a${draw(A.hex, 3)}-${draw(A.hex, 12)}`

/** A token of 30 characters with its CRC32 in the last six, as GitHub and npm make them. */
const checked = (prefix: string, draw: Draw): string => {
  const entropy = draw(A.alnum, 30)
  return `${prefix}_${entropy}${base62(crc32(entropy), 6)}`
}

/** A password of a machine; it always holds a letter of each case and a digit. */
const password = (draw: Draw, length: number): string =>
  `${draw(LOWER, 1)}${draw(DIGITS, 1)}${draw(UPPER, 1)}${draw(A.symbols, Math.max(length - 3, 5))}`

/** A password of a person: two words, a year, a sign. */
const human = (draw: Draw): string => `${title(pick(draw))}${title(pick(draw))}20${draw('012', 1)}${draw(DIGITS, 1)}!`

const jwt: Maker = (draw, [alg = 'hs']) => {
  const issued = 1_700_000_000 + Number(draw(DIGITS, 7))
  const rsa = alg === 'rs'
  const header = rsa ? { alg: 'RS256', typ: 'JWT', kid: draw(A.hex, 16) } : { alg: 'HS256', typ: 'JWT' }
  const payload = {
    iss: `https://auth.${pick(draw)}.example`,
    sub: `${pick(draw)}|${draw(DIGITS, 8)}`,
    iat: issued,
    exp: issued + 3600,
    scope: 'openid profile',
  }
  return `${b64url(header)}.${b64url(payload)}.${draw(A.base64url, rsa ? 342 : 43)}`
}

const PEM: Record<string, [label: string, head: string, length: number, width: number]> = {
  rsa: ['RSA PRIVATE KEY', 'MIIEow', 1580, 64],
  pkcs8: ['PRIVATE KEY', 'MIIEvQ', 1610, 64],
  ec: ['EC PRIVATE KEY', 'MHcCAQ', 158, 64],
  ed: ['PRIVATE KEY', 'MC4CAQ', 58, 64],
  enc: ['ENCRYPTED PRIVATE KEY', 'MIIFHD', 1680, 64],
  dsa: ['DSA PRIVATE KEY', 'MIIBuw', 590, 64],
  openssh: ['OPENSSH PRIVATE KEY', 'b3BlbnNz', 340, 70],
  opensshrsa: ['OPENSSH PRIVATE KEY', 'b3BlbnNz', 1780, 70],
  pgp: ['PGP PRIVATE KEY BLOCK', 'lQOYBG', 1300, 64],
}

const pem: Maker = (draw, [type = 'rsa']) => {
  const [label, head, length, width] = PEM[type] ?? ['PRIVATE KEY', 'MIIEvQ', 1610, 64]
  const body = head + draw(A.base64, length - head.length)
  const lines = body.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  const extra = type === 'pgp' ? [`=${draw(A.base64, 4)}`] : []
  const intro = type === 'pgp' ? [''] : []
  return [`-----BEGIN ${label}-----`, ...intro, ...lines, ...extra, `-----END ${label}-----`].join('\n')
}

const card: Maker = (draw, [start = '4']) => {
  const digits = start + draw(DIGITS, 15 - start.length)
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const twice = Number(digits[i]) * (i % 2 === 0 ? 2 : 1)
    sum += twice > 9 ? twice - 9 : twice
  }
  return digits + ((10 - (sum % 10)) % 10)
}

const MAKERS: Record<string, Maker> = {
  ghp: d => checked('ghp', d),
  gho: d => checked('gho', d),
  ghs: d => checked('ghs', d),
  ghr: d => checked('ghr', d),
  ghu: d => checked('ghu', d),
  npm: d => checked('npm', d),
  ghpat: d => `github_pat_${d(A.alnum, 22)}_${d(A.alnum, 59)}`,
  glpat: d => `glpat-${d(A.base64url, 20)}`,
  akia: d => `AKIA${d(A.base32, 16)}`,
  asia: d => `ASIA${d(A.base32, 16)}`,
  awssecret: d => d(A.base64, 40),
  awssession: d => `IQoJb3Jp${d(A.base64, 350)}==`,
  aiza: d => `AIza${d(A.base64url, 35)}`,
  ya29: d => `ya29.${d(A.base64url, 170)}`,
  gocspx: d => `GOCSPX-${d(A.base64url, 28)}`,
  grefresh: d => `1//0${d(A.base64url, 98)}`,
  azclient: d => `${d(A.alnum, 3)}8Q~${d(A.alnum, 34)}`,
  azstorage: d => `${d(A.base64, 86)}==`,
  azbus: d => `${d(A.base64, 43)}=`,
  azsas: d => encodeURIComponent(`${d(A.base64, 43)}=`),
  xoxb: d => `xoxb-${d(DIGITS, 12)}-${d(DIGITS, 13)}-${d(A.alnum, 24)}`,
  xoxp: d => `xoxp-${d(DIGITS, 12)}-${d(DIGITS, 12)}-${d(DIGITS, 13)}-${d(A.hex, 32)}`,
  xapp: d => `xapp-1-A0${d(A.uppernum, 9)}-${d(DIGITS, 13)}-${d(A.hex, 64)}`,
  slackhook: d => `T0${d(A.uppernum, 8)}/B0${d(A.uppernum, 9)}/${d(A.alnum, 24)}`,
  discord: d => `${b64(d('123456789', 18)).replace(/=+$/, '')}.${d(A.base64url, 6)}.${d(A.base64url, 38)}`,
  telegram: d => `${d('123456789', 10)}:AA${d(A.base64url, 33)}`,
  stripe: d => `sk_live_51${d(A.alnum, 97)}`,
  square: d => `EAAA${d(A.base64url, 60)}`,
  braintree: d => `access_token$production$${d(A.lowernum, 16)}$${d(A.hex, 32)}`,
  sendgrid: d => `SG.${d(A.base64url, 22)}.${d(A.base64url, 43)}`,
  mailgun: d => `${d(A.hex, 32)}-${d(A.hex, 8)}-${d(A.hex, 8)}`,
  mailchimp: d => `${d(A.hex, 32)}-us${d('123456789', 1)}`,
  pypi: d => `pypi-AgEIcHlwaS5vcmc${d(A.base64url, 150)}`,
  openai: d => `sk-${d(A.alnum, 20)}T3BlbkFJ${d(A.alnum, 20)}`,
  openaiproj: d => `sk-proj-${d(A.base64url, 74)}T3BlbkFJ${d(A.base64url, 74)}`,
  anthropic: d => `sk-ant-api03-${d(A.base64url, 93)}AA`,
  newrelic: d => `NRAK-${d(A.uppernum, 27)}`,
  grafana: d => `glsa_${d(A.alnum, 32)}_${d(A.hex, 8)}`,
  airtable: d => `pat${d(A.alnum, 14)}.${d(A.hex, 64)}`,
  asana: d => `1/${d('123456789', 16)}:${d(A.hex, 32)}`,
  atlassian: d => `ATATT3xFfGF0${d(A.base64url, 172)}=${d(A.HEX, 8)}`,
  age: d => `AGE-SECRET-KEY-1${d(A.bech32, 58)}`,
  wg: d => `${d(A.base64, 42)}${d('AEIMQUYcgkosw048', 1)}=`,
  hvs: d => `hvs.${d(A.alnum, 24)}`,
  tfc: d => `${d(A.alnum, 14)}.atlasv1.${d(A.alnum, 67)}`,
  op: d =>
    `ops_${b64url({ signInAddress: 'my.1password.com', userAuth: { method: 'SRPg-4096' }, k: d(A.alnum, 180) })}`,
  doppler: d => `dp.st.prd.${d(A.alnum, 43)}`,
  uuid: d => uuid(d),
  pw: (d, [n = '16']) => password(d, Number(n)),
  human: d => human(d),
  phrase: d => [pick(d), pick(d), pick(d), d(DIGITS, 2)].join('-'),
  words: (d, [n = '12']) => Array.from({ length: Number(n) }, () => pick(d)).join(' '),
  b64pw: (d, [n = '20']) => b64(password(d, Number(n))),
  b64human: d => b64(human(d)),
  basic: (d, [user = 'deploy']) => b64(`${user}:${d(A.alnum, 20)}`),
  b64docker: d =>
    b64(JSON.stringify({ auths: { 'registry.example.com': { username: 'ci', auth: b64(`ci:${d(A.alnum, 20)}`) } } })),
  b64pem: (d, args) => b64(`${pem(d, args)}\n`),
  pem,
  /** In one line, with the two characters \n where a line would end. */
  pem1: (d, args) => pem(d, args).replaceAll('\n', '\\n'),
  jwt,
  card,
}

function value(id: string, spec: string): string {
  const random = mulberry32(fnv1a(`${id} ${spec}`))
  const draw: Draw = (alphabet, length) => {
    let text = ''
    for (let i = 0; i < length; i++) text += alphabet.charAt(Math.floor(random() * alphabet.length))
    return text
  }
  const bare = spec.replace(/!$/, '').replace(/#\w+$/, '')
  const bar = bare.lastIndexOf('|')
  const [kind = '', ...args] = bare.slice(bar + 1).split(':')
  const alphabet = ALPHABETS[kind]
  const maker = MAKERS[kind]
  if (!alphabet && !maker) throw new Error(`${id}: unknown placeholder ${spec}`)
  return (
    bare.slice(0, Math.max(bar, 0)) + (alphabet ? draw(alphabet, Number(args[0] ?? 32)) : (maker?.(draw, args) ?? ''))
  )
}

/** Puts the values in. Further lines of a value stand behind the same indent, sign or comment as its first. */
function fill(id: string, text: string): string {
  return text.replace(/^([\s+\-># /|*]*)?(.*)$/gm, (line, lead: string | undefined) =>
    line.replace(/⟦([^⟧]+)⟧/g, (whole: string, spec: string) => {
      const inserted = value(id, spec)
      const leads = lead !== undefined && line.startsWith(lead + whole)
      return leads ? inserted.replaceAll('\n', `\n${lead}`) : inserted
    }),
  )
}

/** Of a value of many lines every line is a secret by itself, or else half a key could remain unnoticed. */
function pieces(secret: string): string[] {
  const lines = secret.split(/\n|\\n/)
  return lines.length === 1 ? [secret] : lines.filter(line => line.length >= 20 && !line.startsWith('-----'))
}

export function expand<T extends Output>(row: T): T {
  const text = fill(row.id, row.text)
  const secrets = 'secrets' in row ? (row.secrets as string[]) : undefined
  if (!secrets) return { ...row, text }
  return { ...row, text, secrets: secrets.flatMap(secret => pieces(fill(row.id, secret))) }
}

/** `name`: of the file, without its ending. */
export function readSecrets(name = 'secrets'): SecretOutput[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8').split('\n')
  return lines.filter(line => line).map(line => expand(JSON.parse(line) as SecretOutput))
}
