// The exports of sources, for benchmarks that need what the library does not give.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** `contents`: a module that exports what is needed from paths of this repository, such as './src/fleet/postgres/index.ts'. */
export async function sources(contents) {
  const outfile = join('dist', `bench-${process.pid}.mjs`)
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  try {
    return await import(pathToFileURL(resolve(outfile)).href)
  } finally {
    rmSync(outfile)
  }
}
