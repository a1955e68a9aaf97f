/** Answers that are worked out once and kept. */

/** The same function, asked only once for each key; an answer of undefined is kept too. */
export function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    const kept = known.get(key)
    if (kept !== undefined || known.has(key)) return kept as V
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

/** The same function, which remembers what it was asked last: at most `most` answers, and all are forgotten where one more comes. */
export function recent<K, V>(most: number, compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return key => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const value = compute(key)
    if (known.size >= most) known.clear()
    known.set(key, value)
    return value
  }
}

/** The same question, asked only once. */
export function once<V>(compute: () => V): () => V {
  let kept: { readonly value: V } | undefined
  return () => {
    kept ??= { value: compute() }
    return kept.value
  }
}
