/** `reviewer audit verify`: whether the record is whole, by itself or beside the one that it was sent to. */
import { Option } from 'commander'
import { printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import type { RemoteFinding, RemoteVerification } from '../../fleet/verify/findings.ts'
import { verifyFleet } from '../../fleet/verify/fleet.ts'
import { verifyMachine } from '../../fleet/verify/machine.ts'
import type { Store, Verification } from '../../model/record.ts'
import { vaultFor } from '../../record/keys/record.ts'
import { shipmentsOf } from '../../record/shipments.ts'
import type { LocalStore } from '../../record/store.ts'
import { timeOf } from '../arguments.ts'
import type { DeclaredCommand, DeclaredOption } from '../command.ts'
import { loadSharedRecordAccess } from '../on-demand.ts'
import { plural } from '../output/counts.ts'
import { progressBar } from '../output/progress.ts'
import { painter } from '../output/style.ts'
import { fail, withStore } from '../record.ts'
import { type Remote, remoteOption } from '../remote-option.ts'

interface Options {
  readonly json?: true
  readonly remote?: Remote
  readonly all?: true
  readonly silentAfter: number
}

/** A machine that is not used for so long is asked about, and not only one that was cut off. */
const SILENT = '7d'

const allOption = (): DeclaredOption<{ readonly all?: true }> =>
  new Option('--all', 'the chains of all machines, within the shared record').implies({ remote: true })
const silentOption = (): DeclaredOption<{ readonly silentAfter: number }> =>
  new Option('--silent-after <time>', 'with --all: name machines of which nothing came for so long')
    .argParser(timeOf)
    .default(timeOf(SILENT), SILENT)

export function registerVerify(audit: DeclaredCommand, locations: () => Locations): void {
  audit
    .command('verify')
    .description('check that no row was changed, removed or cut off')
    .addOption(remoteOption('compare it with the shared record that it was sent to'))
    .addOption(allOption())
    .addOption(silentOption())
    .option('--json', 'as JSON')
    .action(async (options: Options) => {
      const { remote, all } = options
      if (remote === undefined) return withStore(locations().database, store => verify(store, options.json === true))
      if (all)
        return loadSharedRecordAccess().withSharedRecord(remote, 'reader', locations(), async shared => {
          const bar = progressBar('rows', 0)
          const result = await verifyFleet(shared, options.silentAfter, bar.at).finally(bar.end)
          show(result, undefined, options)
        })
      return withStore(locations().database, store => verifyHere(store, remote, options, locations()))
    })
}

function verify(store: Store, json: boolean): void {
  const result = store.verify()
  if (!result.ok) process.exitCode = 1
  process.stdout.write(json ? `${printableJson(result, 2)}\n` : localText(result))
}

function localText(result: Verification): string {
  const paint = painter(process.stdout)
  const verdict = result.broken
    ? `${paint('red', 'broken')}  at row ${result.broken.seq}: ${printable(result.broken.why)}`
    : `${paint('green', 'whole')}  ${result.rows} rows`
  return `${verdict}\n${result.notes.map(note => `  ${printable(note)}\n`).join('')}`
}

async function verifyHere(store: LocalStore, remote: Remote, options: Options, locations: Locations): Promise<void> {
  await loadSharedRecordAccess().withSharedRecord(remote, 'writer', locations, async shared => {
    const sent = store.ask(shipmentsOf).find(({ destination }) => destination === shared.id)
    const machines = await shared.machines()
    if (sent === undefined || !machines.some(({ machine }) => machine === store.machine)) {
      fail(
        `${printable(shared.id)} knows nothing of this machine, or shows it to another login\nsend the record there: reviewer ship`,
        2,
      )
      return
    }
    const local = store.verify()
    const bar = progressBar('rows', sent.seq)
    const vault = vaultFor(locations.state)
    const result = await verifyMachine(shared, { store, vault, cursor: sent.seq }, bar.at).finally(bar.end)
    show(result, local, options)
  })
}

/** `local`: what the record of this machine says by itself; undefined where it was not asked. */
function show(result: RemoteVerification, local: Verification | undefined, { json }: Options): void {
  const { findings } = result
  if (findings.length > 0 || local?.ok === false) process.exitCode = 1
  if (json) {
    process.stdout.write(`${printableJson({ ...result, ok: findings.length === 0, ...(local && { local }) }, 2)}\n`)
    return
  }
  const paint = painter(process.stdout)
  const of = `${plural(result.rows, 'row')} of ${plural(result.machines, 'machine')} in the shared record`
  const head =
    findings.length === 0
      ? `${paint('green', 'whole')}  ${of}`
      : `${paint('red', plural(findings.length, 'finding'))}  in ${of}`
  const lines = [head, ...findings.map(each => findingLine(each)), ...result.notes.map(note => `  ${printable(note)}`)]
  process.stdout.write(`${local ? `here: ${localText(local)}there: ` : ''}${lines.join('\n')}\n`)
}

function findingLine({ machine, kind, rows, why }: RemoteFinding): string {
  const more = rows > 1 ? ` (${plural(rows, 'row')} in all)` : ''
  return `  ${printable(machine)}  ${kind.replace('_', ' ')}: ${printable(why)}${more}`
}
