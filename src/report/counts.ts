/** Counts in words. */

/** `1 row`, `1,234 rows`. `what`: one of them; where more than one is not called that with an s, `more` says how. */
export function plural(count: number, what: string, more = `${what}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? what : more}`
}
