/**
 * Asks Claude, by the client that you use, which limits your prompts set: a small model, without tools, settings, hooks or memory. The
 * prompt goes where your prompts go anyway; it takes some seconds and some thousand tokens a prompt.
 *
 * `options.model`: which one; default: haiku. `options.program`: the client; default: claude, as your shell finds it.
 */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { LIMITS } from './questions/limits.mjs'

/** Hooks of the machine hold for the client that is asked as well: it must not ask again. */
const ASKED = 'REVIEWER_ASKS_CLAUDE'

function ask(text, { program = 'claude', model = 'haiku' }) {
  const words = ['-p', '--model', String(model), '--system-prompt', LIMITS, '--tools', '', '--setting-sources', '']
  words.push('--settings', '{"disableAllHooks":true}', '--strict-mcp-config', '--no-session-persistence')
  return new Promise((resolve, reject) => {
    const child = spawn(String(program), words, {
      cwd: tmpdir(),
      env: { ...process.env, [ASKED]: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let answer = ''
    child.stdout.on('data', part => (answer += part))
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve(answer) : reject(new Error(`${program} ended with ${code}: ${answer.slice(0, 100)}`))))
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })
}

/** @type {import('step-reviewer').ReviewerDefinition} */
export default {
  description: 'asks Claude which limits a prompt sets',
  cacheable: true,
  async prompt(text, { options }) {
    if (process.env[ASKED]) return []
    const answer = await ask(text, options)
    // Some models put JSON between marks of code.
    const { limits } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
    if (!Array.isArray(limits)) throw new Error('Claude did not say which limits there are')
    return limits
  },
}
