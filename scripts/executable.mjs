// Compiles the program and its assets into one executable.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** Bun's own executable, as npm installs it. */
const bun = require.resolve('bun/bin/bun.exe')

/** `constants`: texts that stand for names in the sources. `order`: files that tell in which order functions are needed. */
export function compileExecutable({ outfile, constants, target, order = [] }) {
  const define = {
    ...constants,
    REVIEWER_EXECUTABLE: 'true',
    // Where the sources lay is nobody's business; what is read lies in the executable.
    'import.meta.filename': '"/reviewer/program"',
    'import.meta.dirname': '"/reviewer"',
  }
  const { status } = spawnSync(
    bun,
    [
      'build',
      '--compile',
      '--bytecode',
      '--format=cjs',
      '--minify',
      // What lies in the directory of a session must not run in the guard.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      '--no-compile-autoload-tsconfig',
      '--no-compile-autoload-package-json',
      '--compile-jit-policy=100',
      '--asset=dist/assets',
      ...(target ? [`--target=${target}`] : []),
      ...(order.length > 0 ? [`--bytecode-order=${order.join(',')}`] : []),
      ...Object.entries(define).flatMap(([name, value]) => ['--define', `${name}=${value}`]),
      'src/main.ts',
      '--outfile',
      outfile,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (status !== 0) throw new Error(`bun build ended with ${status}`)
}
