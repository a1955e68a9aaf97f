/** `reviewer doctor`: finds every way in which the reviewer can be absent. */

import { parseArgs } from 'node:util'
import { withTyped } from '../../agents/typed.ts'
import { messageOf } from '../../common/message-of.ts'
import { printable } from '../../common/printable.ts'
import { type JsonOutput, openJson } from '../output/as-json.ts'
import { doctorJson, doctorText } from '../output/doctor.ts'
import { painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { wrapText } from '../output/wrap.ts'
import { describeSystemError, isSystemError, withoutCodes } from '../system-error.ts'
import { examine, exitCode } from './examine.ts'
import { doctorInputs } from './inputs.ts'

export const USAGE = `Usage: reviewer doctor [--json] [--home DIR]

Finds every way in which the reviewer can be silently absent where you are now, and says what to do about each. It fires calls that
must be blocked, and calls that must not, through the registered command line.

  --json       the findings as one JSON object
  --home DIR   where commands look for the state, if not in the usual place

Exit code: 0 all is well, 1 there are problems, 2 something could not be checked.
`

/** `args`: the words after \`doctor\`. Returns the exit code; never throws. */
export function runDoctor(args: readonly string[]): number {
  const json = args.includes('--json') ? openJson() : undefined
  const code = runWithJson(args, json)
  json?.close(code)
  return code
}

function runWithJson(args: readonly string[], json: JsonOutput | undefined): number {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, home: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help) {
      process.stdout.write(USAGE)
      return 0
    }
    const looked = examine(doctorInputs(values.home, process.cwd()))
    if (json) {
      json.expect('data')
      process.stdout.write(doctorJson(looked))
    } else {
      const text = withoutCodes(withTyped(doctorText(looked, painter(process.stdout)), process.env))
      process.stdout.write(process.stdout.isTTY ? wrapText(text, outputColumns()) : text)
    }
    return exitCode(looked)
  } catch (error) {
    const why = isSystemError(error) ? describeSystemError(error) : printable(messageOf(error))
    process.stderr.write(`reviewer doctor: ${withoutCodes(why)}\n`)
    return 2
  }
}
