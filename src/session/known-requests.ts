/**
 * Pull requests that the session made or looked at, or that the person spoke of: "merge it" means one of these. They are kept among the
 * names that came up, each as an entry of its own.
 */
import type { HookEvent } from '../model/event.ts'
import { eventCall } from '../model/event.ts'
import { textIn } from '../model/tool.ts'
import { outputOf } from './output.ts'

/** Where more come up, they are a list that was searched. */
const MOST = 3
const ADDRESS = /\/(?:pulls?|merge_requests)\/(\d{1,9})\b/g
const SPOKEN =
  /(?<!\w)(?:PR|MR|(?:pull|merge)[ -]requests?)\s{0,3}[#!]?(\d{1,9})\b|\/(?:pulls?|merge_requests)\/(\d{1,9})\b/gi
const FORGE = /(?:^|[\s;&|(])(?:gh|glab|hub)\s/
const GIVEN =
  /(?:^|[\s;&|(])(?:gh pr|glab mr) (?:view|checks|diff|checkout|edit|ready|review|comment|status|update-branch|show|approve|note|update)(?: -[\w-]+)* [#!]?(\d{1,9})(?![\w.])/g

export const requestEntry = (number: string): string => `pull request ${number}`

/** Entries for the filter of known names. */
export function pullRequestsIn(event: HookEvent): readonly string[] {
  if (event.name === 'UserPromptSubmit') return entriesOf(event.prompt, SPOKEN)
  if (event.name !== 'PostToolUse') return []
  const { kind } = event.form
  const command = kind === 'run_command' ? textIn(eventCall(event), 'command') : ''
  if (kind !== 'external' && !FORGE.test(command)) return []
  const said = entriesOf(outputOf(event).text, ADDRESS)
  return [...entriesOf(command, GIVEN), ...(said.length > MOST ? [] : said)]
}

function entriesOf(text: string, pattern: RegExp): readonly string[] {
  const numbers = [...text.matchAll(pattern)].flatMap(([, one, other]) => one ?? other ?? [])
  return [...new Set(numbers)].map(requestEntry)
}
