/** What the training needs of the detector: the same reading of a text, the same features, the same tables. */

import { cutsOf } from '../../src/detect/injection/cuts.ts'
import { regionOf } from '../../src/detect/injection/features.ts'
import type { Lexicon } from '../../src/detect/injection/lexicon.ts'
import type { Reading } from '../../src/detect/injection/readings.ts'

export { featuresOf, windowsOf } from '../../src/detect/injection/features.ts'
export { invisibleIn } from '../../src/detect/injection/invisible.ts'
export { lexiconOf } from '../../src/detect/injection/lexicon.ts'
export { MEANINGS } from '../../src/detect/injection/meanings.ts'
export { HIDDEN, readingsOf } from '../../src/detect/injection/readings.ts'
export * from '../../src/detect/injection/table.ts'
export { hashOf } from '../../src/detect/injection/words.ts'

export const regionsOf = ({ text, lower }: Reading, lexicon: Lexicon) =>
  cutsOf(text).map(([from, to]) => regionOf(text, lower, from, to, lexicon))
export { digestOf, FOLDER, HELD_OUT } from './digest.ts'
