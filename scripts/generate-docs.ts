/** `npm run docs`: writes the generated sections of the pages in docs/ and the manual page, and draws the recording that `npm run recording` made. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MAN_PAGE, manPage } from './docs/man.ts'
import { refreshed } from './docs/sections.ts'
import type { Recording } from './recording/frames.ts'
import { svgOf } from './recording/svg.ts'

for (const name of readdirSync('docs').filter(file => file.endsWith('.md'))) {
  const file = `docs/${name}`
  const text = readFileSync(file, 'utf8')
  update(file, refreshed(text))
}
update(MAN_PAGE, manPage())
const recording: Recording = JSON.parse(readFileSync('scripts/recording/frames.json', 'utf8'))
update('docs/assets/recording.svg', svgOf(recording))

function update(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stdout.write(`written: ${file}\n`)
}
