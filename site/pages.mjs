// Copies the pages of the repository, with the layout that their links rely on, to where VitePress reads them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'site', '.pages')

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'rules/README.md',
  ...namesIn('examples', 'README.md'),
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

/** The file of this name in each directory that has one. */
function namesIn(directory, name) {
  return readdirSync(join(root, directory), { withFileTypes: true })
    .filter(each => each.isDirectory())
    .map(each => `${directory}/${each.name}/${name}`)
    .filter(file => statSync(join(root, file), { throwIfNoEntry: false }))
}

/** Comments of generated sections would be shown, since HTML in pages is taken as text. */
const withoutComments = text => text.replace(/^<!--.*-->\n?/gm, '')

/** GitHub shows README.md for a directory, a site index.html. */
const asIndex = file => file.replace(/(^|\/)README\.md$/, '$1index.md')

/** A link in a page to a file that is no page: the site has a copy of the file, which only an address from its root finds. */
function withCopies(text, page) {
  return text.replace(/\]\((?![a-z]+:|#)([^)\s#]+)([^)\s]*)\)/g, (_, to, anchor) => {
    const file = join(dirname(page), to)
    if (pages.includes(file)) return `](${asIndex(to)}${anchor})`
    if (/\.(svg|png)$/.test(file)) return `](./${to})`
    const from = join(root, file)
    if (!statSync(from).isFile()) throw new Error(`${page}: ${to} is no file`)
    const copy = join(target, 'public', `${file}.txt`)
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(from, copy)
    return `](/${file}.txt${anchor}){target="_blank"}`
  })
}

rmSync(target, { recursive: true, force: true })
for (const page of pages) {
  const to = join(target, asIndex(page))
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, withCopies(withoutComments(readFileSync(join(root, page), 'utf8')), page))
}
cpSync(join(root, 'docs/assets'), join(target, 'docs/assets'), { recursive: true })
