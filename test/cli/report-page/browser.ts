/** Pages made of a record for the tests, and a real browser that opens them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { collectPage, type PageRequest } from '../../../src/cli/report-page/collect.ts'
import { pageParts } from '../../../src/cli/report-page/document.ts'
import type { NotablePlaces } from '../../../src/cli/report-page/notable.ts'
import { writeWhole } from '../../../src/common/whole-file.ts'
import { type LocalStore, openStore } from '../../../src/record/store.ts'
import { temporary } from '../../record/world.ts'

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Path of the browser under test. Where there is none: undefined and one line on the console, or an error where REVIEWER_BROWSER
 * names one, so that no build server skips these tests unseen.
 */
export function requireBrowser(): string | undefined {
  const named = process.env.REVIEWER_BROWSER
  if (named && !existsSync(named))
    throw new Error(`REVIEWER_BROWSER: there is no ${named}; run npm run browser:install`)
  const path = named || USUAL.find(each => existsSync(each))
  if (!path) console.warn('Tests of the report page are skipped: there is no Chromium; run npm run browser:install')
  return path
}

export function startBrowser(path: string): Promise<Browser> {
  // Its own confinement needs rights that containers do not give; the pages are ours.
  return chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

export function memoryStore(): LocalStore {
  const store = openStore({ database: join(temporary(), 'reviewer.db') })
  onTestFinished(() => store.close())
  return store
}

/** Where neither checkpoints nor stopped sessions lie. */
export function nowhere(): NotablePlaces {
  const state = temporary()
  return { locations: { state, home: state }, env: { PATH: '' } }
}

/** The page of all that is in a store, as the command writes it. */
export function pageOf(store: LocalStore, wanted: Partial<PageRequest> = {}): string {
  const file = join(temporary(), 'report.html')
  const { rows, ok, notes, broken } = store.verify()
  const record = { state: ok ? ('whole' as const) : ('broken' as const), rows, why: broken?.why ?? '', notes }
  const places = nowhere()
  const { data, blocks } = collectPage(store, { now: Date.now(), version: '0.1.0', record, places, ...wanted })
  const read = (name: string): string => readFileSync(`dist/assets/${name}`, 'utf8')
  writeWhole(file, pageParts(data, blocks, { script: read('page.js'), style: read('page.css') }), 0o600)
  return file
}

export interface Opened {
  readonly page: Page
  /** Everything that should be empty: requests but for the page itself, console messages, errors, violations of the policy. */
  readonly complaints: () => Promise<readonly string[]>
}

/** Opens a page and waits until it is drawn. */
export async function openPage(browser: Browser, file: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: 'UTC', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const said: string[] = []
  page.on('request', request => {
    if (request.url() !== `file://${file}` && request.url() !== 'data:,') said.push(`request ${request.url()}`)
  })
  page.on('console', message => said.push(`${message.type()} ${message.text()}`))
  page.on('pageerror', error => said.push(`error ${error.message}`))
  page.on('dialog', dialog => {
    said.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(
    "window.violated = []; document.addEventListener('securitypolicyviolation', event => window.violated.push(`violation ${event.violatedDirective} ${event.sample}`))",
  )
  await page.goto(`file://${file}`)
  await page.locator('main').waitFor()
  return {
    page,
    complaints: async () => [...said, ...((await page.evaluate('window.violated')) as string[])],
  }
}
