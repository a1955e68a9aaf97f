// Records the README's terminal, with the real client; the recorder is TypeScript and runs with Bun.
import { spawnSync } from 'node:child_process'
import { bunHere } from './executable.mjs'

process.exitCode = spawnSync(bunHere(), ['scripts/recording/record.ts'], { stdio: 'inherit' }).status ?? 1
