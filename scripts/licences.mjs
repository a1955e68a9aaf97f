// The licences of the packages whose code is bundled, word for word, as they ask for, and what the executable is built with.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PACKAGE = /^(?:[\w-]+:)?(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//

/** `inputs`: paths of files, as the bundler names them. Throws where a package does not say under which terms it may be copied. */
export function licencesOf(inputs) {
  const folders = new Set([...inputs].flatMap(input => folderOf(input) ?? []))
  return `${[...folders].sort().map(section).join('\n')}\n${runtime()}`
}

/** The executables hold Bun, whose package brings no licence text: its project says where all of them are. */
function runtime() {
  const { version } = JSON.parse(readFileSync('node_modules/bun/package.json', 'utf8'))
  return `${'='.repeat(80)}
Bun ${version} (MIT), https://github.com/oven-sh/bun

The executables (not the program for Node) contain Bun, which is MIT-licensed and statically links JavaScriptCore and parts of WebKit
(LGPL-2 and BSD), and further libraries under licences of their own: https://bun.com/docs/project/license lists them all, and says how
to link Bun with a changed JavaScriptCore. The source of Bun's WebKit: https://github.com/oven-sh/webkit. What the executable adds to
Bun is built from the sources of this package: \`npm run build\` makes it again with another Bun.
`
}

function folderOf(input) {
  const folder = PACKAGE.exec(input)?.[1]
  return folder && resolve(folder)
}

function section(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const terms = termsIn(folder)
  if (!license || !terms) throw new Error(`${name} is bundled, but has no licence in ${folder}`)
  const notice = join(folder, 'NOTICE')
  const texts = [terms, ...(existsSync(notice) ? [readFileSync(notice, 'utf8')] : [])].map(text => text.trim())
  const from = typeof repository === 'string' ? repository : repository?.url
  return `${'='.repeat(80)}\n${name} ${version} (${license})${from ? `, ${from}` : ''}\n\n${texts.join('\n\n')}\n`
}

/** In a file of their own, or at the end of what introduces the package. */
function termsIn(folder) {
  const names = readdirSync(folder)
  const file = names.find(each => /^(licen[cs]e|copying)/i.test(each))
  if (file) return readFileSync(join(folder, file), 'utf8')
  const readme = names.find(each => /^readme/i.test(each))
  return readme && /^#+ *licen[cs]e\b[\s\S]*/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[0]
}
