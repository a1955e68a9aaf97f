/** The HTML of the report page. Nothing that comes from a session stands in it but as base64. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM } from '../../facts/own-program.ts'
import type { PageData } from './data.ts'
import { type DetailBlock, packed } from './details.ts'

/** How every page begins: by this a file is known as one that may be replaced. */
export const PAGE_BEGINS = '<!doctype html>\n<html lang="en" data-made-by="step-reviewer">\n'

/** The browser's side: as the build left it. */
export interface Assets {
  readonly script: string
  readonly style: string
}

export function pageAssets(): Assets {
  const read = (name: string): string => readFileSync(join(PROGRAM.assets, name), 'utf8')
  return { script: read('page.js'), style: read('page.css') }
}

/**
 * The page in pieces. The only script and the only style are those that the policy names by their digests; nothing is loaded,
 * sent or framed. Data stand in elements that no browser runs.
 */
export function* pageParts(data: PageData, blocks: readonly DetailBlock[], assets: Assets): Generator<string> {
  const script = inElement(assets.script)
  const style = inElement(assets.style)
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`
  yield pageHead('Reviewer report', `${meta}\n<style>${style}</style>`)
  yield `<body>
${pageBody('')}
${element('index', packed(JSON.stringify(data)))}<script>${script}</script>
`
  for (const { number, text } of blocks) yield element(`details-${number}`, text)
  yield '</body>\n</html>\n'
}

/** `more`: elements of the head. */
export function pageHead(title: string, more = ''): string {
  return `${PAGE_BEGINS}<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${more}
</head>
`
}

/** What the script draws into; `mark`: an attribute that says where it has its data from. */
export function pageBody(mark: string): string {
  return `<a class="skip" href="#reviews">Skip to the reviews</a>
<div id="page" ${mark}><p class="opening" role="status">Opening the record…</p></div>
<noscript><p class="opening">This page draws itself with a script of its own, and nothing else: please allow it.</p></noscript>`
}

function element(id: string, base64: string): string {
  return `<script type="text/plain" id="${id}">${base64}</script>\n`
}

/** Text that cannot end its element, nor be changed by whoever reads the page: digests are over what the browser sees. */
function inElement(text: string): string {
  return text.replaceAll('\r', '').replace(/<(?=\/(script|style)|!--)/gi, '\\x3c')
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
