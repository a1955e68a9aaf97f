/** Takes a policy of the organisation from where it is published, and puts it in force where everything about it holds. */
import { isInShare, openBundle, type PolicyBundle } from './bundle.ts'
import { PolicyError } from './error.ts'
import {
  alone,
  enforce,
  freshState,
  type PullState,
  readState,
  stageFiles,
  versionInForce,
  writeState,
} from './installed.ts'
import type { PolicySource } from './source.ts'

export interface PullOptions {
  /** Of root's: what was pulled, and what is remembered. */
  readonly directory: string
  readonly source: PolicySource
  readonly audience: string
  /** The public key that the machine was told to trust. */
  readonly key: string
  readonly now: number
  /** Compiles what lies in a directory, as hooks would; throws where it cannot be used. */
  readonly check: (directory: string) => void
}

export type Pulled =
  /** `version`: the one that is in force now, 0 for none. */
  | { readonly outcome: 'unchanged'; readonly version: number }
  | { readonly outcome: 'in_force'; readonly version: number; readonly before: number }
  /** Another version is published, and this machine is not in its share yet. */
  | { readonly outcome: 'not_in_share'; readonly version: number; readonly published: PolicyBundle }

/**
 * Whatever goes wrong, what was in force stays so, and the failure is remembered for `policy status`.
 *
 * @throws PolicyError, or what reading and writing throw.
 */
export async function pull(options: PullOptions): Promise<Pulled> {
  const { directory, now } = options
  return alone(directory, async () => {
    let state = stateOf(options)
    /** Before anything rests on it: what was seen once is seen, however this pull ends. */
    const remember = (next: PullState): void => {
      writeState(directory, next)
      state = next
    }
    try {
      const pulled = await take(state, options, remember)
      remember({ ...state, pulled: now, tried: now, failure: '' })
      return pulled
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      try {
        remember({ ...state, tried: now, failure })
      } catch {
        // Where that cannot be written either, what went wrong first is what helps.
      }
      throw error
    }
  })
}

/** Another key or audience is another organisation, or a new beginning of the same: only an administrator gives it. */
function stateOf({ directory, key, audience }: PullOptions): PullState {
  const known = readState(directory)
  if (known === undefined || known === 'damaged') return freshState(key, audience, { seen: versionInForce(directory) })
  const isSame = known.root_key === key && known.audience === audience
  return isSame ? known : freshState(key, audience, { machine: known.machine })
}

async function take(
  state: PullState,
  { directory, source, audience, check }: PullOptions,
  remember: (next: PullState) => void,
): Promise<Pulled> {
  const inForce = versionInForce(directory)
  // What is in force may have been removed, or may be of another key, since the server was asked.
  const isWhole = state.in_force === inForce
  const found = await source.fetch(audience, isWhole ? state.etag : '')
  if (found === 'unchanged') return { outcome: 'unchanged', version: inForce }
  const { bundle, key } = openBundle(found.envelope, state.keys)
  if (bundle.audience !== audience)
    throw new PolicyError(`it is meant for ${JSON.stringify(bundle.audience)}, and this machine is of ${audience}`)
  if (bundle.version < state.seen)
    throw new PolicyError(
      `version ${bundle.version} is older than version ${state.seen}, which this machine has seen`,
      'to go back, publish the older content as a new version',
    )
  const seen: PullState = {
    ...state,
    keys: [key, ...(bundle.next_key === undefined ? [] : [bundle.next_key])],
    seen: bundle.version,
    created: bundle.created,
    etag: '',
  }
  if (bundle.version === inForce && isWhole) {
    remember({ ...seen, etag: found.etag })
    return { outcome: 'unchanged', version: inForce }
  }
  if (!isInShare(bundle, state.machine)) {
    remember({ ...seen, etag: found.etag })
    return { outcome: 'not_in_share', version: inForce, published: bundle }
  }
  remember(seen)
  const staged = stageFiles(directory, bundle)
  check(staged)
  enforce(directory, staged)
  remember({ ...seen, etag: found.etag, in_force: bundle.version })
  return { outcome: 'in_force', version: bundle.version, before: inForce }
}
