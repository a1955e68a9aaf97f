/** Programs of tests that run by themselves, in one file each. */
import { buildSync } from 'esbuild'
import { memo } from '../src/common/memo.ts'

/** The text of a program with all that it imports. */
export const bundled = memo((entry: string): string => {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
  return outputFiles[0]?.text ?? ''
})
