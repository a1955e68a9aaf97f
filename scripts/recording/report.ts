/** The picture of the report page, taken from a record by a real browser. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const SIZE = { width: 1000, height: 640 }

/** Writes the picture of the record in a state directory. `program`: words that run the reviewer as the record's owner. */
export async function pictureOf(program: readonly string[], directory: string, file: string): Promise<void> {
  const page = join(directory, 'report.html')
  const [first = '', ...words] = program
  execFileSync(first, [...words, 'report', '-o', page], { cwd: directory })
  // A file of the recorded user, which the browser may not open.
  const copy = join(directory, 'page.html')
  writeFileSync(copy, readFileSync(page))
  const browser = await chromium.launch({
    executablePath: process.env.REVIEWER_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const tab = await browser.newPage({ viewport: SIZE, timezoneId: 'UTC', locale: 'en' })
    await tab.goto(`file://${copy}`)
    await tab.waitForLoadState('networkidle')
    await tab.screenshot({ path: file, animations: 'disabled' })
  } finally {
    await browser.close()
  }
}
