/** Where in a file something stands. */

/** Line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** Line of a text in a file that may hold it quoted or with escapes; `otherwise` where it does not stand there. */
export function lineOf(text: string, wanted: string, otherwise = 1): number {
  const [first = ''] = wanted.trim().split('\n')
  for (const form of [first, JSON.stringify(first).slice(1, -1)]) {
    const at = form === '' ? -1 : text.indexOf(form)
    if (at >= 0) return lineAt(text, at)
  }
  return otherwise
}

/** Line of a key of JSON or YAML, after an offset; `otherwise` where it is written in another way. */
export function lineOfKey(text: string, key: string, otherwise = 1): number {
  const at = text.search(new RegExp(`["']?${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']?\\s*[:=]`))
  return at < 0 ? otherwise : lineAt(text, at)
}
