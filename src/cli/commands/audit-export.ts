/** `reviewer audit export`: the record in another form, into a file or to standard output. */

import { printable } from '../../common/printable.ts'
import { isConfigError } from '../../config/error.ts'
import type { Locations } from '../../config/locations.ts'
import { importModule } from '../../config/plug-ins/node.ts'
import { EXPORT_FORMATS } from '../../model/ids.ts'
import type { AuditFilter } from '../../model/record.ts'
import type { LocalStore } from '../../record/store.ts'
import { findProjectRoot } from '../../review/context.ts'
import { countOf } from '../arguments.ts'
import type { DeclaredCommand } from '../command.ts'
import { ExportError } from '../export/error.ts'
import { exporterOf } from '../export/exporters.ts'
import { type ExportOutput, fileOutput, streamOutput } from '../export/output.ts'
import { runExport } from '../export/run.ts'
import { filterOf, noteUnread, withFilters } from '../filters.ts'
import { plural } from '../output/counts.ts'
import { progressBar } from '../output/progress.ts'
import { compiledPolicy } from '../parts.ts'
import { isInState } from '../place.ts'
import { fail, noteLoss, withStore } from '../record.ts'

interface ExportOptions extends AuditFilter {
  readonly output?: string
  readonly format?: string
}

export function registerExport(audit: DeclaredCommand, locations: () => Locations): void {
  withFilters(audit.command('export').description('write the record, or a part of it, in another form'))
    .option('-o, --output <file>', 'write to this file, which is there whole or not at all; - is standard output')
    .option(
      '--format <format>',
      `${EXPORT_FORMATS.join(', ')}, or an .mjs or .ts file with an exporter (default: audit.export_format)`,
    )
    .option('--limit <n>', 'only the newest n', countOf)
    .action((options: ExportOptions) => {
      return withStore(locations().database, store => write(store, options, locations()))
    })
}

async function write(store: LocalStore, options: ExportOptions, locations: Locations): Promise<void> {
  const { output: file = '-' } = options
  const { filter, unread } = filterOf(options, store)
  try {
    noteLoss(store)
    const rows = await interruptible(async begun => {
      const exporter = await exporterOf(options.format ?? configured(locations), importModule)
      const output = begun(
        file === '-' ? streamOutput(process.stdout, 'standard output') : await openFile(file, locations),
      )
      // What is recorded from here on belongs to another export.
      const { seq: last } = store.tail()
      const first = store.audit({ up_to: last, after: 0 }).next().value?.seq ?? last
      const progress = progressBar('rows', last - first + 1)
      const end = () => progress.end()
      return runExport(store.audit({ ...filter, up_to: last }), exporter, output, row =>
        progress.at(row.seq - first + 1),
      ).finally(end)
    })
    noteUnread(unread())
    if (file !== '-') process.stderr.write(`${plural(rows, 'row')} written to ${printable(file)}\n`)
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    fail(`reviewer audit export: ${printable(error.message)}`, 2)
  }
}

/** A configuration that is broken must not keep anybody from the record. */
function configured(locations: Locations): string {
  try {
    const root = findProjectRoot(process.cwd(), process.env, locations.home)
    return compiledPolicy(locations, root).config.audit.export_format
  } catch (error) {
    if (isConfigError(error)) throw new ExportError(`${error.message}; name a format with --format`)
    throw error
  }
}

function openFile(file: string, { state }: Locations): Promise<ExportOutput> {
  if (isInState(file, state)) throw new ExportError(`${file} is where the reviewer keeps its state: write elsewhere`)
  return fileOutput(file)
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Whatever ends it leaves nothing half written: a signal, or an exporter that ends the process, fails outside of what it was asked for,
 * or never answers, so that nothing is left to wait for. `work` says where it writes to as soon as it is known.
 */
async function interruptible<T>(work: (begun: (output: ExportOutput) => ExportOutput) => Promise<T>): Promise<T> {
  let output: ExportOutput | undefined
  // A reader that goes away ends the program, and is no error.
  let unheard = false
  const goneAway = () => {
    unheard = true
  }
  const ended = (code: number) => {
    output?.discard()
    if (code === 0 && !unheard)
      fail('reviewer audit export: the exporter ended without an answer: nothing was written', 2)
  }
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const stop = () => process.exit(code)
    process.once(signal, stop)
    return () => process.removeListener(signal, stop)
  })
  process.once('exit', ended)
  process.stdout.prependOnceListener('error', goneAway)
  try {
    return await work(to => {
      output = to
      return to
    })
  } finally {
    process.removeListener('exit', ended)
    process.stdout.removeListener('error', goneAway)
    for (const remove of handlers) remove()
  }
}
