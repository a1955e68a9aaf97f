/** What persons say of limits, in prompts and in answers. Loaded when words of theirs have to be read. */
export { answersOf, isAllowedBy, requestsIn } from './answers.ts'
export { isAgreed, isRequested, stillHolding } from './lifting.ts'
export { constraintsAs } from './plain-orders.ts'
export { constraintsIn } from './prompt.ts'
export { importsIn, standingOrdersIn } from './standing.ts'
