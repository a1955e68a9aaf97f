/** Secrets that are known by where they stand: in a header, in an address, in a line of a file that is known. */
import type { Secret } from './model.ts'
import { isLiteral, isPasswordLike } from './names.ts'
import { classesOf, fromBase64, isMadeUp, isRandom, isReference, isStandIn, isWebToken } from './values.ts'

interface Place {
  readonly kind: string
  /** A text without one of them holds none. */
  readonly hints: readonly string[]
  /** The secret is what its group `secret` holds. */
  readonly pattern: RegExp
  /** Whether it is no example, no name and no word of prose. */
  readonly isCertain: (secret: string, groups: Readonly<Record<string, string | undefined>>) => boolean
  /** A record is masked where it stands, whatever it looks like. */
  readonly isMasked?: true
}

const isDrawn = (value: string): boolean => isRandom(value) && !isMadeUp(value)
const isOwn = (value: string): boolean => isPasswordLike(value, 'environment')

const PLACES: readonly Place[] = [
  {
    kind: 'password',
    hints: ['://'],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<user>[^\s/:@'"]{0,100}):(?<secret>[^\s/'"<>]{1,256})(?=@[\w.[-])/dgi,
    isCertain: (secret, { user = '' }) => isAddressPassword(secret, user),
    isMasked: true,
  },
  {
    kind: 'token',
    hints: ['://'],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<secret>[A-Za-z0-9_-]{20,256})(?=(?::x-oauth-basic)?@)/dgi,
    isCertain: isDrawn,
    isMasked: true,
  },
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?:bearer|basic|token|digest|apikey|key|bot)(?::|\s{1,4})(?<secret>[^\s"'\\,;]{4,4096})/dgi,
    isCertain: isCredential,
    isMasked: true,
  },
  {
    kind: 'authorization',
    hints: ['earer ', 'EARER '],
    pattern: /\bbearer\s{1,4}(?=[\w.~+/=-]{16})(?<secret>[^\s"'\\,;]{4,4096})/dgi,
    isCertain: isCredential,
    isMasked: true,
  },
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern: /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?<secret>[\w.~+/=-]{20,4096})/dgi,
    isCertain: isDrawn,
  },
  {
    kind: 'authorization',
    hints: ['Basic '],
    pattern: /\bBasic (?<secret>[A-Za-z0-9+/]{12,400}={0,2})(?![\w+/=-])/dg,
    isCertain: isPair,
  },
  {
    kind: 'cookie',
    hints: ['ookie:', 'ookie"'],
    pattern:
      /\b(?:set-)?cookie\\?["']?\s{0,2}:\s{0,2}[^\r\n]{0,1000}?(?<![A-Za-z0-9])[\w.-]{0,40}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|_NET_SessionId|SESSIONID)[\w.-]{0,20}=(?<secret>[^\s;"',]{16,4096})/dgi,
    isCertain: secret => isDrawn(secret.replace(/%[0-9A-F]{2}/gi, '')),
  },
  {
    kind: 'password',
    hints: ['sshpass'],
    pattern: /\bsshpass[ \t]+-p[ \t]*["']?(?<secret>[^\s"'`;&|<>(){},]+)/dg,
    isCertain: isOwn,
    isMasked: true,
  },
  {
    kind: 'password',
    hints: ['curl', 'wget'],
    pattern:
      /\b(?:curl|wget)\b[^\n|;&]{0,400}?[ \t](?:-u|--user|--proxy-user)[ =]?["']?[^\s:'"]{1,100}:(?<secret>[^\s'"]{1,256})/dgi,
    isCertain: secret => isLiteral(secret) && (isOwn(secret) || isDrawn(secret)),
    isMasked: true,
  },
  {
    kind: 'password',
    hints: ['mysql', 'mariadb'],
    pattern: /\b(?:mysql|mariadb)(?:dump|admin|import)?\b[^\n|;&]{0,200}?[ \t]-p(?<secret>[^\s'"-][^\s'"]{0,255})/dg,
    isCertain: isOwn,
    isMasked: true,
  },
  {
    kind: 'password',
    hints: ['machine '],
    pattern: /\bmachine\s{1,4}\S{1,200}\s{1,8}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4}(?<secret>\S{1,512})/dg,
    isCertain: secret => isOwn(secret) || isDrawn(secret),
    isMasked: true,
  },
  {
    kind: 'password',
    hints: [':5432:', ':6432:', ':*:', ':5433:'],
    pattern:
      /^(?:[\w.-]{1,100}|\*):(?:\d{4,5}|\*):(?:[A-Za-z_][\w-]{0,60}|\*):[\w.@-]{1,60}:(?<secret>[^\s:]{6,128})$/dgm,
    isCertain: isOwn,
  },
  {
    kind: 'password',
    hints: ['IDENTIFIED', 'identified'],
    pattern: /\bIDENTIFIED (?:WITH \w{1,40} )?BY\s{1,4}'(?<secret>[^'\n]{4,256})'/dgi,
    isCertain: isOwn,
  },
  {
    // any other scheme than the usual ones
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?!basic|bearer)[a-z][\w-]{2,24}[ :]\s{0,3}(?:token=)?(?<secret>[\w.~+/=:-]{16,4096})/dgi,
    isCertain: secret => isDrawn(secret) && !pairIn(secret),
  },
  {
    kind: 'password',
    hints: ['ldap', 'redis-cli', 'sqlcmd', 'bcp', 'zip ', 'login', 'openssl', 'smbclient'],
    pattern:
      /\b(?:ldap\w{2,10}\b[^\n|;&]{0,300}?\s-w|redis-cli\b[^\n|;&]{0,200}?\s-a|(?:sqlcmd|bcp|zip|unzip)\b[^\n|;&]{0,200}?\s-P|(?:docker|podman|helm|oc|az|nerdctl|skopeo)\b[^\n|;&]{0,60}?\blogin\b[^\n|;&]{0,200}?\s-p|openssl\b[^\n|;&]{0,300}?\s-pass(?:in|out)?\s{1,4}pass:|smbclient\b[^\n|;&]{0,200}?\s-U\s?[^\s%]{1,60}%)\s{0,4}["']?(?<secret>[^\s"']{6,256})/dg,
    isCertain: isOwn,
  },
  {
    kind: 'password',
    hints: ['mysqli', 'mysql_connect', 'PDO(', 'getConnection('],
    pattern:
      /\b(?:mysqli?_connect|mysqli|PDO|getConnection)\(\s{0,8}["'][^"'\n]{0,200}["']\s{0,4},\s{0,8}["'][^"'\n]{0,100}["']\s{0,4},\s{0,8}["'](?<secret>[^"'\s]{6,256})["']/dg,
    isCertain: isOwn,
  },
  {
    kind: 'cookie',
    hints: ['\tTRUE\t', '\tFALSE\t'],
    pattern:
      /^(?:#HttpOnly_)?[\w.-]{1,200}\t(?:TRUE|FALSE)\t\S{1,200}\t(?:TRUE|FALSE)\t\d{1,16}\t[\w.-]{0,60}(?:sess|sid|auth|token|login|remember)[\w.-]{0,60}\t(?<secret>\S{16,4096})$/dgim,
    isCertain: isDrawn,
  },
  {
    kind: 'password',
    hints: ['BUNDLE_'],
    pattern: /\bBUNDLE_[A-Z0-9_]{3,80}:\s{0,4}["']?(?<secret>[^\s"':]{1,100}:[^\s"']{6,256})/dg,
    isCertain: secret => !/^https?:/.test(secret) && !isMadeUp(secret),
  },
  {
    // a name and a password, as programs hand them over
    kind: 'password',
    hints: ['login(', 'uth(', 'uth=', 'redential'],
    pattern:
      /\b(?:\w{0,20}login|\w{0,12}auth|authenticate|UsernamePasswordCredentials|NetworkCredential)\s{0,2}[=(:]{1,2}\s{0,2}[([]?\s{0,8}["'][^"'\s]{1,100}["']\s{0,4},\s{0,8}["'](?<secret>[^"'\s]{6,256})["']/dgi,
    isCertain: secret => isPasswordLike(secret, 'setting') && (/\d/.test(secret) || classesOf(secret) >= 3),
  },
  {
    kind: 'password',
    hints: ['SecureString', 'chpasswd', 'net user'],
    pattern:
      /(?:ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["']?|\bnet user \S{1,60} |["'][\w.-]{1,60}:(?=[^"'\s]{6,256}["']\s{0,4}\|\s{0,4}(?:sudo )?chpasswd))(?<secret>[^\s"'$]{6,256})/dg,
    isCertain: secret => isOwn(secret) && !secret.startsWith('/') && !secret.startsWith('-'),
  },
  {
    kind: 'signature',
    hints: ['ignature=', 'sig=', 'code=', 'key=', 'auth=', 'session='],
    pattern: /[?&](?:amp;)?(?:X-Goog-Signature|Signature|sig|code|key|auth|session)=(?<secret>[\w%~.+/-]{24,2048})/dg,
    isCertain: isDrawn,
  },
  {
    kind: 'password',
    hints: ['community'],
    pattern: /\b(?:r[ow]community6?|snmp-server community)\s{1,4}(?<secret>[^\s"']{6,128})/dg,
    isCertain: isOwn,
  },
  {
    kind: 'docker-auth',
    hints: ['"auth"', '"identitytoken"'],
    pattern: /"(?:auth|identitytoken|registrytoken)"\s{0,4}:\s{0,4}"(?<secret>[A-Za-z0-9+/=_.-]{8,4096})"/dg,
    isCertain: secret => isPair(secret) || isDrawn(secret),
  },
  {
    kind: 'aws-secret-key',
    hints: ['AKIA', 'ASIA'],
    pattern:
      /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])[\s\S]{1,200}?(?<![A-Za-z0-9/+=])(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dg,
    isCertain: secret => classesOf(secret) >= 3 && isDrawn(secret),
  },
  {
    kind: 'recovery-phrase',
    hints: ['hrase', 'nemonic', 'HRASE', 'NEMONIC'],
    pattern:
      /(?:mnemonic|(?:seed|recovery|secret|backup)[ _-]?phrase)["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b/dgi,
    isCertain: secret => !isMadeUp(secret),
  },
]

export function* inPlaces(text: string, strict: boolean): Generator<Secret> {
  for (const { kind, hints, pattern, isCertain, isMasked } of PLACES) {
    if (!hints.some(hint => text.includes(hint))) continue
    for (const { indices, groups = {} } of text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.secret ?? [0, 0]
      const secret = groups.secret ?? ''
      const isFound = strict && isMasked ? isLiteral(secret) : isLiteral(secret) && isCertain(secret, groups)
      if (isFound) yield { kind, start, end }
    }
  }
}

/** The password of an account in an address: not its own name, as development databases have it. */
function isAddressPassword(secret: string, user: string): boolean {
  if (isReference(secret) || isMadeUp(secret) || isStandIn(secret)) return false
  return secret.length >= 4 && secret.toLowerCase() !== user.toLowerCase() && !/^[A-Z_]+$/.test(secret)
}

/** What a header authorises with: drawn by chance, or a name and a password in Base64. */
function isCredential(secret: string): boolean {
  if (isMadeUp(secret) || isReference(secret) || isStandIn(secret) || isWebToken(secret)) return false
  const pair = pairIn(secret)
  if (pair) return isPairSecret(pair)
  return isRandom(secret) || (secret.length >= 10 && classesOf(secret) >= 3 && /\d/.test(secret))
}

/** `name:password` in Base64. */
function isPair(secret: string): boolean {
  const pair = isMadeUp(secret) ? undefined : pairIn(secret)
  return pair !== undefined && isPairSecret(pair)
}

function pairIn(secret: string): readonly [user: string, password: string] | undefined {
  const [user = '', ...rest] = (fromBase64(secret) ?? '').split(':')
  const password = rest.join(':')
  const isText = (text: string) => /^[\x20-\x7e]+$/.test(text)
  return isText(user) && isText(password) ? [user, password] : undefined
}

function isPairSecret([user, password]: readonly [user: string, password: string]): boolean {
  return password.length >= 4 && password !== user && !isStandIn(password) && !isMadeUp(password)
}
