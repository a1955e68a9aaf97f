/** `reviewer scan`: what a repository would run, by itself or when asked, and what the review says of it. Nothing is run. */
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { VERSION } from '../../facts/own-program.ts'
import { SEVERITIES, type Severity } from '../../model/action.ts'
import { choice, defineCommand } from '../command.ts'
import { scanLines } from '../output/scan.ts'
import { painter } from '../output/style.ts'
import type { ScanReport } from '../scan/model.ts'
import { sarifOf } from '../scan/sarif.ts'
import { rank, scan } from '../scan/scan.ts'

const EXIT_FOUND = 1
const EXIT_USAGE = 2
const WIDTH = 100

interface Options {
  readonly json?: boolean
  readonly sarif?: boolean
  readonly all?: boolean
  readonly failOn?: Severity | 'never'
}

export default defineCommand({
  name: 'scan',
  order: 22,
  summary: 'what a repository would run, before anybody works in it (exit 1: findings, 2: usage)',
  examples: ['reviewer scan .', 'reviewer scan --json --fail-on critical .'],
  register(command, context) {
    command
      .argument('<path>', 'a directory, or one file')
      .option('--json', 'the report as JSON')
      .option('--sarif', 'the report as SARIF 2.1.0')
      .option('--all', 'low findings too')
      .addOption(choice('--fail-on <severity>', 'exit 1 from this severity on: default high', [...SEVERITIES, 'never']))
      .action((path, options: Options) => {
        if (options.json && options.sarif) return refuse('one of --json and --sarif')
        try {
          const report = scan(path, context.home())
          process.stdout.write(textOf(report, options))
          const { failOn = 'high' } = options
          if (failOn !== 'never' && report.findings.some(({ severity }) => rank(severity) >= rank(failOn)))
            process.exitCode = EXIT_FOUND
        } catch (error) {
          refuse(messageOf(error))
        }
      })
  },
})

function textOf(report: ScanReport, { json, sarif, all }: Options): string {
  if (json) return `${printableJson(report, 2)}\n`
  if (sarif) return `${printableJson(sarifOf(report, VERSION), 2)}\n`
  const width = process.stdout.columns ?? WIDTH
  return `${scanLines(report, width, painter(process.stdout), all === true).join('\n')}\n`
}

function refuse(message: string): void {
  process.stderr.write(`reviewer scan: ${printable(message)}\n`)
  process.exitCode = EXIT_USAGE
}
