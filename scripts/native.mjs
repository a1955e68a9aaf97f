// Tests open databases on Node: where the install left out the native part of better-sqlite3, or another Node built it, it is built here.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

try {
  const Database = createRequire(import.meta.url)('better-sqlite3')
  new Database(':memory:').close()
} catch {
  process.exit(spawnSync('npm', ['rebuild', 'better-sqlite3'], { stdio: 'inherit' }).status ?? 1)
}
