// Looks at every page of the built site with a real browser: links, accessibility (axe), and whether it fits a screen of 390 px.

import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const dist = join(resolve(dirname(fileURLToPath(import.meta.url))), 'dist')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}
const VIEWS = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
]

/** The file that an address of the site shows. */
const fileOf = path => join(dist, decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path))

const server = createServer((request, response) => {
  const file = fileOf(new URL(request.url, 'http://site').pathname)
  const found = [file, `${file}.html`].find(each => existsSync(each) && statSync(each).isFile())
  if (!found) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': TYPES[extname(found)] ?? 'text/plain' })
  createReadStream(found).pipe(response)
})
await new Promise(done => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${server.address().port}`
const pages = readdirSync(dist, { recursive: true })
  .filter(file => file.endsWith('.html') && file !== '404.html')
  .map(file => `/${file}`)
const complaints = []
const browser = await chromium.launch({
  executablePath: process.env.REVIEWER_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})

/** Anchors of a page, and where its links lead. */
const links = page =>
  page.evaluate(() => ({
    anchors: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    to: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
  }))

const found = new Map()
for (const view of VIEWS) {
  const page = await (await browser.newContext(view)).newPage()
  for (const path of pages) {
    const where = `${path} at ${view.viewport.width} px`
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) complaints.push(`${where}: ${over} px too wide`)
    await page.evaluate(axe)
    const { violations } = await page.evaluate(() => globalThis.axe.run())
    for (const { id, nodes } of violations)
      complaints.push(
        `${where}: ${id} (${nodes.length}): ${nodes[0].target.join(' ')} ${nodes[0].failureSummary.split('\n')[1] ?? ''}`,
      )
    found.set(path, await links(page))
  }
}
for (const [path, { to }] of found)
  for (const link of new Set(to.filter(each => each.startsWith(origin)))) {
    const { pathname, hash } = new URL(link)
    const name = [pathname, `${pathname}.html`, `${pathname}index.html`].find(each => found.has(each))
    if (!name && !existsSync(fileOf(pathname))) complaints.push(`${path}: ${pathname} is not there`)
    else if (name && hash && !found.get(name).anchors.includes(decodeURIComponent(hash.slice(1))))
      complaints.push(`${path}: ${pathname} has no ${hash}`)
  }
await browser.close()
server.close()
for (const complaint of complaints) console.error(complaint)
console.log(`${pages.length} pages, ${complaints.length} complaints`)
process.exitCode = complaints.length === 0 ? 0 : 1
