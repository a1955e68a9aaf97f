/** The command line: parses, runs one command, sets the exit code. Each command is a file of its own, loaded when used. */
import { Command, CommanderError } from 'commander'
import { VERSION } from './build.ts'

const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  replay: async () => (await import('./cli/replay.ts')).registerReplay,
  check: async () => (await import('./cli/check.ts')).registerCheck,
  explain: async () => (await import('./cli/explain.ts')).registerExplain,
  audit: async () => (await import('./cli/audit.ts')).registerAudit,
  stats: async () => (await import('./cli/stats.ts')).registerStats,
  feedback: async () => (await import('./cli/feedback.ts')).registerFeedback,
  tune: async () => (await import('./cli/tune.ts')).registerTune,
  checkpoint: async () => (await import('./cli/checkpoint.ts')).registerCheckpoint,
  config: async () => (await import('./cli/config.ts')).registerConfig,
  rules: async () => (await import('./cli/rules.ts')).registerRules,
  report: async () => (await import('./cli/report.ts')).registerReport,
  session: async () => (await import('./cli/session.ts')).registerSession,
  trust: async () => (await import('./cli/trust.ts')).registerTrust,
  reviewers: async () => (await import('./cli/reviewers.ts')).registerReviewers,
  keys: async () => (await import('./cli/keys.ts')).registerKeys,
  erase: async () => (await import('./cli/erase.ts')).registerErase,
  human: async () => (await import('./cli/human.ts')).registerHuman,
  internal: async () => (await import('./cli/internal.ts')).registerInternal,
  patterns: async () => (await import('./cli/patterns.ts')).registerPatterns,
  init: async () => (await import('./cli/init.ts')).registerInit,
}

/** Runs the command line. Exit codes: 0 allowed or done, 1 stopped or broken, 2 usage or configuration error. */
export async function main(argv: readonly string[]): Promise<void> {
  // A reader that goes away (`| head`) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`reviewer: standard output: ${error.message}\n`)
    process.exit(1)
  })
  const program = new Command('reviewer')
    .description('The safety reviewer for Claude Code.')
    .version(VERSION)
    .option('--home <dir>', 'where the reviewer keeps its state')
    .addHelpText(
      'after',
      '\n  hook [--home DIR]   what Claude Code runs: reads one event, writes one answer\n  doctor [--json]     finds every way in which the guard can be absent, and says what to do',
    )
    .exitOverride()
  const named = argv.slice(2).find((word, index, words) => !word.startsWith('-') && words[index - 1] !== '--home')
  const wanted = named !== undefined && Object.hasOwn(COMMANDS, named) ? [named] : Object.keys(COMMANDS)
  for (const name of wanted) (await COMMANDS[name]?.())?.(program)
  try {
    await program.parseAsync(movedHome(argv))
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode === 0 ? 0 : 2
  }
}

/** `--home DIR` may stand anywhere, as people write it. */
function movedHome(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--home')
  const end = argv.indexOf('--')
  if (at < 3 || (end >= 0 && end < at)) return argv
  return [...argv.slice(0, 2), ...argv.slice(at, at + 2), ...argv.slice(2, at), ...argv.slice(at + 2)]
}
