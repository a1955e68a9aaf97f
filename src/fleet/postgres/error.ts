/** What went wrong with a PostgreSQL server, for people: whether it passes by itself, and what to do about it where it does not. */
import { messageOf } from '../../common/message-of.ts'
import { DestinationError } from '../destination.ts'

const PREPARE = 'the owner of the database prepares it with: reviewer ship init'
const LOGIN =
  'check the name of the login in the address, and its password. The owner makes logins with: reviewer ship enroll NAME'
const REFUSED = 'a row of the record cannot be stored there. See whether the record is whole: reviewer audit verify'

/** What ends it, by SQLSTATE or the first two characters of it: undefined where the same batch may be taken later. */
const REMEDIES: Readonly<Record<string, string | undefined>> = {
  // connection lost · cannot be served now (no memory, disk full, too many connections) · shut down, starting · conflict with others
  '08': undefined,
  '53': undefined,
  '57': undefined,
  '40': undefined,
  '58': undefined,
  '55P03': undefined,
  // a standby that is not the primary yet, or no longer
  '25006': undefined,
  RV001:
    'each machine belongs to the login that named it first. Ship with that login; where a machine was copied with its record, run `reviewer uninstall --purge` on the copy and set it up anew; or the owner changes reviewer.machines.owner',
  '28': LOGIN,
  '3D000': `check the name of the database in the address; ${PREPARE}`,
  '3F000': PREPARE,
  '42P01': PREPARE,
  '42883': PREPARE,
  '42703': PREPARE,
  '42501':
    'the login has to be a member of reviewer_writer. The owner makes such logins with: reviewer ship enroll NAME',
  '22': REFUSED,
  '23': REFUSED,
}

const CERTIFICATE =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|HOSTNAME_MISMATCH|INVALID_CA)/
const NO_TLS = 'The server does not support SSL connections'

/** Whatever was thrown while speaking to the server; `where` names it to people. */
export function destinationError(thrown: unknown, where: string): DestinationError {
  if (thrown instanceof DestinationError) return thrown
  const code = codeOf(thrown)
  const message = `${where}: ${messageOf(thrown) || code}`
  if (CERTIFICATE.test(code))
    return new DestinationError(message, {
      passing: false,
      remedy:
        'the certificate of the server is not trusted for this name. Give the certificate of its authority: ?sslrootcert=FILE in the address',
    })
  if (messageOf(thrown) === NO_TLS)
    return new DestinationError(message, {
      passing: false,
      remedy:
        'turn on TLS there (ssl = on in postgresql.conf), so that nobody on the way can read or change what is sent',
    })
  // The server asks for a password, and there is none: pg says so before it sends anything.
  if (messageOf(thrown).startsWith('SASL: ')) return new DestinationError(message, { passing: false, remedy: LOGIN })
  // It could not even be written down.
  if (thrown instanceof RangeError) return new DestinationError(message, { passing: false, remedy: REFUSED })
  for (const key of [code, code.slice(0, 2)]) {
    if (!(key in REMEDIES)) continue
    const remedy = REMEDIES[key]
    return new DestinationError(message, remedy === undefined ? { passing: true } : { passing: false, remedy })
  }
  // Any other SQLSTATE is an answer, and the same batch gets the same one. All else is the way there.
  return new DestinationError(message, { passing: !isSqlState(thrown) })
}

function isSqlState(thrown: unknown): boolean {
  return thrown instanceof Error && 'severity' in thrown
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return ''
  // Of a name with several addresses, none of which answers.
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0])
  return 'code' in thrown ? String(thrown.code) : ''
}
