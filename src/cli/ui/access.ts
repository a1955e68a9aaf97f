/**
 * Who may see the page: whoever has the address that was printed in the person's terminal, once, and from then on the browser that
 * opened it. Pure, but for random bytes.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Browsers that were let in; who prints more addresses than this ends the oldest one's session. */
const MOST_SESSIONS = 8
const COOKIE = 'reviewer'

export interface PageAccess {
  /** Everything lies below this path, also the cookie: other programs on this host name, at other ports, are not sent it. */
  readonly base: string
  /** The part of an address that opens the page, once. Each call gives another one, and the one before ends. */
  newToken(): string
  /** The cookie that a token is given for; undefined where it is none, or was used. */
  exchange(token: string): string | undefined
  /** Whether a request comes from a browser that was let in. */
  isKnown(headers: IncomingHttpHeaders): boolean
}

export function newAccess(): PageAccess {
  const base = `/${randomText(16)}/`
  let token: Buffer | undefined
  const sessions: Buffer[] = []

  return {
    base,
    newToken() {
      const text = randomText(32)
      token = digest(text)
      return text
    },
    exchange(text) {
      if (!token || !timingSafeEqual(token, digest(text))) return undefined
      token = undefined
      const session = randomText(32)
      sessions.push(digest(session))
      if (sessions.length > MOST_SESSIONS) sessions.shift()
      return `${COOKIE}=${session}; Path=${base}; HttpOnly; SameSite=Strict`
    },
    isKnown(headers) {
      const given = cookiesIn(headers).map(digest)
      // All are compared, whichever it is.
      return sessions.map(session => given.some(each => timingSafeEqual(session, each))).includes(true)
    },
  }
}

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** Digests have one length: comparing them tells nothing of what was given. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** More cookies of our name than somebody could have honestly are not looked at. */
const MOST_COOKIES = 4

function cookiesIn({ cookie = '' }: IncomingHttpHeaders): readonly string[] {
  return cookie
    .split(';')
    .map(each => each.trim())
    .filter(each => each.startsWith(`${COOKIE}=`))
    .slice(0, MOST_COOKIES)
    .map(each => each.slice(COOKIE.length + 1))
}

/** What is asked of a request, before who sends it. */
export interface Asked {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The host and port under which the page is served. */
  readonly host: string
  /** A token comes with it: from a link in a terminal or a mail program, or a file, so that it may be from elsewhere. */
  readonly hasToken: boolean
}

/**
 * Why a request is refused, whoever sends it: `405` it would change something, `421` it names another host, as one does whose name
 * was made to lead here (DNS rebinding), `403` a page of another origin sends it. Undefined where nothing speaks against it.
 */
export function refusal({ method, headers, host, hasToken }: Asked): 403 | 405 | 421 | undefined {
  if (method !== 'GET') return 405
  if (headers.host !== host) return 421
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== `http://${host}`) return 403
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !hasToken) return 403
  return undefined
}
