/** Property tests try the same inputs in every ordinary run, and others in each soak; a failure names its seed. */
import fc from 'fast-check'
import { SOAK_SHARE } from './random.ts'

/** In a soak a law is tried with more inputs for no longer than this, in ms. */
const LONGEST = 5_000

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.SOAK_SEED ?? 1),
  ...(process.env.SOAK ? { interruptAfterTimeLimit: SOAK_SHARE * LONGEST } : {}),
})
