/** How wide what is printed may be. */

/** Where nobody says: wider than a terminal usually is, since files and pipes have no edge. */
const USUAL = 120
/** Below that nothing can be laid out. */
const LEAST = 10

/** Of the terminal; where there is none, what COLUMNS says. */
export function outputColumns(
  { columns }: { readonly columns?: number } = process.stdout,
  { COLUMNS = '' }: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const said = columns ?? (/^\d{1,4}$/.test(COLUMNS) ? Number(COLUMNS) : USUAL)
  return said > 0 ? Math.max(LEAST, said) : USUAL
}
