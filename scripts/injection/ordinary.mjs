// Ordinary texts: of packages that the project depends on, its own sources and commands. None of them holds an order to an agent.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mulberry32 } from './model.mjs'

const ROOTS = ['node_modules', 'src', 'test/corpus']
const WANTED = /\.(?:md|ts|[cm]?js|txt|map|jsonl)$|LICEN[CS]E/
/** Packages that another machine has not, and what is made by machines. */
const LEFT_OUT =
  /^src\/(detect|reviewers)|(linux|darwin|win32|freebsd|android|wasm32|sunos|openbsd|netbsd|openharmony|aix)|\/\.|min\.js$/
const MOST = 1000
const SIZE = 2400

export function ordinaryTexts() {
  const random = mulberry32(5)
  const files = ROOTS.flatMap(root =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map(name => join(root, name)),
  )
    .filter(name => WANTED.test(name) && !LEFT_OUT.test(name))
    .sort()
  const texts = []
  const alone = []
  for (let turn = 0; turn < 8 * MOST && texts.length < MOST; turn++) {
    const name = files[Math.floor(random() * files.length)]
    // Most of what an agent reads is prose.
    if (name.startsWith('node_modules') && !name.endsWith('.md') && random() < 0.7) continue
    const text = read(name)
    if (text.length < 400 || text.length > 400_000) continue
    const start = Math.floor(random() * Math.max(1, text.length - SIZE))
    const part = text.slice(start, start + SIZE)
    texts.push(part)
    // Many an output is a single sentence.
    const sentence = /[A-Z][^\n.]{15,120}\.(?=\s)/.exec(part)?.[0]
    if (sentence) alone.push(sentence)
  }
  return [...texts, ...alone]
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
