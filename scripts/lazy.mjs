// Bundles so that a module is set up, and its regular expressions are made, when they are first used. Setting up what a call
// does not need, and keeping it in V8's code cache, costs time at every start of a hook. The sources know nothing of it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { build, transformSync } from 'esbuild'

const target = 'node20'
/** All of Node 20's expressions stay literals: the bundler knows of no version whose property classes are complete. */
export const supported = { 'regexp-unicode-property-escapes': true }
/** Modules that Node itself has loaded before any code of ours runs. */
const AT_HAND = ['node:fs', 'node:path']
const { resolve: find } = createRequire(import.meta.url)

/**
 * What a module hands out is kept in variables of its bundle, a slot for each name. An object for each module would have a shape of
 * its own, and making that takes longer than all else in setting the module up.
 */
const slots = new Map()

function slotOf(path, name) {
  const key = `${path}#${name}`
  if (!slots.has(key)) slots.set(key, { path, variable: `$${slots.size.toString(36)}` })
  return slots.get(key).variable
}

/** Declares the slots of a bundle. `isIn`: whether a source, from the root, is in it. */
export function slotsOf(isIn) {
  const own = [...slots.values()].filter(({ path }) => isIn(relative('.', path)))
  return own.length === 0 ? '' : `var ${own.map(({ variable }) => variable).join(',')};`
}

/** All that a source hands out, as an object: for the other bundles. */
export function allOf(source) {
  const path = resolve(source)
  const all = [...read(path).exported].map(([name, value]) =>
    isLate(value) ? `get ${name}() { return ${slotOf(path, name)}() }` : `${name}: ${slotOf(path, name)}`,
  )
  return `(require('./${source}'), { ${all.join(', ')} })`
}

/**
 * Plugin of the bundler. `packages`: what is imported of others; `external`: what their code asks for in vain; `unused`: their
 * files of which nothing is asked. `elsewhere`: the other bundle that a source, from the root, is in, if any; it is then asked for
 * `part:<bundle>:<source>`, and `asked` is told of each.
 */
export const lazy = ({ packages, external, unused, elsewhere, asked }) => ({
  name: 'lazy',
  setup({ onResolve, onLoad }) {
    const isHere = path => elsewhere(relative('.', path)) === undefined
    onResolve({ filter: new RegExp(`\\.ts$|^(${packages.join('|')})$`) }, ({ path, resolveDir }) => {
      const file = path.endsWith('.ts') ? resolve(resolveDir, path) : find(path)
      const source = relative('.', file)
      const other = elsewhere(source)
      if (other === undefined) return { path: file, namespace: 'lazy' }
      asked(source)
      return { path: `part:${other}:${source}`, external: true }
    })
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: ownModule(path, isHere),
      resolveDir: dirname(path),
      loader: 'js',
    }))
    // A package is one module.
    const ofPackage = {
      name: 'package',
      setup({ onLoad }) {
        onLoad({ filter: /\.c?js$/ }, ({ path }) => ({
          contents: unused.test(path) ? '' : makingWhereUsed(readFileSync(path, 'utf8')),
        }))
      },
    }
    onLoad({ filter: /node_modules/ }, async ({ path }) => {
      const whole = {
        entryPoints: [path],
        bundle: true,
        platform: 'node',
        format: 'cjs',
        target,
        supported,
        external,
        write: false,
        plugins: [ofPackage],
      }
      return { contents: (await build(whole)).outputFiles[0].text, loader: 'js' }
    })
  },
})

const sources = new Map()

/** The code of a source, without what the bundler put around it, and what it hands out: an expression for each name. */
function read(path) {
  if (!sources.has(path)) sources.set(path, transformed(path))
  return sources.get(path)
}

function transformed(path) {
  const source = readFileSync(path, 'utf8')
  const define = { 'import.meta.filename': '__filename' }
  const code = makingWhereUsed(transformSync(source, { loader: 'ts', format: 'cjs', target, supported, define }).code)
  // Slots are filled once: what changes later would be handed on as it was.
  if (/^export let\b/m.test(source)) throw new Error(`${path}: export a function instead of a variable`)
  const [, exported = ''] = /^__export\(\w+, \{\n(.*?)\n\}\);$/ms.exec(code) ?? []
  const names = [...exported.matchAll(/^ {2}(\w+): \(\) => (.+?),?$/gm)].map(([, name, value]) => [name, value])
  const helpers = code.indexOf('module.exports = __toCommonJS(')
  const own = helpers < 0 ? code : code.slice(code.indexOf('\n', helpers)).replace(/^0 && \(module\.exports = .*/ms, '')
  return { code: own, exported: new Map(names) }
}

/** An expression that is made when it is first used, or what another source hands out. */
const isLate = value => /[.(]/.test(value)

function ownModule(path, isHere) {
  const { code, exported } = read(path)
  const filled = [...exported].map(
    ([name, value]) => `${slotOf(path, name)} = ${isLate(value) ? `() => ${value}` : value};`,
  )
  return askingWhereUsed(`${code}\n${filled.join('\n')}`, path, isHere)
}

/** A line that makes a regular expression, or what reads texts in another encoding, for the whole module. */
const EXPRESSION = /^const (\w+) = (\/(?![*/]).*\/[a-z]*|new TextDecoder\(.*\));\n/gm

/** An expression that describes nothing but a list of words, `^(?:one|two)$`. */
const WORDS = String.raw`\^\((?:\?:)?((?:[\w:@ -]|\\[.+\/-])*(?:\|(?:[\w:@ -]|\\[.+\/-])*)+)\)\$`
const IS_WORDS = new RegExp(`^/${WORDS}/$`)
const ASKED_AT_ONCE = new RegExp(`/${WORDS}/\\.test\\(`, 'g')
/** Looking for a word in a text costs nothing; making an expression of sixty words and compiling it takes 0.4 ms. */
const LOOKING =
  "function known$(list) { return { test: word => !`${word}`.includes('|') && list.includes(`|${word}|`) } }\n"

function lookingFor(words) {
  return `known$(${JSON.stringify(`|${words.replaceAll('\\', '')}|`)})`
}

/** `code` that makes its expressions when they are first used: a long one takes half a millisecond, and a run needs few. */
function makingWhereUsed(code) {
  const made = [...code.matchAll(EXPRESSION)]
  // Names that are declared nowhere any more: only these are replaced.
  const define = Object.fromEntries(made.map(([, name]) => [name, `made$${name}`]))
  const making = transformSync(code.replace(EXPRESSION, ''), { loader: 'js', target, supported, define }).code
  const makers = made.map(([, name, literal]) => {
    const [, words] = IS_WORDS.exec(literal) ?? []
    const onlyTests = words !== undefined && !new RegExp(`\\bmade\\$${name}\\b(?!\\.test\\()`).test(making)
    return `var kept$${name}; function made$${name}() { return kept$${name} ??= ${onlyTests ? lookingFor(words) : literal} }\n`
  })
  const using = making
    .replace(ASKED_AT_ONCE, (_, words) => `${lookingFor(words)}.test(`)
    .replace(/\bmade\$\w+\b/g, '$&()')
  const all = `${using}${makers.join('')}`
  return all.includes('known$(') ? `${all}${LOOKING}` : all
}

/**
 * `code`: CommonJS with `var import_x = require("./x.ts")` at its beginning and `import_x.name` where it is used. `isHere`: whether
 * what is imported is a source in the same bundle; by its path.
 */
function askingWhereUsed(code, path, isHere) {
  let asking = code
  for (const [line, name, from] of code.matchAll(/^var (\w+) = (?:__toESM\()?require\("(.*)"\)\)?;\n/gm)) {
    if (AT_HAND.includes(from)) continue
    const asked = `require(${JSON.stringify(from)})`
    const file = resolve(dirname(path), from)
    const value = key => {
      if (!from.endsWith('.ts') || !isHere(file)) return key === 'default' ? asked : `${asked}.${key}`
      return `(${asked}, ${slotOf(file, key)}${isLate(read(file).exported.get(key)) ? '()' : ''})`
    }
    asking = asking
      .replace(line, '')
      .replace(new RegExp(`\\bnew ${name}\\.(\\w+)`, 'g'), (_, key) => `new (${value(key)})`)
      .replace(new RegExp(`\\b${name}\\.(\\w+)`, 'g'), (_, key) => value(key))
    if (new RegExp(`\\b${name}\\b`).test(asking)) throw new Error(`${path}: how ${name} is used is not foreseen`)
  }
  return asking
}
