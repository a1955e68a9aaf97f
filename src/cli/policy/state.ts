/** What is known here of the organisation's policy: for `reviewer policy status`, `reviewer status` and the doctor. */
import { organisationSource } from '../../config/load.ts'
import { type Locations, organisationDirectory } from '../../config/locations.ts'
import { readState, versionInForce } from '../../fleet/policy/installed.ts'

export interface PolicyStatus {
  /** Empty where this machine takes no policy from an organisation. */
  readonly from: string
  readonly audience: string
  /** 0 where none is. */
  readonly in_force: number
  /** The highest version that was verified, and when that was signed (ISO 8601); 0 and empty for none. */
  readonly seen: number
  readonly signed: string
  readonly keys: readonly string[]
  /** When a pull last went well, in milliseconds since 1970; null where none did. */
  readonly pulled: number | null
  /** Nothing was pulled for so long that nobody can tell whether this is still what is published. */
  readonly late: boolean
  /** Why the last pull came to nothing; empty where it went well. */
  readonly failure: string
}

/** The timer of the documentation pulls each hour: this is a long weekend without one. */
const LATE_MS = 4 * 86_400_000

/** Throws ConfigError where the policy of the machine cannot be used. */
export function policyStatus(locations: Locations, now: number): PolicyStatus {
  const source = organisationSource(locations)
  const directory = organisationDirectory(locations)
  const known = source && readState(directory)
  const isDamaged = known === 'damaged'
  // What was remembered under another key or audience is not of this organisation.
  const state =
    known && !isDamaged && known.root_key === source.signed_by && known.audience === source.audience ? known : undefined
  return {
    from: source?.from ?? '',
    audience: source?.audience ?? '',
    in_force: source ? versionInForce(directory) : 0,
    seen: state?.seen ?? 0,
    signed: state?.created ?? '',
    keys: state?.keys ?? (source ? [source.signed_by] : []),
    pulled: state?.pulled || null,
    // By a clock that was set back, a pull may lie ahead.
    late: source !== undefined && Math.abs(now - (state?.pulled ?? 0)) > LATE_MS,
    failure: isDamaged
      ? 'what the last pull remembered cannot be read; the next one writes it anew'
      : (state?.failure ?? ''),
  }
}
