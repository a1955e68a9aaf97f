/** Which of many attacks an ordinary run carries out: each takes about a second. */

/** All rows in a soak, every sixth (or `nth`) in an ordinary run. */
export function sampled<T>(rows: readonly T[], nth = 6): readonly T[] {
  return process.env.SOAK ? rows : rows.filter((_, at) => at % nth === 0)
}
