/** Shows a file in whatever shows pages on this machine. */
import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Hands the file over and does not wait; that nothing can show it is no failure, and is said. */
export function openInBrowser(file: string): void {
  const [program = 'xdg-open', ...args] = OPENERS[process.platform] ?? []
  const child = spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
  child.on('error', () =>
    process.stderr.write(`note: ${program} could not be started: open it in a browser yourself\n`),
  )
  child.unref()
}
