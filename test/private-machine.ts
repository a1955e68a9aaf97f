/** A machine of its own for a command: `/etc` and `/usr/local/lib` can be written there, root's home is HOME, and nothing of it remains. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'

const PREPARE = `set -e
mount -t tmpfs -o mode=755 tmpfs /usr/local/lib
copy=$(mktemp -d); mount -t tmpfs -o mode=755 tmpfs "$copy"
cp -a /etc/. "$copy/"; mount --bind "$copy" /etc; umount "$copy" 2>/dev/null || true; rmdir "$copy" 2>/dev/null || true
awk -F: -v OFS=: -v home="$HOME" '$1 == "root" { $6 = home } { print }' /etc/passwd >/etc/passwd.new && mv /etc/passwd.new /etc/passwd
`

/** Words in front of a command line that give it such a machine. */
export const onPrivateMachine = ['unshare', '-m', 'sh', '-c', `${PREPARE}exec "$@"`, 'sh']

/** Why there can be none; undefined where there can. */
export const noPrivateMachine: string | undefined = (() => {
  if (process.platform !== 'linux') return 'only Linux has mount namespaces'
  if (process.getuid?.() !== 0) return 'only root may write /etc'
  const [program = '', ...args] = onPrivateMachine
  const { status, stderr } = spawnSync(program, [...args, 'true'], { encoding: 'utf8' })
  return status === 0 ? undefined : `mount namespaces are not permitted here: ${stderr.trim()}`
})()

/** Runs a script of the shell on such a machine. */
export function runPrivately(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): SpawnSyncReturns<string> {
  const [program = '', ...args] = onPrivateMachine
  return spawnSync(program, [...args, 'sh', '-c', script], { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 })
}
