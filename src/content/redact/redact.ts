/** Masks secrets and personal data before anything is written, with tokens that stay the same for the same value. */

import { once, recent } from '../../common/memo.ts'
import { mayHold } from '../detect/gate.ts'
import { loadDetectors } from '../on-demand.ts'
import { token } from './token.ts'

/** Longer texts are cut: what is not looked through is not kept. */
export const MAX_LENGTH = 1024 * 1024
/** A secret that the cut went through would not be recognised: so much before the cut goes too. */
const MARGIN = 8192
/** The same paths, commands and keys are masked again and again: of texts up to this length, so many are remembered masked. */
const SHORT = 1000
const MOST_REMEMBERED = 1000
/** One token can bring out what stood beside it; more than this was never seen to be needed. */
const ROUNDS = 6

const detectors = once(loadDetectors)

/**
 * The text with each secret replaced by `[KIND:4hex]`. Linear in its length; ordinary text comes back as it is.
 * Doing it twice changes nothing.
 */
export function redact(text: string): string {
  if (text.length > MAX_LENGTH) {
    const head = redact(text.slice(0, MAX_LENGTH)).slice(0, MAX_LENGTH - MARGIN)
    return redact(`${head}…[${text.length - head.length} more]`)
  }
  return text.length > SHORT ? masked(text) : maskedShort(text)
}

const maskedShort = recent(MOST_REMEMBERED, masked)

function masked(text: string): string {
  if (!mayHold(text)) return text
  let last = text
  for (let round = 0; round < ROUNDS; round++) {
    const next = maskPersonal(maskSecrets(last))
    if (next === last) break
    last = next
  }
  return last
}

function maskSecrets(text: string): string {
  const { findSecrets, replaceSpans } = detectors()
  return replaceSpans(text, findSecrets(text, { strict: true }), ({ kind }, secret) => tokenFor(kind, secret))
}

/** Equal values get equal tokens, however they are written. */
function maskPersonal(text: string): string {
  const { findPersonal, replaceSpans } = detectors()
  return replaceSpans(text, findPersonal(text), ({ kind }, datum) =>
    tokenFor(kind, kind === 'email' ? datum.toLowerCase() : datum.replace(/[^A-Za-z\d]/g, '')),
  )
}

/** What a secret of this kind is masked as, here and in whatever else is kept of it. */
export function tokenFor(kind: string, value: string): string {
  return token(kind.toUpperCase().replaceAll('-', '_'), value)
}

/** What a value that stands behind a secret's name is masked as; the value itself where it is no literal. */
function maskSecretValue(key: string, value: string): string {
  const { isLiteral, kindOf } = detectors()
  return /\s/.test(value) || !isLiteral(value) ? value : tokenFor(kindOf(key), value)
}

/** JSON with all its texts and keys masked, and also whole values whose key says that they are secret. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(redactDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      redact(key),
      typeof inner === 'string' && mayHold(key) && detectors().isSecretName(key)
        ? maskSecretValue(key, redact(inner))
        : redactDeep(inner),
    ]),
  )
}
