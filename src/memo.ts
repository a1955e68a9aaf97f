/** Answers that are worked out once and kept. */

/** The same function, asked only once for each key; an answer of undefined is kept too. */
export function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    if (known.has(key)) return known.get(key) as V
    const value = compute(key)
    known.set(key, value)
    return value
  }
}

/** The same function, asked only once for each object, as long as that is in use. */
export function memoOf<K extends object, V extends object | string>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return key => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const value = compute(key)
    known.set(key, value)
    return value
  }
}

/** The same question, asked only once. */
export function once<V>(compute: () => V): () => V {
  const ask = memo((_: undefined) => compute())
  return () => ask(undefined)
}
