/** `reviewer human`: the passphrase that commands for people only may ask for. */

import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { printable, printableJson } from '../../common/printable.ts'
import { makePrivateDirectory } from '../../common/private-directory.ts'
import type { Locations } from '../../config/locations.ts'
import { defineCommand } from '../command.ts'
import { localTime } from '../output/audit.ts'
import { hashPassphrase, passphraseFile, requireHuman } from '../person/human.ts'
import { withTerminal } from '../person/terminal.ts'
import { closeWindow, openedWindow } from '../person/window.ts'

const LEAST = 8

export default defineCommand({
  name: 'human',
  order: 180,
  summary: 'what asks for a person before commands for people only',
  examples: [
    'reviewer human status',
    'reviewer human end',
    'reviewer human set-passphrase',
    'reviewer human remove-passphrase',
  ],
  register(command, { locations }) {
    command
      .command('status', { isDefault: true })
      .description('whether a passphrase is asked for, and whether a terminal need not be asked for a code now')
      .option('--json', 'as JSON')
      .action(({ json }) => {
        const file = passphraseFile(locations())
        const open = openedWindow(locations().state, Date.now())
        if (json) {
          const found = { passphrase: existsSync(file), open_until: open?.until ?? null }
          process.stdout.write(`${printableJson(found)}\n`)
          return
        }
        const state = existsSync(file)
          ? `a code and a passphrase are asked for (${printable(file)})`
          : 'a code is asked for'
        const window = open
          ? `; reviewer allow needs none until ${localTime(open.until).slice(11, 16)} in the terminal where one was typed (reviewer human end)`
          : ''
        process.stdout.write(`${state}${window}\n`)
      })

    command
      .command('end')
      .description('ask for a code again at the next reviewer allow')
      .action(() => {
        const wasOpen = closeWindow(locations().state, Date.now())
        process.stdout.write(wasOpen ? 'ended: a code is asked for again\n' : 'a code is asked for already\n')
      })

    command
      .command('set-passphrase')
      .description('ask for a passphrase too, or for another one')
      .action(() => change('set the passphrase', locations(), setPassphrase))

    command
      .command('remove-passphrase')
      .description('ask for no passphrase any more')
      .action(() => change('remove the passphrase', locations(), removePassphrase))
  },
})

async function change(
  what: string,
  locations: Locations,
  work: (locations: Locations) => Promise<string | undefined>,
): Promise<void> {
  const permission = await requireHuman(what, { locations })
  const failure = permission.ok ? await work(locations) : `refused: ${permission.why}`
  if (failure === undefined) process.stdout.write('done\n')
  else {
    process.stderr.write(`reviewer human: ${printable(failure)}\n`)
    process.exitCode = 1
  }
}

async function setPassphrase(locations: Locations): Promise<string | undefined> {
  const [first, second] = await withTerminal(async terminal => [
    await terminal.ask('New passphrase: ', false),
    await terminal.ask('Once more: ', false),
  ])
  if (first === undefined || first.length < LEAST) return `a passphrase has at least ${LEAST} characters`
  if (first !== second) return 'the two are not the same; nothing was changed'
  const file = passphraseFile(locations)
  const salt = randomBytes(16).toString('hex')
  makePrivateDirectory(dirname(file))
  writeFileSync(`${file}.tmp`, `${JSON.stringify({ salt, hash: hashPassphrase(first, salt) })}\n`, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
  return undefined
}

async function removePassphrase(locations: Locations): Promise<undefined> {
  rmSync(passphraseFile(locations), { force: true })
}
