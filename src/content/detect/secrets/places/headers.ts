/** Secrets in headers of requests and answers. */
import { classesOf, isMadeUp, isRandom, isReference, isStandIn, isWebToken } from '../values.ts'
import { isDrawn, isPair, isPairSecret, type Place, pairIn } from './place.ts'

export const HEADERS: readonly Place[] = [
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern: () =>
      /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?:bearer|basic|token|digest|apikey|key|bot)(?::|\s{1,4})(?<secret>[^\s"'\\,;]{4,4096})/dgi,
    isCertain: isCredential,
    isMasked: true,
  },
  {
    kind: 'authorization',
    hints: ['earer ', 'EARER '],
    pattern: () => /\bbearer\s{1,4}(?=[\w.~+/=-]{16})(?<secret>[^\s"'\\,;]{4,4096})/dgi,
    isCertain: isCredential,
    isMasked: true,
  },
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern: () => /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?<secret>[\w.~+/=-]{20,4096})/dgi,
    isCertain: isDrawn,
  },
  {
    kind: 'authorization',
    hints: ['Basic '],
    pattern: () => /\bBasic (?<secret>[A-Za-z0-9+/]{12,400}={0,2})(?![\w+/=-])/dg,
    isCertain: isPair,
  },
  {
    kind: 'cookie',
    hints: ['ookie:', 'ookie"'],
    gate: () => /(?:sess|sid|auth|token)[\w.-]{0,32}=[^\s;"',]{16}/i,
    pattern: () =>
      /\b(?:set-)?cookie\\?["']?\s{0,2}(?::|,\s{0,4}\\?"value\\?"\s{0,2}:)\s{0,2}[^\r\n]{0,1000}?(?<![A-Za-z0-9])(?![\w.-]{0,40}[cCxX][sS][rR][fF])[\w.-]{0,40}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|_NET_SessionId|SESSIONID)[\w.-]{0,20}=(?<secret>[^\s;"',]{16,4096})/dgi,
    isCertain: secret => isDrawn(secret.replace(/%[0-9A-F]{2}/gi, '')),
  },
  {
    // sessions by the names that servers give them
    kind: 'cookie',
    hints: [
      'SESSID',
      'SESSIONID',
      '_SessionId',
      'connect.sid',
      'sessionid=',
      '_session=',
      'li_at=',
      'logged_in_',
      'remember_',
      'AspNetCore.',
      '__Secure-',
      '__Host-',
    ],
    pattern: () =>
      /(?<![\w.-])(?:PHPSESSID|JSESSIONID|ASPSESSIONID[A-Z]{0,12}|ASP\.NET_SessionId|connect\.sid|sessionid|[a-z_]{1,24}_session|li_at|wordpress_logged_in_\w{4,40}|remember_(?:web|user)\w{0,48}|\.AspNetCore\.[\w.]{3,40}|__(?:Secure|Host)-[\w.-]{2,40})=(?<secret>[^\s;"',]{16,4096})/dg,
    isCertain: secret => isDrawn(secret.replace(/%[0-9A-F]{2}/gi, '').replace(/^[\w.@+-]{2,30}\|/, '')),
  },
  {
    // any other scheme than the usual ones
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern: () =>
      /authorization\\?["']?\]?\s{0,4}[:=,]\s{0,4}\\?["']?(?!basic|bearer)[a-z][\w-]{2,24}[ :]\s{0,3}(?:token=)?(?<secret>[\w.~+/=:-]{16,4096})/dgi,
    isCertain: secret => isDrawn(secret) && !pairIn(secret),
  },
]

/** What a header authorises with: drawn by chance, or a name and a password in Base64. */
function isCredential(secret: string): boolean {
  if (isMadeUp(secret) || isReference(secret) || isStandIn(secret) || isWebToken(secret)) return false
  const pair = pairIn(secret)
  if (pair) return isPairSecret(pair)
  return isRandom(secret) || (secret.length >= 10 && classesOf(secret) >= 3 && /\d/.test(secret))
}
