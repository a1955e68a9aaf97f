export const BIAS = 0
export const STEP = 1
export const WEIGHTS = ''
export const WORDS = ''
export const COMBINATIONS = '0'
export const MODEL_NAMES: readonly number[] = []
