/** Reviews without a process around them, each by itself, in a small project with git. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createReviewer, type Review } from '../src/index.ts'

export interface InProcess {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly review: (command: string) => Promise<Review>
  /** The same for a call of another tool. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<Review>
  readonly close: () => void
}

/** Takes HOME of the whole process along until it is closed: one at a time. The machine is declared to be no container. */
export function inProcess(): InProcess {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-in-process-')))
  const home = join(root, 'home')
  const project = join(home, 'app')
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  put(join(home, '.config', 'reviewer', 'config.yaml'), 'environment: { disposable: false }\n')
  put(join(project, 'README.md'), '# app\n')
  put(join(project, 'src', 'app.ts'), 'export {}\n')
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=topic']
  const git = (...args: string[]): void => void execFileSync('git', [...identity, ...args], { cwd: project })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'start')
  const { HOME } = process.env
  process.env.HOME = home
  const reviewer = createReviewer({ home: join(root, 'state'), store: 'none' })
  const call: InProcess['call'] = async (tool_name, tool_input) => {
    const found = await reviewer.review({
      session_id: 'in-process',
      transcript_path: '',
      cwd: project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name,
      tool_input,
      tool_use_id: 'call',
    })
    if (!found) throw new Error('no verdict')
    return found
  }
  return {
    root,
    home,
    project,
    review: command => call('Bash', { command }),
    call,
    close() {
      reviewer.close()
      process.env.HOME = HOME
      rmSync(root, { recursive: true, force: true })
    },
  }
}
