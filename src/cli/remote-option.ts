/** `--remote [URL]` of the commands that can read the record of a fleet. */
import { InvalidArgumentError, Option } from 'commander'
import type { DeclaredOption } from './command.ts'

/** An address, or true for the one of the configuration. */
export type Remote = URL | true

export const remoteOption = (what: string): DeclaredOption<{ readonly remote?: Remote }> =>
  new Option('--remote [url]', what).argParser(addressOf)

/** Throws InvalidArgumentError. */
function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol))
    throw new InvalidArgumentError('give an address like postgres://reader@db.example.com/reviewer.')
  if (url.password !== '')
    throw new InvalidArgumentError('put the password into PGPASSWORD or the configuration, not into the address.')
  return url
}
