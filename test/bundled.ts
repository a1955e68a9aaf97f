/** Programs of tests that run by themselves, in one file each. */
import { buildSync } from 'esbuild'
import { memo } from '../src/common/memo.ts'

/** The text of a program with all that it imports. */
export const bundled = memo((entry: string): string => textOf(entry, 'esm'))

/** The same as CommonJS: what it takes from Node's modules can be changed by whoever loads it. */
export const bundledOpen = memo((entry: string): string => textOf(entry, 'cjs'))

function textOf(entry: string, format: 'esm' | 'cjs'): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    write: false,
    bundle: true,
    platform: 'node',
    format,
    ...(format === 'cjs' && { define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' } }),
  })
  return outputFiles[0]?.text ?? ''
}
