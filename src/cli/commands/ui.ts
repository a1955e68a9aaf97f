/** `reviewer ui`: serves the page on this machine, to one browser that has the address, until it is ended. It reads, and writes nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { portOf, timeOf } from '../arguments.ts'
import { defineCommand, streamedJson } from '../command.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { fail } from '../record.ts'
import { pageAssets } from '../report-page/document.ts'
import { describeSystemError, isSystemError } from '../system-error.ts'
import { newAccess } from '../ui/access.ts'
import { type Feed, newFeed } from '../ui/feed.ts'
import { openingPage } from '../ui/pages.ts'
import { endServing, serve } from '../ui/server.ts'

interface Options {
  readonly port?: number
  readonly since?: number
  readonly open: boolean
  readonly json?: true
}

/** What the page shows from the beginning where nobody says it. */
const USUAL_SPAN = '7d'
const MINUTE = 60_000
/** So long nobody has the page open before the program ends. */
const IDLE_MS = 30 * MINUTE

export default defineCommand({
  name: 'ui',
  order: 46,
  summary: 'a live page in the browser: what was stopped, what can be brought back, sessions as they run',
  examples: ['reviewer ui', 'reviewer ui --no-open --port 4180'],
  register(command, context) {
    command
      .option('--port <n>', 'the port on this machine; any that is free, where none is given', portOf)
      .option('--since <when>', `what the page begins with: 7d, 2h, or a date (${USUAL_SPAN})`, timeOf)
      .option('--no-open', 'do not open the browser; the address is printed')
      .addOption(streamedJson())
      .action((options: Options) => run(options, context.locations()))
  },
})

async function run({ port = 0, since = timeOf(USUAL_SPAN), open, json }: Options, locations: Locations): Promise<void> {
  const say: Say = (data, text) => void process.stdout.write(`${json ? printableJson(data) : text}\n`)
  const access = newAccess()
  const feed = newFeed({ locations, since, env: process.env })
  try {
    const { server, origin } = await serve({ access, feed, assets: pageAssets() }, port)
    const stopped = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
    const opening = addresses(`${origin}${access.base}`, access.newToken, open, say)
    try {
      await Promise.all([feed.run(stopped.signal), endIdle(feed, stopped, say)])
    } finally {
      opening.end()
      await endServing(server)
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    fail(`the page cannot be served: ${describeSystemError(error, `port ${port}`)}; give another one with --port`, 1)
  }
}

/** Prints an object with `--json`, else the text. */
type Say = (data: Readonly<Record<string, string>>, text: string) => void

/** Prints an address that opens the page once, and another one for each Enter; shows the first in the browser. */
function addresses(page: string, newToken: () => string, open: boolean, say: Say): { readonly end: () => void } {
  const isTerminal = process.stdin.isTTY === true
  const directory = open ? mkdtempSync(join(tmpdir(), 'reviewer-ui-')) : undefined
  const print = (): string => {
    const address = `${page}?token=${newToken()}`
    say({ address }, address)
    return address
  }
  const first = print()
  const hint = `It opens the page once, in one browser.${isTerminal ? ' Enter prints another one.' : ''} Ctrl-C ends it.`
  say({ hint }, hint)
  if (directory !== undefined) {
    // In a file of this user alone: the words that a program is started with can be read by all users of a machine.
    const file = join(directory, 'reviewer.html')
    writeFileSync(file, openingPage(first), { mode: 0o600 })
    openInBrowser(file)
  }
  if (isTerminal) process.stdin.on('data', print)
  return {
    end: () => {
      if (isTerminal) process.stdin.destroy()
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Ends what nobody looks at any more. */
async function endIdle(feed: Feed, stopped: AbortController, say: Say): Promise<void> {
  let last = Date.now()
  while (!stopped.signal.aborted) {
    await wait(MINUTE / 6, undefined, { signal: stopped.signal }).catch(() => undefined)
    if (feed.listeners() > 0) last = Date.now()
    if (Date.now() - last < IDLE_MS || stopped.signal.aborted) continue
    const ended = `nobody had the page open for ${IDLE_MS / MINUTE} minutes`
    say({ ended }, `ended: ${ended}`)
    stopped.abort()
  }
}
