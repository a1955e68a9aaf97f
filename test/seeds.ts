/** Property tests try the same inputs in every ordinary run, and others in each soak; a failure names its seed. */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SOAK_SEED ?? 1) })
