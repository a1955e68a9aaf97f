/** `reviewer` as a command that can be typed anywhere: a link where the user's own programs are. */

import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CURRENT, executableIn, programDirectory } from '../../agents/claude-code/registration/executable.ts'
import { COMMAND_LINK } from '../../agents/typed.ts'

export const linkOf = (home: string): string => join(home, ...COMMAND_LINK)

/** Makes the link where nothing of that name is. Gives its path; undefined where it was not made. */
export function linkCommand(home: string): string | undefined {
  const link = linkOf(home)
  if (process.platform === 'win32') return undefined
  if (lstatSync(link, { throwIfNoEntry: false })) return undefined
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(executableIn(programDirectory(home), CURRENT), link)
  return link
}

/** The link where it leads to the program; whatever else has that name is not meant. */
export function commandLink(home: string): string | undefined {
  const link = linkOf(home)
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  return readlinkSync(link) === executableIn(programDirectory(home), CURRENT) ? link : undefined
}
