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
 * Plugin of the bundler. `packages`: what is imported of others; `external`: what their code asks for in vain. `elsewhere`: the other
 * bundle that a source, from the root, is in, if any; it is then asked for `part:<bundle>:<source>`, and `asked` is told of each.
 */
export const lazy = ({ packages, external, elsewhere, asked }) => ({
  name: 'lazy',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`\\.ts$|^(${packages.join('|')})$`) }, ({ path, resolveDir }) => {
      const file = path.endsWith('.ts') ? resolve(resolveDir, path) : find(path)
      const source = relative('.', file)
      const other = elsewhere(source)
      if (other === undefined) return { path: file, namespace: 'lazy' }
      asked(source)
      return { path: `part:${other}:${source}`, external: true }
    })
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: ownModule(path), resolveDir: dirname(path), loader: 'js' }))
    // A package is one module.
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
      }
      return { contents: (await build(whole)).outputFiles[0].text, loader: 'js' }
    })
  },
})

function ownModule(path) {
  const source = readFileSync(path, 'utf8')
  const define = { 'import.meta.filename': '__filename' }
  const { code, makers } = makingWhereUsed(
    transformSync(source, { loader: 'ts', format: 'cjs', target, supported, define }).code,
  )
  // Exports are plain values: what changes later would be handed on as it was.
  if (/^export let\b/m.test(source)) throw new Error(`${path}: export a function instead of a variable`)
  const [, exported = ''] = /^__export\(\w+, \{\n(.*?)\n\}\);$/ms.exec(code) ?? []
  const names = [...exported.matchAll(/^ {2}(\w+): \(\) => (.+?),?$/gm)].map(([, name, value]) =>
    value.includes('.') ? `get ${name}() { return ${value} }` : `${name}: ${value}`,
  )
  const helpers = code.indexOf('module.exports = __toCommonJS(')
  const own = helpers < 0 ? code : code.slice(code.indexOf('\n', helpers)).replace(/^0 && \(module\.exports = .*/ms, '')
  return askingWhereUsed(`${makers}${own}\nmodule.exports = { ${names.join(', ')} }`, path)
}

/** A line that makes a regular expression for the whole module. */
const EXPRESSION = /^const (\w+) = (\/(?![*/]).*\/[a-z]*);\n/gm

/** An expression that describes nothing but a list of words, `^(?:one|two)$`. */
const WORDS = String.raw`\^\((?:\?:)?((?:[\w:@ -]|\\[.+\/-])*(?:\|(?:[\w:@ -]|\\[.+\/-])*)+)\)\$`
const IS_WORDS = new RegExp(`^/${WORDS}/$`)
const ASKED_AT_ONCE = new RegExp(`/${WORDS}/\\.test\\(`, 'g')
/** Looking for a word in a text costs nothing; making an expression of sixty words and compiling it takes 0.4 ms. */
const LOOKING = "const known$ = list => ({ test: word => !`${word}`.includes('|') && list.includes(`|${word}|`) });\n"

function lookingFor(words) {
  return `known$(${JSON.stringify(`|${words.replaceAll('\\', '')}|`)})`
}

/** `code` that makes its expressions by `makers`, when they are first used: a long one takes half a millisecond, and a run needs few. */
function makingWhereUsed(code) {
  const made = [...code.matchAll(EXPRESSION)]
  // Names that are declared nowhere any more: only these are replaced.
  const define = Object.fromEntries(made.map(([, name]) => [name, `made$.${name}`]))
  const making = transformSync(code.replace(EXPRESSION, ''), { loader: 'js', target, supported, define }).code
  const makers = made.map(([, name, literal]) => {
    const [, words] = IS_WORDS.exec(literal) ?? []
    const onlyTests = words !== undefined && !new RegExp(`\\bmade\\$\\.${name}\\b(?!\\.test\\()`).test(making)
    return `get ${name}() { return this.$${name} ??= ${onlyTests ? lookingFor(words) : literal} }`
  })
  return {
    code: making.replace(ASKED_AT_ONCE, (_, words) => `${lookingFor(words)}.test(`),
    makers: `${LOOKING}var made$ = { ${makers.join(', ')} };\n`,
  }
}

/** `code`: CommonJS with `var import_x = require("./x.ts")` at its beginning and `import_x.name` where it is used. */
function askingWhereUsed(code, path) {
  let asking = code
  for (const [line, name, from] of code.matchAll(/^var (\w+) = (?:__toESM\()?require\("(.*)"\)\)?;\n/gm)) {
    if (AT_HAND.includes(from)) continue
    const asked = `require(${JSON.stringify(from)})`
    asking = asking
      .replace(line, '')
      .replace(
        new RegExp(`\\bnew ${name}\\.(\\w+)`, 'g'),
        (_, key) => `new (${asked}${key === 'default' ? '' : `.${key}`})`,
      )
      .replace(new RegExp(`\\b${name}\\.`, 'g'), `${asked}.`)
    if (new RegExp(`\\b${name}\\b`).test(asking)) throw new Error(`${path}: how ${name} is used is not foreseen`)
  }
  return asking
}
